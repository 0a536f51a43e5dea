"""Builds the pages of one table: parts from the table's snapshot, and the log in the reader's language."""

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from secrets import token_hex
from typing import Any, Final

import msgspec

from app.phones.box_list import box
from app.phones.end_parts import LearnedPart, Verdict
from app.phones.game_pages import (
    Abilities,
    BoxedPages,
    GamePages,
    PageContext,
    PhoneGames,
    TeachingPages,
    is_sheet,
    is_told,
    kind_of,
)
from app.phones.goals import planned
from app.phones.lobby import Roles, StartPart, lobby
from app.phones.log_parts import PICTURES, WordedLine, news, since
from app.phones.page_frame import NO_BADGE, DoesPart, Drawings, FormPart, Parts, Sprite, TurnSummary, on
from app.phones.page_session import Changes, Reader, Wording
from app.phones.render import Pages
from app.phones.shared_parts import Head, advised, at_table, framed, guest, keys_of, lesson, opening, reminding
from app.protocol import ceremonies
from app.protocol import news as table_news
from app.protocol.access_messages import GivePin
from app.protocol.log_messages import Line
from app.protocol.machine_messages import Upkeep
from app.protocol.play_messages import Preview
from app.protocol.rights import ONLOOKER, SCREEN, Who
from app.protocol.table_messages import Snapshot, TableView
from app.protocol.teaching_messages import Fact, LessonTip
from app.shown.cardboard.box import OwnedGame, owned_game, title, which
from app.shown.lobby import seats
from app.shown.machine.clock import MAX_CLOCK_ERROR_SECONDS, ClockFacts, offer, zone
from app.shown.machine.settings import SettingsFacts
from app.shown.play import hint, quiz
from app.shown.play.previews import GhostMark
from app.table.table import Table
from app.text import languages
from app.text import table as table_words
from app.text.game import people_of
from app.text.languages import Words
from app.text.local_time import differs
from app.text.uncertain_values import ValueWords
from engine.game import Event
from engine.memoize import memoize

_TABLE: Final = msgspec.json.Decoder(TableView)
_NEWS: Final = msgspec.json.Decoder(table_news.News)
SPRITE: Final = Sprite()
HELP_PART: Final = DoesPart()
TALLY: Final = "tally "  # before the name of a game , for its score sheet
LATEST: Final = 1e11  # seconds since 1970 that a phone may claim
NAMES: Final = 40  # people suggested when somebody is named
MAX_CACHED_LINES: Final = 2000  # log lines, by language: a whole game of seven in all languages
BOXES: Final = 8  # sets of game data cached: current game, next game, suspended games


class PageMaker:
    """Makes pages and their parts for a table."""

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
        self.styles = [style for phone in phones for style in (*phone.styles, *phone.form_styles)]
        self._able = lru_cache(maxsize=BOXES)(lambda name, data: Abilities.of(self.showing(name, data)))
        self._asks_values = {name for name, say in self.say.items() if isinstance(say, ValueWords)}
        self._seen: tuple[bytes, TableView] | None = None
        self._people: dict[str, tuple[str, ...]] = {}  # by language
        self._worded = memoize(MAX_CACHED_LINES)(self.word)
        self._kept_of = 0  # the caches belong to this game

    def showing(self, name: str, game_data: tuple[int, str]) -> GamePages:
        """Return the pages of a game or score sheet, named as by `name_of`."""
        kind = self._kinds[name]
        data = None if name.startswith(TALLY) else self.table.shelf[name].data(*game_data)  # a sheet needs none
        return kind.phone.pages(kind.words, data)

    def name_of(self, table: TableView) -> str:
        """Return the key of the game on a table, or of its score sheet."""
        return f"{TALLY}{table.game}" if is_sheet(table.mode, table.phase) else table.game

    def drawings(self, name: str) -> Drawings:
        """Return the symbols and style sheets of a game or score sheet."""
        phone = self._kinds[name].phone
        return Drawings(phone.name, tuple(style.name for style in phone.styles))

    def table_view(self, raw: bytes) -> TableView:
        """Decode the table's public state; cached, since many readers get the same bytes."""
        if self._seen is None or self._seen[0] != raw:
            self._seen = (raw, _TABLE.decode(raw))
            self._people.clear()
        return self._seen[1]

    def _forget_before(self, game: int) -> None:
        """Clear the caches of the game before, so that a table that plays for days holds one game."""
        if game != self._kept_of:
            self._kept_of = game
            self.pages.forget()
            self._worded.cache_clear()

    def now(self) -> TableView:
        """Return the table's current public state."""
        return self.table_view(bytes(self.table.snapshot(ONLOOKER, self.table.log_end).table))

    def asks_pin(self, who: Who) -> bool:
        """Check that a form of this client that affects everyone needs the table's PIN."""
        return self.now().pin and not self.table.snapshot(who, self.table.log_end).host

    def asks_number(self, w: Words, who: Who) -> str:
        """Return the sentence that asks for a confirmation number; "" if none is needed."""
        number = None if who.seat is None else self.table.number(who)
        return "" if number is None else table_words.refusal(w, "meant", {"number": number})

    def give_pin(self, who: Who, form: Mapping[str, str]) -> None:
        """Submit the PIN or confirmation number of a form, if it has one; raise Rejected if it is wrong."""
        if pin := form.get("pin"):
            self.table.handle(who, GivePin(token_hex(8), pin))

    def changes(self, reader: Reader, touch: bool) -> Changes:
        """Update a reader to the current state and return the diff of its page. `touch`: there is a screen."""
        snapshot = self.table.snapshot(reader.who, reader.since)
        page = self._page(reader, snapshot)
        self._forget_before(page.table.game_id)
        name = self.name_of(page.table)
        able = self._able(name, page.table.game_data)
        lines = reader.withhold(page.table, snapshot.news)
        if lines is None:
            reader.since = self.table.log_end
            return Changes({}, ())
        form, headless = able.position is not None, self.table.presence.headless
        made = at_table(
            page,
            snapshot,
            self._facts(page, able, snapshot.upkeep),
            headless=headless,
            form=form,
            teaches=able.lessons is not None,
            titles=tuple((name, say.title(page.w)) for name, say in self.say.items()) if page.table.today else (),
        )
        if page.seat is not None:
            clock = ClockFacts(page.table.settings.zone, *reader.clock)
            made["zone"] = FormPart(zone, clock)
            if page.table.phase == "lobby":
                made["clock"] = FormPart(offer, clock)
        if snapshot.game is not None:
            made |= self._game(reader, page, able, bytes(snapshot.game))
            if able.lessons is not None:
                public = self._public_lessons() if snapshot.lessons else ()
                says, spoken = able.lessons.lesson, able.lessons.spoken_of
                made |= lesson(page, snapshot.lessons, public, partial(says, page), partial(spoken, page, reader.view))
            if page.seat is not None and quiz.is_asked(page.table, page.seat):
                made["learned"] = self._learned(page, name, reader.view)
        else:
            made |= self._lobby(page, able, touch)
            if page.table.pin and not snapshot.host:  # numbers of the box are corrected by who has given it
                made["start"] = msgspec.structs.replace(made["start"], doubts=())
        if which(page.table):  # the game’s list, where a score sheet lies there, too
            made |= box(page, self._able(page.table.game, page.table.game_data).pages)
            start = made.get("start")
            if "box" in made and isinstance(start, StartPart):
                made["start"] = msgspec.structs.replace(start, lay=title(page.w, page.table))
        if page.table.phase == "over" and "undo" in made:  # out of sight
            made["retract"] = made.pop("undo")
        made |= {"sprite": SPRITE, "does": HELP_PART, "drawings": self.drawings(name)}
        made |= self._log(reader, page, able, name, lines)
        if snapshot.game is not None:
            spoken_of = partial(able.lessons.spoken_of, page, reader.view) if able.lessons else None
            made |= advised(page, snapshot.hints, self._kinds[name].words, spoken_of)
        head = made["head"]
        assert isinstance(head, Head)
        came = page.question is not None or reader.has_decided(page.seat)
        held = able.hands_out.held(page, reader.view) if able.hands_out and snapshot.game is not None else ()
        made |= guest(page, partial(self._wonder, able.pages), held, head.turn, came)
        if reader.tab is not None:
            made = {name: part for name, part in made.items() if on(reader.tab, name, watching=page.seat is None)}
        return reader.changes(made, page.w.lang, able.pages.labels, self.pages)

    def clock_of(self, there: str, at: float | None, now: float) -> tuple[str, int]:
        """Return a phone's time zone if it differs from the table's, and how many seconds its clock is ahead.

        0 if the clocks agree or the table's cannot be set. `now`: by the table's clock.
        """
        clock = self.table.machine.clock
        is_ours = clock is not None and clock.is_free
        ahead = 10 * round((at - now) / 10) if is_ours and at is not None and 0 < at < LATEST else 0
        return there if differs(there, now) else "", ahead if abs(ahead) > MAX_CLOCK_ERROR_SECONDS else 0

    def foreseen(self, reader: Reader, seen: Preview) -> tuple[tuple[str, ...], tuple[GhostMark, ...]]:
        """Return the preview of a touched card use: its effects in short lines, and ghost marks."""
        page = self._page(reader, self.table.snapshot(reader.who, self.table.log_end))
        able = self._able(self.name_of(page.table), page.table.game_data)
        if able.foresees is None or page.question is None or page.seat != seen.seat or reader.view is None:
            return (), ()
        views = reader.view, able.pages.view(bytes(seen.view))
        return tuple(able.foresees.foreseen(page, *views)), tuple(able.foresees.ghosts(page, *views))

    def named(self, reader: Reader, facts: Mapping[str, Fact]) -> tuple[str, ...]:
        """Return the keys of the things on a page that a refusal with these facts mentions."""
        page = self._page(reader, self.table.snapshot(reader.who, self.table.log_end))
        able = self._able(self.name_of(page.table), page.table.game_data)
        if able.lessons is None or page.seat is None or reader.view is None:
            return ()
        return keys_of(partial(able.lessons.spoken_of, page, reader.view), hint.refusal_as_lessons(page.seat, facts))

    def _page(self, reader: Reader, snapshot: Snapshot) -> PageContext:
        """Collect a reader's context: language, names, open question."""
        table = self.table_view(bytes(snapshot.table))
        seat = None if reader.who.seat is None else reader.who.seat + 1
        w = languages.words((reader.wants or table.settings.lang) if seat is None else table.seats[seat - 1].lang)
        people = self._people.get(w.lang)
        if people is None:
            people = self._people[w.lang] = people_of(w, table.seats)
        asked = snapshot.questions if seat is not None else ()
        question = next(iter(asked), None)
        if is_told(table):
            question = next((each for each in asked if each.seat == seat and not each.ends), None)
        everything = asked if is_told(table) else ()
        return PageContext(
            w, table, people, snapshot.rev, seat, reader.tab, question, everything, snapshot.own, snapshot.plan
        )

    def _public_lessons(self) -> tuple[LessonTip, ...]:
        """Return the lesson tips of single seats that everyone may see."""
        return self.table.snapshot(SCREEN, self.table.log_end).lessons

    def open_lines(self, since: int) -> frozenset[int]:
        """Return the numbers of the public log lines after `since`."""
        return frozenset(line.number for line in self.table.snapshot(ONLOOKER, since).news)

    def _facts(self, page: PageContext, able: Abilities, upkeep: Upkeep | None) -> SettingsFacts:
        """Collect the facts for the settings form."""
        table, values = page.table, page.table.game in self._asks_values
        cards = upkeep.cards if upkeep else ()
        more = able.settings.settings(page.w, table.settings) if able.settings else ()
        owned = self.games if page.seat is not None and on(page.tab, "manage", watching=False) else ()
        games = tuple(self._owned(page.w, name) for name in owned if name in self.table.shelf)
        return SettingsFacts(
            table.settings, able.pages.horn, values, table.installed, more=more, games=games, cards=cards
        )

    def _owned(self, w: Words, name: str) -> OwnedGame:
        """Describe a game and its expansions for the owner's list of boxes."""
        say, pages = self.say[name], self._able(name, (self.table.shelf[name].data_version, "")).pages
        boxes = pages.box.EXPANSIONS if isinstance(pages, BoxedPages) else {}
        return owned_game(w, name, say, boxes)

    def _game(self, reader: Reader, page: PageContext, able: Abilities, raw: bytes) -> Parts:
        """Build the game's parts, without results that wait for conflict markers to be turned and animations to end."""
        shown = able.pages
        view = shown.view(raw)
        if reader.held and able.withholds:
            told = [shown.event(bytes(line.event)) for line in reader.held]
            view = able.withholds.unfought(view, reader.view, told)
        reader.view = view
        made = shown.parts(page, view)
        if able.plans is not None:
            made |= planned(page, able.plans.plans, view, able.plans.facts, made)
        if opened := opening(page, shown.role_says):
            made["opening"] = opened
        if isinstance(verdict := made.get("verdict"), Verdict):
            made["verdict"] = msgspec.structs.replace(verdict, badges=page.badges)
        unseen = page.looks_on and page.question is None
        return made | framed(page, shown.tab(page.w), TurnSummary() if unseen else shown.turn(page, view))

    def _learned(self, page: PageContext, name: str, view: Any) -> LearnedPart:  # Any: the game's own
        """Build the end of a lesson for a seat."""
        table, seat = page.table, page.seat
        assert seat is not None
        told = table.met[seat - 1] if table.met else ()
        printed = self.table.shelf[table.game].data(*table.game_data)
        return LearnedPart(quiz.learned(page.w, self._kinds[name].words, told, view, printed, page.people))

    def _lobby(self, page: PageContext, able: Abilities, touch: bool) -> Parts:
        """Build the lobby's parts."""
        shown = able.pages
        about = shown.how_to_play(page.w, ())[0].paragraphs[0][1] if isinstance(shown, TeachingPages) else ""
        names = tuple(person.name for person in self.table.finished.names()[:NAMES])
        made = lobby(
            page,
            self.table.shelf,
            self.say,
            names,
            drawn=self.games[page.table.game].touch,
            touch=touch,
            headless=self.table.presence.headless,
            form=able.position is not None,
            guides=able.lessons is not None,
            covers={name: game.cover for name, game in self.games.items()},
            about=about,
        )
        return {**made, **self._roles(able.pages, page), **framed(page, able.pages.tab(page.w), TurnSummary())}

    def _wonder(self, shown: GamePages, w: Words, role: str) -> str:
        """Describe a wonder: its name and its effect."""
        says = shown.role_says(w, role)
        name = shown.labels.identity(w, role)
        return f"{name}: {says}" if says else name

    def _roles(self, shown: GamePages, page: PageContext) -> Parts:
        """Build the list of wonders for a seat that may choose one."""
        w, table, seat = page.w, page.table, page.seat
        if seat is None or not table.identities:
            return {}
        each = tuple((slug, shown.role_says(w, slug)) for slug in seats.free_roles(table, seat))
        return {"thing-1": Roles(table.seats[seat - 1], table.mode, each, seat in table.owing)}

    def _log(self, reader: Reader, page: PageContext, able: Abilities, name: str, lines: Sequence[Line]) -> Parts:
        """Add lines to a reader's log and build the parts that show them."""
        table = page.table
        reader.looks, reader.mends = page.looks_on, is_told(table) and page.seat is not None
        wording = Wording(page.w.lang, name, page.people, table.game_data, page.badges)
        reader.read(lines, table.game_id, wording, self._worded)
        reader.since = self.table.log_end
        newest = news(() if page.looks_on else reader.lines)
        made: Parts = {"news": newest}
        if page.seat is not None and (before := since(reader.lines, page.seat, newest)):
            made["since"] = before
        if able.reminds and (asked := reminding(page, reader.raw, able.pages.event, able.reminds.demands)):
            made["ritual"] = asked
        return made

    def word(self, of: Wording, raw: bytes, undone: bool, by: int = 0) -> WordedLine | None:
        """Write one event as a log line, with the person who reported it for another seat; None if the log leaves it
        out.
        """
        w, shown = languages.words(of.lang), self._able(of.game, of.game_data).pages
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
        text = table_words.by(w, sentence, 0 if by == seat else max(by, 0), of.people)
        moment = PICTURES.get(kind, "goal") if ceremonies.lasts(event) else ""
        decided = seat if kind in shown.decided else 0
        badge = of.badges[decided - 1] if decided else NO_BADGE
        return WordedLine(text, kind, undone, dull=shown.dull(event), decided=decided, moment=moment, badge=badge)
