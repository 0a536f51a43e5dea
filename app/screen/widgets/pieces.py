"""Small things that lie on more than one game's table, drawn round the pen's place."""

from collections.abc import Sequence
from typing import Final

from app.looks.icons import icon
from app.screen.draw import Pen
from app.screen.ring import Ring, link_path

CARD: Final = 1.4  # of its width, the height of a card


def lines_to_seats(p: Pen, ring: Ring, ink: str) -> None:
    """The line from each gap to its two seats; in pixels."""
    n = len(ring.zones)
    for i, gap in enumerate(ring.gaps):
        for j in (i, (i + 1) % n):
            p.path(*link_path(gap, ring.zones[j]), line=ink, width=4 * ring.u)


def halo(p: Pen, w: float, grown: float = 0, width: float = 5) -> None:
    """The candle's ring round a card of width `w`: it may be touched."""
    h = w * CARD
    p.rect(-w / 2 - 19, -h / 2 - 19, w + 38 + grown, h + 38 + grown, w * 0.11 + 19, "candle", opacity=0.15)
    p.rect(-w / 2 - 10, -h / 2 - 10, w + 20 + grown, h + 20 + grown, w * 0.11 + 10, "table", "candle", width)


def disc(p: Pen, pictures: Sequence[str], figure: str, r: float, legal: bool = False, hidden: bool = False) -> None:
    """A progress token: a light disc, its icons side by side and a figure below, or that alone; `hidden`: face down."""
    figures, ground = ("stone", "back") if hidden else ("ink", "parch")
    if legal:
        p.disc(0, 0, r + 15, "candle", opacity=0.16)
        p.disc(0, 0, r + 9, None, "candle", 5)
    if hidden:
        p.disc(r * 0.1, r * 0.1, r, "shade", "line", 2)
    p.disc(0, 0, r, ground, "stone" if hidden else None, 3)
    p.disc(0, 0, r * 0.86, None, "weave" if hidden else "edge", 2)
    for i, picture in enumerate(pictures):
        size = r * (0.62 if len(pictures) > 1 else 0.8)
        icon(p, picture, (i - (len(pictures) - 1) / 2) * r * 0.74, -r * 0.2 if figure else 0, size, figures, ground)
    if figure:
        size = r * (0.46 if pictures else 0.9) * p.grown
        p.text(0, r * 0.46 if pictures else 0, figure, size, figures, bold=True, room=r * (1.1 if pictures else 1.6))


def marker(p: Pen, battle: bool, r: float) -> None:
    """A conflict token: peace is a dashed disc with an olive twig, battle a full one with swords."""
    if battle:
        p.disc(0, 0, r, "red")
        icon(p, "swords", 0, 0, r * 1.2, "battle", "red")
    else:
        p.disc(0, 0, r, "raised")
        p.disc(0, 0, r, None, "peace_rim", 3, dash=(3, 8))
        icon(p, "olive", 0, 0, r * 1.15, "peace", "raised")


def military(p: Pen, r: float) -> None:
    """A military token: a disc with a red rim."""
    p.disc(0, 0, r, "red_tint", "red", r * 0.12)
    icon(p, "medal", 0, r * 0.02, r * 1.25, "text", "red_tint")
