"""The end in Architects: what is scored, and who stands where."""

from typing import Final

from app.games.architects import words as terms
from app.games.architects.screen import touches
from app.games.architects.screen.scene import ArchitectsScene
from app.games.tally.glyphs import GLYPHS
from app.games.tally.screen.signs import Glyph
from app.screen.element import Elements
from app.screen.pages import end
from app.screen.pages.end import Category, Ended, Scored
from app.screen.ring import Ring
from engine.architects.view import SeatView, View

SCORED: Final = ("wonder", "cat", "blue", "military", "progress")
MEDALS: Final = "medals"  # scored only where they are played


def elements(scene: ArchitectsScene, ring: Ring, game: View) -> Elements:
    """The final screen, from the lowest up."""
    slugs = (*SCORED, MEDALS) if game.medals else SCORED
    rows = tuple(Category(Glyph(slug), GLYPHS[slug][1]) for slug in slugs)
    scored = tuple(_scored(game, seat, slugs) for seat in game.seats)
    ended = Ended(rows, scored, scene.theatre.sheet, touches.face_sheet)
    found = end.elements(scene, ring, ended)
    if not scene.opened.panel and not scene.repair:
        w = scene.model.words(ended.faced + 1)
        found.append(end.sheet(scene, ring, ended, terms.result(w, game, scene.model.people(w))))
    return found


def _scored(game: View, seat: SeatView, slugs: tuple[str, ...]) -> Scored:
    """Places go by points, and among equals by stages, as among those who might have won."""
    rank = 1 + sum(_did(other) > _did(seat) for other in game.seats)
    points = tuple(getattr(seat.score, slug) for slug in slugs)
    return Scored(points, seat.score.total, rank, seat.seat in game.winners)


def _did(seat: SeatView) -> tuple[int, int]:
    return seat.score.total, len(seat.stages)
