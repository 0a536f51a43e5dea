"""Fixtures of all tests: an empty home of their own, no visible window, and the games' facts as bytes."""

import gc
import os
import random
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any
from zlib import crc32

import aiohttp
import hypothesis
import pytest

import main
from app.storage.random_keys_and_ids import MACHINES
from app.web import connection_limits, static_files
from engine.architects import data_validation as architects_data
from engine.architects import game_facade as architects
from engine.duel import data_validation as duel_data
from engine.duel import game_facade as duel
from engine.players import action_comparison
from engine.seven_wonders import data_validation as seven_wonders_data
from engine.seven_wonders import game_facade as seven_wonders
from engine.tally import rules as tally
from engine.tally import sheets as tally_data

ROOT = Path(__file__).resolve().parent.parent
MEMORY = "/dev/shm"
PLENTY = 2 << 30  # bytes
GC_THRESHOLDS = (400_000, 50, 1000)  # as `gc` counts: tests leave much, and Python would look at it ever again
DATA_KEPT = 8  # texts of a game's data
FILES_KEPT = 128  # style sheets and scripts
_seconds: dict[str, float] = {}


def _commit_week() -> int:
    """Return the week of the commit, from Monday to Sunday, counted from 1970; 0 if this is no repository."""
    try:
        printed = subprocess.run(
            ["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=False
        )
    except OSError:  # no git
        return 0
    days = int(printed.stdout or 0) // 86400
    return (days + 3) // 7  # 1970 began with a Thursday


WEEK = _commit_week()
ROTATION_WEEKS = 6


def _in_memory() -> bool:
    """Return True if tests' folders can be in memory, where the table's fsync is fast.
    Containers may have little memory there, or forbid to run files in it.
    """
    try:
        room = os.statvfs(MEMORY)
    except OSError:
        return False
    return room.f_bavail * room.f_frsize > PLENTY and not room.f_flag & os.ST_NOEXEC


if _in_memory():
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", MEMORY)
_home = tempfile.TemporaryDirectory(prefix="wondertable-tests-")
for _name, _value in {
    "XDG_DATA_HOME": f"{_home.name}/data",
    "XDG_CONFIG_HOME": f"{_home.name}/config",
    "XDG_STATE_HOME": f"{_home.name}/state",
    "XDG_CACHE_HOME": f"{_home.name}/cache",
    "KIVY_HOME": f"{_home.name}/kivy",
    "KIVY_NO_ARGS": "1",  # otherwise Kivy reads pytest's command line
    "KIVY_NO_FILELOG": "1",
    "KIVY_LOG_MODE": "PYTHON",  # as our screen has it, too: errors go where they went
    "KCFG_KIVY_KIVY_CLOCK": "free_all",  # as our screen has it, whichever test imports Kivy first
    "LC_ALL": "C.UTF-8",  # whoever runs them: a fresh table takes its language from here
    "LP_NUM_THREADS": "0",  # who draws without a graphics card does so beside no other thread
    "SDL_VIDEODRIVER": "offscreen",
    "SDL_AUDIODRIVER": "dummy",
}.items():
    os.environ[_name] = _value


# Data files are read once in a process and not for each test: what is read from them is a value that no table changes.
for _made, _by in (
    (architects_data, architects),
    (duel_data, duel),
    (seven_wonders_data, seven_wonders),
    (tally_data, tally),
):
    _made.game_data = _by.game_data = lru_cache(DATA_KEPT)(_made.game_data)
# The same for style sheets and scripts: each table that is served would make them small again.
static_files.lean = lru_cache(FILES_KEPT)(static_files.lean)


hypothesis.settings.register_profile("house", deadline=None, max_examples=40)  # no test times the clock
hypothesis.settings.register_profile("full", deadline=None, max_examples=200)
hypothesis.settings.load_profile("house")


@pytest.fixture(autouse=True)
def few_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Advice plays fewer games to their end than at a table."""
    monkeypatch.setattr(action_comparison, "PAIRS", 2)
    monkeypatch.setattr(action_comparison, "MIN_PAIRS", 2)


@pytest.fixture(autouse=True)
def no_penalty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answer too many wrong keys at once."""
    monkeypatch.setattr(connection_limits, "PENALTY_SECONDS", 0.0)


@pytest.fixture(autouse=True)
def clients_that_close_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Close idle connections in clients before servers do: on a busy machine a request met the server's close."""
    initialise = aiohttp.TCPConnector.__init__

    def close_first(connector: aiohttp.TCPConnector, **options: Any) -> None:
        if not options.get("force_close"):
            options.setdefault("keepalive_timeout", connection_limits.FULL_REQUEST / 2)
        initialise(connector, **options)

    monkeypatch.setattr(aiohttp.TCPConnector, "__init__", close_first)


@pytest.fixture(autouse=True)
def same_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test draws the same keys, ids and secrets in every run: bots and evaluations are seeded from a table's id."""
    monkeypatch.setattr(MACHINES, "_draw", random.Random(request.node.nodeid).randbytes)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="also the tests that take long or need root")
    parser.addoption("--rotate", action="store_true", help="leave out `rotated` tests that rest in this week")
    parser.addoption("--renew", action="store_true", help="store fingerprints of what tests/pictures draws")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--full"):
        hypothesis.settings.load_profile("full")


@pytest.hookimpl(wrapper=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> Iterator[None]:
    """Leave out cases that are only for --full, of which there are more than of others: each worker would collect them.

    Of each test that is `sampled(n)` one case of n is left: drawn by names and the commit's week, so that each case is
    run now and then, and a commit always runs the same ones.
    """
    yield
    if metafunc.config.getoption("--full"):
        return
    common = [*metafunc.definition.iter_markers()]
    cases = metafunc._calls
    short = [case for case in cases if not _is_long((*common, *case.marks))]
    if not short:
        del cases[1:]  # the one that is left is deselected below, so that pytest counts it
        return
    node = metafunc.definition.nodeid
    drawn = sorted(short, key=lambda case: crc32(f"{WEEK}{node}[{case.id}]".encode()))
    shares = [mark.args[0] for mark in (*common, *short[0].marks) if mark.name == "sampled"]
    kept = {id(case) for case in drawn[: -(-len(short) // (shares or [1])[0])]}
    cases[:] = [case for case in cases if id(case) in kept]


def _is_long(marks: Iterable[pytest.Mark]) -> bool:
    return any(mark.name in ("full", "root") for mark in marks)


def _rests(item: pytest.Item) -> bool:
    """Return True if a `rotated` test is not run in this week: its names give it one week of six."""
    return item.get_closest_marker("rotated") is not None and (crc32(item.nodeid.encode()) + WEEK) % ROTATION_WEEKS != 0


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--full"):
        return
    rotate = config.getoption("--rotate")
    left_out = [item for item in items if _is_long(item.iter_markers()) or (rotate and _rests(item))]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        dropped = {*left_out}
        items[:] = [item for item in items if item not in dropped]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Disable garbage collection while tests are collected, as these objects stay."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish() -> None:
    """Freeze the collected objects and collect garbage seldom, since the screen collects when it is idle."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Count the seconds of each test file, for the choice of tests to run (tests/changed.py)."""
    file = report.nodeid.partition("::")[0]
    _seconds[file] = _seconds.get(file, 0.0) + report.duration


def pytest_sessionfinish(session: pytest.Session) -> None:
    cache = getattr(session.config, "cache", None)
    if cache is not None and not hasattr(session.config, "workerinput"):
        cache.set("wondertable/seconds", cache.get("wondertable/seconds", {}) | _seconds)


@pytest.fixture(scope="session")
def every_fact() -> dict[str, bytes]:
    """The printed facts of every game, by its name."""
    return {path.stem: path.read_bytes() for path in (ROOT / "data").glob("*.toml")}


@pytest.fixture(scope="session")
def facts() -> bytes:
    """The printed facts of Architects, as `Architects(facts)` takes them."""
    return (ROOT / "data" / "architects.toml").read_bytes()


@pytest.fixture
def say(capsysbinary, monkeypatch, tmp_path):
    """Type a command in an empty folder: exit code, standard output, standard error."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))

    def typed(*words: object) -> tuple[int, str, str]:
        try:
            code = main.main([str(word) for word in words])
        except SystemExit as end:
            code = int(end.code or 0)
        out, err = capsysbinary.readouterr()
        return code, out.decode(), err.decode()

    return typed
