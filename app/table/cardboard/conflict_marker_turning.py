"""The ritual of turning conflict markers to battle by hand, one after the other, after a seat has taken horns.

It is a ceremony, already past in the game and not stored. Where people deal, markers wait for them, and a restarted
table reads from its log whether they do.
"""

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from app.protocol.play_messages import Ritual
from app.protocol.rejection import Rejection
from app.storage.row_codec import LogLine, Move
from app.table.game.match import EmittedEvent

MARKER_SECONDS: Final = 6.0  # from the take, and from each marker on, until the table turns the rest
TURNED_TAG: Final = "markers-turned"  # the event's tag in every game


class _TypeOfEvent(msgspec.Struct, frozen=True):
    """The field that every event has."""

    type: str


class _MarkersTurned(msgspec.Struct, frozen=True):
    """The fields of that event that matter here."""

    seat: int
    count: int
    flipped: int
    tokens: int


def find_ritual(events: Iterable[EmittedEvent]) -> Ritual | None:
    """Return the ritual that these events start, or None."""
    for each in events:
        if each.event.__struct_config__.tag == TURNED_TAG:
            return _build_ritual(msgspec.convert(each.event, _MarkersTurned, from_attributes=True))
    return None


def _build_ritual(turned: _MarkersTurned) -> Ritual:
    markers = tuple(range(turned.flipped - turned.count + 1, turned.flipped + 1))
    return Ritual(seat=turned.seat, open=markers, flipped=turned.flipped, tokens=turned.tokens)


def find_pending_ritual(moves: Iterable[Move], log: Iterable[LogLine], handled: Sequence[int]) -> Ritual | None:
    """Return the ritual that the newest reported line started, unless its seat has confirmed it since.

    `handled`: as in `TableView`.
    """
    found: Ritual | None = None
    rows: set[int] = set()
    for move in moves:
        rows = {move.number} if move.from_people else rows | {move.number}
    for line in log:
        if line.row not in rows or line.undone or msgspec.json.decode(line.event, type=_TypeOfEvent).type != TURNED_TAG:
            continue
        turned = msgspec.json.decode(line.event, type=_MarkersTurned)
        found = _build_ritual(turned) if turned.flipped < turned.tokens and line.number > handled[turned.seat] else None
    return found


def turn_marker(ritual: Ritual, marker: int) -> Ritual | None:
    """Return the ritual after one marker, None if it was the last; raise Rejection `no-marker` if it does not wait."""
    if marker not in ritual.open:
        raise Rejection("no-marker")
    left = tuple(other for other in ritual.open if other != marker)
    return msgspec.structs.replace(ritual, open=left) if left else None
