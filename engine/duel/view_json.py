"""Views of a game for one seat or the public: the object of `replay --json`, and derived facts beside it."""

from typing import Final

import msgspec


class Score(msgspec.Struct, frozen=True, gc=False):
    military: int
    blue: int
    green: int
    yellow: int
    guilds: int
    wonders: int
    progress: int
    coins: int
    total: int


UNTOLD_CARD: Final = "unknown"  # under a wonder of an entered position, where nobody told it
NO_SCORE = Score(0, 0, 0, 0, 0, 0, 0, 0, 0)  # read where points are not sent


class SeatView(msgspec.Struct, frozen=True):
    seat: int
    name: str | None
    coins: int
    cards: tuple[str, ...]
    wonders: dict[str, str | None]  # the card under a built one, or UNTOLD_CARD
    progress: tuple[str, ...]
    science: dict[str, int]
    prices: dict[str, int]  # of a missing unit of each resource
    costs: dict[str, int]  # in all, of every card that could be taken now and every unbuilt wonder of its own
    score: Score = NO_SCORE  # absent on the wire while a table does not show points


class MilitaryView(msgspec.Struct, frozen=True):
    pawn: int  # spaces from the centre, above 0 on seat 2's side
    tokens: dict[str, tuple[int, ...]]  # by the seat that will lose the coins


class SlotView(msgspec.Struct, frozen=True, gc=False):
    card: str | None  # None: face down, or not named yet
    guild: bool | None  # its back; None: not laid out yet
    accessible: bool


class Unit(msgspec.Struct, frozen=True, gc=False):
    """One missing unit of a resource: what it costs a seat, and why."""

    resource: str
    price: int
    why: str  # trade | fixed (the price of a card that fixes it) | choice (a producer of one of several) | token


class BuildOption(msgspec.Struct, frozen=True, gc=False):
    """The cost and the gains of building one thing for a seat: a card that lies face up, or its own wonder."""

    thing: str
    wonder: bool
    cost: int  # coins in all
    traded: int  # of them, for missing units
    units: tuple[Unit, ...]  # these, the dearest first; their prices are `traded`
    covered: bool  # a card on which another one lies, so that nobody can take it now
    chain: bool  # free by its chain
    can: bool  # the seat has these coins
    points: int
    shields: int  # spaces the pawn would move
    symbol: str | None
    pair: bool  # the symbol would be the second of its kind
    again: bool  # another turn would follow
    after: int | None = None  # coins it has then, whatever it brings; None where it cannot be built now


class Standing(msgspec.Struct, frozen=True, rename={"build_options": "ways"}):
    """The progress of one seat towards each victory."""

    seat: int
    discard: int  # coins for a discarded card
    after: int | None  # coins it has once it has discarded one; None where it cannot now
    capital: int  # spaces from the pawn to the opponent's capital
    symbols: tuple[str, ...]  # science symbols it has not
    symbols_left: int  # different ones it still needs
    build_options: tuple[BuildOption, ...]


class Place(msgspec.Struct, frozen=True, gc=False):
    """The place of a slot: rows from 1, the far one; columns in half cards."""

    slot: int
    row: int
    column: int
    covered_by: tuple[int, ...]  # the slots of the next row whose cards lie on it, taken or not


class DerivedFacts(msgspec.Struct, frozen=True):
    """Information derived for clients; everything follows from the rest of the view."""

    active: int  # whose turn it is, from 1; 0 during set-up
    ask: str | None  # draft | turn | progress | destroy | revive | keep | start: what the seat to act is asked
    first: int
    again: bool  # the seat's own turn follows this one
    built: int  # wonders, by both seats
    most: int  # wonders that can be built in a game
    choices: tuple[str, ...]  # what a pending question may be answered with, where all may know
    places: tuple[Place, ...]
    frees: dict[str, tuple[int, ...]]  # by the slot of a card that can be taken: the slots on which then nothing lies
    standing: tuple[Standing, ...]  # by seat


class View(msgspec.Struct, frozen=True, rename={"derived": "hints"}):
    """The view of one seat (or the public). Its fields are the object of docs/notation-duel.md, except `derived`."""

    game: str
    over: bool
    age: int  # 0 until Age I is laid out
    turn: int  # turns begun; 0 before the first
    to_act: tuple[int, ...]
    pending: str | None
    winners: tuple[int, ...]
    victory: str | None
    seats: tuple[SeatView, ...]
    military: MilitaryView
    tokens: tuple[str, ...]
    tokens_left: int
    draft: tuple[str, ...]
    left: int
    structure: dict[str, SlotView]
    discard: tuple[str, ...]
    derived: DerivedFacts
    draw: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET  # a seat's own: tokens drawn from the box
