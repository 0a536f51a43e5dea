"""Tests of upkeep: each task that the table asks of root is an owner's command, and its progress is reported."""

import gzip
import io
import json
import tarfile
from contextlib import contextmanager
from dataclasses import replace

import pytest

from app.appliance import progress, update, upkeep, usb_sticks
from app.appliance.progress import Progress, ProgressEstimator, Terminal, WorkStep
from app.host import upkeep_file
from app.text.terminal_output import CannotStart


@pytest.fixture
def table(bed, tmp_path, monkeypatch):
    """A machine with the folder that root tells the table in; `stick` is the folder of what is plugged in."""
    bed.run, bed.stick, bed.told = tmp_path / "run", None, []

    @contextmanager
    def mount(device, *, writes=False):
        yield device

    def plugged():
        if bed.stick is None:
            raise CannotStart("no stick", "no-stick")
        return [bed.stick]

    monkeypatch.setattr(upkeep, "list_sticks", plugged)
    monkeypatch.setattr(upkeep, "mount", mount)
    write = upkeep.write_state
    monkeypatch.setattr(upkeep, "write_state", lambda run, state: (bed.told.append(state), write(run, state)))

    def work(name):
        return upkeep.run_work(bed.at, name, lambda: "doctor says\n", bed.run)

    bed.work = work
    return bed


def read_result(table):
    return upkeep_file.read_state(table.run)


def test_unlisted_task_is_refused(table):
    with pytest.raises(CannotStart, match="has no task 'update /tmp/x'"):
        table.work("update /tmp/x")
    assert not table.run.exists()


def test_update_reports_progress_and_result(table, monkeypatch):
    table.at.own.mkdir()
    (table.at.own / update.ADDRESS).write_text(str(table.release("1.1.0")))
    assert table.work("look") == "1.1.0 would be installed."
    assert read_result(table).facts == {"version": "1.1.0", "news": ""}
    table.work("update")
    steps = list(dict.fromkeys(state.step for state in table.told if state.step))
    assert steps == ["fetch", "prepare", "copy", "try"]
    assert (read_result(table).came, read_result(table).facts) == ("done", {"version": "1.1.0"})
    assert table.at.current == "1.1.0"
    table.work("back")
    assert (table.at.current, read_result(table).facts) == ("1.0.0", {"version": "1.0.0"})


@pytest.mark.parametrize("work", ["update", "update-from-stick", "back", "restore-from-stick", "reset"])
def test_upkeep_task_is_refused_during_a_game(table, work):
    table.game[0], table.stick = "game", table.at.data
    before = list(table.services.said)
    with pytest.raises(CannotStart):
        table.work(work)
    assert table.services.said == before
    assert read_result(table).why in ("game", "none-before"), "there is nothing to go back to here"


def test_night_update_runs_despite_a_game_on_the_table(table):
    table.at.own.mkdir()
    (table.at.own / update.ADDRESS).write_text(str(table.release("1.1.0")))
    table.game[0] = "game"
    table.work("update-at-night")
    assert table.at.current == "1.1.0"


def test_newest_release_on_a_stick_is_installed(table):
    table.stick = table.release("1.2.0").parent
    table.work("update-from-stick")
    assert (table.at.current, read_result(table).facts) == ("1.2.0", {"version": "1.2.0"})


def test_newest_backup_on_a_stick_is_restored(table, tmp_path):
    table.stick = tmp_path / "stick"
    table.stick.mkdir()
    (table.at.data / "table.db").unlink()  # this one is none that can be copied
    table.work("backup-to-stick")
    first = read_result(table).facts["file"]
    (table.at.data / "settings/settings.json").write_text('{"lang": "fr"}')
    table.work("backup-to-stick")
    second = read_result(table).facts["file"]
    assert first != second
    assert sorted(file.name for file in table.stick.iterdir()) == sorted([first, second])
    (table.at.data / "settings/settings.json").write_text('{"lang": "de"}')
    table.services.writes = False
    table.work("restore-from-stick")
    assert read_result(table).facts == {"file": second}
    assert (table.at.data / "settings/settings.json").read_text() == '{"lang": "fr"}'


def test_download_files_are_readable_by_the_table_only(table):
    (table.at.data / "table.db").unlink()
    for work in ("backup", "report"):
        table.work(work)
        file = table.run / upkeep_file.DOWNLOAD_FILES[work]
        assert (file.stat().st_uid, file.stat().st_mode & 0o777) == (table.at.data.stat().st_uid, 0o600)
    with tarfile.open(file) as tar:
        assert tar.extractfile("report/doctor.txt").read() == b"doctor says\n"


def test_uploaded_backup_is_restored_and_a_symlink_is_refused(table, tmp_path):
    table.services.writes = False
    brought = table.at.data / upkeep_file.UPLOADED_FILE
    with pytest.raises(CannotStart):
        table.work("restore")
    assert read_result(table).why == "no-backup"
    (table.at.data / "table.db").unlink()
    table.work("backup")
    made = (table.run / upkeep_file.DOWNLOAD_FILES["backup"]).read_bytes()
    (tmp_path / "elsewhere").write_bytes(made)
    brought.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(CannotStart):
        table.work("restore")
    brought.unlink()
    brought.write_bytes(made)
    (table.at.data / "settings/settings.json").write_text('{"lang": "de"}')
    table.work("restore")
    assert (table.at.data / "settings/settings.json").read_text() == '{"lang": "nl"}'
    assert not brought.exists()
    brought.write_bytes(gzip.compress(b"no archive"))
    with pytest.raises(CannotStart):
        table.work("restore")
    assert read_result(table).why == "unfit-backup"


@pytest.mark.parametrize("work", ["backup-to-stick", "report-to-stick", "update-from-stick", "restore-from-stick"])
def test_missing_stick_is_reported(table, work):
    with pytest.raises(CannotStart):
        table.work(work)
    assert (read_result(table).came, read_result(table).why) == ("failed", "no-stick")


def test_second_upkeep_task_at_the_same_time_is_refused(table):
    with upkeep_file.try_lock(table.run):
        assert upkeep_file.is_at_work(table.run)
        with pytest.raises(CannotStart, match="another upkeep task"):
            table.work("look")
    assert not upkeep_file.is_at_work(table.run)


def test_internal_error_ends_the_task_as_failed(table, monkeypatch):
    monkeypatch.setitem(upkeep.WORKS_BY_NAME, "look", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        table.work("look")
    assert (read_result(table).came, read_result(table).said) == ("failed", "ZeroDivisionError.")


# ---- sticks -------------------------------------------------------------------------------------------

DISKS = {
    "blockdevices": [
        {"path": "/dev/sda", "tran": "sata", "fstype": None, "children": [{"path": "/dev/sda1", "fstype": "ext4"}]},
        {
            "path": "/dev/sdb",
            "tran": "usb",
            "fstype": None,
            "children": [{"path": "/dev/sdb1", "fstype": "exfat"}, {"path": "/dev/sdb2", "fstype": "crypto_LUKS"}],
        },
        {"path": "/dev/sdc", "tran": "usb", "fstype": "vfat"},
        {"path": "/dev/mmcblk0", "tran": None, "children": [{"path": "/dev/mmcblk0p1", "fstype": "vfat"}]},
    ]
}


def fake_lsblk(monkeypatch, disks):
    monkeypatch.setattr(usb_sticks, "LSBLK_COMMAND", ("echo", json.dumps(disks)))


def test_only_usb_disks_are_listed_as_sticks(monkeypatch):
    """The card that the system is on is none, though it has a part that every computer shows."""
    fake_lsblk(monkeypatch, DISKS)
    assert list(map(str, usb_sticks.list_sticks())) == ["/dev/sdb1", "/dev/sdc"]
    fake_lsblk(monkeypatch, {"blockdevices": DISKS["blockdevices"][:1]})
    with pytest.raises(CannotStart, match=", ".join(usb_sticks.FILE_SYSTEMS)) as no:
        usb_sticks.list_sticks()
    assert no.value.why == "no-stick"


# ---- how far it is ------------------------------------------------------------------------------------


def test_remaining_time_is_estimated_from_elapsed_time():
    told, now = [], [0.0]
    reckoning = ProgressEstimator(told.append, lambda: now[0])
    for seconds, share in ((0.0, 0.0), (0.1, 0.01), (2.0, 0.25), (4.0, 0.5)):
        now[0] = seconds
        reckoning(WorkStep.FETCH, share)
    reckoning(WorkStep.TRY, None)
    assert told == [
        Progress(WorkStep.FETCH, 0),
        Progress(WorkStep.FETCH, 25, 6),
        Progress(WorkStep.FETCH, 50, 4),
        Progress(WorkStep.TRY),
    ]


def test_progress_is_printed_only_to_a_terminal():
    class Tty(io.StringIO):
        def isatty(self):
            return True

    for out, said in ((Tty(), f"\r{'preparing it: 50 %, 4 s to go'.ljust(progress.WIDE)}"), (io.StringIO(), "")):
        terminal = Terminal(out)
        terminal.end()
        terminal(Progress(WorkStep.PREPARE, 50, 4))
        assert out.getvalue() == said
        terminal.end()
        assert out.getvalue().endswith("\r" if said else "")


def test_download_progress_is_reported(bed):
    shares = []
    at = replace(bed.at, report=lambda step, share: shares.append(share) if step is WorkStep.FETCH else None)
    update.update(at, str(bed.release("1.1.0")))
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
