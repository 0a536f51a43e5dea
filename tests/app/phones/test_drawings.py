"""Drawings shared by phones and the screen: every printed thing has one, inside its outline."""

from pathlib import Path

import pytest

from app.games.architects.face_icons import medal_signs, shapes, token_signs
from app.looks.icons import ICONS, SIGNS
from app.looks.medal_outline import FLAT, HEXAGON
from app.looks.plain_wonder_shapes import BUILDINGS, bounds
from engine.architects.data_schema import NEEDS, Shields
from engine.architects.data_validation import game_data

FACTS = game_data((Path(__file__).parents[3] / "data" / "architects.toml").read_bytes()).get_version()
SYMBOLS = ICONS.keys() | SIGNS.keys()


@pytest.mark.parametrize("wonder", FACTS.wonders)
def test_every_wonder_has_its_own_drawing(wonder):
    stages = FACTS.wonders[wonder].stages
    assert shapes(wonder, stages) == BUILDINGS[wonder]


@pytest.mark.parametrize("wonder", FACTS.wonders)
def test_every_stage_stands_on_its_required_stages(wonder):
    """A stage is drawn above every stage that it requires."""
    drawn, stages = shapes(wonder, FACTS.wonders[wonder].stages), FACTS.wonders[wonder].stages
    for stage, part in zip(stages, drawn, strict=True):
        _, _, _, foot = bounds(part)
        for below in stage.requires:
            _, top, _, ground = bounds(drawn[below - 1])
            assert top <= foot <= ground


@pytest.mark.parametrize("token", FACTS.tokens)
def test_every_token_has_its_own_signs(token):
    signs, _ = token_signs(token)
    assert set(signs) <= SYMBOLS
    assert token_signs(token) != token_signs("never-heard-of")


@pytest.mark.parametrize("token", FACTS.tokens)
def test_token_figure_matches_its_effects(token):
    assert token_signs(token, FACTS.tokens[token].effects) == token_signs(token)


def test_a_corrected_token_shows_its_new_figure():
    assert token_signs("tactics", (Shields(amount=5),)) == (("shield",), "+5")


def test_no_two_tokens_look_alike():
    assert len({token_signs(token) for token in FACTS.tokens}) == len(FACTS.tokens)


@pytest.mark.parametrize("medal", FACTS.medals)
def test_the_icons_of_a_medal_stay_inside_it(medal):
    marks = medal_signs(FACTS.medals[medal].need)
    assert {mark.sign for mark in marks if not mark.sign.isdigit()} <= SYMBOLS
    slope = HEXAGON[1][0]  # how far the upper edge is drawn in
    for mark in marks:
        high = abs(mark.y - FLAT * 50) + mark.size / 2
        wide = abs(mark.x - 50) + mark.size / 2
        assert high < FLAT * 50
        assert wide < 50 - slope * abs(mark.y - FLAT * 50) / (FLAT * 50)


def test_no_two_medals_look_alike():
    assert len({medal_signs(medal.need) for medal in FACTS.medals.values()}) == len(FACTS.medals)


@pytest.mark.parametrize("what", NEEDS)
def test_every_condition_of_a_medal_has_an_icon(what):
    assert "star" not in {mark.sign for mark in medal_signs({what: 2})} or what == "progress"
