"""Who may do what at a table: one table of rights, and the one kind of no that the table says."""

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from app.protocol import messages as m
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


# ---- the table of rights ---------------------------------------------------------------------------------

_ALL: Final[frozenset[Role]] = frozenset({"screen", "seat"})
_SCREEN: Final[frozenset[Role]] = frozenset({"screen"})
_READERS: Final[frozenset[Role]] = frozenset({"screen", "seat", "onlooker"})

MAY: Final[Mapping[type[m.Intent], frozenset[Role]]] = {
    m.Act: frozenset({"screen", "seat", "bot"}),
    m.Undo: _ALL,
    m.Correct: _ALL,
    m.GoOnFrom: _ALL,
    m.Vote: _ALL,
    m.Look: _SCREEN,
    m.Horn: frozenset({"screen", "seat", "panel"}),
    m.Enter: _ALL,
    m.TurnMarker: frozenset({"screen", "seat", "panel"}),
    m.SetSeats: _ALL,
    m.SetSeat: _ALL,
    m.MoveSeat: _ALL,
    m.SetGame: _ALL,
    m.Start: _ALL,
    m.Rematch: _ALL,
    m.ToLobby: _ALL,
    m.EndEarly: _ALL,
    m.LayAside: _ALL,
    m.Resume: _ALL,
    m.Discard: _ALL,
    m.HandOver: _ALL,
    m.SetTable: _ALL,
    m.Recall: _READERS,
    m.LookBack: _READERS,
    m.MergePeople: _ALL,
    m.ForgetPerson: _ALL,
    m.Shutdown: _SCREEN,
    m.Press: _SCREEN,
    m.TryPart: _SCREEN,
    m.Diagnose: _SCREEN,
}

# In track: who tells, whatever it is and whoever's it is.
TELLS: Final[frozenset[Role]] = _ALL

# Whose seat a phone (or a bot) may speak for. `own`; `away`: held by a phone that is not connected; `gone`: by one that
# is not for long, or of which all others say so; `open`: not held by a phone; `held`: held by a connected phone of
# somebody else. The screen may speak for every seat.
Relation = Literal["own", "away", "gone", "open", "held"]
_OWN: Final[frozenset[Relation]] = frozenset({"own"})


def check(who: Who, kind: type[m.Intent]) -> None:
    """Refusal `rights` if this role may not wish for such a thing at all."""
    if who.role not in MAY.get(kind, ()):
        raise Refusal("rights", what=tag(kind))


def check_tells(who: Who) -> None:
    """Refusal `rights` for who does not sit at a table where people deal."""
    if who.role not in TELLS:
        raise Refusal("rights", what=tag(m.Act))


def check_seat(
    who: Who, kind: type[m.Intent], seat: Seat, relation: Relation, *, in_lobby: bool = False, headless: bool = False
) -> None:
    """Refusal `not-your-seat` if they may not wish for it at this seat, `just-away` if they may once it is `gone`."""
    reach = _reach(kind, in_lobby=in_lobby, headless=headless)
    if who.role != "screen" and relation not in reach:
        raise Refusal("just-away" if relation == "away" and "gone" in reach else "not-your-seat", seat=seat + 1)


def _reach(kind: type[m.Intent], *, in_lobby: bool, headless: bool) -> frozenset[Relation]:
    """Whose seats a phone may wish this for. Headless, phones do what is the screen's otherwise, for who is away."""
    if headless and kind in (m.HandOver, m.SetSeat) and not in_lobby:  # with a seat goes its hand
        return frozenset({"own", "gone", "open"})
    if headless and kind in (m.Vote, m.HandOver, m.SetSeat):
        return frozenset({"own", "away", "gone", "open"})
    if kind is m.Vote:
        return frozenset({"own", "away", "gone"})
    if kind is m.SetSeat and in_lobby:
        return frozenset({"own", "open"})
    return _OWN


def tag(kind: type[m.Intent]) -> str:
    """The `type` of an intent on the wire."""
    return str(kind.__struct_config__.tag)
