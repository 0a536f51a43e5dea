"""The lamp is at the upper left of the table: all shadows fall the same way, for any rotation."""

from math import hypot

import pytest

from app.looks.piece_faces import disc
from app.screen.paint import lighting
from app.screen.paint.pen import Pen
from app.screen.paint.text_drawing import measure
from app.screen.paint.theme import ink
from app.screen.widgets import table_inlays
from app.screen.widgets.game_pieces import struck


def painted(angle=0.0, plain=False, paint=lighting.shadow, box=(-60, -40, 120, 80, 10), cover=lambda s, t: 1):
    """Return the vertices, as x, y and colour."""
    pen = Pen(measure, plain=plain)
    with pen.at(0, 0, angle):
        paint(pen, *box)
    [layer] = pen.layers
    flat = layer.vertices
    return [
        (*flat[k : k + 2], (*flat[k + 4 : k + 7], flat[k + 7] * cover(*flat[k + 2 : k + 4])))
        for k in range(0, len(flat), 8)
    ]


def shader_opacity(s, t):
    """Return the part of the opacity that the shader leaves."""
    return min(max(-1 - s, 0), 1) * min(max(-1 - t, 0), 1) if s < 0 else 1


@pytest.mark.parametrize("angle", [0, 45, 90, 180, 270])
def test_shadow_falls_to_the_lower_right_at_every_rotation(angle):
    xs, ys, inks = zip(*painted(angle, cover=shader_opacity), strict=True)
    assert 0 < sum(xs) / len(xs) < sum(ys) / len(ys)
    assert {tuple(each[:3]) for each in inks} == {(0.0, 0.0, 0.0)}
    assert min(each[3] for each in inks) == 0 < max(each[3] for each in inks)


def test_plain_figures_have_no_shadow_and_an_even_ring_of_light():
    assert painted(plain=True) == []
    shines = {each[3] for _, _, each in painted(plain=True, paint=lighting.turn, box=(400, 200, 1))}
    assert max(shines) == pytest.approx(0.14)


def test_glow_of_the_active_seat_has_the_candle_colour_and_fades():
    found = painted(paint=lighting.turn, box=(400, 200, 1), cover=shader_opacity)
    assert all(tuple(each[:3]) == pytest.approx(ink("candle")[:3]) for _, _, each in found)
    assert min(x for x, _, each in found if not each[3]) == pytest.approx(-lighting.GLOW_REACH)
    assert all(each[3] for x, y, each in found if 0 < x < 400 and 0 < y < 200)


@pytest.mark.parametrize("angle", [0, 90, 135, 180])
def test_brass_rim_is_lit_towards_the_lamp_at_every_rotation(angle):
    found = painted(angle, paint=lighting.rim, box=(50, 6))
    brass = [(x + y, sum(each[:3])) for x, y, each in found if each[3] and sum(each[:3])]
    away, light = min(brass), max(brass)
    assert away[1] > 2.0 > 1.2 > light[1], "up and to the left it is lit, opposite it is dark"


@pytest.mark.parametrize("angle", [0, 90, 180, 270])
@pytest.mark.parametrize("paint", [lighting.slab, lighting.face])
def test_edges_are_lit_from_above_at_every_rotation(angle, paint):
    box = (-60, -60, 120, 120, 10) if paint is lighting.face else (120, 120, 10, "zone")
    found = [(y, each) for _, y, each in painted(angle, paint=paint, box=box) if each[3]]
    light, dark = ([y for y, each in found if tuple(each[:3]) == (tone,) * 3] for tone in (1.0, 0.0))
    assert sum(light) / len(light) < sum(dark) / len(dark)


@pytest.mark.parametrize("angle", [0, 90, 180, 270])
def test_a_token_is_lit_from_the_lamp_for_every_orientation(angle):
    found = painted(angle, paint=struck, box=(disc(("shield",), "+1", 50),))
    rim = [(x + y, sum(each[:3])) for x, y, each in found if each[3] and hypot(x, y) > 45.5 and sum(each[:3])]
    lit, shade = min(rim), max(rim)
    assert lit[1] > 2.0 > 1.2 > shade[1], "up and to the left it is lit, opposite it is dark"


def test_the_floor_is_inlaid_and_one_even_disc_with_plain_figures():
    plain, inlaid = (painted(plain=plain, paint=table_inlays.floor, box=(200,)) for plain in (True, False))
    assert sorted({tuple(each[:3]) for _, _, each in plain}) == [
        pytest.approx(ink(name, plain=True)[:3]) for name in ("plate", "shade")
    ]
    assert len({tuple(each[:3]) for _, _, each in inlaid}) > 20
    assert len(inlaid) < 6000
    assert max(hypot(x, y) for x, y, each in inlaid if each[3] > 0.5) < 201
