"""The interface between a game and its phone pages. A game without pages of its own is shown by the text-only ones."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, Self, runtime_checkable

import msgspec
from markupsafe import Markup

from app.history.history_text import Listing
from app.looks.score_icons import Scored
from app.looks.wonder_window import World
from app.phones.common_parts import Badge, Parts, TurnSummary
from app.phones.template_rendering import Labels
from app.protocol.base_messages import Mode
from app.protocol.play_messages import Question, UndoOffer
from app.protocol.results import RankKey
from app.protocol.settings_messages import Settings
from app.protocol.table_messages import TableView
from app.protocol.teaching_messages import LessonTip
from app.shown.cardboard.position_entry import PositionSchema
from app.shown.form import Row
from app.shown.play.goal import Plans
from app.shown.play.previews import GhostMark
from app.text.box_contents import BoxList
from app.text.reference import PrintedThing, Reference
from app.text.rules_pages import GuidePage, ManualPart
from app.text.translation import Words
from app.text.unverified_values import UncertainThing
from app.text.words_protocols import GameWords, ReminderWords
from engine.game import AnyData, AnyEvent, AnySeatView, AnyView


class PageContext(msgspec.Struct, frozen=True):
    """The context of one reader's page, without the game's own view."""

    w: Words
    table: TableView
    people: tuple[str, ...]  # what each seat is called, in order
    rev: int  # of the table; another one whenever what is public has changed
    seat: int | None  # from 1; None: an onlooker
    tab: str | None  # the one that is open; None: all of them
    question: Question | None = None  # asked of this seat
    questions: tuple[Question, ...] = ()  # where people deal, all that anybody is asked
    retractable: tuple[UndoOffer, ...] = ()  # choices of this seat, or a sheet's entries, undone without a vote
    plan: str = ""  # what this seat saves for
    back: bool = False  # a game that is over, looked back at: only to be read
    far: bool = False  # its player does not see the table, which is shown beside the hand

    @property
    def looks_on(self) -> bool:
        """True while a game is being opened and the first player is not yet revealed."""
        return self.table.opening is not None and self.table.opening.step != "found"

    def is_open(self, tab: str) -> bool:
        """Check that a page shows a tab; far away the table is shown beside the hand."""
        return self.tab in (None, tab) or (self.is_both and tab == "table")

    @property
    def is_both(self) -> bool:
        """True if the page shows hand and table together, so that neither repeats the other."""
        return self.far and self.tab == "mine"

    @property
    def is_taught(self) -> bool:
        """True if the game teaches and this seat's player has not switched that off."""
        guided = self.table.guided and self.table.phase == "game"
        return guided and self.seat is not None and not self.table.seats[self.seat - 1].knows

    @property
    def badges(self) -> tuple[Badge, ...]:
        """The badges by seat."""
        return tuple(chair.badge for chair in self.table.seats)


def kind_of(event: msgspec.Struct) -> str:
    """Return the wire tag of an event (its `type`)."""
    return str(event.__struct_config__.tag)


@runtime_checkable
class ValuePages(Protocol):
    """Pages of a game that draw a printed thing whose values are uncertain."""

    def value_picture(self, thing: UncertainThing, part: int) -> Markup:
        """Draw the thing as SVG and highlight one part of it (from 1)."""


@runtime_checkable
class GamePages(Protocol):
    """Pages of one game with the game data in play."""

    @property
    def labels(self) -> Labels:
        """The game's texts for the shared templates."""

    @property
    def decision_events(self) -> frozenset[str]:
        """Types of event that report a decision of their `seat`; later events count as news for that seat."""

    @property
    def unsaid(self) -> frozenset[str]:
        """Types of event that the log leaves out."""

    @property
    def horn(self) -> bool:
        """True if the box has a horn that phones can sound."""

    def tab(self, w: Words) -> str:
        """Return the label of the tab on which a seat plays; a word or two."""

    def role_says(self, w: Words, role: str) -> str:
        """Describe the ability of a wonder or other identity; "" if there is nothing beyond its name."""

    def view(self, raw: bytes) -> AnyView:
        """Decode a reader's view of the game."""

    def event(self, raw: bytes) -> AnyEvent:
        """Decode one event of this game; raise msgspec.ValidationError if it is no event of it."""

    def dull(self, event: AnyEvent) -> bool:
        """Check that an event appears in the log only, not among the news."""

    def sentence(self, w: Words, event: AnyEvent, people: tuple[str, ...]) -> str:
        """Write an event as a sentence."""

    def turn(self, page: PageContext, view: AnyView) -> TurnSummary:
        """Return the seat to act and the next ones, for the page header."""

    def parts(self, page: PageContext, view: AnyView) -> Parts:
        """Build the open tab's parts, with every legal action of `question` exactly once.

        For a game that people deal (`page.table.mode` is `track`) include the forms that report and correct moves.
        """


@runtime_checkable
class WithholdingPages(Protocol):
    """Pages of a game that hides the result of a conflict until its markers are turned and its animation has played."""

    def unfought(self, view: AnyView, before: AnyView, events: Sequence[AnyEvent]) -> AnyView:
        """Return the view without the effects of these conflict events. `before`: the last view shown, or None."""


@runtime_checkable
class ExplainingPages(Protocol):
    """Pages of a game that explains each seat's final result."""

    def outcomes(self, w: Words, view: AnyView, people: Sequence[str], you: int | None) -> tuple[str, ...]:
        """Explain the result, one sentence for each seat; `you` is addressed directly. Empty if nobody has won."""

    def standings(self, view: AnyView) -> Sequence[RankKey]:
        """Return each seat's points and its tie-breaker value."""


@runtime_checkable
class CrowningPages(Protocol):
    """Pages of a game that shows the winners' wonders at its end."""

    def won_worlds(self, w: Words, view: AnyView) -> tuple[World, ...]:
        """Return the wonders of the winners."""

    def worlds(self, w: Words, chair: AnySeatView) -> tuple[World, ...]:
        """Return the wonders of a seat that are built or begun, given its part of a view."""

    def counts(self, view: AnyView) -> bool:
        """Check that points have decided the game."""


@runtime_checkable
class HandingPages(Protocol):
    """Pages of a game that hands out its wonders during play."""

    def describe_wonders(self, page: PageContext, view: AnyView) -> tuple[str, ...]:
        """Describe each wonder of the page's seat: its name and its effect."""


@runtime_checkable
class ForeseeingPages(Protocol):
    """Pages of a game that previews the effect of a card use."""

    def foreseen(self, page: PageContext, before: AnyView, after: AnyView) -> Iterable[str]:
        """Describe in short lines how the predicted view differs from the current one."""

    def ghosts(self, page: PageContext, before: AnyView, after: AnyView) -> Iterable[GhostMark]:
        """Place ghost marks for the predicted changes on the page of the asking seat."""


Fields = Mapping[str, str]  # of a form, by name; a box that was not ticked is absent


@runtime_checkable
class EnteringPages(GamePages, Protocol):
    """Pages of a game that can begin from a position that people enter."""

    facts: AnyData  # its data

    @property
    def entered(self) -> PositionSchema:
        """The schema of a position that people enter."""

    def draw_enterable(self, slug: str) -> Markup:
        """Draw an enterable thing as SVG."""


@runtime_checkable
class HasSettings(GamePages, Protocol):
    """Pages of a game that adds rows to the table's settings."""

    def settings(self, w: Words, now: Settings) -> tuple[Row, ...]:
        """Return the settings rows of this game alone."""


@runtime_checkable
class TeachingPages(GamePages, Protocol):
    """Pages of a game that explains its rules."""

    def how_to_play(self, w: Words, variant: Collection[str]) -> tuple[GuidePage, ...]:
        """Explain how the game is played with these variants."""


@runtime_checkable
class ManualPages(GamePages, Protocol):
    """Pages of a game that adds sections to the manual."""

    def manual(self, w: Words) -> tuple[ManualPart, ...]:
        """Return the manual sections in which this game differs from others."""


@runtime_checkable
class LessonPages(TeachingPages, Protocol):
    """Pages of a game whose first game is a lesson built from a list of ideas."""

    def lesson(self, page: PageContext, taught: LessonTip) -> str:
        """Write the text of a lesson tip."""

    def mentioned_keys(self, page: PageContext, view: AnyView, taught: LessonTip) -> frozenset[str]:
        """Return the keys of the things on the page that a lesson tip mentions."""


class DrawingLabels(Labels, Protocol):
    """Labels of a game that has a reference of its printed things."""

    refer: Reference

    def drawn(self, thing: PrintedThing) -> Markup:
        """Draw a thing of the reference, small."""


@runtime_checkable
class BoxedPages(GamePages, Protocol):
    """Pages of a game with a list of the box's contents."""

    facts: AnyData  # its data

    @property
    def labels(self) -> DrawingLabels:
        """The game's labels, which also draw the things in the box."""

    @property
    def box(self) -> BoxList:
        """The contents of the box in words, from the game's module `box_contents.py`."""


@runtime_checkable
class PlanningPages(GamePages, Protocol):
    """Pages of a game in which a seat can mark a goal."""

    facts: AnyData  # its data

    @property
    def plans(self) -> Plans:
        """The goals that can be marked, and the check that one is within reach."""


@dataclass(frozen=True, slots=True)
class Abilities:
    """A game's pages and the optional protocols that they implement: each the pages themselves, or None.

    A cache: `isinstance` on a protocol is slow, and every tap rebuilds everyone's pages.
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
    def from_pages(cls, shown: GamePages) -> Self:
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
    """A game's package for phones: templates, pages, symbols and style sheets."""

    name: str  # the first folder in the names of its templates
    templates: Path
    pages: Callable[[GameWords, AnyData], GamePages]  # with its words and its game data
    symbols: tuple[Markup, ...] = ()  # `<symbol>`s of its own, for its templates to use
    styles: tuple[Path, ...] = ()  # style sheets besides those of every page
    form_styles: tuple[Path, ...] = ()  # besides, while people tell what happens
    beside: tuple["GamePhone", ...] = ()  # others whose templates it falls back on

    def list_styles(self, *, forms: bool) -> tuple[str, ...]:
        """List the files of the style sheets that a page links; `forms`: those of its forms too."""
        return tuple(style.name for style in (*self.styles, *(self.form_styles if forms else ())))


class PhoneGame(msgspec.Struct, frozen=True):
    """A game as the phone server registers it."""

    words: GameWords
    phone: GamePhone
    touch: bool = False  # the screen draws it, so that it can be played there by touch
    sheet: "PhoneGame | None" = None  # its score sheet
    signs: Mapping[str, Scored] = {}  # of what is scored, as the screen draws them
    listed: Listing = Listing()
    cover: str = ""  # the wonder that stands for it; "": none does


PhoneGames = Mapping[str, PhoneGame]  # by slug


def is_sheet(mode: Mode, phase: str) -> bool:
    """Check that a score sheet is on the table instead of the game itself."""
    return mode == "tally" and phase != "lobby"


def is_told(table: TableView) -> bool:
    """Check that people deal the game on the table, so that every seat is sent every question."""
    return table.mode == "track" and table.phase != "lobby"


def get_game_on_table(games: PhoneGames, game: str, mode: Mode, phase: str) -> PhoneGame:
    """Return what is on the table or chosen next: the game, or its score sheet."""
    chosen = games[game]
    return chosen.sheet if chosen.sheet and is_sheet(mode, phase) else chosen
