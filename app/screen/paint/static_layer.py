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
from app.screen.paint.idle_memory import BUSY_SECONDS, MAX_RETRIES, RELEASE_SECONDS, RETRY_SECONDS, release_unused
from app.screen.paint.mesh_group import MeshGroup, mesh_canvas
from app.screen.paint.theme import ink

IDLE_SECONDS: Final = 10.0  # without a change, after which caches of a finished game are cleared
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
    """The cached picture of everything that does not move, shown by `canvas`. `still` returns True if nothing moves."""

    def __init__(self, size: Sequence[float], still: Callable[[], bool] = lambda: True) -> None:
        self.canvas = InstructionGroup()
        self._kept = Fbo(size=_pixel_size(size))
        self._paper = mesh_canvas()
        self._kept.add(self._paper)
        self._kept.add_reload_observer(lambda _: self.redraw())
        self._shown = Rectangle()
        # The picture is opaque: without blending a software renderer needs a sixth less time.
        as_it_is, blended = Callback(lambda _: glDisable(GL_BLEND)), Callback(lambda _: glEnable(GL_BLEND))
        for step in (self._kept, Color(1, 1, 1, 1), as_it_is, self._shown, blended):
            self.canvas.add(step)
        self._parts: list[InstructionGroup] = []  # of the newest drawing
        self._lying: list[StaticItem] = []
        self._changed: list[Bounds] = []  # dirty regions,
        self._later: list[list[Bounds]] = []  # dirty regions by element, for the frame after the next
        self.bright = False  # which theme
        self.plain = False  # plain figures, on no stone
        self._go_on = Clock.create_trigger(lambda _: self._draw([]))
        self._still = still
        self._looked = 0  # how often memory was not released because something was flying
        self.on_released: Callable[[], None] = lambda: None  # called after memory was released
        self._rest = Clock.create_trigger(lambda _: self._release(), RELEASE_SECONDS)
        self.on_idle: Callable[[], None] = lambda: None  # called after a long time without a change
        self._alone = Clock.create_trigger(lambda _: self.on_idle(), IDLE_SECONDS)
        self._busy = Clock.create_trigger(lambda _: self._release_or_retry(), BUSY_SECONDS)
        self._soon = Clock.create_trigger(lambda _: self._release_or_retry(), RETRY_SECONDS)
        self._slab: InstructionGroup | None = None
        self._looks: tuple[int, int, bool, bool] | None = (
            None  # settings of the background: width, height, bright, plain
        )
        self.resize(size)

    def resize(self, size: Sequence[float]) -> None:
        """Resize the picture to the screen, in pixels, and redraw it."""
        self._kept.size = self._shown.size = _pixel_size(size)
        self._shown.texture = self._kept.texture
        self._shown.texture.mag_filter = self._shown.texture.min_filter = NEAREST
        self.redraw()

    def show_items(self, lying: list[StaticItem]) -> None:
        """Show these items from now on, from the lowest up; redraw what differs."""
        before, now = ({id(one.slot): one for one in each} for each in (self._lying, lying))
        kept, self._lying = self._lying, lying  # keeps the old slots alive, as their ids must not be reused
        if before == now:
            return
        if [slot for slot in before if slot in now] != [slot for slot in now if slot in before]:
            self.redraw()
            return
        changed = [{**before, **now}[slot].mesh.bounds for slot in before.keys() ^ now.keys()]
        later: list[list[Bounds]] = []
        for slot in before.keys() & now.keys():
            if now[slot].mesh is not before[slot].mesh:
                looks = now[slot].mesh.dirty_boxes(before[slot].mesh)
                if now[slot].holes:  # the part in a hole is redrawn in each frame anyway
                    changed += looks
                else:
                    later.append(looks)
            if now[slot].holes != before[slot].holes:
                changed += (*before[slot].holes, *now[slot].holes)
        self._draw(changed, later)
        del kept

    def redraw(self) -> None:
        """Redraw the whole picture."""
        width, height = self._kept.size
        looks = (width, height, self.bright, self.plain)
        if looks != self._looks:
            self._slab, self._looks = None if self.plain else background(width, height, self.bright), looks
        self._draw([(0.0, 0.0, float(width), float(height))])

    def _draw(self, changed: list[Bounds], later: Sequence[list[Bounds]] = ()) -> None:
        """Draw dirty regions before the next frame, and those of elements that look different (`later`) one frame after
        it.

        An element that overlaps a region of the next frame is drawn with it as a whole, or half of it would look old;
        so is everything if little changes.
        """
        width, height = self._kept.size
        now, waits = self._merge([*self._changed, *changed]), [*self._later, *later]
        while overlapping := [parts for parts in waits if any(meet(part, box) for part in parts for box in now)]:
            now = self._merge([*now, *(part for parts in overlapping for part in parts)])
            waits = [parts for parts in waits if parts not in overlapping]
        waiting = [part for parts in waits for part in parts]
        if not now or _pixel_count([*now, *merge(waiting, width, height)]) <= SMALL_PART * width * height:
            now, waits = self._merge([*now, *waiting]), []
        self._changed, self._later = now, waits
        self._paper.clear()
        dismantle(self._parts)
        self._parts = []
        cleared = self._cleared_holes()
        passes: list[tuple[Bounds, Bounds | None]] = [(part, None) for part in self._changed]
        passes += [(intersection(hole, part), hole) for part in self._changed for hole in cleared if meet(part, hole)]
        for bounds, hole in passes:
            left, bottom, right, top = (round(side) for side in bounds)
            part = InstructionGroup()  # Kivy removes only one of two equal children of a group
            idle_memory.wait_for_mesa(part)
            part.add(ScissorPush(x=left, y=bottom, width=right - left, height=top - bottom))
            part.add(ClearColor(*ink("table", self.bright, self.plain)))
            part.add(ClearBuffers())
            if self._slab is not None:
                part.add(self._slab)
            for slot, mesh, holes in self._lying:
                if hole not in holes and meet(mesh.bounds, bounds):
                    shown = intersection(_round_outwards(mesh.bounds), bounds)
                    beside = subtract_holes(shown, holes) and subtract_holes(shown, {*holes} - cleared)
                    for rest in beside:
                        if rest == shown:
                            part.add(slot)
                        else:
                            self._parts.append(clip_slot(rest, slot))
                            part.add(self._parts[-1])
                    idle_memory.wait_for_mesa(part)
            part.add(ScissorPop())
            self._parts.append(part)
            self._paper.add(part)
        self._paper.add(Callback(self._on_drawn))

    def _cleared_holes(self) -> set[Bounds]:
        """Return the holes that are cheaper to clear, and to draw again without the items above, than to leave out.

        Left out, an item with holes is drawn in up to four rectangles round each, with all of its triangles.
        """
        found = set[Bounds]()
        for hole in {hole for each in self._lying for hole in each.holes}:
            here = [each for each in self._lying if meet(each.mesh.bounds, hole)]
            above, below = (
                sum(each.mesh.triangles for each in here if (hole in each.holes) is has) for has in (True, False)
            )
            if below + REGION_TRIANGLES < 2 * above:
                found.add(hole)
        return found

    def _merge(self, parts: Sequence[Bounds]) -> list[Bounds]:
        """Merge dirty regions as long as that is cheaper: an element is drawn once for each region that it meets."""
        few = merge(parts, *self._kept.size)
        meshes = [(each.mesh.bounds, each.mesh.triangles) for each in self._lying] if len(few) > 1 else []

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
        self._changed, self._later = merge(later, *self._kept.size), []
        if self._changed:
            self._go_on()
        for waits in (self._rest, self._alone):
            waits.cancel()
            waits()
        self._busy()

    def _release_or_retry(self) -> None:
        """Release memory after many changes without a pause, unless something is flying; else retry soon."""
        self._looked += 1
        if self._still() or self._looked > MAX_RETRIES:
            self._release()
        else:
            self._soon()

    def _release(self) -> None:
        self._looked = 0
        self._busy.cancel()
        self._soon.cancel()
        release_unused()
        self.on_released()
        if not self._still():
            self._soon()

    def cancel_timers(self) -> None:
        """Cancel all timers: the layer is no longer shown."""
        for waits in (self._rest, self._alone, self._busy, self._soon):
            waits.cancel()


def _round_outwards(box: Bounds) -> Bounds:
    left, bottom, right, top = box
    return floor(left), floor(bottom), ceil(right), ceil(top)


def _pixel_count(parts: Sequence[Bounds]) -> float:
    return sum((right - left) * (top - bottom) for left, bottom, right, top in parts)


def _pixel_size(size: Sequence[float]) -> tuple[int, int]:
    return max(1, int(size[0])), max(1, int(size[1]))
