"""The history panel: lists of games, people and wonders, and a page for each of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from app.history.statistics import ALL_GAMES, GameFilter
from app.looks.icons import icon
from app.protocol.history_messages import KnownPerson, Review, SheetRead
from app.protocol.results import FinishedGame
from app.screen.control.controller import Controller
from app.screen.input.history_browsing import close_history, look_back, open_page, page_back
from app.screen.pages.common.keyboard import Keyboard, paint_keyboard
from app.screen.pages.history import history_edits, review
from app.screen.pages.history.common_rows import WORDS_U, HistoryContext, Made, Room, bar_of, cells_of, grow, sentence
from app.screen.paint.element import Element
from app.screen.paint.pen import Pen
from app.screen.paint.pen_layers import STONE, Weight
from app.screen.paint.text_pen import PITCH
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Games, Scene
from app.screen.state.ui_state import Glance, HistoryPage
from app.screen.widgets.badges import draw_before_words
from app.screen.widgets.panel import PAD, PanelHeading, panel, weight_of
from app.screen.widgets.panel_cells import GAP, MAX_LINES, Cell, CellList, cell, text_block
from app.screen.widgets.panel_frame import (
    Frame,
    PanelContext,
    at_edge,
    panel_context,
    panel_element,
    place,
    table_frame,
)
from app.shown.form import Form
from app.shown.history import history_pages
from app.shown.history.history_pages import HistoryFacts
from app.text.translation import Words

WIDE = 1400.0  # u, maximum width of a page
HIGH = 1000.0  # u, maximum height over the seats
COLUMN = 400.0  # u, minimum width
CIRCUMSTANCES_U = 30.0  # height of the line above the points; three of them where points are in words
HEAD = 44.0  # u, height of a table's headings; of a sign where a word does not fit
BUTTON = 170.0  # u, width of the words of a button at the foot
CLEAR = 8.0  # u, between the foot and the rows
LOW = 38.0  # u, minimum height of a table's row
ROW_U = 84.0  # u, full height of a table's row; higher rows are scaled up
HIGHER = 2.0  # maximum scale of such a row
LARGER = 1.6  # maximum scale of its words
MIN_SCALE = 0.8  # of a name with its wonder; below that the wonder is omitted
TABLE = 860.0  # u, page width from which points are a table


@dataclass(frozen=True, slots=True)
class HistoryPanel:
    """The open page of the history. `games` None: still loading. `deep`: there is a previous page."""

    context: PanelContext
    games: tuple[FinishedGame, ...] | None
    page: HistoryPage
    deep: bool
    house: Games  # every game with its words and signs
    game_filter: GameFilter = ALL_GAMES
    sheet: SheetRead | None = None  # of the game to edit
    review: Review | None = None  # of the open game
    glance: Glance = None  # the position of the open moment
    names: tuple[KnownPerson, ...] = ()  # to choose from
    on_table: int = 0  # number of the finished game on the table
    large: bool = False  # nobody plays: it may lie over the seats
    not_ours: tuple[str, ...] = ()  # what the table's owner does not have


def build_history_page(scene: Scene, ring: Ring, _: int) -> Element[HistoryPanel] | Element[Keyboard]:
    """Build the open page. Statistics are computed by its painter, because a running table builds the page at every
    change."""
    read = scene.ui.history
    if read.page[0] in history_edits.KEYBOARD_PAGES:
        keyboard = replace(history_edits.build_keyboard(panel_context(scene, ring), scene, read.page), close=page_back)
        return panel_element(scene, keyboard, paint_keyboard)
    table = scene.model.table
    view = HistoryPanel(
        context=panel_context(scene, ring),
        games=read.games,
        page=read.page,
        deep=len(read.trail) > 1,
        house=scene.games,
        game_filter=read.game_filter,
        sheet=read.sheet,
        review=read.review if read.page[0] in _REVIEW else None,
        glance=read.glance if read.page[0] == "moment" else None,
        names=scene.ui.names if read.page[0] == "player" else (),
        on_table=0 if table is None else table.game_id,
        large=table is not None and table.phase != "game",
        not_ours=scene.model.settings.not_ours,
    )
    return panel_element(scene, view, paint_page)


def paint_page(p: Pen, panel: HistoryPanel, control: Controller) -> None:
    w, ring = panel.context.w, panel.context.ring
    if panel.games is None:
        _paint_panel(p, panel, control, w("History"), [sentence(w("Looking it up …"))], [])
        return
    at = _panel_frame(panel)
    kind, *rest = panel.page
    high, scale = at.h - 2 * ring.touch - 58, grow(ring)
    past = HistoryFacts(panel.house.history, panel.games, panel.game_filter, panel.not_ours)
    to = HistoryContext(control, panel.house, past, panel.sheet, panel.names, panel.on_table, panel.review)
    if panel.context.sure:
        history_edits.paint_edit_confirmation(p, panel.context, panel.page, to)
        return
    if kind == "moment" and review.paint_moment(p, to, panel.context, panel.page, panel.glance, whole=panel.large):
        return
    found = _PAGES[kind](to, w, rest, ((at.w - 2 * PAD) / scale, high / scale))
    if found is None:  # it is no more
        found = w("History"), [sentence(w("There is nothing here"))], []
    title, cells, foot = found
    if panel.deep:
        foot = [cell(w.pgettext("step", "Back"), "past back", partial(page_back, control), "left"), *foot]
    more = foot[count_fitting(at.w, ring.touch, max(ring.touch, BUTTON * scale)) :]
    foot = foot[: len(foot) - len(more)]
    cells = more + cells if kind in _FIRST else cells + more
    _paint_panel(p, panel, control, title, cells, foot, weight_of(title) if kind in _NAMELESS else True)


def _paint_panel(p: Pen, history: HistoryPanel, control: Controller, title: str, cells: list[Cell], foot: list[Cell],
           bold: Weight = STONE) -> None:  # fmt: skip
    ring = history.context.ring
    at, scale = _panel_frame(history), grow(ring)
    column = min(COLUMN * scale, at.w - 40)
    shown, below = ([_scale_cell(each, scale) for each in row] for row in (cells, foot))
    least = WORDS_U * scale if ring.small else 0.0
    content = CellList(shown, (column, least), name=" ".join(history.page))
    close = partial(close_history, control)
    panel(p, control, history.context, at, PanelHeading(title, bold), content, foot=below, close=close)


def _panel_frame(panel: HistoryPanel) -> Frame:
    """Return the panel's place: the middle, or, between games or on small screens, over the seats."""
    ring, edge = panel.context.ring, panel.context.edge
    if panel.large and ring.upright:
        return table_frame(ring, edge)  # anything lower would cut a name in two
    return at_edge(ring, edge, WIDE, HIGH) if panel.large else place(ring, edge, WIDE)


def _scale_cell(each: Cell, grow: float) -> Cell:
    def draw(p: Pen, w: float, h: float) -> None:
        with p.at(0, 0, scale=grow):
            each.draw(p, w / grow, h / grow)

    def high(p: Pen, w: float) -> float:
        assert each.high is not None
        with p.at(0, 0, scale=grow):
            return each.high(p, w / grow) * grow

    return replace(each, draw=draw, high=high if each.high else None)


def count_fitting(wide: float, touch: float, least: float) -> int:
    """Return how many buttons of this minimum width fit at the foot beside the paging buttons."""
    return max(1, int((wide - 2 * PAD - 2 * (touch + GAP) + GAP) / (least + GAP)))


# ---- lists and forms -----------------------------------------------------------------------------------------


def _build_list(
    here: str,
    shows: Callable[[Words, HistoryFacts], Form],
    to: HistoryContext,
    w: Words,
    rest: Sequence[str],
    room: Room,
) -> Made:
    """Build one of the three lists with tabs for all of them."""
    form = shows(w, to.past)
    tabs = [
        cell(each.words, f"past {each.to}", partial(open_page, to.control, each.to), each.picture, on=each.to == here,
             size=26)
        for each in history_pages.lists(w)
    ]  # fmt: skip
    chosen = [_filter_button(to, w)] if history_pages.filter_page(w, to.past).rows else []
    return to.past.headed(w, form.title), cells_of(to, form.rows), [*tabs, *chosen] if to.past.games else []


def _filter_button(to: HistoryContext, w: Words) -> Cell:
    go = partial(open_page, to.control, "filter", "")
    return cell(w("Which games"), "past filter", go, "menu", on=to.past.game_filter != ALL_GAMES, size=26)


def _build_filter(to: HistoryContext, w: Words, _: Sequence[str], room: Room) -> Made:
    form = history_pages.filter_page(w, to.past)
    return form.title, cells_of(to, form.rows), []


# ---- one game, one person, one wonder ------------------------------------------------------------------------


def _build_game(to: HistoryContext, w: Words, rest: Sequence[str], room: Room) -> Made | None:
    page, game = history_pages.game(w, to.past, rest[0]), history_pages.find_game(to.past.games, rest[0])
    if page is None or game is None:
        return None
    least, most = (LOW, HIGHER * ROW_U) if room[0] >= TABLE else (WORDS_U, 120.0)
    tall = min(max((room[1] - _head_height(room[0])) / len(page.seats), least), most)
    high = _head_height(room[0]) + tall * len(page.seats)
    cells = [Cell(partial(_paint_points, to, page, tall), wide=True, high=lambda p, wide: high)]
    cells += [text_block(one.why, 26) for one in page.seats if one.why]
    cells += [
        Cell(partial(_paint_statistics, one), wide=True, high=partial(_statistics_height, one))
        for one in page.seats
        if one.counts
    ]
    cells += [text_block(note, 26) for note in page.notes]
    ways = {
        "review": partial(open_page, to.control, "review", game.mark),
        "look back": partial(look_back, to.control, game.mark),
        "fix": partial(history_edits.open_edit_page, to.control, game),
    }
    return page.title, cells, cells_of(to, [each for each in page.ways if each.only != "phone"], ways, size=26)


def _build_person(to: HistoryContext, w: Words, rest: Sequence[str], room: Room) -> Made | None:
    form, name = history_pages.person(w, to.past, rest[0]), rest[0]
    if form is None:
        return None
    naming = partial(open_page, to.control, "naming", name)
    foot = [_filter_button(to, w), cell(w("This name"), "past naming", naming, "tablet", size=26)]
    return to.past.headed(w, form.title), cells_of(to, form.rows), foot


def _build_wonder(to: HistoryContext, w: Words, rest: Sequence[str], room: Room) -> Made | None:
    form = history_pages.wonder(w, to.past, rest[0], rest[1])
    return None if form is None else (form.title, cells_of(to, form.rows), [])


_REVIEW: Final = ("review", "moment")
_NAMELESS: Final = ("games", "people", "wonders", "filter", "wonder")  # whose titles name nobody
# Pages that begin with what their foot has no room for.
_FIRST: Final = ("games", "people", "wonders", "game", "fix", "player")
_PAGES: dict[str, Callable[[HistoryContext, Words, Sequence[str], Room], Made | None]] = {
    "games": partial(_build_list, "games", history_pages.games),
    "people": partial(_build_list, "people", history_pages.people),
    "wonders": partial(_build_list, "wonders", history_pages.wonders),
    "filter": _build_filter,
    "game": _build_game,
    "fix": history_edits.build_edit_page,
    "player": history_edits.build_player_page,
    "had": history_edits.build_wonder_page,
    "sheet": history_edits.build_sheet_page,
    "person": _build_person,
    "naming": history_edits.build_naming_page,
    "merge": history_edits.build_merge_page,
    "wonder": _build_wonder,
    "review": review.build_game_review,
    "moment": review.build_no_moment,
}


# ---- what stands in them -------------------------------------------------------------------------------------


def _head_height(wide: float) -> float:
    """Return the height above the rows of a page this wide."""
    return CIRCUMSTANCES_U + HEAD if wide >= TABLE else 3 * CIRCUMSTANCES_U


def _paint_points(to: HistoryContext, page: history_pages.GamePage, tall: float, p: Pen, wide: float, _: float) -> None:
    """Paint the circumstances and a row for each seat: a table if there is room, else in words."""
    table = wide >= TABLE
    first = max(280.0, wide * 0.3) if table else wide - 110
    each = (wide - first) / (len(page.heads) + 1) if table else 110.0
    over = _head_height(wide)
    p.prose(
        8, 0, " · ".join(page.about), 24, wide - 16, CIRCUMSTANCES_U if table else over - CLEAR, "soft", middle=True
    )
    if table:
        pictured = any(p.text_width(head, 20) > each - 8 for _, head in page.heads)
        kind = page.seats[0].entry.game.kind
        for at, (slug, head) in enumerate((*page.heads, ("total", "Σ"))):
            x, y = first + (at + 0.5) * each, CIRCUMSTANCES_U + (HEAD - CLEAR) / 2
            sign = to.house.get_game(kind).sign(slug) if pictured and kind in to.house.slugs else None
            if sign:
                sign(p, x, y, HEAD - CLEAR, "plate")
            else:
                p.text(x, y, head, 22, "soft", room=each - 8)
    for nth, one in enumerate(page.seats):
        with p.at(0, over + nth * tall):
            _paint_row(one, (first, each), p, wide, tall)


def _statistics_height(one: history_pages.PlayedSeatRow, p: Pen, wide: float) -> float:
    rows, _ = p.break_lines(_statistics_text(one), 26, wide - 32, MAX_LINES)
    return 54 + len(rows) * 26 * PITCH + CLEAR


def _statistics_text(one: history_pages.PlayedSeatRow) -> str:
    return " · ".join(f"{label} {n}" for label, n in one.counts)


def _paint_statistics(one: history_pages.PlayedSeatRow, p: Pen, wide: float, high: float) -> None:
    p.rect(0, 2, wide, high - 4, 14, "zone", "candle" if one.entry.is_winner else None, 3)
    p.name(16, 30, one.name, 30, room=wide - 32)
    p.prose(16, 54, _statistics_text(one), 26, wide - 32, high - 54 - CLEAR, "soft")


def _paint_row(one: history_pages.PlayedSeatRow, columns: tuple[float, float], p: Pen, wide: float, h: float) -> None:
    """Paint a seat with its points. `columns`: x of the first one and the width of each."""
    first, each = columns
    table, left, won = wide >= TABLE, 16.0, one.entry.is_winner
    k = max(1.0, min(h / ROW_U, LARGER)) if table else 1.0
    p.rect(0, 2, wide, h - 4, 14, "zone", "candle" if won else None, 3)
    if won:
        icon(p, "crown", left + 18 * k, h * (0.5 if table else 0.28), min(40 * k, h * 0.6), "candle", "zone")
        left += 46 * k
    about = " · ".join(filter(None, (one.what if h > 30 else "", one.under)))
    called = " · ".join(filter(None, (one.name, about)))
    size, y = min(30.0 * k, h * (0.55 if table else 0.3)), h * (0.5 if table else 0.28)
    left += draw_before_words(p, left, y, size, *one.entry.badge)
    room = first - left - 12
    if k > 1 and about:  # in two lines
        p.name(left, h * 0.42, one.name, size, room=room)
        p.text(left, h * 0.72, about, 22 * k, "soft", "start", room=room)
    else:
        has_room = p.text_width(called, size * MIN_SCALE, bold=True) <= room
        p.name(left, y, called if has_room else one.name, size, room=room)
    if table:
        for at, bar in enumerate(one.bars):
            x = first + at * each
            p.text(
                x + each / 2, h * 0.42, bar.value, min(30 * k, h * 0.5), "text" if bar.part else "mute", room=each - 8
            )
            bar_of(p, x + each * 0.15, h * 0.74, each * 0.7, min(9 * k, h * 0.14), bar.part or 0.0)
    else:
        said = ", ".join(f"{bar.words} {bar.value}" for bar in one.bars if bar.part)
        p.prose(16, h * 0.46, said, 22, wide - 32, h * 0.52, "soft")
    ink = "candle" if won else "text"
    total = str(one.entry.total)
    p.text(wide - each / 2, y, total, min(40 * k, h * (0.7 if table else 0.36)), ink, bold=True, room=each - 8)
