"""A seat of 7 Wonders remembers the hands it has passed on: what it imagines holds no card that it knows is gone."""

import random
from collections import Counter

import pytest

import main
from app.commands.records import make_header
from app.games.game_list import shelf
from engine.game import CHANCE, Seat
from engine.players.bot_levels import Players
from engine.seven_wonders import actions

GAME = shelf(main.read_game_data())["seven-wonders"]
PUT = (actions.Build, actions.Stage, actions.Sell)
PUT_DOWN = (actions.Stage, actions.Sell)
WORLDS = 2  # imagined by each seat in each turn


class Notes:
    """Notes that one player could take in an age from what is visible: the cards possible in a hand, by its holder."""

    def __init__(self, seats):
        self.seats = seats
        self.hands = {}
        self.down = Counter()  # cards that they have put down themselves

    def held(self, seat, hand, choice):
        left = Counter(hand)
        left[choice.card] -= 1
        self.hands[seat] = left
        if isinstance(choice, PUT_DOWN):
            self.down[choice.card] += 1

    def built(self, seat, card):
        if self.hands.get(seat, Counter())[card]:
            self.hands[seat][card] -= 1

    def passed(self, to):
        step = 1 if to == "left" else -1
        self.hands = {(seat + step) % self.seats: hand for seat, hand in self.hands.items()}

    def check(self, state, seat, world):
        """Check the hands of an imagined world against the notes and return the number of hands compared."""
        for other in range(self.seats):
            imagined = Counter(world.lookup.cards[card] for card in world.hands[other])
            if other == seat:
                assert world.hands[other] == state.hands[other]
            elif other in self.hands:
                assert not imagined - self.hands[other]
            for card, count in imagined.items():
                number = state.lookup.card[card]
                copies = state.lookup.copies[self.seats][state.age][number] or 1  # a guild
                assert count <= copies - state.copies_built[number] - self.down[card]
        return len(self.hands)


def note_event(event, notes):
    """Update the notes of every seat with a public event."""
    if isinstance(event, actions.CardBuilt):
        for seat, each in enumerate(notes):
            if seat != event.seat - 1:
                each.built(event.seat - 1, event.card)
    elif isinstance(event, actions.HandsPassed):
        for each in notes:
            each.passed(event.to)


@pytest.mark.parametrize(
    ("seats", "variant", "games"),
    [(3, "", 1), (4, "leaders", 1), pytest.param(3, "", 20, marks=pytest.mark.full)],
)
def test_resampled_hand_excludes_cards_known_to_be_gone(seats, variant, games):
    compared = 0
    for number in range(games):
        rng = random.Random(f"memory/{number}")
        state = GAME.start(GAME.setup(make_header(GAME, seats, variant, rng)))
        notes, age = [Notes(seats) for _ in range(seats)], 0
        while state.to_act:
            seat = state.to_act[0]
            if state.age != age:
                notes, age = [Notes(seats) for _ in range(seats)], state.age
            if seat == CHANCE:
                state.apply(CHANCE, state.deal(rng))
                continue
            if state.turn and len(state.to_act) == seats and all(state.hands):
                for each in range(seats):
                    for _ in range(WORLDS):
                        compared += notes[each].check(state, each, state.resample(Seat(each), rng))
            action = rng.choice(list(state.legal(seat)))
            if isinstance(action, actions.Choose) and isinstance(action.what, PUT) and state.turn:
                notes[seat].held(seat, [state.lookup.cards[card] for card in state.hands[seat]], action.what)
            state.apply(seat, action, lambda event, audience, notes=notes: note_event(event, notes))
    assert compared > 50 * games


def start_in_age_two(rng):
    """Return a state in Age II, after hands were passed on three times."""
    state = GAME.start(GAME.setup(make_header(GAME, 3, "", rng)))
    while state.age < 2 or state.turn < 4:
        seat = state.to_act[0]
        state.apply(seat, state.deal(rng) if seat == CHANCE else rng.choice(list(state.legal(seat))))
    return state


def test_resampled_world_keeps_only_the_memory_of_its_seat():
    """In a world that a seat imagines the others remember nothing: it would tell of hands that were exchanged."""
    rng = random.Random(5)
    state = start_in_age_two(rng)
    world = state.resample(Seat(1), rng)
    assert [bool(known) for row in world.remembered for known in row] == [False, True, False] * 3
    assert world.resample(Seat(0), rng).scores() == state.scores()


def test_forgetful_seat_resamples_impossible_hands():
    """The test compares `forgetful` with `search`: the state of the question and the imagined worlds."""
    rng, players = random.Random(5), Players(main.read_players())
    state = start_in_age_two(rng)
    remembered = state.remembered
    search, forgetful = (
        players.choose(kind, GAME.name, 3, "", 4).start_search(state, Seat(1), rng) for kind in ("search", "forgetful")
    )

    def possible(search):
        """List for each imagined world if all cards of the next seat's hand were in it when seat 2 passed it."""
        worlds = [search.state.resample(Seat(1), rng) for _ in range(50)]
        return [set(world.hands[2]) <= set(remembered[2][1]) for world in worlds]

    assert all(possible(search))
    assert not all(possible(forgetful))
    assert state.remembered is remembered
