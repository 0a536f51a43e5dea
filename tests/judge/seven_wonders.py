"""Points of a game of 7 Wonders with Leaders from its record and its two data files, told as an age is played.

Numbers in brackets are rulings of docs/facts-seven-wonders.md. Legality is not judged here.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, permutations
from typing import Any

from tests.judge.record import EndOfRecord, Reader, Verdict, best, data, with_total

SYMBOLS = ("compass", "gear", "tablet")
TURNS = 6


def cards() -> dict[str, Any]:
    found: dict[str, Any] = data("seven_wonders")["cards"]
    return found


def leaders() -> dict[str, Any]:
    found: dict[str, Any] = data("leaders")["leaders"]
    return found


class Seat:
    """What lies before one seat."""

    def __init__(self, board: str, coins: int) -> None:
        self.board: dict[str, Any] = {**data("seven_wonders")["boards"], **data("leaders")["boards"]}[board]
        self.coins = coins
        self.cards: list[str] = []
        self.stages = 0
        self.leaders: list[str] = []  # face up
        self.recruited_in: dict[str, int] = {}
        self.buried: dict[str, int] = {}  # points of each
        self.tokens: list[int] = []
        self.unplayed = 0  # leaders
        self.spent = False  # the first income of this turn has come
        self.counted: Counter[str] = Counter()  # shields and symbols beyond what lies there, as people have counted

    def things(self) -> Iterator[dict[str, Any]]:
        """Yield everything that works in the city."""
        yield from (cards()[card] for card in self.cards)
        yield from self.board["stages"][: self.stages]
        yield from (leaders()[leader] for leader in self.leaders)

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
        return sum(1 for card in self.cards if cards()[card]["colour"] == what)


class SevenWonders(Reader):
    """A game as far as its lines go."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.table = data("seven_wonders")["table"]
        self.with_leaders, draft = "leaders" in self.variant, data("leaders")["draft"]
        coins = draft["start_coins"] if self.with_leaders else self.table["start_coins"]
        self.seats = [Seat(board.strip(), coins) for board in self.header["seats"].split(",")]
        groups = {"standard", "expert"} if "experts" in self.variant else {"standard"}
        dealt = draft["dealt"] if self.with_leaders else 0
        self.boxed = sum(1 for each in leaders().values() if each["group"] in groups) - dealt * len(self.seats)
        for seat in self.seats:
            seat.unplayed = dealt
        self.age = self.turn = 0
        self.settled = True

    def play(self, over: bool) -> None:
        """Follow the record to its end; `over`: the last conflict has been fought, too."""
        try:
            if self.with_leaders and self.eager:
                for _ in range(4 * len(self.seats)):  # each is dealt leaders, and keeps one three times
                    self.read()
            for age in (1, 2, 3):
                self._age(age, over)
        except EndOfRecord:
            pass

    def _age(self, age: int, over: bool) -> None:
        self.age, self.turn = age, 0
        recruiting = [at for at, seat in enumerate(self.seats) if seat.unplayed]
        if recruiting:
            self._round(recruiting)
        if self.eager:
            for _ in self.seats:
                self.read()
        for turn in range(1, TURNS + 1):
            self.turn = turn
            self._round([*range(len(self.seats))])
        if not self.peek_after_counts() and not (over and age == 3):
            self.settled = False
            raise EndOfRecord
        self._fight()

    def _left(self, at: int) -> int:
        return (at + 1) % len(self.seats)

    def _right(self, at: int) -> int:
        return (at - 1) % len(self.seats)

    # ---- a round: all choose, all is carried out, then what it asks ----------------------------------------------

    def _round(self, who: list[int]) -> None:
        for seat in self.seats:
            seat.spent = False
        said: dict[int, list[str]] = {}
        while len(said) < len(who):
            words = self.read()
            if words:
                assert words[1] == "choose", words
                said[int(words[0]) - 1] = words[2:]
        self._carry_out({at: said[at] for at in sorted(said)})
        while (ahead := self.peek_after_counts()) and ahead[1] != "choose" and ahead[0] != "deal":
            if words := self.read():
                self._answer(words)

    def _carry_out(self, said: dict[int, list[str]]) -> None:
        bills = {at: self._bill(at, words) for at, words in said.items()}
        for at, (printed, paid, _) in bills.items():
            self.seats[at].coins -= printed + sum(paid.values())
            self.seats[self._left(at)].coins += paid["left"]
            self.seats[self._right(at)].coins += paid["right"]
        draws = 0
        for at, words in said.items():
            draws += self._place(at, words)
        for at, words in said.items():
            self._income(at, words, *bills[at][1:])
        if not self.turn and self.age == 3:  # what was not recruited goes back into the box (24)
            for seat in self.seats:
                if not seat.board.get("ability", {}).get("keeps_leaders"):
                    self.boxed, seat.unplayed = self.boxed + seat.unplayed, 0
        if draws and not self.eager:
            self._draw(draws)

    def _bill(self, at: int, words: list[str]) -> tuple[int, Counter[str], bool]:
        """Return printed coins, what is paid for resources and to whom, and whether a chain makes it free."""
        paid: Counter[str] = Counter()
        for to in ("left", "right", "bank"):
            if to in words:
                paid[to] = int(words[words.index(to) + 1])
        seat = self.seats[at]
        match words:
            case ["build", card, *_]:
                chain = bool({*cards()[card].get("chain", ())} & {*seat.cards})
                free = chain or self._for_nothing(seat, cards()[card]["colour"])
                return 0 if free else cards()[card].get("cost", {}).get("coins", 0), paid, chain
            case ["stage", *_]:
                return seat.board["stages"][seat.stages]["cost"].get("coins", 0), paid, False
            case ["recruit", leader]:
                return self._price(at, leader), paid, False
        return 0, paid, False

    def _for_nothing(self, seat: Seat, colour: str) -> bool:
        """Whether Olympia or Ramses give a card of this colour now (10)."""
        turns = {"first": 1, "last": TURNS}
        return (
            any(turns[effect["turn"]] == self.turn for effect in seat.effects("free-turn"))
            or any(effect["of"] == colour for effect in seat.effects("free-cards"))
            or (bool(seat.effects("free-colours")) and not seat.number(colour))
        )

    def _cost(self, leader: str, age: int) -> int:
        return age if leaders()[leader].get("by_age") else int(leaders()[leader]["cost"])

    def _price(self, at: int, leader: str) -> int:
        """Return what recruiting a leader costs now (23)."""
        seat = self.seats[at]
        own = seat.board.get("ability", {})
        if own.get("leaders_free") or seat.effects("leaders-free"):
            return 0
        beside = [self.seats[other].board.get("ability", {}) for other in {self._left(at), self._right(at)}]
        less = own.get("discount", 0) + sum(each.get("neighbours_discount", 0) for each in beside)
        return int(max(0, self._cost(leader, self.age) - less))

    def _place(self, at: int, words: list[str]) -> int:
        """Put a thing where it goes; return how many leaders come out of the box by it."""
        seat = self.seats[at]
        seat.unplayed -= not self.turn  # in recruitment it is a leader, whatever is done with it
        match words:
            case ["build", card, *_]:
                seat.cards.append(card)
            case ["recruit", leader]:
                self._turn_up(at, leader)
            case ["stage", *_]:
                seat.stages += 1
                effects = seat.board["stages"][seat.stages - 1]["effects"]
                return sum(effect["amount"] for effect in effects if effect["type"] == "draw-leaders")
        return 0

    def _turn_up(self, at: int, leader: str) -> None:
        self.seats[at].leaders.append(leader)
        self.seats[at].recruited_in[leader] = self.age

    def _draw(self, most: int, number: int | None = None) -> None:
        """Give Roma leaders out of the box, as many as there are (25)."""
        drawn = min(most, self.boxed) if number is None else number
        self.boxed -= drawn
        next(seat for seat in self.seats if seat.board.get("ability", {}).get("keeps_leaders")).unplayed += drawn

    # ---- income ------------------------------------------------------------------------------------------------

    def _gain(self, at: int, coins: int) -> None:
        """Coins from the bank, more with the first of a turn (17)."""
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
                self._bring(at, cards()[card])
                self._for_building(at, card)
                self._gain(at, seat.amount("coins-on-chain") if chain else 0)
            case ["stage", *_]:
                self._bring(at, seat.board["stages"][seat.stages - 1])
            case ["recruit", leader]:
                self._bring(at, leaders()[leader])
        self._gain(at, seat.amount("coin-after-purchase") * ((paid["left"] > 0) + (paid["right"] > 0)))

    def _for_building(self, at: int, card: str) -> None:
        brings = [each for each in self.seats[at].effects("coins-on-build") if each["of"] == cards()[card]["colour"]]
        self._gain(at, sum(each["amount"] for each in brings))

    def _bring(self, at: int, thing: dict[str, Any]) -> None:
        """Do what a thing does once, counting what now lies in all cities (11)."""
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

    def _per(self, at: int, effect: dict[str, Any]) -> int:
        where = {"self": at, "left": self._left(at), "right": self._right(at)}
        return sum(self.seats[where[city]].number(what) for city in effect["cities"] for what in effect["of"])

    # ---- questions ---------------------------------------------------------------------------------------------

    def _answer(self, words: list[str]) -> None:
        if words[0] == "draw":
            self._draw(0, len(words) - 2)
            return
        at = int(words[0]) - 1
        seat = self.seats[at]
        match words[1:]:
            case ["lose", value]:
                seat.tokens.remove(int(value))
            case ["recruit", leader]:
                seat.coins -= self._price(at, leader)
                seat.unplayed -= 1
                self._turn_up(at, leader)
                self._bring(at, leaders()[leader])
            case ["bury", leader]:
                seat.leaders.remove(leader)
                ruled = "burial-counts-its-own-age=yes" in self.header.get("rules", "").replace(" ", "")
                age = self.age if ruled else seat.recruited_in[leader]
                bury = next(effect for effect in seat.board["stages"][seat.stages - 1]["effects"] if "times" in effect)
                seat.buried[leader] = bury["times"] * self._cost(leader, age)
            case ["rebuild", card]:
                seat.cards.append(card)
                self._bring(at, cards()[card])
                self._for_building(at, card)
            case [("build" | "stage" | "sell"), *_]:  # Babylon's last card is a turn of its own (14)
                seat.spent = False
                self._carry_out({at: words[1:]})

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
            of[cards()[card]["colour"]] += self._worth(at, cards()[card])
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
                "leaders": sum(self._worth(at, leaders()[leader]) for leader in seat.leaders) + of_sets,
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
                names = {thing[0], cards()[thing[0]].get("same_as")}
                names |= {card for card in seat.cards if cards()[card].get("same_as") == thing[0]}
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


def judged(text: str, over: bool = False) -> Verdict:
    """Judge a record of 7 Wonders; `over`: it is known that nothing more is asked."""
    game = SevenWonders(text)
    game.play(over)
    scores = [game.points(at) for at in range(len(game.seats))]
    return Verdict(scores, best(scores, [seat.coins for seat in game.seats]), game.settled)
