"""UI state of the screen that the table does not know: open panels, scroll positions, notices and deadlines."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Self, TypeAlias

import msgspec

from app.history.statistics import ALL_GAMES, GameFilter
from app.protocol import history_messages
from app.protocol.base_messages import Intent
from app.protocol.results import FinishedGame
from app.screen.state.end_sequence import EndSequence
from app.screen.state.model import Model
from app.shown.cardboard.position_entry import EntryState
from app.text.unverified_values import Value

# games | people | wonders | filter | game ID | fix ID | player ID SEAT | typed ID SEAT | sheet ID SEAT
# | review ID | moment ID SEAT NTH [ANSWER OF EACH]
# | cell ID SEAT CELL | person NAME | naming NAME | called NAME | merge NAME | wonder KIND SLUG
HistoryPage: TypeAlias = tuple[str, ...]
Glance: TypeAlias = tuple[history_messages.PastPosition, Model] | None  # and the table as it was then
FIRST: HistoryPage = ("games",)
HORN_ASKS: Final = "horn-off"  # the panel that a held horn opens
REPLAY_SECONDS: Final = 3.0  # for which each turn is shown in automatic replay


@dataclass(frozen=True, slots=True)
class OpenHistory:
    """The history of finished games: what the table sent, and the page that is open."""

    games: tuple[FinishedGame, ...] | None = None  # newest first; None: not complete yet
    told: tuple[FinishedGame, ...] = ()  # received so far, until complete
    trail: tuple[HistoryPage, ...] = (FIRST,)  # each page was opened from the one before
    at: history_messages.PastPosition | None = None  # the line of a past game that is shown
    shown: Model | None = None  # the table as it was then
    plays: bool = False  # automatic replay
    due: float | None = None  # seconds: the next step; None: the answer is pending
    game_filter: GameFilter = ALL_GAMES  # filter of games
    sheet: history_messages.SheetRead | None = None  # entries of the score sheet that is corrected
    review: history_messages.Review | None = None  # of the game whose review is open
    glance: Glance = None  # the position of the open moment
    renews: float | None = None  # seconds: when to ask again for a review in progress

    @property
    def page(self) -> HistoryPage:
        return self.trail[-1]

    def show_past(self, at: history_messages.PastPosition, shown: Model, now: float) -> Self:
        """Return the history showing a past table, with the next replay step scheduled."""
        plays = self.plays and at.next is not None
        return replace(self, at=at, shown=shown, plays=plays, due=now + REPLAY_SECONDS if plays else None)

    def add_page(self, message: history_messages.HistoryPage) -> Self:
        """Return the history with the games of one more answer."""
        known = {game.mark: game for game in self.told}
        known |= {game.mark: game for game in msgspec.json.decode(message.games, type=tuple[FinishedGame, ...])}
        games = tuple(known.values())
        return replace(self, told=games) if message.left and games else replace(self, games=games, told=())


@dataclass(frozen=True, slots=True)
class Scroll:
    """A position in a list: a row by name, and how much of it is scrolled out of view, in u."""

    row: str = ""  # unknown name: the beginning
    past: float = 0.0


@dataclass(frozen=True, slots=True)
class ReportingSteps:
    """Progress of people who report what came to the table, or correct a report."""

    picked: tuple[int, int, str] | None = None  # question, seat, and the action that takes a card not reported yet
    other: tuple[object, bool] | None = None  # what is reported otherwise, and whether that is confirmed
    page: tuple[object, str] | None = None  # a repair, and its page that is open
    action: str = ""  # on that page, the action whose card is not reported yet
    counted: tuple[str, int] | None = None  # what people count differently, and how many; not sent yet


@dataclass(frozen=True, slots=True)
class PositionDraft:
    """A position being entered: what is laid, the open page, and where the next touched thing goes."""

    laid: EntryState
    page: str
    to: str


@dataclass(frozen=True, slots=True)
class PinRequest:
    """A request for the PIN: the reason or the last error, the refused intent, and the panel that was open.

    `wait` None: the PIN is given before anything was refused. `number`: the code that confirms instead.
    """

    why: str = ""
    wait: "PendingIntent | None" = None
    panel: str = ""
    number: str = ""


@dataclass(frozen=True, slots=True)
class HeldRings:
    """The two confirmation rings: which of them are held, since when both are and nothing else, and their progress."""

    on: frozenset[int] = frozenset()
    since: float | None = None
    filled: int = 0


@dataclass(frozen=True, slots=True)
class RotationTrial:
    """A trial rotation of the picture that differs from the table's settings.

    `until`: when it reverts, in seconds; None: confirmed, and sent to the table.
    """

    rotation: int  # degrees clockwise
    until: float | None
    left: int = 0  # whole seconds until it reverts


@dataclass(frozen=True, slots=True)
class DisplayState:
    """The display in use, and all connected ones; empty if a desktop decides.

    `tried`: a trial; `until`: when it reverts, in seconds; None: confirmed, and sent to the table.
    """

    on: str = ""
    found: tuple[str, ...] = ()
    tried: bool = False
    until: float | None = None
    left: int = 0  # whole seconds until it reverts


@dataclass(frozen=True, slots=True)
class CompletedWonders:
    """Wonders that were completed, with their seats (from 0), and are still to be shown, the first of them now.

    `due`: seconds: when the first of them appears or, if `shown`, goes.
    """

    waiting: tuple[tuple[int, str], ...] = ()
    due: float = 0.0
    shown: bool = False


@dataclass(frozen=True, slots=True)
class UiState:
    """The UI state. `game` belongs to the game on the table: its interludes, and what was touched in it."""

    panel: str = ""  # on the middle: menu, settings, log, seat 3 …
    edge: int = 0  # that it faces
    page: int = 0  # of the panel on the middle
    code: int = 0  # the seat whose code the lobby shows instead of the table's
    pages: Mapping[int, int] = field(default_factory=dict)  # by seat, of the panel at its own edge
    scrolls: Mapping[int, Mapping[str, Scroll]] = field(default_factory=dict)  # as pages, of each list by its name
    line: int = 0  # newest line of the log when the panel was opened
    sure: str = ""  # pending question before something is thrown away
    typed: str = ""
    once: str = ""  # a PIN to be typed once more
    names: tuple[history_messages.KnownPerson, ...] = ()  # people who have played here, as last received
    hidden: bool = False  # typed text is shown as dots
    network: str = ""  # Wi-Fi whose password is typed
    asked: PinRequest = PinRequest()
    rings: HeldRings = HeldRings()
    horn_asked: float = 0.0  # seconds: when a held horn asked whether to switch off
    asking: bool = False  # the next touch explains a thing and does nothing else
    history: OpenHistory = OpenHistory()
    corners: tuple[tuple[float, float], ...] = ()  # touches of the corner test, in order
    turned: RotationTrial | None = None
    showing: DisplayState = DisplayState()
    asked_here: frozenset[int] = frozenset()  # questions that seats with phones answer on the table
    steps: ReportingSteps = field(default_factory=ReportingSteps)
    entering: PositionDraft | None = None  # None: the position of the game
    finale: EndSequence = field(default_factory=EndSequence)
    completed: CompletedWonders = CompletedWonders()
    game: object = None
    values: Mapping[str, Value] = field(default_factory=dict)  # printed values being entered, by path, until saved


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence at a seat's edge. `about`: the kind and slug of the thing it is about."""

    text: str
    refused: bool
    until: float
    about: str = ""


@dataclass(frozen=True, slots=True)
class PendingIntent:
    """An intent without an answer yet. `kind`: how to handle the answer; "" for most."""

    seat: int
    kind: str
    since: float
    intent: Intent
