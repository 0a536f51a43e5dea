"""Reasons why an entered position is invalid: one sentence for each, in the reader's words and in every language."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from app.games.architects import words_facade as architects
from app.games.architects.refusal_text import _MISFITS
from app.protocol.rejection import Rejection
from app.table.lobby import game_agreement
from app.text import table_text as table_words
from app.text.translation import complete, words
from engine.architects.game_facade import Architects

ROOT = Path(__file__).resolve().parents[3]
EN = words("en")
MEDALS = {"variant": "medals"}
THERE_TOO = {  # words of ours that are spelt as in English
    "de": {"in"},
    "nl": {"in", "is", "stand"},
    "fr": {"face", "position", "rhodes"},
}


@pytest.fixture(scope="module")
def game(facts) -> Architects:
    return Architects(facts)


def seat(number: int, **other: Any) -> dict[str, Any]:
    wonder = ("giza", "rhodes")[number - 1]
    plain = {"seat": number, "wonder": wonder, "stages": [], "cards": {}, "cat": False, "military": 0, "progress": []}
    return plain | {"medals": [], "gifts": 0} | other


def stacks(one: int, two: int, center: int) -> dict[str, Any]:
    return {"stacks": {"1": {"left": one}, "2": {"left": two}, "center": {"left": center}}}


def medals(*lying: str | None) -> dict[str, Any]:
    return MEDALS | {"medals": {"1": lying[0], "2": lying[1], "center": []}}


def seats_with(one: dict[str, Any], two: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return the `seats` field of a position, with these fields of each seat."""
    return {"seats": [seat(1, **one), seat(2, **(two or {}))]}


def rejection_of(game: Architects, fault: dict[str, Any]) -> Rejection:
    """Return the rejection of a position with this fault. Ada sits at seat 1; seat 2 has no name."""
    at = {"turn": 9, "to_act": [1], **seats_with({}), **stacks(20, 25, 50), "conflict": {"tokens": 3, "flipped": 0}}
    at |= {"tokens": ["decor", "economy", "science"], "tokens_left": 12, "discard": {}} | fault
    head = {"game": "architects", "seats": "giza, rhodes", "deal": "lazy", "variant": at.pop("variant", "")}
    with pytest.raises(Rejection) as no:
        game_agreement.parse_header(game, head | {"position": json.dumps(at)}, ("Ada", None))
    assert no.value.code == "position"
    return no.value


CASES = [
    pytest.param({"turn": 0}, "shape", "The position is not written correctly: turn.", id="shape"),
    pytest.param({"over": True}, "over", "This game is over and cannot be continued.", id="over"),
    pytest.param({"to_act": []}, "turn", "Exactly one seat must have the turn.", id="turn"),
    pytest.param({"pending": "reveal 1"}, "mid-turn", "The position must be between two turns.", id="mid-turn"),
    pytest.param(
        {"pending": "reveal gift", "to_act": []},
        "no-gift",
        "It is the turn of Ada, who has no face-down card.",
        id="no-gift",
    ),
    pytest.param({"seats": [seat(1)]}, "seats", "The position has 1 seats, but this table has 2.", id="seats"),
    pytest.param(seats_with({}, {"wonder": "ur"}), "wonder", "Seat 2: the wonder here is Rhodes.", id="wonder"),
    pytest.param(
        seats_with({"stages": [3]}), "stage", "Ada: stage 3 needs the stages below it.", id="a stage, and a name"
    ),
    pytest.param(
        seats_with({}, {"stages": [5]}),
        "stage",
        "Seat 2: stage 5 needs the stages below it.",
        id="a stage, and no name",
    ),
    pytest.param(
        seats_with({"stages": [1, 2, 3, 4, 5]}),
        "complete",
        "Ada has a complete wonder: the game would be over.",
        id="complete",
    ),
    pytest.param(seats_with({"cards": {"wood": 64}}), "card-count", "Ada, wood: enter 0 to 63.", id="cards of a seat"),
    pytest.param(
        {"discard": {"wood": 64}},
        "card-count",
        "Discard pile, wood: enter 0 to 63.",
        id="discarded cards",
    ),
    pytest.param(
        seats_with({"cards": {"glass": 40}}, {"cards": {"glass": 40}}),
        "card-sum",
        "Glass: at most 63 in front of all seats together.",
        id="cards of all seats",
    ),
    pytest.param(seats_with({"cat": True}, {"cat": True}), "cats", "Only one seat can have the cat.", id="cats"),
    pytest.param(stacks(26, 25, 50), "stack", "On the left of Ada: 25 cards at most.", id="a stack, and a name"),
    pytest.param(stacks(20, 26, 50), "stack", "On the left of Seat 2: 25 cards at most.", id="a stack, and no name"),
    pytest.param(stacks(20, 25, 99), "stack", "The central deck: 60 cards at most.", id="the middle stack"),
    pytest.param(stacks(0, 0, 0), "no-stack", "Every stack is empty, so the game would be over.", id="no-stack"),
    pytest.param(
        {"conflict": {"tokens": 3, "flipped": 3}},
        "markers",
        "Between two turns, at most 2 conflict tokens show battle.",
        id="markers",
    ),
    pytest.param(
        {"tokens": ["decor"]},
        "face-up",
        "While hidden progress tokens are left, 3 tokens lie face up.",
        id="face-up",
    ),
    pytest.param(
        medals("three-red", None), "medals", "You entered only 1 of the 2 medals laid out.", id="too few medals"
    ),
    pytest.param(
        medals("three-red", "three-red") | seats_with({"medals": ["three-red"] * 40}),
        "medals",
        "There are only 12 medals. You entered 42.",
        id="too many medals",
    ),
    pytest.param(
        {"tokens_left": 13},
        "tokens",
        "There are only 15 progress tokens. You entered 3 face up and 13 hidden ones.",
        id="tokens",
    ),
    pytest.param(
        {"discard": {"coin": 60}},
        "cards",
        "There are only 110 cards. You entered 95 in stacks and 60 elsewhere.",
        id="cards",
    ),
]


@pytest.mark.parametrize(("fault", "why", "sentence"), CASES)
def test_every_position_fault_has_its_sentence(game, fault, why, sentence):
    no = rejection_of(game, fault)
    assert no.params["why"] == why
    assert table_words.refusal(EN, no.code, no.params, architects) == f"This position is not possible. {sentence}"


@pytest.mark.parametrize("lang", [lang for lang in complete() if lang != "en"])
@pytest.mark.parametrize(("fault", "why", "sentence"), CASES)
def test_position_faults_are_fully_translated(game, fault, why, sentence, lang):
    no = rejection_of(game, fault)
    told = (
        table_words.refusal(words(lang), no.code, no.params, architects)
        .replace("docs/notation.md", "")
        .replace("turn.", "")
    )
    assert "{" not in told
    assert str(no.params.get("name", "")) in told
    assert words_of(told) & words_of(f"This position is not possible. {sentence}") <= {"ada", *THERE_TOO[lang]}


def words_of(sentence: str) -> set[str]:
    return {word.lower() for word in re.findall(r"[^\W\d_]{2,}", sentence)}


def test_cases_cover_every_position_fault():
    here = {case.values[1] for case in CASES}
    files = ("mid_game_start.py", "architects/mid_game_start.py")
    source = "".join((ROOT / "engine" / name).read_text("utf-8") for name in files)
    assert here == set(re.findall(r'Misfit\("([a-z-]+)"', source)) == set(_MISFITS)


@pytest.mark.parametrize("lang", complete())
def test_unknown_position_fault_gets_a_generic_refusal(lang):
    w = words(lang)
    told = table_words.refusal(w, "position", {"why": "never-heard-of", "reason": "in English"}, architects)
    assert told.startswith(w("This position is not possible."))
    assert "English" not in told
