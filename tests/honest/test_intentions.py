"""Intentions that bots announce are true of the position, by a second implementation, and of their next actions.

In Duel they take an announced victory as soon as they can, in Architects they build the stage. In 7 Wonders, where
their hands are hidden, the test counts how often they continue when they can.
"""

import random
from collections import Counter

import pytest

from app.games import game_list
from engine.architects.data_schema import COIN, FACES
from engine.game import CHANCE
from tests.honest.played import GAMES, WhatGame

REASONS = game_list.reasons()
SETUPS = (WhatGame("architects", 3, ""), WhatGame("duel", 2, ""), WhatGame("seven-wonders", 4, ""))
GAMES_EACH, PARTS = 100, 5  # in all 300 games
FOLLOWED = 0.6  # of the decisions in 7 Wonders in which a bot could do what it said


def is_true(slug, box, view, seat, goal):
    """Count what a sentence says from the cards, not from the hints that it is made of."""
    mine = view.seats[seat]
    match slug, goal.id:
        case "duel", "to-capital":
            return box.military.capital - view.military.pawn * (1 - 2 * seat) <= 3
        case "duel", "to-symbols":
            return len(mine.science) == box.table.winning_symbols - 1
        case "architects", "to-stage":
            stage, goods = (
                goal.facts["stage"],
                [n for card, n in mine.cards.items() if box.cards[card].colour == "grey"],
            )
            printed = box.wonders[mine.wonder].stages[stage - 1]
            have = mine.cards.get(FACES[COIN], 0) + (max(goods, default=0) if printed.kind == "same" else len(goods))
            return stage not in mine.stages and (bool(mine.progress) or printed.cost - have == 1)
        case "seven-wonders", "to-wonder":
            return len(box.boards[f"{mine.wonder}-{mine.side}"].stages) == mine.stages + 1
        case "seven-wonders", "to-symbols":
            return sum(box.cards[card].colour == "green" for card in mine.cards) >= 2
    raise AssertionError(goal)


def follows_goal(slug, box, state, seat, goal, text):
    """Check whether an action does what was said."""
    word, *rest = text.removeprefix("choose ").split()
    if slug == "seven-wonders":
        return word == "stage" if goal.id == "to-wonder" else word == "build" and box.cards[rest[0]].colour == "green"
    if slug == "architects":
        return [word, *rest[:1]] == ["build", str(goal.facts["stage"])]
    after = state.copy()
    after.apply(seat, after.parse(text))
    return after.view(None).victory == ("military" if goal.id == "to-capital" else "science")


def count_goals(setup, seed):
    """Play a game of easy bots; count what they said, and what they did in the next decision in which they could."""
    slug, rng, found = setup.slug, random.Random(seed), Counter()
    state, box, choose, reasons = setup.begun(rng), GAMES[slug].data(None, ""), setup.player("easy"), REASONS[slug]
    toward, stood = {}, {}  # by seat: of its newest action; what it said before it took the card that it lacked

    def hear(event, audience):
        if audience is None and (seat := getattr(event, "seat", 0)):
            fresh.setdefault(seat - 1, []).extend(reasons.supported_intentions(box, event))
            acted.update({seat - 1} if isinstance(event, reasons.ACTS) else ())

    while state.to_act:
        seat, fresh, acted = state.to_act[0], {}, set()
        action = state.deal(rng) if seat == CHANCE else choose(state, seat, rng)
        view = state.view(None)
        goals = [goal for goal in reasons.intentions(view, seat + 1) if goal.id in toward.get(seat, ())]
        for goal in goals[:1]:
            assert is_true(slug, box, view, seat, goal), (goal, str(action))
            found["said", goal.id] += 1
        for goal in goals[:1] or (stood.pop(seat, ()) if slug == "architects" else ()):
            could = any(follows_goal(slug, box, state, seat, goal, str(each)) for each in state.legal(seat))
            if could and not str(action).startswith("extra"):  # an extra card may come before a stage
                found[follows_goal(slug, box, state, seat, goal, str(action)), goal.id] += 1
        stood[seat] = goals[:1]
        state.apply(seat, action, hear)
        toward.update({each: fresh.get(each, ()) for each in acted})
    return found


def count_goals_of_games(setup, seeds):
    found = sum((count_goals(setup, f"goal {setup} {seed}") for seed in seeds), Counter())
    done, other = (sum(n for (what, _), n in found.items() if what is followed) for followed in (True, False))
    assert setup.slug == "seven-wonders" or not other, found
    return found, done, other


@pytest.mark.rotated
def test_bot_goals_are_true_in_a_few_games():
    assert all(sum(count_goals_of_games(setup, range(3))[0].values()) for setup in SETUPS)


@pytest.mark.full
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_bot_goals_are_true_and_followed_in_three_hundred_games(setup, part):
    found, done, other = count_goals_of_games(setup, range(part, GAMES_EACH, PARTS))
    assert found, setup
    assert done >= FOLLOWED * (done + other), found
