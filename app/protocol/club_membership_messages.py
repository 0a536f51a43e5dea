"""Messages about the table's membership in a club (`table_to_club_messages.py` has the others)."""

from typing import Literal

import msgspec

from app.protocol.base_messages import Intent


class JoinClub(Intent, frozen=True, tag="join-club"):
    """Join the club that issued this code; TableView.club reports the progress.

    `address`: the club's; "": the one announced in this network. The club receives games from now on. With `scan` both
    are ignored: the organiser of the club in this network scans the code on show.
    """

    code: str = ""
    address: str = ""
    scan: bool = False

    def __repr__(self) -> str:
        return "JoinClub()"


class TellClub(Intent, frozen=True, tag="tell-club"):
    """Send all earlier games to the club, too."""


class LeaveClub(Intent, frozen=True, tag="leave-club"):
    """Leave the club. It keeps the games it has."""


class UseRelay(Intent, frozen=True, tag="use-relay"):
    """Let friends who are far away reach the table through the club, until it is switched off or restarted.

    TableView.network reports the progress. The club's computer can read what they see and do.
    """

    on: bool


class ClubStatus(msgspec.Struct, frozen=True):
    """The table's state in its club. `waiting`: games not yet sent to the club.

    `scan`: a URL for the club's organiser to accept the table, while it waits for that. Contains no secret.
    """

    how: Literal["joining", "in", "away", "failed"]
    name: str = ""
    waiting: int = 0
    why: str = ""  # the code of a refusal
    scan: str = ""


class DealtRound(msgspec.Struct, frozen=True):
    """A round of the club's tournament."""

    tournament: str  # its name
    number: int
