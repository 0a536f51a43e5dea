"""Icons on the faces of Duel's things, derived from the printed effects and never from a name."""

from itertools import groupby
from typing import Final

from app.looks.cards import PrintedFace
from app.looks.effect_icons import SLASH, Atom, Group, between, cost, good
from app.looks.score_icons import Scored
from engine.duel import cards
from engine.duel.cards import CardData, Data, TokenData, WonderData
from engine.duel.view import Unit, Way

SIGNS: Final[dict[str, Scored]] = {
    "blue": ("", "blue"),
    "green": ("", "green"),
    "yellow": ("", "yellow"),
    "guilds": ("purple", "purple"),
    "wonders": ("wonder", "stone"),
    "progress": ("disc", "parch"),
    "coins": ("coins", "yellow"),
    "military": ("", "red"),
}  # by scoring category


def effects(thing: CardData | WonderData | TokenData, facts: Data) -> tuple[Group, ...]:
    """Return the icons of a thing: each effect, then its points."""
    groups = [_effect(effect, facts) for effect in thing.effects]
    return (*groups, (Atom("points", n=thing.points),)) if thing.points else tuple(groups)


def printed(card: CardData, facts: Data) -> PrintedFace:
    """Return what `app.looks.cards` needs to draw a building card."""
    bears, asks = ((chain,) if chain else () for chain in (card.bears, card.chain))
    return PrintedFace(card.colour, effects(card, facts), cost(card.cost), bears, asks)


def lacking(way: Way, facts: Data) -> tuple[tuple[str, Unit, str], ...]:
    """Return the goods that a price pays for, as count, unit and price of one: `2 ×`, clay, `2 + 3`."""
    base = facts.table.trade_coins
    return tuple(
        (
            f"{n} ×" if n > 1 else "",
            unit,
            f"{base} + {unit.price - base}" if unit.why == "trade" and unit.price > base else str(unit.price),
        )
        for unit, n in ((unit, len(list(alike))) for unit, alike in groupby(way.units))
    )


def _effect(effect: cards.Effect | cards.TokenEffect, facts: Data) -> Group:
    match effect:
        case cards.Production(resource=resource, amount=amount):
            return (good(resource),) * amount
        case cards.ProducesOneOf(of=of):
            raw = cards.RESOURCES[: cards.RAW] if of == "raw" else cards.RESOURCES[cards.RAW :]
            return between(SLASH, (good(resource) for resource in raw))
        case cards.FixedPrice(of=of):
            return (*map(good, of), Atom("equals"), Atom("coin", n=facts.table.fixed_price))
        case cards.Coins(amount=amount):
            return (Atom("coin", n=amount),)
        case cards.CoinsPer(of=of, amount=amount):
            return (Atom("coin", n=amount), SLASH, *map(_counted, of))
        case cards.Majority(of=of, every=every, coins=coins, points=points):
            gains = [Atom("coin", n=coins)] if coins else []
            gains += [Atom("points", n=points)] if points else []
            counted = [Atom("coin", n=every)] if of == ("coin",) else map(_counted, of)
            return (Atom("figure", "more"), *gains, SLASH, *counted)
        case cards.OpponentLoses(amount=amount):
            return (Atom("lost", n=amount),)
        case cards.Shields(amount=amount):
            return (Atom("figure", "shield"),) * amount
        case cards.Science(symbol=symbol):
            return (Atom("figure", symbol),)
        case cards.DestroyCard(colour=colour):
            return (Atom("struck", colour),)
        case cards.ReviveCard():
            return (Atom("figure", "dig"),)
        case cards.DrawTokens(draw=draw):
            return (Atom("pick", n=draw),)
        case cards.PlayAgain():
            return (Atom("figure", "again"),)
        case cards.Discount(on=on, units=units):
            return (Atom("plus", n=-units), _counted(on))
        case cards.TradeIncome():
            return (Atom("figure", "trade"),)
        case cards.PointsPerToken(amount=amount):
            return (Atom("points", n=amount), SLASH, Atom("figure", "lost"))
        case cards.MoreShields(amount=amount):
            return (Atom("plus", n=amount), Atom("figure", "shield"))
        case cards.WondersPlayAgain():
            return (Atom("figure", "wonder"), Atom("figure", "again"))
        case cards.ChainCoins(amount=amount):
            return (Atom("figure", "chain"), Atom("coin", n=amount))


def _counted(what: str) -> Atom:
    return Atom("figure", "wonder") if what == "wonder" else Atom("coin") if what == "coin" else Atom("sign", what)
