"""Dirty regions: a few rectangles cover everything that has changed, and little more."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.screen.paint.dirty_regions import MERGE_COST, TILE, intersection, meet, merge, subtract_holes
from app.screen.paint.mesh_group import MeshGroup
from app.screen.paint.pen import Pen
from app.screen.paint.text_atlas import Atlas
from app.screen.paint.text_drawing import _label, measure
from tests.app.screen import (
    SIZE,
    stage,  # noqa: F401  # before Kivy
)

WIDE, HIGH = SIZE
SIDES = st.tuples(st.floats(-50, WIDE + 50), st.floats(-50, HIGH + 50), st.floats(1, 400), st.floats(1, 400))


def area(boxes):
    return sum((right - left) * (top - bottom) for left, bottom, right, top in boxes)


@pytest.mark.full
@given(st.lists(SIDES, max_size=12))
def test_merged_rectangles_cover_every_part_without_overlap(sides):
    parts = [(x, y, x + w, y + h) for x, y, w, h in sides]
    found = merge(parts, WIDE, HIGH)
    for left, bottom, right, top in parts:
        for x, y in ((left, bottom), (right, top), ((left + right) / 2, (bottom + top) / 2)):
            if 0 <= x < WIDE and 0 <= y < HIGH:
                assert any(a <= x <= c and b <= y <= d for a, b, c, d in found)
    assert not any(meet(one, other) for nth, one in enumerate(found) for other in found[:nth])


@pytest.mark.full
@given(SIDES, st.lists(SIDES, max_size=6))
def test_subtracting_holes_leaves_disjoint_rectangles_of_everything_else(side, sides):
    (whole, *parts) = [(x, y, x + w, y + h) for x, y, w, h in (side, *sides)]
    holes = merge((intersection(whole, each) for each in parts if meet(whole, each)), WIDE, HIGH)
    found = subtract_holes(whole, holes)
    assert not any(meet(one, other) for nth, one in enumerate(found) for other in (*found[:nth], *holes))
    cut = sum(area([intersection(whole, hole)]) for hole in holes)
    assert abs(area([whole]) - cut - area(found)) < 1e-3


def test_far_parts_stay_apart():
    parts = [(0.0, 0.0, 10.0, 10.0), (WIDE - 10.0, HIGH - 10.0, float(WIDE), float(HIGH))]
    assert area(merge(parts, WIDE, HIGH)) <= 2 * MERGE_COST * TILE * TILE


def painted(paint):
    pen = Pen(measure)
    paint(pen)
    return MeshGroup(pen, HIGH)


def plate(p, edge="line", said="12"):
    p.rect(100, 100, 800, 300, 20, "zone")
    p.rect(100, 100, 800, 300, 20, None, edge, 4)
    p.disc(200, 200, 30, "candle")
    p.text(600, 250, said, 30)


def test_identical_paint_is_no_change():
    assert painted(plate).dirty_boxes(painted(plate)) == []


def test_a_changed_word_marks_only_its_own_rectangle():
    before, after = painted(plate), painted(lambda p: plate(p, said="13"))
    assert after.dirty_boxes(before)
    assert all(left >= 580 and right <= 620 for left, _, right, _ in after.dirty_boxes(before))


def test_a_changed_edge_marks_only_the_edge():
    before, after = painted(plate), painted(lambda p: plate(p, edge="candle"))
    middle = (300.0, HIGH - 300.0, 500.0, HIGH - 200.0)
    assert after.dirty_boxes(before)
    assert not any(meet(part, middle) for part in after.dirty_boxes(before))


def test_a_changed_painting_order_is_a_change():
    def turned_over(p):
        p.disc(200, 200, 30, "candle")
        p.rect(150, 150, 100, 100, 0, "zone")

    def original(p):
        p.rect(150, 150, 100, 100, 0, "zone")
        p.disc(200, 200, 30, "candle")

    assert painted(turned_over).dirty_boxes(painted(original))


def test_added_or_removed_marks_change_only_their_places():
    def marks(p):
        for x in (100, 800):
            p.rect(x, 100, 40, 40, 0, None, "text", 4)

    between = (300.0, 0.0, 600.0, HIGH)
    for before, after in ((lambda p: None, marks), (marks, lambda p: None)):
        found = painted(after).dirty_boxes(painted(before))
        assert found
        assert not any(meet(part, between) for part in found)


def test_atlas_keeps_word_positions_and_refuses_words_when_full():
    atlas = Atlas(64, 64, _label)
    first = atlas.place(("a", 20, False))
    assert first is not None
    found = [atlas.place((f"{n}", 20, False)) for n in range(40)]
    assert None in found
    assert atlas.place(("a", 20, False)) == first
    lying = [(x, y, u, v) for x, v, _, _, u, y, _, _ in (coords for coords in [first, *found] if coords)]
    assert not any(meet(one, other) for nth, one in enumerate(lying) for other in lying[:nth])
