"""Blocks of games on Dask: on a local cluster, or on an existing scheduler.

A block is a range of game numbers, and its result depends only on what is sent: the worker, the order and retries after
a worker's death change nothing. The caller stores each result and requests no block that is stored already.
"""

import logging
import os
import socket
import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import Any, Final, Protocol, TypeVar
from urllib.parse import urlsplit

from app.text.terminal_output import CannotStart, complain

CONNECT_SECONDS: Final = 10  # seconds
PORT: Final = 8786  # the default of a scheduler


class GameBlock(Protocol):
    """A range of game numbers without the last; hashable and picklable."""

    @property
    def first(self) -> int: ...
    @property
    def last(self) -> int: ...


class ClusterOptions(Protocol):
    """The options that choose the cluster: a scheduler, or a number of local workers (None: one for each core)."""

    scheduler: str | None
    workers: int | None


B = TypeVar("B", bound=GameBlock)
R = TypeVar("R")


def is_installed() -> bool:
    """Check that Dask is installed."""
    return find_spec("distributed") is not None


def play(each: Callable[[B], R], blocks: Sequence[B], keep: Callable[[B, R], None], where: ClusterOptions) -> None:
    """Play blocks, pass each result to `keep` at once, and print the progress. CannotStart if there are no workers.

    `each` plays one block; it is pickled with every block.
    """
    if not blocks:
        return
    if where.scheduler and not _is_listening(where.scheduler):
        raise CannotStart(f"--scheduler {where.scheduler}: no Dask scheduler answers there.")
    import dask
    from distributed import Client, KilledWorker, as_completed

    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    settings: dict[str, Any] = {"address": where.scheduler} if where.scheduler else {"dashboard_address": "127.0.0.1:0"}
    if not where.scheduler:
        settings |= {"n_workers": where.workers or os.cpu_count() or 1, "threads_per_worker": 1}
    done, total, began = 0, sum(block.last - block.first for block in blocks), time.monotonic()
    settings["timeout"] = connect_timeout = f"{CONNECT_SECONDS} s"
    connects = dask.config.set({"distributed.comm.timeouts.connect": connect_timeout})
    with connects, Client(**settings, set_as_default=False) as client:
        futures = {client.submit(each, block, pure=False): block for block in blocks}
        try:
            for future in as_completed(futures, loop=client.loop):
                block = futures[future]
                keep(block, future.result())
                done += block.last - block.first
                left = (time.monotonic() - began) / done * (total - done)
                complain(f"{done} of {total} games; {_format_duration(left)} left")
        except KilledWorker:
            raise CannotStart("a block of games crashed its workers; finished games are kept.") from None


def _is_listening(scheduler: str) -> bool:
    """Check that a scheduler listens; a client without one ends in a traceback."""
    try:
        at = urlsplit(scheduler if "://" in scheduler else f"tcp://{scheduler}")
        socket.create_connection((at.hostname or "", at.port or PORT), CONNECT_SECONDS).close()
    except (OSError, ValueError):
        return False
    return True


def _format_duration(seconds: float) -> str:
    return f"{seconds / 60:.0f} min" if seconds >= 90 else f"{seconds:.0f} s"
