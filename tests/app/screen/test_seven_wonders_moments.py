"""What 7 Wonders shows for a while: a turn that was revealed, then its conflict; time is passed in."""

import msgspec
import pytest
import sevens
from lettering import painted

from app.games.seven_wonders.screen import reveal, touches
from app.games.seven_wonders.screen.scene import SevenScene, change
from app.protocol import messages
from app.screen.ring import lay_ring
from engine.seven_wonders import actions


def line(number, event):
    return messages.Line(number=number, row=number, event=msgspec.Raw(msgspec.json.encode(event)))


def seven(room):
    return SevenScene.of(room.control.scene)


def keys(room, size=(1280, 720)):
    return [key for key, _, _ in painted(room, size)]


def after_a_turn(*events, mode="play"):
    """A table that has heard the end of a turn, with these events besides."""
    room = sevens.Room().show(sevens.asking("play", 4, 300), mode=mode)
    news = [line(n, event) for n, event in enumerate((built(), *events), start=1)]
    return room.show(sevens.revealing(4), mode=mode, news=tuple(news))


def built(seat=1):
    return actions.CardBuilt(seat=seat, card="altar", coins=0, left=0, right=0, bank=0, chain=False)


def fought():
    won = (actions.TokenTaken(seat=1, value=3, against=2), actions.TokenTaken(seat=2, value=-1, against=1))
    return actions.ConflictSettled(age=2, shields=(2, 0, 0, 0)), *won


def tick(room, seconds):
    room.now += seconds
    return room.control.tick(room.now)


def test_a_turn_lies_before_the_zones_for_eight_seconds():
    room = after_a_turn()
    assert {"did 1", "did 2", "did 3", "did 4"} <= {*keys(room)}
    assert tick(room, 7.9) == pytest.approx(room.now + 0.1)
    assert seven(room).revealed
    tick(room, 0.1)
    assert not seven(room).revealed
    assert "buttons" in keys(room)


def test_nothing_is_revealed_to_a_screen_that_has_only_now_met_the_table():
    room = sevens.Room().show(sevens.revealing(4), news=(line(1, built()),))
    assert not seven(room).revealed


def test_it_goes_when_a_person_chooses_and_not_when_a_bot_does():
    room = after_a_turn()
    room.show(sevens.revealing(4), by="bot", news=(line(2, actions.HasChosen(seat=2)),))
    assert seven(room).revealed
    room.show(sevens.revealing(4), news=(line(3, actions.HasChosen(seat=2)),))
    assert not seven(room).revealed


def test_where_people_deal_it_stays_until_it_is_touched():
    room = after_a_turn(mode="track")
    assert tick(room, 600) is None
    assert seven(room).revealed
    touches.end_reveal(room.control)
    assert not seven(room).revealed


def test_a_panel_takes_its_place_and_a_button_brings_it_back():
    room = after_a_turn()
    room.control.open("menu")
    room.control.open("")
    assert not seven(room).revealed
    touches.show_last(room.control)
    tick(room, 600)
    assert seven(room).revealed


def test_a_conflict_waits_for_what_was_revealed():
    room = after_a_turn(*fought())
    assert seven(room).fight is None
    touches.end_reveal(room.control)
    assert seven(room).fight.gains == ((3, 0), (0, -1), (0, 0), (0, 0))
    assert room.control.scene.game.interrupts(room.control.scene)
    tick(room, 0)
    assert tick(room, 7) is not None
    assert seven(room).fight
    tick(room, 1)
    assert seven(room).fight is None


def test_what_is_taken_back_is_not_shown():
    room = after_a_turn(*fought())
    gone = [msgspec.structs.replace(each, undone=True) for each in map(line, (1, 2), (built(), fought()[0]))]
    room.show(sevens.asking("play", 4, 300), news=tuple(gone))
    assert (seven(room).revealed, seven(room).fight) == (None, None)


def test_coins_on_links_are_those_that_were_paid_to_neighbours():
    room = sevens.room(sevens.revealing(5, 999))
    change(room.control, reveal=room.now + 8)
    last, ring = room.control.model.view.hints.last, lay_ring(1280, 720, 5)
    paid = next(part.view for part in reveal.elements(seven(room), ring, last) if part.key == "links")
    assert sum(coins for gap in paid.coins for coins, _ in gap) == sum(did.left + did.right for did in last.did) > 0
    for i, gap in enumerate(paid.coins):
        before, after = (i + 1, (i + 1) % 5 + 1)
        for coins, by_the_one_after in gap:
            payer, seller, side = (after, before, "left") if by_the_one_after else (before, after, "right")
            got = [n for did in last.did if did.seat == seller for n, by in did.gains if by == side]
            assert coins in got, (payer, seller)


@pytest.mark.parametrize("seats", range(3, 8))
@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (1920, 1080), (720, 1280), (1024, 768)])
def test_what_seats_did_lies_beside_one_another_in_the_middle(seats, size):
    ring = lay_ring(*size, seats)
    places, scale = reveal.laid(ring)
    boxes = []
    for at in places:
        w, d = (reveal.WIDE, reveal.DEEP) if at.angle % 180 == 0 else (reveal.DEEP, reveal.WIDE)
        boxes.append((at.x, at.y, w * scale * ring.u / 2, d * scale * ring.u / 2))
    for n, (x, y, w, d) in enumerate(boxes):
        assert w < x < size[0] - w
        assert d < y < size[1] - d
        assert not [1 for a, b, c, e in boxes[n + 1 :] if abs(x - a) < w + c - 1 and abs(y - b) < d + e - 1]
        for zone in ring.zones:
            rect = zone.rect
            cx, cy = rect.centre
            assert abs(x - cx) >= w + rect.w / 2 - 1 or abs(y - cy) >= d + rect.h / 2 - 1


def test_coins_fly_to_whom_they_were_paid_and_hands_to_the_next_seat():
    room = sevens.room(sevens.revealing(5))
    ring = lay_ring(1280, 720, 5)
    paid = actions.CardBuilt(seat=1, card="altar", coins=0, left=2, right=0, bank=0, chain=False)
    over, on = room.control.scene.game.flights(room.control.scene, ring, (paid,))
    assert (over.end.x, over.end.y) == (ring.gaps[0].x, ring.gaps[0].y)
    assert (on.end.x, on.end.y) == (ring.zones[1].x, ring.zones[1].y)
    assert on.after == over.after + over.lasts
    passed = room.control.scene.game.flights(room.control.scene, ring, (actions.HandsPassed(to="right"),))
    arrived = [(flight.end.x, flight.end.y) for flight in passed[1::2]]
    assert sorted(arrived) == sorted((zone.x, zone.y) for zone in ring.zones)
    assert (passed[1].end.x, passed[1].end.y) == (ring.zones[0].x, ring.zones[0].y), "seat 2 gives to seat 1"


def test_looking_back_there_is_nothing_to_act_with():
    room = sevens.room(sevens.asking("play", 4, 300))
    scene = room.control.scene
    found = [part.key for part in scene.game.looked_back(scene, scene.ring(1280, 720))]
    assert "buttons" not in found
    assert {"links", "plate", "hands", "discard", "zone 1", "zone 4"} <= {*found}
    over = sevens.room(sevens.ended(4)).control.scene
    assert "corners" not in [part.key for part in over.game.looked_back(over, over.ring(1280, 720))]
