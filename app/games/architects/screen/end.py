"""The end in Architects: what is scored, and who stands where."""

from dataclasses import dataclass
from typing import Final

from app.games.architects import words as terms
from app.games.architects.screen import touches
from app.games.architects.screen.scene import ArchitectsScene
from app.games.tally.glyphs import GLYPHS
from app.games.tally.screen.signs import Glyph
from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.element import Element, Elements
from app.screen.pages import end
from app.screen.pages.end import Category, Ended, Scored
from app.screen.ring import Ring, link_path
from engine.architects.view import SeatView, View

SCORED: Final = ("wonder", "cat", "blue", "military", "progress")
MEDALS: Final = "medals"  # scored only where they are played


def elements(scene: ArchitectsScene, ring: Ring, game: View) -> Elements:
    """The final screen, from the lowest up."""
    slugs = (*SCORED, MEDALS) if game.medals else SCORED
    rows = tuple(Category(Glyph(slug), GLYPHS[slug][1]) for slug in slugs)
    scored = tuple(_scored(game, seat, slugs) for seat in game.seats)
    ended = Ended(rows, scored, scene.theatre.sheet, touches.face_sheet)
    found: Elements = [Element("lines", Lines(ring), paint_lines), *end.seats(scene, ring, ended)]
    found.append(end.corners(scene, ring))
    if not scene.opened.panel and not scene.repair:
        found.append(end.sheet(scene, ring, ended, _result(scene, game, ended.faced + 1)))
    return found


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines from each stack's place to its two seats."""

    ring: Ring


def paint_lines(p: Pen, it: Lines, control: Controller) -> None:
    ring, n = it.ring, len(it.ring.zones)
    for i, at in enumerate(ring.gaps):
        for j in (i, (i + 1) % n):
            p.path(*link_path(at, ring.zones[j]), line="shade", width=4 * ring.u)


def _scored(game: View, seat: SeatView, slugs: tuple[str, ...]) -> Scored:
    """Places go by points, and among equals by stages, as among those who might have won."""
    rank = 1 + sum(_did(other) > _did(seat) for other in game.seats)
    points = tuple(getattr(seat.score, slug) for slug in slugs)
    return Scored(points, seat.score.total, rank, seat.seat in game.winners)


def _did(seat: SeatView) -> tuple[int, int]:
    return seat.score.total, len(seat.stages)


def _result(scene: ArchitectsScene, game: View, seat: int) -> str:
    """How the game ended, in a sentence or two, in a seat's words."""
    w = scene.model.words(seat)
    result = terms.result(w, game, scene.model.people(w))
    early = scene.model.table is not None and scene.model.table.early
    return w("Ended early.") + " " + result if early else result
