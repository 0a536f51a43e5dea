"""Tests that numbers shown on the screen equal those of the state, in games played at random."""

import random
import re

import pytest

from app.games.duel.screen import touch_handlers
from app.games.duel.screen.ui_state import TouchedThing
from app.screen.composition import compose
from app.screen.paint.text_drawing import measure
from tests.app.screen import duels, sevens
from tests.app.screen.lettering import Lettering

SIZE = (1280, 720)
WONDERS = duels.DATA.table.max_wonders
LEFT = r"(\d+) (?:wonders? )?left"
GAMES = 100  # with `full`; else the first alone


def seed_ranges(first):
    """List the seeds from `first` in ranges that each take well under three minutes."""
    return [pytest.param(range(max(first, at), at + 20), marks=pytest.mark.full) for at in range(0, GAMES, 20)]


def words(room, key):
    """Return the texts of the element with that key."""
    part = next(part for part in compose(room.control.scene, *SIZE) if part.key == key)
    pen = Lettering(measure)
    part.draw(pen, room.control)
    return [word.text for layer in pen.layers for word in layer.words]


@pytest.mark.parametrize("seeds", [range(1), *seed_ranges(1)])
def test_the_coins_left_in_duel_equal_the_state(seeds):
    """The number of wonders left, too, is that of the wonders not built yet."""
    room, compared, spared = duels.Room(), set(), set()
    for seed in seeds:
        rng, states = random.Random(seed), duels.states(seed)
        for state in states:
            view = state.view(None)
            if view.derived.ask != "turn":
                continue
            seat = view.to_act[0]
            open_slots = [slot for slot, place in view.structure.items() if place.accessible]
            slot = rng.choice(open_slots)
            room.show(state)
            left = WONDERS - sum(under is not None for chair in view.seats for under in chair.wonders.values())
            assert {int(n) for text in words(room, "discard") for n in re.findall(LEFT, text)} == {left}
            spared.add(left)
            touch_handlers.show(room.control, TouchedThing("slot", slot))
            read = " ".join(words(room, "touched"))
            assert read.count("You make all it needs") <= 1, "the other’s price is not said of the reader"
            card = view.structure[slot].card
            for said, sign in ((f"build {card}", r"keep (\d+)"), (f"discard {card}", r"then (\d+)")):
                action = state.parse(said)
                shown = [int(n) for n in re.findall(sign, read)]
                if action not in state.legal(seat - 1):
                    assert not shown
                    continue
                then = state.copy()
                then.apply(seat - 1, action)
                assert shown == [then.view(None).seats[seat - 1].coins], (said, read)
                compared.add(said)
        duels.states.cache_clear()
    assert len(compared) > 30
    assert len(spared) > 2


@pytest.mark.parametrize("seeds", [range(3, 4), *seed_ranges(4)])
def test_hand_sizes_on_the_screen_equal_the_state(seeds):
    """Roma by night keeps leaders in hand that other seats have discarded, or draws more."""
    room, kinds = sevens.Room(), set()
    for seed in seeds:
        before = None
        for state in sevens.states(4, seed):
            view = state.view(None)
            if before == (view.age, view.turn, view.asked):
                continue
            before = view.age, view.turn, view.asked
            room.show(state)
            keys = {part.key for part in compose(room.control.scene, *SIZE)}
            held = [count_own_hand(state, seat) for seat in range(4)]
            if "hands" not in keys:
                continue
            said = words(room, "hands")
            number, where = said[0], " ".join(said[1:])
            alike = min(held) == max(held)
            assert (number, where) == (
                (f"{held[0]}", "in each hand") if alike else (f"{min(held)}–{max(held)}", "in the hands")
            )
            kinds.add((alike, view.turn > 0))
        sevens.states.cache_clear()
    assert kinds >= {(True, True), (True, False), (False, False)}


def count_own_hand(state, seat):
    """Return the number of cards in a seat's hand, or of leaders while it recruits."""
    mine, view = state.view(seat).mine, state.view(None)
    return len(mine.leaders if view.age and not view.turn else mine.hand)
