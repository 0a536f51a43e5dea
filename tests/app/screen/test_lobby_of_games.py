"""The lobby shows what its own game has: a horn, pictures of what a seat may be."""

from itertools import combinations, pairwise
from math import dist

import msgspec
import pytest

from app.looks.plain_wonder_shapes import drawing_of
from app.protocol.network_messages import Network
from app.screen.composition import compose
from app.screen.events import on_message
from app.screen.pages.lobby import lobby_layout
from app.screen.pages.lobby.wonder_list import list_wonders
from app.screen.paint.text_drawing import measure
from app.screen.paint.text_pen import LEGIBLE_PX
from app.screen.state.ring_layout import FINGER
from app.screen.widgets import illustrations
from app.text.translation import words
from tests.app.screen import duels, scenes, sevens, stage
from tests.app.screen.catalogue import dressed
from tests.app.screen.in_words import texts
from tests.app.screen.lettering import Lettering, leafed, painted


def touch_keys(room):
    """Return the keys of the touch areas on all pages of the open list."""
    return {area.key for found in leafed(room, (1280, 720)) for _, _, areas in found for area in areas}


def open_panel(room, panel):
    room.control.open_panel(panel, 0)
    return room


def test_conflict_token_and_horn_settings_are_shown_only_for_games_with_them():
    assert "ritual" in touch_keys(open_panel(scenes.lobby(4), "settings"))
    assert "ritual" not in touch_keys(open_panel(sevens.lobby(4), "settings"))
    assert "blow" in touch_keys(open_panel(scenes.lobby(4), "sound"))
    quiet = open_panel(sevens.lobby(4), "sound")
    assert {"mute", "night", "volume less"} <= touch_keys(quiet)
    assert "blow" not in touch_keys(quiet)
    assert [text for text in texts(quiet) if "horn" in text.lower()] == []


def test_lobby_seat_shows_the_picture_of_its_role():
    for room, role in ((scenes.lobby(4), stage.WONDERS[0]), (sevens.lobby(4), sevens.BOARDS[0])):
        seat = {element.key: element.view for element in compose(room.control.scene, 1280, 720)}["seat 1"]
        assert seat.picture is not None
        assert seat.role == room.control.model.game_words.identity(words("en"), role)


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize(
    "lobby",
    [
        pytest.param(lambda lang: duels.Room().hear(duels.table("lobby", lang), the_codes=stage.codes()), id="duel"),
        pytest.param(lambda lang: sevens.lobby(5, lang), id="seven wonders"),
    ],
)
def test_lobby_words_on_a_small_screen_are_small_only_to_fit(lobby, lang):
    found = [(key, word) for key, words, _ in painted(lobby(lang), (800, 480)) for word in words]
    assert len(found) > 5
    small = [(key, word) for key, word in found if word.size < LEGIBLE_PX - 0.01]
    filled = {(key, word.size) for key, word in small if word.width >= word.room * 0.8}  # or a line it stands with
    assert [word.text for key, word in small if (key, word.size) not in filled] == []


@pytest.mark.parametrize("lang", ["en", "de", "fr", "nl"])
@pytest.mark.parametrize("size", [(480, 800), (600, 1024), (720, 1280), (800, 480)], ids=str)
def test_description_of_the_chosen_game_is_legible_on_every_screen(size, lang):
    for room in (sevens.lobby(5, lang), duels.Room().hear(duels.table("lobby", lang), the_codes=stage.codes())):
        said = [word for key, found, _ in painted(room, size) if key == "lobby" for word in found]
        assert len(said) > 1
        assert [word.text for word in said if word.size < LEGIBLE_PX - 0.01] == []


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280)], ids=str)
def test_lobby_paints_wonders_at_seats_on_the_horizon_and_for_each_game(size, plain, monkeypatch):
    skies, wonders = [], []
    monkeypatch.setattr(illustrations, "window", lambda p, name, *box: skies.append(name))
    monkeypatch.setattr(illustrations, "draw_stages", lambda p, name, *box: wonders.append(name))
    room = sevens.lobby(4)
    for part in compose(room.control.scene, *size):
        skies.clear()
        wonders.clear()
        part.draw(Lettering(measure, plain=plain), room.control)
        if part.key.startswith("seat"):
            number = int(part.key.split()[1])
            assert wonders == ([] if plain else [drawing_of(sevens.BOARDS[number - 1])]), part.key
        elif part.key == "horizon":
            taken = {drawing_of(board) for board in sevens.BOARDS[:4]}
            assert not taken & {*wonders}
            assert len(wonders) == (0 if plain else sum(each.slug != "" for each in part.view.wonders))
        elif part.key == "dome":
            assert [seat.sky for seat in part.view.seats] == [drawing_of(board) for board in sevens.BOARDS[:4]]
        elif part.key == "lobby":
            all_games = part.view.hall.shows_all(3)
            assert skies == ([] if plain else ["rhodes", "sphinx", "giza"] if all_games else ["giza"])


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280)], ids=str)
@pytest.mark.parametrize("n", range(2, 8))
def test_free_wonders_on_the_horizon_are_large_enough_for_a_finger(n, size):
    control = scenes.lobby_all_free(n).control
    ring, parts = control.scene.ring(*size), compose(control.scene, *size)
    pen = Lettering(measure)
    next(part for part in parts if part.key == "horizon").draw(pen, control)
    assert len(pen.hit_areas) == len(list_wonders(control.scene))
    sides = [dist(one, other) for area in pen.hit_areas for one, other in pairwise(area.corners)]
    assert min(sides) >= FINGER * ring.mm


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("size", [(800, 480), (1280, 720)], ids=str)
def test_a_lintel_always_names_its_wonder(size, lang):
    room = dressed(sevens.lobby(7), lang)
    roles = {part.key: part.view.role for part in compose(room.control.scene, *size) if part.key.startswith("seat ")}
    said = {key: [word.text for word in found] for key, found, _ in painted(room, size) if key in roles}
    assert {key: role for key, role in roles.items() if role not in said[key]} == {}


@pytest.mark.parametrize("many", [4, 7])
def test_lobby_describes_the_chosen_game(many):
    assert "Build a city and its wonder through three ages." in " ".join(texts(sevens.lobby(many)))
    assert "Build a city through three ages." not in " ".join(texts(sevens.lobby(many)))


def test_game_guide_opens_from_the_lobby_with_one_touch():
    room = scenes.lobby(4)
    [how] = [area for _, _, areas in painted(room, (800, 480)) for area in areas if area.key == "how"]
    how.tap()
    assert "panel how" in {element.key for element in compose(room.control.scene, 800, 480)}


def test_first_start_page_explains_joining_with_and_without_a_phone():
    room = scenes.welcome_code(4)
    shown = " ".join(texts(room))
    for sentence in ("scan the code with its camera", "Up to 7 can play", "touch “To the table”", "“Screen”"):
        assert sentence in shown
    on_message.on_message(room.control, stage.snapshot(room.rev + 1, without_network(room.control.model.table)))
    assert "scan the code" not in " ".join(texts(room))
    assert "Without a phone" in " ".join(texts(room))


def without_network(table):
    return msgspec.structs.replace(table, network=Network(address=None, name=None))


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (1920, 1080), (720, 1280)])
def test_wonder_beside_a_stone_stands_as_far_from_it_as_free_ones(size):
    """A seat's wonder takes one of the evenly spread places, so that no gap of the horizon is wider than others."""
    ring = scenes.lobby(2).control.scene.ring(*size)
    found = [(seat, lobby_layout.place_beside(ring, seat, 350, 10)) for seat in (1, 2)]
    for seat, own in ((seat, own) for seat, own in found if own):
        places = [spot[:2] for spot in lobby_layout.spots(ring, 10, 350) if spot.angle == own.angle]
        assert own[:2] in places, seat
        stone = lobby_layout.foot(ring, ring.zones[seat - 1].edge, ring.zones[seat - 1].along)
        assert len({round(dist(stone, place)) for place in places}) == 1
    assert size == (720, 1280) or all(own for _, own in found)


@pytest.mark.parametrize("size", [(480, 800), (800, 480), (720, 1280), (1280, 720)])
@pytest.mark.parametrize("seats", range(2, 8))
def test_wonders_of_an_edge_do_not_nearly_touch(seats, size):
    scene = scenes.lobby(seats).control.scene
    ring, many = scene.ring(*size), len(list_wonders(scene))
    own = [lobby_layout.place_beside(ring, seat, 350, many) for seat in range(1, seats + 1)]
    taken, u = [spot for spot in own if spot], lobby_layout.unit(ring)
    every = lobby_layout.spots(ring, many, 350)
    free = [spot for spot in every if all(dist(spot[:2], other[:2]) > spot.w / 2 * u for other in taken)]
    for one, other in combinations([*free, *taken], 2):
        if (one.angle, one.behind) == (other.angle, other.behind):
            assert dist(one[:2], other[:2]) / u - (one.w + other.w) / 2 > lobby_layout.CLEAR - 0.01
