"""What the lamp does with things that lie on the table: their shadows, and the light round whoever acts.

All lengths are u. Plain figures lie under no lamp.
"""

from collections.abc import Callable
from math import cos, pi, radians, sin
from typing import Final

from app.looks.icons import icon
from app.looks.materials import Paint, Stop
from app.looks.sky import round_box
from app.screen.paint import gradients
from app.screen.paint.pen import Pen

RAYS: Final = 24  # round a point
REACH: Final = 0.85  # of the height of what is shown for a moment, how far its rays go from its middle
RAY: Final = 0.16  # how light they are
FALL: Final = 0.35, 0.8  # of its height, how far to the right and down a shadow falls, as the screen lies
DARK: Final = {False: 0.62, True: 0.3}  # how dark it is at its darkest, by night and in a bright room
SHINE: Final = {False: 0.5, True: 0.42}  # how light a light is at its brightest
ZONE: Final = 12.0  # so high a zone lies
CARD: Final = 8.0  # and a card, or a token
FAR: Final = 44.0  # so far a light shines round a zone
BRASS: Final = {  # what faces the lamp, what lies aside of it, what is turned away from it
    False: ("#F1D08A", "#B98F4B", "#6B4B20"),
    True: ("#D9B672", "#9A7434", "#6E4F1E"),
}
THROUGH: Final = {False: 0.62, True: 0.45}  # how much of its own colour a slab of the table's stone has
EDGE: Final = 4.0  # so wide is the rim of what can be pressed
LYING: Final = Paint(
    "down", (Stop(0, "#FFFFFF", 0.1), Stop(0.12, "#FFFFFF", 0.03), Stop(0.6, "#000000", 0), Stop(1, "#000000", 0.16))
)
SWELLING: Final = Paint(
    "down", (Stop(0, "#FFFFFF", 0.2), Stop(0.35, "#FFFFFF", 0), Stop(0.6, "#000000", 0), Stop(1, "#000000", 0.16))
)
PLATE: Final = Paint("down", (Stop(0, "#FFFFFF", 0.08), Stop(0.5, "#FFFFFF", 0), Stop(1, "#000000", 0.1)))
REDS: Final = "#FFC2A8", "#D8503C", "#7A1C12"  # likewise, of the edge of a disc of red stone
GREENS: Final = "#C9E4C2", "#6F9470", "#2A4A34"  # and of green stone
SHIELD: Final = (-36, -42, 36, -42, 36, 4, 22, 30, 0, 46, -22, 30, -36, 4)  # of 100, the outline of its icon
RIDGE: Final = {"white": 0.1, "black": 0.13}  # how much of it is on a side of a shield
ACROSS: Final = 100.0  # the radius of CIRCLE
CIRCLE: Final = (
    "M -100 0 C -100 -55.2 -55.2 -100 0 -100 C 55.2 -100 100 -55.2 100 0 "
    "C 100 55.2 55.2 100 0 100 C -55.2 100 -100 55.2 -100 0 Z"
)


def shadow(p: Pen, x: float, y: float, w: float, h: float, r: float, high: float = CARD) -> None:
    """Under a box that lies so high over the table; what is over it hides the most of it."""
    if p.plain:
        return
    across, down = (each * high for each in FALL)
    angle = radians(p.origin[2])
    dx, dy = across * cos(angle) + down * sin(angle), down * cos(angle) - across * sin(angle)
    _glow(p, x + dx, y + dy, w, h, r, 1.6 * high, "black", DARK[p.bright], high)


def rim(p: Pen, r: float, width: float) -> None:
    """Of brass, round a disc of radius `r` at the pen's place."""
    p.stamp(0, 0, 1, _rim, round(r, 2), round(width, 2), BRASS[p.bright])


def halo(p: Pen, r: float, far: float) -> None:
    """Light round a disc of radius `r` at the pen's place, which fades away so far from its edge."""
    if p.plain:
        for part in (0.3, 0.6, 1.0):
            p.disc(0, 0, r + far * part, "candle", opacity=0.1)
    else:
        _glow(p, -r, -r, 2 * r, 2 * r, r, far, "candle", SHINE[p.bright], 2)


def disc(p: Pen, r: float, fill: str, line: str, tones: tuple[str, str, str]) -> None:
    """A large disc at the pen's place, its edge in such tones (`bevel`); plain figures have a `line` round it."""
    if p.plain:
        p.disc(0, 0, r, fill, line, 6)
    else:
        shadow(p, -r, -r, 2 * r, 2 * r, r)
        p.disc(0, 0, r, fill)
        bevel(p, r, r * 0.06, tones)


def shield(p: Pen, size: float) -> None:
    """A shield round the pen's place, so high: it lies over the table, with a ridge in the light and a rim of brass."""
    shadow(p, -0.36 * size, -0.42 * size, 0.72 * size, 0.88 * size, 0.36 * size)
    p.stamp(0, 0, 1, _shield, round(size, 2))


def _shield(p: Pen, size: float) -> None:
    with p.at(0, 0, 0, size / 100):
        icon(p, "shield", 0, 0, 100, "red", "red")
        if p.plain:
            return
        lit = "white", "black"
        left, right = (
            lit if round(p.origin[2] / 90) % 4 < 2 else lit[::-1]
        )  # of its ridge; the lamp is at the upper left
        for side, tone in ((-1, left), (1, right)):
            p.poly(0, -42, 36 * side, -42, 36 * side, 4, 22 * side, 30, 0, 46, fill=tone, opacity=RIDGE[tone])
        for part, width, tone in ((0.98, 7, BRASS[p.bright][2]), (0.97, 3, BRASS[p.bright][0])):
            p.poly(*(part * at for at in SHIELD), line=tone, width=width)


def bevel(p: Pen, r: float, width: float, tones: tuple[str, str, str]) -> None:
    """The edge of a disc in such colours: towards the lamp, aside, away from it. Its middle is light above, too."""
    p.stamp(0, 0, 1, _bevel, round(r, 2))
    p.stamp(0, 0, 1, _rim, round(r, 2), round(width, 2), tones)


def _rim(p: Pen, r: float, width: float, tones: tuple[str, str, str]) -> None:
    p.shaded(gradients.ring(width / r, tones, p.origin[2]), 0, 0, r)
    p.disc(0, 0, r - width, None, "black", width * 0.4, opacity=0.4)


def _swell(p: Pen, w: float, h: float, r: float) -> None:
    _lit(p, w, h, r, PLATE)


def _sheen(p: Pen, w: float, h: float, r: float) -> None:
    _lit(p, w, h, r, LYING)


def _lit(p: Pen, w: float, h: float, r: float, paint: Paint) -> None:
    """A paint over a box from its upper left corner, from above as the screen lies."""
    quarters = round(p.origin[2] / 90) % 4
    across, down = (h, w) if quarters % 2 else (w, h)
    with p.at(w / 2, h / 2, -90 * quarters):
        for each in gradients.area(round_box(across, down, r), paint):
            p.shaded(each, -across / 2, -down / 2, 1)


def _face(p: Pen, w: float, h: float, r: float, rim: bool) -> None:
    _lit(p, w, h, r, SWELLING)
    if rim:
        inset = EDGE * 0.55
        p.rect(0, 0, w, h, r, None, BRASS[p.bright][2], EDGE * 0.6)
        p.rect(inset, inset, w - 2 * inset, h - 2 * inset, r - inset, None, BRASS[p.bright][1], EDGE * 0.45)


def _bevel(p: Pen, r: float) -> None:
    with p.at(0, 0, -p.origin[2]):
        for each in gradients.area(CIRCLE, "sheen"):
            p.shaded(each, 0, 0, r / ACROSS)


def face(p: Pen, x: float, y: float, w: float, h: float, r: float, rim: bool = True) -> None:
    """What makes a box in one colour a thing that can be pressed: light above, shade below, and a rim of brass."""
    if not p.plain:
        p.stamp(x, y, 1, _face, round(w, 2), round(h, 2), round(r, 2), rim)


def swell(p: Pen, w: float, h: float, r: float) -> None:
    """What makes the lower part of a zone, in one colour, a thing with weight."""
    p.stamp(0, 0, 1, _swell, round(w, 2), round(h, 2), round(r, 2))


def slab(p: Pen, w: float, h: float, r: float, fill: str) -> None:
    """A slab of the table's own stone, which shines through the colour that words on it need, in the light above."""
    p.rect(0, 0, w, h, r, fill, opacity=THROUGH[p.bright])
    sheen(p, w, h, r)


def sheen(p: Pen, w: float, h: float, r: float) -> None:
    """The light on what lies flat, so wide and high."""
    if not p.plain:
        p.stamp(0, 0, 1, _sheen, round(w, 2), round(h, 2), round(r, 2))


def turn(p: Pen, w: float, d: float, k: float) -> None:
    """Round the zone of who acts, so wide and deep, over its shadow; `k` scales it."""
    if p.plain:
        p.rect(-4 * k, -4 * k, w + 8 * k, d + 8 * k, 24 * k, None, "candle", 16 * k, opacity=0.14)  # half of it shows
    else:
        _glow(p, 0, 0, w, d, 22 * k, FAR * k, "candle", SHINE[p.bright], 2 * k)


def pool(p: Pen, across: float) -> None:
    """A round light, so wide where it is brightest, in the pen's own unit."""
    r = across / 2
    _glow(p, -r, -r, across, across, r, across, "candle", SHINE[p.bright], r)


def rays(p: Pen, x: float, y: float, edge: Callable[[float], tuple[float, float]], fill: str, opacity: float) -> None:
    """Rays from a point; `edge` says where one in that direction (radians) ends."""
    for nth in range(RAYS):
        ends = [edge((nth + part) * 2 * pi / RAYS) for part in (0.25, 0.5, 0.75)]
        p.poly(x, y, *(n for end in ends for n in end), fill=fill, opacity=opacity)


def moment(p: Pen, w: float, h: float) -> None:
    """Round what is shown for a moment at the pen's place, so wide and high: its light, with rays; plain, a frame."""
    if p.plain:
        p.rect(-w / 2 - 16, -h / 2 - 16, w + 32, h + 32, 34, "table", "candle", 4)
        return
    far = h * REACH
    _glow(p, -w / 2, -h / 2, w, h, w * 0.1, far / 2, "candle", SHINE[p.bright], 2)
    rays(p, 0, 0, lambda angle: (far * cos(angle), far * sin(angle)), "candle", RAY)
    shadow(p, -w / 2, -h / 2, w, h, w * 0.1, 2 * CARD)


def _glow(
    p: Pen, x: float, y: float, w: float, h: float, r: float, far: float, colour: str, opacity: float, under: float
) -> None:
    """A glow that is made once for all boxes of that size."""
    p.stamp(x, y, 1, fading, *(round(each, 2) for each in (w, h, r, far)), colour, opacity, round(under, 2))


def fading(p: Pen, w: float, h: float, r: float, far: float, colour: str, opacity: float, under: float) -> None:
    p.glow(0, 0, w, h, r, far, colour, opacity, under)
