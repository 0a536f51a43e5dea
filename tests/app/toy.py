"""Pebbles, an invented game with each feature of games that a table supports: chance, looks, hands, secret choices.

Two turns each: `take` the pebble that lies open (the next comes to light), `pass`, or first `peek` at the next one.
Then everybody is dealt three numbers and chooses one in secret; the highest of those chosen only once scores.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Self

import msgspec

from engine.game import CHANCE, EVERYONE, BadHeader, Emit, Event, IllegalAction, Rng, Seat

PEBBLES = ("white", "grey", "black")
WORTH = (1, 2, 3)
COUNTS = (8, 6, 4)
NUMBERS = range(1, 6)
TURNS = 2  # for each seat


class PebblesAction(msgspec.Struct, frozen=True):
    text: str

    def __str__(self) -> str:
        return self.text


TAKE, PASS, PEEK = PebblesAction("take"), PebblesAction("pass"), PebblesAction("peek")


class PebbleShown(Event, frozen=True, tag="pebble-shown"):
    pebble: str


class PebbleSeen(Event, frozen=True, tag="pebble-seen"):
    seat: int
    pebble: str


class Peeped(Event, frozen=True, tag="peeped"):
    seat: int


class PebbleTaken(Event, frozen=True, tag="pebble-taken"):
    seat: int
    pebble: str


class Passed(Event, frozen=True, tag="passed"):
    seat: int


class NumbersDealt(Event, frozen=True, tag="dealt"):
    seat: int
    numbers: tuple[int, ...]


class NumberChosen(Event, frozen=True, tag="chose"):
    seat: int
    number: int


class HasChosen(Event, frozen=True, tag="has-chosen"):
    seat: int


class NumbersOpened(Event, frozen=True, tag="opened"):
    numbers: tuple[int, ...]


Events = (
    PebbleShown | PebbleSeen | Peeped | PebbleTaken | Passed | NumbersDealt | NumberChosen | HasChosen | NumbersOpened
)


class SeatView(msgspec.Struct, frozen=True):
    seat: int
    name: str | None
    pebbles: tuple[int, ...]
    chosen: bool
    score: dict[str, int] = {}  # empty while a table hides points


class View(msgspec.Struct, frozen=True):
    over: bool
    turn: int
    to_act: tuple[int, ...]
    winners: tuple[int, ...]
    shown: str | None
    seats: tuple[SeatView, ...]
    next: str | None
    hand: tuple[int, ...]
    mine: int | None


class Setup(msgspec.Struct, frozen=True):
    identities: tuple[str, ...]
    first: int = 1
    names: tuple[str, ...] | None = None
    facts: str = ""

    @property
    def seats(self) -> int:
        return len(self.identities)

    def header(self) -> Mapping[str, str]:
        names = {"names": ", ".join(self.names)} if self.names else {}
        facts = {"facts": self.facts} if self.facts else {}
        return {"game": "pebbles", "seats": ", ".join(self.identities), **names, "first": str(self.first), **facts}


class PebblesState:
    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        n = setup.seats
        self.left = list(COUNTS)
        self.shown = -1
        self.top = -1  # the next pebble, if somebody has seen it
        self.seen: set[int] = set()  # seats that have seen it
        self.peeking = -1  # the seat that waits to see it
        self.turn = 0
        self.pebbles = [[0, 0, 0] for _ in range(n)]
        self.hands: list[tuple[int, ...]] = [()] * n
        self.chosen = [0] * n
        self.light = 0  # pebbles revealed so far

    def copy(self) -> Self:
        other = type(self)(self.setup)
        other.left = list(self.left)
        other.shown, other.top, other.seen = self.shown, self.top, set(self.seen)
        other.peeking, other.turn, other.light = self.peeking, self.turn, self.light
        other.pebbles = [list(mine) for mine in self.pebbles]
        other.hands, other.chosen = list(self.hands), list(self.chosen)
        return other

    @property
    def active(self) -> Seat:
        return Seat((self.setup.first - 1 + self.turn) % self.setup.seats)

    @property
    def turns_over(self) -> bool:
        return self.turn >= TURNS * self.setup.seats

    @property
    def to_act(self) -> tuple[Seat, ...]:
        if self.shown < 0 or self.peeking >= 0:
            return (CHANCE,)
        if not self.turns_over:
            return (self.active,)
        if () in self.hands:
            return (CHANCE,)
        if self.is_over:
            return ()
        return tuple(Seat(n) for n, number in enumerate(self.chosen) if not number)

    @property
    def is_over(self) -> bool:
        return all(self.chosen)

    def parse(self, text: str) -> PebblesAction:
        if re.fullmatch(r"take|pass|peek|choose [1-5]|pebble (white|grey|black)|deal [1-7]( [1-5]){3}", text):
            return PebblesAction(text)
        raise ValueError(f"not said in Pebbles: {text!r}")

    def legal(self, seat: Seat) -> Sequence[PebblesAction]:
        if seat not in self.to_act:
            return ()
        if seat == CHANCE:
            return [outcome for outcome, _ in self.odds() or ()]
        if self.turns_over:
            return [PebblesAction(f"choose {number}") for number in sorted(set(self.hands[seat]))]
        return [TAKE, PASS] if seat in self.seen else [TAKE, PASS, PEEK]

    def is_public(self, seat: Seat) -> bool:
        return not self.turns_over or seat not in self.to_act

    def odds(self) -> list[tuple[PebblesAction, int]] | None:
        if self.turns_over and self.shown >= 0:
            return None
        return [(PebblesAction(f"pebble {PEBBLES[kind]}"), n) for kind, n in enumerate(self.left) if n]

    def deal(self, rng: Rng) -> PebblesAction:
        if self.turns_over and self.shown >= 0:
            hand = " ".join(str(n) for n in sorted(rng.choice(NUMBERS) for _ in range(3)))
            return PebblesAction(f"deal {self.hands.index(()) + 1} {hand}")
        kind = rng.choices(range(3), self.left)[0]
        return PebblesAction(f"pebble {PEBBLES[kind]}")

    def chance_key(self) -> tuple[str, int]:
        if self.turns_over and self.shown >= 0:
            return "hands", self.hands.index(())
        return "pebbles", self.light

    def apply(self, seat: Seat, action: PebblesAction, tell: Emit | None = None) -> None:
        tell = tell or (lambda event, readers: None)
        if seat not in self.to_act:
            raise IllegalAction("turn", seat=seat + 1)
        words = action.text.split()
        if (seat == CHANCE) != (words[0] in ("pebble", "deal")):
            raise IllegalAction("turn", seat=seat + 1)
        if seat == CHANCE:
            self._chance(words, tell)
        elif action not in self.legal(seat):
            raise IllegalAction("offer", said=words[0])
        elif words[0] == "choose":
            self._choose(seat, int(words[1]), tell)
        else:
            self._turn(seat, action, tell)

    def _chance(self, words: list[str], tell: Emit) -> None:
        if words[0] == "deal":
            seat = int(words[1]) - 1
            self.hands[seat] = tuple(int(word) for word in words[2:])
            tell(NumbersDealt(seat + 1, self.hands[seat]), (Seat(seat),))
            return
        kind = PEBBLES.index(words[1])
        if not self.left[kind]:
            raise IllegalAction("stack", pebble=words[1])
        self.left[kind] -= 1
        self.light += 1
        if self.peeking >= 0:
            seat, self.peeking, self.top = self.peeking, -1, kind
            self._see(Seat(seat), tell)
        else:
            self.shown = kind
            tell(PebbleShown(words[1]), EVERYONE)

    def _see(self, seat: Seat, tell: Emit) -> None:
        self.seen.add(seat)
        tell(PebbleSeen(seat + 1, PEBBLES[self.top]), (seat,))

    def _turn(self, seat: Seat, action: PebblesAction, tell: Emit) -> None:
        if action == PEEK:
            tell(Peeped(seat + 1), EVERYONE)
            if self.top < 0:
                self.peeking = seat
            else:
                self._see(seat, tell)
            return
        if action == PASS:
            tell(Passed(seat + 1), EVERYONE)
        else:
            self.pebbles[seat][self.shown] += 1
            tell(PebbleTaken(seat + 1, PEBBLES[self.shown]), EVERYONE)
            self.shown, self.top = self.top, -1
            self.seen.clear()
            if self.shown >= 0:
                tell(PebbleShown(PEBBLES[self.shown]), EVERYONE)
        self.turn += 1

    def _choose(self, seat: Seat, number: int, tell: Emit) -> None:
        self.chosen[seat] = number
        tell(NumberChosen(seat + 1, number), (seat,))
        tell(HasChosen(seat + 1), EVERYONE)
        if self.is_over:
            tell(NumbersOpened(tuple(self.chosen)), EVERYONE)

    def view(self, seat: Seat | None) -> View:
        return View(
            over=self.is_over,
            turn=self.turn,
            to_act=tuple(who + 1 for who in self.to_act if who != CHANCE),
            winners=tuple(who + 1 for who in self.winners()),
            shown=PEBBLES[self.shown] if self.shown >= 0 else None,
            seats=tuple(
                SeatView(
                    n + 1, self.setup.names[n] if self.setup.names else None, tuple(mine), self.chosen[n] > 0, score
                )
                for n, (mine, score) in enumerate(zip(self.pebbles, self.scores(), strict=True))
            ),
            next=PEBBLES[self.top] if self.top >= 0 and seat in self.seen else None,
            hand=() if seat is None else self.hands[seat],
            mine=None if seat is None else self.chosen[seat] or None,
        )

    def resample(self, seat: Seat | None, rng: Rng) -> Self:
        other = self.copy()
        if other.top >= 0 and seat not in other.seen:
            other.left[other.top] += 1
            other.top = rng.choices(range(3), other.left)[0]
            other.left[other.top] -= 1
        for n, hand in enumerate(other.hands):
            if hand and n != seat and not other.is_over:
                other.hands[n] = tuple(sorted(rng.choice(NUMBERS) for _ in range(3)))
                if other.chosen[n]:
                    other.chosen[n] = rng.choice(other.hands[n])
        return other

    def scores(self) -> tuple[Mapping[str, int], ...]:
        alone = [number for number in self.chosen if self.is_over and self.chosen.count(number) == 1]
        best = max(alone, default=0)
        result = []
        for mine, number in zip(self.pebbles, self.chosen, strict=True):
            pebbles = sum(n * worth for n, worth in zip(mine, WORTH, strict=True))
            secret = number if number and number == best else 0
            result.append({"pebbles": pebbles, "secret": secret, "total": pebbles + secret})
        return tuple(result)

    def winners(self) -> tuple[Seat, ...]:
        totals = [score["total"] for score in self.scores()]
        return tuple(Seat(n) for n, total in enumerate(totals) if self.is_over and total == max(totals))

    def estimate(self, seat: Seat) -> float:
        return float(self.scores()[seat]["total"])


class Pebbles:
    name = "pebbles"
    first_seat = True
    seats = range(2, 6)
    data_version = 1

    def roles(self) -> tuple[str, ...]:
        return ("north", "east", "south", "west", "middle")

    def board(self, role: str) -> str:
        return role

    def random_pool(self, variant: Collection[str]) -> tuple[str, ...]:
        return self.roles()

    def variants(self) -> Mapping[str, tuple[str, ...]]:
        return {}

    def data(self, version: int | None = None, overrides: str = "") -> object:
        return overrides

    def overrides(self, data: bytes, file: str) -> str:
        return data.decode()

    def unverified(self, setup: Setup) -> tuple[str, ...]:
        """Return `south` if it is played and no owner has corrected it: its values are assumed."""
        return () if "south" in setup.facts else tuple(name for name in setup.identities if name == "south")

    def setup(self, header: Mapping[str, str]) -> Setup:
        wrong = [(key, "unknown") for key in header if key not in ("game", "seats", "names", "first", "facts")]
        if wrong:
            raise BadHeader(*wrong)
        identities = tuple(word.strip() for word in header["seats"].split(","))
        names = tuple(word.strip() for word in header["names"].split(",")) if "names" in header else None
        first = int(header.get("first", "1"))
        if not set(identities) <= set(self.roles()) or first not in range(1, len(identities) + 1):
            raise BadHeader(("seats", "does not fit"))
        return Setup(identities, first, names, header.get("facts", ""))

    def start(self, setup: Setup) -> PebblesState:
        return PebblesState(setup)

    def events(self) -> type[Event]:
        return Events  # type: ignore[return-value]  # a union of them


def first_choice(state: PebblesState, seat: Seat, rng: Rng) -> PebblesAction:
    return state.legal(seat)[0]


def any_choice(state: PebblesState, seat: Seat, rng: Rng) -> PebblesAction:
    return rng.choice(list(state.legal(seat)))


PLAYERS = {"first": first_choice, "random": any_choice}
