"""Lanterns, an invented game. Each round a lantern comes to light, and all pay one of their coins for it in secret: the
dearest coin that nobody else paid takes it. All coins are gone then; when nobody has any, most points win."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Self

import msgspec

from engine.game import CHANCE, EVERYONE, BadHeader, Emit, Event, IllegalAction, Rng, Seat
from engine.game_data import GameData
from engine.header import FIRST, certain, key_faults, read_names, written_data, written_seats
from engine.scoring import winners

Count = Annotated[int, msgspec.Meta(ge=1)]


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    min_seats: Count
    max_seats: Count
    coins: Count


class Lantern(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    points: Count
    copies: Count


class Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    table: Table
    lanterns: dict[str, Lantern]


def _faults(facts: Data):
    if sum(lantern.copies for lantern in facts.lanterns.values()) < facts.table.coins:
        yield "table.coins: more than there are lanterns"


def game_data(data: bytes) -> GameData[Data]:
    return GameData({"data/lanterns.toml": data}, Data, _faults)


class Action(msgspec.Struct, frozen=True):
    text: str  # `light LANTERN` or `pay COIN`

    def __str__(self) -> str:
        return self.text


class LanternLit(Event, frozen=True, tag="lantern-lit"):
    lantern: str


class CoinChosen(Event, frozen=True, tag="coin-chosen"):
    seat: int
    coin: int


class HasPaid(Event, frozen=True, tag="has-paid"):
    seat: int


class LanternTaken(Event, frozen=True, tag="lantern-taken"):
    seat: int  # 0: nobody, no coin was alone
    lantern: str
    coins: tuple[int, ...]  # by seat


Events = LanternLit | CoinChosen | HasPaid | LanternTaken


class SeatView(msgspec.Struct, frozen=True):
    seat: int
    name: str | None
    coins: tuple[int, ...]  # with the one that is chosen in secret
    lanterns: tuple[str, ...]
    paid: bool
    score: dict[str, int] = {}


class View(msgspec.Struct, frozen=True):
    over: bool
    turn: int
    to_act: tuple[int, ...]
    winners: tuple[int, ...]
    lit: str | None
    left: dict[str, int]
    seats: tuple[SeatView, ...]
    mine: int | None  # the coin this reader has chosen


class Setup(msgspec.Struct, frozen=True):
    seats: int
    names: tuple[str, ...] | None = None
    data: int = FIRST

    def header(self) -> Mapping[str, str]:
        return {"game": "lanterns"} | written_seats((), str(self.seats), self.names) | written_data(self.data, "")


class LanternsState:
    __slots__ = ("chosen", "coins", "facts", "left", "lit", "setup", "taken", "turn")

    def __init__(self, facts: Data, setup: Setup) -> None:
        self.facts, self.setup = facts, setup
        self.left = {slug: lantern.copies for slug, lantern in facts.lanterns.items()}
        self.lit, self.turn = "", 0
        self.coins = [list(range(1, facts.table.coins + 1)) for _ in range(setup.seats)]
        self.chosen = [0] * setup.seats
        self.taken: list[list[str]] = [[] for _ in range(setup.seats)]

    def copy(self) -> Self:
        twin = type(self)(self.facts, self.setup)
        twin.left, twin.lit, twin.turn, twin.chosen = dict(self.left), self.lit, self.turn, list(self.chosen)
        twin.coins, twin.taken = [list(mine) for mine in self.coins], [list(mine) for mine in self.taken]
        return twin

    @property
    def to_act(self) -> tuple[Seat, ...]:
        if self.lit:
            return tuple(Seat(seat) for seat, coin in enumerate(self.chosen) if not coin)
        return (CHANCE,) if self.coins[0] else ()

    def parse(self, text: str) -> Action:
        match text.split():
            case ["light", lantern] if lantern in self.facts.lanterns:
                return Action(text)
            case ["pay", coin] if coin.isdecimal() and len(coin) < 3:
                return Action(text)
        raise ValueError(f"not said in Lanterns: {text!r}")

    def legal(self, seat: Seat) -> Sequence[Action]:
        if seat not in self.to_act:
            return ()
        if seat == CHANCE:
            return [action for action, _ in self.odds()]
        return [Action(f"pay {coin}") for coin in self.coins[seat]]

    def is_public(self, seat: Seat) -> bool:
        return True

    def odds(self) -> Sequence[tuple[Action, int]]:
        return [(Action(f"light {slug}"), n) for slug, n in self.left.items() if n]

    def deal(self, rng: Rng) -> Action:
        return rng.choices(*zip(*self.odds(), strict=True))[0]

    def chance_key(self) -> tuple[str, int]:
        return "lanterns", self.turn

    def apply(self, seat: Seat, action: Action, emit: Emit | None = None) -> None:
        emit = emit or (lambda event, audience: None)
        if seat not in self.to_act:
            raise IllegalAction("not-your-turn", seat=seat + 1)
        if action not in self.legal(seat):
            raise IllegalAction("not-there", said=action.text)
        _, what = action.text.split()
        if seat == CHANCE:
            self.lit, self.turn = what, self.turn + 1
            self.left[what] -= 1
            emit(LanternLit(what), EVERYONE)
            return
        self.chosen[seat] = int(what)
        emit(CoinChosen(seat + 1, int(what)), (seat,))
        emit(HasPaid(seat + 1), EVERYONE)
        if all(self.chosen):
            self._open(emit)

    def _open(self, emit: Emit) -> None:
        best = max((coin for coin in self.chosen if self.chosen.count(coin) == 1), default=0)
        taker = self.chosen.index(best) if best else -1
        emit(LanternTaken(taker + 1, self.lit, tuple(self.chosen)), EVERYONE)
        if best:
            self.taken[taker].append(self.lit)
        for mine, coin in zip(self.coins, self.chosen, strict=True):
            mine.remove(coin)
        self.lit, self.chosen = "", [0] * self.setup.seats

    def view(self, seat: Seat | None) -> View:
        names = self.setup.names or (None,) * self.setup.seats
        chairs = zip(names, self.coins, self.taken, self.chosen, self.scores(), strict=True)
        return View(
            not self.to_act,
            self.turn,
            tuple(who + 1 for who in self.to_act if who != CHANCE),
            tuple(who + 1 for who in self.winners()),
            self.lit or None,
            dict(self.left),
            tuple(
                SeatView(number, name, tuple(coins), tuple(taken), chosen > 0, dict(score))
                for number, (name, coins, taken, chosen, score) in enumerate(chairs, 1)
            ),
            None if seat is None else self.chosen[seat] or None,
        )

    def resample(self, seat: Seat | None, rng: Rng) -> Self:
        twin = self.copy()
        for other, coin in enumerate(twin.chosen):
            if coin and other != seat:
                twin.chosen[other] = rng.choice(twin.coins[other])
        return twin

    def scores(self) -> tuple[Mapping[str, int], ...]:
        points = [sum(self.facts.lanterns[slug].points for slug in mine) for mine in self.taken]
        return tuple({"lanterns": n, "total": n} for n in points)

    def winners(self) -> tuple[Seat, ...]:
        if self.to_act:
            return ()
        return winners([score["total"] for score in self.scores()], [0] * self.setup.seats)

    def estimate(self, seat: Seat) -> float:
        return float(self.scores()[seat]["total"])


class Lanterns:
    name = "lanterns"
    first_seat = False

    def __init__(self, data: bytes) -> None:
        self._data = game_data(data)
        self.data_version = self._data.version
        table = self.data().table
        self.seats = range(table.min_seats, table.max_seats + 1)

    def data(self, version: int | None = None, overrides: str = "") -> Data:
        return self._data.read(version, overrides)

    def variants(self) -> Mapping[str, tuple[str, ...]]:
        return {}

    def setup(self, header: Mapping[str, str]) -> Setup:
        faults = key_faults(header, ("game", "seats", "names", "data"))
        told = header.get("seats", "")
        seats = int(told) if told.isdecimal() and int(told) in self.seats else 0
        if not seats:
            faults.append(("seats", f"{self.seats[0]} to {self.seats[-1]}"))
        names = read_names(header, seats, faults, sure=seats > 0)
        version, _ = self._data.told(header, faults)
        if faults:
            raise BadHeader(*certain(faults))
        return Setup(seats, names, version)

    def start(self, setup: Setup) -> LanternsState:
        return LanternsState(self.data(setup.data), setup)

    def events(self) -> object:
        return Events
