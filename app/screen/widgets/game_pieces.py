"""Game pieces that more than one game has (stacks, tokens, the military track), centred on the pen."""

from collections.abc import Callable
from typing import Final

from app.looks import military_track
from app.looks import piece_faces as looks
from app.looks.face_layout import Face
from app.looks.military_track import Sizes
from app.screen.paint import lighting
from app.screen.paint.pen import Pen
from app.screen.state.ring_layout import Ring, link_path
from app.screen.widgets.faces import draw_marks, lay_out
from app.screen.widgets.table_inlays import inlay

BED: Final = 7.0  # u, brass round the spaces of a military track
RED: Final = 0.4  # opacity of red that a military track gains up to its last space
CARD: Final = 1.4  # height of a card, in its widths
PAPER: Final = "#D9C7A2", "#A58E66"  # edges of cards in a stack, in turn
PAPER_EDGE: Final = "#4A3A22"  # between two of them


def lines_to_seats(p: Pen, ring: Ring, ink: str) -> None:
    """Draw lines from each gap to its two seats: of brass, or of the colour `ink` with plain figures."""
    n = len(ring.zones)
    for i, gap in enumerate(ring.gaps):
        for j in (i, (i + 1) % n):
            p.cached(_paint_line, link_path(gap, ring.zones[j]), ring.u, ink)


def _paint_line(p: Pen, way: tuple[float, ...], u: float, ink: str) -> None:
    inlay(p, *way, width=4 * u, plain=ink)


def halo(p: Pen, w: float, grown: float = 0, width: float = 5) -> None:
    """Draw the candle's ring round a card of width `w` that may be touched."""
    h = w * CARD
    lighting.shadow(p, -w / 2 - 10, -h / 2 - 10, w + 20 + grown, h + 20 + grown, w * 0.11 + 10)
    p.stamp(0, 0, 1, _ring, w, h, grown, width)


def _ring(p: Pen, w: float, h: float, grown: float, width: float) -> None:
    p.rect(-w / 2 - 19, -h / 2 - 19, w + 38 + grown, h + 38 + grown, w * 0.11 + 19, "candle", opacity=0.15)
    p.rect(-w / 2 - 10, -h / 2 - 10, w + 20 + grown, h + 20 + grown, w * 0.11 + 10, "table", "candle", width)


def thick(w: float, left: int) -> float:
    """Return how much a stack of `left` cards is larger than one card of width `w`."""
    return _layers(left) * w * 0.018


def stack_edges(p: Pen, w: float, h: float, left: int) -> None:
    """Draw the edges of the cards below the top of a stack."""
    p.stamp(0, 0, 1, _edges, w, h, _layers(left))


def _edges(p: Pen, w: float, h: float, deep: int) -> None:
    off = w * 0.018
    for i in range(deep, 0, -1):
        tone, edge = ("stone" if i % 2 else "parch", "side") if p.plain else (PAPER[i % 2], PAPER_EDGE)
        p.rect(-w / 2 + i * off, -h / 2 + i * off, w, h, w * 0.11, tone, edge, 1.5)


def fan(p: Pen, many: int, w: float, back: Callable[[Pen, int], object]) -> None:
    """Draw a fan of cards, one for each age from 1 to `many`."""
    for age in range(1, many + 1):
        off = age - (many + 1) / 2
        with p.at(off * w * 0.6, abs(off) * w * 0.12, off * 13):
            back(p, age)


def _layers(left: int) -> int:
    """Return how many cards are visible below the top of a stack of `left`."""
    return min(6, -(-left // 4))


def disc(p: Pen, face: Face, legal: bool = False) -> None:
    """Draw a progress token; `legal`: with the candle's ring round it."""
    p.stamp(0, 0, 1, _under, face.w / 2, legal)
    struck(p, face)


def _under(p: Pen, r: float, legal: bool) -> None:
    lighting.shadow(p, -r, -r, 2 * r, 2 * r, r)
    if legal:
        p.disc(0, 0, r + 15, "candle", opacity=0.16)
        p.disc(0, 0, r + 9, None, "candle", 5)


def struck(p: Pen, face: Face) -> None:
    """Draw a token as `app.looks.piece_faces.struck` does, but lit by the lamp whichever way it is turned."""
    if p.plain:
        lay_out(p, face)
        return
    ground, *marks = face.marks
    r = face.w / 2
    draw_marks(p, (ground,))
    lighting.bevel(p, r, r * 0.1, lighting.BRASS[p.bright])
    draw_marks(p, marks)


def marker(p: Pen, battle: bool, r: float) -> None:
    """Draw a conflict token of radius `r`: red stone with swords, or green stone with an olive twig."""
    if p.plain:
        lay_out(p, looks.marker(battle, r))
        return
    lighting.shadow(p, -r, -r, 2 * r, 2 * r, r)
    ground, *signs = looks.marker(battle, r, stone=True).marks
    draw_marks(p, (ground,))
    lighting.bevel(p, r, r * 0.09, lighting.REDS if battle else lighting.GREENS)
    draw_marks(p, signs)


def pawn(p: Pen, r: float) -> None:
    """Draw the pawn of the military track."""
    face = military_track.pawn(r)
    if p.plain:
        lay_out(p, face)
        return
    lighting.shadow(p, -r, -r, 2 * r, 2 * r, r)
    ground, *signs = face.marks
    draw_marks(p, (ground,))
    lighting.bevel(p, r, r * 0.14, lighting.BRASS[p.bright])
    draw_marks(p, signs)


def track(p: Pen, face: Face, sizes: Sizes, capital: int) -> None:
    """Draw the military track: spaces in a bed of brass, redder towards the capitals."""
    if p.plain:
        lay_out(p, face)
        return
    w, h = sizes.wide + 2 * BED, (2 * capital - 1) * sizes.step + 2 * BED
    lighting.shadow(p, -w / 2, -h / 2, w, h, BED)
    p.rect(-w / 2, -h / 2, w, h, BED, lighting.BRASS[True][2] if p.bright else "black", "brass", 3)
    spaces = 2 * capital - 1
    draw_marks(p, face.marks[:spaces])
    p.stamp(0, 0, 1, _spaces, sizes, capital)
    draw_marks(p, face.marks[spaces:])


def _spaces(p: Pen, sizes: Sizes, capital: int) -> None:
    w, h = sizes.wide, sizes.step - sizes.gap
    for space in range(1 - capital, capital):
        x, y = -w / 2, -space * sizes.step - h / 2
        p.rect(x, y, w, h, sizes.round, "red", opacity=0.06 + RED * abs(space) / capital)
        lighting.face(p, x, y, w, h, sizes.round, rim=False)
