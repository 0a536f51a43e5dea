"""What stands on the face of a thing, as rows of small signs: decided by what is printed, never by a name.

Screen and phones paint the same atoms, so a corrected card, or one that somebody invents, is drawn as well. An atom is
100 high; how wide it is follows from its kind.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from engine.duel import cards
from engine.duel.cards import CardData, Cost, Data, TokenData, WonderData

FIGURE_OF: Final = {"clay": "brick"}  # where a figure has another name than the thing


class Atom(NamedTuple):
    """One sign. `kind` says how it is drawn, `what` names a figure or a card colour, `n` stands in it."""

    kind: str  # figure | points | coin | sign | struck (a card struck through) | lost | pick | slash | equals | plus
    what: str = ""
    n: int = 0


class Placed(NamedTuple):
    """An atom round a point, so high."""

    atom: Atom
    x: float
    y: float
    size: float


Group = tuple[Atom, ...]  # stays together
WIDE: Final = {"points": 96, "coin": 94, "sign": 76, "struck": 92, "slash": 26, "equals": 36, "plus": 84}
FIGURE_WIDE: Final = 100
ROW: Final = 1.06  # of an atom's height, from row to row
SLASH: Final = Atom("slash")


def effects(thing: CardData | WonderData | TokenData, facts: Data) -> tuple[Group, ...]:
    """All a thing brings: each effect, then its points."""
    groups = [_effect(effect, facts) for effect in thing.effects]
    return (*groups, (Atom("points", n=thing.points),)) if thing.points else tuple(groups)


def cost(cost: Cost) -> Group:
    """What is printed as a cost."""
    coins = (Atom("coin", n=cost.coins),) if cost.coins else ()
    units = zip(cards.RESOURCES, cost.units(), strict=True)
    return (*coins, *(good(resource) for resource, amount in units for _ in range(amount)))


def good(resource: str) -> Atom:
    return Atom("figure", FIGURE_OF.get(resource, resource))


def _effect(effect: cards.Effect | cards.TokenEffect, facts: Data) -> Group:
    match effect:
        case cards.Produces(resource=resource, amount=amount):
            return (good(resource),) * amount
        case cards.ProducesOneOf(of=of):
            raw = cards.RESOURCES[: cards.RAW] if of == "raw" else cards.RESOURCES[cards.RAW :]
            return _between(SLASH, (good(resource) for resource in raw))
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
        case cards.Destroy(colour=colour):
            return (Atom("struck", colour),)
        case cards.Revive():
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


def _between(sign: Atom, atoms: Iterable[Atom]) -> Group:
    return tuple(one for atom in atoms for one in (sign, atom))[1:]


# ---- where they stand ---------------------------------------------------------------------------------


def wide(atoms: Iterable[Atom]) -> float:
    """How wide atoms are side by side, at a height of 100."""
    return sum(WIDE.get(atom.kind, FIGURE_WIDE) for atom in atoms)


def lay(groups: Sequence[Group], x: float, y: float, w: float, h: float, most: float) -> list[Placed]:
    """Atoms round a point in a box, in the one or more rows in which they get largest; no atom higher than `most`."""
    found = max((_size(rows, w, h, most), -len(rows), rows) for rows in _ways(groups)) if groups else (0.0, 0, [])
    size, rows = found[0], found[2]
    placed = []
    for number, row in enumerate(rows):
        across = x - wide(row) * size / 200
        down = y + (number - (len(rows) - 1) / 2) * size * ROW
        for atom in row:
            half = WIDE.get(atom.kind, FIGURE_WIDE) * size / 200
            placed.append(Placed(atom, across + half, down, size))
            across += 2 * half
    return placed


def _ways(groups: Sequence[Group]) -> Iterable[list[Group]]:
    """In one row; in two, between any two groups, or a lone group halved where no slash would hang."""
    yield [tuple(atom for group in groups for atom in group)]
    for cut in range(1, len(groups)):
        halves = groups[:cut], groups[cut:]
        yield [tuple(atom for group in half for atom in group) for half in halves]
    if len(groups) > 2:
        yield list(groups)
    if len(groups) == 1 and len(groups[0]) > 2:
        atoms = groups[0]
        for cut in range(1, len(atoms)):
            if atoms[cut].kind == atoms[cut - 1].kind == "figure" or atoms[cut - 1].what == "more":
                yield [atoms[:cut], atoms[cut:]]


def _size(rows: Sequence[Group], w: float, h: float, most: float) -> float:
    return min(most, h / (1 + ROW * (len(rows) - 1)), min(w * 100 / wide(row) for row in rows))


# ---- wonders ------------------------------------------------------------------------------------------

Part = tuple[float, float, float, float, float]  # x, y, width, height in percent; how far the top is drawn in
DOME: Final = 9.0  # instead of that: a round top

BUILDINGS: Final[Mapping[str, tuple[Part, ...]]] = {
    "appian-way": (
        (0, 82, 100, 18, 0), (14, 62, 72, 20, 0.08), (27, 42, 46, 20, 0.12), (36, 24, 28, 18, 0.18),
        (43, 8, 14, 16, 0.3),
    ),
    "circus-maximus": (
        (0, 76, 100, 24, 0), (4, 50, 28, 26, 0), (36, 50, 28, 26, 0), (68, 50, 28, 26, 0), (0, 26, 100, 24, 0.04),
    ),
    "colossus": (
        (2, 78, 46, 22, 0.1), (52, 78, 46, 22, 0.1), (18, 54, 64, 24, -0.05), (12, 27, 76, 27, 0.12),
        (33, 0, 34, 27, DOME),
    ),
    "great-library": (
        (0, 84, 100, 16, 0), (6, 40, 24, 44, 0), (38, 40, 24, 44, 0), (70, 40, 24, 44, 0), (0, 6, 100, 34, 0.12),
    ),
    "great-lighthouse": (
        (0, 82, 100, 18, 0), (16, 62, 68, 20, 0.06), (24, 42, 52, 20, 0.06), (30, 22, 40, 20, 0.06),
        (33, 0, 34, 22, DOME),
    ),
    "hanging-gardens": (
        (0, 80, 100, 20, 0), (8, 60, 84, 20, 0), (18, 40, 68, 20, 0), (28, 20, 50, 20, 0), (37, 0, 34, 20, 0),
    ),
    "mausoleum": (
        (0, 80, 100, 20, 0), (8, 57, 84, 23, 0), (12, 34, 37, 23, 0), (51, 34, 37, 23, 0), (12, 4, 76, 30, 0.3),
    ),
    "piraeus": (
        (0, 80, 100, 20, 0), (4, 58, 92, 22, -0.06), (46, 4, 8, 54, 0), (14, 14, 30, 42, 0.3), (56, 22, 26, 34, 0.3),
    ),
    "pyramids": (
        (0, 80, 100, 20, 0.08), (8, 60, 84, 20, 0.095), (16, 40, 68, 20, 0.118), (24, 20, 52, 20, 0.154),
        (32, 0, 36, 20, 0.3),
    ),
    "sphinx": (
        (0, 82, 100, 18, 0), (0, 62, 100, 20, 0.02), (30, 40, 68, 22, 0.1), (6, 34, 30, 28, 0.1), (2, 4, 36, 30, 0.14),
    ),
    "statue-of-zeus": (
        (0, 84, 100, 16, 0), (7, 36, 27, 48, 0), (36.5, 36, 27, 48, 0), (66, 36, 27, 48, 0), (0, 4, 100, 32, 0.42),
    ),
    "temple-of-artemis": (
        (0, 80, 100, 20, 0), (5, 57, 44, 23, 0), (51, 57, 44, 23, 0), (10, 32, 80, 25, 0), (14, 2, 72, 30, 0.38),
    ),
}  # fmt: skip
PLAIN_BUILDING: Final[tuple[Part, ...]] = (
    (0, 78, 100, 22, 0), (12, 56, 76, 22, 0), (24, 34, 52, 22, 0), (36, 8, 28, 26, 0.3),
)  # fmt: skip  # a wonder that nobody has drawn


def building(wonder: str) -> tuple[Part, ...]:
    """A wonder in parts, the lowest first."""
    return BUILDINGS.get(wonder, PLAIN_BUILDING)
