"""The page of a conflict: the neighbours that a seat is compared with, and its tokens."""

from math import dist

import pytest

from app.screen.events import event_animations, on_tick
from app.screen.pages.play import conflict
from app.screen.pages.play.conflict import share_tokens
from app.screen.paint.pen import Pen
from app.screen.paint.text_drawing import measure
from engine.architects import actions
from tests.app.screen import scenes, seven_scenes
from tests.app.screen.dealers import two_who_deal
from tests.app.screen.in_words import texts
from tests.app.screen.layout_faults import apart
from tests.app.screen.lettering import painted
from tests.app.screen.shown import Shown


@pytest.mark.parametrize(
    ("shields", "won", "gains"),
    [
        pytest.param((3, 1, 2), (2, 0, 1), [(1, 1), (0, 0), (0, 1)], id="one from each neighbour"),
        pytest.param((4, 2), (2, 0), [(2, 2), (0, 0)], id="of two seats, all from the other"),
        pytest.param((2, 2, 2), (0, 0, 0), [(0, 0)] * 3, id="nobody has more"),
        pytest.param((1, 5, 3, 4), (0, 2, 0, 2), [(0, 0), (1, 1), (0, 0), (1, 1)], id="across the table"),
    ],
)
def test_tokens_are_won_from_the_beaten_neighbours(shields, won, gains):
    assert share_tokens(shields, won) == gains


# ---- where people deal ---------------------------------------------------------------------------------------


@pytest.fixture
def people(tmp_path):
    """Two who deal, in a conflict that Ada wins with two shields."""
    made = two_who_deal(tmp_path)
    made.say("stack 1", "tell red-0", "stack 2", "tell red-2", "stack 2", "tell red-1")
    yield made
    made.evening.close()


def keys_by_number(people, kind):
    """List the keys with this prefix, by their numbers."""
    return sorted((key for key in people.lying() if key.startswith(kind)), key=lambda key: int(key.split()[-1]))


def test_one_touch_confirms_the_shields_and_reminders_stay(people):
    people.evening.now += 3600
    on_tick.tick(people.control, people.evening.now)
    assert set(people.lying()) == {"shields right", "shields wrong"}
    assert {"Look round the table: shields as shown?", "Turn the conflict tokens back to peace.", "+2"} <= {
        *texts(people)
    }
    people.say("shields right")
    assert people.control.model.table.handled[0] > 0
    assert {"stack 1", "remind 1", "remind 2"} <= set(people.lying())


@pytest.mark.parametrize("seat", [1, 2])
def test_one_touch_confirms_the_reminders_of_all_seats(people, seat):
    people.say("shields right")
    assert "All done" in {*texts(people)}
    people.say(f"all done {seat}")
    assert not keys_by_number(people, "remind ")
    people.evening.restart()
    people.hear()
    assert not keys_by_number(people, "remind ")


def test_single_remaining_reminder_has_no_all_done_button(people):
    people.say("shields right", "remind 2")
    assert keys_by_number(people, "remind ") == ["remind 1"]
    assert not keys_by_number(people, "all done ")


def test_conflict_page_returns_with_new_numbers_after_a_correction(people):
    people.say("shields wrong")
    assert people.control.ui.panel == "log"
    people.say("log 1")
    people.say(keys_by_number(people, "line ")[-1], "tell wood")
    assert set(people.lying()) == {"shields right", "shields wrong"}
    assert "+2" not in {*texts(people)}, "one shield each"
    people.say("shields right")
    assert "stack 1" in people.lying()


def test_closing_the_log_shows_the_conflict_page_again(people):
    people.say("shields wrong", "close")
    assert set(people.lying()) == {"shields right", "shields wrong"}


def test_correction_that_removes_a_conflict_closes_its_page(people):
    people.say("shields wrong")
    people.say("log 3")
    people.say(keys_by_number(people, "line ")[-1], "tell wood")
    assert "stack 1" in people.lying()
    assert people.control.model.table.repair is None


# ---- what is said meanwhile ----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(1280, 720), (800, 480), (720, 1280)], ids=str)
@pytest.mark.parametrize("fought", [scenes.conflict, seven_scenes.fighting], ids=["architects", "seven wonders"])
def test_refusal_covers_no_conflict_result(fought, size):
    for seats in (3, 7):
        room = fought(seats)
        zones = [zone.rect for zone in room.control.scene.ring(*size).zones]
        boxes = [((z.x, z.y), (z.x + z.w, z.y), (z.x + z.w, z.y + z.h), (z.x, z.y + z.h)) for z in zones]
        for seat in range(1, seats + 1):
            room.control.notify(seat, "This is not possible now: somebody else has to choose a card first.", True)
            [(words, areas)] = [(words, areas) for key, words, areas in painted(room, size) if key == f"notice {seat}"]
            assert all(apart(area.corners, box) for area in areas for box in boxes), (seats, seat)
            assert min(word.size for word in words) >= 11, "it can be read"
            room.control.dismiss_notice(seat)


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280)], ids=str)
@pytest.mark.parametrize("seats", range(2, 8))
def test_shields_are_drawn_over_the_walls_and_cover_no_number(seats, size, monkeypatch):
    discs = []

    def note(p, r, *shown, lost):
        discs.append((p.place(0, 0), r * p.scale))

    monkeypatch.setattr(conflict, "_paint_shield", note)
    parts = painted(scenes.conflict(seats, "de"), size)
    keys = [key for key, _, _ in parts]
    assert keys.index("battle lines") > max(nth for nth, key in enumerate(keys) if key.startswith("zone"))
    assert len(discs) == (2 * seats if seats > 2 else 2)
    words = [word for key, said, _ in parts if key.startswith("zone") for word in said]
    for (x, y), r in discs:
        near = [word.text for word in words if min(dist((x, y), corner) for corner in word.corners) < r]
        assert not near, (x, y)


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (1024, 768), (720, 1280)], ids=str)
@pytest.mark.parametrize("seats", range(2, 8))
def test_results_are_placed_at_the_end_of_the_wall_where_shields_meet(seats, size):
    ring, p = scenes.conflict(seats).control.scene.ring(*size), Pen(measure)
    for i in range(seats):
        plan = conflict.plan_wall(ring, i)
        with conflict._at_edge(p, ring, i):
            places = [p.place(x, plan.row) for x in plan.results]
        for nth, gap in enumerate((i, (i - 1) % seats) if seats > 2 else (0,)):
            met = conflict.meeting_point(ring, gap)
            assert dist(places[nth], met) < dist(places[1 - nth], met), (i, nth)
        assert -plan.ends[0] < min(plan.results) < max(plan.results) < plan.ends[1]


def test_only_tokens_fly_over_the_conflict_page():
    room = scenes.conflict(4)
    shown = Shown(room, (1280, 720))
    shown.still()
    fought = actions.ConflictFought((3, 1, 4, 4), (1, 0, 1, 0), ((),) * 4)
    event_animations.animate_events(room.control, shown.surface, (fought,))
    shown_flights = [flying.flight for flying in shown.surface.motion._flights]
    assert shown_flights, "tokens fly"
    assert all(flight.body for flight in shown_flights), "and nothing else is shown"
