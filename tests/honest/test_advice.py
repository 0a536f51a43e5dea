"""Hints and the questions of a coach are the same in two worlds that their seat cannot tell apart.

The reasons for a bot's action are the same in two worlds that everyone takes for one.
"""

import random
from itertools import islice

import pytest

from app.games import game_list
from app.table.bots import advice
from engine.players.action_comparison import ActionComparison
from tests.honest.played import GAMES, PLAYERS, SET_UPS, positions

REASONS = game_list.reasons()
PAIRS, PARTS, ITERATIONS = 200, 4, 8


class _Match:
    """The part of a match that advice needs."""

    def __init__(self, setup, state):
        self.rules, self.state, self.setup = GAMES[setup.slug], state, self

    def header(self):
        return {}


def hints_for(setup, state, seat):
    evaluation = PLAYERS.evaluation(setup.slug, setup.seats, setup.variant)
    found = []
    for iterations in (0, ITERATIONS):
        weighing = ActionComparison(state, seat, random.Random(1), evaluation, iterations)
        while weighing.steps_left:
            weighing.step()
        found.append(weighing.ranking())
    coached, searched = found
    asked = tuple(advice.find_coach_suggestion(coached, str(action)) for action in state.legal(seat))
    return advice.build_hint(REASONS[setup.slug], _Match(setup, state), seat, searched, thinking=False), asked


def explanations_by_event(setup, state, seat, action):
    """Return the explanations of each public event of the action in this world."""
    before, box, events = state.view(None), GAMES[setup.slug].data(None, ""), []
    state.copy().apply(seat, action, lambda event, audience: events.append((event, audience)))
    reasons = REASONS[setup.slug]
    return {
        event: (*reasons.of_event(before, box, event), *reasons.supported_intentions(box, event))
        for event, audience in events
        if audience is None
    }


def count_equal_hints(setup, seed, pairs):
    rng, said = random.Random(7), 0
    for state, seat in islice(positions(setup, seed), pairs):
        assert hints_for(setup, state, seat) == hints_for(setup, state.resample(seat, rng), seat)
        twin = state.resample(None, rng)
        one, other = (REASONS[setup.slug].intentions(world.view(None), seat + 1) for world in (state, twin))
        assert one == other
        here, there = set(map(str, state.legal(seat))), set(map(str, twin.legal(seat)))
        for text in sorted(here & there):
            one, other = (explanations_by_event(setup, world, seat, world.parse(text)) for world in (state, twin))
            assert all(one[event] == other[event] for event in one.keys() & other.keys())
            said += sum(map(bool, one.values()))
    return said


def choice_and_explanation(setup, state, seat, public):
    """Weigh as a lesson does; return that and what it says. `public`: where everybody reads it, by what all know."""
    world = state.resample(None, random.Random(3)) if public else state
    weighing = ActionComparison(
        world, seat, random.Random(1), PLAYERS.evaluation(setup.slug, setup.seats, setup.variant), 8
    )
    while weighing.steps_left:
        weighing.step()
    found = weighing.ranking()
    return found, advice.describe_choice(REASONS[setup.slug], _Match(setup, state), seat, found)


def count_equal_choices(setup, seed, pairs):
    """Check choices in worlds that their seat cannot tell apart; return how many have an explanation.

    By touch: in worlds that nobody can tell apart, if the seat knows no more than everyone.
    """
    rng, said = random.Random(8), 0
    for state, seat in islice(positions(setup, seed), pairs):
        here = choice_and_explanation(setup, state, seat, False)
        assert here == choice_and_explanation(setup, state.resample(seat, rng), seat, False)
        said += here[1] is not None
        if state.is_public(seat) and state.view(seat) is state.view(None):
            assert choice_and_explanation(setup, state, seat, True) == choice_and_explanation(
                setup, state.resample(None, rng), seat, True
            )
    return said


@pytest.mark.rotated
@pytest.mark.parametrize("setup", SET_UPS, ids=str)
def test_lesson_choices_ignore_hidden_information(setup):
    count_equal_choices(setup, f"choices {setup}", 1)


@pytest.mark.full
def test_lesson_choices_have_explanations():
    assert sum(count_equal_choices(setup, f"choices {setup}", 1) for setup in SET_UPS)


@pytest.mark.full
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("setup", SET_UPS, ids=str)
def test_lesson_choices_ignore_hidden_information_in_two_hundred_pairs(setup, part):
    count_equal_choices(setup, f"choices {setup} {part}", PAIRS // PARTS)


@pytest.mark.full
def test_hints_and_explanations_ignore_hidden_information():
    assert sum(count_equal_hints(setup, f"advice {setup}", 2) for setup in SET_UPS)


@pytest.mark.full
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("setup", SET_UPS, ids=str)
def test_hints_and_explanations_ignore_hidden_information_in_two_hundred_pairs(setup, part):
    count_equal_hints(setup, f"advice {setup} {part}", PAIRS // PARTS)
