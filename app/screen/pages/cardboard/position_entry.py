"""Position entry on the screen: pages of numbers, then of things, and a button to start.

A touch first selects the place (a seat, the board, the discard pile), then each touched thing is put there; a second
touch removes it. Things keep their positions on the page. The game supplies the contents
(app/shown/cardboard/position_entry.py).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import zip_longest
from math import ceil
from typing import Final

import msgspec

from app.protocol.cardboard_messages import ContinueFrom
from app.protocol.game_lifecycle_messages import Start
from app.screen.control.controller import Controller
from app.screen.control.outbox import new_id
from app.screen.paint.element import Element
from app.screen.paint.pen import Pen
from app.screen.state.ring_layout import MARGIN, Ring
from app.screen.state.scene import MenuEntry, Picture, PositionEntryGame, Scene
from app.screen.state.ui_state import PositionDraft
from app.screen.widgets.controls import COUNT_SIGNS, button, frame, rule_switch, stepper, switch
from app.screen.widgets.grid import capacity, fill_grid, press_painter
from app.screen.widgets.panel import PAD, closing
from app.screen.widgets.panel_cells import GAP
from app.screen.widgets.panel_frame import Frame, PanelContext, at_edge, panel_context, panel_element
from app.shown.cardboard.position_entry import (
    Amount,
    AnyPage,
    Boards,
    Enterable,
    EntryContext,
    EntryState,
    Figure,
    Figures,
    PositionForm,
    SeatBoard,
    Selection,
    Spot,
    Things,
    Tick,
)

PANEL: Final = "position"
WIDE: Final = 900.0  # u; narrower panels show one page name at a time
TALL: Final = 1300.0  # u, required depth of a narrow panel
GAP_U: Final = 8.0  # between two things
LEAST: Final = 16.0  # u, minimum type size of a name
BADGE: Final = 30.0  # u, height of a thing's place
LABEL_U: Final = 210.0  # width of a number's label
SHORT: Final = 3  # letters of a label (an age) that needs only a finger's width
TURN: Final = ("left", "right")
TILE: Final = 2.15  # fingers, height of a thing with its minus button
FIGURE_U: Final = 150.0  # height of the box of a number, at most
QUESTION_U: Final = 56.0  # height of the question above the names
UNKNOWN: Final = "?"  # a value that is not entered
LETTERS: Final = 2  # of names, in the titles of a page's parts


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page on the screen: perhaps joined with another one, or only a part of its things."""

    key: str
    label: str
    page: AnyPage


@dataclass(frozen=True, slots=True)
class EnteringPanel:
    """The panel: its pages, the open one, and the selected place. `pictures`: of the things on it."""

    context: PanelContext
    shown: PositionForm
    leaves: tuple[Leaf, ...]
    leaf: Leaf
    to: str
    pictures: Mapping[tuple[str, bool], Picture] = field(default_factory=dict)

    @property
    def pages(self) -> tuple[tuple[str, str], ...]:
        """Key and title of every page."""
        return tuple((leaf.key, leaf.label) for leaf in self.leaves)

    @property
    def last_selection(self) -> Selection | None:
        """The last value of this page, each option of which starts the game."""
        return self.leaf.page.asks if isinstance(self.leaf.page, Figures) else None

    @property
    def next_page(self) -> str:
        """The page with the next required value; empty if it is this one."""
        missing = next((leaf.key for leaf in self.leaves if leaf.page.key == self.shown.missing), "")
        return "" if missing == self.leaf.key else missing

    @property
    def places(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The places to select: key and labels from long to short."""
        page = self.leaf.page
        if self.last_selection is not None:
            return tuple(
                (str(each.value), self._name(each.value) or (each.words,)) for each in self.last_selection.options
            )
        if isinstance(page, Figures) and page.one_seat:
            return tuple((str(seat), name) for seat, name in enumerate(self.shown.names, 1))
        if not isinstance(page, Things):
            return ()
        places: dict[str, tuple[str, ...]] = {}
        for spot in page.places:
            key, folded = spot.fold or (spot.key, "")
            if spot.key == self.to or key not in places:
                places[key] = spot.words if spot.key == self.to or not folded else (folded,)
        return tuple(places.items())

    @property
    def place(self) -> str:
        """The selected place."""
        page = self.leaf.page
        if self.last_selection is not None:
            return str(self.last_selection.now or "")
        fold = page.place(self.to).fold if isinstance(page, Things) else None
        return fold[0] if fold else self.to

    def _name(self, seat: object) -> tuple[str, ...]:
        return self.shown.names[seat - 1] if isinstance(seat, int) and 0 < seat <= len(self.shown.names) else ()


def entries(scene: Scene) -> tuple[MenuEntry, ...]:
    """Return the menu entry of the panel, in games that people deal."""
    w, table = scene.model.words(), scene.model.table
    if table is None or table.mode != "track" or not isinstance(scene.game, PositionEntryGame):
        return ()
    label = w("Begin in the middle of a game") if scene.model.view is None else w("Continue from a new position")
    return (MenuEntry(label, PANEL, "hidden"),)


def build_position_panel(scene: Scene, ring: Ring, _: int) -> Element[EnteringPanel] | None:
    """Build the panel; None while too few seats are taken. The input is kept until it is used or discarded."""
    table, game = scene.model.table, scene.game
    if table is None or table.mode != "track" or not isinstance(game, PositionEntryGame):
        return None
    at = _entry_context(scene)
    if scene.ui.entering is None and at.is_new_game and len(at.seated_names) < table.places[0]:
        return None
    entering = entering_of(scene)
    shown, lies = game.entered.build_entry(at, entering.laid), panel_context(scene, ring)
    leaves = _lay_out_pages(shown, lies)
    leaf = next((leaf for leaf in leaves if leaf.key == entering.page), leaves[0])
    form = EnteringPanel(lies, shown, leaves, leaf, entering.to, _list_pictures(scene, game, leaf.page))
    return panel_element(scene, form, paint_position)


def entering_of(scene: Scene) -> PositionDraft:
    """Return the input so far, or what is known already."""
    if scene.ui.entering is not None:
        return scene.ui.entering
    game, at = scene.game, _entry_context(scene)
    assert isinstance(game, PositionEntryGame)
    laid = game.entered.initial_state(at)
    page = game.entered.build_entry(at, laid).pages_on("screen")[0]
    return PositionDraft(laid, page.key, page.places[0].key if isinstance(page, Things) else "1")


def _entry_context(scene: Scene) -> EntryContext:
    w, model = scene.model.words(), scene.model
    return EntryContext(w, model.known_table, tuple(model.people(w)), model.data, model.view)


def _lay_out_pages(shown: PositionForm, lies: PanelContext) -> tuple[Leaf, ...]:
    """Lay out every page; numbers are joined if they fit, things split into as many parts as fingers need."""
    found: dict[str, Leaf] = {}
    for page in shown.pages_on("screen"):
        for leaf in _split_page(page, lies):
            found[leaf.key] = leaf
        if isinstance(page, Figures) and page.joins is not None:
            other, called = page.joins
            first = found[other].page
            assert isinstance(first, Figures)
            both = msgspec.structs.replace(first, figures=(*first.figures, *page.figures))
            if _has_room_for(len(both.figures), lies):
                del found[page.key]
                found[other] = Leaf(other, called, both)
    return tuple(found.values())


def _split_page(page: AnyPage, lies: PanelContext) -> list[Leaf]:
    parted = _split_things(page.things, lies) if isinstance(page, Things) and not page.counted else []
    if not isinstance(page, Things) or (len(parted) < 2 and not page.leaf):
        return [Leaf(page.key, page.words[-1], page)]
    found = []
    for nth, part in enumerate(parted, 1):
        if page.leaf:
            first, last = (item.words[:LETTERS] for item in (part[0], part[-1]))
            key, label = f"{page.key} {nth}", page.leaf.format(first=first, last=last)
        else:
            key = page.key if nth == 1 else f"{page.key}.{nth}"
            label = page.words[-1] if nth == 1 else f"{page.words[-1]} {nth}"
        found.append(Leaf(key, label, msgspec.structs.replace(page, things=tuple(part))))
    return found


def _list_pictures(scene: Scene, game: PositionEntryGame, page: AnyPage) -> dict[tuple[str, bool], Picture]:
    """Return the pictures of a page's things and of the signs of places."""
    model, found = scene.model, {}
    if isinstance(page, Things):
        signs = {spot.key: spot.sign for spot in page.places if spot.sign}
        for item in page.things:
            found[item.slug, False] = game.entry_picture(model, item.slug, tuple(item.lies.values()), small=False)
            for there in (signs[key] for key in item.lies if key in signs):
                found[there, True] = game.entry_picture(model, there, (1,), small=True)
    elif isinstance(page, Boards):
        for board in page.boards:
            built = tuple(nth for nth, stage in enumerate(board.stages, 1) if stage.on)
            if board.slug:
                found[board.slug, False] = game.entry_picture(model, board.slug, built, small=False)
    return found


# ---- touches -------------------------------------------------------------------------------------------------


def _current_entry(control: Controller) -> tuple[PositionEntryGame, EntryContext, PositionDraft, PositionForm]:
    """Return the current input, which may be newer than the painted one."""
    scene = control.scene
    game, at, entering = scene.game, _entry_context(scene), entering_of(scene)
    assert isinstance(game, PositionEntryGame)
    return game, at, entering, game.entered.build_entry(at, entering.laid)


def _apply_change(control: Controller, laid: EntryState | None) -> PositionForm | None:
    if laid is None:
        return None
    game, at, entering, _ = _current_entry(control)
    laid = game.entered.apply_consequences(at, entering.laid, laid)
    control.change(entering=replace(entering, laid=laid))
    return game.entered.build_entry(at, laid)


def _find_page(shown: PositionForm, key: str) -> AnyPage:
    return shown.page(key.replace(".", " ").split()[0])


def turn_to(control: Controller, key: str) -> None:
    """Open a page and preselect its likeliest place."""
    _, _, entering, shown = _current_entry(control)
    page, to = _find_page(shown, key), entering.to
    if isinstance(page, Things):
        keys = [spot.key for spot in page.places]
        to = page.first or (to if to in keys else keys[0])
    elif isinstance(page, Figures) and page.one_seat and not to.isdecimal():
        to = "1"
    control.change(entering=replace(entering, page=key, to=to))


def _choose_place(control: Controller, key: str) -> None:
    """Select a place; a second touch selects the next one of a fold. An option of the last value starts the game."""
    _, _, entering, shown = _current_entry(control)
    page = _find_page(shown, entering.page)
    if isinstance(page, Figures) and page.asks is not None:
        value = next(each.value for each in page.asks.options if str(each.value) == key)
        _apply_change(control, page.asks.choose(entering.laid, value))
        _start_game(control)
        return
    fold = isinstance(page, Things) and any(spot.fold and spot.fold[0] == key for spot in page.places)
    to = shown.next_of_fold(page, entering.to, key) if isinstance(page, Things) and fold else key
    control.change(entering=replace(entering, to=to))


def _touch_thing(control: Controller, slug: str, by: int = 0) -> None:
    """Place a thing, or turn it if it is there; continue with the next place once this one is full."""
    _, _, entering, shown = _current_entry(control)
    page = _find_page(shown, entering.page)
    assert isinstance(page, Things)
    item, to = next(item for item in page.things if item.slug == slug), entering.to
    if by:
        _apply_change(control, shown.step_count(item, to, by))
        return
    now = _apply_change(control, shown.cycle_thing(page, item, to))
    if now is None:
        return
    then = now.page(page.key)
    assert isinstance(then, Things)
    if now.is_full(then, then.place(to)) and not shown.is_full(page, page.place(to)):
        control.change(entering=replace(entering_of(control.scene), to=now.next_place(then, to)))


def _step_number(control: Controller, key: str, by: int) -> None:
    *_, shown = _current_entry(control)
    figure = next(figure for figure in shown.figures("screen") if figure.key == key)
    _apply_change(control, shown.step_figure(figure, by))


def _start_game(control: Controller) -> None:
    """Start the game, ending a running one; if a value is missing, open its page."""
    game, at, entering, shown = _current_entry(control)
    if shown.missing:
        turn_to(control, shown.missing)
        return
    text = msgspec.json.encode(game.entered.position(at, entering.laid)).decode()
    if at.is_new_game:
        control.submit(Start(id=new_id(), position=text))
    else:
        control.submit(ContinueFrom(id=new_id(), position=text, sure=True))


# ---- the panel -----------------------------------------------------------------------------------------------


def paint_position(p: Pen, panel: EnteringPanel, control: Controller) -> None:
    """Paint tabs and close button at the top, then the page, and places and start button nearest the hand."""
    ring, t = panel.context.ring, panel.context.ring.touch
    at, wide, high, narrow = _page_room(panel.context)
    with p.at(at.x, at.y, at.angle, ring.u):
        frame(p, at.w, at.h)
        top, low = PAD + t + GAP, PAD + t + GAP + high
        with p.at(PAD, PAD):
            _paint_head(p, panel, control, wide, t, narrow)
        with p.at(PAD, low + GAP):
            _paint_foot(p, panel, control, wide, t, narrow)
        with p.at(PAD, top):
            match panel.leaf.page:
                case Figures():
                    _paint_figures(p, panel, panel.leaf.page, control, wide, high)
                case Things():
                    _paint_things(p, panel, panel.leaf.page, control, wide, high)
                case Boards():
                    _paint_boards(p, panel, panel.leaf.page, control, wide, high, narrow)


def _page_room(lies: PanelContext) -> tuple[Frame, float, float, bool]:
    """Return the panel's frame, width and height of its page, and whether it is narrow."""
    ring, t = lies.ring, lies.ring.touch
    at = _table_frame(ring, lies.edge)
    if at.w < WIDE and at.h < TALL:  # nobody sits at that edge, and there is no room for it
        at = _table_frame(ring, (lies.edge + 1) % 4)
    narrow = at.w < WIDE
    foot = GAP + (2 * t + GAP_U if narrow else t)
    return at, at.w - 2 * PAD, at.h - 2 * PAD - t - GAP - foot, narrow


def _table_frame(ring: Ring, edge: int) -> Frame:
    across, deep = ring.seen_from(edge)
    return at_edge(ring, edge, across / ring.u - 2 * MARGIN, deep / ring.u - 2 * MARGIN)


def _split_things(things: Sequence[Enterable], lies: PanelContext) -> list[Sequence[Enterable]]:
    """Split things evenly into as many pages as fingers need."""
    _, wide, high, _ = _page_room(lies)
    pages = ceil(len(things) / max(1, capacity(wide, high, lies.ring.touch, GAP_U)))
    each = ceil(len(things) / max(1, pages))
    return [things[first : first + each] for first in range(0, len(things), each or 1)]


def _paint_stepper(
    p: Pen, of: Sequence[tuple[str, str]], now: str, key: str, tap: Callable[[str], None], wide: float, t: float
) -> None:
    """Paint a selection that has no room for every option, with previous and next buttons."""
    keys = [each for each, _ in of]
    here = keys.index(now) if now in keys else 0
    before, after = (partial(tap, keys[(here + by) % len(keys)]) for by in (-1, 1))
    stepper(p, 0, 0, wide, t, "", of[here][1], key, less=before, more=after, side=t, goes_round=True)


def _paint_head(p: Pen, panel: EnteringPanel, control: Controller, wide: float, t: float, narrow: bool) -> None:
    """Paint the tabs, then the buttons to turn and to close the panel."""
    side, turn = partial(panel.context.side, room=wide), partial(turn_to, control)
    button(p, side(wide - t, t), 0, t, t, "", "close", closing(control), picture="cross")
    room = wide - t - GAP if narrow else wide - 2 * (t + GAP_U) - GAP
    if not narrow:
        button(p, side(room + GAP + GAP_U, t), 0, t, t, "", "turn", partial(_turn_round, control, 2), picture="turn")
    x = side(0, room)
    small = sum(len(label) <= SHORT for _, label in panel.pages)
    long = (room - small * (t + GAP_U)) / max(1, len(panel.pages) - small) - GAP_U
    words = [word for _, label in panel.pages if len(label) > SHORT for word in label.split()]
    if narrow or max(p.text_width(word, LEAST) for word in words) > long - 24:
        with p.at(x, 0):
            _paint_stepper(p, panel.pages, panel.leaf.key, "page", turn, room, t)
        return
    for page, label in panel.pages:
        each = t if len(label) <= SHORT else long
        button(p, x, 0, each, t, label, f"page {page}", partial(turn, page), on=page == panel.leaf.key, size=26)
        x += each + GAP_U


def _paint_foot(p: Pen, panel: EnteringPanel, control: Controller, wide: float, t: float, narrow: bool) -> None:
    if panel.last_selection is not None:
        _paint_options(p, panel, control, wide, t, 2 if narrow else 1)
        return
    go = dict(panel.pages)[panel.next_page] if panel.next_page else panel.shown.go(panel.context.w)
    large, side = wide - t - GAP_U if narrow else wide * 0.34, partial(panel.context.side, room=wide)
    if narrow:
        button(p, side(0, t), t + GAP_U, t, t, "", "turn", partial(_turn_round, control, 1), picture="turn")
    x, y = wide - large, t + GAP_U if narrow else 0.0
    sign, tap = "right" if panel.next_page else "tick", partial(_start_game, control)
    button(p, side(x, large), y, large, t, go, "go on from here", tap, picture=sign, primary=True, size=30)
    room = wide if narrow else x - GAP
    with p.at(side(0, room), 0):
        if panel.places and (room + GAP_U) / len(panel.places) - GAP_U < t:
            named = [(spot, names[0]) for spot, names in panel.places]
            _paint_stepper(p, named, panel.place, "to", partial(_choose_place, control), room, t)
        elif panel.places:
            _paint_options(p, panel, control, room, t, 1)


def _paint_options(p: Pen, panel: EnteringPanel, control: Controller, wide: float, t: float, rows: int) -> None:
    """Paint the places, or the options that start the game, as buttons."""
    cells = fill_grid(len(panel.places), ceil(len(panel.places) / rows), wide, rows * (t + GAP_U) - GAP_U, GAP_U)
    for nth, (spot, names) in enumerate(panel.places):
        name = next((name for name in names if p.text_width(name, LEAST, bold=True) <= cells.w - 24), names[-1])
        with cells.at_cell(p, nth):
            tap = partial(_choose_place, control, spot)
            button(p, 0, 0, cells.w, t, name, f"to {spot}", tap, on=spot == panel.place, size=28)


def _turn_round(control: Controller, by: int) -> None:
    """Turn the panel to another edge: the opposite one, or the next if it lies along a short one."""
    control.change(edge=(control.ui.edge + by) % 4)


# ---- numbers -------------------------------------------------------------------------------------------------


def _has_room_for(count: int, lies: PanelContext) -> bool:
    """Check whether that many numbers fit on one page."""
    _, wide, high, _ = _page_room(lies)
    return _rows_fit(count, _max_columns(wide, lies.ring.touch), high, lies.ring.touch)


def _max_columns(wide: float, side: float) -> int:
    return max(1, int((wide + GAP) // (2 * side + LABEL_U + GAP)))


def _rows_fit(count: int, columns: int, high: float, side: float) -> bool:
    return ceil(count / columns) * (side + GAP) <= high + GAP


def _paint_figures(p: Pen, panel: EnteringPanel, page: Figures, control: Controller, wide: float, high: float) -> None:
    """Paint numbers in two columns, or more if they would be too high, only of the selected seat where pages have one
    seat; below them the last value."""
    there = [each for each in page.figures if not page.one_seat or str(each.seat) == panel.to]
    if page.question:
        high -= QUESTION_U
        p.text(wide / 2, high + QUESTION_U / 2, page.question, 32, "text", bold=True, room=wide)
    side, most = panel.context.ring.touch, _max_columns(wide, panel.context.ring.touch)
    columns = next((n for n in range(min(2, most), most) if _rows_fit(len(there), n, high, side)), most)
    cells = fill_grid(len(there), columns, wide, high, GAP).lower(FIGURE_U)
    for nth, figure in enumerate(there):
        with cells.at_cell(p, nth):
            _paint_figure(p, panel, control, figure, cells.w, cells.h)


def _paint_figure(p: Pen, panel: EnteringPanel, control: Controller, figure: Figure, w: float, h: float) -> None:
    """Paint a number with its step buttons, disabled at its limits."""
    less, more = (
        partial(_step_number, control, figure.key, by) if panel.shown.step_figure(figure, by) is not None else None
        for by in (-1, 1)
    )
    side = panel.context.ring.touch
    match figure:
        case Tick(words=words, on=on, key=key, about=about) if about:
            rule_switch(p, w, h, words[0], about, on, key, partial(_step_number, control, key, 1))
        case Tick(words=words, on=on, key=key):
            switch(p, 0, 0, w, h, words[0], on=on, key=key, tap=partial(_step_number, control, key, 1), size=30)
        case Amount():
            value = figure.value_text or str(figure.guess if figure.now is None else figure.now)
            stepper(p, 0, 0, w, h, figure.words, value, figure.key, less=less, more=more, side=side, signs=COUNT_SIGNS)
        case Selection():
            value = figure.value_text or UNKNOWN
            stepper(
                p, 0, 0, w, h, figure.words, value, figure.key, less=less, more=more, side=side, signs=TURN,
                goes_round=figure.round,
            )  # fmt: skip


# ---- things --------------------------------------------------------------------------------------------------


def _paint_things(p: Pen, panel: EnteringPanel, page: Things, control: Controller, wide: float, high: float) -> None:
    """Paint things with their places on a grid in a fixed order, large enough for a finger if that is possible."""
    paint, fingers = (_paint_counted, TILE) if page.counted else (_paint_single, 1.0)
    least, count = panel.context.ring.touch, len(page.things)
    grids = (fill_grid(count, across, wide, high, GAP_U) for across in range(1, count + 1))
    cells = max(grids, key=lambda each: (min(each.w, each.h / fingers) >= least, min(each.w / page.flat, each.h)))
    for nth, item in enumerate(page.things):
        with cells.at_cell(p, nth):
            paint(p, panel, page, item, control, cells.w, cells.h)


def _paint_counted(
    p: Pen, panel: EnteringPanel, page: Things, item: Enterable, control: Controller, w: float, h: float
) -> None:
    """Paint a kind of thing with its number at the selected place: a touch on the picture adds one, the minus below
    removes one."""
    n, side, name = item.lies.get(panel.to, 0), panel.context.ring.touch, item.words
    less, more = (partial(_touch_thing, control, item.slug, by) for by in (-1, 1))
    tap = more if panel.shown.step_count(item, panel.to, 1) is not None else None
    p.rect(0, 0, w, h, 14, "chosen" if n else "zone", "candle" if n else "line", 3 if n else 1.5)
    low = side + 6 if n else BADGE
    high = h - low
    words = BADGE if high > 3.2 * BADGE else 0.0
    with p.at(w / 2, (high - words) / 2 + 2), p.dimmed(1 if n else 0.6):
        panel.pictures[item.slug, False](p, w - 6, high - words - 8)
    size = min(26.0, 26 * (w - 8) / p.text_width(name, 26))
    if size > LEAST and (words or not n):
        p.text(w / 2, high - words / 2 if words else h - BADGE / 2, name, size, "text" if n else "soft", room=w - 4)
    press = press_painter(w, high, 14)
    p.hit_area(0, 0, w, high if n else h, f"lay {item.slug}", tap, press=press, each=True, repeats=True)
    if n:
        button(
            p, 3, high + 3, side, side, "", f"less {item.slug}", less, picture=COUNT_SIGNS[0], each=True, repeats=True
        )
        p.text((w + side) / 2, high + low / 2, str(n), min(52.0, low * 0.7), "candle", bold=True, room=w - side - 12)


def _paint_single(
    p: Pen, panel: EnteringPanel, page: Things, item: Enterable, control: Controller, w: float, h: float
) -> None:
    """Paint a thing and below it its places, the selected one first, in words or as a sign."""
    there, name = sorted((page.place(key) for key in item.lies), key=lambda spot: spot.key != panel.to), item.words
    sign = next((panel.pictures[spot.sign, True] for spot in there if spot.sign), None)
    lit = panel.to in item.lies
    p.rect(0, 0, w, h, 14, "chosen" if lit else "zone", "candle" if lit else "line", 3 if lit else 1.5)
    low = BADGE * 2 if h > 140 else BADGE
    with p.at(w / 2, (h - low) / 2 + 2), p.dimmed(1 if there else 0.6):
        panel.pictures[item.slug, False](p, w - 6, h - low - 6)
    size = min(24.0, 24 * (w - 8) / p.text_width(name, 24))
    if size > LEAST and (low > BADGE or not there):  # else its picture says it
        p.text(w / 2, h - low + BADGE / 2, name, size, "text" if there else "soft", room=w - 4)
    if sign:
        high = max(low, 1.6 * BADGE)  # over the lower edge of the thing, so that it can be told
        with p.at(w / 2, h - high / 2 - 3):
            p.rect(3 - w / 2, -high / 2, w - 6, high, 10, "chosen")
            sign(p, min(w - 16, 1.4 * high), high - 6)
    elif there:
        p.text(
            w / 2, h - BADGE / 2, _badge_wordings(there, item), 26, "candle" if lit else "soft", bold=True, room=w - 8
        )
    tap = (
        partial(_touch_thing, control, item.slug) if panel.shown.cycle_thing(page, item, panel.to) is not None else None
    )
    p.hit_area(0, 0, w, h, f"lay {item.slug}", tap, press=press_painter(w, h, 14))


def _badge_wordings(there: Sequence[Spot], item: Enterable) -> tuple[str, ...]:
    """Return places and orientation of a thing from long to short."""
    ways = dict.fromkeys(way for spot in there if (way := spot.ways[item.lies[spot.key] - 1]))
    short = max(len(spot.words) for spot in there)
    wordings = zip_longest(*((*spot.words, *spot.words[-1:] * (short - len(spot.words))) for spot in there))
    return tuple(" · ".join((", ".join(each), *ways)) for each in wordings)


# ---- boards --------------------------------------------------------------------------------------------------


def _paint_boards(
    p: Pen, panel: EnteringPanel, page: Boards, control: Controller, wide: float, high: float, narrow: bool
) -> None:
    """Paint each seat's board with its stages, in two columns if there is room."""
    columns = 2 if not narrow and len(page.boards) > 1 else 1
    cells = fill_grid(len(page.boards), columns, wide, high, GAP_U).lower(4.4 * panel.context.ring.touch)
    for nth, board in enumerate(page.boards):
        with cells.at_cell(p, nth):
            _paint_board(p, panel, board, control, cells.w, cells.h)


def _paint_board(p: Pen, panel: EnteringPanel, board: SeatBoard, control: Controller, w: float, h: float) -> None:
    """Paint a seat's board: which one, its picture if there is room, its stages as buttons."""
    t, name, stages = panel.context.ring.touch, panel.shown.names[board.seat - 1], board.stages
    called = board.called or UNKNOWN
    p.rect(0, 0, w, h, 18, "zone")
    high = min(h, t) if h < 2 * t + GAP_U else t
    flat = h < 2 * t + GAP_U  # all in one line
    long = w - len(stages) * (t * 0.86 + 4) - 4 if flat else w
    if board.which is not None:
        less, more = (partial(_step_number, control, board.which.key, by) for by in (-1, 1))
        stepper(p, 0, 0, long, high, name[0], called, board.which.key, less=less, more=more, side=t, goes_round=True)
    elif called in name[0]:
        p.text(long / 2, high / 2, name, 30, "text", bold=True, room=long - 16)
    else:
        p.text(long / 2, high * 0.3, name, 24, "soft", room=long - 16)
        p.text(long / 2, high * 0.68, called, 30, "text", bold=True, room=long - 16)
    if not stages:
        return
    if flat:
        step, x, y, size = t * 0.86 + 4, long, 0.0, high
    else:
        step, x, y, size = (w - 8) / len(stages), 8.0, h - t - 8, t
        room = y - high - 12
        if room > 0.7 * t:
            with p.at(w / 2, high + 6 + room / 2):
                panel.pictures[board.slug, False](p, min(w * 0.6, room * 1.6), room)
    for stage in stages:
        tap = partial(_step_number, control, stage.key, 1)
        wide = step - 4 if flat else step - 8
        button(p, x, y, wide, size, stage.words[0], stage.key, tap, on=stage.on, size=30, each=True)
        x += step
