"""Grounds of panels: a slab of stone, a scroll of parchment, a tray of felt; with plain figures without tiles.

Which of them is the material that the pen draws on. Lengths are in u.
"""

from math import ceil
from typing import Final

from app.looks.drawing_data import HEADROOM, WIDE
from app.looks.paint_materials import Paint, Stop
from app.looks.sky_landscape import round_box
from app.screen.paint import gradient_triangles, lighting
from app.screen.paint.pen import Pen
from app.screen.paint.text_pen import FELT, PARCHMENT, SLAB, Material

CORNER: Final = 26.0  # radius of a slab or tray
PATCH: Final = 330.0  # side of a tile
SEAM: Final = 2.0  # by which tiles overlap
SHEET: Final = {False: "#E6DAC0", True: "#F6ECD4"}  # parchment, by bright room
VEIL: Final = 0.45  # opacity with which it lies over its tile, so that fibres do not disturb words
CLOTH: Final = "#56202A"  # felt under its tile
WOOD: Final = "#7A4E27"  # rod and rim without a tile
EDGE_WEAR: Final = 16.0  # width of the darker strip at each side of a sheet
ROD: Final = 20.0  # width of a rod
ROD_OUTSIDE: Final = 6.0  # distance of its middle from the box
KNOB: Final = 13.0  # radius
RIM: Final = 14.0  # width of a tray's rim
OUTSIDE: Final = 8.0  # part of the rim outside the tray's box
BOSS: Final = "#3B2A12"  # bronze in shade: signs on parchment
GLINT: Final = "#FFE9C0"  # signs cut into that bronze


def ground(p: Pen, w: float, h: float) -> None:
    """Draw the ground of a panel from the pen's place, with its shadow."""
    by = OUTSIDE if p.material == FELT else 0.0
    with p.use_material(SLAB):
        lighting.shadow(p, -by, -by, w + 2 * by, h + 2 * by, 3 if p.material == PARCHMENT else CORNER, lighting.ZONE)
        bright = p.bright
    if p.material == SLAB:
        p.rect(0, 0, w, h, CORNER, "plate", "raised" if p.plain else "brass", 2)
        lighting.sheen(p, w, h, CORNER)
    elif p.plain:
        fill = SHEET[bright] if p.material == PARCHMENT else CLOTH
        p.rect(0, 0, w, h, 6, fill, WOOD, 8)
    else:
        p.stamp(0, 0, 1, _paint_ground, p.material, round(w, 2), round(h, 2), bright, rough=True)


def strip(p: Pen, w: float, h: float) -> None:
    """Draw a strip of parchment with a sentence."""
    with p.use_material(SLAB):
        lighting.shadow(p, 0, 0, w, h, 6)
        bright = p.bright
    if p.plain:
        p.rect(0, 0, w, h, 6, SHEET[bright])
    else:
        p.stamp(0, 0, 1, _paint_sheet, round(w, 2), round(h, 2), bright, rough=True)


def boss(p: Pen, x: float, y: float, r: float, fill: str = BOSS) -> None:
    """Draw a disc of bronze with its shadow: a sign on parchment, or the knob of a bolt."""
    with p.at(x, y):
        lighting.shadow(p, -r, -r, 2 * r, 2 * r, r, 4)
        p.disc(0, 0, r, fill)
        if not p.plain:
            lighting.bevel(p, r, r * 0.08, lighting.BRASS[True])


def _paint_ground(p: Pen, material: Material, w: float, h: float, bright: bool) -> None:
    if material == PARCHMENT:
        _paint_sheet(p, w, h, bright)
        for x in (0.0, w - EDGE_WEAR):
            p.rect(x, 0, EDGE_WEAR, h, 0, "#5A3A10", opacity=0.12)
        for y in (-ROD_OUTSIDE, h + ROD_OUTSIDE):
            _paint_rod(p, y, w)
        return
    with p.at(-OUTSIDE, -OUTSIDE):
        _paint_wood(p, w + 2 * OUTSIDE, h + 2 * OUTSIDE, CORNER, "wood-slope")
    at = RIM - OUTSIDE
    with p.at(at, at):
        paint_tiled(p, w - 2 * at, h - 2 * at, CLOTH, "cloth")
        lighting.sheen(p, w - 2 * at, h - 2 * at, 0)
    p.rect(at, at, w - 2 * at, h - 2 * at, 3, None, "#000000", 6, opacity=0.4)
    p.rect(at - 3, at - 3, w - 2 * at + 6, h - 2 * at + 6, 5, None, lighting.BRASS[False][1], 2.6)


def _paint_sheet(p: Pen, w: float, h: float, bright: bool) -> None:
    paint_tiled(p, w, h, SHEET[bright], "papyrus")
    p.rect(0, 0, w, h, 0, SHEET[bright], opacity=VEIL)
    p.rect(4, 4, w - 8, h - 8, 2, None, "#8A6A34", 1.2, opacity=0.5)


def _paint_rod(p: Pen, y: float, w: float) -> None:
    """Paint the rod at an end of a scroll, round which the sheet is rolled."""
    p.rect(0, y - ROD / 2 - 2, w, ROD + 4, 6, "#000000", opacity=0.3)
    with p.at(-4, y - ROD / 2):
        _paint_wood(p, w + 8, ROD, ROD / 2, "wood-tall")
    for x in (-2.0, w + 2):
        with p.at(x, y):
            p.disc(0, 0, KNOB, "#F0BE4A", "#5E3A0E", 1.5)
            p.disc(-KNOB * 0.25, -KNOB * 0.25, KNOB * 0.5, "#FFF3B4", opacity=0.7)


def _paint_wood(p: Pen, w: float, h: float, r: float, paint: str) -> None:
    k = w / WIDE  # the tile covers all of it once
    for each in gradient_triangles.area(round_box(WIDE, h / k, r / k), paint, rough=True):
        p.draw_gradient(each, 0, 0, k)


def paint_tiled(p: Pen, w: float, h: float, colour: str, tile: str) -> None:
    """Fill a box with a colour and as many tiles as it needs side by side."""
    p.rect(0, 0, w, h, 0, colour)
    across, paint = max(1, round(w / PATCH)), Paint("down", (Stop(0, colour), Stop(1, colour)), tile)
    side = w / across
    k = side / (WIDE - SEAM)
    for row in range(ceil(h / side)):
        low = min(WIDE, (h - row * side) / k) - HEADROOM
        path = f"M0 {-HEADROOM} L{WIDE} {-HEADROOM} L{WIDE} {low:.1f} L0 {low:.1f} Z"
        for each in gradient_triangles.area(path, paint, rough=True):
            for column in range(across):
                p.draw_gradient(each, column * side, row * side + HEADROOM * k, k)
