"""The structure of Duel on the screen against the engine: covering, access, both prices, freed cards."""

import random

import pytest

from app.games.duel.screen import touch_handlers
from app.games.duel.screen.layout import layout_of
from app.games.duel.screen.ui_state import PRICE_MARK_SECONDS
from app.screen.events import on_tick
from tests.app.screen import SIZE, duels
from tests.app.screen.duel_states import Game
from tests.app.screen.finger import Stage
from tests.app.screen.painting import parts, words

SAMPLE = 12  # positions of an age; 200 with `full`


def positions(age, many):
    """Return positions of random games, in any part of an age."""
    rng = random.Random(age)
    return [duels.in_age(rng.randrange(many), age, rng.randrange(18)) for _ in range(many)]


def centre_of(word):
    return sum(x for x, _ in word.corners) / 4, sum(y for _, y in word.corners) / 4


def is_inside(lay, box, point):
    (ax, ay), (bx, by) = lay.point(box.left_edge, box.top_edge), lay.point(box.right_edge, box.bottom_edge)
    return min(ax, bx) <= point[0] <= max(ax, bx) and min(ay, by) <= point[1] <= max(ay, by)


def differences(state, short=False, facing=1, size=SIZE):
    """List what the screen shows differently from the engine."""
    room = duels.room(state)
    duels.settle(room, short_edges=short)
    room.control.change_game_ui(facing=facing)
    view, found = room.control.model.view, []
    shown = parts(room, size)
    lay = layout_of(room.control.scene.ring(*size))
    slots = lay.slots(view.derived.places)
    at = {area.key: area for _, pen in shown.values() for area in pen.hit_areas}
    order = [int(key.split()[1]) for key in shown if key.startswith("slot ")]
    if sorted(order) != sorted(int(slot) for slot in view.structure):
        found.append("other cards lie there")
    for place in view.derived.places:
        on = [n for n in place.covered_by if n in order]
        if place.slot in order and any(order.index(n) < order.index(place.slot) for n in on):
            found.append(f"{place.slot} is painted over what covers it")
        if place.slot in order and bool(on) == shown[f"slot {place.slot}"][0].view.open:
            found.append(f"{place.slot} is open, or not")
    for n in order:
        box, (x, y) = slots[n].card, at[f"slot {n}"].centre
        if not is_inside(lay, box, (x, y)) or shown[f"slot {n}"][0].view.card != view.structure[str(n)].card:
            found.append(f"{n} lies elsewhere, or is another card")
    lit = {
        key for key, (_, pen) in shown.items() for area in pen.hit_areas if key.startswith("slot ") and area.rank == 2
    }
    if lit != {f"slot {n}" for n, slot_view in view.structure.items() if slot_view.accessible and slot_view.card}:
        found.append(f"lit: {lit}")
    prices = words(shown["prices"][1]) if "prices" in shown else []
    for seat in (1, 2):
        mine = [word for word in prices if line_angle(word) == lay.angle + lay.face(seat)]
        costs = {way.thing: way.cost for way in view.derived.standing[seat - 1].build_options}
        for n, slot_view in view.structure.items():
            box = slots[int(n)].card if slot_view.accessible else slots[int(n)].strip
            said = [word.text for word in mine if is_inside(lay, box, centre_of(word))]
            if said != ([str(costs[slot_view.card])] if slot_view.card else []):
                found.append(f"{n} ({slot_view.card}) costs seat {seat} {said}")
    return found


def line_angle(word):
    """Return how far a line is turned, in degrees: a multiple of 90."""
    (ax, ay), (bx, by), *_ = word.corners
    if abs(bx - ax) > abs(by - ay):
        return 0 if bx > ax else 180
    return 90 if by > ay else 270


@pytest.mark.sampled(9)
@pytest.mark.parametrize("age", [1, 2, 3])
@pytest.mark.parametrize(("short", "facing"), [(False, 1), (False, 2), (True, 1)], ids=["near", "far", "short edges"])
def test_covering_and_prices_match_the_engine(age, short, facing):
    assert not {
        n: found for n, state in enumerate(positions(age, SAMPLE)) if (found := differences(state, short, facing))
    }


@pytest.mark.full
@pytest.mark.parametrize("age", [1, 2, 3])
def test_covering_and_prices_match_the_engine_in_many_positions(age):
    assert not {n: found for n, state in enumerate(positions(age, 200)) if (found := differences(state, n % 2 == 1))}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("age", [1, 2, 3])
def test_a_touched_card_marks_covered_and_covering_cards(age):
    room = duels.room(duels.in_age(4, age, 6))
    view = room.control.model.view
    slots = layout_of(room.control.scene.ring(*SIZE)).slots(view.derived.places)
    for n in view.structure:
        room.control.change_game_ui(touched=None)
        touch_handlers.touch_slot(room.control, int(n))
        marks = parts(room)["marks"][0].view.marks
        covering = next(place.covered_by for place in view.derived.places if place.slot == int(n))
        assert [box for mark, box in marks if mark == "freed"] == [
            slots[other].strip for other in view.derived.frees.get(n, ())
        ]
        assert len([mark for mark, _ in marks if mark == "covering"]) == len(
            [other for other in covering if str(other) in view.structure]
        )


def test_no_card_is_lit_while_a_phone_answers():
    room = duels.room(duels.in_age(4, 1, 6), by="phone")
    areas = [area for _, pen in parts(room).values() for area in pen.hit_areas]
    assert not [area.key for area in areas if area.rank == 2 and area.key.startswith("slot ")]
    assert "halos" not in parts(room)


def test_taking_a_card_repaints_at_most_12_elements():
    """The slot it lay in is gone; what it freed, prices, the light and the two cities may look different.

    Of a city a wonder is an element of its own, which differs with its price.
    """
    state = duels.in_age(4, 1, 6)
    room = duels.room(state)
    shown = Stage(room)
    try:
        before = shown.surface.painted
        later = state.copy()
        later.apply(
            later.to_act[0],
            next(action for action in later.legal(later.to_act[0]) if str(action).startswith("discard")),
        )
        while later.to_act[0] == -1:
            later.apply(-1, next(iter(later.odds()))[0])
        room.show(later, undo=duels.undo())
        shown.surface.update()
        assert shown.surface.painted - before <= 12
    finally:
        shown.close()


def costs(view):
    """Return the cost of each face-up card, by seat and card."""
    lying = {slot_view.card for slot_view in view.structure.values()}
    return {
        (standing.seat, way.thing): way.cost
        for standing in view.derived.standing
        for way in standing.build_options
        if way.thing in lying
    }


def test_changed_prices_are_marked_for_a_while():
    found = []
    for seed in range(8):
        game = Game(duels.in_age(seed, 1))
        before, built = (
            costs(game.view),
            [text for text in game.control.model.legal(game.seat) if text.startswith("build ")],
        )
        if not built:
            continue
        game.say(built[0])
        after = costs(game.view)
        changed = {at for at in before.keys() & after.keys() if before[at] != after[at]}
        assert game.elements["prices"].view.changed == changed
        if changed:
            found.append(changed)
            on_tick.tick(game.control, game.now + PRICE_MARK_SECONDS + 0.1)
            assert not game.elements["prices"].view.changed
    assert found
