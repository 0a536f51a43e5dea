"""Painters of things in the reference."""

from app.games.architects.screen.reported_pictures import (
    paint_beside_cards,
    paint_card,
    paint_medal,
    paint_sign,
    paint_token,
)
from app.screen.paint.element import BoundCall
from app.screen.widgets.faces import paint_stone_wonder
from app.screen.widgets.touch_tiles import Picture
from app.text.reference import PrintedThing
from engine.architects.data_schema import Data


def find_painter(thing: PrintedThing, data: Data) -> Picture:
    """Return the painter of a thing; a wonder is shown without figures."""
    match thing.kind:
        case "wonder":
            return BoundCall(paint_stone_wonder, wonder=thing.slug)
        case "back":
            return BoundCall(paint_sign, slug="back")
        case "military":
            return BoundCall(paint_beside_cards, slug="military")
        case "card":
            return BoundCall(paint_card, card=thing.slug, data=data)
        case "token":
            return BoundCall(paint_token, slug=thing.slug, data=data)
        case "medal":
            return BoundCall(paint_medal, need=data.medals[thing.slug].need)
    return BoundCall(paint_sign, slug="medal")
