"""The scene: everything one frame of the screen is painted from, and the interface of a game's screen.

No module of this package imports a game: the host passes them in, as `Games`.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from itertools import chain
from typing import Final, Protocol, Self, TypeAlias, runtime_checkable

from app.history.history_text import HistoryWords
from app.looks.end_stages import Step
from app.protocol.log_messages import Line
from app.protocol.play_messages import Secret
from app.protocol.table_messages import TableView
from app.protocol.teaching_messages import LessonTip
from app.screen.paint.element import AnyElement, Elements
from app.screen.paint.pen import Pen
from app.screen.state.flight import Moving
from app.screen.state.model import GameDecoder, Model
from app.screen.state.ring_layout import Ring
from app.screen.state.ui_state import Notice, PendingIntent, UiState
from app.shown.cardboard.position_entry import PositionSchema
from app.shown.play import mentioned_things
from app.shown.play.hint import actions_as_tips, bot_reasons_as_tips, hint_as_tips
from app.text.box_contents import BoxList
from app.text.lesson_tips import Idea
from app.text.reference import PrintedThing, Reference
from app.text.rules_pages import GuidePage, ManualPart
from app.text.translation import Words
from app.text.unverified_values import UncertainThing
from app.text.words_protocols import PageWords, Section
from engine.game import AnyView

STARTING_SECONDS: Final = 60.0  # before a table that never answered counts as missing: slow cards load long
Picture: TypeAlias = Callable[[Pen, float, float], None]  # paints from the pen's place, with this width and height
Sign: TypeAlias = Callable[[Pen, float, float, float, str], None]  # paints round a point, of this size, on this colour


@dataclass(frozen=True, slots=True)
class ViewPreview:
    """The view that a touched action would lead to, as the table computed it."""

    seat: int
    action: str
    view: object


@dataclass(frozen=True)  # without slots, for cached properties
class Scene:
    """The model, the UI state and pending intents at one moment."""

    model: Model
    ui: UiState
    games: "Games"
    game_screen: "GameScreen | None"  # None until connected for the first time
    notices: Mapping[int, Notice]  # by seat; 0: on the middle
    waits: Mapping[str, PendingIntent]  # by the intent's id
    slow_since: float  # intents sent before are shown as pending
    secrets: Mapping[int, Secret]  # by seat, while its finger is down
    finger: tuple[float, float] | None  # px, y down: where the current touch is
    began: float
    now: float
    no_sound: str  # the driver's message, if there is no sound
    dark: bool  # dimmed after a long time without touches
    under: str = ""  # key of the hit area under a finger now
    foreseen: Mapping[int, ViewPreview] = field(default_factory=dict)  # by seat, while it touches an action
    moment: tuple[LessonTip, ...] = ()  # what a review points out in the game that is looked back at

    @classmethod
    def from_scene(cls, scene: "Scene") -> Self:
        """Return the scene as an instance of this class: each game has its own."""
        return cls(*(getattr(scene, field.name) for field in fields(Scene)))

    @property
    def game(self) -> "GameScreen":
        """The game or score sheet on the table; in the lobby, the next game."""
        assert self.game_screen is not None
        return self.game_screen

    @property
    def table(self) -> TableView:
        """The view of the table, for everything that is shown after the first snapshot only."""
        return self.model.known_table

    @property
    def missing(self) -> bool:
        """True if the table is away: it answered before, or has not for `STARTING_SECONDS`."""
        return not self.model.link and (self.model.table is not None or self.now >= self.began + STARTING_SECONDS)

    @cached_property
    def to_act(self) -> tuple[int, ...]:
        """The seats that owe a decision on the screen: several if all choose at once."""
        return self.game_screen.to_act(self.model) if self.game_screen else ()

    @cached_property
    def acting(self) -> int:
        """The one seat that owes a decision, which the middle faces; 0: none, or several."""
        seats = self.to_act
        return seats[0] if len(seats) == 1 else 0

    @property
    def ending(self) -> Step | None:
        """The step of the game's end that is shown; None: its sheet is shown, or the game is not over."""
        return self.ui.finale.step

    @property
    def code_aside(self) -> bool:
        """True if the code for phones is beside the pointer, as a game played here goes on."""
        table = self.model.table
        return self.ui.panel == "code" and bool(self.to_act) and table is not None and table.phase == "game"

    @property
    def lobby_open(self) -> bool:
        """True if the lobby's page is shown, which has a place for notices."""
        table = self.model.table
        return table is not None and table.phase == "lobby" and table.settings.welcomed and not self.ui.panel

    def is_on_phone(self, seat: int) -> bool:
        """Check whether a seat answers by phone: it is connected, and the seat has not chosen to answer here."""
        info, question = self.model.info(seat), self.model.questions.get(seat)
        here = question is not None and question.number in self.ui.asked_here
        return info.by == "phone" and info.present and not here

    def is_pending(self, seat: int) -> bool:
        """Check whether an action of a seat is pending: its hit areas are disabled."""
        return any(wait.seat == seat and wait.kind == "act" for wait in self.waits.values())

    def is_slow(self, seat: int) -> bool:
        """Check whether a seat's action has been pending long enough to be shown."""
        return any(
            wait.seat == seat and wait.kind == "act" and wait.since < self.slow_since for wait in self.waits.values()
        )

    def faced_edge(self, edge: int) -> int:
        """Return the edge that something on the middle faces: this one, unless a setting fixes another."""
        faces = self.model.table.settings.faces if self.model.table else None
        return edge if faces is None else faces

    def answering_edge(self, ring: Ring, seat: int) -> int:
        """Return the edge from which people answer for a seat: its own; with their own cards for a bot that of a
        person, opposite if possible.
        """
        edge, info = ring.edge_of(seat), self.model.info(seat) if seat else None
        if info is None or info.by != "bot" or not self.model.tracks:
            return edge
        people = [ring.edge_of(seat.seat) for seat in self.table.seats if seat.person]
        return next((each for each in (edge, (edge + 2) % 4, *people) if each in people), edge)

    def seat_at_finger(self, ring: Ring) -> int:
        """Return the seat that taps now: the person nearest to the finger, of two as near the one to act."""
        seats = self.model.table.seats if self.model.table else ()
        people = [info.seat for info in seats if info.person]
        if self.finger is None or not people:
            return self.acting
        return ring.nearest_seat(*self.finger, sorted(people, key=lambda seat: seat not in self.to_act))

    def ring(self, width: int, height: int) -> Ring:
        """Return the table's layout on a screen of this size in pixels."""
        return self.game.ring(self, width, height)

    # ---- sentences -----------------------------------------------------------------------------------

    def sentence(self, line: Line, w: Words) -> str:
        """Return a log line as a sentence; "" if nothing is said of it."""
        return self.game.sentence(self.model, line, w)

    def action(self, w: Words, text: str) -> str:
        """Return an action, or a line of chance, as a sentence."""
        return self.game.action(self.model, w, text)

    def finished_action(self, w: Words, seat: int, text: str, card: str) -> str:
        """Return what can be undone as a sentence; seat 0 is chance, or nobody."""
        people = self.model.people(w)
        return (
            self.game.words.finished_action(w, text, people[seat - 1], people, card) if seat else self.action(w, text)
        )


@dataclass(frozen=True, slots=True)
class SnapshotNews:
    """New log lines of a snapshot."""

    lines: tuple[Line, ...]
    happened: tuple[Line, ...]  # of these, the ones that are new and not undone
    first: bool  # the screen has just met the table or another game: nothing is animated


@dataclass(frozen=True, slots=True)
class SnapshotReaction:
    """A game's reaction to a snapshot."""

    ui: object  # its own part of the UI state
    says: tuple[tuple[int, str], ...] = ()  # notices to a seat, or (0) on the middle
    moves: tuple[object, ...] = ()  # events of the game to animate
    quiet: bool = False  # lines were corrected: nothing is animated
    ends: tuple[Step, ...] = ()  # steps of the end sequence, if the game has just ended
    unseen: float = 0.0  # seconds until it is shown and heard


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """An entry for a panel of the game's own, in the menu or where a game is prepared."""

    label: str
    panel: str
    picture: str


@runtime_checkable
class GameScreen(GameDecoder, Protocol):
    """The screen of a game. It is stateless, and imports its drawing code when first needed.

    Its part of the UI state is a frozen value of its own: interludes, and what people have touched in it.
    """

    @property
    def horn(self) -> bool:
        """True if it has conflict tokens and a horn, so that settings mention them."""

    # ---- sentences --------------------------------------------------------------------------------

    def roles(self) -> Collection[str]:
        """Return the slugs of what a seat may be."""

    def sentence(self, model: Model, line: Line, w: Words) -> str:
        """Return a log line as a sentence; "" if nothing is said of it."""

    def action(self, model: Model, w: Words, text: str) -> str:
        """Return an action, or a line of chance, as a sentence."""

    def variant(self, model: Model, w: Words, slug: str) -> tuple[str, str]:
        """Return the label of the switch of a variant or house rule, and what it changes."""

    # ---- behaviour --------------------------------------------------------------------------------

    def initial_ui_state(self) -> object:
        """Return its part of the UI state with nothing open."""

    def to_act(self, model: Model) -> tuple[int, ...]:
        """Return the seats that owe a decision on the screen: several if all choose at once."""

    def has_interlude(self, scene: Scene) -> bool:
        """Check whether it shows an interlude that nothing may cover."""

    def has_question(self, scene: Scene) -> bool:
        """Check whether a question of its own covers the middle."""

    def follow(self, before: Scene, after: Scene, news: SnapshotNews) -> SnapshotReaction:
        """React to a snapshot, given the scenes before and after it."""

    def end_interlude(self, ui: object) -> object:
        """Return its part of the UI state after people have acted: interludes are over."""

    def on_panel_change(self, ui: object) -> object:
        """Return its part of the UI state when a panel on the middle is opened or closed."""

    def tick(self, scene: Scene) -> tuple[object, float | None]:
        """Return its part of the UI state at the scene's time, and when to call again (None: never)."""

    # ---- pictures ------------------------------------------------------------------------------------

    def picture(self, model: Model, role: str) -> Picture | None:
        """Return the painter of a role in the lobby, or None if it has only a name. Equal for equal roles."""

    def describe_role(self, model: Model, w: Words, role: str) -> str:
        """Describe a role in a sentence or two; "" if it has only a name."""

    def sign(self, category: str) -> Sign | None:
        """Return the painter of the icon of a score category, or None."""

    def ring(self, scene: Scene, width: int, height: int) -> Ring:
        """Return its table's layout on a screen of this size in pixels: `Model.ring`, unless it differs."""

    def elements(self, scene: Scene, ring: Ring) -> Elements:
        """Return the table of a running or finished game, from the lowest element up, without the open panel."""

    def panel(self, scene: Scene, ring: Ring, name: str, number: int) -> AnyElement | None:
        """Return a panel of its own, or one that replaces a common one; None if it has none of that name."""

    def entries(self, scene: Scene) -> tuple[MenuEntry, ...]:
        """Return the menu entries of its own panels that can be opened now."""

    def past_elements(self, scene: Scene, ring: Ring) -> Elements:
        """Return the table of a past game, without what is on the middle only to be touched."""

    def sections(self, scene: Scene) -> tuple[Section, ...] | None:
        """Return the position in words, for a game that is told in words; None for one that is drawn."""

    def flights(self, scene: Scene, ring: Ring, happened: tuple[object, ...]) -> tuple[Moving, ...]:
        """Return the animations of events of the game, or of a cue for markers that do not wait."""


@runtime_checkable
class TeachingGame(GameScreen, Protocol):
    """A game that explains how it is played and what each of its things is."""

    @property
    def reference(self) -> Reference:
        """The game's things in words, and how many of each are left."""

    def thing_picture(self, model: Model, thing: PrintedThing) -> Picture:
        """Return the painter of a thing of the reference, centred on the pen. Equal for equal things."""

    def guide_pages(self, model: Model, w: Words) -> tuple[GuidePage, ...]:
        """Return the guide's pages for the variants in use."""

    def explain(self, scene: Scene, seat: int, key: str) -> str | None:
        """Explain a thing by the key of its hit area, in a seat's language; None if it is not the game's.

        "" if a touch on it already does nothing but explain it.
        """


@runtime_checkable
class HasManual(TeachingGame, Protocol):
    """A game with parts of its own in the manual."""

    def manual(self, w: Words) -> tuple[ManualPart, ...]:
        """Return the manual's parts on what differs from other games at this table."""


@runtime_checkable
class PositionEntryGame(GameScreen, Protocol):
    """A game that people can begin from a position they enter."""

    @property
    def entered(self) -> PositionSchema:
        """The things on its table that people enter."""

    def entry_picture(self, model: Model, slug: str, how: tuple[int, ...], *, small: bool) -> Picture:
        """Return the painter of a thing that is entered, centred on the pen. Equal for equal things.

        `how`: in which way it lies, or how often; of a board, its built stages. `small`: it marks the place of another
        thing.
        """


@runtime_checkable
class UncertainValuesGame(GameScreen, Protocol):
    """A game with uncertain printed values, which owners of the box are asked for."""

    def unverified(self, w: Words, overrides: str) -> tuple[UncertainThing, ...]:
        """Return all of them, with an owner's overrides."""

    def value_picture(self, thing: UncertainThing, part: int) -> Picture | None:
        """Return the painter of a thing with the part in question lit, or None. Equal for equal things."""


@runtime_checkable
class BoxedGame(TeachingGame, Protocol):
    """A game with a list of the contents of its box."""

    @property
    def box(self) -> BoxList:
        """The contents in words: a module `box_contents.py`."""


class Games(Protocol):
    @property
    def slugs(self) -> Collection[str]:
        pass

    @property
    def history(self) -> HistoryWords:
        """The texts of finished games."""

    def for_table(self, table: TableView) -> GameScreen:
        """Return the game or score sheet on a table; in the lobby, the next game."""

    def cover(self, slug: str) -> str:
        """Return the wonder that represents a game; "" if none does."""

    def get_words(self, slug: str) -> PageWords:
        """Return a game's words, without loading what draws it."""

    def is_drawn(self, slug: str) -> bool:
        """Check whether seats of a game can be played by touch."""

    def get_game(self, slug: str) -> GameScreen:
        """Return a game by its slug."""


@runtime_checkable
class WondersGame(GameScreen, Protocol):
    """A game that goes on after a wonder is complete."""

    def complete_wonders(self, scene: Scene) -> Collection[tuple[int, str]]:
        """Return all complete wonders with their seats (from 0)."""

    def wonder_points(self, scene: Scene, i: int, wonder: str) -> int:
        """Return the points printed on a wonder of seat `i` (from 0)."""


@runtime_checkable
class LessonsGame(TeachingGame, Protocol):
    """A game whose first game teaches by a list of ideas."""

    @property
    def ideas(self) -> Mapping[str, Idea]:
        """The ideas by id."""

    def lesson(self, model: Model, w: Words, taught: LessonTip) -> str:
        """Return a lesson tip in words."""


def ringed_keys(scene: Scene, ideas: Mapping[str, Idea], seat: int, view: AnyView) -> frozenset[str]:
    """Return the keys of things that texts for a seat name now, which are ringed.

    These texts are its lesson tip, its hint under its finger, bots' reasons while it reads them, and a review's moment.
    `ideas`: those of the game; `view`: what is shown.
    """
    model = scene.model
    if not seat or model.table is None:
        return frozenset()
    secret = scene.secrets.get(seat)
    hinted = hint_as_tips(secret.hint) if secret is not None and secret.hint is not None else ()
    whys = bot_reasons_as_tips(model.table) if scene.ui.panel.removeprefix("whole ") == f"since {seat}" else ()
    to_all = model.table.lesson if scene.acting in (0, seat) else None
    moment = tuple(each for each in scene.moment if each.seat == seat)
    wishes = (actions_as_tips(seat, wish.actions[:1]) for wish in model.table.wishes if wish.seat == seat)
    return mentioned_things.mentioned_keys(
        ideas, (model.lessons.get(seat), to_all, *hinted, *whys, *moment, *chain(*wishes)), view, seat
    )


def hinted_keys(scene: Scene, seat: int) -> frozenset[str]:
    """Return the keys of things that a seat's hint names, while its finger holds the hint."""
    secret = scene.secrets.get(seat)
    if secret is None or secret.hint is None or not isinstance(scene.game, LessonsGame):
        return frozenset()
    return mentioned_things.mentioned_keys(scene.game.ideas, hint_as_tips(secret.hint), scene.model.view, seat)
