"""Levels: who plays at which, of which game and number of seats; and what of their file is refused."""

import random

import pytest

import main
from app.games.game_list import shelf
from engine.game_data import BadGameData
from engine.players.bot_levels import LevelPlayer, Players, parse_levels
from engine.players.learned_evaluation import Evaluation
from engine.players.learned_player import CarefulPlayer

FILE = """usual = "b"
daily = "b"
[[level]]
name = "a"
once = ["old"]
plays = [{ player = "careful", blur = 2.0 }]
[[level]]
name = "b"
plays = [
    { player = "careful" },
    { game = "duel", player = "search", iterations = 9 },
    { seats = 5, player = "search", iterations = 3 },
]
"""


def test_last_matching_entry_defines_the_player():
    levels = parse_levels(FILE.encode())
    assert levels.plays("a", "duel", 2) == LevelPlayer(player="careful", blur=2.0)
    assert levels.plays("b", "architects", 4).player == "careful"
    assert levels.plays("b", "duel", 2).iterations == 9
    assert levels.plays("b", "architects", 5).iterations == 3
    assert levels.plays("c", "duel", 2) is None


def test_old_level_names_map_to_current_names():
    levels = parse_levels(FILE.encode())
    assert [levels.current_name(name) for name in ("old", "a", "b", "c")] == ["a", "a", "b", ""]
    ours = Players(main.read_players())
    assert (ours.current_name("greedy"), ours.current_name("random:general"), ours.current_name("clever")) == (
        "normal",
        "easy:general",
        None,
    )


@pytest.mark.parametrize(
    ("ours", "instead", "says"),
    [
        ('usual = "b"', 'usual = "z"', "usual: z is no level"),
        ('daily = "b"', 'daily = "z"', "daily: z is no level"),
        ('player = "careful" }', 'player = "careful", seconds = 1.0 }', "plays 1: seconds: only a search takes some"),
        ('name = "a"', 'name = "greedy"', "level 1: name: greedy is called something else already"),
        ('name = "a"', 'name = "b"', "level 2: name: b is called"),
        ("iterations = 9", "iterations = 0", "level 2: plays 2: iterations: a search has some, nobody else"),
        ('player = "search", iterations = 9', 'player = "search", iterations = 9, blur = 1', "plays 2: blur"),
        ("blur = 2.0", "blur = -2.0", "blur"),
        ('player = "careful" }', 'player = "careful", seats = 3 }', "level 2: plays: one entry without game and seats"),
        ('"careful"', '"clever"', "clever"),
    ],
)
def test_invalid_levels_file_is_named(ours, instead, says):
    with pytest.raises(BadGameData, match=r"^data/players/levels\.toml: ") as error:
        parse_levels(FILE.replace(ours, instead, 1).encode())
    assert says in str(error.value)


def test_every_level_plays_every_game_with_any_seats():
    players = Players(main.read_players())
    for slug, game in shelf(main.read_game_data()).items():
        for name in players.levels:
            for seats in game.seats:
                assert players.choose(name, slug, seats, "") is not None


def test_blurred_judgement_errs_only_between_close_actions():
    """By points: a point less is often taken for more, four points less never are where a blur is of one."""
    taken = {lead: sum(_chooses(lead, random.Random(seed)) == "best" for seed in range(200)) for lead in (0.5, 1, 5)}
    assert 110 < taken[0.5] < 160
    assert 140 < taken[1] < 180
    assert taken[5] == 200


class Two:
    """Two actions, one of which brings some points more."""

    to_act = (0,)

    def __init__(self, lead: float, points: float = 0.0):
        self.lead, self.points = lead, points

    def legal(self, seat):
        return ["best", "other"]

    def resample(self, seat, rng):
        return self

    def copy(self):
        return Two(self.lead)

    def apply(self, seat, action):
        self.points = self.lead * (action == "best")

    def feature_names(self):
        return ("points",)

    def features(self):
        return ((self.points,), (0.0,))


def _chooses(lead, rng):

    return CarefulPlayer(Evaluation({"points": 0.2}), 1.0)(Two(lead), 0, rng)


def test_simulate_accepts_level_names(capsys):
    words = ("--game", "duel", "--seats", "2", "--player", "easy,normal", "--summary")
    assert main.main(["workshop", "simulate", *words]) == 0
    out = capsys.readouterr().out
    assert "easy wins" in out
    assert "normal wins" in out


def test_benchmarks_page_lists_the_iterations_of_hard():
    """docs/benchmarks.md, row i3."""
    text = " ".join((main.ROOT / "docs" / "benchmarks.md").read_text().split())
    players = Players(main.read_players())

    def looks(game, *seats):
        return [players.iterations("hard", game, each) for each in seats]

    [duel] = looks("duel", 2)
    few, many = looks("architects", 4, 5)
    three, five, seven = looks("seven-wonders", 3, 5, 7)
    assert f"Duel {duel}; Architects {few}, from five seats on {many}; 7 Wonders" in text
    assert f"with Leaders or without, {three}, of five {five}, of seven {seven}." in text
