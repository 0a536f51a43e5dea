"""The parts of a page that all games share: head, the seat's own settings, votes, undo, table settings."""

from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar, Final, Protocol, TypeAlias, runtime_checkable

from app.phones.end_parts import EndedPart
from app.phones.game_pages import PageContext
from app.phones.page_frame import NO_BADGE, Badge, FormPart, Parts, PinDialog, Tab, TurnSummary
from app.phones.render import Labels, Part
from app.protocol.base_messages import PlayedBy
from app.protocol.log_messages import Line
from app.protocol.play_messages import LeaveVote, Ritual, SeatVote, UndoOffer
from app.protocol.seat_messages import Code, SeatInfo
from app.protocol.table_messages import Snapshot, TableView
from app.protocol.teaching_messages import Hint, LessonTip
from app.shown.cardboard.disputes import DisputeFacts, dispute_facts, doubts
from app.shown.cardboard.shield_check import look_round
from app.shown.form import Button, Form
from app.shown.history.recent_changes import TodayFacts, today
from app.shown.lobby import seats
from app.shown.lobby.join_codes import to_seat, to_table
from app.shown.lobby.seating_form import Guest, is_owner, sits
from app.shown.machine import settings as shown
from app.shown.machine.access import Rights, rights
from app.shown.machine.club import club
from app.shown.machine.copied import copied, is_asked
from app.shown.machine.upkeep import UpkeepFacts, upkeep
from app.shown.play import hint, votes
from app.shown.play import undo as undone
from app.shown.play.leave import LeavingFacts, leaving
from app.text.game import GameWords, HouseWords
from app.text.languages import Words
from app.text.reminders import Demands, reminders, to_look_at
from app.text.table import slow_disk, who_begins

UNHELD_SEAT_CHOICES: Final[tuple[PlayedBy, ...]] = ("phone", "bot")  # options for a seat that no phone holds
PIN_DIALOG: Final = PinDialog()
SpokenOf: TypeAlias = Callable[[LessonTip], frozenset[str]]  # the keys of the things that such a sentence mentions


class Head(Part, frozen=True):
    template: ClassVar[str] = "head.html"

    phase: str
    me: str | None  # None: an onlooker
    mine: bool  # something is asked of this seat
    question: int
    turn: TurnSummary
    away: tuple[str, ...]  # people whose phone is not connected
    left: bool = False  # the phone's owner is left-handed
    badge: Badge = NO_BADGE  # of this seat


class Reminding(Part, frozen=True):
    """Chores of this seat with the real cardboard, up to a line of the log."""

    template: ClassVar[str] = "reminding.html"
    later: ClassVar[bool] = True

    line: int
    texts: tuple[str, ...]


class LookRoundPart(Part, frozen=True):
    """A check that everyone's shields are counted right, before the conflict at a line of the log is resolved."""

    template: ClassVar[str] = "vote.html"
    later: ClassVar[bool] = True

    line: int
    shields: tuple[tuple[str, int], ...]

    def form(self, w: Words, labels: Labels) -> Form:
        return look_round(w, self.line, self.shields)


class VotePart(Part, frozen=True):
    """One seat asks the others. `answers`: seats this phone may answer for, with their names (its own: "")."""

    template: ClassVar[str] = "vote.html"

    vote: SeatVote
    people: tuple[str, ...]
    answers: tuple[tuple[int, str], ...]

    def form(self, w: Words, labels: Labels) -> Form:
        it, people = self.vote, self.people
        if isinstance(it, LeaveVote):
            return votes.vote(w, votes.OpenVote(it.row, people[it.seat - 1], it.how, self.answers))
        action = labels.did(w, it.action, people[it.of - 1], people, it.card)
        undoing = votes.UndoRequest(action, it.more, tuple(labels.action(w, line, people) for line in it.seen))
        return votes.vote(w, votes.OpenVote(it.row, people[it.seat - 1], undoing, self.answers))


class UndoPart(Part, frozen=True):
    """The offers to undo. `place`: reserve the space even without an offer, so that nothing else appears under a
    finger.
    """

    template: ClassVar[str] = "undo.html"

    offers: tuple[tuple[UndoOffer, bool], ...]  # with whether the others would be asked
    people: tuple[str, ...]
    place: bool

    def rows(self, w: Words, labels: Labels) -> list[Button]:
        return [undone.undo(w, self._said(w, labels, *offer)) for offer in self.offers]

    def _said(self, w: Words, labels: Labels, it: UndoOffer, asked: bool) -> undone.UndoOffered:
        if it.seat:
            action = labels.did(w, it.action, self.people[it.seat - 1], self.people, it.card)
        else:
            action = labels.action(w, it.action, self.people)
        return undone.UndoOffered(it.row, action, it.more, asked)


@runtime_checkable
class HouseRuleLabels(Protocol):
    """Labels of a game whose house rules people can set."""

    @property
    def say(self) -> HouseWords:
        """The game's words."""


class WrongPart(Part, frozen=True):
    """The form to dispute counted numbers and house rules, where people deal."""

    template: ClassVar[str] = "form.html"
    later: ClassVar[bool] = True

    it: DisputeFacts

    def form(self, w: Words, labels: Labels) -> Form:
        assert isinstance(labels, HouseRuleLabels)
        return doubts(w, labels.say, self.it)


class RitualPart(Part, frozen=True):
    """A request to this seat to turn its conflict markers."""

    template: ClassVar[str] = "ritual.html"

    ritual: Ritual


class LessonPart(Part, frozen=True):
    """A lesson tip above a seat's choices; its space is reserved while there is none."""

    template: ClassVar[str] = "lesson.html"

    seat: int
    text: str  # "": nothing
    again: bool = False  # it has expired: shown on request
    own: bool = False  # it follows from this seat's secrets
    lit: tuple[str, ...] = ()  # keys of the things it mentions

    def row(self, w: Words) -> Button:
        return seats.knows(w, self.seat)


class AskHintPart(Part, frozen=True):
    """The button that asks for a hint, above a seat's choices."""

    template: ClassVar[str] = "ask_hint.html"

    seat: int

    def row(self, w: Words) -> Button:
        return hint.ask(w, self.seat)


class HintPart(Part, frozen=True):
    """A hint in the place of the lesson tip or, without one, over the news: it never moves the page."""

    template: ClassVar[str] = "hint.html"

    texts: tuple[str, ...]
    lit: tuple[str, ...] = ()  # keys of the things it mentions
    taught: bool = False  # it takes the place of the lesson


class WhyPart(Part, frozen=True):
    """Possible reasons for the bots' latest moves, folded away beside the news."""

    template: ClassVar[str] = "why.html"

    texts: tuple[str, ...]
    lit: tuple[str, ...] = ()  # keys of the things it mentions, lit while it is unfolded


class OpeningPart(Part, frozen=True):
    """The opening of a new game: this seat's wonder and its ability, and the first player once revealed."""

    template: ClassVar[str] = "opening.html"

    step: str
    wonder: str  # "": none
    says: str
    told: str


class Codes(Part, frozen=True):
    """The seat tickets that this phone requested."""

    template: ClassVar[str] = "codes.html"

    codes: tuple[Code, ...]
    people: tuple[str, ...]

    def forms(self, w: Words) -> list[Form]:
        return [to_seat(w, code.seat, self.people[code.seat - 1], code.url) for code in self.codes]


class Own(Part, frozen=True):
    """My name, my language, the way to leave."""

    template: ClassVar[str] = "own.html"

    it: seats.OwnSeat
    taken: frozenset[str]  # emblems and colours that other seats have

    def form(self, w: Words) -> Form:
        return seats.mine(w, self.it)


class HornPart(Part, frozen=True):
    """A button that sounds the horn at the table; phones stay silent."""

    template: ClassVar[str] = "horn.html"

    silent: bool


class GuestPart(Part, frozen=True):
    """The welcome for a guest who has just sat down."""

    template: ClassVar[str] = "sits.html"

    it: Guest
    badge: Badge

    def form(self, w: Words, labels: Labels) -> Form:
        return sits(w, self.it)


class WayInPart(Part, frozen=True):
    """The ways for others to join the table."""

    template: ClassVar[str] = "way.html"

    address: str | None
    name: str | None
    locked: bool

    def form(self, w: Words) -> Form:
        return to_table(w, self.address or "", locked=self.locked)


class SlowPart(Part, frozen=True):
    """A notice that the table's slow disk makes people wait."""

    template: ClassVar[str] = "slow.html"

    def sentence(self, w: Words) -> str:
        return slow_disk(w)


class Net(Part, frozen=True):
    """The table's other addresses, for the page's script."""

    template: ClassVar[str] = "net.html"

    others: tuple[str, ...]


def framed(page: PageContext, tab: str, turn: TurnSummary) -> Parts:
    """Build the frame of the page. `tab`: the label of the tab on which a seat plays."""
    made: Parts = {"head": head(page, turn)}
    return made if page.seat is None else {**made, "tab": Tab(tab), "dialog": PIN_DIALOG}


def head(page: PageContext, turn: TurnSummary) -> Head:
    """Build the head of the page."""
    table, people, seat, question = page.table, page.people, page.seat, page.question
    away = tuple(people[chair.seat - 1] for chair in table.seats if chair.by == "phone" and not chair.present)
    if seat is None:
        return Head(table.phase, None, False, 0, turn, away)
    mine, number = table.seats[seat - 1], question.number if question else 0
    return Head(table.phase, people[seat - 1], question is not None, number, turn, away, mine.left, mine.badge)


def at_table(
    page: PageContext,
    snapshot: Snapshot,
    facts: shown.SettingsFacts,
    *,
    headless: bool,
    form: bool,
    teaches: bool,
    titles: tuple[tuple[str, str], ...],
) -> Parts:
    """Build the parts that all games share. `form`: a position can be entered; `teaches`: the game has a lesson;
    `titles`: the games' titles by name.
    """
    table, people, seat = page.table, page.people, page.seat
    parts: Parts = {
        "net": Net(table.network.addresses),
        "way": WayInPart(table.network.address, table.network.name, table.locked),
    }
    if table.slow:
        parts["slow"] = SlowPart()
    if seat is None:
        return parts
    mine = table.seats[seat - 1]
    others = tuple(
        seats.ShownSeat(
            chair,
            people[chair.seat - 1],
            len(table.seats),
            UNHELD_SEAT_CHOICES,
            frozenset(UNHELD_SEAT_CHOICES),
            lobby=False,
        )
        for chair in table.seats
        if headless and table.phase == "game" and chair.seat != seat and not _held(chair)
    )
    parts["codes"] = Codes(tuple(code for code in snapshot.codes if code.seat), people)
    me = seats.OwnSeat(mine, table.phase == "game", others, teaches and table.guided, table.coaches)
    parts["own"] = Own(me, table.taken(seat))
    people_play = not snapshot.host and any(chair.person for chair in table.seats if chair.seat != seat)
    entered = form and table.mode == "track"
    if table.phase == "game":
        parts["leave"] = FormPart(leaving, LeavingFacts(people_play, entered))
    parts["manage"] = FormPart(shown.settings, facts)
    parts["sound"] = FormPart(shown.sound, facts)
    if table.today:
        parts["today"] = FormPart(today, TodayFacts(table.today, people, titles, facts))
    if snapshot.upkeep is not None:
        parts["upkeep"] = FormPart(upkeep, UpkeepFacts(snapshot.upkeep, snapshot.upkeep.path))
    parts["club"] = FormPart(club, table.club)
    parts["copied"] = FormPart(copied, is_asked(table))
    parts["host"] = FormPart(rights, _rights(table, snapshot.host, seat, people, headless))
    if facts.horn:
        parts["horn"] = HornPart(table.settings.mute or not table.settings.volume)
    parts["undo"] = undo(table, snapshot.own, seat, people)
    if table.counted or table.wonders:
        parts["wrong"] = WrongPart(dispute_facts(table, people))
    if table.ritual is not None and table.ritual.seat == seat and table.mode == "play":  # otherwise a reminder says it
        parts["ritual"] = RitualPart(table.ritual)
    if table.vote is not None:
        parts["vote"] = _vote(table, table.vote, seat, people, headless)
    if table.phase == "over":
        parts["ended"] = EndedPart(table.game_id, table.mode != "tally")
    return parts


def _rights(table: TableView, host: bool, seat: int, people: tuple[str, ...], headless: bool) -> Rights:
    without: PlayedBy = "free" if table.phase == "lobby" else "bot" if table.mode == "play" else "touch"
    others = tuple(
        (chair.seat, people[chair.seat - 1], without)
        for chair in table.seats
        if host and not (without == "touch" and headless) and chair.by == "phone" and chair.seat != seat
    )
    held = any(chair.person for chair in table.seats)
    return Rights(table.pin, host, table.locked, held, others)


def reminding(
    page: PageContext, lines: Mapping[int, Line], hear: Callable[[bytes], object], demands: Demands
) -> Part | None:
    """Build the reminder where people deal: check shields before a conflict, else this seat's open chores.

    None while a line is being corrected, since the result may change.
    """
    table, seat = page.table, page.seat
    if seat is None or not table.handled or table.repair is not None:
        return None
    if conflict := to_look_at(table, lines):
        return LookRoundPart(conflict.line, tuple(zip(page.people, conflict.shields, strict=False)))
    found = reminders(table, lines, hear, demands, {seat: (page.w, page.people)})
    return Reminding(found[seat].line, found[seat].texts) if seat in found else None


def undo(table: TableView, own: tuple[UndoOffer, ...], seat: int, people: tuple[str, ...]) -> UndoPart:
    """Build the undo offers for the head of a page; `own`, a seat's own secret choices, come first.

    Where people deal, the newest line is offered; `own` then holds reported parts of an unfinished turn, shown
    elsewhere.
    """
    place = table.phase == "game" and table.settings.undo != "never"
    if table.vote is not None:
        return UndoPart((), people, place)
    asking = (
        table.settings.undo == "ask"
        and table.mode == "play"
        and any(chair.person for chair in table.seats if chair.seat != seat)
    )
    offers = (*(own if table.mode != "track" else ()), *((table.undo,) if table.undo else ()))
    with_asking = tuple((offer, asking and not (offer.free and offer.seat == seat)) for offer in offers)
    return UndoPart(with_asking, people, place)


def guest(
    page: PageContext, says: Callable[[Words, str], str], held: tuple[str, ...], turn: TurnSummary, came: bool
) -> Parts:
    """Build the welcome for a guest: somebody who does not run the lobby, and has not been asked anything in the game.

    `says`: describes a wonder; `held`: descriptions of wonders handed out during play; `came`: this seat has been asked
    something in the game.
    """
    table, seat, w = page.table, page.seat, page.w
    if seat is None or table.phase == "over":
        return {}
    mine, begun = table.seats[seat - 1], table.phase == "game"
    if begun and (table.mode != "play" or page.own or came):
        return {}
    if not begun and is_owner(seat, tuple(chair.seat for chair in table.seats if chair.person)):
        return {}
    wonders = (says(w, mine.wonder),) if mine.wonder and table.opening is None else held
    return {"sits": GuestPart(Guest(page.people[seat - 1], wonders, turn.whose, begun), mine.badge)}


def lesson(
    page: PageContext,
    own: tuple[LessonTip, ...],
    public: tuple[LessonTip, ...],
    says: Callable[[LessonTip], str],
    spoken_of: SpokenOf,
) -> Parts:
    """Build the lesson tip of a seat: its own before the table's. `public`: tips that everyone may see."""
    if page.seat is None or not page.is_taught:
        return {}
    mine = next((it for it in own if it.seat == page.seat), None)
    told = page.table.taught(page.seat, mine, again=True)
    if told is None:
        return {"lesson": LessonPart(page.seat, "")}
    own_alone = told.seat != 0 and told not in public
    return {"lesson": LessonPart(page.seat, says(told), told.again, own_alone, keys_of(spoken_of, (told,)))}


def advised(
    page: PageContext,
    hints: tuple[Hint, ...],
    say: GameWords,
    spoken_of: SpokenOf | None,
) -> Parts:
    """Build the hint or the button that asks for one, and the reasons for each bot's latest move.

    `spoken_of`: the keys of the things a sentence mentions, in a game that teaches.
    """
    table, seat, w, parts = page.table, page.seat, page.w, Parts()
    if seat is None or table.phase != "game" or page.looks_on:
        return parts
    said = next((it for it in hints if it.seat == seat), None)
    if said:
        lit = keys_of(spoken_of, hint.as_lessons(said))
        told = HintPart(hint.sentences(w, say, said, page.people), lit, page.is_taught)
        parts["lesson" if page.is_taught else "hint"] = told
    if table.advises and page.question is not None and said is None:
        parts["asking"] = AskHintPart(seat)
    if whys := tuple(it.text for it in hint.whys(w, say, table, page.people)):
        parts["why"] = WhyPart(whys, keys_of(spoken_of, hint.whys_as_lessons(table)))
    return parts


def keys_of(spoken_of: SpokenOf | None, told: Iterable[LessonTip]) -> tuple[str, ...]:
    """Return the keys of the things that these tips mention, sorted; none in a game that does not teach."""
    return tuple(sorted({key for it in told for key in spoken_of(it)})) if spoken_of else ()


def opening(page: PageContext, says: Callable[[Words, str], str]) -> OpeningPart | None:
    """Build the opening for a seat's phone. `says`: describes a wonder."""
    opening, seat, w = page.table.opening, page.seat, page.w
    if opening is None or seat is None:
        return None
    told = who_begins(w, opening.first, seat, page.people)[0] if opening.step == "found" else ""
    wonder = page.table.seats[seat - 1].wonder or ""
    return OpeningPart(opening.step, wonder, says(w, wonder) if wonder else "", told)


def _held(chair: SeatInfo) -> bool:
    """Check that a connected phone holds a seat, so that nobody else may give it away."""
    return chair.by == "phone" and chair.present


def _vote(table: TableView, vote: SeatVote, seat: int, people: tuple[str, ...], headless: bool) -> VotePart:
    answers = [
        (other, "" if other == seat else people[other - 1])
        for other in vote.open
        if _answers(table.seats[other - 1], seat, headless)
    ]
    return VotePart(vote, people, tuple(answers))


def _answers(chair: SeatInfo, seat: int, headless: bool) -> bool:
    """Check that this phone may answer for a seat: its own, one whose phone is away, or (headless) a touch seat."""
    return chair.seat == seat or (not _held(chair) and (headless or chair.by == "phone"))
