"""Row h1: the delay between light, horn, phones and screen after a press of a marker's button.

Also the delay between light, phones and screen in a ceremony, during the opening of a game, and at the next turn. The
table runs as on a Raspberry Pi, with `--panel simulated`: the screen's own socket presses the buttons and sees the
lights, so everything is timed at its arrival, on one clock.
"""

import asyncio
import random
import tempfile
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec

from app.protocol.ceremony_durations import CEREMONY_SECONDS
from app.protocol.log_messages import TURN
from benchmarks.b_taps import PHONES, beating, seated
from benchmarks.figures import Figure, median, p99
from benchmarks.sockets import Client, connect
from tests.running import RunningTable

PRESSES: Final = 200
EXTRA_TURNS: Final = 40  # turns of Duel that follow one of the same seat's
FLOOR: Final = 100.0  # ms, which is what people take for one moment
SILENCE: Final = 5.0  # seconds until somebody has to be told something
LOST_SECONDS: Final = 0.2  # seconds to wait for what is not to come
RECEIVERS: Final = ("light", "horn", "phones", "screen")
NAMES: Final = {
    "spread": "from the first to the last",
    "ceremony": "from the first to the last of light, phones and screen in a ceremony",
    "opening": "the same at a step of the opening of a game",
    "conflict": "the same from the moment the shields of a conflict have met",
    "again": "the same when a seat begins another turn",
}
PAUSE: Final = 1 / 25  # seconds between two actions: a socket may say 30 things a second


def h1() -> list[Figure]:
    """Measure the press of a marker's button to each of them, and the delay from the first to the last."""
    return asyncio.run(_h1())


class _Ritual(msgspec.Struct):
    open: list[int]


class _Opening(msgspec.Struct):
    step: str


class _Table(msgspec.Struct):
    phase: str
    fought: int = 0  # a conflict that is not shown yet
    ritual: _Ritual | None = None
    opening: _Opening | None = None


class _Event(msgspec.Struct):
    type: str
    again: bool = False


class _Line(msgspec.Struct):
    event: _Event
    number: int = 0


class _Question(msgspec.Struct):
    number: int
    seat: int
    legal: list[str]


class _Message(msgspec.Struct):
    """The fields of the table's messages that this row needs."""

    type: str
    what: str = ""
    markers: list[int] = []
    lights: dict[str, bool] = {}
    blinked: str = ""
    table: _Table | None = None
    questions: list[_Question] = []
    news: list[_Line] = []

    @property
    def is_extra_turn(self) -> bool:
        """A turn that follows one of the same seat."""
        return any(line.event.type == TURN and line.event.again for line in self.visible_news)

    @property
    def celebrated(self) -> bool:
        return self.is_extra_turn or any(line.event.type in CEREMONY_SECONDS for line in self.visible_news)

    @property
    def first_hidden_line(self) -> int:
        """The first line of the log that is not shown yet; 0 if all are."""
        return self.table.fought if self.table else 0

    @property
    def visible_news(self) -> list[_Line]:
        """The news without the hidden lines."""
        return [line for line in self.news if not self.first_hidden_line or line.number < self.first_hidden_line]

    @property
    def step(self) -> str:
        """The step of the opening of a game; empty if there is none."""
        return self.table.opening.step if self.table and self.table.opening else ""


class Evening:
    """A random game with phones, a screen and a panel that records the delays between them in ceremonies."""

    def __init__(self, screen: Client, phones: list[Client]) -> None:
        self._screen, self._phones = screen, phones
        self._rng = random.Random(1)
        self._id = 0
        self._newest: dict[Client, _Message] = {}
        self._came = asyncio.Event()
        self._celebrated: dict[Client | str, float] = {}  # when each of them, and each light, had part in a ceremony
        self._again = False  # that is another turn
        self._opened: dict[Client | str, float] = {}  # when each came to a step of an opening, and a seat's light on
        self.times: dict[str, list[float]] = {"ceremony": [], "opening": [], "conflict": [], "again": []}
        for client in (screen, *phones):
            client.listen(partial(self._listen, client))

    def _listen(self, client: Client, payload: bytes, when: float) -> None:
        if not payload.startswith(b'{"type":"hello"'):
            self._on_message(client, msgspec.json.decode(payload, type=_Message), when)
            self._came.set()

    def _on_message(self, client: Client, heard: _Message, when: float) -> None:
        before = self._newest.get(client)
        met = (
            heard.type == "snapshot" and before is not None and before.first_hidden_line and not heard.first_hidden_line
        )
        if heard.blinked or heard.celebrated or met:
            self._celebrated.setdefault(heard.blinked or client, when)
            self._again = self._again or heard.is_extra_turn
        elif heard.type == "panel" and any(on for part, on in heard.lights.items() if part.startswith("seat.")):
            self._opened.setdefault("light", when)
        if heard.type == "snapshot":
            if before is None or heard.step != before.step:
                self._opened[client] = when
            self._newest[client] = heard

    async def run(self) -> None:
        """Play until enough turns followed one of the same seat."""
        while len(self.times["again"]) < EXTRA_TURNS:
            await self._play_on(self._newest.get(self._screen))

    async def _play_on(self, now: _Message | None) -> None:
        """Take one action, preferring to build; begin another game if this one is over."""
        if now is not None and now.table and now.table.phase == "over":
            await self._begin_again()
            return
        if now is not None and now.first_hidden_line and now.table and now.table.ritual is None:
            await self._wait_for_conflict()
            return
        began = time.perf_counter()
        self._celebrated.clear()
        self._again = False
        self._newest.pop(self._screen, None)
        if now is not None and now.questions:
            await self._answer(now.questions[0])
        async with asyncio.timeout(SILENCE):
            while self._screen not in self._newest:
                await self._wait()
        await asyncio.sleep(max(0.0, PAUSE - (time.perf_counter() - began)))
        if {self._screen, *self._phones} < self._celebrated.keys():  # and a light; none blinks while markers wait
            self.times["ceremony"].append(_spread(self._celebrated))
            if self._again:
                self.times["again"].append(_spread(self._celebrated))

    async def _answer(self, asked: _Question) -> None:
        """Answer a question of the screen's snapshot, once the phone that may answer it has it too."""
        phone = self._phones[asked.seat - 1]
        legal = asked.legal
        async with asyncio.timeout(SILENCE):
            while not legal and self._screen not in self._newest:
                mine = self._newest.get(phone)
                legal = next((q.legal for q in mine.questions if q.number == asked.number), []) if mine else []
                if not legal:
                    await self._wait()
        if legal:
            text = self._rng.choice([text for text in legal if " with " in text] or legal)
            self._send(phone, type="act", seat=asked.seat, question=asked.number, action=text)

    async def _wait_for_conflict(self) -> None:
        """Wait while shields meet; then screen, phones and lights show the result."""
        self._celebrated.clear()
        async with asyncio.timeout(SILENCE):
            while not {self._screen, *self._phones} < self._celebrated.keys():
                await self._wait()
        self.times["conflict"].append(_spread(self._celebrated))

    async def _begin_again(self) -> None:
        """Begin another game, and record each step of its opening, up to the light of the first player."""
        self._opened.clear()
        self._send(self._screen, type="rematch")
        found = False
        while not found:
            async with asyncio.timeout(SILENCE):
                while not {self._screen, *self._phones} <= self._opened.keys():
                    await self._wait()
                found = self._newest[self._screen].step == "found"
                while found and "light" not in self._opened:
                    await self._wait()
            self.times["opening"].append(_spread(self._opened))
            self._opened.clear()

    async def _wait(self, seconds: float = SILENCE) -> None:
        self._came.clear()
        try:
            async with asyncio.timeout(seconds):
                await self._came.wait()
        except TimeoutError:
            pass

    def _send(self, client: Client, **fields: Any) -> None:
        self._id += 1
        client.say(msgspec.json.encode({"id": f"press{self._id}", **fields}))


class Presses(Evening):
    """A game that presses the buttons of waiting markers, and records the times."""

    def __init__(self, screen: Client, phones: list[Client]) -> None:
        self._marker = 0  # that is being pressed
        self._at: dict[str, float] = {}
        self._told: set[Client] = set()
        super().__init__(screen, phones)
        self.times = {**{what: [] for what in (*RECEIVERS, "spread")}, **self.times}

    def _on_message(self, client: Client, heard: _Message, when: float) -> None:
        super()._on_message(client, heard, when)
        if not self._marker:
            return
        if heard.type == "snapshot":
            turned = not heard.table or not heard.table.ritual or self._marker not in heard.table.ritual.open
            if turned and client is self._screen:
                self._at.setdefault("screen", when)
            elif turned:
                self._told.add(client)
                if len(self._told) == len(self._phones):
                    self._at.setdefault("phones", when)
        elif heard.type == "cue" and heard.what == "marker" and self._marker in heard.markers:
            self._at.setdefault("horn", when)  # what the buzzer is told at that moment, and the screen plays
        elif heard.type == "panel" and heard.lights.get(f"marker.{self._marker}"):
            self._at.setdefault("light", when)

    async def run(self) -> None:
        """Play until enough buttons were pressed."""
        while len(self.times["spread"]) < PRESSES:
            for marker in await self._wait_for_markers():
                await self._press(marker)

    async def _wait_for_markers(self) -> list[int]:
        while True:
            now = self._newest.get(self._screen)
            if now and now.table and now.table.ritual:
                return now.table.ritual.open
            await self._play_on(now)

    async def _press(self, marker: int) -> None:
        """Press a button and wait for its effects."""
        self._marker, self._at, self._told = marker, {}, set()
        part = f"marker.{marker}"
        began = time.perf_counter()
        self._send(self._screen, type="press", part=part, down=True)
        lit_at_the_end = LOST_SECONDS  # after the last marker a conflict may put all lights out at once
        while len(self._at) < len(RECEIVERS):
            waited = time.perf_counter() - began
            if waited > SILENCE or (waited > lit_at_the_end and {"horn", "phones", "screen"} <= self._at.keys()):
                break
            await self._wait(0.05)
        self._marker = 0
        if len(self._at) == len(RECEIVERS):
            for what, at in self._at.items():
                self.times[what].append(at - began)
            self.times["spread"].append(_spread(self._at))
        self._send(self._screen, type="press", part=part, down=False)
        await asyncio.sleep(PAUSE * 2)


def _spread(at: Mapping[Any, float]) -> float:
    """Return the delay from the first to the last."""
    return max(at.values()) - min(at.values())


async def _h1() -> list[Figure]:
    times = await _watched(Presses)
    for what, seconds in (await _watched(Evening, "duel", 2)).items():
        times[what] += seconds
    found = []
    for what, seconds in times.items():
        name = NAMES.get(what, f"press to {what}")
        ms = [1000 * each for each in seconds]
        note = f"median {median(ms):.3g} ms" + ("" if what in NAMES else "; 5 of them are the settling of the contact")
        found.append(Figure(f"h1 {what}", f"{name}, p99", p99(ms), FLOOR, "ms", "≤ 1", "≤ 0.5", f"{note}, n={len(ms)}"))
    return found


async def _watched(kind: type[Evening], game: str = "architects", seats: int = PHONES) -> dict[str, list[float]]:
    """Run an evening on a table of its own. Return its delays in seconds."""
    with tempfile.TemporaryDirectory(prefix="wondertable-bench-") as folder:
        words = ("table", "--seed", "h", "--host-address", "127.0.0.1", "--panel", "simulated")
        table = await RunningTable(Path(folder), *words).ready()
        try:
            keys = await seated(table, game=game, seats=seats)
            phones = [await connect(table.port, f"/socket/{key}") for key in keys]
            screen = await connect(table.port, "/socket", f"Authorization: Bearer {table.run.key}")
            evening = kind(screen, phones)
            async with beating([*phones, screen]):
                await evening.run()
        finally:
            table.kill()
    return evening.times
