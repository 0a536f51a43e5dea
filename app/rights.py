"""Who may do what at a table: one table of rights, and the one kind of no that the table says."""

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from app import messages as m
from engine.game import Seat

Role = Literal["screen", "seat", "panel", "bot", "onlooker", "people"]
Facts = Mapping[str, int | str]


class Who(msgspec.Struct, frozen=True):
    """Somebody at the table. `seat` is theirs: a phone's or a bot's own; None for the others."""

    role: Role
    seat: Seat | None = None


SCREEN: Final = Who("screen")
ONLOOKER: Final = Who("onlooker")
PANEL: Final = Who("panel")


class Refusal(Exception):
    """The table says no and has changed nothing. `rule` is a stable slug, `facts` what it speaks of (seats from 1)."""

    def __init__(self, rule: str, facts: Facts | None = None, **more: int | str) -> None:
        super().__init__(rule)
        self.rule = rule
        self.facts: dict[str, int | str] = {**(facts or {}), **more}

    def __str__(self) -> str:
        facts = ", ".join(f"{key}={value}" for key, value in self.facts.items())
        return f"{self.rule} ({facts})" if facts else self.rule


# What each role may wish for at all. Whose seat it may be wished for is said by OWN below.
_ANY_SEAT: Final = frozenset({"screen", "seat"})
_SCREEN: Final = frozenset({"screen"})

MAY: Final[Mapping[type[m.Intent], frozenset[str]]] = {
    m.Act: frozenset({"screen", "seat", "bot"}),
    m.Undo: _ANY_SEAT,
    m.Vote: _ANY_SEAT,
    m.Look: _SCREEN,
    m.Horn: frozenset({"screen", "seat", "panel"}),
    m.SetSeats: _ANY_SEAT,
    m.SetSeat: _ANY_SEAT,
    m.MoveSeat: _ANY_SEAT,
    m.SetGame: _ANY_SEAT,
    m.Start: _ANY_SEAT,
    m.Rematch: _ANY_SEAT,
    m.ToLobby: _ANY_SEAT,
    m.EndEarly: _ANY_SEAT,
    m.LayAside: _ANY_SEAT,
    m.Resume: _ANY_SEAT,
    m.Discard: _ANY_SEAT,
    m.HandOver: _ANY_SEAT,
    m.SetTable: _ANY_SEAT,
    m.Shutdown: _SCREEN,
    m.Ping: frozenset({"screen", "seat", "panel", "bot", "onlooker"}),
}
