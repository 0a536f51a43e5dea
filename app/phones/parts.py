"""What the parts of a page show that every game has: whose turn, the log, undo, seats and settings, the lobby."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import chain, combinations, islice
from typing import ClassVar, Final

import msgspec

from app.looks.finale import steps
from app.phones.render import Labels, Part
from app.protocol import messages
from app.shown import settings as shown
from app.shown import votes
from app.shown.form import Form
from app.shown.host import Rights, rights
from app.shown.kept import Kept, kept
from app.shown.leaving import Facts, leaving
from app.shown.lobby import Rarely, rarely, who_plays
from app.text import since as told
from app.text.game import GameWords, kept_by
from app.text.languages import Words, both
from app.text.reference import Chapter
from app.text.reminders import Demands, reminders, to_look_at
from app.text.table import who_begins, wonder_owed
from engine.game import Game, roles_of

BLOCK: Final = 5  # lines of the log in one part
TOLD: Final = 3  # lines of the log that stand on top as news …
LEAST: Final = 1  # … and as many as there is room for on the lowest page
PICTURES: Final = {  # of what stands out, by kind of event
    "stage-built": "wonder", "wonder-built": "wonder", "cat-moved": "cat", "military-token": "swords",
    "conflict-fought": "swords", "conflict-settled": "swords", "age-began": "card",
}  # fmt: skip


Badge = tuple[str, str]  # the emblem and the colour of a seat
NO_BADGE: Final = "", ""


class Line(Part, frozen=True):
    """One line of the log in words. `kind` is the event's type."""

    text: str
    kind: str
    undone: bool
    mend: int = 0  # the row behind it, where it can be put right
    dull: bool = False  # no news
    decided: int = 0  # the seat whose decision it tells; 0: none
    own: bool = False  # it tells of the table, not of the game
    moment: str = ""  # it stands out among the news, with this picture
    badge: Badge = NO_BADGE  # of the seat that decided it


class Turn(msgspec.Struct, frozen=True):
    """Whose turn it is in a game, for one reader. Names; this seat is the empty one."""

    ask: str = ""  # what is asked of this seat
    whose: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    icon: str = ""  # what stands large before the name of this seat


class Head(Part, frozen=True):
    template: ClassVar[str] = "head.html"

    phase: str
    me: str | None  # None: only watches
    mine: bool  # something is asked of this seat
    question: int
    turn: Turn
    away: tuple[str, ...]  # whose phone is not connected
    left: bool = False  # who holds the phone is left-handed
    badge: Badge = NO_BADGE  # of this seat


class Tab(Part, frozen=True):
    """The tab on which a seat plays, named by the game on the table."""

    template: ClassVar[str] = "tab.html"

    name: str


class Comments(Part, frozen=True):
    """What is said to a seat at moments that come to it for the first time, in a guided game: one after the other."""

    template: ClassVar[str] = "comment.html"

    game: int
    said: tuple[tuple[str, str], ...]  # the moment, the sentence


class Sprite(Part, frozen=True):
    """The symbols that all games share."""

    template: ClassVar[str] = "sprite.html"


class Does(Part, frozen=True):
    """What ? says of a control: what a touch on it does, by the kinds that help.js knows."""

    template: ClassVar[str] = "does.html"
    later: ClassVar[bool] = True


class PinDialog(Part, frozen=True):
    """Asks for the table's PIN once something was refused without it."""

    template: ClassVar[str] = "pin_dialog.html"
    later: ClassVar[bool] = True


class Drawings(Part, frozen=True):
    """The symbols and the style sheets of the game on the table, which change when another one is chosen."""

    template: ClassVar[str] = "drawings.html"

    name: str
    styles: tuple[str, ...]  # their files


class News(Part, frozen=True):
    """`ids`: of each line another one than of those before it."""

    template: ClassVar[str] = "news.html"

    lines: tuple[Line, ...]
    ids: tuple[int, ...] = ()


class Since(Part, frozen=True):
    """All that happened since one's own last turn, folded away; the newest turn first."""

    template: ClassVar[str] = "since.html"
    later: ClassVar[bool] = True

    turns: tuple[tuple[str, tuple[Line, ...]], ...]  # what heads a turn, what happened in it


class Block(Part, frozen=True):
    template: ClassVar[str] = "log.html"

    lines: tuple[Line, ...]


class Reminding(Part, frozen=True):
    """What this seat has still to do with its cardboard, up to a line of the log."""

    template: ClassVar[str] = "reminding.html"
    later: ClassVar[bool] = True

    line: int
    texts: tuple[str, ...]


class LookRound(Part, frozen=True):
    """All look whether shields are as told, before the conflict of a line of the log is counted."""

    template: ClassVar[str] = "look_round.html"
    later: ClassVar[bool] = True

    line: int
    shields: tuple[tuple[str, int], ...]


class Vote(Part, frozen=True):
    """One seat asks the others. `answers`: seats this phone may answer for, with their names (its own: "")."""

    template: ClassVar[str] = "vote.html"

    vote: messages.SeatVote
    people: tuple[str, ...]
    answers: tuple[tuple[int, str], ...]

    def form(self, w: Words, labels: Labels) -> Form:
        it, people = self.vote, self.people
        if isinstance(it, messages.LeaveVote):
            return votes.vote(w, votes.Vote(it.row, people[it.seat - 1], it.how, self.answers))
        action = labels.did(w, it.action, people[it.of - 1], people, it.card)
        undoing = votes.Undoing(action, it.more, tuple(labels.action(w, line, people) for line in it.seen))
        return votes.vote(w, votes.Vote(it.row, people[it.seat - 1], undoing, self.answers))


class Undo(Part, frozen=True):
    """What may be undone. `place`: it is kept free while nothing may, so that nothing else ever lies there."""

    template: ClassVar[str] = "undo.html"

    offers: tuple[tuple[messages.UndoOffer, bool], ...]  # with whether the others would be asked
    people: tuple[str, ...]
    place: bool


class Wrong(Part, frozen=True):
    """Where people tell: numbers that they may count otherwise, and how they play."""

    template: ClassVar[str] = "wrong.html"
    later: ClassVar[bool] = True

    # By its words in a record: how many ("": nobody has counted it), the least and the most.
    counts: tuple[tuple[str, int | str, int, int], ...]
    before: tuple[
        tuple[int, tuple[tuple[str, int | str, int, int], ...]], ...
    ]  # the same of what lies before each seat
    things: tuple[str, ...]  # what else may lie before any of these, without a seat
    most: int  # of that
    wonders: tuple[tuple[str, ...], ...]  # by seat, those that were told
    every_wonder: tuple[str, ...]
    people: tuple[str, ...]


class Ritual(Part, frozen=True):
    """This seat has conflict markers to turn."""

    template: ClassVar[str] = "ritual.html"

    ritual: messages.Ritual


class Opening(Part, frozen=True):
    """A new game is opened: what lies before this seat, what that can do, and who is first once that is found."""

    template: ClassVar[str] = "opening.html"

    step: str
    wonder: str  # empty: nothing does
    says: str
    told: str


class Codes(Part, frozen=True):
    """Tickets this phone asked for."""

    template: ClassVar[str] = "codes.html"

    codes: tuple[messages.Code, ...]
    people: tuple[str, ...]
    seat: int


class Own(Part, frozen=True):
    """My name, my language, my way out."""

    template: ClassVar[str] = "own.html"

    seat: messages.SeatInfo
    phase: str
    others: tuple[tuple[int, str, bool], ...]  # headless: seats that no connected phone holds (True: a bot plays it)
    own_bots: tuple[int, ...]  # where one plays for nobody else
    taken: frozenset[str]  # emblems and colours that other seats have


class Leave(Part, frozen=True):
    """The ways out of the game that is played."""

    template: ClassVar[str] = "form.html"

    facts: Facts

    def form(self, w: Words) -> Form:
        return leaving(w, self.facts)


class Manage(Part, frozen=True):
    """The table's settings."""

    template: ClassVar[str] = "form.html"

    facts: shown.Facts

    def form(self, w: Words) -> Form:
        return shown.settings(w, self.facts)


class Sound(Part, frozen=True):
    """How loud the table is."""

    template: ClassVar[str] = "form.html"

    facts: shown.Facts

    def form(self, w: Words) -> Form:
        return shown.sound(w, self.facts)


class Host(Part, frozen=True):
    """The table's PIN, the lock, and who may be sent away."""

    template: ClassVar[str] = "form.html"

    now: Rights

    def form(self, w: Words) -> Form:
        return rights(w, self.now)


class Horn(Part, frozen=True):
    """To be heard at the table; not on phones."""

    template: ClassVar[str] = "horn.html"

    silent: bool


class Way(Part, frozen=True):
    """How others come to the table."""

    template: ClassVar[str] = "way.html"

    address: str | None
    name: str | None


class Net(Part, frozen=True):
    """Where else the table may be found; read by the script."""

    template: ClassVar[str] = "net.html"

    others: tuple[str, ...]


class Start(Part, frozen=True):
    """What begins, and whether it can; and what is to be said of it: how much differs, so nothing lies below it."""

    template: ClassVar[str] = "start.html"

    ready: int  # seats that are taken
    free: bool  # whether one is not
    least: int
    watching: bool
    entered: bool = False  # it may begin with a position that people enter
    owing: tuple[str, ...] = ()  # who has yet to say which wonder lies there
    owed: str = ""  # the sentence about the first of them
    drawn: bool = True  # the table's screen draws this game, so that it can be played there by touch
    variants: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()  # what has uncertain values: identities that somebody chose, and other printed things


class Quiet(Part, frozen=True):
    """Where there is nothing to see before a game."""

    template: ClassVar[str] = "quiet.html"


class Chair(Part, frozen=True):
    """One seat in the lobby."""

    template: ClassVar[str] = "chair.html"

    seat: messages.SeatInfo
    me: bool
    count: int
    identities: tuple[str, ...]
    touch: bool  # there is a screen to touch
    bots: bool  # they may play along
    watching: bool
    yours: bool  # this phone may say who plays it, and what it is
    lot: bool = True  # who does not say what it is gets it by lot
    owes: bool = False  # no game begins before it is said what it is


class Roles(Part, frozen=True):
    """What a seat may be, and can do then: its own first, unless that comes by chance."""

    template: ClassVar[str] = "roles.html"
    later: ClassVar[bool] = True

    mine: tuple[str, str] | None  # its name, what it can do
    each: tuple[tuple[str, str], ...]  # the others


class Variant(Part, frozen=True):
    """Something that may be added to the game."""

    slug: str
    on: bool
    needs: tuple[str, ...]  # other variants
    lacks: bool  # one of them is not on
    then: str  # all variants, once its switch is turned


class Crowded(msgspec.Struct, frozen=True):
    """A game with fewer places than there are people. `ways`: who plays, and which seats stand up for that.

    None where phones of others would have to.
    """

    game: str
    says: str
    ways: tuple[tuple[str, str], ...]


class Lobby(Part, frozen=True):
    """Which game, how many seats, who begins: all in lines of one height, so that nothing moves under a finger."""

    template: ClassVar[str] = "lobby.html"

    game: str
    games: tuple[tuple[str, str], ...]  # those to choose among, with their names
    mode: messages.Mode
    modes: tuple[messages.Mode, ...]  # those to choose among
    variants: tuple[Variant, ...]
    first_seat: bool  # somebody begins
    first: int | None
    people: tuple[str, ...]
    least: int
    most: int
    crowded: tuple[Crowded, ...]


class Rare(Part, frozen=True):
    """What is rarely changed, folded away."""

    template: ClassVar[str] = "rare.html"

    now: Rarely
    names: tuple[str, ...]  # of people who have played here, to choose from

    def form(self, w: Words, labels: Labels) -> Form:
        return rarely(w, self.now, [labels.house_rule(w, slug) for slug, _ in self.now.rules])


class Aside(Part, frozen=True):
    """Games that were kept for later, to go on with."""

    template: ClassVar[str] = "form.html"

    games: tuple[Kept, ...]

    def form(self, w: Words) -> Form:
        return kept(w, self.games)


class Stood(Part, frozen=True):
    """Where a seat stands in the end."""

    name: str
    place: int  # from 1; equals share it
    points: int
    won: bool
    me: bool
    seat: int = 0  # from 1


class Reference(Part, frozen=True):
    """A chapter of the game's reference, folded away. Its labels have `refer`, a `Reference`, and `drawn`, a thing."""

    template: ClassVar[str] = "reference.html"
    later: ClassVar[bool] = True

    chapter: Chapter
    people: tuple[str, ...]
    first: bool  # the heading of all chapters stands over it


class Verdict(Part, frozen=True):
    """The end: one's own place first, then who has won and how, one's points by category, and everybody in order."""

    template: ClassVar[str] = "verdict.html"

    early: bool
    place: int  # of this seat, from 1; 0: it only watches
    points: int
    won: bool
    shared: bool
    result: str
    ties: str  # how other equal points were decided
    lines: tuple[tuple[str, int], ...]  # of this seat
    order: tuple[Stood, ...]
    moment: bool  # a screen shows the moment in which it ended first,
    counts: bool  # then points that are counted, as they decide,
    lasts: float  # and after so many seconds the crown;
    waits: float = 0.0  # so many of them it shows something else
    badges: tuple[Badge, ...] = ()  # by seat


class Ended(Part, frozen=True):
    """After the end: again, or back to the lobby."""

    template: ClassVar[str] = "ended.html"


Parts = dict[str, Part]

# On which tab of the page each kind of part lies; what is not here, as undo in its head, is on all of them. Only the
# tab that is open is kept up to date: it asks for the rest when it opens.
TABS: Final = {
    "mine": (
        "comment", "start", "aside", "last", "glance", "ask", "hold", "verdict", "ended", "wonder", "needs", "goals",
        "within", "reach", "cards", "again", "thing", "chair", "lobby", "rare",
    ),
    "table": ("horn", "quiet", "markers", "tokens", "medals", "deck", "pile", "place", "seat", "reference"),
    "score": ("unscored", "result", "sheet"),
    "more": ("own", "leave", "manage", "sound", "host", "way", "wrong", "log", "retract"),
}  # fmt: skip
TAB_OF: Final = {kind: tab for tab, kinds in TABS.items() for kind in kinds}
WATCHED: Final = frozenset({"start", "verdict", "chair"})  # an onlooker, who has no tab "mine", finds them at the table


@cache
def on(tab: str | None, name: str, *, watching: bool) -> bool:
    """Whether a part is to be seen while a tab (None: any) is open."""
    kind = name.partition("-")[0]
    return tab is None or ("table" if watching and kind in WATCHED else TAB_OF.get(kind, tab)) == tab


def head(
    table: messages.TableView, people: tuple[str, ...], seat: int | None, question: messages.Question | None, turn: Turn
) -> Head:
    """What is always on top. `seat` from 1, and what it is asked; None: an onlooker."""
    away = tuple(people[chair.seat - 1] for chair in table.seats if chair.by == "phone" and not chair.present)
    if seat is None:
        return Head(table.phase, None, False, 0, turn, away)
    mine, number = table.seats[seat - 1], question.number if question else 0
    return Head(table.phase, people[seat - 1], question is not None, number, turn, away, mine.left, mine.badge)


def reference(chapters: Iterable[Chapter], people: tuple[str, ...]) -> Parts:
    """The game's reference, a part for each chapter: only where a count has changed is anything sent again."""
    return {f"reference-{nth}": Reference(it, people, nth == 1) for nth, it in enumerate(chapters, start=1)}


def news(log: Sequence[Line]) -> News:
    """The newest action, before what came of it, then what was before that; what stands out is on top."""
    fresh = (nth for nth in reversed(range(len(log))) if not (log[nth].dull or log[nth].undone))
    newest: list[int] = []
    for nth in fresh:
        newest.append(nth)
        if log[nth].decided or log[nth].own:
            break
    if newest and log[newest[-1]].decided:
        above = [nth for nth in newest if log[nth].moment or log[nth].kind == messages.TURN]
        newest = [*above, *(nth for nth in reversed(newest) if nth not in above)]
    shown = tuple(islice(chain(newest, fresh), TOLD))
    return News(tuple(log[nth] for nth in shown), shown)


def since(log: Sequence[Line], seat: int, newest: News) -> Since | None:
    """What happened from the turn on in which a seat (from 1) decided last; None if the newest line says it all."""
    if not told.decided(log, seat):
        return None
    turns = tuple((began.text if began else "", lines) for began, lines in told.since(log, seat))
    if all(line in newest.lines[:LEAST] for _, lines in turns for line in lines):
        return None
    return Since(turns)


def at_table(
    table: messages.TableView,
    snapshot: messages.Snapshot,
    seat: int | None,
    people: tuple[str, ...],
    headless: bool,
    form: bool,
    facts: shown.Facts,
) -> Parts:
    """The parts that look alike in all games. `seat` from 1; None: an onlooker. `form`: it can enter a position."""
    parts: Parts = {
        "net": Net(table.network.addresses),
        "way": Way(table.network.address, table.network.name),
    }
    if seat is None:
        return parts
    mine = table.seats[seat - 1]
    others = tuple(
        (chair.seat, people[chair.seat - 1], chair.by == "bot")
        for chair in table.seats
        if headless and table.phase == "game" and chair.seat != seat and not _held(chair)
    )
    parts["codes"] = Codes(tuple(code for code in snapshot.codes if code.seat), people, seat)
    own_bots = tuple(chair.seat for chair in table.seats if chair.own_bot)
    parts["own"] = Own(mine, table.phase, others, own_bots, table.taken(seat))
    people_play = not snapshot.host and any(chair.person for chair in table.seats if chair.seat != seat)
    entered = form and table.mode == "track"
    if table.phase == "game":
        parts["leave"] = Leave(Facts(people_play, entered))
    parts["manage"] = Manage(facts)
    parts["sound"] = Sound(facts)
    parts["host"] = _host(table, snapshot.host, seat, people, headless)
    if facts.horn:
        parts["horn"] = Horn(table.settings.mute or not table.settings.volume)
    parts["undo"] = undo(table, snapshot.own, seat, people)
    if table.counted or table.wonders:
        parts["wrong"] = _wrong(table, people)
    if table.ritual is not None and table.ritual.seat == seat and table.mode == "play":  # else it is reminded of it
        parts["ritual"] = Ritual(table.ritual)
    if table.vote is not None:
        parts["vote"] = _vote(table, table.vote, seat, people, headless)
    if table.phase == "over":
        parts["ended"] = Ended()
    return parts


def _wrong(table: messages.TableView, people: tuple[str, ...]) -> Wrong:
    counts = tuple(
        (what, count.now if count.known else "", count.least, count.most) for what, count in table.counted.items()
    )
    things = tuple(what for what in counts if what[0].count(" ") > 1)
    before = [(seat, tuple(each for each in things if each[0].endswith(f" {seat}"))) for seat in _counted(table)]
    numbers = tuple(each for each in counts if each not in things)
    return Wrong(
        numbers, tuple(before), tuple(table.things), max(table.things.values(), default=0),
        table.wonders, table.every_wonder, people,
    )  # fmt: skip


def _counted(table: messages.TableView) -> list[int]:
    """Seats before which something is counted."""
    whose = {what.rpartition(" ")[2] for what in table.counted if not what.startswith("stack ")}
    return [seat for seat in range(1, len(table.seats) + 1) if str(seat) in whose]


def _host(table: messages.TableView, host: bool, seat: int, people: tuple[str, ...], headless: bool) -> Host:
    without: messages.PlayedBy = "free" if table.phase == "lobby" else "bot" if table.mode == "play" else "touch"
    others = tuple(
        (chair.seat, people[chair.seat - 1], without)
        for chair in table.seats
        if host and not (without == "touch" and headless) and chair.by == "phone" and chair.seat != seat
    )
    held = any(chair.person for chair in table.seats)
    return Host(Rights(table.pin, host, table.locked, held, others))


def reminding(
    table: messages.TableView,
    lines: Mapping[int, messages.Line],
    seat: int,
    w: Words,
    people: tuple[str, ...],
    hear: Callable[[bytes], object],
    demands: Demands,
) -> Part | None:
    """What people who deal are asked to do now: to look round at a conflict, else what is left for this seat.

    Nothing while a line is put right, since it may come out otherwise.
    """
    if table.repair is not None:
        return None
    if conflict := to_look_at(table, lines):
        return LookRound(conflict.line, tuple(zip(people, conflict.shields, strict=False)))
    found = reminders(table, lines, hear, demands, {seat: (w, people)})
    return Reminding(found[seat].line, found[seat].texts) if seat in found else None


def undo(table: messages.TableView, own: tuple[messages.UndoOffer, ...], seat: int, people: tuple[str, ...]) -> Undo:
    """What the head of a page offers to undo; `own`: of a seat's own secret choices."""
    place = table.phase == "game" and table.settings.undo != "never"
    return Undo(undo_offers(table, own, seat), people, place)


def undo_offers(
    table: messages.TableView, own: tuple[messages.UndoOffer, ...], seat: int
) -> tuple[tuple[messages.UndoOffer, bool], ...]:
    """What a seat may undo now, its own secret choices first; with whether the others would be asked.

    Where people deal, the newest line; `own` is what was told of a turn that is not whole, and has its own place.
    """
    if table.vote is not None:
        return ()
    asking = (
        table.settings.undo == "ask"
        and table.mode == "play"
        and any(chair.person for chair in table.seats if chair.seat != seat)
    )
    offers = (*(own if table.mode != "track" else ()), *((table.undo,) if table.undo else ()))
    return tuple((offer, asking and not (offer.free and offer.seat == seat)) for offer in offers)


def verdict(
    early: bool,
    did: Sequence[tuple[int, int]],
    winners: Sequence[int],
    people: tuple[str, ...],
    seat: int | None,
    lines: Iterable[tuple[str, int]],
    result: str,
    ties: str = "",
    moment: bool = True,
    counts: bool = True,
    waits: float = 0.0,
) -> Verdict:
    """The end for one reader. `did`: by seat, its points and what decides among equals; the rest as in a `Verdict`.

    `lines`: of this seat; of any for an onlooker, who does not see them.
    """
    told = tuple(lines)
    reached = [(at in winners, *each) for at, each in enumerate(did, 1)]
    order = sorted(
        (
            Stood(people[at - 1], 1 + sum(other > mine for other in reached), mine[1], mine[0], at == seat, at)
            for at, mine in enumerate(reached, 1)
        ),
        key=lambda it: it.place,
    )
    mine = next((it for it in order if it.me), None)
    return Verdict(
        early, mine.place if mine else 0, mine.points if mine else 0, mine is not None and mine.won, len(winners) > 1,
        result, ties, told if mine else (), tuple(order), moment, counts,
        waits + sum(step.lasts for step in steps(len(told), moment=moment, counts=counts) if step.part != "crown"),
        waits,
    )  # fmt: skip


def opening(
    w: Words, opening: messages.Opening, chair: messages.SeatInfo, people: tuple[str, ...], says: Callable[[str], str]
) -> Opening:
    """What a seat's phone shows while a game is opened; `says`: what a wonder can do."""
    told = who_begins(w, opening.first, chair.seat, people)[0] if opening.step == "found" else ""
    wonder = chair.wonder or ""
    return Opening(opening.step, wonder, says(wonder) if wonder else "", told)


def _held(chair: messages.SeatInfo) -> bool:
    """Whether a connected phone holds it, so that nobody else may give it away."""
    return chair.by == "phone" and chair.present


def _vote(
    table: messages.TableView, vote: messages.SeatVote, seat: int, people: tuple[str, ...], headless: bool
) -> Vote:
    answers = [
        (other, "" if other == seat else people[other - 1])
        for other in vote.open
        if _answers(table.seats[other - 1], seat, headless)
    ]
    return Vote(vote, people, tuple(answers))


def _answers(chair: messages.SeatInfo, seat: int, headless: bool) -> bool:
    """One's own question, that of somebody whose phone is away and, without a screen, of a seat played by touch."""
    return chair.seat == seat or (not _held(chair) and (headless or chair.by == "phone"))


def lobby(
    w: Words,
    table: messages.TableView,
    shelf: Mapping[str, Game],
    say: Mapping[str, GameWords],
    seat: int | None,
    people: tuple[str, ...],
    drawn: bool,
    touch: bool,
    headless: bool,
    form: bool,
    guides: bool,
    names: tuple[str, ...],
) -> Parts:
    """The lobby's parts: its seats, the game, the start. `drawn`: the screen draws this game; `touch`: there is one.

    `form`: the game can enter a position. `guides`: it can be commented. `names`: of people who have played here.
    """
    game = shelf[table.game]
    titles = {name: say[name].title(w) for name in table.games}
    drawn = drawn or table.mode == "tally"
    ready = sum(chair.by != "free" for chair in table.seats)
    yours = frozenset(
        chair.seat
        for chair in table.seats
        if chair.seat == seat or chair.by != "phone" or (headless and not chair.present)
    )
    parts: Parts = {
        f"chair-{chair.seat}": Chair(
            chair,
            chair.seat == seat,
            len(table.seats),
            tuple(table.identities),
            touch and drawn,
            table.mode == "play",
            seat is None,
            chair.seat in yours,
            table.mode == "play",
            chair.seat in table.owing,
        )
        for chair in table.seats
    }
    owing = tuple(people[owes - 1] for owes in table.owing)
    entered = form and table.mode == "track"
    owed = wonder_owed(w, owing[0]) if owing else ""
    parts["start"] = Start(
        ready,
        ready < len(table.seats),
        game.seats.start,
        seat is None,
        entered,
        owing,
        owed,
        drawn,
        tuple(game.variants()),
        table.doubts,
    )
    parts["unscored"] = Quiet()
    if seat is not None:
        parts["quiet"] = Quiet()
        parts["lobby"] = Lobby(
            table.game,
            tuple(titles.items()),
            table.mode,
            table.modes,
            tuple(_variant(slug, table.variant, game.variants()) for slug in game.variants()),
            table.first_seat,
            table.first,
            people,
            game.seats.start,
            game.seats.stop - 1,
            _crowded(w, table, titles, people, yours),
        )
        guided = table.guided if guides and table.mode == "play" else None
        parts["rare"] = Rare(Rarely(table.keep, guided, tuple(table.rules.items())), names)
        if table.laid_aside:
            many = len(titles) > 1
            parts["aside"] = Aside(
                tuple(
                    Kept(
                        one.game,
                        titles[one.kind] if many else "",
                        kept_by(w, one.seats, say[one.kind], roles_of(shelf[one.kind]).roles()),
                        one.turn,
                    )
                    for one in table.laid_aside
                    if one.kind in titles
                )
            )
    return parts


def _crowded(
    w: Words, table: messages.TableView, titles: Mapping[str, str], people: Sequence[str], yours: frozenset[int]
) -> tuple[Crowded, ...]:
    """Who could play each game with too few places. `yours`: the seats that may be made free."""
    sit = [chair.seat for chair in table.seats if chair.by in ("touch", "phone")]
    return tuple(
        Crowded(
            game,
            who_plays(w, title, most),
            tuple(
                (both(w, (people[each - 1] for each in plays)), " ".join(map(str, watch)))
                for plays in combinations(sit, most)
                if yours.issuperset(watch := sorted({*sit} - {*plays}))
            ),
        )
        for game, title in titles.items()
        if len(sit) > (most := table.most.get(game, len(sit)))
    )


def _variant(slug: str, chosen: Sequence[str], variants: Mapping[str, Sequence[str]]) -> Variant:
    """Turned off, it takes those along that need it."""
    on = slug in chosen
    then = {other for other in chosen if other != slug and slug not in variants[other]} if on else {*chosen, slug}
    needs = tuple(variants[slug])
    return Variant(
        slug, on, needs, not set(needs) <= set(chosen), " ".join(other for other in variants if other in then)
    )
