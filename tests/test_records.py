"""Whole games of every kind, line by line. A comment after a line names what it shows; the questions of its game
(tests/*rulings*.py) ask whether it does."""

import json
from itertools import chain

import pytest

from engine import record
from tests import duel_rulings, rulings, rulings_of_medals, seven_wonders_rulings
from tests.whole_games import RECORDS, TRACK, each_of, lines, played, shelf

UNTRACKED = list(chain.from_iterable(RECORDS.values()))
QUESTIONS = {  # what a line is to each game, and what can be asked of it
    "architects": (rulings.Line, rulings.WITNESSES | rulings_of_medals.WITNESSES),
    "duel": (duel_rulings.Line, duel_rulings.WITNESSES),
    "seven-wonders": (seven_wonders_rulings.Line, seven_wonders_rulings.WITNESSES),
}
HANDS = ("deal ", "draw ")  # too many to list: tests/test_seven_wonders_records.py compares them with what was left


@each_of(UNTRACKED)
def test_every_line_was_legal(path):
    for moment in played(path).moments[:-1]:
        chance = moment.text.startswith("reveal")
        offered = [line.rpartition(" ")[0] for line in moment.legal] if chance else moment.legal
        assert moment.text in offered or moment.text.startswith(HANDS)


@each_of(UNTRACKED + TRACK)
def test_last_position_matches_the_stored_json(path):
    assert played(path).moments[-1].public == json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))


@each_of(UNTRACKED + TRACK)
def test_every_record_is_a_finished_game(path):
    last = played(path).moments[-1]
    assert last.public["over"]
    assert last.legal == []
    assert last.public["winners"]


@each_of(UNTRACKED + TRACK)
def test_lines_are_parsed_and_formatted_unchanged(path):
    told = played(path).told
    state = told.rules.start(told.setup)
    for _, text in told.moves:
        seat, action = record.parse_move(state, text)
        assert record.format_move(seat, action) == text
        state.apply(seat, action)


@each_of(UNTRACKED + TRACK)
def test_record_written_again_is_the_same_game(path):
    told = played(path).told
    moves = [text for _, text in told.moves]
    again = record.parse_record(record.format_record(told.setup, moves).encode(), shelf())
    assert again.setup == told.setup
    assert [text for _, text in again.moves] == moves


@each_of(UNTRACKED)
def test_commented_claims_hold_at_their_lines(path):
    line, witnesses = QUESTIONS[played(path).told.setup.header()["game"]]
    at = lines(path, line)
    assert [claim for move, claim in played(path).claims if not witnesses[claim](at[move])] == []


@pytest.mark.parametrize("game", RECORDS)
def test_every_claim_is_shown_by_some_record(game):
    _, witnesses = QUESTIONS[game]
    shown = {claim for path in RECORDS[game] for _, claim in played(path).claims}
    assert set(witnesses) - shown == set()
