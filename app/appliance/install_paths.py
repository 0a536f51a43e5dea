"""Where an installed table lies: its versions beside each other, the link to the running one, its data."""

import fcntl
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Final

from app.appliance.archive import age, is_version
from app.appliance.atomic_files import GONE, discard, flush, remove, size, write
from app.appliance.progress import Tell, nothing
from app.appliance.project_addresses import FILE as ADDRESSES
from app.appliance.safety_copies import MAX_COPIES, copies, expendable, new_copy, newest_copy
from app.appliance.services import Services, Systemd
from app.appliance.table_client import phase
from app.host.lock_file import acquire_lock
from app.text.local_time import local
from app.text.terminal import CannotStart

KEPT: Final = 2  # versions besides the running one
SPARE: Final = 50_000_000  # bytes that stay free on a disk
NEWEST: Final = "newest"  # has the newest version that has run
NONE: Final = "0.0"  # older than all
PASSING: Final = (GONE, ".part", ".old", ".restored")  # so do the names of data that is on its way


@dataclass(frozen=True, slots=True)
class Place:
    """A table on a machine, and the machine's clock; a test has its own."""

    home: Path = Path("/opt/wondertable")  # a folder for each version, and links
    data: Path = Path("/var/lib/wondertable")
    own: Path = Path("/etc/wondertable")  # what an owner says about updates: keys/*.pem, address
    project: Path = ADDRESSES  # the project's own addresses: where the owner says none
    free: Callable[[Path], int] = lambda folder: shutil.disk_usage(folder).free  # bytes
    services: Services = field(default_factory=Systemd)
    phase: Callable[[Path], str | None] = phase
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    today: Callable[[], date] = lambda: local(time.time()).date()
    removed: list[Path] = field(default_factory=list)  # safety copies that were removed to make room
    told: Tell = nothing  # how far it is

    @property
    def current(self) -> str | None:
        """The version that runs, or would; None if nothing is installed."""
        return self._link("current")

    def installed(self) -> str:
        """The same; CannotStart if nothing is installed."""
        if self.current is None:
            raise CannotStart(
                f"this is said to an installed table, and {self.home} has none; `sudo ./setup.sh install` makes one."
            )
        return self.current

    @property
    def previous(self) -> str | None:
        """The version that ran before, if it is still here."""
        return self._link("previous")

    @property
    def versions(self) -> tuple[str, ...]:
        """All that are here, the newest first."""
        here = [path.name for path in self.home.iterdir() if is_version(path.name) and not path.is_symlink()]
        return tuple(sorted(here, key=lambda version: (age(version), version), reverse=True))

    def needs(self, version: str) -> None:
        """CannotStart if a version is not here."""
        if version not in self.versions:
            raise CannotStart(f"version {version} is not here; here are {', '.join(self.versions)}.")

    @property
    def keys(self) -> tuple[Path, ...]:
        """The public keys that may sign a release: those of the running version, and an owner's."""
        return tuple(sorted([*(self.home / "current/data/keys").glob("*.pem"), *(self.own / "keys").glob("*.pem")]))

    @property
    def newest(self) -> str:
        """The newest version that has run here: nothing older comes by itself. 0 where none has."""
        try:
            seen = (self.home / NEWEST).read_text().strip()
        except (OSError, ValueError):
            seen = ""
        return max((self.current or NONE, seen if is_version(seen) else NONE), key=age)

    def have_run(self, *versions: str | None) -> None:
        """Keep which is the newest that has run here, besides those that are known."""
        newest = max((self.newest, *filter(None, versions)), key=age)
        if not (self.home / NEWEST).exists() or newest != self.newest:
            write(self.home / NEWEST, f"{newest}\n")

    @property
    def before(self) -> Path:
        """Where the data lies as it was before a change, until that has ended."""
        return self.data.with_name(f"{self.data.name}.undo")

    def copy(self, what: str) -> Path | None:
        """Return the newest safety copy from before a version came, or `restore`; None if there is none."""
        return newest_copy(self.data, what)

    def keep(self, folder: Path, what: str) -> None:
        """Make a folder of data the newest safety copy. The oldest but one goes where there are too many."""
        folder.rename(new_copy(self.data, what, self.today()))
        flush(self.data.parent)
        while len(copies(self.data)) > MAX_COPIES and self._thin():
            pass

    def _thin(self) -> bool:
        """Remove the safety copy that may go first, and note that. Return False if none may."""
        if (copy := expendable(self.data)) is None:
            return False
        discard(copy)
        self.removed.append(copy)
        return True

    def point(self, current: str | None, previous: str | None) -> None:
        """Say which version runs, if any does, and which ran before, each at a stroke."""
        for name, version in (("previous", previous), ("current", current)):
            fresh = self.home / f".{name}.new"
            fresh.unlink(missing_ok=True)
            if version is None:
                (self.home / name).unlink(missing_ok=True)
            else:
                fresh.symlink_to(version)
                fresh.replace(self.home / name)
        flush(self.home)

    def enough(self, program: int, data: int, spare: int = SPARE) -> None:
        """Make room, in bytes, for more programs and more data: the oldest safety copies but one may go for that.

        CannotStart, and nothing has gone, where that is not enough. `spare`: what stays free of each disk.
        """
        disks: dict[int, tuple[Path, int]] = {}
        for folder, needed in ((self.home, program), (self.data.parent, data)):
            first, before = disks.get(disk := folder.stat().st_dev, (folder, spare))
            disks[disk] = (first, before + needed)
        may_go = sum(size(copy) for copy in copies(self.data)[1:-1])
        for disk, (folder, needed) in disks.items():
            has_copies = disk == self.data.parent.stat().st_dev
            if (free := self.free(folder)) + (may_go if has_copies else 0) < needed:
                raise CannotStart(
                    f"there is too little room in {folder}: {needed // 1_000_000} MB are needed, "
                    f"{free // 1_000_000} MB are free.",
                    why="room",
                )
            while has_copies and self.free(folder) < needed and self._thin():
                pass

    def prune(self) -> None:
        """Keep the running version, the one before and the newest of the others."""
        kept = [version for version in (self.current, self.previous) if version]
        kept += [version for version in self.versions if version not in kept][: 1 + KEPT - len(kept)]
        for version in self.versions:
            if version not in kept:
                discard(self.home / version)

    def tidy(self) -> None:
        """Remove what lies about where something was cut off. Nothing is being changed."""
        left = [path for path in self.home.iterdir() if path.name.startswith(".") or path.suffix == GONE]
        left += [path for path in self.data.parent.glob(f"{self.data.name}.*") if path.suffix in PASSING]
        for path in left:
            remove(path)

    @contextmanager
    def alone(self, *, waits: bool = False, first: bool = False) -> Iterator[None]:
        """Hold all of it for this process. CannotStart if another does (or `waits`), or if this user may not.

        `first`: also where no version runs yet.
        """
        if not first or not self.home.is_dir():
            self.installed()
        try:
            lock = (self.home / "lock").open("w")
        except PermissionError:
            raise CannotStart("only the owner of this machine may do that; please begin with sudo.") from None
        with lock:
            if waits:
                fcntl.flock(lock, fcntl.LOCK_EX)
            elif not acquire_lock(lock, self.sleep):
                raise CannotStart("another update, return or restore is under way.", why="busy")
            yield

    def no_game(self) -> None:
        """CannotStart while a game is played, or where nobody can say so."""
        try:
            now = self.phase(self.data)
        except (OSError, ValueError, KeyError):
            said = "the table runs, but does not say whether a game is played; `wondertable stop` ends it."
            raise CannotStart(said) from None
        if now == "game":
            raise CannotStart(
                "a game is being played; it has to end, or be laid aside, before anything is changed.", why="game"
            )

    def _link(self, name: str) -> str | None:
        try:
            version = (self.home / name).readlink().name
        except OSError:
            return None
        return version if (self.home / version).is_dir() else None
