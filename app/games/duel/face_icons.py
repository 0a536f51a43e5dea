"""Icons on the faces of Duel's things, derived from the printed effects and never from a name."""

from itertools import groupby
from typing import Final

from app.looks.card_faces import PrintedFace
from app.looks.effect_icons import SLASH, Atom, Group, between, cost, good
from app.looks.score_icons import Scored
from engine.duel import data_schema
from engine.duel.data_schema import CardData, Data, TokenData, WonderData
from engine.duel.view_json import BuildOption, Unit

SIGNS: Final[dict[str, Scored]] = {  # icons by scoring category
    "blue": ("", "blue"),
    "green": ("", "green"),
    "yellow": ("", "yellow"),
    "guilds": ("purple", "purple"),
    "wonders": ("wonder", "stone"),
    "progress": ("disc", "parch"),
    "coins": ("coins", "yellow"),
    "military": ("", "red"),
}


def effects(thing: CardData | WonderData | TokenData, data: Data) -> tuple[Group, ...]:
    """Return the icons of a thing: each effect, then its points."""
    groups = [_effect(effect, data) for effect in thing.effects]
    return (*groups, (Atom("points", n=thing.points),)) if thing.points else tuple(groups)


def face_of_card(card: CardData, data: Data) -> PrintedFace:
    """Return what `app.looks.card_faces` needs to draw a building card."""
    bears, asks = ((chain,) if chain else () for chain in (card.bears, card.chain))
    return PrintedFace(card.colour, effects(card, data), cost(card.cost), bears, asks)


def list_paid_goods(option: BuildOption, data: Data) -> tuple[tuple[str, Unit, str], ...]:
    """Return the goods that a price pays for, as count, unit and price of one: `2 ×`, clay, `2 + 3`."""
    base = data.table.trade_coins
    return tuple(
        (
            f"{n} ×" if n > 1 else "",
            unit,
            f"{base} + {unit.price - base}" if unit.why == "trade" and unit.price > base else str(unit.price),
        )
        for unit, n in ((unit, len(list(alike))) for unit, alike in groupby(option.units))
    )


def _effect(effect: data_schema.Effect | data_schema.TokenEffect, data: Data) -> Group:
    match effect:
        case data_schema.Production(resource=resource, amount=amount):
            return (good(resource),) * amount
        case data_schema.ProducesOneOf(of=of):
            raw = data_schema.RESOURCES[: data_schema.RAW] if of == "raw" else data_schema.RESOURCES[data_schema.RAW :]
            return between(SLASH, (good(resource) for resource in raw))
        case data_schema.FixedPrice(of=of):
            return (*map(good, of), Atom("equals"), Atom("coin", n=data.table.fixed_price))
        case data_schema.Coins(amount=amount):
            return (Atom("coin", n=amount),)
        case data_schema.CoinsPer(of=of, amount=amount):
            return (Atom("coin", n=amount), SLASH, *map(_icon_of_count, of))
        case data_schema.Majority(of=of, every=every, coins=coins, points=points):
            gains = [Atom("coin", n=coins)] if coins else []
            gains += [Atom("points", n=points)] if points else []
            counted = [Atom("coin", n=every)] if of == ("coin",) else map(_icon_of_count, of)
            return (Atom("figure", "more"), *gains, SLASH, *counted)
        case data_schema.OpponentLoses(amount=amount):
            return (Atom("lost", n=amount),)
        case data_schema.Shields(amount=amount):
            return (Atom("figure", "shield"),) * amount
        case data_schema.Science(symbol=symbol):
            return (Atom("figure", symbol),)
        case data_schema.DestroyCard(colour=colour):
            return (Atom("struck", colour),)
        case data_schema.ReviveCard():
            return (Atom("figure", "dig"),)
        case data_schema.DrawTokens(draw=draw):
            return (Atom("pick", n=draw),)
        case data_schema.PlayAgain():
            return (Atom("figure", "again"),)
        case data_schema.Discount(on=on, units=units):
            return (Atom("plus", n=-units), _icon_of_count(on))
        case data_schema.TradeIncome():
            return (Atom("figure", "trade"),)
        case data_schema.PointsPerToken(amount=amount):
            return (Atom("points", n=amount), SLASH, Atom("figure", "lost"))
        case data_schema.MoreShields(amount=amount):
            return (Atom("plus", n=amount), Atom("figure", "shield"))
        case data_schema.WondersPlayAgain():
            return (Atom("figure", "wonder"), Atom("figure", "again"))
        case data_schema.ChainCoins(amount=amount):
            return (Atom("figure", "chain"), Atom("coin", n=amount))


def _icon_of_count(what: str) -> Atom:
    return Atom("figure", "wonder") if what == "wonder" else Atom("coin") if what == "coin" else Atom("sign", what)
