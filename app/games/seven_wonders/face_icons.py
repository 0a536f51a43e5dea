"""Icons on the faces of 7 Wonders, derived from printed data, never from names."""

from collections.abc import Iterable, Mapping
from typing import Final

from app.looks.card_faces import PrintedFace
from app.looks.effect_icons import SLASH, Atom, Group, between, cost, good
from app.looks.score_icons import Scored
from engine.seven_wonders import data_schema
from engine.seven_wonders.data_schema import BoardData, Data, Effect

LEADER: Final = "leader"  # the colour, and the sign, of leaders
SIGNS: Final[dict[str, Scored]] = {  # icons by scoring category
    "military": ("", "red"),
    "treasury": ("money", "yellow"),
    "wonder": ("wonder", "stone"),
    "blue": ("", "blue"),
    "science": ("", "green"),
    "yellow": ("", "yellow"),
    "guilds": ("purple", "purple"),
    "leaders": (LEADER, LEADER),
}
# Icon of a chain by the card that it makes free: drawn on that card and on those that make it free.
CHAINS: Final[Mapping[str, str]] = {
    "academy": "harp",
    "aqueduct": "water-drop",
    "archery-range": "target",
    "arena": "bolt",
    "caravansery": "camel",
    "circus": "helmet",
    "courthouse": "law",
    "dispensary": "mortar",
    "fortifications": "castle",
    "forum": "stall",
    "gardens": "mask",
    "haven": "barrel",
    "laboratory": "lamp",
    "library": "book",
    "lighthouse": "lighthouse",
    "lodge": "torch",
    "observatory": "planets",
    "pantheon": "sun",
    "senate": "pediment",
    "siege-workshop": "saw",
    "stables": "horseshoe",
    "statue": "hammer",
    "study": "quill",
    "university": "scroll",
}


def face_of_card(slug: str, data: Data) -> PrintedFace:
    """Return the print of a building card or a leader."""
    if slug in data.leaders:
        leader = data.leaders[slug]
        price = Atom("age") if leader.by_age else Atom("coin", n=leader.cost)
        return PrintedFace(LEADER, effects(leader.effects), (price,) if leader.by_age or leader.cost else ())
    card = data.cards[slug]
    bears = tuple(chain_of(freed) for freed, other in data.cards.items() if slug in other.chain)
    return PrintedFace(
        card.colour, effects(card.effects), cost(card.cost), bears, (chain_of(slug),) if card.chain else ()
    )


def chain_of(freed: str) -> str:
    """Return the chain symbol that makes a card free."""
    return CHAINS.get(freed, "chain")


def ability(board: BoardData) -> tuple[Group, ...]:
    """Return the icons of a board's ability."""
    ability, leader = board.ability, Atom("sign", LEADER)
    found: list[Group] = []
    if ability.leaders_free:
        found.append((leader, Atom("free")))
    if ability.discount:
        found.append((leader, Atom("plus", n=-ability.discount)))
    if ability.neighbours_discount:
        less = Atom("plus", n=-ability.neighbours_discount)
        found.append((Atom("figure", "left"), leader, less, Atom("figure", "right")))
    return tuple(found)


def effects(all_of: Iterable[Effect]) -> tuple[Group, ...]:
    """Return the icons of effects."""
    return tuple(group for effect in all_of for group in _effect(effect))


def _effect(effect: Effect) -> tuple[Group, ...]:
    match effect:
        case data_schema.PerSet(of=of, points=points) if len(of) > len(data_schema.SYMBOLS):
            signs = tuple(map(icon_of_count, of))
            return (Atom("points", n=points), SLASH, *signs[:2]), signs[2:5], signs[5:]
        case data_schema.Purge():
            return (Atom("figure", "cross"), Atom("defeat")), (Atom("plus", n=-1), Atom("victory"))
        case data_schema.Production(of=of, amount=1) if len(of) > 3:
            return between(SLASH, map(good, of[:2])), between(SLASH, map(good, of[2:]))
    return (_icons_of_effect(effect),)


def _icons_of_effect(effect: Effect) -> Group:
    leader, victory, defeat = Atom("sign", LEADER), Atom("victory"), Atom("defeat")
    match effect:
        case data_schema.Production(of=of, amount=amount):
            return between(SLASH, map(good, of)) * amount
        case data_schema.Trade(goods=goods, neighbours=neighbours, price=price):
            sign = Atom("sign", "brown" if goods == "raw" else "grey")
            return (
                *_arrow_to(neighbours, "left"),
                sign,
                Atom("equals"),
                Atom("coin", n=price),
                *_arrow_to(neighbours, "right"),
            )
        case data_schema.Points(amount=amount):
            return (Atom("points", n=amount),)
        case data_schema.Coins(amount=amount):
            return (Atom("coin", n=amount),)
        case data_schema.Shields(amount=amount):
            return (Atom("figure", "shield"),) * amount
        case data_schema.Science(symbol=symbol):
            return (Atom("figure", symbol),)
        case data_schema.PerThing(of=of, cities=cities, coins=coins, points=points):
            gains = [Atom("coin", n=coins)] if coins else []
            gains += [Atom("points", n=points)] if points else []
            own = (Atom("figure", "own"),) if "self" in cities and len(cities) > 1 else ()
            return (
                *gains,
                SLASH,
                *_arrow_to(cities, "left"),
                *own,
                *_arrow_to(cities, "right"),
                *map(icon_of_count, of),
            )
        case data_schema.WholeWonder(points=points):
            return (Atom("figure", "wonder"), Atom("figure", "tick"), Atom("points", n=points))
        case data_schema.SeventhCard():
            return (Atom("plus", n=1), Atom("figure", "card"))
        case data_schema.RebuildCard():
            return (Atom("figure", "dig"),)
        case data_schema.FreeColours():
            return (Atom("free"), SLASH, Atom("figure", "different"))
        case data_schema.FreeTurn(turn=turn):
            return (Atom("figure", turn), Atom("free"))
        case data_schema.DrawLeaders(amount=amount):
            return (Atom("plus", n=amount), leader)
        case data_schema.ExtraLeader():
            return (leader, Atom("plus", n=1))
        case data_schema.BuryLeader(times=times):
            return (leader, Atom("figure", "under"), Atom("times", n=times))
        case data_schema.LeadersFree():
            return (leader, Atom("free"))
        case data_schema.ResourceLess(on=on):
            return (icon_of_count(on), Atom("plus", n=-1))
        case data_schema.FreeCards(of=of):
            return (icon_of_count(of), Atom("free"))
        case data_schema.CoinsOnBuild(of=of, amount=amount):
            return (Atom("coin", n=amount), SLASH, icon_of_count(of))
        case data_schema.CoinsOnChain(amount=amount):
            return (Atom("coin", n=amount), SLASH, Atom("figure", "chain"))
        case data_schema.CoinsOnToken(amount=amount):
            return (Atom("coin", n=amount), SLASH, victory)
        case data_schema.BankTrade(price=price):
            return (Atom("figure", "unknown"), Atom("equals"), Atom("coin", n=price))
        case data_schema.PerCoins(coins=coins, points=points):
            return (Atom("points", n=points), SLASH, Atom("coin", n=coins))
        case data_schema.PerSet(of=of, points=points):
            return (Atom("points", n=points), SLASH, *map(icon_of_count, of))
        case data_schema.PerScienceSet(points=points):
            return (Atom("points", n=points), SLASH, *(Atom("figure", symbol) for symbol in data_schema.SYMBOLS))
        case data_schema.ExtraCoin(amount=amount):
            return (Atom("plus", n=amount), Atom("coin"))
        case data_schema.CoinAfterPurchase(amount=amount):
            return (Atom("figure", "trade"), Atom("coin", n=amount))
        case data_schema.VictoryToken():
            return (victory,)
        case data_schema.DefeatToWinner():
            return (defeat, Atom("figure", "arrow"))
        case data_schema.ReplaceSymbol():
            return (Atom("figure", "turn"), Atom("figure", "any"))
        case data_schema.CommonSymbolBonus():
            return (Atom("plus", n=1), Atom("figure", "any"))
        case data_schema.MajorityPoints(of=of, points=points):
            return (Atom("points", n=points), icon_of_count(of), Atom("greater"))
        case data_schema.DefeatFreePoints(points=points):
            return (Atom("points", n=points), Atom("figure", "cross"), defeat)
        case data_schema.TokenPairs():
            return (victory, Atom("equals"), victory)
        case data_schema.OnlyLeader(points=points):
            return (leader, Atom("equals"), Atom("points", n=points))
        case data_schema.Purge():
            return (Atom("figure", "cross"), defeat)


def _arrow_to(where: Iterable[str], side: str) -> Group:
    return (Atom("figure", side),) if side in where else ()


def icon_of_count(what: str) -> Atom:
    """Return the icon of what points or coins are given for."""
    match what:
        case "stage":
            return Atom("figure", "wonder")
        case "victory-token":
            return Atom("victory")
        case "coin":
            return Atom("coin")
    return Atom("sign", what)
