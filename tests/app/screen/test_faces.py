"""The setting for the middle: everything there faces one edge, for any seat."""

import pytest
from msgspec.structs import replace

from app.games.duel.screen.typed_scene import present
from app.games.tally.screen.typed_scene import fill_in
from app.screen.composition import compose
from app.screen.pages.machine import settings
from tests.app.screen import duels, scenes, sheets, stage
from tests.app.screen.painting import areas

SIZE = (1280, 720)


def angles(room):
    """Return the rotation of each element in the middle: panels, questions, buttons and labels."""
    found = {}
    for element in compose(room.control.scene, *SIZE):
        view = element.view
        if element.key.startswith(("panel", "telling", "choice", "repair", "look round")):
            lies = getattr(view, "log", view)  # the log has ways on beside it
            found[element.key] = getattr(lies, "edge", None) if hasattr(lies, "edge") else lies.context.edge
        elif element.key in ("buttons", "go on"):
            found[element.key] = view.angle / 90
    return found


def unconfirmed_conflict(n):
    """Show a conflict of people who deal, and have not confirmed it yet."""
    room = scenes.conflict(n)
    stage.known(room, table=replace(room.control.model.table, mode="track", handled=(0,) * (n + 1)))
    return room


TURNED_SCENES = [scenes.track, scenes.pay, scenes.conflict, scenes.repair, scenes.repair_turn, unconfirmed_conflict]


@pytest.mark.parametrize("make", TURNED_SCENES, ids=lambda make: make.__name__)
@pytest.mark.parametrize("faces", [None, 2, 3])
def test_panels_face_the_chosen_edge(make, faces):
    room = make(4)
    table = room.control.model.table
    stage.known(room, table=replace(table, settings=replace(table.settings, faces=faces)))
    edges = {edge for key, edge in angles(room).items()}
    assert edges
    assert (edges == {faces}) == (faces is not None)
    if make in (scenes.conflict, unconfirmed_conflict):  # it lies over panels, or waits below them
        return
    room.control.open_panel("log", 1)
    assert angles(room)["panel log"] == (1 if faces is None else faces)
    room.control.turn_panel()  # once, for who looks at it from there
    assert angles(room)["panel log"] == (2 if faces is None else (faces + 1) % 4)


@pytest.mark.parametrize("faces", [None, 2])
def test_score_sheet_keypad_faces_the_chosen_edge(faces):
    room = sheets.seven_wonders(4)
    table = room.control.model.table
    stage.known(room, table=replace(table, settings=replace(table.settings, faces=faces)))
    fill_in(room.control, 2, "military", 3)
    assert angles(room)["panel keys 2"] == (3 if faces is None else faces)


@pytest.mark.parametrize(("faces", "reads"), [(None, 1), (0, 1), (2, 2), (3, 2)])
def test_duel_cards_face_the_chosen_edge(faces, reads):
    room = duels.Room()
    room.hear(duels.table("lobby", mode="track", settings=stage.settings(faces=faces)), None, ())
    assert present(room.control).faced_seat == reads


def test_the_common_orientation_is_set_and_reset_on_the_seating_page():
    room = stage.Room().hear(stage.table(4, phase="lobby"))
    room.control.open_panel("settings", 3)
    element = settings.build_settings(room.control.scene, room.control.scene.ring(*SIZE), 0)
    assert element.view.context.edge == 3
    areas(room, SIZE)["faces"].tap()
    assert room.sent[-1].faces == 3
    room.hear(stage.table(4, phase="lobby", settings=stage.settings(faces=3)))
    areas(room, SIZE)["faces"].tap()
    assert room.sent[-1].faces is None
