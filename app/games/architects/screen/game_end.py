"""The end of a game of Architects: its scoring categories and the final ranking."""

from functools import partial

from app.games.architects import event_text
from app.games.architects import words_facade as terms
from app.games.architects.screen import wonders
from app.games.architects.screen.typed_scene import ArchitectsScene
from app.games.architects.shared_table_facts import world
from app.games.tally import sheet_words as sheet
from app.games.tally.score_icons import GLYPHS
from app.games.tally.screen.score_icons import Glyph
from app.looks.icons import icon
from app.looks.wonder_window import World
from app.protocol.results import RankKey, rank_seats
from app.screen.pages.play import end
from app.screen.pages.play.end import Category, EndScore, EndSheet, Peak
from app.screen.paint.element import BoundCall, Elements
from app.screen.paint.pen import Pen
from app.screen.state.ring_layout import Ring
from app.shown.play import result_explanation
from app.text.translation import Words
from engine.architects.data_schema import Stage
from engine.architects.view_json import SeatView, View


def elements(scene: ArchitectsScene, ring: Ring, game: View) -> Elements:
    """Return the final screen, bottom first."""
    slugs = terms.scored(bool(game.medals))
    rows = tuple(Category(Glyph(GLYPHS[slug]), GLYPHS[slug][1], slug) for slug in slugs)
    stand = rank_seats([_ranking_key(seat) for seat in game.seats], game.winners)
    scored = tuple(
        EndScore(tuple(getattr(seat.score, slug) for slug in slugs), seat.score.total, place, seat.seat in game.winners)
        for seat, place in zip(game.seats, stand, strict=True)
    )
    peak = _peak(scene, game) if scene.ending else None
    result, ties = partial(_result, scene, game), partial(_ties, scene, game)
    cities, why = partial(_worlds, scene, game), partial(_explain_result, scene, game)
    return end.elements(scene, ring, EndSheet(rows, scored, result, ties, peak, cities, why))


def _result(scene: ArchitectsScene, game: View, w: Words) -> str:
    return terms.result(w, game, scene.model.people(w))


def _explain_result(scene: ArchitectsScene, game: View, w: Words) -> tuple[str, ...]:
    return result_explanation.explain_view(w, terms, game, scene.data, scene.model.people(w))


def _ties(scene: ArchitectsScene, game: View, w: Words) -> str:
    return sheet.ties(w, "stages", [_ranking_key(seat) for seat in game.seats], game.winners, scene.model.people(w))


def _worlds(scene: ArchitectsScene, game: View, w: Words) -> tuple[tuple[World, ...], ...]:
    return tuple((world(w, seat, scene.data),) for seat in game.seats)


def _peak(scene: ArchitectsScene, game: View) -> Peak:
    """Return the completed wonder, facing its builder."""
    printed = {seat.seat: tuple(scene.data.wonders[seat.wonder].stages) for seat in game.seats}
    whole = next((seat for seat in game.seats if len(seat.stages) == len(printed[seat.seat])), None)
    if whole is None:
        return Peak(empty, event_text.all_empty)
    at = whole.seat - 1
    return Peak(
        picture=BoundCall(paint_complete_wonder, wonder=whole.wonder, printed=printed[whole.seat]),
        says=partial(_completes, scene, whole),
        facing=at,
        completed=whole.wonder,
        points=sum(stage.points for stage in printed[whole.seat]),
    )


def _completes(scene: ArchitectsScene, seat: SeatView, w: Words) -> str:
    return terms.completes(w, scene.model.people(w)[seat.seat - 1], seat.wonder)


def paint_complete_wonder(p: Pen, w: float, h: float, *, wonder: str, printed: tuple[Stage, ...]) -> None:
    """Paint a completed wonder, with the points of each stage."""
    wonders.stages(p, wonder, w, h, printed, range(1, len(printed) + 1), (), ())


def empty(p: Pen, w: float, h: float) -> None:
    """Paint a card, for the end by empty stacks."""
    icon(p, "card", w / 2, h / 2, min(w, h), "candle", "table")


def _ranking_key(seat: SeatView) -> RankKey:
    """Return the sort key of the ranking: points, then stages."""
    return seat.score.total, len(seat.stages)
