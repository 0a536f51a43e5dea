"""Games are the same on arm64, byte for byte."""

import subprocess
import sys

import pytest

from tests.appliance.container import ROOT

pytestmark = pytest.mark.root
GAMES = 10


@pytest.mark.parametrize(("game", "seats"), [("architects", "4"), ("duel", "2"), ("seven-wonders", "5")])
def test_arm64_plays_the_same_games_as_this_machine(arm, game, seats, tmp_path):
    words = [
        "workshop",
        "simulate",
        "--game",
        game,
        "--seats",
        seats,
        "--games",
        str(GAMES),
        "--player",
        "greedy",
        "--out",
    ]
    subprocess.run([sys.executable, "main.py", *words, tmp_path], cwd=ROOT, check=True)
    arm.run("/srv/program/main.py", *words, f"/srv/{game}")
    here, there = (
        {path.name: path.read_bytes() for path in folder.glob("*.wt")} for folder in (tmp_path, arm.place / game)
    )
    assert len(here) == GAMES
    assert there == here
