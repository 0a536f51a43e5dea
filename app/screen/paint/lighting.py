"""Lighting: shadows, bevels, glows and rays under the table's lamp; none with plain figures. Lengths are in u."""

from collections.abc import Callable
from math import cos, pi, radians, sin
from typing import Final

from app.looks.icons import icon
from app.looks.paint_materials import Paint, Stop
from app.looks.sky_landscape import round_box
from app.screen.paint import gradient_triangles
from app.screen.paint.pen import Pen, paint_glow

RAYS: Final = 24  # round a point
REACH: Final = 0.85  # of the height of an interlude, length of its rays from the middle
RAY_OPACITY: Final = 0.16
FALL: Final = 0.35, 0.8  # offset of a shadow to the right and down as the screen lies, in heights above the table
DARK: Final = {False: 0.62, True: 0.3}  # opacity of a shadow's core, by bright
SHINE: Final = {False: 0.5, True: 0.42}  # opacity of a light's core, by bright
ZONE: Final = 12.0  # height of a zone above the table
CARD: Final = 8.0  # height of a card or token above the table
LOW: Final = 0.1  # of its size, height of a small shield above what it stands on
GLOW_REACH: Final = 44.0  # of the light round a zone
BRASS: Final = {  # facing the lamp, beside it, turned away; by bright
    False: ("#F1D08A", "#B98F4B", "#6B4B20"),
    True: ("#D9B672", "#9A7434", "#6E4F1E"),
}
SLAB_OPACITY: Final = {False: 0.62, True: 0.45}  # of the colour over the table's stone, by bright
EDGE: Final = 4.0  # width of a button's rim
FLAT_SHEEN: Final = Paint(
    "down", (Stop(0, "#FFFFFF", 0.1), Stop(0.12, "#FFFFFF", 0.03), Stop(0.6, "#000000", 0), Stop(1, "#000000", 0.16))
)
BUTTON_SHEEN: Final = Paint(
    "down", (Stop(0, "#FFFFFF", 0.2), Stop(0.35, "#FFFFFF", 0), Stop(0.6, "#000000", 0), Stop(1, "#000000", 0.16))
)
HOLLOW: Final = Paint("down", (Stop(0, "#000000", 0.35), Stop(0.16, "#000000", 0), Stop(1, "#FFFFFF", 0.06)))
PLATE_SHEEN: Final = Paint("down", (Stop(0, "#FFFFFF", 0.08), Stop(0.5, "#FFFFFF", 0), Stop(1, "#000000", 0.1)))
REDS: Final = "#FFC2A8", "#D8503C", "#7A1C12"  # edge tones of a disc of red stone, as BRASS
GREENS: Final = "#C9E4C2", "#6F9470", "#2A4A34"  # edge tones of a disc of green stone
SHIELD: Final = (-36, -42, 36, -42, 36, 4, 22, 30, 0, 46, -22, 30, -36, 4)  # outline of the shield icon, of 100
RIDGE: Final = {"white": 0.1, "black": 0.13}  # opacity of each side of a shield's ridge
CIRCLE_RADIUS: Final = 100.0
CIRCLE: Final = (
    "M -100 0 C -100 -55.2 -55.2 -100 0 -100 C 55.2 -100 100 -55.2 100 0 "
    "C 100 55.2 55.2 100 0 100 C -55.2 100 -100 55.2 -100 0 Z"
)


def shape(p: Pen, path: str, fill: str | Paint, scale: float = 1, x: float = 0, y: float = 0) -> None:
    """Fill a path with a gradient, with its (0, 0) at a point."""
    for each in gradient_triangles.area(path, fill):
        p.draw_gradient(each, x, y, scale)


def disc_of(p: Pen, fill: str | Paint, r: float, x: float = 0, y: float = 0) -> None:
    """Fill a disc with a gradient."""
    shape(p, CIRCLE, fill, r / CIRCLE_RADIUS, x, y)


def shadow(p: Pen, x: float, y: float, w: float, h: float, r: float, high: float = CARD) -> None:
    """Draw the shadow of a box that is `high` above the table and will cover most of it."""
    if p.plain:
        return
    across, down = (each * high for each in FALL)
    angle = radians(p.angle)
    dx, dy = across * cos(angle) + down * sin(angle), down * cos(angle) - across * sin(angle)
    _glow(p, x + dx, y + dy, w, h, r, far=1.6 * high, colour="black", opacity=DARK[p.bright], under=high)


def rim(p: Pen, r: float, width: float) -> None:
    """Draw a rim of brass round a disc of radius `r` centred on the pen."""
    p.stamp(0, 0, 1, _rim, round(r, 2), round(width, 2), BRASS[p.bright])


def halo(p: Pen, r: float, far: float) -> None:
    """Draw light round a disc of radius `r` centred on the pen, fading over `far` from its edge."""
    if p.plain:
        for part in (0.3, 0.6, 1.0):
            p.disc(0, 0, r + far * part, "candle", opacity=0.1)
    else:
        _glow(p, -r, -r, 2 * r, 2 * r, r, far=far, colour="candle", opacity=SHINE[p.bright], under=2)


def disc(p: Pen, r: float, fill: str, line: str, tones: tuple[str, str, str]) -> None:
    """Draw a large disc centred on the pen with an edge in three tones (`bevel`); with plain figures with a `line`."""
    if p.plain:
        p.disc(0, 0, r, fill, line, 6)
    else:
        shadow(p, -r, -r, 2 * r, 2 * r, r)
        p.disc(0, 0, r, fill)
        bevel(p, r, r * 0.06, tones)


def shield(p: Pen, size: float) -> None:
    """Draw a shield `size` high centred on the pen, with its shadow, a lit ridge and a rim of brass."""
    shadow(p, -0.36 * size, -0.42 * size, 0.72 * size, 0.88 * size, 0.36 * size, min(CARD, size * LOW))
    p.stamp(0, 0, 1, _shield, round(size, 2))


def _shield(p: Pen, size: float) -> None:
    with p.at(0, 0, 0, size / 100):
        icon(p, "shield", 0, 0, 100, "red", "red")
        if p.plain:
            return
        lit = "white", "black"
        left, right = lit if round(p.angle / 90) % 4 < 2 else lit[::-1]  # of the ridge; the lamp is at the upper left
        for side, tone in ((-1, left), (1, right)):
            p.poly(0, -42, 36 * side, -42, 36 * side, 4, 22 * side, 30, 0, 46, fill=tone, opacity=RIDGE[tone])
        for part, width, tone in ((0.98, 7, BRASS[p.bright][2]), (0.97, 3, BRASS[p.bright][0])):
            p.poly(*(part * at for at in SHIELD), line=tone, width=width)


def bevel(p: Pen, r: float, width: float, tones: tuple[str, str, str]) -> None:
    """Draw the edge of a disc in three tones (facing the lamp, beside it, turned away), and a sheen on its top."""
    p.stamp(0, 0, 1, _bevel, round(r, 2))
    p.stamp(0, 0, 1, _rim, round(r, 2), round(width, 2), tones)


def _rim(p: Pen, r: float, width: float, tones: tuple[str, str, str]) -> None:
    p.draw_rim(r, width, gradient_triangles.rim_inks(tones, p.angle))
    p.disc(0, 0, r - width, None, "black", width * 0.4, opacity=0.4)


def _fill_lit(p: Pen, w: float, h: float, r: float, paint: Paint) -> None:
    """Fill a box from its upper left corner with a gradient that runs down the screen, however the box is turned."""
    quarters = round(p.angle / 90) % 4
    across, down = (h, w) if quarters % 2 else (w, h)
    with p.at(w / 2, h / 2, -90 * quarters):
        shape(p, round_box(across, down, r), paint, 1, -across / 2, -down / 2)


def _face(p: Pen, w: float, h: float, r: float, rim: bool) -> None:
    _fill_lit(p, w, h, r, BUTTON_SHEEN)
    if rim:
        inset = EDGE * 0.55
        p.rect(0, 0, w, h, r, None, BRASS[p.bright][2], EDGE * 0.6)
        p.rect(inset, inset, w - 2 * inset, h - 2 * inset, r - inset, None, BRASS[p.bright][1], EDGE * 0.45)


def _bevel(p: Pen, r: float) -> None:
    with p.at(0, 0, -p.angle):
        disc_of(p, "sheen", r)


def face(p: Pen, x: float, y: float, w: float, h: float, r: float, rim: bool = True) -> None:
    """Draw the light, shade and rim of brass that make a coloured box look like a button."""
    if not p.plain:
        p.stamp(x, y, 1, _face, round(w, 2), round(h, 2), round(r, 2), rim)


def recess(p: Pen, x: float, y: float, w: float, h: float, r: float) -> None:
    """Draw a recess in dark stone: a place where nothing lies, or what cannot be pressed now."""
    p.rect(x, y, w, h, r, "zone" if p.bright else "table", "hair", 2)
    if not p.plain:
        p.stamp(x, y, 1, _fill_lit, round(w, 2), round(h, 2), round(r, 2), HOLLOW)


def swell(p: Pen, w: float, h: float, r: float) -> None:
    """Draw the light and shade of a name plate."""
    p.stamp(0, 0, 1, _fill_lit, round(w, 2), round(h, 2), round(r, 2), PLATE_SHEEN)


def slab(p: Pen, w: float, h: float, r: float, fill: str) -> None:
    """Draw a slab of the table's stone, which shines through the colour that words on it need."""
    p.rect(0, 0, w, h, r, fill, opacity=SLAB_OPACITY[p.bright])
    sheen(p, w, h, r)


def sheen(p: Pen, w: float, h: float, r: float) -> None:
    """Draw the light on something flat of this size."""
    if not p.plain:
        p.stamp(0, 0, 1, _fill_lit, round(w, 2), round(h, 2), round(r, 2), FLAT_SHEEN)


def turn(p: Pen, w: float, d: float, k: float) -> None:
    """Draw the light round the zone of the acting seat, over its shadow; `k` scales it."""
    if p.plain:
        p.rect(-4 * k, -4 * k, w + 8 * k, d + 8 * k, 24 * k, None, "candle", 16 * k, opacity=0.14)  # half of it shows
    else:
        _glow(p, 0, 0, w, d, 22 * k, far=GLOW_REACH * k, colour="candle", opacity=SHINE[p.bright], under=2 * k)


def pool(p: Pen, across: float) -> None:
    """Draw a round light, `across` wide where it is brightest, in the pen's unit."""
    r = across / 2
    _glow(p, -r, -r, across, across, r, far=across, colour="candle", opacity=SHINE[p.bright], under=r)


def rays(p: Pen, x: float, y: float, edge: Callable[[float], tuple[float, float]], fill: str, opacity: float) -> None:
    """Draw rays from a point; `edge` returns the end of a ray in a direction (radians)."""
    for nth in range(RAYS):
        ends = [edge((nth + part) * 2 * pi / RAYS) for part in (0.25, 0.5, 0.75)]
        p.poly(x, y, *(n for end in ends for n in end), fill=fill, opacity=opacity)


def interlude_light(p: Pen, w: float, h: float) -> None:
    """Draw the light, rays and shadow round an interlude of this size centred on the pen; plain: a frame."""
    if p.plain:
        p.rect(-w / 2 - 16, -h / 2 - 16, w + 32, h + 32, 34, "table", "candle", 4)
        return
    far = h * REACH
    _glow(p, -w / 2, -h / 2, w, h, w * 0.1, far=far / 2, colour="candle", opacity=SHINE[p.bright], under=2)
    rays(p, 0, 0, lambda angle: (far * cos(angle), far * sin(angle)), "candle", RAY_OPACITY)
    shadow(p, -w / 2, -h / 2, w, h, w * 0.1, 2 * CARD)


def _glow(
    p: Pen, x: float, y: float, w: float, h: float, r: float, far: float, colour: str, opacity: float, under: float
) -> None:
    """Draw a glow as a stamp, so that it is triangulated once for all boxes of that size."""
    p.stamp(x, y, 1, paint_glow, *(round(each, 2) for each in (w, h, r, far)), colour, opacity, round(under, 2))
