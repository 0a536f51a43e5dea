"""Views of a game for one seat or the public: the object of `replay --json`, and derived facts beside it."""

import msgspec


class Score(msgspec.Struct, frozen=True, gc=False):
    wonder: int
    cat: int
    blue: int
    military: int
    progress: int
    medals: int
    total: int


NO_SCORE = Score(wonder=0, cat=0, blue=0, military=0, progress=0, medals=0, total=0)  # read where points are not sent


class SeatView(msgspec.Struct, frozen=True):
    seat: int
    name: str | None
    wonder: str
    stages: tuple[int, ...]  # built, from 1
    cards: dict[str, int]
    shields: int
    cat: bool
    military: int
    progress: tuple[str, ...]
    medals: tuple[str, ...]
    gifts: int
    score: Score = NO_SCORE  # absent on the wire while a table does not show points


class StackView(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    left: int  # cards, a known top included
    top: str | None
    uncounted: bool = False  # nobody has counted them: `left` is a maximum


class ConflictView(msgspec.Struct, frozen=True, gc=False):
    tokens: int
    flipped: int


class Need(msgspec.Struct, frozen=True):
    """One stage a seat may build next."""

    stage: int
    cost: int
    kind: str  # different | same
    points: int
    effect: bool
    missing: int  # cards short, coins and tokens counted in; 0: it can be built
    helps: tuple[str, ...]  # cards any one of which brings it nearer


class Part(msgspec.Struct, frozen=True, gc=False):
    """One thing a medal asks for."""

    what: str  # one of data_schema.NEEDS
    have: int
    need: int


class Goal(msgspec.Struct, frozen=True):
    """A medal in a seat's reach."""

    medal: str
    gap: str  # its number, or `center`
    parts: tuple[Part, ...]


class CardEffect(msgspec.Struct, frozen=True, gc=False):
    """One thing that taking a card would do.

    `what`: `build` (n: the stage it makes buildable), `set` (a science set), `cat`, `horns` (n: conflict tokens
    turned), `conflict` (that is the last of them), `points` (n), `extra` (word: the token that grants a card),
    `shield`, `medal` (word: which it brings).
    """

    what: str
    n: int = 0
    word: str = ""


class Reach(msgspec.Struct, frozen=True):
    """One of the three stacks in reach of a seat."""

    side: str  # left | right | center
    stack: str
    card: str | None  # None: the seat does not know it, or the stack is empty
    left: int
    does: tuple[CardEffect, ...]


class DerivedFacts(msgspec.Struct, frozen=True):
    """Information derived for clients; everything follows from the rest of the view."""

    active: int  # whose turn it is, from 1; 0 during set-up
    ask: str | None  # take | main | draw | keep | progress | steal: what is asked of the seat to act
    first: int
    needs: tuple[tuple[Need, ...], ...]  # by seat
    reach: tuple[tuple[Reach, ...], ...]  # by seat; the card on the shared stack only for who may know it
    looked: tuple[int, ...]  # seats that have seen the shared stack's top card
    extras: tuple[str, ...]  # tokens whose extra card is open this turn
    finished: tuple[int, ...]  # seats whose wonder is complete
    goals: tuple[tuple[Goal, ...], ...]  # by seat; none without medals
    after: dict[str, dict[str, int]] = {}  # what could pay for stages that the seat to act has then, by each `build …`
    won: tuple[int, ...] = ()  # before a conflict: by seat, the military tokens that it brings as shields are


class View(msgspec.Struct, frozen=True, rename={"derived": "hints"}):
    """The view of one seat (or the public). Its fields are the object of docs/notation.md, except `derived`."""

    game: str
    over: bool
    turn: int  # turns begun; 0 during set-up
    to_act: tuple[int, ...]
    pending: str | None
    winners: tuple[int, ...]
    seats: tuple[SeatView, ...]
    stacks: dict[str, StackView]
    conflict: ConflictView
    tokens: tuple[str, ...]
    tokens_left: int
    medals: dict[str, str | tuple[str, ...] | None]
    discard: dict[str, int]
    derived: DerivedFacts
    draw: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET  # a seat's own: cards it is looking through
