"""Tests of whole games of 7 Wonders, in addition to those of every game in tests/test_records.py."""

import json

import pytest

from engine import record
from engine.game import Seat
from tests.nameless import is_hand, nameless
from tests.seven_wonders_cities import GAME
from tests.seven_wonders_rulings import BOARDS, GUILDS, RULINGS, WITNESSES, Line
from tests.whole_games import RECORDS, ROOT, each_of, lines, played, printed, shelf

UNOBSERVABLE_RULINGS = {2, 5, 12, 15, 22, 31}  # rulings that no line of a record can show


@each_of(RECORDS["seven-wonders"])
def test_every_hand_was_possible(path):
    for moment in played(path).moments[:-1]:
        if is_hand(moment.text):
            verb, seat, *cards = moment.text.split()
            left = dict(line.rsplit(" ", 1) for line in moment.legal)
            assert set(left) == {f"{verb} {seat} {line.split()[2]}" for line in moment.legal}
            assert all(cards.count(card) <= int(left[f"{verb} {seat} {card}"]) for card in cards)
            assert all(seat["mine"] for seat in moment.own)


@each_of(RECORDS["seven-wonders"])
def test_game_ends_with_the_third_age(path):
    last = played(path).moments[-1].public
    assert (last["age"], last["turn"], last["asked"]) == (3, 6, None)


def test_records_exist_for_every_number_of_seats():
    assert {played(path).told.setup.seats for path in RECORDS["seven-wonders"]} == set(GAME.seats)


def test_claims_cover_the_rulings_and_the_box():
    assert {int(name.split()[0]) for name in RULINGS if name[0].isdigit()} == set(range(1, 35)) - UNOBSERVABLE_RULINGS
    assert set(BOARDS) == set(GAME.roles())
    assert len(GUILDS) == 10
    assert len(GAME.lookup.leaders) == 49


@pytest.mark.rotated
def test_every_claim_is_false_for_some_line():
    """No question fits every line of a game."""
    for name, shows in WITNESSES.items():
        assert not any(all(shows(line) for line in lines(path, Line)) for path in RECORDS["seven-wonders"]), name


@pytest.mark.sampled(8)
@each_of([path for path in RECORDS["seven-wonders"] if not path.stem.endswith("lazy")])
def test_lazy_deal_replays_to_the_same_game(path):
    """Every position known to both deals is the same; a lazy one has no hands, and no names of face-down cards."""
    told, moments, _ = played(path)
    state = GAME.start(GAME.setup({**told.setup.header(), "deal": "lazy"}))
    compared = 0
    for at, (_, text) in enumerate(told.moves):
        if is_hand(text) or " choose keep " in text:
            continue
        assert nameless(text) in record.legal_lines(state)
        seat, action = record.parse_move(state, nameless(text))
        state.apply(seat, action)
        if not moments[at + 1].public["pending"]:
            assert printed(state) == moments[at + 1].public
            compared += 1
    assert not state.to_act
    assert compared > 40


def test_notation_example_replays_to_the_documented_position():
    page = (ROOT / "docs" / "notation-seven-wonders.md").read_text(encoding="utf-8")
    text = page.partition("## Example\n\n```\n")[2].partition("```")[0]
    *_, (_, state) = record.replay(record.parse_record(text.encode(), shelf()))
    told = json.loads(page.partition("```json\n")[2].partition("```")[0])
    position = printed(state, Seat(0))
    assert told == {**position, "seats": position["seats"][2:]}
