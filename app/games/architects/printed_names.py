"""Names of Architects' things in the reader's language; those of printed things come from data/words."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from app.text import correction_text
from app.text.printed_names import PrintedNames
from app.text.translation import Words, both, capital
from app.text.words_protocols import seat_name
from engine.architects import actions

RESOURCES: Final = frozenset(actions.PAYMENT_WORDS[:5])
GAME: Final = "architects"

card: Final = PrintedNames(GAME, "cards")  # `wood`, `guard`, `horn call`; `capital` makes a label of it
a_card: Final = PrintedNames(GAME, "a-card")  # the object of a sentence: `a guard`
token: Final = PrintedNames(GAME, "tokens")  # `Economy`; for `hidden`, the words for the face-down one
wonder: Final = PrintedNames(GAME, "wonders")  # `Babylon`
identity: Final = wonder  # of a seat
house_wonder: Final = wonder  # of a wonder that a seat may have (`HasWonders`)
colour: Final = PrintedNames(GAME, "colours")  # of a card, as in a sentence: `grey`
category: Final = PrintedNames(GAME, "categories")  # the heading of a row on the score sheet


def title(w: Words) -> str:
    """Return the game's own name, the same in every language."""
    return w.isolate("7 Wonders Architects")


def cards(w: Words, slugs: Iterable[str]) -> str:
    """List cards that are spent or shown together: `wood and 2 coins`."""
    return cards_counted(w, Counter(slugs).items())


def cards_counted(w: Words, counts: Iterable[tuple[str, int]]) -> str:
    """List cards with their counts: `2 × wood and coin`."""
    return both(w, [card(w, slug) if n == 1 else f"{n} × {card(w, slug)}" for slug, n in counts])


def gap(w: Words, gap: str, people: Sequence[str] = ()) -> str:
    """Return the place of a medal: between two seats (the gap's number), or in the `center`."""
    return w("In the middle") if gap == "center" else stack_name(w, gap, people)


def gifts(w: Words, n: int) -> str:
    """Return the number of face-down cards before a seat."""
    return w.ngettext("{n} face-down card", "{n} face-down cards", n)


def stack_name(w: Words, stack: str, people: Sequence[str] = ()) -> str:
    """Name a stack (`center` or its number) by its place on the table."""
    if stack == "center":
        return w("The central deck")
    if len(people) > 2:
        return w("Between {one} and {other}", **neighbours(stack, people))
    if people:
        return w("On the left of {name}", name=people[int(stack) - 1])
    return w("Stack {number}", number=stack)


def neighbours(stack: str, people: Sequence[str]) -> dict[str, str]:
    return {"one": people[int(stack) - 1], "other": people[int(stack) % len(people)]}


def house_count(w: Words, what: str, people: Sequence[str]) -> str:
    """Name something that people count (`Reportable.correctable_counts`)."""
    kind, *slug, which = what.split()
    if kind == "stack":
        return _cards_in(w, which, people)
    name = people[int(which) - 1] if people else seat_name(w, int(which), None)
    match kind, slug:
        case "military", []:
            return w("military tokens of {name}", name=name)
        case "cat", []:
            return correction_text.thing(w, w.pgettext("score", "Cat"), name)
        case _, [each]:
            return correction_text.thing(w, house_thing(w, f"{kind} {each}"), name)
    if kind.startswith("stage-"):
        return correction_text.thing(w, capital(w("stage {stage}", stage=kind.removeprefix("stage-"))), name)
    return correction_text.number(w, kind, name)


def _cards_in(w: Words, stack: str, people: Sequence[str]) -> str:
    if stack == "center":
        return w("cards in the central deck")
    if len(people) > 2:
        return w("cards between {one} and {other}", **neighbours(stack, people))
    if people:
        return w("cards on the left of {name}", name=people[int(stack) - 1])
    return w("cards in stack {number}", number=stack)


def house_thing(w: Words, thing: str) -> str:
    """Return the name of a printed thing that may be placed before a seat (`Reportable.things`)."""
    kind, _, slug = thing.partition(" ")
    return capital(card(w, slug)) if kind == "card" else token(w, slug)
