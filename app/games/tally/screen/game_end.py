"""A closed score sheet: its lines, and the ranking."""

from app.games.tally import sheet_words as terms
from app.games.tally.screen.typed_scene import SheetScene
from app.screen.pages.play import end
from app.screen.pages.play.end import Category, EndScore, EndSheet
from app.screen.paint.element import Elements
from app.screen.state.ring_layout import Ring
from app.shown.play import result_explanation


def elements(scene: SheetScene, ring: Ring) -> Elements:
    """Return the final screen, bottom first, as in a dealt game."""
    sheet = scene.sheet
    view, people = sheet.view, scene.model.people
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
    shared = view.tie and len(view.winners) > 1  # what decides says that, too
    ended = EndSheet(
        rows,
        scored,
        result=lambda w: "" if shared else terms.result(w, view, people(w)),
        ties=lambda w: terms.decides(w, view, people(w)) if view.supremacy or view.tie else "",
        why=lambda w: result_explanation.explain_view(w, scene.model.game_words, view, None, people(w)),
    )
    return end.elements(scene, ring, ended)
