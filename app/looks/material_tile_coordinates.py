"""Texture coordinates of the grey material tiles on data/drawings/tiles.png, and the stone background. `python -m
docs.tiles` makes these pictures. A tile covers a drawing once, so it needs no seam.
"""

from typing import Final

from app.looks.drawing_data import HEADROOM, WIDE
from app.looks.paint_materials import FOLDER

SIDE: Final = 256  # pixels, of a tile
COLUMNS: Final = 8
ROWS: Final = 2
TEXTURE_ROWS: Final = 4  # of fields; words of the screen are below the tiles
FILE: Final = FOLDER / "tiles.png"
SLAB: Final = 512  # pixels, of a picture of stone
SLABS: Final = {False: FOLDER / "basalt.jpg", True: FOLDER / "travertine.jpg"}  # stone of the table, by bright room
SUMS: Final = {"tiles.png": 590137774, "basalt.jpg": 47752141, "travertine.jpg": 402765682}  # CRC 32 of the files
NAMES: Final = (  # names of tiles row by row; "": none
    *("sandstone", "limestone", "marble", "bronze", "gold", "ivory", "brick", "leaf"),
    *("wood", "papyrus", "cloth", "water", ""),
)
UNTEXTURED: Final = -2.0, -2.0  # coordinates of smooth surfaces: the shader looks up no tile
_INSET: Final = 1.0  # pixels at the edges of a tile that no drawing reaches, since neighbours shine through there


def coords(tile: str, x: float, y: float) -> tuple[float, float]:
    """Return texture coordinates (0 to 1, right and down) for a point of a drawing."""
    if not tile:
        return UNTEXTURED
    row, column = divmod(NAMES.index(tile), COLUMNS)
    across, down = (min(max(each / WIDE, 0), 1) * (SIDE - 2 * _INSET) + _INSET for each in (x, y + HEADROOM))
    return (column + across / SIDE) / COLUMNS, (row + down / SIDE) / TEXTURE_ROWS
