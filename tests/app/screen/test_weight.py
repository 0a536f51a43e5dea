"""Things with weight are lifted, carried in an arc, turned a little, and set down; time is passed in."""

from math import hypot

import pytest

from app.protocol.ceremony_durations import SHIELDS_SECONDS
from app.screen.animation.easing import LAND, LIFT, drop_weight, duration, reduce_motion, shadow_of
from app.screen.animation.easing import pose_at as carried_at
from app.screen.pages.play.conflict import clash, meeting_point
from app.screen.state.flight import Flight, FlyingShape, Pose, carry
from app.screen.state.ring_layout import lay_ring

CARD = FlyingShape.card(86, 122)
FLIGHT = carry(print, Pose(150, 256), Pose(1090, 226, scale=0.5, shown=0.2), CARD, (640, 900), 0.26)


def pose_after(seconds, flight=FLIGHT):
    return carried_at(flight, seconds)


def shadow_distance(seconds):
    right, down, _, _ = shadow_of(CARD, pose_after(seconds))
    return hypot(right, down)


def test_a_moved_thing_is_lifted_at_its_place():
    lying, lifted = pose_after(0.0), pose_after(LIFT)
    assert (lying.at.x, lying.at.y, lying.at.scale, lying.at.shown, lying.height) == (150, 256, 1.0, 1.0, 0.0)
    assert (lifted.at.x, lifted.at.y) == pytest.approx((150, 256))
    assert lifted.at.scale == pytest.approx(1.12)
    assert shadow_distance(0.0) == pytest.approx(3, abs=0.1)
    assert shadow_distance(LIFT) > 3 * shadow_distance(0.0)


def test_a_moved_thing_flies_in_an_arc_with_its_shadow_farthest_half_way():
    there = pose_after(LIFT + 0.13)
    assert there.at.x == pytest.approx((150 + 1090) / 2 + FLIGHT.bow[0])
    assert hypot(*FLIGHT.bow) == pytest.approx(hypot(940, 30) / 4)
    assert FLIGHT.bow[1] > 0, "towards the middle of the table"
    times = [nth / 100 for nth in range(43)]
    assert max(times, key=shadow_distance) == pytest.approx(LIFT + 0.13, abs=0.011)
    assert max(shadow_distance(time) / pose_after(time).at.scale * 1.12 for time in times) == pytest.approx(
        26, rel=0.15
    )
    assert shadow_of(CARD, there)[3] < shadow_of(CARD, pose_after(0.0))[3], "and softer"
    assert shadow_of(CARD, there)[2] > shadow_of(CARD, pose_after(0.0))[2]


def test_a_moved_thing_rotates_up_to_eighteen_degrees_and_lands_straight():
    angles = [pose_after(nth / 1000).at.angle for nth in range(421)]
    assert max(angles) - min(angles) == pytest.approx(18, abs=0.5)
    assert angles[0] == pytest.approx(0)
    assert pose_after(0.42).at.angle == pytest.approx(0)


def test_a_moved_thing_is_visible_until_it_merges_with_its_target():
    assert duration(FLIGHT) == pytest.approx(0.42)
    landing, lies = pose_after(LIFT + 0.26), pose_after(0.42)
    assert (landing.at.x, landing.at.y, landing.at.shown) == (1090, 226, 1.0)
    assert (lies.at.x, lies.at.y, lies.at.scale, lies.at.shown) == pytest.approx((1090, 226, 0.5, 0.2))
    assert pose_after(LIFT + 0.26 + LAND * 0.85).at.scale < 0.5, "it dips for a moment"


def test_token_flips_in_flight_and_lands_face_up():
    spun = carry(print, Pose(0, 0), Pose(100, 0), FlyingShape.disc(20), (50, 200), 0.4, spins=1)
    wide = [pose_after(nth / 100, spun).wide for nth in range(57)]
    assert (wide[0], wide[-1]) == (1.0, 1.0)
    assert sum(one > other < after for one, other, after in zip(wide, wide[1:], wide[2:], strict=False)) == 2


def test_light_moves_round_the_table_on_the_shorter_side():
    light = Flight(print, Pose(640, 620), Pose(1140, 360), 0.4, about=(640, 360))
    ways = [pose_after(nth / 10, light).at for nth in (0, 2, 4)]
    assert (ways[0].x, ways[0].y) == pytest.approx((640, 620))
    assert (ways[2].x, ways[2].y) == pytest.approx((1140, 360))
    assert hypot(ways[1].x - 640, ways[1].y - 360) == pytest.approx((260 + 500) / 2)
    assert ways[1].x > 640 < ways[1].y + 400


def test_plain_figures_move_straight():
    plain = drop_weight(FLIGHT)
    assert duration(plain) == 0.26
    assert pose_after(0.13, plain).at.angle == 0
    assert pose_after(0.13, plain).at.y == pytest.approx(256 - 30 * 0.875)


def test_less_motion_keeps_things_in_place_for_the_same_time():
    still = reduce_motion(FLIGHT, 0.12)
    assert duration(still) == 0.12
    assert {(pose_after(t / 100, still).at.x, pose_after(t / 100, still).at.y) for t in range(13)} == {(1090, 226)}
    stays = reduce_motion(Flight(print, Pose(0, 0), Pose(10, 10), 0.4, stays=1.0), 0.12)
    assert duration(stays) + stays.stays == pytest.approx(1.4)
    assert pose_after(0.12, stays).at == Pose(10, 10)


def test_shields_of_neighbours_meet_between_them_within_a_second():
    ring, shields = lay_ring(1280, 720, 4), (4, 1, 3, 3)
    met = [*clash(ring, shields)]
    assert len(met) == 2 * 4
    for i in range(4):
        mine, theirs = met[2 * i : 2 * i + 2]
        assert (mine.start.x, mine.start.y) == (ring.zones[i].x, ring.zones[i].y)
        middle = (mine.end.x + theirs.end.x) / 2, (mine.end.y + theirs.end.y) / 2
        assert middle == pytest.approx(meeting_point(ring, i))
        assert hypot(mine.end.x - theirs.end.x, mine.end.y - theirs.end.y) == pytest.approx(mine.body.w, rel=0.01)
    assert {duration(each) + each.stays for each in met} == {SHIELDS_SECONDS}
    assert SHIELDS_SECONDS <= 1


@pytest.mark.parametrize("seats", [2, 3, 7])
def test_shields_meet_once_with_each_neighbour(seats):
    assert len([*clash(lay_ring(1280, 720, seats), (1,) * seats)]) == 2 * (seats if seats > 2 else 1)
