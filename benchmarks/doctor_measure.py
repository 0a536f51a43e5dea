"""`wondertable doctor --measure`: plays games on this machine for two minutes, and prints what they cost as one text.

Each game has a table and a screen, started as always, in a temporary folder beside the games. The people are
connections of this process: seven phones, and a screen that tells whom the table asks. The real screen touches cards
itself (app/screen/process/measurement.py). Everything printed was seen here; nothing is computed from another machine.

Releases contain this module and no other benchmark, so it imports none.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from http.client import HTTPConnection
from itertools import pairwise
from pathlib import Path
from signal import SIGKILL
from statistics import median
from threading import Thread
from time import clock_gettime, monotonic, process_time, sleep
from typing import Any, Final, TypeVar
from uuid import uuid4

import msgspec

from app.appliance.fault_report import Cleaner, describe_machine
from app.commands.records import make_header
from app.games.game_list import shelf
from app.host import compiled_engine
from app.host.data_folder import is_running, lock_folder
from app.host.doctor_checks import DoctorFinding
from app.host.screen_process import MEASURE_VARIABLE, ScreenProcess
from app.protocol.base_messages import Intent, Ping
from app.protocol.game_lifecycle_messages import SetGame, Start
from app.protocol.play_messages import Act, SkipOpening
from app.protocol.seat_messages import SetSeats
from app.protocol.table_client import Client, read_run
from app.protocol.teaching_messages import AskHint
from app.text.terminal_output import INSTALLED, CannotStart, command_line
from engine.game import CHANCE, Rng, State
from engine.players.bot_levels import Players
from hardware.machine.memory_card import find_mount, list_memory_cards
from hardware.machine.power_supply import read_firmware_bits, read_power
from hardware.machine.sysfs import read_text, run_command

GAMES: Final = {"architects": 7, "duel": 2, "seven-wonders": 7}  # seats
PHONES: Final = 7
LANG: Final = "fr"  # where most is said
GAME_SECONDS: Final = 20.0  # for which a game is played
PAUSE_SECONDS: Final = 0.4  # between two taps
LATE_SECONDS: Final = 3.0  # for which nobody may be told of a tap
QUIET_SECONDS: Final = 0.25  # after the first phone that was told, until the last one
PATIENCE_SECONDS: Final = 90.0  # for the start of a table
DECISION_SECONDS: Final = 5.0  # of decisions in each game
WRITES: Final = 250
SECRET: Final = re.compile(r'name=\\"what\\" value=\\"(choose [a-z0-9 -]+)')  # on the page of a seat alone
PARTS: Final = b'{"type":"have","parts":{}}'  # asks for all parts of a page
Found = TypeVar("Found")


def show(
    players: Mapping[str, bytes], folder: Path, data: Mapping[str, bytes], found: Mapping[str, DoctorFinding]
) -> int:
    """Measure, and print the text. Return the exit code; CannotStart if a table runs, or does not start.

    `players`, `data`: the files of data/players, and of the games. `folder`: with the games. `found`: by the doctor.
    """
    if is_running(folder):
        raise CannotStart(f"a table is running and would be disturbed; stop it first ({command_line('stop')}).")
    print("This takes two minutes. The screen shows games meanwhile; do not touch it.", file=sys.stderr, flush=True)
    clean = Cleaner([os.uname().nodename])
    try:
        with lock_folder(folder):  # no table starts meanwhile
            for line in _measure(folder, data, Players(players), found):
                sys.stdout.buffer.write(f"{clean(line)}\n".encode())
                sys.stdout.buffer.flush()
    except OSError as lost:
        raise CannotStart(f"the measurement broke off ({lost}); send what is above all the same.") from None
    return 0


def _measure(
    folder: Path, data: Mapping[str, bytes], players: Players, found: Mapping[str, DoctorFinding]
) -> Iterator[str]:
    yield "wondertable doctor --measure (`ours`: processor time of our own code; `clock`: time that passed)"
    yield from describe_machine()
    for name in ("Display", "Touch", "Power", "Versions"):
        yield from (f"{name:9} {line}" for line in (found[name].text, *found[name].details))
    yield f"storage   {find_mount(folder)}; {'; '.join(map(str, list_memory_cards())) or 'no memory card'}"
    yield f"engine    {'compiled' if compiled_engine.locate_build().is_dir() else 'as Python source'}"
    yield f"wi-fi     {(run_command(('iw', 'dev', 'wlan0', 'get', 'power_save')) or 'unknown').strip()}"
    yield _describe_heat()
    with tempfile.TemporaryDirectory(prefix="measure-", dir=folder) as there:
        yield _row("disk", "append and sync 200 bytes", clock=time_writes(Path(there)))
        for game, seats in GAMES.items():
            with closing(_Table(Path(there, game))) as table:
                yield from _measure_game(table, game, seats)
            yield _row(f"p6 {game}", "a decision at hard", ours=time_decisions(data, players, game, seats))
            yield _describe_heat()


def _measure_game(table: "_Table", game: str, seats: int) -> Iterator[str]:
    """Play a game and yield its rows."""
    hint, taps = table.play(game, seats)
    memory = [f"{size:.0f}" for pid in table.processes() if (size := pss(pid))]
    yield f"p7 {game}: PSS of all processes: {' + '.join(memory)} MB"
    yield f"p6 {game}: the first sentence of the first hint: clock {hint:.3g} s"
    yield _row(f"p4 {game}", "tap to 7 phones", ours=[each for each, _ in taps], clock=[each for _, each in taps])
    yield f"p5 {game}: start to the first phone: clock {table.served - table.began:.3g} s"
    seen = table.read_frames()
    none = f"none, so p1, p2, p3 and its start are missing: {table.read_last_words('display|screen|window')}"
    yield f"screen    {' '.join(seen['drawn'][0]) if seen else none}"
    for row, kind, what in (("p1", "touch", "touch"), ("p2", "message", "message"), ("p3", "motion", "moving frame")):
        ours, clock = zip(*seen[kind], strict=True) if seen[kind] else ((), ())
        yield _row(f"{row} {game}", f"{what} to flip", ours=ours, clock=clock)
    for kind in ("name", "picture"):
        for ours, clock in seen[kind]:
            yield f"p5 {game}: start to the screen's {kind}: process {ours:.3g} s, clock {clock - table.began:.3g} s"


def _describe_heat() -> str:
    """Return temperature, troubles with the supply, and the processor's frequency now."""
    at = Path("/sys/devices/system/cpu/cpu0/cpufreq")
    now, most, rule = (read_text(at / f"scaling_{name}") or "?" for name in ("cur_freq", "max_freq", "governor"))
    return f"now       {str(read_power(bits=read_firmware_bits())) or '? °C'}; {now} of {most} kHz, governor {rule}"


def _row(name: str, what: str, **times: Sequence[float]) -> str:
    """Format a row with the times of each kind in seconds."""
    told = [
        f"{kind} {1000 * median(found):.3g} ms, p95 {1000 * percentile(0.95, found):.3g}, "
        f"p99 {1000 * percentile(0.99, found):.3g}, n {len(found)}"
        for kind, found in times.items()
        if found
    ]
    return f"{name}: {what}: {'; '.join(told) or 'not seen'}"


def percentile(part: float, values: Sequence[float]) -> float:
    """Return the value below which that part of the values is."""
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


def time_writes(folder: Path) -> list[float]:
    """Return the seconds of each of many appends, with its sync, of as many bytes as a row of a game has."""
    times = [monotonic()]
    with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
        for _ in range(WRITES):
            file.write(b"x" * 200)
            os.fdatasync(file.fileno())
            times.append(monotonic())
    return [after - before for before, after in pairwise(times)]


def time_decisions(data: Mapping[str, bytes], players: Players, name: str, seats: int) -> list[float]:
    """Return the processor seconds of each decision at hard where there is a choice, in a game from its begin."""
    game, rng, times = shelf(data)[name], Rng(6), list[float]()
    state: State[Any] = game.start(game.setup(make_header(game, seats, "", rng)))  # Any: of any game
    choose = players.choose("hard", name, seats, "")
    while state.to_act and choose is not None and sum(times) < DECISION_SECONDS:
        seat, began = state.to_act[0], process_time()
        action = state.deal(rng) if seat == CHANCE else choose(state, seat, rng)
        if seat != CHANCE and len(state.legal(seat)) > 1:
            times.append(process_time() - began)
        state.apply(seat, action)
    return times


def cpu(pid: int) -> float:
    """Return the processor seconds of a process, all threads included."""
    return clock_gettime((~pid << 3) | 2)  # as clock_getcpuclockid makes it


def pss(pid: int) -> float:
    """Return MB of a process as PSS, with its share of shared memory; 0 if it has ended."""
    rows = read_text(Path(f"/proc/{pid}/smaps_rollup")).splitlines()
    return next((int(row.split()[1]) for row in rows if row.startswith("Pss:")), 0) / 1024


class _Table:
    """A table with its screen, as `wondertable run` starts them, in a new folder. CannotStart if it does not start."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._guests: list[_Guest] = []
        (folder / "settings").mkdir(parents=True)
        (folder / "settings/settings.json").write_text('{"welcomed": true, "ritual": false}')
        environ = {name: value for name, value in os.environ.items() if name != INSTALLED}
        environ[MEASURE_VARIABLE] = str(folder / "frames")
        words = ("--data-dir", str(folder), "--port", "0", "--lang", LANG, "--host-address", "127.0.0.1", "--kiosk")
        command = [*ScreenProcess.program[:2], "run", *words]
        self.began = monotonic()
        with (folder / "said").open("w") as said:
            self._process = subprocess.Popen(command, env=environ, stdout=said, stderr=said, start_new_session=True)
        try:
            screen = self._connect("/socket")
            self._wait(lambda: screen.snapshot)
        except CannotStart:
            self.close()
            raise
        self.served = monotonic()

    def close(self) -> None:
        """Close all connections and end all processes."""
        for guest in self._guests:
            guest.close()
        self._process.terminate()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(10)
        for pid in self.processes():
            os.kill(pid, SIGKILL)
        self._process.wait()

    def processes(self) -> Iterator[int]:
        """Yield the table, its screen and the process that thinks."""
        for path in Path("/proc").glob("[0-9]*"):
            with suppress(ProcessLookupError):
                if os.getsid(int(path.name)) == self._process.pid:
                    yield int(path.name)

    def read_frames(self) -> dict[str, list[list[Any]]]:  # Any: numbers, or words
        """Return what the screen has written, by kind."""
        found = defaultdict(list)
        for row in read_text(self._folder / "frames").splitlines():
            kind, *values = row.split(" ")
            found[kind].append(values if kind == "drawn" else [float(each) for each in values])
        return found

    def read_last_words(self, about: str = "") -> str:
        """Return the last line that a process of the table has printed, with one of these words."""
        lines = read_text(self._folder / "said").splitlines()
        return next((line for line in reversed(lines) if re.search(about, line)), "nothing was said")

    def play(self, game: str, seats: int) -> tuple[float, list[tuple[float, float]]]:
        """Play a lesson with people on phones. Return the seconds to the first hint, and of each tap the processor
        seconds of the table and those until the last phone had it.
        """
        screen, rng, taps = self._guests[0], Rng(1), list[tuple[float, float]]()
        screen.say(SetGame, game=game, guided=True)
        screen.say(SetSeats, count=seats)
        self._wait(lambda: screen.snapshot["table"]["game"] == game and len(screen.list_tickets()) == seats)
        keys = [self._join(ticket, screen.port) for ticket in screen.list_tickets()]
        screen.say(Start)
        screen.say(SkipOpening)
        seat = self._wait(lambda: screen.snapshot["questions"])[0]["seat"]
        with closing(self._connect(f"/socket/{keys[seat - 1]}")) as person:
            began = monotonic()
            person.say(AskHint, seat=seat)
            self._wait(lambda: any(hint["action"] for hint in person.snapshot.get("hints", ())))
            hint = monotonic() - began
        pages = [*(f"/seat/{key}" for key in keys), *["/watch"] * (PHONES - seats)]
        phones = [self._connect(f"{page}/live?page={n:016x}") for n, page in enumerate(pages)]
        until = monotonic() + GAME_SECONDS
        while monotonic() < until and screen.snapshot["table"]["phase"] == "game":
            for phone in phones:
                phone.say(Ping)  # as pages do
            sleep(PAUSE_SECONDS)
            asked = [(each, each["legal"] or phones[each["seat"] - 1].secret) for each in screen.snapshot["questions"]]
            for question, legal in [each for each in asked if each[1]][:1]:
                worked, sent = cpu(self._process.pid), monotonic()
                for phone in phones:
                    phone.heard = 0.0
                action = {"question": question["number"], "action": rng.choice(legal)}
                phones[question["seat"] - 1].say(Act, seat=question["seat"], **action)
                while monotonic() < (max(phone.heard for phone in phones) or sent + LATE_SECONDS) + QUIET_SECONDS:
                    sleep(QUIET_SECONDS / 10)
                if last := max(phone.heard for phone in phones):
                    taps.append((cpu(self._process.pid) - worked, last - sent))
        return hint, taps

    def _join(self, ticket: str, port: int) -> str:
        """Sit down with a ticket, as the form of a phone does. Return the key of the seat."""
        with closing(HTTPConnection("127.0.0.1", port)) as web:
            kind = {"Content-Type": "application/x-www-form-urlencoded"}
            web.request("POST", f"/join/{ticket}", f"name=P{ticket[:3]}&lang={LANG}", kind)
            return web.getresponse().headers["Location"].removeprefix("/seat/")

    def _connect(self, path: str) -> "_Guest":
        """Connect a phone or a screen, retrying while the table is slow."""

        def try_once() -> _Guest | None:
            with suppress(OSError, msgspec.MsgspecError):
                return _Guest(self._folder, path)
            return None

        self._guests.append(self._wait(try_once))
        return self._guests[-1]

    def _wait(self, ask: Callable[[], Found | None]) -> Found:
        """Return the first answer that is true. CannotStart if none comes."""
        until = monotonic() + PATIENCE_SECONDS
        while not (found := ask()):
            if monotonic() > until or self._process.poll() is not None:
                raise CannotStart(f"the table that measures does not answer: {self.read_last_words()}")
            sleep(0.02)
        return found


class _Guest(Client):
    """A connection to the table of a folder that keeps the newest it was told, and when it first heard of a tap."""

    def __init__(self, folder: Path, path: str) -> None:
        run = read_run(folder)
        super().__init__(run.port, path, run.key)
        self.port = run.port
        self.snapshot: dict[str, Any] = {}  # Any: what JSON holds
        self.secret: list[str] = []  # the choices on the page of a seat
        self.heard = 0.0  # clock of the first message since this was 0
        Thread(target=self._listen, daemon=True).start()
        if "/live" in path:
            self.send(PARTS)

    def say(self, kind: Callable[..., Intent], **fields: object) -> None:
        self.send(msgspec.json.encode(kind(uuid4().hex, **fields)))

    def list_tickets(self) -> list[str]:
        """List the tickets of free seats."""
        return [code["url"].rpartition("/join/")[2] for code in self.snapshot["codes"] if code["seat"]]

    def _listen(self) -> None:
        with suppress(OSError):  # closed
            while (text := self._receive_or_nothing()) is not None:
                if text.startswith(('{"type":"snapshot"', '{"type":"parts"')):
                    self.heard = self.heard or monotonic()
                    self.secret = SECRET.findall(text) or self.secret
                if text.startswith('{"type":"snapshot"'):
                    self.snapshot = json.loads(text)

    def _receive_or_nothing(self) -> str | None:
        with suppress(TimeoutError):
            return self.receive()
        return ""
