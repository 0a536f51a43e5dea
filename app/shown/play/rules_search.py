"""The *May I?* search: rules and things of a game that match a person's query, with or without a running game."""

import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeGuard

import msgspec

from app.text.reference import PricedReference, PrintedThing, Reference
from app.text.rules_pages import GuidePage
from app.text.translation import Words, capital
from engine.game import AnyData

MAX_ANSWERS: Final = 40
MAX_QUERY_CHARS: Final = 60


class RulesAnswer(msgspec.Struct, frozen=True):
    """A search result: a rule or a printed thing (`thing`)."""

    title: str
    says: str
    thing: PrintedThing | None = None


def search_rules(
    w: Words, asked: str, pages: Sequence[GuidePage], reference: Reference, facts: AnyData, variant: Collection[str]
) -> tuple[RulesAnswer, ...]:
    """Search names first, then rule texts and descriptions. An empty query returns nothing.

    Goods after the first word (`arena wood 2 stone`) are production: matching things then include their price with it.
    """
    sought, have = _parse_query(w, asked[:MAX_QUERY_CHARS], reference)
    if not sought:
        return ()
    found: tuple[list[RulesAnswer], list[RulesAnswer]] = ([], [])
    for each in (*_rules(pages), *_things(w, reference, facts, variant)):
        if all(word in _fold(each.title) for word in sought):
            found[0].append(_add_price(w, each, have, reference, facts))
        elif all(word in _fold(f"{each.title} {each.says}") for word in sought):
            found[1].append(_add_price(w, each, have, reference, facts))
    return (*found[0], *found[1])[:MAX_ANSWERS]


def _parse_query(w: Words, asked: str, reference: Reference) -> tuple[list[str], Counter[str]]:
    """Split a query into search words and the production after the first word; `2 glass` counts two.

    A query of goods only is searched as words.
    """
    goods = {_fold(name): slug for slug, name in reference.goods(w).items()} if _is_priced(reference) else {}
    sought, have, times = list[str](), Counter[str](), 1
    for word in _fold(asked).split():
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


def _add_price(
    w: Words, answer: RulesAnswer, have: Mapping[str, int], reference: Reference, facts: AnyData
) -> RulesAnswer:
    """Add the price with this production, if any was given."""
    if not have or answer.thing is None or not _is_priced(reference):
        return answer
    costs = reference.price(w, answer.thing, have, facts)
    return msgspec.structs.replace(answer, says=f"{costs} {answer.says}") if costs else answer


def hint(w: Words, reference: Reference) -> str:
    """Return the placeholder of the search field."""
    return w("A word, then goods for its price") if _is_priced(reference) else w("A word from the rules or a card")


def no_results(w: Words) -> str:
    """Return the message for no results."""
    return w("Nothing here matches. Try a shorter word.")


def _rules(pages: Iterable[GuidePage]) -> Iterator[RulesAnswer]:
    for page in pages:
        yield from (RulesAnswer(head, text) for head, text, _ in page.paragraphs)


def _things(w: Words, reference: Reference, facts: AnyData, variant: Collection[str]) -> Iterator[RulesAnswer]:
    for chapter in reference.chapters(facts, None, variant):
        for thing in chapter.things:
            entry = reference.entry(w, thing, facts)
            yield RulesAnswer(entry.name, " · ".join(capital(each) for each in (entry.cost, entry.says) if each), thing)


def _fold(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))
