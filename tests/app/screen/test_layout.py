"""Layout of every screen in long languages: words, touch areas and panels do not overlap and are not cut off."""

from functools import partial
from itertools import chain
from math import hypot
from operator import sub
from statistics import fmean

import pytest

from app.screen.composition import compose
from app.screen.pages.lobby.horizon import build_horizon
from app.screen.pages.lobby.wonder_list import list_wonders
from app.screen.paint.pen import Pen
from app.screen.paint.text_drawing import measure
from app.screen.widgets.controls import button
from app.text.translation import complete
from tests.app.screen import (
    duels,
    scenes,
    sevens,
    stage,  # noqa: F401  # before Kivy
)
from tests.app.screen.catalogue import FAMILIES, dressed, every_state
from tests.app.screen.layout_faults import GRID, SIZES, apart, enlarge, faults, inside
from tests.app.screen.lettering import lettered, painted


def seven_on_phones(n, lang):
    return sevens.room(sevens.asking("play", n, 600), lang)


def faults_by_case(family, state, size, shown):
    """List the faults of a state by its seats, its language, and whether words are larger."""
    group, faulty = FAMILIES[family], {}
    edges = (False, True) if family == "duel" else (False,)
    for seats, lang, large in dict.fromkeys(shown):
        for short_edges in edges:
            room = dressed(group.states[state](seats, lang), lang, large=large, short_edges=short_edges)
            if here := faults(room, size):
                faulty[seats, lang, large, short_edges] = here
    return faulty


@pytest.mark.rotated
@pytest.mark.sampled(420)
@pytest.mark.parametrize(("family", "state"), every_state())
@pytest.mark.parametrize("size", GRID, ids=lambda size: f"{size[0]}x{size[1]}")
def test_words_and_touch_targets_have_their_room(family, state, size):
    seats = FAMILIES[family].seats_of(state)
    middle = seats[len(seats) // 2]
    shown = [(n, "de", large) for n in seats for large in (False, True)]
    assert not faults_by_case(family, state, size, [*shown, (seats[-1], "fr", False), (middle, "nl", True)])


@pytest.mark.parametrize(
    ("family", "state", "seats", "size"),
    [
        pytest.param("seven", "telling_paid", 5, (1280, 800), id="news beside piles and round buttons"),
        pytest.param("seven", "telling_cards", 6, (1280, 720), id="news below a column of round buttons"),
        pytest.param("seven", "happened_on_phones", 4, (1024, 600), id="news beside two columns of them"),
        pytest.param("seven", "lose_by_touch", 5, (1024, 768), id="piles that face the far edge"),
        pytest.param("seven", "buried_by_touch", 7, (800, 1280), id="piles that face the side of a portrait screen"),
        pytest.param("taught", "box", 3, (480, 800), id="rows of the box on a phone's screen"),
        pytest.param("duel", "token", 2, (800, 480), id="tokens between short edges"),
        pytest.param("pages", "box duel 0", 4, (480, 800), id="figures on a small picture of the box"),
        pytest.param("lanterns", "table", 4, (800, 1280), id="prices over names of described cards"),
        pytest.param("architects", "lobby_hotspot", 6, (1280, 720), id="names of wonders beside stones of seats"),
    ],
)
def test_large_words_have_their_room_on_screens_between_the_usual_ones(family, state, seats, size):
    assert not faults_by_case(family, state, size, [(seats, "de", True)])


@pytest.mark.full
@pytest.mark.parametrize(("family", "state"), every_state())
@pytest.mark.parametrize("size", GRID, ids=lambda size: f"{size[0]}x{size[1]}")
def test_words_and_touch_targets_have_their_room_on_the_whole_grid(family, state, size):
    seats = FAMILIES[family].seats_of(state)
    usual = [(n, lang, False) for n in seats for lang in complete()]
    assert not faults_by_case(family, state, size, [*usual, *((n, lang, True) for n in seats for lang in ("de", "fr"))])


@pytest.mark.rotated
@pytest.mark.parametrize("size", GRID, ids=lambda size: f"{size[0]}x{size[1]}")
def test_lobby_elements_keep_clear_of_each_other_on_every_screen(size):
    faulty = {}
    for family, state in (("architects", "lobby_all_free"), ("architects", "lobby_hotspot"), ("duel", "lobby")):
        for seats in FAMILIES[family].seats_of(state):
            if found := faults_by_case(family, state, size, [(seats, "de", False), (seats, "fr", True)]):
                faulty[state, seats] = found
    assert not faulty


@pytest.mark.parametrize("size", GRID, ids=lambda size: f"{size[0]}x{size[1]}")
def test_lobby_shows_every_free_wonder_on_every_screen(size):
    for seats in FAMILIES["architects"].seats:
        scene = scenes.lobby_all_free(seats, "de").control.scene
        [horizon] = build_horizon(scene, scene.ring(*size))
        assert len(horizon.view.wonders) == len(list_wonders(scene)), seats


class Framing(Pen):
    """A pen that records the corners of every frame in the candle's colour."""

    def __init__(self):
        super().__init__(measure)
        self.framed = []

    def rect(self, x, y, w, h, r=0, fill=None, line=None, *rest, **finish):
        if line == "candle":
            self.framed.append(tuple(self.place(a, b) for a, b in ((x, y), (x + w, y), (x + w, y + h), (x, y + h))))
        super().rect(x, y, w, h, r, fill, line, *rest, **finish)


@pytest.mark.sampled(32)
@pytest.mark.parametrize("size", GRID, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("edge", [0, 1], ids=("long edge", "short edge"))
def test_lines_of_a_finished_game_keep_away_from_the_frame_of_its_winner(size, edge):
    found = {}
    for n in range(2, 8):
        for lang in complete():
            room = scenes.past(n, lang, [("game", f"m{5 + n}")], wide=True)
            room.control.change(edge=edge)
            pen, u = Framing(), room.control.scene.ring(*size).u
            next(part for part in compose(room.control.scene, *size) if part.key == "panel history").draw(
                pen, room.control
            )
            words = [word for layer in pen.layers for word in layer.words]
            if across := [
                word.text
                for word in words
                for frame in pen.framed
                if not apart(word.corners, frame, -4 * u) and not all(inside(point, frame) for point in word.corners)
            ]:
                found[f"{n} {lang}"] = across
            assert pen.framed
    assert not found


@pytest.mark.sampled(16)
@pytest.mark.parametrize("edge", range(4), ids=("bottom", "left", "top", "right"))
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_history_controls_cover_nothing(size, edge):
    for n in range(2, 8):
        room = scenes.past_back(n, "de")
        room.control.change(edge=edge)
        parts = compose(room.control.scene, *size)
        pens = {part.key: Pen(measure, plain=True) for part in parts}  # light and shadow may fall there
        for part in parts:
            part.draw(pens[part.key], room.control)
        [bar] = [area.corners for area in pens.pop("back").hit_areas if area.key == "plate"]
        left, right = min(x for x, _ in bar), max(x for x, _ in bar)
        top, bottom = min(y for _, y in bar), max(y for _, y in bar)
        under = {
            key
            for key, pen in pens.items()
            for layer in pen.layers
            for x, y in zip(layer.vertices[::8], layer.vertices[1::8], strict=True)
            if left + 1 < x < right - 1 and top + 1 < y < bottom - 1
        }
        assert under == set(), n
        assert faults(room, size) == []


def test_history_leaves_room_for_the_simulated_panel():
    size = 1280, 720
    room = scenes._simulated(scenes.past_back(4))
    areas = {area.key: area for _, _, areas in painted(room, size) for area in areas}
    assert {"part horn", "back close"} <= areas.keys()
    assert faults(room, size) == []


@pytest.mark.parametrize("n", range(2, 8))
def test_a_panel_uses_the_room_of_a_small_screen(n):
    pages = {
        word.text for key, words, _ in painted(scenes.menu(n), (800, 480)) if key == "panel menu" for word in words
    }
    assert not {"1/3", "1/4"} & pages


@pytest.mark.parametrize("size", [(800, 480), (1024, 600)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_long_word_on_a_button_with_a_picture_keeps_its_size(size):
    room = scenes.menu(4, "de")
    [word] = [word for _, words, _ in painted(room, size) for word in words if word.text == "Einstellungen"]
    assert word.size >= 20 * room.control.scene.ring(*size).u


@pytest.mark.parametrize(
    ("scene", "part", "says"),
    [
        pytest.param(scenes.asked, "vote 2", "", id="a vote"),
        pytest.param(scenes.lobby_medals, "seat 3", "Gizeh", id="a wonder's name"),
        pytest.param(scenes.end, "vista", "Maximiliane", id="a long name among the scores"),
    ],
)
def test_words_for_seven_seats_are_legible_on_a_small_screen(scene, part, says):
    room = scene(7, "de")
    words = next(words for key, words, _ in painted(room, (800, 480)) if key == part)
    least = min(word.size for word in words if says in word.text)
    assert least >= 22 * room.control.scene.ring(800, 480).u


@pytest.mark.sampled(2)
@pytest.mark.parametrize("size", [(800, 480), (480, 800)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_vote_is_legible_and_has_no_layout_faults(size):
    for n, lang in ((3, "de"), (4, "fr"), (6, "en"), (7, "de")):
        room = scenes.asked(n, lang)
        said = [word for key, words, _ in painted(room, size) if key == "vote 2" for word in words]
        assert min(word.size for word in said if len(word.text) > 20) >= 9.5, (n, lang)
        assert faults(room, size) == [], (n, lang)


def test_large_words_of_a_vote_of_seven_leave_the_words_of_the_discard_pile_free():
    assert not faults_by_case("architects", "asked", (480, 800), [(7, lang, True) for lang in complete()])


@pytest.mark.sampled(10)
@pytest.mark.parametrize("edge", [0, 1], ids=("long edge", "short edge"))
@pytest.mark.parametrize("scene", [*scenes.PAST, scenes.log], ids=lambda scene: scene.__name__)
def test_the_log_is_readable_for_seven_on_a_small_screen(scene, edge):
    for lang in complete():
        room = scene(7, lang)
        room.control.change(edge=edge)
        words = [
            word
            for key, words, _ in painted(room, (800, 480))
            if key in ("panel history", "panel log", "panel who 1", "back")
            for word in words
        ]
        assert words
        assert [(word.text, word.size) for word in words if word.size < 9.8] == [], lang
        assert faults(room, (800, 480)) == [], lang


@pytest.mark.parametrize("scene", [scenes.play, seven_on_phones], ids=["Architects", "7 Wonders"])
def test_texts_in_the_middle_of_a_small_screen_are_readable(scene):
    for n, lang in ((3, "en"), (5, "de"), (7, "fr")):
        parts = painted(scene(n, lang), (800, 480))
        said = [
            word for key, words, _ in parts if key.split()[0] in ("token", "discard", "pile") for word in words
            if word.text[0].isalpha()
        ]  # fmt: skip
        assert said
        assert [(word.text, word.size) for word in said if word.size < 10.5] == [], (n, lang)


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_cards_of_a_searched_stack_fill_their_tray(size):
    for n in range(2, 8):
        [pen] = [pen for key, pen in lettered(scenes.search(n), size) if key == "search"]
        sizes = [
            (area.key.split()[0], hypot(*map(sub, a, b)) * hypot(*map(sub, b, c)))
            for area in pen.hit_areas
            for a, b, c, _ in [area.corners]
        ]
        tray = sum(size for key, size in sizes if key == "plate")
        assert sum(size for key, size in sizes if key in ("hidden", "keep")) > 0.5 * tray, n


@pytest.mark.parametrize("high", [88, 119])
def test_picture_without_words_is_centred_on_its_button(high):
    pen = Pen(measure)
    button(pen, 0, 0, 88, high, "", "less", lambda: None, picture="left")
    vertices = pen.layers[0].vertices
    drawn = [y for x, y in zip(vertices[::8], vertices[1::8], strict=True) if 24 < x < 64]
    assert (min(drawn) + max(drawn)) / 2 == pytest.approx(high / 2, abs=1)


@pytest.mark.rotated
@pytest.mark.sampled(4)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_long_name_is_cut_before_the_prompt_of_its_seat(size):
    found = {}
    for n in range(2, 8):
        for seat in range(1, n + 1):
            for lang in complete():
                room = scenes.on_a_phone(n, lang, seat)
                asked = room.control.model.words()("Choose on your phone")
                said = [word for key, words, _ in painted(room, size) if key == f"zone {seat}" for word in words]
                read = [word for word in said if word.text in asked]
                if " ".join(word.text for word in read) != asked or min(word.size for word in read) < 9.5:
                    found[f"{n} {seat} {lang}"] = [(word.text, word.size) for word in said]
        if f := faults(scenes.on_a_phone(n, "fr"), size):
            found[n] = f
    assert not found


def test_long_name_is_first_shrunk_and_then_cut():
    pen = Pen(measure)
    whole, least = pen.text_width("Anna Maria", 30, bold=True), 21
    for room in (
        whole,
        whole * 0.8,
        pen.text_width("Anna Ma…", least, bold=True),
        pen.text_width("Anna …", least, bold=True),
    ):
        pen.name(0, 0, "Anna Maria", 30, room=room)
    words = pen.layers[0].words
    assert [word.text for word in words] == ["Anna Maria", "Anna Maria", "Anna Ma…", "Anna…"]
    assert [word.size for word in words] == [30, pytest.approx(24, abs=2), least, least]


def test_long_name_wraps_to_two_lines_where_there_is_room():
    pen = Pen(measure)
    room = pen.text_width("Maximiliane-", 30, bold=True)
    pen.name(0, 0, "Maximiliane-Victoria", 30, room=room, high=70)
    pen.name(0, 0, "Maximilianevictorias", 30, room=room, high=70)
    words = pen.layers[0].words
    assert [(word.text, word.size) for word in words[:2]] == [("Maximiliane-", 30), ("Victoria", 30)]
    assert words[2].text.startswith("Maximilian")
    assert len(words) == 3


@pytest.mark.parametrize("size", SIZES[:3], ids=lambda size: f"{size[0]}x{size[1]}")
def test_choose_here_and_play_by_touch_have_different_pictures(size):
    room = scenes.seat_asked(4)
    [part] = [part for part in compose(room.control.scene, *size) if part.key == "panel seat 1"]
    pen = Pen(measure)
    part.draw(pen, room.control)
    points = [point for layer in pen.layers for point in zip(layer.vertices[::8], layer.vertices[1::8], strict=True)]

    def picture(key):
        [area] = [area for area in pen.hit_areas if area.key == key]
        (left, top), (right, bottom) = area.corners[0], area.corners[2]
        drawn = [(x, y) for x, y in points if left + 4 < x < right - 4 and top + 4 < y < bottom - 4]
        return {(round(x - drawn[0][0], 1), round(y - drawn[0][1], 1)) for x, y in drawn}

    assert len(picture("choose here")) > 20
    assert picture("by touch") != picture("choose here")


@pytest.mark.sampled(9)
@pytest.mark.parametrize("scene", [scenes.code, scenes.code_medals])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_panel_of_join_codes_covers_nothing_needed_in_play(scene, size):
    for n in range(2, 8):
        for edge in range(4):
            room = scene(n)
            room.control.change(edge=edge)
            ring = room.control.scene.ring(*size)
            areas = {area.key: area for _, _, areas in painted(room, size) for area in areas}
            plate = areas.pop("plate").corners
            assert {"stack center", "stack 1", "marker 0", "token hidden 3"} <= areas.keys()
            needed = [s for key, s in areas.items() if key.split()[0] in ("stack", "marker", "token", "seat", "medal")]
            assert [s.key for s in needed if not apart(plate, s.corners)] == [], (n, edge)
            assert faults(room, size) == [], (n, edge)
            [part] = [part for part in compose(room.control.scene, *size) if part.key == "panel code"]
            pen = Pen(measure)
            part.draw(pen, room.control)
            [[a, b, *_]] = [code.corners for layer in pen.layers for code in layer.pictures]
            assert hypot(b[0] - a[0], b[1] - a[1]) / ring.mm >= 13, (n, edge)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_large_words_setting_enlarges_words(size):
    usual, large = scenes.play(4, "de"), scenes.play(4, "de")
    enlarge(large)
    sizes = [
        {(key, word.text): word.size for key, words, _ in painted(room, size) for word in words if key[:4] == "zone"}
        for room in (usual, large)
    ]
    grown = [sizes[1][word] / sizes[0][word] for word in sizes[0].keys() & sizes[1].keys()]
    assert min(grown) > 0.99
    assert sum(1 for each in grown if each > 1.2) >= len(grown) / 8, "what has room: names, prompts, how people play"


def mean_growth(grown):
    return fmean(chain.from_iterable(grown.values()))


def smallest_growth_of_costs(grown):
    """Return how much the costs grow in the zone where they grow least: counts in its pills have no room to."""
    return min(map(max, grown.values()))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize(
    ("room", "part", "growth", "least"),
    [
        pytest.param(partial(scenes.play, 4), "zone", smallest_growth_of_costs, 1.1, id="costs on stages"),
        pytest.param(partial(scenes.play, 4), "stack", mean_growth, 1.2, id="counts of stacks"),
        pytest.param(partial(scenes.play, 4), "token", mean_growth, 1.2, id="figures on tokens"),
        pytest.param(lambda: duels.room(duels.in_age(2, 2, 5)), "city", mean_growth, 1.1, id="goods and prices"),
    ],
)
def test_large_words_setting_enlarges_figures(room, part, growth, least, size):
    usual, large = room(), room()
    enlarge(large)
    figures = [
        [
            (key, word.size)
            for key, words, _ in painted(each, size)
            if key.startswith(part)
            for word in words
            if word.text[0].isdecimal()
        ]
        for each in (usual, large)
    ]
    grown = {}  # by element
    for (key, less), (_, more) in zip(*figures, strict=True):
        grown.setdefault(key, []).append(more / less)
    assert min(min(each) for each in grown.values()) > 0.99
    assert growth(grown) > least
