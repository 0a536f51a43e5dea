"""Who somebody at the table is, for whose seat they may speak, and the one kind of no that the table says.

Which intent is whose stands in app/table/intents.py.
"""

from collections.abc import Collection, Mapping
from typing import Final, Literal

import msgspec

from app.protocol import messages
from engine.game import Seat

Role = Literal["screen", "seat", "panel", "bot", "onlooker", "people"]
Params = Mapping[str, int | str]


class Who(msgspec.Struct, frozen=True):
    """Somebody at the table. `seat` is theirs: a phone's or a bot's own; None for the others."""

    role: Role
    seat: Seat | None = None


SCREEN: Final = Who("screen")
ONLOOKER: Final = Who("onlooker")
PANEL: Final = Who("panel")


class Rejected(Exception):
    """The table says no and has changed nothing. `code` is a stable slug, `params` what it speaks of (seats from 1)."""

    def __init__(self, code: str, params: Params | None = None, **more: int | str) -> None:
        super().__init__(code)
        self.code = code
        self.params: dict[str, int | str] = {**(params or {}), **more}

    def __str__(self) -> str:
        params = ", ".join(f"{key}={value}" for key, value in self.params.items())
        return f"{self.code} ({params})" if params else self.code


# ---- rights ----------------------------------------------------------------------------------------------

# Whose seat a phone (or a bot) may speak for. `own`; `away`: held by a phone that is not connected; `gone`: by one that
# is not for long, or of which all others say so; `open`: not held by a phone; `held`: held by a connected phone of
# somebody else. The screen may speak for every seat.
Relation = Literal["own", "away", "gone", "open", "held"]
Relations = frozenset[Relation]
OWN: Final[Relations] = frozenset({"own"})


class Reach(msgspec.Struct, frozen=True):
    """For whose seats a phone may say an intent: in a game and in the lobby, with a screen and headless.

    Headless, phones do what is the screen's otherwise, for who is away.
    """

    game: Relations = OWN
    lobby: Relations = OWN
    headless_game: Relations = OWN
    headless_lobby: Relations = OWN

    def now(self, *, in_lobby: bool, headless: bool) -> Relations:
        if headless:
            return self.headless_lobby if in_lobby else self.headless_game
        return self.lobby if in_lobby else self.game


def check_role(who: Who, kind: type[messages.Intent], roles: Collection[Role]) -> None:
    """Rejected `rights` for whoever is none of these."""
    if who.role not in roles:
        raise Rejected("rights", what=tag(kind))


def check_seat(who: Who, seat: Seat, relation: Relation, reach: Relations) -> None:
    """Rejected `not-your-seat` if they may not speak for this seat, `just-away` if they may once it is `gone`."""
    if who.role == "screen" or relation in reach:
        return
    if relation == "away" and "gone" in reach:
        raise Rejected("just-away", seat=seat + 1)
    raise Rejected("not-your-seat", seat=seat + 1)


def tag(kind: type[messages.Intent]) -> str:
    """The `type` of an intent on the wire."""
    return str(kind.__struct_config__.tag)
