"""Roles of clients, and the seats they may act for.

app/table/intent_list.py lists the rights of each intent.
"""

from collections.abc import Collection
from typing import Final, Literal

import msgspec

from app.protocol.base_messages import Intent
from app.protocol.rejection import Rejection
from engine.game import Seat

Role = Literal["screen", "seat", "panel", "bot", "onlooker", "people"]


class Actor(msgspec.Struct, frozen=True):
    """A sender of intents or reader of views. `seat`: the own one of a phone or bot; None for the others."""

    role: Role
    seat: Seat | None = None


SCREEN: Final = Actor("screen")
ONLOOKER: Final = Actor("onlooker")
PANEL: Final = Actor("panel")

# The relation of a phone (or bot) to a seat. `own`; `away`: held by a disconnected phone; `gone`: by one that has been
# away for a while, or that all others agree has left; `open`: not held by a phone; `held`: held by another connected
# phone. The screen may act for every seat.
Relation = Literal["own", "away", "gone", "open", "held"]
Relations = frozenset[Relation]
OWN_SEAT: Final[Relations] = frozenset({"own"})


class Reach(msgspec.Struct, frozen=True):
    """The seats for which a phone may send an intent: in a game and in the lobby, with a screen and headless.

    Headless, phones act for absent people as the screen would.
    """

    game: Relations = OWN_SEAT
    lobby: Relations = OWN_SEAT
    headless_game: Relations = OWN_SEAT
    headless_lobby: Relations = OWN_SEAT

    def relations(self, *, in_lobby: bool, headless: bool) -> Relations:
        if headless:
            return self.headless_lobby if in_lobby else self.headless_game
        return self.lobby if in_lobby else self.game


def check_role(who: Actor, kind: type[Intent], roles: Collection[Role]) -> None:
    """Check the client's role; raise Rejection `rights` if it is not among these."""
    if who.role not in roles:
        raise Rejection("rights", what=tag(kind))


def check_seat(who: Actor, seat: Seat, relation: Relation, reach: Relations) -> None:
    """Check the client's right to a seat; raise Rejection `not-your-seat`, or `just-away` if it gets it once `gone`."""
    if who.role == "screen" or relation in reach:
        return
    if relation == "away" and "gone" in reach:
        raise Rejection("just-away", seat=seat + 1)
    raise Rejection("not-your-seat", seat=seat + 1)


def tag(kind: type[Intent]) -> str:
    """Return the wire tag of an intent (its `type`)."""
    return str(kind.__struct_config__.tag)
