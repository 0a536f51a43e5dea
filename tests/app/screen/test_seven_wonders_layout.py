"""7 Wonders on the screen: nothing overlaps and nothing is cut off, whatever is asked, at every size."""

from math import inf

import pytest
import scenes
import sevens
from test_layout import faults

from app.games.seven_wonders.screen.opened import Fight
from app.games.seven_wonders.screen.scene import change
from app.text.languages import complete
from engine.seven_wonders import actions

SIZES = [(800, 480), (1280, 720), (1920, 1080)]
OTHERS = [(1024, 600), (480, 800), (720, 1280), (1024, 768), (2560, 1440)]


def playing(n, lang="en", nth=600):
    """All choose, in the second age."""
    return scenes.long_names(sevens.room(sevens.asking("play", n, nth), lang, "mixed"))


def drafting(n, lang="en"):
    return sevens.room(sevens.asking("draft", n, 500), lang)


def recruiting(n, lang="en"):
    return sevens.room(sevens.asking("recruit", n, 500), lang)


def rich(n, lang="en"):
    """A city that has all it will have, whole."""
    room = playing(n, lang, 999)
    room.control.open(f"zone {n}", room.control.scene.ring(1280, 720).zones[n - 1].edge)
    return room


def large(n, lang="en"):
    """What of a city is touched."""
    room = rich(n, lang)
    change(room.control, touched=room.control.model.view.seats[n - 1].cards[-1])
    return room


def stage_large(n, lang="en"):
    room = rich(n, lang)
    change(room.control, touched="stage 2")
    return room


def ability(n, lang="en"):
    """Roma's."""
    room = playing(n, lang)
    room.control.open("zone 3", 1)
    change(room.control, touched="ability")
    return room


def revealed(n, lang="en", nth=950):
    """A turn in which much was paid."""
    room = scenes.long_names(sevens.room(sevens.revealing(n, nth), lang, "mixed"))
    change(room.control, reveal=inf)
    return room


def fighting(n, lang="en"):
    room = playing(n, lang)
    shields = tuple(chair.shields for chair in room.control.model.view.seats)
    settled = actions.ConflictSettled(age=2, shields=shields)
    change(room.control, fight=Fight(settled, 1, room.now + 8, (((3, -1), (-1, 0), (0, 3), (3, 3), (-1, -1)) * 2)[:n]))
    return room


def ended(n, lang="en"):
    return sevens.room(sevens.ended(n), lang)


def alone(n, lang="en"):
    """One seat is asked, all others wait for it."""
    return scenes.long_names(sevens.room(sevens.asking("rebuild", n), lang, "mixed"))


SCENES = (
    playing, drafting, recruiting, rich, large, stage_large, ability, revealed, fighting, ended, alone,
)  # fmt: skip


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_words_and_touch_targets_have_their_room(scene, size):
    shown = ((3, "fr"), (5, "nl"), (7, "de"))
    assert not {(n, lang): found for n, lang in shown if (found := faults(scene(n, lang), size))}


@pytest.mark.full
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
@pytest.mark.parametrize("size", SIZES + OTHERS, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_whole_grid(scene, size):
    shown = [(n, lang) for n in range(3, 8) for lang in complete()]
    assert not {at: found for at in shown if (found := faults(scene(*at), size))}
