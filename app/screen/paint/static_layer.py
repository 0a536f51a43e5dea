"""The static layer: all elements that do not move, cached as one picture and redrawn only in dirty regions.

While a card flies, a frame is that picture and the card, not every triangle of the table. If much changes at once,
elements that only look different are drawn one frame later than those that come or go, so that a card starts sooner.
Each element is drawn whole: one that overlaps a change is drawn with it.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from math import ceil, floor
from typing import Any, Final, NamedTuple

from kivy.clock import Clock
from kivy.graphics import Callback, ClearBuffers, ClearColor, Color, Fbo, InstructionGroup, Rectangle
from kivy.graphics.opengl import GL_BLEND, glDisable, glEnable
from kivy.graphics.scissor_instructions import ScissorPop, ScissorPush

from app.screen.paint import idle_memory
from app.screen.paint.background import background
from app.screen.paint.dirty_regions import Bounds, bounding_box, intersection, meet, merge, subtract_holes
from app.screen.paint.idle_memory import IdleRelease
from app.screen.paint.mesh_group import MeshGroup, mesh_canvas
from app.screen.paint.theme import ink

SMALL_PART: Final = 0.25  # of the picture: so little is always drawn in one frame
TRIANGLE_PX: Final = 40  # pixels whose drawing takes about as long as one triangle, with software GL
REGION_TRIANGLES: Final = 500  # of the background, and what clearing a region takes
NEAREST: Final = "nearest"  # texture filter: each pixel of the picture is one of the screen


class StaticItem(NamedTuple):
    """A slot, the mesh in it, and the holes in which it is drawn above something that moves instead.

    Holes of different items are equal or do not overlap.
    """

    slot: InstructionGroup
    mesh: MeshGroup
    holes: tuple[Bounds, ...] = ()


def dismantle(groups: Sequence[InstructionGroup]) -> None:
    """Take groups of slots apart: instructions refer to their group, and would wait for the garbage collector."""
    for group in groups:
        for step in [each for each in group.children if not isinstance(each, InstructionGroup) or each in groups]:
            group.remove(step)


def clip_slot(box: Bounds, slot: InstructionGroup) -> InstructionGroup:
    """Return a slot clipped to a rectangle."""
    left, bottom, right, top = (round(side) for side in box)
    found = InstructionGroup()
    for step in (ScissorPush(x=left, y=bottom, width=right - left, height=top - bottom), slot, ScissorPop()):
        found.add(step)
    return found


class StaticLayer:
    """The cached picture of everything that does not move, shown by `canvas`.

    `is_still` returns True if nothing moves: then `idle` may release memory.
    """

    def __init__(self, size: Sequence[float], is_still: Callable[[], bool] = lambda: True) -> None:
        self.canvas = InstructionGroup()
        self._picture = Fbo(size=_pixel_size(size))
        self._picture_canvas = mesh_canvas()
        self._picture.add(self._picture_canvas)
        self._picture.add_reload_observer(lambda _: self.redraw())
        self._sprite = Rectangle()  # shows the picture
        # The picture is opaque: without blending a software renderer needs a sixth less time.
        opaque, blended = Callback(lambda _: glDisable(GL_BLEND)), Callback(lambda _: glEnable(GL_BLEND))
        for step in (self._picture, Color(1, 1, 1, 1), opaque, self._sprite, blended):
            self.canvas.add(step)
        self._drawn: list[InstructionGroup] = []  # one for each region of the newest drawing, and clipped slots in them
        self._items: list[StaticItem] = []
        self._dirty: list[Bounds] = []  # regions to draw before the next frame
        self._later: list[list[Bounds]] = []  # regions by element, for the frame after the next
        self.bright = False  # which theme
        self.plain = False  # plain figures, on no stone
        self._draw_later = Clock.create_trigger(lambda _: self._draw([]))
        self.idle = IdleRelease(is_still)
        self._background: InstructionGroup | None = None
        self._background_key: tuple[int, int, bool, bool] | None = None  # its width, height, bright, plain
        self.resize(size)

    def resize(self, size: Sequence[float]) -> None:
        """Resize the picture to the screen, in pixels, and redraw it."""
        self._picture.size = self._sprite.size = _pixel_size(size)
        self._sprite.texture = self._picture.texture
        self._sprite.texture.mag_filter = self._sprite.texture.min_filter = NEAREST
        self.redraw()

    def show_items(self, items: list[StaticItem]) -> None:
        """Show these items from now on, from the lowest up; redraw what differs."""
        before, now = ({id(one.slot): one for one in each} for each in (self._items, items))
        old, self._items = self._items, items  # keeps the old slots alive, as their ids must not be reused
        if before == now:
            return
        if [slot for slot in before if slot in now] != [slot for slot in now if slot in before]:
            self.redraw()
            return
        changed = [{**before, **now}[slot].mesh.bounds for slot in before.keys() ^ now.keys()]
        later: list[list[Bounds]] = []
        for slot in before.keys() & now.keys():
            if now[slot].mesh is not before[slot].mesh:
                boxes = now[slot].mesh.dirty_boxes(before[slot].mesh)
                if now[slot].holes:  # the part in a hole is redrawn in each frame anyway
                    changed += boxes
                else:
                    later.append(boxes)
            if now[slot].holes != before[slot].holes:
                changed += (*before[slot].holes, *now[slot].holes)
        self._draw(changed, later)
        del old

    def redraw(self) -> None:
        """Redraw the whole picture."""
        width, height = self._picture.size
        key = (width, height, self.bright, self.plain)
        if key != self._background_key:
            self._background_key = key
            self._background = None if self.plain else background(width, height, self.bright)
        self._draw([(0.0, 0.0, float(width), float(height))])

    def _draw(self, changed: list[Bounds], later: Sequence[list[Bounds]] = ()) -> None:
        """Draw dirty regions before the next frame, those of elements that look different (`later`) in the frame after.

        Called again once they are drawn, if some are left.
        """
        self._schedule_regions(changed, later)
        self._picture_canvas.clear()
        dismantle(self._drawn)
        self._drawn = []
        cleared = self._cleared_holes()
        passes: list[tuple[Bounds, Bounds | None]] = [(region, None) for region in self._dirty]
        passes += [
            (intersection(hole, region), hole) for region in self._dirty for hole in cleared if meet(region, hole)
        ]
        for bounds, hole in passes:
            self._draw_region(bounds, hole, cleared)
        self._picture_canvas.add(Callback(self._on_drawn))

    def _schedule_regions(self, changed: list[Bounds], later: Sequence[list[Bounds]]) -> None:
        """Divide dirty regions between the next frame and the one after it.

        An element that overlaps a region of the next frame is drawn with it as a whole, or half of it would look old;
        so is everything if little changes.
        """
        width, height = self._picture.size
        now, waits = self._merge([*self._dirty, *changed]), [*self._later, *later]
        while overlapping := [parts for parts in waits if any(meet(part, box) for part in parts for box in now)]:
            now = self._merge([*now, *(part for parts in overlapping for part in parts)])
            waits = [parts for parts in waits if parts not in overlapping]
        waiting = [part for parts in waits for part in parts]
        if not now or _pixel_count([*now, *merge(waiting, width, height)]) <= SMALL_PART * width * height:
            now, waits = self._merge([*now, *waiting]), []
        self._dirty, self._later = now, waits

    def _draw_region(self, bounds: Bounds, hole: Bounds | None, cleared: set[Bounds]) -> None:
        """Draw a region of the picture; that of a cleared hole without the items above it."""
        left, bottom, right, top = (round(side) for side in bounds)
        region = InstructionGroup()  # Kivy removes only one of two equal children of a group
        idle_memory.wait_for_mesa(region)
        region.add(ScissorPush(x=left, y=bottom, width=right - left, height=top - bottom))
        region.add(ClearColor(*ink("table", self.bright, self.plain)))
        region.add(ClearBuffers())
        if self._background is not None:
            region.add(self._background)
        for slot, mesh, holes in self._items:
            if hole in holes or not meet(mesh.bounds, bounds):
                continue
            shown = intersection(_round_outwards(mesh.bounds), bounds)
            for rest in subtract_holes(shown, holes) and subtract_holes(shown, {*holes} - cleared):
                if rest == shown:
                    region.add(slot)
                else:
                    self._drawn.append(clip_slot(rest, slot))
                    region.add(self._drawn[-1])
            idle_memory.wait_for_mesa(region)
        region.add(ScissorPop())
        self._drawn.append(region)
        self._picture_canvas.add(region)

    def _cleared_holes(self) -> set[Bounds]:
        """Return the holes that are cheaper to clear, and to draw again without the items above, than to leave out.

        Left out, an item with holes is drawn in up to four rectangles round each, with all of its triangles.
        """
        found = set[Bounds]()
        for hole in {hole for each in self._items for hole in each.holes}:
            here = [each for each in self._items if meet(each.mesh.bounds, hole)]
            above, below = (
                sum(each.mesh.triangles for each in here if (hole in each.holes) is has) for has in (True, False)
            )
            if below + REGION_TRIANGLES < 2 * above:
                found.add(hole)
        return found

    def _merge(self, parts: Sequence[Bounds]) -> list[Bounds]:
        """Merge dirty regions as long as that is cheaper: an element is drawn once for each region that it meets."""
        few = merge(parts, *self._picture.size)
        meshes = [(each.mesh.bounds, each.mesh.triangles) for each in self._items] if len(few) > 1 else []

        @cache
        def cost(part: Bounds) -> float:
            triangles = REGION_TRIANGLES + sum(many for bounds, many in meshes if meet(bounds, part))
            return _pixel_count([part]) + TRIANGLE_PX * triangles

        while len(few) > 1:
            pairs = ((one, other, bounding_box((one, other))) for one, other in combinations(few, 2))
            saved, best = max((cost(one) + cost(other) - cost(both), (one, other, both)) for one, other, both in pairs)
            if saved <= 0:
                break
            few = [*(part for part in few if part not in best), best[2]]
        if len(few) > 1 and cost(bounding_box(few)) <= sum(map(cost, few)):
            few = [bounding_box(few)]
        within = ([intersection(part, region) for part in parts if meet(part, region)] for region in few)
        return [_round_outwards(bounding_box(each)) for each in within]

    def _on_drawn(self, _: Any) -> None:  # Kivy ships no types
        later = [part for parts in self._later for part in parts]
        self._dirty, self._later = merge(later, *self._picture.size), []
        if self._dirty:
            self._draw_later()
        self.idle.restart()


def _round_outwards(box: Bounds) -> Bounds:
    left, bottom, right, top = box
    return floor(left), floor(bottom), ceil(right), ceil(top)


def _pixel_count(parts: Sequence[Bounds]) -> float:
    return sum((right - left) * (top - bottom) for left, bottom, right, top in parts)


def _pixel_size(size: Sequence[float]) -> tuple[int, int]:
    return max(1, int(size[0])), max(1, int(size[1]))
