"""What a page shows to one reader: parts made from the table's snapshot, and the log in the reader's words."""

from functools import lru_cache
from typing import Final

import msgspec

from app import i18n, news
from app import messages as m
from app.rights import Who
from app.server import parts
from app.server.architects import Architects
from app.server.drawn import Box
from app.server.parts import Line
from app.server.reader import Changes, Reader
from app.server.render import Pages
from app.table import Table
from app.words import architects as say
from app.words import table as words
from engine.architects.game import Architects as Game
from engine.architects.view import View

_TABLE: Final = msgspec.json.Decoder(m.TableView)
_NEWS: Final = msgspec.json.Decoder(news.News)
NEXT: Final = 3  # names of those whose turn comes next that stand in the head
BOXES: Final = 8  # sets of facts kept: the game's on the table, the next one's, those of games laid aside


class Printed(msgspec.Struct, frozen=True):
    """What is printed with an owner's corrections: how a game is taken apart with it, and how it is shown."""

    shows: Architects
    box: Box


class Show:
    """Makes pages and their parts for a table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.pages = Pages()
        game = table.shelf["architects"]
        assert isinstance(game, Game)
        self._game = game
        self._printed = lru_cache(maxsize=BOXES)(self._print)
        self._seen: tuple[bytes, m.TableView] | None = None
        self._worded = lru_cache(maxsize=6000)(self._word)

    def _print(self, corrections: str) -> Printed:
        facts = self._game.printed(corrections)
        return Printed(Architects(facts), Box(facts))

    def table_view(self, raw: bytes) -> m.TableView:
        """The table as everybody sees it; read once for all who are told the same."""
        if self._seen is None or self._seen[0] != raw:
            self._seen = (raw, _TABLE.decode(raw))
        return self._seen[1]

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
        people = say.people(w, table.seats)
        made = parts.at_table(table, snapshot, seat, people, self.table.headless)
        printed = self._printed(table.facts)
        view = None
        if snapshot.game is not None:
            view = printed.shows.view(bytes(snapshot.game))
            question = snapshot.questions[0] if snapshot.questions and seat is not None else None
            made |= printed.shows.parts(w, view, table, people, snapshot.rev, question, seat, reader.tab)
        else:
            made |= parts.lobby(table, self.table.shelf, seat, people, touch, self.table.headless)
        if reader.tab is not None:
            made = {name: part for name, part in made.items() if parts.on(reader.tab, name, watching=seat is None)}
        made["head"] = _head(table, view, snapshot, seat, people)
        reader.read(snapshot, (table.game_id, lang, people, table.facts), self._worded)
        reader.since = self.table.log_end
        made["news"] = parts.news(reader.lines, printed.shows.dull)
        return reader.changes(made, lang, printed.box, self.pages)

    def _word(self, lang: str, people: tuple[str, ...], corrections: str, raw: bytes, undone: bool) -> Line | None:
        """One line in words; None for what this page does not write out."""
        w, printed = i18n.words(lang), self._printed(corrections)
        try:
            event = printed.shows.event(raw)
        except msgspec.ValidationError:
            other = _NEWS.decode(raw)
            return Line(words.news(w, other, people), _kind(other), undone)
        kind = _kind(event)
        if kind in printed.shows.unsaid:
            return None
        return Line(say.event(w, event, people, printed.box.facts), kind, undone)


def _kind(event: msgspec.Struct) -> str:
    return str(event.__struct_config__.tag)


def _head(
    table: m.TableView, view: View | None, snapshot: m.Snapshot, seat: int | None, people: tuple[str, ...]
) -> parts.Head:
    me = None if seat is None else people[seat - 1]
    asked = seat is not None and bool(snapshot.questions)
    number = snapshot.questions[0].number if asked else 0
    if view is None:
        return parts.Head(table.phase, me, asked, None, number, (), (), False)
    whose = tuple(people[other - 1] for other in view.to_act if other != seat)
    cat = seat is not None and view.seats[seat - 1].cat
    return parts.Head(table.phase, me, asked, view.hints.ask, number, whose, _then(view, seat, people), cat)


def _then(view: View, seat: int | None, people: tuple[str, ...]) -> tuple[str, ...]:
    """Who comes after the one to act, as far as this seat; it is the empty name. A long way is cut short."""
    active, count = view.hints.active, len(people)
    if not active or seat is None:
        return ()
    following = [(active - 1 + step) % count + 1 for step in range(1, count)]
    until = following.index(seat) + 1 if seat in following else 0
    names = tuple("" if number == seat else people[number - 1] for number in following[:until])
    return names if len(names) <= NEXT else (names[0], "…", names[-1])
