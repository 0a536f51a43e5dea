"""Row h1: a marker's button is pressed, and its light, the horn, the phones and the screen act: how far apart?
And how far apart are light, phones and screen in a ceremony?

The table runs as it does on a Raspberry Pi, with `--panel simulated`: the screen's own socket presses its buttons
and sees its lights, so everything is timed where it arrives, on one clock.
"""

import asyncio
import random
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec

from app.protocol import ceremonies
from benchmarks.b import beating, seated
from benchmarks.figures import Figure, median, p99
from benchmarks.sockets import Client, connect
from tests.running import RunningTable

PRESSES: Final = 200
FLOOR: Final = 100.0  # ms, which is what people take for one moment
SILENCE: Final = 5.0  # seconds until somebody has to be told something
LOST: Final = 0.2  # seconds to wait for what is not to come
WHAT: Final = ("light", "horn", "phones", "screen")
NAMES: Final = {
    "spread": "from the first to the last of them",
    "ceremony": "from the first to the last of light, phones and screen in a ceremony",
}
PAUSE: Final = 1 / 25  # seconds between two actions: a socket may say 30 things a second


def h1() -> list[Figure]:
    """From the press of a marker's button to each of them; and how long after the first the last one acts."""
    return asyncio.run(_h1())


class _Ritual(msgspec.Struct):
    open: list[int]


class _Table(msgspec.Struct):
    phase: str
    ritual: _Ritual | None = None


class _Event(msgspec.Struct):
    type: str


class _Line(msgspec.Struct):
    event: _Event


class _Asked(msgspec.Struct):
    number: int
    seat: int
    legal: list[str]


class _Heard(msgspec.Struct):
    """Whatever comes from the table, as far as it matters here."""

    type: str
    what: str = ""
    markers: list[int] = []
    lights: dict[str, bool] = {}
    blinked: str = ""
    table: _Table | None = None
    questions: list[_Asked] = []
    news: list[_Line] = []

    @property
    def celebrated(self) -> bool:
        return any(line.event.type in ceremonies.EVENTS for line in self.news)


class Presses:
    """Seven phones, a screen and a panel: plays on until markers wait, presses their buttons, and keeps the times."""

    def __init__(self, screen: Client, phones: list[Client]) -> None:
        self._screen, self._phones = screen, phones
        self._rng = random.Random(1)
        self._id = 0
        self._newest: dict[Client, _Heard] = {}
        self._came = asyncio.Event()
        self._marker = 0  # that is being pressed
        self._at: dict[str, float] = {}
        self._told: set[Client] = set()
        self._celebrated: dict[Client | str, float] = {}  # when each heard of the ceremony that is on
        self.times: dict[str, list[float]] = {what: [] for what in (*WHAT, "spread", "ceremony")}
        for client in (screen, *phones):
            client.listen(partial(self._hear, client))

    def _hear(self, client: Client, payload: bytes, when: float) -> None:
        if payload.startswith(b'{"type":"hello"'):
            return
        heard = msgspec.json.decode(payload, type=_Heard)
        if heard.blinked or heard.celebrated:
            self._celebrated.setdefault("light" if heard.blinked else client, when)
        if heard.type == "snapshot":
            self._newest[client] = heard
            turned = not heard.table or not heard.table.ritual or self._marker not in heard.table.ritual.open
            if self._marker and turned and client is self._screen:
                self._at.setdefault("screen", when)
            elif self._marker and turned:
                self._told.add(client)
                if len(self._told) == len(self._phones):
                    self._at.setdefault("phones", when)
        elif heard.type == "cue" and heard.what == "marker" and self._marker in heard.markers:
            self._at.setdefault("horn", when)  # what the buzzer is told at that moment, and the screen plays
        elif heard.type == "panel" and self._marker and heard.lights.get(f"marker.{self._marker}"):
            self._at.setdefault("light", when)
        self._came.set()

    async def run(self) -> None:
        while len(self.times["spread"]) < PRESSES:
            for marker in await self._until_markers_wait():
                await self._press(marker)

    async def _until_markers_wait(self) -> list[int]:
        while True:
            now = self._newest.get(self._screen)
            if now and now.table and now.table.ritual:
                return now.table.ritual.open
            await self._play_on(now)

    async def _play_on(self, now: _Heard | None) -> None:
        """One action, taking what brings horns where it can be seen."""
        began = time.perf_counter()
        self._celebrated.clear()
        self._newest.pop(self._screen, None)
        if now is not None and now.table and now.table.phase == "over":
            self._say(self._screen, type="rematch")
        elif now is not None and now.questions:
            asked = now.questions[0]
            phone = self._phones[asked.seat - 1]
            mine = self._newest.get(phone)
            legal = (
                asked.legal or next((q.legal for q in mine.questions if q.number == asked.number), []) if mine else []
            )
            if legal:
                text = self._rng.choice(legal)
                self._say(phone, type="act", seat=asked.seat, question=asked.number, action=text)
        async with asyncio.timeout(SILENCE):
            while self._screen not in self._newest:
                await self._wait()
        await asyncio.sleep(max(0.0, PAUSE - (time.perf_counter() - began)))
        if len(self._celebrated) == len(self._phones) + 2:  # the screen and a light; no light blinks while markers wait
            self.times["ceremony"].append(max(self._celebrated.values()) - min(self._celebrated.values()))

    async def _press(self, marker: int) -> None:
        """A finger on its button, and what comes of it."""
        self._marker, self._at, self._told = marker, {}, set()
        part = f"marker.{marker}"
        began = time.perf_counter()
        self._say(self._screen, type="press", part=part, down=True)
        lit_at_the_end = LOST  # after the last marker a conflict may put all lights out at once
        while len(self._at) < len(WHAT):
            waited = time.perf_counter() - began
            if waited > SILENCE or (waited > lit_at_the_end and {"horn", "phones", "screen"} <= self._at.keys()):
                break
            await self._wait(0.05)
        self._marker = 0
        if len(self._at) == len(WHAT):
            for what, at in self._at.items():
                self.times[what].append(at - began)
            self.times["spread"].append(max(self._at.values()) - min(self._at.values()))
        self._say(self._screen, type="press", part=part, down=False)
        await asyncio.sleep(PAUSE * 2)

    async def _wait(self, seconds: float = SILENCE) -> None:
        self._came.clear()
        try:
            async with asyncio.timeout(seconds):
                await self._came.wait()
        except TimeoutError:
            pass

    def _say(self, client: Client, **fields: Any) -> None:
        self._id += 1
        client.say(msgspec.json.encode({"id": f"press{self._id}", **fields}))


async def _h1() -> list[Figure]:
    with tempfile.TemporaryDirectory(prefix="wondertable-bench-") as folder:
        words = ("table", "--seed", "h", "--host-address", "127.0.0.1", "--panel", "simulated")
        table = await RunningTable(Path(folder), *words).ready()
        try:
            keys = await seated(table)
            phones = [await connect(table.port, f"/socket/{key}") for key in keys]
            screen = await connect(table.port, "/socket", f"Authorization: Bearer {table.run.key}")
            presses = Presses(screen, phones)
            async with beating([*phones, screen]):
                await presses.run()
        finally:
            table.kill()
    found = []
    for what, times in presses.times.items():
        name = NAMES.get(what, f"press to {what}")
        ms = [1000 * each for each in times]
        note = f"median {median(ms):.3g} ms; 5 of them are the settling of the contact"
        found.append(
            Figure(f"h1 {what}", f"{name}, p99", p99(ms), FLOOR, "ms", "≤ 1", "≤ 0.5", "" if what in NAMES else note)
        )
    return found
