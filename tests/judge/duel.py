"""Points of a game of Duel from its record and data/duel.toml, line by line.

Numbers in brackets are rulings of docs/facts-duel.md. Legality is not judged here.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

from tests.judge.record import EndOfRecord, Reader, Verdict, best, data, with_total

RAW = ("wood", "clay", "stone")
MANUFACTURED = ("glass", "papyrus")


class Seat:
    """What lies before one seat."""

    def __init__(self) -> None:
        self.facts = data("duel")
        self.coins = self.facts["table"]["start_coins"]
        self.cards: set[str] = set()
        self.wonders: set[str] = set()  # built
        self.tokens: set[str] = set()
        # coins that it loses once the pawn has come so far towards it
        self.camps = {zone["from"]: zone["coins"] for zone in self.facts["military"]["zones"] if "coins" in zone}

    def effects(self, kind: str, *of: str) -> Iterator[dict[str, Any]]:
        """Yield the effects of a kind of its cards, wonders and tokens; `of`: of these alone."""
        for group in of or ("cards", "wonders", "tokens"):
            for name in getattr(self, group):
                yield from (each for each in self.facts[group][name].get("effects", ()) if each["type"] == kind)

    def number(self, what: str) -> int:
        """Count cards of a colour, wonders or coins."""
        if what in ("coin", "wonder"):
            return self.coins if what == "coin" else len(self.wonders)
        return sum(1 for card in self.cards if self.facts["cards"][card]["colour"] == what)

    def symbols(self) -> set[str]:
        return {effect["symbol"] for effect in self.effects("science")}


class Duel(Reader):
    """A game as far as its lines go."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.facts = data("duel")
        self.seats = (Seat(), Seat())
        self.pawn = 0  # spaces towards seat 2
        self.victor: int | None = None  # by military or science

    def play(self) -> None:
        """Follow the record to its end."""
        try:
            while True:
                words = self.read()
                if words and words[0] != "reveal":
                    self._said(int(words[0]) - 1, words[1:])
        except EndOfRecord:
            pass

    def _said(self, at: int, words: list[str]) -> None:
        me, other = self.seats[at], self.seats[1 - at]
        match words:
            case ["build", wonder, "with", _]:
                self._pay(at, self.facts["wonders"][wonder].get("cost", {}), "wonder")
                me.wonders.add(wonder)
                self._work(at, self.facts["wonders"][wonder], "")
            case ["build", card]:
                fact = self.facts["cards"][card]
                if fact.get("chain") in {self.facts["cards"][each].get("bears", "") for each in me.cards}:
                    me.coins += sum(effect["amount"] for effect in me.effects("chain-coins"))
                else:
                    self._pay(at, fact.get("cost", {}), fact["colour"])
                self._place(at, card)
            case ["discard", _]:
                table = self.facts["table"]
                me.coins += table["discard_coins"] + table["discard_coins_per_yellow"] * me.number("yellow")
            case ["destroy", card]:
                other.cards.discard(card)
            case ["revive", card]:
                self._place(at, card)
            case ["progress" | "keep", token]:
                me.tokens.add(token)
                effects = self.facts["tokens"][token].get("effects", ())
                me.coins += sum(effect["amount"] for effect in effects if effect["type"] == "coins")
                self._look_at_symbols(at)

    # ---- what a thing costs ------------------------------------------------------------------------------------

    def _pay(self, at: int, cost: dict[str, int], colour: str) -> None:
        me, other = self.seats[at], self.seats[1 - at]
        missing = Counter({what: n for what, n in cost.items() if what != "coins"})
        for effect in me.effects("produces"):
            missing[effect["resource"]] -= effect["amount"]
        units = [resource for resource, n in missing.items() for _ in range(n)]
        traded = self._cheapest(at, units, colour)
        me.coins -= cost.get("coins", 0) + traded
        if any(other.effects("trade-income")):
            other.coins += traded

    def _cheapest(self, at: int, units: list[str], colour: str) -> int:
        """Return the coins for missing units, over all ways to use what gives one of several, and discounts."""
        me = self.seats[at]
        givers = [RAW if effect["of"] == "raw" else MANUFACTURED for effect in me.effects("produces-one-of")]
        units_off = sum(effect["units"] for effect in me.effects("discount") if effect["on"] == colour)
        bills = []
        for given in product(*givers):
            left = Counter(units)
            left.subtract(given)
            prices = sorted(self._price(at, unit) for unit, n in left.items() for _ in range(n))
            bills.append(sum(prices[: max(0, len(prices) - units_off)]))
        return min(bills)

    def _price(self, at: int, unit: str) -> int:
        table, theirs = self.facts["table"], self.seats[1 - at]
        if any(unit in effect["of"] for effect in self.seats[at].effects("fixed-price")):
            return int(table["fixed_price"])
        symbols = sum(each["amount"] for each in theirs.effects("produces", "cards") if each["resource"] == unit)
        return int(table["trade_coins"] + table["trade_coins_per_symbol"] * symbols)

    # ---- what it brings ----------------------------------------------------------------------------------------

    def _place(self, at: int, card: str) -> None:
        self.seats[at].cards.add(card)
        self._work(at, self.facts["cards"][card], self.facts["cards"][card]["colour"])
        self._look_at_symbols(at)

    def _work(self, at: int, thing: dict[str, Any], colour: str) -> None:
        me, other = self.seats[at], self.seats[1 - at]
        for effect in thing.get("effects", ()):
            match effect["type"]:
                case "coins":
                    me.coins += effect["amount"]
                case "coins-per":
                    me.coins += effect["amount"] * sum(me.number(what) for what in effect["of"])
                case "majority":
                    me.coins += effect.get("coins", 0) * self._most(effect)
                case "opponent-loses":
                    other.coins = max(0, other.coins - effect["amount"])
                case "shields":
                    more = sum(each["amount"] for each in me.effects("more-shields")) if colour == "red" else 0
                    self._push(at, effect["amount"] + more)

    def _most(self, effect: dict[str, Any]) -> int:
        """Count in the city that has more (19)."""
        every = effect.get("every", 1)
        return max(sum(seat.number(what) for what in effect["of"]) // every for seat in self.seats)

    def _push(self, at: int, spaces: int) -> None:
        """Move the pawn towards the other seat, past every token on its way (13)."""
        capital, other = self.facts["military"]["capital"], self.seats[1 - at]
        ahead = min(self._ahead(at) + spaces, capital)
        if ahead > self._ahead(at):
            self.pawn = ahead if at == 0 else -ahead
            for space in [each for each in other.camps if each <= ahead]:
                other.coins = max(0, other.coins - other.camps.pop(space))
            if ahead == capital:
                self.victor = at

    def _ahead(self, at: int) -> int:
        return self.pawn if at == 0 else -self.pawn

    def _look_at_symbols(self, at: int) -> None:
        if len(self.seats[at].symbols()) >= self.facts["table"]["winning_symbols"]:
            self.victor = at

    # ---- points ------------------------------------------------------------------------------------------------

    def points(self, at: int) -> dict[str, int]:
        seat, facts = self.seats[at], self.facts
        found: Counter[str] = Counter()
        for card in seat.cards:
            colour = facts["cards"][card]["colour"]
            found["guilds" if colour == "purple" else colour] += facts["cards"][card].get("points", 0)
        found["guilds"] += sum(each["points"] * self._most(each) for each in seat.effects("majority"))
        each_token = sum(effect["amount"] for effect in seat.effects("points-per-token"))
        zones = [zone["points"] for zone in facts["military"]["zones"] if zone["from"] <= self._ahead(at)]
        return with_total(
            {
                "military": zones[-1] if zones else 0,
                "blue": found["blue"],
                "green": found["green"],
                "yellow": found["yellow"],
                "guilds": found["guilds"],
                "wonders": sum(facts["wonders"][wonder].get("points", 0) for wonder in seat.wonders),
                "progress": sum(facts["tokens"][token].get("points", 0) + each_token for token in seat.tokens),
                "coins": seat.coins // facts["table"]["coins_per_point"],
            }
        )

    # ---- what the house has counted ----------------------------------------------------------------------------

    def count(self, what: str, n: int) -> None:
        kind, *thing = what.split()
        if kind == "pawn":
            self.pawn = n
        elif kind == "coins":
            self.seats[int(thing[0]) - 1].coins = n
        elif kind in ("card", "token", "wonder"):
            lies = f"{kind}s"
            for seat in self.seats:
                if n or seat is self.seats[int(thing[1]) - 1]:
                    getattr(seat, lies).discard(thing[0])
            if n:
                getattr(self.seats[int(thing[1]) - 1], lies).add(thing[0])


def judged(text: str) -> Verdict:
    """Judge a record of Duel."""
    game = Duel(text)
    game.play()
    scores = [game.points(seat) for seat in (0, 1)]
    civilian = best(scores, [score["blue"] for score in scores])
    return Verdict(scores, civilian if game.victor is None else [game.victor + 1])
