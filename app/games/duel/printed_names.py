"""What the things of Duel are called; the names of printed ones stand in data/words."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from app.games.tally import words as sheet
from app.text import agreements
from app.text.game import named, seat_name
from app.text.languages import Words
from app.text.names import names, printed_name

token: Final = sheet.token  # score sheets and markers name tokens, too
ROMAN: Final = ("", "I", "II", "III")
GAME: Final = "duel"


def title(w: Words) -> str:
    """The game's own name."""
    return "7 Wonders Duel"


def identity(w: Words, slug: str) -> str:
    """Seats have no printed identity here."""
    return named({}, slug)


def card(w: Words, slug: str) -> str:
    """`Quarry`: a building, as it is called on its card."""
    return printed_name(w, GAME, "cards", slug)


def wonder(w: Words, slug: str) -> str:
    """`The Sphinx`."""
    return printed_name(w, GAME, "wonders", slug)


def name_of(w: Words, slug: str) -> str:
    """A card, a wonder or a token: no two of them bear the same word."""
    return names(w, GAME, "cards").get(slug) or names(w, GAME, "wonders").get(slug) or token(w, slug)


def resource(w: Words, slug: str) -> str:
    """`clay`."""
    return printed_name(w, GAME, "resources", slug)


def colour(w: Words, slug: str) -> str:
    """`brown`: a colour of cards."""
    return printed_name(w, GAME, "colours", slug)


def symbol(w: Words, slug: str) -> str:
    """A science symbol."""
    return printed_name(w, GAME, "symbols", slug)


def category(w: Words, slug: str) -> str:
    """The head of a line on the score sheet."""
    return printed_name(w, GAME, "categories", slug)


def counted(w: Words, slug: str) -> str:
    """What the history counts besides points."""
    return printed_name(w, GAME, "counted", slug)


def back(w: Words, guild: bool | None) -> str:
    """A card that lies face down."""
    return w("a guild, face down") if guild else w("face down")


GONE: Final = "–"


def runs(names: Iterable[str]) -> Iterator[str]:
    """`3 × face down` for three of them side by side."""
    for name, alike in groupby(names):
        count = len(list(alike))
        yield name if count == 1 or name == GONE else f"{count} × {name}"


def house_count(w: Words, what: str, people: Sequence[str]) -> str:
    """What people count (`Tracked.counted`)."""
    match what.split():
        case ["pawn"]:
            name = people[1] if people else seat_name(w, 2, None)
            return w("spaces of the conflict pawn, above 0 towards {name}", name=name)
        case ["cards"]:
            return w("cards still in this age")
        case [other]:
            return other
    kind, *slug, seat = what.split()
    name = people[int(seat) - 1] if people else seat_name(w, int(seat), None)
    if kind == "wonder":
        return agreements.built(w, name_of(w, slug[0]), name)
    return agreements.thing(w, name_of(w, slug[0]), name) if slug else agreements.number(w, kind, name)


def house_wonder(w: Words, slug: str) -> str:
    """A wonder, or a board, that a seat may have (`HasWonders`)."""
    return wonder(w, slug)


def house_thing(w: Words, thing: str) -> str:
    """A printed thing that may lie before a seat (`Tracked.things`)."""
    return name_of(w, thing.partition(" ")[2])
