"""Questions to a line of a played Duel record: one small question for each ruling, wonder, token, guild and victory.

The numbers are those of docs/facts-duel.md. Everything is read from the text, the JSON and the printed values, so that
any program's replay could be asked.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.duel.data_schema import CardData, Data, ProducesOneOf, Production, Science, Shields
from tests import whole_games
from tests.duel_cities import duel

BOARD, BOX = "progress", "keep"


class Line(whole_games.Line):
    """One line of a record with what was before and after it."""

    def __init__(self, header: Mapping[str, str], moments: Sequence[whole_games.Moment], at: int) -> None:
        super().__init__(header, moments, at)
        chance = self.words[0] == "reveal"
        self.verb = "reveal" if chance else self.words[1]
        self.seat = 0 if chance else int(self.words[0])  # who says it; 0 for chance
        self.thing = self.words[-1] if chance or len(self.words) == 3 else self.words[2]  # what it is about

    @property
    def facts(self) -> Data:
        return duel().data()

    @property
    def card(self) -> CardData | None:
        """The card that is built, if one is."""
        return self.facts.cards.get(self.thing) if self.verb == "build" else None

    @property
    def wonder(self) -> str:
        """The wonder that is built, if one is."""
        return self.thing if self.verb == "build" and self.thing in self.facts.wonders else ""

    def seats(self, other: bool = False) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """Return the acting seat, or the other one, before and after the line."""
        at = 2 - self.seat if other else self.seat - 1
        return self.before["seats"][at], self.after["seats"][at]

    def gained(self, other: bool = False) -> int:
        before, after = self.seats(other)
        return int(after["coins"] - before["coins"])

    def cost(self) -> int:
        """Return the price in coins of the thing that is built."""
        return int(self.seats()[0]["costs"][self.thing])

    def ahead(self) -> tuple[int, int]:
        """Return how far the pawn is on the other's side, before and after."""
        sign = 1 if self.seat == 1 else -1
        return sign * self.before["military"]["pawn"], sign * self.after["military"]["pawn"]

    def holds(self, token: str, other: bool = False) -> bool:
        return token in self.seats(other)[0]["progress"]

    def colours(self, seat: Mapping[str, Any]) -> list[str]:
        return [self.facts.cards[card].colour for card in seat["cards"]]

    def shields(self, thing: str) -> int:
        printed = self.facts.cards[thing] if thing in self.facts.cards else self.facts.wonders[thing]
        return sum(effect.amount for effect in printed.effects if isinstance(effect, Shields))

    def symbols(self) -> tuple[int, int]:
        """Return the number of the acting seat's different science symbols, before and after."""
        before, after = self.seats()
        return len(before["science"]), len(after["science"])

    def asks(self, verb: str) -> bool:
        """Return True if the same seat has to act next, with this verb."""
        return bool(self.next) and all(line.startswith(f"{self.seat} {verb}") for line in self.next)

    def again(self) -> bool:
        """Return True if the same seat has begun another turn."""
        return self.after["turn"] == self.before["turn"] + 1 and self.after["to_act"] == [self.seat]

    def earlier(self) -> "list[Line]":
        """List the lines of this turn so far."""
        turn = self.before["turn"]
        return [
            Line(self.header, self.moments, at)
            for at in range(self.at)
            if turn and self.moments[at].public["turn"] == turn and not self.moments[at].public["over"]
        ]


Witness = Callable[[Line], bool]


def _has_unseen_cards(line: Line) -> bool:
    """Return True if this line ends an age of which only twenty cards were ever seen."""
    if line.before["left"] or not line.before["age"] or line.after["age"] == line.before["age"]:
        return False
    seen = [card for seat in line.before["seats"] for card in (*seat["cards"], *filter(None, seat["wonders"].values()))]
    seen += line.before["discard"]
    return sum(line.facts.cards[card].age == line.before["age"] for card in seen) == 20


def _chain(line: Line) -> bool:
    card = line.card
    if card is None or not card.chain:
        return False
    return any(line.facts.cards[mine].bears == card.chain for mine in line.seats()[0]["cards"])


def _prices(line: Line) -> bool:
    if line.card is None:
        return False
    made = [effect for effect in line.card.effects if isinstance(effect, Production)]
    before, after = (seat["prices"] for seat in line.seats(other=True))
    return any(after[effect.resource] - before[effect.resource] == effect.amount for effect in made)


def _fixed(line: Line) -> bool:
    if line.card is None:
        return False
    made = [effect for effect in line.card.effects if isinstance(effect, Production)]
    before, after = (seat["prices"] for seat in line.seats(other=True))
    return any(after[effect.resource] == before[effect.resource] == 1 for effect in made)


def _choice_producer(line: Line) -> bool:
    things = {**line.facts.cards, **line.facts.wonders}
    if line.verb != "build" or not any(isinstance(effect, ProducesOneOf) for effect in things[line.thing].effects):
        return False
    before, after = line.seats(other=True)
    return bool(before["prices"] == after["prices"])


def _discard(line: Line) -> bool:
    yellow = line.colours(line.seats()[0]).count("yellow") if line.verb == "discard" else 0
    return yellow > 0 and line.gained() == 2 + yellow


def _floor(line: Line) -> bool:
    """Return True if coins are lost, fewer than printed, down to none."""
    if line.verb != "build":
        return False
    before, after = line.seats(other=True)
    lost = 3 if line.wonder == "appian-way" else 0
    gone = [camp for camp in _camps(line, line.before) if camp not in _camps(line, line.after)]
    return bool(0 < before["coins"] < lost + sum(gone) and after["coins"] == 0)


def _camps(line: Line, moment: Mapping[str, Any]) -> list[int]:
    """List the military tokens that lie on the other's side."""
    return list(moment["military"]["tokens"][str(3 - line.seat)])


def _skipped(line: Line) -> bool:
    wanted = {"statue-of-zeus": "brown", "circus-maximus": "grey"}.get(line.wonder)
    if wanted:
        return wanted not in line.colours(line.seats(other=True)[0]) and not line.asks("destroy")
    return line.wonder == "mausoleum" and not line.before["discard"] and not line.asks("revive")


def _no_token_left(line: Line) -> bool:
    return _pair(line) and not line.before["tokens"] and not line.after["over"]


def _pair(line: Line) -> bool:
    """Return True if a second card of a symbol is built or revived."""
    if line.verb not in ("build", "revive") or line.thing not in line.facts.cards:
        return False
    return any(
        isinstance(effect, Science) and line.seats()[1]["science"][effect.symbol] == 2
        for effect in line.facts.cards[line.thing].effects
    )


def _law(line: Line) -> bool:
    return line.verb in (BOARD, BOX) and line.thing == "law" and not line.asks("progress")


def _jump(line: Line) -> bool:
    return line.verb == "build" and _camps(line, line.before) == [2, 5] and not _camps(line, line.after)


def _shields_first(line: Line) -> bool:
    before, after = line.ahead() if line.wonder else (0, 0)
    return after > before and line.asks("destroy")


def _ends_before_choice(line: Line) -> bool:
    return line.wonder in ("statue-of-zeus", "circus-maximus") and line.after["victory"] == "military"


def _turned_up(line: Line) -> bool:
    """Return True if cards are turned up after a choice of the same turn."""
    numbered = line.verb == "reveal" and line.words[1].isdigit() and line.before["left"] < 20
    return numbered and any(said.verb in (BOARD, BOX, "destroy", "revive") for said in line.earlier())


def _two_turned_up(line: Line) -> bool:
    numbered = line.verb == "reveal" and line.words[1].isdigit() and line.before["left"] < 20
    said = line.earlier()[-1:] if numbered else []
    return bool(said) and said[0].verb == "reveal" and int(said[0].words[1]) < int(line.words[1])


def _repeats_turn_by_wonder(line: Line) -> bool:
    return bool(line.wonder) and _plays_again(line) and line.again()


def _plays_again(line: Line) -> bool:
    return any(type(effect).__name__ == "PlayAgain" for effect in line.facts.wonders[line.wonder].effects)


def _theology(line: Line) -> bool:
    return bool(line.wonder) and not _plays_again(line) and line.holds("theology") and line.again()


def _theology_too_late(line: Line) -> bool:
    """Return True if Theology comes by the Great Library itself, without a further turn."""
    taken = line.verb == BOX and line.thing == "theology"
    return taken and line.after["turn"] > line.before["turn"] and line.after["to_act"] == [3 - line.seat]


def _turn_lost(line: Line) -> bool:
    return bool(line.wonder) and _plays_again(line) and line.before["left"] == 1 and line.before["age"] < 3


def _seventh(line: Line) -> bool:
    if not line.wonder:
        return False
    built = [sum(1 for card in seat["wonders"].values() if card) for seat in line.after["seats"]]
    left = [len(seat["wonders"]) for seat in line.after["seats"]]
    return sum(built) == sum(left) == 7


def _destroys_card(line: Line) -> bool:
    return (
        line.verb == "destroy"
        and line.thing in line.after["discard"]
        and line.thing not in line.seats(other=True)[1]["cards"]
    )


def _production_gone(line: Line) -> bool:
    before, after = line.seats()
    return line.verb == "destroy" and sum(after["prices"].values()) < sum(before["prices"].values())


def _revived_of_earlier(line: Line) -> bool:
    return line.verb == "revive" and line.facts.cards[line.thing].age < line.before["age"]


def _revived_works(line: Line) -> bool:
    before, after = line.ahead() if line.verb == "revive" else (0, 0)
    return line.verb == "revive" and (after > before or line.gained() > 0 or line.asks("progress"))


def _theirs_is_more(line: Line) -> bool:
    colours = {"merchants-guild": ["yellow"], "magistrates-guild": ["blue"], "scientists-guild": ["green"]}
    colours |= {"tacticians-guild": ["red"], "shipowners-guild": ["brown", "grey"]}
    of = colours.get(line.thing) if line.card else None
    if of is None:
        return False
    mine, theirs = (sum(line.colours(line.seats(other)[0]).count(c) for c in of) for other in (False, True))
    return theirs > mine and line.gained() == theirs - line.cost()


def _secret(line: Line) -> bool:
    if line.verb != "reveal" or line.words[1] != "box":
        return False
    seen = [seat.get("draw") for seat in line.own_after]
    shown = [line.thing in draw for draw in seen if draw is not None]
    return shown == [True] and "draw" not in line.after


def _keeps_box_token(line: Line) -> bool:
    return line.verb == BOX and line.after["tokens_left"] == line.before["tokens_left"] - 1


def _weaker_says(line: Line) -> bool:
    pawn = line.before["military"]["pawn"]
    return line.verb == "start" and line.seat == (2 if pawn > 0 else 1) and pawn != 0


def _last_says(line: Line) -> bool:
    return line.verb == "start" and line.before["military"]["pawn"] == 0


def _sees_it_first(line: Line) -> bool:
    return line.verb == "start" and len(line.before["structure"]) == 20


def _civilian(line: Line) -> bool:
    return line.after["victory"] == "civilian"


def _totals(line: Line) -> list[int]:
    return [seat["score"]["total"] for seat in line.after["seats"]]


def _tie(line: Line) -> bool:
    return _civilian(line) and len(set(_totals(line))) == 1


def _blue_breaks(line: Line) -> bool:
    return _tie(line) and len(line.after["winners"]) == 1


def _shared(line: Line) -> bool:
    return _tie(line) and line.after["winners"] == [1, 2]


def _income(line: Line) -> bool:
    return line.verb == "build" and line.holds("economy", other=True) and line.gained(other=True) > 0


def _capital_counts(line: Line) -> bool:
    return line.after["victory"] == "military" and line.seats()[1]["score"]["military"] == 10


def _chain_of_urbanism(line: Line) -> bool:
    """Return True if the pair that brings Urbanism was completed by a chain: six coins, without another four."""
    return (
        line.verb == BOARD
        and line.thing == "urbanism"
        and line.gained() == 6
        and any(_chain(said) for said in line.earlier())
    )


def _lazy(line: Line) -> bool:
    return line.header["deal"] == "lazy"


RULINGS: dict[str, Witness] = {
    "1 two seats": lambda line: line.header["seats"] == "2",
    "2 wonders of a first game": lambda line: (
        line.header.get("variant") == "first-game"
        and "pyramids" in line.after["seats"][int(line.header["first"]) - 1]["wonders"]
    ),
    "3 a card is named by who takes it": lambda line: _lazy(line) and line.verb in ("build", "discard"),
    "3 a wonder is named by who drafts it": lambda line: _lazy(line) and line.verb == "draft",
    "3 a token is named by who keeps it": lambda line: _lazy(line) and line.verb == BOX,
    "4 the board's tokens are told": lambda line: _lazy(line) and line.words[:2] == ["reveal", "token"],
    "5 three cards aside": _has_unseen_cards,
    "6 a guild's back": lambda line: line.verb == "reveal" and line.thing == "guild",
    "7 a chain": lambda line: _chain(line) and line.cost() == 0,
    "7 no chain further on": lambda line: (
        line.verb == "build"
        and line.thing == "gardens"
        and "theater" in line.seats()[0]["cards"]
        and "statue" not in line.seats()[0]["cards"]
        and line.cost() > 0
    ),
    "8 symbols make trade dearer": _prices,
    "8 a fixed price stays": _fixed,
    "9 choice producers do not": _choice_producer,
    "10 coins for a discarded card": _discard,
    "10 losses stop at none": _floor,
    "11 nothing to choose": _skipped,
    "11 no token left": _no_token_left,
    "12 Law forms no pair": _law,
    "12 six symbols": lambda line: line.after["victory"] == "science" and line.symbols()[1] == 6,
    "12 six symbols with Law": lambda line: line.after["victory"] == "science" and line.thing == "law",
    "13 both tokens at once": _jump,
    "13 shields before the choice": _shields_first,
    "13 the game ends before the choice": _ends_before_choice,
    "14 turned up after the choices": _turned_up,
    "14 the lowest slot first": _two_turned_up,
    "15 another turn": _repeats_turn_by_wonder,
    "15 Theology": _theology,
    "15 Theology comes too late": _theology_too_late,
    "15 lost with the age's last card": _turn_lost,
    "16 the seventh wonder": _seventh,
    "17 a destroyed card is discarded": _destroys_card,
    "17 its symbols are gone": _production_gone,
    "17 a card of an earlier age": _revived_of_earlier,
    "18 a revived card works": _revived_works,
    "19 the city with more": _theirs_is_more,
    "20 what is drawn is secret": _secret,
    "20 two tokens return": _keeps_box_token,
    "21 the weaker seat says who begins": _weaker_says,
    "21 in the centre the last one does": _last_says,
    "21 it sees the structure": _sees_it_first,
    "22 blue cards break a tie": _blue_breaks,
    "22 a shared victory": _shared,
    "23 trade income": _income,
    "24 the capital counts ten": _capital_counts,
    "25 Urbanism comes after the chain": _chain_of_urbanism,
}
VICTORIES: dict[str, Witness] = {
    f"victory {kind}": lambda line, kind=kind: line.after["victory"] == kind  # type: ignore[misc]
    for kind in ("military", "science", "civilian")
}
GUILDS: dict[str, Witness] = {
    name: lambda line, name=name: line.card is not None and line.thing == name  # type: ignore[misc]
    for name in duel().data().cards
    if name.endswith("-guild")
}


def _wonder(line: Line, name: str) -> bool:
    """Return True if the wonder is built, paid for, and has its printed effects."""
    if line.wonder != name or line.gained() > -line.cost() + 12:
        return False
    score = [seat["score"]["wonders"] for seat in line.seats()]
    before, after = line.ahead()
    works = {
        "appian-way": line.gained() == 3 - line.cost() and line.gained(other=True) < 0,
        "circus-maximus": after == before + 1 and line.asks("destroy"),
        "colossus": after == before + 2,
        "great-library": line.after["pending"] == "reveal box",
        "hanging-gardens": line.gained() == 6 - line.cost(),
        "mausoleum": line.asks("revive"),
        "statue-of-zeus": after == before + 1 and line.asks("destroy"),
        "temple-of-artemis": line.gained() == 12 - line.cost(),
    }
    return works.get(name, True) and score[1] - score[0] == line.facts.wonders[name].points


WONDERS: dict[str, Witness] = {
    name: lambda line, name=name: _wonder(line, name)  # type: ignore[misc]
    for name in duel().data().wonders
}


def _takes_token(line: Line, token: str) -> bool:
    return line.verb in (BOARD, BOX) and line.thing == token


def _cheaper(line: Line, token: str, things: Sequence[str]) -> bool:
    before, after = (seat["costs"] for seat in line.seats()) if _takes_token(line, token) else ({}, {})
    return any(thing in before and after.get(thing, 99) < before[thing] for thing in things)


def _progress(line: Line) -> int:
    before, after = line.seats()
    return int(after["score"]["progress"] - before["score"]["progress"])


TOKENS: dict[str, Witness] = {
    "agriculture": lambda line: _takes_token(line, "agriculture") and (line.gained(), _progress(line)) >= (6, 4),
    "architecture": lambda line: _cheaper(line, "architecture", list(line.facts.wonders)),
    "economy": _income,
    "law": lambda line: _takes_token(line, "law") and line.symbols()[1] == line.symbols()[0] + 1,
    "masonry": lambda line: _cheaper(
        line, "masonry", [name for name, card in line.facts.cards.items() if card.colour == "blue"]
    ),
    "mathematics": lambda line: _takes_token(line, "mathematics") and _progress(line) >= 3,
    "philosophy": lambda line: _takes_token(line, "philosophy") and _progress(line) >= 7,
    "strategy": lambda line: (
        line.card is not None
        and line.card.colour == "red"
        and line.holds("strategy")
        and line.ahead()[1] - line.ahead()[0] == line.shields(line.thing) + 1
    ),
    "theology": _theology,
    "urbanism": lambda line: _chain(line) and line.holds("urbanism") and line.gained() >= 4,
}
WITNESSES = RULINGS | VICTORIES | GUILDS | WONDERS | TOKENS
