"""Drawings of cards: each can be painted and stays inside its box; a card without a drawing looks as printed."""

import re
from pathlib import Path

import msgspec
import pytest

from app.games.architects import face_layouts as architects
from app.games.duel import face_layouts as duel
from app.games.game_list import GAMES, readers
from app.games.seven_wonders import face_layouts as seven_wonders
from app.looks import card_faces, drawing_data, piece_faces
from app.looks.drawing_data import CARD_HIGH, CARD_WIDE, Area, DrawnLine, outlines
from app.looks.effect_icons import good
from app.looks.face_layout import Chain, Illustration, NumberMark, Sign, Title
from app.looks.paint_materials import BadDrawing, paints
from app.screen.paint.pen import Pen
from app.screen.paint.text_drawing import measure
from app.screen.widgets.faces import lay_out

ROOT = Path(__file__).parents[3]
TEXTS = {name: (ROOT / "data" / f"{name}.toml").read_bytes() for pack in GAMES.values() for name in pack.data}
DATA = {slug: read(None, "") for slug, read in readers(TEXTS).items()}
FACTS = DATA["architects"]


def bounds_of(mark):
    """Return the bounds of a mark: left, top, right, bottom."""
    if isinstance(mark, (Area, DrawnLine)):
        points = [point for each in outlines(mark.path) for point in each]
        by = mark.width / 2 if isinstance(mark, DrawnLine) else 0
    else:
        points, by = [(mark.x, mark.y)], mark.r
    xs, ys = zip(*points, strict=True)
    return min(xs) - by, min(ys) - by, max(xs) + by, max(ys) + by


@pytest.mark.parametrize("name", drawing_data.drawing_names("cards"))
def test_card_drawing_is_paintable_and_stays_in_its_box(name):
    marks = drawing_data.card(name)
    assert marks
    for left, top, right, bottom in map(bounds_of, marks):
        assert 0 <= left <= right <= CARD_WIDE
        assert 0 <= top <= bottom <= CARD_HIGH
    assert {mark.fill for mark in marks if isinstance(mark, Area) and mark.rough} <= paints().keys()


@pytest.mark.parametrize("slug", FACTS.cards)
def test_every_architects_card_has_an_illustration(slug):
    for brief in (False, True):
        face = architects.card(FACTS, slug, 60, brief=brief)
        [picture] = [mark for mark in face.marks if isinstance(mark, Illustration)]
        assert picture.behind in paints()
        assert [mark.name for mark in face.marks if isinstance(mark, Sign)].count(FACTS.cards[slug].colour) == 2
        assert face.numbers == (str(FACTS.cards[slug].points),) * 2 * bool(FACTS.cards[slug].points)
        pen = Pen(measure)
        lay_out(pen, face)
        assert any(layer.rough and layer.count for layer in pen.layers)


def test_cards_are_distinguishable_without_colour():
    """By what they show, or by what stands in their corners; the smallest ones too."""
    for brief in (False, True):
        told = {
            tuple(
                mark.name if isinstance(mark, (Sign, Illustration)) else mark.text
                for mark in face.marks
                if isinstance(mark, (Sign, Illustration, NumberMark))
            )
            for face in (architects.card(FACTS, slug, 40, brief=brief) for slug in FACTS.cards)
        }
        assert len(told) == len(FACTS.cards)


def test_large_card_shows_its_title():
    face = architects.card(FACTS, "wood", 150, title="Wood")
    [title] = [mark for mark in face.marks if isinstance(mark, Title)]
    [picture] = [mark for mark in face.marks if isinstance(mark, Illustration)]
    assert title.text == "Wood"
    assert picture.y + picture.h < title.y - title.size / 2  # its words lie on a band of their own


def test_architects_card_without_a_drawing_shows_the_printed_face():
    more = msgspec.structs.replace(FACTS, cards={**FACTS.cards, "amber": FACTS.cards["wood"]})
    for face in (architects.card(more, "amber", 60), architects.card(FACTS, "wood", 60, plain=True)):
        assert not any(isinstance(mark, Illustration) for mark in face.marks)
    assert any(mark.name == "amber" for mark in architects.card(more, "amber", 60).marks if isinstance(mark, Sign))
    plain = architects.card(FACTS, "blue-3", 60, plain=True)
    assert [mark.text for mark in plain.marks if isinstance(mark, NumberMark)] == ["3"]


@pytest.mark.parametrize("game", ["duel", "seven-wonders"])
def test_illustrated_building_card_keeps_all_printed_signs(game):
    faces, facts = {"duel": duel, "seven-wonders": seven_wonders}[game], DATA[game]
    for slug in (*facts.cards, *getattr(facts, "leaders", ())):
        shows, plain = (faces.card(facts, slug, 100, 124, plain=plain) for plain in (False, True))
        pictures = [mark for mark in shows.marks if isinstance(mark, Illustration)]
        assert {mark.name for mark in pictures} - {""} <= {*drawing_data.drawing_names("cards")}
        assert len(pictures) == 2
        assert pictures[0].behind in paints()
        for face in (Sign, NumberMark, Chain):  # none of them lost, and none said twice
            named = [
                sorted(
                    getattr(mark, "name", getattr(mark, "text", "")) for mark in each.marks if isinstance(mark, face)
                )
                for each in (shows, plain)
            ]
            assert named[0] == named[1]


def test_building_card_of_an_unknown_colour_shows_the_printed_face():
    printed = card_faces.PrintedFace("teal", ((good("moss"),),))
    assert card_faces.choose_illustration(printed) == ""
    assert not any(isinstance(mark, Illustration) for mark in card_faces.card(printed, 100, 124, picture="").marks)


@pytest.mark.parametrize("guild", [False, True])
def test_card_backs_are_painted_as_cloth(guild):
    for age in (1, 2, 3):
        [cloth] = [mark for mark in card_faces.draw_back(age, guild, 80, 100).marks if isinstance(mark, Illustration)]
        assert paints()[cloth.behind].tile == "cloth"
        assert not any(
            isinstance(mark, Illustration) for mark in card_faces.draw_back(age, guild, 80, 100, plain=True).marks
        )


def test_rim_of_a_token_keeps_its_other_marks():
    for slug in FACTS.tokens:
        token = architects.token(FACTS, slug, 30)
        rimmed = piece_faces.struck(token)
        assert [*filter(lambda mark: not isinstance(mark, Illustration), rimmed.marks)] == [*token.marks]
        [rim] = {*rimmed.marks} - {*token.marks}
        assert rimmed.marks.index(rim) == 1  # over the disc, below all signs
        reach = 2 * piece_faces.STRUCK_RADIUS * rim.w / CARD_WIDE
        assert reach == pytest.approx(token.w)


def test_missing_card_drawing_is_named_in_the_error():
    with pytest.raises(BadDrawing, match=re.escape("amber.svg")):
        drawing_data.card("amber")
