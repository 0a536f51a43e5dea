"""Games and settings are written into one file, and come back from it or stay as they are."""

import gzip
import stat
import tarfile
import tracemalloc
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from app.appliance.backup import add_file, backup, reset, restore
from app.protocol.rejection import Rejection
from app.storage.commit_writer import Write
from app.storage.database import Store
from app.text.terminal_output import CannotStart
from tests.app.installed import GAMES, SETTINGS

OTHER_SETTINGS = b'{"lang": "fr"}'


@pytest.fixture
def played(bed):
    """A machine whose games are in a real file."""
    bed.services.writes = False
    (bed.at.data / "table.db").unlink()
    write_table_state(bed, b"first")
    return bed


def write_table_state(bed, state: bytes) -> None:
    with closing(Store(bed.at.data / "table.db")) as store, store.commit() as write:
        write.table_state(state)


def read_state(bed) -> tuple[bytes | None, bytes]:
    with closing(Store(bed.at.data / "table.db")) as store:
        return store.table_state(), (bed.at.data / "settings/settings.json").read_bytes()


@pytest.fixture
def file(played, tmp_path):
    """A backup, after which people have played on and changed a setting."""
    file = tmp_path / "backup.tar.gz"
    with closing(Store(played.at.data / "table.db")) as store:  # a table has it open
        said = backup(played.at, file)
        assert store.table_state() == b"first"
    assert said == f"{file}: games and settings, including keys and passwords; keep it where only you can read it."
    write_table_state(played, b"second")
    (played.at.data / "settings/settings.json").write_bytes(OTHER_SETTINGS)
    return file


def restore_error(bed, file: Path) -> str:
    with pytest.raises(CannotStart) as no:
        restore(bed.at, file)
    assert read_state(bed) == (b"second", OTHER_SETTINGS)
    assert bed.services.states["wondertable.service"] == "active"
    assert not bed.at.data.with_name("wondertable.restored").exists()
    return str(no.value)


def test_backup_is_private_and_contains_games_and_settings(file):
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with tarfile.open(file) as tar:
        assert tar.getnames() == ["wondertable.json", "table.db", "settings/settings.json"]


def test_restore_brings_back_a_backup_and_keeps_the_previous_state(played, file):
    said = restore(played.at, file)
    assert (
        said == f"the games and settings of {file} are back; the previous ones are in {played.at.find_copy('restore')}."
    )
    assert read_state(played) == (b"first", SETTINGS)
    assert (played.at.find_copy("restore") / "settings/settings.json").read_bytes() == OTHER_SETTINGS
    assert (played.at.current, played.at.previous) == ("1.0.0", None)


def test_reset_keeps_own_game_values_and_a_safety_copy(played):
    settings = played.at.data / "settings"
    (settings / "pin.json").write_text("{}")
    (settings / "architects.toml").write_text("# our box")
    said = reset(played.at)
    beside = played.at.find_copy("restore")
    assert said == f"settings, PIN and seats are reset, and all games are kept; the previous state is in {beside}."
    assert [path.name for path in (played.at.data / "settings").iterdir()] == ["architects.toml"]
    with closing(Store(played.at.data / "table.db")) as store:
        assert store.table_state() is None
    assert sorted(path.name for path in (beside / "settings").iterdir()) == [
        "architects.toml",
        "pin.json",
        "settings.json",
    ]
    with closing(Store(beside / "table.db")) as store:
        assert store.table_state() == b"first"


def test_reset_is_refused_during_a_game_or_without_space(played):
    played.game[0] = "game"
    with pytest.raises(CannotStart, match="a game is being played"):
        reset(played.at)
    played.game[0] = None
    played.at = replace(played.at, free=lambda _: 40_000_000)
    with pytest.raises(CannotStart, match="there is too little space"):
        reset(played.at)
    assert read_state(played) == (b"first", SETTINGS)


def test_reset_on_a_full_disk_is_reported(played, monkeypatch):
    def full(self):
        raise Rejection("disk-full", file="table.db")

    monkeypatch.setattr(Write, "reset", full)
    with pytest.raises(CannotStart, match="The disk is full"):
        reset(played.at)
    assert read_state(played) == (b"first", SETTINGS)


def test_unreadable_games_are_not_reset(bed):
    (bed.at.data / "table.db").write_bytes(GAMES * 99)
    with pytest.raises(CannotStart, match=r"table\.db cannot be read"):
        reset(bed.at)
    assert (bed.at.data / "settings/settings.json").read_bytes() == SETTINGS


def test_restore_that_the_table_cannot_start_with_is_undone(played, file):
    services, start = played.services, played.services.start

    def fails_with_the_first() -> None:
        (played.at.home / "current/how").write_text("die" if read_state(played)[0] == b"first" else "run")
        start()

    services.start = fails_with_the_first
    said = restore_error(played, file)
    assert said.startswith("the table with these games and settings does not start; 1.0.0 is running again")


def test_restore_is_refused_during_a_game(played, file):
    played.game[0] = "game"
    assert "a game is being played" in restore_error(played, file)


def test_backup_of_a_later_version_is_refused(played, file):
    (played.at.home / "1.0.0").rename(played.at.home / "0.9.0")
    (played.at.home / "current").unlink()
    (played.at.home / "current").symlink_to("0.9.0")
    said = f"{file}: it was made by version 1.0.0, which is newer than 0.9.0; please update first."
    assert restore_error(played, file) == said


@pytest.mark.parametrize("share", [0.0, 0.3, 0.9])
def test_truncated_backup_is_refused(played, file, share):
    whole = file.read_bytes()
    file.write_bytes(whole[: int(len(whole) * share)])
    assert restore_error(played, file) == f"{file}: this is not a backup of Wondertable."


@pytest.mark.parametrize(
    ("members", "why"),
    [
        ({"a": b""}, "this is not a backup of Wondertable"),
        ({"wondertable.json": b"[]"}, "this is not a backup of Wondertable"),
        ({"wondertable.json": b'{"version": "../1"}'}, "this is not a backup of Wondertable"),
        (
            {"wondertable.json": b'{"version": "1.0.0"}', "table.db": GAMES * 99},
            "packed.db cannot be read (file is not",
        ),
    ],
)
def test_file_that_is_no_backup_is_refused(played, file, tmp_path, members, why):
    other = tmp_path / "other.tar.gz"
    with tarfile.open(other, "w:gz") as tar:
        for name, text in members.items():
            add_file(tar, name, text)
    assert restore_error(played, other).startswith(f"{other}: {why}")


def test_backup_with_a_huge_header_is_refused_in_little_memory(played, file, tmp_path):
    """Of one that says of itself that its next header has a hundred megabytes."""
    pax = tarfile.TarInfo("x")
    pax.type, pax.size = tarfile.XHDTYPE, 100_000_000
    other = tmp_path / "other.tar.gz"
    with gzip.open(other, "w", compresslevel=1) as packed:
        packed.write(pax.tobuf(tarfile.USTAR_FORMAT))
        for _ in range(100):
            packed.write(bytes(1_000_000))
    tracemalloc.start()
    try:
        assert restore_error(played, other) == f"{other}: this is not a backup of Wondertable."
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()


def test_backup_with_a_changed_byte_is_refused_in_one_sentence(played, file):
    whole = bytearray(file.read_bytes())
    for at in range(60, len(whole), len(whole) // 9):  # after the name of the file
        spoiled = bytearray(whole)
        spoiled[at] ^= 0xFF
        file.write_bytes(spoiled)
        assert restore_error(played, file).startswith(f"{file}: ")


def test_path_traversal_in_a_backup_stays_inside_the_folder(played, file, tmp_path):
    other = tmp_path / "other.tar.gz"
    with tarfile.open(other, "w:gz") as tar:
        add_file(tar, "wondertable.json", b'{"version": "1.0.0"}')
        add_file(tar, "settings/../../../../outside", b"x")
    restore(played.at, other)
    assert list(tmp_path.rglob("outside")) == [played.at.data / "settings/outside"]


def test_restore_without_enough_space_is_refused(played, file):
    played.at = replace(played.at, free=lambda _: 40_000_000)
    assert "there is too little space" in restore_error(played, file)


def test_backup_overwrites_no_file(played, file):
    with pytest.raises(CannotStart, match="already exists"):
        backup(played.at, file)


def test_damaged_database_is_not_backed_up(bed, tmp_path):
    (bed.at.data / "table.db").write_bytes(GAMES * 99)
    with pytest.raises(CannotStart, match=r"table\.db cannot be read"):
        backup(bed.at, tmp_path / "backup.tar.gz")
    assert not list(tmp_path.glob("backup*"))
