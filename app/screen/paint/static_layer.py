"""What lies still on the screen, and the stone below it, kept as one picture: drawn again only where it has changed.

While a card flies, a frame is that picture and the card, not every triangle of the table. Where much has changed at
once, elements that only look different are drawn one frame after what has come or gone, so that a card is on its way
sooner. Each element is drawn whole: one that overlaps what has come or gone is drawn together with that.
"""

from collections.abc import Callable, Sequence
from math import ceil, floor
from typing import Any, Final, NamedTuple

from kivy.clock import Clock
from kivy.graphics import Callback, ClearBuffers, ClearColor, Color, Fbo, InstructionGroup, Rectangle
from kivy.graphics.opengl import GL_BLEND, glDisable, glEnable
from kivy.graphics.scissor_instructions import ScissorPop, ScissorPush

from app.screen.paint.background import slab
from app.screen.paint.dirty_regions import Bounds, common, joined, meet, without
from app.screen.paint.idle_memory import BUSY, LOOKS, REST, SOON, let_go
from app.screen.paint.mesh_group import MeshGroup, paper
from app.screen.paint.theme import ink
from engine.memoize import IDLE_SECONDS

LITTLE: Final = 0.25  # of the picture: so much is drawn in one frame, whatever it is
NEAREST: Final = "nearest"  # each pixel of the picture is one of the screen


class PutDown(NamedTuple):
    """A slot, what is painted in it, and where that is left out: there it is drawn over something that moves."""

    slot: InstructionGroup
    mesh: MeshGroup
    holes: tuple[Bounds, ...] = ()


def cut_to(box: Bounds, slot: InstructionGroup) -> InstructionGroup:
    """What of a slot lies in a rectangle."""
    left, bottom, right, top = (round(side) for side in box)
    found = InstructionGroup()
    for step in (ScissorPush(x=left, y=bottom, width=right - left, height=top - bottom), slot, ScissorPop()):
        found.add(step)
    return found


class GroundPicture:
    """`canvas` shows the picture. Nothing in it moves: what does is taken out while it lasts. `still`: nothing does."""

    def __init__(self, size: Sequence[float], still: Callable[[], bool] = lambda: True) -> None:
        self.canvas = InstructionGroup()
        self._kept = Fbo(size=_whole(size))
        self._paper = paper()
        self._kept.add(self._paper)
        self._kept.add_reload_observer(lambda _: self.lay_anew())
        self._shown = Rectangle()
        # All of it is opaque: with nothing blended, software shows it in a sixth less time.
        as_it_is, blended = Callback(lambda _: glDisable(GL_BLEND)), Callback(lambda _: glEnable(GL_BLEND))
        for step in (self._kept, Color(1, 1, 1, 1), as_it_is, self._shown, blended):
            self.canvas.add(step)
        self._lying: list[PutDown] = []
        self._changed: list[Bounds] = []  # what has changed since the picture was drawn,
        self._later: list[list[Bounds]] = []  # by element, what of that is drawn in the frame after the next one
        self.bright = False  # which theme
        self.plain = False  # plain figures, on no stone
        self._go_on = Clock.create_trigger(lambda _: self._draw([]))
        self._still = still
        self._looked = 0  # how often something flew when it was to go
        self.rested: Callable[[], None] = lambda: None  # what was painted before has gone
        self._rest = Clock.create_trigger(lambda _: self._let_go(), REST)
        self.left_alone: Callable[[], None] = lambda: None  # so long that nobody is about to play on
        self._alone = Clock.create_trigger(lambda _: self.left_alone(), IDLE_SECONDS)
        self._busy = Clock.create_trigger(lambda _: self._look(), BUSY)
        self._soon = Clock.create_trigger(lambda _: self._look(), SOON)
        self._slab: InstructionGroup | None = None
        self._looks: tuple[int, int, bool, bool] | None = None  # for which size, light and figures it is
        self.resize(size)

    def resize(self, size: Sequence[float]) -> None:
        """The screen is so many pixels large."""
        self._kept.size = self._shown.size = _whole(size)
        self._shown.texture = self._kept.texture
        self._shown.texture.mag_filter = self._shown.texture.min_filter = NEAREST
        self.lay_anew()

    def lay(self, lying: list[PutDown]) -> None:
        """These lie there now, from the lowest up."""
        before, now = ({id(it.slot): it for it in each} for each in (self._lying, lying))
        kept, self._lying = self._lying, lying  # or other slots might have the same numbers
        if before == now:
            return
        if [slot for slot in before if slot in now] != [slot for slot in now if slot in before]:
            self.lay_anew()
            return
        changed = [{**before, **now}[slot].mesh.bounds for slot in before.keys() ^ now.keys()]
        later: list[list[Bounds]] = []
        for slot in before.keys() & now.keys():
            if now[slot].mesh is not before[slot].mesh:
                looks = now[slot].mesh.changed(before[slot].mesh)
                if now[slot].holes:  # of which the rest is drawn in each frame: at once
                    changed += looks
                else:
                    later.append(looks)
            if now[slot].holes != before[slot].holes:
                changed += (*before[slot].holes, *now[slot].holes)
        self._draw(changed, later)
        del kept

    def lay_anew(self) -> None:
        """Draw all of it again."""
        width, height = self._kept.size
        looks = (width, height, self.bright, self.plain)
        if looks != self._looks:
            self._slab, self._looks = None if self.plain else slab(width, height, self.bright), looks
        self._draw([(0.0, 0.0, float(width), float(height))])

    def _draw(self, changed: list[Bounds], later: Sequence[list[Bounds]] = ()) -> None:
        """Draw these parts before the next frame, and elements that look different (`later`) in the frame after it.

        An element of which a part would be drawn before the next frame is drawn then as a whole, and everything is
        where it covers little of the screen.
        """
        width, height = self._kept.size
        changed, waits = joined([*self._changed, *changed], width, height), [*self._later, *later]
        while cut := [parts for parts in waits if any(meet(part, box) for part in parts for box in changed)]:
            changed = joined([*changed, *(part for parts in cut for part in parts)], width, height)
            waits = [parts for parts in waits if parts not in cut]
        apart = [part for parts in waits for part in parts]
        if not changed or _covered([*changed, *joined(apart, width, height)]) <= LITTLE * width * height:
            changed, waits = joined([*changed, *apart], width, height), []
        self._changed, self._later = changed, waits
        self._paper.clear()
        for bounds in self._changed:
            left, bottom, right, top = (round(side) for side in bounds)
            part = InstructionGroup()  # Kivy takes only one of what lies in a group twice out of it again
            part.add(ScissorPush(x=left, y=bottom, width=right - left, height=top - bottom))
            part.add(ClearColor(*ink("table", self.bright, self.plain)))
            part.add(ClearBuffers())
            if self._slab is not None:
                part.add(self._slab)
            for slot, mesh, holes in self._lying:
                if meet(mesh.bounds, bounds):
                    shown = common(_around(mesh.bounds), bounds)
                    for rest in without(shown, holes):
                        part.add(slot if rest == shown else cut_to(rest, slot))
            part.add(ScissorPop())
            self._paper.add(part)
        self._paper.add(Callback(self._drawn))

    def _drawn(self, _: Any) -> None:  # Kivy ships no types
        later = [part for parts in self._later for part in parts]
        self._changed, self._later = joined(later, *self._kept.size), []
        if self._changed:
            self._go_on()
        for waits in (self._rest, self._alone):
            waits.cancel()
            waits()
        self._busy()

    def _look(self) -> None:
        """Much has changed without a rest: what is needed no more goes, if it can be while nothing flies."""
        self._looked += 1
        if self._still() or self._looked > LOOKS:
            self._let_go()
        else:
            self._soon()

    def _let_go(self) -> None:
        self._looked = 0
        self._busy.cancel()
        self._soon.cancel()
        let_go()
        self.rested()

    def leave(self) -> None:
        """Nobody looks at it any more."""
        for waits in (self._rest, self._alone, self._busy, self._soon):
            waits.cancel()


def _around(box: Bounds) -> Bounds:
    """Whole pixels."""
    left, bottom, right, top = box
    return floor(left), floor(bottom), ceil(right), ceil(top)


def _covered(parts: Sequence[Bounds]) -> float:
    """How many pixels lie in these."""
    return sum((right - left) * (top - bottom) for left, bottom, right, top in parts)


def _whole(size: Sequence[float]) -> tuple[int, int]:
    return max(1, int(size[0])), max(1, int(size[1]))
