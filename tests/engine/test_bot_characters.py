"""Characters: the styles of which one is drawn for each game, and what of their file is refused."""

import random

import pytest

import main
from engine.game_data import BadGameData
from engine.players.bot_characters import parse_characters
from engine.players.bot_levels import Players

GAMES = ("duel", "architects", "seven-wonders")
STYLES = ("general", "scholar", "builder", "merchant")
FILE = """[[character]]
name = "a"
likes = [{ game = "duel", seen = "shields", bent = { shields-ahead = 0.1 } }]
[[character]]
name = "b"
draws = ["a"]
"""


@pytest.fixture(scope="module")
def players():
    return Players(main.read_players())


@pytest.mark.parametrize("game", GAMES)
def test_every_style_is_drawn_about_equally_often(players, game):
    assert players.styles("varied", game) == [*STYLES]
    drawn = [players.draw_character("hard:varied", game, random.Random(seed)) for seed in range(400)]
    assert set(drawn) == {f"hard:{style}" for style in STYLES}
    assert all(60 < drawn.count(name) < 140 for name in set(drawn))


def test_only_the_varied_character_draws_a_style(players):
    rng = random.Random(1)
    for name in ("hard", "hard:plain", "hard:scholar", "search"):
        assert players.draw_character(name, "duel", rng) == name
    assert players.draw_character("hard:varied", "pebbles", rng) == "hard:varied"
    assert "varied" not in players.characters("pebbles")


@pytest.mark.rotated
def test_simulate_draws_a_style_for_each_game(monkeypatch, capsys):
    drawn = []
    made = Players.choose
    monkeypatch.setattr(Players, "choose", lambda self, name, *about: drawn.append(name) or made(self, name, *about))
    words = ["--game", "duel", "--seats", "2", "--games", "12", "--player", "careful:varied,careful", "--summary"]
    assert main.main(["workshop", "simulate", *words]) == 0
    assert {f"careful:{style}" for style in STYLES} <= set(drawn)
    assert "careful:varied wins" in capsys.readouterr().out


def test_only_strong_levels_draw_a_style(players):
    assert {level: players.level_character(level) for level in players.levels} == {
        "easy": "",
        "normal": "",
        "hard": "varied",
        "master": "varied",
    }


@pytest.mark.parametrize(
    ("ours", "instead", "says"),
    [
        ('name = "b"', 'name = "a"', "character 2: name: a is there twice"),
        ("0.1", "inf", "character 1: likes: bent.shields-ahead: a number is wanted"),
        ('draws = ["a"]', 'draws = ["c"]', "character 2: draws: c is no character that likes something"),
        ('draws = ["a"]', 'draws = ["b"]', "character 2: draws: b is no character that likes something"),
        ('draws = ["a"]', 'draw = ["a"]', "draw"),
    ],
)
def test_invalid_characters_file_is_named(ours, instead, says):
    with pytest.raises(BadGameData, match=r"^data/players/characters\.toml: ") as error:
        parse_characters(FILE.replace(ours, instead, 1).encode())
    assert says in str(error.value)


@pytest.mark.parametrize(
    ("file", "ours", "instead", "says"),
    [
        ("characters", b"shields-ahead-early", b"shield-ahead-early", "general: likes: bent.shield-ahead-early: is no"),
        ("levels", b'character = "varied"', b'character = "moody"', "level 3: character: moody is none"),
    ],
)
def test_unknown_style_and_character_names_are_reported(file, ours, instead, says):
    files = main.read_players()
    with pytest.raises(BadGameData) as error:
        Players(files | {file: files[file].replace(ours, instead, 1)})
    assert says in str(error.value)
