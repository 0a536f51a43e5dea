"""The history's review pages: who was ahead, and each person's moments to choose again."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from app.history.chart_shapes import lines
from app.screen.input.history_browsing import look_back, open_page, show_answer
from app.screen.pages.history.common_rows import HistoryContext, Made, Room, fact, line_of, sentence
from app.screen.paint.pen import Pen
from app.screen.state.scene import Scene
from app.screen.widgets.badges import draw_before_words
from app.screen.widgets.panel import Cell, cell, text_block
from app.shown.history import review
from app.shown.history.history_pages import find_game, review_title
from app.shown.history.review import Course, MomentPicture, ReviewPage
from app.text.translation import Words

CHART: Final = 330.0  # u, height of the chart with its legend
LEGEND: Final = 36.0  # u, height of a legend row


def build_game_review(to: HistoryContext, w: Words, rest: Sequence[str], room: Room) -> Made | None:
    """Build a game's review, with a link to each person's moments."""
    it = _received_review(to, w, rest[0], 0)
    if it is None:
        return None
    cells = [sentence(it.note)] if it.note else []
    if it.course:
        cells.append(Cell(partial(_paint_course, it.course), wide=True, high=lambda p, wide: CHART))
        cells.append(text_block(it.course.about, 26))
    if it.bars:
        cells += [text_block(it.head, 28, "text"), *(fact(each.words, each.value, each.part) for each in it.bars)]
        cells.append(text_block(it.about, 24))
    for seat, name in it.seats:
        go = partial(open_page, to.control, "moments", rest[0], str(seat))
        cells.append(cell(w("Moments of {name}", name=name), f"past moments {seat}", go, "bulb", size=26))
    return it.title, cells, []


def build_moment_list(to: HistoryContext, w: Words, rest: Sequence[str], room: Room) -> Made | None:
    """Build the list of a person's moments as questions."""
    it = _received_review(to, w, rest[0], int(rest[1]))
    if it is None:
        return None
    cells = [sentence(text) for text in (it.note, it.none) if text]
    for nth, each in enumerate(it.questions):
        between = " · ".join(answer.words for answer in each.answers)
        go = partial(open_page, to.control, "moment", *rest, str(nth))
        cells.append(line_of(each.title, between, None, f"past moment {nth}", go))
    return it.whose or it.title, cells, []


def build_moment(to: HistoryContext, w: Words, rest: Sequence[str], room: Room) -> Made | None:
    """Build a moment: the question, and the response after a choice."""
    it = _received_review(to, w, rest[0], int(rest[1]))
    nth = int(rest[2])
    if it is None or nth >= len(it.questions):
        return None
    question = it.questions[nth]
    chosen = int(rest[3]) if len(rest) > 3 else None
    cells = [
        cell(each.words, f"past answer {at}", partial(show_answer, to.control, at), on=at == chosen, size=26)
        for at, each in enumerate(question.answers)
    ]
    if chosen is not None:
        cells += [text_block(text, 28, "text") for text in question.answers[chosen].told]
    go = partial(look_back, to.control, rest[0], question.line)
    return question.title, cells, [cell(it.look, "past look back", go, "eye", size=26)]


def moment_picture(scene: Scene, w: Words) -> MomentPicture | None:
    """Return the text of a moment for the replay that was opened from it, or None."""
    history = scene.opened.history
    if history.page[0] != "moment" or history.at is None:
        return None
    _, mark, seat, nth, *chosen = history.page
    game, known = find_game(history.games or (), mark), history.review
    if game is None or known is None or (known.game, known.seat) != (mark, int(seat)):
        return None
    answer = int(chosen[0]) if chosen else None
    return review.reviewed(w, scene.games.history, game, known).moment_picture(int(nth), history.at.line, answer)


def _received_review(to: HistoryContext, w: Words, mark: str, seat: int) -> ReviewPage | None:
    """Return the review as far as it has been received; None if the game does not exist."""
    game, known = find_game(to.past.games, mark), to.review
    if game is None:
        return None
    if known is None or known.game != mark or known.seat != seat:
        return ReviewPage(review_title(w), w("Looking it up …"))
    return review.reviewed(w, to.history_words, game, known)


def _paint_course(it: Course, p: Pen, wide: float, h: float) -> None:
    """Paint a line for each seat, and the legend."""
    p.rect(0, 0, wide, h, 18, "zone")
    across = min(len(it.tracks), 4)
    each, rows = (wide - 40) / across, -(-len(it.tracks) // across)
    high = h - 50 - rows * LEGEND
    p.text(20, 26, it.title, 26, "text", "start", bold=True, room=wide - 40)
    with p.at(20, 48):
        p.path(0, high + 2, wide - 40, high + 2, line="line", width=2.5)
        for track, points in zip(it.tracks, lines([each.chances for each in it.tracks], wide - 40, high), strict=True):
            dash = (6.0 + 6 * track.dashes, 8.0) if track.dashes else None
            p.path(*points, line=track.colour, width=4, dash=dash)
    for nth, track in enumerate(it.tracks):
        x, y = 20 + each * (nth % across), h - rows * LEGEND + LEGEND * (nth // across) + LEGEND * 0.4
        moved = draw_before_words(p, x, y, 24, *track.badge)
        p.name(x + moved, y, track.name, 24, room=each - moved - 12)
