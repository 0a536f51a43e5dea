"""A position of 7 Wonders entered on the screen by touch: the table gets what people see."""

import json

import pytest

from app.games import game_list as packs
from app.games.seven_wonders import position_entry as sevens_entry
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.seat_messages import SetSeat
from app.screen.control.controller import Controller
from app.screen.events import on_message
from app.screen.pages.cardboard import position_entry
from app.screen.pages.cardboard.position_entry import entering_of
from app.shown.cardboard.position_entry import MAX_UNKNOWN_COUNT
from tests.app.phones.served import Served
from tests.app.screen import sevens, stage
from tests.app.screen.duel_tellers import AtTable
from tests.app.screen.painting import areas
from tests.app.screen.seven_positions import lobby, tell_steps, touch, turn_to
from tests.app.screen.sevens import GAME
from tests.positions import Hands, entered_at

LANGS = ("en", "de", "nl", "fr")
SIZES = ((800, 480), (1280, 720))


def laid_of(room):
    return entering_of(room.control.scene).laid


def empty_entry():
    """Build the form for a position, filled in with a game at its start."""
    return Hands(sevens_entry, entered_at(sevens.table(3, "lobby", mode="track"), sevens.DATA))


def start_from(text, seats=3, variant="leaders"):
    boards = ", ".join(sevens.BOARDS[:seats])
    head = {"game": "seven-wonders", "seats": boards, "deal": "lazy", "variant": variant}
    return GAME.start(GAME.setup({**head, "position": text}))


def test_the_touched_position_is_the_one_sent():
    room = lobby()
    assert position_entry.entries(room.control.scene)[0].panel == "position"
    touch(room, "age more", "turn more", "turn more", "coins 1 more", "stages 1 more")
    touch(room, "under more", "page tokens", "to 2", "token 2 -1 more", "to 3", "token 3 1 more")
    touch(room, "page turn", "left 3 less")
    touch(room, "page 1", "to 1", "lay altar", "lay loom", "to 2", "lay press", "lay press", "lay baths")
    touch(room, "page leaders 1", "lay nero", "lay plato", "lay plato", "lay plato", "lay leonidas")
    touch(room, "go on from here")
    at = json.loads(room.sent.pop().position)
    assert (at["age"], at["turn"], at["discard"]) == (2, 2, 3 * 7 + 3 - 3 - 1 + 1)
    ada, ben, cleo = at["seats"]
    assert (ada["coins"], ada["stages"], ada["cards"]) == (7, 1, ["altar", "loom"])
    assert (ben["cards"], ben["tokens"], ben["leaders"]) == (["baths"], [-1], ["leonidas", "nero"])
    assert (cleo["tokens"], cleo["leaders_left"], cleo["wonder"], cleo["side"]) == ([1], 3, "roma", "night")


def test_laying_a_thing_again_cycles_its_placement():
    at = empty_entry()
    for way in (sevens_entry.OPEN, sevens_entry.BURIED, 0):
        assert at.lay("nero", "2").laid.count_at("nero", "2") == way  # Abu Simbel
    assert at.laid.places_of("nero") == {}
    assert list(at.lay("nero", "2").lay("nero", "1").laid.places_of("nero")) == ["1"]
    for board in ("olympia-day", "olympia-night", ""):
        assert sevens_entry.board(sevens.DATA, at.lay("olympia", "1").laid, 1) == board
    assert list(at.lay("olympia", "1").lay("olympia", "3").laid.places_of("olympia")) == ["3"]


def test_a_full_seat_passes_the_next_card_to_the_next_seat():
    room = lobby(3, variant=())
    touch(room, "turn more", "turn more", "page 1", "lay altar", "lay loom", "lay press", "lay baths")
    laid = laid_of(room)
    assert [sorted(laid.things_in(seat, sevens.DATA.cards)) for seat in "123"] == [
        ["altar", "loom"],
        ["baths", "press"],
        [],
    ]
    touch(room, "to 1", "lay altar", "lay theater")  # that was another card
    assert entering_of(room.control.scene).to == "3"
    touch(room, "page turn", "turn less", "turn less", "page 1", "to 1", "lay scriptorium", "lay apothecary")
    assert entering_of(room.control.scene).to == "1", "nobody has said how many turns there were"


def test_card_cannot_be_entered_more_often_than_it_exists():
    room = lobby()
    touch(room, "page 1", "lay altar", "to 2")
    assert areas(room, (1280, 720))["lay altar"].tap is None
    assert list(empty_entry().lay("altar", "1").lay("altar", "2").laid.places_of("altar")) == ["1"]


@pytest.mark.parametrize("steps", [0, 30, 45])
def test_reported_turns_prefill_the_position(steps):
    room, state = tell_steps(3, steps)
    scene = room.control.scene
    here = entered_at(scene.model.table, sevens.DATA, scene.model.view)
    text = json.dumps(sevens_entry.position(here, laid_of(room)))
    again = start_from(text, variant="leaders experts")
    assert again.view(None).seats == state.view(None).seats
    assert again.view(None).discard == state.view(None).discard


@pytest.mark.full
def test_steps_stay_within_the_range_that_can_be_entered():
    at = empty_entry()
    for by in (-120, 120):
        for what in ("age", "turn", "coins 2", "stages 2", "left 3", "under"):
            at.step(what, by)
        assert (at.laid.number("age"), at.laid.number("turn")) == ((1, 0) if by < 0 else (3, 6))
        assert at.laid.number("coins 2") == (0 if by < 0 else MAX_UNKNOWN_COUNT)
        assert 0 <= at.laid.number("stages 2") <= sevens_entry.stages(sevens.DATA, at.laid, 2)


def test_closing_the_panel_discards_the_entered_position():
    room = lobby()
    touch(room, "age more", "close")
    room.control.open_panel("position", 0)
    assert laid_of(room).number("age") == 1


class People(AtTable):
    """People at a real table who enter a position of 7 Wonders."""

    def __init__(self, served):
        self.served, self.since, self.wishes = served, 0, []
        screens = stage.screens(seven_wonders=GAME.data)
        self.control = Controller(screens, self.wishes.append, lambda: served.now)
        on_message.on_message(self.control, stage.HELLO)
        self.settle()

    def touch(self, *keys):
        for key in keys:
            super().touch(*([] if key.startswith("page ") else [key]))
            if key.startswith("page "):
                turn_to(self, key.removeprefix("page "), (1280, 720))


def test_game_starts_from_an_entered_position_and_continues_from_another(tmp_path, facts, monkeypatch):
    monkeypatch.setattr(packs, "modes", lambda: {GAME.name: ("play", "track")})
    served = Served(tmp_path, facts, shelf={GAME.name: GAME})
    try:
        served.seats(3)
        served.sit("Ada", "Ben", "Cleo", lang="en")
        served.send(SetGame, mode="track")
        for seat, board in ((1, "gizah-day"), (2, "rhodos-day")):
            served.send(SetSeat, seat=seat, wonder=board)
        people = People(served)
        people.control.open_panel("position", 0)
        people.touch("age more", "page wonders", "to 3", "lay ephesos", "to 1", "page turn", "coins 1 more")
        people.touch(
            "page 1", "lay altar", "to 2", "lay loom", "page tokens", "token 2 1 more", "to 3", "token 3 -1 more"
        )
        people.touch("go on from here")
        view = people.control.model.view
        assert (view.age, view.turn, view.discard, people.control.ui.panel) == (2, 1, 19, "")
        assert [chair.cards for chair in view.seats] == [("altar",), ("loom",), ()]
        assert [chair.coins for chair in view.seats] == [4, 3, 3]
        assert [(chair.wonder, chair.tokens) for chair in view.seats][1:] == [("rhodos", (1,)), ("ephesos", (-1,))]
        people.control.open_panel("position", 0)
        people.touch("turn more", "page 2", "to 3", "lay sawmill", "go on from here")
        view = people.control.model.view
        assert (view.turn, view.seats[2].cards, people.control.model.table.game_id) == (2, ("sawmill",), 2)
    finally:
        served.store.close()
