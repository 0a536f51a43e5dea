"""Buttons that forgive: what a hand meant, out of what a contact did."""

from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.debounce import EDGE_DELAY_SECONDS, HOLD_SECONDS, PRESS_SECONDS, RELEASE_SECONDS, Button, Gesture

MS = 0.001


def gestures(*edges: float, until: float = 10.0, down: bool = False, step: float | None = None) -> list[Gesture]:
    """List the gestures of a button whose level changes at these milliseconds. With `step` it is also polled."""
    button, told, now = Button(down=down, now=0.0), [], 0.0
    for at in edges:
        while step and now + step < at:
            now += step
            told += button.settle(now * MS)
        down = not down
        told += button.add_edge(down, at * MS)
    for _ in range(round(60 / step) if step else 0):
        now += step
        told += button.settle(now * MS)
    while (due := button.next_deadline()) is not None and due <= until:
        told += button.settle(due)
    return told


@pytest.mark.parametrize(
    ("edges", "presses"),
    [
        pytest.param([], 0, id="nothing"),
        pytest.param([0, 80], 1, id="a plain press"),
        pytest.param([0, 6, 12, 18, 24, 100], 1, id="five edges in 30 ms, each long enough for a press"),
        pytest.param([0, 1, 2, 3, 30, 100], 1, id="five edges in 30 ms, most of them sparks"),
        pytest.param([0, 20, 21, 22, 30, 100], 1, id="five edges in 30 ms, late"),
        pytest.param([0, 80, 87, 94, 101, 108], 1, id="bouncing when it is let go"),
        pytest.param([0, 80, 250, 330], 2, id="two presses 250 ms apart"),
        pytest.param([0, 6, 12, 18, 24, 90, 95, 101, 250, 256, 262, 268, 274, 340], 2, id="two, both bouncing"),
        pytest.param([0, 4.9], 0, id="a spark"),
        pytest.param([0, 4, 10, 14, 20, 24, 30, 34, 40, 44], 0, id="a row of sparks"),
        pytest.param([0, 5], 1, id="just long enough"),
    ],
)
@pytest.mark.parametrize("step", [None, 1.0, 7.0], ids=["asked late", "asked every 1 ms", "asked every 7 ms"])
def test_edges_make_presses(edges, presses, step):
    assert gestures(*edges, step=step) == [Gesture.PRESS, Gesture.RELEASE] * presses


@given(st.lists(st.floats(0.0, 30.0), unique=True, max_size=40).filter(lambda edges: len(edges) % 2 == 0))
def test_bounces_within_30_ms_are_one_press(bounces):
    assert gestures(*sorted(bounces), 30.5, 200.0) == [Gesture.PRESS, Gesture.RELEASE]


@given(st.lists(st.floats(0.0, 4.8), min_size=1, max_size=20), st.floats(0.2, 100.0))
def test_sparks_are_no_press(sparks, pause):
    edges, now = [], 0.0
    for length in sparks:
        now += pause
        edges += [now, now := now + length]
    assert gestures(*edges) == []


def test_press_is_reported_after_5_ms():
    button = Button(down=False, now=0.0)
    assert list(button.add_edge(True, 1.0)) == []
    assert button.next_deadline() == 1.0 + PRESS_SECONDS
    assert list(button.settle(1.0 + PRESS_SECONDS)) == [Gesture.PRESS]


@pytest.mark.parametrize(
    ("edges", "told"),
    [
        pytest.param([0, 9990], [Gesture.PRESS], id="let go just before"),
        pytest.param([0, 10010], [Gesture.PRESS, Gesture.HOLD], id="let go just after"),
        pytest.param([0, 19000], [Gesture.PRESS, Gesture.HOLD], id="once, however long"),
        pytest.param([0, 5000, 5010, 11000], [Gesture.PRESS, Gesture.HOLD], id="a loose contact in between"),
        pytest.param([0, 5000, 5100, 11000], [Gesture.PRESS, Gesture.PRESS], id="two presses, none held"),
        pytest.param([0, 9995, 10005, 11000], [Gesture.PRESS, Gesture.HOLD], id="a loose contact at that very moment"),
    ],
)
def test_hold_is_reported_after_ten_seconds(edges, told):
    for step in (None, 1.0):
        assert [each for each in gestures(*edges, step=step) if each is not Gesture.RELEASE] == told


def test_release_is_reported_after_35_ms():
    button = Button(down=False, now=0.0)
    told = [*button.add_edge(True, 1.0), *button.add_edge(False, 14.0)]
    assert told == [Gesture.PRESS, Gesture.HOLD]
    assert button.next_deadline() == 14.0 + RELEASE_SECONDS
    assert list(button.settle(14.0 + RELEASE_SECONDS)) == [Gesture.RELEASE]


def test_button_stuck_from_the_start_is_ignored_until_released():
    assert gestures(down=True) == []
    assert gestures(3000, 3500, 3600, down=True) == [Gesture.PRESS, Gesture.RELEASE]


def test_lost_edge_is_found_by_sampling():
    button = Button(down=False, now=0.0)
    assert list(button.add_edge(True, 1.0)) == []
    button.add_sample(down=False, now=1.0 + PRESS_SECONDS)
    assert list(button.settle(19.0)) == [], "it was up: the edge that said so had been lost"
    assert button.next_deadline() is None


def test_lost_release_edge_ends_the_press():
    button = Button(down=False, now=0.0)
    assert list(button.add_edge(True, 0.0)) == []
    assert list(button.settle(PRESS_SECONDS)) == [Gesture.PRESS]
    button.add_sample(down=False, now=HOLD_SECONDS)
    assert list(button.settle(HOLD_SECONDS)) == [], "nobody knows yet whether it was held"
    assert button.next_deadline() == HOLD_SECONDS + EDGE_DELAY_SECONDS
    assert list(button.settle(HOLD_SECONDS + EDGE_DELAY_SECONDS)) == [Gesture.RELEASE]


@given(
    st.lists(st.floats(40.0, 400.0), max_size=12).filter(lambda pauses: len(pauses) % 2 == 0),
    st.floats(0.0, 3000.0),
    st.floats(1.0, 1500.0),
)
def test_late_edges_give_the_same_gestures(pauses, stopped, length):
    """The machine stands still for a while: then it looks, and is told of every edge only one after the other."""
    edges = list(accumulate(pauses))
    button, told, down, late = Button(down=False, now=0.0), [], False, (stopped + length) * MS
    for at in edges:
        level = sum(each < stopped + length for each in edges) % 2 == 1
        if stopped < at < stopped + length:
            button.add_sample(level, late)
            told += button.settle(late)
        down = not down
        told += button.add_edge(down, at * MS)
    while (due := button.next_deadline()) is not None:
        told += button.settle(due)
    assert told == gestures(*edges)


def test_debounce_times_are_consistent():
    assert 0.005 <= PRESS_SECONDS < 0.03 < RELEASE_SECONDS < 0.25 - PRESS_SECONDS
    assert HOLD_SECONDS == 10.0
