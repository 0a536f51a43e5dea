"""Uncertain values of a game's box entered by touch: listed with a picture, and saved together."""

import msgspec
import pytest

from app.protocol.settings_messages import SetValues
from engine.data_overrides import format_file, parse_line
from tests.app.screen import scenes, stage
from tests.app.screen.in_words import taps, texts
from tests.app.screen.layout_faults import faults

OWN_FACTS = "wonders.rome.stages.3.points=5 wonders.ur.certainty=yours"


def room(own="", **facts):
    room = scenes.lobby(4)
    facts = {"own_facts": own, "own_file": format_file(parse_line(own)) if own else "", **facts}
    stage.known(room, table=msgspec.structs.replace(room.control.model.table, **facts))
    assert open_values_page(room)
    return room


def open_values_page(room):
    """Open the page of values from the settings. Return False if there is none."""
    room.control.open_panel("settings", 0)
    while "values" not in taps(room):
        if "later" not in taps(room):
            return False
        taps(room)["later"]()
    taps(room)["values"]()
    return True


def test_uncertain_values_are_listed_and_checked_ones_are_marked():
    said = " ".join(texts(room(OWN_FACTS)))
    assert "Rome not certain" in said
    assert "Ur compared with the box" in said
    assert "values-file" not in taps(room())


def test_a_number_is_entered_and_saved_with_the_rest():
    at = room(OWN_FACTS)
    taps(at)["value 0"]()
    for _ in range(2):
        taps(at)["wonders.rome.stages.1.points more"]()
    taps(at)["wonders.rome.stages.1.effect"]()
    assert not at.sent
    taps(at)["save values"]()
    [intent] = at.sent
    assert isinstance(intent, SetValues)
    assert intent.game == "architects"
    assert intent.values == {
        "wonders.rome.stages.1.points": 5, "wonders.rome.stages.1.effect": True, "wonders.rome.certainty": "yours",
    }  # fmt: skip
    assert at.control.ui.panel == "values"


def test_cards_that_do_not_add_up_are_not_saved():
    at = room()
    taps(at)["value 0"]()
    at.control.change(values={"wonders.rome.cards.wood": 9})
    assert "save values" not in taps(at)
    assert "The cards do not add up yet" in " ".join(texts(at))


def test_unsaved_values_are_discarded():
    at = room()
    taps(at)["value 0"]()
    taps(at)["wonders.rome.stages.1.points more"]()
    taps(at)["back"]()
    taps(at)["value 0"]()
    taps(at)["save values"]()
    assert at.sent[-1].values == {"wonders.rome.certainty": "yours"}


def test_entered_values_are_shown_as_a_file():
    at = room(OWN_FACTS)
    taps(at)["values-file"]()
    assert {"[wonders.rome.stages.3]", "points = 5", "[wonders.ur]", 'certainty = "yours"'} <= set(texts(at))


@pytest.mark.parametrize(
    ("game", "things"),
    [("duel", 0), ("seven-wonders", 5), ("architects", 2)],
)
def test_games_list_their_uncertain_values(game, things):
    at = stage.Room().hear(stage.table(2, phase="lobby", game=game))
    assert open_values_page(at) == bool(things)
    assert sum(key.startswith("value ") for key in taps(at)) == things


@pytest.mark.parametrize("size", [(800, 480), (480, 800)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("panel", ["values", "value 0", "values-file"])
def test_value_pages_have_no_layout_faults(panel, size):
    facts = {"own_facts": OWN_FACTS, "own_file": format_file(parse_line(OWN_FACTS))}
    for phase, game in (("lobby", "architects"), ("lobby", "seven-wonders"), ("game", "architects")):
        at = stage.Room().hear(
            stage.table(4, phase=phase, lang="fr", game=game, **(facts if game == "architects" else {})),
            stage.view(4) if phase == "game" else None,
        )
        at.control.open_panel(panel, 0)
        assert faults(at, size) == []
