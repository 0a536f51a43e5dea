"""Stored forms of record rows, log lines, games and reviews."""

from typing import Final, Literal

import msgspec

from app.protocol.client_rights import Role
from app.protocol.log_messages import AUTOMATIC
from engine.game import CHANCE, Audience, Seat

PEOPLE: Final = ("screen", "seat")  # roles of people


# binned: thrown away by people, out: taken out as one of a batch; both can be put back for a day
GameState = Literal["running", "aside", "over", "broken", "deleted", "binned", "out"]

BY_TABLE: Final[Role] = "people"  # role of the table's moves: chance, or no alternative


class Move(msgspec.Struct, frozen=True):
    """A row of the record, with its sender. `number` counts all moves of a game, undone ones too."""

    number: int
    seat: Seat
    text: str
    role: Role
    by: Seat | None = None  # the seat of the phone or bot that sent it

    @property
    def from_people(self) -> bool:
        """True if a person sent it, also for chance."""
        return self.role in PEOPLE

    @property
    def teller(self) -> int:
        """The seat (from 1) whose phone reported another seat's move; AUTOMATIC; otherwise 0."""
        if self.role == BY_TABLE and self.seat != CHANCE:
            return AUTOMATIC
        return 0 if self.by is None or self.by == self.seat else self.by + 1


class LogLine(msgspec.Struct, frozen=True):
    """An event of the log. `row`: the game's row it came from, 0 for news of the table."""

    number: int
    row: int
    audience: Audience
    event: bytes  # JSON
    undone: int = 0  # the log's number when it was struck out; 0: valid
    by: int = 0  # as `Move.teller`
    changed: int = 0  # the log's number when it was replaced; not stored, since a restart resends all


class SavedGame(msgspec.Struct, frozen=True):
    """A stored game with its valid rows."""

    number: int
    kind: str
    header: dict[str, str]
    keep: bool
    state: GameState
    secret: bytes
    moves: tuple[Move, ...]
    last_move: int
    note: bytes | None

    def __repr__(self) -> str:
        return f"SavedGame({self.number})"  # without secret and rows


class SavedReview(msgspec.Struct, frozen=True):
    """A stored review, as JSON: the course of the game (None: unfinished), and each judged decision."""

    course: str | None
    accuracy: tuple[int | None, ...]
    judged: tuple[str, ...]


def move_of(number: int, line: str) -> Move:
    """Parse a line of a record as a row."""
    first, _, rest = line.partition(" ")
    seat, text = (Seat(int(first) - 1), rest) if first.isdecimal() else (CHANCE, line)
    return Move(number, seat, text, "people")


def words_of(audience: Audience) -> str | None:
    return None if audience is None else " ".join(map(str, audience))


def audience_of(words: str | None) -> Audience:
    return None if words is None else tuple(Seat(int(word)) for word in words.split())
