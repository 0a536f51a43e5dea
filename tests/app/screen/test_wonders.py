"""Tests that every zone shows its wonder on every screen, and that built, next and later stages look different."""

from itertools import combinations, product

import pytest
from msgspec import structs

from app.games.architects import face_layouts
from app.games.architects.screen import medals, wonders
from app.looks import drawing_data
from app.looks.medal_outline import hexagon
from app.looks.plain_wonder_shapes import drawing_of
from app.looks.scaffold import scaffold
from app.looks.tag_placement import LEAST_SPACE, tags
from app.screen.composition import compose
from app.screen.paint.pen import Pen
from app.screen.paint.text_drawing import measure
from app.screen.widgets import illustrations
from tests.app.screen import duel_states, scenes, stage
from tests.app.screen.seven_scenes import playing

SIZES = [(480, 800), (800, 480), (1280, 720), (1920, 1080), (3840, 2160), (720, 1280)]


class Watching(Pen):
    """A pen that records the stages of wonders that it painted, with the size of the wonder and the stage's look."""

    def __init__(self, large=False):
        super().__init__(measure, large)
        self.parts = {}

    def stamp(self, x, y, scale, paint, *what, rough=False):
        if len(what) > 1 and what[0] in drawing_data.drawing_names() and isinstance(what[1], int):
            name, number, *look = what
            w, h = (
                side * scale * self.scale for side in (drawing_data.WIDE, drawing_data.HEADROOM + drawing_data.DEPTH)
            )
            if paint not in (illustrations.draw_scaffold, illustrations.building_site):
                self.parts[name, number] = (w, h, *look)
        super().stamp(x, y, scale, paint, *what, rough=rough)


def stages_of(wonder):
    """Return the stages of a wonder's drawing, as pairs of its name and a number."""
    name = drawing_of(wonder)
    return {(name, number) for number in range(len(drawing_data.wonder(name).stages))}


def zones(room, size, large=False):
    for element in compose(room.control.scene, *size):
        if element.key.startswith("zone "):
            pen = Watching(large)
            element.draw(pen, room.control)
            yield element.view.seat, pen.parts


@pytest.mark.sampled(15)
@pytest.mark.parametrize("size", [(480, 800), (600, 1024), (800, 480), (1280, 720), (1920, 1080)], ids=str)
@pytest.mark.parametrize("n", range(2, 8))
def test_every_seat_of_architects_sees_its_wonder(n, size):
    for seat, parts in zones(scenes.play(n), size):
        assert {*parts} == stages_of(seat.view.wonder)
        assert min(n for w, h, *_ in parts.values() for n in (w, h)) >= 24  # pixels


@pytest.mark.sampled(4)
@pytest.mark.parametrize("size", [(480, 800), (800, 480)], ids=str)
@pytest.mark.parametrize("play", [scenes.play, scenes.play_medals], ids=lambda scene: scene.__name__)
def test_a_wonder_can_be_recognised_on_a_small_screen(play, size):
    for n in range(2, 8):
        for seat, parts in zones(play(n), size):
            assert {*parts} == stages_of(seat.view.wonder)
            assert min(h for _, h, *_ in parts.values()) >= 42, (n, seat.number)  # pixels: 8 mm at 7 inches


@pytest.mark.sampled(48)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("n", range(2, 8))
@pytest.mark.parametrize("large", [False, True], ids=["plain", "large"])
def test_tags_of_a_wonder_of_architects_do_not_touch_each_other(n, size, large, monkeypatch):
    boxes = set()
    monkeypatch.setattr(face_layouts, "tags", lambda name, *box: boxes.add(box) or tags(name, *box))
    assert len(list(zones(scenes.play(n), size, large))) == n
    for name, box in product(stage.BOX.wonders, boxes):
        laid = tags(name, *box)
        space = laid.size * LEAST_SPACE
        for (ax, ay), (bx, by) in combinations(laid.places, 2):
            apart = abs(ax - bx) - laid.size * face_layouts.TAG, abs(ay - by) - laid.size * face_layouts.TAG_HIGH
            assert max(apart) > 0.99 * space, (name, box)


@pytest.mark.parametrize("size", [(800, 480), (1280, 720)], ids=str)
def test_every_seat_of_seven_wonders_sees_its_wonder(size):
    for seat, parts in zones(playing(4), size):
        assert {*parts} == stages_of(seat.view.wonder)


def test_with_two_seats_a_wonder_is_larger_than_with_four():
    sizes = {
        n: min(h for _, parts in zones(scenes.play(n), (1280, 720)) for _, h, *_ in parts.values()) for n in (2, 4)
    }
    assert sizes[2] > 1.2 * sizes[4]


def test_built_next_and_later_stages_look_different():
    pen = Watching()
    printed = stage.BOX.wonders["giza"].stages
    wonders.stages(pen, "giza", 200, 200, printed, built=(1, 2), next_=(3,), legal=(3,))
    looks = [pen.parts["giza", number][2:] for number in range(5)]
    assert looks == [(), (), ("legal",), ("later",), ("later",)]


def test_won_medal_is_not_drawn_as_an_empty_place():
    ring = scenes.play_medals(2).control.scene.ring(800, 480)
    won, outline = Pen(measure), Pen(measure)
    medals.paint_medal(won, medals.Medal(ring, "medal 1", ring.rounds[0], "", {}, (1, 2)), None)
    outline.poly(*hexagon(110), line="hair", width=3)
    assert won.layers[0].count > outline.layers[0].count


def test_duel_draft_draws_large_wonders():
    room = duel_states.draft()
    pen = Watching()
    next(element for element in compose(room.control.scene, 1920, 1080) if element.key == "draft").draw(
        pen, room.control
    )
    assert {*pen.parts} == {part for slug in room.control.model.view.draft for part in stages_of(slug)}
    assert min(h for _, h, *_ in pen.parts.values()) >= 110  # pixels: 30 mm at 24 inches


# ---- building sites ---------------------------------------------------------------------------------------------


def stamps_by_zone(room, plain=False):
    """List the stamps in each zone."""
    for element in compose(room.control.scene, *SIZES[2]):
        if element.key.startswith("zone "):
            pen = Pen(measure, plain=plain)
            element.draw(pen, room.control)
            yield [(stamp.paint.__name__, *stamp.what) for stamp in pen.stamps]


def room_with_deck(left):
    """Build a room of Architects for four seats with that many cards in the central deck."""
    view = stage.view(4)
    stacks = view.stacks | {"center": stage.StackView(left=left, top=None)}
    return stage.Room().hear(stage.table(4), structs.replace(view, stacks=stacks))


def test_sky_darkens_only_at_each_quarter_of_the_central_deck():
    zones_at = [
        tuple(
            each.view for each in compose(room_with_deck(left).control.scene, *SIZES[2]) if each.key.startswith("zone ")
        )
        for left in range(60, -1, -1)
    ]
    changes = [60 - nth for nth in range(1, 61) if zones_at[nth] != zones_at[nth - 1]]
    assert changes == [45, 30, 15]
    assert [each[0].seat.hour for each in zones_at[::15]] == [0, 1, 2, 3, 3]


def test_building_site_needs_a_scaffold_and_has_a_fire_after_the_first_stage():
    seen = set()
    for built in range(6):
        chairs = tuple(stage.seat_view(i, built=built) for i in range(4))
        for stamped in stamps_by_zone(stage.Room().hear(stage.table(4), stage.view(4, seats=chairs))):
            names = [name for name, *_ in stamped]
            found = [what[-1] for name, *what in stamped if name == "building_site"]
            assert found == (["built_stage" in names] if "draw_scaffold" in names else [])
            seen.add((*found, built))
    assert {(False, 0), (True, 2), (5,)} <= seen


def test_no_site_and_no_sky_with_plain_figures():
    for stamped in stamps_by_zone(scenes.play(4), plain=True):
        assert not {name for name, *_ in stamped} & {"building_site", "draw_scaffold", "sky_window"}


def test_later_stages_have_more_workers_on_their_scaffold():
    for name in drawing_data.drawing_names():
        heads = []
        for number, drawn in enumerate(drawing_data.wonder(name).stages):
            points = [point for each in drawing_data.outlines(drawn.outline) for point in each]
            xs, ys = zip(*points, strict=True)
            found = [mark for mark in scaffold(name, number) if isinstance(mark, drawing_data.Round)]
            assert all(min(xs) - 8 < head.x < max(xs) + 8 for head in found), name
            assert all(min(ys) - 8 < head.y < max(ys) for head in found), name
            heads.append(len(found))
        assert heads == sorted(set(heads)), name
