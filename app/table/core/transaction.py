"""A transaction: the changes of one commit, computed on copies and stored together."""

from collections.abc import Callable

import msgspec

from app.protocol.play_messages import Cue
from app.protocol.rejection import Rejection
from app.protocol.settings_messages import Settings
from app.storage.commit_writer import Write
from app.storage.row_codec import LogLine
from app.table.core.pin_and_confirmations import Host
from app.table.core.table_state import RunningVote, TableState
from app.table.game.chance_dealer import Dealer
from app.table.game.game_log import Log
from app.table.game.match import Match, MoveResult, OpenQuestion
from engine.game import Event, Seat


class Immediate(msgspec.Struct, frozen=True):
    """A change that takes effect although nothing is stored. `run` returns True if readers see a difference."""

    run: Callable[[], bool]


class EnteredValues(msgspec.Struct, frozen=True):
    """An owner's file of corrected values before and after a change, and their text in a record's header."""

    game: str
    before: str
    text: str
    overrides: str


class Transaction:
    """A new state of the table with its events and writes. A running vote ends unless it is passed in.

    `settings`, `entered`, `host`, `agreed_gone`, `cues` and `scrub` are not part of the commit: settings, corrected
    values and the PIN have files of their own, written before it; the others are applied after it.
    """

    __slots__ = (
        "added", "agreed_gone", "answered", "cues", "dealer", "entered", "hinted", "holds_unstored", "host",
        "keep_questions_to_move", "log", "match", "new_questions_since_move", "news", "refusal", "result", "rewritten",
        "scrub", "settings", "state", "undone", "vote", "writes",
    )  # fmt: skip

    def __init__(self, state: TableState, vote: RunningVote | None = None) -> None:
        self.state = state
        self.vote = vote
        self.news: list[Event] = []
        self.writes: list[Callable[[Write], None]] = []  # of whole games, before all else
        # of the game on the table
        self.result: MoveResult | None = None
        self.answered: Seat | None = None  # whose question is answered
        self.undone: frozenset[int] = frozenset()  # numbers of moves
        self.keep_questions_to_move: int | None = None  # later ones are asked again (-1: all); None: to the newest
        self.new_questions_since_move: int | None = None  # they count as opened after this move; None: the newest
        self.added: tuple[LogLine, ...] = ()  # lines to append to the log, still without numbers
        self.rewritten: tuple[LogLine, ...] = ()  # replacements of lines of the log
        # another game, or the same without what was undone
        self.match: Match | None = None
        self.dealer: Dealer | None = None
        self.log: Log | None = None
        # around the commit
        self.settings: Settings | None = None
        self.entered: EnteredValues | None = None
        self.host: Host | None = None  # after a PIN was given, set or forgotten
        self.holds_unstored = False  # it holds even if it cannot be stored
        self.refusal: Rejection | None = None  # raised once this has been committed
        self.agreed_gone: tuple[str, frozenset[int]] | None = None  # a phone's hashed key, and chairs that report it
        self.hinted: OpenQuestion | None = None  # a hint was requested about it
        self.cues: list[Cue] = []
        self.scrub = False  # deleted data is overwritten on the disk
