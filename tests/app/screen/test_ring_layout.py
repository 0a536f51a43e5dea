"""Tests that no part of the ring of seats overlaps another or is cut off, on any screen."""

from math import copysign, cos, radians, sin

import pytest

from app.games.architects.screen.seat_zone import drawing_width, wing
from app.games.architects.screen.typed_scene import LARGE_MEDALS, MEDALS
from app.screen.state.ring_layout import STACKED, Ring, lay_ring, link_path

COMMON = [
    (800, 480),
    (1024, 600),
    (1280, 720),
    (1280, 800),
    (1366, 768),
    (1920, 1080),
    (1920, 1200),
    (720, 1280),
    (1080, 1920),
]
GRID = sorted(
    {
        *COMMON,
        (2560, 1440),
        (3840, 2160),
        (1024, 768),
        (1600, 900),
        (600, 1024),
        (480, 800),
        (800, 1280),
        (1200, 1200),
        (3440, 1440),
    }
)


def corners(x, y, w, h, angle):
    c, s = cos(radians(angle)), sin(radians(angle))
    return [
        (x + a * c - b * s, y + a * s + b * c)
        for a, b in ((-w / 2, -h / 2), (w / 2, -h / 2), (w / 2, h / 2), (-w / 2, h / 2))
    ]


def are_apart(one, other):
    """Return True if a straight line separates two convex shapes."""
    for shape in (one, other):
        for (ax, ay), (bx, by) in zip(shape, shape[1:] + shape[:1], strict=True):
            nx, ny = by - ay, ax - bx
            if min(nx * x + ny * y for x, y in one) >= max(nx * x + ny * y for x, y in other) - 1e-6:
                return True
            if min(nx * x + ny * y for x, y in other) >= max(nx * x + ny * y for x, y in one) - 1e-6:
                return True
    return False


def hexagon(goal):
    c, s = cos(radians(goal.angle)), sin(radians(goal.angle))
    found = []
    for k in range(6):
        x, y = goal.r * cos(radians(k * 60)), goal.r * sin(radians(k * 60))
        x += copysign(goal.long, x)
        found.append((goal.x + x * c - y * s, goal.y + x * s + y * c))
    return found


def with_medals(size, seats, inches=None):
    """Lay out the ring as Architects does, with larger medals on a small screen."""
    ring = lay_ring(*size, seats, inches, MEDALS, drawn=drawing_width)
    return lay_ring(*size, seats, inches, LARGE_MEDALS, drawn=drawing_width) if ring.small else ring


def shapes(ring: Ring):
    found = {f"zone {i + 1}": corners(z.x, z.y, z.w, z.d, z.angle) for i, z in enumerate(ring.zones)}
    grown = ring.card + 4 * ring.u
    for i, place in enumerate(ring.gaps):
        found[f"stack {i + 1}"] = corners(place.x, place.y, grown, grown * 1.4, place.angle)
    for i, goal in enumerate(ring.rounds):
        found[f"medal {i + 1}"] = hexagon(goal)
    inner = ring.inner
    x, y = inner.centre
    round_things = 600 if not ring.upright else 340
    upright = 470 if ring.large == 1 else (STACKED - 15) * ring.large  # to the end of the parts above and below
    low, high = (round_things, 215) if not ring.upright else (round_things, upright)
    found["middle"] = corners(x, y, 2 * low * ring.u, 2 * high * ring.u, 0)
    return found


@pytest.mark.sampled(18)
@pytest.mark.parametrize("seats", range(2, 8))
@pytest.mark.parametrize("size", GRID, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("inches", [None, 7, 10.1, 24])
@pytest.mark.parametrize("laid", ["", "drawn", "medals"])
def test_ring_has_no_overlap_and_fits_the_screen(size, seats, inches, laid):
    wide = drawing_width if laid else None
    ring = with_medals(size, seats, inches) if laid == "medals" else lay_ring(*size, seats, inches, drawn=wide)
    found = list(shapes(ring).items())
    for i, (name, shape) in enumerate(found):
        assert all(-1 <= x <= size[0] + 1 and -1 <= y <= size[1] + 1 for x, y in shape), name
        for other, its in found[i + 1 :]:
            assert are_apart(shape, its), f"{name} lies on {other}"


@pytest.mark.parametrize("medals", [False, True], ids=["", "medals"])
@pytest.mark.parametrize("size", GRID, ids=lambda size: f"{size[0]}x{size[1]}")
def test_wings_of_two_seats_overlap_nothing(size, medals):
    ring = with_medals(size, 2) if medals else lay_ring(*size, 2, drawn=drawing_width)
    found = shapes(ring)
    for seat, zone in enumerate(ring.zones, start=1):
        if at := wing(ring, seat):
            dx = (at.x + at.w / 2) * ring.u - zone.w / 2
            dy = (at.y + at.h / 2) * ring.u - zone.d / 2
            c, s = cos(radians(zone.angle)), sin(radians(zone.angle))
            x, y = zone.x + dx * c - dy * s, zone.y + dx * s + dy * c
            found[f"wonder {seat}"] = corners(x, y, at.w * ring.u, at.h * ring.u, zone.angle)
    assert size not in COMMON or {"wonder 1", "wonder 2"} <= found.keys()
    for name in ("wonder 1", "wonder 2"):
        for other, its in found.items():
            assert name == other or name not in found or are_apart(found[name], its), other
        assert all(0 <= x <= size[0] and 0 <= y <= size[1] for x, y in found.get(name, ()))


@pytest.mark.parametrize("seats", range(3, 8))
def test_middle_is_enlarged_on_portrait_screens(seats):
    portrait, landscape = (lay_ring(*size, seats, drawn=drawing_width) for size in ((720, 1280), (1280, 720)))
    assert landscape.large == 1
    assert portrait.large > 1.1
    assert portrait.disc * portrait.u * 2 > 0.4 * 720, "the floor is as wide as the seats leave room for"
    assert portrait.disc + 28 < portrait.inner.w / portrait.u / 2, "with what points to whoever acts"


@pytest.mark.parametrize(
    ("size", "ends", "sides"),
    [
        ((800, 480), 0.24, 0.21),
        ((1280, 720), 0.28, 0.24),
        ((1920, 1080), 0.34, 0.38),
        ((3840, 2160), 0.34, 0.38),
        ((720, 1280), 0.23, 0.20),
    ],
    ids=str,
)
def test_wonders_get_a_minimum_share_of_the_screen(size, ends, sides):
    """Shares are widths of a wonder divided by the shorter side of the screen."""
    ring = lay_ring(*size, 4, drawn=drawing_width)
    for zone in ring.zones:
        share = drawing_width(zone.w / ring.u, zone.d / ring.u, ring.small) * ring.u / min(size)
        assert share > (sides if zone.edge % 2 else ends), zone.edge


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seats", range(3, 8))
@pytest.mark.parametrize("size", GRID, ids=lambda size: f"{size[0]}x{size[1]}")
def test_layout_for_drawings_shrinks_no_wonder(size, seats):
    rings = lay_ring(*size, seats), lay_ring(*size, seats, drawn=drawing_width)
    before, after = (
        [drawing_width(zone.w / ring.u, zone.d / ring.u, ring.small) * ring.u for zone in ring.zones] for ring in rings
    )
    assert all(b > 0.97 * a for a, b in zip(before, after, strict=True))


@pytest.mark.parametrize("seats", range(3, 8))
def test_three_or_more_seats_have_no_wings(seats):
    ring = lay_ring(1920, 1080, seats, drawn=drawing_width)
    assert {wing(ring, seat) for seat in range(1, seats + 1)} == {None}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("seats", range(2, 8))
@pytest.mark.parametrize("size", GRID, ids=lambda size: f"{size[0]}x{size[1]}")
def test_medals_move_no_seat_to_another_edge(size, seats):
    plain, medals = lay_ring(*size, seats, drawn=drawing_width), with_medals(size, seats)
    assert [zone.edge for zone in medals.zones] == [zone.edge for zone in plain.zones]
    assert medals.u > plain.u * 0.8


@pytest.mark.parametrize("seats", range(2, 8))
@pytest.mark.parametrize("size", COMMON, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_panel_covers_no_medal(size, seats):
    ring = with_medals(size, seats)
    x, y = ring.inner.centre
    grown = 12 * ring.u
    panel = corners(x, y, ring.inner.w + grown, ring.inner.h + grown, 0)
    for i, goal in enumerate(ring.rounds):
        assert are_apart(hexagon(goal), panel), i + 1


@pytest.mark.sampled(4)
@pytest.mark.parametrize("seats", range(2, 8))
@pytest.mark.parametrize("size", GRID, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_light_round_a_stack_reaches_no_medal(size, seats):
    ring = with_medals(size, seats)
    light = 2 * 19 * ring.u
    for place, goal in zip(ring.gaps, ring.rounds, strict=True):
        lit = corners(place.x, place.y, ring.card + light, ring.card * 1.4 + light, place.angle)
        assert are_apart(lit, hexagon(goal))


@pytest.mark.parametrize(
    ("seats", "counts"),
    [(2, (1, 0, 1, 0)), (3, (1, 1, 1, 0)), (4, (1, 1, 1, 1)), (5, (2, 1, 1, 1)), (6, (2, 1, 2, 1)), (7, (3, 1, 2, 1))],
)
def test_seats_are_distributed_over_the_edges(seats, counts):
    assert lay_ring(1920, 1080, seats).seat_counts == counts


@pytest.mark.parametrize("seats", range(2, 8))
def test_full_hd_screen_is_drawn_at_scale_one(seats):
    assert lay_ring(1920, 1080, seats).u == pytest.approx(1, abs=0.02)


def test_only_a_seven_inch_screen_is_small():
    assert lay_ring(800, 480, 4).small
    assert not lay_ring(1280, 720, 7).small
    assert not lay_ring(1920, 1080, 7).small


@pytest.mark.parametrize("seats", range(2, 8))
@pytest.mark.parametrize("size", COMMON, ids=lambda size: f"{size[0]}x{size[1]}")
def test_touch_targets_are_at_least_a_finger_wide(size, seats):
    ring = lay_ring(*size, seats)
    assert ring.touch * ring.u / ring.mm >= 9
    assert (ring.card + 20 * ring.u) / ring.mm >= 9


@pytest.mark.parametrize("seats", range(2, 8))
def test_lines_end_at_their_stack_and_touch_the_zone(seats):
    ring = lay_ring(1920, 1080, seats)
    for i, stack in enumerate(ring.gaps):
        for j in (i, (i + 1) % seats):
            path = link_path(stack, ring.zones[j])
            rect = ring.zones[j].rect
            assert path[-2:] == (stack.x, stack.y)
            assert rect.x - 1 <= path[0] <= rect.x + rect.w + 1
            assert rect.y - 1 <= path[1] <= rect.y + rect.h + 1
