"""Evenings of a club from a seed: five in the suite, a thousand by night, and faults put in by hand."""

import os
import subprocess
import sys
from math import inf

import pytest

from tests.evening.club_faults import CLUB_FAULTS, put_in_club
from tests.evening.club_house import club_evening
from tests.evening.club_story import clubs, read_club
from tests.evening.linearizability import Operation, is_linearizable
from tests.evening.run import ROOT, live

MAX_EVENINGS = 20  # evenings in which a fault has to be seen


@pytest.mark.parametrize("seed", range(5))
def test_club_evening_keeps_every_promise(seed, tmp_path):
    world = club_evening(clubs(seed, tables=2, most=90), tmp_path / "club")
    counts = world.audit.counts()
    assert len(world.audit.games_over) > 2
    assert min(counts[promise] for promise in ("UploadedGames", "Standings", "Onlooker", "Calm")) > 1


def test_club_story_round_trips_through_its_file(tmp_path):
    for seed in range(4):
        (tmp_path / "story.json").write_bytes(clubs(seed).json())
        assert read_club(tmp_path / "story.json") == clubs(seed)


@pytest.mark.parametrize("fault", CLUB_FAULTS)
def test_injected_club_fault_still_patches_the_program(fault):
    """A renamed function of the product would leave its fault out."""
    with put_in_club(fault):
        pass


@pytest.mark.full
@pytest.mark.parametrize("fault", CLUB_FAULTS)
def test_injected_club_fault_is_detected(fault):
    with put_in_club(fault):
        assert any(live(clubs(seed))[1] for seed in range(MAX_EVENINGS))


@pytest.mark.full
def test_club_evening_does_not_depend_on_hash_order():
    asked = "from tests.evening.run import clubs, digest; print(digest(0, clubs), digest(4, clubs))"
    said = {
        subprocess.run(
            [sys.executable, "-c", asked],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "77")
    }
    assert len(said) == 1


# ---- the checker -------------------------------------------------------------------------------------------------


def written(begins, ends, value):
    return Operation(begins, ends, True, value)


def read(begins, ends, value):
    return Operation(begins, ends, False, value)


@pytest.mark.parametrize(
    ("holds", "history"),
    [
        (True, [written(0, 1, 5), read(2, 3, 5)]),
        (False, [written(0, 1, 5), read(2, 3, None)]),  # old
        (True, [written(0, 4, 5), read(1, 2, None), read(2.5, 3, 5)]),
        (False, [written(0, 4, 5), read(1, 2, 5), read(2.5, 3, None)]),  # there, and gone again
        (True, [written(0, inf, 5), read(2, 3, None), read(4, 5, 5)]),  # nobody knows when
        (False, [written(0, inf, 5), read(2, 3, 5), read(4, 5, None)]),
        (True, [written(0, 5, 1), written(0, 5, 2), read(1, 2, 2), read(3, 4, 1)]),
        (False, [written(0, 1, 1), written(2, 3, 2), read(4, 5, 1)]),  # an older version that came late
    ],
)
def test_history_is_linearizable_if_some_order_explains_it(holds, history):
    assert is_linearizable(history) is holds
