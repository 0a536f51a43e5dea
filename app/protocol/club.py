"""What a table and its club say to one another, as JSON over HTTP (docs/protocol.md)."""

import hashlib
import secrets
from typing import Annotated, Final, NamedTuple, Self

import msgspec

from app.protocol.results import SEATS, Archived

FORMAT: Final = 1
SERVICE: Final = "_wonder-club._tcp.local."  # as a club is announced
PORT: Final = 8090  # where a club is, unless its address says otherwise
DIGITS: Final = 8  # of a code with which a table joins
GOOD: Final = 600.0  # seconds for which one is good
ORGANISER: Final = "/organiser"  # where a club's organiser begins
BATCH: Final = 20  # games in one message, at most
LARGEST: Final = 4 << 20  # bytes of a message with games, at most
SMALL: Final = 64 << 10  # bytes of any other body, and of every body before its key is verified

Seat = Annotated[int, msgspec.Meta(ge=1, le=SEATS)]
Id = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{1,64}\Z")]
Version = Annotated[int, msgspec.Meta(ge=1, le=(1 << 53) - 1)]  # what every JSON parser reads exactly
Moment = Annotated[float, msgspec.Meta(ge=0, le=1e11)]  # seconds since 1970


class ClubHere(msgspec.Struct, frozen=True):
    """Which club this is: what anybody may ask (GET /here)."""

    club: str  # its id
    name: str
    format: int = FORMAT


class AsksClub(NamedTuple):
    """A table asks to be let in: what it shows says only the hash of the code, which it keeps to itself."""

    code: str

    @classmethod
    def begun(cls) -> Self:
        return cls(secrets.token_urlsafe(16))

    def __repr__(self) -> str:
        return "AsksClub()"

    @property
    def shown(self) -> str:
        """SHA-256, hexadecimal."""
        return hashlib.sha256(self.code.encode()).hexdigest()

    def address(self, club: str) -> str:
        """Where a club's organiser lets it in."""
        return f"{club}{ORGANISER}?table={self.shown}"


class JoinsClub(msgspec.Struct, frozen=True):
    """A table joins, by a code that the organiser has made, or one of its own that was let in (POST /tables)."""

    code: Annotated[str, msgspec.Meta(max_length=64)]
    table: Id
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    format: int = FORMAT

    def __repr__(self) -> str:
        return "JoinsClub()"


class JoinedClub(msgspec.Struct, frozen=True):
    """It is in. `key`: with it the table says who it is, from now on."""

    key: str
    club: str
    name: str

    def __repr__(self) -> str:
        return "JoinedClub()"


class GameNews(msgspec.Struct, frozen=True):
    """How a game of a table's history stands. Of two about one game that of the higher `version` holds.

    `game` None: it is none of the history any more. `members`: who of the club's sat there, by seat; None: nothing new
    is known of that.
    """

    id: str
    version: Version
    game: Archived | None
    members: Annotated[dict[Seat, Id], msgspec.Meta(max_length=SEATS)] | None = None


class ToldGames(msgspec.Struct, frozen=True):
    """What a table has to tell (POST /games). `at`: what its clock says, in seconds since 1970."""

    games: Annotated[tuple[GameNews, ...], msgspec.Meta(max_length=BATCH)]
    format: int = FORMAT
    at: Moment | None = None


class TakenGames(msgspec.Struct, frozen=True):
    """All of it is stored, but for those named here.

    `behind`: games of which a higher version is here, and which. `unfit`: those that are no game, or another table's.
    """

    behind: dict[str, int] = {}
    unfit: tuple[str, ...] = ()


class No(msgspec.Struct, frozen=True, omit_defaults=True):
    """A refusal. `code`: wrong-code, too-many (of them), ended (the key), newer, full, away (the database), message,
    unfit (a value is out of range, and `why` says which, in English).
    """

    code: str
    why: str = ""


class Membership(msgspec.Struct, frozen=True):
    """What a table keeps of its club."""

    address: str  # http://192.168.1.5:8090
    club: str
    name: str
    key: str
    pin: str = ""  # SHA-256 of the club's certificate, hexadecimal, where it is good by no authority that is known here

    def __repr__(self) -> str:
        return f"Membership({self.club})"
