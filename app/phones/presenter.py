"""What a page shows to one reader: parts made from the table's snapshot, and the log in the reader's words."""

from collections.abc import Mapping
from functools import lru_cache, partial
from secrets import token_hex
from typing import Any, Final

import msgspec

from app.phones import parts
from app.phones.game import (
    EntersPosition,
    GamePages,
    Guides,
    HasSettings,
    PageContext,
    PhoneGames,
    Withholds,
    is_sheet,
    kind_of,
)
from app.phones.page_state import Changes, Reader, Wording
from app.phones.parts import Drawings, Line, Sprite, Turn
from app.phones.render import Pages
from app.protocol import ceremonies, messages, news
from app.protocol.rights import ONLOOKER, Who
from app.shown.settings import Facts
from app.table.table import Table
from app.text import languages
from app.text import table as table_words
from app.text.game import Reminds, people_of
from app.text.guide import Past, past_of
from app.text.values import ValueWords
from engine.game import Event

_TABLE: Final = msgspec.json.Decoder(messages.TableView)
_NEWS: Final = msgspec.json.Decoder(news.News)
SPRITE: Final = Sprite()
DOES: Final = parts.Does()
PIN_DIALOG: Final = parts.PinDialog()
TALLY: Final = "tally "  # before the name of a game whose score sheet is meant
NAMES: Final = 40  # people who are offered where somebody is named
BOXES: Final = 8  # sets of game data kept: the game's on the table, the next one's, those of games laid aside


class Show:
    """Makes pages and their parts for a table."""

    def __init__(self, table: Table, games: PhoneGames) -> None:
        self.table = table
        self.games = games
        self.say = {name: game.words for name, game in games.items()}
        sheets = {f"{TALLY}{name}": game.sheet for name, game in games.items() if game.sheet is not None}
        self._kinds = {**games, **sheets}  # all that can lie on the table
        self.sheets = {name: game.sheet.words for name, game in games.items() if game.sheet is not None}
        phones = [phone for kind in self._kinds.values() for phone in (kind.phone, *kind.phone.beside)]
        self.pages = Pages(
            {phone.name: phone.templates for phone in phones}, {phone.name: phone.symbols for phone in phones}
        )
        self.styles = [style for phone in phones for style in (*phone.styles, *phone.form_styles)]
        self._shown = lru_cache(maxsize=BOXES)(self.showing)
        self._seen: tuple[bytes, messages.TableView] | None = None
        self._people: dict[str, tuple[str, ...]] = {}  # by language, who sits there
        self._heard: tuple[int, int, dict[int, messages.Line], int] = (0, -1, {}, 0)  # game, rev, log, how far
        self._known: Past = ()
        self._worded = lru_cache(maxsize=6000)(self.word)

    def showing(self, name: str, game_data: tuple[int, str]) -> GamePages:
        """The pages of a game, or of a score sheet, by what `name_of` calls it."""
        kind = self._kinds[name]
        data = None if name.startswith(TALLY) else self.table.shelf[name].data(*game_data)  # a sheet needs none
        return kind.phone.pages(kind.words, data)

    def name_of(self, table: messages.TableView) -> str:
        """What `showing` and `word` call the game on a table, or its score sheet."""
        return f"{TALLY}{table.game}" if is_sheet(table.mode, table.phase) else table.game

    def drawings(self, name: str) -> Drawings:
        """What the pages of a game, or of a score sheet, are drawn with."""
        phone = self._kinds[name].phone
        return Drawings(phone.name, tuple(style.name for style in phone.styles))

    def table_view(self, raw: bytes) -> messages.TableView:
        """The table as everybody sees it; read once for all who are told the same."""
        if self._seen is None or self._seen[0] != raw:
            self._seen = (raw, _TABLE.decode(raw))
            self._people.clear()
        return self._seen[1]

    def now(self) -> messages.TableView:
        """The table as it is now."""
        return self.table_view(bytes(self.table.snapshot(ONLOOKER, self.table.log_end).table))

    def asks_pin(self, who: Who) -> bool:
        """Whether a form of theirs about what concerns everybody has to bring the table's PIN."""
        return self.now().pin and not self.table.snapshot(who, self.table.log_end).host

    def give_pin(self, who: Who, form: Mapping[str, str]) -> None:
        """The PIN that a form brings, if it was asked for; Rejected if it is wrong."""
        if pin := form.get("pin"):
            self.table.handle(who, messages.GivePin(token_hex(8), pin))

    def changes(self, reader: Reader, touch: bool) -> Changes:
        """Bring a reader up to the present; what is different on its page. `touch`: there is a screen."""
        snapshot = self.table.snapshot(reader.who, reader.since)
        table = self.table_view(bytes(snapshot.table))
        seat = None if reader.who.seat is None else reader.who.seat + 1
        lang = (reader.wants or table.settings.lang) if seat is None else table.seats[seat - 1].lang
        w = languages.words(lang)
        name = self.name_of(table)
        shown, say = self._shown(name, table.game_data), self.say[table.game]
        people = self._people.get(lang)
        if people is None:
            people = self._people[lang] = people_of(w, table.seats, say)
        form = isinstance(shown, EntersPosition)
        badges = tuple(each.badge for each in table.seats)
        more = shown.settings(w, table.settings) if isinstance(shown, HasSettings) else ()
        facts = Facts(table.settings, shown.horn, isinstance(say, ValueWords), table.installed, more=more)
        made = parts.at_table(table, snapshot, seat, people, self.table.headless, form, facts)
        question = snapshot.questions[0] if snapshot.questions and seat is not None else None
        tracked = table.mode == "track" and table.phase != "lobby" and seat is not None
        if tracked:
            question = next((each for each in snapshot.questions if each.seat == seat and not each.ends), None)
        turn, lines = Turn(), reader.withhold(table, snapshot.news)
        if snapshot.game is not None:
            view = shown.view(bytes(snapshot.game))
            if reader.held and isinstance(shown, Withholds):
                view = shown.unfought(view, [shown.event(bytes(line.event)) for line in reader.held])
            everything = snapshot.questions if tracked else ()
            page = PageContext(w, table, people, snapshot.rev, seat, reader.tab, question, everything, snapshot.own)
            made |= shown.parts(page, view)
            made |= self._comments(shown, page, view)
            turn = shown.turn(page, view)
            if table.opening is not None and seat is not None:
                made["opening"] = parts.opening(
                    w, table.opening, table.seats[seat - 1], people, partial(shown.role_says, w)
                )
        else:
            drawn = self.games[table.game].touch
            headless = self.table.headless
            guides = isinstance(shown, Guides)
            names = tuple(person.name for person in self.table.names()[:NAMES])
            made |= parts.lobby(
                w, table, self.table.shelf, self.say, seat, people, drawn, touch, headless, form, guides, names
            )
            made |= self._roles(shown, table, w, seat)
        if isinstance(verdict := made.get("verdict"), parts.Verdict):
            made["verdict"] = msgspec.structs.replace(verdict, badges=badges)
        if table.phase == "over" and "undo" in made:  # out of sight
            made["retract"] = made.pop("undo")
        if reader.tab is not None:
            made = {name: part for name, part in made.items() if parts.on(reader.tab, name, watching=seat is None)}
        if seat is not None:
            made["tab"], made["dialog"] = parts.Tab(shown.tab(w)), PIN_DIALOG
        made["sprite"], made["does"], made["drawings"] = SPRITE, DOES, self.drawings(name)
        looking = table.opening is not None and table.opening.step != "found"  # nobody has seen yet who is first
        turn = Turn() if looking and question is None else turn
        reader.looks = looking
        made["head"] = parts.head(table, people, seat, question, turn)
        reader.mends = tracked
        reader.read(lines, table.game_id, Wording(lang, name, people, table.game_data, badges), self._worded)
        reader.since = self.table.log_end
        if seat is not None and table.handled and "ritual" not in made and isinstance(shown, Reminds):
            asked = parts.reminding(table, reader.raw, seat, w, people, shown.event, shown.demands)
            if asked is not None:
                made["ritual"] = asked
        made["news"] = newest = parts.news(() if looking else reader.lines)
        told = None if seat is None else parts.since(reader.lines, seat, newest)
        if told is not None:
            made["since"] = told
        return reader.changes(made, lang, shown.labels, self.pages)

    def _roles(self, shown: GamePages, table: messages.TableView, w: languages.Words, seat: int | None) -> parts.Parts:
        """What each wonder does, for a seat that may choose one."""
        name = self.say[table.game].identity
        each = {slug: (name(w, slug), says) for slug in table.identities if (says := shown.role_says(w, slug))}
        if seat is None or not each:
            return {}
        mine = each.pop(table.seats[seat - 1].wonder or "", None)
        return {"thing-1": parts.Roles(mine, tuple(each.values()))}

    # Any: each game has its own views.
    def _comments(self, shown: GamePages, page: PageContext, view: Any) -> parts.Parts:
        """What is said to a seat for the first time, in a guided game."""
        table, seat = page.table, page.seat
        if not table.guided or table.phase != "game" or table.opening is not None:
            return {}
        if seat is None or not isinstance(shown, Guides):
            return {}
        said = tuple((it.moment, it.text) for it in shown.comments(page, view, self._past(table)[seat - 1]))
        return {"comment": parts.Comments(table.game_id, said)} if said else {}

    def _past(self, table: messages.TableView) -> Past:
        """What everybody knows to have happened to each seat; read once for all who are told of a change."""
        if self._heard[:2] != (table.game_id, self.table.rev):
            game, _, lines, since = self._heard
            if game != table.game_id:
                lines, since = {}, 0
            for line in self.table.snapshot(ONLOOKER, since).news:
                lines[line.number] = line
                if line.forgotten:
                    del lines[line.number]
            self._heard = (table.game_id, self.table.rev, lines, self.table.log_end)
            self._known = past_of((lines[number] for number in sorted(lines)), len(table.seats))
        return self._known

    def word(self, of: Wording, raw: bytes, undone: bool, by: int = 0) -> Line | None:
        """One line in words, with who told it for another seat; None for what this page does not write out."""
        w, shown = languages.words(of.lang), self._shown(of.game, of.game_data)
        try:
            event: Event = shown.event(raw)
        except msgspec.ValidationError:
            other = _NEWS.decode(raw)
            sentence = table_words.sentence(w, other, of.people, self._kinds[of.game].words)
            return Line(sentence, kind_of(other), undone, dull=kind_of(other) in table_words.DULL, own=True)
        kind = kind_of(event)
        if kind in shown.unsaid:
            return None
        sentence = shown.sentence(w, event, of.people)
        seat = getattr(event, "seat", 0)
        text = table_words.by(w, sentence, 0 if by == seat else max(by, 0), of.people)
        moment = parts.PICTURES.get(kind, "goal") if ceremonies.lasts(event) else ""
        decided = seat if kind in shown.decided else 0
        badge = of.badges[decided - 1] if decided else parts.NO_BADGE
        return Line(text, kind, undone, dull=shown.dull(event), decided=decided, moment=moment, badge=badge)
