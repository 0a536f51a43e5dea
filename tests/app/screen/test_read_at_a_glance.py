"""Words that everybody looks at are large enough to be read, on the smallest screens and in every language."""

import pytest
from msgspec.structs import replace

from app.games.architects.screen import wonders
from app.looks.face_layout import Box, Building
from app.screen.composition import compose
from app.screen.paint.pen_layers import STONE
from app.screen.paint.text_drawing import measure
from app.screen.widgets import count_pills
from app.text.translation import complete, words
from tests.app.screen import sevens, stage
from tests.app.screen.catalogue import FAMILIES, dressed
from tests.app.screen.layout_faults import apart, enlarge, letters
from tests.app.screen.lettering import Lettering, painted

SEVEN = (800, 480)
LEAST = 8  # pixels, of any word
PART_PREFIXES = {
    "opening": "revealed ",
    "fighting": "zone ",
    "revealed": "did ",
}  # by state of seven seats: the keys of elements that announce it


def words_of_state(state, lang, seats=7, large=False, size=SEVEN):
    """Return the words, with their size and place, of the elements that announce a state."""
    room = dressed(FAMILIES["seven"].states[state](seats, lang), lang, large=large)
    return [word for key, found, _ in painted(room, size) if key.startswith(PART_PREFIXES[state]) for word in found]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("lang", complete())
@pytest.mark.parametrize("state", PART_PREFIXES)
def test_shared_texts_are_readable_with_seven_seats_at_seven_inches(state, lang):
    small = [
        (word.text, word.size) for word in words_of_state(state, lang) if word.text.isalpha() and word.size < LEAST
    ]
    assert small == []


@pytest.mark.parametrize("lang", complete())
def test_wonder_names_in_the_opening_use_the_stone_style(lang):
    set_ = {
        word.text: word.bold for word in words_of_state("opening", lang) if word.text.split(" ")[-1].startswith("(")
    }
    assert set_
    assert [text for text, bold in set_.items() if bold != STONE] == []


@pytest.mark.parametrize("lang", complete())
def test_revealed_build_is_labelled_built(lang):
    assert words(lang)("built") in {word.text for word in words_of_state("revealed", lang)}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("lang", complete())
@pytest.mark.parametrize("size", [(720, 1280), (800, 480)], ids=str)
@pytest.mark.parametrize("end", ["end military", "end science", "end points"])
def test_result_of_duel_has_no_small_print(end, size, lang):
    room = dressed(FAMILIES["duel"].states[end](2, lang), lang)
    found = [word for key, seen, _ in painted(room, size) if key.startswith("zone ") for word in seen]
    assert [(word.text, word.size) for word in found if word.size < 10 and word.text.isalpha()] == []


# ---- the smallest screen with large words ---------------------------------------------------------------------


def acting(seats, seat):
    room = stage.Room().hear(stage.table(seats), stage.view(seats, active=seat), stage.question(seat, "take left"))
    enlarge(room)
    return room


@pytest.mark.parametrize("seats", [2, 4, 7])
def test_zones_show_their_points_on_a_small_screen_with_large_words(seats):
    room = acting(seats, 1)
    zones = {key: {word.text for word in found} for key, found, _ in painted(room, SEVEN) if key.startswith("zone ")}
    for chair in room.control.model.view.seats[1:]:
        assert str(chair.score.total) in zones[f"zone {chair.seat}"]


@pytest.mark.parametrize("large", [False, True], ids=("usual words", "larger words"))
@pytest.mark.parametrize("seats", [3, 4, 6])  # five and seven lie so close that names would be a letter
def test_long_name_is_shortened_before_points_are_left_out(seats, large):
    view = sevens.asking("play", seats).view(None)
    table = sevens.table(seats)
    long = tuple(replace(chair, name="Maximiliana Augustina") for chair in table.seats)
    room = sevens.Room().hear(replace(table, seats=long), view)
    if large:
        enlarge(room)
    zones = {key: {word.text for word in found} for key, found, _ in painted(room, SEVEN) if key.startswith("zone ")}
    for seat_view in room.control.model.view.seats:
        assert {str(seat_view.score.total), str(seat_view.coins)} <= zones[f"zone {seat_view.seat}"], seat_view.seat
        assert [text for text in zones[f"zone {seat_view.seat}"] if text.startswith("Ma")], seat_view.seat


def test_only_next_stages_have_tags_on_a_small_screen(monkeypatch):
    """A tag belongs to every stage of a wonder that can be built next, and to no other."""
    room, faces = acting(4, 1), []
    monkeypatch.setattr(wonders.faces, "lay_out", lambda p, face, *how: faces.append(face))
    for part in compose(room.control.scene, *SEVEN):
        if part.key.startswith("zone "):
            faces.clear()
            part.draw(Lettering(measure, large=True), room.control)
            [face] = [each for each in faces if any(isinstance(mark, Building) for mark in each.marks)]
            tags = [mark for mark in face.marks if isinstance(mark, Box)]
            assert len(tags) == len(room.control.model.view.derived.needs[part.view.seat.number - 1]) > 0, part.key


@pytest.mark.rotated
@pytest.mark.parametrize("size", [SEVEN, (1024, 600), (1280, 720), (480, 800)], ids=str)
def test_no_round_button_covers_words_for_any_active_seat(size):
    for seats in range(2, 8):
        for seat in range(1, seats + 1):
            found = painted(acting(seats, seat), size)
            [buttons] = [areas for key, _, areas in found if key == "buttons"]
            for key, said, _ in found:
                hidden = [word.text for word in said for at in buttons if not apart(letters(word), at.corners)]
                assert key == "buttons" or not hidden, (seats, seat, key)


# ---- signs on plates, which turn with their seats ----------------------------------------------------------------


@pytest.mark.rotated
@pytest.mark.parametrize("seats", range(3, 8))
@pytest.mark.parametrize("size", [SEVEN, (1024, 600)], ids=str)
def test_signs_of_goods_on_plates_are_large_enough(size, seats, monkeypatch):
    """Signs are measured on zones and below open hands in a game of 7 Wonders, and with all kinds in Architects."""
    signs, paint = [], count_pills._paint_pill

    def note(p, pill, x, y, h, *how):
        signs.append((h * count_pills.SIGN_SCALE * p.scale, pill.colour))
        return paint(p, pill, x, y, h, *how)

    monkeypatch.setattr(count_pills, "_paint_pill", note)
    for state in sevens.states(seats)[:: 2 * seats]:
        painted(sevens.Room().show(state, by="touch", questions=sevens.asked(state)), size)
    painted(acting(seats, 1), size)
    assert signs
    assert [(colour, round(high, 1)) for high, colour in signs if high < count_pills.SIGN_PX] == []
