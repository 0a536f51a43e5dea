"""Whole evenings from a seed: ten in the suite, one in each game and mode; more, and every fault put in, by --full."""

import os
import subprocess
import sys
from random import Random

import pytest

from app.protocol.rejection import Rejection
from app.storage.database import Store
from tests.evening.disk import SECTOR, Disk, Stored
from tests.evening.faults import FAULTS, put_in
from tests.evening.house import evening
from tests.evening.run import ROOT, SEES, find_fault, live
from tests.evening.story import (
    COINCIDING,
    PEOPLE,
    STORIES,
    Step,
    Story,
    build_story,
    coinciding,
    overlapping,
    read,
    shrunk,
)
from tests.evening.story import FAULTS as BEFALLS

SHORT = [  # faults, stories of a few steps that show them, and what is said of it
    ("a vote lost at a restart", "vote-and-killed", "Shown: onlooker None vote is another"),
    ("a suspended game without its last move", "suspended-and-resumed", "GameHistory: suspended game 1 has lost rows"),
    ("points of two seats swapped in the history", "suspended-and-resumed", "GameHistory: game 1 has other points"),
    ("a refused write that is there again", "refused-and-killed", "Shown: onlooker None log is another"),
    (
        "blue cards counted twice",
        "duel-and-nothing-else",
        "JudgeAgreement: screen is shown another game than the record has",
    ),
]
FULL_RUN_EVENINGS = 100  # evenings of a full run, others with each commit


@pytest.mark.sampled(10)
@pytest.mark.parametrize("seed", range(10))
def test_evening_keeps_every_promise(seed, tmp_path):
    world = evening(build_story(seed), tmp_path / "table")
    assert world.audit.heard > 100
    assert world.audit.counts()["Alike"] > 100


@pytest.mark.sampled(4)
@pytest.mark.parametrize("seed", [61, 62, 4, 1])
def test_evening_with_coinciding_faults_keeps_every_promise(seed, tmp_path):
    story = coinciding(seed)
    assert sum("+" in step.what for step in story.steps) > 5
    world = evening(story, tmp_path / "table")
    assert world.lives > 3
    assert world.audit.counts()["Shown"] > 100


@pytest.mark.sampled(4)
@pytest.mark.parametrize("seed", [3, 1, 2, 4])
def test_evening_with_simultaneous_actions_keeps_every_promise(seed, tmp_path):
    story = overlapping(seed)
    assert sum(not step.wait for step in story.steps) > len(story.steps) / 2
    world = evening(story, tmp_path / "table")
    assert world.audit.counts()["Serial"] > 5


def test_coinciding_steps_are_known_kinds():
    kinds = {*PEOPLE, *BEFALLS, "lost", "thinker-dies", "stay-full"}
    assert {what for pair in COINCIDING for what in pair.split("+")} <= kinds


@pytest.mark.full
@pytest.mark.parametrize("path", sorted(STORIES.glob("*.json")), ids=lambda path: path.stem)
def test_previously_failing_story_passes(path):
    _, broken = live(read(path))
    assert broken == ""


@pytest.mark.full
def test_evenings_seeded_by_the_commit_keep_every_promise():
    said = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True)
    first = int(said.stdout[:6], 16)
    assert [
        (seed, broken) for seed in range(first, first + FULL_RUN_EVENINGS) if (broken := live(build_story(seed))[1])
    ] == []


@pytest.mark.parametrize("fault", FAULTS)
def test_injected_fault_still_patches_the_program(fault):
    """A renamed function of the product would leave its fault out."""
    with put_in(fault):
        pass


@pytest.mark.full
@pytest.mark.parametrize("fault", FAULTS)
def test_injected_fault_is_detected(fault):
    tried, broken = find_fault(fault)
    assert 0 < tried <= SEES, broken


@pytest.mark.parametrize(("fault", "story", "said"), SHORT)
def test_injected_fault_is_detected_in_a_short_story(fault, story, said):
    with put_in(fault):
        _, broken = live(read(STORIES / f"{story}.json"))
    assert broken.startswith(said), broken


@pytest.mark.full
def test_evening_does_not_depend_on_hash_order():
    asked = "from tests.evening.run import digest; print(*map(digest, (0, 4, 11)))"
    said = {
        subprocess.run(
            [sys.executable, "-c", asked],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "77")
    }
    assert len(said) == 1


# ---- stories -------------------------------------------------------------------------------------------------


def test_story_round_trips_through_its_file(tmp_path):
    for seed in range(9):
        path = tmp_path / "story.json"
        path.write_bytes(build_story(seed).json())
        assert read(path) == build_story(seed)


def test_seeds_cycle_through_all_games_and_modes():
    assert len({(build_story(seed).game, build_story(seed).mode) for seed in range(9)}) == 9


def test_shrinking_keeps_only_the_needed_steps():
    story = build_story(5)
    kinds = [step.what for step in story.steps]
    kill, undo = next(n for n, what in enumerate(kinds) if what in BEFALLS), len(kinds) - 1
    needed = {story.steps[kill], story.steps[undo]}

    def fails(other: Story) -> bool:
        left = {(step.who, step.what, step.n) for step in other.steps}
        return {(step.who, step.what, step.n) for step in needed} <= left

    short = shrunk(story, fails)
    assert [(step.what, step.wait) for step in short.steps] == [(kinds[kill], 1.0), (kinds[undo], 1.0)]
    assert all(isinstance(step, Step) for step in short.steps)


# ---- the disk ------------------------------------------------------------------------------------------------


def unsynced_file():
    stored = Stored(b"a" * 2 * SECTOR, kept=True)
    stored.waiting += [(0, b"b" * 2 * SECTOR), (2 * SECTOR, b"c" * SECTOR)]
    return stored


def test_killed_process_keeps_all_writes():
    assert unsynced_file().after_kill() == b"b" * 2 * SECTOR + b"c" * SECTOR


def test_power_cut_keeps_synced_data_and_any_unsynced_sectors():
    found = {bytes(unsynced_file().cut(Random(n)) or b"") for n in range(200)}
    first = {each[:SECTOR] for each in found}
    assert {b"a" * SECTOR, b"b" * SECTOR} <= first
    assert b"a" * 2 * SECTOR in found  # nothing
    assert unsynced_file().after_kill() in found  # all
    assert b"a" * SECTOR + b"b" * SECTOR in {each[: 2 * SECTOR] for each in found}  # the second before the first
    assert any(len(each) % SECTOR for each in found)  # torn


def test_synced_data_survives_every_power_cut():
    stored = unsynced_file()
    stored.sync()
    assert {stored.cut(Random(n)) for n in range(20)} == {stored.after_kill()}


@pytest.mark.parametrize("how", ["kill", "cut"])
def test_commit_refused_by_a_failed_sync_stays_refused_after_restart(tmp_path, how):
    disk = Disk(tmp_path, Random(1))
    store = Store(tmp_path / "table.db")
    with store.commit() as write:
        write.table_state(b"done")
    disk.failing = 1
    with pytest.raises(Rejection, match="unwritable"), store.commit() as write:
        write.table_state(b"refused")
    disk.dead = True
    store.close()
    disk.start_again(how)
    again = Store(tmp_path / "table.db")
    assert again.table_state() == b"done"
    again.close()
    disk.close()
