"""The history's review pages: who was ahead, and each person's moments to choose again."""

from collections.abc import Callable, Sequence
from functools import partial
from math import ceil
from typing import Final

from app.history.chart_shapes import lines
from app.looks.face_layout import Illustration
from app.looks.plain_wonder_shapes import drawing_of
from app.screen.control.controller import Controller
from app.screen.input.history_browsing import (
    chosen_answer,
    close_history,
    look_at_moment,
    open_moment,
    open_page,
    page_back,
)
from app.screen.pages.history.common_rows import HistoryContext, Made, Room, fact, grow, sentence
from app.screen.paint import grounds
from app.screen.paint.pen import Pen
from app.screen.paint.pen_layers import STONE
from app.screen.paint.text_pen import FELT, PARCHMENT, SLAB
from app.screen.state.model import Model
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Scene, TeachingGame
from app.screen.state.ui_state import Glance, HistoryPage
from app.screen.widgets import illustrations
from app.screen.widgets.action_choice import NAME, fit_things
from app.screen.widgets.badges import badge, draw_before_words
from app.screen.widgets.controls import button, frame, tick
from app.screen.widgets.dome import Dome, paint_dome
from app.screen.widgets.faces import figure
from app.screen.widgets.panel import PanelHeading, panel
from app.screen.widgets.panel_cells import Cell, CellList, cell, text_block
from app.screen.widgets.panel_frame import Frame, PanelContext, at_edge, place, table_frame
from app.screen.widgets.touch_tiles import Picture
from app.shown.history import review
from app.shown.history.history_pages import find_game, review_title
from app.shown.history.review import ChosenAgain, Course, MomentPicture, ReviewPage, list_things
from app.text.translation import Words

CHART: Final = 330.0  # u, height of the chart with its legend
LEGEND: Final = 36.0  # u, height of a legend row
MARGIN: Final = 56.0  # u, round a moment's tray, and round the table as it was
COLUMN: Final = 0.36  # of a page's width, beside the tray
TALLEST: Final = 0.9  # of its width, height of a tray
LOWEST: Final = 760.0  # u, least height of a page; a lower one is placed at an edge
LOWER: Final = 1500.0, 1080.0  # u, its width and height there
LARGEST: Final = 600.0  # u, height of an answer with its label
LABEL_LINES: Final = 3.9  # height of the label, in sizes
OWL: Final = 112.0  # u, side of the owl
OWL_TEXT: Final = 31.0  # type size of its words


def build_game_review(to: HistoryContext, w: Words, rest: Sequence[str], room: Room) -> Made | None:
    """Build a game's review, with a link to each person's moments."""
    review = _received_review(to, w, rest[0], 0)
    if review is None:
        return None
    cells = [sentence(review.note)] if review.note else []
    if review.course:
        cells.append(Cell(partial(_paint_course, review.course), wide=True, high=lambda p, wide: CHART))
        cells.append(text_block(review.course.about, 26))
    if review.bars:
        cells += [
            text_block(review.head, 28, "text"),
            *(fact(each.words, each.value, each.part) for each in review.bars),
        ]
        cells.append(text_block(review.about, 24))
    for seat, name in review.seats:
        go = partial(open_page, to.control, "moment", rest[0], str(seat), "0")
        cells.append(cell(w("Moments of {name}", name=name), f"past moments {seat}", go, "bulb", size=26))
    return review.title, cells, []


def build_no_moment(to: HistoryContext, w: Words, rest: Sequence[str], room: Room) -> Made | None:
    """Build the page of a person without moments, or of one whose review is still being made."""
    review = _received_review(to, w, rest[0], int(rest[1]))
    if review is None:
        return None
    return review.whose or review.title, [sentence(text) for text in (review.note, review.none) if text], []


def moment_picture(scene: Scene, w: Words) -> MomentPicture | None:
    """Return the text of a moment for the replay that was opened from it, or None."""
    history = scene.ui.history
    if history.page[0] != "moment" or history.at is None:
        return None
    _, mark, seat, nth, *_ = history.page
    game, known = find_game(history.games or (), mark), history.review
    if game is None or known is None or (known.game, known.seat) != (mark, int(seat)):
        return None
    answer = chosen_answer(history.page, int(nth))
    return review.build_page(w, scene.games.history, game, known).moment_picture(int(nth), history.at.line, answer)


def _received_review(to: HistoryContext, w: Words, mark: str, seat: int) -> ReviewPage | None:
    """Return the review as far as it has been received; None if the game does not exist."""
    game, known = find_game(to.past.games, mark), to.review
    if game is None:
        return None
    if known is None or known.game != mark or known.seat != seat:
        return ReviewPage(review_title(w), w("Looking it up …"))
    return review.build_page(w, to.history_words, game, known)


def _paint_course(course: Course, p: Pen, wide: float, h: float) -> None:
    """Paint a line for each seat, and the legend."""
    p.rect(0, 0, wide, h, 18, "zone")
    across = min(len(course.tracks), 4)
    each, rows = (wide - 40) / across, ceil(len(course.tracks) / across)
    high = h - 50 - rows * LEGEND
    p.text(20, 26, course.title, 26, "text", "start", bold=True, room=wide - 40)
    with p.at(20, 48):
        p.path(0, high + 2, wide - 40, high + 2, line="line", width=2.5)
        for track, points in zip(
            course.tracks, lines([each.chances for each in course.tracks], wide - 40, high), strict=True
        ):
            dash = (6.0 + 6 * track.dashes, 8.0) if track.dashes else None
            p.path(*points, line=track.colour, width=4, dash=dash)
    for nth, track in enumerate(course.tracks):
        x, y = 20 + each * (nth % across), h - rows * LEGEND + LEGEND * (nth // across) + LEGEND * 0.4
        moved = draw_before_words(p, x, y, 24, *track.badge)
        p.name(x + moved, y, track.name, 24, room=each - moved - 12)


# ---- a moment as a page --------------------------------------------------------------------------------------


def moment_frames(ring: Ring, edge: int, *, whole: bool) -> tuple[Frame, Frame | None]:
    """Return the places of a moment's tray, and of the table as it was, or None where it has no room.

    `whole`: nobody plays, so the page takes the whole screen.
    """
    page = table_frame(ring, edge) if whole else place(ring, edge)
    if page.h < LOWEST:
        page = at_edge(ring, edge, *LOWER)
    x, y, room, rim = 16.0, 16.0, 0.0, 16.0
    if whole and page.h > page.w:
        y = max(y, page.h - TALLEST * page.w)
        room = (y - 2 * MARGIN) * page.w / page.h
    elif whole and not ring.small:
        x, y, rim = page.w * COLUMN, MARGIN, MARGIN
        room = x - 2 * MARGIN
    tray = page.part(ring.u, x, y, page.w - x - rim, page.h - y - rim)
    high = room * page.h / page.w
    top = MARGIN if page.h > page.w else (page.h - high) / 2
    return tray, page.part(ring.u, MARGIN, top, room, high) if room > 0 else None


def paint_moment(
    p: Pen, to: HistoryContext, context: PanelContext, page: HistoryPage, glance: Glance, *, whole: bool
) -> bool:
    """Paint the open moment: answers as things on felt, the owl's verdict, and a bead for each moment.

    Return False if there is none.
    """
    review, game = _received_review(to, context.w, page[1], int(page[2])), find_game(to.past.games, page[1])
    seat, nth, ring, control = int(page[2]), int(page[3]), context.ring, to.control
    if review is None or game is None or nth >= len(review.questions):
        return False
    question, chosen = review.questions[nth], chosen_answer(page, nth)
    tray, small = moment_frames(ring, context.edge, whole=whole)
    role = game.result.identities[seat - 1] if game.result.identities else ""
    if whole:
        _paint_ground(p, ring, context.edge, drawing_of(role), small, control)
    drawn, known = to.house.get_game(game.kind), glance and (glance[0].game, glance[0].line) == (page[1], question.line)
    model = glance[1] if glance and known else Model(data=drawn.data(None, ""))
    cells, k = [], grow(ring)
    for at, each in enumerate(question.answers):
        picture, use = None, ""
        if isinstance(drawn, TeachingGame):
            thing, use = each.picture(list_things(drawn.reference, model.data, game.variant), role)
            picture = drawn.thing_picture(model, thing) if thing else None
        mark = None if chosen is None else game.result.badge(seat) if each.done else ("", "")
        tap = partial(open_moment, control, nth, at)
        draw = partial(_paint_answer, each, f"past answer {at}", tap, at == chosen, mark, picture, use, NAME * k)
        cells.append(Cell(draw))
    verdicts = [" ".join(answer.told) for answer in question.answers]
    says = _owl_strip(OWL_TEXT * k, review.ask if chosen is None else verdicts[chosen], max(verdicts, key=len))
    more, look = nth + 1 < len(review.questions), partial(look_at_moment, control) if known else None
    close = partial(close_history, control)
    after = partial(open_moment, control, nth + 1) if more else close
    foot = [
        cell("", "past back", partial(page_back, control), "left", weight=0),
        cell(review.look if small else "", "past look back", look, "eye", weight=1.2 if small else 0),
        Cell(partial(_paint_beads, control, page, len(review.questions))),
        cell(review.after if more else context.w("Close"), "past next", after, primary=chosen is not None),
    ]
    content = CellList([*cells, says], fit_things(p, ring, tray, len(cells), says, LARGEST))
    heading = PanelHeading(question.title, STONE)
    panel(p, control, context.on_ground(FELT), tray, heading, content, foot=foot, close=close)
    return True


def _paint_ground(p: Pen, ring: Ring, edge: int, sky: str, small: Frame | None, control: Controller) -> None:
    """Paint the sky of a person's wonder, or the night, and the frame round the table as it was."""
    paint_dome(p, Dome(ring, ()), control)
    with ring.draw_seen_from(p, edge) as (w, h):
        if sky and not p.plain:
            illustrations.window(p, sky, 0, 0, w, h)
    if small is not None:
        with p.at(small.x, small.y, small.angle, ring.u), p.use_material(FELT):
            frame(p, small.w, small.h)
            with p.use_material(SLAB):
                p.rect(0, 0, small.w, small.h, 0, "table")


def _owl_strip(size: float, text: str, longest: str) -> Cell:
    """Return a strip of parchment on which the owl speaks, as high as the longest text needs."""
    most = text_block(longest, size).high
    assert most

    def draw(p: Pen, w: float, h: float) -> None:
        with p.use_material(PARCHMENT):
            grounds.strip(p, w, h)
            if not p.plain:
                illustrations.illustration(p, Illustration("owl", 4, (h - OWL) / 2, OWL, OWL))
            p.prose(OWL + 8, 8, text, size, w - OWL - 24, h - 16, "text", middle=True)

    return Cell(draw, wide=True, high=lambda p, w: max(OWL + 8, most(p, w - OWL - 12) * p.grown + 24))


def _paint_answer(
    choice: ChosenAgain, key: str, tap: Callable[[], None], on: bool, mark: tuple[str, str] | None,
    picture: Picture | None, use: str, size: float, p: Pen, w: float, h: float,
) -> None:  # fmt: skip
    """Paint an answer: once one is touched (`on`), the best has a tick, and `mark` is the badge on what was done.

    `use`: the icon of its use; `size`: of its label.
    """
    low, best = min(LABEL_LINES * size * p.grown, h / 2), mark is not None and choice.good
    side, lit = h - low, best or on
    k = min(w, side)
    p.rect(0, 0, w, h, 18, "black", opacity=0.34 if lit else 0.2)
    p.rect(0, 0, w, h, 18, None, "candle" if lit else "edge", 6 if best else 2.5)
    with p.at(w / 2, side / 2), p.dimmed(1 if lit or mark is None or not picture else 0.55):
        if picture:
            picture(p, w * 1.05, min(side * 0.92, w * 1.2))
        else:  # a slab with its words
            with p.use_material(SLAB):
                button(p, -w * 0.44, -side * 0.4, w * 0.88, side * 0.8, choice.words, "", None, size=size)
        p.begin_layer()
        if use:
            p.disc(k * 0.36, k * 0.3, k * 0.11, "ink", "brass", 3)
            figure(p, use, k * 0.36, k * 0.3, k * 0.14, "text", "ink")
    badge(p, w / 2, side - k * 0.1, k * 0.2, *(mark or ("", "")))
    label = choice.label if picture else ""
    p.prose(8, side, label, size, w - 16, low, "candle" if best else "text", "middle", bold=best, middle=True)
    p.hit_area(0, 0, w, h, key, tap, press=lambda p: p.rect(0, 0, w, h, 18, "candle", opacity=0.25))
    if best:
        tick(p, w - 22, 22, 26)


def _paint_beads(control: Controller, page: tuple[str, ...], many: int, p: Pen, w: float, h: float) -> None:
    """Paint a bead for each moment on a string: answered ones ticked, the open one larger."""
    each = min(w / many, h * 1.3)
    left = (w - each * many) / 2
    p.path(left, h / 2, left + each * many, h / 2, line="brass", width=3)
    for nth in range(many):
        done, here, x = chosen_answer(page, nth) is not None, str(nth) == page[3], left + each * (nth + 0.5)
        r = h * (0.38 if here else 0.3)
        p.disc(x, h / 2, r, "candle" if done else "ink", "candle" if here else "brass", 4)
        if done:
            figure(p, "tick", x, h / 2, r * 1.2, "ink", "candle")
        else:
            p.text(x, h / 2, str(nth + 1), r, "text", bold=True)
        if each >= h:
            p.hit_area(x - each / 2, 0, each, h, f"past moment {nth}", partial(open_moment, control, nth))
