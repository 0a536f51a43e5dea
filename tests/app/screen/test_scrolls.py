"""Pages of settings and house rules: one line for each switch, and one lit button below the lines."""

import msgspec
import pytest

from tests.app.screen import scenes, stage
from tests.app.screen.catalogue import FAMILIES, dressed, room
from tests.app.screen.lettering import painted

SIZES = ((800, 480), (1280, 720), (720, 1280))
SCROLLS = (
    *(("architects", name) for name in ("settings", "this_machine", "more", "volume", "host", "day")),
    *(("architects", name) for name in ("seat_panel", "who_sits", "wifi", "displays", "machine")),
    ("duel", "seating"),
    ("seven", "more"),
)
BEFORE_A_GAME = ("seat_panel", "who_sits", "wifi", "displays", "machine", "sounds", "this_machine", "host")


def areas_of(shown, size):
    return {area.key: area for key, _, areas in painted(shown, size) for area in areas if key.startswith("panel")}


@pytest.mark.parametrize(("family", "state"), SCROLLS, ids=str)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_settings_page_has_one_done_button_that_closes_it(family, state, size):
    shown = room(family, state)
    said = [word for key, words, _ in painted(shown, size) for word in words if key.startswith("panel")]
    assert [word.text for word in said].count("Done") == 1
    areas_of(shown, size)["close"].tap()
    assert shown.control.ui.panel == ""


@pytest.mark.parametrize("state", BEFORE_A_GAME)
@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("size", SIZES[:2], ids=str)
def test_page_before_a_game_has_paging_buttons_only_where_the_screen_is_full(state, lang, size):
    """A page lies over the stones of seats rather than that people have to turn pages."""
    shown = dressed(FAMILIES["architects"].states[state](4, lang), lang)
    areas = areas_of(shown, size)
    heights = [y for _, y in areas["plate"].corners]
    assert "later" not in areas or max(heights) - min(heights) > 0.9 * size[1]


@pytest.mark.parametrize("state", ["seat_panel", "this_machine", "volume"])
def test_value_stays_between_its_arrows_on_a_small_screen(state):
    """A legible size is one, whatever the screen's unit does to its last digit."""
    areas = areas_of(room("architects", state), (800, 480))
    ways = {key.rsplit(" ", 1)[0] for key in areas if key.endswith((" less", " more"))}
    assert ways
    assert all({f"{way} less", f"{way} more"} <= {*areas} for way in ways)


def switches_of(shown, size):
    """Return the places of the visible switches of the settings."""
    keys = {"bright", "large", "plain_figures", "faces", "motion", "points", "ritual"}
    return {
        key: [(round(x, 3), round(y, 3)) for x, y in area.corners]
        for key, area in areas_of(shown, size).items()
        if key in keys
    }


def test_switches_keep_their_position_when_a_line_is_added_above():
    """A finger is on its way to one of them."""
    shown, size = scenes.settings(4), (800, 480)
    areas_of(shown, size)["later"].tap()
    before = switches_of(shown, size)
    table = shown.control.model.table
    stage.known(shown, table=msgspec.structs.replace(table, copied=True))
    assert "copied" not in before
    assert switches_of(shown, size) == before


@pytest.mark.parametrize("key", ["bright", "motion"])
def test_switch_has_the_same_size_when_on_and_off(key):
    shown, size = scenes.settings(4), (1280, 720)
    before = switches_of(shown, size)
    now = shown.control.model.table.settings
    changed = msgspec.structs.replace(now, **{key: not getattr(now, key)})
    stage.known(shown, table=msgspec.structs.replace(shown.control.model.table, settings=changed))
    assert switches_of(shown, size) == before
