"""A survey of mutants changes one function in a process of its own, and asks whatever executes it."""

import os
import signal

import pytest
from msgspec.structs import replace

from app.protocol.name_rules import is_plain
from tests.mutants import ROOT, Mutant, find_code, put_in
from tests.mutation_survey import Map, Row, choose_tests, figures, run_apart

PATH = "app/protocol/name_rules.py"
TEXT = (ROOT / PATH).read_text()
BEGINS = find_code(TEXT, "is_plain").co_firstlineno


def change(was: str, now: str, line: int = 0) -> Mutant:
    assert was in TEXT
    return Mutant("mutant", PATH, "is_plain", BEGINS, line, was, now, TEXT.replace(was, now))


def test_mutant_is_confined_to_its_own_process():
    mutant = change("or not any(", "and any(")

    def judge() -> bool:
        put_in(mutant)
        return is_plain("Ada")

    assert is_plain("Ada")
    assert run_apart(judge, 60) is False
    assert is_plain("Ada")


def test_killed_process_is_reported_with_its_signal():
    assert run_apart(lambda: os.kill(os.getpid(), signal.SIGKILL), 60) == "ended by signal 9"


def test_survey_error_is_raised():
    with pytest.raises(RuntimeError):
        run_apart(lambda: put_in(Mutant("mutant", PATH, "is_gone", 1, 2, "", "", TEXT)), 60)


def test_tests_that_execute_the_statement_of_a_mutant_are_selected():
    known = Map("", "", ["evening 0", "t::a"], {PATH: {BEGINS - 1: [0], BEGINS + 2: [0, 1], BEGINS + 9: [0]}}, {}, {})
    mutant = replace(change("and", "or", BEGINS + 3), begins=BEGINS + 2)
    assert known.executing(mutant) == {"evening 0", "t::a"}
    assert known.executing(replace(mutant, begins=BEGINS + 3)) == set()


def test_slow_file_runs_before_the_last_tests_of_a_quick_one():
    seconds = {"a::1": 1.0, "a::2": 1.0, "a::3": 1.0, "a::4": 1.0, "b::1": 3.5, "c::1": 400.0}
    assert choose_tests(seconds, seconds) == ["a::1", "a::2", "a::3", "b::1", "a::4"]
    assert choose_tests(["c::1"], seconds) == ["c::1"]


def test_figures_count_visible_changes_apart():
    by_test = Row("app/x", "1", "", "", "", 1, "t::a", 5, None, "", None)
    seen = Row("app/x", "2", "", "", "", 1, None, 5, "evening 6", "Shown: it", "evening 0")
    unnoticed = Row("app/x", "3", "", "", "", 0, None, 5, None, "", "evening 2")
    assert [*figures([by_test, seen, unnoticed])] == [
        "app/x: 3 mutants, tests notice 1 [6–79 %]",
        "  5 evenings notice 0 of 2 that change what people see, all of them 1 [9–91 %]; tests or evenings 2 [21–94 %]",
    ]
