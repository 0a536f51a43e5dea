"""Whole games of people with cardboard: boxes unlike ours, and games that begin in the middle."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine import record
from engine.architects.game import Architects
from engine.game import CHANCE, State, Tracked

TESTS = Path(__file__).resolve().parent
RECORDS = sorted((TESTS / "records" / "track").glob("*.wt"))
TOLD = (
    "reveal 1 ",
    "reveal center ",
    "reveal token ",
    "reveal medal 3 ",
    "reveal medal center ",
    "reveal gift ",
    "keep ",
)

each_record = pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)


@cache
def shelf() -> dict[str, Architects]:
    return {"architects": Architects((TESTS.parent / "data" / "architects.toml").read_bytes())}


def read(path: Path) -> record.Record:
    return record.read(path.read_bytes(), shelf())


def printed(state: State[Any]) -> dict[str, Any]:
    """As a reader of `replay --json` has it."""
    position: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(record.position(state)))
    return position


@each_record
def test_every_line_was_offered_or_told_of_a_thing_that_could_not_be_there(path):
    told = read(path)
    moves = iter(told.moves)
    for _, state in record.replay(told):
        _, text = next(moves, (0, ""))
        offered = record.legal_lines(state)
        if state.to_act == (CHANCE,):
            offered = [line.rpartition(" ")[0] for line in offered]
        assert isinstance(state, Tracked)
        if text.endswith(" !"):
            assert text.removesuffix(" !") not in offered
            offered = [record.line(state.to_act[0], other) for other in state.others()]
        assert text in offered or not text


@each_record
def test_the_last_position(path):
    *_, (_, state) = record.replay(read(path))
    assert printed(state) == json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert state.winners()


@each_record
def test_a_record_written_again_is_the_same_game(path):
    told = read(path)
    moves = [text for _, text in told.moves]
    again = record.read(record.write(told.setup, moves).encode(), shelf())
    assert again.setup == told.setup
    assert [text for _, text in again.moves] == moves


def test_everything_that_can_be_told_so_is_told_in_some_record():
    told = [text for path in RECORDS for _, text in read(path).moves if text.endswith(" !")]
    assert [form for form in TOLD if not any(form in text for text in told)] == []


def test_positions_begin_records_with_and_without_medals():
    variants = {"medals" in told.setup.variant for told in map(read, RECORDS) if told.setup.header().get("position")}
    assert variants == {False, True}
