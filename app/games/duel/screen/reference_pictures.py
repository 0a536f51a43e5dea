"""What paints the things of the reference."""

from dataclasses import dataclass

from app.games.duel.screen import told_pictures
from app.looks.military_track import toll
from app.screen.draw import Pen
from app.screen.widgets.faces import lay_out
from app.screen.widgets.tiles import Picture
from app.text.reference import PrintedThing
from engine.duel.cards import Data


@dataclass(frozen=True, slots=True)
class Toll:
    """Paints a military token."""

    coins: int

    def __call__(self, p: Pen, w: float, h: float) -> None:
        lay_out(p, toll(self.coins, 27))


def drawn(thing: PrintedThing, facts: Data) -> Picture:
    """Whatever there is."""
    return Toll(int(thing.slug)) if thing.kind == "military" else told_pictures.ThingPicture(thing.slug, facts)
