"""The upkeep of an installed table: what is asked for begins when nobody is disturbed, and is told as it goes."""

import os
from datetime import datetime

import pytest

from app.host import upkeep_file
from app.host.upkeep import (
    FINDINGS_SECONDS,
    QUIET_SECONDS,
    START_SECONDS,
    TRANSFER_SECONDS,
    WAITING_FILE,
    MachineUpkeep,
)
from app.host.upkeep_file import WorkState
from app.protocol.machine_messages import SoundCard


class Bed:
    """A table's upkeep, and a system that only notes what it is told to start."""

    def __init__(self, folder):
        self.run, self.program, self.data = folder / "run", folder / "opt/1.0.0", folder / "data"
        for each in (self.run, self.program, self.data):
            each.mkdir(parents=True)
        self.started, self.refuses, self.told = [], "", 0
        self.clock, self.hour, self.phase, self.moves = 0.0, 20, "lobby", 0
        self.upkeep = self.make_upkeep()

    def make_upkeep(self):
        """Return the upkeep after a restart of the table."""
        return MachineUpkeep(
            self.data,
            lambda: (self.phase, self.moves),
            self._tell,
            run_folder=self.run,
            program=self.program,
            start=lambda unit: self.started.append(unit) or self.refuses,
            clock=lambda: self.clock,
            dates=lambda: datetime(2026, 11, 27, self.hour).timestamp(),
        )

    def _tell(self):
        self.told += 1

    @property
    def now(self):
        return self.upkeep.describe("en", "screen")

    async def begin_task(self, work):
        assert self.upkeep.begin(work)
        await self.upkeep.step()

    async def writes(self, held=True, **state):
        """Write a state as root's process does; `held`: it still holds the lock."""
        lock = upkeep_file.try_lock(self.run)
        assert lock is not None
        upkeep_file.write_state(self.run, WorkState(**state))
        self.clock += 1
        stamp = int(self.clock * 1e9)
        os.utime(self.run / upkeep_file.STATE_FILE, ns=(stamp, stamp))
        if not held:
            lock.close()
        await self.upkeep.step()
        lock.close()


@pytest.fixture
def bed(tmp_path):
    return Bed(tmp_path)


async def test_task_starts_at_once_and_reports_progress(bed):
    await bed.begin_task("look")
    assert bed.started == ["wondertable-upkeep@look.service"]
    assert (bed.now.work, bed.now.is_busy) == ("look", True)
    await bed.writes(work="look", step="fetch", done=40, left=7)
    assert (bed.now.step, bed.now.done, bed.now.left) == ("fetch", 40, 7)
    assert not bed.upkeep.begin("back"), "one at a time"
    await bed.writes(held=False, work="look", came="done", facts={"version": "1.1.0", "news": "Good."})
    assert (bed.now.came, bed.now.comes, bed.now.news, bed.now.is_busy) == ("done", "1.1.0", "Good.", False)
    bed.upkeep.dismiss()
    assert (bed.now.work, bed.now.came, bed.now.comes) == ("", "", "1.1.0")


async def test_task_with_a_restart_waits_for_the_end_of_a_game(bed):
    bed.phase = "game"
    await bed.begin_task("back")
    assert (bed.started, bed.now.waits) == ([], "game")
    bed.phase = "over"
    await bed.upkeep.step()
    assert bed.started == ["wondertable-upkeep@back.service"]
    assert bed.now.waits == ""


async def test_task_without_a_restart_does_not_wait(bed):
    bed.phase = "game"
    await bed.begin_task("report-to-stick")
    assert bed.started == ["wondertable-upkeep@report-to-stick.service"]


async def test_waiting_task_can_be_cancelled(bed):
    bed.phase = "game"
    await bed.begin_task("update")
    bed.upkeep.dismiss()
    bed.phase = "lobby"
    await bed.upkeep.step()
    assert (bed.started, bed.now.work) == ([], "")


async def test_scheduled_night_update_survives_a_restart(bed):
    await bed.begin_task("update-at-night")
    assert (bed.started, bed.now.waits) == ([], "night")
    bed.upkeep = bed.make_upkeep()
    assert bed.now.waits == "night"
    bed.hour = 3
    await bed.upkeep.step()
    assert bed.started == ["wondertable-upkeep@update-at-night.service"]
    assert not (bed.data / WAITING_FILE).exists()
    assert bed.make_upkeep().describe("en", "screen").waits == ""


async def test_night_update_waits_until_a_game_is_idle(bed):
    bed.phase, bed.hour = "game", 3
    await bed.begin_task("update-at-night")
    bed.clock += QUIET_SECONDS - 1
    bed.moves += 1
    await bed.upkeep.step()
    bed.clock += QUIET_SECONDS - 1
    await bed.upkeep.step()
    assert bed.started == []
    bed.clock += 2
    await bed.upkeep.step()
    assert bed.started == ["wondertable-upkeep@update-at-night.service"]


async def test_refusal_of_the_system_is_reported_in_its_own_words(bed):
    bed.refuses = "Access denied"
    await bed.begin_task("look")
    assert (bed.now.came, bed.now.why, bed.now.said) == ("failed", "not-begun", "Access denied")
    bed.refuses = ""
    await bed.begin_task("look")
    assert bed.now.is_busy


async def test_task_that_never_starts_fails(bed):
    await bed.begin_task("look")
    bed.clock += START_SECONDS + 1
    await bed.upkeep.step()
    assert (bed.now.came, bed.now.why) == ("failed", "not-begun")


async def test_killed_task_is_reported_as_cut_off(bed):
    await bed.begin_task("look")
    await bed.writes(held=False, work="look", step="fetch")
    assert (bed.now.came, bed.now.why) == ("failed", "cut-off")


async def test_killed_update_that_switched_versions_counts_as_done(bed):
    await bed.begin_task("update")
    await bed.writes(held=False, work="update", step="switch", facts={"before": bed.upkeep.version})
    assert (bed.now.came, bed.now.why) == ("failed", "cut-off")
    await bed.writes(held=False, work="update", step="switch", facts={"before": "0.0.9"})
    assert (bed.now.came, bed.now.facts) == ("done", {"version": bed.upkeep.version})
    await bed.writes(held=False, work="backup", step="copy", facts={"before": "0.0.9"})
    assert (bed.now.came, bed.now.why) == ("failed", "cut-off"), "whatever version has come by another way"


async def test_result_of_an_update_is_reported_after_the_restart(bed):
    await bed.begin_task("update")
    await bed.writes(held=False, work="update", came="done", facts={"version": "1.0.0"})
    bed.upkeep = bed.make_upkeep()
    await bed.upkeep.step()
    assert (bed.now.came, bed.now.facts) == ("done", {"version": "1.0.0"})


async def test_changes_are_notified_once(bed):
    await bed.upkeep.step()
    told = bed.told
    await bed.upkeep.step()
    assert bed.told == told
    await bed.begin_task("look")
    assert bed.told > told


async def test_download_ticket_expires_and_is_shown_to_one_device(bed):
    assert bed.upkeep.open_transfer("report", "screen")
    await bed.upkeep.step()
    assert bed.started == ["wondertable-upkeep@report.service"]
    assert bed.now.path == ""
    (bed.run / upkeep_file.DOWNLOAD_FILES["report"]).write_bytes(b"x")
    await bed.writes(held=False, work="report", came="done")
    ticket = bed.now.path.removeprefix("/carry/")
    assert (bed.now.carried, bed.upkeep.find_transfer(ticket)) == ("report", "report")
    assert bed.upkeep.download_path("report").read_bytes() == b"x"
    assert bed.upkeep.download_path("backup") is None
    assert bed.upkeep.describe("en", "a phone").path == ""
    assert bed.upkeep.find_transfer(f"{ticket}x") is None
    bed.clock += TRANSFER_SECONDS + 1
    assert bed.upkeep.find_transfer(ticket) is None
    await bed.upkeep.step()
    assert bed.now.path == ""


async def test_restore_ticket_is_valid_once(bed):
    bed.upkeep.open_transfer("restore", "screen")
    ticket = bed.now.path.removeprefix("/carry/")
    assert bed.upkeep.find_transfer(ticket) == "restore"
    bed.phase = "game"
    assert bed.upkeep.restore()
    assert bed.upkeep.find_transfer(ticket) is None
    await bed.upkeep.step()
    assert (bed.started, bed.now.waits) == ([], "game")
    bed.phase = "lobby"
    await bed.upkeep.step()
    assert bed.started == ["wondertable-upkeep@restore.service"]


def test_previous_version_is_the_rollback_target(bed):
    assert (bed.now.version, bed.now.before) == ("1.0.0", "")
    (bed.program.parent / "previous").symlink_to("0.9.0")
    assert bed.now.before == "0.9.0"


def test_machine_findings_are_cached(tmp_path):
    asked, clock = [], [0.0]
    cards = (SoundCard("Device", "USB Audio"),)
    upkeep = MachineUpkeep(
        tmp_path,
        lambda: ("lobby", 0),
        lambda: None,
        lambda lang: asked.append(lang) or (),
        lambda: asked.append("cards") or cards,
        run_folder=tmp_path,
        program=tmp_path / "1.0.0",
        clock=lambda: clock[0],
    )
    for _ in range(3):
        assert upkeep.describe("en", "screen").cards == cards
    assert asked == ["en", "cards"]
    clock[0] = FINDINGS_SECONDS + 0.1
    upkeep.describe("en", "screen")
    assert asked == ["en", "cards"] * 2
