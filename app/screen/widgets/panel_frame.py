"""The place of a panel and whom it faces: its frame on the table, its edge, its language and its reader's hand."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from math import cos, radians, sin
from typing import Any, Final

from app.screen.paint.element import Element, View
from app.screen.paint.pen import Pen
from app.screen.paint.text_pen import PARCHMENT, SLAB, Material
from app.screen.state.ring_layout import Rect, Ring
from app.screen.state.scene import Scene
from app.screen.state.ui_state import Scroll
from app.text.translation import Words

PLATE_RADIUS = 276.0  # u, from the middle to what is beside its pointer
REACH: Final = 1500.0  # u, from an edge, as far as people reach
SHALLOW: Final = 0.6  # of its width, least depth of a panel of many things


@dataclass(frozen=True, slots=True)
class Frame:
    """Place of a panel: the corner far from the player and to the left, its angle, and its size in u.

    `spare`: the part of its height that is used only if its content needs it. `centred`: what is not used is left free
    on both sides, else on the far one.
    """

    x: float
    y: float
    angle: float
    w: float
    h: float
    spare: float = 0.0
    centred: bool = False

    def lower(self, u: float, by: float) -> "Frame":
        """Return the frame reduced by `by`; `u` in pixels."""
        turned, off = radians(self.angle), by / 2 if self.centred else by
        x, y = self.x - sin(turned) * off * u, self.y + cos(turned) * off * u
        return Frame(x, y, self.angle, self.w, self.h - by, self.spare - by, self.centred)

    def part(self, u: float, x: float, y: float, w: float, h: float) -> "Frame":
        """Return a part of the frame by its offset and size; `u` in pixels."""
        turn = radians(self.angle)
        dx, dy = (x * cos(turn) - y * sin(turn)) * u, (x * sin(turn) + y * cos(turn)) * u
        return Frame(self.x + dx, self.y + dy, self.angle, w, h)


@dataclass(frozen=True, slots=True)
class PanelContext:
    """Settings of a panel: the edge that it faces, its open page, the pending question, and the language.

    `seat`: at whose edge it lies, with pages of its own; 0: on the middle. `scrolls`: scroll positions by list name.
    `left`: mirrored for a left hand, with buttons at the other side. `over`: no game is running, so it may cover seats.
    `ground`: its material, felt for things to choose, a slab at a seat's edge.
    """

    ring: Ring
    edge: int
    page: int
    sure: str
    w: Words
    seat: int = 0
    scrolls: Mapping[str, Scroll] = field(default_factory=dict)
    left: bool = False
    ground: Material = PARCHMENT
    over: bool = False

    def on_ground(self, ground: Material) -> "PanelContext":
        """Return the context of a panel of this material."""
        return replace(self, ground=ground)

    def side(self, x: float, w: float, room: float) -> float:
        """Return the x of a thing `w` wide that is at `x` for a right hand, in a room of this width."""
        return at_hand(self.left, x, w, room)


def at_hand(left: bool, x: float, w: float, room: float) -> float:
    """Return `x`, mirrored in a room of this width if `left`, for a thing `w` wide."""
    return room - x - w if left else x


def panel_context(scene: Scene, ring: Ring, seat: int = 0) -> PanelContext:
    """Return the context of the opened panel, in a seat's language and for its hand; 0: the table's.

    A seat's keyboard is a slab, as its stone is; its forms have things on felt.
    """
    made = _make_context(scene, ring, scene.ui.edge, scene.model.words(seat), scene.ui.sure, seat)
    return made.on_ground(SLAB) if seat else made


def panel_element(scene: Scene, view: View, paint: Callable[[Pen, View, Any], None]) -> Element[View]:
    """Return the element of the open panel: a view and its painter. Each panel has a key of its own."""
    return Element(f"panel {scene.ui.panel}", view, paint)


def context_facing(scene: Scene, ring: Ring, edge: int, w: Words, sure: str = "", seat: int = 0) -> PanelContext:
    """Return the context of a panel on the middle that faces an edge; for a seat's hand, or (0) for all at that edge.

    If the owner set one edge that everything faces, it is that one.
    """
    return _make_context(scene, ring, scene.faced_edge(edge), w, sure, seat)


def _make_context(scene: Scene, ring: Ring, edge: int, w: Words, sure: str, seat: int) -> PanelContext:
    scrolls, left = scene.ui.scrolls.get(0, {}), _is_left_handed(scene, ring, edge, seat)
    over = scene.model.table is None or scene.model.table.phase != "game"
    return PanelContext(ring, edge, scene.ui.page, sure, w, scrolls=scrolls, left=left, over=over)


def _is_left_handed(scene: Scene, ring: Ring, edge: int, seat: int) -> bool:
    """Check whether a seat, or (0) everybody at an edge, is left-handed."""
    seats = scene.model.table.seats if scene.model.table else ()
    there = [info for info, zone in zip(seats, ring.zones, strict=False) if zone.edge == edge]
    near = [info for info in seats if info.seat == seat] if seat else [info for info in there if info.person]
    return bool(near) and all(info.left for info in near)


def at_seat(scene: Scene, ring: Ring, seat: int) -> PanelContext:
    """Return the context of a panel that one seat reads and pages, at its own edge and in its own language."""
    page, scrolls = scene.ui.pages.get(seat, 0), scene.ui.scrolls.get(seat, {})
    left = scene.model.info(seat).left
    return PanelContext(ring, ring.zones[seat - 1].edge, page, "", scene.model.words(seat), seat, scrolls, left, SLAB)


def place(ring: Ring, edge: int, most_w: float = 1300, most_h: float = 1100) -> Frame:
    """Return a frame on the middle as seen from an edge, at most this large, with its near side at the hand."""
    u, inner = ring.u, ring.inner
    return _place_near(
        ring, Rect(inner.x - 6 * u, inner.y - 6 * u, inner.w + 12 * u, inner.h + 12 * u), edge, most_w, most_h
    )


def place_of_many(ring: Ring, edge: int, most_w: float = 1300, most_h: float = 1100) -> Frame:
    """Return a frame for many things: deeper where the middle is narrower than asked for; few things use less of it."""
    usual = place(ring, edge, most_w, most_h)
    at = place(ring, edge, most_w, min(most_h * max(1.0, most_w / usual.w), max(most_h, REACH)))
    return replace(at, spare=at.h - min(usual.h, at.w * SHALLOW))


def at_edge(ring: Ring, edge: int, most_w: float, most_h: float) -> Frame:
    """Return a frame of this size at somebody's edge, over anything that lies there."""
    return _place_near(ring, Rect(0, 0, ring.width, ring.height), edge, most_w, most_h)


def _place_near(ring: Ring, rect: Rect, edge: int, most_w: float, most_h: float) -> Frame:
    u = ring.u
    across, deep = (rect.w, rect.h) if edge % 2 == 0 else (rect.h, rect.w)
    w, h = min(across / u, most_w), min(deep / u, most_h)
    cx, cy = rect.centre
    near = (deep / u - h) / 2 * u  # the panel's centre lies this much nearer to the hand
    dx, dy = ((0.0, near), (-near, 0.0), (0.0, -near), (near, 0.0))[edge]
    half_w, half_h = w * u / 2, h * u / 2
    corner = ((-half_w, -half_h), (half_h, -half_w), (half_w, half_h), (-half_h, half_w))[edge]
    return Frame(cx + dx + corner[0], cy + dy + corner[1], edge * 90.0, w, h)


def table_frame(ring: Ring, edge: int) -> Frame:
    """Return a frame of the whole table as seen from an edge."""
    right, low = float(ring.width), float(ring.height)
    corner = ((0.0, 0.0), (right, 0.0), (right, low), (0.0, low))[edge]
    w, h = (low, right) if edge % 2 else (right, low)
    return Frame(*corner, edge * 90.0, w / ring.u, h / ring.u)


def frame_beside_plate(ring: Ring, edge: int) -> Frame:
    """Return a frame of that part of the middle where discards and buttons lie, as seen from an edge."""
    u, inner = ring.u, ring.inner
    x, y = inner.centre
    if ring.upright:
        disc = PLATE_RADIUS * ring.large
        w, h = min(inner.w / u - 8, 690.0), inner.h / u / 2 - disc - 4
        y += (disc + h / 2) * u
    else:
        w, h = min(inner.w / u / 2 - PLATE_RADIUS - 4, 420.0), min(inner.h / u - 8, 460.0)
        x += (PLATE_RADIUS + w / 2) * u
    half_w, half_h = w * u / 2, h * u / 2
    dx, dy = ((-half_w, -half_h), (half_w, -half_h), (half_w, half_h), (-half_w, half_h))[edge]
    return Frame(x + dx, y + dy, edge * 90.0, *((w, h) if edge % 2 == 0 else (h, w)))
