"""Tests of the cache of stamps: a figure is triangulated once, and looks as if it had been painted directly."""

from operator import sub

import pytest

from app.looks.symbols import CHAINS, SCIENCE, paint
from app.screen.paint import pen as draw
from app.screen.paint.idle_memory import release_unused
from app.screen.paint.pen import Pen
from app.screen.paint.text_drawing import measure
from tests.app.screen import stage  # noqa: F401  # before Kivy


def figure(p, name, ink, ground):
    figure.painted += 1
    paint(p, {**CHAINS, **SCIENCE}[name], ink, ground)


def paint_number(p):
    p.text(0, 0, "7", 20)


@pytest.fixture(autouse=True)
def clear_stamp_caches():
    draw._triangulate_stamp.cache_clear()
    draw.place_stamp.cache_clear()
    figure.painted = 0


@pytest.mark.parametrize("name", [*CHAINS, *SCIENCE])
@pytest.mark.parametrize("angle", [0, 90, 180, 270])
def test_stamp_equals_direct_painting(name, angle):
    plain, stamped = Pen(measure), Pen(measure)
    for pen in (plain, stamped):
        with pen.at(640, 360, angle, 0.7), pen.dimmed(0.6, "zone"):
            pen.rect(0, 0, 9, 9, 0, "candle")
            if pen is stamped:
                pen.stamp(30, -20, 0.4, figure, name, "text", "ink")
            else:
                with pen.at(30, -20, 0, 0.4):
                    figure(pen, name, "text", "ink")
    [one], [other] = plain.layers, stamped.layers
    assert one.indices == other.indices
    assert len(one.vertices) == len(other.vertices)
    assert max(map(abs, map(sub, one.vertices, other.vertices))) < 1e-3


def paint_by_light(p):
    paint_by_light.painted += 1
    p.rect(0, 0, *((10, 20) if p.origin[2] else (20, 10)), fill="text")


def test_a_stamp_is_triangulated_once_per_size_and_rotated():
    pen = Pen(measure)
    for place in range(20):
        pen.stamp(place, 0, 0.4, figure, "moon", "text", "ink")
    assert figure.painted == 1
    pen.stamp(0, 0, 0.5, figure, "moon", "text", "ink")
    with pen.at(0, 0, 180):
        pen.stamp(0, 0, 0.4, figure, "moon", "text", "ink")
    assert figure.painted == 2


def test_light_dependent_stamp_is_triangulated_for_each_angle():
    paint_by_light.painted = 0
    for angle in (0, 90, 90):
        pen = Pen(measure)
        with pen.at(0, 0, angle):
            pen.stamp(angle, 0, 1, paint_by_light)
    assert paint_by_light.painted == 2


def test_stamps_contain_no_text():
    with pytest.raises(TypeError, match="'7'"):
        Pen(measure).stamp(0, 0, 1, paint_number)


@pytest.mark.full
def test_idle_release_drops_stamp_placements_but_keeps_triangles():
    pen = Pen(measure)
    pen.stamp(7, 0, 0.4, figure, "moon", "text", "ink")
    release_unused()
    assert draw.place_stamp.cache_info().currsize == 0
    pen.stamp(7, 0, 0.4, figure, "moon", "text", "ink")
    assert figure.painted == 1
