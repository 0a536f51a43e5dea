"""Tests of the drawings of pieces: they show what is printed, and those not in the box have a look of their own."""

import pytest
from msgspec.structs import replace

from app.games.architects import face_layouts
from app.games.architects.face_icons import MedalSign, medal_in_brief
from app.games.architects.screen import medals, pieces, wonders
from app.screen.paint.pen import Pen
from app.screen.paint.text_drawing import measure
from app.screen.widgets.faces import draw_marks
from engine.architects.data_schema import Stage, TokenData
from tests.app.screen import scenes, stage


def words(pen):
    return [word.text for layer in pen.layers for word in layer.words]


def test_an_invented_wonder_is_drawn_stage_by_stage():
    stages = (Stage((), 2, "same", 3), Stage((1,), 3, "different", 9))
    pen = Pen(measure)
    wonders.stages(pen, "invented", 200, 160, stages, built=(1,), next_=(2,), legal=())
    assert words(pen) == ["3", "3"]  # points of the built stages, cost of the next
    wonders.picture(pen, 200, 160, "invented", stages)


def test_an_invented_token_has_a_star():
    drawn, star = Pen(measure), Pen(measure)
    invented = replace(stage.BOX, tokens={**stage.BOX.tokens, "invented": TokenData(2, ())})
    pieces.token(drawn, invented, "invented", 50)
    pieces.token(star, invented, "education", 50)
    assert words(drawn) == []
    assert words(star) == ["+2"]
    assert drawn.layers[0].count


def signs(pen, ink):
    """Return the rounded corners of the triangles that are painted in a colour."""
    flat = pen.layers[0].vertices
    points = [(flat[i], flat[i + 1]) for i in range(0, len(flat), 8) if tuple(flat[i + 4 : i + 7]) == ink]
    return {(round(x), round(y)) for x, y in points}


def test_medal_between_facing_seats_shows_its_number_to_both():
    once, twice = Pen(measure), Pen(measure)
    need = stage.BOX.medals["seven-cards"].need
    pieces.medal(once, 50, need)
    pieces.medal(twice, 70, need, twice=True)
    assert words(once) == ["7"]
    near, far = (word for layer in twice.layers for word in layer.words)
    assert near.corners[0][1] < near.corners[2][1]
    assert far.corners[0][1] > far.corners[2][1]  # upside down


def test_diamond_on_a_rotated_medal_stays_upright():
    straight, aslant = Pen(measure), Pen(measure)
    grey = face_layouts.medal_mark(MedalSign("grey", 50, 50, 50, "grey"), 0, 0, 50)
    draw_marks(straight, (grey,))
    with aslant.at(0, 0, 45):
        draw_marks(aslant, (grey,), aslant=45)
    ink = tuple(straight.layers[0].vertices[4:7])
    assert signs(aslant, ink) == signs(straight, ink)


def test_medal_with_changed_values_is_drawn_with_them():
    pen = Pen(measure)
    pieces.medal(pen, 50, {"blue": 4, "stages": 2, "progress": 1})
    assert words(pen) == ["4", "2"]


class Sizing(Pen):
    """A pen that records the size of the signs that it draws, in pixels."""

    def __init__(self):
        super().__init__(measure)
        self.sides = []

    def stamp(self, x, y, scale, paint, *what, rough=False):
        if scale != 1 and not rough:
            self.sides.append(100 * scale * self.scale)
        super().stamp(x, y, scale, paint, *what, rough=rough)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("size", [(800, 480), (480, 800)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("n", range(2, 8))
def test_medal_signs_are_large_enough_on_small_screens(n, size):
    room = scenes.play_medals(n)
    ring = room.control.scene.ring(*size)
    least = {}
    for slug, printed in stage.BOX.medals.items():
        for at in (*ring.rounds, medals.center_medal(stage.at(room.control), ring, 0, slug).view.at):
            pen = Sizing()
            medals.paint_medal(pen, medals.Medal(ring, "medal 1", at, slug, printed.need, (1, 2)), room.control)
            least[slug, at] = min(pen.sides) / ring.mm
    assert {key: mm for key, mm in least.items() if mm < 4.99} == {}


def test_medal_summaries_show_sign_and_count_and_are_distinct():
    brief = {slug: medal_in_brief(printed.need) for slug, printed in stage.BOX.medals.items()}
    said = {slug: f"{count} {mark.sign}{more}" for slug, (mark, count, more) in brief.items()}
    assert (said["three-blue"], said["seven-cards"], said["two-military-one-conflict"]) == (
        "3 blue",
        "7 card",
        "2 swords",
    )
    assert (said["four-colors"], said["two-stages-cat"]) == (" green…", "2 wonder…")
    assert len({*said.values()}) == len(said)  # all differ
