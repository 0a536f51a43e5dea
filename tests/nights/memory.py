"""Leak checks: the memory of table and screen after thousands of sockets, messages and touches, and many games.

`python -m tests.nights.memory` measures the parts that were not measured yet, and prints all figures; with `PART`, or
`games:120` for that many games, it measures one part again. tests/app/phones/test_websockets.py and
tests/app/screen/test_busy.py have short versions.
"""

import asyncio
import html
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, Final, NamedTuple

from app.text.translation import languages
from benchmarks.b_taps import seated
from benchmarks.doctor_measure import cpu
from benchmarks.machine import resident
from benchmarks.sockets import Client, connect
from engine.memoize import IDLE_SECONDS
from tests.nights.odd_bytes import message
from tests.running import ROOT, RunningTable
from tests.sight import display

RESULTS_PATH: Final = ROOT / "build" / "nights" / "memory.json"
BOUND: Final = 1.05  # of before
SOCKETS: Final = 20_000
AT_ONCE: Final = 10  # of them
WARM: Final = 1_000  # sockets or messages before the first look
MESSAGES: Final = 50_000
GAMES: Final = 500
EARLY: Final = 20  # games before the first look
GAMES_BETWEEN_LOOKS: Final = 48  # games between two, after which the same game has been played
REST_SECONDS: Final = 15.0  # seconds until the screen has shown what there was, and given back what it can
PATIENT: Final = 8  # rests: where others leave no core free, what is thought of a game is never done
IDLE_CPU_SHARE: Final = 0.02  # of a core: a screen at rest uses less
TOUCHED: Final = 900  # seconds, of which five minutes fill what is remembered of a game: ten are compared
SEATS: Final = {"architects": 4, "duel": 2, "seven-wonders": 7}
PLAYED: Final = (
    ("seven-wonders", ()), ("architects", ()), ("seven-wonders", ("leaders",)), ("architects", ("medals",)),
    ("seven-wonders", ("leaders", "experts")), ("architects", ("medals", "expert")),
)  # fmt: skip
ACTION_PATTERN: Final = re.compile(r'data-do="act;seat=(\d+);question=(\d+);action=([^"]*)"')
JSON: Final = 4  # seats that speak JSON; the others have pages
PING: Final = b'{"type":"ping","id":"beat"}'
BEAT: Final = 1.5  # seconds
MAX_ATTEMPTS: Final = 60


class ProcessUsage(NamedTuple):
    """The memory, threads and files of a process."""

    resident: float  # MB, whoever else holds the same libraries at that moment; of those PSS counts a part each time
    threads: int
    files: int


Looks = list[dict[str, ProcessUsage]]  # from the first to the last, what each process held


def measure_process(pid: int) -> ProcessUsage:
    return ProcessUsage(resident(pid), len(os.listdir(f"/proc/{pid}/task")), len(os.listdir(f"/proc/{pid}/fd")))


@asynccontextmanager
async def running(*words: str, environment: dict[str, str] | None = None) -> AsyncIterator[RunningTable]:
    """Run a table in a folder of its own, with a screen or without."""
    with tempfile.TemporaryDirectory(prefix="wondertable-memory-") as folder:
        (Path(folder) / "settings").mkdir()
        (Path(folder) / "settings" / "settings.json").write_text('{"welcomed": true}')
        command = (*words, "--seed", "m", "--host-address", "127.0.0.1")
        table = await RunningTable(Path(folder), *command, env=environment).ready()
        try:
            yield table
        finally:
            table.kill()


# ---- sockets and nonsense


async def sockets() -> Looks:
    """Measure a table while HTML pages connect, load their parts and leave in several ways."""
    async with running("table") as table:
        [key, *_] = await seated(table, seats=2)
        rng = random.Random("sockets")

        async def pages(times: int) -> None:
            for _ in range(times):
                path = rng.choice((f"/seat/{key}/live", "/watch/live"))
                client = await connect(table.port, f"{path}?page={rng.getrandbits(64):016x}")
                heard = asyncio.Event()
                client.listen(lambda payload, when, heard=heard: heard.set())  # type: ignore[misc]  # bound here
                if rng.random() < 0.9:
                    client.say(b'{"type":"have","tab":"mine","parts":{}}')
                    await heard.wait()
                if rng.random() < 0.5:
                    client.transport.abort()
                else:
                    client.transport.close()

        async def run_times(times: int) -> None:
            await asyncio.gather(*(pages(times // AT_ONCE) for _ in range(AT_ONCE)))

        return await _measure_growth(table, run_times, SOCKETS)


async def send_odd_messages() -> Looks:
    """Send messages from the grammar of odd bytes, and repeated pages, as a screen, seats and onlookers."""
    async with running("table") as table:
        keys = await seated(table, seats=2)
        rng = random.Random("nonsense")

        async def send_from(path: str, times: int) -> None:
            client = await connect(table.port, path)
            for number in range(times):
                if client.transport.is_closing():
                    client = await connect(table.port, path)
                said = message(rng, number)
                client.say(PING if b'"leave"' in said else said)  # who has left may say nothing more
                if number % 20 == 19:
                    await asyncio.sleep(0.02)
            client.transport.close()

        async def run_times(times: int) -> None:
            paths = (
                "/socket",
                "/watch/live?page=0123456789abcdef",
                f"/socket/{keys[0]}",
                f"/seat/{keys[1]}/live?page=a",
            )
            await asyncio.gather(*(send_from(path, times // len(paths)) for path in paths))

        return await _measure_growth(table, run_times, MESSAGES)


async def _measure_growth(table: RunningTable, run_times: Any, times: int) -> Looks:
    """Measure the table after a warm-up, half of the runs and all of them."""
    looks: Looks = []
    for part in (WARM, times // 2, times // 2):
        await run_times(part)
        await asyncio.sleep(5)  # until those who are silent are gone
        looks.append({"table": measure_process(table.process.pid)})
        print(_format_look(looks[-1]), flush=True)
    return looks


# ---- games


class Phone:
    """A phone that answers each question at random as soon as it may: in JSON, or by the actions of its page."""

    def __init__(self, port: int, key: str, seat: int, pages: bool | None = None) -> None:
        self.port, self.seat = port, seat
        self.pages = seat > JSON if pages is None else pages
        self.path = f"/socket/{key}" if not self.pages else f"/seat/{key}/live?page={seat:016x}"
        self.client: Client | None = None
        self.rng = random.Random(seat)
        self.table: dict[str, Any] = {}
        self.asked: dict[int, list[str]] = {}  # what is open, and may be said
        self.ids = 0
        self.refused = ""

    async def stay(self) -> None:
        """Keep the connection like a phone: reconnect after a cut and send pings."""
        while True:
            if self.client is None or self.client.transport.is_closing():
                self.client = await connect(self.port, self.path)
                self.client.listen(self.on_message)
                if self.pages:
                    self.client.say(b'{"type":"have","tab":"mine","parts":{}}')
            self.client.say(PING)
            await asyncio.sleep(BEAT)

    def on_message(self, payload: bytes, _: float) -> None:
        told = json.loads(payload)
        if told["type"] == "snapshot":
            self.table = told["table"]
            self.asked = {each["number"]: each["legal"] for each in told["questions"] if each["seat"] == self.seat}
        elif told["type"] == "parts" and "ask" in told["parts"]:
            self.asked = offered_actions(told["parts"]["ask"][1], self.seat)
        elif told["type"] == "refused":
            self.refused = told["text"]
            asyncio.get_running_loop().call_later(0.3, self.answer)  # too fast, or not possible just now
            return
        else:
            return
        self.answer()

    def answer(self) -> None:
        for number, legal in self.asked.items():
            if legal:
                self.say("act", seat=self.seat, question=number, action=self.rng.choice(legal))

    def say(self, what: str, **fields: Any) -> None:
        self.ids += 1
        if self.client is not None:
            self.client.say(json.dumps({"type": what, "id": f"{self.seat}-{self.ids}", **fields}).encode())


def offered_actions(page: str, seat: int) -> dict[int, list[str]]:
    """Parse the actions that a page's forms and buttons offer, by question."""
    found: dict[int, list[str]] = {}
    page = html.unescape(page)
    for whose, number, action in ACTION_PATTERN.findall(page):
        if int(whose) != seat:
            continue
        names = re.findall(r"\{(\w+)\}", action)
        values = (re.findall(rf'name="?{name}"? value="([^"]+)"', page) for name in names)
        said = [action.format(**dict(zip(names, chosen, strict=True))) for chosen in product(*values)]
        found.setdefault(int(number), []).extend(said)
    return found


async def games(count: int) -> Looks:
    """Measure memory between games of seven phones, four in JSON and three as pages, and a screen.

    Each measurement is made between two games, where the screen shows the same picture; the size of the final picture
    depends on the game.
    """
    looks: Looks = []
    with display() as environment:
        async with running("run", "--size", "800x480", environment=environment) as table:
            game, variant = PLAYED[0]
            keys = await seated(table, game=game, variant=variant)
            phones = [Phone(table.port, key, seat) for seat, key in enumerate(keys, start=1)]
            stays = [asyncio.create_task(phone.stay()) for phone in phones]
            try:
                await _say_until(phones[0], lambda table: not table["settings"]["ritual"], "set-table", ritual=False)
                for played in range(1, count + 1):
                    await play(phones)
                    await _say_until(phones[0], lambda table: table["phase"] == "lobby", "to-lobby")
                    if played >= EARLY and (played == count or (played - EARLY) % GAMES_BETWEEN_LOOKS == 0):
                        [screen] = table.screens()
                        await _wait_until_idle(screen)
                        looks.append({"table": measure_process(table.process.pid), "screen": measure_process(screen)})
                        print(f"{played} games: {_format_look(looks[-1])}", flush=True)
                    game, variant = PLAYED[played % len(PLAYED)]
                    await _begin_next_game(phones[0], game, variant)
            finally:
                for stay in stays:
                    stay.cancel()
    return looks


async def play(phones: list[Phone]) -> None:
    """Play until the game is over."""
    host = phones[0]
    still, rev = 0.0, None
    while host.table.get("phase") != "over":
        if host.table.get("opening") or host.table.get("fought") is not None:
            host.say("skip-opening")
        await asyncio.sleep(0.2)
        now = (host.table.get("undo"), host.asked.keys())
        still, rev = (still + 0.2, rev) if now == rev else (0.0, now)
        if still > 5:
            still = 0.0
            for phone in phones:
                phone.answer()


async def _wait_until_idle(screen: int) -> None:
    """Wait until the screen has shown all events, emptied its caches and released memory."""
    await asyncio.sleep(IDLE_SECONDS)
    used = cpu(screen)
    for _ in range(PATIENT):
        await asyncio.sleep(REST_SECONDS)
        before, used = used, cpu(screen)
        if used - before <= IDLE_CPU_SHARE * REST_SECONDS:
            return


async def _begin_next_game(host: Phone, game: str, variant: tuple[str, ...]) -> None:
    """Start another game with the same seats."""
    await _say_until(host, lambda table: table["game"] == game, "set-game", game=game, variant=list(variant))
    await _say_until(host, lambda table: table["phase"] == "game", "start")


async def _say_until(phone: Phone, so: Callable[[dict[str, Any]], bool], what: str, **fields: Any) -> None:
    """Repeat an intent until its effect holds; the table may refuse it first as too frequent."""
    for _ in range(MAX_ATTEMPTS):
        phone.say(what, **fields)
        with suppress(TimeoutError):
            async with asyncio.timeout(1):
                while not (phone.table and so(phone.table)):
                    await asyncio.sleep(0.02)
                return
    raise AssertionError(f"{what} does not come about: {phone.refused}")


# ---- touches


async def touches(place: str) -> Looks:
    """Measure memory while five fingers touch menus or a game at random.

    It is measured while the fingers rest, after five minutes and again ten minutes later, with the lobby shown:
    painting, open panels and running games take more. All languages are loaded before, as they stay cached.
    """
    looks: Looks = []
    rests: list[int] = []
    with display() as environment:
        async with running("table") as table:
            await asyncio.to_thread(_read_all, table.port)
            if place != "menus":
                await _begin(table, place)
            words = [sys.executable, "-m", "tests.nights.fingers", str(table.folder), str(TOUCHED), place]
            theirs = environment | {"SDL_VIDEODRIVER": "x11", "PYTHONPATH": str(ROOT), "KIVY_LOG_MODE": "PYTHON"}
            child = subprocess.Popen(words, cwd=ROOT, env=theirs, text=True, stdout=subprocess.PIPE)
            try:
                assert child.stdout is not None
                while line := (await asyncio.to_thread(child.stdout.readline)).strip():
                    rests += [len(looks)] if line.startswith("at rest") else []
                    looks.append({"screen": measure_process(child.pid), "table": measure_process(table.process.pid)})
                    print(f"{line}: {_format_look(looks[-1])}", flush=True)
                    if line.startswith("before"):
                        await _to_lobby(table)
                    elif line.startswith("at rest") and place != "menus":
                        await _begin(table, place)
            finally:
                child.kill()
                child.wait()
    return [looks[number] for number in (rests[0], len(looks) // 2, rests[-1])]


def _read_all(port: int) -> None:
    """Load the page of free seats in every language."""
    for lang in languages():
        wish = urllib.request.Request(f"http://127.0.0.1:{port}/", headers={"Accept-Language": lang})
        with urllib.request.urlopen(wish) as page:
            assert f'lang="{lang}"' in page.read().decode()


async def _begin(table: RunningTable, game: str) -> None:
    """Start a game in which all seats play by touch."""
    async with table.screen() as screen:
        await screen.send("set-game", game=game, mode="play")
        await screen.send("set-seats", count=SEATS[game])
        for seat in range(1, SEATS[game] + 1):
            await screen.send("set-seat", seat=seat, by="touch")
        await screen.send("start")


async def _to_lobby(table: RunningTable) -> None:
    """Return from any game to the lobby."""
    async with table.screen() as screen:
        if screen.table["phase"] != "lobby":
            await screen.send("lay-aside" if screen.table["phase"] == "game" else "to-lobby")


def _format_look(look: dict[str, ProcessUsage]) -> str:
    return "; ".join(
        f"{who} {process.resident:.1f} MB, {process.threads} threads, {process.files} files"
        for who, process in look.items()
    )


PARTS: Final[Mapping[str, Callable[[], Awaitable[Looks]]]] = {
    "sockets": sockets,
    "nonsense": send_odd_messages,
    "games": partial(games, GAMES),
    **{f"touches-{place}": partial(touches, place) for place in ("menus", *SEATS)},
}


def print_growth(part: str, looks: Sequence[Mapping[str, Sequence[float]]]) -> bool:
    """Print the result of a part. Return whether its memory stays flat."""
    flat = True
    for who in looks[-1]:
        early, late = looks[0][who][0], looks[-1][who][0]
        flat &= late <= BOUND * early
        print(f"{part}: {who} {early:.1f} → {late:.1f} MB, {late / early:.3f} ×, at most {BOUND}")
    return flat


async def main(words: list[str]) -> int:
    kept: dict[str, Any] = json.loads(RESULTS_PATH.read_text()) if RESULTS_PATH.exists() else {}
    if not words and kept.keys() >= PARTS.keys():
        kept = {}
    for word in words or [part for part in PARTS if part not in kept]:
        part, _, count = word.partition(":")
        print(part, flush=True)
        kept[word] = await (games(int(count)) if count else PARTS[part]())
        RESULTS_PATH.parent.mkdir(parents=True, exist_ok=True)
        RESULTS_PATH.write_text(json.dumps(kept))
    return 0 if all([print_growth(part, kept[part]) for part in words or PARTS]) else 1


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        sys.exit(asyncio.run(main(sys.argv[1:])))
