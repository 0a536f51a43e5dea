"""Tests of safety copies: any two changes of a table's data keep all earlier data, also when the disk was full."""

import hashlib
import shutil
import sqlite3
import subprocess
from argparse import Namespace
from contextlib import closing, suppress
from dataclasses import replace
from datetime import date
from itertools import product
from pathlib import Path

import pytest

import main
from app.appliance.backup import backup, reset, restore
from app.appliance.safety_copies import MAX_COPIES, choose_copy_path, list_copies
from app.appliance.update import rollback, update
from app.appliance.upkeep import run_work as asked_for
from app.commands.appliance import run_command
from app.host.upkeep_file import read_state
from app.protocol.machine_messages import Upkeep
from app.protocol.rejection import Rejection
from app.protocol.settings_messages import Settings
from app.shown.machine.upkeep import UpkeepFacts, upkeep
from app.storage import settings_file
from app.storage.database import Store
from app.text.terminal_output import CannotStart
from app.text.translation import words
from engine.architects.game_facade import Architects
from tests.app import histories
from tests.app.appliance.conftest import Bed

OTHER_SETTINGS = b'{"lang": "fr"}'
PLENTY = 1_000_000_000


class Owner:
    """An owner who changes the data of a machine; `files` holds everything from before."""

    def __init__(self, bed: Bed, files: Path) -> None:
        self.bed, self.files, self.version = bed, files, 0

    def fill_disk(self, full: bool) -> None:
        """Make the disk report that it is full, or that it has room."""
        self.bed.at = replace(self.bed.at, free=lambda _: 0 if full else PLENTY)

    def restore(self) -> None:
        restore(self.bed.at, self.files / "backup.tar.gz")

    def reset(self) -> None:
        reset(self.bed.at)

    def update(self) -> None:
        self.version += 1
        update(self.bed.at, str(self.bed.release(f"1.{self.version}.0")))

    def back(self) -> None:
        if self.bed.at.previous is None:
            self.update()
        rollback(self.bed.at, None, data=True)

    def bring_in(self) -> None:
        self._run_while_stopped("history", "import", self.files / "wondertable-history.json")

    def repair(self) -> None:
        """Start a table after damaging its file of games."""
        self.bed.services.stop()
        file = self.bed.at.data / "table.db"
        with closing(sqlite3.connect(file)) as db:
            db.execute("UPDATE rows SET text = text || 'x' WHERE game = (SELECT max(game) FROM rows)")
            db.commit()
        file.with_suffix(".mark").unlink(missing_ok=True)  # so that all of it is looked at
        with suppress(Rejection), closing(Store(file)) as store:
            assert store.notices, "the damage was not found"
        self.bed.services.start()

    def _run_while_stopped(self, *words: object) -> None:
        self.bed.services.stop()
        code = main.main([*map(str, words), "--data-dir", str(self.bed.at.data)])
        self.bed.services.start()
        if code:
            raise CannotStart(f"exit code {code}")


CHANGES = {name: getattr(Owner, name) for name in ("restore", "reset", "update", "back", "bring_in", "repair")}


def list_contents(folder: Path) -> set[str]:
    """List everything in a data folder that has to be kept: state, games with results, settings, files set aside."""
    found = {f"settings {path.read_bytes()!r}" for path in folder.glob("settings/settings*.json")}
    for file in folder.glob("table*.db"):
        if ".evening" in file.name:
            continue
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as db:
            rows = db.execute("SELECT mark, header, result FROM games WHERE state = 'over'").fetchall()
            found |= {f"game {hashlib.sha256(repr(row).encode()).hexdigest()}" for row in rows}
            found |= {f"table {row!r}" for row in db.execute("SELECT value FROM kept WHERE key = 'table'")}
    return found


def list_all_contents(bed: Bed) -> set[str]:
    """List the contents of the data and of all safety copies."""
    return set().union(*map(list_contents, [bed.at.data, *list_copies(bed.at.data)]))


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder with the games of one table, and with files of another: a backup's data and an exported history."""
    folder = tmp_path_factory.mktemp("made")
    rules = Architects(main.read_game_data()["architects"])
    for name, evenings, seed in (("mine", histories.EVENINGS[:2] * 2, 5), ("others", histories.EVENINGS[:2] * 2, 6)):
        (folder / name).mkdir()
        with closing(Store(folder / name / "table.db")) as store:
            histories.fill(store, rules, evenings, seed)
            with store.commit() as write:
                write.table_state(name.encode())
    assert main.main(["history", "export", str(folder), "--data-dir", str(folder / "others")]) == 0
    return folder


@pytest.fixture
def owner(bed, made, tmp_path):
    bed.services.writes = False
    bed.services.stop()
    mine = bed.at.data / "settings/settings.json", (bed.at.data / "settings/settings.json").read_bytes()
    shutil.copy(made / "others/table.db", bed.at.data)
    mine[0].write_bytes(OTHER_SETTINGS)
    (tmp_path / "files").mkdir()
    backup(bed.at, tmp_path / "files/backup.tar.gz")
    shutil.copy(made / "wondertable-history.json", tmp_path / "files")
    shutil.copy(made / "mine/table.db", bed.at.data)
    mine[0].write_bytes(mine[1])
    bed.services.start()
    return Owner(bed, tmp_path / "files")


@pytest.mark.rotated
@pytest.mark.parametrize(("first", "second"), [*product(CHANGES, repeat=2)])
def test_two_changes_lose_no_data(owner, first, second):
    before = list_all_contents(owner.bed)
    assert len(before) >= 4, "a state, settings and games"
    with suppress(CannotStart):
        CHANGES[first](owner)
    between = list_all_contents(owner.bed)
    owner.fill_disk(True)
    with suppress(CannotStart):
        CHANGES[second](owner)
    assert between | before <= list_all_contents(owner.bed)
    owner.fill_disk(False)
    CHANGES[second](owner)
    assert between | before <= list_all_contents(owner.bed)


@pytest.mark.full
@pytest.mark.parametrize("says", ["that it is full", "that there is room"])
@pytest.mark.parametrize(("first", "second"), [*product(CHANGES, repeat=2)])
def test_full_disk_between_two_changes_loses_no_data(owner, first, second, says, tmp_path):
    """The data moves to a small disk, which is filled to the last byte, whatever is said of its room."""
    data, small = owner.bed.at.data, tmp_path / "small"
    small.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=20m", "tmpfs", small], check=True)
    try:
        owner.bed.services.stop()
        moved = shutil.copytree(data.parent, small, dirs_exist_ok=True) / data.name
        owner.bed.at = replace(owner.bed.at, data=moved)
        owner.bed.services.data = moved
        owner.bed.services.start()
        before = list_all_contents(owner.bed)
        with suppress(CannotStart):
            CHANGES[first](owner)
        before |= list_all_contents(owner.bed)
        owner.fill_disk(says == "that it is full")
        with (small / "filler").open("wb", buffering=0) as filler, suppress(OSError):
            for size in (1_000_000, 4096, 1):
                with suppress(OSError):
                    while filler.write(bytes(size)) == size:
                        pass
        with suppress(CannotStart, sqlite3.OperationalError, OSError):
            CHANGES[second](owner)
        assert before <= list_all_contents(owner.bed)
        (small / "filler").unlink()
        owner.fill_disk(False)
        owner.bed.services.start()
        CHANGES[second](owner)
        assert before <= list_all_contents(owner.bed)
    finally:
        owner.bed.services.stop()
        subprocess.run(["umount", "--lazy", small], check=True)


def test_second_oldest_safety_copy_is_removed_and_reported(owner, capsys, tmp_path):
    """The second oldest goes because there are too many, and to make room."""
    owner.reset()
    owner.reset()
    oldest, second = list_copies(owner.bed.at.data)[:2]
    for _ in range(MAX_COPIES - 2):
        owner.reset()
    assert owner.bed.at.removed == []
    assert run_command(Namespace(command="reset"), owner.bed.at) == 0
    assert f"wondertable: {second} was removed to make room" in capsys.readouterr().err
    left = list_copies(owner.bed.at.data)
    assert (len(left), left[0]) == (MAX_COPIES, oldest)
    owner.bed.at = replace(owner.bed.at, free=lambda _: 0 if left[1].exists() else PLENTY, removed=[])
    with pytest.raises(CannotStart, match="there is too little space"):
        owner.bed.at.ensure_space(0, PLENTY)
    assert list_copies(owner.bed.at.data) == left, "what would not be enough is not removed"
    owner.bed.at.ensure_space(0, 1000, spare=0)
    assert list_copies(owner.bed.at.data) == [oldest, *left[2:]]
    asked_for(owner.bed.at, "reset", lambda: "", tmp_path / "run")
    state = read_state(tmp_path / "run")
    assert state.facts["removed"] == "2026-11-27"
    now = Upkeep("1.0.0", work=state.work, came=state.came, facts=dict(state.facts))
    assert "the safety copy of 2026-11-27 was removed" in upkeep(words("en"), UpkeepFacts(now)).rows[0].words


@pytest.mark.rotated
def test_failed_update_keeps_an_earlier_copy_of_that_version(owner):
    """The version is installed a second time, and fails to start."""
    owner.back()
    kept = owner.bed.at.find_copy("1.1.0")
    before = list_contents(kept)
    shutil.rmtree(owner.bed.at.home / "1.1.0")
    with pytest.raises(CannotStart):
        update(owner.bed.at, str(owner.bed.release("1.1.0", "die")), older=True)
    assert list_contents(kept) == before


def test_safety_copies_are_ordered_even_if_the_clock_goes_back(tmp_path):
    data = tmp_path / "wondertable"
    (tmp_path / "wondertable.before-restore").mkdir()  # as earlier versions called them
    names = []
    for what, day in (("1.1.0", 2), ("restore", 2), ("1.2.0+3", 1), ("restore", 3)):
        new = choose_copy_path(data, what, date(2026, 11, day))
        new.mkdir()
        names.append(new.name.removeprefix("wondertable.before-"))
    assert names == ["1.1.0-2026-11-02", "restore-2026-11-02-2", "1.2.0+3-2026-11-02-3", "restore-2026-11-03"]
    assert [path.name.removeprefix("wondertable.before-") for path in list_copies(data)] == ["restore", *names]


def test_export_does_not_overwrite_another_history(made, tmp_path, capfd):
    assert main.main(["history", "export", str(tmp_path), "--data-dir", str(made / "others")]) == 0
    was = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert main.main(["history", "export", str(tmp_path), "--data-dir", str(made / "others")]) == 0, "the same"
    assert main.main(["history", "export", str(tmp_path), "--data-dir", str(made / "mine")]) == 2
    assert "already exists with other games; please choose another folder." in capfd.readouterr().err
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == was


def test_unreadable_settings_file_is_set_aside(tmp_path):
    for number, text in enumerate(("{", "["), 1):
        (tmp_path / "settings.json").write_text(text)
        settings_file.save(tmp_path, Settings())
        settings_file.save(tmp_path, Settings(lang="de"))
        assert (tmp_path / f"settings.damaged-{number}.json").read_text() == text


def test_safety_copy_can_be_restored_like_a_backup(owner, tmp_path):
    mine = list_contents(owner.bed.at.data)
    owner.restore()
    copy = owner.bed.at.find_copy("restore")
    assert list_contents(owner.bed.at.data) != mine
    restore(owner.bed.at, copy)
    assert list_contents(owner.bed.at.data) == mine == list_contents(copy)
    with pytest.raises(CannotStart, match="this is not a backup of Wondertable"):
        restore(owner.bed.at, tmp_path)
