"""A finger held on a plus, a minus or a picture repeats its step until it is lifted."""

import re
from functools import partial

import pytest

from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.settings_messages import SetTable
from app.screen import surface
from app.screen.pages.cardboard.position_entry import entering_of
from app.screen.pages.history import replay
from tests.app.screen import (
    duel_positions,
    duels,
    seven_positions,
    sevens,
    sheets,
    stage,
)
from tests.app.screen.catalogue import every_state, room
from tests.app.screen.finger import frames, until
from tests.app.screen.in_process import AtTable
from tests.app.screen.lettering import painted
from tests.app.table.repairs import forgotten
from tests.app.tables import Evening


def wood_count(room):
    return entering_of(room.control.scene).laid.count_at("wood", "1")


@pytest.mark.full
def test_held_button_counts_on_and_a_tap_counts_once(show):
    room = stage.Room().hear(stage.table(3, phase="lobby", mode="track"))
    room.control.open_panel("position", 0)
    seen = show(room)
    seen.tap("lay wood")
    assert wood_count(room) == 1
    finger = seen.touch("lay wood").down()
    until(lambda: wood_count(room) >= 4)
    finger.up()
    frames(2)
    there = wood_count(room)
    finger = seen.touch("less wood").down()
    until(lambda: wood_count(room) == 0)  # the minus is gone, and the finger with it
    finger.up()
    frames(2)
    assert (there >= 4, wood_count(room)) == (True, 0)


@pytest.mark.full
def test_held_button_counts_on_while_a_number_is_corrected(evening, hand):
    forgotten(evening, turns=3)
    mine = hand()
    mine.tap("undo", "stack 2")
    was = evening.view()["stacks"]["2"]["left"]
    finger = mine.shown.touch("number less").down()
    until(lambda: (mine.control.ui.steps.counted or ("", was))[1] <= was - 5)
    finger.up()
    frames(2)
    said = mine.control.ui.steps.counted[1]
    mine.tap("count it")
    assert evening.view()["stacks"]["2"]["left"] == said
    assert said <= was - 5


# ---- every minus and plus that there is -------------------------------------------------------------------------

ONCE = re.compile(  # what goes round, is on or off, or is a key: a finger that stays would whirl through it
    r"(page|to|first|lang|undo|hints|bot_pace|dark_after|turn|wonder \d) (less|more)"
    r"|(key|more|page|lay|to|choose) .*|stage \d \d"
)


def is_step(area):
    """Return True if the key names one step of several."""
    if area.key.startswith("back "):  # in a game that is looked back at
        return area.key.removeprefix("back ") in replay.PICTURES
    return " " in area.key and not {"less", "more"}.isdisjoint(area.key.split())


@pytest.mark.rotated
@pytest.mark.sampled(20)
@pytest.mark.parametrize(("family", "state"), every_state())
def test_a_held_button_repeats_its_step(family, state):
    areas = [area for _, _, found in painted(room(family, state), (1280, 720)) for area in found if area.tap]
    assert {area.key for area in areas if is_step(area) and not area.repeats} <= {
        area.key for area in areas if ONCE.fullmatch(area.key)
    }
    assert all(area.each for area in areas if area.repeats)


def enter_position(room, *keys):
    """Open the page for entering a position, and touch these keys."""
    if not room.control.ui.panel:
        room.control.open_panel("position", 0)
    for key in keys:
        next(area for _, _, areas in painted(room, (1280, 720)) for area in areas if area.key == key).tap()
    return room


def box_value_page():
    room = stage.Room().hear(stage.table(2, phase="lobby"))
    room.control.open_panel("value 0", 0)
    return room


def architects():
    return stage.Room().hear(stage.table(3, phase="lobby", mode="track"))


ROOMS = {
    "cards of Architects": lambda: enter_position(architects(), "lay wood", "lay gear"),
    "figures of Architects": lambda: enter_position(architects(), "page turn"),
    "figures of Duel": lambda: enter_position(duel_positions.lobby()),
    "figures of 7 Wonders": lambda: enter_position(seven_positions.lobby()),
    "tokens of 7 Wonders": lambda: enter_position(seven_positions.lobby(), "page tokens"),
    "numbers of the box": box_value_page,
}


def repeat_at_once(monkeypatch):
    """Repeat a held touch without delay."""
    for name in ("HOLD_SECONDS", "REPEAT_SECONDS", "FAST_REPEAT_SECONDS"):
        monkeypatch.setattr(surface, name, 0.0)


def repeats_while_held(seen, key, answer=lambda: None):
    """Return True if a held finger repeats a touch to the end, or at least three times.

    `answer`: what the table does with each.
    """
    steps, was = 0, [element.view for element in seen.surface.elements]
    finger = seen.touch(key).down()
    for _ in range(60):
        frames()
        answer()
        now = [element.view for element in seen.surface.elements]
        steps, was = steps + (now != was), now
        if steps == 3 or not is_touchable(seen, key):
            break
    finger.up()
    frames()
    return steps == 3 or (steps and not is_touchable(seen, key))


def is_touchable(seen, key):
    area = seen.hit_areas().get(key)
    return area is not None and area.tap is not None


@pytest.mark.rotated
@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", ROOMS)
def test_held_button_repeats_on_every_entry_page(show, monkeypatch, name):
    repeat_at_once(monkeypatch)
    seen = show(ROOMS[name]())
    found = [area.key for area in seen.hit_areas().values() if area.repeats]
    assert found
    assert not [key for key in found if is_touchable(seen, key) and not repeats_while_held(seen, key)]


def lobby(folder):
    evening = Evening(folder, shelf=SHELF).sit("touch", "touch", "free", "free")
    evening.send(SetTable, welcomed=True)
    return AtTable(evening)


def sound_page(folder):
    room = lobby(folder)
    room.control.open_panel("sound", 0)
    return room


def more_page(folder):
    room = lobby(folder)
    room.control.open_panel("more", 0)
    return room


def settings_page(folder):
    room = lobby(folder)
    room.control.open_panel("this-machine", 0)
    return room


def sheet(folder, slug, seats):
    """Return a table with a score sheet, for counting during a game."""
    evening = Evening(folder, shelf=SHELF, sheets=sheets.TALLY, modes={slug: ("play", "tally")})
    evening.send(SetGame, game=slug, mode="tally")
    evening.start(*["touch"] * seats, first=None)
    return AtTable(evening, stage.screens(duel=duels.DUEL.data, seven_wonders=sevens.GAME.data))


SHELF = {"architects": stage.ARCHITECTS, "duel": duels.DUEL, "seven-wonders": sevens.GAME}
TABLES = {
    "seats": (more_page, {"seats more", "seats less"}),
    "volume": (sound_page, {"volume less", "volume more"}),
    "size of the screen": (settings_page, {"diagonal less", "diagonal more"}),
    "sheet of Architects": (partial(sheet, slug="architects", seats=2), {"shields 1 more", "shields 2 more"}),
    "sheet of Duel": (partial(sheet, slug="duel", seats=2), {"pawn 1 more", "pawn 2 more", "coins 1 more"}),
    "sheet of 7 Wonders": (partial(sheet, slug="seven-wonders", seats=3), {"shields 1 more", "coins 2 more"}),
}


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", TABLES)
def test_held_button_repeats_while_the_table_answers_each_step(show, monkeypatch, tmp_path, name):
    repeat_at_once(monkeypatch)
    make, least = TABLES[name]
    room = make(tmp_path)
    seen = show(room)
    found = {area.key for area in seen.hit_areas().values() if area.repeats}
    assert least <= found
    assert not [
        key for key in sorted(found) if is_touchable(seen, key) and not repeats_while_held(seen, key, room.settle)
    ]
    room.evening.close()
