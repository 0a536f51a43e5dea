"""Painters of things in the reference."""

from dataclasses import dataclass

from app.games.duel.screen import reported_pictures
from app.looks.military_track import toll
from app.screen.paint.pen import Pen
from app.screen.widgets import faces
from app.screen.widgets.faces import lay_out
from app.screen.widgets.touch_tiles import Picture
from app.text.reference import PrintedThing
from engine.duel.data_schema import AGES, Data


@dataclass(frozen=True, slots=True)
class Toll:
    """A painter of a military token."""

    coins: int

    def __call__(self, p: Pen, w: float, h: float) -> None:
        lay_out(p, toll(self.coins, 27))


@dataclass(frozen=True, slots=True)
class BackPicture:
    """A painter of a face-down card."""

    age: int
    guild: bool

    def __call__(self, p: Pen, w: float, h: float) -> None:
        wide = min(w * 0.8, h / reported_pictures.CARD)
        faces.card_back(p, self.age, self.guild, wide, wide * reported_pictures.CARD)


def picture_of_thing(thing: PrintedThing, data: Data) -> Picture:
    """Return the painter of a thing."""
    if thing.kind == "back":
        return BackPicture(AGES if thing.slug == "guild" else int(thing.slug), thing.slug == "guild")
    return Toll(int(thing.slug)) if thing.kind == "military" else reported_pictures.ThingPicture(thing.slug, data)
