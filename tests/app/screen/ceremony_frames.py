"""Frames of a ceremony on a started screen, with a simulated clock, and the faults that a frame can have.

`FrameChecker` removes the flights from the picture: they may cover words, and the elements below are checked.
"""

import gc
from math import ceil, floor

import numpy as np

from app.screen.events import on_tick
from tests.app.screen import finger
from tests.app.screen.layout_faults import apart, inside, letters, near
from tests.app.screen.lettering import visible_words
from tests.app.screen.shown import Shown

DIFFERENT = 40  # of 255: what differs by less is the light or the shadow of something else
STRAY = 30  # pixels of an element that may differ, where soft edges of two parts of a picture meet
PATIENCE = 120.0  # seconds after which a ceremony that goes on is one without an end


class FrameChecker:
    """A room whose frames are checked; `faults` lists what was wrong with them."""

    def __init__(self, room, size, step):
        self.room, self.step, self.faults = room, step, []
        self.shown = Shown(room, size)
        self.surface = self.shown.surface
        self.surface.frame_canvas.remove(self.surface.flights)
        self.shown.still()
        self._lay = self._lying()
        self._page, self._said = None, []

    def do(self, act):
        """Call `act`, and check every frame until nothing moves and no change is due."""
        act()
        self._look()
        began = self.room.now
        while (again := on_tick.tick(self.room.control, self.room.now)) is not None or self._is_moving():
            assert self.room.now < began + PATIENCE, "it never rests"
            wait = self.step if self._is_moving() or again is None else max(self.step, again - self.room.now)
            self._pass(min(wait, 1.0))
            self._look()
        self._next_page(None)
        return self

    def close(self):
        """Release the surface and its frame buffers: tens of megabytes each."""
        self.surface.motion.finish()
        self.surface.static_layer.idle.cancel()
        self.surface.canvas.clear()
        self.surface = self.shown = None
        self._lay, self._said = {}, []
        gc.collect()

    def _pass(self, seconds):
        self.room.now += seconds
        self.shown.now += seconds

    def _is_moving(self):
        return not self.surface.motion.is_still

    def _look(self):
        """Compare the frames round a change. Frames in which things only move are not drawn."""
        on_tick.tick(self.room.control, self.room.now)
        before = self._drawn() if self.surface.refresh.is_triggered else None
        finger.frames()
        self._rises()
        was, lay = self._lay, self._lying()
        if lay == was:
            return
        assert before is not None, "the surface was painted without a request"
        frame = self._drawn()
        self._whole(before, frame, self._draw_settled(), was, lay)
        self._lay = lay
        self._check_words()
        self._next_page(self._signature())
        self._said.append((self.room.now, self._words()))

    def _rises(self):
        """Check that an element rises over itself, not over another page's element in its place."""
        there = {(each.key, each.paint) for each in self.surface.elements}
        self.faults += [
            f"{self._moment}: what rises over {rising.element.key} is drawn over another page"
            for rising in self.surface.motion._rising
            if (rising.element.key, rising.element.paint) not in there
        ]

    # ---- each element is drawn whole ----------------------------------------------------------------------

    def _drawn(self):
        """Draw the next frame; its pixels as bytes, the lowest row first."""
        wide, high = self.shown.size
        return np.frombuffer(self.shown.draw(), np.uint8).reshape(high, wide, 4)

    def _draw_settled(self):
        """Draw two more frames: of a large change the second draws what the first left out."""
        for _ in range(2):
            finger.frames()
            pixels = self._drawn()
        return pixels

    def _lying(self):
        return {key: mesh for key, mesh in self.surface.meshes.items()}

    def _whole(self, before, frame, after, was, lay):
        """Check the first frame: each element looks as before or as after, not half one and half the other."""
        wide, high = self.shown.size
        for key in was.keys() & lay.keys():
            if was[key] is lay[key]:
                continue
            part = np.zeros((high, wide), bool)
            for left, low, right, top in lay[key].dirty_boxes(was[key]):
                part[max(0, floor(low)) : max(0, ceil(top)), max(0, floor(left)) : max(0, ceil(right))] = True
            now = frame[part].astype(np.int16)
            strays = [
                int((np.abs(now - other[part])[:, :3].max(axis=1) > DIFFERENT).sum()) for other in (before, after)
            ]
            if min(strays) > STRAY:
                self.faults.append(f"{self._moment}: {key} is half of what it was: {strays} pixels")

    @property
    def _moment(self):
        return f"{self._signature()[0] or 'a frame'} at {self.room.now - 1000:.2f} s"

    # ---- no words lie on words ----------------------------------------------------------------------------

    def _words(self):
        return [
            (element.key, word.text, letters(word))
            for element in self.surface.elements
            for layer in self.surface.meshes[element.key].pen.layers
            for word in visible_words(layer)
        ]

    def _check_words(self):
        grounds = [
            (i, area.corners)
            for i, element in enumerate(self.surface.elements)
            for area in self.surface.meshes[element.key].hit_areas
            if area.rank == 0 and area.key.split()[-1] in ("ground", "plate", "away")
        ]
        order = {element.key: i for i, element in enumerate(self.surface.elements)}
        free = [
            found
            for found in self._words()
            if not any(i > order[found[0]] and all(inside(at, shape) for at in found[2]) for i, shape in grounds)
        ]
        self.faults += [
            f"{self._moment}: {text!r} of {key} lies on {other!r} of {its}"
            for (key, text, rect), (its, other, shape) in near(free)
            if not apart(rect, shape)
        ]

    # ---- nothing is said that the settled picture contradicts ------------------------------------------------

    def _signature(self):
        """Return the page's identity while it settles: its part of the end or opening, and its sides up."""
        control = self.room.control
        step, table = control.scene.ending, control.model.table
        sides = tuple((each.key, each.flips, each.angle) for each in self.surface.elements)
        return (
            getattr(step, "part", "") or (table.opening.step if table.opening else ""),
            step.counted if step is not None else 0,
            sides,
        )

    def _next_page(self, page):
        if page == self._page:
            return
        if self._said:
            _, settled = self._said[-1]
            for at, words in self._said[:-1]:
                self.faults += [
                    f"{at - 1000:.2f} s: {key} says {text!r}, and then {other!r}"
                    for key, text, rect in words
                    for its, other, shape in settled
                    if its == key and text != other and not counts(text, other) and not apart(rect, shape)
                ]
        self._page, self._said = page, []


def counts(text, other):
    """Return True if two texts differ only by the seconds that are left."""
    one, two = (["#" if word.isdecimal() else word for word in each.split()] for each in (text, other))
    return len(one) > 1 and one == two
