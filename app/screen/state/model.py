"""The screen's model: everything received from the table, as a frozen value. Each message makes a new one."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Protocol, TypeVar, runtime_checkable

import msgspec

from app.looks.drawing_fallback import is_drawable
from app.looks.glyph_coverage import keep_drawable
from app.protocol import table_log_events
from app.protocol.base_messages import Hello, Message
from app.protocol.delayed_conflict_results import is_snapshot_delayed, split_delayed
from app.protocol.history_messages import PastPosition
from app.protocol.log_messages import Line
from app.protocol.machine_messages import Diagnosis, Upkeep
from app.protocol.network_messages import Wifi
from app.protocol.panel_messages import ButtonEvent, Keys, Panel
from app.protocol.play_messages import Cue, Question, UndoOffer
from app.protocol.seat_messages import Code, SeatInfo
from app.protocol.settings_messages import Settings
from app.protocol.table_messages import Snapshot, TableView
from app.protocol.teaching_messages import Hint, LessonTip
from app.screen.state.hardware_panel import PanelModel
from app.screen.state.ring_layout import Drawn, Ring, Rounds, lay_ring
from app.text import fatal_page
from app.text import table_text as table_words
from app.text.names_at_log_line import Takeovers, names_at, seat_takeovers
from app.text.translation import Words, words
from app.text.words_protocols import GameWords, display_name, seat_name

Event = TypeVar("Event")
# Settings of appearance, reset to their defaults on a plain screen.
APPEARANCE_SETTINGS: Final = ("diagonal", "points", "short_edges", "turning", "bright", "large", "rotation", "faces")
KEPT_LINES: Final = 1200  # of the log: enough to correct any turn of the longest game


class _SeatOfEvent(msgspec.Struct):
    """The optional seat of an event of any game."""

    seat: int | None = None


class _Shields(msgspec.Struct):
    """The shields of a conflict's event, where seats are compared."""

    shields: tuple[int, ...] = ()


class GameDecoder(Protocol):
    """Parser of one game's snapshots."""

    @property
    def words(self) -> GameWords:
        """The game's texts."""

    @property
    def by_touch(self) -> bool:
        """True if seats can be played on the screen."""

    def data(self, version: int | None, overrides: str) -> object:
        """Return the game data in use, as `engine.game_data.GameData.read` does."""

    def view(self, raw: bytes) -> object:
        """Parse the game's own view from JSON."""


@runtime_checkable
class DelayedResultsDecoder(Protocol):
    """The decoder of a game whose conflicts wait for their markers and shields."""

    def hide_results(self, view: object, before: object, lines: tuple[Line, ...], data: object) -> object:
        """Return the view without the results of these conflict lines; `before`: the view shown last."""


class Shelf(Protocol):
    """The games that the table can play."""

    def for_table(self, table: TableView) -> GameDecoder:
        """Return the decoder of the game or score sheet on a table; in the lobby, of the next game."""


@dataclass(frozen=True, slots=True)
class Model:
    """A snapshot of everything the table has sent. Seats count from 1; seat 0 is nobody, or the whole table."""

    link: bool = False  # connected to the table
    hello: Hello | None = None
    rev: int = -1  # of the newest snapshot; -1: none since the hello
    table: TableView | None = None
    decoder: GameDecoder | None = None  # of the game on the table
    data: object = None  # the game data in use
    view: object = None  # the game's own view; None in the lobby
    questions: Mapping[int, Question] = field(default_factory=dict)  # open, by seat
    codes: Mapping[int, Code] = field(default_factory=dict)  # by seat
    far_links: Mapping[int, str] = field(default_factory=dict)  # by seat, for friends far away
    retractable: tuple[UndoOffer, ...] = ()  # choices, or a sheet's entries, undone without a vote
    host: bool = False  # the table's PIN was given here and is still valid
    lines: Mapping[int, Line] = field(default_factory=dict)  # the log, by number
    brought: tuple[Line, ...] = ()  # lines that came with the newest snapshot
    took: Takeovers = ()  # seats that others took over since
    held: tuple[Line, ...] = ()  # lines delayed until markers are turned and shields have met
    meeting: tuple[int, ...] = ()  # shields that are shown meeting, by seat
    lessons: Mapping[int, LessonTip] = field(default_factory=dict)  # current lesson tips, by seat
    hints: Mapping[int, Hint] = field(default_factory=dict)  # of seats that are played here
    planned: tuple[int, ...] = ()  # of these, the seats with a goal
    panel: PanelModel = field(default_factory=PanelModel)
    wifi: Wifi | None = None  # of the table's machine
    upkeep: Upkeep | None = None  # of an installed table
    page: fatal_page.Page | None = None  # shown instead of the table: it has stopped, or ended
    over: bool = False  # it ended because people wanted it to
    plain: bool = False  # reset to default appearance after repeated crashes
    stored: Settings | None = None  # the table's settings, however the screen is shown

    # ---- words and people ----------------------------------------------------------------------------

    @property
    def known_table(self) -> TableView:
        """The view of the table, for everything that is shown after the first snapshot only."""
        assert self.table is not None
        return self.table

    @property
    def lang(self) -> str:
        """The table's language."""
        return self.table.settings.lang if self.table else "en"

    def words(self, seat: int = 0) -> Words:
        """Return the texts in a seat's language, or the table's."""
        return words(self.info(seat).lang if seat and self.table and seat <= len(self.table.seats) else self.lang)

    def info(self, seat: int) -> SeatInfo:
        return self.known_table.seats[seat - 1]

    @property
    def game_words(self) -> GameWords:
        """The texts of the game on the table, or of the next one."""
        assert self.decoder is not None
        return self.decoder.words

    def people(self, w: Words, line: Line | None = None) -> tuple[str, ...]:
        """Return everybody's name by seat; with a log line, as of when it was written."""
        assert self.table is not None
        people = tuple(_drawable_name(w, info) for info in self.table.seats)
        return people if line is None or not self.took else names_at(people, self.took, line.number)

    def name(self, seat: int, w: Words | None = None) -> str:
        """Return a seat's name, in its own language or another."""
        return _drawable_name(w or self.words(seat), self.info(seat))

    def news(self, line: Line, w: Words) -> str:
        """Return a change at the table as a sentence; "" for a line of the game."""
        try:
            event = msgspec.json.decode(line.event, type=table_log_events.News)
        except msgspec.ValidationError:
            return ""
        return table_words.sentence(w, event, self.people(w), self.game_words)

    def badge_of(self, line: Line) -> tuple[str, str]:
        """Return the badge of the seat that a line of the game's log is about, or ("", "")."""
        seat = msgspec.json.decode(line.event, type=_SeatOfEvent).seat if line.row else None
        return self.info(seat).badge if seat and self.table and seat <= len(self.table.seats) else ("", "")

    # ---- what may be done ----------------------------------------------------------------------------

    @property
    def by_touch(self) -> bool:
        """True if seats can be played on the screen: the game is drawn, or only its score sheet is."""
        if self.table is None or self.decoder is None:
            return True
        return self.decoder.by_touch or self.table.mode == "tally"

    @property
    def tracks(self) -> bool:
        """True if people deal in a running game."""
        return self.table is not None and self.table.mode == "track" and self.table.phase == "game"

    def is_played_here(self, seat: int) -> bool:
        """Check whether people may play a seat on the screen now."""
        return self.tracks or self.info(seat).person

    def legal(self, seat: int) -> tuple[str, ...]:
        """Return the legal actions of a seat."""
        question = self.questions.get(seat)
        return question.legal if question else ()

    @property
    def settings(self) -> Settings:
        """The table's settings, however the screen is shown."""
        assert self.stored is not None
        return self.stored

    @property
    def is_silent(self) -> bool:
        """True if the table is muted, or the screen is plain."""
        return self.plain or (self.table is not None and (self.table.settings.mute or not self.table.settings.volume))

    @property
    def menu_sign(self) -> str:
        """The icon of the menu button: it shows whether the table is muted."""
        return "mute" if self.is_silent else "menu"

    def ring(self, width: int, height: int, rounds: Rounds | None = None, drawn: Drawn | None = None) -> Ring:
        """Return the usual layout on a screen of this size in pixels.

        `rounds`: sizes of round things in the gaps; `drawn`: widths of the zones' drawings.
        """
        assert self.table is not None
        height -= self.panel.strip(width, height)
        settings = self.table.settings
        seats, plain = len(self.table.seats), settings.plain_figures
        return lay_ring(width, height, seats, settings.diagonal, rounds, plain, drawn)


def _drawable_name(w: Words, info: SeatInfo) -> str:
    """Return a seat's name without letters that the screen's font lacks; the seat's number if none is left."""
    return keep_drawable(display_name(w, info)) or seat_name(w, info.seat, None)


def event_of(line: Line, parse: Callable[[bytes], Event]) -> Event | None:
    """Parse the event of a log line; None for a change at the table, or if `parse` does not know it."""
    if not line.row:
        return None
    try:
        return parse(bytes(line.event))
    except msgspec.ValidationError:
        return None


# ---- what a message makes of it --------------------------------------------------------------------------


def apply_message(model: Model, message: Message, games: Shelf, now: float) -> Model:
    """Return the model after one more message; `now` in seconds of the screen's clock."""
    match message:
        case Hello():
            return replace(model, link=True, hello=message, rev=-1, page=None, over=False)
        case Snapshot():
            return _apply_snapshot(model, message, games)
        case Cue(what="bye", n=power):
            installed = model.table is not None and model.table.installed
            return replace(model, page=fatal_page.goodbye_page(model.words(), power > 0, installed), over=True)
        case Panel() | ButtonEvent() | Keys() | Diagnosis():
            return replace(model, panel=model.panel.apply(message, now))
        case Wifi():
            return replace(model, wifi=message)
    return model


def mark_disconnected(model: Model) -> Model:
    """Return the model while the table is away: what was shown last stays."""
    return replace(model, link=False, panel=replace(model.panel, panel=None, keys=None, heard=None, held_since=None))


def mark_stopped(model: Model, for_good: bool) -> Model:
    """Return the model after the table stopped for good; without `for_good`, while it is being restarted."""
    version = model.hello.version if model.hello else ""
    return replace(model, page=fatal_page.table_stopped(model.words(), version) if for_good else None)


def past_model(message: PastPosition, games: Shelf, plain: bool = False) -> Model:
    """Return the model of a finished game as it was after one of its lines."""
    table, news = message.table, message.news
    return _apply_snapshot(Model(link=True, plain=plain), Snapshot(1, table, message.view, (), news), games)


def _apply_snapshot(model: Model, snapshot: Snapshot, games: Shelf) -> Model:
    sent, before = msgspec.json.decode(snapshot.table, type=TableView), model.table
    table = use_default_appearance(sent) if model.plain else sent if is_drawable() else use_plain_figures(sent)
    decoder, data = games.for_table(table), model.data
    if decoder is not model.decoder or before is None or before.game_data != table.game_data:
        data = decoder.data(*table.game_data)
    is_fresh = model.rev < 0 or (before is not None and before.game_id != table.game_id)  # another game has another log
    held, brought = split_delayed(model.held, table, snapshot.news, back=is_fresh)
    meeting = _shields(held) if table.ritual is None else ()
    if is_snapshot_delayed(table, back=is_fresh):
        return replace(model, rev=snapshot.rev, held=(*held, *brought), meeting=meeting)
    view = None if snapshot.game is None else decoder.view(bytes(snapshot.game))
    if held and isinstance(decoder, DelayedResultsDecoder):
        view = decoder.hide_results(view, model.view, held, data)
    questions: dict[int, Question] = {}
    for question in snapshot.questions:  # only a seat's first question is open
        questions.setdefault(question.seat, question)
    return replace(
        model,
        rev=snapshot.rev,
        table=table,
        stored=sent.settings,
        decoder=decoder,
        data=data,
        view=view,
        questions=questions,
        codes={code.seat: code for code in snapshot.codes if not code.far},
        far_links={code.seat: code.url for code in snapshot.codes if code.far},
        retractable=snapshot.own,
        lessons={lesson.seat: lesson for lesson in snapshot.lessons},
        hints={hint.seat: hint for hint in snapshot.hints},
        planned=snapshot.planned,
        host=snapshot.host,
        upkeep=snapshot.upkeep,
        lines=_merge_lines({} if is_fresh else model.lines, brought),
        brought=brought,
        took=(
            *(() if is_fresh else model.took),
            *seat_takeovers(line for line in brought if is_fresh or line.number not in model.lines),
        ),
        held=held,
        meeting=meeting,
    )


def _merge_lines(lines: Mapping[int, Line], brought: Sequence[Line]) -> dict[int, Line]:
    """Return the newest log lines, by number, without forgotten ones."""
    kept = {**lines, **{line.number: line for line in brought}}
    for line in brought:
        if line.forgotten:
            del kept[line.number]
    return {number: kept[number] for number in sorted(kept)[-KEPT_LINES:]} if len(kept) > KEPT_LINES else kept


def _shields(held: tuple[Line, ...]) -> tuple[int, ...]:
    """Return the shields of each seat in the conflict at the beginning of these lines."""
    return msgspec.json.decode(held[0].event, type=_Shields).shields if held else ()


def use_plain_figures(table: TableView) -> TableView:
    """Return the table with plain figures, whatever the settings: no pictures are available."""
    return msgspec.structs.replace(table, settings=msgspec.structs.replace(table.settings, plain_figures=True))


def use_default_appearance(table: TableView) -> TableView:
    """Return the table with default appearance, without animations and with plain figures."""
    usual = Settings(motion=False, plain_figures=True)
    looks = {name: getattr(usual, name) for name in ("motion", "plain_figures", *APPEARANCE_SETTINGS)}
    seats = tuple(msgspec.structs.replace(seat, left=False) for seat in table.seats)
    return msgspec.structs.replace(table, seats=seats, settings=msgspec.structs.replace(table.settings, **looks))
