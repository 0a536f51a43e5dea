"""Names of things of 7 Wonders; those of printed things come from data/words."""

from collections.abc import Sequence
from typing import Final

from app.text import correction_text
from app.text.printed_names import PrintedNames, translated_names
from app.text.translation import Words, capital
from app.text.words_protocols import seat_name
from engine.memoize import memoize

ROMAN: Final = ("", "I", "II", "III")
GAME: Final = "seven-wonders"

board: Final = PrintedNames(GAME, "boards")  # of a wonder, without its side: `Gizah`
card: Final = PrintedNames(GAME, "cards")  # of a building: `Quarry`
leader: Final = PrintedNames(GAME, "leaders")  # `Caesar`
colour: Final = PrintedNames(GAME, "colours")  # of a card: `blue`
resource: Final = PrintedNames(GAME, "resources")  # `clay`
symbol: Final = PrintedNames(GAME, "symbols")  # of science
category: Final = PrintedNames(GAME, "categories")  # the heading of a line on the score sheet
statistic: Final = PrintedNames(GAME, "counted")  # the heading of a statistic in the history


def title(w: Words) -> str:
    """Return the game's name."""
    return w.isolate("7 Wonders")


def identity(w: Words, slug: str) -> str:
    """Name a board and its side, `Gizah (day)`; also a card or leader with uncertain values."""
    wonder, _, side = slug.rpartition("-")
    match side:
        case "day":
            return w("{board} (day)", board=board(w, wonder))
        case "night":
            return w("{board} (night)", board=board(w, wonder))
    return name_of(w, slug)


@memoize(512)
def name_of(w: Words, slug: str) -> str:
    """Name a card, a leader or a board; their slugs never clash."""
    return (
        translated_names(w, GAME, "cards").get(slug) or translated_names(w, GAME, "leaders").get(slug) or board(w, slug)
    )


def house_count(w: Words, what: str, people: Sequence[str]) -> str:
    """Name a count that people may correct (`Reportable.correctable_counts`)."""
    if " " not in what:
        return what
    kind, *slug, seat = what.split()
    name = people[int(seat) - 1] if people else seat_name(w, int(seat), None)
    match kind, slug:
        case "defeats", []:
            return w("defeat tokens of {name}", name=name)
        case "symbol", [each]:
            return correction_text.thing(w, capital(symbol(w, each)), name)
        case _, [each]:
            return correction_text.thing(w, name_of(w, each), name)
    if kind.startswith("victories-"):
        return w("victory tokens of {points} of {name}", points=kind.removeprefix("victories-"), name=name)
    return correction_text.number(w, kind, name)


def house_wonder(w: Words, slug: str) -> str:
    """Name a wonder, or a board, that a seat may have (`HasWonders`)."""
    return identity(w, slug)


def house_thing(w: Words, thing: str) -> str:
    """Name a printed thing that may be in front of a seat (`Reportable.things`)."""
    return name_of(w, thing.partition(" ")[2])
