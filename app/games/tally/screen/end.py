"""A closed score sheet: its lines, and who stands where."""

from app.games.tally import words as terms
from app.games.tally.glyphs import GLYPHS
from app.games.tally.screen.scene import SheetScene, face_sheet
from app.games.tally.screen.signs import Glyph
from app.screen.element import Elements
from app.screen.pages import end
from app.screen.pages.end import Category, Ended, Scored
from app.screen.ring import Ring


def elements(scene: SheetScene, ring: Ring) -> Elements:
    """The final screen, from the lowest up, as when the table deals."""
    sheet = scene.sheet
    view = sheet.view
    rows = tuple(Category(Glyph(line.id), GLYPHS[line.id][1]) for line in view.lines)
    scored = tuple(
        Scored(
            tuple(each.points for _, each in sheet.sums(seat.seat)),
            seat.total,
            sheet.rank(seat.seat),
            seat.seat in view.winners,
        )
        for seat in view.seats
    )
    ended = Ended(rows, scored, scene.own.final, face_sheet)
    found = end.elements(scene, ring, ended)
    if not scene.opened.panel:
        w = scene.model.words(ended.faced + 1)
        people = scene.model.people(w)
        result = terms.result(w, view, people)
        if view.supremacy or view.tie:
            result = f"{result} {terms.decides(w, view, people)}"
        names = tuple(scene.model.game_words.category(w, line.id) for line in view.lines)
        found.append(end.sheet(scene, ring, ended, result, names))
    return found
