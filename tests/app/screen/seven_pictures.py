"""Every state of 7 Wonders on the screen as pictures: `python …/seven_pictures.py FOLDER 1280x720 SEATS [STATE …]`.

To be looked at beside the mock-ups.
"""

import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

import stage  # first: it sets the surroundings up

from app.screen.start import prepare

OUT, SIZE, SEATS = Path(sys.argv[1]), tuple(map(int, sys.argv[2].split("x"))), int(sys.argv[3])
prepare(Path(stage.os.environ["KIVY_HOME"]), kiosk=False, size=SIZE)

from kivy.core.window import Window  # noqa: E402  # only now: a window of that size, before others want theirs

assert Window.size == SIZE

import scenes  # noqa: E402  # only now
import sevens  # noqa: E402  # only now
import test_seven_wonders_lobby as lobbies  # noqa: E402  # only now
import test_seven_wonders_position as positions  # noqa: E402  # only now
from kivy.app import App  # noqa: E402  # only now
from kivy.base import EventLoop  # noqa: E402  # only now
from kivy.uix.widget import Widget  # noqa: E402  # only now
from test_seven_wonders_layout import SCENES, by_touch  # noqa: E402  # only now
from test_seven_wonders_telling import People  # noqa: E402  # only now

from app.games.seven_wonders.screen import touches  # noqa: E402  # only now
from app.games.seven_wonders.told import thing_of  # noqa: E402  # only now
from app.screen.compose import compose  # noqa: E402  # only now
from app.screen.surface import Surface  # noqa: E402  # only now


def opened(room, **facts):
    """What people have opened of it."""
    for name, value in facts.items():
        getattr(room.control, name)(*value)
    return room


def asked_for(ask):
    return lambda n: by_touch(n, ask=ask)


def telling(n, turns=0):
    """Where people deal: one of them tells which leader was recruited, or after so many turns what was built."""
    at = People(Path(tempfile.mkdtemp()), sevens.BOARDS[:n], variant=("leaders",), size=SIZE)
    rng = random.Random(n)
    for _ in range(turns * n):
        question = min(at.model.questions.values(), key=lambda each: each.seat)
        at.evening.say(question.seat, rng.choice(question.legal))
        at.hear()
    at.go_on()
    at.touch("seat 1 hand")
    return at


def telling_paid(n):
    """And who was paid for it: the first card for which two ways differ."""
    for turns in range(2, 7):
        at = telling(n, turns)
        things = Counter(thing_of(text) for text in at.model.legal(1) if " build " in text)
        if several := [thing for thing, ways in things.items() if ways > 1]:
            touches.look_at(at.control, 1, thing=several[0])
            return at
    raise LookupError("two ways")


STATES = {scene.__name__: scene for scene in SCENES} | {
    "lobby": lobbies.lobby,
    "position": lambda n: positions.told(n, 30)[0],
    **{f"{ask}_by_touch": asked_for(ask) for ask in ("recruit", "seventh", "extra", "lose")},
    "bury": lambda n: sevens.room(sevens.asking("bury", n)),
    "lose": lambda n: sevens.room(sevens.asking("lose", n)),
    "seventh": lambda n: sevens.room(sevens.asking("seventh", n, boards=("babylon-night", *sevens.BOARDS))),
    "extra": lambda n: sevens.room(sevens.asking("extra", n)),
    "telling": telling,
    "telling_cards": lambda n: telling(n, 2),
    "telling_paid": telling_paid,
    "log": lambda n: opened(sevens.room(sevens.asking("play", n, 600)), open=("log",)),
}


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
    scenes.long_names = lambda room: room  # people are called as at a table
    shown = Shown()
    shown._run_prepare()
    for name in sys.argv[4:] or STATES:
        try:
            room = STATES[name](SEATS)
        except LookupError as no:
            print(name, "never with", SEATS, no)
            continue
        shown.show(room, OUT / f"{name.replace('_', '-')}-{SEATS}-{SIZE[0]}.png")


if __name__ == "__main__":
    main()
