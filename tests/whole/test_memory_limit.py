"""An evening of three games fits into 700 MB without swap, as a Raspberry Pi of 1 GB has them: no process dies."""

import asyncio
import subprocess
import sys
from contextlib import closing

import pytest

from benchmarks.p_evening import EVENING, LIMIT, live, open_evening
from tests.memory_limit import MemoryLimit

LINES = 12  # of the record


def check_memory(evening):
    """Check that all processes lived, within the limit."""
    assert evening.killed == 0
    assert len(evening.screens) == 1
    assert evening.thinkers, "its bots think in a process of their own"
    assert 100 < evening.peak < LIMIT


@pytest.mark.full
def test_evening_of_three_games_stays_within_the_memory_limit():
    check_memory(asyncio.run(live()))


@pytest.mark.rotated
def test_first_turns_of_an_evening_stay_within_the_memory_limit():
    async def begun():
        async with open_evening() as evening:
            await evening.begin(EVENING[0])
            await evening.screen.until(lambda: len(evening.screen.lines) >= LINES)
            await asyncio.sleep(1.0)  # until all has been measured
        return evening

    check_memory(asyncio.run(begun()))


def test_process_above_the_memory_limit_is_killed():
    with closing(MemoryLimit(40)) as limit:
        if not limit.is_enforced:
            pytest.skip("no cgroup of its own can be made here")
        command = [sys.executable, *limit.program, "-c", "bytearray(80_000_000)"]
        assert subprocess.run(command).returncode == -9
        assert limit.killed() == 1
