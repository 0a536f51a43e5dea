"""The stone that all lies on, under a lamp over the middle, and darker towards the edges of the screen."""

from array import array
from functools import lru_cache
from math import hypot
from typing import Any, Final

from kivy.graphics import InstructionGroup, Mesh, PopMatrix, PushMatrix, Translate

from app.looks.textures import SLAB, SLABS
from app.screen.paint.mesh_group import FORMAT
from app.screen.paint.textures import kept

COLUMNS: Final = 24  # of fields over which the light changes evenly
ROWS: Final = 14
TALL: Final = 480.0  # pixels, of a screen on which a pixel of stone is one of the screen
Light = tuple[float, float, float]  # how many times each colour
LAMP: Final[dict[bool, Light]] = {False: (2.8, 1.72, 1.08), True: (1.05, 1.045, 1.03)}  # below the lamp
EDGE: Final = {False: 0.62, True: 0.22}  # so much darker than the stone itself it is in the corners
AT: Final = (0.46, 0.44)  # of the screen, where the lamp hangs: it lights all from the upper left
FAR: Final = 0.62  # of the way to a corner, where no light of the lamp is left


def light(x: float, y: float, bright: bool) -> Light:
    """How the stone is lit at a part of the screen, to the right and down."""
    lit = max(0.0, 1 - hypot(x - AT[0], y - AT[1]) / FAR)
    lit = lit * lit * (3 - 2 * lit)
    far = hypot(x - 0.5, y - 0.5) / hypot(0.5, 0.5)
    dark = 1 - EDGE[bright] * max(0.0, (far - 0.2) / 0.8) ** 1.6
    red, green, blue = ((1 + (each - 1) * lit) * dark for each in LAMP[bright])
    return red, green, blue


def slab(width: float, height: float, bright: bool) -> InstructionGroup | None:
    """It fills a screen of so many pixels; None where its picture cannot be read."""
    texture = _stone(bright)
    if texture is None:
        return None
    side = SLAB * max(1.0, height / TALL)
    vertices = array("f")
    for row in range(ROWS + 1):
        for column in range(COLUMNS + 1):
            across, down = column / COLUMNS, row / ROWS
            x, y = across * width, down * height
            vertices.extend((x, y, x / side, y / side, *light(across, down, bright), 1.0))
    wide = COLUMNS + 1
    corners = array("H")
    for at in (row * wide + column for row in range(ROWS) for column in range(COLUMNS)):
        corners.extend((at, at + 1, at + wide + 1, at, at + wide + 1, at + wide))
    found = InstructionGroup()
    mesh = Mesh(vertices=vertices, indices=corners, fmt=FORMAT, mode="triangles", texture=texture)
    for step in (PushMatrix(), Translate(0, height), mesh, PopMatrix()):  # the shader turns y over
        found.add(step)
    return found


@lru_cache(maxsize=1)
def _stone(bright: bool) -> Any:  # Kivy ships no types
    found = kept(SLABS[bright], "rgb", (SLAB, SLAB), "the table has one colour")
    if found is not None:
        found.wrap = "repeat"
    return found
