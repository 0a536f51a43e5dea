"""Tests of the command line: what is typed, and the answers."""

import json
import os
import subprocess
import sys
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

import main
from app.appliance.running_table import read_phase
from app.appliance.update_watchdog import check_once, watch
from app.commands.appliance import run_command
from app.text.terminal_output import exit_code_of
from tests.running import RunningTable

ROOT = Path(main.__file__).parent
NOW = datetime(2027, 1, 1, 0, 10, tzinfo=timezone(timedelta(hours=1)))


@pytest.fixture
def say(bed, capsys):
    """Type words; the exit code, and what is said."""

    def say(*words: str) -> tuple[int, str]:
        code = exit_code_of(lambda: run_command(main.build_parser().parse_args(words), bed.at, NOW))
        out, err = capsys.readouterr()
        return code, out + err

    return say


def test_status_prints_versions_services_and_space(bed, say):
    assert say("status") == (
        0,
        "version   1.0.0\nalso here none\ntable     active, stopped\nscreen    active\n"
        f"games     {bed.at.data}, 1000 MB free\n",
    )
    bed.game[0] = "game"
    assert "table     active, a game is being played\n" in say("status")[1]
    code, said = say("status", "--json")
    assert code == 0
    assert json.loads(said) == {
        "version": "1.0.0",
        "changing": False,
        "watched": None,
        "others": [],
        "table": "active",
        "phase": "game",
        "screen": "active",
        "data": str(bed.at.data),
        "free": 1_000_000_000,
    }


def test_update_and_rollback_switch_the_version(bed, say):
    assert say("update", str(bed.release("1.1.0"))) == (
        0,
        "1.1.0 is running now; 1.0.0 is kept, and `wondertable rollback` goes back to it.\n",
    )
    assert say("status")[1].splitlines()[0] == "version   1.1.0"
    assert say("rollback") == (0, "1.0.0 is running now.\n")
    assert say("rollback", "--data", "1.1.0")[0] == 0


def test_status_shows_that_a_new_version_is_watched(bed, say):
    say("update", str(bed.release("1.1.0")))
    came = (NOW - timedelta(minutes=12)).timestamp()
    os.utime(bed.at.home / "current", (came, came), follow_symlinks=False)
    for _ in range(4):
        check_once(bed.at)
    assert say("status")[1].splitlines()[1] == (
        "watched   since 2026-12-31 23:58, until about 00:21; then 1.1.0 stays. "
        "If it fails before, 1.0.0 comes back by itself"
    )
    assert json.loads(say("status", "--json")[1])["watched"] == {
        "since": "2026-12-31T23:58+01:00",
        "until": "2027-01-01T00:21+01:00",
        "back": "1.0.0",
    }
    list(watch(bed.at))
    assert json.loads(say("status", "--json")[1])["watched"] is None


def test_update_check_prints_the_new_version_and_changes_nothing(bed, say):
    fresh = str(bed.release("1.1.0"))
    assert say("update", "--check", fresh) == (0, "1.1.0 would be installed; 1.0.0 is running.\n")
    code, said = say("update", "--check", "--json", fresh)
    assert (code, json.loads(said)) == (0, {"runs": "1.0.0", "comes": "1.1.0"})
    assert bed.at.versions == ("1.0.0",)
    assert say("update", fresh)[0] == 0
    assert say("update", "--check", fresh) == (0, "there is no newer version than 1.1.0.\n")
    assert say("update", "--json", fresh) == (2, "wondertable: --json is for --check.\n")
    assert say("update", "--check", "none") == (2, "wondertable: none: there is no such file.\n")


def test_impossible_command_prints_one_sentence_and_exits_with_2(say):
    assert say("update", "no-such-file") == (2, "wondertable: no-such-file: there is no such file.\n")
    assert say("rollback") == (2, "wondertable: there is no version to go back to.\n")


def test_stop_and_start_control_the_table(bed, say):
    assert say("stop") == (0, "the table and its screen are stopped; no game is lost.\n")
    assert say("start") == (0, "the table is running.\n")
    (bed.at.home / "1.0.0/how").write_text("die")
    say("stop")
    assert say("start")[0] == 2


def test_poweroff_switches_the_machine_off(bed, say):
    code, said = say("poweroff")
    assert (code, bed.services.said) == (0, ["power off"])
    assert said.startswith("the machine is switching off; no game is lost.")


def test_poweroff_is_refused_during_an_update(bed, say):
    with bed.at.lock():
        assert say("poweroff") == (2, "wondertable: another update, rollback or restore is running.\n")
    assert bed.services.said == []


def test_settle_is_silent_when_nothing_is_pending(say):
    assert say("settle") == (0, "")


def note(bed, stage: str) -> None:
    text = {"by": "1.0.0", "to": "1.1.0", "back": "1.0.0", "previous": None, "screen": False}
    (bed.at.home / stage).write_text(json.dumps(text))


UNDONE = (
    "1.1.0 was not started, because the change was interrupted; "
    "1.0.0 is running again with its games and settings as they were."
)


def test_settle_prints_what_it_has_undone(bed, say):
    note(bed, "changing")
    assert say("settle") == (0, f"{UNDONE}\n")
    assert say("settle") == (0, "")


def test_settle_reports_a_change_it_cannot_finish(bed, say):
    (bed.at.home / "changing").write_text("{}")
    code, said = say("settle")
    assert (code, "could not be finished" in said) == (2, True)
    assert (bed.at.home / "changing").exists()


def test_start_settles_an_interrupted_change_first(bed, say):
    note(bed, "changing")
    assert say("start") == (2, f"wondertable: {UNDONE}\n")
    assert say("start") == (0, "the table is running.\n")


def test_status_shows_a_change_in_progress(bed, say):
    note(bed, "trying")
    assert say("status")[1].startswith("version   1.0.0 (being changed)\n")


def test_backup_is_refused_during_an_unfinished_change(bed, say, tmp_path):
    note(bed, "changing")
    assert say("backup", str(tmp_path / "b.tar.gz"))[0] == 2
    assert not (tmp_path / "b.tar.gz").exists()


def test_adopt_switches_to_an_unpacked_version(bed, say):
    (bed.at.home / "1.1.0").mkdir()
    (bed.at.home / "1.1.0/how").write_text("run")
    bed.game[0] = "game"
    assert say("adopt", "1.1.0")[0] == 2
    said = "1.1.0 is running now; 1.0.0 is kept, and `wondertable rollback` goes back to it.\n"
    assert say("adopt", "--game", "1.1.0") == (0, said)
    assert say("adopt", "--game", "1.1.0") == (0, "1.1.0 is already running.\n")
    assert say("adopt", "1.2.0") == (2, "wondertable: version 1.2.0 is not installed; installed are 1.1.0, 1.0.0.\n")


def test_machine_without_an_installed_table_is_reported(tmp_path):
    code = f"""
import sys, main
from pathlib import Path
from app.appliance.install_paths import Place
from app.appliance.update_watchdog import check_once, watch
from app.commands.appliance import run_command
from app.text.terminal_output import exit_code_of
at = Place(home=Path({str(tmp_path)!r}))
sys.exit(exit_code_of(lambda: run_command(main.build_parser().parse_args(["status"]), at)))
"""
    said = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (said.returncode, said.stderr) == (
        2,
        f"wondertable: no table is installed in {tmp_path}; `sudo ./setup.sh install` installs one.\n",
    )


def test_rollback_imports_no_third_party_package():
    """A version whose packages are broken can still be left."""
    never = {"aiohttp", "msgspec", "kivy", "jinja2", "babel", "zeroconf", "wsproto", "platformdirs"}
    asked = f"import sys, main, app.commands.appliance; print(*({never!r} & set(sys.modules)))"
    said = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True)
    assert said.stdout.split() == []


@pytest.mark.full
async def test_running_table_reports_its_phase(tmp_path):
    table = await RunningTable(tmp_path, "table").ready()
    try:
        assert read_phase(tmp_path) == "lobby"
    finally:
        table.end()
    assert read_phase(tmp_path) is None
