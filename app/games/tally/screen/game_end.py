"""A closed score sheet: its lines, and the ranking."""

from functools import partial

from app.games.tally import sheet_words as terms
from app.games.tally.screen.typed_scene import SheetScene
from app.screen.pages.play import end
from app.screen.pages.play.end import Category, EndScore, EndSheet
from app.screen.paint.element import Elements
from app.screen.state.ring_layout import Ring
from app.shown.play import result_explanation
from app.text.translation import Words


def elements(scene: SheetScene, ring: Ring) -> Elements:
    """Return the final screen, bottom first, as in a dealt game."""
    sheet = scene.sheet
    view = sheet.view
    signs = [scene.glyph(line.id) for line in view.lines]
    rows = tuple(Category(sign, sign.sign[1], line.id) for sign, line in zip(signs, view.lines, strict=True))
    scored = tuple(
        EndScore(
            tuple(each.points for _, each in sheet.sums(seat.seat)),
            seat.total,
            sheet.rank(seat.seat),
            seat.seat in view.winners,
        )
        for seat in view.seats
    )
    told = partial(_result, scene), partial(_decides, scene)
    return end.elements(scene, ring, EndSheet(rows, scored, *told, why=partial(_explain_result, scene)))


def _result(scene: SheetScene, w: Words) -> str:
    view = scene.sheet.view
    shared = view.tie and len(view.winners) > 1  # what decides says that, too
    return "" if shared else terms.result(w, view, scene.model.people(w))


def _explain_result(scene: SheetScene, w: Words) -> tuple[str, ...]:
    return result_explanation.explain_view(w, scene.model.game_words, scene.sheet.view, None, scene.model.people(w))


def _decides(scene: SheetScene, w: Words) -> str:
    view = scene.sheet.view
    return terms.decides(w, view, scene.model.people(w)) if view.supremacy or view.tie else ""
