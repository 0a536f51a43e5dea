"""Messages between a table and its club, as JSON over HTTP (docs/protocol.md)."""

import hashlib
import secrets
from typing import Annotated, Final, NamedTuple, Self

import msgspec

from app.protocol.results import SEATS, Archived

FORMAT: Final = 1
SERVICE: Final = "_wonder-club._tcp.local."  # the mDNS service of a club
PORT: Final = 8090  # a club's default port
DIGITS: Final = 8  # of a join code
GOOD: Final = 600.0  # seconds in which a join code is valid
ORGANISER: Final = "/organiser"  # the path of the organiser's pages
BATCH: Final = 20  # games in one message, at most
LARGEST: Final = 4 << 20  # bytes of a message with games, at most
SMALL: Final = 64 << 10  # bytes of any other body, and of every body before its key is verified

Seat = Annotated[int, msgspec.Meta(ge=1, le=SEATS)]
Id = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{1,64}\Z")]
Version = Annotated[int, msgspec.Meta(ge=1, le=(1 << 53) - 1)]  # what every JSON parser reads exactly
Timestamp = Annotated[float, msgspec.Meta(ge=0, le=1e11)]  # seconds since 1970


class ClubHere(msgspec.Struct, frozen=True):
    """A club's public identity (GET /here)."""

    club: str  # its id
    name: str
    format: int = FORMAT


class ClubJoinRequest(NamedTuple):
    """A table's request to join. What it shows contains only the hash of the code; the code itself stays private."""

    code: str

    @classmethod
    def create(cls) -> Self:
        return cls(secrets.token_urlsafe(16))

    def __repr__(self) -> str:
        return "ClubJoinRequest()"

    @property
    def code_hash(self) -> str:
        """SHA-256 of the code, hexadecimal."""
        return hashlib.sha256(self.code.encode()).hexdigest()

    def address(self, club: str) -> str:
        """Return the URL where the club's organiser accepts this request."""
        return f"{club}{ORGANISER}?table={self.code_hash}"


class JoinsClub(msgspec.Struct, frozen=True):
    """A request to join, with a code that the organiser made or one of the table's own that was accepted (POST
    /tables).
    """

    code: Annotated[str, msgspec.Meta(max_length=64)]
    table: Id
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    format: int = FORMAT

    def __repr__(self) -> str:
        return "JoinsClub()"


class JoinedClub(msgspec.Struct, frozen=True):
    """The answer to an accepted request. `key`: authenticates the table from now on."""

    key: str
    club: str
    name: str

    def __repr__(self) -> str:
        return "JoinedClub()"


class GameNews(msgspec.Struct, frozen=True):
    """One version of a game in a table's history. The highest `version` of a game wins.

    `game` None: it is no longer in the history. `members`: club members by seat; None: unchanged.
    """

    id: str
    version: Version
    game: Archived | None
    members: Annotated[dict[Seat, Id], msgspec.Meta(max_length=SEATS)] | None = None


class GamesUpload(msgspec.Struct, frozen=True):
    """New versions of a table's games (POST /games). `at`: the table's clock, in seconds since 1970."""

    games: Annotated[tuple[GameNews, ...], msgspec.Meta(max_length=BATCH)]
    format: int = FORMAT
    at: Timestamp | None = None


class GamesUploadAnswer(msgspec.Struct, frozen=True):
    """The answer to uploaded games: all are stored except those named here.

    `behind`: games of which the club has a higher version, and that version. `unfit`: invalid games, and those of
    another table.
    """

    behind: dict[str, int] = {}
    unfit: tuple[str, ...] = ()


class ClubRefusal(msgspec.Struct, frozen=True, omit_defaults=True):
    """A refusal. `code`: wrong-code, too-many (of them), ended (the key), newer, full, away (the database), message,
    unfit (a value is out of range, and `why` says which, in English).
    """

    code: str
    why: str = ""


class Membership(msgspec.Struct, frozen=True):
    """A table's stored membership of its club."""

    address: str  # http://192.168.1.5:8090
    club: str
    name: str
    key: str
    pin: str = ""  # SHA-256 of the club's certificate, hexadecimal, if no known authority signed it

    def __repr__(self) -> str:
        return f"Membership({self.club})"
