"""What a page shows to one reader: parts made from the table's snapshot, and the log in the reader's words."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, Protocol

import msgspec

from app.games.architects.phone.presenter import Architects
from app.games.architects.phone.track import mending, telling
from app.games.plain.phone import Plain
from app.games.tally.phone import Sheets
from app.games.words import SHEETS, WORDS, is_sheet
from app.phones import parts
from app.phones.page_state import Changes, Reader
from app.phones.parts import Head, Line, Parts, Turn
from app.phones.render import Pages, Says
from app.protocol import messages as m
from app.protocol import news
from app.protocol.rights import Who
from app.table.table import Table
from app.text import languages as i18n
from app.text import table as words
from app.text.game import GameWords, PlainWords, people_of
from app.text.languages import Words
from engine.architects.game import Architects as Game
from engine.game import Event

_TABLE: Final = msgspec.json.Decoder(m.TableView)
_NEWS: Final = msgspec.json.Decoder(news.News)
TALLY: Final = "tally "  # before the name of a game whose score sheet is meant
SHEETS_BY_NAME: Final = {f"{TALLY}{name}": sheet for name, sheet in SHEETS.items()}
BOXES: Final = 8  # sets of game data kept: the game's on the table, the next one's, those of games laid aside


class Shown(Protocol):
    """How one game is shown, with the game data it is played with. Any: its own views and events."""

    @property
    def box(self) -> Says:
        """What the templates that all games share ask of it."""

    @property
    def dull(self) -> frozenset[str]:
        """Kinds of event that are no news."""

    @property
    def unsaid(self) -> frozenset[str]:
        """Kinds of event that are not written out."""

    def view(self, raw: bytes) -> Any:
        """What a reader is shown of the game."""

    def event(self, raw: bytes) -> Any:
        """One event of this game; msgspec.ValidationError if it is none."""

    def sentence(self, w: Words, event: Any, people: tuple[str, ...]) -> str:
        """An event in words."""

    def turn(self, w: Words, view: Any, question: m.Question | None, seat: int | None, people: tuple[str, ...]) -> Turn:
        """Whose turn it is, for the head of a page. `seat` from 1; None: an onlooker."""

    def parts(
        self,
        w: Words,
        view: Any,
        table: m.TableView,
        people: tuple[str, ...],
        rev: int,
        question: m.Question | None,
        seat: int | None,
        tab: str | None,
    ) -> Parts:
        """What one tab (None: all) of a reader's page shows of the game."""


class Show:
    """Makes pages and their parts for a table. `say`: the words of its games, by name."""

    def __init__(self, table: Table, say: Mapping[str, GameWords] = WORDS) -> None:
        self.table = table
        self.pages = Pages()
        self.say = say
        self._shown = lru_cache(maxsize=BOXES)(self.showing)
        self._seen: tuple[bytes, m.TableView] | None = None
        self._people: dict[str, tuple[str, ...]] = {}  # by language, who sits there
        self._worded = lru_cache(maxsize=6000)(self.word)

    def showing(self, name: str, game_data: tuple[int, str]) -> Shown:
        """A game's own pages; where it has none, the plain ones."""
        if name in SHEETS_BY_NAME:
            return Sheets(SHEETS_BY_NAME[name])
        game, say = self.table.shelf[name], self.say[name]
        if isinstance(game, Game):
            return Architects(game.data(*game_data))
        assert isinstance(say, PlainWords), f"no pages and no plain words: {name}"
        return Plain(say, game.data(*game_data))

    def name_of(self, table: m.TableView) -> str:
        """What `showing` and `word` call the game on a table, or its score sheet."""
        return f"{TALLY}{table.game}" if is_sheet(table) else table.game

    def table_view(self, raw: bytes) -> m.TableView:
        """The table as everybody sees it; read once for all who are told the same."""
        if self._seen is None or self._seen[0] != raw:
            self._seen = (raw, _TABLE.decode(raw))
            self._people.clear()
        return self._seen[1]

    def table_of(self, raw: bytes) -> m.TableView:
        """Another table than the one everybody sees now: as it was in a game that is over."""
        return _TABLE.decode(raw)

    def now(self) -> m.TableView:
        """The table as it is now."""
        return self.table_view(bytes(self.table.snapshot(Who("onlooker"), self.table.log_end).table))

    def changes(self, reader: Reader, touch: bool) -> Changes:
        """Bring a reader up to the present; what is different on its page. `touch`: there is a screen."""
        snapshot = self.table.snapshot(reader.who, reader.since)
        table = self.table_view(bytes(snapshot.table))
        seat = None if reader.who.seat is None else reader.who.seat + 1
        lang = (reader.wants or table.settings.lang) if seat is None else table.seats[seat - 1].lang
        w = i18n.words(lang)
        name = self.name_of(table)
        shown, say = self._shown(name, table.game_data), self.say[table.game]
        people = self._people.get(lang)
        if people is None:
            people = self._people[lang] = people_of(w, table.seats, say)
        made = parts.at_table(table, snapshot, seat, people, self.table.headless)
        question = snapshot.questions[0] if snapshot.questions and seat is not None else None
        tracked = table.mode == "track" and table.phase != "lobby" and seat is not None
        if tracked:
            question = next((each for each in snapshot.questions if each.seat == seat and not each.ends), None)
        turn = Turn()
        if snapshot.game is not None:
            view = shown.view(bytes(snapshot.game))
            asked = None if tracked else question
            if isinstance(shown, Sheets):
                made |= shown.page(w, view, table, people, seat, reader.tab, snapshot.own)
            else:
                made |= shown.parts(w, view, table, people, snapshot.rev, asked, seat, reader.tab)
            if snapshot.questions and tracked:
                made["ask"] = telling(snapshot.questions, view, seat, people)
            if table.repair and tracked:
                why = words.refusal(w, table.repair.rule, table.repair.facts, say) if table.repair.rule else ""
                made["repair"] = mending(table.repair, view, people, why)
            turn = shown.turn(w, view, question, seat, people)
        else:
            made |= parts.lobby(w, table, self.table.shelf, self.say, seat, people, touch, self.table.headless)
        if reader.tab is not None:
            made = {name: part for name, part in made.items() if parts.on(reader.tab, name, watching=seat is None)}
        me = None if seat is None else people[seat - 1]
        made["head"] = Head(table.phase, me, question is not None, question.number if question else 0, turn)
        reader.mends = tracked
        reader.read(snapshot, (table.game_id, lang, name, people, table.game_data), self._worded)
        reader.since = self.table.log_end
        made["news"] = parts.news(reader.lines, shown.dull)
        return reader.changes(made, lang, shown.box, self.pages)

    def word(
        self,
        lang: str,
        game: str,
        people: tuple[str, ...],
        game_data: tuple[int, str],
        raw: bytes,
        undone: bool,
        by: int = 0,
    ) -> Line | None:
        """One line in words, with who told it for another seat; None for what this page does not write out."""
        w, shown = i18n.words(lang), self._shown(game, game_data)
        try:
            event: Event = shown.event(raw)
        except msgspec.ValidationError:
            other = _NEWS.decode(raw)
            say = SHEETS_BY_NAME.get(game) or self.say[game]
            return Line(words.news(w, other, people, say), _kind(other), undone)
        kind = _kind(event)
        if kind in shown.unsaid:
            return None
        sentence = shown.sentence(w, event, people)
        return Line(words.by(w, sentence, 0 if by == getattr(event, "seat", 0) else by, people), kind, undone)


def _kind(event: msgspec.Struct) -> str:
    return str(event.__struct_config__.tag)
