"""Durations of openings and ceremonies: bots wait for them, and both surfaces show them for that long.

A conflict or a reveal stays on the screen for longer (`INTERLUDE_SECONDS`) than bots wait for it. People never wait:
they act at any time, and a tap on the screen skips to the end.
"""

from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from app.protocol.log_messages import TURN
from app.protocol.play_messages import Opening
from app.protocol.table_log_events import GameBegan

OPENING_SECONDS: Final[Mapping[str, float]] = {"wonders": 3.0, "turning": 1.8, "found": 1.2}  # by step of an opening
INTERLUDE_SECONDS: Final = 8.0  # seconds a reveal or a conflict stays on the screen unless touched
REPEAT_TURN_SECONDS: Final = 1.2  # seconds of another turn by the same seat
SHIELDS_SECONDS: Final = 0.9  # seconds from a conflict's shields to its result
# Events with a conflict's result.
CONFLICTS: Final = frozenset({"conflict-fought", "conflict-settled", "military-token"})
CEREMONY_SECONDS: Final[Mapping[str, float]] = {  # seconds by type of event, in any game
    "stage-built": 1.2,
    "wonder-built": 1.2,
    "cat-moved": 0.8,
    "token-taken": 0.8,
    "military-token": 0.8,
    "medal-taken": 1.2,
    "age-began": 2.2,
    "hand-dealt": 2.2,
    "conflict-fought": 4.0,
    "conflict-settled": 4.0,
}


class _Turn(msgspec.Struct, frozen=True):
    """The field of a turn that marks another one by the same seat, in games that have such turns."""

    again: bool = False


def fights(event: msgspec.Struct) -> bool:
    """Check that an event reports a conflict's result, and so waits for the shields' animation."""
    return event.__struct_config__.tag in CONFLICTS


def lasts(event: msgspec.Struct) -> float:
    """Return the seconds that an event is shown; 0 without a ceremony."""
    kind = str(event.__struct_config__.tag)
    if kind == TURN:
        return REPEAT_TURN_SECONDS if msgspec.convert(event, _Turn, from_attributes=True).again else 0.0
    return CEREMONY_SECONDS.get(kind, 0.0)


def is_ceremony_of(event: msgspec.Struct, seat: int) -> bool:
    """Check that an event has a ceremony for a seat: its own, or one for everybody."""
    return lasts(event) > 0 and getattr(event, "seat", seat) == seat


def longest(events: Iterable[msgspec.Struct]) -> float:
    """Return the seconds that simultaneous events are shown."""
    return max(map(lasts, events), default=0.0)


def first_opening(began: GameBegan) -> Opening:
    """Return the first step of the opening of a game that has just begun."""
    first = Opening("wonders", began.first)
    return first if began.identities else _next_step(first)


def next_opening(shown: Opening) -> Opening | None:
    """Return the next step of an opening; None at its end."""
    return None if shown.step == "found" else _next_step(shown)


def _next_step(shown: Opening) -> Opening:
    turns = shown.step == "wonders" and shown.first
    return msgspec.structs.replace(shown, step="turning" if turns else "found")
