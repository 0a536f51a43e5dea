"""The upkeep of an installed table, requested on the screen and on phones: update, backup and so on.

The table itself may not change its machine. It may start wondertable-upkeep@WORK.service, with a work of a fixed list,
and read the progress (upkeep_file.py). A running game is not interrupted: work that restarts the table waits here for
the end of the game, and an update at night waits until nobody plays.
"""

import asyncio
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
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
from app.text.time_zone import local

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
Examine = Callable[[str], tuple[Finding, ...]]  # checks the machine, in a language


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
        examine: Examine = lambda lang: (),
        cards: Callable[[], tuple[SoundCard, ...]] = lambda: (),
        *,
        run_folder: Path = RUN_FOLDER,
        program: Path = PROGRAM_FOLDER,
        start: Callable[[str], str] = lambda unit: run_system_command((*START_COMMAND, unit)),
        clock: Callable[[], float] = time.monotonic,
        dates: Callable[[], float] = time.time,
    ) -> None:
        self._folder, self._run, self._program = folder, run_folder, program
        self._phase, self._tell, self._examine, self._cards = phase, tell, examine, cards
        self._start, self._clock, self._dates = start, clock, dates
        self._woken: asyncio.Event | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting_work = self._load_waiting_work()
        self._starting_work = ""  # the work that systemd is starting, until its first report
        self._start_time, self._start_revision = 0.0, 0
        self._state: WorkState | None = None  # as the service reported it
        self._failed_start: WorkState | None = None  # the outcome of a work that did not begin
        self._dismissed_revision = 0  # the revision of a dismissed outcome
        self._available: tuple[str, str] | None = None  # the available version, and its release notes
        self._transfer: OpenTransfer | None = None
        self._last_change = (phase(), clock())
        self._shown: object = None  # as of the last call of `tell`
        self._found: dict[str, tuple[float, tuple[Finding, ...], tuple[SoundCard, ...]]] = {}
        self._news = cache(lambda: extract_notes(program, self.version))

    # ---- requests ----------------------------------------------------------------------------------------

    def begin(self, work: str) -> bool:
        """Request a work, to start as soon as it disturbs nobody. Return False if another one is in progress."""
        if self.is_busy:
            return False
        self._dismissed_revision = upkeep_file.read_revision(self._run)
        self._failed_start, self._waiting_work = None, work
        self._store_waiting_work()
        self._wake()
        return True

    def open_transfer(self, what: Carried, device: str) -> bool:
        """Open a transfer, and begin to make the file if it is a download. Return False if a work is in progress."""
        if self.is_busy:
            return False
        self._transfer = OpenTransfer(what, secrets.token_urlsafe(16), device, self._clock() + TRANSFER_SECONDS)
        return what == "restore" or self.begin(what)

    def dismiss(self) -> None:
        """Cancel the waiting work and dismiss the last outcome."""
        self._waiting_work, self._transfer, self._failed_start = "", None, None
        self._dismissed_revision = upkeep_file.read_revision(self._run)
        self._store_waiting_work()
        self._refresh()

    @property
    def is_busy(self) -> bool:
        """True if a work waits or is in progress."""
        return bool(self._waiting_work or self._starting_work) or (self._state is not None and not self._state.came)

    # ---- downloads and uploads ---------------------------------------------------------------------------

    def find_transfer(self, ticket: str) -> Carried | None:
        """Return the kind of the transfer with this ticket, or None if it is unknown or expired."""
        transfer = self._transfer
        if transfer is None or self._clock() > transfer.until or not secrets.compare_digest(transfer.ticket, ticket):
            return None
        return transfer.what

    def download_path(self, what: Carried) -> Path | None:
        """Return the path of a file to download, or None if it is not ready."""
        state = self._state
        if state is None or (state.work, state.came) != (what, "done"):
            return None
        return self._run / DOWNLOAD_FILES[what]

    @property
    def upload_path(self) -> Path:
        return self._folder / UPLOADED_FILE

    def restore(self) -> bool:
        """Restore the uploaded backup. Return False if another work is in progress."""
        self._transfer = None
        return self.begin("restore")

    # ---- state -------------------------------------------------------------------------------------------

    @property
    def version(self) -> str:
        """The running version."""
        return self._program.name

    def describe(self, lang: str, device: str) -> Upkeep:
        """Return the state in a language; for the device that opened a transfer, also its path."""
        work, transfer = self._current_work(), self._transfer
        available, notes = self._available or (None, "")
        found, cards = self._examine_machine(lang)
        state = Upkeep(
            self.version,
            before=self._previous_version(),
            comes=available,
            news=notes if available else self._news(),
            found=found,
            cards=cards,
        )
        if work is not None:
            state = replace(
                state,
                work=work.work,
                waits=self._wait_reason(),
                step=work.step,
                done=work.done,
                left=work.left,
                came=work.came,
                why=work.why,
                said=work.said,
                facts=dict(work.facts),
            )
        if transfer and transfer.device == device and (transfer.what == "restore" or self.download_path(transfer.what)):
            state = replace(state, carried=transfer.what, path=f"/carry/{transfer.ticket}")
        return state

    def _current_work(self) -> WorkState | None:
        """Return the work that waits, is in progress, or ended last and was not dismissed."""
        if self._waiting_work or self._starting_work:
            in_progress = self._state is not None and not self._state.came
            return self._state if in_progress else WorkState(self._waiting_work or self._starting_work)
        if self._failed_start is not None:
            return self._failed_start
        is_over = self._state is not None and self._state.came
        is_dismissed = is_over and upkeep_file.read_revision(self._run) == self._dismissed_revision
        return None if is_dismissed else self._state

    def _wait_reason(self) -> Literal["", "game", "night"]:
        if not self._waiting_work or self._may_start():
            return ""
        return "night" if self._waiting_work == AT_NIGHT else "game"

    def _previous_version(self) -> str:
        try:
            return (self._program.parent / "previous").readlink().name
        except OSError:
            return ""

    def _examine_machine(self, lang: str) -> tuple[tuple[Finding, ...], tuple[SoundCard, ...]]:
        """Return the findings and sound cards, cached for FINDINGS_SECONDS."""
        at, *_ = found = self._found.get(lang, (None, (), ()))
        if at is None or self._clock() > at + FINDINGS_SECONDS:
            found = self._found[lang] = self._clock(), self._examine(lang), self._cards()
        return found[1:]

    # ---- work --------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Start work when it is allowed and follow its progress, until cancelled."""
        self._loop, self._woken = asyncio.get_running_loop(), asyncio.Event()
        while True:
            self._woken.clear()
            await self.step()
            poll_seconds = IDLE_POLL_SECONDS if self._waiting_work or not self.is_busy else BUSY_POLL_SECONDS
            with suppress(TimeoutError):
                async with asyncio.timeout(poll_seconds):
                    await self._woken.wait()

    async def step(self) -> None:
        """Check once, and start the waiting work if it may start."""
        self._refresh()
        if self._waiting_work and self._may_start():
            work, self._waiting_work = self._waiting_work, ""
            self._starting_work = work
            self._start_time, self._start_revision = self._clock(), upkeep_file.read_revision(self._run)
            self._store_waiting_work()
            if why := await asyncio.to_thread(self._start, f"wondertable-upkeep@{work}.service"):
                self._starting_work, self._failed_start = "", WorkState(work, came="failed", why="not-begun", said=why)
            self._refresh()

    def _may_start(self) -> bool:
        """Return True if the waiting work disturbs nobody now."""
        phase, _ = self._last_change[0]
        if self._waiting_work == AT_NIGHT:
            return local(self._dates()).hour in NIGHT_HOURS and (
                phase != "game" or self._clock() - self._last_change[1] >= QUIET_SECONDS
            )
        return self._waiting_work not in RESTARTING_WORKS or phase != "game"

    def _refresh(self) -> None:
        if (now := self._phase()) != self._last_change[0]:
            self._last_change = now, self._clock()
        self._read_progress()
        if self._transfer is not None and self._clock() > self._transfer.until:
            self._transfer = None
        shown = self._current_work(), self._wait_reason(), self._transfer
        if shown != self._shown:
            self._shown = shown
            self._tell()

    def _read_progress(self) -> None:
        at_work, revision = upkeep_file.is_at_work(self._run), upkeep_file.read_revision(self._run)
        if self._starting_work:
            if revision == self._start_revision and not at_work and self._clock() > self._start_time + START_SECONDS:
                self._failed_start = WorkState(self._starting_work, came="failed", why="not-begun")
                self._starting_work = ""
            if revision == self._start_revision:
                return
            self._starting_work = ""
        state = upkeep_file.read_state(self._run)
        if state is not None and not state.came and not at_work and not upkeep_file.is_at_work(self._run):
            state = self._resolve_killed_work(state)
        if state is not None and state.work == "look" and state.came == "done":
            self._available = state.facts.get("version", ""), state.facts.get("news", "")
        self._state = state

    def _resolve_killed_work(self, state: WorkState) -> WorkState:
        """Return the outcome of a work whose service was killed: done if another version runs now, else failed."""
        if state.work in CHANGES and self.version != state.facts.get(VERSION_BEFORE, self.version):
            return replaced(state, came="done", facts={"version": self.version})
        return replaced(state, came="failed", why="cut-off")

    def _wake(self) -> None:
        """Wake the loop, from any thread."""
        if self._loop is not None and self._woken is not None:
            self._loop.call_soon_threadsafe(self._woken.set)

    # ---- persistence of the waiting work -----------------------------------------------------------------

    def _store_waiting_work(self) -> None:
        path = self._folder / WAITING_FILE
        with suppress(OSError):  # then it is lost at the next restart
            if self._waiting_work == AT_NIGHT:
                path.write_text(AT_NIGHT)
            else:
                path.unlink(missing_ok=True)

    def _load_waiting_work(self) -> str:
        try:
            return AT_NIGHT if (self._folder / WAITING_FILE).read_text() == AT_NIGHT else ""
        except OSError:
            return ""
