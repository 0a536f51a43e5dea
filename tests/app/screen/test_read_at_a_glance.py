"""Words of moments that all look at are large enough to be read, on the smallest screens and in every language."""

import pytest

from app.screen.layers import STONE
from app.text.languages import complete, words
from tests.app.screen.lettering import painted
from tests.pictures.states import FAMILIES, dressed

SEVEN = (800, 480)
LEAST = 8  # pixels, of any word
SAID = {
    "opening": "revealed ",
    "fighting": "zone ",
    "revealed": "did ",
}  # states of seven seats, and what says it there


def said(state, lang, seats=7, large=False, size=SEVEN):
    """The words of what says it, with how they are set."""
    room = dressed(FAMILIES["seven"].states[state](seats, lang), lang, large=large)
    return [word for key, found, _ in painted(room, size) if key.startswith(SAID[state]) for word in found]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("lang", complete())
@pytest.mark.parametrize("state", SAID)
def test_seven_seats_at_seven_inches_can_read_what_all_look_at(state, lang):
    small = [(word.text, word.size) for word in said(state, lang) if word.text.isalpha() and word.size < LEAST]
    assert small == []


@pytest.mark.parametrize("lang", complete())
def test_names_of_wonders_are_of_stone_there_some_in_two_lines(lang):
    set_ = {word.text: word.bold for word in said("opening", lang) if word.text.split(" ")[-1].startswith("(")}
    assert set_
    assert [text for text, bold in set_.items() if bold != STONE] == []


@pytest.mark.parametrize("lang", complete())
def test_what_a_seat_built_is_said_as_a_word(lang):
    assert words(lang)("built") in {word.text for word in said("revealed", lang)}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("lang", complete())
@pytest.mark.parametrize("size", [(720, 1280), (800, 480)], ids=str)
@pytest.mark.parametrize("end", ["end military", "end science", "end points"])
def test_how_duel_was_won_is_no_small_print(end, size, lang):
    room = dressed(FAMILIES["duel"].states[end](2, lang), lang)
    found = [word for key, seen, _ in painted(room, size) if key.startswith("zone ") for word in seen]
    assert [(word.text, word.size) for word in found if word.size < 10 and word.text.isalpha()] == []
