"""Pictures of a screen, drawn beside the window: of any size, and with a simulated clock."""

from kivy.graphics import ClearBuffers, ClearColor, Fbo
from PIL import Image

from app.screen.composition import compose
from app.screen.events import event_animations
from app.screen.surface import Surface
from tests.app.screen import finger  # first: it opens a window, and so the graphics


class Shown:
    """A room on a screen of this size in pixels, with the appearance of its table. Animations follow `now`."""

    def __init__(self, room, size):
        self.size, self.now, control = size, 0.0, room.control
        self.surface = Surface(lambda: compose(control.scene, *size), control, clock=self._clock, size=size)
        self.surface.motion._clock = self._clock
        control.repaint, control.finish_animations = self.surface.refresh, self.surface.motion.finish
        control.animate = lambda happened: event_animations.animate_events(control, self.surface, happened)
        if control.model.table is not None:
            now = control.model.table.settings
            self.surface.set_appearance(now.bright, now.large, now.plain_figures)
        self._drawn = Fbo(size=size)
        for step in (ClearColor(0, 0, 0, 1), ClearBuffers(), self.surface.canvas):
            self._drawn.add(step)

    def _clock(self):
        return self.now

    def draw(self):
        """Draw a frame of what is painted; its pixels as RGBA, the lowest row first."""
        self._drawn.draw()
        # Or the first test that draws for seconds looks for what many left behind.
        self.surface.static_layer.idle.cancel()
        return self._drawn.pixels

    def picture(self):
        """Return the current picture."""
        finger.frames()  # what has changed is painted, what moves is put where it is by now, what is gone is forgotten
        drawn = Image.frombytes("RGBA", self.size, self.draw())
        return drawn.convert("RGB").transpose(Image.Transpose.FLIP_TOP_BOTTOM)

    def texts(self):
        """List the words that are painted, including covered ones."""
        return [word.text for word in self.runs()]

    def runs(self):
        """List the words that are painted, each with its place and colour."""
        layers = [layer for mesh in self.surface.meshes.values() for layer in mesh.pen.layers]
        return [word for layer in layers for word in layer.words]

    def still(self):
        """Finish every animation, and return the picture."""
        finger.frames()
        self.surface.motion.finish()
        return self.picture()


def draw_still(room, size):
    """Return the picture of a room without animations."""
    return Shown(room, size).still()
