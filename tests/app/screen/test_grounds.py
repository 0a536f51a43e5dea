"""Materials of panels: words keep their contrast on each of them, in any room, also under a finger."""

import pytest

from app.screen.paint import grounds
from app.screen.paint.pen import Pen
from app.screen.paint.text_pen import FELT, PARCHMENT, SLAB
from app.screen.paint.theme import ink
from app.screen.widgets.controls import button
from tests.app.screen.catalogue import FAMILIES
from tests.app.screen.contrasts import contrast
from tests.app.screen.painting import parts

WORDS = ("text", "soft", "mute", "candle", "red")
LIT = (True, False)


def sized(text, size, bold):
    return size * len(text) / 2, size


def colours(pen):
    return {tuple(layer.vertices[at + 4 : at + 7]) for layer in pen.layers for at in range(0, len(layer.vertices), 8)}


@pytest.mark.parametrize("name", WORDS)
@pytest.mark.parametrize("bright", LIT, ids=["bright", "night"])
def test_words_have_enough_contrast_on_parchment_and_felt(bright, name):
    for material, under in ((PARCHMENT, grounds.SHEET[bright]), (FELT, grounds.CLOTH)):
        pen = Pen(sized, bright)
        with pen.use_material(material):
            pen.text(0, 0, "Giza", 20, name)
        [word] = pen.layers[0].words
        assert contrast(word.colour, ink(under)) >= 4.5, (material, name)


def test_material_is_restored_after_its_block():
    pen = Pen(sized, True)
    before = pen.look
    with pen.use_material(FELT):
        assert (pen.material, pen.bright) == (FELT, False)
        with pen.use_material(SLAB):
            assert pen.bright
    assert (pen.look, pen.bright) == (before, True)


@pytest.mark.parametrize("primary", LIT, ids=["lit", "not lit"])
def test_a_button_under_a_finger_has_the_colours_of_its_material(primary):
    drawn, pressed = Pen(sized), Pen(sized)
    with drawn.use_material(PARCHMENT):
        button(drawn, 0, 0, 200, 80, "Take it", "take", lambda: None, primary=primary)
    [area] = drawn.hit_areas
    area.press(pressed)
    [word] = pressed.layers[-1].words
    assert word.colour == ink("ink", not primary), "one main button is lit as in the room"
    assert pressed.material == SLAB


@pytest.mark.parametrize(("material", "picture"), [(PARCHMENT, ""), (PARCHMENT, "left"), (FELT, "left")])
@pytest.mark.parametrize(("wide", "box"), [(300, False), (40, True)], ids=["with room", "narrow"])
def test_a_quiet_button_is_a_box_only_where_its_words_lack_room(material, picture, wide, box):
    pen, pressed = Pen(sized), Pen(sized)
    with pen.use_material(material):
        button(pen, 0, 0, wide, 80, "No", "no", lambda: None, picture=picture, size=26)
    [area] = pen.hit_areas
    area.press(pressed)
    reach = max(max(layer.vertices[0::8], default=0) for layer in pen.layers)
    assert (reach > wide - 10) is box
    assert area.corners[2] == (wide, 80), "all of it is touched"
    said, under = (
        [(word.corners, word.size) for layer in each.layers for word in layer.words] for each in (pen, pressed)
    )
    assert len(said) == 1
    assert said == under, "words do not move under a finger"


@pytest.mark.parametrize("material", [SLAB, PARCHMENT, FELT])
def test_plain_figures_have_no_tiles(material):
    pen = Pen(sized, plain=True)
    with pen.use_material(material):
        grounds.ground(pen, 800, 400)
        grounds.strip(pen, 400, 60)
    assert not any(layer.rough for layer in pen.layers)
    assert colours(pen)


@pytest.mark.parametrize(
    "state", ["hotspot", "club_asks", "zone_medals", "sure", "past_filter", "seat_panel", "meant held"]
)
def test_no_panel_on_the_middle_is_a_plate_of_the_room(state):
    room = FAMILIES["architects"].states[state](4, "en")
    [pen] = [pen for key, (_, pen) in parts(room).items() if key.startswith("panel ")]
    corners = [area.corners for area in pen.hit_areas if area.key == "plate"]
    assert corners, "it takes touches"
    plate, (left, top) = tuple(round(part, 5) for part in ink("plate")[:3]), corners[0][0]
    filled = [
        layer.vertices[at : at + 2]
        for layer in pen.layers
        for at in range(0, len(layer.vertices), 8)
        if tuple(round(part, 5) for part in layer.vertices[at + 4 : at + 7]) == plate
    ]
    assert not [place for place in filled if abs(place[0] - left) < 40 and abs(place[1] - top) < 40]


@pytest.mark.parametrize("state", ["past_list", "past_people", "past_wonders", "past_sheet"])
def test_lines_of_the_history_that_lead_on_are_no_boxes(state):
    room = FAMILIES["architects"].states[state](4, "en")
    [pen] = [pen for key, (_, pen) in parts(room).items() if key.startswith("panel ")]
    boxed = tuple(round(part, 4) for part in ink("raised", True)[:3])
    assert boxed not in {tuple(round(part, 4) for part in colour) for colour in colours(pen)}
