"""Tests of single touches: an action happens once, on release inside; a hold is no tap; a refusal says why."""

import time

import msgspec
import pytest

from app.games.architects.screen import stacks, touch_handlers
from app.protocol.base_messages import Accepted, Refusal
from app.protocol.game_lifecycle_messages import Rematch, ReturnToLobby
from app.protocol.network_messages import Network
from app.protocol.play_messages import Act, Horn, Look, Ritual, Secret, TurnMarker, UndoOffer
from app.protocol.seat_messages import InviteFar
from app.protocol.settings_messages import SetTable
from app.screen.composition import compose
from app.screen.events import on_message, on_tick
from app.screen.paint.pen import Pen
from app.screen.paint.text_drawing import measure
from app.screen.surface import HOLD_SECONDS
from tests.app.screen import SIZE, catalogue, scenes, sheets, stage
from tests.app.screen.finger import Finger, frames, until
from tests.app.screen.painting import texts


def playing(**facts):
    legal = facts.pop("legal", ("take left", "take right", "take center"))
    return stage.Room().hear(stage.table(4), stage.view(4, active=2, **facts), stage.question(2, *legal))


def test_a_tap_on_a_lit_stack_takes_its_card(show):
    seen = show(playing())
    seen.tap("stack 2")
    act = seen.room.sent[-1]
    assert (act.seat, act.question, act.action) == (2, 41, "take left")


@pytest.mark.parametrize(("stack", "action"), [("stack 1", "take right"), ("stack center", "take center")])
def test_left_and_right_are_relative_to_the_acting_seat(show, stack, action):
    seen = show(playing())
    seen.tap(stack)
    assert seen.room.sent[-1].action == action


def test_tap_turns_a_waiting_marker_and_explains_another(show):
    seen = show(scenes.ritual(4))
    seen.tap("marker 2")
    assert seen.room.sent == [TurnMarker(id=seen.room.sent[0].id, marker=3)]
    seen.tap("marker 0")
    assert len(seen.room.sent) == 1
    (notice,) = seen.control.notices.values()
    assert notice.refused
    assert "the tokens that glow" in notice.text
    assert "2 of 4 conflict tokens show battle" in notice.text


def test_waiting_markers_are_touchable_before_the_next_choice(show):
    waits = Ritual(seat=1, open=(2,), flipped=2, tokens=4)
    ask = stage.question(1, "build 2 with wood wood", "done")
    room = stage.Room().hear(stage.table(4, ritual=waits), stage.view(4, active=1, ask="main"), ask)
    seen = show(room)
    assert "marker 1" in seen.hit_areas()
    room.hear(stage.table(4), stage.view(4, active=1, ask="main"), ask)
    frames(2)
    assert "marker 1" not in seen.hit_areas()


def test_action_is_sent_only_when_the_finger_is_lifted(show):
    seen = show(playing())
    finger = seen.touch("stack 2").down()
    frames(3)
    assert seen.room.sent == []
    finger.up()
    assert len(seen.room.sent) == 1


def test_finger_that_slides_off_sends_nothing(show):
    seen = show(playing())
    finger = seen.touch("stack 2").down()
    finger.move(640, 100)
    finger.up()
    assert seen.room.sent == []


def test_quick_second_tap_on_the_same_thing_is_ignored(show):
    seen = show(playing())
    seen.tap("menu")
    assert seen.control.ui.panel == "menu"
    seen.control.open_panel("")
    frames(2)
    seen.now += 0.2
    seen.touch("menu").down().up()
    assert seen.control.ui.panel == ""
    seen.now += 0.4
    seen.touch("menu").down().up()
    assert seen.control.ui.panel == "menu"


def test_seat_ignores_taps_while_its_action_is_pending(show):
    seen = show(playing())
    seen.tap("stack 2")
    frames(2)
    seen.tap("stack 1")
    assert len(seen.room.sent) == 1
    on_message.on_message(seen.control, Refusal(id=seen.room.sent[0].id, rule="stale", facts={}, text="x", seat=2))
    frames(2)
    seen.tap("stack 1")
    assert len(seen.room.sent) == 2


def test_wide_contact_is_ignored_as_a_palm(show):
    seen = show(playing())

    class Shape:
        width = height = 300

    palm = seen.touch("stack 2")
    palm.shape = Shape()
    palm.down().up()
    assert seen.room.sent == []


def test_unavailable_stack_shows_reason_and_card_at_a_neighbouring_seat(show):
    seen = show(playing())
    seen.tap("stack 3")
    assert seen.room.sent == []
    (seat,) = seen.control.notices
    assert seat in (3, 4), "it lies between them; seat 2 has the turn"
    assert seen.control.notices[seat].refused
    assert "It is Idris’s turn. Take from a lit stack." in seen.control.notices[seat].text
    assert "3 points" in seen.control.notices[seat].text
    assert f"notice {seat}" in seen.surface.meshes


@pytest.mark.parametrize(("seat", "off"), [(1, (0, 20)), (2, (-20, 0)), (3, (0, -20)), (4, (20, 0))])
def test_notice_appears_at_the_edge_nearest_to_the_finger(show, seat, off):
    """The middle stack counts, too: a finger touches its near side."""
    seen = show(playing(legal=("take left", "take right")))
    x, y = seen.hit_areas()["stack center"].centre
    Finger(x + off[0], y + off[1]).down().up()
    assert seen.room.sent == []
    assert [*seen.control.notices] == [seat]


NEVER = ("anybody may", "everybody may")


def refusal(show, room, key="stack center"):
    """Tap a thing that cannot be used. Return the notice that says why."""
    seen = show(room)
    seen.tap(key)
    assert room.sent == []
    (notice,) = room.control.notices.values()
    assert notice.refused
    assert not any(offer in notice.text for offer in NEVER)
    return notice.text


def test_refusal_explains_that_a_bot_is_choosing(show):
    bots = (*stage.seats(4)[:1], *stage.seats(4, "bot")[1:])
    room = stage.Room().hear(stage.table(4, seats=bots), stage.view(4, active=2))
    assert "a bot chooses by itself" in refusal(show, room)


def test_refusal_names_the_seat_that_has_to_choose_first(show):
    room = stage.Room().hear(
        stage.table(4, seats=stage.seats(4, "phone")),
        stage.view(4, active=2, ask="progress"),
        stage.question(2, "progress decor with compass compass"),
    )
    assert refusal(show, room, "stack 3").startswith("Idris must make another choice first.")
    room.control.notices.clear()
    ring = room.control.scene.ring(*SIZE)
    room.control.record_tap(ring.zones[1].x, ring.zones[1].y)
    stacks.refuse(room.control, ring, "3")
    assert room.control.notices[2].text.startswith("Answer the open question first.")


def test_an_empty_stack_explains_itself(show):
    stacks = {**stage.view(4).stacks, "2": stage.StackView(left=0, top=None)}
    room = playing(stacks=stacks, legal=("take right", "take center"))
    assert refusal(show, room, "stack 2") == "This stack is empty."


def test_refusal_explains_that_markers_have_to_be_turned_first(show):
    assert refusal(show, scenes.ritual_before_bots(4)) == "Nora must turn the conflict tokens first."


def test_thing_in_the_middle_is_explained_to_the_only_person(show):
    bots = (*stage.seats(4)[:1], *stage.seats(4, "bot")[1:])
    room = stage.Room().hear(stage.table(4, seats=bots), stage.view(4, active=3))
    seen = show(room)
    seen.tap("discard")
    assert [*room.control.notices] == [1], "there is nobody at the others"


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "key", ["token tactics 2", "seat 1 wonder", "seat 3 coin", "seat 1 science 0", "marker 0", "discard", "seat 1 cat"]
)
def test_tap_on_a_thing_shows_its_explanation(show, key):
    seen = show(playing())
    seen.tap(key)
    assert [len(notice.text) > 10 for notice in seen.control.notices.values()] == [True]


def test_notice_is_removed_by_a_tap_and_expires(show):
    seen = show(playing())
    seen.tap("stack 3")
    (seat,) = seen.control.notices
    seen.tap(f"notice {seat}")
    assert not seen.control.notices
    seen.control.notify(2, "x")
    on_tick.tick(seen.control, seen.room.now + 60)
    assert not seen.control.notices


# ---- secrets ---------------------------------------------------------------------------------------------


def peeking(show):
    room = stage.Room().hear(
        stage.table(4), stage.view(4, active=1), stage.question(1, "peek", "take left", "take right", "take center")
    )
    seen = show(room)
    finger = seen.touch("stack center").down()
    until(lambda: room.sent)
    return seen, room, finger


def words_of(seen):
    return {word.text for sheet in seen.surface.meshes.values() for layer in sheet.pen.layers for word in layer.words}


def test_holding_the_shared_stack_shows_its_top_card(show):
    seen, room, finger = peeking(show)
    assert (room.sent[0].action, room.sent[0].question) == ("peek", 41)
    on_message.on_message(room.control, Accepted(id=room.sent[0].id))
    assert isinstance(room.sent[1], Look)
    on_message.on_message(room.control, Secret(id=room.sent[1].id, seat=1, center="blue-3", draw=()))
    frames(2)
    assert "peek 1" in seen.surface.meshes
    finger.up()
    frames(2)
    assert "peek 1" not in seen.surface.meshes
    assert seen.control.scene.secrets == {}
    assert len(room.sent) == 2, "the hold was no tap"


def test_secret_received_after_release_is_discarded(show):
    seen, room, finger = peeking(show)
    on_message.on_message(room.control, Accepted(id=room.sent[0].id))
    finger.up()
    on_message.on_message(room.control, Secret(id=room.sent[1].id, seat=1, center="blue-3", draw=()))
    frames(2)
    assert seen.control.scene.secrets == {}
    assert "peek 1" not in seen.surface.meshes


def test_cat_owner_sees_the_hint_to_hold_the_stack(show):
    seen = show(scenes.may_look(4))
    assert "Hold to see" in words_of(seen)


def test_short_tap_on_the_shared_stack_asks_before_taking_unseen(show):
    room = scenes.may_look(4)
    seen = show(room)
    seen.tap("stack center")
    assert room.sent == []
    assert {"Hold to see", "Take without looking"} <= words_of(seen)
    seen.tap("close")
    assert "take unseen" not in seen.hit_areas()
    at = seen.hit_areas()["stack center"].centre
    for _ in range(2):  # an impatient finger
        seen.now += 0.1
        Finger(*at).down().up()
        frames(2)
    assert room.sent == []
    seen.tap("take unseen")
    assert [act.action for act in room.sent] == ["take center"]


def test_peek_panel_shows_the_held_card_and_then_takes_it(show):
    room = scenes.may_look(4)
    seen = show(room)
    seen.tap("stack center")
    finger = seen.touch("look").down()
    assert room.sent[-1].action == "peek"
    table, view = room.control.model.table, room.control.model.view
    view = msgspec.structs.replace(view, derived=msgspec.structs.replace(view.derived, looked=(1,)))
    room.hear(table, view, stage.question(1, "take left", "take right", "take center", number=42))
    on_message.on_message(room.control, Accepted(id=room.sent[0].id))
    on_message.on_message(room.control, Secret(id=room.sent[-1].id, seat=1, center="blue-3", draw=()))
    frames(2)
    assert "peek 1" in seen.surface.meshes, "the finger is still down"
    finger.up()
    frames(2)
    assert "peek 1" not in seen.surface.meshes
    seen.tap("take unseen")
    assert [act.action for act in room.sent if isinstance(act, Act)] == ["peek", "take center"]
    frames(2)
    assert "take unseen" not in seen.hit_areas()


def test_a_tap_takes_the_top_card_after_the_look(show):
    room = scenes.look_again(4)
    touch_handlers.ask_to_look(room.control, 0)
    room.control.secrets.hide()
    seen = show(room)
    seen.tap("stack center")
    assert [act.action for act in room.sent] == ["take center"]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("size", [(1280, 720), (800, 480), (1920, 1080)], ids=str)
@pytest.mark.parametrize("seats", range(2, 8))
def test_peeked_card_is_drawn_small(size, seats):
    room = scenes.peek(seats)
    (part,) = (part for part in compose(room.control.scene, *size) if part.key == "peek 1")
    widths = []

    class Boxes(Pen):
        def stamp(self, x, y, scale, paint, *what, rough=False):
            match what:
                case (float(w), float(h), *_):  # the box of a face
                    widths.append((w * scale * self.scale, h * scale * self.scale))

    part.draw(Boxes(measure), room.control)
    ring = room.control.scene.ring(*size)
    card = max(w for w, h in widths if 1.3 < h / w < 1.5)
    assert 7.4 * ring.mm < card <= max(ring.card * 0.81, 7.6 * ring.mm)


def test_search_shows_a_held_card_and_keeps_the_chosen_one(show):
    room = stage.Room().hear(stage.table(4), stage.view(4, active=2, ask="keep"), stage.question(2))
    seen = show(room)
    finger = seen.touch("hidden 1").down()
    look = room.sent[-1]
    assert isinstance(look, Look)
    on_message.on_message(
        room.control,
        Secret(id=look.id, seat=2, center=None, draw=("coin", "gear", "wood"), legal=("keep coin",)),
    )
    frames(2)
    assert seen.control.scene.secrets
    finger.up()
    frames(2)
    assert seen.control.scene.secrets == {}
    seen.tap("keep 1")
    on_message.on_message(room.control, Secret(id=room.sent[-1].id, seat=2, center=None, draw=("coin", "gear", "wood")))
    assert room.sent[-1].action == "keep gear"
    assert seen.control.scene.secrets == {}


def test_seat_with_a_phone_cannot_peek_on_the_screen(show):
    seats = stage.seats(4, "phone")
    room = stage.Room().hear(
        stage.table(4, seats=seats), stage.view(4, active=1), stage.question(1, "peek", "take center")
    )
    assert not stage.at(room.control).can_peek(1)


# ---- choices ---------------------------------------------------------------------------------------------


def test_stage_is_paid_with_the_chosen_cards(show):
    room = scenes.pay(4)
    seen = show(room)
    seen.tap("way 2")
    seen.tap("do it")
    assert room.sent[-1].action == "build 2 with wood glass"


def test_a_token_is_chosen_then_taken(show):
    room = stage.Room().hear(
        stage.table(4), stage.view(4, active=2, ask="progress"), stage.question(2, "progress decor", "progress hidden")
    )
    seen = show(room)
    assert "do it" not in seen.hit_areas()
    seen.tap("thing progress hidden")
    seen.tap("do it")
    assert room.sent[-1].action == "progress hidden"


def test_optional_actions_can_be_skipped(show):
    room = stage.Room().hear(
        stage.table(4), stage.view(4, active=2, ask="main"), stage.question(2, "extra science left", "done")
    )
    seen = show(room)
    seen.tap("done")
    assert room.sent[-1].action == "done"


def test_choice_of_a_connected_phone_does_not_cover_the_table(show):
    question = stage.question(1, "build 2 with wood stone", "done")
    here = stage.Room().hear(stage.table(2, seats=stage.seats(2, "phone")), stage.view(2, ask="main"), question)
    assert stage.at(here.control).choosing == 0
    seen = show(here)
    seen.tap("seat 1 name")
    seen.tap("choose here")
    assert stage.at(here.control).choosing == 1


def test_a_card_is_stolen_in_two_steps_with_a_way_back(show):
    room = scenes.steal(4)
    seen = show(room)
    seen.tap("thing steal 1")
    assert "thing steal 1 gear" in seen.hit_areas()
    assert "thing steal 2" not in seen.hit_areas()
    assert "do it" not in seen.hit_areas()
    seen.tap("close")
    seen.tap("thing steal 2")
    seen.tap("thing steal 2 papyrus")
    seen.tap("do it")
    assert room.sent[-1].action == "steal 2 papyrus"


def test_theft_with_two_seats_starts_with_the_cards_of_the_other(show):
    room = scenes.steal(2)
    seen = show(room)
    assert "thing steal 1 gear" in seen.hit_areas()
    assert "close" not in seen.hit_areas()


def test_extra_card_may_be_taken_before_the_card_of_the_turn(show):
    room = scenes.extra_first(3)
    seen = show(room)
    seen.tap("do it")
    assert room.sent[-1].action == "extra science center"


def test_unknown_extra_cards_are_named_by_their_stacks(show):
    seen = show(scenes.extra_unknown(4))
    assert {"The left stack", "The right stack", "The central deck"} <= words_of(seen)


def test_refusal_uses_the_current_language_of_the_seat(show):
    """The refusal is in the seat's new language, although that of the table is unchanged."""
    seen = show(playing())
    seats = tuple(msgspec.structs.replace(chair, lang="de") for chair in stage.seats(4))
    table = stage.table(4, seats=seats)
    seen.room.hear(table, seen.control.model.view, stage.question(2, "take left", "take right", "take center"))
    frames(2)
    seen.tap("stack 3")
    (notice,) = seen.control.notices.values()
    assert notice.text.startswith("Idris ist am Zug. Nimm von einem Stapel, der leuchtet.")


def test_cat_owner_can_peek_during_an_extra_card_choice(show):
    room = scenes.extra_first(3)
    seen = show(room)
    finger = seen.touch("look").down()
    assert room.sent[-1].action == "peek"
    on_message.on_message(room.control, Accepted(id=room.sent[-1].id))
    on_message.on_message(room.control, Secret(id=room.sent[-1].id, seat=3, center="blue-3", draw=()))
    frames(2)
    assert "peek 3" in seen.surface.meshes
    finger.up()
    frames(2)
    assert "peek 3" not in seen.surface.meshes
    assert seen.control.scene.secrets == {}


def test_card_seen_by_an_effect_is_requested_by_holding_and_drawn_by_a_tap(show):
    view = stage.view(3, active=1, ask="draw", cat=1)
    view = msgspec.structs.replace(view, derived=msgspec.structs.replace(view.derived, looked=(1,)))
    room = stage.Room().hear(stage.table(3), view, stage.question(1, "draw left", "draw right", "draw center"))
    seen = show(room)
    finger = seen.touch("stack center").down()
    until(lambda: room.sent)
    assert isinstance(room.sent[-1], Look)
    finger.up()
    frames(1)
    seen.tap("stack center")
    assert room.sent[-1].action == "draw center"


def test_medal_shows_both_seats_its_requirement_and_progress(show):
    room = scenes.play_medals(4)
    seen = show(room)
    seen.tap("medal 3")
    assert set(seen.control.notices) == {3, 4}
    assert all("7 cards" in notice.text and "0 of 7" in notice.text for notice in seen.control.notices.values())


def test_a_medal_without_steps_shows_no_count(show):
    room = scenes.play_medals(7)
    seen = show(room)
    seen.tap("medal 7")
    assert seen.control.notices[1].text.count("2 military tokens in one conflict") == 1


def test_a_medal_in_the_middle_is_explained_to_the_active_seat(show):
    room = scenes.play_medals(4)
    seen = show(room)
    seen.tap("medal center 1")
    assert set(seen.control.notices) == {2}


def test_won_medal_cannot_be_touched_in_its_gap(show):
    seen = show(scenes.play_medals(4))
    assert "medal 2" in seen.surface.meshes
    assert "medal 2" not in seen.hit_areas()


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("key", "said_so"), [("seat 3 medals", "3 green cards"), ("seat 2 gifts", "1 face-down card")])
def test_medals_and_gifts_of_a_seat_are_explained_on_touch(show, key, said_so):
    seen = show(scenes.play_medals(4))
    seen.tap(key)
    assert said_so in seen.control.notices[int(key.split()[1])].text


def test_a_bot_s_things_are_not_lit(show):
    room = stage.Room().hear(stage.table(2, seats=stage.seats(2, "bot")), stage.view(2), stage.question(1, "take left"))
    seen = show(room)
    assert not [key for key in seen.surface.meshes if key.startswith("halo")]


# ---- lobby and panels ------------------------------------------------------------------------------------


def test_wonder_in_track_mode_is_chosen_with_two_touches(show):
    room = scenes.lobby_track(4)
    seen = show(room)
    seen.tap("wonder 3 choose")
    assert "wonder giza" not in seen.hit_areas()  # it lies in front of the first seat
    seen.tap("wonder rhodes")
    assert (room.sent[-1].seat, room.sent[-1].wonder) == (3, "rhodes")
    assert not room.control.ui.panel


def test_start_in_track_mode_asks_the_first_seat_without_a_wonder(show):
    room = scenes.lobby_track(4)
    seen = show(room)
    seen.tap("start")
    assert not room.sent
    assert room.control.ui.panel == "wonder 2"


@pytest.mark.sampled(24)
@pytest.mark.parametrize(
    ("keys", "intent"),
    [
        (["seat 3 name", "by touch"], {"type": "SetSeat", "seat": 3, "by": "touch"}),
        (["seat 3 name", "by bot"], {"type": "SetSeat", "seat": 3, "by": "bot"}),
        (["seat 2 name", "by free"], {"type": "SetSeat", "seat": 2, "by": "free"}),
        (
            ["seat 4 name", "by touch"],
            {"type": "SetSeat", "seat": 4, "by": "touch"},
        ),  # the seat's phone is disconnected
        (["seat 1 name", "by bot", "yes"], {"type": "SetSeat", "seat": 1, "by": "bot"}),
        (["seat 1 name", "by free", "yes"], {"type": "SetSeat", "seat": 1, "by": "free"}),
        (["seat 2 name", "by phone"], {"type": "HandOver", "seat": 2, "cancel": False}),
        (["wonder 2 choose", "wonder ephesus"], {"type": "SetSeat", "seat": 2, "wonder": "ephesus"}),
        (["more", "seats more"], {"type": "SetSeats", "count": 5}),
        (["more", "first more"], {"type": "SetGame", "first": 4}),
        (["more", "keep"], {"type": "SetGame", "keep": False}),
        (["more", "variant medals"], {"type": "SetGame", "variant": ("medals",)}),
        (["start"], {"type": "Start"}),
        (["more", "settings", "lang more"], {"type": "SetTable", "lang": "de"}),
        (["more", "settings", "motion"], {"type": "SetTable", "motion": False}),
        (["more", "settings", "undo more"], {"type": "SetTable", "undo": "always"}),
        (["more", "settings", "points"], {"type": "SetTable", "points": False}),
        (["more", "settings", "this-machine", "diagonal more"], {"type": "SetTable", "diagonal": 10.6}),
        (["more", "settings", "off", "yes"], {"type": "Shutdown", "sure": True}),
        (["laid", "resume 3"], {"type": "Resume", "game": 3}),
        (["laid", "discard 3", "yes"], {"type": "Discard", "game": 3, "sure": True}),
        (["seat 2 name", "move left"], {"type": "MoveSeat", "seat": 2, "to": 3}),
        (["seat 2 name", "by bot"], {"type": "SetSeat", "seat": 2, "by": "bot"}),
        (["seat 2 name", "lang more"], {"type": "SetSeat", "seat": 2, "lang": "de"}),
    ],
    ids=lambda v: " ".join(v) if isinstance(v, list) else "",
)
def test_lobby_touches_send_their_intents(show, keys, intent):
    room = scenes.lobby(4)
    seen = show(room)
    for key in keys:
        while key not in seen.hit_areas() and "later" in seen.hit_areas():
            seen.tap("later")
        seen.tap(key)
    sent = room.sent[-1]
    assert {"type": type(sent).__name__, **{k: getattr(sent, k) for k in intent if k != "type"}} == intent


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("keys", "intent"),
    [
        (["menu", "aside", "yes"], {"type": "Suspend"}),
        (["menu", "end", "yes"], {"type": "EndEarly", "sure": True}),
        (["seat 2 name", "by phone"], {"type": "HandOver", "seat": 2}),
        (["menu", "seats", "to seat 3", "by touch"], {"type": "SetSeat", "seat": 3, "by": "touch"}),
        (["undo", "take back"], {"type": "Undo", "row": 5, "seat": 1}),
    ],
    ids=lambda v: " ".join(v) if isinstance(v, list) else "",
)
def test_touches_during_a_game_send_their_intents(show, keys, intent):
    offer = UndoOffer(row=5, seat=1, action="take left", more=0, free=True)
    room = stage.Room().hear(stage.table(4, undo=offer), stage.view(4, active=2), stage.question(2, "take left"))
    seen = show(room)
    for key in keys:
        seen.tap(key)
    sent = room.sent[-1]
    assert {"type": type(sent).__name__, **{k: getattr(sent, k) for k in intent if k != "type"}} == intent


def test_a_dependent_variant_is_offered_only_with_the_one_it_needs(show):
    room = scenes.lobby(4)
    seen = show(room)
    seen.tap("more")
    assert "variant medals" in seen.hit_areas()
    assert "variant expert" not in seen.hit_areas()
    seen = show(scenes.lobby_medals(4))
    seen.tap("more")
    seen.tap("variant medals")
    assert seen.room.sent[-1].variant == ("medal-tokens",)


def test_destructive_actions_ask_once_and_can_be_cancelled(show):
    room = scenes.menu(4)
    seen = show(room)
    seen.tap("end")
    assert room.sent == []
    seen.tap("no")
    assert room.sent == []
    assert "end" in seen.hit_areas()


def test_join_address_is_one_tap_away(show):
    room = stage.Room().hear(
        stage.table(4), stage.view(4, active=2), stage.question(2, "take left"), the_codes=stage.codes()
    )
    seen = show(room)
    seen.tap("code")
    assert "192.168.178.105:8080" in {
        w.text for layer in seen.surface.meshes["panel code"].pen.layers for w in layer.words
    }


def test_name_is_typed_on_the_screen(show):
    room = scenes.lobby(4)
    seen = show(room)
    seen.tap("seat 2 name")
    seen.tap("name")
    for _ in range(5):
        seen.tap("erase")
    for letter in "ada":
        seen.tap(f"key {letter}")
    seen.tap("ok")
    assert (room.sent[-1].seat, room.sent[-1].name) == (2, "Ada")


def test_an_undo_is_voted_on_at_the_asked_edge(show):
    room = scenes.asked(4)
    seen = show(room)
    seen.tap("vote 2 yes")
    assert (room.sent[-1].seat, room.sent[-1].row, room.sent[-1].yes) == (2, 5, True)


def test_first_start_sets_the_language_and_then_opens_the_lobby(show):
    room = scenes.welcome_language(4)
    seen = show(room)
    seen.tap("lang de")
    assert room.sent[-1].lang == "de"
    for _ in range(4):
        seen.tap("next")
    assert room.sent[-1].welcomed is True
    room.hear(stage.table(4, phase="lobby", seats=stage.seats(4, "free")))
    frames(2)
    assert "lobby" in seen.surface.meshes


def test_the_sheet_turns_to_the_seat_that_touched_it(show):
    room = scenes.end(4)
    seen = show(room)
    facing = 2 if "turn 2" in seen.hit_areas() else 0
    seen.tap(f"turn {facing}")
    assert seen.control.ui.finale.faced == facing
    seen.tap("corner turn")
    assert isinstance(room.sent[-1], Rematch)
    seen.tap("corner wonder")
    assert isinstance(room.sent[-1], ReturnToLobby)


def test_lost_connection_keeps_the_last_picture_with_a_notice(show):
    seen = show(scenes.away(4))
    assert "away" in seen.surface.meshes
    assert "zone 1" in seen.surface.meshes


def test_touch_reported_by_two_drivers_acts_once(show):
    seen = show(playing())
    one, same = seen.touch("menu").down(), seen.touch("menu").down()
    one.up()
    same.up()
    assert seen.control.ui.panel == "menu"


def test_slow_action_is_marked_as_pending(show):
    seen = show(playing())
    seen.tap("stack 2")
    on_tick.tick(seen.control, seen.room.now)
    assert not seen.control.scene.is_slow(2)
    assert on_tick.tick(seen.control, seen.room.now + 0.31) is None
    assert seen.control.scene.is_slow(2)


def test_second_finger_elsewhere_does_not_block_a_tap(show):
    seen = show(playing())
    one, two = seen.touch("stack 2").down(), Finger(640, 10).down()
    one.up()
    two.up()
    assert [act.action for act in seen.room.sent if isinstance(act, Act)] == ["take left"]


def test_horn_button_sends_the_horn_and_its_refusal_expires(show):
    seen = show(playing())
    seen.tap("horn")
    horn = seen.room.sent[-1]
    assert isinstance(horn, Horn)
    on_message.on_message(
        seen.control, Refusal(id=horn.id, rule="horn-rest", facts={}, text="The horn takes a breath.")
    )
    assert seen.control.notices[0].text == "The horn takes a breath."
    on_tick.tick(seen.control, seen.room.now + 2.1)
    assert not seen.control.notices


def test_volume_is_set_on_the_screen(show):
    seen = show(scenes.volume(4))
    for key, fields in (
        ("volume more", {"volume": 8}),
        ("volume less", {"volume": 6}),
        ("mute", {"mute": True}),
        ("night", {"night": True}),
    ):
        seen.tap(key)
        intent = seen.room.sent[-1]
        assert intent == SetTable(id=intent.id, **fields)


def test_press_ticks_only_on_a_touch_target(show):
    seen = show(playing())
    ticks = []
    seen.surface.on_press = lambda: ticks.append(1)
    Finger(2, 2).down().up()
    assert not ticks
    seen.touch("menu").down()
    assert ticks == [1]


@pytest.mark.sampled(8)
@pytest.mark.parametrize(
    ("own", "found", "typed"),
    [
        ("[2001:db8::5]", "http://[2001:db8::5]:8080", "[2001:db8::5]"),
        ("https://box.lan", "https://box.lan", "https://box.lan"),
        ("box.lan:81", "http://box.lan:81", "box.lan:81"),
        (None, "http://192.168.1.5:8080", "192.168.1.5"),
        (None, None, ""),
    ],
)
def test_address_field_starts_with_the_typed_or_found_address(show, own, found, typed):
    room = scenes.this_machine(4)
    settings = msgspec.structs.replace(room.control.model.table.settings, host_address=own)
    network = Network(address=found, name=None)
    stage.known(room, table=msgspec.structs.replace(room.control.model.table, settings=settings, network=network))
    seen = show(room)
    while "address" not in seen.hit_areas():
        seen.tap("later")
    seen.tap("address")
    assert seen.control.ui.typed == typed


def settings_of(seen, **facts):
    table = seen.control.model.table
    settings = msgspec.structs.replace(table.settings, **facts)
    stage.known(seen.room, table=msgspec.structs.replace(table, settings=settings), stored=settings)
    seen.control.repaint()
    frames(2)


def test_result_page_address_is_typed_corrected_and_removed(show):
    seen = show(scenes.this_machine(4))
    while "results" not in seen.hit_areas():
        seen.tap("later")
    seen.tap("results")
    seen.tap("type")
    assert seen.control.ui.typed == "https://"
    for key in "a/b":
        seen.tap(f"key {key}")
    seen.tap("ok")
    said = seen.room.sent[-1]
    assert (said.result_page, seen.control.ui.panel) == ("https://a/b", "results")
    on_message.on_message(
        seen.control, Refusal(said.id, "result-page", {}, "An address on the web begins with https://.")
    )
    frames(2)
    assert (seen.control.ui.panel, seen.control.ui.typed) == ("result-address", "https://a/b"), "nothing is lost"
    seen.tap("notice 0")
    seen.tap("ok")
    settings_of(seen, result_page="https://a/b")
    seen.tap("no links")
    assert seen.room.sent[-1].result_page == ""
    settings_of(seen, result_page="")
    assert "no links" not in seen.hit_areas()
    seen.tap("type")
    seen.tap("ok")
    assert seen.room.sent[-1].result_page == "", "no more than how an address begins is none"


def test_a_public_address_is_typed_refused_and_removed(show):
    seen = show(scenes.this_machine(4))
    while "public" not in seen.hit_areas():
        seen.tap("later")
    seen.tap("public")
    seen.tap("type")
    for key in "a/b":
        seen.tap(f"key {key}")
    seen.tap("ok")
    said = seen.room.sent[-1]
    assert (said.public_address, seen.control.ui.panel) == ("https://a/b", "public")
    on_message.on_message(seen.control, Refusal(said.id, "public-address", {}, "That is not a public address."))
    frames(2)
    assert (seen.control.ui.panel, seen.control.ui.typed) == ("public-typed", "https://a/b")
    seen.tap("notice 0")
    seen.tap("ok")
    settings_of(seen, public_address="https://a.example")
    seen.tap("no public")
    assert seen.room.sent[-1].public_address == ""


def test_remote_invitation_link_is_shown_in_full_and_can_be_ended(show):
    room = scenes._panel("far 2", 4, "en", "lobby")
    link = f"https://club.example.org/far/{'0123456789abcdef' * 2}/join/abcdefghijkmnpq"
    stage.known(room, far_links={2: link})
    for size in ((1280, 720), (800, 600)):  # beside the code, and below it
        written = [text for text in texts(room, size) if text in link]
        assert "".join(written) == link
        assert len(written) == 4
    seen = show(room)
    seen.tap("close")
    said = seen.room.sent[-1]
    assert (type(said), said.seat, said.cancel) == (InviteFar, 2, True)


# ---- repainted under a finger ----------------------------------------------------------------------------


def repaint_all(seen):
    seen.surface.repaint_all()
    frames(2)


@pytest.mark.sampled(64)
@pytest.mark.parametrize(("family", "state"), catalogue.every_state())
def test_repainting_gives_the_same_touch_targets(family, state):
    """A touch is not lost because the thing under the finger was repainted."""

    def painted(part):
        pen = Pen(measure)
        part.draw(pen, control)
        return pen.hit_areas

    control = catalogue.room(family, state).control
    first, second = ({part.key: painted(part) for part in compose(control.scene, *SIZE)} for _ in range(2))
    pairs = [pair for key in first for pair in zip(first[key], second[key], strict=True)]
    others = [area.key for area, again in pairs if not again.is_same(area)]
    assert others == []


def test_unrelated_updates_do_not_cancel_a_tap(show):
    seen = show(playing())
    finger = seen.touch("stack 2").down()
    before = seen.surface.meshes["stack 2"]
    chairs = tuple(msgspec.structs.replace(chair, lang="de") for chair in stage.seats(4)[2:])
    table = stage.table(4, seats=(*stage.seats(4)[:2], *chairs), onlookers=3)
    seen.room.hear(table, seen.control.model.view, stage.question(2, "take left", "take right", "take center"))
    repaint_all(seen)
    assert seen.surface.meshes["stack 2"] is not before
    finger.up()
    assert [act.action for act in seen.room.sent] == ["take left"]


def test_counter_tap_survives_the_answer_to_the_previous_one(show):
    room = sheets.counters(4)
    seen = show(room)
    seen.tap("shields 2 more")
    finger = seen.touch("shields 2 more").down()
    state = sheets.session("architects", 4, (*sheets.ARCHITECTS, "2 set shields 4"))
    on_message.on_message(room.control, stage.snapshot(2, room.control.model.table, state.view(None)))
    frames(2)
    finger.up()
    assert [entry.action for entry in room.sent] == ["2 add shields 1"] * 2


def another_turn(seen):
    seen.room.hear(stage.table(4), stage.view(4, active=3), stage.question(3, "take left", "take right", number=42))


def another_card(seen):
    stacks = {**seen.control.model.view.stacks, "2": stage.StackView(left=18, top="gear")}
    seen.room.hear(
        seen.control.model.table, stage.view(4, active=2, stacks=stacks), stage.question(2, "take left", number=42)
    )


def the_menu(seen):
    seen.control.open_panel("menu", 0)


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("key", "change"),
    [
        pytest.param("stack 2", another_turn, id="another seat would take"),
        pytest.param("stack 2", another_card, id="another card would be taken"),
        pytest.param("stack center", the_menu, id="something has come over it"),
    ],
)
def test_a_thing_that_appears_under_a_finger_is_not_touched(show, key, change):
    seen = show(playing())
    finger = seen.touch(key).down()
    change(seen)
    frames(2)
    panel = seen.control.ui.panel
    finger.up()
    frames(2)
    assert (seen.room.sent, seen.control.notices, seen.control.ui.panel) == ([], {}, panel)
    assert not seen.surface.press.children, "nothing looks pressed any more"


def test_button_whose_action_changed_under_the_finger_is_not_pressed(show):
    room = scenes.pay(4)
    seen = show(room)
    finger = seen.touch("do it").down()
    touch_handlers.choose(room.control, "build 3")
    frames(2)
    finger.up()
    assert room.sent == []


def test_switch_changed_by_another_person_is_not_toggled_back(show):
    room = sheets.counters(4)
    seen = show(room)
    finger = seen.touch("cat 1").down()
    state = sheets.session("architects", 4, (*sheets.ARCHITECTS, "cat 1"))
    on_message.on_message(room.control, stage.snapshot(2, room.control.model.table, state.view(None)))
    frames(2)
    finger.up()
    assert room.sent == []


@pytest.mark.sampled(2)
@pytest.mark.parametrize("change", [repaint_all, another_turn], ids=["anew", "another_turn"])
def test_hold_starts_a_peek_only_at_the_thing_first_touched(show, change):
    room = stage.Room().hear(stage.table(4), stage.view(4, active=1), stage.question(1, "peek", "take center"))
    seen = show(room)
    finger = seen.touch("stack center").down()
    change(seen)
    frames(2)
    if change is repaint_all:
        until(lambda: room.sent)
        assert room.sent[0].action == "peek"
    else:
        end = time.monotonic() + 2 * HOLD_SECONDS
        until(lambda: time.monotonic() > end)
        assert room.sent == []
    finger.up()


def test_a_held_look_survives_repaints_and_ends_with_the_turn(show):
    seen, room, finger = peeking(show)
    on_message.on_message(room.control, Accepted(id=room.sent[0].id))
    on_message.on_message(room.control, Secret(id=room.sent[1].id, seat=1, center="blue-3", draw=()))
    repaint_all(seen)
    assert "peek 1" in seen.surface.meshes
    another_turn(seen)
    frames(2)
    assert "peek 1" not in seen.surface.meshes
    assert seen.control.scene.secrets == {}
    finger.up()
    assert len(room.sent) == 2


def test_the_menu_faces_the_active_person_or_else_the_one_who_touched_it(show):
    chairs = stage.seats(4)
    room = stage.Room().hear(stage.table(4, seats=chairs), stage.view(4, active=2), stage.question(2, "take left"))
    seen, ring = show(room), room.control.scene.ring(*SIZE)
    room.control.change(edge=0)  # the last panel faced another edge
    seen.tap("menu")
    assert room.control.ui.edge == ring.zones[1].edge != 0
    seen.tap("close")
    chairs = (chairs[0], msgspec.structs.replace(chairs[1], by="bot"), *chairs[2:])
    room.hear(stage.table(4, seats=chairs), stage.view(4, active=2), ())
    frames(2)
    near = ring.nearest_seat(*seen.hit_areas()["menu"].centre, (1, 3, 4))
    seen.tap("menu")
    assert room.control.ui.edge == ring.zones[near - 1].edge
