"""A judge of Duel: legal lines, points and views from its record and data/duel.toml.

Numbers in brackets are rulings of docs/facts-duel.md.
"""

from collections import Counter
from collections.abc import Generator, Iterator, Mapping
from itertools import product
from typing import Any

from tests.judge.record import Judge, Played, Question, best, with_total

RAW = ("wood", "clay", "stone")
MANUFACTURED = ("glass", "papyrus")
BACKS = ("age", "guild")


class Seat:
    """The cards, wonders and coins of one seat."""

    def __init__(self, facts: Mapping[str, Any]) -> None:
        self.facts = facts
        self.coins = facts["table"]["start_coins"]
        self.cards: set[str] = set()
        self.wonders: dict[str, str | None] = {}  # with the card under each built one
        self.tokens: set[str] = set()
        # coins that it loses once the pawn has come so far towards it
        self.camps = {zone["from"]: zone["coins"] for zone in facts["military"]["zones"] if "coins" in zone}

    def built(self) -> list[str]:
        return [wonder for wonder, card in self.wonders.items() if card is not None]

    def effects(self, kind: str, *of: str) -> Iterator[dict[str, Any]]:
        """Yield the effects of a kind of its cards, wonders and tokens; `of`: of these alone."""
        lies = {"cards": self.cards, "wonders": self.built(), "tokens": self.tokens}
        for group in of or lies:
            for name in lies[group]:
                yield from (each for each in self.facts[group][name].get("effects", ()) if each["type"] == kind)

    def number(self, what: str) -> int:
        """Count cards of a colour, wonders or coins."""
        if what in ("coin", "wonder"):
            return self.coins if what == "coin" else len(self.built())
        return sum(1 for card in self.cards if self.facts["cards"][card]["colour"] == what)

    def science(self) -> Counter[str]:
        return Counter(effect["symbol"] for effect in self.effects("science"))


class Duel(Judge):
    """A game as far as its lines go."""

    def __init__(self, header: Mapping[str, str], facts: Mapping[str, Any]) -> None:
        super().__init__(header, facts)
        self.seats = (Seat(facts), Seat(facts))
        self.first = int(header.get("first", "1")) - 1
        self.board: set[str] = set()  # progress tokens
        self.draw: list[str] = []
        self.drawer: int | None = None
        self.offered: set[str] = set()
        self.unseen_wonders = set(facts["wonders"])
        self.age = self.turn = self.left = 0
        self.seen: set[str] = set()  # cards of which somebody has read the face
        self.taken: list[str] = []  # cards of this age that left the structure
        self.slots: dict[int, str | None] = {}  # cards that lie in the structure; None: face down, or not laid out yet
        self.backs: dict[int, bool | None] = {}  # a guild's?
        self.discarded: set[str] = set()
        self.pawn = 0  # spaces towards seat 2
        self.victory: str | None = None
        self.victor: int | None = None  # by military or science

    # ---- the course of a game ------------------------------------------------------------------------------------

    def play(self) -> Played:
        for _ in range(self.facts["table"]["board_tokens"]):
            words = yield from self.chance("reveal token", lambda: dict.fromkeys(self._tokens_in_box(), 1))
            self.board.add(words[2])
        yield from self._draft()
        active = self.first
        for age in (1, 2, 3):
            yield from self._lay_out(age)
            if age > 1:
                chooser = {1: 1, -1: 0}.get((self.pawn > 0) - (self.pawn < 0), active)  # who is behind (21)
                words = yield from self.ask(lambda seat=chooser: [f"{seat + 1} start {n}" for n in (1, 2)])
                active = int(words[2]) - 1
            while True:
                self.turn += 1
                again = yield from self._take_turn(active)
                if self.victor is not None:
                    return
                yield from self._turn_up()
                if not self.left:
                    break  # another turn is lost (15)
                active = active if again else 1 - active
        self.victory = "civilian"

    def _draft(self) -> Played:
        if "first-game" in self.variant:
            for at in (0, 1):
                whose = "first" if at == self.first else "second"
                self.seats[at].wonders = dict.fromkeys(self.facts["first_game"][whose])
            return
        for number, place in enumerate(self.facts["table"]["draft"]):
            if self.eager and number % self.facts["table"]["offered_wonders"] == 0:
                for _ in range(self.facts["table"]["offered_wonders"]):
                    words = yield from self.chance("reveal wonder", lambda: dict.fromkeys(self.unseen_wonders, 1))
                    self.offered.add(words[2])
                    self.unseen_wonders.remove(words[2])
            at = self.first if place == 1 else 1 - self.first
            from_where = self.offered if self.eager else self.unseen_wonders
            words = yield from self.ask(lambda at=at, of=from_where: [f"{at + 1} draft {wonder}" for wonder in of])
            from_where.remove(words[2])
            self.seats[at].wonders[words[2]] = None

    def _lay_out(self, age: int) -> Played:
        """Lay out an age, slot by slot; it begins with the first line (in Age III backs are of two kinds)."""
        rows = self.facts["structures"][age - 1]["rows"]
        self.places = [(row, column) for row, each in enumerate(rows) for column in each["columns"]]
        mixed = any(self._is_guild(card) for card in self._cards_of(age))
        self.backs = dict.fromkeys(range(len(self.places)), None if mixed else False)
        for slot, (row, _) in enumerate(self.places if self.eager else ()):
            if rows[row]["open"]:
                words = yield from self.chance(f"reveal {slot}", lambda n=slot: self._faces(age, n, mixed))
                self._begin(age)
                self.slots[slot] = words[2]
                self.seen.add(words[2])
                self.backs[slot] = self._is_guild(words[2])
            elif mixed:
                words = yield from self.chance(
                    f"reveal {slot}", lambda n=slot: dict(zip(BACKS, self._backs_to_come(n), strict=True))
                )
                self.backs[slot] = words[2] == "guild"
        self._begin(age)

    def _begin(self, age: int) -> None:
        if self.age < age:
            self.age, self.left, self.taken = age, len(self.places), []
            self.slots = dict.fromkeys(range(len(self.places) if self.eager else 0))

    def _backs_to_come(self, slot: int) -> tuple[int, int]:
        """Count plain backs and those of guilds in the slots from this one on."""
        guilds = self.facts["table"]["guilds"] - [self.backs[n] for n in range(slot)].count(True)
        return len(self.places) - slot - guilds, guilds

    def _faces(self, age: int, slot: int, mixed: bool) -> dict[str, int]:
        unseen = [card for card in self._cards_of(age) if card not in self.seen]
        if not mixed:
            return dict.fromkeys(unseen, 1)
        guilds = sum(map(self._is_guild, unseen))
        plain_to_come, guilds_to_come = self._backs_to_come(slot)
        return {
            card: guilds_to_come * (len(unseen) - guilds) if self._is_guild(card) else plain_to_come * guilds
            for card in unseen
        }

    def _turn_up(self) -> Played:
        for slot in [n for n in self._uncovered_slots() if self.slots[n] is None]:
            words = yield from self.chance(
                f"reveal {slot}", lambda n=slot: dict.fromkeys(self._unseen(self.backs[n]), 1)
            )
            self.slots[slot] = words[2]
            self.seen.add(words[2])

    # ---- what lies where -----------------------------------------------------------------------------------------

    def _cards_of(self, age: int) -> dict[str, Any]:
        return {name: card for name, card in self.facts["cards"].items() if card["age"] == age}

    def _is_guild(self, card: str) -> bool:
        return self.facts["cards"][card]["colour"] == "purple"

    def _unseen(self, guild: bool | None) -> list[str]:
        """List unseen cards of the age with this back."""
        return [card for card in self._cards_of(self.age) if card not in self.seen and self._is_guild(card) == guild]

    def _tokens_in_box(self) -> set[str]:
        return set(self.facts["tokens"]) - self.board - self.seats[0].tokens - self.seats[1].tokens - set(self.draw)

    def _covers(self, slot: int) -> list[int]:
        """List the slots whose cards lie on this one: in the next row, half a card to either side."""
        row, column = self.places[slot]
        return [n for n, (r, c) in enumerate(self.places) if r == row + 1 and abs(c - column) == 1]

    def _uncovered_slots(self) -> list[int]:
        return [slot for slot in self.slots if not any(above in self.slots for above in self._covers(slot))]

    def _takeable(self) -> list[str]:
        """List the cards that may be taken: uncovered ones; those that may lie there where people deal (3)."""
        if self.eager:
            return [card for slot in self._uncovered_slots() if (card := self.slots[slot])]
        if not self.left:
            return []
        guilds = sum(map(self._is_guild, self.taken))
        most = self.facts["table"]["guilds"]
        mixed = any(map(self._is_guild, self._cards_of(self.age)))
        plain_left = not mixed or len(self.taken) - guilds < len(self.places) - most
        return (self._unseen(False) if plain_left else []) + (self._unseen(True) if guilds < most else [])

    def _unbuilt(self, at: int) -> list[str]:
        """List the wonders that may still be built: none after the seventh of the game (16)."""
        if sum(len(seat.built()) for seat in self.seats) >= self.facts["table"]["max_wonders"]:
            return []
        return [wonder for wonder, card in self.seats[at].wonders.items() if card is None]

    # ---- a turn --------------------------------------------------------------------------------------------------

    def _uses(self, at: int) -> list[str]:
        me, lines = self.seats[at], []
        wonders = [each for each in self._unbuilt(at) if self._cost(at, each)[0] <= me.coins]
        for card in self._takeable():
            lines += [f"{at + 1} discard {card}", *(f"{at + 1} build {wonder} with {card}" for wonder in wonders)]
            if self._cost(at, card)[0] <= me.coins:
                lines.append(f"{at + 1} build {card}")
        return lines

    def _take_turn(self, at: int) -> Generator[Question, list[str], bool]:
        """Play a turn; return whether the same seat has another one."""
        me, other = self.seats[at], self.seats[1 - at]
        words = (yield from self.ask(lambda: self._uses(at)))[1:]
        card = words[-1]
        self.slots = {slot: each for slot, each in self.slots.items() if each != card}
        self.left -= 1
        self.taken.append(card)
        self.seen.add(card)
        if words[0] == "discard":
            table = self.facts["table"]
            me.coins += table["discard_coins"] + table["discard_coins_per_yellow"] * me.number("yellow")
            self.discarded.add(card)
            return False
        thing = words[1]
        cost, traded = self._cost(at, thing)
        me.coins -= cost
        if any(other.effects("trade-income")):
            other.coins += traded
        if thing in self.facts["cards"]:
            if self._has_chain(at, card):
                me.coins += sum(effect["amount"] for effect in me.effects("chain-coins"))
            yield from self._place(at, card)
            return False
        held = any(me.effects("wonders-play-again"))
        me.wonders[thing] = card
        yield from self._work(at, self.facts["wonders"][thing], "")
        again = any(effect["type"] == "play-again" for effect in self.facts["wonders"][thing].get("effects", ()))
        return again or held

    # ---- what a thing costs ------------------------------------------------------------------------------------

    def _has_chain(self, at: int, card: str) -> bool:
        symbol = self.facts["cards"][card].get("chain")
        return symbol is not None and any(
            self.facts["cards"][each].get("bears") == symbol for each in self.seats[at].cards
        )

    def _cost(self, at: int, thing: str) -> tuple[int, int]:
        """Return the coins for a card or a wonder in all, and those of them for missing units."""
        if thing in self.facts["wonders"]:
            cost, colour = self.facts["wonders"][thing].get("cost", {}), "wonder"
        else:
            cost, colour = self.facts["cards"][thing].get("cost", {}), self.facts["cards"][thing]["colour"]
            if self._has_chain(at, thing):
                return 0, 0
        missing = Counter({what: n for what, n in cost.items() if what != "coins"})
        for effect in self.seats[at].effects("produces"):
            missing[effect["resource"]] -= effect["amount"]
        traded = self._cheapest(at, [resource for resource, n in missing.items() for _ in range(n)], colour)
        return cost.get("coins", 0) + traded, traded

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

    def _place(self, at: int, card: str) -> Played:
        """Put a card into the city, with all that follows."""
        seat, fact = self.seats[at], self.facts["cards"][card]
        seat.cards.add(card)
        yield from self._work(at, fact, fact["colour"])
        self._look_at_symbols(at)
        if self.victor is None and self.board:
            symbols = [effect["symbol"] for effect in fact.get("effects", ()) if effect["type"] == "science"]
            if any(seat.science()[symbol] == 2 for symbol in symbols):
                words = yield from self.ask(lambda: [f"{at + 1} progress {token}" for token in self.board])
                self.board.remove(words[2])
                self._hold(at, words[2])

    def _hold(self, at: int, token: str) -> None:
        self.seats[at].tokens.add(token)
        effects = self.facts["tokens"][token].get("effects", ())
        self.seats[at].coins += sum(effect["amount"] for effect in effects if effect["type"] == "coins")
        self._look_at_symbols(at)

    def _work(self, at: int, thing: dict[str, Any], colour: str) -> Played:
        """Apply the immediate effects of a thing: coins, the pawn, then a choice unless the game ends (13)."""
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
        for effect in thing.get("effects", ()) if self.victor is None else ():
            match effect["type"]:
                case "destroy":
                    yield from self._destroy(at, effect["colour"])
                case "revive" if self.discarded:
                    words = yield from self.ask(lambda: [f"{at + 1} revive {card}" for card in self.discarded])
                    self.discarded.remove(words[2])
                    yield from self._place(at, words[2])
                case "draw-tokens":
                    yield from self._draw_tokens(at, effect["draw"])

    def _destroy(self, at: int, colour: str) -> Played:
        theirs = self.seats[1 - at].cards

        def choices() -> list[str]:
            return [f"{at + 1} destroy {card}" for card in theirs if self.facts["cards"][card]["colour"] == colour]

        if choices():
            words = yield from self.ask(choices)
            theirs.remove(words[2])
            self.discarded.add(words[2])

    def _draw_tokens(self, at: int, number: int) -> Played:
        """Draw tokens that the others do not see, and keep one; the rest goes back (20)."""
        if not self._tokens_in_box():
            return
        if self.eager:
            self.drawer = at
            for _ in range(min(number, len(self._tokens_in_box()))):
                words = yield from self.chance("reveal box", lambda: dict.fromkeys(self._tokens_in_box(), 1))
                self.draw.append(words[2])
        words = yield from self.ask(lambda: [f"{at + 1} keep {token}" for token in self.draw or self._tokens_in_box()])
        self.drawer, self.draw = None, []
        self._hold(at, words[2])

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
                self.victor, self.victory = at, "military"

    def _ahead(self, at: int) -> int:
        return self.pawn if at == 0 else -self.pawn

    def _look_at_symbols(self, at: int) -> None:
        if len(self.seats[at].science()) >= self.facts["table"]["winning_symbols"]:
            self.victor, self.victory = at, "science"

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
                "wonders": sum(facts["wonders"][wonder].get("points", 0) for wonder in seat.built()),
                "progress": sum(facts["tokens"][token].get("points", 0) + each_token for token in seat.tokens),
                "coins": seat.coins // facts["table"]["coins_per_point"],
            }
        )

    def winners(self) -> list[int]:
        scores = [self.points(at) for at in (0, 1)]
        return best(scores, [score["blue"] for score in scores]) if self.victor is None else [self.victor + 1]

    # ---- what readers may know -----------------------------------------------------------------------------------

    def view(self, reader: int | None = None) -> dict[str, Any]:
        open_slots = self._uncovered_slots() if self.slots else []
        found = self.frame() | {
            "age": self.age,
            "turn": self.turn,
            "victory": self.victory,
            "seats": [self._seat(at) for at in (0, 1)],
            "military": {
                "pawn": self.pawn,
                "tokens": {str(at + 1): sorted(seat.camps.values()) for at, seat in enumerate(self.seats)},
            },
            "tokens": sorted(self.board),
            "tokens_left": len(self._tokens_in_box()) + len(self.draw),
            "draft": sorted(self.offered),
            "left": self.left,
            "structure": {
                str(slot): {"card": card, "guild": self.backs[slot], "accessible": slot in open_slots}
                for slot, card in self.slots.items()
            },
            "discard": sorted(self.discarded),
        }
        return found | ({"draw": sorted(self.draw)} if reader is not None and reader == self.drawer else {})

    def _seat(self, at: int) -> dict[str, Any]:
        seat = self.seats[at]
        unbuilt = self._unbuilt(at)
        return {
            "seat": at + 1,
            "name": self.names[at] if self.names else None,
            "coins": seat.coins,
            "cards": sorted(seat.cards),
            "wonders": {wonder: card for wonder, card in seat.wonders.items() if card or wonder in unbuilt},
            "progress": sorted(seat.tokens),
            "science": dict(seat.science()),
            "prices": {unit: self._price(at, unit) for unit in (*RAW, *MANUFACTURED)},
            "costs": {thing: self._cost(at, thing)[0] for thing in (*self._takeable(), *unbuilt)},
            "score": self.points(at),
        }

    # ---- what the house has counted ----------------------------------------------------------------------------

    def count(self, what: str, n: int) -> None:
        kind, *thing = what.split()
        if kind == "pawn":
            self.pawn = n
        elif kind == "coins":
            self.seats[int(thing[0]) - 1].coins = n
        elif kind == "cards":
            self.left = n
        elif kind == "wonder":
            seat = self.seats[int(thing[1]) - 1]
            if bool(seat.wonders[thing[0]]) != bool(n):
                self.seen.discard(seat.wonders[thing[0]] or "")
                seat.wonders[thing[0]] = "unknown" if n else None
        else:
            self._count_thing(f"{kind}s", thing[0], self.seats[int(thing[1]) - 1], n)

    def _count_thing(self, kind: str, thing: str, whose: Seat, n: int) -> None:
        """Put a card or a token before a seat, from wherever it was; or take it away."""
        if (thing in getattr(whose, kind)) == bool(n):
            return
        for seat in self.seats:
            getattr(seat, kind).discard(thing)
            if kind == "cards" and n:
                seat.wonders |= {wonder: "unknown" for wonder, card in seat.wonders.items() if card == thing}
        if n:
            getattr(whose, kind).add(thing)
        if kind == "cards":
            self.discarded.discard(thing)
            (self.seen.add if n else self.seen.discard)(thing)
        elif n:
            self.board.discard(thing)
        elif len(self.board) + sum(len(seat.tokens) for seat in self.seats) < self.facts["table"]["board_tokens"]:
            self.board.add(thing)
