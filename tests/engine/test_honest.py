"""Every player, in every game and with every variant: it says what is legal, the same with the same chance, and nothing
that follows from what its seat may not know.
"""

import random
from itertools import cycle, islice

import pytest

import main
from app.commands.records import header, played
from app.games.shelf import shelf
from engine.game import CHANCE, BadHeader
from engine.players import KINDS
from engine.players.levels import Players

GAMES = shelf(main.data())
PLAYERS = Players(main.players())
ITERATIONS = 4  # of a search; a level has its own


def set_ups():
    """Each game as it is, and with each of its variants and what that needs."""
    for slug, game in GAMES.items():
        seats = max(3, game.seats[0]) if 3 in game.seats else game.seats[0]
        yield slug, seats, ""
        for variant, needs in game.variants().items():
            yield slug, seats, " ".join((*needs, variant))


SET_UPS = tuple(set_ups())
EASILY = (*KINDS, "easy", "normal:general")  # players that need no second for a decision


def begun(slug, seats, variant, rng):
    return GAMES[slug].start(GAMES[slug].setup(header(GAMES[slug], seats, variant, rng)))


def positions(slug, seats, variant, seed):
    """Positions of random games in which somebody has a choice, without end; one of a few that follow each other."""
    rng = random.Random(f"honest {seed}")
    while True:
        state = begun(slug, seats, variant, rng)
        while state.to_act:
            seat = rng.choice(state.to_act)
            if seat == CHANCE:
                state.apply(CHANCE, state.deal(rng))
                continue
            legal = state.legal(seat)
            if len(legal) > 1 and rng.random() < 0.3:
                yield state, seat
            state.apply(seat, rng.choice(list(legal)))


def test_every_set_up_can_be_had():
    for slug, seats, variant in SET_UPS:
        try:
            begun(slug, seats, variant, random.Random(1))
        except BadHeader as unfit:
            pytest.fail(f"{slug} {variant}: {unfit}")


@pytest.mark.parametrize("name", [*EASILY, pytest.param("hard:scholar", marks=pytest.mark.full)])
@pytest.mark.parametrize("pairs", [2, pytest.param(200, marks=pytest.mark.full)])
def test_worlds_that_a_seat_cannot_tell_apart_are_the_same_to_whoever_plays_there(name, pairs):
    pairs = min(pairs, 20) if name.startswith("hard") else pairs
    for slug, seats, variant in SET_UPS:
        choose, rng = PLAYERS.choose(name, slug, seats, variant, ITERATIONS), random.Random(7)
        for state, seat in islice(positions(slug, seats, variant, name), pairs):
            other = state.resample(seat, rng)
            assert choose(state, seat, random.Random(1)) == choose(other, seat, random.Random(1)), (slug, variant)


@pytest.mark.full
@pytest.mark.parametrize("name", [*EASILY, "hard:scholar"])
def test_a_thousand_games_are_legal_and_some_of_them_are_played_twice(name):
    """`apply` refuses what is not legal. Of *hard* they are twenty."""
    games = 20 if name.startswith("hard") else 1000
    for number, (slug, seats, variant) in enumerate(islice(cycle(SET_UPS), games)):
        choose = PLAYERS.choose(name, slug, seats, variant, ITERATIONS)
        texts = []
        for _ in range(2 if number % 50 == 0 else 1):
            rng = random.Random(f"{name} {number}")
            state, text = played(GAMES[slug], header(GAMES[slug], seats, variant, rng), [choose] * seats, rng)
            assert state.winners()
            texts.append(text)
        assert len(set(texts)) == 1
