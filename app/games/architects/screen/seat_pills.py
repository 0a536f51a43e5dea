"""The things of a seat in Architects, as pills."""

from collections.abc import Mapping
from typing import Final

from app.games.architects.screen import pieces
from app.games.architects.shared_table_facts import piles
from app.looks.piece_faces import military
from app.screen.paint.pen import Pen
from app.screen.widgets.count_pills import PaintThing, PicturePill, diff_pills
from app.screen.widgets.faces import figure, lay_out
from app.shown.play.previews import format_signed
from app.shown.play.table_description import Pill, PillItem
from engine.architects.data_schema import Data
from engine.architects.view_json import SeatView

MILITARY, MEDALS, GIFTS, POINTS = "military", "medals", "gifts", "points"  # keys of pills that count no colour
THINGS: Final[Mapping[str, PaintThing]] = {  # painters of pills without a colour, by key
    MILITARY: lambda p, h: lay_out(p, military(h * 0.44)),
    MEDALS: lambda p, h: pieces.paint_won_medal(p, h * 0.5),
    GIFTS: lambda p, h: pieces.gift(p, h * 0.62),
}


def pills(data: Data, view: SeatView) -> list[Pill]:
    """Return the things of a seat as pills, by colour."""
    have = piles(view, data)
    found = []
    if have.grey:
        found.append(Pill("grey", tuple(PillItem(slug, str(n), slug) for slug, n in have.grey)))
    if have.coins:
        found.append(Pill("yellow", (PillItem("coin", str(have.coins), "coin"),)))
    if have.green:
        found.append(Pill("green", tuple(PillItem(slug, str(n), slug) for slug, n in have.green)))
    blue = [PillItem("", str(have.blue), "blue-3")]
    if have.cats:
        blue.append(PillItem("cat", str(have.cats), "blue-2-cat"))
    found.append(Pill("blue", tuple(blue)))
    red = [PillItem("shield", str(have.shields), "red-0", coloured=True)]
    if have.horns:
        red.append(PillItem("horn", str(have.horns), "red-1", coloured=True))
    found.append(Pill("red", tuple(red)))
    for what, n in ((MILITARY, view.military), (MEDALS, len(view.medals)), (GIFTS, view.gifts)):
        if n:
            found.append(PicturePill(what, (PillItem("", str(n), what),), thing=THINGS[what]))
    return found


def pills_ahead(data: Data, view: SeatView, then: SeatView, points: int) -> list[Pill]:
    """Return pills of the changes that a touched use would make for a seat."""
    found = diff_pills(pills(data, view), pills(data, then))
    if points:
        found.append(PicturePill(POINTS, (PillItem("", format_signed(points), POINTS),), ghost=True, thing=_gable))
    return found


def _gable(p: Pen, h: float) -> None:
    figure(p, "gable", 0, 0, h * 0.6, "text", "zone")
