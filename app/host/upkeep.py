"""The upkeep of an installed table, requested on the screen and on phones: update, backup and so on.

The table itself may not change its machine. It may start wondertable-upkeep@WORK.service, with a work of a fixed list,
and read the progress (upkeep_file.py). A running game is not interrupted: work that restarts the table waits here for
the end of the game, and an update at night waits until nobody plays.
"""

import asyncio
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from dataclasses import replace as replaced
from functools import cache
from pathlib import Path
from typing import Final, Literal

from msgspec.structs import replace

from app.host import upkeep_file
from app.host.release_notes import extract_notes
from app.host.system_commands import run_system_command
from app.host.upkeep_file import DOWNLOAD_FILES, RUN_FOLDER, UPLOADED_FILE, VERSION_BEFORE, WorkState
from app.protocol.machine_messages import Carried, Finding, SoundCard, Upkeep
from app.shown.machine.upkeep import CHANGES
from app.text.local_time import local

PROGRAM_FOLDER: Final = Path(__file__).parents[2]
START_COMMAND: Final = ("systemctl", "--no-ask-password", "--no-block", "start")
RESTARTING_WORKS: Final = CHANGES | {"restore-from-stick", "restore", "reset"}
AT_NIGHT: Final = "update-at-night"
NIGHT_HOURS: Final = range(3, 6)  # local time
QUIET_SECONDS: Final = 1800.0  # without a touch, after which nobody plays at night
BUSY_POLL_SECONDS: Final = 0.5  # while a work is in progress
IDLE_POLL_SECONDS: Final = 20.0  # otherwise
START_SECONDS: Final = 20.0  # for which systemd may take to begin
TRANSFER_SECONDS: Final = 600.0  # for which a file can be downloaded or uploaded
FINDINGS_SECONDS: Final = 5.0  # for which findings about the machine are cached
WAITING_FILE: Final = "upkeep.json"  # in the data folder: a work that waits for the night

Phase = Callable[[], tuple[str, int]]  # returns the table's phase, and a number that grows with each change
Look = Callable[[str], tuple[Finding, ...]]  # checks the machine, in a language


@dataclass(frozen=True, slots=True)
class OpenTransfer:
    """A transfer of one file between table and phone, opened by the user of a device."""

    what: Carried
    ticket: str
    device: str
    until: float


class MachineUpkeep:
    """The requested work and its progress. `tell` is called when the shown state changes. Belongs to one loop.

    `start` starts a unit and returns an error message, or "".
    """

    def __init__(
        self,
        folder: Path,
        phase: Phase,
        tell: Callable[[], object],
        look: Look = lambda lang: (),
        cards: Callable[[], tuple[SoundCard, ...]] = lambda: (),
        *,
        run: Path = RUN_FOLDER,
        program: Path = PROGRAM_FOLDER,
        start: Callable[[str], str] = lambda unit: run_system_command((*START_COMMAND, unit)),
        clock: Callable[[], float] = time.monotonic,
        dates: Callable[[], float] = time.time,
    ) -> None:
        self._folder, self._run, self._program = folder, run, program
        self._phase, self._tell, self._look, self._cards = phase, tell, look, cards
        self._start, self._clock, self._dates = start, clock, dates
        self._woken: asyncio.Event | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._wish = self._kept()  # the waiting work
        self._begun = ""  # the work that systemd is starting, until its first report
        self._begun_at, self._begun_mark = 0.0, 0
        self._state: WorkState | None = None  # as the service reported it
        self._unbegun: WorkState | None = None  # the outcome of a work that did not begin
        self._put_away = 0  # the revision of a dismissed outcome
        self._comes: tuple[str, str] | None = None  # the available version, and its release notes
        self._carrying: OpenTransfer | None = None
        self._moved = (phase(), clock())
        self._shown: object = None  # as of the last call of `tell`
        self._found: dict[str, tuple[float, tuple[Finding, ...], tuple[SoundCard, ...]]] = {}
        self._news = cache(lambda: extract_notes(program, self.version))

    # ---- requests ----------------------------------------------------------------------------------------

    def begin(self, work: str) -> bool:
        """Request a work, to start as soon as it disturbs nobody. Return False if another one is in progress."""
        if self.is_busy:
            return False
        self._put_away, self._unbegun, self._wish = upkeep_file.read_revision(self._run), None, work
        self._keep()
        self._wake()
        return True

    def carry(self, what: Carried, device: str) -> bool:
        """Open a transfer, and begin to make the file if it is a download. Return False if a work is in progress."""
        if self.is_busy:
            return False
        self._carrying = OpenTransfer(what, secrets.token_urlsafe(16), device, self._clock() + TRANSFER_SECONDS)
        return what == "restore" or self.begin(what)

    def end(self) -> None:
        """Cancel the waiting work and dismiss the last outcome."""
        self._wish, self._carrying, self._unbegun = "", None, None
        self._put_away = upkeep_file.read_revision(self._run)
        self._keep()
        self._look_and_tell()

    @property
    def is_busy(self) -> bool:
        """True if a work waits or is in progress."""
        return bool(self._wish or self._begun) or (self._state is not None and not self._state.came)

    # ---- downloads and uploads ---------------------------------------------------------------------------

    def carried(self, ticket: str) -> Carried | None:
        """Return the kind of the transfer with this ticket, or None if it is unknown or expired."""
        it = self._carrying
        if it is None or self._clock() > it.until or not secrets.compare_digest(it.ticket, ticket):
            return None
        return it.what

    def handed(self, what: Carried) -> Path | None:
        """Return the path of a file to download, or None if it is not ready."""
        state = self._state
        if state is None or (state.work, state.came) != (what, "done"):
            return None
        return self._run / DOWNLOAD_FILES[what]

    @property
    def brought(self) -> Path:
        """The path for an uploaded backup."""
        return self._folder / UPLOADED_FILE

    def restore(self) -> bool:
        """Restore the uploaded backup. Return False if another work is in progress."""
        self._carrying = None
        return self.begin("restore")

    # ---- state -------------------------------------------------------------------------------------------

    @property
    def version(self) -> str:
        """The running version."""
        return self._program.name

    def now(self, lang: str, device: str) -> Upkeep:
        """Return the state in a language; for the device that opened a transfer, also its path."""
        it, way = self._work(), self._carrying
        comes, brings = self._comes or (None, "")
        found, cards = self._machine(lang)
        told = Upkeep(
            self.version,
            before=self._before(),
            comes=comes,
            news=brings if comes else self._news(),
            found=found,
            cards=cards,
        )
        if it is not None:
            told = replace(
                told,
                work=it.work,
                waits=self._waits(),
                step=it.step,
                done=it.done,
                left=it.left,
                came=it.came,
                why=it.why,
                said=it.said,
                facts=dict(it.facts),
            )
        if way is not None and way.device == device and (way.what == "restore" or self.handed(way.what)):
            told = replace(told, carried=way.what, path=f"/carry/{way.ticket}")
        return told

    def _work(self) -> WorkState | None:
        """Return the work that waits, is in progress, or ended last and was not dismissed."""
        if self._wish or self._begun:
            going_on = self._state is not None and not self._state.came
            return self._state if going_on else WorkState(self._wish or self._begun)
        if self._unbegun is not None:
            return self._unbegun
        if self._state is not None and self._state.came and upkeep_file.read_revision(self._run) == self._put_away:
            return None
        return self._state

    def _waits(self) -> Literal["", "game", "night"]:
        if not self._wish or self._may():
            return ""
        return "night" if self._wish == AT_NIGHT else "game"

    def _before(self) -> str:
        try:
            return (self._program.parent / "previous").readlink().name
        except OSError:
            return ""

    def _machine(self, lang: str) -> tuple[tuple[Finding, ...], tuple[SoundCard, ...]]:
        """Return the findings and sound cards, cached for FINDINGS_SECONDS."""
        at, *_ = found = self._found.get(lang, (None, (), ()))
        if at is None or self._clock() > at + FINDINGS_SECONDS:
            found = self._found[lang] = self._clock(), self._look(lang), self._cards()
        return found[1:]

    # ---- work --------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Start work when it is allowed and follow its progress, until cancelled."""
        self._loop, self._woken = asyncio.get_running_loop(), asyncio.Event()
        while True:
            self._woken.clear()
            await self.step()
            try:
                async with asyncio.timeout(IDLE_POLL_SECONDS if self._wish or not self.is_busy else BUSY_POLL_SECONDS):
                    await self._woken.wait()
            except TimeoutError:
                pass

    async def step(self) -> None:
        """Check once, and start the waiting work if it may start."""
        self._look_and_tell()
        if self._wish and self._may():
            work, self._wish = self._wish, ""
            self._begun, self._begun_at, self._begun_mark = work, self._clock(), upkeep_file.read_revision(self._run)
            self._keep()
            if why := await asyncio.to_thread(self._start, f"wondertable-upkeep@{work}.service"):
                self._begun, self._unbegun = "", WorkState(work, came="failed", why="not-begun", said=why)
            self._look_and_tell()

    def _may(self) -> bool:
        """Return True if the waiting work disturbs nobody now."""
        phase, _ = self._moved[0]
        if self._wish == AT_NIGHT:
            return local(self._dates()).hour in NIGHT_HOURS and (
                phase != "game" or self._clock() - self._moved[1] >= QUIET_SECONDS
            )
        return self._wish not in RESTARTING_WORKS or phase != "game"

    def _look_and_tell(self) -> None:
        if (now := self._phase()) != self._moved[0]:
            self._moved = now, self._clock()
        self._read()
        if self._carrying is not None and self._clock() > self._carrying.until:
            self._carrying = None
        shown = self._work(), self._waits(), self._carrying
        if shown != self._shown:
            self._shown = shown
            self._tell()

    def _read(self) -> None:
        """Read the progress that the service has written."""
        at_work, mark = upkeep_file.is_at_work(self._run), upkeep_file.read_revision(self._run)
        if self._begun:
            if mark == self._begun_mark and not at_work and self._clock() > self._begun_at + START_SECONDS:
                self._begun, self._unbegun = "", WorkState(self._begun, came="failed", why="not-begun")
            if mark == self._begun_mark:
                return
            self._begun = ""
        state = upkeep_file.read_state(self._run)
        if state is not None and not state.came and not at_work and not upkeep_file.is_at_work(self._run):
            state = self._cut_off(state)
        if state is not None and state.work == "look" and state.came == "done":
            self._comes = state.facts.get("version", ""), state.facts.get("news", "")
        self._state = state

    def _cut_off(self, state: WorkState) -> WorkState:
        """Return the outcome of a work whose service was killed: done if another version runs now, else failed."""
        if state.work in CHANGES and self.version != state.facts.get(VERSION_BEFORE, self.version):
            return replaced(state, came="done", facts={"version": self.version})
        return replaced(state, came="failed", why="cut-off")

    def _wake(self) -> None:
        """Wake the loop, from any thread."""
        if self._loop is not None and self._woken is not None:
            self._loop.call_soon_threadsafe(self._woken.set)

    # ---- persistence of the waiting work -----------------------------------------------------------------

    def _keep(self) -> None:
        path = self._folder / WAITING_FILE
        try:
            if self._wish == AT_NIGHT:
                path.write_text(AT_NIGHT)
            else:
                path.unlink(missing_ok=True)
        except OSError:
            pass  # it is lost at the next restart

    def _kept(self) -> str:
        try:
            return AT_NIGHT if (self._folder / WAITING_FILE).read_text() == AT_NIGHT else ""
        except OSError:
            return ""
