"""Questions to a line of a played record: one small question for each ruling, board, guild and leader.

The numbers are those of docs/facts-seven-wonders.md. Everything is read from the text and the JSON alone, so that any
program's replay could be asked; the printed facts only say which guilds and leaders there are.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from tests import whole_games
from tests.seven_wonders_cities import GAME

STAGES: Final = {  # boards that do not have three
    **dict.fromkeys(("babylon-night", "rhodos-night", "roma-day", "abu-simbel-night"), 2),
    "gizah-night": 4,
}
VICTORY: Final = (0, 1, 3, 5)  # by age
BOARDS: Final = tuple(
    f"{wonder}-{side}"
    for wonder in (
        *("alexandria", "babylon", "ephesos", "gizah", "halikarnassos", "olympia", "rhodos"),
        *("roma", "abu-simbel"),
    )
    for side in ("day", "night")
)


class Line(whole_games.Line):
    """A line of a record with the positions around it."""

    def __init__(self, header: Mapping[str, str], moments: Sequence[whole_games.Moment], at: int) -> None:
        super().__init__(header, moments, at)
        self.seats = len(self.before["seats"])

    @property
    def seat(self) -> int:
        """From 1; 0 for chance."""
        return int(self.words[0]) if self.words[0].isdigit() else 0

    @property
    def said(self) -> list[str]:
        """The words after the seat."""
        return self.words[1:] if self.seat else self.words

    @property
    def mine(self) -> Mapping[str, Any]:
        return self.city(self.seat)

    def city(self, seat: int, *, after: bool = False) -> Mapping[str, Any]:
        seats: Sequence[Mapping[str, Any]] = (self.after if after else self.before)["seats"]
        return seats[(seat - 1) % self.seats]

    def both(self, seat: int) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        return self.city(seat), self.city(seat, after=True)

    def coins(self, seat: int) -> int:
        """Return the change of a seat's coins by this line."""
        before, after = self.both(seat)
        return int(after["coins"] - before["coins"])

    def reveals(self) -> bool:
        """Return True if this line is the last secret choice of its round."""
        return self.said[0] == "choose" and len(self.before["to_act"]) == 1

    def round(self) -> Iterator[tuple[int, list[str]]]:
        """Yield every choice that this line reveals: the seat, and the words after `choose`."""
        if self.reveals():
            for moment in self.moments[self.at :: -1]:
                words = moment.text.split()
                if words[1:2] != ["choose"] or moment.public["asked"] != self.before["asked"]:
                    return
                yield int(words[0]), words[2:]
                if not any(seat["chosen"] for seat in moment.public["seats"]):
                    return

    def has(self, seat: int, leader: str) -> bool:
        return leader in self.city(seat)["leaders"]

    def gained(self) -> Iterator[tuple[int, str]]:
        """Yield the seats and cards that are added to cities by this line."""
        for seat in range(1, self.seats + 1):
            before, after = self.both(seat)
            yield from ((seat, card) for card in set(after["cards"]) - set(before["cards"]))


Witness = Callable[[Line], bool]


def read_payment(words: Sequence[str]) -> dict[str, int]:
    """Return the payment in the words of a choice."""
    return {name: int(words[at + 1]) for at, name in enumerate(words) if name in ("left", "right", "bank")}


def of_round(asks: Callable[[Line, int, list[str]], bool]) -> Witness:
    """Return a witness that asks about each choice as it is revealed."""
    return lambda line: any(asks(line, seat, words) for seat, words in line.round())


def finished(board: str) -> Witness:
    """Return a witness of a board's last stage."""
    stages = STAGES.get(board, 3)
    wonder, _, side = board.rpartition("-")

    def shows(line: Line) -> bool:
        pairs = (line.both(seat) for seat in range(1, line.seats + 1))
        return any(
            (after["wonder"], after["side"]) == (wonder, side) and before["stages"] < after["stages"] == stages
            for before, after in pairs
        )

    return shows


def builds_card(card: str) -> Witness:
    return lambda line: any(card == gained for _, gained in line.gained())


def recruited(leader: str) -> Witness:
    def shows(line: Line) -> bool:
        pairs = (line.both(seat) for seat in range(1, line.seats + 1))
        return any(leader in after["leaders"] and leader not in before["leaders"] for before, after in pairs)

    return shows


# ---- rulings -------------------------------------------------------------------------------------------


def _in_any_order(line: Line) -> bool:
    return line.said[0] == "choose" and line.seat != line.before["to_act"][0]


def _name_bars(line: Line) -> bool:
    if line.before["asked"] != "play" or line.lazy:
        return False
    names = [card for card in line.own[line.seat - 1]["mine"]["hand"] if card.endswith("-2")]
    barred = [card for card in names if card.removesuffix("-2") in line.mine["cards"]]
    return bool(barred) and not any(f"choose build {card}" in text for card in barred for text in line.legal)


def _fourth_by_itself(line: Line) -> bool:
    left = [seat["leaders_left"] for seat in line.before["seats"]]
    return line.before["asked"] == "draft" and line.after["asked"] == "recruit" and set(left) == {2}


def _nothing_to_rebuild(line: Line) -> bool:
    """Return True if Solomon is recruited with an empty discard, and nobody is asked."""
    return recruited("solomon")(line) and not line.before["discard"] and line.after["asked"] != "rebuild"


def _one_unit_less(line: Line, seat: int, words: list[str]) -> bool:
    """Return True if a seat with Imhotep builds a stage."""
    return words[0] == "stage" and line.has(seat, "imhotep")


def _either_neighbour(line: Line) -> bool:
    if line.said[:2] != ["choose", "build"]:
        return False
    start = " ".join(line.words[:4])
    ways = [read_payment(text.split()) for text in line.legal if text.startswith(f"{start} ")]
    return {"left": 2} in ways and {"right": 2} in ways


def _chain_free(line: Line, seat: int, words: list[str]) -> bool:
    from_library = words[0] == "build" and words[1] in ("senate", "university")
    return from_library and "library" in line.city(seat)["cards"] and not read_payment(words)


def _vitruvius(line: Line, seat: int, words: list[str]) -> bool:
    return _chain_free(line, seat, words) and line.has(seat, "vitruvius") and line.coins(seat) >= 2


def _olympia(side: str) -> Callable[[Line, int, list[str]], bool]:
    """Return a question about a free card that no city could pay: Palace and Pantheon."""

    def matches_choice(line: Line, seat: int, words: list[str]) -> bool:
        city = line.city(seat)
        first = side == "day" or line.before["turn"] == 1 or (line.before["turn"] == 6 and city["stages"] > 1)
        return (
            (city["wonder"], city["side"]) == ("olympia", side)
            and city["stages"] >= (2 if side == "day" else 1)
            and words[0] == "build"
            and words[1] in ("palace", "pantheon", "town-hall", "fortifications", "senate", "castrum", "arsenal")
            and len(words) == 2
            and first
            and len(city["cards"]) < 10
        )

    return matches_choice


def _counts_this_turn(line: Line, seat: int, words: list[str]) -> bool:
    """Return True if Vineyard counts a neighbour's brown card of the same turn."""
    beside = {seat % line.seats + 1, (seat - 2) % line.seats + 1}
    brown = ("sawmill", "quarry", "brickyard", "foundry")
    others = (other for other, said in line.round() if said[0] == "build" and said[1] in brown)
    return words[:2] == ["build", "vineyard"] and not beside.isdisjoint(others)


def _seventh(line: Line) -> bool:
    hands = [seat["hand"] for seat in line.before["seats"]]
    return line.before["asked"] == "seventh" and set(hands) == {1}


def _income_of_leaders(leader: str, coins: int) -> Callable[[Line, int, list[str]], bool]:
    """Return a question about a sale that brings the usual coins and this leader's."""
    return lambda line, seat, words: words[0] == "sell" and line.has(seat, leader) and line.coins(seat) >= 3 + coins


def _hatshepsut(line: Line, seat: int, words: list[str]) -> bool:
    return line.has(seat, "hatshepsut") and len(read_payment(words)) > 0 and "bank" not in read_payment(words)


def _bilkis(line: Line, seat: int, words: list[str]) -> bool:
    return line.has(seat, "bilkis") and read_payment(words).get("bank") == 1


def _rebuilt_pays(line: Line) -> bool:
    return line.said[0] == "rebuild" and line.said[1] == "tavern" and line.coins(line.seat) >= 5


def _leftovers(line: Line) -> bool:
    """Return True if the last cards can be rebuilt after turn 6, when the discard has more than was sold."""
    return line.said[0] == "rebuild" and line.before["turn"] == 6 and not any(s["hand"] for s in line.before["seats"])


def _declined(line: Line) -> bool:
    return line.said == ["done"] and line.before["asked"] == "rebuild"


def _forced(line: Line) -> bool:
    forced = "rebuild-is-forced=yes" in line.header.get("rules", "")
    return forced and line.before["asked"] == "rebuild" and f"{line.seat} done" not in line.legal


def _gone_leaders(line: Line) -> bool:
    """Return True if sold leaders are neither in the discard nor in the box."""
    sold = [seat for seat, words in line.round() if words[0] == "sell"]
    same = [line.before[name] == line.after[name] for name in ("discard", "box")]
    return line.before["asked"] == "recruit" and line.before["age"] < 3 and len(sold) > 0 and all(same)


def _leader_price(board: str, side: str, off: int, beside: bool = False) -> Callable[[Line, int, list[str]], bool]:
    """Return a question about a leader that this board's side makes cheaper."""
    cost = {"cleopatra": 4, "amytis": 4, "caesar": 5, "pericles": 6, "hypatia": 4, "nebuchadnezzar": 4, "ramses": 5}

    def matches_choice(line: Line, seat: int, words: list[str]) -> bool:
        where = [line.city(seat)] if not beside else [line.city(seat + 1), line.city(seat - 1)]
        there = any((city["wonder"], city["side"]) == (board, side) for city in where)
        free = line.has(seat, "maecenas") or line.city(seat)["wonder"] == "roma" != board
        if words[0] != "recruit" or words[1] not in cost or not there or free:
            return False
        return line.coins(seat) == -max(0, cost[words[1]] - off)

    return matches_choice


def _maecenas(line: Line, seat: int, words: list[str]) -> bool:
    return line.has(seat, "maecenas") and words[0] == "recruit" and line.coins(seat) == 0


def _back_into_the_box(line: Line) -> bool:
    return line.before["asked"] == "recruit" and line.before["age"] == 3 and line.after["box"] > line.before["box"]


def _bury_ends(line: Line) -> bool:
    """Return True if Caesar under the board gives no shields any more."""
    before, after = line.both(line.seat)
    return line.said == ["bury", "caesar"] and after["shields"] == before["shields"] - 2


def _bury_counts(line: Line) -> bool:
    before, after = line.both(line.seat)
    return line.said[0] == "bury" and after["score"]["wonder"] > before["score"]["wonder"]


def _own_age(line: Line) -> bool:
    by_age = ("phryne", "cornelia", "eurypyle", "theano", "makeda", "cynisca", "aganice", "nitocris")
    rule = "burial-counts-its-own-age=yes" in line.header.get("rules", "")
    return rule and line.said[0] == "bury" and line.said[1] in by_age


def _nitocris(line: Line) -> bool:
    pairs = (line.both(seat) for seat in range(1, line.seats + 1))
    token = VICTORY[line.before["age"]]
    return recruited("nitocris")(line) and any(
        len(b["tokens"]) < len(a["tokens"]) and token in a["tokens"] for b, a in pairs
    )


def _two_lose(line: Line) -> bool:
    return line.said[0] == "lose" and line.after["asked"] == "lose"


def _tomyris(line: Line) -> bool:
    """Return True if the winner of a conflict against Tomyris gets the defeat token."""
    if line.after["age"] == line.before["age"] and not line.after["over"]:
        return False
    for seat in range(1, line.seats + 1):
        for other in (seat + 1, seat - 1):
            weaker = line.city(seat, after=True)["shields"] < line.city(other, after=True)["shields"]
            before, after = line.both(other)
            got = after["tokens"].count(-1) > before["tokens"].count(-1)
            if line.has(seat, "tomyris") and weaker and got and -1 not in line.city(seat, after=True)["tokens"]:
                return True
    return False


def _shared_or_coins(line: Line) -> bool:
    totals = [seat["score"]["total"] for seat in line.after["seats"]]
    return bool(line.after["over"]) and totals.count(max(totals)) > 1 and len(line.after["winners"]) == 1


def _at_the_end(shows: Callable[[Mapping[str, Any]], bool]) -> Witness:
    return lambda line: bool(line.after["over"]) and any(shows(seat) for seat in line.after["seats"])


def _wild(seat: Mapping[str, Any]) -> bool:
    green = [c for c in seat["cards"] if c in ("academy", "study", "lodge", "university", "school", "library")]
    return "scientists-guild" in seat["cards"] and len(green) > 0 and seat["score"]["science"] > 0


RULINGS: Final[Mapping[str, Witness]] = {  # number, and the case where one ruling has several
    "1": _in_any_order,
    "3": _name_bars,
    "4": _fourth_by_itself,
    "6": _nothing_to_rebuild,
    "7": of_round(_one_unit_less),
    "8": _either_neighbour,
    "9 chain": of_round(_chain_free),
    "9 Vitruvius": of_round(_vitruvius),
    "10 day": of_round(_olympia("day")),
    "10 night": of_round(_olympia("night")),
    "11": of_round(_counts_this_turn),
    "13 Bilkis": of_round(_bilkis),
    "14": _seventh,
    "16": of_round(_hatshepsut),
    "17": of_round(_income_of_leaders("berenice", 1)),
    "18": _rebuilt_pays,
    "19": _leftovers,
    "20 declined": _declined,
    "20 forced": _forced,
    "21": _gone_leaders,
    "23 Maecenas": of_round(_maecenas),
    "23 day": of_round(_leader_price("roma", "day", 9)),
    "23 night": of_round(_leader_price("roma", "night", 2)),
    "23 beside": of_round(_leader_price("roma", "night", 1, beside=True)),
    "24": _back_into_the_box,
    "25": lambda line: line.said[0] == "draw" and len(line.said) == 6,
    "26": lambda line: line.said[0] == "recruit",
    "26 declined": lambda line: line.said == ["done"] and line.before["asked"] == "extra",
    "27": _bury_ends,
    "28": _bury_counts,
    "28 own age": _own_age,
    "29 Nitocris": _nitocris,
    "29 Telesilla": _two_lose,
    "30": _tomyris,
    "32": _at_the_end(_wild),
    "33 Cynisca": _at_the_end(lambda seat: "cynisca" in seat["leaders"] and -1 not in seat["tokens"]),
    "33 Gorgo": _at_the_end(lambda seat: "gorgo" in seat["leaders"] and seat["tokens"].count(5) > 1),
    "34": _at_the_end(lambda seat: "midas" in seat["leaders"] and seat["score"]["leaders"] >= seat["coins"] // 3),
    "lazy": lambda line: line.lazy and line.said == ["choose", "sell"],
    "lazy rebuild": lambda line: line.lazy and line.said[0] == "rebuild",
    "coins decide": _shared_or_coins,
}
GUILDS: Final = [GAME.lookup.cards[guild] for guild in GAME.lookup.guilds]
WITNESSES: Final[Mapping[str, Witness]] = {
    **RULINGS,
    **{f"board {board}": finished(board) for board in BOARDS},
    **{f"guild {guild}": builds_card(guild) for guild in GUILDS},
    **{f"leader {leader}": recruited(leader) for leader in GAME.lookup.leaders},
}
