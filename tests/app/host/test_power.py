"""Powering the computer off: only where that is set, or the computer is the table; and what is said where it fails."""

import os
import sys
from contextlib import closing
from functools import partial

import pytest

from app.host import power_off
from app.host.table_process import follow_language
from app.protocol.machine_messages import Shutdown
from app.protocol.rejection import Rejection
from app.protocol.settings_messages import SetTable
from app.text.fatal_page import power_off_text
from app.text.translation import words
from tests.app.tables import Evening
from tests.running import PATIENCE, RunningTable


def python(code: str) -> tuple[str, ...]:
    return (sys.executable, "-c", code)


@pytest.mark.parametrize(
    ("command", "said"),
    [
        pytest.param(python("pass"), "", id="it goes off"),
        pytest.param(python("raise SystemExit('one\\nAccess denied')"), "Access denied", id="in its own words"),
        pytest.param(python("raise SystemExit(3)"), f"{sys.executable}: 3", id="without a word"),
        pytest.param(("no-such-program-here",), "No such file or directory", id="no such program"),
    ],
)
def test_power_off_failure_is_explained(command, said, tmp_path):
    slept: list[float] = []
    assert power_off.power_off(command, tmp_path / "nologin", slept.append) == said
    assert (sum(slept) > 0) == (said != "")


def test_lost_connection_during_shutdown_counts_as_success(tmp_path):
    down = tmp_path / "nologin"
    assert power_off.power_off(python("raise SystemExit('Connection reset')"), down, lambda seconds: down.touch()) == ""


@pytest.fixture
def evening(tmp_path):
    with closing(with_fake_power_off(Evening(tmp_path))) as made:
        yield made


def with_fake_power_off(made: Evening) -> Evening:
    made.asked = []
    made.table.machine.power_off = lambda: made.asked.append("off") or made.why
    made.why = ""
    return made


def end(evening: Evening, **fields: object) -> None:
    evening.send(Shutdown, **fields)


def test_power_off_is_disabled_by_default(evening):
    with pytest.raises(Rejection, match="rights"):
        end(evening, sure=True, power=True)
    assert (evening.asked, evening.cues) == ([], [])


def test_enabled_power_off_shuts_down_the_computer(evening):
    evening.send(SetTable, power_off=True)
    end(evening, sure=True, power=True)
    assert (evening.asked, [cue.what for cue in evening.cues]) == (["off"], ["bye"])


def test_failed_power_off_is_reported_and_the_program_continues(evening):
    evening.send(SetTable, power_off=True)
    evening.why = "Access denied"
    with pytest.raises(Rejection, match="power-off") as no:
        end(evening, sure=True, power=True)
    assert no.value.params == {"why": "Access denied"}
    assert evening.cues == []


@pytest.mark.parametrize("fields", [{"sure": False, "power": True}, {"sure": False}], ids=str)
def test_power_off_needs_confirmation(evening, fields):
    evening.send(SetTable, power_off=True)
    with pytest.raises(Rejection, match="sure"):
        end(evening, **fields)
    assert (evening.asked, evening.cues) == ([], [])


def test_ending_the_program_leaves_the_computer_on(evening):
    evening.send(SetTable, power_off=True)
    end(evening, sure=True)
    assert (evening.asked, [cue.what for cue in evening.cues]) == ([], ["bye"])


def test_installed_table_may_power_off_unless_disabled(tmp_path):
    with closing(with_fake_power_off(Evening(tmp_path, installed=True))) as evening:
        assert evening.at_table().installed
        end(evening, sure=True, power=True)
        evening.send(SetTable, power_off=False)
        with pytest.raises(Rejection, match="rights"):
            end(evening, sure=True, power=True)
        assert evening.asked == ["off"]


@pytest.mark.rotated
@pytest.mark.sampled(2)
@pytest.mark.parametrize("installed", [True, False])
async def test_installed_table_powers_off_instead_of_exiting(tmp_path, installed):
    """systemctl is one that only notes what it is asked."""
    systemctl, asked = tmp_path / "bin/systemctl", tmp_path / "asked"
    systemctl.parent.mkdir()
    systemctl.write_text(f'#!/bin/sh\necho "$*" >>{asked}\n')
    systemctl.chmod(0o755)
    env = {**os.environ, "PATH": f"{systemctl.parent}:{os.environ['PATH']}"}
    data = tmp_path / "data"
    if installed:
        env["WONDERTABLE_DATA"] = str(data)
    table = await RunningTable(data, "table", env=env).ready()
    try:
        async with table.screen() as screen:
            if not installed:
                await screen.send("set-table", power_off=True)
            await screen.send("shutdown", sure=True, power=True)
        assert asked.read_text() == "--no-ask-password poweroff\n"
        assert (data / "goodbye").exists() == installed
        if installed:
            async with table.screen() as again:
                assert again.table["installed"]
            assert table.end() == 0
        else:
            assert table.process.wait(PATIENCE) == 0
    finally:
        table.kill()


def test_goodbye_text_is_written_in_the_tables_language(evening, tmp_path):
    follow_language(evening.table, partial(power_off.write_goodbye, tmp_path))
    for lang in ("en", "nl"):
        evening.send(SetTable, lang=lang)
        said = (tmp_path / "goodbye").read_text()
        assert said.startswith("\033c"), "nothing else is left on it"
        assert " ".join(said.split()).endswith(power_off_text(words(lang)))
        assert max(map(len, said.splitlines())) < 80


def test_unwritable_goodbye_file_is_ignored(tmp_path):
    power_off.write_goodbye(tmp_path / "not-there", words("en"))
