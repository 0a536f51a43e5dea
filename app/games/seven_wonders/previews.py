"""What an answer in 7 Wonders would come to as if nobody else chose, for whoever would say it."""

from collections.abc import Iterator, Sequence

import msgspec

from app.games.seven_wonders import printed_names
from app.shown.play import previews
from app.shown.play.previews import Change
from app.text.languages import Words
from engine.seven_wonders.view import View


class SevenAhead(msgspec.Struct, frozen=True):
    """What it would change."""

    seat: int  # that would do it
    changes: tuple[Change, ...]
    shields: int  # it would have so many
    more: int  # of them, that come by it


def foreseen(before: View, after: View, seat: int) -> SevenAhead:
    """What is different in the view that the table foresees."""
    was, now = before.seats[seat - 1], after.seats[seat - 1]
    changes = previews.changes(before.seats, after.seats)
    return SevenAhead(seat, changes, now.shields, now.shields - was.shields)


def told(w: Words, it: SevenAhead, people: Sequence[str]) -> Iterator[str]:
    """What it would change, in short lines."""
    yield from previews.told(w, it.changes, people, printed_names.category)
    if it.more > 0:
        yield w.ngettext("Then {n} shield in all", "Then {n} shields in all", it.shields)
