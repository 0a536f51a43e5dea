"""Drawing without a pause, tested in a process in which no other test has painted anything."""

import subprocess
import sys
from pathlib import Path

import pytest

BUSY = Path(__file__).with_name("busy.py")


@pytest.mark.rotated
def test_unused_memory_is_released_without_an_idle_phase():
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", str(BUSY)]
    done = subprocess.run(command, cwd=BUSY.parents[3], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert ".." in done.stdout
