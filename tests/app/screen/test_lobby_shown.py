"""The lobby: wonders to choose from, all at once with their effects; codes that a phone can scan from a
seat; the wonders of a game that deals them later."""

from math import dist

import pytest

from app.screen.composition import compose
from app.screen.paint.text_drawing import measure
from app.screen.paint.text_pen import LEGIBLE_PX
from app.text.translation import complete
from tests.app.screen import duels, scenes, stage
from tests.app.screen.lettering import Lettering, leafed, painted

SIZES = ((800, 480), (1280, 720), (1920, 1080), (720, 1280), (3840, 2160))


class Coding(Lettering):
    """A pen that records the side of each code, in pixels."""

    def code(self, x, y, side, matrix):
        self.sides = [*getattr(self, "sides", []), side * self.scale]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("lang", complete())
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_wonder_choice_shows_every_wonder_with_its_effect(size, lang):
    room = scenes.choose_wonder(3, lang)
    game, model = room.control.scene.game, room.control.model
    [(words, areas)] = [(words, areas) for key, words, areas in painted(room, size) if key.startswith("panel")]
    wonders = {area.key.split()[1]: area for area in areas if area.key.startswith("wonder ")}
    assert len(wonders) == 8, "all but that of the first seat"
    assert not [area for area in areas if area.key in ("later", "earlier")]
    for slug, area in wonders.items():
        inside = " ".join(word.text for word in words if area.holds(*centre(word.corners)))
        assert model.game_words.identity(model.words(2), slug) in inside
        says = game.describe_role(model, model.words(2), slug)
        assert says.split()[0] in inside
        assert "…" not in inside
        assert dist(area.corners[1], area.corners[2]) >= min(size) * 0.17


def centre(corners):
    return sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4


@pytest.mark.parametrize(("size", "side"), [((800, 480), 70), ((1280, 720), 90), ((1920, 1080), 140)], ids=str)
@pytest.mark.parametrize("many", [2, 4, 7])
def test_code_of_a_free_seat_is_large_enough_to_scan(size, side, many):
    room = scenes.lobby_all_free(many)
    for part in compose(room.control.scene, *size):
        if part.key.startswith("seat"):
            pen = Coding(measure)
            part.draw(pen, room.control)
            assert min(pen.sides) >= side, part.key


def test_duel_lobby_shows_its_wonders_and_a_touch_explains_them():
    room = duels.Room()
    room.hear(duels.table("lobby", "en"), None, (), the_codes=stage.codes())
    [(words, areas)] = [(words, areas) for key, words, areas in painted(room, (1280, 720)) if key == "horizon"]
    assert "Piraeus" in [word.text for word in words]
    next(area for area in areas if area.key == "rim piraeus").tap()
    named = {word.text for _, words, _ in painted(room, (1280, 720)) for word in words}
    assert {"The Sphinx", "Piraeus"} <= named


@pytest.mark.parametrize("lang", complete())
@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280)], ids=str)
def test_house_rules_are_described_and_legible(size, lang):
    room = scenes.more(4, lang)
    said = [word for found in leafed(room, size) for key, each, _ in found if key == "panel more" for word in each]
    scene = room.control.scene
    w, table = scene.model.words(), scene.model.table
    text = " ".join(dict.fromkeys(word.text for word in said))
    for slug in table.variants:
        _, changes = scene.game.variant(scene.model, w, slug)
        assert (changes in text) == (changes != ""), changes
    small = [(word.text, word.size) for word in said if word.size < 0.85 * LEGIBLE_PX]
    assert not small
