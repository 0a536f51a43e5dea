"""Fallbacks for drawings that are missing, damaged or of another version: plain figures, reported once in the log.

A damaged shared file makes everything plain on both surfaces; a damaged drawing only its own picture. A table and the
screen that it starts read the same files, so only the table reports them (`leave_it_to_the_table`).
"""

import logging
from functools import cache
from typing import Final

from app.looks import drawing_data
from app.looks.material_tile_coordinates import NAMES
from app.looks.paint_materials import BadDrawing, paints
from app.looks.sky_landscape import skies

PICTURES: Final = logging.getLogger(__name__)
DRAWINGS: Final = logging.getLogger(f"{__name__}.drawings")
REQUIRED_PAINTS: Final = frozenset(  # the paints that the program uses by name
    (
        *("halo", "sheen"),
        *(f"behind-{colour}" for colour in ["grey", "yellow", "blue", "green", "red", "brown", "purple", "leader"]),
        *(f"cloth{kind}-slope" for kind in ("", "-1", "-2", "-3", "-guild", "-leader")),
    )
)


@cache
def is_drawable() -> bool:
    """Check that the files shared by all drawings can be read; if not, everything is drawn as plain figures."""
    try:
        painted = paints()
        if lacking := sorted(REQUIRED_PAINTS - painted.keys()):
            raise BadDrawing(f"materials.toml: there is no paint {lacking[0]}")
        if unknown := sorted({paint.tile for paint in painted.values()} - {*NAMES}):
            raise BadDrawing(f"materials.toml: there is no tile {unknown[0]}")
        skies()
        drawing_data.drawing_names("wonders")
        drawing_data.drawing_names("cards")
    except BadDrawing as error:
        complain("all figures are plain", str(error), DRAWINGS)
        return False
    return True


@cache
def has_card(name: str) -> bool:
    """Check for a valid illustration of that name."""
    if not is_drawable() or name not in drawing_data.drawing_names("cards"):
        return False
    try:
        return bool(drawing_data.card(name))
    except BadDrawing as error:
        complain("a plain card is shown", str(error), DRAWINGS)
        return False


@cache
def has_wonder(name: str) -> bool:
    """Check for a valid drawing of a wonder, and its sky."""
    if not is_drawable() or name not in drawing_data.drawing_names():
        return False
    try:
        many = len(drawing_data.wonder(name).stages)
        if many != drawing_data.STAGES:
            raise BadDrawing(f"{name}.svg: it has {many} stages and not {drawing_data.STAGES}")
        if name not in skies():
            raise BadDrawing(f"skies.toml: there is no sky of {name}")
    except BadDrawing as error:
        complain("a plain wonder is shown", str(error), DRAWINGS)
        return False
    return True


def leave_it_to_the_table() -> None:
    """Suppress reports about drawings in this process, as the table that started it makes them."""
    DRAWINGS.setLevel(logging.CRITICAL)


def complain(shown: str, why: str, log: logging.Logger = PICTURES) -> None:
    """Log an unreadable file and its replacement (`shown`); `why`: file and reason, no full stop."""
    log.warning(
        "A file cannot be read, so %s: %s. Put the file back as it came with the program.", shown, why.rstrip(".")
    )
