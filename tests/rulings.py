"""Questions to a line of a played record: one small question for each ruling, token and wonder of the base game.

The numbers are those of docs/facts.md. Everything is read from the text and the JSON alone, so that
any program's replay could be asked. The expansion's questions are in tests/rulings_of_medals.py.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests import whole_games

RESOURCES = ("wood", "stone", "brick", "glass", "papyrus")
COSTS = {"1": (2, "different"), "2": (2, "same"), "3": (3, "different"), "4": (3, "same"), "5": (4, "different")}
EFFECTS = {  # wonder: the stages that trigger its effect
    "alexandria": "24",
    "babylon": "24",
    "ephesus": "234",
    "giza": "",
    "halicarnassus": "24",
    "olympia": "24",
    "rhodes": "24",
    "rome": "24",
    "ur": "24",
}
TRIGGERS = {
    "urbanism": {"wood", "brick"},
    "crafts": {"papyrus", "glass"},
    "jewellery": {"stone", "coin"},
    "science": {"compass", "gear", "tablet"},
    "propaganda": {"red-1", "red-2"},
}


class Line(whole_games.Line):
    """One line of a record with what was before and after it, and the turn it stands in."""

    def __init__(self, header: Mapping[str, str], moments: Sequence[whole_games.Moment], at: int) -> None:
        super().__init__(header, moments, at)
        self.seats = len(self.before["seats"])
        turn, first = self.before["turn"], int(header.get("first", "1"))
        self.seat = (first + turn - 2) % self.seats + 1 if turn else 0  # whose turn it is; 0 in set-up

    @property
    def verb(self) -> str:
        return self.words[1] if self.words[0].isdigit() else "reveal"

    @property
    def mine(self) -> Mapping[str, Any]:
        return self.before["seats"][self.seat - 1]

    @property
    def mine_after(self) -> Mapping[str, Any]:
        return self.after["seats"][self.seat - 1]

    def stack(self, side: str) -> str:
        right = self.seat - 1 or self.seats
        return {"left": str(self.seat), "right": str(right)}.get(side, side)

    def depth_of(self, side: str) -> int:
        return self.before["stacks"][self.stack(side)]["left"]

    def offers(self, *starts: str) -> list[str]:
        """List the legal decisions that start with one of these texts, without their seat."""
        said = [line.partition(" ")[2] for line in self.legal if line[0].isdigit()]
        return [line for line in said if not starts or line.startswith(starts)]

    def next_offers(self, *starts: str) -> list[str]:
        """List the same after the line, if the same seat's turn continues."""
        if self.at + 2 >= len(self.moments) or self.after["turn"] != self.before["turn"]:
            return []
        return Line(self.header, self.moments, self.at + 1).offers(*starts)

    def turn(self) -> "list[Line]":
        """List all lines of this turn."""
        turn = self.before["turn"]
        last = len(self.moments) - 1
        at = [n for n in range(last) if self.moments[n].public["turn"] == turn]
        return [Line(self.header, self.moments, n) for n in at]

    def earlier(self) -> "list[Line]":
        return [line for line in self.turn() if line.at < self.at]

    def later(self) -> "list[Line]":
        return [line for line in self.turn() if line.at > self.at]

    def gained(self) -> Counter[str]:
        """Count the cards that came to the seat whose turn it is."""
        match self.words:
            case [_, ("take" | "extra" | "draw"), *_, where] if self.after["stacks"] != self.before["stacks"]:
                tops = {seen["stacks"][self.stack(where)]["top"] for seen in self.own}
                return Counter(top for top in tops if top)
            case ["reveal", ("token" | "medal"), *_]:
                return Counter()
            case ["reveal", "center", card]:  # it stays where it is when somebody only looks
                return Counter([card] if self.depth_of("center") > self.after["stacks"]["center"]["left"] else ())
            case ["reveal", where, card] if self.lazy and where != "gift":
                return Counter([card])
            case [_, "keep", card]:
                return Counter([card])
        return Counter(self.mine_after["cards"]) - Counter(self.mine["cards"])

    def tokens(self, moment: Mapping[str, Any] | None = None) -> list[str]:
        return (moment or self.mine)["progress"]

    def payment(self) -> list[str]:
        return self.words[4:] if self.verb == "build" else []

    def effect(self) -> bool:
        return self.verb == "build" and self.words[2] in EFFECTS[self.mine["wonder"]]

    def conflict(self) -> bool:
        """Return True if tokens are won or horns discarded; a medal handed from the box delays the horns."""
        discarded = horn_cards(self.after["discard"]) > horn_cards(self.before["discard"])
        return self.words[:2] != ["reveal", "medal"] and (discarded or any(self.won()))

    def shields(self) -> list[int]:
        """List each seat's shields as the conflict was settled after this line."""
        gone = [horn_cards(before["cards"]) - horn_cards(after["cards"]) for before, after in self.both()]
        gone[self.seat - 1] += horn_cards(self.gained())
        return [after["shields"] + cards for (_, after), cards in zip(self.both(), gone, strict=True)]

    def won(self) -> list[int]:
        return [after["military"] - before["military"] for before, after in self.both()]

    def both(self) -> list[tuple[Mapping[str, Any], Mapping[str, Any]]]:
        return list(zip(self.before["seats"], self.after["seats"], strict=True))


Witness = Callable[[Line], bool]


def horn_cards(cards: Mapping[str, int]) -> int:
    return cards.get("red-1", 0) + cards.get("red-2", 0)


def _empty_but_not_over(line: Line) -> bool:
    return line.verb == "take" and any(not line.depth_of(side) for side in ("left", "right", "center"))


def _no_card_this_turn(line: Line) -> bool:
    """Return True if a seat between empty stacks is passed over while the game continues."""
    if line.before["turn"] == 0 or line.after["turn"] < line.before["turn"] + 2:
        return False
    passed = line.seat % line.seats + 1
    right = str(passed - 1 or line.seats)
    return all(not line.after["stacks"][stack]["left"] for stack in (str(passed), right, "center"))


def _all_empty(line: Line) -> bool:
    over = line.after["over"] and not any(stack["left"] for stack in line.after["stacks"].values())
    return over and all(len(seat["stages"]) < 5 for seat in line.after["seats"])


def _fizzles(line: Line) -> bool:
    if not line.effect():
        return False
    empty = {stack for stack, held in line.before["stacks"].items() if not held["left"]}
    match line.mine["wonder"]:
        case "ephesus":
            return "center" in empty and not line.after["pending"]
        case "olympia" | "halicarnassus":
            return {line.stack("left"), line.stack("right")} <= empty and not line.gained()
        case "babylon":
            return not line.before["tokens"] and not line.next_offers("progress")
        case "rome":
            return not line.next_offers("steal")
        case "ur":
            return not line.after["pending"] and not line.next_offers("draw")
    return False


def _draws_far(line: Line) -> bool:
    near = {line.stack("left"), line.stack("right"), "center"}
    return line.verb == "draw" and line.words[2].isdigit() and line.words[2] not in near


def _searched(line: Line) -> list[str] | None:
    return line.own[line.seat - 1].get("draw") if line.seat else None


def _searches_few_cards(line: Line) -> bool:
    searched = _searched(line)
    return line.verb == "keep" and searched is not None and 1 < len(searched) < 5


def _shuffled_back(line: Line) -> bool:
    """Return True if the new top card had been looked at, and every other one could have come as well."""
    if line.verb != "keep" or not line.after["pending"]:
        return False
    put_back = list(_searched(line) or ())
    put_back.remove(line.words[2])
    coming = line.moments[line.at + 1].text.split()[2]
    weights = sum(int(outcome.split()[-1]) for outcome in line.next)
    left = line.after["stacks"][line.after["pending"].split()[1]]["left"]
    return coming in put_back and weights == left


def _search_is_secret(line: Line) -> bool:
    if line.verb != "keep":
        return False
    others = [seen for seat, seen in enumerate(line.own, 1) if seat != line.seat]
    begun = next((other for other in reversed(line.earlier()) if other.verb == "draw"), None)
    still = begun is not None and begun.before["stacks"] == line.before["stacks"]
    alone = not any("draw" in seen for seen in (line.before, *others))
    return len(_searched(line) or ()) == 5 and still and alone


def _both_sides(line: Line) -> bool:
    if not line.effect() or line.mine["wonder"] != "olympia" or line.lazy or not line.after["pending"]:
        return False
    left, right = (line.before["stacks"][line.stack(side)]["top"] for side in ("left", "right"))
    done = next((other for other in line.turn() if other.at == line.at + 1), None)
    first = Counter(line.mine_after["cards"]) - Counter(line.mine["cards"])
    if not (done and left and right and left != right and first == Counter([left])):
        return False
    return Counter(done.mine_after["cards"]) - Counter(done.mine["cards"]) == Counter([right])


def _one_side(line: Line) -> bool:
    if not line.effect() or line.mine["wonder"] != "olympia":
        return False
    return sorted(map(bool, (line.depth_of("left"), line.depth_of("right")))) == [False, True] and bool(line.gained())


def _sides_of_two(line: Line) -> bool:
    """Return True if two seats play and the opponent's stack is drawn from as the right one."""
    if line.seats != 2 or line.verb != "draw" or line.words[2] != "right":
        return False
    return str(line.after["pending"]) == f"reveal {3 - line.seat}"


def _remembered(line: Line) -> bool:
    if not line.effect() or line.mine["wonder"] != "ephesus":
        return False
    top = line.own[line.seat - 1]["stacks"]["center"]["top"]
    return top is not None and line.gained() == Counter([top])


def _token_for_nothing(line: Line) -> bool:
    if line.verb != "progress" or "with" in line.words or line.words[2] == "hidden":
        return False
    return line.mine["cards"] == line.mine_after["cards"] and line.after["pending"] == "reveal token"


def _hidden_token(line: Line) -> bool:
    return line.verb == "progress" and "with" not in line.words and line.words[2] == "hidden"


def _effect_is_an_order(line: Line) -> bool:
    choice = {"alexandria": "draw", "babylon": "progress", "halicarnassus": "draw"}.get(line.mine["wonder"])
    if not line.effect() or choice is None or not line.next:
        return False
    own = [text for text in line.next if text.split()[1] == choice and "with" not in text]
    return len(own) == len(line.next) > 1


def _free_order(line: Line) -> bool:
    builds = any(later.verb == "build" for later in line.later())
    return line.verb == "progress" and "with" in line.words and bool(line.offers("build")) and builds


def _delayed(line: Line) -> bool:
    """Return True if an extra card comes before a build that is due, and the build follows."""
    if line.verb != "extra" or not line.offers("build") or line.offers("done"):
        return False
    return any(later.verb == "build" for later in line.later())


def _several_stages(line: Line) -> bool:
    stages = {offer.split()[1] for offer in line.offers("build")}
    again = any(later.verb == "build" for later in line.later())
    return line.verb == "build" and len(stages) > 1 and again


def _choice_of_payment(line: Line) -> bool:
    if line.verb != "build":
        return False
    paid = line.offers(f"build {line.words[2]} ")
    return len(paid) > 1 and not any("coin" in offer for offer in paid)


def _coin_kept(line: Line) -> bool:
    """Return True if a coin could pay, but a resource card fits and must be used."""
    resources = [paid for paid in line.payment() if paid in RESOURCES]
    has_coins = line.mine["cards"].get("coin", 0)
    offers = line.offers(f"build {line.words[2]} ") if line.verb == "build" else []
    needless = any("coin" in offer for offer in offers)
    return len(resources) > 1 and resources == line.payment() and has_coins > 0 and not needless


def _coin_instead(line: Line) -> bool:
    paid = line.payment()
    units = sum(2 if card == "double-coin" else card == "coin" for card in paid)
    used = {card for card in paid if card in RESOURCES}
    unused = [card for card in RESOURCES if line.mine["cards"].get(card) and card not in used]
    ruled = "coin-may-replace-a-resource-you-have=yes" in line.header.get("rules", "").replace(" ", "")
    return ruled and units > 0 and line.verb == "build" and COSTS[line.words[2]][1] == "different" and bool(unused)


def _coins_alone(line: Line) -> bool:
    forced = not line.offers("done")
    return line.verb == "build" and set(line.payment()) == {"coin"} and forced and len(line.offers()) == 1


def _only_double(offers: Sequence[str]) -> list[str]:
    """List the stages that only a double coin can pay."""
    stages = {offer.split()[1] for offer in offers}
    return [s for s in stages if all("double-coin" in offer for offer in offers if offer.split()[1] == s)]


def _economy_forces(line: Line) -> bool:
    return line.verb == "build" and line.words[2] in _only_double(line.offers("build")) and not line.offers("done")


def _economy_does_not_force(line: Line) -> bool:
    return line.verb == "done" and bool(_only_double(line.offers("build")))


def ordinary(stage: str, hand: Mapping[str, int]) -> bool:
    """Return True if a hand pays a stage without any token's help."""
    cost, kind = COSTS[stage]
    held = [hand.get(resource, 0) for resource in RESOURCES]
    fitting = sum(map(bool, held)) if kind == "different" else max(held)
    return fitting + hand.get("coin", 0) >= cost


def _freely_paid(line: Line) -> bool:
    """Return True if Engineering allows a payment that does not fit otherwise."""
    if line.verb != "build" or "engineering" not in line.tokens():
        return False
    return "double-coin" not in line.payment() and not ordinary(line.words[2], line.mine["cards"])


def _engineering_forces(line: Line) -> bool:
    return _freely_paid(line) and not line.offers("done")


def _two_sets(line: Line) -> bool:
    sets = {len(offer.split("with ")[1].split()) for offer in line.offers("progress") if "with" in offer}
    again = any(later.verb == "progress" and "with" in later.words for later in line.later())
    return line.verb == "progress" and sets == {2, 3} and again


def _no_token_left(line: Line) -> bool:
    if line.before["tokens"] or line.before["tokens_left"] or line.verb == "reveal":
        return False
    if line.offers("progress") or not line.offers("take", "done", "build", "extra"):
        return False
    return any(line.mine["cards"].get(green, 0) > 1 for green in TRIGGERS["science"])


def _new_token(line: Line) -> str:
    fresh = Counter(line.tokens(line.mine_after)) - Counter(line.tokens())
    return next(iter(fresh), "")


def _new_token_works(line: Line) -> bool:
    token = _new_token(line) if line.seat else ""
    return bool(token) and any(later.words[1:3] == ["extra", token] for later in line.later())


def _new_token_not_before(line: Line) -> bool:
    """Return True if a card that triggers the new token was taken just before, without effect."""
    token = _new_token(line) if line.seat else ""
    before = any(TRIGGERS.get(token, set()) & set(earlier.gained()) for earlier in line.earlier())
    asked = next((n for n in range(line.at + 1, len(line.moments)) if not line.moments[n].public["pending"]), -1)
    return before and not any(f"extra {token}" in text for text in line.moments[asked].legal)


def _chain(line: Line) -> bool:
    """Return True if an extra card triggers another token's extra card."""
    earlier = [other for other in line.earlier() if other.verb == "extra"]
    if line.verb != "extra" or not earlier or line.words[2] == earlier[-1].words[2]:
        return False
    start = f"extra {line.words[2]}"
    return not earlier[-1].offers(start) and bool(line.offers(start))


def _token_once(line: Line) -> bool:
    """Return True if a second trigger of a used token gives no card."""
    used = [earlier.words[2] for earlier in line.earlier() if earlier.verb == "extra"]
    gained = set(line.gained()) if line.seat else set()
    again = [token for token in used if TRIGGERS.get(token, set()) & gained]
    return bool(again) and not any(line.next_offers(f"extra {token}") for token in again)


def _extra_declined(line: Line) -> bool:
    return line.verb == "done" and bool(line.offers("extra"))


def _secret_look(line: Line) -> bool:
    if line.text.split()[:2] != ["reveal", "center"] or not line.moments[line.at - 1].text.endswith("peek"):
        return False
    knows = [seen["stacks"]["center"]["top"] == line.words[2] for seen in line.own_after]
    hidden = line.after["stacks"]["center"]["top"] is None
    return hidden and [seat for seat, sees in enumerate(knows, 1) if sees] == [line.seat]


def _look_before_taking_only(line: Line) -> bool:
    holder = line.mine["cat"] if line.seat else False
    first = line.verb == "take" and bool(line.offers("peek"))
    return holder and first and not line.next_offers("peek")


def _surplus_horns(line: Line) -> bool:
    if not line.seat:
        return False
    horns = sum(int(card[-1]) * n for card, n in line.gained().items() if card in ("red-1", "red-2"))
    tokens, flipped = line.before["conflict"]["tokens"], line.before["conflict"]["flipped"]
    full = line.after["conflict"]["flipped"] == tokens or line.conflict()
    return horns > 0 and flipped + horns > tokens and full


def _last_conflict(line: Line) -> bool:
    return line.after["over"] and line.conflict() and sum(line.won()) > 0


def _equal_shields(line: Line) -> bool:
    if not line.conflict():
        return False
    shields = line.shields()
    equal = [n for n in range(line.seats) if shields[n] == shields[n - 1] > 0]
    return bool(equal) and line.won() == expected(shields)


def expected(shields: Sequence[int]) -> list[int]:
    """Return the military tokens of one conflict (rulings 27 to 29)."""
    if len(shields) == 2:
        return [_of_two(*shields), _of_two(*reversed(shields))]
    around = len(shields)
    return [sum(shields[n] > shields[other] for other in (n - 1, (n + 1) % around)) for n in range(around)]


def _of_two(mine: int, other: int) -> int:
    if mine <= other:
        return 0
    if other == 0:
        return min(mine, 2)
    return 2 if mine >= 2 * other else 1


def _of_two_seats(alike: Callable[[int, int], bool]) -> Witness:
    """Return a witness of a conflict of two seats whose shields, sorted, satisfy `alike`."""

    def shows(line: Line) -> bool:
        if line.seats != 2 or not line.conflict():
            return False
        shields = line.shields()
        return alike(*sorted(shields)) and line.won() == expected(shields)

    return shows


def _many_tokens(line: Line) -> bool:
    return sum(seat["military"] for seat in line.after["seats"]) > 28 and sum(line.won()) > 0


def _more_stages_win(line: Line) -> bool:
    seats = line.after["seats"]
    best = max(seat["score"]["total"] for seat in seats)
    level = [seat for seat in seats if seat["score"]["total"] == best]
    return line.after["over"] and len(level) > len(line.after["winners"])


def _shared_victory(line: Line) -> bool:
    return line.after["over"] and len(line.after["winners"]) > 1


def _first_seat(line: Line) -> bool:
    first = int(line.header.get("first", "1"))
    return first > 1 and line.before["turn"] == 1 and line.before["to_act"] == [first] and line.at > 0


def token_points(seat: Mapping[str, Any]) -> dict[str, int]:
    """Return the final points of each token, computed from visible cards and numbers."""
    tokens = seat["progress"]
    worth = {
        "decor": 6 if len(seat["stages"]) == 5 else 4,
        "politics": seat["cards"].get("blue-2-cat", 0),
        "strategy": seat["military"],
        "education": 2 * len(tokens),
        "culture": (0, 4, 12, 16)[tokens.count("culture")],
        "logistics": 2 * sum(seat["cards"].get(resource, 0) for resource in RESOURCES),
    }
    return {token: worth[token] for token in worth if token in tokens}


def scored(token: str, *points: int) -> Witness:
    """Return a witness of a seat that counts this token at the end, for one of these points (default: any above 0)."""

    def shows(line: Line) -> bool:
        if not line.after["over"]:
            return False
        for seat in line.after["seats"]:
            counted = token_points(seat)
            right = seat["score"]["progress"] == sum(counted.values())
            if right and counted.get(token, 0) > 0 and (not points or counted[token] in points):
                return True
        return False

    return shows


def _icons_not_the_pawn(line: Line) -> bool:
    if not line.after["over"]:
        return False
    seats = [seat for seat in line.after["seats"] if not seat["cat"]]
    return any(token_points(seat).get("politics", 0) > 1 for seat in seats)


def _engineering_twice(line: Line) -> bool:
    return _freely_paid(line) and any(_freely_paid(earlier) for earlier in line.earlier())


def _extra(token: str) -> Witness:
    return lambda line: line.words[1:3] == ["extra", token]


def _tactics(line: Line) -> bool:
    """Return True if two extra shields at once win a conflict."""
    if not line.conflict():
        return False
    shields = line.shields()
    for n, seat in enumerate(line.after["seats"]):
        without = [held - 2 if n == other else held for other, held in enumerate(shields)]
        if "tactics" in seat["progress"] and line.won()[n] > expected(without)[n]:
            return True
    return False


def _double_coin(line: Line) -> bool:
    return "double-coin" in line.payment()


def finished(wonder: str) -> Witness:
    """Return a witness of the completed wonder, with every one of its effects carried out."""

    def shows(line: Line) -> bool:
        if not line.after["over"]:
            return False
        seat = next((n for n, each in enumerate(line.after["seats"], 1) if each["wonder"] == wonder), 0)
        if not seat or len(line.after["seats"][seat - 1]["stages"]) < 5:
            return False
        lines = [Line(line.header, line.moments, n) for n in range(len(line.moments) - 1)]
        built = [each for each in lines if each.verb == "build" and each.seat == seat and each.effect()]
        return len(built) == len(EFFECTS[wonder]) and not any(_fizzles(each) for each in built)

    return shows


RULINGS: Mapping[str, Witness] = {  # number, and the case where one ruling has several
    "1": _empty_but_not_over,
    "2 the turn passes by": _no_card_this_turn,
    "2 the game ends": _all_empty,
    "3": _fizzles,
    "4 a far stack": _draws_far,
    "4 the middle": lambda line: line.verb == "draw" and line.words[2] == "center",
    "5": _searches_few_cards,
    "6": _shuffled_back,
    "7": _search_is_secret,
    "8 both": _both_sides,
    "8 only one": _one_side,
    "9": _sides_of_two,
    "10": _remembered,
    "11 face up": _token_for_nothing,
    "11 hidden": _hidden_token,
    "12": _effect_is_an_order,
    "13": _free_order,
    "14": _delayed,
    "15": _several_stages,
    "16 the owner chooses": _choice_of_payment,
    "16 no coin for a resource": _coin_kept,
    "16 the house rule": _coin_instead,
    "17": _coins_alone,
    "18": _economy_forces,
    "18 the house rule": _economy_does_not_force,
    "19": _engineering_forces,
    "20": _two_sets,
    "21": _no_token_left,
    "22 at once": _new_token_works,
    "22 not before": _new_token_not_before,
    "23 a chain": _chain,
    "23 once": _token_once,
    "23 declined": _extra_declined,
    "24 secret": _secret_look,
    "24 before the take": _look_before_taking_only,
    "25": _surplus_horns,
    "26": _last_conflict,
    "27": _equal_shields,
    # One shield against none cannot come about: three horns are at least two red cards. It has its unit test.
    "28 two to none": _of_two_seats(lambda few, many: few == 0 and many >= 2),
    "28 twice": _of_two_seats(lambda few, many: 0 < 2 * few <= many),
    "29": _of_two_seats(lambda few, many: 0 < few < many < 2 * few),
    "30": _many_tokens,
    "31 more stages": _more_stages_win,
    "31 shared": _shared_victory,
    "32": _first_seat,
    "33 unfinished": scored("decor", 4),
    "33 finished": scored("decor", 6),
    "34 education": scored("education"),
    "34 politics": _icons_not_the_pawn,
    "48": _engineering_twice,
}

TOKENS: Mapping[str, Witness] = {
    **{token: _extra(token) for token in (*TRIGGERS, "architecture")},
    "economy": _double_coin,
    "engineering": _freely_paid,
    "tactics": _tactics,
    "decor": scored("decor"),
    "politics": scored("politics"),
    "strategy": scored("strategy"),
    "education": scored("education"),
    "culture one": scored("culture", 4),
    "culture both": scored("culture", 12),
}

WONDERS: Mapping[str, Witness] = {wonder: finished(wonder) for wonder in EFFECTS}

WITNESSES: Mapping[str, Witness] = {
    **{f"ruling {name}": witness for name, witness in RULINGS.items()},
    **{f"token {name}": witness for name, witness in TOKENS.items()},
    **{f"wonder {name}": witness for name, witness in WONDERS.items()},
}
