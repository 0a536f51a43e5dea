"""What people have opened on the screen, and what it tells them for a while: values, too."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Self, TypeAlias, TypedDict

import msgspec

from app.history.statistics import ALL, Cut
from app.protocol import messages
from app.protocol.results import Finished
from app.screen.state.end_sequence import Finale
from app.screen.state.model import Model
from app.shown.cardboard.position_entry import Laid
from app.text.uncertain_values import Value

# games | people | wonders | filter | game ID | fix ID | player ID SEAT | typed ID SEAT | sheet ID SEAT
# | review ID | moments ID SEAT | moment ID SEAT NTH [ANSWER]
# | cell ID SEAT CELL | person NAME | naming NAME | called NAME | merge NAME | wonder KIND SLUG
HistoryPage: TypeAlias = tuple[str, ...]
FIRST: HistoryPage = ("games",)
PLAYS: Final = 3.0  # seconds that a turn is seen of a game that plays by itself


@dataclass(frozen=True, slots=True)
class OpenHistory:
    """The history of finished games: what the table told of it, and which of its pages lies open."""

    games: tuple[Finished, ...] | None = None  # the newest first; None: they are on their way
    told: tuple[Finished, ...] = ()  # those that have come, until all have
    trail: tuple[HistoryPage, ...] = (FIRST,)  # each page was opened from the one before
    at: messages.LookedBack | None = None  # where somebody looks back to
    shown: Model | None = None  # the table as it was then
    plays: bool = False  # it goes on by itself
    due: float | None = None  # seconds: when it does; None: what it asked for is on its way
    cut: Cut = ALL  # which games people look at
    sheet: messages.SheetRead | None = None  # what was entered in the game that is put right
    review: messages.Review | None = None  # of the game whose review lies open
    renews: float | None = None  # seconds: when it is asked for again, while it is worked out

    @property
    def page(self) -> HistoryPage:
        return self.trail[-1]

    def looked_back(self, at: messages.LookedBack, shown: Model, now: float) -> Self:
        """There, until it goes on by itself."""
        plays = self.plays and at.next is not None
        return replace(self, at=at, shown=shown, plays=plays, due=now + PLAYS if plays else None)

    def recalled(self, message: messages.Recalled) -> Self:
        """With the games of one more answer."""
        known = {game.mark: game for game in self.told}
        known |= {game.mark: game for game in msgspec.json.decode(message.games, type=tuple[Finished, ...])}
        told = tuple(known.values())
        return replace(self, told=told) if message.left and told else replace(self, games=told, told=())


@dataclass(frozen=True, slots=True)
class Scroll:
    """A place in a list: a row, by its name, and how much of it lies before the first thing that is seen, in u."""

    row: str = ""  # none of that name: the beginning
    past: float = 0.0


@dataclass(frozen=True, slots=True)
class Steps:
    """How far people are who tell the table what came, or put right what they told."""

    picked: tuple[int, int, str] | None = None  # question, seat, the action that takes something not told yet
    other: tuple[object, bool] | None = None  # of which telling another thing is asked for, and whether it is meant
    page: tuple[object, str] | None = None  # of which repair: what of it people look at
    action: str = ""  # on that page, the action whose card is not told yet
    counted: tuple[str, int] | None = None  # what people count otherwise, and how many; not said yet


@dataclass(frozen=True, slots=True)
class Entering:
    """A position that people enter: what lies there, the page that is open, where what is touched next lies."""

    laid: Laid
    page: str
    to: str


@dataclass(frozen=True, slots=True)
class PinAsked:
    """The PIN is asked for: why, or what was wrong with the last one; what was refused without it, and on which panel.

    `wait` None: people give it before anything was refused. `number`: what shows instead that something is meant.
    """

    why: str = ""
    wait: "Wait | None" = None
    panel: str = ""
    number: str = ""


@dataclass(frozen=True, slots=True)
class HeldRings:
    """The two rings of what has to be meant: which of them fingers lie on, since when on both and nowhere else, and how
    far they are filled.
    """

    on: frozenset[int] = frozenset()
    since: float | None = None
    filled: int = 0


@dataclass(frozen=True, slots=True)
class PictureTurned:
    """The picture is turned otherwise than the table's settings have it, to see whether that is right.

    `until`: when it turns back by itself, in seconds; None: people want it so, and the table has been told.
    """

    rotation: int  # degrees clockwise
    until: float | None
    left: int = 0  # whole seconds until then


@dataclass(frozen=True, slots=True)
class Showing:
    """On which display the table is shown, and which others are connected; nothing where a desktop decides that.

    `tried`: to see whether people want it there; `until`: when it goes back by itself, in seconds; None: they do, and
    the table has been told.
    """

    on: str = ""
    found: tuple[str, ...] = ()
    tried: bool = False
    until: float | None = None
    left: int = 0  # whole seconds until then


@dataclass(frozen=True, slots=True)
class Opened:
    """What people have opened. `game` is of the game on the table: what it shows for a while, and what was touched."""

    panel: str = ""  # what lies on the middle: menu, settings, log, seat 3 …
    edge: int = 0  # which edge it faces
    page: int = 0  # of what lies on the middle
    code: int = 0  # the seat whose code the lobby shows instead of the table's
    pages: Mapping[int, int] = field(default_factory=dict)  # by seat, of what lies at its own edge
    scrolls: Mapping[int, Mapping[str, Scroll]] = field(default_factory=dict)  # as pages, of each list by its name
    line: int = 0  # the newest one of the log when the panel was opened
    sure: str = ""  # a question asked once before something is thrown away
    typed: str = ""
    once: str = ""  # a PIN that is to be typed once more
    names: tuple[messages.KnownPerson, ...] = ()  # who has played here, as the table last told
    hidden: bool = False  # what is typed is shown as dots
    network: str = ""  # of Wi-Fi, whose password is typed
    asked: PinAsked = PinAsked()
    rings: HeldRings = HeldRings()
    horn_asked: float = 0.0  # when a held horn asked whether to switch off, in seconds
    asking: bool = False  # the next touch says what a thing is, and does nothing
    history: OpenHistory = OpenHistory()
    corners: tuple[tuple[float, float], ...] = ()  # where fingers were felt that touched the corners, in turn
    turned: PictureTurned | None = None
    showing: Showing = Showing()
    asked_here: frozenset[int] = frozenset()  # questions that seats with phones want to answer on the table
    steps: Steps = field(default_factory=Steps)
    entering: Entering | None = None  # None: it is the position of the game
    finale: Finale = field(default_factory=Finale)
    game: object = None
    values: Mapping[str, Value] = field(default_factory=dict)  # printed ones that people enter, by path, until saved


class OpenedFields(TypedDict, total=False):
    """What a touch changes of `Opened`: some of its fields, each as there."""

    panel: str
    edge: int
    page: int
    code: int
    pages: Mapping[int, int]
    scrolls: Mapping[int, Mapping[str, Scroll]]
    line: int
    sure: str
    typed: str
    once: str
    names: tuple[messages.KnownPerson, ...]
    hidden: bool
    network: str
    asked: PinAsked
    rings: HeldRings
    asking: bool
    history: OpenHistory
    corners: tuple[tuple[float, float], ...]
    turned: PictureTurned | None
    steps: Steps
    entering: Entering | None
    finale: Finale
    game: object
    values: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence at a seat's edge. `about`: the thing that it tells of, by its kind and its slug."""

    text: str
    refused: bool
    until: float
    about: str = ""


@dataclass(frozen=True, slots=True)
class Wait:
    """An intent on its way. `kind`: what it is; "" for most."""

    seat: int
    kind: str
    since: float
    intent: messages.Intents
