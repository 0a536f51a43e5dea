"""Reasons why an entered position of Duel is invalid: one sentence for each, in every language."""

import json
import re

import pytest

from app.games.duel import words_facade as duel
from app.games.duel.refusal_text import _MISFITS
from app.protocol.rejection import Rejection
from app.table.lobby import game_agreement
from app.text import table_text as table_words
from app.text.translation import complete, words
from engine.duel.game_facade import Duel
from tests.duel_cities import ROOT
from tests.duel_cities import duel as game
from tests.engine.duel_positions import AGE_II, BUILT, FOUR, SEVEN, military, of, position

SIX = ["workshop", "apothecary", "scriptorium", "pharmacist", "academy", "university"]


def rejection_of(fault) -> Rejection:
    """Return the rejection of a position with this fault. Ada sits at seat 1; seat 2 has no name."""
    rules: Duel = game()
    head = {"game": "duel", "seats": "2", "deal": "lazy", "position": json.dumps(position() | fault)}
    with pytest.raises(Rejection) as no:
        game_agreement.parse_header(rules, head, ("Ada", None))
    assert no.value.code == "position"
    return no.value


CASES = [
    ({"age": 9}, "shape", "The position is not written correctly: age."),
    ({"over": True}, "over", "This game is over and cannot be continued."),
    ({"left": 0}, "left", "In Age II, 1 to 20 cards can be left."),
    ({"turn": 3}, "mid-turn", "The position must be between two turns."),
    ({"to_act": []}, "turn", "Exactly one seat must have the turn."),
    ({"seats": []}, "seats", "The position has 0 seats, but this table has 2."),
    (of({"coins": -1}), "coins", "Ada cannot have fewer than 0 coins."),
    (of({}, {"coins": -1}), "coins", "Seat 2 cannot have fewer than 0 coins."),
    (of({"cards": SIX}) | {"age": 3}, "science", "Ada has 6 different symbols: the game would be over."),
    (of({}, {"wonders": dict.fromkeys(FOUR[0])}), "wonder-twice", "The Great Library was entered twice."),
    (of({"wonders": {}}), "wonders", "Ada has 0 wonders here. Each seat has 4 until the seventh is built."),
    (
        of({"wonders": BUILT[0]}, {"wonders": BUILT[1]}),
        "wonders-built", "You entered 8 built wonders. A game has 7 at most.",
    ),
    (
        of({"wonders": SEVEN[0]}, {"wonders": SEVEN[1]}),
        "wonder-left", "With 7 wonders built, the last one goes back to the box.",
    ),
    ({"tokens": ["law"] * 5}, "token-twice", "Law was entered twice."),
    (
        {"tokens": ["law"]},
        "tokens", "There must be 5 progress tokens on the board and in front of the seats, not 1.",
    ),
    (
        of({"wonders": dict.fromkeys(FOUR[0]) | {"great-library": "unknown"}})
        | {"tokens": ["law", "economy", "masonry", "strategy", "theology", "urbanism"]},
        "board", "At most 5 progress tokens are on the board.",
    ),
    (
        military(9, [2, 5], []),
        "pawn", "The pawn can be 8 spaces from the middle at most; at a capital the game is over.",
    ),
    (military(-3, [2, 5], [2, 5]), "military-token", "Ada: the token –2 cannot be on the track any more."),
    (of({"cards": ["quarry"]}) | {"discard": ["quarry"]}, "card-twice", "Quarry was entered twice."),
    ({"discard": ["senate"]}, "card-age", "Senate is of Age III, which has not begun."),
    ({"discard": AGE_II[:5]}, "cards", "You entered more cards of Age II (5) than have been taken so far (4)."),
    (
        of({"wonders": dict.fromkeys(FOUR[0][:3], "unknown") | {"great-library": None}}) | {"age": 1, "left": 18},
        "cards-in-all", ("You entered more cards (3, with those under wonders) than have been taken so far (2)."),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("fault", "why", "sentence"), CASES)
def test_every_position_fault_has_its_sentence_in_every_language(fault, why, sentence):
    no = rejection_of(fault)
    assert no.params["why"] == why
    told = {lang: table_words.refusal(words(lang), no.code, no.params, duel) for lang in complete()}
    assert told["en"] == f"This position is not possible. {sentence}"
    assert len(set(told.values())) == len(told)
    assert not any("{" in each for each in told.values())
    assert all("Ada" in each for each in told.values()) == ("Ada" in sentence)


def test_cases_cover_every_position_fault():
    files = ("mid_game_start.py", "duel/mid_game_start.py")
    source = "".join((ROOT / "engine" / name).read_text("utf-8") for name in files)
    assert {why for _, why, _ in CASES} == set(re.findall(r'Misfit\("([a-z-]+)"', source)) == set(_MISFITS)
