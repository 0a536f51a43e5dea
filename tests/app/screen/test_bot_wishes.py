"""Wishes of bots that play with real cards: shown at the edge, upright, lit, and reported like a person's action."""

from math import inf

import msgspec
import pytest

from app.games.architects.screen.typed_scene import present
from app.protocol.cardboard_messages import BotWish
from app.protocol.play_messages import Question, Ritual
from app.screen.state.scene import ringed_keys
from app.table.features.bot_play import MAX_CARDS
from tests.app.screen import scenes, stage
from tests.app.screen.layout_faults import faults
from tests.app.screen.lettering import painted
from tests.app.screen.painting import areas

SIZES = ((800, 480), (1280, 720), (720, 1280))
SIDES = ("take left", "take right", "take center")


SHORT = BotWish(2, 41, ("take left",))
LONG = BotWish(2, 41, ("take center",), ("red-1", "red-2", "red-0", "blue-2-cat", "coin", "papyrus")[:MAX_CARDS])


def room_with_wish(lang="en", bots=(2,), wish=SHORT):
    """Show four who play Architects with real cards; seat 2, a bot, wants to take from its left."""
    by = ["bot" if seat in bots else "touch" for seat in range(1, 5)]
    chairs = tuple(
        msgspec.structs.replace(chair, by=how, own_bot=how == "bot", bot="normal" if how == "bot" else None)
        for chair, how in zip(stage.seats(4, lang=lang, wonders=True), by, strict=True)
    )
    table = stage.table(4, lang=lang, mode="track", seats=chairs, wishes=(wish,))
    asked = Question(number=41, seat=2, legal=SIDES)
    return scenes.Room().hear(table, scenes._bare(stage.view(4, active=2)), (asked,))


def plate(room, size):
    [(words, areas)] = [(words, areas) for key, words, areas in painted(room, size) if key == "remind 2"]
    return words, areas


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_bot_wish_is_shown_at_the_bots_edge_without_a_touch(lang, size):
    room = room_with_wish(lang)
    words, areas = plate(room, size)
    said = " ".join(word.text for word in words)
    assert room.control.scene.action(room.control.model.words(2), "take left") in said
    assert [area.key for area in areas if area.tap] == ([] if size == (1280, 720) else ["remind 2 ground"])
    assert not faults(room, size)


def test_touching_a_bot_wish_on_a_small_screen_opens_the_city_under_it():
    room = room_with_wish()
    _, [ground] = plate(room, (800, 480))
    ground.tap()
    assert room.control.ui.panel == "zone 2"
    assert [key for key, _, _ in painted(room, (800, 480)) if key == "remind 2"] == []
    room.control.open_panel("")
    assert plate(room, (800, 480))
    assert room.sent == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("lang", ["en", "de", "nl", "fr"])
def test_longest_list_of_open_cards_fits_next_to_the_bots_name(lang, size):
    room = room_with_wish(lang, wish=LONG)
    words, _ = plate(room, size)
    w, scene = room.control.model.words(2), room.control.scene
    said = " ".join(word.text for word in words)
    assert all(scene.game.words.house_thing(w, f"card {card}") in said for card in LONG.cards)
    assert not faults(room, size)


def test_stack_that_a_bot_wants_is_lit_and_taken_by_a_touch():
    room = room_with_wish()
    scene = room.control.scene
    assert ringed_keys(scene, scene.game.ideas, 2, scene.model.view) == {"2"}
    areas(room, (1280, 720))["stack 2"].tap()
    [told] = room.sent
    assert (told.seat, told.question, told.action) == (2, 41, "take left")


def test_notice_hides_the_bot_wish_until_dismissed():
    """The notice has the zone to itself: next to it, a reminder of two lines lost half of its sentence."""
    room = room_with_wish()
    room.control.notify(2, "Stage 1 needs two different goods.")
    assert [key for key, _, _ in painted(room, (800, 480)) if key in ("remind 2", "notice 2")] == ["notice 2"]
    room.control.dismiss_notice(2)
    assert [key for key, _, _ in painted(room, (800, 480)) if key in ("remind 2", "notice 2")] == ["remind 2"]


def test_lasting_notice_at_a_bots_edge_ends_with_the_game():
    """A notice that lasts until a touch is removed with the game: nobody touches a bot's edge."""
    room = room_with_wish()
    room.control.notify(2, "Turn stage 1.", lasts=inf)
    room.control.notify(3, "It is not your turn.")
    room.hear(msgspec.structs.replace(room.control.model.table, phase="lobby", wishes=()))
    assert [*room.control.notices] == [3]


def test_bot_is_the_acting_seat_while_a_player_still_has_to_turn_a_token():
    """People enter the bot's card: the plate used to tell them to choose on the bot's phone."""
    room = room_with_wish()
    table = msgspec.structs.replace(room.control.model.table, ritual=Ritual(seat=1, open=(1,), flipped=1, tokens=4))
    room.hear(table, room.control.model.view, (Question(number=41, seat=2, legal=SIDES),))
    assert present(room.control).acting == 2


@pytest.mark.parametrize(("bots", "seat"), [((2,), 4), ((2, 4), 1)])
def test_bot_is_answered_for_from_the_edge_of_a_person(bots, seat):
    scene = room_with_wish(bots=bots).control.scene
    ring = scene.ring(1280, 720)
    assert scene.answering_edge(ring, 2) == ring.edge_of(seat)
    assert scene.answering_edge(ring, 3) == ring.edge_of(3), "people answer for themselves"
