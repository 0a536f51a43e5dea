"""Drawing without a pause: old drawings are still released, and words share few textures.

Run in a process of its own (test_busy.py), because it counts all living drawings of the process.
"""

import gc

import pytest
from kivy.clock import Clock
from kivy.graphics import Mesh

from app.screen.paint import idle_memory
from app.screen.paint.element import Element
from app.screen.paint.text_drawing import words
from app.screen.surface import SPARE_TEXTURES, Surface
from tests.app.screen import SIZE, finger, stage
from tests.app.screen.finger import drawn, frames

PAINTED = 12  # times that each element looks different
TEXTURE = 12  # words so large that they fill a texture


def write_lines(pen, view, _):
    for n, text in enumerate(view):
        pen.text(10, 40 * n, text, 150)


class Table(Surface):
    """A surface whose elements consist of words only."""

    def __init__(self):
        self.elements_now = []
        super().__init__(lambda: [*self.elements_now], stage.Room().control, size=SIZE)

    def show(self, *said):
        self.elements_now = [Element(f"element {n}", view, write_lines) for n, view in enumerate(said)]
        self.update()
        frames(1)


@pytest.fixture
def table(monkeypatch):
    monkeypatch.setattr(idle_memory, "RELEASE_SECONDS", 1e6)  # it never comes to that
    monkeypatch.setattr(idle_memory, "BUSY_SECONDS", 0.0)
    monkeypatch.setattr(idle_memory, "_give_memory_back", lambda: None)  # nobody looks at what the machine has
    gc.collect()
    gc.disable()  # as between two runs of the collector, of which it knows nothing
    with drawn():
        shown = Table()
        finger.Window.add_widget(shown)
        frames(2)
        yield shown
        finger.Window.remove_widget(shown)
        shown.static_layer.idle.cancel()
    gc.enable()


def meshes():
    return sum(type(each) is Mesh for each in gc.get_objects())


def test_old_drawings_are_released_while_the_screen_never_rests(table):
    before = meshes()
    most = 0
    for n in range(PAINTED):
        table.show((f"a {n}",), (f"b {n}",))
        most = max(most, meshes() - before)
    assert table.painted >= 2 * PAINTED
    retries = table.static_layer.idle._retries
    state = table.motion.is_still, retries, gc.isenabled(), finger.Window.on_draw, Clock.get_events()[:9]
    assert most < PAINTED / 2, state


def test_words_lie_on_few_textures_whenever_they_were_painted(table):
    before, shown = words().older, [("nothing",)] * 5
    for n in range(5):
        shown[n] = tuple(f"{n} fills {word}" for word in range(TEXTURE))
        table.show(*shown)
        shown[n] = (f"only {n}",)
        table.show(*shown)
    frames(4)
    most = before + 1 + SPARE_TEXTURES + 1  # what the words need, what may stay, and one that is filled meanwhile
    assert words().older <= most < before + 5, "each element holds the texture of its time"
