"""*May I?*: what the rules and the things of a game say about a word that somebody asks for, with or without a game."""

import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec

from app.text.guide import GuidePage
from app.text.languages import Words, capital
from app.text.reference import PrintedThing, Reference

MOST: Final = 40  # answers; who gets more asks for a longer word
LONGEST: Final = 30  # letters of what is asked


class LookedUp(msgspec.Struct, frozen=True):
    """A rule, or a thing, that speaks of what was asked. `thing`: which, if it is one."""

    title: str
    says: str
    thing: PrintedThing | None = None


# Any: the data of the game on the table, or of the next one.
def answers(
    w: Words, asked: str, pages: Sequence[GuidePage], reference: Reference, facts: Any, variant: Collection[str]
) -> tuple[LookedUp, ...]:
    """First what bears the word in its name, then rules, then all else that speaks of it; nothing for no word."""
    sought = _plain(asked[:LONGEST]).split()
    if not sought:
        return ()
    found: tuple[list[LookedUp], list[LookedUp]] = ([], [])
    for it in (*_rules(pages), *_things(w, reference, facts, variant)):
        if all(word in _plain(it.title) for word in sought):
            found[0].append(it)
        elif all(word in _plain(f"{it.title} {it.says}") for word in sought):
            found[1].append(it)
    return (*found[0], *found[1])[:MOST]


def nothing(w: Words) -> str:
    """That there is no answer."""
    return w("Nothing here speaks of that. Try a shorter word.")


def _rules(pages: Iterable[GuidePage]) -> Iterator[LookedUp]:
    for page in pages:
        yield from (LookedUp(head, text) for head, text, _ in page.paragraphs)


def _things(w: Words, reference: Reference, facts: Any, variant: Collection[str]) -> Iterator[LookedUp]:
    for chapter in reference.chapters(facts, None, variant):
        for thing in chapter.things:
            it = reference.entry(w, thing, facts)
            yield LookedUp(it.name, " · ".join(capital(each) for each in (it.cost, it.says) if each), thing)


def _plain(text: str) -> str:
    """Without accents and capitals, which nobody types in a hurry."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))
