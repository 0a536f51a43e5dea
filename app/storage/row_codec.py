"""The lines of a game's record and of the log, as they are stored; and a game and a review, as they are read."""

from typing import Final, Literal

import msgspec

from app.protocol.messages import UNTOLD
from app.protocol.rights import Role
from engine.game import CHANCE, Audience, Seat

PEOPLE: Final = ("screen", "seat")  # roles of moves that a person said


# binned: thrown away by people, out: taken out as one of a batch; both can be put back for a day
GameState = Literal["running", "aside", "over", "broken", "deleted", "binned", "out"]

BY_TABLE: Final[Role] = "people"  # of moves that the table said: chance, or there was no choice


class Move(msgspec.Struct, frozen=True):
    """One line of the record, with who said it. `number` counts all moves of a game, undone ones too."""

    number: int
    seat: Seat
    text: str
    role: Role
    by: Seat | None = None  # whose phone or bot said it

    @property
    def from_people(self) -> bool:
        """Whether a person said it, chance too."""
        return self.role in PEOPLE

    @property
    def teller(self) -> int:
        """The seat, from 1, whose phone told it, if it is not that seat's own line; UNTOLD; else 0."""
        if self.role == BY_TABLE and self.seat != CHANCE:
            return UNTOLD
        return 0 if self.by is None or self.by == self.seat else self.by + 1


class LogLine(msgspec.Struct, frozen=True):
    """One event of the log. `row` is the game's row it came from, 0 for news of the table."""

    number: int
    row: int
    audience: Audience
    event: bytes  # JSON
    undone: int = 0  # the log's number when it was struck out; 0: it stands
    by: int = 0  # as `Move.teller`
    changed: int = 0  # the log's number when it became another line; not stored, since a restart tells all anew


class SavedGame(msgspec.Struct, frozen=True):
    """A game as it was stored, with the rows that stand."""

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
        return f"SavedGame({self.number})"  # neither its secret nor its rows


class SavedReview(msgspec.Struct, frozen=True):
    """What a finished game was judged for, as JSON: who was ahead (None: not all is judged yet), and each decision."""

    course: str | None
    accuracy: tuple[int | None, ...]
    judged: tuple[str, ...]


def move_of(number: int, line: str) -> Move:
    """A line of a record, as a row."""
    first, _, rest = line.partition(" ")
    seat, text = (Seat(int(first) - 1), rest) if first.isdecimal() else (CHANCE, line)
    return Move(number, seat, text, "people")


def words_of(audience: Audience) -> str | None:
    return None if audience is None else " ".join(map(str, audience))


def audience_of(words: str | None) -> Audience:
    return None if words is None else tuple(Seat(int(word)) for word in words.split())
