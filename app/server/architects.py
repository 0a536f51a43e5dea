"""What a phone shows of a game of Architects: a view, taken apart into what each part of the page shows."""

from collections import defaultdict
from collections.abc import Sequence
from typing import ClassVar, Final

import msgspec

from app import messages as m
from app.i18n import Words
from app.server.parts import Parts
from app.server.render import Part
from app.words.architects import people as names
from app.words.architects import result
from engine.architects import actions as said
from engine.architects.cards import FACES, Face, Facts, Stage
from engine.architects.view import Does, Need, Reach, Score, SeatView, View

DULL: Final = frozenset(
    {"turn-began", "card-revealed", "token-revealed", "stack-shuffled", "extra-opened", "seat-left", "seat-renamed"}
)  # kinds of event that are no news
UNSAID: Final = frozenset({"card-seen"})  # seen under a holding finger, so not written out either
ACROSS: Final = ("left", "center", "right")  # as they lie before a seat
COVERED: Final = "?"  # a face-down card, known to this seat or not


class Tile(Part, frozen=True):
    """One stack that may be taken from. `say`: the action, None where nothing is asked."""

    side: str
    card: str | None  # None: the stack is empty
    left: int
    of: str | None  # whose stack it was; None: this seat's own, or the middle
    known: bool  # this seat has seen the covered card
    does: tuple[Does, ...] = ()
    say: str | None = None


class Payment(Part, frozen=True):
    say: str
    cards: tuple[str, ...]
    keeps: tuple[str, ...]  # resources and coins left over


class Building(Part, frozen=True):
    """One stage that may be built, and how it may be paid."""

    stage: int
    cost: int
    kind: str
    points: int
    effect: bool
    payments: tuple[Payment, ...]


class Learning(Part, frozen=True):
    """A progress token to choose; `sets` are the science sets that may be spent, () for a wonder's effect."""

    sets: tuple[tuple[str, ...], ...]
    tokens: tuple[str, ...]
    unseen: int


class Extra(Part, frozen=True):
    tokens: tuple[str, ...]
    tiles: tuple[Tile, ...]


class Ask(Part, frozen=True):
    """What this seat is asked, every legal action in it exactly once."""

    template: ClassVar[str] = "architects/ask.html"

    seat: int
    question: int
    ask: str | None
    wonder: str
    peek: bool
    takes: tuple[Tile, ...]
    builds: tuple[Building, ...]
    learning: Learning | None
    extra: Extra | None
    draws: tuple[Tile, ...]
    keeps: tuple[str, ...]
    done: bool
    plain: tuple[str, ...]  # whatever fits no form, as buttons
    people: tuple[str, ...]


class Hold(Part, frozen=True):
    """The middle card this seat has seen: shown only while held."""

    template: ClassVar[str] = "architects/hold.html"

    card: str
    does: tuple[Does, ...]


class Wonder(Part, frozen=True):
    template: ClassVar[str] = "architects/wonder.html"

    slug: str
    built: tuple[int, ...]
    following: tuple[int, ...]
    stages: tuple[Stage, ...]
    points: int | None


class Needs(Part, frozen=True):
    template: ClassVar[str] = "architects/needs.html"

    needs: tuple[Need, ...]
    wonder: str


class Cards(Part, frozen=True):
    """What lies in front of this seat."""

    template: ClassVar[str] = "architects/cards.html"

    piles: "Piles"
    cat: bool
    tokens: tuple[str, ...]
    shields: int
    neighbours: tuple[tuple[str, str, int], ...]  # left or right, name, shields


class Piles(Part, frozen=True):
    """Cards and tokens counted, by colour."""

    grey: tuple[tuple[str, int], ...]
    coins: int
    green: tuple[tuple[str, int], ...]
    blue: int  # points on blue cards
    shields: int
    horns: int
    military: int


class Within(Part, frozen=True):
    """The three stacks in reach while nothing is asked."""

    template: ClassVar[str] = "architects/within.html"

    tiles: tuple[Tile, ...]


class Middle(Part, frozen=True):
    template: ClassVar[str] = "architects/middle.html"

    left: int
    flipped: int
    markers: int
    tokens: tuple[str, ...]
    unseen: int
    discard: tuple[tuple[str, int], ...]


class Other(Part, frozen=True):
    """Somebody else's seat, short."""

    template: ClassVar[str] = "architects/other.html"

    seat: int
    name: str
    wonder: str
    place: str | None  # left | right | both
    by: str
    present: bool
    acts: bool
    built: tuple[int, ...]
    following: tuple[int, ...]
    stages: tuple[Stage, ...]
    piles: Piles
    cat: bool
    tokens: tuple[str, ...]
    looked: bool
    points: int | None
    top: str | None
    left: int


class Sheet(Part, frozen=True):
    """One seat's line of the score sheet."""

    template: ClassVar[str] = "architects/sheet.html"

    name: str
    me: bool
    won: bool
    over: bool
    score: Score


class Result(Part, frozen=True):
    """Who won and why, and how the sheet is read."""

    template: ClassVar[str] = "architects/result.html"

    over: bool
    text: str
    me: bool  # this seat won
    shown: bool  # points so far are shown at this table


class Says(Part, frozen=True):
    """The sentences about every printed thing, looked up by the script."""

    template: ClassVar[str] = "architects/says.html"

    cards: tuple[str, ...]
    tokens: tuple[str, ...]
    wonders: tuple[str, ...]


class _Chair(SeatView, frozen=True):
    """A seat whose score is left out of the view while this table does not show points."""

    score: Score = Score(0, 0, 0, 0, 0, 0, 0)


class _View(View, frozen=True, kw_only=True):
    seats: tuple[_Chair, ...]


class Architects:
    """The parts of a page that show Architects."""

    dull = DULL
    unsaid = UNSAID

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self._decode = msgspec.json.Decoder(_View)
        self._events = msgspec.json.Decoder[said.Events](said.Events)
        self._says = Says(tuple(facts.cards), tuple(facts.tokens), tuple(facts.wonders))

    def view(self, raw: bytes) -> View:
        return self._decode.decode(raw)

    def event(self, raw: bytes) -> said.Events:
        """One event of this game; msgspec.ValidationError if it is none."""
        found: said.Events = self._events.decode(raw)
        return found

    def parts(self, w: Words, view: View, table: m.TableView, question: m.Question | None, seat: int | None) -> Parts:
        """Everything of the game that this reader's page shows. `seat` from 1; None: an onlooker."""
        points = table.settings.points or table.phase == "over"
        people = names(w, table.seats)
        parts: Parts = {"says": self._says, "middle": self._middle(view), "result": self._result(w, view, seat, points)}
        count = len(view.seats)
        around = range(1, count + 1) if seat is None else [(seat - 1 + step) % count + 1 for step in range(1, count)]
        for place, other in enumerate(around, start=1):
            parts[f"seat-{place}"] = self._other(view, table, other, seat, people[other - 1], points)
        if points:
            for place, chair in enumerate(self._ranked(view), start=1):
                won = chair.seat in view.winners
                row = Sheet(people[chair.seat - 1], chair.seat == seat, won, view.over, chair.score)
                parts[f"sheet-{place}"] = row
        if seat is not None:
            parts |= self._own(view, table, question, seat, people, points)
        return parts

    def _own(
        self,
        view: View,
        table: m.TableView,
        question: m.Question | None,
        seat: int,
        people: tuple[str, ...],
        points: bool,
    ) -> Parts:
        mine = view.seats[seat - 1]
        stages = self.facts.wonders[mine.wonder].stages
        needs = view.hints.needs[seat - 1]
        following = tuple(need.stage for need in needs)
        worth = mine.score.wonder if points else None
        parts: Parts = {
            "wonder": Wonder(mine.wonder, mine.stages, following, stages, worth),
            "needs": Needs(() if view.over else needs, mine.wonder),
            "cards": Cards(
                self._piles(mine), mine.cat, mine.progress, mine.shields, self._neighbours(view, seat, people)
            ),
        }
        reaches = sorted(view.hints.reach, key=lambda reach: ACROSS.index(reach.side))
        tiles = tuple(self._tile(reach, view, seat, people) for reach in reaches)
        asked = self._ask(view, question, seat, tiles, people) if question is not None else None
        if asked is not None:
            parts["ask"] = asked
        if not view.over and not (asked and (asked.takes or asked.extra)):
            parts["within"] = Within(tiles)
        known = view.stacks["center"].top
        if known is not None and not view.over:
            reach = next((each for each in view.hints.reach if each.side == "center"), None)
            parts["hold"] = Hold(known, reach.does if reach else ())
        return parts

    # ---- what is asked -----------------------------------------------------------------------------------

    def _ask(
        self, view: View, question: m.Question, seat: int, tiles: tuple[Tile, ...], people: tuple[str, ...]
    ) -> Ask:
        by_side = {tile.side: tile for tile in tiles}
        mine = view.seats[seat - 1]
        peek = done = False
        takes: list[Tile] = []
        draws: list[Tile] = []
        keeps: list[str] = []
        plain: list[str] = []
        paid: defaultdict[int, list[said.Build]] = defaultdict(list)
        learn: list[said.Progress] = []
        extra: list[said.Extra] = []
        for text in question.legal:
            match said.parse(text):
                case said.Peek():
                    peek = True
                case said.Take(side=side) if said.SIDES[side] in by_side:
                    takes.append(msgspec.structs.replace(by_side[said.SIDES[side]], say=text))
                case said.Build() as build:
                    paid[build.stage].append(build)
                case said.Progress() as progress:
                    learn.append(progress)
                case said.Extra(side=side) as one if said.SIDES[side] in by_side:
                    extra.append(one)
                case said.Draw(where=where):
                    draws.append(self._drawn(view, where, seat, text))
                case said.Keep(kind=kind):
                    keeps.append(FACES[kind])
                case said.Done():
                    done = True
                case _:
                    plain.append(text)
        learning, more = _learning(learn, view.tokens_left)
        granted, rest = _extra(extra, by_side)
        return Ask(
            seat,
            question.number,
            view.hints.ask,
            mine.wonder,
            peek,
            _across(takes),
            tuple(self._building(stage, builds, mine) for stage, builds in paid.items()),
            learning,
            granted,
            tuple(draws),
            tuple(keeps),
            done,
            (*plain, *more, *rest),
            people,
        )

    def _building(self, stage: int, builds: Sequence[said.Build], mine: SeatView) -> Building:
        printed = self.facts.wonders[mine.wonder].stages[stage - 1]
        payments = [Payment(str(each), tuple(said.spent_words(each.paid)), _keeps(mine, each)) for each in builds]
        return Building(stage, printed.cost, printed.kind, printed.points, printed.effect, tuple(payments))

    def _drawn(self, view: View, where: str, seat: int, text: str) -> Tile:
        count = len(view.seats)
        stack = {"left": str(seat), "right": str((seat - 2) % count + 1)}.get(where, where)
        pile = view.stacks[stack]
        card = COVERED if stack == "center" else pile.top
        return Tile(
            where, card if pile.left else None, pile.left, None, stack == "center" and pile.top is not None, (), text
        )

    def _tile(self, reach: Reach, view: View, seat: int, people: tuple[str, ...]) -> Tile:
        if reach.side == "center":
            return Tile(reach.side, COVERED if reach.left else None, reach.left, None, reach.card is not None)
        owner = int(reach.stack)
        return Tile(
            reach.side,
            reach.card if reach.left else None,
            reach.left,
            None if owner == seat else people[owner - 1],
            False,
            reach.does,
        )

    # ---- what lies there -----------------------------------------------------------------------------------

    def _piles(self, chair: SeatView) -> Piles:
        cards = [(slug, self.facts.cards[slug], count) for slug, count in chair.cards.items() if count]
        cards.sort(key=lambda card: list(self.facts.cards).index(card[0]))

        def of(colour: str) -> list[tuple[str, Face, int]]:
            return [card for card in cards if card[1].colour == colour]

        return Piles(
            tuple((slug, count) for slug, _, count in of("grey")),
            sum(count for _, _, count in of("yellow")),
            tuple((slug, count) for slug, _, count in of("green")),
            sum(face.points * count for _, face, count in of("blue")),
            chair.shields,
            sum(face.horns * count for _, face, count in of("red")),
            chair.military,
        )

    def _neighbours(self, view: View, seat: int, people: tuple[str, ...]) -> tuple[tuple[str, str, int], ...]:
        count = len(view.seats)
        sides = [("left", seat % count), ("right", (seat - 2) % count)]
        return tuple((side, people[at], view.seats[at].shields) for side, at in (sides if count > 2 else sides[:1]))

    def _middle(self, view: View) -> Middle:
        order = list(self.facts.cards)
        discard = tuple(sorted(view.discard.items(), key=lambda card: order.index(card[0])))
        return Middle(
            view.stacks["center"].left,
            view.conflict.flipped,
            view.conflict.tokens,
            view.tokens,
            view.tokens_left,
            discard,
        )

    def _other(self, view: View, table: m.TableView, number: int, seat: int | None, name: str, points: bool) -> Other:
        chair, info, pile = view.seats[number - 1], table.seats[number - 1], view.stacks[str(number)]
        return Other(
            number,
            name,
            chair.wonder,
            _place(number, seat, len(view.seats)),
            info.by,
            info.present,
            number in view.to_act,
            chair.stages,
            tuple(need.stage for need in view.hints.needs[number - 1]),
            self.facts.wonders[chair.wonder].stages,
            self._piles(chair),
            chair.cat,
            chair.progress,
            number in view.hints.looked and not view.over,
            chair.score.total if points else None,
            pile.top if pile.left else None,
            pile.left,
        )

    def _ranked(self, view: View) -> list[SeatView]:
        """Seats in order; after the end by who did best."""
        if not view.over:
            return list(view.seats)
        return sorted(
            view.seats, key=lambda chair: (chair.seat not in view.winners, -chair.score.total, -len(chair.stages))
        )

    def _result(self, w: Words, view: View, seat: int | None, points: bool) -> Result:
        return Result(view.over, result(w, view), seat in view.winners, points)


def _place(number: int, seat: int | None, count: int) -> str | None:
    if seat is None:
        return None
    left, right = seat % count + 1, (seat - 2) % count + 1
    if number == left:
        return "both" if left == right else "left"
    return "right" if number == right else None


def _across(tiles: Sequence[Tile]) -> tuple[Tile, ...]:
    return tuple(sorted(tiles, key=lambda tile: ACROSS.index(tile.side)))


def _keeps(mine: SeatView, build: said.Build) -> tuple[str, ...]:
    left = dict(mine.cards)
    for word in said.spent_words(build.paid):
        card = "coin" if word == "double-coin" else word
        left[card] = left.get(card, 0) - 1
    return tuple(card for card in said.PAYMENT_WORDS for _ in range(left.get(card, 0)))


def _learning(actions: Sequence[said.Progress], unseen: int) -> tuple[Learning | None, list[str]]:
    """One form for all of them where every token goes with every set, else buttons."""
    if not actions:
        return None, []
    tokens = tuple(dict.fromkeys(each.token for each in actions))
    sets = tuple(dict.fromkeys(each.spent for each in actions))
    if len(tokens) * len(sets) != len(actions) or (len(sets) > 1 and () in sets):
        return None, [str(each) for each in actions]
    spent = tuple(tuple(FACES[kind] for kind in each) for each in sets if each)
    return Learning(spent, tokens, unseen), []


def _extra(actions: Sequence[said.Extra], by_side: dict[str, Tile]) -> tuple[Extra | None, list[str]]:
    if not actions:
        return None, []
    tokens = tuple(dict.fromkeys(each.token for each in actions))
    sides = tuple(dict.fromkeys(said.SIDES[each.side] for each in actions))
    if len(tokens) * len(sides) != len(actions):
        return None, [str(each) for each in actions]
    return Extra(tokens, _across([msgspec.structs.replace(by_side[side], say=side) for side in sides])), []
