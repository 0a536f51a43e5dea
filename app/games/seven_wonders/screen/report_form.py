"""Entry of turns of 7 Wonders where people deal: all seats enter their actions at once, at their own edges.

Things keep their places by colour during an age; a place is empty when no copy can be left. Cells are side by side if
all are large enough for a finger, else grouped by kind. If an edge has no room even for groups, seats enter one after
another in the middle.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from math import ceil, cos, radians, sin
from typing import Final, NamedTuple, TypeAlias

from app.games.seven_wonders import position_text, reported_things
from app.games.seven_wonders import words_facade as say
from app.games.seven_wonders.face_icons import LEADER
from app.games.seven_wonders.screen import cards, touch_handlers
from app.games.seven_wonders.screen.hand_at_edge import HEAD, PAD, letters, zone_frame
from app.games.seven_wonders.screen.reported_pictures import PicturedTells
from app.games.seven_wonders.screen.typed_scene import AT_ONCE, SevenScene
from app.games.seven_wonders.screen.ui_state import Tell
from app.looks.icons import icon
from app.protocol.play_messages import Question
from app.screen.control.controller import Controller
from app.screen.pages.cardboard.correction_pages import (
    Answer,
    LineAsked,
    build_correction_page,
    find_line_question,
    list_exits,
    paint_means,
)
from app.screen.paint import lighting
from app.screen.paint.element import Element, Elements
from app.screen.paint.pen import Pen
from app.screen.state.ring_layout import FINGER, MARGIN, Rect, Ring
from app.screen.widgets import faces
from app.screen.widgets.controls import button
from app.screen.widgets.grid import Grid, capacity, fill_grid, largest_grid, press_painter
from app.screen.widgets.panel_frame import Frame, at_hand, place
from app.screen.widgets.touch_tiles import Room, paint_sides
from app.shown.cardboard.turn_entry import EntryGroup, EntryItem, EntryUse
from app.text.translation import Words
from engine.seven_wonders.data_schema import AGES, COLOURS, Data

GAP: Final = 4.0  # u, between two cells
TITLE: Final = 56.0  # u, of the question on the middle
FEW_CELLS: Final = 10  # for which the whole middle is too large
WIDE: Final = 190.0  # u, the width of one of these
LEAST: Final = 680.0  # u, of a question's words
LEGIBLE: Final = 62.0  # u, of a cell at least: its card is known by its picture
ROUND: Final = 56.0  # u, round the middle of a link, that a panel leaves free
KINDS: Final = 6  # of leaders, by name: where not all have room at once
SIGNS: Final = {"stage": "wonder", "sell": "coin", "done": "minus"}


class ThingsTogether(NamedTuple):
    """A group of things: cards of a colour, leaders by name."""

    key: str
    label: str
    spots: tuple[EntryItem, ...]


class Deed(NamedTuple):
    """An entry without a card: a stage, a sale, a token, or declining."""

    of: EntryItem


Cell: TypeAlias = EntryItem | ThingsTogether | Deed | str  # str: a button: close, back, earlier, later


@dataclass(frozen=True, slots=True)
class TellingGrid:
    """A grid of possible entries for a seat, or for the correction of a line."""

    ring: Ring
    at: Frame
    here: bool  # at its own edge, not on the middle
    seat: int  # whose steps these are; 0: a line is put right
    asked: int
    title: tuple[str, ...]
    kinds: tuple[ThingsTogether, ...]
    deeds: tuple[EntryItem, ...]
    tell: Tell
    page: int
    right: LineAsked | None  # a line is put right
    people: tuple[str, ...]
    data: Data
    w: Words

    @property
    def answer(self) -> Answer | None:
        """The correction that a choice makes, or None for a new entry."""
        return None if self.right is None else self.right.answer

    @property
    def current_line(self) -> str:
        """The line to highlight: the one being corrected, or the likeliest one."""
        return "" if self.right is None else self.right.now


@dataclass(frozen=True, slots=True)
class EnteredAction:
    """A seat's entry in an unfinished turn."""

    ring: Ring
    at: Frame
    here: bool
    seat: int
    title: str
    note: str  # what is said below it, if anything is
    slug: str  # the card or the leader; "": none has a name
    data: Data
    w: Words
    left: bool  # it is for a left hand, as in a mirror


def elements(scene: SevenScene, ring: Ring) -> Elements:
    """Return the entry forms, at the edges or one in the middle."""
    if not scene.tracked or scene.repair is not None:
        return []
    found: Elements = []
    here, over = at_edges(scene, ring), scene.game_ui.over
    if not over and scene.acting and not scene.game_ui.telling(scene.acting).away:
        over = scene.acting
    for chair in scene.view.seats:
        seat = chair.seat
        shown = scene.game_ui.telling(seat).open if here else seat == over and not scene.ui.panel
        if not shown:
            continue
        view = (
            _build_entered_action(scene, ring, seat, here)
            if scene.entered_action(seat) is not None
            else _build_grid(scene, ring, seat, here)
        )
        if isinstance(view, TellingGrid):
            found.append(Element(f"tells {seat}", view, paint))
        elif view is not None:
            found.append(Element(f"tells {seat}", view, paint_told))
    return found


def repair(scene: SevenScene, ring: Ring) -> Elements:
    """Return the form to correct a line, in the same grid; other corrections are shared by all games."""
    owed = scene.repair
    if owed is None:
        return []
    w, tells = scene.model.words(owed.by), game_tells(scene)
    asks = find_line_question(scene, owed, tells, w)
    if asks is None or not asks.question.legal:
        of_all = reported_things.turn_called(w, owed.turn, scene.table.variant) if owed.turn else ""
        return [build_correction_page(scene, ring, owed, tells, of_all)]
    return [_on_the_middle(scene, ring, owed.by, asks, w)]


def at_edges(scene: SevenScene, ring: Ring) -> bool:
    """Check if every edge has room for all entries of this game, at least by kind; guilds may have pages.

    A seat that is asked alone enters its action in the middle.
    """
    if scene.view.asked not in AT_ONCE:
        return False
    w = scene.model.words()
    seats, variant = len(scene.view.seats), scene.table.variant
    lists = [reported_things.list_cards_of_age(scene.data, age + 1, seats) for age in range(AGES)]
    lists += [reported_things.leaders_of(scene.data, variant)] if "leaders" in variant else []
    kinds = [_kinds(reported_things.groups(w, slugs, scene.data)) for slugs in lists]
    most = max(len(each) + 3 for each in kinds)
    most = max(most, *(len(kind.spots) + 1 for each in kinds for kind in each if kind.key != reported_things.PURPLE))
    frames = [_at_edge(ring, seat + 1) for seat in range(len(ring.zones))]
    return all(capacity(*_room(at, here=True), _finger(ring), GAP) >= most for at in frames)


# ---- what may be told --------------------------------------------------------------------------------------


def _build_grid(scene: SevenScene, ring: Ring, seat: int, here: bool) -> TellingGrid | None:
    question = scene.model.questions.get(seat)
    if question is None or not question.legal:
        return None
    w, people = scene.model.words(seat), scene.model.people(scene.model.words(seat))
    asks = reported_things.ask_for_entry(w, question.legal)
    title = (*reported_things.instructions_for_first_turn(w, scene.view), asks)
    if not here:  # whose it is
        title = (*(w("{name}: {action}", name=people[seat - 1], action=each) for each in title), asks)
    kinds, deeds = _things(scene, w, question, now=True)
    count = sum(len(kind.spots) for kind in kinds) + len(deeds) + 1
    at = _at_edge(ring, seat) if here else _as_wanted(ring, scene.faced_edge(ring.edge_of(seat)), count)
    tell, page = scene.game_ui.telling(seat), scene.ui.pages.get(seat, 0)
    return TellingGrid(
        ring, at, here=here, seat=seat, asked=seat, title=title, kinds=kinds, deeds=deeds, tell=tell, page=page,
        right=None, people=people, data=scene.data, w=w,
    )  # fmt: skip


def _as_wanted(ring: Ring, edge: int, count: int) -> Frame:
    """Return the frame of the middle, reduced for few cells."""
    at = place(ring, edge, 1500, 900)
    if count > FEW_CELLS:
        return at
    side = max(WIDE, ring.touch * 1.4)
    across = min(count, int(at.w / side))
    rows = ceil(count / across)
    return place(ring, edge, max(at.w if across < count else LEAST, across * side), TITLE + rows * side + PAD)


def _on_the_middle(scene: SevenScene, ring: Ring, by: int, asks: LineAsked, w: Words) -> Element[TellingGrid]:
    """Return the form to correct a line, facing the person who began it."""
    edge = scene.faced_edge(ring.edge_of(by)) if by else scene.ui.edge
    kinds, deeds = _things(scene, w, asks.question, now=False)
    tell, page = scene.game_ui.telling(0), scene.ui.page
    at, people = place(ring, edge, 1500, 900), scene.model.people(w)
    view = TellingGrid(
        ring, at, here=False, seat=0, asked=asks.question.seat, title=asks.title, kinds=kinds, deeds=deeds, tell=tell,
        page=page, right=asks, people=people, data=scene.data, w=w,
    )  # fmt: skip
    return Element("tells 0", view, paint)


def _things(
    scene: SevenScene, w: Words, question: Question, now: bool
) -> tuple[tuple[ThingsTogether, ...], tuple[EntryItem, ...]]:
    """Return all possible entries. `now`: for the current position, in which exhausted cards are known."""
    may = game_tells(scene).to_tell(w, question, scene.model.people(w), now=now)
    return _kinds(may.groups), may.deeds


def _kinds(groups: Iterable[EntryGroup]) -> tuple[ThingsTogether, ...]:
    """Group entries as they are placed; leaders by name in a few groups of equal size."""
    found = []
    for group in groups:
        if group.key != LEADER:
            found.append(ThingsTogether(group.key, group.words, group.things))
            continue
        size = ceil(len(group.things) / KINDS)
        for nth, first in enumerate(range(0, len(group.things), size)):
            part = group.things[first : first + size]
            # A part is named by its first and last leader.
            found.append(ThingsTogether(f"{LEADER}-{nth}", f"{part[0].words[:3]} – {part[-1].words[:3]}", part))
    return tuple(found)


def game_tells(scene: SevenScene) -> PicturedTells:
    """Return the entry choices of this game."""
    return PicturedTells(scene.data, scene.view, scene.table.variant)


# ---- where it lies -----------------------------------------------------------------------------------------


class CellsLaid(NamedTuple):
    """Cells row by row, their positions, and their page of how many."""

    shown: tuple[Cell, ...]
    cells: Grid
    page: int
    pages: int


def _room(at: Frame, here: bool) -> tuple[float, float]:
    """Return the width and height for cells below the question."""
    return at.w - 2 * PAD, at.h - PAD - (HEAD if here else TITLE)


def _finger(ring: Ring) -> float:
    """Return the smallest side of a cell, in u."""
    return max(LEGIBLE, (FINGER + 0.05) * ring.mm / ring.u)


@lru_cache(maxsize=16)
def _at_edge(ring: Ring, seat: int) -> Frame:
    """Return the frame of a seat's zone, extended into free room if it is alone at a short side."""
    zone, at, u = ring.zones[seat - 1], zone_frame(ring, seat), ring.u
    if ring.seat_counts[zone.edge] > 1 or (zone.edge % 2 == 1) == (ring.height > ring.width):
        return at
    side, r = zone.rect, ROUND * u
    taken = [other.rect for other in ring.zones if other is not zone]
    taken += [Rect(gap.x - r, gap.y - r, 2 * r, 2 * r) for gap in ring.gaps]
    if zone.edge % 2:
        meet = [(each.y, each.y + each.h) for each in taken if each.x < side.x + side.w and side.x < each.x + each.w]
        middle, end = zone.y, float(ring.height)
    else:
        meet = [(each.x, each.x + each.w) for each in taken if each.y < side.y + side.h and side.y < each.y + each.h]
        middle, end = zone.x, float(ring.width)
    before = max((high for _, high in meet if high <= middle), default=0.0)
    after = min((low for low, _ in meet if low >= middle), default=end)
    more = max(0.0, min(middle - before, after - middle) / u - MARGIN - at.w / 2)
    turned = radians(at.angle)
    return replace(at, x=at.x - cos(turned) * more * u, y=at.y - sin(turned) * more * u, w=at.w + 2 * more)


def _lay_out_cells(grid: TellingGrid, w: float, h: float) -> CellsLaid:
    """Lay out all entries if there is room, else by kind; the rest goes to further pages."""
    t = _finger(grid.ring)
    ends: tuple[Cell, ...] = (*map(Deed, grid.deeds), *(("close",) if grid.answer is None else ()))
    spots = [spot for kind in grid.kinds for spot in kind.spots]
    kind = next((each for each in grid.kinds if each.key == grid.tell.group), None)
    if largest_grid(len(spots) + len(ends), w, h, GAP).side >= t:
        cells: tuple[Cell, ...] = (*spots, *ends)
    elif kind is not None:
        cells = (*kind.spots, "back")
    else:
        cells = (*grid.kinds, *ends)
    page, pages = 0, 1
    fit = capacity(w, h, t, GAP)
    if len(cells) > fit:
        last = cells[-1:] if cells[-1] in ("back", "close") else ()
        rest = cells[: len(cells) - len(last)]
        size = fit - 2 - len(last)
        pages = ceil(len(rest) / size)
        page = min(grid.page, pages - 1)
        cells = (*rest[page * size : (page + 1) * size], "earlier", "later", *last)
    places = largest_grid(len(cells), w, h, GAP)
    return CellsLaid(cells, places.lower(2 * places.w), page, pages)


# ---- how it looks ------------------------------------------------------------------------------------------


def paint(p: Pen, grid: TellingGrid, control: Controller) -> None:
    """Paint the question, then the entries or the ways to pay; beside them the ways out of a correction."""
    at = grid.at
    with p.at(at.x, at.y, at.angle, grid.ring.u):
        p.rect(0, 0, at.w, at.h, 22, "plate", "candle", 4)
        p.hit_area(0, 0, at.w, at.h, f"tells {grid.seat} ground", None, rank=0)
        head = HEAD if grid.here else TITLE
        size = 24 if grid.here else 40 if grid.ring.small else 32
        p.text(at.w / 2, head / 2 + 2, grid.title, size, "text", bold=True, room=at.w - 4 * PAD)
        x, y, w, h = _around(p, grid, control)
        with p.at(x, y):
            ways = next((spot.uses for spot in _list_spots(grid) if spot.slug == grid.tell.thing and spot.uses), ())
            if ways:
                _paint_payments(p, grid, control, ways, w, h)
            else:
                _cells(p, grid, control, _lay_out_cells(grid, w, h))


def _list_spots(grid: TellingGrid) -> Iterable[EntryItem]:
    yield from (spot for kind in grid.kinds for spot in kind.spots)
    yield from grid.deeds


def _around(p: Pen, grid: TellingGrid, control: Controller) -> Room:
    """Paint the ways out of a correction, and return the room left below the question."""
    if grid.right is None:
        return (PAD, HEAD if grid.here else TITLE, *_room(grid.at, grid.here))
    x, y, w, h = paint_sides(p, grid.at, grid.ring.touch, list_exits(control, grid.w, grid.right))
    if grid.right.sides:
        with p.at(x, y):
            paint_means(control, grid.right.sides, GAP, p, w, grid.ring.touch)
        y, h = y + grid.ring.touch + GAP, h - grid.ring.touch - GAP
    return x, y, w, h


def _cells(p: Pen, grid: TellingGrid, control: Controller, laid: CellsLaid) -> None:
    names, w, h = _fit_names(p, grid, laid), laid.cells.w, laid.cells.h
    for nth, cell in enumerate(laid.shown):
        with laid.cells.at_cell(p, nth):
            match cell:
                case EntryItem():
                    _spot_of(p, grid, control, cell, names, w, h)
                case ThingsTogether():
                    _kind(p, grid, control, cell, w, h)
                case Deed():
                    _paint_deed(p, grid, control, cell.of, w, h)
                case _:
                    _button(p, grid, control, laid, cell)


def _tap(grid: TellingGrid, control: Controller, cell: EntryItem) -> Callable[[], None]:
    """Return the handler of a cell: enter at once, ask for the payment, or question an earlier entry if impossible."""
    if not cell.lines and grid.answer is None:
        return _doubt(grid, control, f"coins {grid.asked} {cell.slug}")
    if not cell.lines:
        return partial(control.deny, grid.seat, reported_things.not_then(grid.w))
    if len(cell.lines) == 1:
        return partial(touch_handlers.tell, control, grid.asked, grid.answer, cell.lines[0])
    return partial(touch_handlers.look_at, control, grid.seat, grid.tell.group, cell.slug)


def _doubt(grid: TellingGrid, control: Controller, what: str) -> Callable[[], None]:
    """Ask at the seat's edge what is wrong with an entry that the rules refuse."""
    return partial(control.open_panel, f"forgot {what}", grid.ring.zones[grid.asked - 1].edge)


def _fit_names(p: Pen, grid: TellingGrid, laid: CellsLaid) -> tuple[float, float] | None:
    """Return the font size and height of names below cards; None where larger faces are better. Leaders always have
    names.
    """
    size = 30.0 if grid.ring.small else 22.0
    w, h = laid.cells.w, laid.cells.h
    spots = [cell for cell in laid.shown if isinstance(cell, EntryItem)]
    for most in (1, 2):
        low = most * size * 1.16 + 2
        fits = all(p.break_lines(spot.words, size, w - 4, most)[1] >= 0.8 * size for spot in spots)
        if fits and h - low > 0.62 * h:
            return size, low
    leaders = any(kind.key.startswith(LEADER) for kind in grid.kinds)
    return (size, size * 1.16 + 2) if leaders else None


def _spot_of(
    p: Pen,
    grid: TellingGrid,
    control: Controller,
    spot: EntryItem,
    names: tuple[float, float] | None,
    w: float,
    h: float,
) -> None:
    """Paint a card and its name, or an empty place if all copies were entered; touching that questions an entry."""
    if spot.gone:
        lighting.recess(p, 0, 0, w, h, 14)
        p.hit_area(0, 0, w, h, f"told {grid.seat} {spot.slug}", _doubt(grid, control, f"card {spot.slug}"))
        return
    if grid.current_line in spot.lines:
        p.rect(1, 1, w - 2, h - 2, 14, None, "candle", 5)
    low = names[1] if names else 0.0
    with p.dimmed(1 if spot.lines else 0.5):
        tall = h - low - 8
        wide = min(w - 10, tall / 1.1)
        with p.at(w / 2, 4 + tall / 2):
            cards.card(p, grid.data, spot.slug, wide, min(tall, wide * cards.CARD_ASPECT))
        if names:
            rows, used = p.break_lines(spot.words, names[0], w - 4, 2 if low > 1.6 * names[0] else 1)
            used = max(used, 0.72 * names[0])
            for nth, row in enumerate(rows):
                y = h - low / 2 + (nth - (len(rows) - 1) / 2) * used * 1.16
                p.text(w / 2, y, (row, f"{row[:8]}…"), used, "text", room=w - 4)
    tap = _tap(grid, control, spot)
    p.hit_area(0, 0, w, h, f"tell {grid.seat} {spot.slug}", tap, press=press_painter(w, h, 14))


def _kind(p: Pen, grid: TellingGrid, control: Controller, kind: ThingsTogether, w: float, h: float) -> None:
    """Paint the button to a group."""
    leaders = kind.key not in COLOURS
    colour = LEADER if leaders else kind.key
    p.rect(0, 0, w, h, 14, f"{colour}_tint", colour, 3)
    figure = min(w, h) * 0.5
    faces.figure(p, LEADER if leaders else kind.key, w / 2, h * 0.38, figure, colour, f"{colour}_tint")
    p.text(w / 2, h - 20, kind.label, 22, "text", bold=True, room=w - 10)
    tap = partial(touch_handlers.look_at, control, grid.seat, kind.key)
    p.hit_area(0, 0, w, h, f"kind {grid.seat} {kind.key}", tap, press=press_painter(w, h, 14))


def _paint_deed(p: Pen, grid: TellingGrid, control: Controller, deed: EntryItem, w: float, h: float) -> None:
    """Paint the button of a stage, a sale, a token, or declining."""
    tap, on = _tap(grid, control, deed), grid.current_line in deed.lines
    with p.dimmed(1 if deed.lines else 0.35):
        p.rect(0, 0, w, h, 14, "chosen" if on else "raised", "candle" if on else "line", 4 if on else 2)
        icon(p, SIGNS.get(deed.slug, "star"), w / 2, h * 0.36, min(h * 0.46, 58), "text", "raised")
        p.prose(6, h * 0.6, deed.words, 30 if grid.ring.small else 22, w - 12, h * 0.38, "text", "middle", middle=True)
    p.hit_area(0, 0, w, h, f"tell {grid.seat} {deed.slug}", tap, press=press_painter(w, h, 14))


def _button(p: Pen, grid: TellingGrid, control: Controller, laid: CellsLaid, key: str) -> None:
    turns = {"earlier": (-1, laid.page > 0), "later": (1, laid.page + 1 < laid.pages)}
    picture, tap = "cross", None
    if key in turns:
        by, can = turns[key]
        picture = "left" if by < 0 else "right"
        tap = partial(control.turn_pages, by, grid.seat) if can else None
    elif key == "close":
        picture, tap = "cross", partial(touch_handlers.put_telling_away, control, grid.seat)
    else:
        picture, tap = "undo", partial(touch_handlers.look_at, control, grid.seat)
    button(p, 0, 0, laid.cells.w, laid.cells.h, "", f"{key} tells {grid.seat}", tap, picture=picture, off=tap is None)


def _paint_payments(
    p: Pen, grid: TellingGrid, control: Controller, ways: Sequence[EntryUse], w: float, h: float
) -> None:
    """Paint the ways to pay, cheapest first."""
    t, count = grid.ring.touch, len(ways) + 1
    across = max(1, min(count, int((w + GAP) / (max(2 * t, 210.0) + GAP))))
    if fill_grid(count, across, w, h, GAP).h < t:
        across = ceil(count / max(1, int((h + GAP) / (t + GAP))))
    cells, size = fill_grid(count, across, w, h, GAP).lower(2 * t), letters(grid.ring)
    for nth, use in enumerate(ways):
        with cells.at_cell(p, nth):
            tap = partial(touch_handlers.tell, control, grid.asked, grid.answer, use.line)
            label = (
                use.below[0]
                if use.below
                else reported_things.describe_payments(grid.w, use.line, grid.asked, grid.people)
            )
            button(
                p, 0, 0, cells.w, cells.h, label, f"pay {grid.seat} {nth}", tap, on=use.line == grid.current_line,
                size=size,
            )  # fmt: skip
    with cells.at_cell(p, len(ways)):
        back = partial(touch_handlers.look_at, control, grid.seat, grid.tell.group)
        button(p, 0, 0, cells.w, cells.h, grid.w("Back"), f"back tells {grid.seat}", back, picture="undo", size=size)


# ---- what a seat has told ----------------------------------------------------------------------------------


def _build_entered_action(scene: SevenScene, ring: Ring, seat: int, here: bool) -> EnteredAction:
    w, text = scene.model.words(seat), scene.entered_action(seat) or ""
    people = scene.model.people(w)
    title = say.action(w, text, people)
    at = zone_frame(ring, seat)
    if not here:
        title = w("{name}: {action}", name=people[seat - 1], action=title)
        at = place(ring, scene.faced_edge(ring.edge_of(seat)), 900, 2 * ring.touch + 3 * PAD)
    slug = reported_things.thing_of(text)
    named = slug if slug in scene.data.cards or slug in scene.data.leaders else ""
    note = position_text.explain_forced_sale(w) if scene.is_entered_by_table(seat) else ""
    return EnteredAction(
        ring=ring, at=at, here=here, seat=seat, title=title, note=note, slug=named, data=scene.data, w=w,
        left=scene.model.info(seat).left,
    )  # fmt: skip


def paint_told(p: Pen, action: EnteredAction, control: Controller) -> None:
    """Paint the entered card and its use, and buttons to change it or go on to the next turn."""
    at, t = action.at, action.ring.touch
    side = partial(at_hand, action.left, room=at.w)
    with p.at(at.x, at.y, at.angle, action.ring.u):
        p.rect(0, 0, at.w, at.h, 22, "plate", "stone", 3)
        p.hit_area(0, 0, at.w, at.h, f"told {action.seat} ground", None, rank=0)
        top, wide = 2 * PAD + t, t / 1.1
        if action.slug:
            with p.at(side(PAD, wide) + wide / 2, PAD + t / 2):
                cards.card(p, action.data, action.slug, wide - 6, t)
        left = 2 * PAD + (wide if action.slug else 0)
        size, room = 42 if action.ring.small else 28, at.w - left - t - 2 * PAD
        high = 0.4 * t if action.note else t
        p.prose(side(left, room), PAD, action.title, size, room, high, "text", bold=True, middle=True)
        if action.note:
            p.prose(side(left, room), PAD + high, action.note, 0.66 * size, room, t - high + PAD, "soft", middle=True)
        away = partial(touch_handlers.put_telling_away, control, action.seat)
        button(p, side(at.w - t - PAD, t), PAD, t, t, "", f"close tells {action.seat}", away, picture="cross")
        again = partial(touch_handlers.tell_otherwise, control, action.seat)
        tall = min(at.h - top - PAD, 130.0)
        half, label = (at.w - 2 * PAD - GAP) / 2, action.w("It was something else")
        button(p, side(PAD, half), top, half, tall, label, f"otherwise {action.seat}", again, picture="undo", size=size)
        later = partial(control.open_panel, f"forgot seat {action.seat}", action.ring.zones[action.seat - 1].edge)
        left = side(PAD + half + GAP, half)
        button(
            p, left, top, half, tall, action.w("Already the next turn?"), f"late {action.seat}", later,
            picture="question", size=size,
        )  # fmt: skip
