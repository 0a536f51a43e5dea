"""Blocks of games (`app.workshop.dask_cluster`) without Dask, and with workers that can be killed."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.running import PATIENCE, ROOT


def played_here(each: Callable[[Any], Any], wanted: Iterable[Any], keep: Callable[[Any, Any], None], _: object) -> None:
    """Play the blocks in this process."""
    for block in wanted:
        keep(block, each(block))


def all_is_kept(each: Callable[[Any], Any], wanted: Iterable[Any], keep: Callable[[Any, Any], None], _: object) -> None:
    """Assert that no block is left to be played."""
    assert [*wanted] == []


@contextmanager
def scheduler(folder: Path) -> Iterator[tuple[str, Callable[[], "subprocess.Popen[bytes]"]]]:
    """Yield a Dask scheduler's address and a function that starts a worker; end all of them afterwards."""
    started: list[subprocess.Popen[bytes]] = []

    def start(*words: str) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", *words, "--scheduler-file", str(file), "--no-dashboard"]
        started.append(subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        return started[-1]

    def worker() -> "subprocess.Popen[bytes]":
        return start("distributed.cli.dask_worker", "--no-nanny", "--nthreads", "1")

    file = folder / "scheduler.json"
    try:
        start("distributed.cli.dask_scheduler", "--port", "0", "--host", "127.0.0.1")
        until = time.monotonic() + PATIENCE
        while not file.exists() or not file.read_text().endswith("}"):
            assert time.monotonic() < until, "no scheduler has come"
            time.sleep(0.05)
        yield json.loads(file.read_text())["address"], worker
    finally:
        for each in started:
            each.kill()
            each.wait()
