"""Lists under a finger, at every edge: they follow it, a row can still be tapped, and they keep their places."""

from collections import deque
from math import cos, radians, sin

import msgspec
import pytest
from kivy.base import EventLoop
from kivy.input.providers.mtdev import MTDMotionEvent, MTDMotionEventProvider

from app.protocol.log_messages import Line
from app.screen.pages.play.log_panel import LINES
from app.screen.state.ui_state import Scroll
from tests.app.screen import SIZE, scenes, stage
from tests.app.screen.finger import Finger, Stage, filled, frames, picture
from tests.app.screen.lettering import visible_words

EDGES = pytest.mark.parametrize("edge", range(4), ids=("bottom", "left", "top", "right"))


def line(number):
    """Build a line of the log that differs from all others."""
    event = {"type": "turn-began", "seat": 1 + number % 4, "turn": number}
    return Line(number=number, row=number, event=msgspec.Raw(msgspec.json.encode(event)))


def log_sentence(number):
    return f"Turn {number}: {stage.NAMES[number % 4]}."


class Shown(Stage):
    """A panel with a list, and fingers that scroll it."""

    @property
    def mesh(self):
        [mesh] = [mesh for mesh in self.surface.meshes.values() if mesh.window]
        return mesh

    @property
    def window(self):
        return self.mesh.window

    def words(self):
        """Return the centres of all sentences that are wholly visible, as scrolled now."""
        (right, down), by = self.window.down, self.mesh.slid
        found = {}
        for layer in self.mesh.pen.layers:
            if layer.window is not None:
                for word in visible_words(layer):
                    x, y = (sum(corner[i] for corner in word.corners) / 4 for i in (0, 1))
                    found[word.text] = (x - right * by, y - down * by)
        return found

    def rotate_to_edge(self, x, y):
        """Convert a way to the right and down, as seen from the panel's edge, to one on the screen."""
        a = radians(self.control.ui.edge * 90)
        return x * cos(a) - y * sin(a), x * sin(a) + y * cos(a)

    def drag(self, by):
        """Drag a finger from the middle of the list by that many pixels towards its end. Return it, still down."""
        left, top, right, bottom = self.window.box
        finger = Finger((left + right) / 2, (top + bottom) / 2).down()
        self.go(finger, by)
        return finger

    def go(self, finger, by, steps=4):
        """Move a finger that is down by that many pixels, in several steps."""
        dx, dy = self.rotate_to_edge(0, -by / steps)
        x, y = finger.sx * SIZE[0], (1 - finger.sy) * SIZE[1]  # before Kivy rounds it
        for n in range(1, steps + 1):
            finger.move(x + dx * n, y + dy * n)
        frames(1)


class Log(Shown):
    """The log of forty turns, facing an edge."""

    def __init__(self, edge, lines=40):
        room = stage.Room()
        self.table, self.view = stage.table(4), stage.view(4)
        room.hear(self.table, self.view, stage.question(1, "take left"), tuple(line(n) for n in range(1, lines + 1)))
        room.control.open_panel("log", edge)
        super().__init__(room)

    def arrive(self, number):
        """Receive a new line of the log from the table."""
        self.room.hear(self.table, self.view, stage.question(1, "take left"), (line(number),))
        frames(2)


def shift_of_sentences(before, after):
    """Return the one way by which all sentences that are in both have moved, in pixels."""
    [way] = {
        (round(after[text][0] - before[text][0]), round(after[text][1] - before[text][1]))
        for text in before.keys() & after.keys()
    }
    return way


@pytest.fixture
def past():
    shown = Shown(scenes.past(7, phase="game"))  # during a game the page covers only the middle
    yield shown
    shown.close()


@pytest.fixture
def log():
    shown = []

    def show(edge, **more):
        shown.append(Log(edge, **more))
        return shown[-1]

    yield show
    for each in shown:
        each.close()


@pytest.mark.sampled(4)
@EDGES
def test_list_follows_the_finger_and_keeps_its_position(log, edge):
    shown = log(edge)
    before = shown.words()
    assert log_sentence(40) in before
    finger = shown.drag(70)
    here = shown.rotate_to_edge(0, -70)
    assert shift_of_sentences(before, shown.words()) == pytest.approx(here, abs=1)
    painted = shown.surface.painted
    finger.up()
    frames(2)
    assert shift_of_sentences(before, shown.words()) == pytest.approx(here, abs=1)
    assert shown.surface.painted == painted + 1, "once, when the finger is up"
    assert shown.room.sent == []


@pytest.mark.sampled(4)
@EDGES
def test_a_list_stops_at_its_ends(log, edge):
    shown = log(edge)
    before = shown.words()
    shown.drag(-200).up()
    frames(2)
    assert shift_of_sentences(before, shown.words()) == (0, 0)
    for _ in range(5):
        shown.drag(600).up()
        frames(1)
    assert log_sentence(1) in shown.words()
    assert "later" not in shown.hit_areas()
    assert "earlier" in shown.hit_areas()


@pytest.mark.sampled(4)
@EDGES
def test_long_scroll_paints_rows_as_they_become_visible(log, edge):
    """Rows that were far off when the finger went down come under it."""
    shown = log(edge)
    finger, met, painted = shown.drag(30), set(shown.words()), shown.surface.painted
    for _ in range(30):
        shown.go(finger, shown.window.ready / 4, steps=1)
        assert shown.words(), "never is it empty"
        met |= set(shown.words())
    finger.up()
    assert {log_sentence(n) for n in range(40, 20, -1)} <= met
    assert shown.surface.painted - painted < 12


@pytest.mark.sampled(6)
@EDGES
def test_a_new_line_does_not_move_the_lines_being_read(log, edge):
    shown = log(edge)
    shown.arrive(41)
    assert log_sentence(41) not in shown.words()
    assert log_sentence(40) in shown.words(), "the newest when it was opened"
    shown.drag(90).up()
    frames(2)
    before = shown.words()
    shown.arrive(42)
    assert shift_of_sentences(before, shown.words()) == (0, 0)
    assert shown.words().keys() == before.keys()
    finger = shown.drag(60)
    held = shown.words()
    shown.arrive(43)
    assert shift_of_sentences(held, shown.words()) == (0, 0), "under a finger, too"
    shown.go(finger, 20)
    finger.up()
    assert shift_of_sentences(held, shown.words()) == pytest.approx(shown.rotate_to_edge(0, -20), abs=1)
    frames(2)
    while "earlier" in shown.hit_areas():
        shown.tap("earlier")
    assert log_sentence(43) in shown.words()


def test_a_list_keeps_its_scroll_position_when_it_turns_to_another_edge(log):
    shown = log(0)
    shown.tap("later")
    shown.drag(33).up()
    frames(2)
    first = shown.control.ui.scrolls[0][""]
    for edge in (1, 2, 3, 0):
        shown.tap("turn")
        assert shown.control.ui.edge == edge
        assert shown.control.ui.scrolls[0][""] == first
        assert log_sentence(int(first.row) - 1) in shown.words(), "the first that is whole"
    shown.tap("close")
    assert shown.control.ui.scrolls.get(0, {}) == {}


@pytest.mark.sampled(4)
@EDGES
def test_page_buttons_skip_no_line(log, edge):
    shown = log(edge)
    found = list(shown.words())
    while "later" in shown.hit_areas():
        shown.tap("later")
        found += [text for text in shown.words() if text not in found]
    assert found == [log_sentence(n) for n in range(40, 0, -1)]
    while "earlier" in shown.hit_areas():
        shown.tap("earlier")
    assert log_sentence(40) in shown.words()


@pytest.mark.sampled(4)
@EDGES
def test_a_row_can_be_tapped_before_and_after_it_is_scrolled(past, edge):
    past.control.change(edge=edge)
    frames(2)
    for mark in ("m11", "m8", "m3"):
        while f"past game {mark}" not in past.hit_areas():
            past.drag(50).up()
            frames(2)
        place = past.control.ui.scrolls.get(0, {}).get("games")
        assert past.control.ui.history.page == ("games",), "a finger that scrolls opens nothing"
        past.tap(f"past game {mark}")
        assert past.control.ui.history.page == ("game", mark)
        past.tap("past back")
        assert past.control.ui.scrolls.get(0, {}).get("games") == place, "and the list lies where it lay"


def test_short_slip_still_taps_and_long_drag_does_not(past):
    for by, page in ((past.window.slack + 1, ("games",)), (past.window.slack - 1, ("game", "m12"))):
        past.now += 1
        finger = past.touch("past game m12").down()
        past.go(finger, by)
        finger.up()
        frames(2)
        assert past.control.ui.history.page == page
        past.control.reset_lists()


def test_second_finger_does_not_scroll_but_can_tap(log):
    """The first finger scrolls. Another hand can turn or close the panel meanwhile."""
    shown = log(0)
    finger = shown.drag(40)
    held = shown.words()
    other = shown.drag(-80)
    assert shift_of_sentences(held, shown.words()) == (0, 0)
    other.up()
    shown.tap("turn")
    assert shown.control.ui.edge == 1
    shown.tap("close")
    finger.move(10, 10)
    finger.up()
    frames(2)
    assert "panel log" not in shown.surface.meshes
    assert shown.control.ui.scrolls == {}


@pytest.mark.full
def test_scrolling_changes_nothing_outside_the_window(log, tmp_path):
    """Scrolling there and back gives the same picture, and no row is drawn outside the list's window."""
    shown = log(0)
    first = picture(tmp_path / "first.png").read_bytes()
    finger = shown.drag(60)
    with filled():
        frames(2)
    assert picture(tmp_path / "moved.png").read_bytes() != first
    finger.up()
    shown.drag(-200).up()
    frames(2)
    assert picture(tmp_path / "again.png").read_bytes() == first


def test_a_truncated_log_starts_at_its_newest_lines():
    shown = Log(0, lines=LINES + 60)
    try:
        assert log_sentence(LINES + 60) in shown.words()
        shown.control.scroll(0, "", Scroll(row=str(61)))
        frames(2)
        assert log_sentence(61) in shown.words()
    finally:
        shown.close()


def test_mtdev_touches_scroll_a_list(log):
    """Two touches come as Kivy's mtdev provider sends them: one scrolls, the other is down meanwhile."""
    shown = log(2)
    before, by = shown.words(), shown.rotate_to_edge(0, -50)
    reader = MTDMotionEventProvider("panel", "/dev/null")  # not started, so it opens no device
    reader.queue = deque()
    EventLoop.add_input_provider(reader)
    left, top, right, bottom = shown.window.box

    def mtdev_position(x, y):
        return {"x": x / SIZE[0], "y": 1 - y / SIZE[1], "pressure": 1.0}

    x, y = (left + right) / 2, (top + bottom) / 2
    one, other = (
        MTDMotionEvent("panel", 1, mtdev_position(x, y)),
        MTDMotionEvent("panel", 2, mtdev_position(left + 9, y)),
    )
    try:
        for finger, kind, to in (
            (one, "begin", mtdev_position(x, y)),
            (other, "begin", mtdev_position(left + 9, y)),
            (one, "update", mtdev_position(x + by[0], y + by[1])),
            (other, "update", mtdev_position(left + 9, y + 3)),
            (one, "end", mtdev_position(x + by[0], y + by[1])),
            (other, "end", mtdev_position(left + 9, y + 3)),
        ):
            finger.move(to)
            reader.queue.append((kind, finger))
            frames(2)
        assert shift_of_sentences(before, shown.words()) == pytest.approx(by, abs=1)
    finally:
        EventLoop.remove_input_provider(reader)
