"""The upkeep of an installed table, as people ask for it on the screen and on phones: an update, a backup and so on.

The table itself may change nothing of its machine. It may start wondertable-upkeep@WORK.service, with a work of a
closed list, and read how that goes (upkeep_file.py). A running game is not interrupted: what restarts the table waits
here for its end, and an update that is for a night for one in which nobody plays.
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
from app.host.release_notes import news
from app.host.system_commands import order
from app.host.upkeep_file import BEFORE, BROUGHT, HANDED, RUN, State
from app.protocol.machine_messages import Carried, Finding, SoundCard, Upkeep
from app.shown.machine.upkeep import CHANGES
from app.text.local_time import local

PROGRAM: Final = Path(__file__).parents[2]
COMMAND: Final = ("systemctl", "--no-ask-password", "--no-block", "start")
RESTARTS: Final = CHANGES | {"restore-from-stick", "restore", "reset"}
AT_NIGHT: Final = "update-at-night"
NIGHT: Final = range(3, 6)  # hours, local time
QUIET: Final = 1800.0  # seconds without a touch, after which nobody plays at night
SOON: Final = 0.5  # seconds between two looks, while somebody is at work …
SELDOM: Final = 20.0  # … or something waits, or nothing does
STARTS: Final = 20.0  # seconds that systemd has to begin
CARRIES: Final = 600.0  # seconds for which a file can be fetched, or brought
FRESH: Final = 5.0  # seconds for which what was found of the machine is not looked at again
WAITING: Final = "upkeep.json"  # in the data folder: a work that waits for a night

Phase = Callable[[], tuple[str, int]]  # of the table: its phase, and a number that grows when somebody does something
Look = Callable[[str], tuple[Finding, ...]]  # at the machine; takes a language


@dataclass(frozen=True, slots=True)
class OpenWay:
    """A way for one file between table and phone, which was opened by whoever uses a device."""

    what: Carried
    ticket: str
    device: str
    until: float


class MachineUpkeep:
    """What is asked for, and how it goes. `tell` is called when something else is to be seen. Belongs to one loop.

    `start` gives why a unit does not start, or "".
    """

    def __init__(
        self,
        folder: Path,
        phase: Phase,
        tell: Callable[[], object],
        look: Look = lambda lang: (),
        cards: Callable[[], tuple[SoundCard, ...]] = lambda: (),
        *,
        run: Path = RUN,
        program: Path = PROGRAM,
        start: Callable[[str], str] = lambda unit: order((*COMMAND, unit)),
        clock: Callable[[], float] = time.monotonic,
        dates: Callable[[], float] = time.time,
    ) -> None:
        self._folder, self._run, self._program = folder, run, program
        self._phase, self._tell, self._look, self._cards = phase, tell, look, cards
        self._start, self._clock, self._dates = start, clock, dates
        self._woken: asyncio.Event | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._wish = self._kept()  # the work that waits
        self._begun = ""  # the one that systemd was told to start, until it is seen at work
        self._begun_at, self._begun_mark = 0.0, 0
        self._state: State | None = None  # as whoever is at work has written it
        self._unbegun: State | None = None  # what came of one that did not even begin
        self._put_away = 0  # the mark of an outcome that nobody wants to see any more
        self._comes: tuple[str, str] | None = None  # the version that was found, and its news
        self._carrying: OpenWay | None = None
        self._moved = (phase(), clock())
        self._shown: object = None  # when it was told last
        self._found: dict[str, tuple[float, tuple[Finding, ...], tuple[SoundCard, ...]]] = {}
        self._news = cache(lambda: news(program, self.version))

    # ---- what can be asked for -------------------------------------------------------------------------

    def begin(self, work: str) -> bool:
        """Have it done, as soon as nobody is disturbed; whether that can be."""
        if self.is_busy:
            return False
        self._put_away, self._unbegun, self._wish = upkeep_file.mark(self._run), None, work
        self._keep()
        self._wake()
        return True

    def carry(self, what: Carried, device: str) -> bool:
        """Open a way for a file; what has to be made for it is begun."""
        if self.is_busy:
            return False
        self._carrying = OpenWay(what, secrets.token_urlsafe(16), device, self._clock() + CARRIES)
        return what == "restore" or self.begin(what)

    def end(self) -> None:
        """Nothing waits any more, and what came of the last is no news."""
        self._wish, self._carrying, self._unbegun = "", None, None
        self._put_away = upkeep_file.mark(self._run)
        self._keep()
        self._look_and_tell()

    @property
    def is_busy(self) -> bool:
        """Whether something is being done, or waits."""
        return bool(self._wish or self._begun) or (self._state is not None and not self._state.came)

    # ---- what a phone fetches and brings ----------------------------------------------------------------

    def carried(self, ticket: str) -> Carried | None:
        """What goes by a ticket now."""
        it = self._carrying
        if it is None or self._clock() > it.until or not secrets.compare_digest(it.ticket, ticket):
            return None
        return it.what

    def handed(self, what: Carried) -> Path | None:
        """The file to be fetched; None: it is not ready."""
        state = self._state
        if state is None or (state.work, state.came) != (what, "done"):
            return None
        return self._run / HANDED[what]

    @property
    def brought(self) -> Path:
        """Where a backup is put that a phone brings."""
        return self._folder / BROUGHT

    def restore(self) -> bool:
        """Take what was brought; whether that can be."""
        self._carrying = None
        return self.begin("restore")

    # ---- what is seen ----------------------------------------------------------------------------------

    @property
    def version(self) -> str:
        """The one that runs."""
        return self._program.name

    def now(self, lang: str, device: str) -> Upkeep:
        """All that is known, in a language; to a device also the way that was opened there."""
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

    def _work(self) -> State | None:
        """What waits, is being done, or was done last and is still of interest."""
        if self._wish or self._begun:
            going_on = self._state is not None and not self._state.came
            return self._state if going_on else State(self._wish or self._begun)
        if self._unbegun is not None:
            return self._unbegun
        if self._state is not None and self._state.came and upkeep_file.mark(self._run) == self._put_away:
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
        """How it is, and its sound cards. Nobody waits for it at each change."""
        at, *_ = found = self._found.get(lang, (None, (), ()))
        if at is None or self._clock() > at + FRESH:
            found = self._found[lang] = self._clock(), self._look(lang), self._cards()
        return found[1:]

    # ---- what is done ----------------------------------------------------------------------------------

    async def run(self) -> None:
        """Until cancelled: start what may be started, and tell how it goes."""
        self._loop, self._woken = asyncio.get_running_loop(), asyncio.Event()
        while True:
            self._woken.clear()
            await self.step()
            try:
                async with asyncio.timeout(SELDOM if self._wish or not self.is_busy else SOON):
                    await self._woken.wait()
            except TimeoutError:
                pass

    async def step(self) -> None:
        """One look, and what follows."""
        self._look_and_tell()
        if self._wish and self._may():
            work, self._wish = self._wish, ""
            self._begun, self._begun_at, self._begun_mark = work, self._clock(), upkeep_file.mark(self._run)
            self._keep()
            if why := await asyncio.to_thread(self._start, f"wondertable-upkeep@{work}.service"):
                self._begun, self._unbegun = "", State(work, came="failed", why="not-begun", said=why)
            self._look_and_tell()

    def _may(self) -> bool:
        """Whether what waits disturbs nobody now."""
        phase, _ = self._moved[0]
        if self._wish == AT_NIGHT:
            return local(self._dates()).hour in NIGHT and (phase != "game" or self._clock() - self._moved[1] >= QUIET)
        return self._wish not in RESTARTS or phase != "game"

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
        """How it goes, as whoever is at work has written it."""
        at_work, mark = upkeep_file.is_at_work(self._run), upkeep_file.mark(self._run)
        if self._begun:
            if mark == self._begun_mark and not at_work and self._clock() > self._begun_at + STARTS:
                self._begun, self._unbegun = "", State(self._begun, came="failed", why="not-begun")
            if mark == self._begun_mark:
                return
            self._begun = ""
        state = upkeep_file.read(self._run)
        if state is not None and not state.came and not at_work and not upkeep_file.is_at_work(self._run):
            state = self._cut_off(state)
        if state is not None and state.work == "look" and state.came == "done":
            self._comes = state.facts.get("version", ""), state.facts.get("news", "")
        self._state = state

    def _cut_off(self, state: State) -> State:
        """What came of a work that was killed: another version has come up all the same, or nothing has."""
        if state.work in CHANGES and self.version != state.facts.get(BEFORE, self.version):
            return replaced(state, came="done", facts={"version": self.version})
        return replaced(state, came="failed", why="cut-off")

    def _wake(self) -> None:
        """Also from another thread."""
        if self._loop is not None and self._woken is not None:
            self._loop.call_soon_threadsafe(self._woken.set)

    # ---- what waits outlives a restart ------------------------------------------------------------------

    def _keep(self) -> None:
        path = self._folder / WAITING
        try:
            if self._wish == AT_NIGHT:
                path.write_text(AT_NIGHT)
            else:
                path.unlink(missing_ok=True)
        except OSError:
            pass  # then a restart forgets it

    def _kept(self) -> str:
        try:
            return AT_NIGHT if (self._folder / WAITING).read_text() == AT_NIGHT else ""
        except OSError:
            return ""
