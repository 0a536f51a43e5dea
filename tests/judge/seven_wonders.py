"""A judge of 7 Wonders with Leaders: legal lines, points and views from a record and the two data files.

Numbers in brackets are rulings of docs/facts-seven-wonders.md.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations_with_replacement, permutations
from typing import Any

from tests.judge.record import Asked, Judge, Played, Question, best, with_total

SYMBOLS = ("compass", "gear", "tablet")
TURNS = 6
PAYEES = ("left", "right", "bank")
RAW = {"wood", "stone", "clay", "ore"}


Units = tuple[str, ...]  # resources
Offers = tuple[Units, ...]  # producers, each of one of its resources


@cache
def payments(needs: Units, own: Offers, sellers: tuple[tuple[str, int, Offers], ...]) -> frozenset[tuple[int, ...]]:
    """Return the least sums (left, right, bank) that cover all units; sellers: whom, the price, what is sold (7, 8)."""
    ways = {(needs, (0, 0, 0))}
    for producer in own:
        ways |= {(remove_unit(left, unit), paid) for left, paid in ways for unit in producer if unit in left}
    for to, price, offers in sellers:
        for producer in offers:
            more = {(left, paid, unit) for left, paid in ways for unit in producer if unit in left}
            at = PAYEES.index(to)
            ways |= {
                (remove_unit(left, unit), (*paid[:at], paid[at] + price, *paid[at + 1 :])) for left, paid, unit in more
            }
    sums = {paid for left, paid in ways if not left}
    return frozenset(
        each for each in sums if not any(other != each and all(map(int.__le__, other, each)) for other in sums)
    )


def remove_unit(units: Units, unit: str) -> Units:
    at = units.index(unit)
    return units[:at] + units[at + 1 :]


def producers(effects: Iterable[Mapping[str, Any]]) -> list[Units]:
    """List what gives a unit each, of one of its resources."""
    return [tuple(effect["of"]) for effect in effects for _ in range(effect.get("amount", 1))]


class Seat:
    """The cards, leaders, stages and coins of one seat."""

    def __init__(self, board: str, coins: int, facts: Mapping[str, Any]) -> None:
        self.facts, self.name = facts, board
        self.board: dict[str, Any] = facts["boards"][board]
        self.coins = coins
        self.hand: list[str] = []  # cards; in the draft leaders
        self.held = 0  # cards in the hand, known or not
        self.own: list[str] = []  # unplayed leaders, where they are known
        self.unplayed = 0  # leaders
        self.choice: list[str] | None = None  # in secret
        self.cards: list[str] = []
        self.stages = 0
        self.leaders: list[str] = []  # face up
        self.recruited_in: dict[str, int] = {}
        self.buried: dict[str, int] = {}  # points of each
        self.buried_as: dict[str, int] = {}  # the age that counted
        self.tokens: list[int] = []
        self.spent = False  # the first income of this turn has come
        self.counted: Counter[str] = Counter()  # shields and symbols beyond what lies there, as people have counted

    def things(self) -> Iterator[dict[str, Any]]:
        """Yield everything that works in the city."""
        yield from (self.facts["cards"][card] for card in self.cards)
        yield from self.board["stages"][: self.stages]
        yield from (self.facts["leaders"][leader] for leader in self.leaders)

    def effects(self, kind: str) -> list[dict[str, Any]]:
        return [effect for thing in self.things() for effect in thing["effects"] if effect["type"] == kind]

    def amount(self, kind: str) -> int:
        return sum(effect["amount"] for effect in self.effects(kind))

    def shields(self) -> int:
        return self.amount("shields") + self.counted["shields"]

    def symbols(self) -> Counter[str]:
        found = Counter(effect["symbol"] for effect in self.effects("science"))
        found.update({symbol: self.counted[symbol] for symbol in SYMBOLS})
        return found

    def number(self, what: str) -> int:
        """Count cards of a colour, stages, victory tokens or coins."""
        match what:
            case "stage":
                return self.stages
            case "victory-token":
                return sum(1 for token in self.tokens if token > 0)
            case "coin":
                return self.coins
        return sum(1 for card in self.cards if self.facts["cards"][card]["colour"] == what)


class SevenWonders(Judge):
    """A game as far as its lines go."""

    def __init__(self, header: Mapping[str, str], facts: Mapping[str, Any]) -> None:
        super().__init__(header, facts)
        self.table = facts["table"]
        self.with_leaders = "leaders" in self.variant
        self.rules = header.get("rules", "").replace(" ", "").split(",")
        coins = facts["draft"]["start_coins"] if self.with_leaders else self.table["start_coins"]
        self.seats = [Seat(board.strip(), coins, facts) for board in header["seats"].split(",")]
        groups = {"standard", "expert"} if "experts" in self.variant else {"standard"}
        self.pool = [name for name, each in facts["leaders"].items() if each["group"] in groups]
        self.box = sorted(self.pool) if self.with_leaders else []  # leaders; their names only where hands are dealt
        self.boxed = len(self.box)
        self.age = self.turn = 0
        self.asked: str | None = None
        self.discard: list[tuple[int, str | None]] = []  # cards by age, with their names where they are known
        self.rebuilds: list[int] = []  # seats that may build out of the discard this turn

    # ---- the course of a game ----------------------------------------------------------------------------------

    def play(self) -> Played:
        if self.with_leaders:
            yield from self._draft()
        for age in (1, 2, 3):
            self.age, self.turn = age, 0
            recruiting = [at for at, seat in enumerate(self.seats) if seat.unplayed]
            if recruiting:
                yield from self._round("recruit", recruiting)
            yield from self._deal_age()
            for turn in range(1, TURNS + 1):
                self.turn = turn
                yield from self._round("play", [*range(len(self.seats))])
                self._pass_hands(self.table["passing"][age - 1])
            self._fight()

    def _draft(self) -> Played:
        dealt = self.facts["draft"]["dealt"]
        for at, seat in enumerate(self.seats):
            if self.eager:
                words = yield from self._hand(f"deal {at + 1}", dict.fromkeys(self.box, 1), dealt)
                seat.hand, seat.held = words, dealt
                self.box = [leader for leader in self.box if leader not in words]
            else:
                seat.unplayed = dealt
            self.boxed -= dealt
        for _ in range(dealt - 1 if self.eager else 0):
            yield from self._choices(
                "draft", [*range(len(self.seats))], lambda at: self._each("keep", self.seats[at].hand)
            )
            for seat in self.seats:
                self._keep(seat, (seat.choice or [])[1])
            self._pass_hands(self.facts["draft"]["passing"])
        for seat in self.seats if self.eager else ():
            self._keep(seat, seat.hand[0])

    def _keep(self, seat: Seat, leader: str) -> None:
        seat.hand.remove(leader)
        seat.own.append(leader)
        seat.held, seat.unplayed, seat.choice = seat.held - 1, seat.unplayed + 1, None

    def _pass_hands(self, to: str) -> None:
        if self.turn == TURNS:
            return
        hands = [(seat.hand, seat.held) for seat in self.seats]
        for at, seat in enumerate(self.seats):
            seat.hand, seat.held = hands[self._right(at) if to == "left" else self._left(at)]

    def _hand(self, pending: str, stock: dict[str, int], number: int, guilds: int = 0) -> Asked:
        """Wait for a hand out of these copies, with so many guilds at most."""
        of_guilds = [card for card in stock if card in self.facts["cards"] and self._is_guild(card)]

        def fits(line: str) -> bool:
            hand = line.split()[2:]
            few = all(n <= stock.get(card, 0) for card, n in Counter(hand).items())
            few = few and sum(card in of_guilds for card in hand) <= guilds
            return line == " ".join([pending, *sorted(hand)]) and len(hand) == number and few

        listed = {card: n for card, n in stock.items() if guilds or card not in of_guilds}
        listed |= {"guilds": guilds} if guilds else {}
        question = Question(lambda: {f"{pending} {what}": n for what, n in listed.items() if n}, pending, fits)
        return (yield from self._wait(question))[2:]

    def _deal_age(self) -> Played:
        deck = Counter(
            {card: self._copies(card) for card, facts in self.facts["cards"].items() if facts["age"] == self.age}
        )
        guilds = {card for card in deck if self._is_guild(card)}
        guilds_left = len(self.seats) + self.table["more_guilds"] if guilds else 0
        for at, seat in enumerate(self.seats):
            seat.held = self.table["hand"]
            if self.eager:
                seat.held = 0
                seat.hand = yield from self._hand(f"deal {at + 1}", deck, self.table["hand"], guilds_left)
                seat.held = self.table["hand"]
                deck -= Counter(seat.hand)
                guilds_left -= sum(card in guilds for card in seat.hand)

    def _is_guild(self, card: str) -> bool:
        return bool(self.facts["cards"][card]["colour"] == "purple")

    def _copies(self, card: str) -> int:
        """Count the copies of a card that may be in the game."""
        seats = len(self.seats)
        return 1 if self._is_guild(card) else sum(n <= seats for n in self.facts["cards"][card]["copies_at"])

    def _left(self, at: int) -> int:
        return (at + 1) % len(self.seats)

    def _right(self, at: int) -> int:
        return (at - 1) % len(self.seats)

    # ---- a round: all choose, all is carried out, then what it asks ----------------------------------------------

    def _each(self, verb: str, things: Iterable[str]) -> list[str]:
        return [f"{verb} {thing}" for thing in things]

    def _choices(self, asked: str, who: list[int], offers: Callable[[int], list[str]]) -> Played:
        """Ask all of these seats for a secret choice."""
        self.asked = asked

        def lines() -> dict[str, int]:
            left = [at for at in who if self.seats[at].choice is None]
            return {f"{at + 1} choose {what}": 1 for at in left for what in offers(at)}

        while any(self.seats[at].choice is None for at in who):
            words = yield from self._wait(Question(lines, None))
            self.seats[int(words[0]) - 1].choice = words[2:]
        self.asked = None

    def _round(self, asked: str, who: list[int]) -> Played:
        for seat in self.seats:
            seat.spent = False
        yield from self._choices(asked, who, self._recruitment if asked == "recruit" else self._uses)
        said = {at: self.seats[at].choice or [] for at in who}
        for seat in self.seats:
            seat.choice = None
        yield from self._carry_out(said)
        if self.turn == TURNS:
            for at, seat in enumerate(self.seats):
                if seat.effects("seventh-card") and seat.held:
                    seat.spent = False  # a turn of its own (14)
                    words = yield from self._ask("seventh", at, lambda at=at: self._uses(at))
                    yield from self._carry_out({at: words})
            for seat in self.seats:
                self.discard += [(self.age, card) for card in seat.hand if self.eager]
                self.discard += [(self.age, None)] * (0 if self.eager else seat.held)
                seat.hand, seat.held = [], 0
        for at in self.rebuilds:
            yield from self._rebuild(at)
        self.rebuilds = []

    def _ask(self, asked: str, at: int, offers: Callable[[], list[str]]) -> Asked:
        """Ask one seat in public; return the words without the seat."""
        self.asked = asked
        words = yield from self.ask(lambda: [f"{at + 1} {what}" for what in offers()])
        self.asked = None
        return words[1:]

    # ---- what a seat may choose --------------------------------------------------------------------------------

    def _recruitment(self, at: int) -> list[str]:
        seat = self.seats[at]
        things = sorted(seat.own) if self.eager else [""]
        recruits = [leader for leader in self._unplayed(at) if self._price(at, leader) <= seat.coins]
        return self._each("recruit", recruits) + self._face_down(at, things)

    def _unplayed(self, at: int) -> list[str]:
        """List the leaders that a seat may hold."""
        if self.eager:
            return sorted(self.seats[at].own)
        said = {(seat.choice or ["", ""])[1] for seat in self.seats if (seat.choice or [""])[0] == "recruit"}
        played = said.union(*({*seat.leaders, *seat.buried} for seat in self.seats))
        return [leader for leader in self.pool if leader not in played]

    def _face_down(self, at: int, things: list[str]) -> list[str]:
        """List the uses of things whose faces do not matter; "": nobody says which it is."""
        seat, stages = self.seats[at], []
        if seat.stages < len(seat.board["stages"]):
            stages = self._paid(at, seat.board["stages"][seat.stages].get("cost", {}), "stage")
        return [" ".join(filter(None, ("stage", thing, paid))) for thing in things for paid in stages] + [
            f"sell {thing}".strip() for thing in things
        ]

    def _uses(self, at: int) -> list[str]:
        seat = self.seats[at]
        builds = []
        for card in sorted({*seat.hand}) if self.eager else self._list_unknown({self.age}):
            if self._has_name(seat, card):
                continue  # (3)
            fact = self.facts["cards"][card]
            free = self._has_chain(seat, card) or self._for_nothing(seat, fact["colour"])
            ways = [""] if free else self._paid(at, fact.get("cost", {}), fact["colour"])
            builds += [f"build {card} {paid}".strip() for paid in ways]
        return builds + self._face_down(at, sorted({*seat.hand}) if self.eager else [""])

    def _has_name(self, seat: Seat, card: str) -> bool:
        name = self.facts["cards"][card].get("same_as", card)
        return any(self.facts["cards"][each].get("same_as", each) == name for each in seat.cards)

    def _count_known(self) -> Counter[str]:
        """Count the cards in cities, and those that seats have said they build now."""
        known = Counter(card for seat in self.seats for card in seat.cards)
        choices = [seat.choice for seat in self.seats if seat.choice]
        return known + Counter(words[1] for words in choices if words[0] == "build")

    def _list_unknown(self, ages: set[int]) -> list[str]:
        """List the cards of these ages of which not all copies are known."""
        known = self._count_known()
        guilds = sum(n for card, n in known.items() if self._is_guild(card))
        room = guilds < len(self.seats) + self.table["more_guilds"]
        of_ages = [card for card, fact in self.facts["cards"].items() if fact["age"] in ages]
        return [card for card in of_ages if known[card] < self._copies(card) and (room or not self._is_guild(card))]

    def _has_chain(self, seat: Seat, card: str) -> bool:
        return bool({*self.facts["cards"][card].get("chain", ())} & {*seat.cards})

    def _paid(self, at: int, cost: Mapping[str, int], what: str) -> list[str]:
        """List the payments that a seat can choose from, as their words."""
        seat = self.seats[at]
        needs = tuple(sorted(unit for unit, n in cost.items() if unit != "coins" for _ in range(n)))
        own = producers(seat.effects("produces"))
        own += [(seat.board["start"],)] if "start" in seat.board else []
        own += [(*{*needs},) for effect in seat.effects("resource-less") if effect["on"] == what]
        single = Counter(unit for offer in own if len(offer) == 1 for unit in offer)
        needs = tuple(sorted((Counter(needs) - single).elements()))  # what gives one thing alone gives it first
        offers = tuple(sorted(offer for offer in own if len(offer) > 1 and {*offer} & {*needs}))
        sellers = [("bank", effect["price"], ((*{*needs},),)) for effect in seat.effects("bank-trade")]
        for side, other in (("left", self.seats[self._left(at)]), ("right", self.seats[self._right(at)])):
            sold = [(other.board["start"],)] if "start" in other.board else []
            sold += producers(effect for effect in other.effects("produces") if effect.get("sold"))
            for raw in (True, False):
                fitting = tuple(sorted(offer for offer in sold if (offer[0] in RAW) == raw and {*offer} & {*needs}))
                sellers.append((side, self._trade_price(seat, side, "raw" if raw else "manufactured"), fitting))
        lines = []
        for sums in payments(needs, offers, tuple(sellers)):
            if sum(sums) + cost.get("coins", 0) <= seat.coins:
                lines.append(" ".join(f"{to} {n}" for to, n in zip(PAYEES, sums, strict=True) if n))
        return lines

    def _trade_price(self, seat: Seat, side: str, goods: str) -> int:
        cheap = [each["price"] for each in seat.effects("trade") if each["goods"] == goods and side in each["with"]]
        return min([self.table["trade"], *cheap])

    # ---- what is done ------------------------------------------------------------------------------------------

    def _carry_out(self, said: dict[int, list[str]]) -> Played:
        bills = {at: self._bill(at, words) for at, words in said.items()}
        for at, (printed, paid, _) in bills.items():
            self.seats[at].coins -= printed + sum(paid.values())
            self.seats[self._left(at)].coins += paid["left"]
            self.seats[self._right(at)].coins += paid["right"]
        for at, words in said.items():
            self._place(at, words)
        self.victims: list[int] = []  # who has to give up a victory token
        for at, words in said.items():
            self._income(at, words, *bills[at][1:])
        if not self.turn and self.age == 3:  # what was not recruited goes back into the box (24)
            for seat in self.seats:
                if not seat.board.get("ability", {}).get("keeps_leaders"):
                    self.box = sorted([*self.box, *seat.own])
                    self.boxed, seat.unplayed, seat.own = self.boxed + seat.unplayed, 0, []
        yield from self._ask_after(
            [(at, effect) for at, words in said.items() for effect in self._stage_effects(at, words)]
        )

    def _stage_effects(self, at: int, words: list[str]) -> list[dict[str, Any]]:
        """Return the effects of the stage that a seat has just built."""
        seat = self.seats[at]
        return list(seat.board["stages"][seat.stages - 1]["effects"]) if words[0] == "stage" else []

    def _ask_after(self, effects: list[tuple[int, dict[str, Any]]]) -> Played:
        yield from self._lose_tokens()
        for at, effect in effects:
            if effect["type"] == "draw-leaders" and (number := min(effect["amount"], self.boxed)):
                yield from self._draw(at, number)
        for at, effect in effects:
            if effect["type"] == "extra-leader":
                yield from self._extra(at)
        for at, effect in effects:
            if effect["type"] == "bury" and self.seats[at].leaders:
                yield from self._bury(at, effect["times"])
        self.rebuilds = [at for at, effect in effects if effect["type"] == "rebuild"] + self.rebuilds

    def _lose_tokens(self) -> Played:
        """Ask each victim of Telesilla to give up a victory token (29)."""
        for at in self.victims:
            tokens = self.seats[at].tokens
            if any(token > 0 for token in tokens):
                words = yield from self._ask(
                    "lose", at, lambda held=tokens: [f"lose {token}" for token in {*held} if token > 0]
                )
                tokens.remove(int(words[1]))
        self.victims = []

    def _draw(self, at: int, number: int) -> Played:
        """Give Roma leaders out of the box (25)."""
        seat = self.seats[at]
        if self.eager:
            words = yield from self._hand(f"draw {at + 1}", dict.fromkeys(self.box, 1), number)
            seat.own += words
            self.box = [leader for leader in self.box if leader not in words]
        self.boxed -= number
        seat.unplayed += number

    def _extra(self, at: int) -> Played:
        """Ask Roma to recruit one more leader, if it can (26)."""
        seat = self.seats[at]

        def offers() -> list[str]:
            leaders = self._unplayed(at) if seat.unplayed else []
            return self._each("recruit", [each for each in leaders if self._price(at, each) <= seat.coins])

        if offers():
            words = yield from self._ask("extra", at, lambda: [*offers(), "done"])
            if words[0] == "recruit":
                seat.coins -= self._price(at, words[1])
                self._turn_up(at, words[1])
                self._apply_effects(at, self.facts["leaders"][words[1]])
                yield from self._lose_tokens()

    def _bury(self, at: int, times: int) -> Played:
        seat = self.seats[at]
        _, leader = yield from self._ask("bury", at, lambda: self._each("bury", seat.leaders))
        seat.leaders.remove(leader)
        seat.buried_as[leader] = self._burial_age(seat, leader)
        seat.buried[leader] = times * self._cost(leader, seat.buried_as[leader])

    def _burial_age(self, seat: Seat, leader: str) -> int:
        return self.age if "burial-counts-its-own-age=yes" in self.rules else seat.recruited_in[leader]

    def _rebuild(self, at: int) -> Played:
        """Build a card of the discard for nothing; nobody must (18, 19, 20)."""
        seat, forced = self.seats[at], "rebuild-is-forced=yes" in self.rules

        def offers() -> list[str]:
            cards = {card for _, card in self.discard if card}
            if not self.eager:
                cards = {*self._list_unknown({age for age, _ in self.discard})}
            return self._each("rebuild", [card for card in cards if not self._has_name(seat, card)])

        if offers():
            words = yield from self._ask("rebuild", at, lambda: offers() + ["done"] * (not forced))
            if words[0] == "rebuild":
                card = words[1]
                self.discard.remove((self.facts["cards"][card]["age"], card if self.eager else None))
                seat.cards.append(card)
                self._apply_effects(at, self.facts["cards"][card])
                self._for_building(at, card)

    def _bill(self, at: int, words: list[str]) -> tuple[int, Counter[str], bool]:
        """Return printed coins, what is paid for resources and to whom, and whether a chain makes it free."""
        paid: Counter[str] = Counter()
        for to in ("left", "right", "bank"):
            if to in words:
                paid[to] = int(words[words.index(to) + 1])
        seat = self.seats[at]
        match words:
            case ["build", card, *_]:
                chain = self._has_chain(seat, card)
                free = chain or self._for_nothing(seat, self.facts["cards"][card]["colour"])
                return 0 if free else self.facts["cards"][card].get("cost", {}).get("coins", 0), paid, chain
            case ["stage", *_]:
                return seat.board["stages"][seat.stages]["cost"].get("coins", 0), paid, False
            case ["recruit", leader]:
                return self._price(at, leader), paid, False
        return 0, paid, False

    def _for_nothing(self, seat: Seat, colour: str) -> bool:
        """Check whether Olympia or Ramses makes a card of this colour free now (10)."""
        turns = {"first": 1, "last": TURNS}
        return (
            any(turns[effect["turn"]] == self.turn for effect in seat.effects("free-turn"))
            or any(effect["of"] == colour for effect in seat.effects("free-cards"))
            or (bool(seat.effects("free-colours")) and not seat.number(colour))
        )

    def _cost(self, leader: str, age: int) -> int:
        return age if self.facts["leaders"][leader].get("by_age") else int(self.facts["leaders"][leader]["cost"])

    def _price(self, at: int, leader: str) -> int:
        """Return what recruiting a leader costs now (23)."""
        seat = self.seats[at]
        own = seat.board.get("ability", {})
        if own.get("leaders_free") or seat.effects("leaders-free"):
            return 0
        beside = [self.seats[other].board.get("ability", {}) for other in {self._left(at), self._right(at)}]
        less = own.get("discount", 0) + sum(each.get("neighbours_discount", 0) for each in beside)
        return int(max(0, self._cost(leader, self.age) - less))

    def _place(self, at: int, words: list[str]) -> None:
        """Put a thing where it goes: a leader in recruitment, otherwise a card."""
        seat = self.seats[at]
        thing = words[1] if self.eager or words[0] in ("build", "recruit") else None
        if words[0] == "recruit":
            self._turn_up(at, words[1])
        elif not self.turn:  # out of the game (21)
            seat.unplayed -= 1
            seat.own = [leader for leader in seat.own if leader != thing]
        else:
            seat.held -= 1
            if self.eager:
                seat.hand.remove(words[1])
        if words[0] == "build":
            seat.cards.append(words[1])
        elif words[0] == "stage":
            seat.stages += 1
        elif words[0] == "sell" and self.turn:
            self.discard.append((self.age, thing))

    def _turn_up(self, at: int, leader: str) -> None:
        seat = self.seats[at]
        seat.leaders.append(leader)
        seat.recruited_in[leader] = self.age
        seat.unplayed -= 1
        seat.own = [each for each in seat.own if each != leader]

    # ---- income ------------------------------------------------------------------------------------------------

    def _gain(self, at: int, coins: int) -> None:
        """Pay coins from the bank to a seat, with the bonus for the first of a turn (17)."""
        seat = self.seats[at]
        if coins:
            seat.coins += coins
            if not seat.spent and seat.effects("extra-coin"):
                seat.spent = True
                seat.coins += seat.amount("extra-coin")

    def _income(self, at: int, words: list[str], paid: Counter[str], chain: bool) -> None:
        seat = self.seats[at]
        match words:
            case ["sell", *_]:
                self._gain(at, self.table["sale"])
            case ["build", card, *_]:
                self._apply_effects(at, self.facts["cards"][card])
                self._for_building(at, card)
                self._gain(at, seat.amount("coins-on-chain") if chain else 0)
            case ["stage", *_]:
                self._apply_effects(at, seat.board["stages"][seat.stages - 1])
            case ["recruit", leader]:
                self._apply_effects(at, self.facts["leaders"][leader])
        self._gain(at, seat.amount("coin-after-purchase") * ((paid["left"] > 0) + (paid["right"] > 0)))

    def _for_building(self, at: int, card: str) -> None:
        brings = [
            each
            for each in self.seats[at].effects("coins-on-build")
            if each["of"] == self.facts["cards"][card]["colour"]
        ]
        self._gain(at, sum(each["amount"] for each in brings))

    def _apply_effects(self, at: int, thing: dict[str, Any]) -> None:
        """Apply the immediate effects of a thing, counting the things in all cities (11)."""
        seat = self.seats[at]
        for effect in thing["effects"]:
            match effect["type"]:
                case "coins":
                    self._gain(at, effect["amount"])
                case "per" if effect.get("coins"):
                    self._gain(at, effect["coins"] * self._per(at, effect))
                case "victory-token":
                    seat.tokens.append(self.table["victory"][self.age - 1])
                    self._gain(at, seat.amount("coins-on-token"))
                case "purge":
                    seat.tokens = [token for token in seat.tokens if token > 0]
                    self.victims = [other for other in range(len(self.seats)) if other != at]
                case "rebuild" if thing in self.facts["leaders"].values():
                    self.rebuilds.append(at)

    def _per(self, at: int, effect: dict[str, Any]) -> int:
        where = {"self": at, "left": self._left(at), "right": self._right(at)}
        return sum(self.seats[where[city]].number(what) for city in effect["cities"] for what in effect["of"])

    def _fight(self) -> None:
        """Give all tokens, then pay what they bring (30)."""
        shields = [seat.shields() for seat in self.seats]
        won = [0] * len(self.seats)
        for at, seat in enumerate(self.seats):
            seat.spent = False
            for other in (self._left(at), self._right(at)):
                if shields[at] > shields[other]:
                    seat.tokens.append(self.table["victory"][self.age - 1])
                    won[at] += 1
                elif shields[at] < shields[other]:
                    loser = self.seats[other] if seat.effects("defeat-to-winner") else seat
                    loser.tokens.append(-self.table["defeat"])
        for at, seat in enumerate(self.seats):
            self._gain(at, seat.amount("coins-on-token") * won[at])

    # ---- points ------------------------------------------------------------------------------------------------

    def points(self, at: int) -> dict[str, int]:
        seat = self.seats[at]
        of: Counter[str] = Counter()
        for card in seat.cards:
            of[self.facts["cards"][card]["colour"]] += self._worth(at, self.facts["cards"][card])
        science, of_sets = self._science(seat)
        return with_total(
            {
                "military": sum(seat.tokens),
                "treasury": seat.coins // self.table["coins_per_point"],
                "wonder": sum(self._worth(at, stage) for stage in seat.board["stages"][: seat.stages])
                + sum(seat.buried.values()),
                "blue": of["blue"],
                "science": science,
                "yellow": of["yellow"],
                "guilds": of["purple"],
                "leaders": sum(self._worth(at, self.facts["leaders"][leader]) for leader in seat.leaders) + of_sets,
            }
        )

    def _worth(self, at: int, thing: dict[str, Any]) -> int:
        return sum(self._points_of(at, effect) for effect in thing["effects"])

    def _points_of(self, at: int, effect: dict[str, Any]) -> int:
        seat, beside = self.seats[at], [self.seats[self._left(at)], self.seats[self._right(at)]]
        points = int(effect.get("points", 0))
        match effect["type"]:
            case "points":
                return int(effect["amount"])
            case "per":
                return points * self._per(at, effect)
            case "whole-wonder":
                return points if seat.stages == len(seat.board["stages"]) else 0
            case "per-coins":
                return points * (seat.coins // int(effect["coins"]))
            case "per-set":
                return points * min(seat.number(what) for what in effect["of"])
            case "most":
                return points if seat.number(effect["of"]) > max(each.number(effect["of"]) for each in beside) else 0
            case "no-defeat":
                return 0 if any(token < 0 for token in seat.tokens) else points
            case "only-leader":
                return points if len(seat.leaders) == 1 else 0
            case "token-pairs":
                return sum(n // 2 * value for value, n in Counter(seat.tokens).items() if value > 0)
        return 0

    def _science(self, seat: Seat) -> tuple[int, int]:
        """Return the points for science, and those of Aristotle for sets, which together are most (32)."""
        symbols = seat.symbols()
        each_set = sum(effect["points"] for effect in seat.effects("per-science-set"))
        ways = set()
        for wild in combinations_with_replacement(SYMBOLS, symbols["any"]):
            held = Counter({symbol: symbols[symbol] for symbol in SYMBOLS}) + Counter(wild)
            ways.add(tuple(held[symbol] for symbol in SYMBOLS))
        for _ in seat.effects("more-of-most-common"):
            more = {(*way[:n], way[n] + 1, *way[n + 1 :]) for way in ways for n in range(3) if way[n] == max(way)}
            ways = {way for way in ways if not max(way)} | {way for way in more if sum(way) > 1}
        for _ in seat.effects("replace-symbol"):
            for way in [*ways]:
                for lost, won in permutations(range(3), 2):
                    if way[lost]:
                        ways.add(tuple(n - (at == lost) + (at == won) for at, n in enumerate(way)))
        points = []
        for way in ways:
            science = sum(n * n for n in way) + self.table["set_of_symbols"] * min(way)
            points.append((science + each_set * min(way), science, each_set * min(way)))
        return max(points)[1:]

    def winners(self) -> list[int]:
        return best([self.points(at) for at in range(len(self.seats))], [seat.coins for seat in self.seats])

    # ---- what readers may know -----------------------------------------------------------------------------------

    def view(self, reader: int | None = None) -> dict[str, Any]:
        found = self.frame() | {
            "age": self.age,
            "turn": self.turn,
            "asked": self.asked,
            "seats": [self._seat(at) for at in range(len(self.seats))],
            "discard": len(self.discard),
            "box": self.boxed,
        }
        if reader is None:
            return found
        seat = self.seats[reader]
        mine: dict[str, Any] = {"hand": None, "leaders": None}
        if self.eager:
            mine = {"hand": sorted(seat.hand), "leaders": sorted(seat.own)}
        mine["choice"] = " ".join(seat.choice) if seat.choice else None
        if self.asked == "rebuild" and self.eager and self.to_act() == [reader + 1]:
            mine["discard"] = sorted(card for _, card in self.discard if card)
        return found | {"mine": mine}

    def _seat(self, at: int) -> dict[str, Any]:
        seat = self.seats[at]
        wonder, _, side = seat.name.rpartition("-")
        buries = any(effect["type"] == "bury" for stage in seat.board["stages"] for effect in stage["effects"])
        ages = {leader: self._burial_age(seat, leader) for leader in seat.leaders} | {
            leader: seat.buried_as[leader] for leader in seat.buried
        }
        ages = {leader: age for leader, age in ages.items() if self.facts["leaders"][leader].get("by_age")}
        return {
            "seat": at + 1,
            "name": self.names[at] if self.names else None,
            "wonder": wonder,
            "side": side,
            "coins": seat.coins,
            "stages": seat.stages,
            "cards": sorted(seat.cards),
            "leaders": sorted(seat.leaders),
            "buried": sorted(seat.buried),
            "shields": seat.shields(),
            "tokens": sorted(seat.tokens),
            "hand": seat.held,
            "leaders_left": seat.unplayed,
            "chosen": seat.choice is not None,
            "score": self.points(at),
        } | ({"ages": ages} if buries and ages else {})

    # ---- what the house has counted ----------------------------------------------------------------------------

    def count(self, what: str, n: int) -> None:
        kind, *thing, which = what.split()
        seat = self.seats[int(which) - 1]
        match kind:
            case "coins":
                seat.coins = n
            case "stages":
                seat.stages = n
            case "shields":
                seat.counted["shields"] += n - seat.shields()
            case "symbol":
                seat.counted[thing[0]] += n - seat.symbols()[thing[0]]
            case "defeats":
                seat.tokens = [token for token in seat.tokens if token > 0] + [-self.table["defeat"]] * n
            case "card":
                names = {thing[0], self.facts["cards"][thing[0]].get("same_as")}
                names |= {card for card in seat.cards if self.facts["cards"][card].get("same_as") == thing[0]}
                seat.cards = [card for card in seat.cards if card not in names] + [thing[0]] * n
            case "leader":
                self._count_leader(seat, thing[0], n)
            case _:
                value = int(kind.removeprefix("victories-"))
                seat.tokens = [token for token in seat.tokens if token != value] + [value] * n

    def _count_leader(self, seat: Seat, leader: str, n: int) -> None:
        for other in self.seats:
            if leader in other.leaders:
                other.leaders.remove(leader)
                other.unplayed += 1
            other.buried.pop(leader, None)
        if n:
            seat.leaders.append(leader)
            known = [each.recruited_in[leader] for each in self.seats if leader in each.recruited_in]
            seat.recruited_in[leader] = max([max(self.age, 1), *known][-1:])
            seat.unplayed = max(0, seat.unplayed - 1)
