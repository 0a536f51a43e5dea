"""A change that is cut off before anything it does to a disk, as is whatever mends it, any number of times.

A change is made once. Before each of its operations the whole machine is looked at: what a kill or a pulled plug at
that moment would leave. Each of these machines is mended, and what that does is looked at in the same way, until no
machine is new. At every moment a whole copy of the games has its name; at every end a whole version runs with them.
"""

import os
import re
import shutil
import sys
import tarfile
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest

from app.appliance import guarded_change, services
from app.appliance.backup import add_file, restore
from app.appliance.guarded_change import Stage, read_stage, settle
from app.appliance.install_paths import Place
from app.appliance.services import SCREEN, TABLE, Systemd
from app.appliance.signature import derive_public_key
from app.appliance.update import adopt, rollback, update
from app.appliance.update_watchdog import check_once
from app.storage import database_copies
from app.text.terminal_output import CannotStart
from tests.app.installed import UNIT, Workshop

GAMES, OTHERS, NOBODYS = "games that people played", "games of a backup", "no games"
SETTINGS = "what people chose"
DISKS = ("opt", "lib", "etc")  # each may be a disk of its own, and keeps what it was told when it was told to
FOLDER = "lib/wondertable"
MEMORY = "/dev/shm"  # a disk that is quick

Tree = dict[str, str | None]  # by paths: what files hold, None for folders, "-> …" for links


# ---- the machine ----------------------------------------------------------------------------------------


class Machine:
    """A table installed in a folder. Its games say their format; a version changes them to its own as it starts."""

    def __init__(self, root: Path) -> None:
        self.root, self.runs, self.now, self.said = root, "", 0.0, ""  # the version whose table runs
        self.at = Place(
            home=root / "opt/wondertable",
            data=root / FOLDER,
            own=root / "etc/wondertable",
            free=lambda _: 1_000_000_000,
            services=self,
            phase=lambda _: "lobby" if self.runs else None,
            clock=lambda: self.now,
            sleep=self._wait,
        )

    def _wait(self, seconds: float) -> None:
        self.now += seconds

    def start(self) -> None:
        """Start the current version as systemd does, unless a change is noted or nothing is installed."""
        if self.runs or read_stage(self.at) is Stage.CHANGING or self.at.current is None:
            return
        here, games = self.at.home / "current", self.at.data / "table.db"
        with unwatched():  # what a table does is another story
            self.at.data.mkdir(exist_ok=True)
            how, knows = (here / "how").read_text().split()
            what, form = games.read_text().split("\n") if games.exists() else (NOBODYS, "0")
            if how == "run" and int(form) <= int(knows):
                games.write_text(f"{what}\n{knows}")
                self.runs = here.readlink().name

    def stop(self) -> None:
        self.runs = ""

    def read_state(self, unit: str) -> str:
        return {TABLE: "active" if self.runs else "failed", SCREEN: "inactive"}[unit]

    def install_units(self, program: Path) -> None:
        Systemd(self.root / "etc/units", rules={}).install_units(program)

    def start_settle_service(self) -> None:
        pass

    def start_watch_service(self) -> None:
        pass

    def is_blank(self) -> bool:
        return False

    def read_journal(self) -> str:
        return ""

    def power_off(self) -> None:
        raise AssertionError

    def look(self) -> Tree:
        """Return the tree of files on the disks, without what is in folders that nothing reads."""
        found: Tree = {}
        left = [""]
        while left:
            below = left.pop()
            for entry in os.scandir(f"{self.root}/{below}"):
                key = f"{below}{entry.name}"
                if entry.is_symlink():
                    found[key] = f"-> {os.readlink(entry.path)}"
                elif entry.is_file():
                    with open(entry.path, encoding="latin-1", newline="") as file:
                        found[key] = file.read()
                else:
                    found[key] = None
                    if not entry.name.startswith(".new-") and not entry.name.endswith(".gone"):
                        left.append(f"{key}/")
        return found

    def lay(self, tree: Tree) -> None:
        """Make the disks contain exactly this tree."""
        now = self.look()
        for key in sorted(now):
            path = self.root / key
            if now[key] is not None and now[key] != tree.get(key):
                path.unlink(missing_ok=True)
            elif now[key] is None and tree.get(key, "") is not None and path.exists():
                shutil.rmtree(path)
        for key, what in sorted(tree.items()):
            path = self.root / key
            if what is None:
                path.mkdir(exist_ok=True)
            elif now.get(key) == what:
                pass
            elif what.startswith("-> "):
                path.symlink_to(what[3:])
            else:
                path.write_text(what, encoding="latin-1", newline="")


class Moment(NamedTuple):
    """The state when every process that changes it is killed (services go on), or when the plug is pulled."""

    tree: frozenset[tuple[str, str | None]]
    runs: str
    plug: bool


# ---- how it is watched ----------------------------------------------------------------------------------

WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
CHANGES = {"os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.symlink", "os.link", "os.truncate", "subprocess.Popen"}
watchers: list[Callable[[str, tuple], None]] = []  # one, while a machine is watched


def _hook(event: str, args: tuple) -> None:
    if watchers and (event in CHANGES or (event == "open" and args[2] & WRITES)):
        with unwatched() as held:
            for watcher in held:
                watcher(event, args)


@contextmanager
def unwatched() -> Iterator[list[Callable[[str, tuple], None]]]:
    held = watchers[:]
    watchers.clear()
    try:
        yield held
    finally:
        watchers.extend(held)


@pytest.fixture(scope="module", autouse=True)
def _watchful():
    sys.addaudithook(_hook)  # for good: nothing takes one away again


class Watch:
    """Sees what is done to a machine, and tells of each moment before it.

    After a pulled plug a disk may lack what it was not told to keep.
    """

    def __init__(self, machine: Machine, seen: Callable[[Moment], None]) -> None:
        self._machine, self._seen = machine, seen
        tree = machine.look()
        self._held = {disk: [_part(tree, disk)] for disk in DISKS}  # what each may be found to hold

    def tell(self, tree: Tree) -> None:
        self._seen(Moment(frozenset(tree.items()), self._machine.runs, plug=False))
        for disk, held in self._held.items():
            if held[-1] != (now := _part(tree, disk)):
                held.append(now)
        for parts in product(*self._held.values()):
            mixed = frozenset(item for part in parts for item in part.items())
            self._seen(Moment(mixed, "", plug=True))

    def before(self, event: str, args: tuple) -> None:
        tree = self._machine.look()
        self.tell(tree)
        if event == "subprocess.Popen" and args[1][0] == "cp":  # it may be half done
            half = self._key(args[1][-1])
            self.tell({**tree, half: None, f"{half}/table.db": "half of"})
        if event == "open" and (empty := self._key(args[0])) and os.path.dirname(empty) in tree:  # nothing is in it yet
            self.tell({**tree, empty: ""})

    def synced(self, *disks: str) -> None:
        self.tell(self._machine.look())
        for disk in disks:
            del self._held[disk][:-1]

    def fsync(self, handle: int) -> None:
        where = os.readlink(f"/proc/self/fd/{handle}")
        if os.path.isdir(where) and (key := self._key(where)):
            with unwatched():
                self.synced(key.partition("/")[0])

    def sync(self) -> None:
        with unwatched():
            self.synced(*DISKS)

    def _key(self, path: object) -> str:
        inside = isinstance(path, str | Path) and str(path).startswith(f"{self._machine.root}/")
        return os.path.relpath(str(path), self._machine.root) if inside else ""


def _part(tree: Tree, disk: str) -> Tree:
    return {key: what for key, what in tree.items() if key.partition("/")[0] == disk}


@contextmanager
def watched(machine: Machine, seen: Callable[[Moment], None]) -> Iterator[None]:
    watch = Watch(machine, seen)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", watch.fsync)
        patch.setattr(os, "sync", watch.sync)
        watchers.append(watch.before)
        try:
            yield
        finally:
            watchers.clear()
    watch.tell(machine.look())


# ---- what has to hold -----------------------------------------------------------------------------------


def read_games(tree: Tree, folder: str) -> str:
    """Return the games in a folder if all that belongs to them is there, else NOBODYS."""
    whole = tree.get(f"{folder}/settings/settings.json") == SETTINGS
    return str(tree.get(f"{folder}/table.db")).partition("\n")[0] if whole else NOBODYS


def check_moment(moment: Moment) -> None:
    """Check that all games are in a folder whose name is kept or found again."""
    tree = dict(moment.tree)
    kept = [key for key in tree if re.fullmatch(rf"{FOLDER}\.before-([a-z]+|[0-9.]+)(-[0-9-]+)?", key)]
    assert GAMES in [read_games(tree, key) for key in (FOLDER, f"{FOLDER}.undo", *kept)], moment


def check_end(machine: Machine, has: set[str], why: object) -> None:
    """Check that a whole version runs with games that the change may lead to, and that nothing else is left over."""
    at, tree = machine.at, machine.look()
    about = f"{why}\nended: {machine.said}\n" + "\n".join(f"{key}: {what}" for key, what in sorted(tree.items()))
    assert read_stage(at) is None, about
    assert (machine.runs or None) == at.current, about
    if at.current:
        assert tree["etc/units/wondertable.service"] == f"# of {at.current}\n", about
    else:
        assert read_games(tree, FOLDER) == GAMES, about
    assert read_games(tree, FOLDER) in has, about
    for version in at.versions:
        assert {*os.listdir(at.home / version)} == {"data", "hardware", "how", "pyproject.toml", "site"}, about
        assert f'"{version}"' in (at.home / version / "pyproject.toml").read_text(), about
    for path in at.data.parent.iterdir():
        assert read_games(tree, f"lib/{path.name}") in (GAMES, OTHERS), about
        assert path == at.data or path.name.startswith("wondertable.before-"), about
    assert {*os.listdir(at.home)} - {*at.versions} <= {"current", "previous", "newest", "lock", "watching"}, about


# ---- what is changed ------------------------------------------------------------------------------------


class Change(NamedTuple):
    """A command of the owner, and what was done before it."""

    do: Callable[[Machine], object]
    done: tuple[Callable[[Machine], None], ...] = ()
    has: str = GAMES  # what the table has then; it may have what it had, as well


@pytest.fixture
def machine(workshop, monkeypatch):
    monkeypatch.setattr(guarded_change, "is_answering", lambda _: bool(machine.runs))
    monkeypatch.setattr(services, "_systemctl", lambda *_: "")
    monkeypatch.setattr(database_copies, "copy", shutil.copyfile)  # games are a few bytes here
    with tempfile.TemporaryDirectory(dir=MEMORY if os.path.isdir(MEMORY) else None) as folder:
        machine = Machine(Path(folder, "machine"))
        set_up(machine, workshop)
        yield machine


def set_up(machine: Machine, workshop: Workshop) -> None:
    for disk in DISKS:
        (machine.root / disk / "wondertable").mkdir(parents=True)
    install_version("1.0.0", "run 1")(machine)
    (machine.root / "etc/units").mkdir()
    machine.install_units(machine.at.home / "1.0.0")
    (machine.at.home / "1.0.0/data/keys/release.pem").write_bytes(derive_public_key(workshop.key))
    (machine.at.home / "current").symlink_to("1.0.0")
    (machine.at.data / "settings").mkdir()
    (machine.at.data / "settings/settings.json").write_text(SETTINGS)
    (machine.at.data / "table.db").write_text(f"{GAMES}\n1")
    machine.workshop = workshop


def install_version(version: str, how: str) -> Callable[[Machine], None]:
    """Return a function that lays a version on the machine."""

    def install_version(machine: Machine) -> None:
        folder = machine.at.home / version
        for name in ("data/keys", "hardware/appliance", "site"):
            (folder / name).mkdir(parents=True)
        (folder / UNIT).write_text(f"# of {version}\n")
        (folder / "how").write_text(how)
        (folder / "pyproject.toml").write_text(f'version = "{version}"')

    return install_version


def update_to(version: str, how: str) -> Callable[[Machine], object]:
    def update_to(machine: Machine) -> object:
        file = machine.root.with_name("release.tar")
        with unwatched():
            file.write_bytes(machine.workshop.release(version, how, machine.workshop.key))
        return update(machine.at, str(file))

    return update_to


def restore_backup(form: int) -> Callable[[Machine], object]:
    def restore_backup(machine: Machine) -> object:
        file = machine.root.with_name("backup.tar.gz")
        with unwatched(), tarfile.open(file, "w:gz") as tar:
            add_file(tar, "wondertable.json", b'{"version": "1.0.0"}')
            add_file(tar, "table.db", f"{OTHERS}\n{form}".encode())
            add_file(tar, "settings/settings.json", SETTINGS.encode())
        return restore(machine.at, file)

    return restore_backup


def install_over(version: str, how: str) -> Callable[[Machine], object]:
    def install_over(machine: Machine) -> object:
        with unwatched():
            if version not in machine.at.versions:
                install_version(version, how)(machine)
        return adopt(machine.at, version, game=False)

    return install_over


def remove_program(machine: Machine) -> None:
    """Remove the program as if no table was ever installed; old games stay."""
    shutil.rmtree(machine.at.home)
    machine.at.home.mkdir()
    machine.runs = ""
    (machine.at.home / "lock").touch()


def break_current(machine: Machine) -> None:
    """Make the version that was installed last fail to start."""
    how = machine.at.home / "current/how"
    how.write_text(how.read_text().replace("run", "die"))
    machine.stop()


def roll_back(*, data: bool = False) -> Callable[[Machine], object]:
    return lambda machine: rollback(machine.at, "1.0.0", data=data)


WHAT = {
    "update": Change(update_to("1.1.0", "run 2")),
    "update that does not start": Change(update_to("1.1.0", "die 2")),
    "update to what was left once": Change(update_to("1.1.0", "run 1"), (update_to("1.1.0", "run 1"), roll_back())),
    "update after which an old one goes": Change(
        update_to("1.1.0", "run 2"), tuple(install_version(version, "run 1") for version in ("0.7", "0.8", "0.9"))
    ),
    "rollback": Change(roll_back(), (update_to("1.1.0", "run 1"),)),
    "rollback that cannot read the games": Change(roll_back(), (update_to("1.1.0", "run 2"),)),
    "rollback with the games from before": Change(roll_back(data=True), (update_to("1.1.0", "run 2"),)),
    "restore": Change(restore_backup(1), has=OTHERS),
    "restore of what cannot be read": Change(restore_backup(9)),
    "install": Change(install_over("1.1.0", "run 2")),
    "install of what does not start": Change(install_over("1.1.0", "die 2")),
    "version that fails later": Change(
        lambda machine: check_once(machine.at), (update_to("1.1.0", "run 1"), break_current)
    ),
    "version that fails later, with games that the old one cannot read": Change(
        lambda machine: check_once(machine.at), (update_to("1.1.0", "run 2"), break_current)
    ),
    "first install": Change(install_over("1.1.0", "run 2"), (remove_program,)),
    "first install of what does not start": Change(install_over("1.1.0", "die 2"), (remove_program,)),
}


SAMPLE = ("update that does not start",)


@pytest.mark.rotated
@pytest.mark.parametrize("what", [pytest.param(name, marks=[pytest.mark.full] * (name not in SAMPLE)) for name in WHAT])
def test_change_interrupted_anywhere_leaves_a_complete_version_and_its_games(machine, what):
    for done in WHAT[what].done:
        done(machine)
        machine.start()
    machine.start()
    seen: set[Moment] = set()
    left: list[Moment] = []
    ends: set[Moment] = set()

    def see(moment: Moment) -> None:
        if moment not in seen:
            seen.add(moment)
            left.append(moment)

    with watched(machine, see), suppress(CannotStart):
        WHAT[what].do(machine)
    has = {GAMES, WHAT[what].has}
    check_end(machine, {WHAT[what].has}, "not cut off")
    while left:
        moment = left.pop()
        check_moment(moment)
        machine.lay(dict(moment.tree))
        machine.runs, machine.said = moment.runs, ""
        with watched(machine, see):
            recover(machine, plug=moment.plug)
        check_end(machine, has, moment)
        ends.add(Moment(frozenset(machine.look().items()), machine.runs, plug=False))
    for end in ends:  # and once more
        machine.lay(dict(end.tree))
        machine.runs = end.runs
        with suppress(CannotStart):
            WHAT[what].do(machine)
        check_end(machine, has, end)


def recover(machine: Machine, *, plug: bool) -> None:
    """Recover as the system does: at its start after a pulled plug, else at once."""
    if plug:
        machine.start()
    with machine.at.lock(first=True):
        try:
            settle(machine.at)
        except CannotStart as undone:
            machine.said = str(undone)
    if not machine.runs:  # within a minute
        machine.said += check_once(machine.at)
