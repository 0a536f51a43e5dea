"""Costs and effects printed on the things of Duel, in few words, derived from the game data."""

from collections.abc import Iterable
from typing import assert_never

from app.games.duel.printed_names import card, colour, resource, symbol
from app.text.amount_text import n_coins, n_points, n_units, printed_cost
from app.text.translation import Words, both, either
from engine.duel import data_schema
from engine.duel.data_schema import Data


def cost(w: Words, cost: data_schema.Cost) -> str:
    """Format a printed cost: `2 coins, clay`; `free`."""
    units = zip(data_schema.RESOURCES, cost.units(), strict=True)
    return printed_cost(w, cost.coins, ((resource(w, slug), amount) for slug, amount in units))


def card_says(w: Words, slug: str, data: Data) -> str:
    """Return a card's colour and effects: `blue · 4 points · leads to: Gardens`."""
    card_facts = data.cards[slug]
    parts = [colour(w, card_facts.colour), *_list_gains(w, card_facts, data)]
    led = [card(w, other) for other, one in data.cards.items() if card_facts.bears and one.chain == card_facts.bears]
    if led:
        parts.append(w("leads to: {cards}", cards=both(w, led)))
    return " · ".join(parts)


def wonder_says(w: Words, slug: str, data: Data) -> str:
    """Return a wonder's effects: `3 points · 2 shields`."""
    return " · ".join(_list_gains(w, data.wonders[slug], data))


def token_says(w: Words, slug: str, data: Data) -> str:
    """Return a progress token's effects."""
    token_facts = data.tokens[slug]
    points = [n_points(w, token_facts.points)] if token_facts.points else []
    return " · ".join([*(_token_effect(w, effect) for effect in token_facts.effects), *points])


def _list_gains(w: Words, thing: data_schema.CardData | data_schema.WonderData, data: Data) -> list[str]:
    points = [n_points(w, thing.points)] if thing.points else []
    return [*points, *(effect_says(w, effect, data.table.fixed_price) for effect in thing.effects)]


def effect_says(w: Words, effect: data_schema.Effect, fixed_price: int) -> str:
    """Describe an effect of a card or a wonder. `fixed_price`: the price of the table, in coins."""
    match effect:
        case data_schema.Production(resource=slug, amount=amount):
            return n_units(amount, resource(w, slug))
        case data_schema.ProducesOneOf(of=of):
            kinds = (
                data_schema.RESOURCES[: data_schema.RAW] if of == "raw" else data_schema.RESOURCES[data_schema.RAW :]
            )
            return either(w, [resource(w, kind) for kind in kinds])
        case data_schema.FixedPrice(of=of):
            cheap = both(w, [resource(w, kind) for kind in of])
            return w.ngettext(
                "{resources} for {n} coin each", "{resources} for {n} coins each", fixed_price, resources=cheap
            )
        case data_schema.Coins(amount=amount):
            return n_coins(w, amount)
        case data_schema.CoinsPer(of=of, amount=amount):
            return w("{gain} for each {thing}", gain=n_coins(w, amount), thing=_name_counted_things(w, of))
        case data_schema.Majority(of=of, every=every, coins=coins, points=points):
            gains = ([n_coins(w, coins)] if coins else []) + ([n_points(w, points)] if points else [])
            return w(
                "{gain} for each {thing} in the city with more",
                gain=both(w, gains),
                thing=_name_counted_things(w, of, every),
            )
        case data_schema.OpponentLoses(amount=amount):
            return w.ngettext("the other side loses {n} coin", "the other side loses {n} coins", amount)
        case data_schema.Shields(amount=amount):
            return w.ngettext("{n} shield", "{n} shields", amount)
        case data_schema.Science(symbol=slug):
            return symbol(w, slug)
        case data_schema.DestroyCard(colour="brown"):
            return w("destroys a brown card")
        case data_schema.DestroyCard():
            return w("destroys a grey card")
        case data_schema.ReviveCard():
            return w("builds a discarded card for nothing")
        case data_schema.DrawTokens(draw=draw):
            return w.ngettext("look at {n} token and keep it", "look at {n} tokens and keep one", draw)
        case data_schema.PlayAgain():
            return w("another turn")
        case _:
            assert_never(effect)


def _name_counted_things(w: Words, of: Iterable[str], every: int = 1) -> str:
    """Name what is counted, as it reads after `each`; `every`: the number of coins that count as one."""
    return either(w, [_name_counted_thing(w, what, every) for what in of])


def _name_counted_thing(w: Words, what: str, every: int = 1) -> str:
    match what:
        case "brown":
            return w.pgettext("for each", "brown card")
        case "grey":
            return w.pgettext("for each", "grey card")
        case "blue":
            return w.pgettext("for each", "blue card")
        case "green":
            return w.pgettext("for each", "green card")
        case "yellow":
            return w.pgettext("for each", "yellow card")
        case "red":
            return w.pgettext("for each", "red card")
        case "purple":
            return w.pgettext("for each", "purple card")
        case "wonder":
            return w.pgettext("for each", "built wonder")
        case "coin":
            return w.pgettext("for each", "{n} coins", n=every)
    raise ValueError(f"no words for what is counted: {what}")


def _token_effect(w: Words, effect: data_schema.TokenEffect) -> str:
    match effect:
        case data_schema.Coins(amount=amount):
            return n_coins(w, amount)
        case data_schema.Science():
            return w("one more science symbol")  # the token is called like it
        case data_schema.Discount(on="wonder", units=units):
            return w.ngettext("wonders cost {n} resource less", "wonders cost {n} resources less", units)
        case data_schema.Discount(on=colour, units=units):
            less = w.ngettext("{n} resource less", "{n} resources less", units)
            return w("{gain} for each {thing}", gain=less, thing=_name_counted_thing(w, colour))
        case data_schema.TradeIncome():
            return w("you get what the other side pays for resources")
        case data_schema.PointsPerToken(amount=amount):
            return w.ngettext("{n} point for each progress token", "{n} points for each progress token", amount)
        case data_schema.MoreShields(amount=amount):
            return w.ngettext(
                "{n} more shield on each red card to come", "{n} more shields on each red card to come", amount
            )
        case data_schema.WondersPlayAgain():
            return w("another turn after each wonder to come")
        case data_schema.ChainCoins(amount=amount):
            return w.ngettext(
                "{n} coin for each card built by its chain", "{n} coins for each card built by its chain", amount
            )
        case _:
            assert_never(effect)


def describe_current_cost(w: Words, n: int) -> str:
    """Return the current cost of an unbuilt wonder for its owner."""
    return w.ngettext("not built; costs {n} coin now", "not built; costs {n} coins now", n)


def wonder_cost(w: Words, slug: str, data: Data) -> str:
    """Return the printed cost of a wonder."""
    return w("printed cost: {cost}", cost=cost(w, data.wonders[slug].cost))


def wonder_whole(w: Words, slug: str, data: Data) -> str:
    return f"{wonder_says(w, slug, data)} ({wonder_cost(w, slug, data)})"


def card_whole(w: Words, slug: str, data: Data) -> str:
    price = w("printed cost: {cost}", cost=cost(w, data.cards[slug].cost))
    return f"{card(w, slug)}{w.colon}{card_says(w, slug, data)} ({price})"
