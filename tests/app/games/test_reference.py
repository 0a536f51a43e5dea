"""The reference of each game: every printed thing is counted once, and nothing is read that is anybody's secret."""

import pytest

from app.text.reference import copies_left, describe_remaining
from app.text.translation import complete, words
from engine.game import Rng
from tests.app.games.references import COUNTED, REFERENCES, lying, printed
from tests.contract.playouts import playout
from tests.contract.shelf import SHELF

SHELVED = {shelved.game.name: shelved for shelved in SHELF}
STEPS_PER_POSITION = 9  # so many steps of a game lie between two that are looked at
GAMES = [pytest.param(name, seed, id=f"{name} {seed}") for name in REFERENCES for seed in range(20)]


def positions(name, seed):
    """Yield states along a random game, and its last one."""
    rng, last = Rng(seed), None
    for nth, state in enumerate(playout(SHELVED[name], rng)):
        last = state
        if nth % STEPS_PER_POSITION == 0:
            yield state, rng
    yield last, rng


def chapters_of(name, state, view):
    return REFERENCES[name].chapters(state.lookup.facts, view, state.setup.variant)


@pytest.mark.sampled(20)
@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_remaining_plus_seen_equals_the_printed_count(name, seed):
    for state, _ in positions(name, seed):
        view = state.view(None)
        things = [
            thing for chapter in chapters_of(name, state, view) for thing in chapter.things if thing.kind in COUNTED
        ]
        assert {thing.slug: thing.total for thing in things} == printed(name, state)
        assert len({thing.slug for thing in things}) == len(things)
        seen = lying(view)
        assert {thing.slug: thing.remaining + seen[thing.slug] for thing in things} == printed(name, state)
        assert all(bool(thing.where) == (not thing.remaining) for thing in things if thing.total == 1)


@pytest.mark.sampled(20)
@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_reference_contains_no_hidden_information(name, seed):
    differed = 0
    for state, rng in positions(name, seed):
        open_to_all = chapters_of(name, state, state.view(None))
        other = state.resample(None, rng)
        for seat in range(len(state.scores())):
            mine, theirs = state.view(seat), other.view(seat)
            differed += mine != theirs
            assert chapters_of(name, state, mine) == chapters_of(name, other, theirs) == open_to_all
    dealt = name == "seven-wonders" and state.setup.deal == "eager"  # their own cards people see alone
    assert differed or not dealt, "no secret was exchanged"


def test_remaining_architects_cards_match_the_face_down_stacks():
    """Counted from the other side: the stacks, less what shows on top of them, and cards given face down."""
    for state, _ in positions("architects", 3):
        view = state.view(None)
        cards, tokens = (chapter for chapter in chapters_of("architects", state, view)[:2])
        down = sum(stack.left - (stack.top is not None) for stack in view.stacks.values())
        assert cards.remaining == down + sum(chair.gifts for chair in view.seats)
        assert tokens.remaining == view.tokens_left


@pytest.mark.parametrize("name", REFERENCES)
@pytest.mark.parametrize("lang", ["en", *complete()])
def test_every_reference_entry_has_words(name, lang):
    w, refer = words(lang), REFERENCES[name]
    variant = ("medals", "expert", "medal-tokens", "leaders", "experts")
    [state, *_] = [state for state, _ in positions(name, 0)]
    people = tuple(f"N{seat}" for seat in range(len(state.scores())))
    for view in (None, state.view(None)):
        for chapter in refer.chapters(state.lookup.facts, view, variant):
            assert refer.title(w, chapter)
            assert isinstance(refer.note(w, chapter, state.lookup.facts), str)
            assert bool(copies_left(w, chapter)) == bool(chapter.total)
            for thing in chapter.things:
                entry = refer.entry(w, thing, state.lookup.facts)
                assert entry.name
                assert entry.says
                assert bool(describe_remaining(w, thing, people)) == bool(thing.total or thing.where)
