"""What the things of 7 Wonders are called; the names of printed ones stand in data/words."""

from collections.abc import Sequence
from typing import Final

from app.text import agreements
from app.text.game import seat_name
from app.text.languages import Words, capital
from app.text.names import names, printed_name

ROMAN: Final = ("", "I", "II", "III")
GAME: Final = "seven-wonders"


def title(w: Words) -> str:
    """The game's own name."""
    return "7 Wonders"


def identity(w: Words, slug: str) -> str:
    """`Gizah (day)`: a board and its side; also a card or a leader whose values are unverified."""
    wonder, _, side = slug.rpartition("-")
    match side:
        case "day":
            return w("{board} (day)", board=board(w, wonder))
        case "night":
            return w("{board} (night)", board=board(w, wonder))
    return name_of(w, slug)


def board(w: Words, slug: str) -> str:
    """`Gizah`, whichever side."""
    return printed_name(w, GAME, "boards", slug)


def card(w: Words, slug: str) -> str:
    """`Quarry`: a building, as it is called on its card."""
    return printed_name(w, GAME, "cards", slug)


def leader(w: Words, slug: str) -> str:
    """`Caesar`."""
    return printed_name(w, GAME, "leaders", slug)


def name_of(w: Words, slug: str) -> str:
    """A card or a leader, or the board that brings something: no two of them bear the same word."""
    return names(w, GAME, "cards").get(slug) or names(w, GAME, "leaders").get(slug) or board(w, slug)


def colour(w: Words, slug: str) -> str:
    """`blue`: of cards."""
    return printed_name(w, GAME, "colours", slug)


def resource(w: Words, slug: str) -> str:
    """`clay`."""
    return printed_name(w, GAME, "resources", slug)


def symbol(w: Words, slug: str) -> str:
    """A science symbol."""
    return printed_name(w, GAME, "symbols", slug)


def category(w: Words, slug: str) -> str:
    """The head of a line on the score sheet."""
    return printed_name(w, GAME, "categories", slug)


def counted(w: Words, slug: str) -> str:
    """What the history counts besides points."""
    return printed_name(w, GAME, "counted", slug)


def house_count(w: Words, what: str, people: Sequence[str]) -> str:
    """What people count (`Reportable.counted`)."""
    if " " not in what:
        return what
    kind, *slug, seat = what.split()
    name = people[int(seat) - 1] if people else seat_name(w, int(seat), None)
    match kind, slug:
        case "defeats", []:
            return w("defeat tokens of {name}", name=name)
        case "symbol", [each]:
            return agreements.thing(w, capital(symbol(w, each)), name)
        case _, [each]:
            return agreements.thing(w, name_of(w, each), name)
    if kind.startswith("victories-"):
        return w("victory tokens of {points} of {name}", points=kind.removeprefix("victories-"), name=name)
    return agreements.number(w, kind, name)


def house_wonder(w: Words, slug: str) -> str:
    """A wonder, or a board, that a seat may have (`HasWonders`)."""
    return identity(w, slug)


def house_thing(w: Words, thing: str) -> str:
    """A printed thing that may lie before a seat (`Reportable.things`)."""
    return name_of(w, thing.partition(" ")[2])
