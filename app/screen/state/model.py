"""The screen's model: what the table has told it, as a value. A message makes another one; nothing changes in place."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Protocol, TypeVar, runtime_checkable

import msgspec

from app.looks.drawing_fallback import is_drawable
from app.protocol import messages, news
from app.protocol.delayed_results import waits_whole, withheld
from app.screen.paint.glyphs import drawable
from app.screen.state.hardware_panel import PanelModel
from app.screen.state.ring import Drawn, Ring, Rounds, lay_ring
from app.text import fatal_page
from app.text import table as table_words
from app.text.game import GameWords, people_of, seat_name
from app.text.languages import Words, words
from app.text.past_seating import Took, then, took

Event = TypeVar("Event")
# What people have set of how the screen looks; as it is when nobody has, where it is shown plainly.
LOOKS: Final = ("diagonal", "points", "short_edges", "turning", "bright", "large", "rotation", "faces")
KEPT_LINES: Final = 1200  # of the log: any turn of the longest game can be put right


class _SeatOfEvent(msgspec.Struct):
    """What an event of any game may have."""

    seat: int | None = None


class _Shields(msgspec.Struct):
    """What the event of a conflict has where seats are compared."""

    shields: tuple[int, ...] = ()


class GameReader(Protocol):
    """How a snapshot of one game is read."""

    @property
    def words(self) -> GameWords:
        """What it says to people."""

    @property
    def by_touch(self) -> bool:
        """Whether seats can be played on the screen."""

    def data(self, version: int | None, overrides: str) -> object:
        """The game data that is played with, as `engine.game_data.GameData.read` gives it."""

    def view(self, raw: bytes) -> object:
        """The game's own view, from JSON."""


@runtime_checkable
class Withholds(Protocol):
    """The reader of a game in which a conflict waits for its markers and its shields."""

    def unfought(self, view: object, before: object, lines: tuple[messages.Line, ...], data: object) -> object:
        """The view without what these lines of a conflict tell; `before`: what was shown last."""


class Shelf(Protocol):
    """Every game that may lie on the table."""

    def of(self, table: messages.TableView) -> GameReader:
        """What reads the game, or the score sheet, that lies on a table; in the lobby, the next game."""


@dataclass(frozen=True, slots=True)
class Model:
    """What the table has said so far. Seats count from 1; seat 0 is nobody, or the whole table."""

    link: bool = False  # the table is there
    hello: messages.Hello | None = None
    rev: int = -1  # of the newest snapshot; -1: none has come since the hello
    table: messages.TableView | None = None
    reader: GameReader | None = None  # of the game on the table
    data: object = None  # the game data it is played with
    view: object = None  # the game's own view; None in the lobby
    questions: Mapping[int, messages.Question] = field(default_factory=dict)  # open, by seat
    codes: Mapping[int, messages.Code] = field(default_factory=dict)  # by seat
    own: tuple[messages.UndoOffer, ...] = ()
    host: bool = False  # the table's PIN was given here, and still holds
    lines: Mapping[int, messages.Line] = field(default_factory=dict)  # the log, by number
    brought: tuple[messages.Line, ...] = ()  # of it, what the newest snapshot brought
    took: Took = ()  # seats that others took over since
    held: tuple[messages.Line, ...] = ()  # what waits until markers of a conflict are turned and its shields have met
    meeting: tuple[int, ...] = ()  # shields that meet now, by seat
    lessons: Mapping[int, messages.Taught] = field(default_factory=dict)  # what seats are taught now
    hints: Mapping[int, messages.Hint] = field(default_factory=dict)  # of seats that are played here
    planned: tuple[int, ...] = ()  # of these, who saves for something
    panel: PanelModel = field(default_factory=PanelModel)
    wifi: messages.Wifi | None = None  # of the table's machine
    upkeep: messages.Upkeep | None = None  # of an installed table
    page: fatal_page.Page | None = None  # instead of the table: it has stopped, or ended
    over: bool = False  # it has ended, as people wished
    plain: bool = False  # the screen has died again and again, and is shown as if nobody had set how it looks
    stored: messages.Settings | None = None  # how people have set the table, however it is shown

    # ---- words and people ----------------------------------------------------------------------------

    @property
    def lang(self) -> str:
        """The table's language."""
        return self.table.settings.lang if self.table else "en"

    def words(self, seat: int = 0) -> Words:
        """The table's words, or a seat's."""
        return words(self.info(seat).lang if seat and self.table and seat <= len(self.table.seats) else self.lang)

    def info(self, seat: int) -> messages.SeatInfo:
        """Who plays a seat, and how."""
        assert self.table is not None
        return self.table.seats[seat - 1]

    @property
    def game_words(self) -> GameWords:
        """The words of the game on the table, or of the next one."""
        assert self.reader is not None
        return self.reader.words

    def people(self, w: Words, line: messages.Line | None = None) -> tuple[str, ...]:
        """Return what everybody is called, by seat; or was when a line of the log was written.

        Of a name that the screen's font cannot draw, what it can; a seat's number where that is nothing.
        """
        assert self.table is not None
        people = tuple(
            drawable(name) or seat_name(w, n, None) for n, name in enumerate(people_of(w, self.table.seats), 1)
        )
        return people if line is None or not self.took else then(people, self.took, line.number)

    def name(self, seat: int, w: Words | None = None) -> str:
        """What a seat is called, in its own words or in others."""
        return self.people(w or self.words(seat))[seat - 1]

    def news(self, line: messages.Line, w: Words) -> str:
        """A change at the table as a sentence; empty for a line of the game."""
        try:
            event = msgspec.json.decode(line.event, type=news.News)
        except msgspec.ValidationError:
            return ""
        return table_words.sentence(w, event, self.people(w), self.game_words)

    def badge_of(self, line: messages.Line) -> tuple[str, str]:
        """Of the seat that a line of the game's log is about; nothing where it is about none."""
        seat = msgspec.json.decode(line.event, type=_SeatOfEvent).seat if line.row else None
        return self.info(seat).badge if seat and self.table and seat <= len(self.table.seats) else ("", "")

    # ---- what may be done ----------------------------------------------------------------------------

    @property
    def by_touch(self) -> bool:
        """Whether seats can be played on the screen: the game is drawn, or it is only its score sheet."""
        if self.table is None or self.reader is None:
            return True
        return self.reader.by_touch or self.table.mode == "tally"

    @property
    def tracks(self) -> bool:
        """Whether people deal in a game that runs."""
        return self.table is not None and self.table.mode == "track" and self.table.phase == "game"

    def by_hand(self, seat: int) -> bool:
        """Whether people may play a seat on the screen now."""
        return self.info(seat).person

    def legal(self, seat: int) -> tuple[str, ...]:
        """What a seat may say."""
        question = self.questions.get(seat)
        return question.legal if question else ()

    @property
    def settings(self) -> messages.Settings:
        """How people have set the table, however it is shown."""
        assert self.stored is not None
        return self.stored

    @property
    def silent(self) -> bool:
        """Whether the table is set to make no sound at all; a plain screen makes none."""
        return self.plain or (self.table is not None and (self.table.settings.mute or not self.table.settings.volume))

    @property
    def menu_sign(self) -> str:
        """The picture on the way to the menu: while the table is muted, it says so."""
        return "mute" if self.silent else "menu"

    def ring(self, width: int, height: int, rounds: Rounds | None = None, drawn: Drawn | None = None) -> Ring:
        """How most games lie on a screen of so many pixels; `rounds`: what else than a card lies in their gaps.

        `drawn`: how wide their zones' drawings are.
        """
        assert self.table is not None
        height -= self.panel.strip(width, height)
        settings = self.table.settings
        seats, plain = len(self.table.seats), settings.plain_figures
        return lay_ring(width, height, seats, settings.diagonal, rounds, plain, drawn)


def event_of(line: messages.Line, hear: Callable[[bytes], Event]) -> Event | None:
    """The event that a log line tells; None of a change at the table, and of what `hear` does not know."""
    if not line.row:
        return None
    try:
        return hear(bytes(line.event))
    except msgspec.ValidationError:
        return None


# ---- what a message makes of it --------------------------------------------------------------------------


def heard(model: Model, message: messages.Messages, games: Shelf, now: float) -> Model:
    """What the screen knows after one more message; `now` in seconds of its clock."""
    match message:
        case messages.Hello():
            return replace(model, link=True, hello=message, rev=-1, page=None, over=False)
        case messages.Snapshot():
            return _seen(model, message, games)
        case messages.Cue(what="bye", n=power):
            installed = model.table is not None and model.table.installed
            return replace(model, page=fatal_page.ended(model.words(), power > 0, installed), over=True)
        case messages.Panel() | messages.Heard() | messages.Keys() | messages.Diagnosis():
            return replace(model, panel=model.panel.hear(message, now))
        case messages.Wifi():
            return replace(model, wifi=message)
    return model


def lost(model: Model) -> Model:
    """The table is away. What was seen last stays."""
    return replace(model, link=False, panel=replace(model.panel, panel=None, keys=None, heard=None, held_since=None))


def stopped(model: Model, for_good: bool) -> Model:
    """Nobody starts the table again by themselves; or (not `for_good`) somebody does now."""
    version = model.hello.version if model.hello else ""
    return replace(model, page=fatal_page.table_stopped(model.words(), version) if for_good else None)


def looked_back(message: messages.LookedBack, games: Shelf, plain: bool = False) -> Model:
    """A finished game as it was after one of its lines."""
    table, news = message.table, message.news
    return _seen(Model(link=True, plain=plain), messages.Snapshot(1, table, message.view, (), news), games)


def _seen(model: Model, snapshot: messages.Snapshot, games: Shelf) -> Model:
    told, before = msgspec.json.decode(snapshot.table, type=messages.TableView), model.table
    table = plainly(told) if model.plain else told if is_drawable() else undrawn(told)
    reader, data = games.of(table), model.data
    if reader is not model.reader or before is None or before.game_data != table.game_data:
        data = reader.data(*table.game_data)
    other = before is not None and before.game_id != table.game_id  # then the log is another, too
    back = model.rev < 0 or other
    held, brought = withheld(model.held, table, snapshot.news, back=back)
    meeting = _shields(held) if table.ritual is None else ()
    if waits_whole(table, back=back):
        return replace(model, rev=snapshot.rev, held=(*held, *brought), meeting=meeting)
    view = None if snapshot.game is None else reader.view(bytes(snapshot.game))
    if held and isinstance(reader, Withholds):
        view = reader.unfought(view, model.view, held, data)
    lines = {**({} if back else model.lines), **{line.number: line for line in brought}}
    for line in brought:
        if line.forgotten:
            del lines[line.number]
    if len(lines) > KEPT_LINES:
        lines = {number: lines[number] for number in sorted(lines)[-KEPT_LINES:]}
    questions: dict[int, messages.Question] = {}
    for question in snapshot.questions:  # the first of a seat is open; another follows once that one is over
        questions.setdefault(question.seat, question)
    return replace(
        model,
        rev=snapshot.rev,
        table=table,
        stored=told.settings,
        reader=reader,
        data=data,
        view=view,
        questions=questions,
        codes={code.seat: code for code in snapshot.codes},
        own=snapshot.own,
        lessons={it.seat: it for it in snapshot.lessons},
        hints={it.seat: it for it in snapshot.hints},
        planned=snapshot.planned,
        host=snapshot.host,
        upkeep=snapshot.upkeep,
        lines=lines,
        brought=brought,
        took=(*(() if back else model.took), *took(line for line in brought if back or line.number not in model.lines)),
        held=held,
        meeting=meeting,
    )


def _shields(held: tuple[messages.Line, ...]) -> tuple[int, ...]:
    """What each seat has in the conflict that these lines begin with."""
    return msgspec.json.decode(held[0].event, type=_Shields).shields if held else ()


def undrawn(table: messages.TableView) -> messages.TableView:
    """The same table in plain figures, whatever people have set: there are no pictures to show."""
    return msgspec.structs.replace(table, settings=msgspec.structs.replace(table.settings, plain_figures=True))


def plainly(table: messages.TableView) -> messages.TableView:
    """The same table as it looks where nobody has set how, without animations and in plain figures."""
    usual = messages.Settings(motion=False, plain_figures=True)
    looks = {name: getattr(usual, name) for name in ("motion", "plain_figures", *LOOKS)}
    seats = tuple(msgspec.structs.replace(seat, left=False) for seat in table.seats)
    return msgspec.structs.replace(table, seats=seats, settings=msgspec.structs.replace(table.settings, **looks))
