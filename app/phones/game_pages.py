"""What the pages of phones need of a game: it brings its own, or is told in words by the plain ones."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, Self, runtime_checkable

import msgspec
from markupsafe import Markup

from app.history.words import Listing
from app.looks.score_icons import Scored
from app.phones.page_frame import Badge, Parts, WhoseTurn
from app.phones.render import Labels
from app.protocol import messages
from app.shown.cardboard.position_entry import PositionSchema
from app.shown.form import Row
from app.shown.play.goal import Plans
from app.shown.play.previews import GhostMark
from app.text.box_contents import BoxList
from app.text.game import GameWords, ReminderWords
from app.text.guide import GuidePage, ManualPart
from app.text.languages import Words
from app.text.reference import PrintedThing, Reference
from app.text.uncertain_values import UncertainThing


class PageContext(msgspec.Struct, frozen=True):
    """What one reader's page is made from, the game's own view apart."""

    w: Words
    table: messages.TableView
    people: tuple[str, ...]  # what each seat is called, in order
    rev: int  # of the table; another one whenever what is public has changed
    seat: int | None  # from 1; None: an onlooker
    tab: str | None  # the one that is open; None: all of them
    question: messages.Question | None = None  # asked of this seat
    questions: tuple[messages.Question, ...] = ()  # where people deal, all that anybody is asked
    own: tuple[messages.UndoOffer, ...] = ()  # on a score sheet, the entries that may be taken back
    plan: str = ""  # what this seat saves for
    back: bool = False  # a game that is over, looked back at: only to be read

    @property
    def looks_on(self) -> bool:
        """A game is opened, and nobody has seen yet who is first."""
        return self.table.opening is not None and self.table.opening.step != "found"

    @property
    def is_taught(self) -> bool:
        """The game teaches, and whoever plays this seat wants it."""
        guided = self.table.guided and self.table.phase == "game"
        return guided and self.seat is not None and not self.table.seats[self.seat - 1].knows

    @property
    def badges(self) -> tuple[Badge, ...]:
        """By seat."""
        return tuple(chair.badge for chair in self.table.seats)


def kind_of(event: msgspec.Struct) -> str:
    """The `type` of an event, as it is sent."""
    return str(event.__struct_config__.tag)


@runtime_checkable
class PicturesValues(Protocol):
    """What the pages of a game have that draw a thing whose printed values are asked for."""

    def value_picture(self, it: UncertainThing, part: int) -> Markup:
        """The thing as SVG, a part of it (from 1) as the one that is meant."""


@runtime_checkable
class GamePages(Protocol):
    """How one game is shown, with the game data it is played with. Any: its own views and events."""

    @property
    def labels(self) -> Labels:
        """What the templates that all games share ask of it."""

    @property
    def decided(self) -> frozenset[str]:
        """Kinds of event that tell what their `seat` decided: since the turn of its last one, all is news to it."""

    @property
    def unsaid(self) -> frozenset[str]:
        """Kinds of event that are not written out."""

    @property
    def horn(self) -> bool:
        """Whether there is a horn in the box, to be sounded from phones."""

    def tab(self, w: Words) -> str:
        """What the tab is called on which a seat plays and has its own things; a word or two."""

    def role_says(self, w: Words, role: str) -> str:
        """What a wonder, or whatever a seat may be, can do; empty where its name is all there is."""

    def view(self, raw: bytes) -> Any:
        """What a reader is shown of the game."""

    def event(self, raw: bytes) -> Any:
        """One event of this game; msgspec.ValidationError if it is none."""

    def dull(self, event: Any) -> bool:
        """Whether an event is no news; it stays in the log."""

    def sentence(self, w: Words, event: Any, people: tuple[str, ...]) -> str:
        """An event in words."""

    def turn(self, page: PageContext, view: Any) -> WhoseTurn:
        """Whose turn it is, for the head of a page."""

    def parts(self, page: PageContext, view: Any) -> Parts:
        """What the open tab shows of the game, every legal action of `question` exactly once.

        Of a game that people deal (`page.table.mode` is `track`), also how one tells it, and puts right what was told.
        """


@runtime_checkable
class WithholdingPages(Protocol):
    """Pages of a game in which a conflict waits for its markers and its shields."""

    def unfought(self, view: Any, before: Any, events: Sequence[Any]) -> Any:
        """The view without what these events of a conflict brought; `before`: what was shown last, or None."""


@runtime_checkable
class ExplainingPages(Protocol):
    """Pages of a game that says why each seat came out as it did."""

    # Any: its own view.
    def outcomes(self, w: Words, view: Any, people: Sequence[str], you: int | None) -> tuple[str, ...]:
        """One sentence a seat, `you` being spoken to; none where nobody has won."""


@runtime_checkable
class HandingPages(Protocol):
    """Pages of a game whose wonders come to their seats in the game itself."""

    def held(self, page: PageContext, view: Any) -> tuple[str, ...]:
        """What each wonder of the page's seat is called, and does."""


@runtime_checkable
class ForeseeingPages(Protocol):
    """Pages of a game that says what a touched use would come to."""

    # Any: its own view.
    def foreseen(self, page: PageContext, before: Any, after: Any) -> Iterable[str]:
        """What is different in the view that the table foresees, in short lines."""

    def ghosts(self, page: PageContext, before: Any, after: Any) -> Iterable[GhostMark]:
        """Where of it something stands on the page of the seat that asks."""


Fields = Mapping[str, str]  # of a form, by name; a box that was not ticked is absent


@runtime_checkable
class EnteringPages(GamePages, Protocol):
    """Pages of a game that people can begin in the middle."""

    facts: Any  # its data

    @property
    def entered(self) -> PositionSchema:
        """What lies on its table, as people enter it."""

    def laid(self, slug: str) -> Markup:
        """A thing that is entered, as SVG."""


@runtime_checkable
class HasSettings(GamePages, Protocol):
    """Pages of a game that brings settings of the table."""

    def settings(self, w: Words, now: messages.Settings) -> tuple[Row, ...]:
        """Those that it alone asks for."""


@runtime_checkable
class TeachingPages(GamePages, Protocol):
    """Pages of a game that says how it is played."""

    def how_to_play(self, w: Words, variant: Collection[str]) -> tuple[GuidePage, ...]:
        """As it is played with these variants."""


@runtime_checkable
class ManualPages(GamePages, Protocol):
    """Pages of a game that has parts of its own in the manual."""

    def manual(self, w: Words) -> tuple[ManualPart, ...]:
        """How it is played at this table, as far as that differs from other games."""


@runtime_checkable
class LessonPages(TeachingPages, Protocol):
    """Pages of a game whose first game teaches by a list of ideas."""

    def lesson(self, page: PageContext, taught: messages.Taught) -> str:
        """What is taught, in the page's words."""

    # Any: its own view.
    def spoken_of(self, page: PageContext, view: Any, taught: messages.Taught) -> frozenset[str]:
        """The keys of what it speaks of."""


class DrawingLabels(Labels, Protocol):
    """Labels of a game that has a reference."""

    refer: Reference

    def drawn(self, thing: PrintedThing) -> Markup:
        """A thing of it, small."""


@runtime_checkable
class BoxedPages(GamePages, Protocol):
    """Pages of a game of which people have the box."""

    facts: Any  # its data

    @property
    def labels(self) -> DrawingLabels:
        """With what draws the things in it."""

    @property
    def box(self) -> BoxList:
        """What lies in it, in words: a module `box.py`."""


@runtime_checkable
class PlanningPages(GamePages, Protocol):
    """Pages of a game in which people save for things."""

    facts: Any  # its data

    @property
    def plans(self) -> Plans:
        """What can be saved for, and what is within reach."""


@dataclass(frozen=True, slots=True)
class Abilities:
    """A game's pages, and what they can do besides: each is the pages themselves, or None.

    To ask a protocol takes its time, and pages are made at every tap for everybody.
    """

    pages: GamePages
    position: EnteringPages | None
    settings: HasSettings | None
    withholds: WithholdingPages | None
    hands_out: HandingPages | None
    lessons: LessonPages | None
    plans: PlanningPages | None
    reminds: ReminderWords | None
    foresees: ForeseeingPages | None

    @classmethod
    def of(cls, shown: GamePages) -> Self:
        return cls(
            shown,
            shown if isinstance(shown, EnteringPages) else None,
            shown if isinstance(shown, HasSettings) else None,
            shown if isinstance(shown, WithholdingPages) else None,
            shown if isinstance(shown, HandingPages) else None,
            shown if isinstance(shown, LessonPages) else None,
            shown if isinstance(shown, PlanningPages) else None,
            shown if isinstance(shown, ReminderWords) else None,
            shown if isinstance(shown, ForeseeingPages) else None,
        )


class GamePhone(msgspec.Struct, frozen=True):
    """What a game brings to phones, or what shows any game."""

    name: str  # the first folder in the names of its templates
    templates: Path
    pages: Callable[[GameWords, Any], GamePages]  # with its words and its game data (Any: each has its own)
    symbols: tuple[Markup, ...] = ()  # `<symbol>`s of its own, for its templates to use
    styles: tuple[Path, ...] = ()  # style sheets beside that of every page
    form_styles: tuple[Path, ...] = ()  # more of them, which templates of track name themselves
    beside: tuple["GamePhone", ...] = ()  # others whose templates show what it does not draw


class PhoneGame(msgspec.Struct, frozen=True):
    """A game as the server of phones knows it."""

    words: GameWords
    phone: GamePhone
    touch: bool = False  # the screen draws it, so that it can be played there by touch
    sheet: "PhoneGame | None" = None  # its score sheet
    signs: Mapping[str, Scored] = {}  # of what is scored, as the screen draws them
    listed: Listing = Listing()
    cover: str = ""  # the wonder that stands for it; "": none does


PhoneGames = Mapping[str, PhoneGame]  # by slug


def is_sheet(mode: messages.Mode, phase: str) -> bool:
    """Whether a score sheet lies on the table, and not the game itself."""
    return mode == "tally" and phase != "lobby"


def is_told(table: messages.TableView) -> bool:
    """Whether people deal in a game on the table, so that everybody is asked everything."""
    return table.mode == "track" and table.phase != "lobby"


def on_table(games: PhoneGames, game: str, mode: messages.Mode, phase: str) -> PhoneGame:
    """What lies on the table, or is chosen next: a game, or its score sheet."""
    found = games[game]
    return found.sheet if found.sheet and is_sheet(mode, phase) else found
