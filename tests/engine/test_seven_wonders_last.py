"""The last reveal in the view: each seat's action, each payment, and every coin with its cause."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec

from engine.game import CHANCE
from engine.seven_wonders.data_schema import Purge
from engine.seven_wonders.questions import is_secret_choice
from engine.seven_wonders.view_json import LastTurn, SeatAct
from tests.contract.shelf import seven_wonders_header
from tests.seven_wonders_cities import GAME, builds, lay, playing, recruiting, say, sell_all

MAKERS = ["sawmill", "quarry", "brickyard", "foundry", "loom", "glassworks", "press"]  # whatever a stage may cost


def last_turn(state: Any) -> LastTurn:
    found = state.view(None).derived.last
    assert found is not None
    assert {state.view(seat).derived.last for seat in range(state.seats)} == {found}
    return found


def coins(state: Any) -> list[int]:
    return [chair.coins for chair in state.view(None).seats]


def coin_changes(told: LastTurn, seats: int) -> list[int]:
    """Return the change of coins in the last turn, by seat."""
    return [sum(act.coins for act in told.did if act.seat == seat) for seat in range(1, seats + 1)]


def test_last_turn_lists_actions_and_payments():
    state = playing(hands={0: ["stockade"], 1: ["altar"], 2: ["tavern"]})
    lay(state, 1, cards=["lumber-yard"])
    say(
        state, f"1 choose build stockade {builds(state, 'stockade')[0]}", "2 choose build altar", "3 choose sell tavern"
    )
    assert last_turn(state).did == (
        SeatAct(1, "build", "stockade", left=2, coins=-2),
        SeatAct(2, "build", "altar", gains=((2, "right"),), coins=2),
        SeatAct(3, "sell", gains=((3, "sale"),), coins=3),
    )
    assert (last_turn(state).age, last_turn(state).turn) == (1, 1)


def test_last_turn_hides_the_card_of_a_stage_and_names_a_chain():
    state = lay(playing(age=2, hands={0: ["statue"], 1: ["aqueduct"], 2: ["forum"]}), cards=["well"])
    lay(state, leaders=["vitruvius"])
    lay(state, 1, cards=MAKERS)
    say(state, "1 choose build statue", f"2 choose stage aqueduct {builds(state, 'stage aqueduct', 1)[0]}".strip())
    sell_all(state)
    chained, staged, _ = last_turn(state).did
    assert chained == SeatAct(1, "build", "statue", why="chain", gains=((2, "vitruvius"),), coins=2)
    assert staged == SeatAct(2, "stage", stage=1)


def test_last_turn_of_a_recruitment_includes_seats_without_leaders():
    state = recruiting(leaders={0: ["croesus"], 1: []})
    before = coins(state)
    say(state, "1 choose recruit croesus")
    sell_all(state)
    told = last_turn(state)
    assert (told.age, told.turn) == (1, 0)
    assert told.did == (
        SeatAct(1, "recruit", "croesus", cost=1, gains=((6, "croesus"),), coins=5),
        SeatAct(2, "none"),
        SeatAct(3, "sell", gains=((3, "sale"),), coins=3),
    )
    assert coin_changes(told, 3) == [now - then for now, then in zip(coins(state), before, strict=True)]


def test_follow_ups_are_listed_after_the_choice():
    state = playing("halikarnassos-night", "gizah-day", "rhodos-day", hands={0: ["altar"]})
    lay(state, leaders=["xenophon"], cards=MAKERS)
    state.discard.append(state.lookup.card["tavern"])
    state.discarded[1] += 1
    sell_all(state, 0)
    say(state, f"1 choose stage altar {builds(state, 'stage altar')[0]}".strip())
    assert len(last_turn(state).did) == 3
    say(state, "1 rebuild tavern")
    gains = ((5, "tavern"), (2, "xenophon"))
    assert last_turn(state).did[3:] == (SeatAct(1, "rebuild", "tavern", why="free", gains=gains, coins=7),)


def test_a_lost_token_is_listed_after_the_recruitment_that_took_it():
    leaders = GAME.data().leaders
    [purging] = [name for name in leaders if any(isinstance(effect, Purge) for effect in leaders[name].effects)]
    state = lay(recruiting(age=2, leaders={0: [purging]}), 1, tokens=[1])
    say(state, f"1 choose recruit {purging}")
    sell_all(state)
    say(state, "2 lose 1")
    assert last_turn(state).did[3:] == (SeatAct(2, "lose", token=1),)


def games(number: int) -> Iterator[tuple[Any, list[int], bool]]:
    """Play random games with leaders; yield each state, the coins before the last reveal, and if it has just come."""
    for seed in range(number):
        rng = random.Random(seed)
        header = seven_wonders_header(rng) | {"deal": "eager", "variant": "leaders experts"}
        state = GAME.start(GAME.setup(header))
        before = coins(state)
        while state.to_act:
            reveals = is_secret_choice(state) and len(state.to_act) == 1
            if reveals:
                before = coins(state)
            seat = rng.choice(state.to_act)
            state.apply(seat, state.deal(rng) if seat == CHANCE else rng.choice(list(state.legal(seat))))
            yield state, before, reveals


def test_last_turn_coins_match_the_coins_moved():
    turns = 0
    for state, before, reveals in games(12):
        if state.revealed is None:
            assert state.view(None).derived.last is None
            continue
        told = last_turn(state)
        turns += reveals
        assert coin_changes(told, state.seats) == [now - then for now, then in zip(coins(state), before, strict=True)]
        assert [act.seat for act in told.did[: state.seats]] == list(range(1, state.seats + 1))
        for seat in range(state.seats):
            paid = sum(act.left for act in told.did if act.seat == seat + 1)
            seller = state.left_neighbour(seat) + 1
            assert paid == sum(n for act in told.did if act.seat == seller for n, by in act.gains if by == "right")
        assert msgspec.json.decode(msgspec.json.encode(told), type=LastTurn) == told
    assert turns >= 200
