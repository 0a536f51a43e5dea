"""Short descriptions of the costs and effects of printed things of 7 Wonders, made from their data."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from app.games.seven_wonders.printed_names import GAME, card, colour, resource, symbol
from app.text.amount_text import n_coins, n_points, n_units, printed_cost
from app.text.printed_names import translated_names
from app.text.translation import Words, both, capital, either
from engine.memoize import memoize
from engine.seven_wonders import data_schema
from engine.seven_wonders.data_schema import Data

RAW: Final = data_schema.RESOURCES[: data_schema.RAW]


@memoize(256)
def cost(w: Words, cost: data_schema.Cost) -> str:
    """Format a printed cost: `1 coin, 2 × clay`, or `free`."""
    units = zip(data_schema.RESOURCES, cost.units(), strict=True)
    return printed_cost(w, cost.coins, ((resource(w, slug), amount) for slug, amount in units))


def leader_cost(w: Words, facts: data_schema.LeaderData) -> str:
    """Format a leader's cost: `2 coins`, or the number of the age."""
    if facts.by_age:
        return w("as many coins as the age has in its number")
    return n_coins(w, facts.cost) if facts.cost else w.pgettext("cost", "free")


@memoize(256)
def card_says(w: Words, slug: str, data: Data) -> str:
    """Describe a card's colour and effects: `blue · 4 points · leads to: Gardens`."""
    parts = [colour(w, data.cards[slug].colour), *effects_say(w, data.cards[slug].effects)]
    led = [card(w, other) for other, one in data.cards.items() if slug in one.chain]
    if led:
        parts.append(w("leads to: {cards}", cards=both(w, led)))
    return " · ".join(parts)


def name_chain_cards(w: Words, slug: str, data: Data) -> str:
    """List the cards that make this one free; empty if none does."""
    bearers = [card(w, other) for other in data.cards[slug].chain]
    return w("free with: {cards}", cards=either(w, bearers)) if bearers else ""


@memoize(128)
def leader_says(w: Words, slug: str, data: Data) -> str:
    """Describe a leader's effects."""
    return " · ".join(effects_say(w, data.leaders[slug].effects))


def stage_says(w: Words, facts: data_schema.StageData) -> str:
    """Describe a stage's effects."""
    return " · ".join(effects_say(w, facts.effects))


def ability_says(w: Words, facts: data_schema.Ability) -> str:
    """Describe a board's ability from the start of the game; empty if it has none."""
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


def board_says(w: Words, slug: str, data: Data) -> str:
    """Describe a side of a board: production, ability and effects by stage: `wood · Stage 1: 3 points · …`."""
    board = data.boards[slug]
    parts = _board_can(w, board)
    for nth, stage in enumerate(board.stages, start=1):
        does = stage_says(w, stage)
        parts.append(w.ngettext("Stage {stages}: {does}", "Stages {stages}: {does}", 1, stages=nth, does=does))
    return capital(" · ".join(parts))


def _board_can(w: Words, board: data_schema.BoardData) -> list[str]:
    parts = [resource(w, board.start)] if board.start else []
    return [*parts, able] if (able := ability_says(w, board.ability)) else parts


def stage_whole(w: Words, slug: str, number: int, data: Data) -> str:
    """Describe the cost and effects of a stage (from 1)."""
    stage = data.boards[slug].stages[number - 1]
    return w("Stage {n} for {cost}: {says}", n=number, cost=cost(w, stage.cost), says=stage_says(w, stage))


def board_whole(w: Words, slug: str, data: Data) -> str:
    """Describe a side of a board: production, ability, and cost and effects by stage."""
    board = data.boards[slug]
    stages = (stage_whole(w, slug, nth, data) for nth, _ in enumerate(board.stages, start=1))
    return capital(" · ".join([*_board_can(w, board), *stages]))


def effects_say(w: Words, effects: Iterable[data_schema.Effect]) -> list[str]:
    return [_EFFECT[type(effect)](w, effect) for effect in effects]


def _name_counted_thing(w: Words, what: str) -> str:
    """Return the name of a counted thing, as it follows *each*."""
    return translated_names(w, GAME, "each")[what]


def _gain(w: Words, coins: int, points: int) -> str:
    return both(w, [*([n_coins(w, coins)] if coins else []), *([n_points(w, points)] if points else [])])


def _produces(w: Words, effect: data_schema.Production) -> str:
    if len(effect.of) == 1:
        return n_units(effect.amount, resource(w, effect.of[0]))
    return either(w, [n_units(effect.amount, resource(w, slug)) for slug in effect.of])


def _trade(w: Words, effect: data_schema.Trade) -> str:
    if len(effect.neighbours) > 1:
        side = w.pgettext("trade", "on both sides")
    else:
        left = effect.neighbours[0] == "left"
        side = w.pgettext("trade", "on the left") if left else w.pgettext("trade", "on the right")
    goods = [resource(w, kind) for kind in data_schema.RESOURCES if (kind in RAW) == (effect.goods == "raw")]
    return w.ngettext(
        "{goods} for {n} coin each {side}",
        "{goods} for {n} coins each {side}",
        effect.price,
        goods=both(w, goods),
        side=side,
    )


def _per(w: Words, effect: data_schema.PerThing) -> str:
    facts = {
        "gain": _gain(w, effect.coins, effect.points),
        "thing": either(w, [_name_counted_thing(w, what) for what in effect.of]),
    }
    if effect.cities == ("self",):
        return w("{gain} for each {thing} in its own city", **facts)
    if "self" in effect.cities:
        return w("{gain} for each {thing} in its own and both neighbouring cities", **facts)
    return w("{gain} for each {thing} in both neighbouring cities", **facts)


def _describe_free_turn(w: Words, effect: data_schema.FreeTurn) -> str:
    if effect.turn == "first":
        return w("the first card of each age costs nothing")
    return w("the last card of each age costs nothing")


# Any: each function takes the effect it is listed under.
_EFFECT: Final[Mapping[type[data_schema.Effect], Callable[[Words, Any], str]]] = {
    data_schema.Production: _produces,
    data_schema.Trade: _trade,
    data_schema.Points: lambda w, effect: n_points(w, effect.amount),
    data_schema.Coins: lambda w, effect: n_coins(w, effect.amount),
    data_schema.Shields: lambda w, effect: w.ngettext("{n} shield", "{n} shields", effect.amount),
    data_schema.Science: lambda w, effect: symbol(w, effect.symbol),
    data_schema.PerThing: _per,
    data_schema.WholeWonder: lambda w, effect: w("{gain} if every stage is built", gain=n_points(w, effect.points)),
    data_schema.SeventhCard: lambda w, _: w("the last card of each age is played too"),
    data_schema.RebuildCard: lambda w, _: w("builds a discarded card for nothing"),
    data_schema.FreeColours: lambda w, _: w("the first card of each colour costs nothing"),
    data_schema.FreeTurn: _describe_free_turn,
    data_schema.DrawLeaders: lambda w, effect: w.ngettext(
        "{n} leader from the box", "{n} leaders from the box", effect.amount
    ),
    data_schema.ExtraLeader: lambda w, _: w("one more leader may be recruited"),
    data_schema.BuryLeader: lambda w, effect: w("a leader is buried: {n} × its cost in points", n=effect.times),
    data_schema.LeadersFree: lambda w, _: w("leaders cost nothing"),
    data_schema.ResourceLess: lambda w, effect: w(
        "{gain} for each {thing}",
        gain=w.ngettext("{n} resource less", "{n} resources less", 1),
        thing=_name_counted_thing(w, effect.on),
    ),
    data_schema.FreeCards: lambda w, effect: w("each {thing} costs nothing", thing=_name_counted_thing(w, effect.of)),
    data_schema.CoinsOnBuild: lambda w, effect: w(
        "{gain} for each {thing} from now on", gain=n_coins(w, effect.amount), thing=_name_counted_thing(w, effect.of)
    ),
    data_schema.CoinsOnChain: lambda w, effect: w.ngettext(
        "{n} coin for each card built by its chain", "{n} coins for each card built by its chain", effect.amount
    ),
    data_schema.CoinsOnToken: lambda w, effect: w(
        "{gain} for each {thing} from now on",
        gain=n_coins(w, effect.amount),
        thing=_name_counted_thing(w, "victory-token"),
    ),
    data_schema.BankTrade: lambda w, effect: w.ngettext(
        "once a turn any resource from the bank for {n} coin",
        "once a turn any resource from the bank for {n} coins",
        effect.price,
    ),
    data_schema.PerCoins: lambda w, effect: w(
        "{gain} for every {n} coins", gain=n_points(w, effect.points), n=effect.coins
    ),
    data_schema.PerSet: lambda w, effect: w(
        "{gain} for each set of {colours}",
        gain=n_points(w, effect.points),
        colours=both(w, [colour(w, hue) for hue in effect.of]),
    ),
    data_schema.PerScienceSet: lambda w, effect: w(
        "{gain} for each set of three science symbols", gain=n_points(w, effect.points)
    ),
    data_schema.ExtraCoin: lambda w, effect: w.ngettext(
        "{n} coin more when the bank first pays in a turn",
        "{n} coins more when the bank first pays in a turn",
        effect.amount,
    ),
    data_schema.CoinAfterPurchase: lambda w, effect: w.ngettext(
        "{n} coin back for each neighbour paid", "{n} coins back for each neighbour paid", effect.amount
    ),
    data_schema.VictoryToken: lambda w, _: w("a victory token of this age"),
    data_schema.Purge: lambda w, _: w("own defeat tokens are discarded; everybody else gives up a victory token"),
    data_schema.DefeatToWinner: lambda w, _: w("own defeat tokens go to the neighbour who won"),
    data_schema.ReplaceSymbol: lambda w, _: w("at the end one science symbol may become another"),
    data_schema.CommonSymbolBonus: lambda w, _: w("at the end one more of the most frequent science symbol"),
    data_schema.MajorityPoints: lambda w, effect: w(
        "{gain} with more {things} than each neighbour",
        gain=n_points(w, effect.points),
        things=translated_names(w, GAME, "many")[effect.of],
    ),
    data_schema.DefeatFreePoints: lambda w, effect: w("{gain} without a defeat token", gain=n_points(w, effect.points)),
    data_schema.TokenPairs: lambda w, _: w("of each pair of equal victory tokens one counts twice"),
    data_schema.OnlyLeader: lambda w, effect: w("{gain} as the only leader face up", gain=n_points(w, effect.points)),
}


def list_production(w: Words, units: Mapping[str, int], choices: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield produced resources, and choices between several: `2 × wood`, `stone/clay`."""
    for slug, amount in units.items():
        yield n_units(amount, resource(w, slug))
    for kinds in choices:
        yield "/".join(resource(w, kind) for kind in kinds)
