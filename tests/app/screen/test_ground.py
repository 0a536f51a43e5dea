"""The static layer: it shows every change, nothing that was removed, and is not drawn without need."""

import gc
from itertools import pairwise
from weakref import ref

import numpy as np
import pytest
from kivy.core.window import Window
from kivy.graphics import Mesh
from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glReadPixels

from app.protocol.play_messages import Cue
from app.screen import surface
from app.screen.events.event_animations import animate_events
from app.screen.paint import idle_memory
from app.screen.paint.dirty_regions import meet
from engine.memoize import memoize
from tests.app.screen import SIZE, duels, stage
from tests.app.screen.finger import Stage, filled, frames, until


@pytest.fixture(autouse=True)
def looked_at():
    with filled():
        yield


@pytest.fixture
def window_stage():
    shown = Stage(
        stage.Room().hear(stage.table(4), stage.view(4, active=2), stage.question(2, "take left", "take right"))
    )
    wait_until_still(shown)
    yield shown
    shown.close()


def wait_until_still(shown):
    shown.surface.motion.finish()
    until(lambda: shown.surface.motion.is_still)
    frames(3)


def picture(shown):
    return shown.surface.static_layer._picture.texture.pixels


def redraw_and_read(shown):
    shown.surface.static_layer.redraw()
    frames(2)
    return picture(shown)


def visible_pixels(boxes):
    """Return the visible pixels of each rectangle, with values from 0 to 255."""
    Window.canvas.ask_update()
    Window.dispatch("on_draw")
    wide, high = (int(min(each)) for each in zip(SIZE, Window.size, strict=True))
    pixels = glReadPixels(0, 0, wide, high, GL_RGB, GL_UNSIGNED_BYTE)
    found = np.frombuffer(pixels, np.uint8).astype(np.int16).reshape(high, wide, 3)
    return [found[int(low) : int(top), int(left) : int(right)] for left, low, right, top in boxes]


def show_turn(shown, seat, number):
    shown.room.hear(stage.table(4), stage.view(4, active=seat), stage.question(seat, "take left", number=number))
    frames(1)


@pytest.mark.full
def test_changed_static_layer_equals_a_full_redraw(window_stage):
    before = picture(window_stage)
    show_turn(window_stage, 3, 42)
    wait_until_still(window_stage)
    after = picture(window_stage)
    assert after != before
    assert after == redraw_and_read(window_stage)


@pytest.mark.full
def test_taken_card_leaves_no_trace_in_the_static_layer():
    shown = Stage(duels.room(duels.in_age(4, 1, 6)))
    try:
        wait_until_still(shown)
        before = picture(shown)
        shown.room.show(duels.in_age(4, 1, 7))
        frames(1)
        wait_until_still(shown)
        after = picture(shown)
        assert after != before
        assert after == redraw_and_read(shown)
    finally:
        shown.close()


@pytest.mark.full
def test_changed_looks_follow_one_frame_after_added_and_removed_things():
    shown = Stage(duels.room(duels.in_age(4, 1, 6)))
    try:
        wait_until_still(shown)
        ground = shown.surface.static_layer
        drawn, note = [], ground._on_drawn
        ground._on_drawn = lambda _: drawn.append((ground._dirty, ground._later, note(_)))
        shown.room.show(duels.in_age(4, 1, 7))
        until(lambda: any(later for _, later, _ in drawn) and not ground._later)
        for (_, later, _), (next_frame, _, _) in pairwise(drawn):
            assert all(any(meet(part, each) for each in next_frame) for parts in later for part in parts)
        wait_until_still(shown)
        assert picture(shown) == redraw_and_read(shown)
    finally:
        shown.close()


@pytest.mark.full
def test_static_layer_follows_the_size_of_the_window(window_stage):
    window_stage.surface.size_hint = (None, None)
    for size in ((SIZE[0] - 200, SIZE[1] - 100), SIZE):
        window_stage.surface.size = size
        frames(2)
        wait_until_still(window_stage)
        assert window_stage.surface.static_layer._picture.texture.size == size
        assert picture(window_stage) == redraw_and_read(window_stage)


@pytest.mark.full
def test_turning_element_leaves_the_static_layer_until_it_stops(window_stage):
    show_turn(window_stage, 3, 42)
    turning = [each.slot for each in window_stage.surface.motion._turns]
    assert turning
    assert all(slot in window_stage.surface.moving.children for slot in turning)
    until(lambda: not window_stage.surface.motion._turns)
    assert not any(slot in window_stage.surface.moving.children for slot in turning)
    wait_until_still(window_stage)
    assert picture(window_stage) == redraw_and_read(window_stage)


@pytest.mark.full
def test_static_layer_is_not_redrawn_during_a_flight(window_stage):
    drawn, note = [], window_stage.surface.static_layer._on_drawn
    window_stage.surface.static_layer._on_drawn = lambda _: drawn.append(note(_))
    animate_events(window_stage.control, window_stage.surface, (Cue(what="nothing", markers=(3,)),))
    until(lambda: not window_stage.surface.motion._flights)
    frames(3)
    assert not drawn
    redraw_and_read(window_stage)
    assert len(drawn) == 1


@pytest.mark.full
def test_partial_redraw_over_a_breathing_element_equals_a_full_redraw(window_stage, monkeypatch):
    surface = window_stage.surface
    over = [item for item in surface.static_layer._items if item.holes]
    assert over
    assert not any(item.slot in surface.moving.children for item in over)
    holes = [hole for item in over for hole in item.holes]
    shown = visible_pixels(holes)
    assert all(each.std() > 1 for each in shown)
    monkeypatch.setattr("app.screen.surface.merge", lambda *_: [(0.0, 0.0, *map(float, SIZE))])
    surface._split_layers()  # so all of it is drawn in each frame
    frames(2)
    assert all(np.abs(now - was).max() <= 2 for now, was in zip(visible_pixels(holes), shown, strict=True))


@pytest.mark.full
def test_old_paint_is_released_at_once_without_the_collector(window_stage):
    gc.disable()
    try:
        before = [ref(each) for each in window_stage.surface.meshes["stack 1"].group.children if isinstance(each, Mesh)]
        show_turn(window_stage, 3, 42)
        assert before
        assert all(each() is None for each in before)
    finally:
        gc.enable()


@memoize(1)
def worked_out():
    return "for a drawing"


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("phase", "kept"), [("lobby", False), ("over", False), ("game", True)])
def test_drawing_caches_are_cleared_once_when_nobody_plays(monkeypatch, phase, kept):
    monkeypatch.setattr(idle_memory, "IDLE_SECONDS", 0.0)
    monkeypatch.setattr(surface, "MANY_PAINTED", 1)
    worked_out()
    room = stage.Room().hear(stage.table(4, phase=phase), stage.view(4, active=2), stage.question(2, "take left"))
    shown = Stage(room)
    try:
        wait_until_still(shown)
        assert bool(worked_out.cache_info().currsize) is kept
        painted = shown.surface.painted
        shown.surface.static_layer.redraw()
        wait_until_still(shown)
        assert shown.surface.painted == painted
    finally:
        shown.close()
