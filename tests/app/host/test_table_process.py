"""Tests of the event loop's idle work between two changes."""

import asyncio
import gc
import resource
import weakref
from types import SimpleNamespace

import pytest

from app.host.open_table import (
    GAP_SECONDS,
    MAX_UNTIDY_CHANGES,
    QUIET_SECONDS,
    REST_SECONDS,
    TIDY_CHANGES,
    call_when_quiet,
    choose_tidy_delay,
    choose_trim_delay,
)
from app.host.supervised_task import RESTART_SECONDS, supervise
from app.host.table_process import MAX_OPEN_FILES, _make_upkeep, _raise_file_limit, drop_game_caches
from engine.memoize import memoize


class Loop:
    """A loop whose time is told."""

    def __init__(self):
        self.now = 0.0
        self.calls = []

    def call_later(self, seconds, call):
        handle = Handle(self.now + seconds, call)
        self.calls.append(handle)
        return handle

    def go_on(self, seconds):
        self.now += seconds
        for handle in [handle for handle in self.calls if handle.at <= self.now]:
            self.calls.remove(handle)
            handle.run()


class Handle:
    def __init__(self, at, call):
        self.at, self.run = at, call

    def cancel(self):
        self.run = lambda: None


class Table:
    def subscribe(self, listener):
        self.change = lambda: listener(None)


def test_store_tidies_once_after_a_quiet_period():
    loop, table, done = Loop(), Table(), []
    call_when_quiet(table, lambda: done.append(loop.now), loop, choose_tidy_delay)
    for _ in range(TIDY_CHANGES):
        table.change()
        loop.go_on(QUIET_SECONDS / 2)
    assert not done
    loop.go_on(QUIET_SECONDS / 2)
    assert done == [loop.now]
    loop.go_on(10 * QUIET_SECONDS)
    assert len(done) == 1


def test_tidying_after_few_changes_waits_for_a_long_rest():
    loop, table, done = Loop(), Table(), []
    call_when_quiet(table, lambda: done.append(loop.now), loop, choose_tidy_delay)
    for _ in range(TIDY_CHANGES - 1):
        table.change()
        loop.go_on(2 * QUIET_SECONDS)
    assert not done
    loop.go_on(REST_SECONDS)
    assert done == [loop.now]


def test_store_tidies_between_changes_when_there_is_no_quiet_period():
    loop, table, done = Loop(), Table(), []
    call_when_quiet(table, lambda: done.append(loop.now), loop, choose_tidy_delay)
    for _ in range(MAX_UNTIDY_CHANGES - 1):
        table.change()
        loop.go_on(2 * GAP_SECONDS)
    assert not done
    table.change()
    loop.go_on(GAP_SECONDS / 2)
    table.change()  # before there was time for it
    loop.go_on(GAP_SECONDS / 2)
    assert not done
    loop.go_on(GAP_SECONDS)
    assert done == [loop.now]
    for _ in range(MAX_UNTIDY_CHANGES - 1):
        table.change()
        loop.go_on(2 * GAP_SECONDS)
    assert len(done) == 1


async def test_failed_optional_task_is_restarted_and_logged_once(caplog):
    begun, rested = [], []

    async def work():
        begun.append(len(begun))
        if len(begun) < 4:
            raise OSError("no such device")

    async def sleep(seconds):
        rested.append(seconds)

    await supervise("discovery", work, sleep)
    assert begun == [0, 1, 2, 3]
    assert rested == [RESTART_SECONDS] * 3
    assert caplog.text.count("discovery has failed") == 1  # said once


async def test_optional_task_is_cancelled_with_the_table():
    async def work():
        await asyncio.Event().wait()

    task = asyncio.create_task(supervise("discovery", work))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


def test_file_limit_is_raised_as_far_as_allowed(monkeypatch):
    limits = {"now": (1024, 1 << 20)}
    monkeypatch.setattr(resource, "getrlimit", lambda which: limits["now"])
    monkeypatch.setattr(resource, "setrlimit", lambda which, new: limits.update(now=new))
    _raise_file_limit()
    assert limits["now"] == (MAX_OPEN_FILES, 1 << 20)
    limits["now"] = (256, 512)
    _raise_file_limit()
    assert limits["now"] == (512, 512)
    limits["now"] = (65536, resource.RLIM_INFINITY)
    _raise_file_limit()
    assert limits["now"] == (65536, resource.RLIM_INFINITY)


def test_memory_is_trimmed_in_quiet_periods_only():
    loop, table, done = Loop(), Table(), []
    call_when_quiet(table, lambda: done.append(loop.now), loop, choose_trim_delay)
    for _ in range(2 * MAX_UNTIDY_CHANGES):
        table.change()
        loop.go_on(QUIET_SECONDS / 2)
    assert not done
    loop.go_on(QUIET_SECONDS)
    assert len(done) == 1


@memoize(1)
def memoized_result():
    return "for a game"


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("phase", "kept"), [("lobby", 0), ("over", 0), ("game", 1)])
def test_game_caches_are_dropped_when_nobody_plays(phase, kept):
    memoized_result()
    drop_game_caches(SimpleNamespace(phase=phase))
    assert memoized_result.cache_info().currsize == kept
    assert memoized_result() == "for a game"


@pytest.mark.rotated
def test_memoized_method_does_not_keep_its_object_alive():
    class Pages:
        def word(self):
            return "a card"

    pages = Pages()
    pages.worded = memoize(1)(pages.word)
    gone = weakref.ref(pages)
    pages.worded()
    del pages
    gc.collect()
    assert gone() is None


def test_custom_game_data_is_no_machine_fault(tmp_path, every_fact):
    """The page of upkeep shows a change of game data to the person who made it."""
    (tmp_path / "architects.toml").write_text("# our box")
    options = SimpleNamespace(folder=tmp_path, settings_folder=tmp_path)
    table = SimpleNamespace(phase="lobby", log_end=0, notify_changed=print)
    told = SimpleNamespace(firmware=None)
    upkeep = _make_upkeep(options, every_fact, table, SimpleNamespace(write_queue=SimpleNamespace(begin=print)), told)
    assert [finding.part for finding in upkeep.describe("en", "screen").found if "MB free" in finding.text] == [
        "Storage"
    ]
