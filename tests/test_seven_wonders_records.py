"""Whole games of 7 Wonders. A comment after a line names what it shows; tests/seven_wonders_rulings.py asks whether it
does."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from engine import record
from engine.game import Seat, State
from tests.seven_wonders_cities import GAME
from tests.seven_wonders_rulings import BOARDS, RULINGS, Line, Moment, Witness, built, finished, recruited

RECORDS = sorted((Path(__file__).resolve().parent / "records" / "seven-wonders").glob("*.wt"))
SHELF = {"seven-wonders": GAME}
GUILDS = [GAME.box.cards[guild] for guild in GAME.box.guilds]
WITNESSES: Mapping[str, Witness] = {
    **RULINGS,
    **{f"board {board}": finished(board) for board in BOARDS},
    **{f"guild {guild}": built(guild) for guild in GUILDS},
    **{f"leader {leader}": recruited(leader) for leader in GAME.box.leaders},
}
ALONE = {2, 5, 12, 15, 22, 31}  # rulings that no line of a record can show


class Played(NamedTuple):
    told: record.Record
    moments: list[Moment]
    claims: list[tuple[int, str]]  # move, and what its comment says it shows


def printed(state: State[Any], seat: Seat | None = None) -> dict[str, Any]:
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
        own = [printed(state, Seat(seat)) for seat in range(told.setup.seats)]
        moments.append(Moment(text, record.legal_lines(state), printed(state), own))
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


def is_hand(text: str) -> bool:
    return text.startswith(("deal ", "draw "))


each_record = pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
eager = [path for path in RECORDS if not path.stem.endswith("lazy")]


@each_record
def test_every_line_was_offered(path):
    for moment in played(path).moments[:-1]:
        if not is_hand(moment.text):
            assert moment.text in moment.legal


@each_record
def test_every_hand_was_among_what_was_left(path):
    for moment in played(path).moments[:-1]:
        if is_hand(moment.text):
            verb, seat, *cards = moment.text.split()
            left = dict(line.rsplit(" ", 1) for line in moment.legal)
            assert set(left) == {f"{verb} {seat} {line.split()[2]}" for line in moment.legal}
            assert all(cards.count(card) <= int(left[f"{verb} {seat} {card}"]) for card in cards)
            assert all(seat["mine"] for seat in moment.own)


@each_record
def test_the_last_position(path):
    assert played(path).moments[-1].public == json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))


@each_record
def test_the_game_is_whole(path):
    last = played(path).moments[-1]
    assert last.public["over"]
    assert (last.public["age"], last.public["turn"], last.public["asked"]) == (3, 6, None)
    assert last.legal == []
    assert last.public["winners"]


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


def test_there_are_games_of_every_size():
    assert {played(path).told.setup.seats for path in RECORDS} == set(GAME.seats)


def test_the_questions_cover_the_rulings_and_the_box():
    assert {int(name.split()[0]) for name in RULINGS if name[0].isdigit()} == set(range(1, 35)) - ALONE
    assert set(BOARDS) == set(GAME.identities())
    assert len(GUILDS) == 10
    assert len(GAME.box.leaders) == 49


def test_a_question_can_be_answered_no():
    """No question fits every line of a game."""
    for name, shows in WITNESSES.items():
        assert not any(all(shows(line) for line in lines(path)) for path in RECORDS), name


@pytest.mark.parametrize("path", eager, ids=lambda path: path.stem)
def test_a_table_with_cardboard_tells_the_same_game(path):
    """Without hands, and without names for what lies face down, every position that both know is the same."""
    told, moments, _ = played(path)
    state = GAME.start(GAME.setup({**told.setup.header(), "deal": "lazy"}))
    compared = 0
    for at, (_, text) in enumerate(told.moves):
        if is_hand(text) or " choose keep " in text:
            continue
        assert nameless(text) in record.legal_lines(state)
        seat, action = record.said(state, nameless(text))
        state.apply(seat, action)
        if not moments[at + 1].public["pending"]:
            assert printed(state) == moments[at + 1].public
            compared += 1
    assert not state.to_act
    assert compared > 40


def nameless(text: str) -> str:
    """A line without the name of what goes face down."""
    words = text.split()
    for verb in ("stage", "sell"):
        if verb in words[1:3]:
            del words[words.index(verb) + 1]
    return " ".join(words)


def test_the_example_of_the_notation():
    page = (Path(__file__).resolve().parent.parent / "docs" / "notation-seven-wonders.md").read_text(encoding="utf-8")
    text = page.partition("## Example\n\n```\n")[2].partition("```")[0]
    *_, (_, state) = record.replay(record.read(text.encode(), SHELF))
    told = json.loads(page.partition("```json\n")[2].partition("```")[0])
    position = printed(state, Seat(0))
    assert told == {**position, "seats": position["seats"][2:]}
