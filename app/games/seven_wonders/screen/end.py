"""The end of 7 Wonders: eight categories, and who stands where."""

from dataclasses import dataclass
from typing import Final

from app.games.seven_wonders import words as say
from app.games.seven_wonders.glyphs import LEADER
from app.games.seven_wonders.screen import touches
from app.games.seven_wonders.screen.scene import SevenScene
from app.screen.draw import Pen
from app.screen.element import Elements
from app.screen.pages import end
from app.screen.pages.end import Category, Ended, Scored
from app.screen.ring import Ring
from app.screen.widgets import faces
from engine.seven_wonders.view import SeatView

SCORED: Final = {
    "military": ("red", "red"),
    "treasury": ("money", "yellow"),
    "wonder": ("wonder", "stone"),
    "blue": ("blue", "blue"),
    "science": ("green", "green"),
    "yellow": ("yellow", "yellow"),
    "guilds": ("purple", "purple"),
    "leaders": (LEADER, LEADER),
}  # by category: its figure and its colour
LARGER: Final = ("money", "wonder", LEADER)  # figures that fill their box less


@dataclass(frozen=True, slots=True)
class Sign:
    """Paints the sign of a category round a point."""

    figure: str
    colour: str

    def __call__(self, p: Pen, x: float, y: float, size: float, ground: str = "zone", ink: str | None = None) -> None:
        size *= 1.0 if self.figure in LARGER else 0.8
        faces.figure(p, self.figure, x, y, size, ink or self.colour, ground)


def elements(scene: SevenScene, ring: Ring) -> Elements:
    """The final screen, from the lowest up."""
    game, table = scene.view, scene.model.table
    assert table is not None
    slugs = [slug for slug in SCORED if slug != "leaders" or "leaders" in table.variant]
    rows = tuple(Category(Sign(*SCORED[slug]), SCORED[slug][1]) for slug in slugs)
    best = [_did(chair) for chair in game.seats]
    scored = tuple(
        Scored(
            tuple(getattr(chair.score, slug) for slug in slugs),
            chair.score.total,
            1 + sum(other > _did(chair) for other in best),
            chair.seat in game.winners,
        )
        for chair in game.seats
    )
    ended = Ended(rows, scored, scene.seven.sheet, touches.face_sheet)
    found = end.elements(scene, ring, ended)
    if not scene.opened.panel:
        w = scene.model.words(ended.faced + 1)
        found.append(end.sheet(scene, ring, ended, say.result(w, game, scene.model.people(w))))
    return found


def _did(chair: SeatView) -> tuple[int, int]:
    """Places go by points, and among equals by coins."""
    return chair.score.total, chair.coins
