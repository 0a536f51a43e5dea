"""The state of a table besides its game, as one frozen value that is stored whole with every commit."""

from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from app.protocol.results import Daily
from app.protocol.teaching_messages import Fact
from app.table.cardboard.line_correction import Correction
from app.table.core.change_records import ListedChange
from app.table.game.match import OpenQuestion
from app.table.lobby.game_agreement import Lobby
from app.table.lobby.seating import Chairs
from engine.game import Seat

Phase = Literal["lobby", "game", "over"]


class TaughtIdea(msgspec.Struct, frozen=True, array_like=True):
    """An idea that was taught in a guided game. `seat` 0: to everybody; `move`: the newest valid one at that time."""

    id: str
    seat: int
    move: int
    facts: dict[str, Fact]


class RunningVote(msgspec.Struct, frozen=True):
    """A vote that `seat` started; the seats in `open` have not answered.

    It is about undoing `row`, or, with `leave`, about leaving the game, whose newest row that is.
    """

    row: int
    seat: Seat
    open: frozenset[Seat]
    leave: Literal["aside", "early"] | None = None


class WrongPin(msgspec.Struct, frozen=True, array_like=True):
    """A wrong PIN from the phone of a chair, and when, as `lived` counts."""

    chair: int
    at: float


class GameFacts(msgspec.Struct, frozen=True, kw_only=True):
    """Facts about the game on the table that stay true while it is suspended."""

    first: int | None = None  # the seat that began, from 1
    daily: Daily | None = None  # the game is the deal of that day
    dealt: str = ""  # the mark of the club's deal, for a round of a tournament, with which it was begun
    guided: bool | None = None  # it teaches; None: there is no game
    taught_ideas: tuple[TaughtIdea, ...] = msgspec.field(default=(), name="told")  # in it, in order
    chosen: bool = False  # its deal was chosen for what it teaches

    def game_facts(self) -> dict[str, Any]:
        """Return these facts by name, for the table that suspends the game and the one that resumes it."""
        return {name: getattr(self, name) for name in GameFacts.__struct_fields__}


class TableState(GameFacts, frozen=True):
    """The table between two commits. Its counters only grow."""

    table: str  # the table's id
    chairs: Chairs
    lobby: Lobby
    today: tuple[ListedChange, ...] = ()  # what was changed within a day, the oldest first
    change_count: int = 0  # changes ever numbered
    phase: Phase = "lobby"
    game: int = 0  # the game on the table; 0 in the lobby
    early: bool = False  # it was ended early
    questions: tuple[OpenQuestion, ...] = msgspec.field(default=(), name="asked")
    chair_count: int = 0  # chairs ever numbered
    game_count: int = 0
    question_count: int = 0
    log_end: int = 0
    log_begin: int = 0  # lines up to this number are not of the log on the table
    correction: Correction | None = None  # of a line of the game, not yet in it
    locked: bool = False  # nobody new sits down
    lived: float = 0.0  # seconds for which the table has run, in all its processes, until this was stored
    handled: tuple[int, ...] = ()  # in track, the newest lines of which people have said that they are done
    ticked: tuple[str, ...] = ()  # things of the box that are laid out, or after the end put away
    stored_deal: int | None = None  # index of the stored deal that was dealt last; as secret as that game's cards
    vote: RunningVote | None = None  # what one seat asks of the others
    wrong_pins: tuple[WrongPin, ...] = ()  # of the last hour, in order
    copied: bool = False  # its card has come from another computer, and nobody has said yet whether it is a copy


def keep_rarely_changing(state: TableState) -> TableState:
    """Drop what nearly every action changes, so that results computed from the rest can be cached."""
    return replace(
        state,
        questions=(),
        question_count=0,
        log_end=0,
        correction=None,
        lived=0.0,
        handled=(),
        taught_ideas=(),
        vote=None,
    )


class SuspendedGame(GameFacts, frozen=True, kw_only=True):
    """The note that is stored with a suspended game."""

    chairs: Chairs
    lobby: Lobby
    seats: tuple[str, ...]  # names or wonders
    turn: int
    guided: bool | None = False  # also where an old note lacks it
    age: int = 0  # of a game that counts turns in each age; 0 in a note of an earlier version, which counts all turns
