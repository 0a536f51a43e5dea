"""*May I?*: what the rules and the things of a game say about a word that somebody asks for, with or without a game."""

import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeGuard

import msgspec

from app.text.guide import GuidePage
from app.text.languages import Words, capital
from app.text.reference import PricedReference, PrintedThing, Reference

MOST: Final = 40  # answers; who gets more asks for a longer word
LONGEST: Final = 60  # letters of what is asked


class LookedUp(msgspec.Struct, frozen=True):
    """A rule, or a thing, that speaks of what was asked. `thing`: which, if it is one."""

    title: str
    says: str
    thing: PrintedThing | None = None


# Any: the data of the game on the table, or of the next one.
def answers(
    w: Words, asked: str, pages: Sequence[GuidePage], reference: Reference, facts: Any, variant: Collection[str]
) -> tuple[LookedUp, ...]:
    """First what bears the word in its name, then rules, then all else that speaks of it; nothing for no word.

    Goods behind the word (`arena wood 2 stone`) are what somebody makes: things then say what they cost with these.
    """
    sought, have = _asked(w, asked[:LONGEST], reference)
    if not sought:
        return ()
    found: tuple[list[LookedUp], list[LookedUp]] = ([], [])
    for it in (*_rules(pages), *_things(w, reference, facts, variant)):
        if all(word in _plain(it.title) for word in sought):
            found[0].append(_priced(w, it, have, reference, facts))
        elif all(word in _plain(f"{it.title} {it.says}") for word in sought):
            found[1].append(_priced(w, it, have, reference, facts))
    return (*found[0], *found[1])[:MOST]


def _asked(w: Words, asked: str, reference: Reference) -> tuple[list[str], Counter[str]]:
    """The words that are sought, and the goods that somebody makes: those named behind the first word, `2 glass` two.

    Nothing is sought but goods: then these are words like others.
    """
    goods = {_plain(name): slug for slug, name in reference.goods(w).items()} if _is_priced(reference) else {}
    sought, have, times = list[str](), Counter[str](), 1
    for word in _plain(asked).split():
        if sought and word.isdecimal():
            times = int(word)
        elif sought and word in goods:
            have[goods[word]] += times
            times = 1
        else:
            sought.append(word)
    return sought, have


def _is_priced(reference: Reference) -> TypeGuard[PricedReference]:
    return isinstance(reference, PricedReference)


# Any: as above.
def _priced(w: Words, it: LookedUp, have: Mapping[str, int], reference: Reference, facts: Any) -> LookedUp:
    """With what it costs whoever makes these goods, if some were named."""
    if not have or it.thing is None or not _is_priced(reference):
        return it
    costs = reference.price(w, it.thing, have, facts)
    return msgspec.structs.replace(it, says=f"{costs} {it.says}") if costs else it


def hint(w: Words, reference: Reference) -> str:
    """What can be asked for."""
    return w("A word, then goods for its price") if _is_priced(reference) else w("A word of a rule or a thing")


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
