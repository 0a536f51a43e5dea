"""Names of Duel's things in the reader's language; those of printed things come from data/words."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from app.games.tally import sheet_words as sheet
from app.text import correction_text
from app.text.printed_names import PrintedNames, translated_names
from app.text.translation import Words
from app.text.words_protocols import seat_name, translate_slug
from engine.memoize import memoize

ROMAN: Final = ("", "I", "II", "III")
GAME: Final = "duel"

card: Final = PrintedNames(GAME, "cards")  # of a building, as printed on its card: `Quarry`
wonder: Final = PrintedNames(GAME, "wonders")  # `The Sphinx`
token: Final = sheet.token  # score sheets and markers name tokens, too
resource: Final = PrintedNames(GAME, "resources")  # `clay`
colour: Final = PrintedNames(GAME, "colours")  # of a card: `brown`
symbol: Final = PrintedNames(GAME, "symbols")  # of science
category: Final = PrintedNames(GAME, "categories")  # the heading of a row on the score sheet
statistic: Final = PrintedNames(GAME, "counted")  # the heading of a statistic in the history
house_wonder: Final = wonder  # of a wonder that a seat may have (`HasWonders`)


def title(w: Words) -> str:
    """Return the game's own name, the same in every language."""
    return w.isolate("7 Wonders Duel")


def identity(w: Words, slug: str) -> str:
    """Raise for any slug: seats have no printed identity in Duel."""
    return translate_slug({}, slug)


@memoize(512)
def name_of(w: Words, slug: str) -> str:
    """Return the name of a card, wonder or token; their slugs do not overlap."""
    return (
        translated_names(w, GAME, "cards").get(slug) or translated_names(w, GAME, "wonders").get(slug) or token(w, slug)
    )


def name_back(w: Words, guild: bool | None) -> str:
    """Name a face-down card."""
    return w("a guild, face down") if guild else w("face down")


EMPTY_SLOT: Final = "–"


def runs(names: Iterable[str]) -> Iterator[str]:
    """Merge equal names side by side: `3 × face down` for three of them."""
    for name, alike in groupby(names):
        count = len(list(alike))
        yield name if count == 1 or name == EMPTY_SLOT else f"{count} × {name}"


def house_count(w: Words, what: str, people: Sequence[str]) -> str:
    """Name something that people count (`Reportable.correctable_counts`)."""
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
        return correction_text.name_built_question(w, name_of(w, slug[0]), name)
    return correction_text.thing(w, name_of(w, slug[0]), name) if slug else correction_text.number(w, kind, name)


def house_thing(w: Words, thing: str) -> str:
    """Return the name of a printed thing that may be placed before a seat (`Reportable.things`)."""
    return name_of(w, thing.partition(" ")[2])
