"""Lanterns with looks of its own: drawn on every screen, played whole by fingers of all seats at once, looked back at.

Its looks are tests/toy/app/lanterns/screen.py; nothing else of the house knows them.
"""

from pathlib import Path

import msgspec
import pytest

import main
from app.games import shelf
from app.games.screens import Screens
from app.protocol import messages
from app.protocol.rights import SCREEN
from app.screen import hearing
from app.screen.compose import compose
from app.screen.controller import Controller
from app.screen.history import look_back, open_history
from tests.app.screen import stage  # first: it sets the surroundings up
from tests.app.screen.finger import Stage, frames, picture
from tests.app.screen.layout_faults import faults
from tests.app.tables import Evening
from tests.toy.app.lanterns.pack import PACK

DRAWN = PACK._replace(screen="tests.toy.app.lanterns.screen:LanternsScreen", touch=True)
PACKS = {**shelf.GAMES, DRAWN.slug: DRAWN}
SIZES = [(800, 480), (1280, 720), (1920, 1080)]


class Room:
    """A controller at a real table where Lanterns is played, all seats by touch."""

    def __init__(self, folder, seats):
        data = {**main.data(), "lanterns": (Path(__file__).parent / "data" / "lanterns.toml").read_bytes()}
        self.evening = Evening(folder, shelf=shelf.shelf(data, PACKS), by_touch=frozenset(("architects", "lanterns")))
        self.evening.settings = msgspec.structs.replace(self.evening.settings, welcomed=True)
        self.evening.restart()
        self.sent, self.seen = [], 0
        self.control = Controller(
            Screens(shelf.readers(data, PACKS), PACKS), self.sent.append, lambda: self.evening.now
        )
        self.evening.send(messages.SetGame, game="lanterns")
        self.evening.sit(*["touch"] * seats)
        hearing.hear(self.control, stage.HELLO)
        self.hear()

    def hear(self):
        """Carry out what fingers wished, and hear what came of it."""
        while self.sent:
            answer = self.evening.table.handle(SCREEN, self.sent.pop(0))
            if answer is not None:
                hearing.hear(self.control, answer)
        snapshot = self.evening.snapshot(SCREEN, self.seen)
        self.seen = self.evening.table.log_end
        hearing.hear(self.control, snapshot)
        return self

    def start(self):
        self.evening.send(messages.Start)
        self.evening.send(messages.SkipOpening)
        return self.hear()

    @property
    def view(self):
        return self.control.model.view


@pytest.fixture
def room(tmp_path):
    rooms = []

    def make(seats):
        rooms.append(Room(tmp_path, seats))
        return rooms[-1]

    yield make
    for each in rooms:
        each.evening.close()


def keys(room, size=(1280, 720)):
    return [element.key for element in compose(room.control.scene, *size)]


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_it_is_drawn_with_room_for_every_word_and_finger(room, seats):
    shown = room(seats)
    for size in SIZES:
        assert faults(shown, size) == [], "the lobby"
    shown.start()
    shown.control.act(1, "pay 2")
    shown.hear()
    for size in SIZES:
        assert faults(shown, size) == [], size


def both(seen, *touches):
    """Fingers that lie there at the same time."""
    seen.now += 1
    fingers = [seen.touch(key).down() for key in touches]
    for finger in fingers:
        finger.up()
    frames(2)


def test_fingers_at_both_edges_play_it_whole_and_it_is_looked_back_at(room, tmp_path):
    """Each touches a coin, then pays it, while the other is choosing; nobody's answer puts away the other's coin."""
    shown = room(2)
    seen = Stage(shown)
    try:
        seen.tap("start")
        shown.hear().evening.send(messages.SkipOpening)
        shown.hear()
        frames(2)
        assert shown.control.scene.to_act == (1, 2)
        for mine, other in zip((5, 4, 3, 2, 1), (4, 3, 2, 1, 5), strict=True):
            both(seen, f"pay {mine} of 1", f"pay {other} of 2")
            assert dict(shown.control.opened.game) == {1: f"pay {mine}", 2: f"pay {other}"}
            seen.tap(f"pay {mine} of 1")
            shown.hear()
            frames(2)
            assert dict(shown.control.opened.game) == {2: f"pay {other}"}
            assert shown.control.scene.to_act == (2,)
            seen.tap(f"pay {other} of 2")
            shown.hear()
            seen.surface.motion.finish()
            frames(2)
        assert shown.view.over
        assert shown.view.winners == (1,)
        assert "told" in keys(shown), "the end is told in words"
        assert len(shown.view.seats[0].lanterns) == 4

        open_history(shown.control)
        shown.hear()
        [finished] = shown.control.opened.history.games
        look_back(shown.control, finished.mark, 2)
        shown.hear()
        frames(2)
        at = shown.control.opened.history.shown.view
        assert (at.turn, [chair.paid for chair in at.seats]) == (1, [True, False])
        assert {"back zone 1", "back zone 2", "back lantern", "back"} <= set(keys(shown))
        assert not [key for key in seen.hit_areas() if key.startswith(("pay", "seat"))], "only the steps are touched"
        before = picture(tmp_path / "then.png").read_bytes()
        seen.tap("back on")
        shown.hear()
        frames(2)
        assert picture(tmp_path / "next.png").read_bytes() != before
    finally:
        seen.close()
