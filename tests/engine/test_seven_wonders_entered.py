"""Games of 7 Wonders that begin in the middle: any position between two turns can be entered, and means the same."""

import json
import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import record
from engine.game import BadHeader, Rng, Seat, State
from engine.seven_wonders.view import View
from tests.seven_wonders_cities import GAME, ROOT
from tests.spoiled import ANYTHING, is_refused_or_played, spoil

HEAD = {"game": "seven-wonders", "deal": "lazy"}
BOARDS = ("gizah-day", "rhodos-night", "ephesos-day")
FOLLOWS = ("name", "hand", "leaders_left", "shields", "chosen", "score")
OTHERS = (*ANYTHING, "altar", "nero", "rhodos", -1, 3, 5, ["altar"], ["nero"])  # what a spoiled value becomes


def shown(state: State[Any]) -> dict[str, Any]:
    """As `replay --json` prints it."""
    position: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(record.position(state)))
    return position


def bare(state: State[Any]) -> dict[str, Any]:
    """The same without what follows from the rest; of Roma's night side it does not."""
    at = shown(state)
    for chair in at["seats"]:
        keeps = chair["wonder"] == "roma" and chair["side"] == "night"
        for field in FOLLOWS:
            if field != "leaders_left" or not keeps:
                del chair[field]
    for field in ("asked", "to_act", "pending", "winners", "over", "game", "box"):
        del at[field]
    return at


def header(rng: Rng) -> dict[str, str]:
    """A random one; the boards that ask something lie before somebody more often than others."""
    variant = rng.choice(["", "leaders", "leaders experts"])
    seats = rng.choice([3, 3, 4, 5, 7])
    asking = ["babylon-night", "halikarnassos-night", *(["roma-night", "abu-simbel-night"] if variant else [])]
    boards = rng.sample(asking, rng.randint(0, min(2, len(asking))))
    for board in rng.sample(list(GAME.random_pool(variant.split())), 18 if variant else 14):
        if len(boards) < seats and board.rpartition("-")[0] not in {it.rpartition("-")[0] for it in boards}:
            boards.append(board)
    rng.shuffle(boards)
    rules = rng.choice(["", "burial-counts-its-own-age=yes"])
    return {**HEAD, "variant": variant, "seats": ", ".join(boards), "rules": rules}


def told(state: State[Any], rng: Rng) -> tuple[Seat, Any]:
    """What somebody says next: rather a stage, a leader or a card than a sale."""
    seat = rng.choice(state.to_act)
    legal = list(state.legal(seat))
    good = [action for action in legal if " sell" not in str(action) and str(action) not in ("done", "sell")]
    return seat, rng.choice(good if good and rng.random() < 0.9 else legal)


def turns(head: dict[str, str], rng: Rng) -> list[State[Any]]:
    """One random game as each of its turns and recruitments begins."""
    state: State[Any] = GAME.start(GAME.setup(head))
    found = []
    while state.to_act:
        view = state.view(None)
        if view.asked in ("play", "recruit") and not any(chair.chosen for chair in view.seats):
            found.append(state.copy())
        state.apply(*told(state, rng))
    return found


def entered(position: dict[str, Any], head: dict[str, str]) -> State[Any]:
    return GAME.start(GAME.setup(head | {"position": json.dumps(position)}))


def without_last(view: View) -> View:
    """What nobody can enter: how the turn before was played."""
    return msgspec.structs.replace(view, hints=msgspec.structs.replace(view.hints, last=None))


def census(state: State[Any]) -> None:
    """No count below zero, and no card more often than it is there."""
    held = [*state.discarded, *state.coins, *state.unplayed, *state.held, *state.tokens, state.boxed]
    assert min(held) >= 0
    for card, there in enumerate(state.standing):
        assert there == sum(city >> card & 1 for city in state.cities)


def is_told_to_its_end(state: State[Any], again: State[Any], rng: Rng) -> None:
    """Both are told the same lines and give the same; where it is not known what is discarded, more is offered."""
    while state.to_act:
        assert again.to_act == state.to_act
        assert state.view(None).asked == again.view(None).asked
        for seat in state.to_act:
            legal, can = list(map(str, state.legal(seat))), list(map(str, again.legal(seat)))
            assert set(legal) <= set(can) if state.view(None).asked == "rebuild" else legal == can
        seat, action = told(state, rng)
        state.apply(seat, action)
        again.apply(seat, again.parse(str(action)))
        assert again.scores() == state.scores()
        assert again.coins == state.coins
    assert again.winners() == state.winners()
    assert shown(again) == shown(state)


def the_same(seed: int, share: float) -> None:
    rng = random.Random(seed)
    head = header(rng)
    for state in turns(head, rng):
        if rng.random() < share:
            again = entered(shown(state), head)
            assert without_last(again.view(None)) == without_last(state.view(None))
            census(again)
            at = bare(state)
            known = entered(at, head)
            assert without_last(known.view(None)) == without_last(state.view(None))
            if rng.random() < 0.3:
                is_told_to_its_end(state, known, rng)


@given(seed=st.integers(0, 2**32))
@settings(max_examples=5, deadline=None)
def test_a_position_that_is_entered_is_the_position_and_ends_with_its_scores(seed):
    the_same(seed, 0.2)


@pytest.mark.full
@pytest.mark.parametrize("seed", range(60))
def test_at_every_turn_of_many_games(seed):
    the_same(seed, 1.0)
