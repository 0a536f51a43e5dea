"""The screen starts, with whatever people have set and whatever lies on the table; and with any two of that together.

Each is shown to a real screen as a real table tells it: before that the screen has nobody to hear, and later it loses
its table for a moment.
"""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import combinations, cycle
from pathlib import Path
from typing import Any

import msgspec
import pytest
from aiohttp import web

from app.host.screen_process import PLAIN_FILE
from app.protocol import messages
from app.protocol.base_messages import Hello
from app.protocol.seat_messages import SetSeat
from app.protocol.settings_messages import SetTable, Settings
from app.screen.device.display_hotplug import RESTART_CODE
from app.text.translation import languages
from tests.covering import Row, covering, pairs
from tests.running import ROOT, eventually
from tests.whole.phases import PHASES, table_in
from tests.whole.starts import SIZE

EYES = Path(__file__).parent / "eyes"
SWITCH, SWITCHED = (False, True), (True, False)  # what is so if nobody says comes first
VALUES = {
    "phase": (*PHASES,),
    "bright": SWITCH,
    "large": SWITCH,
    "diagonal": (None, 7.0, 24.0, 80.0),
    "lang": (*languages(),),
    "rotation": (0, 90, 180, 270),
    "motion": SWITCHED,
    "faces": (None, 0, 1, 2, 3),
    "short_edges": SWITCH,
    "turning": SWITCH,
    "left": SWITCH,
    "points": SWITCHED,
    "sound": ("", "mute", "night"),
    "ritual": SWITCHED,
}
USUAL_VALUES = {name: values[0] for name, values in VALUES.items()}
COVERING_ROWS = covering(VALUES)


def rows_with_one_value() -> list[Row]:
    """List each value among usual ones in any phase; then the usual row in some phases."""
    phases, rows = cycle(PHASES), []
    for name, values in list(VALUES.items())[1:]:
        rows += [USUAL_VALUES | {"phase": next(phases), name: value} for value in values[1:]]
    return [*rows, *(USUAL_VALUES | {"phase": phase} for phase, _ in zip(PHASES, range(3), strict=False))]


class Tables:
    """A table in each phase, made when it is asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._made: dict[str, Any] = {}

    def told(self, row: Row) -> tuple[str, str]:
        """Return the snapshots that a screen receives at a table like this: the first, and one after it reconnects."""
        phase = str(row["phase"])
        if phase not in self._made:
            (self._folder / phase).mkdir()
            self._made[phase] = table_in(phase, self._folder / phase)
        evening = self._made[phase]
        chosen = {name: row[name] for name in row if name in Settings.__struct_fields__}
        sound = {name: row["sound"] == name for name in ("mute", "night")}
        evening.send(SetTable, dark_after=0, **chosen, **sound)
        for seat in evening.at_table().seats:
            if seat.by != "free":
                evening.send(SetSeat, seat=seat.seat, left=row["left"])
        first = evening.snapshot()
        evening.send(SetTable, dark_after=10)
        return _text(first), _text(evening.snapshot())

    def close(self) -> None:
        for evening in self._made.values():
            evening.close()


def _text(message: messages.Messages) -> str:
    return msgspec.json.encode(message).decode()


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    made = Tables(tmp_path_factory.mktemp("tables"))
    yield made
    made.close()


class Wire:
    """A table as the screen finds it: run.json, and a socket that sends what the test puts in."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._port, self._run = folder, 0, ""
        self._says: asyncio.Queue[str] = asyncio.Queue()

    def begin(self, run: str) -> None:
        """Start another run of the table after the old one has ended."""
        self._run = run
        text = json.dumps({"port": self._port, "pid": os.getpid(), "key": "key", "run": run})
        (self._folder / "run.new").write_text(text)
        (self._folder / "run.new").rename(self._folder / "run.json")

    def say(self, snapshot: str) -> None:
        """Send a snapshot to the next client and disconnect it when the next snapshot comes."""
        self._says.put_nowait(snapshot)

    async def _hear(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        run = self._run
        while self._says.empty() and await self._listens(socket):
            pass
        if socket.closed:  # a screen that is slow heard nothing for long, and asks anew
            return socket
        said = self._says.get_nowait()
        await socket.send_str(_text(Hello(protocol=1, version="1", table="t", you="screen", seat=None)))
        await socket.send_str(said)
        while self._says.empty() and self._run == run and await self._listens(socket):
            pass
        await socket.close()
        return socket

    async def _listens(self, socket: web.WebSocketResponse) -> bool:
        """Check whether the client is still connected."""
        with suppress(TimeoutError):
            await socket.receive(0.02)
        return not socket.closed

    @classmethod
    @asynccontextmanager
    async def laid(cls, folder: Path) -> "AsyncIterator[Wire]":
        wire, app = cls(folder), web.Application()
        app.router.add_get("/socket", wire._hear)
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        wire._port = runner.addresses[0][1]
        try:
            yield wire
        finally:
            await runner.cleanup()


class Screens:
    """A process that shows a table, or one after the other."""

    def __init__(self, folder: Path, command: Sequence[str]) -> None:
        self._drawn = folder / "drawn.json"
        self._said = (folder / "said").open("wb+")
        env = os.environ | {"DRAWN": str(self._drawn), "PYTHONPATH": str(EYES)}
        self.process = subprocess.Popen([sys.executable, *command], cwd=ROOT, env=env, stderr=self._said)

    async def says(self, wire: Wire, run: str, told: tuple[str, str], text: str) -> None:
        """Check that these words, too, are in the first picture of the table."""
        await self.shows(wire, run, told)
        assert text in " ".join(self._seen()["words"])

    async def shows(self, wire: Wire, run: str, told: tuple[str, str]) -> None:
        """Check that the screen waits for its table, shows it, loses it, and shows it again."""
        wire.begin(run)
        await self._until(lambda: "away" in self._parts())
        for snapshot in told:
            wire.say(snapshot)
            rev = json.loads(snapshot)["rev"]
            await self._until(lambda rev=rev: self._rev() == rev and "away" not in self._parts())

    async def ended(self) -> int:
        await eventually(lambda: self.process.poll() is not None)
        return int(self.process.returncode)

    async def _until(self, true: Any) -> None:
        await eventually(lambda: true() or self.process.poll() is not None)
        assert self.process.poll() is None, self._words()

    def _words(self) -> str:
        self._said.seek(0)
        return self._said.read().decode()

    def _seen(self) -> dict[str, Any]:
        with suppress(FileNotFoundError):
            return dict(json.loads(self._drawn.read_text()))
        return {"rev": -2, "parts": []}

    def _parts(self) -> list[str]:
        return list(self._seen()["parts"])

    def _rev(self) -> int:
        return int(self._seen()["rev"])

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self._said.close()


def _run(nth: int) -> str:
    return f"run {nth}"


async def _started(folder: Path, told: Sequence[tuple[str, str]], command: Sequence[str], names: Sequence[Row]) -> None:
    async with Wire.laid(folder) as wire:
        wire.begin(_run(0))
        screens = Screens(folder, command)
        try:
            for nth, (row, each) in enumerate(zip(names, told, strict=True)):
                try:
                    await screens.shows(wire, _run(nth), each)
                except AssertionError as no:
                    raise AssertionError(f"{row}: {no}") from None
            wire.begin(_run(len(told)))
            assert await screens.ended() == RESTART_CODE
        finally:
            screens.close()


def screen_command(folder: Path) -> list[str]:
    """Return the command with which a table starts its screen."""
    size = "{}x{}".format(*SIZE)
    return ["main.py", "screen", "--data-dir", str(folder), "--run", _run(0), "--size", size]


def repeated_screen_command(folder: Path, n: int) -> list[str]:
    return ["tests/whole/starts.py", "screen", str(folder), *(_run(nth) for nth in range(n))]


def _row_name(row: Row) -> str:
    return ", ".join(f"{name} {value}" for name, value in row.items() if value != USUAL_VALUES[name]) or "as usual"


# ---- the tests -----------------------------------------------------------------------------------------------


def test_starts_cover_every_pair_of_values():
    met = {pair for row in COVERING_ROWS for pair in combinations(row.items(), 2)}
    assert met == set(pairs(VALUES))
    assert {frozenset(row) for row in COVERING_ROWS} == {frozenset(VALUES)}
    assert len(COVERING_ROWS) <= 1.5 * len(PHASES) * len(VALUES["faces"]), "few rows"


def test_starts_cover_each_value_alone():
    beside = [
        {name: value for name, value in row.items() if value != USUAL_VALUES[name]} for row in rows_with_one_value()
    ]
    assert {pair for each in beside for pair in each.items()} == {
        (name, value) for name, values in VALUES.items() for value in values[1:]
    }


@pytest.mark.rotated
async def test_screen_starts_with_bright_colours(tmp_path, tables):
    row = USUAL_VALUES | {"bright": True}
    await _started(tmp_path, [tables.told(row)], screen_command(tmp_path), [row])


@pytest.mark.full
async def test_screen_starts_with_each_setting_alone(tmp_path, tables):
    rows = rows_with_one_value()
    await _started(tmp_path, [tables.told(row) for row in rows], repeated_screen_command(tmp_path, len(rows)), rows)


@pytest.mark.rotated
async def test_start_after_the_error_page_uses_plain_settings_once(tmp_path, tables):
    """A screen that crashes at every start cannot be repaired; the next start is tested in test_way_back.py."""
    row = USUAL_VALUES | {"bright": True, "large": True, "rotation": 90}
    (tmp_path / PLAIN_FILE).touch()
    async with Wire.laid(tmp_path) as wire:
        screens = Screens(tmp_path, screen_command(tmp_path))
        try:
            await screens.says(wire, _run(0), tables.told(row), "so it now has plain settings")
        finally:
            screens.close()
    assert not (tmp_path / PLAIN_FILE).exists(), "the next one is not"


@pytest.mark.full
@pytest.mark.parametrize("row", COVERING_ROWS, ids=_row_name)
async def test_screen_starts_with_any_two_settings(tmp_path, tables, row):
    await _started(tmp_path, [tables.told(row)], screen_command(tmp_path), [row])
