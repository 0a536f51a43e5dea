"""What a page shows to one reader: parts made from the table's snapshot, and the log in the reader's words."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final, TypeAlias

import msgspec

from app import i18n, news, qr
from app import messages as m
from app.i18n import Words
from app.rights import Who
from app.server import parts, wonders
from app.server.architects import Architects
from app.server.drawn import Drawn
from app.server.parts import BLOCK, Block, Line, Parts
from app.server.render import Pages, Part, Rendered
from app.table import Table
from app.words import architects as say
from app.words import table as words
from engine.architects.game import Architects as Game
from engine.architects.view import View

_TABLE: Final = msgspec.json.Decoder(m.TableView)
_NEWS: Final = msgspec.json.Decoder(news.News)


Word: TypeAlias = Callable[[str, tuple[str, ...], bytes, bool], Line | None]


class Reader:
    """One page's memory of the log: what it has been told so far, in its own words."""

    def __init__(self, who: Who) -> None:
        self.who = who
        self.since = 0
        self.lang = ""
        self._of: tuple[int, str, tuple[str, ...]] = (-1, "", ())  # which log, in what language, about whom
        self._raw: dict[int, m.Line] = {}
        self._places: dict[int, int] = {}  # by number, where a line stands in `lines`
        self.lines: list[Line] = []
        self._blocks: list[Block] = []
        self._shown: dict[str, tuple[Part, Rendered]] = {}
        self._shown_in = ""

    def read(self, snapshot: m.Snapshot, of: tuple[int, str, tuple[str, ...]], word: Word) -> None:
        """Take in what is new."""
        fresh = snapshot.news
        if of != self._of:
            if of[0] != self._of[0]:
                self._raw.clear()
            self._raw |= {line.number: line for line in fresh}
            self._of, fresh = of, tuple(line for _, line in sorted(self._raw.items()))
            self._places, self.lines, self._blocks = {}, [], []
        for line in fresh:
            self._raw[line.number] = line
            told = word(of[1], of[2], bytes(line.event), line.undone)
            if told is not None:
                self._put(line.number, told)

    def _put(self, number: int, told: Line) -> None:
        place = self._places.setdefault(number, len(self.lines))
        self.lines[place : place + 1] = [told]
        at = place // BLOCK
        self._blocks[at : at + 1] = [Block(tuple(self.lines[at * BLOCK : (at + 1) * BLOCK]))]

    def shown(self, made: Parts, pages: Pages) -> dict[str, Rendered]:
        """The parts as HTML; what is as it was last time needs no look-up."""
        known, lang = self._shown, self.lang
        if self._shown_in != lang:
            known, self._shown_in = {}, lang
        self._shown = {}
        for name, part in made.items():
            before = known.get(name)
            same = before is not None and (before[0] is part or before[0] == part)
            self._shown[name] = before if before is not None and same else (part, pages.part(lang, part))
        return {name: rendered for name, (_, rendered) in self._shown.items()}

    def blocks(self) -> Parts:
        """The log in parts of a few lines, so that a new one moves little."""
        return {f"log-{at}": block for at, block in enumerate(self._blocks)}


class Show:
    """Makes pages and their parts for a table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.pages = Pages()
        game = table.shelf["architects"]
        assert isinstance(game, Game)
        facts = game.box.facts
        self._architects = Architects(facts)
        self._seen: tuple[bytes, m.TableView] | None = None
        self._worded = lru_cache(maxsize=6000)(self._word)
        shapes = Drawn(facts.cards)
        self.pages.globals(
            face=shapes.face,
            disc=shapes.disc,
            piles=shapes.piles,
            draw=wonders.draw,
            qr=qr.svg,
            token_says=lambda w, slug: say.token_says(w, slug, facts),
            card_says=lambda w, slug: say.card_says(w, slug, facts),
            wonder_says=lambda w, slug: say.wonder_says(w, slug, facts),
            wonder_effect=lambda w, slug: " ".join(say.wonder_effect(w, one) for one in facts.wonders[slug].effects),
            military_points=facts.table.military_points,
            cat_points=facts.table.cat_points,
        )

    def table_view(self, raw: bytes) -> m.TableView:
        """The table as everybody sees it; read once for all who are told the same."""
        if self._seen is None or self._seen[0] != raw:
            self._seen = (raw, _TABLE.decode(raw))
        return self._seen[1]

    def now(self) -> m.TableView:
        """The table as it is now."""
        return self.table_view(bytes(self.table.snapshot(Who("onlooker"), self.table.log_end).table))

    def parts(self, reader: Reader, touch: bool) -> dict[str, Rendered]:
        """All parts of a reader's page as they are now. `touch`: there is a screen."""
        snapshot = self.table.snapshot(reader.who, reader.since)
        table = self.table_view(bytes(snapshot.table))
        seat = None if reader.who.seat is None else reader.who.seat + 1
        lang = table.settings.lang if seat is None else table.seats[seat - 1].lang
        reader.lang = lang
        w = i18n.words(lang)
        people = say.people(w, table.seats)
        made = parts.at_table(table, snapshot, seat, people)
        view = None
        if snapshot.game is not None:
            view = self._architects.view(bytes(snapshot.game))
            question = snapshot.questions[0] if snapshot.questions and seat is not None else None
            made |= self._architects.parts(w, view, table, snapshot.rev, question, seat)
        else:
            made |= parts.lobby(table, self.table.shelf, seat, people, touch)
        made["head"] = _head(table, view, snapshot, seat, people)
        reader.read(snapshot, (table.game_id, lang, people), self._worded)
        reader.since = self.table.log_end
        made["news"] = parts.news(reader.lines, self._architects.dull)
        made |= reader.blocks()
        return reader.shown(made, self.pages)

    def _word(self, lang: str, people: tuple[str, ...], raw: bytes, undone: bool) -> Line | None:
        """One line in words; None for what this page does not write out."""
        w = i18n.words(lang)
        try:
            event = self._architects.event(raw)
        except msgspec.ValidationError:
            other = _NEWS.decode(raw)
            return Line(words.news(w, other, people), _kind(other), undone)
        kind = _kind(event)
        return None if kind in self._architects.unsaid else Line(say.event(w, event, people), kind, undone)


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
    """Who comes after the one to act, as far as this seat; it is the empty name."""
    active, count = view.hints.active, len(people)
    if not active or seat is None:
        return ()
    following = [(active - 1 + step) % count + 1 for step in range(1, count)]
    until = following.index(seat) + 1 if seat in following else 0
    return tuple("" if number == seat else people[number - 1] for number in following[:until])


def words_for(accepted: str | None, table: m.TableView) -> Words:
    """The words of a page for somebody who has no seat yet."""
    return i18n.words(i18n.closest(accepted) if accepted else table.settings.lang)
