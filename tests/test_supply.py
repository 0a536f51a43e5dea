"""Tests of the audit of packages: known faults are reported, and a failed request is never reported as fine."""

import json

import pytest

from tests.supply import verdict

FINE = {"name": "kivy", "version": "2.3.1", "vulns": []}
SKIPPED = {"name": "jinja2", "skip_reason": "not found"}
FAULT = {"id": "PYSEC-1", "fix_versions": ["3.2", "3.1.7"]}
FAULTY = {"name": "jinja2", "version": "3.1.0", "vulns": [FAULT, {"id": "PYSEC-2", "fix_versions": []}]}
UNASKED = "pins: of 1 of 2 packages nothing could be asked. Is there a network?"
FAULT_LINES = [
    "pins: jinja2 3.1.0 has the fault PYSEC-1; mended in 3.2, 3.1.7",
    "pins: jinja2 3.1.0 has the fault PYSEC-2; mended in no version yet",
]


@pytest.mark.parametrize(
    ("packages", "code", "said"),
    [
        ([FINE], 0, ["pins: no fault of its 1 packages is known"]),
        ([FINE, SKIPPED], 2, [UNASKED]),
        ([FINE, FAULTY], 1, FAULT_LINES),
        ([SKIPPED, FAULTY], 1, [*FAULT_LINES, UNASKED]),
    ],
)
def test_vulnerability_outranks_an_unchecked_package(packages, code, said):
    assert verdict("pins", json.dumps({"dependencies": packages, "fixes": []})) == (code, said)


@pytest.mark.parametrize("report", ["", "{}", "ERROR: no route"])
def test_missing_answer_is_an_error(report):
    assert verdict("pins", report) == (2, ["pins: nobody could be asked. Is there a network?"])
