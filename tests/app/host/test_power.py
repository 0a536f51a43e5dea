"""Powering the computer off: only where that is set, and what is said where it fails."""

import sys

import pytest

from app.host import power
from app.protocol import messages
from app.protocol.rights import Rejected
from tests.app.tables import Evening


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
def test_why_it_does_not_go_off(command, said):
    assert power.off(command) == said


@pytest.fixture
def evening(tmp_path):
    made = Evening(tmp_path)
    made.asked = []
    made.table.machine.power_off = lambda: made.asked.append("off") or made.why
    made.why = ""
    yield made
    made.close()


def end(evening: Evening, **fields: object) -> None:
    evening.send(messages.Shutdown, **fields)


def test_it_is_off_by_default(evening):
    with pytest.raises(Rejected, match="rights"):
        end(evening, sure=True, power=True)
    assert (evening.asked, evening.cues) == ([], [])


def test_where_it_is_set_the_computer_goes_off_and_the_program_ends(evening):
    evening.send(messages.SetTable, power_off=True)
    end(evening, sure=True, power=True)
    assert (evening.asked, [cue.what for cue in evening.cues]) == (["off"], ["bye"])


def test_a_computer_that_stays_on_is_said_and_nothing_ends(evening):
    evening.send(messages.SetTable, power_off=True)
    evening.why = "Access denied"
    with pytest.raises(Rejected, match="power-off") as no:
        end(evening, sure=True, power=True)
    assert no.value.params == {"why": "Access denied"}
    assert evening.cues == []


@pytest.mark.parametrize("fields", [{"sure": False, "power": True}, {"sure": False}], ids=str)
def test_it_is_asked_once(evening, fields):
    evening.send(messages.SetTable, power_off=True)
    with pytest.raises(Rejected, match="sure"):
        end(evening, **fields)
    assert (evening.asked, evening.cues) == ([], [])


def test_ending_the_program_leaves_the_computer_on(evening):
    evening.send(messages.SetTable, power_off=True)
    end(evening, sure=True)
    assert (evening.asked, [cue.what for cue in evening.cues]) == ([], ["bye"])
