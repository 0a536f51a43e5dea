"""What the table has asked of root: each work of the list is an owner's command, and how it goes is told."""

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


def came(table):
    return upkeep_file.read_state(table.run)


def test_only_what_is_in_the_list_is_done(table):
    with pytest.raises(CannotStart, match="has no task 'update /tmp/x'"):
        table.work("update /tmp/x")
    assert not table.run.exists()


def test_an_update_tells_how_far_it_is_and_what_came_of_it(table, monkeypatch):
    table.at.own.mkdir()
    (table.at.own / update.ADDRESS).write_text(str(table.release("1.1.0")))
    assert table.work("look") == "1.1.0 would be installed."
    assert came(table).facts == {"version": "1.1.0", "news": ""}
    table.work("update")
    steps = list(dict.fromkeys(state.step for state in table.told if state.step))
    assert steps == ["fetch", "prepare", "copy", "try"]
    assert (came(table).came, came(table).facts) == ("done", {"version": "1.1.0"})
    assert table.at.current == "1.1.0"
    table.work("back")
    assert (table.at.current, came(table).facts) == ("1.0.0", {"version": "1.0.0"})


@pytest.mark.parametrize("work", ["update", "update-from-stick", "back", "restore-from-stick", "reset"])
def test_a_game_is_not_interrupted(table, work):
    table.game[0], table.stick = "game", table.at.data
    before = list(table.services.said)
    with pytest.raises(CannotStart):
        table.work(work)
    assert table.services.said == before
    assert came(table).why in ("game", "none-before"), "there is nothing to go back to here"


def test_in_a_night_a_game_on_the_table_goes_on_after_an_update(table):
    table.at.own.mkdir()
    (table.at.own / update.ADDRESS).write_text(str(table.release("1.1.0")))
    table.game[0] = "game"
    table.work("update-at-night")
    assert table.at.current == "1.1.0"


def test_the_newest_release_of_a_stick_is_taken(table):
    table.stick = table.release("1.2.0").parent
    table.work("update-from-stick")
    assert (table.at.current, came(table).facts) == ("1.2.0", {"version": "1.2.0"})


def test_a_backup_goes_onto_a_stick_and_the_newest_comes_back(table, tmp_path):
    table.stick = tmp_path / "stick"
    table.stick.mkdir()
    (table.at.data / "table.db").unlink()  # this one is none that can be copied
    table.work("backup-to-stick")
    first = came(table).facts["file"]
    (table.at.data / "settings/settings.json").write_text('{"lang": "fr"}')
    table.work("backup-to-stick")
    second = came(table).facts["file"]
    assert first != second
    assert sorted(file.name for file in table.stick.iterdir()) == sorted([first, second])
    (table.at.data / "settings/settings.json").write_text('{"lang": "de"}')
    table.services.writes = False
    table.work("restore-from-stick")
    assert came(table).facts == {"file": second}
    assert (table.at.data / "settings/settings.json").read_text() == '{"lang": "fr"}'


def test_what_is_handed_to_a_phone_is_the_tables_alone(table):
    (table.at.data / "table.db").unlink()
    for work in ("backup", "report"):
        table.work(work)
        file = table.run / upkeep_file.DOWNLOAD_FILES[work]
        assert (file.stat().st_uid, file.stat().st_mode & 0o777) == (table.at.data.stat().st_uid, 0o600)
    with tarfile.open(file) as tar:
        assert tar.extractfile("report/doctor.txt").read() == b"doctor says\n"


def test_what_a_phone_brought_takes_the_place_and_a_link_leads_nowhere(table, tmp_path):
    table.services.writes = False
    brought = table.at.data / upkeep_file.UPLOADED_FILE
    with pytest.raises(CannotStart):
        table.work("restore")
    assert came(table).why == "no-backup"
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
    assert came(table).why == "unfit-backup"


@pytest.mark.parametrize("work", ["backup-to-stick", "report-to-stick", "update-from-stick", "restore-from-stick"])
def test_without_a_stick_that_is_said(table, work):
    with pytest.raises(CannotStart):
        table.work(work)
    assert (came(table).came, came(table).why) == ("failed", "no-stick")


def test_one_at_a_time(table):
    with upkeep_file.try_lock(table.run):
        assert upkeep_file.is_at_work(table.run)
        with pytest.raises(CannotStart, match="another upkeep task"):
            table.work("look")
    assert not upkeep_file.is_at_work(table.run)


def test_a_fault_of_ours_is_no_work_that_goes_on(table, monkeypatch):
    monkeypatch.setitem(upkeep.WORKS_BY_NAME, "look", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        table.work("look")
    assert (came(table).came, came(table).said) == ("failed", "ZeroDivisionError.")


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


def listing(monkeypatch, disks):
    monkeypatch.setattr(usb_sticks, "LSBLK_COMMAND", ("echo", json.dumps(disks)))


def test_only_what_hangs_on_usb_is_a_stick(monkeypatch):
    """The card that the system is on is none, though it has a part that every computer shows."""
    listing(monkeypatch, DISKS)
    assert list(map(str, usb_sticks.list_sticks())) == ["/dev/sdb1", "/dev/sdc"]
    listing(monkeypatch, {"blockdevices": DISKS["blockdevices"][:1]})
    with pytest.raises(CannotStart, match=", ".join(usb_sticks.FILE_SYSTEMS)) as no:
        usb_sticks.list_sticks()
    assert no.value.why == "no-stick"


# ---- how far it is ------------------------------------------------------------------------------------


def test_how_long_still_follows_from_how_long_it_took():
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


def test_a_terminal_has_one_line_of_it_and_a_file_none():
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


def test_a_release_says_how_much_of_it_has_come(bed):
    shares = []
    at = replace(bed.at, report=lambda step, share: shares.append(share) if step is WorkStep.FETCH else None)
    update.update(at, str(bed.release("1.1.0")))
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
