"""Cards, wonders and tokens of Duel, round the pen's place and without anything to touch. All lengths are u."""

from typing import Final

from app.games.duel import shown
from app.games.duel.glyphs import cost, effects, face
from app.looks.atoms import Group, lay
from app.screen.draw import Pen
from app.screen.widgets import faces
from engine.duel.cards import Data
from engine.duel.view import Way

HIGH: Final = 0.8  # of its width, from which height a wonder has its picture above what it brings
PICTURE: Final = 0.66  # of the room there, the picture


def card(p: Pen, facts: Data, slug: str, w: float, h: float, priced: bool = False) -> None:
    """A card's face. `priced`: it leaves room for a price at its upper and at its lower edge."""
    faces.card(p, face(facts.cards[slug], facts), w, h, priced)


def price(p: Pen, x: float, y: float, h: float, way: Way) -> None:
    """What building something costs a seat now."""
    faces.price(p, x, y, h, shown.price(way))


def strip(p: Pen, facts: Data, slug: str, w: float, h: float, costs: bool, beside: float) -> None:
    """What shows of a card on which others lie, so wide and high; `beside`: room for prices, at its right.

    `costs`: with what it is printed to cost.
    """
    it = facts.cards[slug]
    tint, groups, asks = f"{it.colour}_tint", effects(it, facts), cost(it.cost)
    left, right = -w / 2 + 6, w / 2 - beside - 4
    banded = costs and bool(asks or it.chain)
    if w < 2.6 * h and not costs:
        side = min(h * 0.44, (right - left) / 2.2)
        faces.figure(p, it.colour, left + side / 2, -h * 0.25, side * 0.8, it.colour, tint)
        if it.bears:
            faces.chip(p, it.bears, right - side / 2, -h * 0.25, side, it.colour)
        middle = (left + right) / 2
        if it.bears or len(groups) > 1 or len(groups[0]) > 1:
            faces.atoms(p, lay(groups, middle, h * 0.24, right - left, h * 0.5, h * 0.5), faces.Inks(tint))
        else:
            faces.atoms(
                p,
                lay(groups, left + side * 0.4 + (right - left) / 2, 0, right - left - side, h - 8, h * 0.7),
                faces.Inks(tint),
            )
        return
    if w < 2.6 * h:
        low = h * 0.36 if banded else 0.0
        tall = h - low
        y = -h / 2 + tall / 2 + 1
        mark = min(tall * 0.46, (right - left) * 0.24)
        faces.figure(p, it.colour, left + mark * 0.6, y, mark, it.colour, tint)
        seal = min(tall * 0.66, (right - left) * 0.28) if it.bears else 0.0
        if it.bears:
            faces.chip(p, it.bears, right - seal / 2, y, seal, it.colour)
        room = right - left - mark * 1.3 - seal - 4
        at = left + mark * 1.3 + room / 2
        faces.atoms(p, lay(groups, at, y, room, tall - 8, tall * 0.8), faces.Inks(tint))
        if banded:
            faces.banded(
                p,
                asks,
                (it.chain,) if it.chain else (),
                faces.Strip((left + right) / 2 - 1, h / 2 - low / 2, right - left + 2, low * 0.94),
                it.colour,
            )
        return
    side = min(h * 0.46, 30.0)  # of the sign and of a chain symbol, one above the other
    seals = it.bears or it.chain
    faces.figure(p, it.colour, left + side / 2, -h * 0.22 if seals else 0, side * 0.9, it.colour, tint)
    if seals:
        faces.chip(p, seals, left + side / 2, h * 0.23, side, it.colour)
    left += side + 4
    if costs and asks:
        wide = (right - left) * (0.42 if len(groups[0]) > 3 else 0.54)
        p.rect(right - wide, -h / 2 + 3, wide, h - 6, 6, "ink")
        placed = lay(_folded(asks), right - wide / 2, 0, wide - 6, h - 10, h * 0.44)
        faces.atoms(p, placed, faces.Inks("ink"))
        right -= wide + 2
    faces.atoms(p, lay(groups, (left + right) / 2, 0, right - left - 2, h - 8, h * 0.8), faces.Inks(tint))


def _folded(asks: Group) -> list[Group]:
    """A cost of many signs as two groups, so that it may stand in two rows."""
    return [asks] if len(asks) < 3 else [asks[: (len(asks) + 1) // 2], asks[(len(asks) + 1) // 2 :]]


# ---- wonders and tokens -----------------------------------------------------------------------------------


def wonder(
    p: Pen,
    facts: Data,
    slug: str,
    w: float,
    h: float,
    built: bool = False,
    lit: bool = False,
    tag: float = 0,
    whole: bool = False,
) -> None:
    """A wonder: its picture, what it brings, and until it is built what it costs. In a high box one above the other.

    `lit`: it is chosen; `tag`: so much of its upper right corner is left for a price; `whole`: its picture is of stone,
    though nobody has built it.
    """
    it = facts.wonders[slug]
    fill = "chosen" if built else "zone"
    p.stamp(0, 0, 1, _frame, round(w, 2), round(h, 2), built, lit)
    high = h > HIGH * w
    low = 0.0 if built else min(h, HIGH * w) * 0.29
    if high:
        wide, deep = w - 20, (h - low - 18) * PICTURE
        left, top = -w / 2 + 8, -h / 2 + 13 + deep + tag
    else:
        wide, deep = min(w * 0.32, (h - low) * 0.86), h - low - 18
        left, top = -w / 2 + wide + 16, -h / 2 + 5 + tag
    faces.picture(p, slug, -w / 2 + 10, -h / 2 + 9, wide, deep, built or whole)
    room, tall = w / 2 - left - 8, h / 2 - low - 5 - top
    faces.atoms(p, lay(effects(it, facts), left + room / 2, top + tall / 2, room, tall, h * 0.5), faces.Inks(fill))
    if not built:
        faces.banded(p, cost(it.cost), (), faces.Strip(0, h / 2 - low / 2 - 2, w - 6, low), "line")


def _frame(p: Pen, w: float, h: float, built: bool, lit: bool) -> None:
    edge = "candle" if lit else "stone" if built else "line"
    p.rect(-w / 2, -h / 2, w, h, min(16, h * 0.14), "chosen" if built else "zone", edge, 5 if lit else 2.5)


def token(p: Pen, facts: Data, slug: str, r: float) -> None:
    """A progress token."""
    p.stamp(0, 0, r / 100, _disc)
    faces.atoms(
        p, lay(effects(facts.tokens[slug], facts), 0, 0, r * 1.45, r * 1.25, r * 1.1), faces.Inks("parch", "ink")
    )


def _disc(p: Pen) -> None:
    p.disc(0, 0, 100, "parch")
    p.disc(0, 0, 88, None, "edge", 4)
