"""The view of Duel besides the position: who covers whom, which cards a card frees, and each cost with its reasons."""

import random

from engine.bit_sets import numbers
from engine.duel.data_schema import AGES
from engine.duel.payments import receipt, trade
from engine.game import CHANCE
from tests.duel_cities import duel

POSITIONS = 200  # of each age


def positions(most, seed):
    """Return positions of random games as people see them, `most` of each age."""
    rng, found = random.Random(seed), dict.fromkeys(range(1, AGES + 1), 0)
    game = duel()
    while min(found.values()) < most:
        state = game.start(game.setup({"game": "duel", "seats": "2"}))
        while state.to_act:
            who = CHANCE if CHANCE in state.to_act else state.to_act[0]
            state.apply(who, state.deal(rng) if who == CHANCE else rng.choice(state.legal(who)))
            if state.to_act and CHANCE not in state.to_act and state.age and found[state.age] < most:
                found[state.age] += 1
                yield state


def test_view_shows_covering_and_prices_of_the_engine():
    for state in positions(POSITIONS, 5):
        view = state.view(None)
        places = {place.slot: place for place in view.derived.places}
        lying = {int(slot) for slot in view.structure}
        free = {slot for slot in lying if not lying & set(places[slot].covered_by)}
        assert free == {int(slot) for slot, slot_view in view.structure.items() if slot_view.accessible}
        for slot in free:
            rest = lying - {slot}
            freed = [n for n in rest - free if not rest & set(places[n].covered_by)]
            assert list(view.derived.frees[str(slot)]) == sorted(freed)
        assert {int(slot) for slot in view.derived.frees} == free
        shown = {slot_view.card for slot_view in view.structure.values() if slot_view.card}
        for seat, standing in enumerate(view.derived.standing):
            unbuilt = {slug for slug, under in view.seats[seat].wonders.items() if under is None}
            ways = {way.thing: way for way in standing.build_options}
            assert ways.keys() == shown | {slug for slug in unbuilt if slug in view.seats[seat].costs}
            for slug, way in ways.items():
                cost, traded = (
                    state.wonder_cost(seat, state.lookup.wonder[slug])
                    if way.wonder
                    else state.card_cost(seat, state.lookup.card[slug])
                )
                assert (way.cost, way.traded) == (cost, traded)
                assert sum(unit.price for unit in way.units) == traded
                assert way.can is (cost <= view.seats[seat].coins)
                for unit in way.units:
                    asked = view.seats[seat].prices[unit.resource]
                    assert unit.price == (asked if unit.why in ("trade", "fixed") else 0)
            covered = {
                slot_view.card for slot_view in view.structure.values() if slot_view.card and not slot_view.accessible
            }
            assert {way.thing for way in standing.build_options if way.covered} == covered


def test_receipt_sums_to_the_price():
    rng = random.Random(3)
    for _ in range(3000):
        needs = sum(rng.choice((0, 0, 1, 2, 3)) << 4 * n for n in range(5))
        purse = sum(rng.choice((0, 1, 2)) << 4 * n for n in range(5))
        purse |= sum(rng.randrange(1, 8) << 20 + 6 * n for n in range(5))
        purse |= rng.choice((0, 1, 2)) << 50 | rng.choice((0, 1)) << 54 | rng.choice((0, 0, 2)) << 58
        lines = receipt(needs, purse)
        assert sum(price for _, price, _ in lines) == trade(needs, purse)
        lack = sum(max(0, (needs >> 4 * n & 15) - (purse >> 4 * n & 15)) for n in range(5))
        assert len(lines) == lack


def test_covering_slots_are_one_row_below():
    for structure in duel().lookup.structures:
        for slot in range(structure.slots):
            assert all(structure.rows[n] == structure.rows[slot] + 1 for n in numbers(structure.covers[slot]))
