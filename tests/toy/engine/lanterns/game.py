"""Lanterns, an invented game. A seat buys a lantern of the street, takes a card that nobody else sees, lights one of
its hand, or works for coins. Each of a seat's lanterns makes the next of its colour a coin cheaper; most points win.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Self

import msgspec

from engine import corrections_and_agreements
from engine.corrections_and_agreements import (
    Agreement,
    Count,
    CountCorrection,
    HouseLine,
    WonderCorrection,
    apply_house_line,
    parse_house_line,
)
from engine.game import (
    CHANCE,
    CONTRADICTION_SIGN,
    EVERYONE,
    BadHeader,
    Emit,
    Event,
    IllegalAction,
    Rng,
    Seat,
    plain_line,
)
from engine.game_data import GameData
from engine.header_values import (
    FIRST,
    certain_faults,
    format_data_keys,
    format_seat_keys,
    key_faults,
    read_deal,
    read_names,
    read_position,
)
from engine.mid_game_start import (
    Misfit,
    PositionPart,
    format_position,
    parse_position,
    seat_faults,
    shape_misfit,
    unknown_words,
)
from engine.winners import winners

Number = Annotated[int, msgspec.Meta(ge=1)]


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    min_seats: Number
    max_seats: Number
    coins: Number
    wages: Number
    street: Number
    hand: Number
    turns: Number
    all_colours: Number


class Lantern(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    colour: str
    price: Number
    points: Number
    copies: Number


class Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    table: Table
    lanterns: dict[str, Lantern]


def _faults(facts: Data) -> Iterator[str]:
    if sum(lantern.copies for lantern in facts.lanterns.values()) < facts.table.street:
        yield "table.street: more than there are lanterns"


def game_data(data: bytes) -> GameData[Data]:
    return GameData({"data/lanterns.toml": data}, Data, _faults)


# ---- said ------------------------------------------------------------------------------------------------


class Action(msgspec.Struct, frozen=True):
    text: str  # `come X`, `get X` by chance; `buy X`, `light X`, `take`, `work`

    def __str__(self) -> str:
        return self.text


class TurnBegan(Event, frozen=True, tag="turn-began"):
    seat: int
    turn: int


class LanternCame(Event, frozen=True, tag="lantern-came"):
    lantern: str


class LanternLit(Event, frozen=True, tag="lantern-lit"):
    seat: int
    lantern: str
    paid: int  # coins
    hand: bool  # it came from there


class CardTaken(Event, frozen=True, tag="card-taken"):
    seat: int


class CardSeen(Event, frozen=True, tag="card-seen"):
    seat: int
    lantern: str


class Worked(Event, frozen=True, tag="worked"):
    seat: int
    coins: int


class GameEnded(Event, frozen=True, tag="game-ended"):
    winners: tuple[int, ...]


Events = TurnBegan | LanternCame | LanternLit | CardTaken | CardSeen | Worked | GameEnded


class SeatView(msgspec.Struct, frozen=True):
    seat: int
    name: str | None
    coins: int
    lanterns: tuple[str, ...]
    hand: int
    prices: dict[str, int]
    score: dict[str, int] = {}


class View(msgspec.Struct, frozen=True):
    over: bool
    turn: int
    to_act: tuple[int, ...]
    winners: tuple[int, ...]
    street: tuple[str, ...]
    stack: int
    hidden: dict[str, int]  # what does not lie open: in the stack or in a hand
    seats: tuple[SeatView, ...]
    active: int
    mine: tuple[str, ...] = ()  # this reader's hand, where the table deals


class Setup(msgspec.Struct, frozen=True):
    seats: int
    names: tuple[str, ...] | None = None
    data: int = FIRST
    deal: str = "eager"
    position: str = ""

    def header(self) -> Mapping[str, str]:
        said = {"game": "lanterns"} | format_seat_keys((), str(self.seats), self.names)
        said |= {"deal": self.deal} | format_data_keys(self.data, "")
        return said | ({"position": self.position} if self.position else {})


# ---- a position that people entered ------------------------------------------------------------------------


class EnteredSeat(PositionPart, frozen=True):
    seat: int
    coins: Annotated[int, msgspec.Meta(ge=0, le=99)]
    lanterns: tuple[str, ...]
    hand: int
    name: str | None = None
    prices: dict[str, int] | None = None
    score: dict[str, int] | None = None


class Entered(PositionPart, frozen=True):
    turn: int
    to_act: tuple[int, ...]
    street: tuple[str, ...]
    seats: tuple[EnteredSeat, ...]
    over: bool = False
    winners: tuple[int, ...] = ()
    stack: int | None = None
    hidden: dict[str, int] | None = None
    active: int | None = None
    mine: tuple[str, ...] = ()


def _entered(position: str, facts: Data, setup: Setup) -> Entered:
    return parse_position(position, Entered, lambda told: _misfits(told, facts, setup))


def _misfits(told: Entered, facts: Data, setup: Setup) -> Iterator[Misfit]:
    table = facts.table
    if told.over or told.winners:
        yield Misfit("over", "over: a game that is over does not go on")
    if len(told.seats) != setup.seats:
        there = len(told.seats)
        yield Misfit("seats", f"seats: {setup.seats} sit here, not {there}", here=setup.seats, there=there)
        return
    if not 1 <= told.turn <= table.turns * setup.seats:
        yield shape_misfit("turn", f"1 to {table.turns * setup.seats}")
    if told.to_act != ((told.turn - 1) % setup.seats + 1,):
        yield Misfit("turn", "to_act: the one seat whose turn begins")
    for number, seat in enumerate(told.seats, 1):
        yield from seat_faults(f"seats.{number}", number, seat.seat, seat.name, setup.names)
        yield from unknown_words(f"seats.{number}.lanterns", seat.lanterns, facts.lanterns)
        if not 0 <= seat.hand <= table.hand:
            yield shape_misfit(f"seats.{number}.hand", f"0 to {table.hand}")
    yield from unknown_words("street", told.street, facts.lanterns)
    open_ = Counter([*told.street, *(slug for seat in told.seats for slug in seat.lanterns)])
    for slug, n in open_.items():
        if n > facts.lanterns[slug].copies:
            copies = facts.lanterns[slug].copies
            yield Misfit("copies", f"seats: {slug} is there {copies} times", lantern=slug, copies=copies)
    left = sum(each.copies for each in facts.lanterns.values()) - open_.total()
    stack = left - sum(seat.hand for seat in told.seats)
    if stack < 0 or len(told.street) > table.street or (stack and len(told.street) < table.street):
        yield Misfit("street", f"street: {table.street} cards lie there", most=table.street)


# ---- the rules -------------------------------------------------------------------------------------------


class LanternsState:
    __slots__ = ("active", "asked", "came", "coins", "eager", "facts", "hands", "held", "hidden", "lit", "setup",
                 "street", "turn")  # fmt: skip

    def __init__(self, facts: Data, setup: Setup) -> None:
        self.facts, self.setup, self.eager = facts, setup, setup.deal == "eager"
        self.hidden = {slug: lantern.copies for slug, lantern in facts.lanterns.items()}
        self.street: list[str] = []
        self.coins = [facts.table.coins] * setup.seats
        self.hands: list[list[str]] = [[] for _ in range(setup.seats)]  # what is known to lie there
        self.held = [0] * setup.seats
        self.lit: list[list[str]] = [[] for _ in range(setup.seats)]
        self.turn, self.active, self.came = 0, 0, 0
        self.asked = "come"  # what chance is asked; "": nothing
        if setup.position:
            self._lay(_entered(setup.position, facts, setup))

    def _lay(self, told: Entered) -> None:
        self.street, self.turn, self.active, self.asked = list(told.street), told.turn, told.to_act[0] - 1, ""
        for seat, entered in enumerate(told.seats):
            self.coins[seat], self.held[seat], self.lit[seat] = entered.coins, entered.hand, list(entered.lanterns)
        for slug in (*told.street, *(slug for mine in self.lit for slug in mine)):
            self.hidden[slug] -= 1

    def copy(self) -> Self:
        twin = type(self)(self.facts, msgspec.structs.replace(self.setup, position=""))
        twin.setup, twin.hidden, twin.street = self.setup, dict(self.hidden), list(self.street)
        twin.coins, twin.held = list(self.coins), list(self.held)
        twin.hands, twin.lit = [list(mine) for mine in self.hands], [list(mine) for mine in self.lit]
        twin.turn, twin.active, twin.came, twin.asked = self.turn, self.active, self.came, self.asked
        return twin

    @property
    def over(self) -> bool:
        return self.turn > self.facts.table.turns * self.setup.seats

    @property
    def stack(self) -> int:
        """Cards that lie in it."""
        return sum(self.hidden.values()) - sum(self.held)

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return () if self.over else (CHANCE,) if self.asked else (Seat(self.active),)

    def parse(self, text: str) -> Action | CountCorrection | Agreement | WonderCorrection:
        if house := parse_house_line(text):
            return house
        match plain_line(text).split():
            case ["come" | "get" | "buy" | "light", slug] if slug in self.facts.lanterns:
                return Action(text)
            case ["take" | "work"]:
                return Action(text)
        raise ValueError(f"not said in Lanterns: {text!r}")

    def price(self, seat: int, slug: str) -> int:
        mine = [self.facts.lanterns[each].colour for each in self.lit[seat]]
        return max(0, self.facts.lanterns[slug].price - mine.count(self.facts.lanterns[slug].colour))

    def legal(self, seat: Seat) -> Sequence[Action]:
        if seat not in self.to_act:
            return ()
        if seat == CHANCE:
            return [action for action, _ in self.odds()]
        held = self.hands[seat] if self.eager else self._unseen() if self.held[seat] else {}
        found = [f"buy {slug}" for slug in dict.fromkeys(self.street) if self.price(seat, slug) <= self.coins[seat]]
        found += [f"light {slug}" for slug in dict.fromkeys(held) if self.price(seat, slug) <= self.coins[seat]]
        found += ["take"] if self.held[seat] < self.facts.table.hand and self.stack else []
        return [Action(text) for text in (*found, "work")]

    def is_public(self, seat: Seat) -> bool:
        return not self.hands[seat]

    def _unseen(self) -> Counter[str]:
        """Count the lanterns that may be in the stack, or in a hand if hands are unknown."""
        return +Counter(self.hidden) - Counter(slug for mine in self.hands for slug in mine)

    def odds(self) -> Sequence[tuple[Action, int]]:
        return [(Action(f"{self.asked} {slug}"), n) for slug, n in self._unseen().items()]

    def deal(self, rng: Rng) -> Action:
        return rng.choices(*zip(*self.odds(), strict=True))[0]

    def chance_key(self) -> tuple[str, int]:
        return "lanterns", self.came

    def apply(self, seat: Seat, action: Action, emit: Emit | None = None) -> None:
        if isinstance(action, CountCorrection | Agreement | WonderCorrection):
            apply_house_line(self, seat, action, not self.eager, emit)
            return
        emit = emit or (lambda event, audience: None)
        if seat not in self.to_act:
            raise IllegalAction("not-your-turn", seat=seat + 1)
        if action not in self.legal(seat) and action not in self.contradictions():
            raise self._refusal(seat, action)
        verb, slug, *_ = (*action.text.split(), "")
        if seat == CHANCE:
            self._come(verb, slug, emit)
        else:
            self._act(seat, verb, slug, emit)
        if not self.over and not self.asked and len(self.street) < self.facts.table.street and self._lies():
            self.asked = "come"
        if (not self.asked and seat != CHANCE) or verb == "get" or (verb == "come" and not self.asked):
            self._next(emit)

    def _lies(self) -> bool:
        return self.stack > 0 and bool(self._unseen())

    def _refusal(self, seat: Seat, action: Action) -> IllegalAction:
        verb, slug, *_ = (*action.text.split(), "")
        there = slug in (self.street if verb == "buy" else self.hands[seat] if self.eager else self.hidden)
        if seat != CHANCE and verb in ("buy", "light") and there and (verb == "buy" or self.held[seat]):
            return IllegalAction("coins", lantern=slug, price=self.price(seat, slug), have=self.coins[seat])
        return IllegalAction("not-there", said=action.text)

    def _come(self, verb: str, slug: str, emit: Emit) -> None:
        """Move a card from the stack to the street, or into the hand of the seat that took it."""
        self.came, self.asked = self.came + 1, ""
        if verb == "come":
            self.hidden[slug] = max(0, self.hidden[slug] - 1)
            self.street.append(slug)
            emit(LanternCame(slug), EVERYONE)
        else:
            self.held[self.active] += 1
            self.hands[self.active].append(slug)
            emit(CardSeen(self.active + 1, slug), (Seat(self.active),))

    def _act(self, seat: Seat, verb: str, slug: str, emit: Emit) -> None:
        if verb == "work":
            self.coins[seat] += self.facts.table.wages
            emit(Worked(seat + 1, self.facts.table.wages), EVERYONE)
        elif verb == "take":
            self.held[seat] += not self.eager
            self.asked = "get" if self.eager else ""
            emit(CardTaken(seat + 1), EVERYONE)
        else:
            paid = self.price(seat, slug)
            self.coins[seat] -= paid
            if verb == "buy":
                self.street.remove(slug)
            else:
                self.hidden[slug] = max(0, self.hidden[slug] - 1)
                self.held[seat] -= 1
                if self.eager:
                    self.hands[seat].remove(slug)
            self.lit[seat].append(slug)
            emit(LanternLit(seat + 1, slug, paid, verb == "light"), EVERYONE)

    def _next(self, emit: Emit) -> None:
        self.turn += 1
        self.active = (self.turn - 1) % self.setup.seats
        if self.over:
            emit(GameEnded(tuple(seat + 1 for seat in self.winners())), EVERYONE)
        else:
            emit(TurnBegan(self.active + 1, self.turn), EVERYONE)

    # ---- where people deal ---------------------------------------------------------------------------------

    def contradictions(self) -> Sequence[Action]:
        if self.eager or self.over:
            return ()
        gone = [slug for slug in self.facts.lanterns if not self._unseen()[slug]]
        if self.asked:
            return [Action(f"{self.asked} {slug} {CONTRADICTION_SIGN}") for slug in gone]
        if not self.held[self.active]:
            return ()
        able = [slug for slug in gone if self.price(self.active, slug) <= self.coins[self.active]]
        return [Action(f"light {slug} {CONTRADICTION_SIGN}") for slug in able]

    def is_list_unverified(self) -> bool:
        return False

    def setup_progress(self) -> tuple[int, int]:
        return (len(self.street) + 1, self.facts.table.street) if self.asked == "come" and not self.turn else (0, 0)

    def reassigned(self, seat: Seat, action: Action) -> Sequence[Action]:
        if (seat == CHANCE) != bool(self.asked):
            return ()
        plain = plain_line(action.text)
        return (action,) if plain == action.text else (action, Action(plain))

    def reseated(self, seat: Seat, action: Action | HouseLine, to: Sequence[Seat]) -> Action | HouseLine:
        return (
            corrections_and_agreements.reseat_line(action, to)
            if isinstance(action, CountCorrection | Agreement | WonderCorrection)
            else action
        )

    def is_follow_up(self, action: Action) -> bool:
        return False

    def reported_turn(self) -> int:
        return self.turn

    def correctable_counts(self) -> Mapping[str, Count]:
        if self.eager or self.asked or not self.turn or self.over:
            return {}
        found = {f"coins {seat + 1}": Count(n) for seat, n in enumerate(self.coins)}
        for seat, mine in enumerate(self.lit):
            found |= {f"lantern {slug} {seat + 1}": Count(n) for slug, n in Counter(mine).items()}
        return found

    def things(self) -> Mapping[str, int]:
        most = self.facts.lanterns.items()
        return {f"lantern {slug}": each.copies for slug, each in most} if self.correctable_counts() else {}

    def set_count(self, what: str, n: int, emit: Emit | None) -> None:
        kind, *slug, number = what.split()
        if kind == "coins":
            self.coins[int(number) - 1] = n
            return
        mine = self.lit[int(number) - 1]
        more = n - mine.count(slug[0])
        self.hidden[slug[0]] = max(0, self.hidden[slug[0]] - more)
        mine[:] = [each for each in mine if each != slug[0]] + slug * n

    # ---- what is seen ------------------------------------------------------------------------------------

    def view(self, seat: Seat | None) -> View:
        names, scores = self.setup.names or (None,) * self.setup.seats, self.scores()
        return View(
            self.over,
            self.turn,
            tuple(who + 1 for who in self.to_act if who != CHANCE),
            tuple(who + 1 for who in self.winners()),
            tuple(self.street),
            self.stack,
            dict(self.hidden),
            tuple(
                SeatView(at + 1, name, self.coins[at], tuple(self.lit[at]), self.held[at], self._prices(at), scores[at])
                for at, name in enumerate(names)
            ),
            0 if self.over or not self.turn else self.active + 1,
            () if seat is None else tuple(self.hands[seat]),
        )

    def _prices(self, seat: int) -> dict[str, int]:
        return {slug: self.price(seat, slug) for slug in self.facts.lanterns}

    def resample(self, seat: Seat | None, rng: Rng) -> Self:
        twin = self.copy()
        others = [at for at in range(self.setup.seats) if at != seat and self.hands[at]]
        for at in others:
            twin.hands[at] = []
        for at in others:
            for _ in self.hands[at]:
                there = twin._unseen()
                twin.hands[at].append(rng.choices(list(there), list(there.values()))[0])
        return twin

    def scores(self) -> tuple[dict[str, int], ...]:
        facts, found = self.facts, []
        for mine in self.lit:
            points = sum(facts.lanterns[slug].points for slug in mine)
            every = {each.colour for each in facts.lanterns.values()} == {
                facts.lanterns[lantern].colour for lantern in mine
            }
            bonus = facts.table.all_colours if every else 0
            found.append({"lanterns": points, "colours": bonus, "total": points + bonus})
        return tuple(found)

    def winners(self) -> tuple[Seat, ...]:
        return winners([score["total"] for score in self.scores()], self.coins) if self.over else ()

    def estimate(self, seat: Seat) -> float:
        return self.scores()[seat]["total"] + self.coins[seat] / 3


class Lanterns:
    name = "lanterns"
    first_seat = False

    def __init__(self, data: bytes) -> None:
        self._data = game_data(data)
        self.data_version = self._data.version
        table = self.data().table
        self.seats = range(table.min_seats, table.max_seats + 1)

    def data(self, version: int | None = None, overrides: str = "") -> Data:
        return self._data.get_version(version, overrides)

    def variants(self) -> Mapping[str, tuple[str, ...]]:
        return {}

    def setup(self, header: Mapping[str, str]) -> Setup:
        faults = key_faults(header, ("game", "seats", "names", "deal", "data", "position"))
        told = header.get("seats", "")
        seats = int(told) if told.isdecimal() and int(told) in self.seats else 0
        if not seats:
            faults.append(("seats", f"{self.seats[0]} to {self.seats[-1]}"))
        names = read_names(header, seats, faults, sure=seats > 0)
        deal = read_deal(header, faults)
        version, _ = self._data.read_header(header, faults)
        setup, why = read_position(
            header,
            Setup(seats, names, version, deal, header.get("position", "")),
            ("seats", "names", "deal", "data"),
            self._written,
            faults,
        )
        if faults:
            raise BadHeader(*certain_faults(faults)) from why
        return setup

    def _written(self, setup: Setup) -> str:
        _entered(setup.position, self.data(setup.data), setup)
        return format_position(setup.position)

    def start(self, setup: Setup) -> LanternsState:
        return LanternsState(self.data(setup.data), setup)

    def events(self) -> object:
        return Events
