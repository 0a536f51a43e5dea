"""Painters for things of the reference."""

from dataclasses import dataclass

from app.games.seven_wonders import face_layouts as of
from app.games.seven_wonders.reference import DEFEAT
from app.games.seven_wonders.screen import cards
from app.screen.paint.pen import Pen
from app.screen.widgets import faces
from app.screen.widgets.touch_tiles import Picture
from app.text.reference import PrintedThing
from engine.seven_wonders.data_schema import Data


@dataclass(frozen=True, slots=True)
class CardPicture:
    """Paints a card, or a leader."""

    slug: str
    data: Data

    def __call__(self, p: Pen, w: float, h: float) -> None:
        wide = min(w * 0.86, h / cards.CARD_ASPECT)
        cards.card(p, self.data, self.slug, wide, wide * cards.CARD_ASPECT)


@dataclass(frozen=True, slots=True)
class BackPicture:
    """Paints a card that lies face down; age 0: a leader."""

    age: int

    def __call__(self, p: Pen, w: float, h: float) -> None:
        wide = min(w * 0.86, h / cards.CARD_ASPECT)
        cards.paint_back(p, self.age, wide, wide * cards.CARD_ASPECT)


@dataclass(frozen=True, slots=True)
class ConflictTokenPicture:
    """Paints a victory token, or a defeat token."""

    value: int

    def __call__(self, p: Pen, w: float, h: float) -> None:
        faces.lay_out(p, of.token(self.value, min(70, w * 0.76, h * 0.8)))


def picture_of_thing(thing: PrintedThing, data: Data) -> Picture:
    """Return the painter of a thing; of a board only its wonder."""
    match thing.kind:
        case "wonder":
            return faces.StoneWonder(thing.slug.rpartition("-")[0])
        case "back":
            return BackPicture(int(thing.slug))
        case "card" | "leader":
            return CardPicture(thing.slug, data)
    table = data.table
    return ConflictTokenPicture(-table.defeat if thing.slug == DEFEAT else table.victory[int(thing.slug) - 1])
