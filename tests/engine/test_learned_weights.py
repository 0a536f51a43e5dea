"""Players that have learned: what they judge by, what they choose, and what they may not know."""

import random
from math import isclose, isfinite

import pytest

import main
from app.commands.records import deciding_seats, make_header, play_game
from app.games.game_list import shelf
from engine.game import HasFeatures
from engine.game_data import BadGameData
from engine.players import Choose, player
from engine.players.learned_evaluation import BadWeights, Evaluation
from engine.players.learned_weights import FittedWeights, choose_weights, parse_weights

GAMES = shelf(main.read_game_data())
LEARNED = {slug: parse_weights(text, f"{slug}.toml") for slug, text in main.read_players().items() if slug in GAMES}
SETUPS = [(slug, each.seats, each.variant) for slug, entries in LEARNED.items() for each in entries]
ENTRY = """[[learned]]
seats = 2
games = 3
log_loss = 0.5
right = 0.7
[learned.weights]
points = 0.1
"""


def evaluation(slug, seats, variant="") -> Evaluation:
    return Evaluation(choose_weights(LEARNED[slug], seats, variant).weights)


def make_player(kind, slug, seats, variant="", iterations=4) -> Choose:
    return player(kind, evaluation(slug, seats, variant), iterations)


def positions(slug, seats, variant, seed, often=7):
    """Yield every `often`-th position of a random game in which a seat decides, with that seat."""
    game, rng = GAMES[slug], random.Random(seed)
    state = game.start(game.setup(make_header(game, seats, variant, rng)))
    for decision, seat in enumerate(deciding_seats(state, rng), start=1):
        if decision % often == 0:
            yield state, seat
        state.apply(seat, rng.choice(list(state.legal(seat))))


def test_every_game_has_learned_weights():
    assert set(LEARNED) == set(GAMES)


@pytest.mark.parametrize(("slug", "seats", "variant"), SETUPS)
def test_features_are_named_finite_and_judged(slug, seats, variant):
    judges = evaluation(slug, seats, variant)
    for state, _ in positions(slug, seats, variant, 1):
        assert isinstance(state, HasFeatures)
        names, rows = state.feature_names(), state.features()
        assert len(set(names)) == len(names)
        assert [len(row) for row in rows] == [len(names)] * seats
        assert all(isfinite(value) for row in rows for value in row)
        chances = judges.win_probabilities(state)
        assert isclose(sum(chances), 1)
        assert min(chances) >= 0


def test_computing_features_does_not_change_the_state():
    for slug, seats, variant in SETUPS:
        for state, _ in positions(slug, seats, variant, 2, often=15):
            before = state.view(None), state.scores(), state.to_act
            state.features()
            assert (state.view(None), state.scores(), state.to_act) == before


def test_judgement_of_a_finished_game_is_certain():
    for slug, seats, variant in SETUPS:
        for state, _ in positions(slug, seats, variant, 3):  # noqa: B007  # its last one is over
            pass
        winners = state.winners()
        assert evaluation(slug, seats, variant).win_probabilities(state) == [
            (seat in winners) / len(winners) for seat in range(seats)
        ]


@pytest.mark.sampled(6)
@pytest.mark.parametrize("kind", ["careful", "search"])
@pytest.mark.parametrize("slug", GAMES)
def test_learned_player_is_legal_and_deterministic(slug, kind):
    game, seats = GAMES[slug], max(2, GAMES[slug].seats[0])
    choose = make_player(kind, slug, seats)

    def checked(state, seat, rng):
        before = state.view(seat)
        action = choose(state, seat, rng)
        assert action in state.legal(seat)
        assert state.view(seat) == before
        return action

    texts = []
    for _ in range(2):
        rng = random.Random(4)
        texts.append(play_game(game, make_header(game, seats, "", rng), [checked] * seats, rng)[1])
    assert texts[0] == texts[1]


@pytest.mark.parametrize("games", [6, pytest.param(200, marks=pytest.mark.full)])
def test_careful_beats_greedy_at_duel(games):
    """The results of hundreds of games are in docs/strength.md."""
    game, won = GAMES["duel"], 0.0
    kinds = [make_player("careful", "duel", 2), player("greedy", None, 0)]
    for number in range(games):
        rng = random.Random(f"learned/{number // 2}")  # each deal from both seats
        seats = [kinds[(seat + number) % 2] for seat in (0, 1)]
        state, _ = play_game(game, make_header(game, 2, "", rng), seats, rng)
        winners = state.winners()
        won += (number % 2 in winners) / len(winners)
    assert won > games / 2


def test_careful_player_requires_weights():
    assert player("careful", None, 10) is None
    assert player("greedy", None, 10) is not None


def test_weights_of_another_game_are_refused():
    [state, _] = next(positions("duel", 2, "", 1))
    with pytest.raises(BadWeights, match="beard"):
        Evaluation({"beard": 1.0}).win_probabilities(state)


def test_nearest_setup_of_the_same_variant_is_chosen():
    def entry(seats, variant=""):
        return FittedWeights(seats=seats, variant=variant, games=1, log_loss=0, right=1, weights={})

    two, five, leaders = entry(2), entry(5), entry(3, "leaders")
    assert choose_weights((two, five, leaders), 3, "") is two
    assert choose_weights((two, five, leaders), 7, "") is five
    assert choose_weights((two, five, leaders), 7, "leaders") is leaders
    assert choose_weights((two, five), 4, "medals") is five
    assert choose_weights((), 4, "") is None


@pytest.mark.parametrize(
    ("ours", "instead", "says"),
    [("seats = 2", "", "seats"), ("right = 0.7", "right = 7", "right"), ("points = 0.1", "points = nan", "points")],
)
def test_invalid_weights_file_is_named(ours, instead, says):
    assert parse_weights(ENTRY.encode(), "duel.toml")[0].weights == {"points": 0.1}
    with pytest.raises(BadGameData, match=rf"^duel\.toml: .*{says}"):
        parse_weights(ENTRY.replace(ours, instead).encode(), "duel.toml")
