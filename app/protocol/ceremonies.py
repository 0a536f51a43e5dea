"""How long each ceremony lasts, in seconds: bots wait for it, and the screen and the phones show it for so long.

Nobody else waits. People act when they like, and a tap on the screen lets everything arrive.
"""

from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from app.protocol.messages import TURN, Opening
from app.protocol.news import GameBegan

STEPS: Final[Mapping[str, float]] = {"wonders": 3.0, "turning": 1.8, "found": 1.2}  # of an opening
STAYS: Final = 8.0  # what came to light, or a conflict, on the screen, unless it is touched
AGAIN: Final = 1.2  # a turn that follows one of the same seat's
MEETS: Final = 0.9  # shields in a conflict, before it is shown what that brought
CONFLICTS: Final = frozenset({"conflict-fought", "conflict-settled", "military-token"})  # what it brought, by kind
EVENTS: Final[Mapping[str, float]] = {  # by kind, in any game
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
    """The field of a turn that tells whether it is another one of the same seat's, in games that have such."""

    again: bool = False


def fights(event: msgspec.Struct) -> bool:
    """Whether an event tells what a conflict brought, and so waits for its shields."""
    return event.__struct_config__.tag in CONFLICTS


def lasts(event: msgspec.Struct) -> float:
    """How long an event is shown; 0 where there is no ceremony."""
    kind = str(event.__struct_config__.tag)
    if kind == TURN:
        return AGAIN if msgspec.convert(event, _Turn, from_attributes=True).again else 0.0
    return EVENTS.get(kind, 0.0)


def concerns(event: msgspec.Struct, seat: int) -> bool:
    """Whether there is a ceremony for a seat: its own, or everybody's."""
    return lasts(event) > 0 and getattr(event, "seat", seat) == seat


def longest(events: Iterable[msgspec.Struct]) -> float:
    """How long things that happen at once are shown: they begin together."""
    return max(map(lasts, events), default=0.0)


def opening(began: GameBegan) -> Opening:
    """The first step of the opening of a game that has just begun."""
    first = Opening("wonders", began.first)
    return first if began.identities else _after(first)


def following(shown: Opening) -> Opening | None:
    """The next step of an opening; None: it is over."""
    return None if shown.step == "found" else _after(shown)


def _after(shown: Opening) -> Opening:
    turns = shown.step == "wonders" and shown.first
    return msgspec.structs.replace(shown, step="turning" if turns else "found")
