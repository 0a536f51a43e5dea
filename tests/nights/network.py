"""Whole games over bad networks: round trips up to 4 s, a fifth of all packets lost, cuts of 30 s, new addresses.

`python -m tests.nights.network` plays all of them, continues where it was stopped, and prints its figures; the name of
a bed (`cuts`, `slow-4` …) or of a game selects those. A table runs in one network, a page in a real browser and JSON
clients that connect as the page does are in another, and `links.py` lies between.
"""

import asyncio
import json
import os
import random
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, closing, suppress
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple

import aiohttp

from app.protocol.name_rules import host_name
from tests.nights.links import Link, Phones, ip, missing, restart_isolated
from tests.running import ROOT, RunningTable

RESULTS_PATH: Final = ROOT / "build" / "nights" / "network.json"
MODULE: Final = "tests.nights.network"
AT_ONCE: Final = 8  # games; they mostly wait
LONGEST: Final = 5400.0  # seconds of one bed
BACK: Final = 60.0  # seconds in which a page has to be back
NAMES: Final = ("Ada", "Ben", "Cleo")
GAMES: Final[dict[str, tuple[str, tuple[str, ...], int]]] = {  # the game, its variants, how many play
    "architects": ("architects", (), 3),
    "medals": ("architects", ("medals",), 3),
    "duel": ("duel", (), 2),
    "seven-wonders": ("seven-wonders", ("leaders",), 3),
}
CUT: Final = 30.0  # seconds
WHEN: Final = ("before it is said", "before its answer", "after its answer")
MIDDLE: Final = 6  # answers of a page after which something happens
ON_ITS_WAY: Final = 0.5  # seconds in which something still arrives that was said before
PING, SILENT, PATIENT, SLOW, RETRY = 1.5, 4.0, 12.0, 40.0, 0.8  # seconds, as in phone.js
ONE, TWO, THREE = "10.77.0", "10.78.0", "10.79.0"  # networks
ULA, LINK_LOCAL = "fd77::", "fe80::77:"


class Bed(NamedTuple):
    """The conditions of a network: delay, loss, events, addresses."""

    round_trip: float = 0.02
    loss: float = 0.0
    happens: str = ""  # in the middle of the game, or at every kind of decision
    six: str = ""  # IPv6 and nothing else, from this address on


BEDS: Final = {
    "slow-0.2": Bed(0.2),
    "slow-1": Bed(1.0),
    "slow-4": Bed(4.0),
    "lost-5": Bed(0.2, 0.05),
    "lost-20": Bed(0.2, 0.2),
    "slow-1-lost-20": Bed(1.0, 0.2),
    "cuts": Bed(happens="cuts"),
    "phone-moves": Bed(happens="phone-moves"),
    "table-moves": Bed(happens="table-moves"),
    "two-networks": Bed(happens="two-networks"),
    "sleep": Bed(happens="sleep"),
    "six": Bed(six=ULA),
    "six-link-local": Bed(six=LINK_LOCAL),
}


class Device:
    """A JSON client that connects, gives up, reconnects and repeats its intents as the page's script does."""

    def __init__(self, play: "Play", seat: int, key: str, addresses: Callable[[], list[str]], local: str) -> None:
        self._play, self.seat, self._key, self._addresses, self.local = play, seat, key, addresses, local
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._pending: dict[str, dict[str, Any]] = {}
        self._answer: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._changed = asyncio.Event()
        self._heard, self._patience, self._quiet, self._at = 0.0, SILENT, SILENT, 0
        self.questions: list[dict[str, Any]] = []
        self.rev, self.connects, self.moved = -1, 0, False
        self.acted: list[tuple[int, str]] = []

    async def stay(self) -> None:
        """Keep a connection and play."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._keep_connected())
            group.create_task(self._plays())

    async def _keep_connected(self) -> None:
        while True:
            known = self._addresses()
            address = known[self._at % len(known)]
            local = self.local if ":" not in self.local or self._play.bed.six != LINK_LOCAL else None
            try:
                async with self._play.web(local) as web, asyncio.timeout(self._patience) as limit:
                    began = time.monotonic()
                    url = f"{address.replace('http', 'ws')}/socket/{self._key}"
                    async with web.ws_connect(url, max_msg_size=0, autoping=True) as self._socket:
                        took = time.monotonic() - began
                        slow = took > SILENT / 2
                        self._patience, self._quiet = (PATIENT, SLOW) if slow else (SILENT, SILENT)
                        limit.reschedule(None)
                        self._heard = time.monotonic()
                        self.connects += 1
                        await self._listen(self._socket)
            except (aiohttp.ClientError, OSError, TimeoutError):
                self._patience = PATIENT if self._patience == SILENT else SILENT
                self._at += 1
            self._socket = None
            await asyncio.sleep(RETRY)

    async def _listen(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        beating = asyncio.create_task(self._beat(socket))
        try:
            for wish in tuple(self._pending.values()):
                await socket.send_json(wish)
            async for message in socket:
                self._heard = time.monotonic()
                if message.type is aiohttp.WSMsgType.TEXT:
                    self._take(json.loads(message.data))
            self.moved = self.moved or socket.close_code == 4001
        finally:
            beating.cancel()

    async def _beat(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        while True:
            with suppress(ConnectionError):
                await socket.send_json({"type": "ping", "id": f"beat {self.seat}"})
            await asyncio.sleep(PING)
            if time.monotonic() - self._heard > self._quiet:
                socket._response.close()  # type: ignore[union-attr]  # at once: whoever is there does not hear us
                return

    def _take(self, told: dict[str, Any]) -> None:
        if told["type"] == "snapshot":
            self.rev, self.questions = told["rev"], told["questions"]
            self._changed.set()
        elif (answer := self._answer.get(told.get("id", ""))) and not answer.done():
            answer.set_result(told)

    async def say(self, what: str, **fields: Any) -> dict[str, Any]:
        """Send an intent, again after each reconnect, until it is answered."""
        id = f"{self.seat}-{len(self._answer)}-{os.getpid()}"
        answer = self._answer[id] = asyncio.get_running_loop().create_future()
        self._pending[id] = {"type": what, "id": id, **fields}
        if self._socket is not None:
            with suppress(ConnectionError):
                await self._socket.send_json(self._pending[id])
        told = await answer
        del self._pending[id]
        return told

    async def _plays(self) -> None:
        while True:
            asked = next((one for one in self.questions if one["seat"] == self.seat and one["legal"]), None)
            if asked is None:
                self._changed.clear()
                await self._changed.wait()
                continue
            action = self._play.rng.choice(asked["legal"])
            told = await self.say("act", seat=self.seat, question=asked["number"], action=action)
            if told["type"] == "refused":
                self._play.refusals[told["rule"]] += 1
            else:
                self.acted.append((self.seat, action))
            self.questions = [one for one in self.questions if one["number"] != asked["number"]]


class Play:
    """One game in one bed."""

    def __init__(self, name: str, game: str, rng: random.Random) -> None:
        self.name, self.bed, self.rng = name, BEDS[name], rng
        self.game, self.variant, self.seats = GAMES[game]
        self.phones = Phones()
        self.link = Link(self.phones, "eth0", rng)
        self.links = [self.link]
        self.devices: list[Device] = []
        self.refusals: Counter[str] = Counter()
        self.back: list[float] = []  # seconds a page needed, after each end of a cut, …
        self.others_back: list[float] = []  # … and JSON clients
        self.cuts: Counter[str] = Counter()
        self.answers = 0
        self.notes: dict[str, Any] = {}
        self.keys: dict[int, str] = {}
        self._wishes: dict[str, dict[str, Any]] = {}
        self._answered: dict[str, str] = {}

    def web(self, local: str | None) -> aiohttp.ClientSession:
        """Open an HTTP session from one of a phone's addresses."""
        connector = aiohttp.TCPConnector(
            local_addr=(local, 0) if local else None,
            socket_factory=lambda info: self.phones.socket(info[0], info[1], info[2]),
        )
        return aiohttp.ClientSession(connector=connector)

    def locals(self) -> list[str]:
        """List the local addresses, one for each seat."""
        return [f"{self.bed.six or ONE + '.'}{n}" for n in range(2, 2 + self.seats)]

    def prepare(self) -> None:
        """Set the addresses on both sides."""
        if self.bed.six:
            self.link.address([f"{self.bed.six}1/64"], [f"{each}/64" for each in self.locals()])
        else:
            self.link.address([f"{ONE}.1/24"], [f"{each}/24" for each in self.locals()])
        if self.bed.happens == "two-networks":
            self.second()
        for link in self.links:
            link.carry()

    def second(self) -> Link:
        """Add a second network between the same machines."""
        link = Link(self.phones, "wlan0", self.rng)
        link.address([f"{TWO}.1/24"], [f"{TWO}.{n}/24" for n in range(2, 2 + self.seats)])
        link.round_trip = self.bed.round_trip
        self.links.append(link)
        return link

    # ---- the game ------------------------------------------------------------------------------------------

    async def run(self, table: RunningTable, browser: Any) -> None:
        """Run a game from the join codes to the end."""
        async with table.screen() as self.screen:
            await self.screen.send("set-game", game=self.game, variant=list(self.variant), guided=False)
            await self.screen.send("set-seats", count=self.seats)
            for link in self.links:
                link.round_trip, link.loss = self.bed.round_trip, self.bed.loss
            await self.screen.until(lambda: bool(self.addresses()))
            self.notes["codes"] = sorted({code["url"].partition("/join")[0] for code in self.screen.codes})
            async with AsyncExitStack() as stack:
                if browser is not None:
                    await self._page(browser)
                for seat in range(1 if browser is None else 2, self.seats + 1):
                    await self._joins(seat)
                await self.screen.send("start")
                await self.screen.send("skip-opening")
                group = await stack.enter_async_context(asyncio.TaskGroup())
                tasks = [group.create_task(device.stay()) for device in self.devices]
                if browser is not None:
                    tasks.append(group.create_task(self._person()))
                try:
                    async with asyncio.timeout(LONGEST):
                        await self._until_over()
                        for link in self.links:
                            link.loss = 0.0
                        await self._all_current()
                finally:
                    for task in tasks:
                        task.cancel()
                    self.notes["connects"] = [device.connects for device in self.devices]
            self.check(table.folder)

    def addresses(self) -> list[str]:
        """List the addresses that the table announces."""
        if self.bed.six == LINK_LOCAL:
            return [f"http://[{LINK_LOCAL}1%eth0]:{self.table.port}"]
        network = self.screen.table["network"]
        return [each for each in (network["address"], *network["others"]) if each]

    async def _joins(self, seat: int) -> None:
        """Sit down as a phone's form does."""
        local = self.locals()[seat - 1]
        async with self.web(None if self.bed.six == LINK_LOCAL else local) as web:
            url = self.addresses()[0]
            form = {"name": NAMES[seat - 1], "lang": "en"}
            while True:
                with suppress(aiohttp.ClientError, OSError, TimeoutError):
                    async with web.post(
                        f"{url}/join/{self.screen.ticket(seat)}", data=form, allow_redirects=False
                    ) as answer:
                        assert answer.status == 303, await answer.text()
                        self.keys[seat] = answer.headers["Location"].removeprefix("/seat/")
                        break
        self.devices.append(Device(self, seat, self.keys[seat], self.addresses, local))

    async def _page(self, browser: Any) -> None:
        from tests.app.browser.phones import Phone

        self.phone = await Phone.take(browser)
        self.phone.context.set_default_timeout(BACK * 1000)
        page = self.phone.page
        page.on("websocket", lambda socket: socket.on("framesent", self._sent))
        url = next(str(code["url"]) for code in self.screen.codes if code["seat"] == 1)
        while True:
            with suppress(Exception):  # whatever a browser says of a page that did not come; a person tries again
                await page.goto(url, wait_until="domcontentloaded")
                await page.fill("input[name=name]", NAMES[0])
                await page.click("button.go", no_wait_after=True)
                await page.wait_for_url(re.compile("/seat/"), timeout=BACK * 1000, wait_until="commit")
                break
        began = time.monotonic()
        await page.wait_for_selector("html[data-link=live]", timeout=2 * BACK * 1000)
        self.notes["first live"] = round(time.monotonic() - began, 1)
        self.keys[1] = page.url.partition("?")[0].rpartition("/")[2]
        self.phone.context.set_default_timeout(8000)

    def _sent(self, frame: Any) -> None:
        said = json.loads(frame)
        if said["type"] == "act":
            self._wishes.setdefault(said["id"], said)

    def _read_frames(self) -> None:
        for frame in self.phone.frames:
            told = json.loads(frame)
            if told["type"] in ("done", "refused") and told["id"] in self._wishes:
                self._answered.setdefault(told["id"], told["type"])
        if self.phone.frames:
            self._last = time.monotonic()
        self._rev = max([self._rev, *(json.loads(frame).get("rev", -1) for frame in self.phone.frames)])
        self.phone.frames.clear()

    _rev, _last = -1, 0.0

    async def _shown_question(self) -> str:
        """Return the number of the question that the page shows and can answer, "" if there is none."""
        return str(
            await self.phone.page.evaluate(
                """() => document.documentElement.dataset.link === "live"
                && document.querySelector("#head [data-question]")?.dataset.question || "" """
            )
        )

    async def _person(self) -> None:
        """Play as the person with the page: tap what is offered."""
        while True:
            with suppress(Exception):  # the page went, or a control under the finger
                number = await self._shown_question()
                if number:
                    await self._decides(int(number))
            await asyncio.sleep(0.05)

    def _kind(self, number: int) -> str:
        """Return the kind of decision of a question, as the view names it."""
        asked = next((one for one in self.screen.questions if one["number"] == number), None)
        verbs = sorted({action.split()[0] for action in asked["legal"]}) if asked else []
        game = self.screen.game or {}
        return str(game.get("asked") or game.get("hints", {}).get("ask") or " or ".join(verbs))

    async def _decides(self, number: int) -> None:
        happens = self.bed.happens
        if happens == "cuts":
            kind = self._kind(number)
            when = next((when for when in WHEN if not self.cuts[f"{kind}, {when}"]), None)
            if when:
                self.cuts[f"{kind}, {when}"] += 1
                await self._cut_at(number, when)
                return
        await self._taps(number)
        if self.answers == MIDDLE and happens in HAPPENINGS:
            self.answers += 1
            await HAPPENINGS[happens](self)

    async def _taps(self, number: int) -> bool:
        """Tap until something was said, and wait until it is answered, if a line is open; whether it was said."""
        before = set(self._wishes)
        await self._fingers()
        for _ in range(20):
            if set(self._wishes) - before:
                break
            await asyncio.sleep(0.02)
        new = set(self._wishes) - before
        if not new:
            return False
        while self.link.up and self.link.down and not new <= set(self._answered):
            self._read_frames()
            await asyncio.sleep(0.02)
        while self.link.up and self.link.down and await self._shown_question() == str(number):
            await asyncio.sleep(0.02)
        self.answers += 1
        return True

    async def _fingers(self) -> None:
        """Choose one of the page's controls and tap it."""
        from tests.app.browser import duel_taps, seven_taps

        if self.game == "architects":
            await self.phone.tap_something(self.rng)
            return
        action = self.rng.choice(await self.phone.page.evaluate(duel_taps.OFFERED))
        await (duel_taps if self.game == "duel" else seven_taps).tap(self.phone, action)

    async def _cut_at(self, number: int, when: str) -> None:
        began = time.monotonic()

        def open() -> bool:
            return any(one["number"] == number for one in self.screen.questions)

        if when == WHEN[0]:
            self.link.up = self.link.down = False
            await self._taps(number)
        elif when == WHEN[1]:
            self.link.down = False
            await self._taps(number)
            with suppress(TimeoutError):
                async with asyncio.timeout(5):
                    await self.screen.until(lambda: not open())
            self.notes["done before its answer"] = self.notes.get("done before its answer", 0) + (not open())
            self.link.up = False
        else:
            await self._taps(number)
            self.link.up = self.link.down = False
        await asyncio.sleep(max(0.0, began + CUT - time.monotonic()))
        self.link.up = self.link.down = True
        await self.returns()

    async def returns(self) -> None:
        """Wait until all are current again, and write down how long each took."""
        began, rev = time.monotonic(), self.screen.rev
        await asyncio.sleep(ON_ITS_WAY)
        self._read_frames()
        on_its_way = time.monotonic()
        missing: list[Any] = [self.phone, *self.devices]
        while missing:
            self._read_frames()
            for one in tuple(missing):
                if one is self.phone:
                    live = ""
                    with suppress(Exception):  # it is on its way to another address
                        live = await self.phone.page.evaluate("document.documentElement.dataset.link")
                    if live == "live" and self._rev >= rev and self._last > on_its_way:
                        self.back.append(time.monotonic() - began)
                        missing.remove(one)
                elif one.rev >= rev and one._socket is not None and one._heard > on_its_way:
                    self.others_back.append(time.monotonic() - began)
                    missing.remove(one)
            if time.monotonic() > began + 2 * BACK:
                self.notes["never back"] = self.notes.get("never back", 0) + len(missing)
                return
            await asyncio.sleep(0.05)

    async def _until_over(self) -> None:
        """Wait for the end. With cuts, play again until each kind of decision has met one cut of each sort."""
        again = 0
        while True:
            while self.screen.table["phase"] != "over":
                with suppress(TimeoutError):
                    await self.screen.until(lambda: self.screen.table["phase"] == "over")
            if self.bed.happens != "cuts" or again == 2 or not self._is_cut_missing():
                return
            again += 1
            await self.screen.send("rematch")
            await self.screen.send("skip-opening")

    def _is_cut_missing(self) -> bool:
        kinds = {each.rpartition(", ")[0] for each in self.cuts}
        return any(not self.cuts[f"{kind}, {when}"] for kind in kinds for when in WHEN)

    async def _all_current(self) -> None:
        async with asyncio.timeout(2 * BACK):
            while any(device.rev < self.screen.rev for device in self.devices):
                await asyncio.sleep(0.05)
            while hasattr(self, "phone"):
                self._read_frames()
                if self._rev >= self.screen.rev:
                    return
                await asyncio.sleep(0.05)

    def check(self, folder: Path) -> None:
        """Check that every intent acted once and that every answered one is stored."""
        said, done = Counter[tuple[int, str]](), Counter[tuple[int, str]]()
        for device in self.devices:
            done.update(device.acted)
            said.update(device.acted)
        for id, wish in self._wishes.items():
            said[1, wish["action"]] += self._answered.get(id) != "refused"
            done[1, wish["action"]] += self._answered.get(id) == "done"
        with closing(sqlite3.connect(f"file:{folder / 'table.db'}?mode=ro", uri=True)) as database:
            rows = Counter(
                (seat + 1, text)
                for seat, text, undone in database.execute("SELECT seat, text, undone FROM rows WHERE role = 'seat'")
                if not undone
            )
        self.notes |= {"rows": rows.total(), "wishes": said.total(), "answered": done.total()}
        twice = {key: (n, said[key]) for key, n in rows.items() if n > said[key]}
        gone = {key: (n, rows[key]) for key, n in done.items() if n > rows[key]}
        assert not twice, f"acted more often than it was said: {twice}"
        assert not gone, f"was answered and is not stored: {gone}"
        if hasattr(self, "phone"):
            strange = [each for each in self.phone.faults if "net::" not in each and "WebSocket" not in each]
            assert not strange, strange
        assert "never back" not in self.notes, "somebody never came back"

    # ---- what happens in the middle ------------------------------------------------------------------------

    async def phone_moves(self) -> None:
        """Give every phone another address; open connections die without notice."""
        for number, device in enumerate(self.devices):
            new = f"{ONE}.{100 + number}"
            self.link.replace_address(f"{device.local}/24", f"{new}/24", phones=True)
            device.local = new
        self.link.replace_address(f"{ONE}.2/24", f"{ONE}.99/24", phones=True)
        await self.returns()

    async def table_moves(self) -> None:
        """Add a second network and cut the first; then give the table another address in the second."""
        came, page = time.monotonic(), await self._loaded()
        second = self.second()
        second.carry()
        await self.screen.until(lambda: any(TWO in each for each in self.addresses()))
        self.notes["second said after"] = round(time.monotonic() - came, 1)
        async with asyncio.timeout(BACK):
            while await self._loaded() in (page, None):  # it is told, and renews itself for it
                await asyncio.sleep(0.2)
        for device in self.devices:
            device.local = device.local.replace(ONE, TWO)
        self.link.up = self.link.down = False
        ip("link", "set", "eth0", "down")
        self.link, second = second, self.link
        await self.returns()
        self.notes["code after"] = self.screen.codes[0]["url"] if self.screen.codes else ""
        self.notes["page at"] = self.phone.page.url.partition("/seat")[0]
        went = time.monotonic()
        self.link.replace_address(f"{TWO}.1/24", f"{THREE}.1/24", phones=False)
        ip("address", "add", f"{THREE}.2/24", "dev", "wlan0", net=self.phones.pid)
        for number, device in enumerate(self.devices):
            device.local = f"{THREE}.{10 + number}"
            ip("address", "add", f"{device.local}/24", "dev", "wlan0", net=self.phones.pid)
        await self.screen.until(lambda: any(THREE in each for each in self.addresses()))
        self.notes["third said after"] = round(time.monotonic() - went, 1)
        await self.returns()
        self.notes["page then at"] = self.phone.page.url.partition("/seat")[0]

    async def _loaded(self) -> float | None:
        """Return the time origin of the loaded page, None while it is loading."""
        with suppress(Exception):  # whatever a browser says of a page that goes
            return float(await self.phone.page.evaluate("performance.timeOrigin"))
        return None

    async def two_networks(self) -> None:
        """Move all phones to the second network and cut the first."""
        await asyncio.sleep(5)
        for device in self.devices[1:]:
            device.local = device.local.replace(ONE, TWO)
        self.link.up = self.link.down = False
        for device in self.devices[:1]:
            device.local = device.local.replace(ONE, TWO)
        self.link = self.links[1]
        await self.returns()
        self.notes["page at"] = self.phone.page.url.partition("/seat")[0]

    async def sleeps(self) -> None:
        """Freeze the page and cut its phone's network for ten minutes, while the others play on."""
        cdp = await self.phone.context.new_cdp_session(self.phone.page)
        await cdp.send("Page.setWebLifecycleState", {"state": "frozen"})
        self.link.of = frozenset([f"{ONE}.2"])
        self.link.up = self.link.down = False
        await asyncio.sleep(600)
        self.link.up = self.link.down = True
        self.link.of = None
        await cdp.send("Page.setWebLifecycleState", {"state": "active"})
        await self.returns()


HAPPENINGS: Final[dict[str, Callable[[Play], Awaitable[None]]]] = {
    "phone-moves": Play.phone_moves,
    "table-moves": Play.table_moves,
    "two-networks": Play.two_networks,
    "sleep": Play.sleeps,
}


@asynccontextmanager
async def browsing(play: Play, folder: Path) -> AsyncIterator[Any]:
    """Run a browser in the phones' network that resolves the table's name without multicast."""
    from playwright.async_api import async_playwright

    from tests.app.browser.phones import CHROMIUM, FLAGS

    started = folder / "browser"
    started.write_text(f'#!/bin/sh\nexec nsenter --net=/proc/{play.phones.pid}/ns/net {CHROMIUM} "$@"\n')
    started.chmod(0o755)
    async with aiohttp.ClientSession() as web, web.get(f"http://127.0.0.1:{play.table.port}/here") as answer:
        name = host_name((await answer.json())["table"])
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=str(started),
            args=[*FLAGS, f"--host-resolver-rules=MAP {name}.local {THREE}.1"],
            timeout=BACK * 1000,
        )
        yield browser
        with suppress(TimeoutError):
            async with asyncio.timeout(BACK):
                await browser.close()


async def play(name: str, game: str) -> dict[str, Any]:
    """Play one game in one bed, in this network."""
    began = time.monotonic()
    bed_game = Play(name, game, random.Random(f"{name} {game}"))
    bed_game.prepare()
    with tempfile.TemporaryDirectory(prefix="wondertable-network-") as folder:
        typed = (
            ["--host-address", f"[{LINK_LOCAL}1]"] if bed_game.bed.six == LINK_LOCAL else []
        )  # else there are no codes
        bed_game.table = await RunningTable(Path(folder, "data"), "table", *typed).ready()
        try:
            if bed_game.bed.six == LINK_LOCAL:
                await bed_game.run(bed_game.table, None)
            else:
                async with browsing(bed_game, Path(folder)) as browser:
                    await bed_game.run(bed_game.table, browser)
        finally:
            bed_game.table.kill()
            bed_game.phones.close()
    return {
        "seconds": round(time.monotonic() - began), "answers": bed_game.answers, "back": bed_game.back,
        "others": bed_game.others_back, "cuts": bed_game.cuts, "refusals": bed_game.refusals, **bed_game.notes,
    }  # fmt: skip


def select_games(words: list[str]) -> list[str]:
    """Select the games that these words name, or all."""
    all = [f"{bed} {game}" for bed in sorted(BEDS, key=ORDER.index) for game in GAMES]
    return [one for one in all if set(words) <= set(one.split())]


ORDER: Final = ["cuts", "sleep", *(name for name in BEDS if name not in ("cuts", "sleep"))]  # the longest first


def read_results() -> dict[str, Any]:
    """Read the stored results."""
    return json.loads(RESULTS_PATH.read_text()) if RESULTS_PATH.exists() else {}


async def run_one_game(key: str, room: asyncio.Semaphore) -> None:
    """Run one game in a process with networks of its own and store its result."""
    async with room:
        command = [sys.executable, "-m", MODULE, "play", *key.split()]
        playing = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=subprocess.PIPE)
        try:
            out, _ = await playing.communicate()
        finally:
            if playing.returncode is None:
                playing.kill()
    last = out.decode().strip().rpartition("\n")[2]
    found = json.loads(last) if playing.returncode == 0 else {"failed": last}
    RESULTS_PATH.parent.mkdir(parents=True, exist_ok=True)
    RESULTS_PATH.write_text(json.dumps(read_results() | {key: found}, indent=1))
    print(f"{key}: {last}", flush=True)


async def night(words: list[str]) -> int:
    """Run the games that are left; start over once all were played."""
    todo = select_games(words)
    if not todo:
        print(f"network: nothing is called {' '.join(words)}")
        return 2
    if all("seconds" in read_results().get(key, {}) for key in todo):
        RESULTS_PATH.unlink(missing_ok=True)
    room = asyncio.Semaphore(AT_ONCE)
    async with asyncio.TaskGroup() as group:
        for key in todo:
            if "seconds" not in read_results().get(key, {}):
                group.create_task(run_one_game(key, room))
    played = {key: read_results()[key] for key in todo}
    for bed in dict.fromkeys(key.split()[0] for key in todo):
        print(summary_of_bed(bed, [found for key, found in played.items() if key.split()[0] == bed]))
    return 0 if all("seconds" in found for found in played.values()) else 1


def summary_of_bed(bed: str, found: list[dict[str, Any]]) -> str:
    """Format one line about the games in a bed."""
    ended = [one for one in found if "seconds" in one]
    back = sorted(each for one in ended for each in one["back"])
    others = sorted(each for one in ended for each in one["others"])
    rows, cuts = sum(one["rows"] for one in ended), sum(sum(one["cuts"].values()) for one in ended)
    text = f"network, {bed}: {len(ended)} of {len(found)} games came to their end, {rows} actions, none of them twice"
    if cuts:
        text += f"; {cuts} cuts of {CUT:g} s"
    if back:
        text += f"; a page was back after {median(back):.1f} s, {back[-1]:.1f} s at most"
    if others:
        text += f", JSON clients after {median(others):.1f}, {others[-1]:.1f} at most"
    return text


def main(words: list[str]) -> int:
    """Run the night, or one game of it. Return the exit code."""
    if why := missing():
        print(f"network: not here: {why}")
        return 2
    if words[:1] == ["play"]:
        restart_isolated(MODULE, "inside", *words[1:])
    if words[:1] == ["inside"]:
        print(json.dumps(asyncio.run(play(*words[1:]))))
        return 0
    return asyncio.run(night(words))


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        sys.exit(main(sys.argv[1:]))
