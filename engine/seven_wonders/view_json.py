"""Views of a game for one seat or the public: the object of `replay --json`, and derived facts beside it."""

from typing import Literal

import msgspec


class Score(msgspec.Struct, frozen=True, gc=False):
    military: int
    treasury: int
    wonder: int
    blue: int
    science: int
    yellow: int
    guilds: int
    leaders: int
    total: int


PriceReason = Literal["price", "chain", "free"]
BuildStatus = Literal["price", "chain", "free", "twice", "unpaid"]
NO_SCORE = Score(0, 0, 0, 0, 0, 0, 0, 0, 0)  # read where points are not sent


class SeatView(msgspec.Struct, frozen=True):
    seat: int
    name: str | None
    wonder: str
    side: str
    coins: int
    stages: int
    cards: tuple[str, ...]
    leaders: tuple[str, ...]  # face up
    buried: tuple[str, ...]
    shields: int
    tokens: tuple[int, ...]
    hand: int
    leaders_left: int
    chosen: bool
    score: Score = NO_SCORE  # absent on the wire while a table does not show points
    # Where a wonder buries leaders: of those whose cost is the number of an age, the age by which it counts.
    ages: dict[str, int] | msgspec.UnsetType = msgspec.UNSET


class PrivateView(msgspec.Struct, frozen=True):
    """The private part of a view, for its own seat."""

    hand: tuple[str, ...] | None
    leaders: tuple[str, ...] | None
    choice: str | None
    discard: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET  # while it is asked what to build of it


class Standing(msgspec.Struct, frozen=True):
    """The public state of one seat; all of it follows from open cards."""

    seat: int
    makes: dict[str, int]  # resources each turn
    choices: tuple[tuple[str, ...], ...]  # one of several each turn
    sells: dict[str, int]
    sells_choices: tuple[tuple[str, ...], ...]
    prices: dict[str, dict[str, int]]  # by neighbour, a unit of raw and of manufactured goods
    symbols: dict[str, int]  # science symbols; `any` becomes one of the others at scoring
    stages: int  # that can be built in all


class BuildOption(msgspec.Struct, frozen=True):
    """The cost of a card, a leader, or (`stage`) the next stage for a seat that is asked about it.

    `why`: it costs its price; it is free by its chain; free by a wonder or a leader; its name is in the city already;
    it cannot be paid for.
    """

    thing: str
    why: BuildStatus
    coins: int = 0  # to the bank, as printed on it; what neighbours get is in each choice
    lacks: tuple[str, ...] = ()  # unpaid: the fewest units without which it could be had, each by its resource
    short: int = 0  # unpaid: coins missing for the cheapest way
    points: int = 0  # more if the game ended now, coins and price apart
    brings: int = 0  # coins at once
    after: dict[str, int] = {}  # coins it has then, by the words of each of several ways to pay


class UnpaidThing(msgspec.Struct, frozen=True, omit_defaults=True):
    """A thing that a seat could not build or recruit (`stage`: its next stage), because nothing pays for it."""

    thing: str
    lacks: tuple[str, ...] = ()  # as of a `BuildOption`
    short: int = 0


class SeatAct(msgspec.Struct, frozen=True, omit_defaults=True):
    """An act of a seat and its consequences, as everybody saw them.

    `coins` is income minus payments; the sum over all acts of a seat is the change of its coins in the turn.
    """

    seat: int
    what: Literal["build", "stage", "sell", "recruit", "rebuild", "bury", "lose", "none"]  # none: it was not asked
    card: str | None = None  # a card, or a leader; None where it lies face down
    stage: int = 0  # from 1
    token: int = 0  # the value of the victory token it gave up
    why: PriceReason = "price"  # what it paid, or why nothing
    left: int = 0  # coins to the neighbours
    right: int = 0
    bank: int = 0  # coins for a resource out of the bank
    cost: int = 0  # coins printed on it; of a leader, what it cost this seat
    gains: tuple[tuple[int, str], ...] = ()  # coins, and what brought them: `by` of CoinsGained; left | right: a buyer
    coins: int = 0


class LastTurn(msgspec.Struct, frozen=True):
    """The last reveal, with everything that followed from it until now; the conflict, if it was the last of an age.

    `did` lists what each seat had chosen, in their order; then what they did after that, in the order they did it: a
    seventh card, one more leader, a card out of the discard pile, a leader buried, a token given up. Coins that come to
    a seat are in its last act.
    """

    age: int
    turn: int  # 0: recruitment
    did: tuple[SeatAct, ...]


class DerivedFacts(msgspec.Struct, frozen=True, rename={"build_options": "ways"}):
    """Information derived for clients; all but `last` and `discarded` follows from the rest of the view."""

    passing: str | None  # where hands go next: left | right
    standing: tuple[Standing, ...]  # by seat
    build_options: tuple[BuildOption, ...] = ()  # a seat's own, while it is asked what to do with a card or a leader
    last: LastTurn | None = None  # until the next reveal; a draft reveals nothing
    discarded: tuple[int, ...] = ()  # the discard by the age on its backs, as far as that is known
    told: tuple[str | None, ...] = ()  # where nobody tells hands, by seat: what was said of it for the next reveal
    unpaid: tuple[tuple[UnpaidThing, ...], ...] = ()  # there, by seat: what it cannot say, of all there is to build now


class View(msgspec.Struct, frozen=True, rename={"derived": "hints"}):
    """The view of one seat (or the public). Its fields are the object of docs/notation-seven-wonders.md, except
    `derived`.
    """

    game: str
    over: bool
    age: int
    turn: int
    asked: str | None
    to_act: tuple[int, ...]
    pending: str | None
    winners: tuple[int, ...]
    seats: tuple[SeatView, ...]
    discard: int
    box: int
    derived: DerivedFacts
    mine: PrivateView | msgspec.UnsetType = msgspec.UNSET  # a seat's own
