"""Contract of every game on the shelf: the rules of engine/game.py, checked over whole random games."""

import random
from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from engine.game import CHANCE, EVERYONE, Audience, Event, IllegalAction, Reportable, Seat, State
from tests.contract.playouts import LINES, playout, some, start, step
from tests.contract.shelf import SHELF, fields

every_game = pytest.mark.parametrize("shelved", SHELF, ids=lambda shelved: shelved.game.name)
seeds = given(seed=st.integers(0, 2**32))
few = settings(max_examples=settings().max_examples // 6, suppress_health_check=[HealthCheck.too_slow])


def seats_of(state: State[Any]) -> range:
    return range(len(state.scores()))


def legal_moves(state: State[Any]) -> list[tuple[Seat, Any]]:
    return [(seat, action) for seat in state.to_act for action in state.legal(seat)]


def apply_and_collect(state: State[Any], seat: Seat, action: Any) -> list[tuple[Event, Audience]]:
    """Apply an action; what is told, and who may read it."""
    events: list[tuple[Event, Audience]] = []
    state.apply(seat, action, lambda event, readers: events.append((event, readers)))
    return events


def events_read_by(seat: Seat, events: list[tuple[Event, Audience]]) -> list[Event]:
    return [event for event, readers in events if readers is EVERYONE or seat in readers]


@pytest.mark.sampled(4)
@every_game
@seeds
@few
def test_legal_actions_apply_and_parse_back(shelved, seed):
    for state in playout(shelved, random.Random(seed)):
        for seat, action in legal_moves(state):
            assert state.parse(str(action)) == action
            state.copy().apply(seat, action)
        if CHANCE in state.to_act:
            assert state.to_act == (CHANCE,), "one chance at a time"
            weights = dict(state.odds() or ())
            assert list(weights) == list(state.legal(CHANCE))
            assert all(weight > 0 for weight in weights.values())


@every_game
@seeds
@few
def test_illegal_actions_are_refused_without_changing_the_state(shelved, seed):
    rng = random.Random(seed)
    said: dict[str, Any] = {}  # every action met on the way
    for state in playout(shelved, rng):
        said |= {str(action): action for _, action in legal_moves(state)}
        before = fields(state)
        can = {(seat, str(action)) for seat, action in legal_moves(state)}
        for text in rng.sample(sorted(said), min(4, len(said))):
            for seat in (CHANCE, *map(Seat, seats_of(state))):
                if (seat, text) not in can:
                    with pytest.raises(IllegalAction):
                        apply_and_collect(state, seat, said[text])
                    assert fields(state) == before


@pytest.mark.sampled(2)
@every_game
@seeds
@few
def test_copies_are_equal_and_independent(shelved, seed):
    rng = random.Random(seed)
    for state in playout(shelved, rng):
        before = fields(state)
        twin = state.copy()
        assert fields(twin) == before
        if twin.to_act:
            step(twin, rng)
            assert fields(state) == before
            assert fields(twin) != before


@every_game
@seeds
@few
def test_components_are_conserved(shelved, seed):
    rng = random.Random(seed)
    census = None
    for state in playout(shelved, rng):
        census = census or shelved.census(state)
        assert shelved.census(state) == census
        for seat in (None, *map(Seat, seats_of(state))):
            assert shelved.census(state.resample(seat, rng)) == census


@every_game
@seeds
@example(seed=554290)  # Architects: what a stage brings comes from a stack whose top one seat has seen
@few
def test_view_contains_nothing_hidden_from_its_seat(shelved, seed):
    rng = random.Random(seed)
    for state in playout(shelved, rng):
        for seat in (None, *map(Seat, seats_of(state))):
            shown = state.view(seat)
            other = state.resample(seat, rng)
            assert other.view(seat) == shown
            assert (seat in state.to_act) == (seat in other.to_act)
            if seat in state.to_act:
                assert list(other.legal(seat)) == list(state.legal(seat))


@pytest.mark.sampled(2)
@every_game
@seeds
@few
def test_private_events_leave_no_trace_in_events_for_others(shelved, seed):
    """Told events that one seat alone may read leave no trace in what the others are told."""
    rng = random.Random(seed)
    for state in playout(shelved, rng):
        if not state.to_act or shelved.opens(state):
            continue
        seat, action = some(state, rng)
        watching = rng.choice([other for other in map(Seat, seats_of(state)) if other != seat])
        here, there = state.copy(), state.resample(watching, rng)
        told_here = apply_and_collect(here, seat, action)
        if all(readers is EVERYONE for _, readers in told_here):
            continue
        if any(readers is not EVERYONE and watching in readers for _, readers in told_here):
            continue  # it is told something hidden itself, say what lies in the discard, which it may build from
        try:
            told_there = apply_and_collect(there, seat, action)
        except IllegalAction:  # chance, or a seat with another hand, cannot say this in the other world
            assert seat == CHANCE or action not in there.legal(seat)
            continue
        assert events_read_by(watching, told_here) == events_read_by(watching, told_there)


@every_game
@seeds
@few
def test_finished_games_have_winners_and_consistent_totals(shelved, seed):
    *_, state = playout(shelved, random.Random(seed))
    totals = [score["total"] for score in state.scores()]
    assert state.winners()
    if shelved.by_points(state):
        assert all(totals[seat] == max(totals) for seat in state.winners())
    for score in state.scores():
        assert score["total"] == sum(points for category, points in score.items() if category != "total")
    assert not legal_moves(state)
    for seat in map(Seat, seats_of(state)):
        assert not state.legal(seat)


@every_game
@seeds
@few
def test_chance_keys_are_unique(shelved, seed):
    asked = Counter(state.chance_key() for state in playout(shelved, random.Random(seed)) if state.to_act == (CHANCE,))
    assert set(asked.values()) <= {1}


@every_game
@seeds
@few
def test_views_and_events_round_trip_through_json(shelved, seed):
    rng = random.Random(seed)
    state = start(shelved, rng)
    told: list[Event] = []
    while state.to_act:
        step(state, rng, lambda event, readers: told.append(event))
    wire = msgspec.json.encode(told)
    assert msgspec.json.decode(wire, type=list[shelved.game.events()]) == told
    view = state.view(None)
    assert msgspec.json.decode(msgspec.json.encode(view), type=type(view)) == view


@every_game
@seeds
@few
def test_contradicting_reports_are_accepted_but_never_listed_as_legal(shelved, seed):
    """The one exception to *offered is legal*: people may tell of cardboard unlike our lists (`Reportable`)."""
    rng = random.Random(seed)
    header = shelved.header(rng)
    if shelved.admits is None:
        assert not isinstance(shelved.game.start(shelved.game.setup(header)), Reportable)
        return
    state = shelved.game.start(shelved.game.setup(header | {"deal": "lazy"}))
    assert not shelved.game.start(shelved.game.setup(header | {"deal": "eager"})).contradictions()
    census = shelved.census(state)
    for _ in range(LINES):
        others = list(state.contradictions())
        if not state.to_act:
            assert not others
            return
        before = fields(state) | {"shown": None}  # a view is made once, until something is tried
        for action in others:
            plain = str(action).removesuffix(" !")
            assert str(action) == f"{plain} !"
            assert state.parse(str(action)) == action
            with pytest.raises(IllegalAction):
                state.apply(state.to_act[0], state.parse(plain))
        for seat, action in legal_moves(state) if others else []:
            with pytest.raises(IllegalAction):
                state.apply(seat, state.parse(f"{action} !"))
        assert fields(state) | {"shown": None} == before
        if others and rng.random() < 0.1:
            action = rng.choice(others)
            census = shelved.admits(state, census, str(action))
            state.apply(state.to_act[0], action)
        else:
            step(state, rng)
        assert shelved.census(state) == census
    pytest.fail("the game does not end")


@pytest.mark.sampled(2)
@every_game
@seeds
@few
def test_reassigning_an_action_to_its_own_seat_keeps_it_first(shelved, seed):
    """A line that is put right is said again (`Reportable.reassigned`): of its own seat first in the same words."""
    rng = random.Random(seed)
    if shelved.admits is None:
        return  # the test above has seen that it is not `Reportable`
    state = shelved.game.start(shelved.game.setup(shelved.header(rng) | {"deal": "lazy"}))
    turns = [state.reported_turn()]
    while state.to_act:
        for seat, action in legal_moves(state):
            assert state.reassigned(seat, action)[0] == action
        for action in state.contradictions():
            assert state.reassigned(state.to_act[0], action)[0] == action
        step(state, rng)
        turns.append(state.reported_turn())
    assert sorted(turns) == turns
    assert turns[0] in (0, 1)  # nothing may be left to set up


@every_game
def test_dealing_follows_the_odds(shelved):
    rng = random.Random(3)
    state = start(shelved, rng)
    while state.to_act and not (state.to_act == (CHANCE,) and state.odds()):
        step(state, rng)
    if not state.to_act:
        pytest.skip("chance deals more than can be listed")
    weights = {str(action): weight for action, weight in state.odds() or ()}
    dealt = Counter(str(state.deal(rng)) for _ in range(20_000))
    assert set(dealt) == set(weights)
    for text, weight in weights.items():
        share = weight / sum(weights.values())
        assert abs(dealt[text] / 20_000 - share) < 5 * (share * (1 - share) / 20_000) ** 0.5


@every_game
@seeds
@few
def test_public_choices_are_the_same_in_every_public_world(shelved, seed):
    """The open choices on the screen reveal nothing, and do not depend on chance."""
    rng = random.Random(seed)
    for state in playout(shelved, rng):
        for seat in state.to_act:
            if seat != CHANCE and state.is_public(seat):
                for _ in range(6):
                    assert list(state.resample(None, rng).legal(seat)) == list(state.legal(seat))


@pytest.mark.sampled(3)
@every_game
def test_only_choices_that_differ_between_worlds_are_secret(shelved):
    """By what is asked: somewhere it is no secret that the screen makes of it."""
    rng, kept, differs = random.Random(7), Counter(), Counter()
    for _ in range(40):
        for state in playout(shelved, rng):
            for seat in state.to_act:
                if seat == CHANCE or state.is_public(seat) or not getattr(state, "eager", True):
                    continue
                asked = getattr(state, "phase", None)
                kept[asked] += 1
                if differs[asked] < 3:
                    worlds = (state.resample(None, rng) for _ in range(4))
                    differs[asked] += any(list(world.legal(seat)) != list(state.legal(seat)) for world in worlds)
    assert bool(kept) == shelved.hides, "what a seat may choose is never its own business, or should never be"
    assert {asked for asked, times in kept.items() if times > 9} <= {asked for asked, n in differs.items() if n}
