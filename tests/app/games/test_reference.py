"""The reference of each game: every printed thing is counted once, and nothing is read that is anybody's secret."""

from collections import Counter

import msgspec
import pytest

from app.games.architects import reference as architects
from app.games.duel import reference as duel
from app.games.seven_wonders import reference as seven_wonders
from app.text.languages import complete, words
from app.text.reference import counted, left
from engine.game import Rng
from tests.contract.shelf import SHELF
from tests.contract.test_contract import playout

REFERENCES = {"architects": architects, "duel": duel, "seven-wonders": seven_wonders}
SHELVED = {shelved.game.name: shelved for shelved in SHELF}
EVERY = 9  # so many steps of a game lie between two that are looked at
GAMES = [pytest.param(name, seed, id=f"{name} {seed}") for name in REFERENCES for seed in range(20)]
COUNTED = ("card", "leader", "token", "medal")  # kinds of which what was seen lies somewhere in the view


def positions(name, seed):
    """States on the way through a random game, and its last."""
    rng, last = Rng(seed), None
    for nth, state in enumerate(playout(SHELVED[name], rng)):
        last = state
        if nth % EVERY == 0:
            yield state, rng
    yield last, rng


def listed(name, state, view):
    return REFERENCES[name].chapters(state.lookup.facts, view, state.setup.variant)


def lying(view):
    """Everything that the public view names, wherever it stands: its slugs, and those with a number as often."""
    found = Counter()

    def walk(it):
        if isinstance(it, str):
            found[it] += 1
        elif isinstance(it, dict):
            for key, value in it.items():
                if isinstance(value, int):
                    found[key] += value
                else:
                    walk(value)
                    if value is None or isinstance(value, str):
                        found[key] += 1  # a wonder of Duel, and the card under it
        elif isinstance(it, list | tuple):
            for each in it:
                walk(each)

    told = msgspec.to_builtins(view)
    for beside in ("hints", "to_act", "pending", "winners", "victory", "game"):
        told.pop(beside, None)
    for chair in told["seats"]:
        for beside in ("ages", "costs", "prices", "science", "score", "name"):
            chair.pop(beside, None)
    walk(told)
    return found


def printed(name, state):
    """How many of each thing that is counted are in this game, by the data."""
    facts, variant, view = state.lookup.facts, state.setup.variant, state.view(None)
    if name == "duel":
        return Counter([*facts.cards, *facts.tokens])
    if name == "seven-wonders":
        found = Counter({slug: sum(n <= len(view.seats) for n in card.copies_at) for slug, card in facts.cards.items()})
        found.update(slug for slug, card in facts.cards.items() if card.colour == "purple")
        experts = "experts" in variant
        those = [slug for slug, leader in facts.leaders.items() if experts or leader.group == "standard"]
        found.update(those if "leaders" in variant else ())
        return +found
    found = Counter(facts.center.cards)
    for chair in view.seats:
        found.update(facts.wonders[chair.wonder].cards)
    more = "medal-tokens" in variant
    found.update({slug: token.copies + more * token.more for slug, token in facts.tokens.items()})
    found.update(list(facts.medals) if "medals" in variant else ())
    return +found


@pytest.mark.sampled(20)
@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_left_and_seen_are_what_is_printed(name, seed):
    for state, _ in positions(name, seed):
        view = state.view(None)
        things = [thing for chapter in listed(name, state, view) for thing in chapter.things if thing.kind in COUNTED]
        assert {thing.slug: thing.of for thing in things} == printed(name, state)
        assert len({thing.slug for thing in things}) == len(things)
        seen = lying(view)
        assert {thing.slug: thing.left + seen[thing.slug] for thing in things} == printed(name, state)
        assert all(bool(thing.where) == (not thing.left) for thing in things if thing.of == 1)


@pytest.mark.sampled(20)
@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_a_reference_holds_nobodys_secret(name, seed):
    differed = 0
    for state, rng in positions(name, seed):
        open_to_all = listed(name, state, state.view(None))
        other = state.resample(None, rng)
        for seat in range(len(state.scores())):
            mine, theirs = state.view(seat), other.view(seat)
            differed += mine != theirs
            assert listed(name, state, mine) == listed(name, other, theirs) == open_to_all
    dealt = name == "seven-wonders" and state.setup.deal == "eager"  # their own cards people see alone
    assert differed or not dealt, "no secret was exchanged"


def test_what_is_left_of_architects_lies_face_down():
    """Counted from the other side: the stacks, less what shows on top of them, and cards given face down."""
    for state, _ in positions("architects", 3):
        view = state.view(None)
        cards, tokens = (chapter for chapter in listed("architects", state, view)[:2])
        down = sum(stack.left - (stack.top is not None) for stack in view.stacks.values())
        assert cards.left == down + sum(chair.gifts for chair in view.seats)
        assert tokens.left == view.tokens_left


@pytest.mark.parametrize("name", REFERENCES)
@pytest.mark.parametrize("lang", ["en", *complete()])
def test_every_thing_has_words(name, lang):
    w, refer = words(lang), REFERENCES[name]
    variant = ("medals", "expert", "medal-tokens", "leaders", "experts")
    [state, *_] = [state for state, _ in positions(name, 0)]
    people = tuple(f"N{seat}" for seat in range(len(state.scores())))
    for view in (None, state.view(None)):
        for chapter in refer.chapters(state.lookup.facts, view, variant):
            assert refer.title(w, chapter)
            assert isinstance(refer.note(w, chapter, state.lookup.facts), str)
            assert bool(counted(w, chapter)) == bool(chapter.of)
            for thing in chapter.things:
                entry = refer.entry(w, thing, state.lookup.facts)
                assert entry.name
                assert entry.says
                assert bool(left(w, thing, people)) == bool(thing.of or thing.where)
