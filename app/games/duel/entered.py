"""What people enter of a game of Duel, to begin in the middle: every thing in one place, each change another value.

It holds no rule: the table says what does not fit. What it makes is the object of docs/notation-duel.md, *Beginning in
the middle*, without what follows from the rest.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Self

from app.protocol import messages
from engine.duel.cards import Data
from engine.duel.view import UNTOLD_CARD, View

SEATS: Final = (1, 2)
MIDDLE: Final = "middle"  # of a card, the discard pile; of a token, the board
MOST: Final = 99  # coins, as far as people count them here


@dataclass(frozen=True, slots=True)
class Laid:
    """What lies on the table. Where a card, a wonder or a token is: a seat (`1`, `2`), MIDDLE, or a card's wonder."""

    facts: Data
    age: int
    said: int | None  # cards in the structure; None: nobody has counted them
    turn: int  # whose
    coins: tuple[int, int]
    pawn: int  # above 0 on seat 2's side
    tolls: frozenset[tuple[int, int]]  # military tokens that lie there: the seat that will lose the coins, how many
    cards: Mapping[str, str]
    wonders: Mapping[str, str]
    built: frozenset[str]  # of these
    tokens: Mapping[str, str]

    @classmethod
    def of(cls, view: View, facts: Data) -> Self:
        """What has been told so far, as if a turn began now."""
        cards = dict.fromkeys(view.discard, MIDDLE)
        tokens = dict.fromkeys(view.tokens, MIDDLE)
        wonders: dict[str, str] = {}
        built: set[str] = set()
        for chair in view.seats:
            cards |= dict.fromkeys(chair.cards, str(chair.seat))
            wonders |= dict.fromkeys(chair.wonders, str(chair.seat))
            tokens |= dict.fromkeys(chair.progress, str(chair.seat))
            built |= {wonder for wonder, under in chair.wonders.items() if under}
            cards |= {under: wonder for wonder, under in chair.wonders.items() if under and under != UNTOLD_CARD}
        return cls(
            facts,
            max(view.age, 1),
            view.left or None,
            view.hints.active or view.hints.first,
            (view.seats[0].coins, view.seats[1].coins),
            view.military.pawn,
            frozenset((int(seat), coins) for seat, lying in view.military.tokens.items() for coins in lying),
            cards,
            wonders,
            frozenset(built),
            tokens,
        )

    @classmethod
    def fresh(cls, table: messages.TableView, facts: Data) -> Self:
        """A game that is laid out, with nothing before a seat yet but coins."""
        held = [info.seat for info in table.seats if info.by != "free"]
        begins = next((n for n, seat in enumerate(held, 1) if seat >= (table.first or 1)), 1)
        coins = facts.table.start_coins
        return cls(facts, 1, None, begins, (coins, coins), 0, tolls(facts), {}, {}, frozenset(), {})

    @property
    def left(self) -> int:
        """Cards in the structure: as was said, else those of the age of which nobody has said that they lie elsewhere.

        Under a wonder whose card is not named lies one of the first age, as long as there is no other.
        """
        if self.said is not None:
            return self.said
        gone = sum(self.facts.cards[card].age == self.age for card in self.cards)
        if self.age == 1:
            gone += len(self.built - {*self.cards.values()})
        return max(1, slots(self.facts, self.age) - gone)

    def position(self) -> dict[str, Any]:
        """As a record has it."""
        under = {wonder: card for card, wonder in self.cards.items()}
        return {
            "age": self.age,
            "left": self.left,
            "to_act": [self.turn],
            "seats": [
                {
                    "seat": seat,
                    "coins": self.coins[seat - 1],
                    "cards": _at(self.cards, str(seat)),
                    "wonders": {
                        wonder: under.get(wonder, UNTOLD_CARD) if wonder in self.built else None
                        for wonder in _at(self.wonders, str(seat))
                    },
                    "progress": _at(self.tokens, str(seat)),
                }
                for seat in SEATS
            ],
            "military": {
                "pawn": self.pawn,
                "tokens": {str(seat): sorted(coins for at, coins in self.tolls if at == seat) for seat in SEATS},
            },
            "tokens": _at(self.tokens, MIDDLE),
            "discard": _at(self.cards, MIDDLE),
        }

    # ---- changes -----------------------------------------------------------------------------------------

    def put_card(self, card: str, place: str) -> Self:
        """A card lies there now; away with it if it lay there. Under a wonder there is one."""
        others = {each: at for each, at in self.cards.items() if at != place or at not in self.facts.wonders}
        return replace(self, cards=_moved({**others, card: self.cards.get(card, "")}, card, place))

    def put_token(self, token: str, place: str) -> Self:
        """So does a progress token."""
        return replace(self, tokens=_moved(self.tokens, token, place))

    def put_wonder(self, wonder: str, place: str) -> Self:
        """A wonder lies before that seat, then it is built, then it is gone."""
        mine = self.wonders.get(wonder) == place
        if not mine or wonder in self.built:
            wonders = _moved(self.wonders, wonder, place)
            cards = {card: at for card, at in self.cards.items() if at != wonder}
            return replace(self, wonders=wonders, built=self.built - {wonder}, cards=cards)
        return replace(self, built=self.built | {wonder})

    def full(self, seat: str) -> bool:
        """Whether all the wonders lie before a seat that it has drafted."""
        return [*self.wonders.values()].count(seat) >= len(self.facts.table.draft) // len(SEATS)

    def begin(self, age: int) -> Self:
        """It is this age, and nobody has counted its cards."""
        return replace(self, age=age, said=None)

    def leave(self, by: int) -> Self:
        """More or fewer cards are left."""
        return replace(self, said=min(max(self.left + by, 1), slots(self.facts, self.age)))

    def pay(self, seat: int, by: int) -> Self:
        """A seat has more or fewer coins."""
        now = [*self.coins]
        now[seat - 1] = min(max(now[seat - 1] + by, 0), MOST)
        return replace(self, coins=(now[0], now[1]))

    def push(self, by: int) -> Self:
        """The pawn goes towards seat 2, or (below 0) towards seat 1; the tokens that it reaches are gone."""
        most = self.facts.military.capital - 1
        pawn = min(max(self.pawn + by, -most), most)
        reached = {(2 if pawn > 0 else 1, zone.coins) for zone in self.facts.military.zones if zone.start <= abs(pawn)}
        return replace(self, pawn=pawn, tolls=self.tolls - reached)

    def take_toll(self, seat: int, coins: int) -> Self:
        """A military token lies there, or not."""
        return replace(self, tolls=self.tolls ^ {(seat, coins)})

    def give_turn(self) -> Self:
        """The turn is the other seat's."""
        return replace(self, turn=3 - self.turn)


def tolls(facts: Data) -> frozenset[tuple[int, int]]:
    """Every military token: the seat that will lose the coins, and how many."""
    return frozenset((seat, zone.coins) for seat in SEATS for zone in facts.military.zones if zone.coins)


def slots(facts: Data, age: int) -> int:
    """The cards of an age that are laid out."""
    return sum(len(row.columns) for row in facts.structures[age - 1].rows)


def _at(things: Mapping[str, str], place: str) -> list[str]:
    return sorted(slug for slug, at in things.items() if at == place)


def _moved(things: Mapping[str, str], slug: str, place: str) -> dict[str, str]:
    rest = {each: at for each, at in things.items() if each != slug}
    return rest if things.get(slug) == place else {**rest, slug: place}
