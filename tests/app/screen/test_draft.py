"""A position that people enter: what has been told is a good start, and what is entered is what the table gets."""

import json
import random

import pytest
import stage

from app.games.architects.screen.draft import Draft
from engine.architects.game import Architects
from engine.game import CHANCE
from main import data

GAME = Architects(data()["architects"])
BOX = stage.ARCHITECTS.data()


def head(seats, variant=""):
    return {"game": "architects", "variant": variant, "seats": ", ".join(seats), "deal": "lazy"}


def begun(state, rng, turns):
    """As the turn of that number begins."""
    while state.to_act and state.turn < turns:
        seat = state.to_act[0]
        state.apply(seat, state.deal(rng) if seat == CHANCE else rng.choice(list(state.legal(seat))))
    return state


@pytest.mark.parametrize("variant", ["", "medals", "medals expert medal-tokens"])
@pytest.mark.parametrize("turns", [1, 9, 14])
def test_what_has_been_told_can_be_gone_on_from(variant, turns):
    seats = ("giza", "ur", "rome", "ephesus") if "medals" in variant else ("giza", "rhodes", "babylon")
    state = begun(GAME.start(GAME.setup(head(seats, variant))), random.Random(turns), turns)
    view = state.view(None)
    text = Draft.of(view, BOX, tuple(variant.split())).text()
    again = GAME.start(GAME.setup({**head(seats, variant), "position": text}))
    assert again.view(None).seats == view.seats
    assert again.view(None).to_act == view.to_act


@pytest.mark.parametrize("variant", [(), ("medals",), ("medals", "expert", "medal-tokens")])
def test_a_game_just_laid_out_is_a_position(variant):
    chairs = stage.seats(4, "touch", "en", wonders=False)
    table = stage.table(4, phase="lobby", seats=chairs, variant=variant, first=3)
    draft = Draft.fresh(table, BOX)
    told = json.loads(draft.text())
    seats = [seat["wonder"] for seat in told["seats"]]
    view = GAME.start(GAME.setup({**head(seats, " ".join(variant)), "position": draft.text()})).view(None)
    assert view.to_act == (3,)
    assert view.stacks["center"].left == sum(BOX.center.cards.values())


def test_what_is_entered_is_what_is_sent():
    chairs = stage.seats(3, "touch", "en", wonders=False)
    draft = Draft.fresh(stage.table(3, phase="lobby", seats=chairs), BOX)
    hidden = json.loads(draft.text())["tokens_left"]
    draft.be("giza", 20)
    draft.turn_stage(2)
    draft.turn_stage(1)
    draft.turn_stage(2)
    draft.count("wood", 1)
    draft.count("coin", 1)
    draft.count("coin", -1)
    draft.add("military", 2)
    token = next(slug for slug in BOX.tokens if slug not in draft.middle["tokens"])
    draft.give("progress", token, 1)
    draft.turn_cat()
    draft.whose = 2
    draft.turn_cat()
    draft.leave("center", -7)
    draft.flip(1)
    draft.begin(1)
    told = json.loads(draft.text())
    first, second, _ = told["seats"]
    assert (first["wonder"], first["stages"], first["cards"]) == ("giza", [1], {"wood": 1})
    assert (first["military"], first["progress"]) == (2, [token])
    assert (first["cat"], second["cat"]) == (False, True)
    assert (told["conflict"]["flipped"], told["to_act"], told["tokens_left"]) == (1, [2], hidden - 1)
    assert told["stacks"]["center"]["left"] == sum(BOX.center.cards.values()) - 7
    seats = [seat["wonder"] for seat in told["seats"]]
    assert GAME.start(GAME.setup({**head(seats), "position": draft.text()})).view(None).seats[0].stages == (1,)
