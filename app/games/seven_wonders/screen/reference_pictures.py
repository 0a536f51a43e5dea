"""Painters for things of the reference."""

from app.games.seven_wonders import face_layouts as of
from app.games.seven_wonders.reference import DEFEAT
from app.games.seven_wonders.screen import cards
from app.screen.paint.element import BoundCall
from app.screen.paint.pen import Pen
from app.screen.widgets import faces
from app.screen.widgets.touch_tiles import Picture
from app.text.reference import PrintedThing
from engine.seven_wonders.data_schema import Data


def paint_card(p: Pen, w: float, h: float, *, slug: str, data: Data) -> None:
    wide = min(w * 0.86, h / cards.CARD_ASPECT)
    cards.card(p, data, slug, wide, wide * cards.CARD_ASPECT)


def paint_back(p: Pen, w: float, h: float, *, age: int) -> None:
    """Paint a card that lies face down; age 0: a leader."""
    wide = min(w * 0.86, h / cards.CARD_ASPECT)
    cards.paint_back(p, age, wide, wide * cards.CARD_ASPECT)


def paint_conflict_token(p: Pen, w: float, h: float, *, value: int) -> None:
    """Paint a victory token, or a defeat token."""
    faces.lay_out(p, of.token(value, min(70, w * 0.76, h * 0.8)))


def picture_of_thing(thing: PrintedThing, data: Data) -> Picture:
    """Return the painter of a thing; of a board only its wonder."""
    match thing.kind:
        case "wonder":
            return BoundCall(faces.paint_stone_wonder, wonder=thing.slug.rpartition("-")[0])
        case "back":
            return BoundCall(paint_back, age=int(thing.slug))
        case "card" | "leader":
            return BoundCall(paint_card, slug=thing.slug, data=data)
    table = data.table
    return BoundCall(
        paint_conflict_token, value=-table.defeat if thing.slug == DEFEAT else table.victory[int(thing.slug) - 1]
    )
