"""Painters of things in the reference."""

from app.games.duel.screen import reported_pictures
from app.looks.military_track import toll
from app.screen.paint.element import BoundCall
from app.screen.paint.pen import Pen
from app.screen.widgets import faces
from app.screen.widgets.faces import lay_out
from app.screen.widgets.touch_tiles import Picture
from app.text.reference import PrintedThing
from engine.duel.data_schema import AGES, Data


def paint_toll(p: Pen, w: float, h: float, *, coins: int) -> None:
    """Paint a military token."""
    lay_out(p, toll(coins, 27))


def paint_back(p: Pen, w: float, h: float, *, age: int, guild: bool) -> None:
    """Paint a face-down card."""
    wide = min(w * 0.8, h / reported_pictures.CARD)
    faces.card_back(p, age, guild, wide, wide * reported_pictures.CARD)


def picture_of_thing(thing: PrintedThing, data: Data) -> Picture:
    """Return the painter of a thing."""
    if thing.kind == "back":
        return BoundCall(
            paint_back, age=AGES if thing.slug == "guild" else int(thing.slug), guild=thing.slug == "guild"
        )
    return (
        BoundCall(paint_toll, coins=int(thing.slug))
        if thing.kind == "military"
        else BoundCall(reported_pictures.paint_thing, slug=thing.slug, data=data)
    )
