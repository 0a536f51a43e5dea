"""Pieces show what is printed, and what was invented later has a look of its own too."""

import stage

from app.kiosk.architects import pieces, wonders
from app.kiosk.draw import Pen
from app.kiosk.text import measure
from engine.architects.cards import Stage


def words(pen):
    return [word.text for layer in pen.layers for word in layer.words]


def test_faces_are_those_of_the_box():
    drawn = {slug: (colour, int(figure or 0), horns) for slug, (colour, _, figure, horns) in pieces.FACES.items()}
    assert drawn == {slug: (face.colour, face.points, face.horns) for slug, face in stage.BOX.cards.items()}


def test_an_invented_wonder_is_drawn_stage_by_stage():
    stages = (Stage((), 2, "same", 3), Stage((1,), 3, "different", 9))
    pen = Pen(measure)
    wonders.stages(pen, "invented", 200, 160, stages, built=(1,), next_=(2,), legal=())
    assert words(pen) == ["3", "3"]  # points of what stands, cost of what is next
    wonders.picture(pen, "invented", stages, 200, 160)


def test_an_invented_token_has_a_star():
    drawn, star = Pen(measure), Pen(measure)
    pieces.token(drawn, "invented", 50)
    pieces.token(star, "education", 50)
    assert words(drawn) == []
    assert words(star) == ["+2"]
    assert drawn.layers[0].count
