"""Whole games, line by line. A comment after a line names what it shows; tests/rulings.py and
tests/rulings_of_medals.py ask whether it does."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from engine import record
from engine.architects.game import Architects
from engine.game import Seat, State
from tests import rulings, rulings_of_medals
from tests.rulings import Line, Moment

TESTS = Path(__file__).resolve().parent
RECORDS = sorted((TESTS / "records").glob("*.wt"))
BASE = {*range(1, 35), 48}  # rulings of the base game; those between belong to the expansion
WITNESSES = rulings.WITNESSES | rulings_of_medals.WITNESSES


class Played(NamedTuple):
    told: record.Record
    moments: list[Moment]
    claims: list[tuple[int, str]]  # move, and what its comment says it shows


@cache
def shelf():
    return {"architects": Architects((TESTS.parent / "data" / "architects.toml").read_bytes())}


class Seen(Sequence[Mapping[str, Any]]):
    """A position as each seat sees it, made when it is asked for."""

    def __init__(self, state: State[Any], seats: int) -> None:
        self.state, self.seats = state.copy(), seats

    def __len__(self) -> int:
        return self.seats

    def __getitem__(self, seat):
        if not 0 <= seat < self.seats:
            raise IndexError
        return printed(self.state, Seat(seat))


def printed(state: State[Any], seat: Seat | None) -> dict[str, Any]:
    """As a reader of `replay --json` has it."""
    position: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(record.position(state, seat)))
    return position


@cache
def played(path: Path) -> Played:
    """A record played once, with all that was to be seen and said at every line."""
    data = path.read_bytes()
    told = record.read(data, shelf())
    texts = [text for _, text in told.moves] + [""]
    moments = []
    for text, (_, state) in zip(texts, record.replay(told), strict=True):
        seen = Seen(state, told.setup.seats)
        moments.append(Moment(text, record.legal_lines(state), printed(state, None), seen))
    comments = {number: line.partition("#")[2] for number, line in enumerate(data.decode().splitlines(), 1)}
    claims = [
        (move, claim.strip())
        for move, (number, _) in enumerate(told.moves)
        for claim in comments[number].split(";")
        if claim.strip()
    ]
    return Played(told, moments, claims)


def lines(path: Path) -> list[Line]:
    told, moments, _ = played(path)
    return [Line(told.setup.header(), moments, at) for at in range(len(moments) - 1)]


each_record = pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)


@each_record
def test_every_line_was_offered(path):
    for moment in played(path).moments[:-1]:
        chance = moment.text.startswith("reveal")
        offered = [line.rpartition(" ")[0] for line in moment.legal] if chance else moment.legal
        assert moment.text in offered


@each_record
def test_the_last_position(path):
    assert played(path).moments[-1].public == json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))


@each_record
def test_the_game_is_whole(path):
    last = played(path).moments[-1]
    assert last.public["over"]
    assert last.legal == []
    assert last.public["winners"]


@each_record
def test_lines_read_back_as_they_were_written(path):
    told = played(path).told
    state = told.game.start(told.setup)
    for _, text in told.moves:
        seat, action = record.said(state, text)
        assert record.line(seat, action) == text
        state.apply(seat, action)


@each_record
def test_a_record_written_again_is_the_same_game(path):
    told = played(path).told
    moves = [text for _, text in told.moves]
    again = record.read(record.write(told.setup, moves).encode(), shelf())
    assert again.setup == told.setup
    assert [text for _, text in again.moves] == moves


@each_record
def test_lines_show_what_their_comments_say(path):
    at = lines(path)
    assert [claim for move, claim in played(path).claims if not WITNESSES[claim](at[move])] == []


def test_everything_is_shown_by_some_record():
    shown = {claim for path in RECORDS for _, claim in played(path).claims}
    assert set(WITNESSES) - shown == set()


def test_the_questions_cover_the_rulings_and_the_box():
    box = shelf()["architects"].box
    assert {int(name.split()[0]) for name in rulings.RULINGS} == BASE
    assert {int(name.split()[0]) for name in rulings_of_medals.RULINGS} == {*range(1, 49)} - BASE
    assert {name.split()[0] for name in (*rulings.TOKENS, *rulings_of_medals.TOKENS)} == set(box.tokens)
    assert set(rulings.WONDERS) == set(box.wonders)
    assert rulings_of_medals.GOALS.keys() == set(box.medals)


def test_a_question_can_be_answered_no():
    """No question fits every game: each has records that do not show it."""
    short = [path for path in RECORDS if len(played(path).moments) < 90]
    for name, shows in WITNESSES.items():
        assert not all(any(shows(line) for line in lines(path)) for path in short), name


def test_the_scoring_example_of_the_rulebook():
    """Rules, scoring page: Ephesus with three stages, cat, one blue 3, two blue 2 with a cat, four tokens, Strategy."""
    path = next(path for path in RECORDS if path.stem == "scoring-example")
    ephesus = played(path).moments[-1].public["seats"][0]
    cards = {card: n for card, n in ephesus["cards"].items() if card.startswith("blue")}
    assert (ephesus["wonder"], ephesus["stages"], ephesus["cat"], cards) == (
        "ephesus",
        [1, 2, 3],
        True,
        {"blue-3": 1, "blue-2-cat": 2},
    )
    assert (ephesus["military"], ephesus["progress"]) == (4, ["strategy"])
    points = {"wonder": 10, "cat": 2, "blue": 7, "military": 12, "progress": 4, "medals": 0, "total": 35}
    assert ephesus["score"] == points
