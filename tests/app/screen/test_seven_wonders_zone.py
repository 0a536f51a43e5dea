"""Tests that the zones of 7 Wonders show what lies there, and that a touch on one opens the whole city."""

from dataclasses import replace

import pytest

from app.games.seven_wonders.screen import enlarged_city, hand_at_edge, neighbour_links, seat_zone, table_elements
from app.games.seven_wonders.screen.seat_facts import pills, seat_of
from app.games.seven_wonders.screen.typed_scene import SevenScene
from app.screen.paint import text_drawing
from app.screen.paint.pen import Pen
from tests.app.screen import seven_scenes, sevens
from tests.app.screen.lettering import painted
from tests.app.screen.painting import taps

SIZE = (1280, 720)


def scene(state):
    return SevenScene.from_scene(sevens.room(state).control.scene)


def sample_states(seats, every=17):
    return sevens.states(seats)[::every]


def test_zone_shows_goods_for_sale_with_the_boards_own_first():
    for at in map(scene, sample_states(4)):
        for number in range(1, 5):
            seat = seat_of(at, number)
            goods = {pill.colour: pill.items for pill in pills(seat) if pill.colour in ("brown", "grey")}
            sold = sum(seat.standing.sells.values()) + len(seat.standing.sells_choices)
            assert sum(map(len, goods.values())) == sold
            if start := seat.board.start:
                colour = "grey" if start in ("glass", "papyrus", "cloth") else "brown"
                assert goods[colour][0].atoms[0].what == start


def test_victory_tokens_are_summed_and_defeat_tokens_counted():
    at = scene(sevens.play_to_end(5))
    for number, chair in enumerate(at.view.seats, start=1):
        found = {pill.items[0].of: pill for pill in pills(seat_of(at, number))}
        won, lost = [n for n in chair.tokens if n > 0], [n for n in chair.tokens if n < 0]
        assert [found[what].thing.keywords["value"] for what in ("victory",) if what in found] == (
            [sum(won)] if won else []
        )
        assert [found[what].items[0].figure for what in ("defeat",) if what in found] == (
            [str(len(lost)) if len(lost) > 1 else ""] if lost else []
        )


def test_zone_shows_whether_its_seat_has_chosen():
    for state in sample_states(5, 7):
        at = scene(state)
        states = [seat_of(at, number).state for number in range(1, 6)]
        asked = [
            "choosing" if chair.seat in at.view.to_act else "chosen" if chair.chosen else "" for chair in at.view.seats
        ]
        assert states == ([""] * 5 if at.view.over else asked)


def test_links_show_discounted_prices():
    trade, seen = sevens.DATA.table.trade, 0
    for at in map(scene, sample_states(5)):
        found = neighbour_links.links(at, at.ring(*SIZE)).view.less
        for i, chair in enumerate(at.view.derived.standing):
            for side, less in (("left", found[i][0]), ("right", found[i - 1][1])):
                prices = {"brown": chair.prices[side]["raw"], "grey": chair.prices[side]["manufactured"]}
                assert dict(less) == {colour: price for colour, price in prices.items() if price < trade}
                seen += len(less)
    assert seen


@pytest.mark.parametrize("number", [1, 4])
def test_touched_zone_opens_its_city_and_a_touched_card_its_text(number):
    room = sevens.room(sevens.asking("play", 4, 900))
    taps(room)[f"seat {number} zone"]()
    chair = room.control.model.view.seats[number - 1]
    seat = seat_of(SevenScene.from_scene(room.control.scene), number)
    every = [*enlarged_city.board_of(seat), *enlarged_city.cards_of(seat)]
    lying = {*chair.cards, *chair.leaders, *chair.buried}
    stages = {f"stage {n}" for n in range(1, len(SevenScene.from_scene(room.control.scene).board(number).stages) + 1)}
    assert {*every} - {"ability"} == lying | stages
    shown = {key.removeprefix("in city ") for key in taps(room) if key.startswith("in city")}
    assert shown == {*every}
    texts = [word.text for _, run, _ in painted(room, SIZE) for word in run]
    won, lost = (sum(sign * n > 0 for n in chair.tokens) for sign in (1, -1))
    come_to = {"shields": chair.shields, "victories": won, "defeats": lost, "coins": chair.coins}
    for said, n in {**come_to, "points": chair.score.total}.items():
        assert texts[texts.index(said) - 1] == str(n)
    card = chair.cards[-1]
    taps(room)[f"in city {card}"]()
    words = " ".join(word.text for _, run, _ in painted(room, SIZE) for word in run)
    w = room.control.model.words()
    assert all(part in words for said in enlarged_city.card_says(w, card, sevens.DATA) for part in said.split())
    taps(room)["back"]()
    assert f"in city {card}" in taps(room)
    words = " ".join(word.text for _, run, _ in painted(room, SIZE) for word in run)
    assert f"{chair.stages} of {len(stages)} built" in words


@pytest.mark.parametrize("seats", [5, 7])
def test_city_of_many_cards_fits_a_small_screen_without_scrolling(seats):
    room = seven_scenes.rich(seats)
    keys = {area.key for _, _, areas in painted(room, (800, 480)) for area in areas}
    number = room.control.scene.ui.panel.split()[-1]
    cards = enlarged_city.cards_of(seat_of(SevenScene.from_scene(room.control.scene), int(number)))
    assert len(cards) > 12
    assert {f"in city {slug}" for slug in cards} <= keys
    assert not keys & {"earlier", "later"}


def test_open_hand_hides_the_wonder_behind_it():
    room = seven_scenes.by_touch(4)
    at, ring = SevenScene.from_scene(room.control.scene), room.control.scene.ring(*SIZE)
    hands = {part.view.seat for part in hand_at_edge.elements(at, ring) if part.view.here}
    zones = [part for part in table_elements.elements(at, ring) if isinstance(part.view, seat_zone.SeatZone)]
    assert {part.view.seat.number for part in zones if part.view.covered} == hands != set()
    for part in zones:
        shown, bare = Pen(text_drawing.measure), Pen(text_drawing.measure)
        part.draw(shown, room.control)
        seat_zone.paint(bare, replace(part.view, covered=True), room.control)
        same = [layer.words for layer in shown.layers] == [layer.words for layer in bare.layers]
        assert same == part.view.covered
