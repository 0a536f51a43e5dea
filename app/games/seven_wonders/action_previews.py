"""Previews of a choice in 7 Wonders as if nobody else chose, for its seat only."""

from collections.abc import Iterator, Sequence

import msgspec

from app.games.seven_wonders import printed_names
from app.shown.play import previews
from app.shown.play.previews import Change
from app.text.translation import Words
from engine.seven_wonders.view_json import View


class SevenAhead(msgspec.Struct, frozen=True):
    """The changes that a choice would cause."""

    seat: int  # that would do it
    changes: tuple[Change, ...]
    shields: int  # it would have so many
    more: int  # of them, that come by it


def compare_views(before: View, after: View, seat: int) -> SevenAhead:
    """Return the differences between the current view and the predicted one."""
    was, now = before.seats[seat - 1], after.seats[seat - 1]
    changes = previews.changes(before.seats, after.seats)
    return SevenAhead(seat, changes, now.shields, now.shields - was.shields)


def describe_changes(w: Words, preview: SevenAhead, people: Sequence[str]) -> Iterator[str]:
    """Describe the changes in short lines."""
    yield from previews.change_lines(w, preview.changes, people, printed_names.category)
    if preview.more > 0:
        yield w.ngettext("Then {n} shield in all", "Then {n} shields in all", preview.shields)
