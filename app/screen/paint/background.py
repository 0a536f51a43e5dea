"""Background: the table's stone, lit by a lamp over the middle and darker towards the screen's edges."""

from array import array
from functools import lru_cache
from math import hypot
from typing import Any, Final

from kivy.graphics import InstructionGroup, Mesh, PopMatrix, PushMatrix, Translate

from app.looks.material_tile_coordinates import SLAB, SLABS
from app.screen.paint.image_textures import load_texture
from app.screen.paint.mesh_group import FORMAT

COLUMNS: Final = 20  # fields with an even change of light
ROWS: Final = 12
BASE_HEIGHT: Final = 480.0  # px, of a screen that shows the stone's picture unscaled
Light = tuple[float, float, float]  # factor for red, green, blue
LAMP: Final[dict[bool, Light]] = {False: (2.8, 1.72, 1.08), True: (1.05, 1.045, 1.03)}  # below the lamp, by bright
CORNER_SHADE: Final = {False: 0.62, True: 0.22}  # part by which the corners are darker, by bright room
LAMP_POSITION: Final = (0.46, 0.44)  # of the screen: upper left
LAMP_REACH: Final = 0.62  # of the screen, where the lamp's light ends


def light(x: float, y: float, bright: bool) -> Light:
    """Return the light at a point, given as parts of the screen's width and height."""
    lit = max(0.0, 1 - hypot(x - LAMP_POSITION[0], y - LAMP_POSITION[1]) / LAMP_REACH)
    lit = lit * lit * (3 - 2 * lit)
    far = hypot(x - 0.5, y - 0.5) / hypot(0.5, 0.5)
    dark = 1 - CORNER_SHADE[bright] * max(0.0, (far - 0.2) / 0.8) ** 1.6
    red, green, blue = ((1 + (each - 1) * lit) * dark for each in LAMP[bright])
    return red, green, blue


def background(width: float, height: float, bright: bool) -> InstructionGroup | None:
    """Return instructions that fill a screen of this size in pixels, or None if the picture cannot be read."""
    texture = _stone(bright)
    if texture is None:
        return None
    side = SLAB * max(1.0, height / BASE_HEIGHT)
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
    found = load_texture(SLABS[bright], (SLAB, SLAB), "the table has one colour")
    if found is not None:
        found.wrap = "repeat"
    return found
