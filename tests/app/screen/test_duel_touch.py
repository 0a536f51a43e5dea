"""Duel by touches through the window: a real table gets the action of a touch, and the screen shows its answer."""

import msgspec
import pytest

from app.games.duel.screen.typed_scene import present
from app.protocol.game_lifecycle_messages import SetGame, Start
from app.protocol.history_messages import PastPosition
from app.protocol.log_messages import Line
from app.protocol.play_messages import SkipOpening
from app.protocol.seat_messages import SetSeat
from app.protocol.settings_messages import SetTable
from app.screen.control.outbox import new_id
from app.screen.events import on_message
from app.screen.input.history_browsing import open_history
from tests.app.screen import SIZE, duels, stage
from tests.app.screen.finger import Stage, frames, until
from tests.app.screen.layout_faults import faults
from tests.app.screen.painting import areas, texts
from tests.app.screen.real import Real, running


@pytest.fixture
def table(tmp_path):
    yield from running(tmp_path)


def start_first_game(real):
    """Start a first game for two people at the screen."""
    control = real.control
    until(lambda: control.model.table is not None)
    intents = (
        SetTable(id=new_id(), welcomed=True, motion=False),
        SetGame(id=new_id(), game="duel", variant=("first-game",)),
        *(SetSeat(id=new_id(), seat=seat, by="touch") for seat in (1, 2)),
        Start(id=new_id()),
        SkipOpening(id=new_id()),
    )
    for intent in intents:
        control.submit(intent)
    until(lambda: control.model.view is not None and control.scene.acting and not control.outbox.pending)


@pytest.fixture
def real_stage(table):
    """The real screen of a real table, in a first game."""
    until(lambda: (table / "run.json").exists())
    real = Real(table)
    start_first_game(real)
    seen = Stage(real)
    yield seen
    real.connection.close()
    seen.close()


@pytest.mark.rotated
def test_a_card_is_touched_and_built_at_a_real_table(real_stage):
    control = real_stage.room.control
    seat = control.scene.acting
    view, legal = control.model.view, control.model.legal(seat)
    slot, card = next(
        (slot, slot_view.card)
        for slot, slot_view in view.structure.items()
        if slot_view.accessible and f"build {slot_view.card}" in legal
    )
    price = next(way.cost for way in view.derived.standing[seat - 1].build_options if way.thing == card)
    real_stage.tap(f"slot {slot}")
    assert not control.outbox.pending, "nothing is said before it is known what becomes of the card"
    real_stage.tap(f"build {card}")
    until(lambda: card in control.model.view.seats[seat - 1].cards)
    assert control.model.view.seats[seat - 1].coins <= view.seats[seat - 1].coins - price + 4
    frames(2)
    assert f"slot {slot}" not in real_stage.hit_areas()
    assert control.scene.acting == 3 - seat


@pytest.mark.full
def test_a_touch_during_a_lost_connection_is_sent_after_reconnecting(real_stage):
    """A table and its screen may miss heartbeats on a slow machine, even during a touch."""
    control = real_stage.room.control
    for _ in range(2):
        seat = control.scene.acting
        view, legal = control.model.view, control.model.legal(seat)
        slot, card = next((slot, slot_view.card) for slot, slot_view in view.structure.items() if slot_view.accessible)
        said = f"build {card}" if f"build {card}" in legal else f"discard {card}"
        real_stage.tap(f"slot {slot}")
        real_stage.room.connection._client.close()
        real_stage.tap(said)
        until(lambda seat=seat: control.model.link and not control.outbox.pending and control.scene.acting == 3 - seat)
        assert not control.notices
        assert slot not in control.model.view.structure


def test_second_touch_closes_the_card_panel(show):
    seen = show(duels.room(duels.in_age(1, 1)))
    slot = next(slot for slot, slot_view in seen.control.model.view.structure.items() if slot_view.accessible)
    seen.tap(f"slot {slot}")
    assert "touched" in seen.surface.meshes
    seen.tap(f"slot {slot}")
    assert "touched" not in seen.surface.meshes
    assert seen.room.sent == []


def test_the_cards_turn_to_the_other_seat_by_a_button_or_with_the_turn(show):
    seen = show(duels.room(duels.in_age(1, 1)))
    scene = present(seen.control)
    assert scene.faced_seat == 1
    seen.tap("turn cards")
    assert present(seen.control).faced_seat == 2
    seen.control.open_panel("seating", 0)
    frames(2)
    seen.tap("turning")
    assert seen.room.sent[-1].turning is True
    duels.settle(seen.room, turning=True)
    seen.tap("close")
    assert present(seen.control).faced_seat == scene.acting
    seen.tap("turn cards")
    assert present(seen.control).faced_seat == 3 - scene.acting
    before = duels.in_age(1, 1)
    after = before.copy()
    after.apply(before.to_act[0], before.legal(before.to_act[0])[0])
    room = seen.room.show(after, settings=stage.settings(turning=True))
    assert present(room.control).faced_seat == present(room.control).acting  # until somebody has acted


def test_cards_face_the_only_seat_played_on_the_screen():
    chairs = duels.table().seats
    mixed = (msgspec.structs.replace(chairs[0], by="bot", name=None, bot="normal"), chairs[1])
    assert present(duels.room(duels.in_age(1, 1), seats=mixed).control).faced_seat == 2


def test_people_may_sit_at_the_short_sides(show):
    seen = show(duels.room(duels.in_age(1, 1)))
    assert [zone.edge for zone in seen.control.scene.ring(*SIZE).zones] == [0, 2]
    seen.control.open_panel("seating", 0)
    frames(2)
    seen.tap("short_edges")
    assert seen.room.sent[-1].short_edges is True
    duels.settle(seen.room, short_edges=True)
    seen.tap("close")
    assert [zone.edge for zone in seen.control.scene.ring(*SIZE).zones] == [1, 3]
    slot = next(slot for slot, slot_view in seen.control.model.view.structure.items() if slot_view.accessible)
    seen.tap(f"slot {slot}")
    assert present(seen.control).game_ui.touched.what == slot


def test_a_whole_city_opens_and_closes_on_a_small_screen():
    room = duels.room(duels.in_age(3, 2))
    wonder = next(slug for slug in room.control.model.view.seats[1].wonders)
    before = areas(room, (800, 480))
    assert f"whole wonder 2 {wonder}" not in before
    before["city 2"].tap()
    opened = areas(room, (800, 480))
    assert f"whole wonder 2 {wonder}" in opened
    opened["close"].tap()
    assert f"whole wonder 2 {wonder}" not in areas(room, (800, 480))


def test_plate_shows_its_prompt_and_the_last_action_of_the_other_seat():
    state = duels.in_age(1, 1)
    event = {"type": "card-discarded", "seat": 2 - state.to_act[0], "card": "press", "coins": 2}
    line = Line(number=1, row=4, event=msgspec.Raw(msgspec.json.encode(event)))
    room = duels.Room().hear(duels.table(), state.view(None), duels.question(state), (line,))
    said = texts(room)
    assert "Take a card" in said
    assert any("discards Press for 2 coins" in text for text in said)


def test_a_disconnected_phone_is_shown_and_its_seat_can_be_played_here():
    chairs = tuple(msgspec.structs.replace(chair, present=False) for chair in duels.table(by="phone").seats)
    room = duels.room(duels.in_age(1, 1), by="phone", seats=chairs)
    assert texts(room).count("away") == 2
    assert present(room.control).seat_taking_card


def test_past_position_offers_only_history_buttons():
    room = duels.room(duels.in_age(1, 3))
    open_history(room.control)
    shown = stage.snapshot(1, duels.table(), duels.in_age(1, 2).view(None))
    on_message.on_message(room.control, PastPosition("x", "m9", 80, 135, shown.table, shown.game, (), 24, 60, 79, 82))
    assert not faults(room, SIZE)
    taps = {key for key, area in areas(room, SIZE).items() if area.tap}
    assert taps
    assert all(key.startswith("back") or key == "turn" for key in taps)


def test_turning_the_cards_is_animated_unless_motion_is_reduced(show):
    seen = show(duels.room(duels.in_age(1, 1)))
    motion = seen.surface.motion
    motion.less_motion = True
    seen.tap("turn cards")
    assert motion.is_still
    motion.less_motion, began = False, motion._clock()
    motion._clock = lambda: began  # however slowly frames come
    seen.tap("turn cards")
    assert not motion.is_still
    motion._clock = lambda: began + 60
    until(lambda: motion.is_still)


def test_a_taken_token_leaves_an_empty_place():
    before = duels.asking("progress")
    room = duels.room(before)
    keys = [key for key in areas(room, SIZE) if key.startswith("token ")]
    at = {key: areas(room, SIZE)[key].centre for key in keys}
    after = before.copy()
    taken = next(iter(after.legal(after.to_act[0])))
    after.apply(after.to_act[0], taken)
    room.show(after)
    left = {key: area.centre for key, area in areas(room, SIZE).items() if key.startswith("token ")}
    assert left == {key: centre for key, centre in at.items() if key != f"token {taken.token}"}
