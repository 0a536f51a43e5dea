"""The paths of an installed table: its versions, the links to the running and the previous one, its data and safety
copies.
"""

import fcntl
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Final

from app.appliance.atomic_files import REMOVED_SUFFIX, discard, measure_folder, remove, sync_folder, write
from app.appliance.progress import ReportProgress, ignore_progress
from app.appliance.project_addresses import FILE as ADDRESSES
from app.appliance.release_archive import is_version, version_key
from app.appliance.running_table import read_phase
from app.appliance.safety_copies import (
    MAX_COPIES,
    choose_copy_path,
    find_expendable_copy,
    find_newest_copy,
    list_copies,
)
from app.appliance.services import Services, Systemd
from app.host.lock_file import acquire_lock
from app.text.terminal_output import CannotStart
from app.text.time_zone import local

MAX_OTHER_VERSIONS: Final = 2  # versions kept besides the running one
SPARE: Final = 50_000_000  # to stay free on a disk
NEWEST: Final = "newest"  # contains the newest version that has run
NONE: Final = "0.0"  # older than any version
TEMPORARY_SUFFIXES: Final = (REMOVED_SUFFIX, ".part", ".old", ".restored")  # of incomplete or discarded data


@dataclass(frozen=True, slots=True)
class Place:
    """An installation on a machine, and the machine's clock; tests have their own."""

    home: Path = Path("/opt/wondertable")  # a folder for each version, and links
    data: Path = Path("/var/lib/wondertable")
    own: Path = Path("/etc/wondertable")  # the owner's settings for updates: keys/*.pem, address
    project: Path = ADDRESSES  # the project's addresses, used if the owner has none
    free: Callable[[Path], int] = lambda folder: shutil.disk_usage(folder).free  # bytes
    services: Services = field(default_factory=Systemd)
    phase: Callable[[Path], str | None] = read_phase
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    today: Callable[[], date] = lambda: local(time.time()).date()
    removed: list[Path] = field(default_factory=list)  # safety copies that were removed to make room
    report: ReportProgress = ignore_progress

    @property
    def current(self) -> str | None:
        """The version that runs, or would; None if nothing is installed."""
        return self._link("current")

    def require_current(self) -> str:
        """Return the current version; CannotStart if nothing is installed."""
        if self.current is None:
            raise CannotStart(f"no table is installed in {self.home}; `sudo ./setup.sh install` installs one.")
        return self.current

    @property
    def previous(self) -> str | None:
        """The version that ran before, if it is still installed."""
        return self._link("previous")

    @property
    def versions(self) -> tuple[str, ...]:
        """The installed versions, newest first."""
        here = [path.name for path in self.home.iterdir() if is_version(path.name) and not path.is_symlink()]
        return tuple(sorted(here, key=lambda version: (version_key(version), version), reverse=True))

    def check_installed(self, version: str) -> None:
        """Check that a version is installed. CannotStart if not."""
        if version not in self.versions:
            raise CannotStart(f"version {version} is not installed; installed are {', '.join(self.versions)}.")

    @property
    def keys(self) -> tuple[Path, ...]:
        """The public keys that may sign a release: of the running version, and the owner's."""
        return tuple(sorted([*(self.home / "current/data/keys").glob("*.pem"), *(self.own / "keys").glob("*.pem")]))

    @property
    def newest_run(self) -> str:
        """The newest version that has run here; an update does not install an older one. 0.0 if none has run."""
        try:
            seen = (self.home / NEWEST).read_text().strip()
        except (OSError, ValueError):
            seen = ""
        return max((self.current or NONE, seen if is_version(seen) else NONE), key=version_key)

    def record_run(self, *versions: str | None) -> None:
        """Record versions that have run here, in case one is the newest."""
        newest = max((self.newest_run, *filter(None, versions)), key=version_key)
        if not (self.home / NEWEST).exists() or newest != self.newest_run:
            write(self.home / NEWEST, f"{newest}\n")

    @property
    def undo_folder(self) -> Path:
        """The path of the old data during a change."""
        return self.data.with_name(f"{self.data.name}.undo")

    def find_copy(self, what: str) -> Path | None:
        """Return the newest safety copy from before a version came, or `restore`; None if there is none."""
        return find_newest_copy(self.data, what)

    def store_copy(self, folder: Path, what: str) -> None:
        """Make a data folder the newest safety copy, and remove copies if there are too many."""
        folder.rename(choose_copy_path(self.data, what, self.today()))
        sync_folder(self.data.parent)
        while len(list_copies(self.data)) > MAX_COPIES and self._remove_copy():
            pass

    def _remove_copy(self) -> bool:
        """Remove the safety copy that may go first, and note that. Return False if none may."""
        if (copy := find_expendable_copy(self.data)) is None:
            return False
        discard(copy)
        self.removed.append(copy)
        return True

    def set_links(self, current: str | None, previous: str | None) -> None:
        """Set the links to the current and the previous version, each atomically; None removes a link."""
        for name, version in (("previous", previous), ("current", current)):
            fresh = self.home / f".{name}.new"
            fresh.unlink(missing_ok=True)
            if version is None:
                (self.home / name).unlink(missing_ok=True)
            else:
                fresh.symlink_to(version)
                fresh.replace(self.home / name)
        sync_folder(self.home)

    def ensure_space(self, program: int, data: int, spare: int = SPARE) -> None:
        """Check that there is room for bytes of programs and data, removing safety copies if necessary.

        CannotStart, with nothing removed, if that is not enough. `spare`: bytes that stay free on each disk.
        """
        disks: dict[int, tuple[Path, int]] = {}
        for folder, needed in ((self.home, program), (self.data.parent, data)):
            first, before = disks.get(disk := folder.stat().st_dev, (folder, spare))
            disks[disk] = (first, before + needed)
        may_go = sum(measure_folder(copy) for copy in list_copies(self.data)[1:-1])
        for disk, (folder, needed) in disks.items():
            has_copies = disk == self.data.parent.stat().st_dev
            if (free := self.free(folder)) + (may_go if has_copies else 0) < needed:
                raise CannotStart(
                    f"there is too little space in {folder}: {needed // 1_000_000} MB are needed, "
                    f"{free // 1_000_000} MB are free.",
                    why="room",
                )
            while has_copies and self.free(folder) < needed and self._remove_copy():
                pass

    def prune(self) -> None:
        """Remove old versions, except the running one, the previous one and the newest of the others."""
        kept = [version for version in (self.current, self.previous) if version]
        kept += [version for version in self.versions if version not in kept][: 1 + MAX_OTHER_VERSIONS - len(kept)]
        for version in self.versions:
            if version not in kept:
                discard(self.home / version)

    def tidy(self) -> None:
        """Remove leftovers of interrupted work. Call it only while no change is unfinished."""
        left = [path for path in self.home.iterdir() if path.name.startswith(".") or path.suffix == REMOVED_SUFFIX]
        left += [path for path in self.data.parent.glob(f"{self.data.name}.*") if path.suffix in TEMPORARY_SUFFIXES]
        for path in left:
            remove(path)

    @contextmanager
    def lock(self, *, waits: bool = False, first: bool = False) -> Iterator[None]:
        """Lock the installation for this process. CannotStart if another one holds it (unless `waits`), or without
        permission.

        `first`: also without an installed version.
        """
        if not first or not self.home.is_dir():
            self.require_current()
        try:
            lock = (self.home / "lock").open("w")
        except PermissionError:
            raise CannotStart("only the owner of this machine can do that; use sudo.") from None
        with lock:
            if waits:
                fcntl.flock(lock, fcntl.LOCK_EX)
            elif not acquire_lock(lock, self.sleep):
                raise CannotStart("another update, rollback or restore is running.", why="busy")
            yield

    def check_no_game(self) -> None:
        """Check that no game is being played. CannotStart if one is, or if the table does not answer."""
        try:
            now = self.phase(self.data)
        except (OSError, ValueError, KeyError):
            said = "the table does not report whether a game is being played; `wondertable stop` stops it."
            raise CannotStart(said) from None
        if now == "game":
            raise CannotStart("a game is being played; finish it or put it aside first.", why="game")

    def _link(self, name: str) -> str | None:
        try:
            version = (self.home / name).readlink().name
        except OSError:
            return None
        return version if (self.home / version).is_dir() else None
