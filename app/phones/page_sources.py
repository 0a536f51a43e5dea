"""The sources of all pages at a table: the table, the words and pages of its games, and the caches of rendering.

Made once, when the server starts. Pages outside the game (history, rules, forms) read it; the live page's subclass is
in app/phones/page_maker.py.
"""

from collections.abc import Mapping
from functools import lru_cache
from secrets import token_hex
from typing import Final

import msgspec

from app.phones.common_parts import NO_BADGE, Drawings
from app.phones.game_page_interface import Abilities, GamePages, PhoneGames, is_sheet, kind_of
from app.phones.log_parts import PICTURES, WordedLine
from app.phones.open_page_state import PageState, Wording
from app.phones.page_update import PageUpdate
from app.phones.template_rendering import Pages
from app.protocol import ceremony_durations
from app.protocol import table_log_events as table_news
from app.protocol.access_messages import GivePin
from app.protocol.client_rights import ONLOOKER, Actor
from app.protocol.table_messages import TableView
from app.table.table import Table
from app.text import table_text as table_words
from app.text import translation
from app.text.translation import Words
from app.text.unverified_values import ValueWords
from app.text.words_protocols import people_of
from engine.game import Event
from engine.memoize import memoize

_TABLE: Final = msgspec.json.Decoder(TableView)
_NEWS: Final = msgspec.json.Decoder(table_news.News)
TALLY: Final = "tally "  # before the name of a game , for its score sheet
MAX_CACHED_LINES: Final = 2000  # log lines, by language: a whole game of seven in all languages
BOXES: Final = 8  # sets of game data cached: current game, next game, suspended games


class PageSources:
    """A table, its games, and the caches that all pages share."""

    def __init__(self, table: Table, games: PhoneGames) -> None:
        self.table = table
        self.games = games
        self.say = {name: game.words for name, game in games.items()}
        sheets = {f"{TALLY}{name}": game.sheet for name, game in games.items() if game.sheet is not None}
        self._kinds = {**games, **sheets}  # everything that can be on the table
        self.sheets = {name: game.sheet.words for name, game in games.items() if game.sheet is not None}
        phones = [phone for kind in self._kinds.values() for phone in (kind.phone, *kind.phone.beside)]
        self.pages = Pages(
            {phone.name: phone.templates for phone in phones}, {phone.name: phone.symbols for phone in phones}
        )
        self.drawings = {  # by what is on the table, and whether forms for what people tell are shown
            (name, forms): Drawings(kind.phone.name, kind.phone.list_styles(forms=forms))
            for name, kind in self._kinds.items()
            for forms in (False, True)
        }
        self.styles = [style for phone in phones for style in (*phone.styles, *phone.form_styles)]
        self.abilities = lru_cache(maxsize=BOXES)(lambda name, data: Abilities.from_pages(self.make_pages(name, data)))
        self.asks_values = {name for name, say in self.say.items() if isinstance(say, ValueWords)}
        self.wording = memoize(BOXES)(Wording)  # the same object for all phones of a language
        self.describe_event_cached = memoize(MAX_CACHED_LINES)(self.describe_event)
        self._seen: tuple[bytes, TableView] | None = None
        self._people: dict[str, tuple[str, ...]] = {}  # by language
        self._kept_of = 0  # the caches belong to this game

    def make_pages(self, name: str, game_data: tuple[int, str]) -> GamePages:
        """Return the pages of a game or score sheet, named as by `name_of`."""
        kind = self._kinds[name]
        data = None if name.startswith(TALLY) else self.table.games.shelf[name].data(*game_data)  # a sheet needs none
        return kind.phone.pages(kind.words, data)

    def name_of(self, table: TableView) -> str:
        """Return the key of the game on a table, or of its score sheet."""
        return f"{TALLY}{table.game}" if is_sheet(table.mode, table.phase) else table.game

    def describe_event(self, of: Wording, raw: bytes, undone: bool, by: int = 0) -> WordedLine | None:
        """Write one event as a log line, with the person who reported it for another seat; None if the log leaves it
        out.
        """
        w, shown = translation.words(of.lang), self.abilities(of.game, of.game_data).pages
        try:
            event: Event = shown.event(raw)
        except msgspec.ValidationError:
            other = _NEWS.decode(raw)
            sentence = table_words.sentence(w, other, of.people, self._kinds[of.game].words)
            return WordedLine(
                sentence, kind_of(other), undone, dull=kind_of(other) in table_words.MINOR_EVENTS, own=True
            )
        kind = kind_of(event)
        if kind in shown.unsaid:
            return None
        sentence = shown.sentence(w, event, of.people)
        seat = getattr(event, "seat", 0)
        text = table_words.append_name(w, sentence, 0 if by == seat else max(by, 0), of.people)
        moment = PICTURES.get(kind, "goal") if ceremony_durations.lasts(event) else ""
        decided = seat if kind in shown.decision_events else 0
        badge = of.badges[decided - 1] if decided else NO_BADGE
        return WordedLine(text, kind, undone, dull=shown.dull(event), deciding_seat=decided, moment=moment, badge=badge)

    def table_view(self, raw: bytes) -> TableView:
        """Decode the table's public state; cached, since many readers get the same bytes.

        Caches of the game before are cleared, so that a table that plays for days holds one game.
        """
        if self._seen is None or self._seen[0] != raw:
            self._seen = (raw, _TABLE.decode(raw))
            self._people.clear()
            if self._seen[1].game_id != self._kept_of:
                self._kept_of = self._seen[1].game_id
                self.pages.clear_cache()
                self.describe_event_cached.cache_clear()
        return self._seen[1]

    def people(self, w: Words, table: TableView) -> tuple[str, ...]:
        """Return the names of the seats in this language; cached, like the table's state."""
        if w.lang not in self._people:
            self._people[w.lang] = people_of(w, table.seats)
        return self._people[w.lang]

    def current_table(self) -> TableView:
        """Return the table's current public state."""
        return self.table_view(bytes(self.table.snapshot(ONLOOKER, self.table.log_end).table))

    def open_update(self, reader: PageState, *, touch: bool = False) -> PageUpdate:
        """Take a snapshot of the table for a reader's page. `touch`: there is a screen."""
        snapshot = self.table.snapshot(reader.who, reader.since)
        table = self.table_view(bytes(snapshot.table))
        seat = None if reader.who.seat is None else reader.who.seat + 1
        reader.far = seat is not None and table.seats[seat - 1].far
        w = translation.words((reader.wants or table.settings.lang) if seat is None else table.seats[seat - 1].lang)
        asked = snapshot.questions if seat is not None else ()
        dealt = table.mode == "track"  # people deal, so that every seat is sent every question
        mine = [each for each in asked if each.seat == seat and not each.ends] if dealt else asked
        name = self.name_of(table)
        return PageUpdate(
            w=w,
            table=table,
            people=self.people(w, table),
            rev=snapshot.rev,
            seat=seat,
            tab=reader.tab,
            question=next(iter(mine), None),
            questions=asked if dealt else (),
            retractable=snapshot.own,
            plan=snapshot.plan,
            far=reader.far,
            reader=reader,
            snapshot=snapshot,
            name=name,
            kind=self._kinds[name],
            abilities=self.abilities(name, table.game_data),
            touch=touch,
        )

    def needs_pin(self, who: Actor) -> bool:
        """Check that a form of this client that affects everyone needs the table's PIN."""
        return self.current_table().pin and not self.table.snapshot(who, self.table.log_end).host

    def confirmation_prompt(self, w: Words, who: Actor) -> str:
        """Return the sentence that asks for a confirmation number; "" if none is needed."""
        number = None if who.seat is None else self.table.confirmation_number(who)
        return "" if number is None else table_words.refusal(w, "meant", {"number": number})

    def give_pin(self, who: Actor, form: Mapping[str, str]) -> None:
        """Submit the PIN or confirmation number of a form, if it has one; raise Rejection if it is wrong."""
        if pin := form.get("pin"):
            self.table.handle(who, GivePin(token_hex(8), pin))
