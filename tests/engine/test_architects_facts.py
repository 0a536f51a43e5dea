"""Facts come from data: sums of the printed decks, mistakes named, and new entries of known kinds without code."""

import pytest

from engine.architects.data_schema import FACES
from engine.architects.game_facade import Architects
from engine.game import CHANCE, Seat
from engine.record import parse_move


def test_printed_decks_have_the_printed_totals(facts):
    box = Architects(facts).lookup
    assert all(sum(wonder.deck) == 25 for wonder in box.wonders.values())
    assert sum(box.center) == 60
    base = [wonder for name, wonder in box.wonders.items() if box.facts.wonders[name].box == "base"]
    total = [sum(stack) for stack in zip(box.center, *(wonder.deck for wonder in base), strict=True)]
    assert dict(zip(FACES, total, strict=True)) == {
        **dict.fromkeys(("wood", "stone", "brick", "glass", "papyrus"), 17),
        **{"coin": 27, "blue-3": 16, "blue-2-cat": 24, "compass": 14, "gear": 14, "tablet": 14},
        **{"red-0": 18, "red-1": 15, "red-2": 8},
    }
    points = {name: wonder.points[wonder.complete] for name, wonder in box.wonders.items()}
    assert points == {
        "alexandria": 25,
        "babylon": 20,
        "ephesus": 22,
        "giza": 30,
        "halicarnassus": 24,
        "olympia": 22,
        "rhodes": 26,
        "rome": 24,
        "ur": 23,
    }
    assert (sum(box.copies), sum(box.more), len(box.medals)) == (15, 4, 12)
    assert [box.conflict_tokens(seats) for seats in range(2, 8)] == [3, 3, 4, 5, 6, 6]


@pytest.mark.parametrize(
    ("printed", "instead", "named"),
    [
        pytest.param('type = "draw-any"', 'type = "draw-all"', "alexandria.effects.1.type", id="unknown effect"),
        pytest.param("wood = 2, stone = 2, brick = 1", "wod = 2, stone = 2, brick = 1", "giza.cards.wod", id="card"),
        pytest.param("requires = [2, 3, 4]", "requires = [2, 3, 6]", "wonders.ephesus.stages.5.requires", id="stage"),
        pytest.param("copies = 2", "copies = -1", "tokens.culture.copies", id="copies"),
        pytest.param("face_up_tokens = 3", "face_up = 3", "face_up", id="unknown field"),
        pytest.param('takes = ["wood", "brick"]', 'takes = ["wood", "clay"]', "tokens.urbanism.effects", id="trigger"),
        pytest.param("[3, 3, 4, 5, 6, 6]", "[3, 3, 4]", "table.conflict_tokens", id="table sizes"),
        pytest.param("[center] ", "[centre] ", "centre", id="unknown entry"),
    ],
)
def test_invalid_facts_name_file_entry_and_field(facts, printed, instead, named):
    assert printed in facts.decode()
    with pytest.raises(ValueError, match=r"architects\.toml: ") as caught:
        Architects(facts.decode().replace(printed, instead).encode())
    assert named in str(caught.value)


INVENTED = """
[wonders.lighthouse-two]
effects = [{ type = "shields", amount = 3 }, { type = "draw-center" }]
cards = { wood = 5, coin = 5 }
stages = [
    { requires = [], cost = 1, kind = "same", points = 2, effect = true },
    { requires = [1], cost = 1, kind = "different", points = 9 },
]

[tokens.harvest]
copies = 1
effects = [{ type = "extra-card", takes = ["blue-3"] }, { type = "points-each", of = "cat-card", amount = 5 }]
"""


def test_invented_wonder_and_token_need_no_code(facts):
    game = Architects(facts + INVENTED.encode())
    state = game.start(game.setup({"game": "architects", "seats": "lighthouse-two, giza"}))
    lines = """reveal 1 wood
        reveal 2 red-0
        reveal token harvest
        reveal token decor
        reveal token economy
        1 take left
        reveal 1 coin
        1 build 1 with wood
        reveal center compass
        2 take left
        reveal 2 red-0
        1 take center
        reveal center compass
        1 progress harvest with compass compass
        reveal token culture
        2 take left
        reveal 2 blue-3
        1 take center
        reveal center blue-3
        1 extra harvest center
        reveal center blue-2-cat
        2 take left
        reveal 2 stone
        1 take left
        reveal 1 wood
        1 build 2 with coin"""
    for text in lines.splitlines():
        seat, action = parse_move(state, text.strip())
        state.apply(seat, action)
    assert state.winners() == (Seat(0),)
    assert state.total_shields(0) == 3
    assert state.scores()[0] == {
        "wonder": 11,
        "cat": 2,
        "blue": 5,
        "military": 0,
        "progress": 5,
        "medals": 0,
        "total": 23,
    }
    assert state.to_act == ()
    assert CHANCE not in state.to_act
