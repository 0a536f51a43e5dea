"""The opening of a game on the screen: what is shown at each step, and that the first player is not shown too soon."""

import pytest

from app.protocol import ceremony_durations
from app.protocol.play_messages import Opening, SkipOpening
from app.screen.composition import compose
from app.screen.pages.play import opening_ceremony
from app.screen.paint.pen import Pen
from app.screen.paint.text_drawing import measure
from app.screen.state.ring_layout import lay_ring
from app.screen.widgets import illustrations
from tests.app.screen import duels, sevens, stage
from tests.app.screen.layout_faults import inside
from tests.app.screen.lettering import lettered
from tests.app.screen.openings import architects
from tests.app.screen.shown import Shown


def compose_views(room, size=(1280, 720)):
    return {part.key: part.view for part in compose(room.control.scene, *size)}


def test_opening_shows_each_seat_its_wonder_and_effects():
    found = compose_views(architects("wonders"))
    assert {key for key in found if key.startswith("revealed")} == {f"revealed {seat}" for seat in (1, 2, 3, 4)}
    for number, slug in enumerate(stage.WONDERS[:4], start=1):
        view = found[f"revealed {number}"]
        assert view.wonder.casefold() == slug
        assert view.says
        assert view.picture is not None


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (1920, 1080), (720, 1280)], ids=str)
def test_opening_of_seven_seats_draws_wonders_without_sky_window(size):
    room = architects("wonders", seats=7)
    for part in compose(room.control.scene, *size):
        if part.key.startswith("revealed"):
            pen = Pen(measure)
            part.draw(pen, room.control)
            assert not [each for each in pen.stamps if each.paint is illustrations.sky_window], part.key
            assert [each for each in pen.stamps if each.paint is illustrations.built_stage] or size == (800, 480)


def test_plates_of_an_opening_are_as_high_as_their_words():
    pens = dict(lettered(architects("wonders", seats=4), (1280, 720)))
    for pen in (pens["revealed 1"], pens["revealed 3"]):  # at long edges; names are a little higher than their box
        words = [word.corners for layer in pen.layers for word in layer.words]
        on = [[y for word in words if all(inside(at, plate) for at in word) for _, y in word] for plate in pen.plates]
        ys, plate = max(zip(on, pen.plates, strict=True), key=lambda each: len(each[0]))
        assert max(ys) - min(ys) > 0.45 * abs(plate[0][1] - plate[2][1])


def test_seven_wonders_opening_shows_the_board_with_all_stages():
    room = sevens.Room().show(sevens.asking("play", 4), opening=Opening("wonders", 0))
    view = compose_views(room)["revealed 1"]
    assert view.wonder == "Halikarnassos (night)"
    assert all(f"Stage {nth}" in view.says for nth in (1, 2, 3))


@pytest.mark.parametrize("step", ["wonders", "turning"])
def test_first_player_is_hidden_until_the_pointer_stops(step):
    """The table looks the same for all seats at which the pointer could stop."""
    one, other = (compose_views(architects(step, first)) for first in (2, 3))
    assert {key: view for key, view in one.items() if key != "opening"} == {
        key: view for key, view in other.items() if key != "opening"
    }
    assert not any(key.startswith(("zone", "plate")) for key in one)


def test_the_first_player_is_announced_at_every_edge():
    found = compose_views(architects("found"))
    assert [found[f"revealed {seat}"].told[0] for seat in (1, 2, 3)] == [
        "Idris goes first", "You go first", "Idris goes first",
    ]  # fmt: skip
    assert [found[f"revealed {seat}"].first for seat in (1, 2, 3, 4)] == [False, True, False, False]


def test_simultaneous_first_choice_is_announced_at_every_edge():
    room = sevens.Room().show(sevens.asking("play", 4), opening=Opening("found", 0))
    found = compose_views(room)
    assert {found[f"revealed {seat}"].told for seat in (1, 2, 3, 4)} == {("All choose at once",)}
    assert all(found[f"revealed {seat}"].first for seat in (1, 2, 3, 4))


def test_opening_without_wonders_shows_names_only():
    room = duels.Room().show(duels.asking("turn"), opening=Opening("found", 1))
    view = compose_views(room)["revealed 1"]
    assert (view.wonder, view.says, view.picture) == ("", "", None)


@pytest.mark.parametrize("seats", range(2, 8))
@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (1920, 1080), (720, 1280)], ids=str)
def test_opening_wonders_overlap_neither_each_other_nor_the_pointer(seats, size):
    ring = lay_ring(*size, seats)
    boxes = []
    for zone, at in zip(ring.zones, opening_ceremony.places(ring), strict=True):
        assert at.w * at.d >= 0.999 * zone.w * zone.d
        w, d = (at.w, at.d) if zone.edge % 2 == 0 else (at.d, at.w)
        assert at.x - w / 2 >= -1
        assert at.x + w / 2 <= size[0] + 1
        boxes.append((at.x, at.y, w / 2, d / 2))
    for n, (x, y, w, d) in enumerate(boxes):
        assert not [1 for a, b, c, e in boxes[n + 1 :] if abs(x - a) < w + c - 1 and abs(y - b) < d + e - 1]
        cx, cy = ring.inner.centre
        assert (
            max(abs(x - cx) - w, abs(y - cy) - d)
            >= opening_ceremony.REACH * opening_ceremony.dial_scale(ring) * ring.u - 1
        )


def test_pointer_turns_only_in_its_step_and_stops_at_the_first_player():
    ring = lay_ring(1280, 720, 4)
    [flight] = opening_ceremony.flights(ring, Opening("turning", 1))
    assert (flight.start.angle, round(flight.end.angle)) == (0.0, 90), "the bottom edge"
    assert flight.lasts == ceremony_durations.OPENING_SECONDS["turning"]
    assert flight.turns
    assert not opening_ceremony.flights(ring, Opening("wonders", 1))
    assert not opening_ceremony.flights(ring, Opening("found", 1))


def test_touch_anywhere_skips_the_opening():
    room = architects("wonders")
    pen = Pen(lambda text, pixels, bold: (0.0, 0.0))
    next(part for part in compose(room.control.scene, 1280, 720) if part.key == "opening").draw(pen, room.control)
    whole = next(area for area in pen.hit_areas if area.key == "opening")
    assert all(whole.holds(x, y) for x, y in ((1, 1), (1279, 719), (640, 360)))
    whole.tap()
    assert isinstance(room.sent[-1], SkipOpening)


def record_animations(room):
    """Record the events that the controller animates, and its calls that finish all animations. Return both lists."""
    seen, finished = [], []
    room.control.animate = seen.extend
    room.control.finish_animations = lambda: finished.append(1)
    return seen, finished


def test_screen_follows_the_opening_step_by_step():
    room = architects("wonders")
    seen, finished = record_animations(room)
    played = []
    room.control.sound.play = lambda name, times=1: played.append(name)
    ended = []
    for step in ("turning", "found"):
        room.hear(stage.table(4, opening=Opening(step, 2)), stage.view(4, active=2), ())
        ended.append(len(finished))
    assert seen == [Opening("turning", 2)]
    assert played == ["your-turn"], "as it stops"
    assert ended == [1, 2], "what moved of a step ends with it"
    room.hear(stage.table(4), stage.view(4, active=2), ())
    assert len(finished) == 3
    assert "zone 1" in compose_views(room)


@pytest.mark.parametrize("late", [0.2, 1.0], ids=["in time", "a slow screen"])
def test_turning_pointer_is_removed_when_it_stops(late):
    """The pointer stops in time, even if the screen began to turn it late."""
    room = architects("wonders")
    shown = Shown(room, (1280, 720))
    shown.still()
    room.hear(stage.table(4, opening=Opening("turning", 2)), stage.view(4, active=2), ())
    assert len(shown.surface.motion._flights) == 1
    shown.now += 1.8 - late
    shown.picture()
    room.hear(stage.table(4, opening=Opening("found", 2)), stage.view(4, active=2), ())
    assert not shown.surface.motion._flights


def test_screen_that_connects_late_shows_the_step_without_animation():
    room = stage.Room()
    seen, _ = record_animations(room)
    room.hear(stage.table(4, opening=Opening("turning", 2)), stage.view(4, active=2), ())
    assert seen == []
    assert "opening" in compose_views(room)


def test_notices_are_hidden_during_the_opening():
    room = architects("wonders")
    room.control.notify(1, "something")
    assert "notice 1" not in compose_views(room)
