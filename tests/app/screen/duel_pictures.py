"""Every state of Duel on the screen, and its lobby, as pictures: `python …/duel_pictures.py FOLDER 1280x720 [short]`.

`short`: the seats sit at the short edges. To be looked at beside the mock-ups.
"""

import sys
from pathlib import Path

import stage  # first: it sets the surroundings up

from app.screen.start import prepare

OUT, SIZE = Path(sys.argv[1]), tuple(map(int, sys.argv[2].split("x")))
prepare(Path(stage.os.environ["KIVY_HOME"]), kiosk=False, size=SIZE)

import duel_states  # noqa: E402  # only now
import duels  # noqa: E402  # only now
from kivy.app import App  # noqa: E402  # only now
from kivy.base import EventLoop  # noqa: E402  # only now
from kivy.core.window import Window  # noqa: E402  # only now
from kivy.uix.widget import Widget  # noqa: E402  # only now

from app.screen.compose import compose  # noqa: E402  # only now
from app.screen.surface import Surface  # noqa: E402  # only now


class Shown(App):
    """One surface after the other."""

    def build(self):
        return Widget()

    def show(self, room, file):
        surface = Surface(lambda: compose(room.control.scene, *SIZE), room.control, size=SIZE)
        Window.children[:] = []
        Window.canvas.clear()
        Window.add_widget(surface)
        for _ in range(3):
            EventLoop.idle()
        surface.motion.finish()
        for _ in range(3):
            EventLoop.idle()
        Path(Window.screenshot(name=str(file))).rename(file)


def main():
    OUT.mkdir(exist_ok=True)
    shown = Shown()
    shown._run_prepare()
    lobby = duels.Room().hear(duels.table("lobby"), the_codes=stage.codes())
    shown.show(lobby, OUT / "lobby.png")
    for name, (reach, _) in duel_states.STATES.items():
        game = reach()
        if "short" in sys.argv:
            duels.settle(game, short_edges=True)
        shown.show(game, OUT / f"{name.replace(' ', '-')}.png")


if __name__ == "__main__":
    main()
