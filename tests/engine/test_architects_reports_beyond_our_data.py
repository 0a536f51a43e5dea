"""Architects from cardboard: what people tell although our lists do not have it (docs/notation.md, *Another card*)."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine import record
from engine.architects.data_schema import KIND, KINDS, MAX_CARDS
from engine.architects.game_facade import Architects
from engine.game import IllegalAction, Seat, State

DATA = Path(__file__).resolve().parents[2] / "data"
TOKENS = ("reveal token decor", "reveal token economy", "reveal token politics")
MEDALS = (*TOKENS, "reveal medal 1 three-red", "reveal medal 2 three-red !", "reveal medal 3 three-blue")
HALICARNASSUS = (  # seat 1 looks through its own stack, that of Halicarnassus
    *TOKENS,
    "1 take left",
    "reveal 1 wood",
    "2 take left",
    "reveal 2 coin",
    "1 take left",
    "reveal 1 glass",
    "1 build 1 with wood glass",
    "2 take left",
    "reveal 2 stone",
    "2 build 1 with stone coin",
    "1 take left",
    "reveal 1 brick",
    "2 take left",
    "reveal 2 red-0",
    "1 take left",
    "reveal 1 brick",
    "1 build 2 with brick brick",
    "1 draw left",
)


@cache
def game() -> Architects:
    return Architects((DATA / "architects.toml").read_bytes())


def state_after(
    *lines: str, seats: str = "giza, rhodes", deal: str = "lazy", variant: str = "", facts: str = ""
) -> State[Any]:
    """Return the state of a new game after these lines."""
    header = {"game": "architects", "seats": seats, "deal": deal, "variant": variant}
    state = game().start(game().setup(header | ({"facts": facts} if facts else {})))
    for text in lines:
        say(state, text)
    return state


def say(state: State[Any], text: str) -> None:
    state.apply(*record.parse_move(state, text))


def test_card_missing_from_the_list_counts_like_any_other():
    state = state_after(*TOKENS, "1 take left")
    before = record.legal_lines(state)
    say(state, "reveal 1 red-2 !")
    view = state.view(None)
    assert view.seats[0].cards == {"red-2": 1}
    assert (view.seats[0].shields, view.conflict.flipped) == (1, 2)
    assert view.stacks["1"].left == 24
    for text in ("2 take left", "reveal 2 wood", "1 take left"):
        say(state, text)
    assert record.legal_lines(state) == before  # all that was listed can still be there


def test_stack_ends_with_its_last_card_despite_the_counts():
    facts = "center.cards.wood=1 " + " ".join(
        f"center.cards.{card}=0" for card in sorted(game().data().center.cards) if card != "wood"
    )
    facts = " ".join(sorted(facts.split()))
    state = state_after(*TOKENS, "1 take center", "reveal center gear !", facts=facts)
    assert state.view(None).stacks["center"].left == 0
    assert record.legal_lines(state) == ["2 take left", "2 take right"]


def test_card_without_copies_left_can_be_kept():
    state = state_after(*HALICARNASSUS, seats="halicarnassus, rhodes")
    assert "1 keep coin" in record.legal_lines(state)
    assert [str(other) for other in state.contradictions()] == ["keep brick !"]  # both are before seat 1, or were
    say(state, "1 keep brick !")
    assert state.view(None).seats[0].cards == {"brick": 1}
    assert state.view(None).stacks["1"].left == 20


def test_token_already_on_the_table_can_be_reported():
    state = state_after("reveal token decor", "reveal token decor !", "reveal token economy")
    assert state.view(None).tokens == ("decor", "decor", "economy")
    assert state.view(None).tokens_left == 12


def test_medal_contained_twice_can_be_won_twice():
    cards = ("1 take left", "reveal 1 red-0", "2 take left", "reveal 2 coin", "3 take left", "reveal 3 coin")
    cards += ("1 take right", "reveal 3 red-0", "2 take left", "reveal 2 wood", "2 build 1 with wood coin")
    cards += ("3 take left", "reveal 3 wood", "3 build 1 with wood coin")
    state = state_after(*MEDALS[:4], "reveal medal 2 three-blue", "reveal medal 3 three-red !", *cards, **THREE)
    say(state, "1 take left")
    say(state, "reveal 1 red-0")
    mine = state.view(None).seats[0]
    assert mine.medals == ("three-red", "three-red")
    assert mine.score.medals == 8
    assert state.view(None).medals == {"1": None, "2": "three-blue", "3": None, "center": ()}


def test_medal_out_of_reach_stays_in_its_gap():
    """Gap 2 has it too, but seat 1 does not reach there."""
    cards = ("1 take left", "reveal 1 red-0", "2 take left", "reveal 2 coin", "3 take left", "reveal 3 coin")
    cards += ("1 take right", "reveal 3 red-0", "2 take left", "reveal 2 wood", "2 build 1 with wood coin")
    cards += ("3 take left", "reveal 3 wood", "3 build 1 with wood coin", "1 take left", "reveal 1 red-0")
    state = state_after(*MEDALS, *cards, **THREE)
    assert state.view(None).medals == {"1": None, "2": "three-red", "3": "three-blue", "center": ()}


THREE = {"seats": "giza, rhodes, babylon", "variant": "medals"}


@pytest.mark.parametrize(
    ("deal", "lines", "text", "rule"),
    [
        pytest.param("eager", (), "reveal 1 red-2 !", "dealt-here", id="the table deals"),
        pytest.param("lazy", (), "reveal 3 wood", "not-in-stack", id="a stack that is not there"),
        pytest.param("lazy", (), "reveal 3 wood !", "not-asked", id="another card of a stack that is not there"),
        pytest.param("lazy", (), "reveal token decor !", "still-there", id="a token that can be there"),
        pytest.param("lazy", (*TOKENS, "1 take left"), "reveal 1 wood !", "still-there", id="a card that can be there"),
        pytest.param("lazy", (*TOKENS, "1 take left"), "reveal 2 red-2 !", "not-asked", id="another stack"),
        pytest.param("lazy", (*TOKENS, "1 take left"), "reveal token decor !", "not-asked", id="no token is asked"),
        pytest.param("lazy", (*TOKENS, "1 take left"), "1 keep wood !", "chance-first", id="a card comes to light"),
        pytest.param("lazy", TOKENS, "reveal 1 red-2 !", "no-chance", id="nothing comes to light"),
        pytest.param("lazy", TOKENS, "1 keep red-2 !", "take-first", id="nothing is looked through"),
    ],
)
def test_a_refused_report_names_its_reason(deal, lines, text, rule):
    state = state_after(*lines, deal=deal)
    with pytest.raises(IllegalAction) as raised:
        say(state, text)
    assert raised.value.rule == rule


@pytest.mark.parametrize(
    "text", ["take left !", "keep wood ! !", "reveal 1 wood!", "! keep wood", "done !", "reveal 1 !"]
)
def test_misplaced_contradiction_mark_is_refused(text):
    with pytest.raises(ValueError, match="not an Architects action"):
        state_after().parse(text)


@pytest.mark.parametrize(
    ("seats", "lines", "unsure"),
    [
        pytest.param("rome, giza", ("1 take left",), True, id="Rome's stack"),
        pytest.param("rome, giza", ("1 take right",), False, id="Giza's"),
        pytest.param("rome, giza", ("1 take center",), False, id="the middle"),
        pytest.param("rome, giza", (), False, id="nothing is asked"),
    ],
)
def test_assumed_card_list_is_reported_as_unverified(seats, lines, unsure):
    assert state_after(*TOKENS, *lines, seats=seats).is_list_unverified() == unsure


def test_tokens_and_owner_corrections_are_not_unverified():
    assert not state_after(seats="rome, ur").is_list_unverified()
    owner = state_after(*TOKENS, "1 take left", seats="rome, giza", facts="wonders.rome.certainty=yours")
    assert not owner.is_list_unverified()


def test_card_copies_never_exceed_the_counter_limit():
    """63 copies before all seats and in the counts: after that even another card is none of it."""
    state = state_after(*TOKENS)
    while state.to_act:
        can = [*state.legal(state.to_act[0]), *state.contradictions()]
        blue = [action for action in can if "blue-3" in str(action)]
        state.apply(state.to_act[0], blue[0] if blue else can[0])
    before = sum(seat.cards["blue-3"] for seat in state.view(None).seats)
    assert before + sum(state.hidden_cards[KIND["blue-3"] :: KINDS]) == MAX_CARDS


@pytest.mark.parametrize(
    ("lines", "seat", "told", "now"),
    [
        ((), 4, "take left", ["take right"]),
        ((), 2, "take right", ["take left"]),
        ((), 3, "take center", ["take center"]),
        ((), 1, "take left", ["take left"]),
        ((), 2, "extra science right", ["extra science left"]),
        ((), 2, "take left", []),
        ((), 4, "take right", []),
        ((), 0, "reveal 1 wood", []),
        (("1 take right",), 0, "reveal 1 wood", ["reveal 4 wood"]),
        (("1 take center",), 0, "reveal 1 wood !", ["reveal center wood !", "reveal center wood"]),
        (("1 take right",), 1, "take right", []),
    ],
)
def test_reassigned_take_still_names_the_same_stack(lines, seat, told, now):
    state = state_after(*TOKENS, *lines, seats="giza, rhodes, ephesus, olympia")
    assert [str(each) for each in state.reassigned(Seat(seat - 1), state.parse(told))] == now
