"""Tests that a still table draws nothing, that unchanged elements are not repainted, and that motion can be off."""

from math import cos, pi

import pytest
from kivy.core.window import Window
from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glReadPixels

from app.games.duel.screen.typed_scene import present
from app.protocol.play_messages import Cue
from app.screen.events.event_animations import animate_events
from engine.architects import actions
from engine.architects.view_json import ConflictView
from tests.app.screen import SIZE, duels, scenes, stage
from tests.app.screen.catalogue import every_state, room
from tests.app.screen.finger import Stage, drawn, frames, until


@pytest.fixture
def window_stage():
    shown = Stage(
        stage.Room().hear(stage.table(4), stage.view(4, active=2), stage.question(2, "take left", "take right"))
    )
    yield shown
    shown.close()


@pytest.fixture(autouse=True)
def frames_are_drawn(request):
    """The frames of a test are drawn, but not those of its table before: without a graphics card each takes long."""
    if "window_stage" in request.fixturenames:
        request.getfixturevalue("window_stage")
    with drawn():
        yield


def count_frames(n):
    counted = []
    count = lambda *_: counted.append(1)  # noqa: E731  # unbound by the same name
    Window.bind(on_flip=count)
    frames(n)
    Window.unbind(on_flip=count)
    return len(counted)


def wait_until_still(shown):
    shown.surface.motion.finish()
    until(lambda: shown.surface.motion.is_still)
    frames(5)


@pytest.mark.full
def test_a_still_table_draws_no_frame(window_stage):
    wait_until_still(window_stage)
    painted = window_stage.surface.painted
    assert count_frames(60) == 0
    assert window_stage.surface.painted == painted


@pytest.mark.full
def test_a_still_table_draws_no_frame_while_something_is_marked(window_stage):
    scenes.add_events(window_stage.room, actions.CardTaken(seat=2, stack="2", card="gear", by="take"))
    window_stage.room.control.repaint()
    frames(2)
    wait_until_still(window_stage)
    assert {"changed", "happened 1"} <= window_stage.surface.meshes.keys()
    assert count_frames(60) == 0


@pytest.mark.rotated
def test_rings_of_light_breathe_when_a_turn_begins_and_then_stop(window_stage):
    window_stage.room.hear(stage.table(4), stage.view(4, active=3), stage.question(3, "take left", number=42))
    frames(2)
    assert not window_stage.surface.motion.is_still
    assert count_frames(5) > 0
    wait_until_still(window_stage)
    assert count_frames(30) == 0


@pytest.mark.rotated
def test_a_fading_thing_is_drawn_at_each_step(window_stage):
    wait_until_still(window_stage)
    for part in window_stage.surface.elements:
        if part.breathes:
            window_stage.surface.meshes[part.key].show(0.9)
    assert count_frames(3) > 0


@pytest.mark.rotated
def test_repeated_snapshot_paints_nothing_and_draws_no_frame(window_stage):
    wait_until_still(window_stage)
    painted = window_stage.surface.painted
    window_stage.room.hear(stage.table(4), stage.view(4, active=2), stage.question(2, "take left", "take right"))
    assert count_frames(3) == 0
    assert window_stage.surface.painted == painted


def test_only_the_seat_that_changed_is_painted_again(window_stage):
    wait_until_still(window_stage)
    before = stage.view(4, active=2)
    chairs = list(before.seats)
    chairs[2] = stage.seat_view(2, built=4)
    old = {key: id(sheet) for key, sheet in window_stage.surface.meshes.items()}
    window_stage.room.hear(
        stage.table(4), stage.view(4, active=2, seats=tuple(chairs)), stage.question(2, "take left", "take right")
    )
    frames(2)
    assert {key for key, sheet in window_stage.surface.meshes.items() if id(sheet) != old.get(key)} == {"zone 3"}


def test_lobby_repaints_only_elements_changed_by_a_choice(window_stage):
    def painted(**chosen):
        before = window_stage.surface.painted
        window_stage.room.hear(stage.table(4, "lobby", seats=chairs, **chosen))
        frames(2)
        return window_stage.surface.painted - before

    chairs = stage.seats(4, wonders=False)
    painted()
    assert painted() == 0
    assert painted(first_seat=False) == 1  # the middle, where it is asked who goes first
    assert painted(first_seat=False, mode="tally") == 3 + len(
        chairs
    )  # who deals, what is told, and what is left to chance


def test_tap_finishes_card_animations(window_stage):
    animate(
        window_stage,
        actions.CardTaken(seat=2, stack="2", card="gear", by="take"),
        actions.TokenTaken(seat=2, token="culture", hidden=False, spent=()),
    )
    assert not window_stage.surface.motion.is_still
    frames(2)
    window_stage.tap("menu")
    until(lambda: window_stage.surface.motion.is_still)
    assert not window_stage.surface.flights.children


def test_less_motion_fades_cards_in_place(window_stage):
    window_stage.surface.motion.less_motion = True
    animate(window_stage, actions.CardTaken(seat=2, stack="2", card="gear", by="take"))
    flight = window_stage.surface.motion._flights[0].flight
    assert (flight.start.x, flight.start.y) == (flight.end.x, flight.end.y)
    assert flight.lasts <= 0.12
    window_stage.surface.motion.turn(window_stage.surface._slots["marker 0"], (10, 10), 90)
    assert not window_stage.surface.motion._turns


@pytest.mark.sampled(12)
@pytest.mark.parametrize(
    "event",
    [
        actions.CardTaken(seat=1, stack="center", card="gear", by="take"),
        actions.CatMoved(seat=3, before=None),
        actions.CatMoved(seat=3, before=1),
        actions.TokenTaken(seat=4, token="culture", hidden=False, spent=()),
        actions.StageBuilt(seat=2, wonder="giza", stage=2, points=5, paid=("wood", "wood")),
        actions.MedalTaken(seat=3, medal="seven-cards", gap="2"),
        actions.MedalTaken(seat=1, medal="two-military-one-conflict", gap="box"),
        actions.CardStolen(seat=1, of=3, card="blue-2-cat"),
        actions.GiftGiven(seat=3),
        actions.GiftTurnedUp(seat=3, card="red-2", at_end=False),
        actions.ConflictFought(shields=(1, 2, 0, 0), won=(1, 2, 0, 0), discarded=((), (), (), ())),
    ],
    ids=lambda event: f"{type(event).__name__} {getattr(event, 'gap', '')}".strip(),
)
def test_a_finished_animation_leaves_nothing_behind(window_stage, event):
    animate(window_stage, event)
    assert not window_stage.surface.motion.is_still
    until(lambda: not window_stage.surface.motion._flights)
    assert not window_stage.surface.flights.children


def test_turning_to_the_next_seat_leaves_no_matrix_behind(window_stage):
    wait_until_still(window_stage)
    window_stage.room.hear(stage.table(4), stage.view(4, active=3), stage.question(3, "take left", number=42))
    frames(1)
    assert window_stage.surface.motion._turns
    until(lambda: not window_stage.surface.motion._turns)
    assert all(len(slot.children) == 1 for slot in window_stage.surface._slots.values())


def test_markers_flip_in_place_one_after_another(window_stage):
    wait_until_still(window_stage)
    motion, clock, now = (
        window_stage.surface.motion,
        window_stage.surface.motion._clock,
        window_stage.surface.motion._clock(),
    )
    motion._clock = lambda: now  # the clock stands still while the markers start to turn
    conflict = ConflictView(tokens=4, flipped=4)
    window_stage.room.hear(
        stage.table(4), stage.view(4, active=2, conflict=conflict), stage.question(2, "take left", "take right")
    )
    frames(1)
    begins = [turn.begins for turn in motion._turns if turn.flips]
    assert len(begins) == 2
    assert begins[1] - begins[0] == pytest.approx(0.12)
    marker = next(turn for turn in motion._turns if turn.flips and turn.begins == begins[0])
    turned = {}
    for t in (0.25, 0.5, 0.75):
        now = begins[0] + t * marker.lasts
        motion._step(0)
        turned[t] = marker.scale.x, marker._sides[0].is_shown
    assert turned[0.25] == (pytest.approx(cos(pi / 4)), True), "its back"
    assert turned[0.5][0] < 0.05, "on edge"
    assert turned[0.75] == (pytest.approx(cos(pi / 4)), False), "its face"
    motion._clock = clock
    until(lambda: not window_stage.surface.motion._turns)
    assert all(len(slot.children) == 1 for slot in window_stage.surface._slots.values())


def test_refused_press_on_a_marker_is_shown_briefly(window_stage):
    wait_until_still(window_stage)
    animate(window_stage, Cue(what="nothing", markers=(9,)))
    assert window_stage.surface.motion.is_still
    animate(window_stage, Cue(what="nothing", markers=(3,)))
    assert not window_stage.surface.motion.is_still
    until(lambda: not window_stage.surface.motion._flights)
    assert not window_stage.surface.flights.children


def animate(shown, *happened):
    animate_events(shown.control, shown.surface, happened)


def test_a_resized_window_is_laid_out_again(window_stage):
    painted = window_stage.surface.painted
    window_stage.surface.size = (SIZE[0] - 1, SIZE[1])
    frames(2)
    assert window_stage.surface.painted > painted


@pytest.mark.rotated
@pytest.mark.sampled(72)
@pytest.mark.parametrize(("family", "state"), every_state())
def test_every_state_can_be_drawn_and_stops_moving(family, state):
    shown = Stage(room(family, state))
    try:
        assert shown.surface.meshes
        wait_until_still(shown)
    finally:
        shown.close()


@pytest.mark.full
def test_cards_turned_back_reuse_their_first_painting():
    table = duels.room(next(each for each in duels.states(0) if each.view(None).derived.ask == "turn"))
    shown = Stage(table)
    pictures, cards = [], []
    for _ in range(3):
        wait_until_still(shown)
        pictures.append(read_pixels())
        cards.append({key: id(sheet) for key, sheet in shown.surface.meshes.items() if key.startswith("slot ")})
        table.control.change_game_ui(facing=3 - present(table.control).faced_seat)
        frames(2)
    shown.close()
    assert cards[2] == cards[0] != cards[1]
    assert pictures[2] == pictures[0] != pictures[1]


def read_pixels():
    return glReadPixels(0, 0, *SIZE, GL_RGB, GL_UNSIGNED_BYTE)
