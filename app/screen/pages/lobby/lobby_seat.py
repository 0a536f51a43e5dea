"""A seat in the lobby, at its own edge: a stone with its join code, or who sits there with a wonder; and the choice of
a wonder."""

from dataclasses import dataclass
from functools import partial
from math import hypot
from typing import Final

from app.looks import qr_codes
from app.looks.drawing_data import SHAPE
from app.looks.wonder_window import World
from app.protocol.seat_messages import HandOver, SeatInfo
from app.screen.control.controller import Controller
from app.screen.control.outbox import new_id
from app.screen.pages.common.join_codes import hotspot, hotspot_code, shorten
from app.screen.pages.common.setting_intents import set_seat
from app.screen.pages.lobby.lobby_layout import (
    DEPTH,
    GAP,
    RimSpot,
    depth,
    finger,
    foot,
    place_beside,
    stone_width,
    unit,
)
from app.screen.pages.lobby.wonder_list import list_wonders
from app.screen.paint import lighting
from app.screen.paint.element import Element, Elements
from app.screen.paint.pen import Pen
from app.screen.paint.pen_layers import STONE
from app.screen.paint.text_pen import FELT, Align
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Picture, Scene
from app.screen.widgets import name_fitting, wonder_window
from app.screen.widgets.controls import button, touch_box
from app.screen.widgets.grid import Grid, fill_grid
from app.screen.widgets.name_plate import draw_lintel, paint_lintel_names
from app.screen.widgets.panel import PAD, closing, panel
from app.screen.widgets.panel_cells import GAP as BETWEEN
from app.screen.widgets.panel_cells import Cell, CellList
from app.screen.widgets.panel_frame import PanelContext, panel_context, panel_element, table_frame
from app.shown.form import Option
from app.shown.lobby import seat_form as rows
from app.shown.lobby.join_codes import both_codes
from app.text import bot_level_descriptions
from app.text.translation import Words, capital

STONE_WIDTH: Final = (350.0, 480.0)  # units, most width of a seat's stone; with a code for the hotspot
STONE_SHAPE: Final = 0.55  # of a stone's width, its most height
NARROW: Final = 120.0  # units, for words beside a code, with less of which they are few
STONE_MARGIN: Final = 8.0  # units, between a stone and what is behind it
LINTEL: Final = 46.0  # units, least height of a lintel
TWO_CODES: Final = 2.6  # of the stone's depth, its width from which it has a code for the hotspot
MIN_DESCRIBED: Final = (400.0, 190.0)  # u, minimum size of a wonder with its description
PICTURED: Final = (240.0, 190.0)  # u, minimum size of a picture with a name
PICTURE_WIDTH: Final = 0.42  # of a wonder with its description


def close_code(control: Controller, seat: int, held: bool) -> None:
    """Put a seat's join code away, and cancel a handover."""
    control.change(code=0)
    if held:
        control.submit(HandOver(id=new_id(), seat=seat, cancel=True), seat)


# ---- at its edge -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LobbyEdge:
    """A seat's place at its edge, `width` and `depth` units large.

    `url`: of its join code; `wifi`: the hotspot's code, if phones need it first, else `address` is the table's. `role`:
    its wonder's name; "": seats have none. `owes`: it has to choose one before the game. `ways`: people sit down by
    touch, and by phone. `opens`: a touch opens it. `awaits`: painted as free until the arrival animation has ended.
    """

    ring: Ring
    number: int
    width: float
    depth: float
    info: SeatInfo
    locked: bool
    ways: tuple[bool, bool]
    opens: bool
    url: str | None
    wifi: str | None
    address: str
    name: str
    role: str
    owes: bool
    first: bool
    picture: Picture | None
    beside: RimSpot | None  # where its wonder stands; None: on the lintel
    w: Words
    awaits: bool = False


def build_edges(scene: Scene, ring: Ring) -> Elements:
    """Build the places at the edges."""
    many = len(list_wonders(scene))
    return [
        Element(f"seat {info.seat}", _build_edge(scene, ring, info, many), paint_edge) for info in scene.table.seats
    ]


def most_width(scene: Scene) -> float:
    """Return the most width of a stone, in units."""
    return STONE_WIDTH[hotspot(scene) is not None]


def _build_edge(scene: Scene, ring: Ring, info: SeatInfo, many: int) -> LobbyEdge:
    """Build a seat's place before a horizon with places for that many wonders."""
    table, edge, seat = scene.table, ring.edge_of(info.seat), info.seat
    w, code, wifi = scene.model.words(seat), scene.model.codes.get(seat), hotspot_code(scene)
    role, picture = "", None
    if info.by != "free" and table.identities:
        unchosen = capital(rows.unchosen(w, table.mode, seat in table.owing))
        role = scene.model.game_words.identity(w, info.wonder) if info.wonder else unchosen
        picture = scene.game.picture(scene.model, info.wonder) if info.wonder else None
    return LobbyEdge(
        ring=ring,
        number=seat,
        width=stone_width(ring, edge, most_width(scene)),
        depth=depth(ring, edge),
        info=info,
        locked=table.locked and (info.by == "free" or info.own_bot),
        ways=(scene.model.by_touch, code is not None),
        opens=not scene.ui.panel,
        url=code.url if code else None,
        wifi=wifi if code else None,
        address=shorten(table.network.address) if code and table.network.address and not wifi else "",
        name=scene.model.name(seat, w),
        role=role,
        owes=seat in table.owing,
        first=table.first == seat,
        picture=picture,
        beside=place_beside(ring, seat, most_width(scene), many) if picture else None,
        w=w,
    )


def paint_edge(p: Pen, edge: LobbyEdge, control: Controller) -> None:
    zone = edge.ring.zones[edge.number - 1]
    with p.at(*foot(edge.ring, zone.edge, zone.along), zone.angle, unit(edge.ring)), p.at(-edge.width / 2, 0):
        if edge.info.by == "free" or edge.awaits:
            _paint_stone(p, edge, control)
        else:
            _paint_person(p, edge, control)


def _touch(p: Pen, edge: LobbyEdge, w: float, h: float, panel: str, key: str, control: Controller) -> None:
    """Make a box open a panel of the seat, turned to its edge."""
    if edge.opens:
        opens = partial(control.open_panel, f"{panel} {edge.number}", edge.ring.edge_of(edge.number))
        touch_box(p, 0, 0, w, h, 18, f"{panel} {edge.number} {key}", opens)


def _paint_stone(p: Pen, edge: LobbyEdge, control: Controller) -> None:
    """Paint a free seat: its code, and how to sit down."""
    wide, w = edge.width, edge.w
    align: Align = "start" if edge.url else "middle"
    high = min(DEPTH[0] - STONE_MARGIN, wide * STONE_SHAPE)
    two = edge.wifi is not None and wide >= TWO_CODES * high
    with p.at(0, -high):
        lighting.shadow(p, 0, 0, wide, high, 18, lighting.ZONE)
        p.rect(0, 0, wide, high + 18, 18, "zone", "brass", 2)
        if edge.awaits:
            return
        side, left, right = high - 2 * GAP, 2.0 * GAP, wide - GAP
        says = _invitation(w, *edge.ways)
        if edge.url:
            p.code(GAP, GAP, side, qr_codes.matrix(edge.wifi if two and edge.wifi else edge.url))
            left += side
        if edge.url and two:
            p.code(right - side, GAP, side, qr_codes.matrix(edge.url))
            right, says = right - side - GAP, both_codes(w)
        room, head = right - left, high * 0.34
        says = w("Scan") if edge.url and room < NARROW else says
        p.prose(left, GAP, w("Your seat"), 24 / p.grown, room, head, "text", align, bold=STONE, middle=True)
        size, below = p.legible(16), side - head
        if edge.address and p.text_width(edge.address, size) <= room and below >= 3.8 * size:
            below -= size * 1.3
            p.text(left, GAP + side - size * 0.5, edge.address, size, "soft", "start")
        p.prose(
            left, GAP + head, w("locked") if edge.locked else says, p.legible(19) / p.grown, room, below, "soft", align
        )
        _touch(p, edge, wide, high, "seat", "name", control)


def _invitation(w: Words, touch: bool, scan: bool) -> str:
    if scan:
        return w("Scan to sit here, or touch this stone") if touch else w("Scan to sit here")
    return w("Touch this stone to sit here") if touch else w("free")


def _paint_person(p: Pen, edge: LobbyEdge, control: Controller) -> None:
    """Paint who sits here on a lintel, and the wonder over it or, larger, beside it."""
    touch = finger(edge.ring)
    wide, high, (emblem, colour) = edge.width, max(LINTEL, touch), edge.info.badge
    tall, left, low = max(touch, edge.depth - high - STONE_MARGIN), 0.0, high
    if edge.role:
        if edge.beside:
            across = edge.beside.w
            tall, left, low = across / SHAPE, (wide - across) / 2 - _distance(edge, edge.beside), 0.0
        else:
            across = max(tall * SHAPE, touch)
            left = (wide - across) / 2
        with p.at(left, -low - tall):
            _paint_wonder(p, edge, across, tall)
            _touch(p, edge, across, tall, "wonder", "choose", control)
        left = max(0.0, left + across + GAP)
    _paint_note(p, edge, left, wide, -high - GAP)
    with p.at(0, -high):
        draw_lintel(p, wide, high, high, edge.owes, colour)
        at, sizes, inks = (14, wide - 14, high / 2), (p.legible(24), p.legible(18)), ("ink", "ink")
        inks = inks if edge.owes else ("text", "soft")
        paint_lintel_names(p, at, high, (edge.name, emblem, colour), edge.role, sizes, inks, STONE)
        _touch(p, edge, wide, high, "seat", "name", control)


def _distance(edge: LobbyEdge, beside: RimSpot) -> float:
    """Return how far its wonder stands from the middle of its stone, in units."""
    zone = edge.ring.zones[edge.number - 1]
    x, y = foot(edge.ring, zone.edge, zone.along)
    return hypot(beside.x - x, beside.y - y) / unit(edge.ring)


def _paint_wonder(p: Pen, edge: LobbyEdge, w: float, h: float) -> None:
    """Paint its wonder, or the shape of one that is not chosen yet."""
    world = World.complete(edge.info.wonder or "")
    if wonder_window.is_drawn(p, world):
        wonder_window.paint_wonder(p, world, 0, 0, w, h)
    elif edge.picture is not None:
        edge.picture(p, w, h)
    else:
        paint_unknown(p, w, h)


def paint_unknown(p: Pen, w: float, h: float) -> None:
    """Paint the dark outline of a wonder that nobody knows yet, in a box from its upper left corner."""
    steps = 4
    left = [(w * 0.42 * n / steps, h * (steps - 1 - n) / steps + h * 0.12) for n in range(steps)]
    flat: list[float] = [0, h]
    for n, (x, y) in enumerate(left):
        flat += (x, left[n - 1][1] if n else h, x, y)
    half = [*flat]
    for x, y in zip(half[-2::-2], half[-1::-2], strict=True):
        flat += (w - x, y)
    p.poly(*flat, fill="black", line="brass", width=2, opacity=0.85)
    p.text(w / 2, h * 0.62, "?", h * 0.44, "white", bold=STONE)


def _paint_note(p: Pen, edge: LobbyEdge, left: float, right: float, low: float) -> None:
    """Paint whether it goes first, or its person is away or far, above the lintel."""
    first = edge.w("goes first") if edge.first and edge.info.present else ""
    link = rows.state(edge.w, edge.info) if edge.info.far or not edge.info.present else ""
    if edge.info.by == "bot":
        link, first = bot_level_descriptions.level(edge.w, edge.info.bot or ""), ""
    size = p.legible(17)
    for words in (" · ".join(filter(None, (link, first))), link):  # the first that fits
        wide = p.text_width(words, size) + 20
        if words and wide <= right - left:
            p.rect(right - wide, low - size * 1.5, wide, size * 1.5, size * 0.75, "zone")
            p.text(right - wide / 2, low - size * 0.75, words, size, "soft")
            break


# ---- what lies in front of it --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WonderChoice:
    """The choice of a wonder: options with description and picture (*random* has none). `now`: the current one."""

    context: PanelContext
    seat: int
    title: str
    roles: tuple[tuple[Option, str, Picture | None], ...]
    now: str | None


def build_wonder_choice(scene: Scene, ring: Ring, seat: int) -> Element[WonderChoice] | None:
    """Build the choice of wonders that no other seat has."""
    table = scene.table
    if table.phase != "lobby" or not 0 < seat <= len(table.seats) or scene.model.info(seat).by == "free":
        return None
    w, info = scene.model.words(seat), scene.model.info(seat)
    them = [(slug, scene.model.game_words.identity(w, slug)) for slug in rows.available_wonders(table, seat)]
    row = rows.role(w, info, table.mode, them, seat in table.owing)
    roles = tuple(
        (option, scene.game.describe_role(scene.model, w, option.value), scene.game.picture(scene.model, option.value))
        if isinstance(option.value, str)
        else (option, "", None)
        for option in row.options
        if option.value or seat not in table.owing
    )
    name = scene.model.name(seat, w)
    title = w("{name}: which wonder?", name=name) if table.mode == "track" else f"{name}{w.colon}{row.words}"
    view = WonderChoice(panel_context(scene, ring, seat), seat, title, roles, info.wonder)
    return panel_element(scene, view, paint_choosing)


def paint_choosing(p: Pen, choice: WonderChoice, control: Controller) -> None:
    """Paint the options over the whole table, all on one page if possible, with descriptions if these fit."""
    at = table_frame(choice.context.ring, choice.context.edge)
    many, w, h = len(choice.roles), at.w - 2 * PAD, at.h - 2 * PAD - choice.context.ring.touch - BETWEEN
    ways = (MIN_DESCRIBED, PICTURED) if any(says for _, says, _ in choice.roles) else (PICTURED,)
    way, (wide, high) = next(
        ((way, (grid.w, grid.h)) for way in ways if (grid := _largest_grid(many, w, h, *way))), (PICTURED, PICTURED)
    )
    cells = [Cell(partial(_paint_role, control, choice, way == MIN_DESCRIBED, *role)) for role in choice.roles]
    content = CellList(cells, (wide - 0.1, high - 0.1), centred=True)
    panel(p, control, choice.context.on_ground(FELT), at, choice.title, content, close=closing(control))


def _largest_grid(many: int, w: float, h: float, least_w: float, least_h: float) -> Grid | None:
    """Return the grid of that many options that are as large as possible, or None if they would be too small."""
    grids = (fill_grid(many, across, w, h, BETWEEN) for across in range(1, many + 1))
    fits = [cells for cells in grids if cells.w >= least_w and cells.h >= least_h]
    return max(fits, key=lambda cells: (min(cells.w / least_w, cells.h / least_h), cells.w), default=None)


def _paint_role(
    control: Controller, choice: WonderChoice, said: bool, role: Option, says: str, picture: Picture | None, p: Pen,
    w: float, h: float,
) -> None:  # fmt: skip
    """Paint an option: picture, name, and the description if there is room."""
    slug, name, on = role.value, capital(role.words), role.value == choice.now
    called = [capital(each.words) for each, _, _ in choice.roles]
    tap, key = partial(_choose_wonder, control, choice.seat, slug), f"wonder {slug or 'by chance'}"
    button(p, 0, 0, w, h, "" if picture else name, key, tap, on=on, size=28)
    if picture is None:
        return
    if said:
        side, size = min(h - 12, w * PICTURE_WIDTH), p.legible(28)
        with p.at(6, 6):
            wonder_window.paint_window(p, str(slug), picture, side, h - 12, 14)
        left, room, head = side + 18, w - side - 28, min(2.4 * size, h * 0.34)
        bold = name_fitting.face(p, called, size, room, head)
        p.prose(left, 6, name, size / p.grown, room, head, "text", bold=bold, middle=True)
        p.prose(left, head + 8, says, p.legible(26) / p.grown, room, h - head - 14, "soft")
        return
    high, size = h * 0.34, p.legible(24)
    high = min(high, 3 * size)
    with p.at(6, 6):
        wonder_window.paint_window(p, str(slug), picture, w - 12, h - high - 12, 14)
    bold = name_fitting.face(p, called, size, w - 16, high)
    p.prose(8, h - high - 2, name, size / p.grown, w - 16, high, "text", "middle", bold=bold, middle=True)


def _choose_wonder(control: Controller, seat: int, slug: object) -> None:
    control.open_panel("")
    set_seat(control, seat, wonder=slug)
