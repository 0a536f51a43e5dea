"""The end of a game of Architects: its scoring categories and the final ranking."""

from app.games.architects import event_text
from app.games.architects import words_facade as terms
from app.games.architects.screen import wonders
from app.games.architects.screen.typed_scene import ArchitectsScene
from app.games.architects.shared_table_facts import world
from app.games.tally import sheet_words as sheet
from app.games.tally.score_icons import GLYPHS
from app.games.tally.screen.score_icons import Glyph
from app.looks.icons import icon
from app.screen.pages.play import end
from app.screen.pages.play.end import Category, EndSheet, Peak
from app.screen.paint.element import BoundCall, Elements
from app.screen.paint.pen import Pen
from app.screen.state.ring_layout import Ring
from app.shown.play import result_explanation
from engine.architects.data_schema import Stage
from engine.architects.view_json import View


def elements(scene: ArchitectsScene, ring: Ring, game: View) -> Elements:
    """Return the final screen, bottom first."""
    slugs, people = terms.scored(bool(game.medals)), scene.model.people
    rows = tuple(Category(Glyph(GLYPHS[slug]), GLYPHS[slug][1], slug) for slug in slugs)
    reached = [(seat.score.total, len(seat.stages)) for seat in game.seats]
    ended = EndSheet(
        rows,
        end.list_scores((seat.score for seat in game.seats), slugs, reached, game.winners),
        result=lambda w: terms.result(w, game, people(w)),
        ties=lambda w: sheet.ties(w, "stages", reached, game.winners, people(w)),
        peak=_peak(scene, game) if scene.ending else None,
        worlds=lambda w: tuple((world(w, seat, scene.data),) for seat in game.seats),
        why=lambda w: result_explanation.explain_view(w, terms, game, scene.data, people(w)),
    )
    return end.elements(scene, ring, ended)


def _peak(scene: ArchitectsScene, game: View) -> Peak:
    """Return the completed wonder, facing its builder."""
    printed = {seat.seat: tuple(scene.data.wonders[seat.wonder].stages) for seat in game.seats}
    whole = next((seat for seat in game.seats if len(seat.stages) == len(printed[seat.seat])), None)
    if whole is None:
        return Peak(empty, event_text.all_empty)
    at = whole.seat - 1
    return Peak(
        picture=BoundCall(paint_complete_wonder, wonder=whole.wonder, printed=printed[whole.seat]),
        says=lambda w: terms.completes(w, scene.model.people(w)[at], whole.wonder),
        facing=at,
        completed=whole.wonder,
        points=sum(stage.points for stage in printed[whole.seat]),
    )


def paint_complete_wonder(p: Pen, w: float, h: float, *, wonder: str, printed: tuple[Stage, ...]) -> None:
    """Paint a completed wonder, with the points of each stage."""
    wonders.stages(p, wonder, w, h, printed, range(1, len(printed) + 1), (), ())


def empty(p: Pen, w: float, h: float) -> None:
    """Paint a card, for the end by empty stacks."""
    icon(p, "card", w / 2, h / 2, min(w, h), "candle", "table")
