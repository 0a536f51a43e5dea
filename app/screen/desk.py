"""What the screen knows, what people have opened on it, and what their touches wish. It holds no rule.

The table's messages come in by `hear`; wishes go out by `send`. Secrets are kept only while a finger is down.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from secrets import token_hex
from typing import Any, Final

import msgspec

from app.games.architects import words as terms
from app.games.tally.screen.sheet import Sheet
from app.games.words import SHEETS, WORDS, is_sheet, spoken
from app.looks import ON_SCREEN
from app.protocol import messages as said
from app.protocol import news
from app.screen.bench import Bench
from app.screen.past import Past
from app.screen.ring import Ring, lay_ring
from app.screen.sound import Sound
from app.screen.track import TOLD_TO_SEATS, Track
from app.text import ending
from app.text import table as table_words
from app.text.game import GameWords, PlainWords, people_of, seat_name
from app.text.languages import Words, words
from engine.architects import actions as told
from engine.architects.cards import Facts
from engine.architects.view import View

KEPT_LINES: Final = 1200  # of the log: any turn of the longest game can be put right
RIGHTED: Final = tuple(str(kind.__struct_config__.tag) for kind in (news.PutRight, news.TurnsMoved))
TOLD_AT_ONCE: Final = 2  # lines of what was put right that are said on the middle
NOTICE_LASTS: Final = 7.0  # seconds a sentence stays at an edge
SHORTLY: Final = 2.0  # seconds it stays if it only asks for a little patience
SHOWN_FIGHT: Final = 8.0  # seconds a conflict stays without a touch
STARTING: Final = 3.0  # seconds in which a table that has not been met is not missed yet
PATIENCE: Final = 0.3  # seconds before a wish on its way is shown as one
BOTS_GO_ON: Final = 3.0  # seconds a conflict stays once bots play on
SHEET_STAYS: Final = 8.0  # seconds the final sheet faces one seat
STACK_WORDS: Final = ("take", "peek", "draw")


def new_id() -> str:
    """A fresh id for an intent."""
    return token_hex(8)


def short(name: str) -> tuple[str, ...]:
    """A name from long to short: whole, its first part, its initials."""
    pieces = name.replace("-", " ").split() or [name]
    return name, pieces[0], "".join(piece[0] for piece in pieces)


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence at a seat's edge."""

    text: str
    refused: bool
    until: float


@dataclass(frozen=True, slots=True)
class Fight:
    """A conflict to be shown, whatever has happened since."""

    event: told.ConflictFought
    number: int  # of its log line
    until: float
    medals: tuple[tuple[int, str], ...] = ()  # won by it: the seat, from 1, and which


class Desk:
    """The screen's memory. `changed` is called when something may look different, `moved` with what happened.

    `data` and, of the games that are told in words, `others` give game data as `Game.data` does.
    """

    def __init__(
        self,
        data: Callable[[int | None, str], Facts],
        send: Callable[[said.Intents], None],
        clock: Callable[[], float],
        others: Mapping[str, Callable[[int | None, str], object]] | None = None,
    ) -> None:
        self._data = data
        self._others = others or {}  # the data of the games that are told in words, by name
        self.box = data(None, "")  # the version in force, with its overrides
        self.clock = clock
        self._send = send
        self.changed: Callable[[], None] = lambda: None
        self.moved: Callable[[tuple[object, ...]], None] = lambda events: None
        self.cued: Callable[[said.Cue], None] = lambda cue: None
        self.sound = Sound(clock)
        self.bench = Bench(send, lambda: self.changed(), clock)
        self.link = False
        self.hello: said.Hello | None = None
        self.began = clock()
        self.rev = -1
        self.table: said.TableView | None = None
        self.game: View | None = None  # of a game that is drawn
        self.told: Any = None  # the view of one that is told in words; any: each has its own
        self.sheet: Sheet | None = None  # of people who play with their own cardboard
        self.picked = ""  # the cell of it that a number is typed for
        self.questions: Mapping[int, said.Question] = {}
        self.codes: Mapping[int, said.Code] = {}
        self.lines: dict[int, said.Line] = {}
        self.panel = ""  # what lies on the middle: menu, settings, log, seat 3 …
        self.edge = 0  # which edge it faces
        self.page = 0
        self.sure = ""  # a question asked once before something is thrown away
        self.typed = ""
        self.notices: dict[int, Notice] = {}
        self.fight: Fight | None = None
        self._put_off: Fight | None = None  # until the markers that led to it are turned
        self._later: list[object] = []  # what came after those markers
        self.fought = 0  # the newest conflict line seen
        self.what = ""  # chosen among the things to do
        self.how = 0  # chosen among the ways to pay for it
        self.finger: tuple[float, float] | None = None  # where the touch is that is carried out, in pixels, y down
        self._offered: tuple[int, int] | None = None  # who is asked whether to look first, and in which turn
        self.asked_here = 0  # a phone's seat that wants to choose on the table, by question
        self.sheet_edge: int | None = None  # whom the final sheet faces; None: it turns by itself
        self.sheet_turn = 0
        self.sheet_at: float | None = None  # when it turns next
        self.searched = 5  # cards in a search
        self._doubted: set[str] = set()  # wonders whose values are assumptions, and it has been said
        self.secret: said.Secret | None = None
        self._held = 0  # the seat under whose finger a secret lies
        self._then: Callable[[said.Secret], None] | None = None
        self._slow_before = 0.0
        self.page_shown: ending.Page | None = None  # instead of the table: it has stopped, or ended
        self.over = False  # it has ended, as people wished
        self.close: Callable[[], None] = lambda: None  # the screen
        self.start_again: Callable[[], None] = lambda: None  # the table that has stopped
        self.past = Past(self)
        self.track = Track(self)
        self._waits: dict[str, tuple[int, str, float]] = {}  # intent id -> seat, what it is, since when

    # ---- words and people ----------------------------------------------------------------------------

    @property
    def lang(self) -> str:
        return self.table.settings.lang if self.table else "en"

    def words(self, seat: int = 0) -> Words:
        """The table's words, or a seat's."""
        return words(self.info(seat).lang if seat and self.table and seat <= len(self.table.seats) else self.lang)

    def info(self, seat: int) -> said.SeatInfo:
        assert self.table is not None
        return self.table.seats[seat - 1]

    def ring(self, width: int, height: int) -> Ring:
        """How the table is laid out on a screen."""
        assert self.table is not None
        medals = bool(self.game.medals) if self.game else "medals" in self.table.variant
        return lay_ring(
            width, height - self.bench.strip(width, height), len(self.table.seats), self.table.settings.diagonal, medals
        )

    @property
    def drawn(self) -> bool:
        """Whether the game on the table, or the next one, is drawn here, not told in words."""
        return self.table is None or self.table.game in ON_SCREEN

    @property
    def by_touch(self) -> bool:
        """Whether seats can be played here: the game is drawn, or it is only its score sheet."""
        return self.drawn or (self.table is not None and self.table.mode == "tally")

    @property
    def game_words(self) -> GameWords:
        """The words of the game on the table, or of the next one."""
        return spoken(self.table) if self.table else terms

    @property
    def plain(self) -> PlainWords:
        """The words of a game that is told in words."""
        found = self.game_words
        assert isinstance(found, PlainWords)
        return found

    @property
    def game_data(self) -> object:
        """The data of a game that is told in words, as it is played with."""
        assert self.table is not None
        return self._others[self.table.game](*self.table.game_data)

    def rule(self, w: Words, slug: str) -> str:
        """A house rule, as the name of a switch."""
        return terms.house_rule(w, slug) if self.drawn else self.plain.house_rule(w, slug)

    def variant(self, w: Words, slug: str) -> tuple[str, str]:
        """What may be added to the game: the name of a switch, and what it changes."""
        if self.drawn:
            return terms.variant(w, slug), terms.variant_says(w, slug, self.box)
        return self.plain.variant(w, slug), self.plain.variant_says(w, slug)

    def action(self, w: Words, text: str) -> str:
        """An action, or a line of chance, as a sentence."""
        people = self.people(w)
        if self.sheet:
            return self.game_words.action(w, text, people)
        return terms.action(w, text, people, self.box) if self.drawn else self.plain.action(w, text, people)

    def did(self, w: Words, seat: int, text: str, card: str) -> str:
        """What was done that can be undone; seat 0 is chance, or nobody."""
        people = self.people(w)
        return self.game_words.did(w, text, people[seat - 1], people, card) if seat else self.action(w, text)

    def people(self, w: Words) -> tuple[str, ...]:
        assert self.table is not None
        return people_of(w, self.table.seats, self.game_words)

    def called(self, w: Words, game: str, seat: str) -> str:
        """A seat of a game laid aside: by its person, by what it was, or by its number."""
        if seat.isdecimal():
            return seat_name(w, int(seat), None)
        known: Collection[str] = self.box.wonders
        if game not in ON_SCREEN:
            known = getattr(self._others[game](None, ""), "boards", ()) if game in self._others else ()
        return WORDS[game].identity(w, seat) if seat in known else seat

    def name(self, seat: int, w: Words | None = None) -> str:
        return self.people(w or self.words(seat))[seat - 1]

    @property
    def menu_sign(self) -> str:
        """The picture on the way to the menu: while the table is muted, it says so."""
        return "mute" if self.sound.silent else "menu"

    @property
    def missing(self) -> bool:
        """The table is not there, and it is not just starting."""
        return not self.link and (self.hello is not None or self.clock() >= self.began + STARTING)

    @property
    def acting(self) -> int:
        """The seat that owes a decision, from 1; 0: nobody. Where a bot waits for a hand at the markers, that."""
        if self.game is None or self.game.over:
            return 0
        seat = self.game.to_act[0] if self.game.to_act else self.game.hints.active
        ritual = self.table.ritual if self.table else None
        return ritual.seat if ritual and seat and self.info(seat).by == "bot" else seat

    def legal(self, seat: int) -> tuple[str, ...]:
        question = self.questions.get(seat)
        return question.legal if question else ()

    def waiting(self, seat: int) -> bool:
        """An action of that seat is on its way: its things are deaf."""
        return any(whose == seat and kind == "act" for whose, kind, _ in self._waits.values())

    def slow(self, seat: int) -> bool:
        """It has been on its way for so long that people should see it."""
        return any(
            whose == seat and kind == "act" and at < self._slow_before for whose, kind, at in self._waits.values()
        )

    def touched_at(self, x: float, y: float) -> None:
        """A finger taps something there; what that says is read from that side."""
        self.finger = (x, y)

    def reader(self, ring: Ring) -> int:
        """Whose finger taps now: of the people the one on whose side it is, and of two as near whoever acts."""
        people = [info.seat for info in self.table.seats if info.by in ("touch", "phone")] if self.table else []
        if self.finger is None or not people:
            return self.acting
        return ring.nearest(*self.finger, sorted(people, key=lambda seat: seat != self.acting))

    def by_hand(self, seat: int) -> bool:
        """People may play that seat on the table now."""
        return self.info(seat).by in ("touch", "phone")

    def choosing(self) -> int:
        """The seat whose choice lies open on the middle; 0: none."""
        seat = self.acting
        question = self.questions.get(seat)
        ritual = self.table is not None and self.table.ritual is not None  # markers lie there
        if not seat or not question or not self.by_hand(seat) or self.fight or ritual:
            return 0
        if self.track.telling or self.track.repair:
            return 0
        if all(text.split()[0] in STACK_WORDS for text in question.legal) and self.asks != "keep":
            return 0
        info = self.info(seat)
        if info.by == "phone" and info.present and self.asked_here != question.number and not self.track.on:
            return 0
        return seat

    @property
    def code_aside(self) -> bool:
        """The way in for phones lies beside the plate: people go on with a game that is drawn here."""
        return self.panel == "code" and self.acting > 0 and self.table is not None and self.table.phase == "game"

    @property
    def covered(self) -> bool:
        """A choice, or a card that is being told, lies on the middle."""
        return bool(self.choosing() or self.track.telling or self.track.repair)

    @property
    def asks(self) -> str:
        return (self.game.hints.ask or "") if self.game else ""

    # ---- what the table says ---------------------------------------------------------------------------

    def hear(self, message: said.Messages) -> None:
        match message:
            case said.Hello():
                self.hello, self.link, self.rev = message, True, -1
                self.page_shown, self.over = None, False
                self._waits.clear()
                self.past.met()
            case said.Snapshot():
                self._see(message)
            case said.Done(id=id):
                self._done(id)
            case said.Refused():
                self._refused(message)
            case said.Secret():
                self._secret(message)
            case said.Recalled() | said.LookedBack():
                self._waits.pop(message.id, None)
                self.past.hear(message)
            case said.Cue(what="bye"):
                self.page_shown, self.over = ending.ended(self.words(), power=message.n > 0), True
            case said.Cue():
                self.sound.cue(message)
                self.cued(message)
            case said.Panel() | said.Heard() | said.Diagnosis():
                self._at_the_bench(message)
            case said.Pong():
                return
        self.changed()

    def _at_the_bench(self, message: said.Panel | said.Heard | said.Diagnosis) -> None:
        """What the panel shows or hears; a horn that is held asks whether this is the end."""
        if self.bench.hear(message):
            self.fight, self.panel = None, ""
            self.open("off")
        kind, _, number = (message.blinked if isinstance(message, said.Panel) else "").partition(".")
        if kind == "marker":
            self.cued(said.Cue(what="nothing", markers=(int(number),)))

    def lost(self) -> None:
        """The table is away; what was seen last stays, greyed."""
        self.link = False
        self.bench.forget()
        self._waits.clear()
        self.let_go()
        self.changed()

    def table_stopped(self, stopped: bool) -> None:
        """Nobody starts the table again by themselves; or somebody does now."""
        version = self.hello.version if self.hello else ""
        self.page_shown = ending.table_stopped(self.words(), version) if stopped else None
        self.changed()

    def _see(self, snapshot: said.Snapshot) -> None:
        before, first = self.table, self.rev < 0
        self.table = msgspec.json.decode(snapshot.table, type=said.TableView)
        other = before is not None and before.game_id != self.table.game_id  # its log is old: nothing has just happened
        if other:
            self.lines.clear()
            self._clear()
        if self.drawn and (before is None or before.game_data != self.table.game_data):
            self.box = self._data(*self.table.game_data)
        self.game = self.told = self.sheet = None
        if snapshot.game is not None and is_sheet(self.table):
            self.sheet = Sheet(snapshot)
        elif snapshot.game is not None and self.drawn:
            self.game = msgspec.json.decode(snapshot.game, type=View)
        elif snapshot.game is not None:
            self.told = self.plain.read(bytes(snapshot.game))
        open_before = {q.number for q in self.questions.values()}
        self.questions = {question.seat: question for question in snapshot.questions}
        if open_before != {q.number for q in self.questions.values()}:
            self.what, self.how = "", 0
            if not self.panel or self.code_aside:
                self.page = 0
            if self._held not in self.questions:
                self.let_go()
        if before and self.table.phase != before.phase:
            self._clear()
        self.codes = {code.seat: code for code in snapshot.codes}
        self.rev = snapshot.rev
        self.sound.set(self.table.settings, first)
        self.sound.ask(frozenset(question.number for question in snapshot.questions), first)
        self._doubt(first)
        self._read(snapshot.news, first or other)

    def _clear(self) -> None:
        self.panel, self.sure, self.page, self.fight, self.sheet_edge = "", "", 0, None, None
        self._put_off, self._later = None, []
        self.what, self.how = "", 0
        self.past.close()

    def twin(self) -> "Desk":
        """A desk with the same data that wishes nothing, to show another game."""
        return Desk(self._data, lambda intent: None, self.clock, self._others)

    def _doubt(self, first: bool) -> None:
        """Say once of each wonder that somebody has chosen or been given if its values are assumptions."""
        assert self.table is not None
        for info in self.table.seats if self.drawn else ():
            slug = info.wonder
            if slug is None or slug in self._doubted or slug not in self.box.wonders:
                continue
            note = terms.assumed(self.words(info.seat), (slug,), self.box)
            if note:
                self._doubted.add(slug)
            if note and not first:
                self.tell(info.seat, note)

    def _read(self, news: tuple[said.Line, ...], first: bool) -> None:
        fresh, happened = [], []
        first = first or self._put_right(news)  # then nothing has just happened, either
        for line in news:
            known = line.number in self.lines
            self.lines[line.number] = line
            if known or line.undone:
                continue
            happened.append(line)
            event = self.event(line)
            if isinstance(event, told.StackSearched):
                self.searched = event.cards
            if isinstance(event, told.ConflictFought) and not first and line.number > self.fought:
                self._put_off = Fight(event, line.number, 0.0)
                self.fought = line.number
            if isinstance(event, told.MedalTaken) and self._is_for_fighting(event):
                medal = (event.seat, event.medal)
                if self._put_off:
                    self._put_off = replace(self._put_off, medals=(*self._put_off.medals, medal))
                elif self.fight:
                    self.fight = replace(self.fight, medals=(*self.fight.medals, medal))
            fresh.append(event)
        self._give_way([] if first else happened)
        self._fight(fresh)
        self._demand([] if first else fresh)
        for number in sorted(self.lines)[:-KEPT_LINES]:
            del self.lines[number]
        assert self.table is not None
        self.sound.read(() if first else happened, ritual=self.table.ritual is not None)
        fresh = self._in_time(fresh, taken_back=any(line.undone for line in news))
        if (happened or fresh) and not first and self.past.shown is None:
            self.moved(tuple(fresh))

    def _put_right(self, fresh: tuple[said.Line, ...]) -> bool:
        """Whether lines were put right: say what is different now, and what people have to do with their cardboard."""
        if not self.track.on:
            return False
        said_so = [line for line in fresh if not line.row and line.number not in self.lines and _rights(line)]
        if not said_so:
            return False
        before, lines = self._asked_of_people(self.lines), {**self.lines, **{line.number: line for line in fresh}}
        w = self.words()
        self.tell(0, " ".join(self.sentence(line, w) for line in said_so[-TOLD_AT_ONCE:]))
        self._demand([event for event, n in (self._asked_of_people(lines) - before).items() for _ in range(n)])
        return True

    def _asked_of_people(self, lines: Mapping[int, said.Line]) -> Counter[object]:
        """What people had to do with their cardboard in the game as it stands."""
        events = (self.event(line) for line in lines.values() if not line.undone)
        return Counter(event for event in events if isinstance(event, TOLD_TO_SEATS))

    def _give_way(self, happened: list[said.Line]) -> None:
        """Where the way in for phones covers the middle it leaves as soon as people, not bots, have gone on."""
        if self.panel == "code" and not self.code_aside and any(self._by_people(line) for line in happened):
            self.panel = ""

    def _by_people(self, line: said.Line) -> bool:
        if not line.row or self.sheet is not None:
            return line.row > 0
        seat = msgspec.json.decode(line.event).get("seat", 0)
        return seat > 0 and self.info(seat).by != "bot"

    def _demand(self, fresh: list[object]) -> None:
        """In track, say at each edge what is to be done there with the cardboard."""
        for seat, events in self.track.demands(fresh).items():
            w = self.words(seat)
            people = self.people(w)
            self.tell(seat, " ".join(terms.event(w, event, people, self.box) for event in events))

    def _fight(self, fresh: list[object]) -> None:
        """Show a conflict once its markers are turned; not one that was taken back, or that people have left behind."""
        assert self.table is not None
        shown = self.fight or any(isinstance(event, told.ConflictFought) for event in fresh)
        if self._put_off and self.table.ritual is None:
            self.fight, self._put_off = replace(self._put_off, until=self.clock() + SHOWN_FIGHT), None
        if self._put_off and self._is_taken_back(self._put_off):
            self._put_off = None
        if self.fight and self._is_taken_back(self.fight):
            self.fight = None
        elif self.fight and shown:
            acts = told.CardTaken | told.StageBuilt | told.TokenTaken
            self._gone_on(self.fight, [e.seat for e in _after_fight(fresh) if isinstance(e, acts)])

    def _is_taken_back(self, fight: Fight) -> bool:
        line = self.lines.get(fight.number)
        return line is None or line.undone or self.event(line) != fight.event

    def _in_time(self, fresh: list[object], taken_back: bool) -> list[object]:
        """What is to be seen moving now: what follows markers that wait for a hand waits, too."""
        assert self.table is not None
        if taken_back:
            self._later.clear()
        markers = next((i for i, event in enumerate(fresh) if isinstance(event, told.MarkersTurned)), None)
        if self.table.ritual is None:
            fresh, self._later = [*self._later, *fresh], []
            return fresh
        if markers is None:
            return fresh
        now, self._later = [*self._later, *fresh[:markers]], fresh[markers + 1 :]
        return now

    def _is_for_fighting(self, event: told.MedalTaken) -> bool:
        """A medal that a conflict brought: what it asks for, or one from the box for another winner."""
        return event.gap == "box" or "military-in-one-conflict" in self.box.medals[event.medal].need

    def _gone_on(self, fight: Fight, seats: list[int]) -> None:
        """Seats have acted since the conflict: it is over for people, and soon where only bots went on."""
        if any(self.by_hand(seat) for seat in seats):
            self.fight = None
        elif seats:
            self.fight = replace(fight, until=min(fight.until, self.clock() + BOTS_GO_ON))

    def event(self, line: said.Line) -> object:
        """An event of the game; None for what is not of the game."""
        if self.sheet and line.row:
            return self.sheet.fought(line)
        if not line.row or not self.drawn:
            return None
        try:
            return msgspec.json.decode(line.event, type=told.Events)
        except msgspec.ValidationError:
            return None

    def sentence(self, line: said.Line, w: Words) -> str:
        """A log line in words."""
        people = self.people(w)
        if self.sheet and line.row:
            return self.sheet.sentence(line, w, people, SHEETS[self.sheet.view.sheet])
        event = self.event(line)
        if isinstance(event, told.Events):
            return terms.event(w, event, people, self.box)
        if line.row and not self.drawn:
            happened = self.plain.hear(bytes(line.event))
            unsaid = happened.__struct_config__.tag in self.plain.UNSAID
            return "" if unsaid else self.plain.event(w, happened, people)
        try:
            return table_words.news(w, msgspec.json.decode(line.event, type=news.News), people, self.game_words)
        except msgspec.ValidationError:
            return ""

    def _done(self, id: str) -> None:
        seat, kind, _ = self._waits.pop(id, (0, "", 0.0))
        if kind == "peek" and self._held == seat:
            self._look(seat)

    def _refused(self, message: said.Refused) -> None:
        seat, _, _ = self._waits.pop(message.id, (0, "", 0.0))
        seat = message.seat or seat
        if message.rule == "sure":
            return
        self.sound.refused()
        w = self.words(seat)
        self.tell(
            seat,
            table_words.refusal(w, message.rule, message.facts, self.game_words) if seat else message.text,
            refused=True,
            lasts=SHORTLY if message.rule == "horn-rest" else NOTICE_LASTS,
        )

    def tell(self, seat: int, text: str, refused: bool = False, lasts: float = NOTICE_LASTS) -> None:
        """Say one sentence at a seat's edge (0: on the middle) for a while."""
        self.notices[seat] = Notice(text, refused, self.clock() + lasts)
        self.changed()

    def deny(self, seat: int, text: str) -> None:
        """Say at a seat's edge why a touch means nothing now."""
        self.sound.refused()
        self.tell(seat, text, refused=True)

    def hush(self, seat: int) -> None:
        self.notices.pop(seat, None)
        self.changed()

    def tick(self, now: float) -> float | None:
        """Let go of what has been shown long enough; when to look again, if ever."""
        slow, self._slow_before = self._slow_before, now - PATIENCE
        acts = [at for _, kind, at in self._waits.values() if kind == "act"]
        if self._let_go_of_old(now) or any(slow <= at < self._slow_before for at in acts):
            self.changed()
        self._turn_sheet(now)
        if self.hello is None and now < self.began + STARTING:
            return self.began + STARTING + 0.01
        times = [notice.until for notice in self.notices.values()]
        if self.fight:
            times.append(min(self.fight.until, now + 1))
        times += [at + PATIENCE + 0.01 for at in acts if at >= self._slow_before]
        if self.sheet_at is not None:
            times.append(self.sheet_at)
        at_the_bench = self.bench.tick(now)
        if at_the_bench is not None:
            times.append(at_the_bench)
        return min(times, default=None)

    def _let_go_of_old(self, now: float) -> bool:
        """Take away notices and a conflict whose time is over; whether there were any."""
        over = [seat for seat, notice in self.notices.items() if notice.until <= now]
        for seat in over:
            del self.notices[seat]
        fought = self.fight is not None and self.fight.until <= now
        if fought:
            self.fight = None
        return fought or bool(over)

    def _turn_sheet(self, now: float) -> None:
        """Let the final sheet face the next seat when its time has come; not while something lies on it."""
        lies_open = self.table is not None and self.table.phase == "over" and not self.panel and not self.fight
        if not lies_open or self.sheet_edge is not None or not self.link:
            self.sheet_at = None
        elif self.sheet_at is None:
            self.sheet_at = now + SHEET_STAYS
        elif self.sheet_at <= now:
            self.sheet_turn, self.sheet_at = self.sheet_turn + 1, now + SHEET_STAYS
            self.changed()

    # ---- wishes ------------------------------------------------------------------------------------------

    def say(self, intent: said.Intents, seat: int = 0, kind: str = "") -> None:
        """Send a wish; a refusal is answered at that seat's edge."""
        self._waits[intent.id] = (seat, kind, self.clock())
        self._send(intent)
        self.changed()

    def turn_marker(self, number: int) -> None:
        """Turn a conflict marker (from 1) by hand."""
        self.say(
            said.TurnMarker(id=new_id(), marker=number),
            self.table.ritual.seat if self.table and self.table.ritual else 0,
        )

    def act(self, seat: int, text: str, card: str | None = None) -> None:
        """Answer the open question of a seat, unless its last answer is still on its way; `card`: with what follows."""
        question = self.questions.get(seat)
        if question is None or self.waiting(seat):
            return
        self.notices.pop(seat, None)
        self.fight = self._offered = None
        self.say(said.Act(id=new_id(), seat=seat, question=question.number, action=text, card=card), seat, "act")

    def enter(self, entry: str, seat: int = 0) -> None:
        """Enter something on the score sheet: a line of its record, or `2 add shields 1`."""
        self.fight = None
        self.say(said.Enter(id=new_id(), action=entry), seat, "enter")

    def take_back(self, row: int | None = None) -> None:
        """Take back one entry of the score sheet; None: the newest."""
        offer = self.table.undo if self.table else None
        if row is None and offer is not None:
            row = offer.row
        if row is not None:
            self.say(said.Undo(id=new_id(), row=row))

    def type_in(self, seat: int, cell: str) -> None:
        """Open the keys for a cell of the score sheet."""
        self.picked, self.typed, self.panel = cell, "", f"keys {seat}"
        self.changed()

    def blow(self) -> None:
        """Sound the horn."""
        self.say(said.Horn(id=new_id()))

    def peek(self, seat: int, held: bool) -> None:
        """A finger lies on the middle stack, or has left it."""
        if not held:
            self.let_go()
            return
        self._held = seat
        question = self.questions.get(seat)
        if self.game and seat in self.game.hints.looked:
            self._look(seat)
        elif question and "peek" in question.legal:
            self.say(said.Act(id=new_id(), seat=seat, question=question.number, action="peek"), seat, "peek")

    def can_peek(self, seat: int) -> bool:
        question = self.questions.get(seat)
        looked = self.game is not None and seat in self.game.hints.looked and self.asks in ("take", "draw")
        return self.info(seat).by == "touch" and question is not None and ("peek" in question.legal or looked)

    @property
    def looks_first(self) -> int:
        """The seat that has been asked whether to look at the middle card before it is taken; 0: none."""
        if self._offered is None or self.game is None or self.fight:
            return 0
        seat, turn = self._offered
        return seat if turn == self.game.turn and seat == self.acting and self.can_peek(seat) else 0

    def ask_to_look(self, seat: int) -> None:
        """Ask that; seat 0: no more."""
        self._offered = (seat, self.game.turn) if self.game and seat else None
        self.changed()

    def look(self, seat: int, held: bool, then: Callable[[said.Secret], None] | None = None) -> None:
        """See the cards a seat is looking through while a finger is down; `then` gets them once, unseen."""
        if not held:
            self.let_go()
            return
        self._held, self._then = seat, then
        self._look(seat)

    def _look(self, seat: int) -> None:
        self.say(said.Look(id=new_id(), seat=seat), seat, "look")

    def _secret(self, message: said.Secret) -> None:
        self._waits.pop(message.id, None)
        if self._then is not None:
            then, self._then = self._then, None
            then(message)
        elif self._held == message.seat:
            self.secret = message

    def let_go(self) -> None:
        """Forget what only a held finger may see."""
        self._held, self.secret = 0, None
        self.changed()

    def keep(self, seat: int, nth: int) -> None:
        """Keep the nth card of a search: asked for and said at once, never shown."""

        def said_so(secret: said.Secret) -> None:
            if nth < len(secret.draw):
                self.act(seat, f"keep {secret.draw[nth]}")

        self._held, self._then = 0, said_so
        self._look(seat)

    def open(self, panel: str, edge: int | None = None) -> None:
        """Lay a panel on the middle; the same again, or nothing, takes it away."""
        self.panel = "" if panel == self.panel else panel
        self.page, self.sure, self._offered = 0, "", None
        self.notices.pop(0, None)  # it lies where panels do
        if edge is not None:
            self.edge = edge
        self.changed()

    def turn(self) -> None:
        """Let the panel face the next edge, clockwise."""
        self.edge = (self.edge + 1) % 4
        self.page = 0
        self.changed()

    def choose_here(self, seat: int) -> None:
        """A seat with a phone would rather answer on the table, this once."""
        question = self.questions.get(seat)
        self.asked_here = question.number if question else 0
        self.open("")

    def choose(self, what: str | None = None, how: int | None = None, page: int | None = None) -> None:
        if page is not None:
            self.page = page
        if what is not None:
            self.what, self.how = what, 0
        if how is not None:
            self.how = how
        self.changed()

    def leaf(self, by: int) -> None:
        self.page = max(0, self.page + by)
        self.changed()

    def ask_sure(self, what: str) -> None:
        self.sure = what
        self.changed()

    def end_fight(self) -> None:
        self.fight = None
        self.changed()


def _rights(line: said.Line) -> bool:
    """Whether a line says that others were put right."""
    return msgspec.json.decode(line.event)["type"] in RIGHTED


def _after_fight(events: list[object]) -> list[object]:
    """What came after the last conflict among these events."""
    last = max((i for i, e in enumerate(events) if isinstance(e, told.ConflictFought)), default=-1)
    return events[last + 1 :]
