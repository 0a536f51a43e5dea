"""What one commit of the table brings: worked out on copies, stored as one, and true only after that."""

from collections.abc import Callable

import msgspec

from app.storage.database import Write
from app.storage.rows import LogLine
from app.table.dealer import Dealer
from app.table.log import Log
from app.table.match import Play, Step
from app.table.state import Kept
from engine.game import Event, Seat


class Vote(msgspec.Struct, frozen=True):
    """Seat `seat` would like to take back `row`, and `open` have not answered. Not stored: a restart ends it."""

    row: int
    seat: Seat
    open: frozenset[Seat]


class Change:
    """A new `kept`, and what goes with it. A vote that goes on is handed in; else it ends."""

    __slots__ = (
        "answered",
        "dealer",
        "kept",
        "last",
        "log",
        "news",
        "play",
        "rewritten",
        "stands",
        "step",
        "told",
        "undone",
        "vote",
        "writes",
    )

    def __init__(self, kept: Kept, vote: Vote | None = None) -> None:
        self.kept = kept
        self.vote = vote
        self.news: list[Event] = []
        self.writes: list[Callable[[Write], None]] = []  # of whole games, before all else
        # of the game on the table
        self.step: Step | None = None
        self.answered: Seat | None = None  # whose question is answered
        self.undone: frozenset[int] = frozenset()  # rows
        self.stands: int | None = None  # questions opened after this row are asked anew
        self.last: int | None = None  # the row after which new questions count as opened; None: the newest
        self.told: tuple[LogLine, ...] = ()  # lines for the end of the log, yet without numbers
        self.rewritten: tuple[LogLine, ...] = ()  # lines of the log that tell something else now
        # another game, or the same without what was undone
        self.play: Play | None = None
        self.dealer: Dealer | None = None
        self.log: Log | None = None
