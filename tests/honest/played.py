"""Every player, in every game and with every variant; positions of games by chance, and whole games of one player."""

import random
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import main
from app.commands.records import make_header, play_game
from app.games.game_list import shelf
from engine.game import CHANCE, Rng, Seat
from engine.players import Choose
from engine.players.bot_levels import Players

GAMES: Final = shelf(main.read_game_data())
PLAYERS: Final = Players(main.read_players())
ITERATIONS: Final = 4  # of a search; a level has its own
AHEAD: Final = ("greedy", "random", "careful", "easy")  # players that need no second for a decision, and do not search
SEARCHING: Final = ("search", "forgetful", "normal:general")  # in 7 Wonders *normal* does
HARD: Final = "hard:scholar"
MASTER: Final = "master"  # the same player as HARD, with more iterations
EVERYBODY: Final = (*AHEAD, *SEARCHING, HARD, MASTER)
BLOCK: Final = 20  # games that one process plays in a row
BLOCKS: Final = tuple(range(first, first + BLOCK) for first in range(0, 1000, BLOCK))
TWICE: Final = 50  # of so many games one is played again


class WhatGame(NamedTuple):
    """A game as it is, or with one of its variants and what that needs."""

    slug: str
    seats: int
    variant: str

    def __str__(self) -> str:
        return " ".join([self.slug, *self.variant.split()])

    def begun(self, rng: Rng) -> Any:
        game = GAMES[self.slug]
        return game.start(game.setup(make_header(game, self.seats, self.variant, rng)))

    def player(self, name: str) -> Choose:
        found = PLAYERS.choose(name, *self, ITERATIONS)
        assert found is not None
        return found


def _list_setups() -> Iterator[WhatGame]:
    for slug, game in GAMES.items():
        seats = max(3, game.seats[0]) if 3 in game.seats else game.seats[0]
        yield WhatGame(slug, seats, "")
        for variant, needs in game.variants().items():
            yield WhatGame(slug, seats, " ".join((*needs, variant)))


SET_UPS: Final = tuple(_list_setups())


def positions(setup: WhatGame, seed: str) -> Iterator[tuple[Any, Seat]]:
    """Yield positions of random games in which a seat has a choice, one of a few successive ones, without end."""
    rng = random.Random(f"honest {seed}")
    while True:
        state = setup.begun(rng)
        while state.to_act:
            seat = rng.choice(state.to_act)
            if seat == CHANCE:
                state.apply(CHANCE, state.deal(rng))
                continue
            legal = state.legal(seat)
            if len(legal) > 1 and rng.random() < 0.3:
                yield state, seat
            state.apply(seat, rng.choice(list(legal)))


def games_are_legal(name: str, numbers: range) -> None:
    """Play these games, with the set-ups in turn: `apply` refuses what is not legal. Some are played twice alike."""
    for number in numbers:
        setup = SET_UPS[number % len(SET_UPS)]
        choose, game = setup.player(name), GAMES[setup.slug]
        texts = []
        for _ in range(2 if number % TWICE == 0 else 1):
            rng = random.Random(f"{name} {number}")
            told = make_header(game, setup.seats, setup.variant, rng)
            state, text = play_game(game, told, [choose] * setup.seats, rng)
            assert state.winners()
            texts.append(text)
        assert len(set(texts)) == 1, number
