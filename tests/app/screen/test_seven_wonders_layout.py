"""7 Wonders on the screen: nothing overlaps and nothing is cut off, whatever is asked, at every size."""

import pytest

from app.text.languages import complete
from tests.app.screen.layout_faults import enlarge, faults
from tests.app.screen.seven_scenes import SCENES

SIZES = [(800, 480), (1280, 720), (1920, 1080)]
OTHERS = [(1024, 600), (480, 800), (720, 1280), (1024, 768), (2560, 1440)]


@pytest.mark.sampled(12)
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_words_and_touch_targets_have_their_room(scene, size):
    shown = ((7, "de"), (5, "nl") if size == SIZES[1] else (3, "fr"))
    assert not {(n, lang): found for n, lang in shown if (found := faults(scene(n, lang), size))}


@pytest.mark.sampled(24)
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
@pytest.mark.parametrize("size", [*SIZES, (720, 1280)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_larger_words_have_their_room_too(scene, size):
    found = {}
    for n in (3, 5, 7):
        room = scene(n, "de")
        enlarge(room)
        if fault := faults(room, size):
            found[n] = fault
    assert not found


@pytest.mark.full
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
@pytest.mark.parametrize("size", SIZES + OTHERS, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_whole_grid(scene, size):
    shown = [(n, lang) for n in range(3, 8) for lang in complete()]
    assert not {at: found for at in shown if (found := faults(scene(*at), size))}
