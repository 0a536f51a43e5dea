"""The end of a lesson names as not met only what did not happen, whether or not it was told."""

import random
from collections import Counter

import pytest

from app.protocol.seat_messages import SetSeat
from app.text.translation import words
from engine.game import Seat
from tests.app.games import taught
from tests.app.games.courses import COURSES


def has_cards(box, seats, *colours):
    return {at for at, seat in enumerate(seats, 1) if any(box.cards[slug].colour in colours for slug in seat.cards)}


def met_ideas(course, view, moves):
    """Return by name of an idea the seats (from 1) that are seen to have met it: by where things lie, and by moves."""
    seats, box = view.seats, course.box
    every = {*range(1, len(seats) + 1)}
    verbs = {(seat + 1, text.removeprefix("choose ").split()[0]) for seat, text in moves}
    did = {verb: {seat for seat, said in verbs if said == verb} for _, verb in verbs}
    if course.game == "architects":
        return {
            "stages": {at for at, seat in enumerate(seats, 1) if seat.stages},
            "progress tokens": {at for at, seat in enumerate(seats, 1) if seat.progress},
            "shields": every if any(seat.shields for seat in seats) else set(),
            "the cat": every if any(seat.cat for seat in seats) else set(),
        }
    if course.game == "duel":
        return {
            "progress tokens": {at for at, seat in enumerate(seats, 1) if seat.progress},
            "wonders": {at for at, seat in enumerate(seats, 1) if any(seat.wonders.values())},
            "discarding": did.get("discard", set()),
            "goods": every if has_cards(box, seats, "brown", "grey") else set(),
            "guilds": every if has_cards(box, seats, "purple") else set(),
            "blue and yellow cards": every if has_cards(box, seats, "blue", "yellow") else set(),
            "science": every if has_cards(box, seats, "green") else set(),
        }
    return {
        "conflicts": every if view.age > 1 else set(),
        "goods": has_cards(box, seats, "brown", "grey"),
        "shields": every if has_cards(box, seats, "red") else set(),
        "science": every if has_cards(box, seats, "green") else set(),
        "guilds": every if has_cards(box, seats, "purple") else set(),
        "stages": {at for at, seat in enumerate(seats, 1) if seat.stages},
    }


@pytest.mark.rotated
@pytest.mark.sampled(3)
@pytest.mark.parametrize("nth", range(3))
@pytest.mark.parametrize("course", COURSES, ids=lambda course: course.game)
def test_lesson_summary_never_lists_a_met_idea_as_unmet(tmp_path, course, nth):
    at, rng = taught.evening(tmp_path, course, course.about(3), seed=f"met {nth}"), random.Random(nth)
    for seat in range(1, course.about(3) + 1):  # nobody is told anything, so all follows from what happens
        at.send(SetSeat, seat=seat, knows=True)
    while at.at_table().phase == "game":
        match = at.table.committed.match
        asked = rng.choice(at.table.committed.state.questions)
        legal = match.position.legal(asked.seat)
        told = [text for text in legal if text.split()[0] in ("build", "progress", "keep")]
        at.say(asked.seat + 1, rng.choice(told if told and rng.random() < 0.7 else legal))
    match = at.table.committed.match
    moves = [(applied.move.seat, applied.move.text) for applied in match.moves if applied.move.seat >= Seat(0)]
    met, found = at.at_table().met, Counter()
    names = {idea.id: idea.name(words("en")) for idea in course.ideas if idea.name}
    for name, seats in met_ideas(course, match.state.view(None), moves).items():
        for seat in range(1, len(met) + 1):
            came = name in {names[idea] for idea in met[seat - 1] if idea in names}
            assert came or seat not in seats, (name, seat)
            found[seat in seats] += 1
    assert found[True] > 3
    at.close()


@pytest.mark.parametrize("course", COURSES, ids=lambda course: course.game)
def test_each_named_idea_explains_how_it_is_met(course):
    assert [idea.id for idea in course.ideas if idea.name and not idea.met] == []
