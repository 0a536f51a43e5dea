"""7 Wonders with Leaders in the reader's words: cards, boards, leaders, choices, events, positions, refusals, results.

Follows `app.text.game.PlainWords`. Names are those on the cards where a language has a box of its own; the Dutch words
keep the English ones, as those of Duel do. What a thing does is said in few words, from what is printed on it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, assert_never

import msgspec

from app.games.tally import words as sheet
from app.text import house
from app.text.entered import ALIKE, Sentences, Unfit, misfit, whose
from app.text.game import Choice, Choices, Section, named, seat_name
from app.text.languages import Words, both, capital, either
from app.text.names import names
from app.text.values import Doubted, Field, Group
from engine.game import Event
from engine.game_data import YOURS
from engine.house import HouseCounted, HouseHasOther, HouseSaid
from engine.seven_wonders import actions, cards
from engine.seven_wonders.cards import Data
from engine.seven_wonders.view import Mine, SeatView, Standing, Unpaid, View, Way

DULL: Final = frozenset(
    {"turn-began", "recruitment-began", "leaders-dealt", "leaders-boxed", "leaders-passed", "hands-passed"}
    | {"leader-kept", "stage-hides", "sale-seen", "leftovers-discarded", "coins-gained"}
)
DECIDED: Final = frozenset(
    {"card-built", "stage-built", "card-sold", "leader-recruited", "card-rebuilt", "leader-buried", "declined"}
)
# Hands are seen where they lie, choices until they are revealed: a log would keep what has been passed on.
UNSAID: Final = frozenset({"hand-dealt", "hand-seen", "leaders-seen", "discard-seen", "has-chosen", "chose"})
ROMAN: Final = ("", "I", "II", "III")
RAW: Final = cards.RESOURCES[: cards.RAW]

_view: Final = msgspec.json.Decoder(View)
GAME: Final = "seven-wonders"
_events: Final = msgspec.json.Decoder[actions.Events](actions.Events)

# ---- names -------------------------------------------------------------------------------------------


def title(w: Words) -> str:
    """The game's own name."""
    return "7 Wonders"


def identity(w: Words, slug: str) -> str:
    """`Gizah (day)`: a board and its side; also a card or a leader whose values are doubted."""
    wonder, _, side = slug.rpartition("-")
    match side:
        case "day":
            return w("{board} (day)", board=board(w, wonder))
        case "night":
            return w("{board} (night)", board=board(w, wonder))
    return name_of(w, slug)


def board(w: Words, slug: str) -> str:
    """`Gizah`, whichever side."""
    return named(names(w, GAME, "boards"), slug)


def card(w: Words, slug: str) -> str:
    """`Quarry`: a building, as it is called on its card."""
    return named(names(w, GAME, "cards"), slug)


def leader(w: Words, slug: str) -> str:
    """`Caesar`."""
    return named(names(w, GAME, "leaders"), slug)


def name_of(w: Words, slug: str) -> str:
    """A card or a leader, or the board that brings something: no two of them bear the same word."""
    return names(w, GAME, "cards").get(slug) or names(w, GAME, "leaders").get(slug) or board(w, slug)


def colour(w: Words, slug: str) -> str:
    """`blue`: of cards."""
    return named(names(w, GAME, "colours"), slug)


def resource(w: Words, slug: str) -> str:
    """`clay`."""
    return named(names(w, GAME, "resources"), slug)


def symbol(w: Words, slug: str) -> str:
    """A science symbol."""
    return named(names(w, GAME, "symbols"), slug)


def category(w: Words, slug: str) -> str:
    """The head of a line on the score sheet."""
    return named(names(w, GAME, "categories"), slug)


def counted(w: Words, slug: str) -> str:
    """What the history counts besides points."""
    return named(names(w, GAME, "counted"), slug)


def victory(w: Words, how: str) -> str:
    """There is but one way to win."""
    return ""


def tie_rule(w: Words, how: str) -> str:
    """What decides among equal points."""
    return sheet.tie_rule(w, "seven-wonders")


# ---- what is chosen before a game --------------------------------------------------------------------


def variant(w: Words, slug: str) -> str:
    """What may be added to the game, as the name of a switch."""
    match slug:
        case "leaders":
            return w.pgettext("variant", "Leaders")
        case "experts":
            return w.pgettext("variant", "Expert leaders")
    return named({}, slug)


def variants(w: Words, slugs: Iterable[str]) -> str:
    """Several of them in a sentence."""
    return both(w, [variant(w, slug) for slug in slugs])


def variant_says(w: Words, slug: str) -> str:
    """What it changes, in one sentence; nothing for one that was invented later."""
    match slug:
        case "leaders":
            return w("Each seat drafts four leaders and may recruit one in each age.")
        case "experts":
            return w("Fifteen more leaders, for experienced players.")
    return ""


def house_rule(w: Words, slug: str) -> str:
    """What holds while a house rule is on."""
    match slug:
        case "rebuild-is-forced":
            return w("Whoever may build a discarded card must do so")
        case "burial-counts-its-own-age":
            return w("A buried leader whose cost is the number of the age scores the age in which it was buried")
    return named({}, slug)


def assumed(w: Words, slugs: Iterable[str]) -> str:
    """A note about these boards, cards and leaders, whose printed values are not certain; empty if there are none."""
    names = [identity(w, slug) for slug in slugs]
    if not names:
        return ""
    return w(
        "{things}: these numbers are not certain. Correct them in the settings under “{page}”.",
        things=both(w, names),
        page=w("Numbers of the box"),
    )


# ---- what printed things cost and do -----------------------------------------------------------------


def _coins(w: Words, n: int) -> str:
    return w.ngettext("{n} coin", "{n} coins", n)


def _points(w: Words, n: int) -> str:
    return w.ngettext("{n} point", "{n} points", n)


def _units(w: Words, amount: int, slug: str) -> str:
    return resource(w, slug) if amount == 1 else f"{amount} × {resource(w, slug)}"


def cost(w: Words, cost: cards.Cost) -> str:
    """What is printed as a cost: `1 coin, 2 × clay`; `free`."""
    parts = [_coins(w, cost.coins)] if cost.coins else []
    units = zip(cards.RESOURCES, cost.units(), strict=True)
    parts += [_units(w, amount, resource) for resource, amount in units if amount]
    return ", ".join(parts) or w.pgettext("cost", "free")


def leader_cost(w: Words, facts: cards.LeaderData) -> str:
    """What a leader costs: `2 coins`, or the number of the age."""
    if facts.by_age:
        return w("as many coins as the age has in its number")
    return _coins(w, facts.cost) if facts.cost else w.pgettext("cost", "free")


def card_says(w: Words, slug: str, facts: Data) -> str:
    """A card's colour and all it brings: `blue · 4 points · leads to: Gardens`."""
    parts = [colour(w, facts.cards[slug].colour), *_brings(w, facts.cards[slug].effects)]
    led = [card(w, other) for other, one in facts.cards.items() if slug in one.chain]
    if led:
        parts.append(w("leads to: {cards}", cards=both(w, led)))
    return " · ".join(parts)


def free_with(w: Words, slug: str, facts: Data) -> str:
    """Which cards make this one free; empty if none does."""
    bearers = [card(w, other) for other in facts.cards[slug].chain]
    return w("free with: {cards}", cards=either(w, bearers)) if bearers else ""


def leader_says(w: Words, slug: str, facts: Data) -> str:
    """All a leader brings."""
    return " · ".join(_brings(w, facts.leaders[slug].effects))


def stage_says(w: Words, facts: cards.StageData) -> str:
    """All a stage brings."""
    return " · ".join(_brings(w, facts.effects))


def ability_says(w: Words, facts: cards.Ability) -> str:
    """What a board does from the beginning; empty for most."""
    parts = []
    if facts.leaders_free:
        parts.append(w("leaders cost nothing"))
    if facts.discount:
        parts.append(w.ngettext("its leaders cost {n} coin less", "its leaders cost {n} coins less", facts.discount))
    if facts.neighbours_discount:
        n = facts.neighbours_discount
        parts.append(w.ngettext("the neighbours’ leaders {n} coin less", "the neighbours’ leaders {n} coins less", n))
    if facts.keeps_leaders:
        parts.append(w("in the last age leaders that were not recruited stay"))
    return " · ".join(parts)


def board_says(w: Words, slug: str, facts: Data) -> str:
    """What a side of a board makes, can do, and brings stage by stage: `wood · Stage 1: 3 points · …`."""
    board = facts.boards[slug]
    parts = _board_can(w, board)
    for nth, stage in enumerate(board.stages, start=1):
        does = stage_says(w, stage)
        parts.append(w.ngettext("Stage {stages}: {does}", "Stages {stages}: {does}", 1, stages=nth, does=does))
    return capital(" · ".join(parts))


def _board_can(w: Words, board: cards.BoardData) -> list[str]:
    parts = [resource(w, board.start)] if board.start else []
    return [*parts, able] if (able := ability_says(w, board.ability)) else parts


def stage_whole(w: Words, slug: str, number: int, facts: Data) -> str:
    """What a stage (from 1) costs and brings."""
    stage = facts.boards[slug].stages[number - 1]
    return w("Stage {n} for {cost}: {says}", n=number, cost=cost(w, stage.cost), says=stage_says(w, stage))


def board_whole(w: Words, slug: str, facts: Data) -> str:
    """What a side of a board makes, can do, and what each stage costs and brings."""
    board = facts.boards[slug]
    stages = (stage_whole(w, slug, nth, facts) for nth, _ in enumerate(board.stages, start=1))
    return capital(" · ".join([*_board_can(w, board), *stages]))


def _brings(w: Words, effects: Iterable[cards.Effect]) -> list[str]:
    return [_EFFECT[type(effect)](w, effect) for effect in effects]


def _one(w: Words, what: str) -> str:
    """What is counted, as it stands after `each`."""
    return names(w, GAME, "each")[what]


def _gain(w: Words, coins: int, points: int) -> str:
    return both(w, [*([_coins(w, coins)] if coins else []), *([_points(w, points)] if points else [])])


def _produces(w: Words, it: cards.Produces) -> str:
    if len(it.of) == 1:
        return _units(w, it.amount, it.of[0])
    return either(w, [_units(w, it.amount, resource) for resource in it.of])


def _trade(w: Words, it: cards.Trade) -> str:
    if len(it.neighbours) > 1:
        side = w.pgettext("trade", "on both sides")
    else:
        side = w.pgettext("trade", "on the left") if it.neighbours[0] == "left" else w.pgettext("trade", "on the right")
    goods = [resource(w, kind) for kind in cards.RESOURCES if (kind in RAW) == (it.goods == "raw")]
    return w.ngettext(
        "{goods} for {n} coin each {side}",
        "{goods} for {n} coins each {side}",
        it.price,
        goods=both(w, goods),
        side=side,
    )


def _per(w: Words, it: cards.Per) -> str:
    facts = {
        "gain": _gain(w, it.coins, it.points),
        "thing": either(w, [_one(w, what) for what in it.of]),
    }
    if it.cities == ("self",):
        return w("{gain} for each {thing} in its own city", **facts)
    if "self" in it.cities:
        return w("{gain} for each {thing} in its own and both neighbouring cities", **facts)
    return w("{gain} for each {thing} in both neighbouring cities", **facts)


def _free_turn(w: Words, it: cards.FreeTurn) -> str:
    if it.turn == "first":
        return w("the first card of each age costs nothing")
    return w("the last card of each age costs nothing")


# Any: each function takes the effect it is listed under.
_EFFECT: Final[Mapping[type[cards.Effect], Callable[[Words, Any], str]]] = {
    cards.Produces: _produces,
    cards.Trade: _trade,
    cards.Points: lambda w, it: _points(w, it.amount),
    cards.Coins: lambda w, it: _coins(w, it.amount),
    cards.Shields: lambda w, it: w.ngettext("{n} shield", "{n} shields", it.amount),
    cards.Science: lambda w, it: symbol(w, it.symbol),
    cards.Per: _per,
    cards.WholeWonder: lambda w, it: w("{gain} if every stage is built", gain=_points(w, it.points)),
    cards.SeventhCard: lambda w, it: w("the last card of each age is played too"),
    cards.Rebuild: lambda w, it: w("builds a discarded card for nothing"),
    cards.FreeColours: lambda w, it: w("the first card of each colour costs nothing"),
    cards.FreeTurn: _free_turn,
    cards.DrawLeaders: lambda w, it: w.ngettext("{n} leader from the box", "{n} leaders from the box", it.amount),
    cards.ExtraLeader: lambda w, it: w("one more leader may be recruited"),
    cards.Bury: lambda w, it: w("a leader is buried: {n} × its cost in points", n=it.times),
    cards.LeadersFree: lambda w, it: w("leaders cost nothing"),
    cards.ResourceLess: lambda w, it: w(
        "{gain} for each {thing}",
        gain=w.ngettext("{n} resource less", "{n} resources less", 1),
        thing=_one(w, it.on),
    ),
    cards.FreeCards: lambda w, it: w("each {thing} costs nothing", thing=_one(w, it.of)),
    cards.CoinsOnBuild: lambda w, it: w(
        "{gain} for each {thing} from now on", gain=_coins(w, it.amount), thing=_one(w, it.of)
    ),
    cards.CoinsOnChain: lambda w, it: w.ngettext(
        "{n} coin for each card built by its chain", "{n} coins for each card built by its chain", it.amount
    ),
    cards.CoinsOnToken: lambda w, it: w(
        "{gain} for each {thing} from now on", gain=_coins(w, it.amount), thing=_one(w, "victory-token")
    ),
    cards.BankTrade: lambda w, it: w.ngettext(
        "once a turn any resource from the bank for {n} coin",
        "once a turn any resource from the bank for {n} coins",
        it.price,
    ),
    cards.PerCoins: lambda w, it: w("{gain} for every {n} coins", gain=_points(w, it.points), n=it.coins),
    cards.PerSet: lambda w, it: w(
        "{gain} for each set of {colours}",
        gain=_points(w, it.points),
        colours=both(w, [colour(w, hue) for hue in it.of]),
    ),
    cards.PerScienceSet: lambda w, it: w("{gain} for each set of three science symbols", gain=_points(w, it.points)),
    cards.ExtraCoin: lambda w, it: w.ngettext(
        "{n} coin more when the bank first pays in a turn",
        "{n} coins more when the bank first pays in a turn",
        it.amount,
    ),
    cards.CoinAfterPurchase: lambda w, it: w.ngettext(
        "{n} coin back for each neighbour paid", "{n} coins back for each neighbour paid", it.amount
    ),
    cards.VictoryToken: lambda w, it: w("a victory token of this age"),
    cards.Purge: lambda w, it: w("own defeat tokens are discarded; everybody else gives up a victory token"),
    cards.DefeatToWinner: lambda w, it: w("own defeat tokens go to the neighbour who won"),
    cards.ReplaceSymbol: lambda w, it: w("at the end one science symbol may become another"),
    cards.MoreOfMostCommon: lambda w, it: w("at the end one more of the most common science symbol"),
    cards.Most: lambda w, it: w(
        "{gain} with more {things} than each neighbour",
        gain=_points(w, it.points),
        things=names(w, GAME, "many")[it.of],
    ),
    cards.NoDefeat: lambda w, it: w("{gain} without a defeat token", gain=_points(w, it.points)),
    cards.TokenPairs: lambda w, it: w("of each pair of equal victory tokens one counts twice"),
    cards.OnlyLeader: lambda w, it: w("{gain} as the only leader face up", gain=_points(w, it.points)),
}


# ---- actions -----------------------------------------------------------------------------------------


def action(w: Words, text: str, people: Sequence[str] = ()) -> str:
    """The label of a button that says an action, or of a line of chance; a different one for each different action."""
    if agreed := house.action(w, text, people, house_count, house_wonder):
        return agreed
    match text.removeprefix("choose ").split():
        case ["keep", slug]:
            return w("Keep {leader}", leader=leader(w, slug))
        case ["recruit", slug]:
            return w("Recruit {leader}", leader=leader(w, slug))
        case ["build", slug, *paid]:
            return _paying(w, w("Build {card}", card=card(w, slug)), paid)
        case ["stage"] | ["stage", "left" | "right" | "bank", _, *_] as said:
            return _paying(w, w("Build a stage"), said[1:])
        case ["stage", slug, *paid]:
            return _paying(w, w("Build a stage with {card}", card=name_of(w, slug)), paid)
        case ["sell", slug]:
            return w("Sell {card}", card=name_of(w, slug))
        case ["sell"]:
            return w("Sell a card")
        case ["lose", value]:
            return w("Give up a victory token of {n}", n=value)
        case ["bury", slug]:
            return w("Bury {leader}", leader=leader(w, slug))
        case ["rebuild", slug]:
            return w("Build {card} from the discard pile", card=card(w, slug))
        case ["done"]:
            return w("No, thank you")
        case ["deal" | "draw", seat, *slugs]:
            name = people[int(seat) - 1] if people else seat_name(w, int(seat), None)
            return w("{name} is dealt: {cards}", name=name, cards=", ".join(name_of(w, slug) for slug in slugs))
    raise ValueError(f"not an action of 7 Wonders: {text!r}")


def did(w: Words, text: str, name: str, people: Sequence[str] = (), came: str = "") -> str:
    """What a person has done, or chosen in secret: `Ben built Quarry`."""
    match text.removeprefix("choose ").split():
        case ["build", slug, *_]:
            return w("{name} built {card}", name=name, card=name_of(w, slug))
        case ["recruit", slug, *_]:
            return w("{name} recruited {card}", name=name, card=name_of(w, slug))
        case ["stage", *_]:
            return w("{name} built a stage", name=name)
        case ["sell", *_]:
            return w("{name} sold a card", name=name)
    return w("{name}, {action}", name=name, action=action(w, text, people))


def _paying(w: Words, label: str, paid: Sequence[str]) -> str:
    """The label with what it pays to whom."""
    coins = dict(zip(paid[::2], paid[1::2], strict=True))
    told = [_to(w, whom, int(coins[whom])) for whom in ("left", "right", "bank") if whom in coins]
    return f"{label} ({', '.join(told)})" if told else label


def _to(w: Words, whom: str, n: int) -> str:
    match whom:
        case "left":
            return w("{n} to the left", n=n)
        case "right":
            return w("{n} to the right", n=n)
    return w("{n} to the bank", n=n)


def asked(w: Words, legal: Sequence[str], people: Sequence[str] = ()) -> str:
    """What these legal actions ask, as a short prompt."""
    secret, (verb, *thing) = legal[0].startswith("choose"), legal[0].removeprefix("choose ").split()
    match verb:
        case "keep":
            return w("Keep a leader")
        case "recruit" if secret:
            return w("Choose a leader")
        case "recruit":
            return w("Recruit one more leader?")
        case "lose":
            return w("Give up a victory token")
        case "bury":
            return w("Bury a leader")
        case "rebuild":
            return w("Build a discarded card")
    if secret:
        return w("Choose a leader") if thing and thing[0] in names(w, GAME, "leaders") else w("Choose a card")
    return w("Play your last card")


def choices(
    w: Words, view: View, legal: Sequence[str], people: Sequence[str], seat: int, facts: Data
) -> Iterator[Choices]:
    """The uses of each card, or leader, under its name; everything else as it comes."""
    at = _Seat(w, view, people, seat, facts)
    uses: dict[str, list[Choice]] = {}
    least: dict[str, int] = {}  # coins for having it
    rest: list[Choice] = []
    for text in legal:
        match text.removeprefix("choose ").split():
            case ["build" | "recruit" | "stage" | "sell" as verb, slug, *paid] if slug not in PAID:
                uses.setdefault(slug, []).append(at.use(text, verb, slug, paid))
                if verb in ("build", "recruit"):
                    coins = sum(map(int, paid[1::2]))
                    least[slug] = min(coins, least.get(slug, coins))
            case ["stage", *paid]:
                rest.append(Choice(text, w("Build a stage"), at.stage_note(paid)))
            case ["sell"]:
                rest.append(Choice(text, w("Sell a card"), at.sale()))
            case ["keep" | "bury" as verb, slug]:
                rest.append(Choice(text, action(w, text, people), at.about_leader(slug, buried=verb == "bury")))
            case ["rebuild", slug]:
                rest.append(Choice(text, action(w, text, people), card_says(w, slug, facts)))
            case _:
                rest.append(Choice(text, action(w, text, people)))
    for slug, made in uses.items():
        yield Choices(tuple(made), name_of(w, slug), at.heading(slug, least.get(slug, 0)))
    if rest:
        yield Choices(tuple(rest))


PAID: Final = ("left", "right", "bank")


class _Seat:
    """What choices mean for the seat that is asked."""

    def __init__(self, w: Words, view: View, people: Sequence[str], seat: int, facts: Data) -> None:
        self._w, self._people, self._facts = w, people, facts
        self._chair = view.seats[seat - 1]
        self._seats = len(view.seats)
        self._ways = {way.thing: way for way in view.hints.ways}

    def heading(self, slug: str, paid: int) -> str:
        """What having this costs here, and what it is: what one wants to know before it is opened.

        `paid`: coins for resources, the cheapest way.
        """
        says = leader_says if slug in self._facts.leaders else card_says
        said = says(self._w, slug, self._facts)
        way = self._ways.get(slug)
        return f"{self._price(way, slug, paid)} · {said}" if way else said

    def _price(self, way: Way, slug: str, paid: int) -> str:
        w, coins = self._w, way.coins + paid
        match way.why:
            case "chain":
                return w("free by its chain")
            case "free":
                return w("costs nothing this time")
            case "twice":
                return w("stands in your city already")
            case "unpaid" if slug in self._facts.leaders:
                return w.ngettext("costs {n} coin: too much", "costs {n} coins: too much", coins)
            case "unpaid":
                return w("cannot be paid ({cost})", cost=cost(w, self._facts.cards[slug].cost))
            case "price" if slug in self._facts.leaders or not any(self._facts.cards[slug].cost.units()):
                return w.ngettext("costs {n} coin", "costs {n} coins", coins) if coins else w("costs nothing")
            case "price":
                needs = cost(w, self._facts.cards[slug].cost)
                if coins:
                    return w.ngettext("costs {n} coin ({cost})", "costs {n} coins ({cost})", coins, cost=needs)
                return w("costs no coins ({cost})", cost=needs)
            case _:
                assert_never(way.why)

    def use(self, text: str, verb: str, slug: str, paid: Sequence[str]) -> Choice:
        """One use of a card or a leader."""
        w, name = self._w, name_of(self._w, slug)
        match verb:
            case "build":
                return Choice(text, w("Build {card}", card=name), self._paid(self._ways.get(slug), paid))
            case "recruit":
                return Choice(text, w("Recruit {leader}", leader=name), self._paid(self._ways.get(slug), paid))
            case "stage":
                stage = self._chair.stages + 1
                return Choice(text, w("Stage {n} with {card}", n=stage, card=name), self.stage_note(paid))
        return Choice(text, w("Sell {card}", card=name), self.sale())

    def stage_note(self, paid: Sequence[str]) -> str:
        """What the next stage brings and costs."""
        board = self._facts.boards[f"{self._chair.wonder}-{self._chair.side}"]
        brings = stage_says(self._w, board.stages[self._chair.stages])
        return f"{self._paid(self._ways.get('stage'), paid)} · {brings}"

    def sale(self) -> str:
        n = self._facts.table.sale
        return self._w.ngettext("brings {n} coin", "brings {n} coins", n)

    def about_leader(self, slug: str, *, buried: bool) -> str:
        price = self._w("printed cost: {cost}", cost=leader_cost(self._w, self._facts.leaders[slug]))
        says = leader_says(self._w, slug, self._facts)
        return f"{price} · {says}" if buried else f"{says} · {price}"

    def _paid(self, way: Way | None, paid: Sequence[str]) -> str:
        """Who gets how many coins for it."""
        w, coins = self._w, dict(zip(paid[::2], map(int, paid[1::2]), strict=True))
        parts = []
        if "left" in coins:
            parts.append(coins_to(w, coins["left"], self._people[self._chair.seat % self._seats], "left"))
        if "right" in coins:
            parts.append(coins_to(w, coins["right"], self._people[self._chair.seat - 2], "right"))
        bank = coins.get("bank", 0) + (way.coins if way else 0)
        if bank:
            parts.append(w.ngettext("{n} coin to the bank", "{n} coins to the bank", bank))
        if way and way.why == "chain":
            return w("free by its chain")
        return ", ".join(parts) or w("costs no coins")


def coins_to(w: Words, n: int, name: str, side: str) -> str:
    """`2 coins to Ben (left)`."""
    if side == "left":
        return w.ngettext("{n} coin to {name} (left)", "{n} coins to {name} (left)", n, name=name)
    return w.ngettext("{n} coin to {name} (right)", "{n} coins to {name} (right)", n, name=name)


def to_bank(w: Words, n: int) -> str:
    """`1 coin to the bank`."""
    return w.ngettext("{n} coin to the bank", "{n} coins to the bank", n)


def missing(w: Words, way: Way | Unpaid) -> str:
    """Why something cannot be had now; empty if it can."""
    if isinstance(way, Way) and way.why == "twice":
        return w("stands in your city already")
    if way.lacks:
        units = Counter(way.lacks).items()
        return w("missing: {goods}", goods=", ".join(_units(w, amount, resource) for resource, amount in units))
    return w.ngettext("{n} coin missing", "{n} coins missing", way.short) if way.short else ""


# ---- the position ------------------------------------------------------------------------------------


def read(raw: bytes) -> View:
    """A view from JSON."""
    return _view.decode(raw)


def position(w: Words, view: View, people: Sequence[str], seat: int | None, facts: Data) -> Iterator[Section]:
    """All that a reader may know, in words; what is one's own first, then the round, then clockwise from one's left."""
    if seat is not None and not isinstance(view.mine, msgspec.UnsetType):
        yield from _own(w, view, view.mine, people, seat, facts)
    yield _round(w, view, people, seat)
    count = len(view.seats)
    others = range(count) if seat is None else [(seat + step) % count for step in _nearest_first(count)]
    for other in others:
        chair = view.seats[other]
        yield Section(_whose(w, chair, people, seat, count), tuple(_city(w, view, chair, seat, facts)), chair.seat)


def _nearest_first(count: int) -> list[int]:
    """Steps clockwise: to the left, to the right, then on round the table."""
    return [0, count - 2, *range(1, count - 2)] if count > 2 else list(range(count - 1))


def _own(w: Words, view: View, mine: Mine, people: Sequence[str], seat: int, facts: Data) -> Iterator[Section]:
    """What nobody else sees, and one's own city."""
    asked = seat in view.to_act
    if mine.choice:
        lines = [action(w, mine.choice, people), *_waiting(w, view, people)]
        yield Section(w("You have chosen"), tuple(lines), seat)
    if mine.hand and not (asked and view.asked in ("draft", "play", "seventh")):
        whole = [_leader_whole if slug in facts.leaders else _card_whole for slug in mine.hand]
        lines = [say(w, slug, facts) for say, slug in zip(whole, mine.hand, strict=True)]
        yield Section(w("Your hand"), tuple(lines), seat)
    if mine.leaders and not (asked and view.asked in ("recruit", "extra")):
        lines = [_leader_whole(w, slug, facts) for slug in mine.leaders]
        yield Section(w("Leaders in your hand"), tuple(lines), seat)
    if not isinstance(mine.discard, msgspec.UnsetType):
        yield Section(w("Discard pile"), (", ".join(card(w, slug) for slug in mine.discard),), seat)
    chair = view.seats[seat - 1]
    yield Section(_board_of(w, chair), tuple(_city(w, view, chair, seat, facts)), seat)


def _waiting(w: Words, view: View, people: Sequence[str]) -> Iterator[str]:
    if view.asked in ("draft", "recruit", "play") and view.to_act:
        yield w("Still choosing: {names}", names=both(w, [people[seat - 1] for seat in view.to_act]))


def _card_whole(w: Words, slug: str, facts: Data) -> str:
    price = w("printed cost: {cost}", cost=cost(w, facts.cards[slug].cost))
    return f"{card(w, slug)}: {card_says(w, slug, facts)} ({price})"


def _leader_whole(w: Words, slug: str, facts: Data) -> str:
    price = w("printed cost: {cost}", cost=leader_cost(w, facts.leaders[slug]))
    return f"{leader(w, slug)}: {leader_says(w, slug, facts)} ({price})"


def _round(w: Words, view: View, people: Sequence[str], seat: int | None) -> Section:
    """Where the game stands, and who is waited for."""
    lines = list(_waiting(w, view, people))
    if view.hints.passing == "left":
        whom = people[seat % len(people)] if seat else ""
        lines.append(
            w("What is left of a hand goes to the left, to {name}", name=whom) if whom else w("Hands go to the left.")
        )
    elif view.hints.passing == "right":
        whom = people[seat - 2] if seat else ""
        lines.append(
            w("What is left of a hand goes to the right, to {name}", name=whom) if whom else w("Hands go to the right.")
        )
    if view.age:
        lines.append(w.ngettext("{n} card discarded", "{n} cards discarded", view.discard))
    if view.box:
        lines.append(w.ngettext("{n} leader in the box", "{n} leaders in the box", view.box))
    return Section(moment(w, view), tuple(lines))


def by_table(w: Words) -> str:
    """What is said of a seat for which the table told its turn: whatever else there is has a price it cannot pay."""
    return w("Only a sale is possible in this turn. The table has entered it.")


def moment(w: Words, view: View) -> str:
    """Where the game stands: `Age II, turn 3 of 6`."""
    if view.over:
        return w("The game is over.")
    if not view.age:
        return w("The leaders are drafted")
    if not view.turn:
        return w("Age {age} begins", age=ROMAN[view.age])
    return w("Age {age}, turn {turn} of {turns}", age=ROMAN[view.age], turn=view.turn, turns=cards.TURNS)


def hands(view: View) -> tuple[int, ...]:
    """How many things of the kind that is played now each seat holds: cards, or leaders."""
    recruits = view.age and not view.turn
    return tuple(chair.leaders_left if recruits else chair.hand for chair in view.seats)


def in_hands(w: Words, fewest: int, most: int) -> str:
    """Where so many lie: in each hand, or in hands of which no two need hold as many."""
    return w("in each hand") if fewest == most else w("in the hands")


def _board_of(w: Words, chair: SeatView) -> str:
    return identity(w, f"{chair.wonder}-{chair.side}")


def _whose(w: Words, chair: SeatView, people: Sequence[str], seat: int | None, count: int) -> str:
    """`Ben (left): Gizah (day)`."""
    facts = {"name": people[chair.seat - 1], "board": _board_of(w, chair)}
    step = (chair.seat - (seat or chair.seat)) % count
    if step == 1:
        return w("{name} (left): {board}", **facts)
    if step == count - 1:
        return w("{name} (right): {board}", **facts)
    return w("{name}: {board}", **facts)


def _city(w: Words, view: View, chair: SeatView, seat: int | None, facts: Data) -> Iterator[str]:
    """All that lies before a seat; to a neighbour also what can be bought there."""
    own, standing = chair.seat == seat, view.hints.standing[chair.seat - 1]
    board = facts.boards[f"{chair.wonder}-{chair.side}"]
    parts = [_coins(w, chair.coins), w.ngettext("{n} shield", "{n} shields", chair.shields)]
    if chair.hand and view.asked != "draft" and not own:
        parts.append(w.ngettext("{n} card in hand", "{n} cards in hand", chair.hand))
    told = view.hints.told[chair.seat - 1] if view.hints.told else None
    if told:
        parts.append(action(w, told, ()))
    elif chair.chosen and not own:
        parts.append(w("has chosen"))
    yield " · ".join(parts)
    if ability := ability_says(w, board.ability):
        yield capital(ability)
    yield from _stages(w, chair, board, own=own)
    yield from _goods(w, view, chair, standing, seat)
    for hue in cards.COLOURS[: cards.PURPLE]:
        there = [_stands(w, slug, facts) for slug in chair.cards if facts.cards[slug].colour == hue]
        if there:
            yield f"{capital(colour(w, hue))}: {', '.join(there)}"
    for slug in chair.cards:
        if facts.cards[slug].colour == cards.COLOURS[cards.PURPLE]:
            yield _with(card(w, slug), " · ".join(_brings(w, facts.cards[slug].effects)))
    if standing.symbols:
        symbols = [symbol(w, slug) if n == 1 else f"{n} × {symbol(w, slug)}" for slug, n in standing.symbols.items()]
        yield w("Science: {symbols}", symbols=", ".join(symbols))
    if chair.tokens:
        yield w(
            "Victory and defeat tokens: {tokens}",
            tokens=", ".join(f"{value:+d}".replace("-", "−") for value in chair.tokens),
        )
    for slug in chair.leaders:
        yield _with(leader(w, slug), leader_says(w, slug, facts))
    if chair.buried:
        yield w("Buried: {leaders}", leaders=", ".join(leader(w, slug) for slug in chair.buried))
    if chair.leaders_left and not own:
        yield w.ngettext("{n} leader in hand", "{n} leaders in hand", chair.leaders_left)


def _with(name: str, says: str) -> str:
    return f"{name}: {says}" if says else name


def _stages(w: Words, chair: SeatView, board: cards.BoardData, *, own: bool) -> Iterator[str]:
    """One's own one by one; of others how many, and what comes next."""
    built, count = chair.stages, len(board.stages)
    if own:
        for n, stage in enumerate(board.stages, start=1):
            facts = {"n": n, "says": stage_says(w, stage), "cost": cost(w, stage.cost)}
            yield w("Stage {n}, built: {says}", **facts) if n <= built else w("Stage {n} for {cost}: {says}", **facts)
    elif built == count:
        yield w("All {n} stages built", n=count)
    else:
        stage = board.stages[built]
        facts = {"built": built, "n": count, "says": stage_says(w, stage), "cost": cost(w, stage.cost)}
        yield w("{built} of {n} stages; the next for {cost}: {says}", **facts)


def _goods(w: Words, view: View, chair: SeatView, standing: Standing, seat: int | None) -> Iterator[str]:
    """What a city makes; for its neighbours what it sells, and for how much."""
    count = len(view.seats)
    step = (chair.seat - seat) % count if seat is not None else 0
    makes = [*made(w, standing.makes, standing.choices)]
    if step not in (1, count - 1) or seat is None:
        if makes:
            yield w("Produces: {goods}", goods=", ".join(makes))
        return
    prices = view.hints.standing[seat - 1].prices["left" if step == 1 else "right"]
    sells = [*made(w, standing.sells, standing.sells_choices)]
    if sells:
        yield w("Sells you: {goods}", goods=", ".join(sells))
        if not view.over:
            yield w("You pay for each: raw {raw}, manufactured {made}", raw=prices["raw"], made=prices["manufactured"])
    own = sorted(set(makes) - set(sells))
    if own:
        yield w("Produces for itself: {goods}", goods=", ".join(own))


def made(w: Words, units: Mapping[str, int], choices: Iterable[Sequence[str]]) -> Iterator[str]:
    """Goods, and those of which a city has one of several: `2 × wood`, `stone/clay`."""
    for slug, amount in units.items():
        yield _units(w, amount, slug)
    for kinds in choices:
        yield "/".join(resource(w, kind) for kind in kinds)


def _stands(w: Words, slug: str, facts: Data) -> str:
    """A card in a city; one that scores says how much."""
    points = sum(it.amount for it in facts.cards[slug].effects if isinstance(it, cards.Points))
    return f"{card(w, slug)} ({points})" if points else card(w, slug)


# ---- events ------------------------------------------------------------------------------------------


def hear(raw: bytes) -> actions.Events:
    """An event from JSON; msgspec.ValidationError if it is none of this game."""
    found: actions.Events = _events.decode(raw)
    return found


def event(w: Words, event: actions.Events, people: Sequence[str]) -> str:
    """One sentence for the log; `people` are the display names, by seat."""
    if isinstance(event, HouseCounted | HouseSaid | HouseHasOther):
        return house.event(w, event, people, house_count, house_wonder)
    return _SAY[type(event)](w, event, people)


def house_count(w: Words, what: str, people: Sequence[str]) -> str:
    """What people count (`Tracked.counted`)."""
    if " " not in what:
        return what
    kind, *slug, seat = what.split()
    name = people[int(seat) - 1] if people else seat_name(w, int(seat), None)
    match kind, slug:
        case "defeats", []:
            return w("defeat tokens of {name}", name=name)
        case "symbol", [each]:
            return house.thing(w, capital(symbol(w, each)), name)
        case _, [each]:
            return house.thing(w, name_of(w, each), name)
    if kind.startswith("victories-"):
        return w("victory tokens of {points} of {name}", points=kind.removeprefix("victories-"), name=name)
    return house.number(w, kind, name)


def house_wonder(w: Words, slug: str) -> str:
    """A wonder, or a board, that a seat may have (`HasWonders`)."""
    return identity(w, slug)


def house_thing(w: Words, thing: str) -> str:
    """A printed thing that may lie before a seat (`Tracked.things`)."""
    return name_of(w, thing.partition(" ")[2])


def _card_built(w: Words, it: actions.CardBuilt, people: Sequence[str]) -> str:
    return _how_built(w, it, people) + _came(w, it.gains)


def _how_built(w: Words, it: actions.CardBuilt, people: Sequence[str]) -> str:
    facts = {"name": people[it.seat - 1], "card": card(w, it.card)}
    if it.chain:
        return w("{name} builds {card}, free by its chain.", **facts)
    n = it.coins + it.left + it.right + it.bank
    if not n:
        return w("{name} builds {card}.", **facts)
    sentence = w.ngettext("{name} builds {card} for {n} coin.", "{name} builds {card} for {n} coins.", n, **facts)
    return sentence + _sellers(w, it, people)


def _stage_built(w: Words, it: actions.StageBuilt, people: Sequence[str]) -> str:
    facts = {"name": people[it.seat - 1], "stage": it.stage}
    n = it.coins + it.left + it.right + it.bank
    if not n:
        return w("{name} builds stage {stage}.", **facts) + _came(w, it.gains)
    sentence = w.ngettext(
        "{name} builds stage {stage} for {n} coin.", "{name} builds stage {stage} for {n} coins.", n, **facts
    )
    return sentence + _sellers(w, it, people) + _came(w, it.gains)


def _sellers(w: Words, it: actions.CardBuilt | actions.StageBuilt, people: Sequence[str]) -> str:
    """Who got how much of what was paid."""
    left, right = people[it.seat % len(people)], people[it.seat - 2]
    paid = [
        w.ngettext("{name} gets {n} coin of that.", "{name} gets {n} coins of that.", coins, name=name)
        for name, coins in ((left, it.left), (right, it.right))
        if coins
    ]
    return "".join(f" {each}" for each in paid)


def _came(w: Words, gains: actions.Gains) -> str:
    """Coins that came with what was done, and what brought them; the price of a sale is in its sentence."""
    more = [(coins, by) for coins, by in gains if by != "sale"]
    if not more:
        return ""
    return f" +{sum(coins for coins, _ in more)} ({', '.join(f'{source(w, by)} {coins}' for coins, by in more)})"


def _card_sold(w: Words, it: actions.CardSold, people: Sequence[str]) -> str:
    n, facts = it.coins, {"name": people[it.seat - 1]}
    if it.leader:
        sold = w.ngettext("{name} sells a leader for {n} coin.", "{name} sells a leader for {n} coins.", n, **facts)
    else:
        sold = w.ngettext("{name} sells a card for {n} coin.", "{name} sells a card for {n} coins.", n, **facts)
    return sold + _came(w, it.gains)


def _leader_recruited(w: Words, it: actions.LeaderRecruited, people: Sequence[str]) -> str:
    facts = {"name": people[it.seat - 1], "leader": leader(w, it.leader)}
    if not it.paid:
        return w("{name} recruits {leader} for nothing.", **facts) + _came(w, it.gains)
    recruited = w.ngettext(
        "{name} recruits {leader} for {n} coin.", "{name} recruits {leader} for {n} coins.", it.paid, **facts
    )
    return recruited + _came(w, it.gains)


def _coins_gained(w: Words, it: actions.CoinsGained, people: Sequence[str]) -> str:
    facts = {"name": people[it.seat - 1], "by": source(w, it.by)}
    return w.ngettext("{name} gets {n} coin ({by}).", "{name} gets {n} coins ({by}).", it.coins, **facts)


def source(w: Words, by: str) -> str:
    """What brings coins: `by` of an event, or of what a seat gained in the last turn."""
    match by:
        case "sale":
            return w.pgettext("brings coins", "sale")
        case "left" | "right":
            return w.pgettext("brings coins", "trade")
    return name_of(w, by)


def _token_taken(w: Words, it: actions.TokenTaken, people: Sequence[str]) -> str:
    facts = {"name": people[it.seat - 1]}
    if it.value < 0:
        if it.against:
            return w("{name} takes a defeat token against {other}.", other=people[it.against - 1], **facts)
        return w("{name} takes a defeat token.", **facts)
    if it.against:
        return w(
            "{name} takes a victory token of {n} against {other}.",
            n=it.value,
            other=people[it.against - 1],
            **facts,
        )
    return w("{name} takes a victory token of {n}.", n=it.value, **facts)


def _conflict_settled(w: Words, it: actions.ConflictSettled, people: Sequence[str]) -> str:
    shields = ", ".join(f"{name} {n}" for name, n in zip(people, it.shields, strict=True))
    return w("Conflict of Age {age}. Shields: {shields}.", age=ROMAN[it.age], shields=shields)


def _game_ended(w: Words, it: actions.GameEnded, people: Sequence[str]) -> str:
    names = both(w, [people[number - 1] for number in it.winners])
    return w.ngettext("{names} wins!", "{names} share the victory.", len(it.winners), names=names)


def _leaders_passed(w: Words, it: actions.LeadersPassed, people: Sequence[str]) -> str:
    return w("Leaders go to the left.") if it.to == "left" else w("Leaders go to the right.")


def _hands_passed(w: Words, it: actions.HandsPassed, people: Sequence[str]) -> str:
    return w("Hands go to the left.") if it.to == "left" else w("Hands go to the right.")


def _declined(w: Words, it: actions.Declined, people: Sequence[str]) -> str:
    if it.what == "extra":
        return w("{name} recruits no further leader.", name=people[it.seat - 1])
    return w("{name} builds no discarded card.", name=people[it.seat - 1])


# Any: each function takes the event it is listed under.
_SAY: Final[Mapping[type[Event], Callable[[Words, Any, Sequence[str]], str]]] = {
    actions.LeadersDealt: lambda w, it, people: w.ngettext(
        "{name} gets {n} leader.", "{name} gets {n} leaders.", it.number, name=people[it.seat - 1]
    ),
    actions.LeadersSeen: lambda w, it, people: w(
        "Only you see: {card}.", card=", ".join(leader(w, slug) for slug in it.leaders)
    ),
    actions.HandDealt: lambda w, it, people: w.ngettext(
        "{name} gets {n} card.", "{name} gets {n} cards.", it.number, name=people[it.seat - 1]
    ),
    actions.HandSeen: lambda w, it, people: w(
        "Only you see: {card}.", card=", ".join(card(w, slug) for slug in it.cards)
    ),
    actions.RecruitmentBegan: lambda w, it, people: w("Age {age}: leaders are recruited.", age=ROMAN[it.age]),
    actions.TurnBegan: lambda w, it, people: w("Age {age}, turn {turn}.", age=ROMAN[it.age], turn=it.turn),
    actions.HasChosen: lambda w, it, people: w("{name} has chosen.", name=people[it.seat - 1]),
    actions.Chose: lambda w, it, people: w("You have chosen: {action}.", action=action(w, it.choice, people)),
    actions.LeaderKept: lambda w, it, people: w("Only you know: you keep {leader}.", leader=leader(w, it.leader)),
    actions.LeadersPassed: _leaders_passed,
    actions.HandsPassed: _hands_passed,
    actions.CardBuilt: _card_built,
    actions.StageBuilt: _stage_built,
    actions.StageHides: lambda w, it, people: w(
        "Only you know: {card} lies under the stage.", card=name_of(w, it.card)
    ),
    actions.CardSold: _card_sold,
    actions.SaleSeen: lambda w, it, people: w("Only you know: you have sold {card}.", card=name_of(w, it.card)),
    actions.LeaderRecruited: _leader_recruited,
    actions.LeadersBoxed: lambda w, it, people: w.ngettext(
        "{name}: {n} leader goes back into the box.",
        "{name}: {n} leaders go back into the box.",
        it.number,
        name=people[it.seat - 1],
    ),
    actions.CoinsGained: _coins_gained,
    actions.TokenTaken: _token_taken,
    actions.DefeatsLost: lambda w, it, people: w.ngettext(
        "{name} discards {n} defeat token.",
        "{name} discards {n} defeat tokens.",
        it.number,
        name=people[it.seat - 1],
    ),
    actions.TokenLost: lambda w, it, people: w(
        "{name} gives up a victory token of {n}.", name=people[it.seat - 1], n=it.value
    ),
    actions.LeaderBuried: lambda w, it, people: w.ngettext(
        "{name} buries {leader}: {n} point.",
        "{name} buries {leader}: {n} points.",
        it.points,
        name=people[it.seat - 1],
        leader=leader(w, it.leader),
    ),
    actions.DiscardSeen: lambda w, it, people: w(
        "Only you see: {card}.", card=", ".join(card(w, slug) for slug in it.cards)
    ),
    actions.CardRebuilt: lambda w, it, people: (
        w("{name} builds {card} from the discard pile.", name=people[it.seat - 1], card=card(w, it.card))
        + _came(w, it.gains)
    ),
    actions.Declined: _declined,
    actions.LeftoversDiscarded: lambda w, it, people: w.ngettext(
        "{n} card left over is discarded.", "{n} cards left over are discarded.", it.number
    ),
    actions.ConflictSettled: _conflict_settled,
    actions.GameEnded: _game_ended,
}


# ---- result and refusals -----------------------------------------------------------------------------


def scored(variant: Sequence[str]) -> tuple[str, ...]:
    """The categories of the score sheet, in its order."""
    slugs = ("military", "treasury", "wonder", "blue", "science", "yellow", "guilds")
    return (*slugs, "leaders") if "leaders" in variant else slugs


def all_played(w: Words) -> str:
    """The last age is over."""
    return w("The last age is over!")


def result(w: Words, view: View, people: Sequence[str]) -> str:
    """Who won and how; empty until the game is over."""
    if not view.winners:
        return ""
    names = both(w, [people[number - 1] for number in view.winners])
    points = view.seats[view.winners[0] - 1].score.total
    if len(view.winners) > 1:
        return w("{names} share the victory: equal points ({n}), and as many coins.", names=names, n=points)
    if sum(chair.score.total == points for chair in view.seats) > 1:
        return w("{name} wins: equal points ({n}), but more coins.", name=names, n=points)
    return w.ngettext("{name} wins with {n} point.", "{name} wins with {n} points.", points, name=names)


def refusal(w: Words, rule: str, facts: Mapping[str, int | str]) -> str:
    """Why the rules say no; a plain no for a rule without words."""
    say = _WHY_NOT.get(rule)
    return say(w, facts) if say else w("That is not possible now.")


def _asked_first(w: Words, it: Mapping[str, int | str]) -> str:
    match it["asked"]:
        case "draft":
            return w("A leader must be kept first.")
        case "recruit":
            return w("Leaders must be recruited first.")
        case "lose":
            return w("A victory token must be given up first.")
        case "extra":
            return w("Somebody may recruit one more leader first.")
        case "bury":
            return w("A leader must be buried first.")
        case "seventh":
            return w("Somebody must play the last card first.")
        case "rebuild":
            return w("Somebody must build a discarded card first.")
    return w("A card must be chosen first.")


def _thing(w: Words, it: Mapping[str, int | str]) -> str:
    slug = str(it["thing"])
    return w("The stage") if slug == "stage" else name_of(w, slug)


_WHY_NOT: Final[Mapping[str, Callable[[Words, Mapping[str, int | str]], str]]] = {
    "position": lambda w, it: misfit(w, it, _MISFITS),
    "over": lambda w, it: w("The game is over."),
    "chance-first": lambda w, it: w("One moment: cards are being dealt."),
    "cannot-be-dealt": lambda w, it: w("That cannot be dealt now."),
    "no-chance": lambda w, it: w("Nothing has to be dealt now."),
    "no-seat": lambda w, it: w("There are only {seats} seats.", seats=it["seats"]),
    "has-chosen": lambda w, it: w("You have chosen already. Undo it to choose again."),
    "not-asked": lambda w, it: w("There is no question for you now."),
    "no-such-token": lambda w, it: w("You have no victory token of {n}.", n=it["value"]),
    "not-face-up": lambda w, it: w("{leader} is not in front of you.", leader=leader(w, str(it["leader"]))),
    "name-twice": lambda w, it: w("{card} stands in your city already.", card=card(w, str(it["card"]))),
    "not-discarded": lambda w, it: w("{card} is not in the discard pile.", card=card(w, str(it["card"]))),
    "must-rebuild": lambda w, it: w("A discarded card must be built. This is a house rule of this game."),
    "not-in-hand": lambda w, it: w("{card} is not in your hand.", card=name_of(w, str(it["card"]))),
    "all-told": lambda w, it: w("Every {card} has been entered already.", card=card(w, str(it["card"]))),
    "not-your-leader": lambda w, it: w("{leader} is not yours to recruit.", leader=leader(w, str(it["leader"]))),
    "price": lambda w, it: w(
        "{thing} costs {cost} coins; you have {coins}.", thing=_thing(w, it), cost=it["price"], coins=it["coins"]
    ),
    "wonder-complete": lambda w, it: w("Your wonder is complete."),
    "payment": lambda w, it: w("{thing} cannot be paid for in this way.", thing=_thing(w, it)),
    "cannot-pay": lambda w, it: w(
        "{thing} cannot be paid: resources or coins are missing (you have {coins}).",
        thing=_thing(w, it),
        coins=it["coins"],
    ),
    "asked-first": _asked_first,
}


# ---- a position that does not fit ------------------------------------------------------------------------


def _entered(it: Unfit) -> dict[str, int | str]:
    """How many were entered, and how many there can be."""
    return {"there": it["there"], "most": it["most"]}


def _unfit_left(w: Words, it: Unfit) -> str:
    fewest, most = it["fewest"], it["most"]
    n = str(most) if fewest == most else f"{fewest}–{most}"
    return w("{name}: leaders in hand by now: {n}.", name=whose(w, it), n=n)


def _unfit_token(w: Words, it: Unfit) -> str:
    value = str(it["value"]).replace("-", "–")
    return w("{name}: tokens of {value} entered: {there}. By now {most} at most.", name=whose(w, it), value=value,
             **_entered(it))  # fmt: skip


def _unfit_age_cards(w: Words, it: Unfit) -> str:
    return w("{name}: cards of Age {age} entered: {there}. By now {most} at most.", name=whose(w, it),
             age=ROMAN[int(it["age"])], **_entered(it))  # fmt: skip


_MISFITS: Final[Sentences] = {
    **ALIKE,
    "wonder": lambda w, it: w("{name} has another wonder here, or its other side.", name=whose(w, it)),
    "coins": lambda w, it: w("{name} cannot have fewer than 0 coins.", name=whose(w, it)),
    "stages": lambda w, it: w("{name}: this wonder has {most} stages.", name=whose(w, it), most=it["most"]),
    "namesake": lambda w, it: w(
        "{name}: {card} can stand in a city only once.", name=whose(w, it), card=card(w, str(it["card"]))
    ),
    "leader-twice": lambda w, it: w("{thing} was entered twice.", thing=leader(w, str(it["leader"]))),
    "buried": lambda w, it: w(
        "{name}: leaders entered as buried: {there}. By the stages built {most} at most.",
        name=whose(w, it),
        **_entered(it),
    ),
    "leaders": lambda w, it: w(
        "{name}: leaders entered: {there}. By now {most} at most can have been recruited.",
        name=whose(w, it),
        **_entered(it),
    ),
    "leaders-left": _unfit_left,
    "token": _unfit_token,
    "tokens": lambda w, it: w(
        "{name}: victory and defeat tokens entered: {there}. By now {most} at most.", name=whose(w, it), **_entered(it)
    ),
    "token-sum": lambda w, it: w(
        "Victory tokens won in conflicts: {won}. Defeat tokens: {lost}. There must be as many of both.",
        won=it["won"],
        lost=it["lost"],
    ),
    "card-age": lambda w, it: w(
        "{card} is of Age {age}, which has not begun.", card=card(w, str(it["card"])), age=ROMAN[int(it["age"])]
    ),
    "copies": lambda w, it: w(
        "{card} was entered {there} times. Copies at this table: {most}.",
        card=card(w, str(it["card"])),
        **_entered(it),
    ),
    "guilds": lambda w, it: w("Guilds entered: {there}. Guilds at this table: {most}.", **_entered(it)),
    "age-cards": _unfit_age_cards,
    "cards": lambda w, it: w(
        "{name}: cards and stages entered: {there}. By now {most} at most.", name=whose(w, it), **_entered(it)
    ),
    "in-all": lambda w, it: w("Cards and stages entered: {there}. So many have not been played.", there=it["there"]),
    "discard": lambda w, it: w("So many stages cannot have been built with leaders."),
}


# ---- what is uncertain ---------------------------------------------------------------------------------


def doubted(w: Words, ours: Data, own: Data) -> tuple[Doubted, ...]:
    """Cards, boards and leaders of which sources differ, or there is only one; with the values of `own`."""
    found = [
        Doubted(("cards", slug), card(w, slug), (_cost_asked(w, w("Cost"), ("cards", slug), own.cards[slug].cost),),
                own.cards[slug].certainty == YOURS)
        for slug, it in ours.cards.items() if it.certainty != "confirmed"
    ]  # fmt: skip
    for slug, board in ours.boards.items():
        if board.certainty != "confirmed":
            found.append(_board_asked(w, slug, own.boards[slug]))
    for slug, it in ours.leaders.items():
        if it.certainty != "confirmed":
            fields = (Field(("leaders", slug, "cost"), w("Coins"), own.leaders[slug].cost, 0, 9),)
            sure = own.leaders[slug].certainty == YOURS
            found.append(Doubted(("leaders", slug), leader(w, slug), (Group(w("Cost"), fields),), sure))
    return tuple(found)


def _cost_asked(w: Words, title: str, path: tuple[str, ...], it: cards.Cost, part: int = 0) -> Group:
    """Units of each resource, and coins."""
    asked = {"coins": w("Coins")} | {slug: capital(name) for slug, name in names(w, GAME, "resources").items()}
    fields = tuple(
        Field((*path, "cost", slug), name, getattr(it, slug), 0, 9 if slug == "coins" else 7)
        for slug, name in asked.items()
    )
    return Group(title, fields, part)


def _board_asked(w: Words, slug: str, own: cards.BoardData) -> Doubted:
    path = ("boards", slug)
    stages = tuple(
        _cost_asked(w, w("Stage {n}", n=n), (*path, "stages", str(n)), stage.cost, n)
        for n, stage in enumerate(own.stages, 1)
    )
    brings = Group(
        w("The board itself"),
        (Field((*path, "start"), w("Brings"), own.start, choices=tuple(names(w, GAME, "resources").items())),),
    )
    return Doubted(path, identity(w, slug), (brings, *stages), own.certainty == YOURS)
