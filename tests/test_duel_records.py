"""Whole games of Duel. A comment after a line names what it shows; tests/duel_rulings.py asks whether it does."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from engine import record
from engine.game import CHANCE, Seat, State
from tests.duel_cities import duel
from tests.duel_rulings import GUILDS, RULINGS, TOKENS, VICTORIES, WITNESSES, WONDERS, Line, Moment

RECORDS = sorted((Path(__file__).resolve().parent / "records" / "duel").glob("*.wt"))
SHELF = {"duel": duel()}


class Played(NamedTuple):
    told: record.Record
    moments: list[Moment]
    claims: list[tuple[int, str]]  # move, and what its comment says it shows


def printed(state: State[Any], seat: Seat | None) -> dict[str, Any]:
    """As a reader of `replay --json` has it."""
    position: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(record.position(state, seat)))
    return position


@cache
def played(path: Path) -> Played:
    """A record played once, with all that was to be seen and said at every line."""
    data = path.read_bytes()
    told = record.read(data, SHELF)
    texts = [text for _, text in told.moves] + [""]
    moments = []
    for text, (_, state) in zip(texts, record.replay(told), strict=True):
        own: Sequence[Mapping[str, Any]] = [printed(state, Seat(seat)) for seat in range(2)]
        moments.append(Moment(text, record.legal_lines(state), printed(state, None), own))
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
    assert last.public["victory"]


@each_record
def test_a_record_written_again_is_the_same_game(path):
    told = played(path).told
    moves = [text for _, text in told.moves]
    again = record.read(record.write(told.setup, moves).encode(), SHELF)
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
    assert {int(name.split()[0]) for name in RULINGS} == set(range(1, 26))
    assert set(TOKENS) == set(duel().box.tokens)
    assert set(WONDERS) == set(duel().box.wonders)
    assert len(GUILDS) == len(duel().box.guilds)
    assert len(VICTORIES) == 3


def test_a_question_can_be_answered_no():
    """No question fits every line of a game, but the one about the header."""
    for name, shows in WITNESSES.items():
        if name != "1 two seats":
            assert not any(all(shows(line) for line in lines(path)) for path in RECORDS), name


@pytest.mark.parametrize("path", [path for path in RECORDS if path.stem != "lazy"], ids=lambda path: path.stem)
def test_a_table_with_cardboard_tells_the_same_game(path):
    """Ruling 3: without its reveals but the board's tokens, with `deal: lazy`, seats and track are the same."""
    told, moments, _ = played(path)
    header = {**told.setup.header(), "deal": "lazy"}
    state = duel().start(duel().setup(header))
    same = ("coins", "cards", "wonders", "progress", "science", "prices", "score")
    for at, (_, text) in enumerate(told.moves):
        if text.startswith("reveal") and not text.startswith("reveal token"):
            continue
        seat, action = record.said(state, text)
        state.apply(seat, action)
        here, there = printed(state, None), moments[at + 1].public
        assert [[seat[key] for key in same] for seat in here["seats"]] == [
            [seat[key] for key in same] for seat in there["seats"]
        ]
        assert [here[key] for key in ("military", "tokens", "tokens_left", "discard", "over", "winners")] == [
            there[key] for key in ("military", "tokens", "tokens_left", "discard", "over", "winners")
        ]
        assert (here["draft"], here["structure"]) == ([], {})
        if state.to_act != (CHANCE,) and there["to_act"]:
            assert (here["turn"], here["to_act"], here["left"]) == (there["turn"], there["to_act"], there["left"])
            costs = [[seat["costs"] for seat in position["seats"]] for position in (here, there)]
            for lazy, eager in zip(*costs, strict=True):
                assert eager.items() <= lazy.items()
    assert state.ended
