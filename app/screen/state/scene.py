"""All that one picture of the screen is made from, and what a game brings to it.

No module of this package imports a game: the host hands them in, as `Games`.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final, Protocol, Self, TypeAlias, runtime_checkable

from app.history.words import HistoryWords
from app.looks.end_stages import Step
from app.protocol import messages
from app.screen.paint.element import Element, Elements
from app.screen.paint.pen import Pen
from app.screen.state.flight import Moving
from app.screen.state.model import GameReader, Model
from app.screen.state.ring import Ring
from app.screen.state.ui_state import Notice, Opened, Wait
from app.shown.cardboard.position_entry import Enters
from app.shown.play import highlights
from app.shown.play.hint import as_lessons, whys_as_lessons
from app.text.box_contents import BoxList
from app.text.game import Section
from app.text.guide import GuidePage, ManualPart
from app.text.languages import Words
from app.text.lessons import Idea
from app.text.reference import PrintedThing, Reference
from app.text.uncertain_values import UncertainThing

STARTING: Final = 60.0  # seconds in which a table that has not been met is not missed yet: a slow card has all to load
Picture: TypeAlias = Callable[[Pen, float, float], None]  # so wide and high, from the pen's place
Sign: TypeAlias = Callable[[Pen, float, float, float, str], None]  # round a point, so large, on a ground


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What a touched use would come to: the game's view as the table foresees it."""

    seat: int
    action: str
    view: object


@dataclass(frozen=True, slots=True)
class Scene:
    """What the table has said, what people have opened, and what is on its way, at one moment."""

    model: Model
    opened: Opened
    games: "Games"
    on_table: "GameScreen | None"  # None until the table has been met
    notices: Mapping[int, Notice]  # by seat; 0: on the middle
    waits: Mapping[str, Wait]  # by the intent's id
    slow_since: float  # what has been on its way for longer is shown as that
    secrets: Mapping[int, messages.Secret]  # by seat, while a finger of it is down
    finger: tuple[float, float] | None  # where the touch is that is carried out, in pixels, y down
    began: float
    now: float
    no_sound: str  # the driver's words, where nothing can be heard
    dark: bool  # nobody has been there for long
    under: str = ""  # the key of what lies under a finger now
    foreseen: Mapping[int, Foreseen] = field(default_factory=dict)  # by seat, while it touches a use
    moment: tuple[messages.Taught, ...] = ()  # what a review names of the table that is looked back at

    @classmethod
    def of(cls, scene: "Scene") -> Self:
        """The same scene, as one of this kind: each game has its own."""
        return cls(*(getattr(scene, field.name) for field in fields(Scene)))

    @property
    def game(self) -> "GameScreen":
        """The game, or the score sheet, that lies on the table; in the lobby, the next game."""
        assert self.on_table is not None
        return self.on_table

    @property
    def missing(self) -> bool:
        """True if the table is away: it has answered before, or has not done so for `STARTING` seconds."""
        return not self.model.link and (self.model.table is not None or self.now >= self.began + STARTING)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that owe a decision: several where all choose at once; none where that is not the screen's."""
        return self.on_table.to_act(self.model) if self.on_table else ()

    @property
    def acting(self) -> int:
        """The one seat that owes a decision, whom the middle faces; 0: nobody does, or several do."""
        seats = self.to_act
        return seats[0] if len(seats) == 1 else 0

    @property
    def ending(self) -> Step | None:
        """The part of the game's end that is shown; None: its sheet lies there, or it is not over."""
        return self.opened.finale.now

    @property
    def code_aside(self) -> bool:
        """The way in for phones lies beside the plate: people go on with a game that is played here."""
        table = self.model.table
        return self.opened.panel == "code" and bool(self.to_act) and table is not None and table.phase == "game"

    @property
    def lobby_open(self) -> bool:
        """The lobby's page lies open, which has a place for what is said."""
        table = self.model.table
        return table is not None and table.phase == "lobby" and table.settings.welcomed and not self.opened.panel

    def on_phone(self, seat: int) -> bool:
        """A seat answers by itself: its phone is there, and people have not said that they would rather do it here."""
        info, question = self.model.info(seat), self.model.questions.get(seat)
        here = question is not None and question.number in self.opened.asked_here
        return info.by == "phone" and info.present and not here

    def waiting(self, seat: int) -> bool:
        """An action of that seat is on its way: its things are deaf."""
        return any(wait.seat == seat and wait.kind == "act" for wait in self.waits.values())

    def slow(self, seat: int) -> bool:
        """It has been on its way for so long that people should see it."""
        return any(
            wait.seat == seat and wait.kind == "act" and wait.since < self.slow_since for wait in self.waits.values()
        )

    def faced(self, edge: int) -> int:
        """The edge that something on the middle faces which would face this one, unless people want all at another."""
        faces = self.model.table.settings.faces if self.model.table else None
        return edge if faces is None else faces

    def reader(self, ring: Ring) -> int:
        """Whose finger taps now: of the people the one on whose side it is, and of two as near one that acts."""
        seats = self.model.table.seats if self.model.table else ()
        people = [info.seat for info in seats if info.person]
        if self.finger is None or not people:
            return self.acting
        return ring.nearest(*self.finger, sorted(people, key=lambda seat: seat not in self.to_act))

    def ring(self, width: int, height: int) -> Ring:
        """How the table is laid out on a screen of so many pixels."""
        return self.game.ring(self, width, height)

    # ---- sentences -----------------------------------------------------------------------------------

    def sentence(self, line: messages.Line, w: Words) -> str:
        """A log line in words; empty where nothing is said of it."""
        return self.game.sentence(self.model, line, w)

    def action(self, w: Words, text: str) -> str:
        """An action, or a line of chance, as a sentence."""
        return self.game.action(self.model, w, text)

    def did(self, w: Words, seat: int, text: str, card: str) -> str:
        """What was done that can be undone; seat 0 is chance, or nobody."""
        people = self.model.people(w)
        return self.game.words.did(w, text, people[seat - 1], people, card) if seat else self.action(w, text)


@dataclass(frozen=True, slots=True)
class SnapshotNews:
    """What a snapshot brought."""

    lines: tuple[messages.Line, ...]
    happened: tuple[messages.Line, ...]  # of these, the ones that are new and stand
    first: bool  # nothing of it has just happened: the screen has only now met the table, or another game


@dataclass(frozen=True, slots=True)
class Followed:
    """What a game makes of a snapshot."""

    opened: object  # its own part of Opened
    says: tuple[tuple[int, str], ...] = ()  # to a seat, or (0) on the middle
    moves: tuple[object, ...] = ()  # events of the game that are to be seen moving
    quiet: bool = False  # lines were put right: nothing of it has just happened
    ends: tuple[Step, ...] = ()  # the game has just ended: in what parts that is shown
    unseen: float = 0.0  # seconds until it shows, and is heard


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """A way to a panel of the game's own, in the menu or where a game is prepared."""

    label: str
    panel: str
    picture: str


@runtime_checkable
class GameScreen(GameReader, Protocol):
    """A game on the screen. It holds nothing that changes, and imports what it draws with when that is first needed.

    Its part of Opened is a frozen value of its own: what it shows for a while, and what people have touched in it.
    """

    @property
    def horn(self) -> bool:
        """Whether it has conflict tokens and a horn, so that settings speak of them."""

    # ---- what is said --------------------------------------------------------------------------------

    def roles(self) -> Collection[str]:
        """What a seat may be, by slug."""

    def sentence(self, model: Model, line: messages.Line, w: Words) -> str:
        """A log line in words; empty where nothing is said of it."""

    def action(self, model: Model, w: Words, text: str) -> str:
        """An action, or a line of chance, as a sentence."""

    def variant(self, model: Model, w: Words, slug: str) -> tuple[str, str]:
        """What may be added to the game: the name of a switch, and what it changes."""

    def house_rule(self, w: Words, slug: str) -> str:
        """A house rule, as the name of a switch."""

    # ---- what happens --------------------------------------------------------------------------------

    def opened(self) -> object:
        """Its part of Opened when nothing is open."""

    def to_act(self, model: Model) -> tuple[int, ...]:
        """The seats that owe a decision on the screen: where all choose at once, several."""

    def interrupts(self, scene: Scene) -> bool:
        """Whether it shows something for a moment that nothing may cover."""

    def covers(self, scene: Scene) -> bool:
        """Whether it has laid a question of its own on the middle."""

    def follow(self, before: Scene, after: Scene, news: SnapshotNews) -> Followed:
        """What it makes of a snapshot, between the scenes before and after it."""

    def gone_on(self, opened: object) -> object:
        """Its part of Opened after people have acted: what was shown for a moment is gone."""

    def put_aside(self, opened: object) -> object:
        """Its part of Opened when people lay a panel on the middle, or take one away."""

    def tick(self, scene: Scene) -> tuple[object, float | None]:
        """Its part of Opened at the scene's time, and when to ask again, if ever."""

    # ---- pictures ------------------------------------------------------------------------------------

    def picture(self, model: Model, role: str) -> Picture | None:
        """What paints a role in the lobby; None where its name is all there is. Equal for equals."""

    def role_says(self, model: Model, w: Words, role: str) -> str:
        """What a role can do, in a sentence or two; empty where its name is all there is."""

    def sign(self, category: str) -> Sign | None:
        """What paints the sign of a line of the score sheet; None where it has none."""

    def ring(self, scene: Scene, width: int, height: int) -> Ring:
        """How its table is laid out on a screen of so many pixels: `Model.ring`, unless it lies otherwise."""

    def elements(self, scene: Scene, ring: Ring) -> Elements:
        """The whole table while a game runs or is over, from the lowest up; the panel that lies open comes above."""

    # Any: each element has a view of its own.
    def panel(self, scene: Scene, ring: Ring, name: str, number: int) -> Element[Any] | None:
        """A panel of its own, or instead of a common one; None where it has none of that name."""

    def entries(self, scene: Scene) -> tuple[MenuEntry, ...]:
        """The ways to its own panels, which can be opened now."""

    def looked_back(self, scene: Scene, ring: Ring) -> Elements:
        """The table of a game that is looked back at, without what lies on the middle only to be touched."""

    def sections(self, scene: Scene) -> tuple[Section, ...] | None:
        """All that lies open, in words, of a game that is told in words; None of one that is drawn."""

    def flights(self, scene: Scene, ring: Ring, happened: tuple[object, ...]) -> tuple[Moving, ...]:
        """What is seen moving after something happened: events of the game, or a cue for markers that do not wait."""


@runtime_checkable
class Teaches(GameScreen, Protocol):
    """A game that says how it is played, and what each of its things is."""

    @property
    def reference(self) -> Reference:
        """All its things in words, and how many of them are left."""

    def drawn(self, model: Model, thing: PrintedThing) -> Picture:
        """What paints a thing of the reference, round the pen's place. Equal for equals."""

    def how_to_play(self, model: Model, w: Words) -> tuple[GuidePage, ...]:
        """As it is played with what has been agreed on."""

    def about(self, scene: Scene, seat: int, key: str) -> str | None:
        """What a thing is, in a seat's words, by the key of what can be touched of it; None where it is not the game's.

        Empty where a touch on it does no more than say that.
        """


@runtime_checkable
class HasManual(Teaches, Protocol):
    """A game that has parts of its own in the manual."""

    def manual(self, w: Words) -> tuple[ManualPart, ...]:
        """How it is played at this table, as far as that differs from other games."""


@runtime_checkable
class EntersPosition(GameScreen, Protocol):
    """A game that people can begin in the middle."""

    @property
    def entered(self) -> Enters:
        """What lies on its table, as people enter it."""

    def laid(self, model: Model, slug: str, how: tuple[int, ...], *, small: bool) -> Picture:
        """What paints a thing that is entered round the pen's place. Equal for equals.

        `how`: in which way it lies, or how often; of a board, its stages that are built. `small`: it says where another
        thing lies.
        """


@runtime_checkable
class AsksValues(GameScreen, Protocol):
    """A game with printed values that are uncertain, so that who holds the box is asked for them."""

    def unverified(self, w: Words, overrides: str) -> tuple[UncertainThing, ...]:
        """All of them, with an owner's overrides."""

    def value_picture(self, it: UncertainThing, part: int) -> Picture | None:
        """What paints a thing with the part lit that is asked for; None for no part. Equal for equals."""


@runtime_checkable
class Boxed(Teaches, Protocol):
    """A game of which people have the box: what lies in it, and where it is laid."""

    @property
    def box(self) -> BoxList:
        """All of it, in words: a module `box.py`."""


class Games(Protocol):
    """Every game of the house."""

    @property
    def slugs(self) -> Collection[str]:
        """What they are called."""

    @property
    def history(self) -> HistoryWords:
        """What is said of finished games of all of them."""

    def of(self, table: messages.TableView) -> GameScreen:
        """The game, or the score sheet, that lies on a table; in the lobby, the next game."""

    def cover(self, slug: str) -> str:
        """The wonder that stands for a game; "": it has none."""

    def named(self, slug: str) -> GameScreen:
        """A game by its slug."""


@runtime_checkable
class Lessons(Teaches, Protocol):
    """A game whose first game teaches by a list of ideas."""

    @property
    def ideas(self) -> Mapping[str, Idea]:
        """The ideas, by their ids."""

    def lesson(self, model: Model, w: Words, taught: messages.Taught) -> str:
        """What is taught, in words."""


# Any: each game has a view of its own.
def spoken_of(scene: Scene, ideas: Mapping[str, Idea], seat: int, view: Any) -> frozenset[str]:
    """Return the keys of what a seat is told of now: it bears a ring.

    That is what it is taught, its hint under its finger, why bots did what they did, where it reads that, and what a
    review names of one of its moments. `ideas`: those of the game; `view`: what is shown.
    """
    model = scene.model
    if not seat or model.table is None:
        return frozenset()
    secret = scene.secrets.get(seat)
    hinted = as_lessons(secret.hint) if secret is not None and secret.hint is not None else ()
    whys = whys_as_lessons(model.table) if scene.opened.panel.removeprefix("whole ") == f"since {seat}" else ()
    to_all = model.table.lesson if scene.acting in (0, seat) else None
    moment = tuple(it for it in scene.moment if it.seat == seat)
    return highlights.spoken_of(ideas, (model.lessons.get(seat), to_all, *hinted, *whys, *moment), view, seat)


def hinted(scene: Scene, seat: int) -> frozenset[str]:
    """Return the keys of what the hint of a seat names, while its finger lies on that."""
    secret = scene.secrets.get(seat)
    if secret is None or secret.hint is None or not isinstance(scene.game, Lessons):
        return frozenset()
    return highlights.spoken_of(scene.game.ideas, as_lessons(secret.hint), scene.model.view, seat)
