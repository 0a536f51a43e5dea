"""The lobby shows what its own game has: places, a horn, pictures of what a seat may be."""

import duels
import pytest
import scenes
import sevens
import stage
import test_seven_wonders_lobby
from lettering import leafed, painted

from app.screen.compose import compose
from app.screen.draw import LEGIBLE


def keys(room):
    return {element.key for element in compose(room.control.scene, 1280, 720)}


def touched(room):
    """On any page of what lies open."""
    return {area.key for found in leafed(room, (1280, 720)) for _, _, areas in found for area in areas}


def said(room):
    return {word.text for _, words, _ in painted(room, (1920, 1080)) for word in words}


def opened(room, panel):
    room.control.open(panel, 0)
    return room


def test_stacks_lie_in_the_lobby_of_a_game_that_has_them():
    assert "places" in keys(scenes.lobby(4))
    assert "places" not in keys(test_seven_wonders_lobby.lobby(4))


def test_settings_speak_of_conflict_tokens_and_a_horn_only_where_a_game_has_them():
    assert "ritual" in touched(opened(scenes.lobby(4), "settings"))
    assert "ritual" not in touched(opened(test_seven_wonders_lobby.lobby(4), "settings"))
    assert "blow" in touched(opened(scenes.lobby(4), "sound"))
    quiet = opened(test_seven_wonders_lobby.lobby(4), "sound")
    assert {"mute", "night", "volume less"} <= touched(quiet)
    assert "blow" not in touched(quiet)
    assert [text for text in said(quiet) if "horn" in text.lower()] == []


def test_a_seat_is_pictured_where_its_game_has_a_picture_of_each_role():
    for room, role in ((scenes.lobby(4), stage.WONDERS[0]), (test_seven_wonders_lobby.lobby(4), sevens.BOARDS[0])):
        seat = {element.key: element.view for element in compose(room.control.scene, 1280, 720)}["seat 1"]
        assert (seat.pictured, seat.picture is not None) == (True, True)
        assert role in seat.roles


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize(
    "lobby",
    [
        pytest.param(lambda lang: duels.Room().hear(duels.table("lobby", lang), the_codes=stage.codes()), id="duel"),
        pytest.param(lambda lang: test_seven_wonders_lobby.lobby(5, lang), id="seven wonders"),
    ],
)
def test_on_a_small_screen_the_lobbys_words_are_only_small_where_they_fill_their_room(lobby, lang):
    words = next(words for key, words, _ in painted(lobby(lang), (800, 480)) if key == "lobby")
    assert len(words) > 8
    assert [word.text for word in words if word.size < LEGIBLE - 0.01 and word.width < word.room * 0.8] == []
