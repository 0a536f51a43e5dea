"""What paints the things of the reference."""

from dataclasses import dataclass

from app.games.duel.screen import military_track, told_pictures
from app.screen.draw import Pen
from app.screen.widgets.tiles import Picture
from app.text.reference import Thing
from engine.duel.cards import Data


@dataclass(frozen=True, slots=True)
class Toll:
    """Paints a military token."""

    coins: int

    def __call__(self, p: Pen, w: float, h: float) -> None:
        military_track.toll(p, self.coins, True)


def drawn(thing: Thing, facts: Data) -> Picture:
    """Whatever there is."""
    return Toll(int(thing.slug)) if thing.kind == "military" else told_pictures.Thing(thing.slug, facts)
