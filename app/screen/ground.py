"""What lies still on the screen, kept as one picture: it is drawn again only where it has changed.

While a card flies, a frame is that picture and the card, not every triangle of the table.
"""

from collections.abc import Sequence
from math import ceil, floor
from typing import Any, Final

from kivy.graphics import Callback, ClearBuffers, ClearColor, Color, Fbo, InstructionGroup, Rectangle
from kivy.graphics.scissor_instructions import ScissorPop, ScissorPush

from app.screen.mesh_group import Bounds, MeshGroup, paper
from app.screen.theme import ink

NEAREST: Final = "nearest"  # each pixel of the picture is one of the screen
Lying = tuple[InstructionGroup, MeshGroup]  # a slot, and what is painted in it


class Ground:
    """`canvas` shows the picture. Nothing in it moves: what does is taken out while it lasts."""

    def __init__(self, size: Sequence[float]) -> None:
        self.canvas = InstructionGroup()
        self._kept = Fbo(size=_whole(size))
        self._paper = paper()
        self._kept.add(self._paper)
        self._kept.add_reload_observer(lambda _: self.lay_anew())
        self._shown = Rectangle()
        for step in (self._kept, Color(1, 1, 1, 1), self._shown):
            self.canvas.add(step)
        self._lying: list[Lying] = []
        self._changed: list[Bounds] = []  # what has changed since the picture was drawn
        self.resize(size)

    def resize(self, size: Sequence[float]) -> None:
        """The screen is so many pixels large."""
        self._kept.size = self._shown.size = _whole(size)
        self._shown.texture = self._kept.texture
        self._shown.texture.mag_filter = self._shown.texture.min_filter = NEAREST
        self.lay_anew()

    def lay(self, lying: list[Lying]) -> None:
        """These lie there now, from the lowest up."""
        before, now = ({id(mesh): mesh for _, mesh in each} for each in (self._lying, lying))
        if [*before] == [*now]:
            return
        self._lying = lying
        if [mesh for mesh in before if mesh in now] != [mesh for mesh in now if mesh in before]:
            self.lay_anew()
            return
        changed = [before[mesh].bounds for mesh in before.keys() - now.keys()]
        self._draw(changed + [now[mesh].bounds for mesh in now.keys() - before.keys()])

    def lay_anew(self) -> None:
        """Draw all of it again."""
        width, height = self._kept.size
        self._draw([(0.0, 0.0, float(width), float(height))])

    def _draw(self, changed: list[Bounds]) -> None:
        """Have these parts drawn before the next frame, and what else has changed since the last one."""
        for bounds in changed:
            self._changed = _with(self._changed, bounds)
        self._paper.clear()
        width, height = self._kept.size
        for left, bottom, right, top in self._changed:
            x, y = max(0, floor(left)), max(0, floor(bottom))
            w, h = min(width, ceil(right)) - x, min(height, ceil(top)) - y
            if w <= 0 or h <= 0:
                continue
            part = InstructionGroup()  # Kivy takes only one of what lies in a group twice out of it again
            part.add(ScissorPush(x=x, y=y, width=w, height=h))
            part.add(ClearColor(*ink("table")))
            part.add(ClearBuffers())
            for slot, mesh in self._lying:
                if meet(mesh.bounds, (left, bottom, right, top)):
                    part.add(slot)
            part.add(ScissorPop())
            self._paper.add(part)
        self._paper.add(Callback(self._drawn))

    def _drawn(self, _: Any) -> None:  # Kivy ships no types
        self._changed = []


def meet(one: Bounds, other: Bounds) -> bool:
    """Whether two rectangles lie over one another."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _with(parts: list[Bounds], part: Bounds) -> list[Bounds]:
    """One more; those that meet it become one with it, so that no two meet."""
    while joined := [other for other in parts if meet(other, part)]:
        lefts, bottoms, rights, tops = zip(part, *joined, strict=True)
        part = min(lefts), min(bottoms), max(rights), max(tops)
        parts = [other for other in parts if other not in joined]
    return [*parts, part]


def _whole(size: Sequence[float]) -> tuple[int, int]:
    return max(1, int(size[0])), max(1, int(size[1]))
