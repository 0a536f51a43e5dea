"""On a disk that takes nothing more a table starts: people see what was, and hear why nothing can be changed."""

import errno
import json
import subprocess
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from app.host import open_table
from app.host.data_folder import write_run_file
from app.protocol.rejection import Rejection
from app.protocol.seat_messages import SetSeat
from app.storage import random_keys_and_ids
from app.storage.read_only_store import ReadOnlyStore
from app.text.terminal_output import CannotStart
from tests.app import tables
from tests.app.tables import Evening
from tests.running import Refused, RunningTable


def read_files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("table.*")}


@pytest.mark.parametrize("code", ["disk-full", "unwritable"])
def test_saved_game_is_shown_read_only_on_a_full_disk(tmp_path, monkeypatch, code):
    evening = Evening(tmp_path)
    evening.start("phone Ada", "touch")
    seen = bytes(evening.snapshot().game)
    evening.close()
    before = read_files(tmp_path)

    def full(*_: object) -> None:
        raise Rejection(code, file="table.db", why="no room")

    monkeypatch.setattr(open_table, "Store", full)
    opened = []

    def look(path, clock, chance):
        store, why = open_table._open_store(path, clock, chance)
        opened.append(why.rule)
        return store

    monkeypatch.setattr(tables, "Store", look)
    again = Evening(tmp_path)
    assert isinstance(again.store, ReadOnlyStore)
    assert opened == ["read-only"]
    again.store.freeze()
    assert bytes(again.snapshot().game) == seen
    assert any(b"read-only" in bytes(line.event) for line in again.snapshot().news)
    with pytest.raises(Rejection, match=code):
        again.send(SetSeat, seat=2, by="bot", id="another")
    again.table.tick(again.now + 100)
    assert bytes(again.snapshot().game) == seen
    again.close()
    assert read_files(tmp_path) == before
    assert not Path(again.store._folder.name).exists()


def test_unreadable_database_is_refused(tmp_path):
    (tmp_path / "table.db").mkdir()
    with pytest.raises(Rejection, match="unwritable"):
        open_table._open_store(tmp_path / "table.db", lambda: 1e9, random_keys_and_ids.MACHINES)


def test_run_file_is_rewritten_in_place_on_a_full_disk(tmp_path, monkeypatch):
    write = partial(write_run_file, tmp_path, key="k" * 43, run="r" * 16)
    write(port=65535)
    real = open

    def full(*words, **named):
        raise OSError(errno.ENOSPC, "no room")

    monkeypatch.setattr("builtins.open", full)
    write(port=80)
    monkeypatch.setattr("builtins.open", real)
    assert json.loads((tmp_path / "run.json").read_text())["port"] == 80
    (tmp_path / "run.json").unlink()
    monkeypatch.setattr("builtins.open", full)
    with pytest.raises(CannotStart, match="cannot be written"):
        write(port=80)


@pytest.mark.full
async def test_real_table_starts_on_a_full_disk(tmp_path):
    small = tmp_path / "small"
    small.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", small], check=True)
    try:
        table = await RunningTable(small / "data").ready()
        async with table.screen() as screen:
            await screen.send("set-seat", seat=1, by="touch", name="Ada")
        assert table.end() == 0
        with (small / "filler").open("wb", buffering=0) as filler:
            for size in (100_000, 4096, 1):
                with suppress(OSError):
                    while filler.write(bytes(size)):
                        pass
        table = await RunningTable(small / "data").ready()
        async with table.screen() as screen:
            await screen.until(lambda: bool(screen.table))
            assert "Ada" in str(screen.table)
            for what, fields in (("set-table", {"volume": 5}), ("set-seat", {"seat": 1, "by": "free"})):
                with pytest.raises(Refused, match=r"unwritable|full"):
                    await screen.send(what, **fields)
        assert table.end() == 0
    finally:
        subprocess.run(["umount", "--lazy", small], check=True)
