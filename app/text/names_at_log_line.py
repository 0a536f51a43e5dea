"""Names of the people at each seat at the time of a log line, so that later players do not get credit for earlier
events.
"""

from collections.abc import Iterable, Sequence

import msgspec

from app.protocol import table_log_events
from app.protocol.log_messages import Line

Takeovers = tuple[tuple[int, int, str], ...]  # seats that were taken over: after which line, which, and whose each was

_decoder = msgspec.json.Decoder(table_log_events.News)


def seat_takeovers(lines: Iterable[Line]) -> Takeovers:
    """Collect changes of seats from log lines, in their order."""
    found = []
    for line in lines:
        if line.row or line.undone or not any(kind in bytes(line.event) for kind in _KINDS):
            continue
        match _decoder.decode(line.event):
            case table_log_events.SeatJoined(seat=seat, bot=bot, before=before) if bot or before:
                found.append((line.number, seat, bot or before or ""))
            case table_log_events.SeatGiven(seat=seat, after=bot) if bot:
                found.append((line.number, seat, bot))
    return tuple(found)


_KINDS = tuple(
    str(kind.__struct_config__.tag).encode() for kind in (table_log_events.SeatJoined, table_log_events.SeatGiven)
)


def names_at(people: Sequence[str], taken: Takeovers, number: int) -> tuple[str, ...]:
    """Return the names of all seats at the time of the line with this number."""
    names = list(people)
    for at, seat, whose in reversed(taken):
        if number < at and seat <= len(names):
            names[seat - 1] = whose
    return tuple(names)
