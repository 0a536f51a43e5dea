"""What people enter of a game of 7 Wonders, to begin in the middle: each change another value.

It holds no rule: the table says what does not fit. What it makes is the object of docs/notation-seven-wonders.md,
*Beginning in the middle*, without what follows from the rest.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Self

from msgspec import UnsetType

from app.protocol import messages
from engine.seven_wonders.cards import AGES, COLOURS, PURPLE, TURNS, BoardData, Bury, Data, ExtraLeader
from engine.seven_wonders.view import SeatView, View

MOST: Final = 99  # coins, as far as people count them here
MOST_TOKENS: Final = 9
MOST_LEADERS: Final = 12
RECRUITING: Final = 0  # instead of the number of a turn


@dataclass(frozen=True, slots=True)
class Chair:
    """What lies before one seat."""

    board: str = ""  # with its side; empty until somebody says it
    coins: int = 0
    stages: int = 0
    cards: frozenset[str] = frozenset()
    leaders: frozenset[str] = frozenset()  # face up
    buried: frozenset[str] = frozenset()
    tokens: Mapping[int, int] = field(default_factory=dict)  # how many, by value
    left: int = 0  # leaders in its hand, where nobody can know it from the rest
    ages: Mapping[str, int] = field(default_factory=dict)  # in which a leader was recruited that costs its number

    @classmethod
    def of(cls, seat: SeatView) -> Self:
        """What has been told so far."""
        return cls(
            f"{seat.wonder}-{seat.side}",
            seat.coins,
            seat.stages,
            frozenset(seat.cards),
            frozenset(seat.leaders),
            frozenset(seat.buried),
            {value: seat.tokens.count(value) for value in seat.tokens},
            seat.leaders_left,
            {} if isinstance(seat.ages, UnsetType) else seat.ages,
        )


@dataclass(frozen=True, slots=True)
class Laid:
    """What lies on the table. Seats count from 1."""

    facts: Data
    variant: tuple[str, ...]
    age: int
    turn: int  # RECRUITING: leaders are recruited
    chairs: tuple[Chair, ...]
    under: int = 0  # stages that were built with a leader instead of a card

    @classmethod
    def of(cls, view: View, facts: Data, variant: tuple[str, ...]) -> Self:
        """What has been told so far, as if a turn began now."""
        chairs = tuple(Chair.of(seat) for seat in view.seats)
        laid = cls(facts, variant, max(view.age, 1), view.turn or (RECRUITING if "leaders" in variant else 1), chairs)
        return replace(laid, under=max(0, view.discard - laid._least()))

    @classmethod
    def fresh(cls, table: messages.TableView, facts: Data) -> Self:
        """A game that is laid out, with nothing before a seat yet but coins."""
        led = "leaders" in table.variant
        coins = facts.draft.start_coins if led else facts.table.start_coins
        held = [info.wonder or "" for info in table.seats if info.by != "free"]
        left = facts.draft.dealt if led else 0
        chairs = tuple(Chair(board, coins, left=left) for board in held)
        return cls(facts, table.variant, 1, RECRUITING if led else 1, chairs)

    def position(self) -> dict[str, Any]:
        """As a record has it."""
        at: dict[str, Any] = {"age": self.age, "turn": self.turn, "seats": []}
        for number, chair in enumerate(self.chairs, 1):
            wonder, _, side = chair.board.rpartition("-")
            seat = {
                "seat": number,
                "wonder": wonder,
                "side": side,
                "coins": chair.coins,
                "stages": chair.stages,
                "cards": sorted(chair.cards),
                "tokens": sorted(value for value, n in chair.tokens.items() for _ in range(n)),
            }
            if self.led:
                ages = {leader: chair.ages.get(leader, self.age) for leader in self.by_age(number)}
                seat |= {"leaders": sorted(chair.leaders), "buried": sorted(chair.buried), "ages": ages}
            if self.asks_left(number):
                seat["leaders_left"] = chair.left
            at["seats"].append(seat)
        return at | ({"discard": self._least() + self.under} if self.under else {})

    def _least(self) -> int:
        """Cards that have left the hands and lie neither in cities nor, all of them, under stages."""
        hands = self.facts.table.hand * (self.age - 1) + max(0, self.turn - 1)
        return hands * len(self.chairs) - sum(len(chair.cards) + chair.stages for chair in self.chairs)

    # ---- what can be said ----------------------------------------------------------------------------------

    @property
    def led(self) -> bool:
        """Whether leaders are played with."""
        return "leaders" in self.variant

    @property
    def hand(self) -> int:
        """Cards that each seat holds."""
        return self.facts.table.hand + 1 - self.turn if self.turn else 0

    @property
    def values(self) -> tuple[int, ...]:
        """What military tokens are worth."""
        return (-self.facts.table.defeat, *self.facts.table.victory)

    def full(self, seat: int) -> bool:
        """Whether all that a seat can have played by now lies before it; never, before the second turn."""
        chair, played = self.chairs[seat - 1], TURNS * (self.age - 1) + max(0, self.turn - 1)
        return 0 < played + self.under <= len(chair.cards) + chair.stages

    def board(self, seat: int) -> BoardData | None:
        return self.facts.boards.get(self.chairs[seat - 1].board)

    def stages(self, seat: int) -> int:
        """How many a seat's wonder has; as many as any, until somebody says which it is."""
        board = self.board(seat)
        return len(board.stages) if board else max(len(each.stages) for each in self.facts.boards.values())

    def asks_left(self, seat: int) -> bool:
        """Whether nobody can know how many leaders a seat holds: some stage may have let it recruit once more."""
        return self.led and _has(self.board(seat), ExtraLeader)

    def buries(self, seat: int) -> bool:
        return self.led and _has(self.board(seat), Bury)

    def by_age(self, seat: int) -> list[str]:
        """Leaders of a seat whose cost is the number of an age, where it matters which."""
        chair = self.chairs[seat - 1]
        there = sorted(chair.leaders | chair.buried) if self.buries(seat) else []
        return [leader for leader in there if self.facts.leaders[leader].by_age]

    def cards(self, age: int) -> list[str]:
        """Those that are dealt to so many seats, by colour, each always in the same place."""
        there = [slug for slug, card in self.facts.cards.items() if card.age == age and self.copies(slug)]
        return sorted(there, key=lambda slug: COLOURS.index(self.facts.cards[slug].colour))

    def copies(self, card: str) -> int:
        printed = self.facts.cards[card]
        if printed.colour == COLOURS[PURPLE]:
            return 1
        return sum(least <= len(self.chairs) for least in printed.copies_at)

    def leaders(self) -> list[str]:
        """Those that are played with."""
        groups = ("standard", "expert") if "experts" in self.variant else ("standard",)
        return [slug for slug, leader in self.facts.leaders.items() if self.led and leader.group in groups]

    def wonders(self) -> list[str]:
        """Those that may be played with, without their sides."""
        boxes = ("base", "leaders") if self.led else ("base",)
        there = (slug.rpartition("-")[0] for slug, board in self.facts.boards.items() if board.box in boxes)
        return list(dict.fromkeys(there))

    def sides(self, wonder: str) -> list[str]:
        return [slug for slug in self.facts.boards if slug.rpartition("-")[0] == wonder]

    def who_has(self, thing: str) -> list[int]:
        """The seats before which a card, a leader or a wonder lies."""
        return [
            seat
            for seat, chair in enumerate(self.chairs, 1)
            if thing in chair.cards | chair.leaders | chair.buried or chair.board.rpartition("-")[0] == thing
        ]

    # ---- changes -------------------------------------------------------------------------------------------

    def put_card(self, card: str, seat: int) -> Self:
        """A card lies there now, if there is one more; away with it if it lay there."""
        cards = self.chairs[seat - 1].cards
        if card not in cards and len(self.who_has(card)) >= self.copies(card):
            return self
        return self._with(seat, cards=cards ^ {card})

    def put_leader(self, leader: str, seat: int) -> Self:
        """A leader lies face up before that seat, then under its wonder if that buries leaders, then it is gone."""
        chair = self.chairs[seat - 1]
        mine, buried = leader in chair.leaders, leader in chair.buried
        bare = self
        for other in self.who_has(leader):
            there = self.chairs[other - 1]
            bare = bare._with(other, leaders=there.leaders - {leader}, buried=there.buried - {leader})
        chair = bare.chairs[seat - 1]
        if mine and self.buries(seat):
            return bare._with(seat, buried=chair.buried | {leader})
        return bare if mine or buried else bare._with(seat, leaders=chair.leaders | {leader})

    def put_wonder(self, wonder: str, seat: int) -> Self:
        """A wonder lies before that seat with its first side up, then with its other one, then it is gone."""
        sides = ["", *self.sides(wonder)]
        now = self.chairs[seat - 1].board
        board = sides[(sides.index(now) + 1) % len(sides) if now in sides else 1]
        bare = self
        for other in self.who_has(wonder):
            bare = bare._with(other, board="")
        laid = bare._with(seat, board=board)
        return laid._with(seat, stages=min(laid.chairs[seat - 1].stages, laid.stages(seat)))

    def step(self, what: str, by: int, seat: int = 0, of: str = "") -> Self:
        """A figure that is one higher or lower: of the table, or of a seat (`of`: a token's value, or a leader)."""
        if what == "age":
            return replace(self, age=_within(self.age + by, 1, AGES))
        if what == "turn":
            return replace(self, turn=_within(self.turn + by, RECRUITING if self.led else 1, TURNS))
        if what == "under":
            return replace(self, under=_within(self.under + by, 0, sum(chair.stages for chair in self.chairs)))
        chair = self.chairs[seat - 1]
        if what == "coins":
            return self._with(seat, coins=_within(chair.coins + by, 0, MOST))
        if what == "stages":
            return self._with(seat, stages=_within(chair.stages + by, 0, self.stages(seat)))
        if what == "left":
            return self._with(seat, left=_within(chair.left + by, 0, MOST_LEADERS))
        if what == "ages":
            return self._with(seat, ages={**chair.ages, of: _within(chair.ages.get(of, self.age) + by, 1, self.age)})
        held = _within(chair.tokens.get(int(of), 0) + by, 0, MOST_TOKENS)
        return self._with(seat, tokens={**chair.tokens, int(of): held})

    def _with(self, seat: int, **facts: Any) -> Self:
        """The same with something else before a seat."""
        now = replace(self.chairs[seat - 1], **facts)
        return replace(self, chairs=(*self.chairs[: seat - 1], now, *self.chairs[seat:]))


def _has(board: BoardData | None, kind: type) -> bool:
    """Whether some stage of a board does that."""
    return board is not None and any(isinstance(it, kind) for stage in board.stages for it in stage.effects)


def _within(n: int, least: int, most: int) -> int:
    return min(max(n, least), most)
