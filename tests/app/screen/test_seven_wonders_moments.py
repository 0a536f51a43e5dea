"""Tests of what 7 Wonders shows for some seconds: a revealed turn, then its conflict. Time is passed in."""

from collections import Counter
from itertools import combinations
from math import inf

import msgspec
import pytest

from app.games.seven_wonders.face_layouts import NO_AGE
from app.games.seven_wonders.screen import table_elements, touch_handlers, turn_reveal
from app.games.seven_wonders.screen.typed_scene import SevenScene
from app.screen.animation.easing import LIFT, pose_at
from app.screen.events import on_tick
from app.screen.paint.text_drawing import measure
from app.screen.state.interlude import InterludeDismissed
from app.screen.state.ring_layout import lay_ring
from app.text.translation import words
from engine.seven_wonders import actions, view_json
from tests.app.screen import sevens, stage
from tests.app.screen.ears import Device
from tests.app.screen.lettering import Lettering, painted
from tests.app.screen.seven_moments import build_card, line


def seven(room):
    return SevenScene.from_scene(room.control.scene)


def keys(room, size=(1280, 720)):
    return [key for key, _, _ in painted(room, size)]


def after_a_turn(*events, mode="play", by="phone", **settings):
    """Build a room that has received the end of a turn, with these events."""
    shown = {"mode": mode, "by": by, "settings": stage.settings(**settings)}
    room = sevens.Room().show(sevens.asking("play", 4, 300), **shown)
    news = [line(n, event) for n, event in enumerate((build_card(), *events), start=1)]
    return room.show(sevens.revealing(4), news=tuple(news), **shown)


def conflict_events():
    won = (actions.TokenTaken(seat=1, value=3, against=2), actions.TokenTaken(seat=2, value=-1, against=1))
    return actions.ConflictSettled(age=2, shields=(2, 0, 0, 0)), *won


def tick(room, seconds):
    room.now += seconds
    return on_tick.tick(room.control, room.now)


def test_revealed_turn_is_shown_for_eight_seconds():
    room = after_a_turn()
    tick(room, 1)
    assert {"did 1", "did 2", "did 3", "did 4"} <= {*keys(room)}
    assert tick(room, 6.9) == pytest.approx(room.now + 0.1)
    assert seven(room).revealed
    tick(room, 0.1)
    assert not seven(room).revealed
    assert "buttons" in keys(room)


def test_cards_lie_face_down_for_a_moment_and_turn_up_together():
    room = after_a_turn()
    assert tick(room, 0.29) == pytest.approx(room.now + 0.01)
    before = {part.key: part for part in things(room)}
    assert len(before) == 4
    assert all(part.view.down for part in before.values())
    assert "did 1" not in keys(room), "nothing is said"
    assert not any(links(room).coins), "and nothing is paid"
    tick(room, 0.01)
    after = {part.key: part for part in things(room)}
    assert {(key, part.pivot, part.together) for key, part in after.items()} == {
        (key, part.pivot, True) for key, part in before.items()
    }
    assert not [key for key, part in after.items() if part.flips == before[key].flips]
    assert "did 1" in keys(room)
    assert any(links(room).coins)


def test_less_motion_reveals_cards_at_once():
    room = after_a_turn(motion=False)
    assert "did 1" in keys(room)
    assert not [part for part in things(room) if part.view.down]


def test_follow_up_actions_are_shown_face_up():
    state = sevens.asking("rebuild", 4)
    room = sevens.Room().show(state)
    state, seat = state.copy(), state.to_act[0]
    state.apply(seat, next(text for text in state.legal(seat) if str(text).startswith("rebuild")))
    room.show(state, news=(line(1, build_card()),))
    assert not [part for part in things(room) if part.view.down]
    assert f"did {seat + 1} 1" in keys(room)


def things(room):
    """List the revealed things, one for each action of a seat."""
    return [part for part in parts(room) if part.paint is turn_reveal.paint_thing]


def parts(room):
    """List the game's elements on the screen."""
    scene = room.control.scene
    return scene.game.elements(scene, scene.ring(1280, 720))


def links(room):
    return next(part.view for part in parts(room) if part.key == "links")


def test_coins_move_after_the_reveal_and_hands_after_the_coins():
    room = after_a_turn()
    paid = actions.CardBuilt(seat=1, card="altar", coins=0, left=2, right=0, bank=0, chain=False)
    coin, _, hand = flights_of(room, paid, actions.HandsPassed(to="left"))[:3]
    assert coin.after > 0.3
    assert hand.after >= coin.after + 0.4
    assert flights_of(after_a_turn(motion=False), paid)[0].after == 0


def flights_of(room, *events):
    scene = room.control.scene
    return scene.game.flights(scene, scene.ring(1280, 720), events)


@pytest.mark.parametrize("motion", [True, False])
def test_reveal_sound_plays_when_cards_turn_up(motion):
    room, device = after_a_turn(motion=motion), Device()
    tick(room, 9)
    room.control.sound.tick(room.now)
    room.control.sound.open_device(lambda: device)
    room.show(sevens.revealing(4, 999), news=(line(9, build_card()),), settings=stage.settings(motion=motion))
    heard = [device.played[:]]
    for wait in (0.29, 0.01):
        room.now += wait
        room.control.sound.tick(room.now)
        heard.append(device.played[:])
    assert heard == ([[], [], ["card"]] if motion else [["card"]] * 3)


def test_newly_connected_screen_shows_no_reveal():
    room = sevens.Room().show(sevens.revealing(4), news=(line(1, build_card()),))
    assert not seven(room).revealed


def test_a_persons_choice_ends_the_reveal_and_a_bots_does_not():
    room = after_a_turn()
    room.show(sevens.revealing(4), by="bot", news=(line(2, actions.HasChosen(seat=2)),))
    assert seven(room).revealed
    room.show(sevens.revealing(4), news=(line(3, actions.HasChosen(seat=2)),))
    assert not seven(room).revealed


def test_reveal_in_track_mode_stays_until_touched():
    room = after_a_turn(mode="track")
    assert tick(room, 600) is None
    assert seven(room).revealed
    touch_handlers.end_reveal(room.control)
    assert not seven(room).revealed


def test_panel_ends_the_reveal_and_a_button_shows_it_again():
    room = after_a_turn()
    room.control.open_panel("menu")
    room.control.open_panel("")
    assert not seven(room).revealed
    touch_handlers.show_last(room.control)
    tick(room, 600)
    assert seven(room).revealed


def test_conflict_is_shown_after_the_reveal():
    room = after_a_turn(*conflict_events())
    assert seven(room).fight is None
    touch_handlers.end_reveal(room.control)
    assert seven(room).fight.gains == ((3, 0), (0, -1), (0, 0), (0, 0))
    assert room.control.scene.game.has_interlude(room.control.scene)
    tick(room, 0)
    assert tick(room, 7) is not None
    assert seven(room).fight
    tick(room, 1)
    assert seven(room).fight is None


def test_a_conflict_compares_shields_before_it_shows_its_result():
    room = after_a_turn(*conflict_events())
    tick(room, 0.4)
    put_away = InterludeDismissed(seven(room).game_ui)
    tick(room, 7.6)
    gained = [part.view.fought.gains for part in parts(room) if part.key.startswith("zone")]
    assert gained == [None] * 4
    assert len(flights_of(room, put_away)) == 8, "each against both neighbours"
    assert tick(room, 0.8) == pytest.approx(room.now + 0.1)
    tick(room, 0.1)
    gained = [part.view.fought.gains for part in parts(room) if part.key.startswith("zone")]
    assert gained == [(3, 0), (0, -1), (0, 0), (0, 0)]
    put_away = InterludeDismissed(seven(room).game_ui)
    touch_handlers.end_fight(room.control)
    assert len(flights_of(room, put_away)) == 2, "tokens go to their pills"


def deal_events():
    return tuple(actions.HandDealt(seat=seat, number=7) for seat in (1, 2, 3, 4))


def test_age_card_turns_up_after_the_conflict():
    room = after_a_turn(*conflict_events(), *deal_events())
    touch_handlers.end_reveal(room.control)
    tick(room, 0)
    assert "age" not in keys(room)
    touch_handlers.end_fight(room.control)
    assert tick(room, 0) == pytest.approx(room.now + 0.3)
    lies = age_card(room)
    assert lies.view.age == NO_AGE
    tick(room, 0.3)
    assert age_card(room).view.age == room.control.model.view.age
    assert age_card(room).flips != lies.flips
    tick(room, 1.8)
    assert "age" in keys(room)
    tick(room, 0.11)
    assert "age" not in keys(room)
    assert tick(room, 60) is None, "nothing is drawn any more"


def test_less_motion_shows_the_age_card_face_up():
    room = after_a_turn(*deal_events(), motion=False)
    touch_handlers.end_reveal(room.control)
    tick(room, 0)
    assert age_card(room).view.age == room.control.model.view.age


def test_age_card_is_removed_by_touch_and_by_undo():
    room = after_a_turn(*deal_events())
    touch_handlers.end_reveal(room.control)
    tick(room, 0)
    touch_handlers.end_age(room.control)
    assert "age" not in keys(room)
    room = after_a_turn(*deal_events())
    gone = [
        msgspec.structs.replace(line(n, event), undone=True)
        for n, event in enumerate((build_card(), *deal_events()), start=1)
    ]
    room.show(sevens.asking("play", 4, 300), news=tuple(gone))
    assert seven(room).game_ui.dealt is None


def age_card(room):
    scene = room.control.scene
    return next(part for part in scene.game.elements(scene, lay_ring(1280, 720, 4)) if part.key == "age")


def test_conflict_among_bots_appears_after_half_of_their_pause():
    """Four bots wait for four times the pace of one."""
    room = after_a_turn(*conflict_events(), by="bot", bot_pace=1.0)
    tick(room, 1.9)
    assert seven(room).fight is None
    tick(room, 0.1)
    assert seven(room).fight


def next_turn_after_a_conflict(seconds):
    """Build a room in which all have chosen again after a conflict was shown for that many seconds."""
    room = after_a_turn(*conflict_events())
    if seconds:
        touch_handlers.end_reveal(room.control)
        tick(room, 0)
        tick(room, seconds)
    chosen = line(8, actions.HasChosen(seat=2))
    room.show(sevens.revealing(4, 999), news=(chosen, line(9, build_card())), settings=stage.settings())
    return room


@pytest.mark.parametrize("seconds", [0, 3])
def test_quick_choices_do_not_shorten_the_conflict_or_the_next_reveal(seconds):
    room = next_turn_after_a_conflict(seconds)
    tick(room, 7.9 - seconds)
    assert seven(room).fight
    assert not seven(room).revealed
    for wait, revealed in ((0.1, True), (7.9, True), (0.1, False)):
        tick(room, wait)
        assert (seven(room).fight, bool(seven(room).revealed)) == (None, revealed)


def test_touched_conflict_shows_the_next_reveal_for_its_full_time():
    room = next_turn_after_a_conflict(3)
    touch_handlers.end_fight(room.control)
    assert "did 1" in keys(room)
    assert tick(room, 7.9) == pytest.approx(room.now + 0.1)
    assert seven(room).revealed


def test_conflict_in_track_mode_stays_until_touched():
    room = after_a_turn(*conflict_events(), mode="track")
    touch_handlers.end_reveal(room.control)
    assert tick(room, 600) is None
    said = next(part.view for part in parts(room) if part.key == "go on")
    assert (seven(room).fight is None, said.left) == (False, None)
    assert "go on" in keys(room)
    touch_handlers.end_fight(room.control)
    assert seven(room).fight is None


def test_conflict_shows_the_coins_of_each_seat():
    room = after_a_turn(*conflict_events())
    touch_handlers.end_reveal(room.control)
    fought_by = [part.view.fought for part in parts(room) if part.key.startswith("zone")]
    assert [each.coins for each in fought_by] == [chair.coins for chair in room.control.model.view.seats]


def test_undone_actions_are_not_shown():
    room = after_a_turn(*conflict_events())
    gone = [
        msgspec.structs.replace(each, undone=True) for each in map(line, (1, 2), (build_card(), conflict_events()[0]))
    ]
    room.show(sevens.asking("play", 4, 300), news=tuple(gone))
    assert (seven(room).revealed, seven(room).fight) == (None, None)


def test_coins_on_links_equal_the_payments_to_neighbours():
    room = sevens.room(sevens.revealing(5, 999))
    room.control.change_game_ui(reveal=room.now + 8)
    last, ring = room.control.model.view.derived.last, lay_ring(1280, 720, 5)
    paid = next(part.view for part in turn_reveal.elements(seven(room), ring, last) if part.key == "links")
    assert sum(coins for gap in paid.coins for coins, _ in gap) == sum(did.left + did.right for did in last.did) > 0
    for i, gap in enumerate(paid.coins):
        before, after = (i + 1, (i + 1) % 5 + 1)
        for coins, by_the_one_after in gap:
            payer, seller, side = (after, before, "left") if by_the_one_after else (before, after, "right")
            got = [n for did in last.did if did.seat == seller for n, by in did.gains if by == side]
            assert coins in got, (payer, seller)


def list_turns(seats, seed):
    """List for each turn of a random game its reveal, and the coins by seat before it and after its consequences."""
    found, coins = {}, []
    for state in sevens.states(seats, seed):
        view = state.view(None)
        before, coins = coins, [chair.coins for chair in view.seats]
        if last := view.derived.last:
            began = found[last.age, last.turn][1] if (last.age, last.turn) in found else before
            found[last.age, last.turn] = last, began, coins
    return found.values()


def test_shown_payments_add_up_to_the_change_in_coins_of_each_city():
    many = 0
    for n, seed in [(n, seed) for seed in (3, 4) for n in range(3, 8)]:
        ring = lay_ring(1280, 720, n)
        for last, before, after in list_turns(n, seed):
            moved = [0] * n
            for i, gap in enumerate(turn_reveal.payments_at_gaps(ring, last.did).coins):
                for coins, by_the_one_after in gap:
                    payer, seller = ((i + 1) % n, i) if by_the_one_after else (i, (i + 1) % n)
                    moved[payer] -= coins
                    moved[seller] += coins
            for did in last.did:
                moved[did.seat - 1] += sum(coins for coins, by in did.gains if by not in ("left", "right"))
                moved[did.seat - 1] -= did.bank + (did.cost if did.why == "price" else 0)
            assert [now - then for now, then in zip(after, before, strict=True)] == moved, last
            many += 1
    assert many >= 200


DEEDS = ((1,) * 7, (2, 1, 1, 1, 1, 1, 1), (1, 2, 1, 1, 2, 1, 1), (0, 1, 3, 2, 1, 3, 1), (3,) * 7)  # by seat


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seats", range(3, 8))
@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (1920, 1080), (720, 1280), (1024, 768), (480, 800)])
@pytest.mark.parametrize("deeds", DEEDS, ids=lambda deeds: "".join(map(str, deeds)))
def test_reveal_areas_overlap_neither_each_other_nor_zones(seats, size, deeds):
    ring = lay_ring(*size, seats)
    places, scale, age = turn_reveal.lay_out_cards(ring, deeds[:seats])
    assert age is not None
    assert scale > turn_reveal.LEAST
    boxes = []
    for at, many in zip(places, deeds, strict=False):
        wide = turn_reveal.wide(ring, many)
        w, d = (wide, turn_reveal.deep(ring)) if at.angle % 180 == 0 else (turn_reveal.deep(ring), wide)
        boxes.append((at.x, at.y, w * scale * ring.u / 2, d * scale * ring.u / 2))
    for n, (x, y, w, d) in enumerate(boxes):
        assert w < x < size[0] - w
        assert d < y < size[1] - d
        assert not [1 for a, b, c, e in boxes[n + 1 :] if abs(x - a) < w + c - 1 and abs(y - b) < d + e - 1]
        for zone in ring.zones:
            rect = zone.rect
            cx, cy = rect.centre
            assert abs(x - cx) >= w + rect.w / 2 - 1 or abs(y - cy) >= d + rect.h / 2 - 1


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280)])
def test_revealed_things_of_one_seat_do_not_overlap(size):
    """The turn compared is the one of a random game in which a single seat did most."""
    state = max(
        (each for each in sevens.states(4) if seats_that_acted(each)),
        key=lambda each: max(Counter(seats_that_acted(each)).values()),
    )
    room = sevens.room(state)
    room.control.change_game_ui(reveal=inf)
    scene = room.control.scene
    found = [part for part in scene.game.elements(scene, scene.ring(*size)) if part.paint is turn_reveal.paint_thing]
    assert Counter(part.view.at.angle for part in found).most_common(1)[0][1] > 1
    assert len(found) == len(seats_that_acted(state)) > 4
    for one, other in combinations(found, 2):
        a, b = one.view, other.view
        reach = turn_reveal.card_wide(a.ring) * a.scale * a.ring.u
        assert max(abs(a.at.x - b.at.x), abs(a.at.y - b.at.y)) >= reach


def seats_that_acted(state):
    """List the seat of each action of the last reveal."""
    last = state.view(None).derived.last
    return [act.seat for act in last.did if act.what != "none"] if last else []


def test_every_source_of_a_turn_s_coins_is_named():
    gained = (("xenophon", 2), ("tavern", 4), ("left", 3))
    deeds = (view_json.SeatAct(seat=1, what="build", card="tavern", gains=tuple((n, by) for by, n in gained), coins=9),)
    deeds += (view_json.SeatAct(seat=1, what="bury", card="nero", gains=((1, "xenophon"),), coins=1),)
    for size, named in (((1280, 720), {"+3 Xenophon", "+4 Tavern"}), ((800, 480), {"+3 Xenophon"})):
        ring = lay_ring(*size, 3)
        told = turn_reveal.RevealText(
            ring, turn_reveal.lay_out_cards(ring, (2, 1, 1)).places[0], 1.0, deeds, "gizah", words("en")
        )
        found = Lettering(measure)
        turn_reveal.paint_told(found, told, None)
        words_of = [word.text for layer in found.layers for word in layer.words]
        assert {text for text in words_of if text[:2] in ("+3", "+4")} == named


def test_discard_pile_shows_the_backs_of_its_ages():
    """The pile is compared with the view after each age of a random game."""
    for age in (1, 2, 3):
        state = [each for each in sevens.states(4) if each.view(None).age == age][-1]
        room, view = sevens.room(state), state.view(None)
        scene = room.control.scene
        piles = {
            part.key: part.view for part in table_elements.elements(SevenScene.from_scene(scene), scene.ring(1280, 720))
        }
        assert view.discard == sum(view.derived.discarded) > 0
        newest = max(n for n, backs in enumerate(view.derived.discarded, start=1) if backs)
        assert (piles["discard"].ages[-1], piles["discard"].count) == (newest, (view.discard, view.discard))
        assert sorted(piles["discard"].ages) == [*piles["discard"].ages]
    assert newest == 3


def test_discard_pile_of_an_entered_position_hides_unknown_ages():
    state = [each for each in sevens.states(4) if each.view(None).age == 2][-1].copy()
    state.discarded, state.shown = [5, 0, 1, 0], None
    scene = sevens.room(state).control.scene
    pile = next(
        part.view
        for part in table_elements.elements(SevenScene.from_scene(scene), scene.ring(1280, 720))
        if part.key == "discard"
    )
    assert (pile.count, pile.ages) == ((6, 6), (NO_AGE, NO_AGE, 2))


def test_coins_fly_to_the_paid_seat_and_hands_to_the_next_seat():
    room = sevens.room(sevens.revealing(5))
    ring = lay_ring(1280, 720, 5)
    paid = actions.CardBuilt(seat=1, card="altar", coins=0, left=2, right=0, bank=0, chain=False)
    [coins] = room.control.scene.game.flights(room.control.scene, ring, (paid,))
    over = pose_at(coins, LIFT + coins.lasts / 2).at
    assert (over.x, over.y) == pytest.approx((ring.gaps[0].x, ring.gaps[0].y)), "along the link"
    assert (coins.end.x, coins.end.y) == (ring.zones[1].x, ring.zones[1].y)
    passed = room.control.scene.game.flights(room.control.scene, ring, (actions.HandsPassed(to="right"),))
    arrived = [(flight.end.x, flight.end.y) for flight in passed]
    assert sorted(arrived) == sorted((zone.x, zone.y) for zone in ring.zones)
    assert (passed[0].end.x, passed[0].end.y) == (ring.zones[0].x, ring.zones[0].y), "seat 2 gives to seat 1"


def test_past_position_has_no_action_buttons():
    room = sevens.room(sevens.asking("play", 4, 300))
    scene = room.control.scene
    found = [part.key for part in scene.game.past_elements(scene, scene.ring(1280, 720))]
    assert "buttons" not in found
    assert {"links", "plate", "hands", "discard", "zone 1", "zone 4"} <= {*found}
    over = sevens.room(sevens.play_to_end(4)).control.scene
    assert "corners" not in [part.key for part in over.game.past_elements(over, over.ring(1280, 720))]
