"""A position that people enter: what has been told is a good start, and what is entered is what the table gets."""

import json
import random

import msgspec
import pytest
import stage
from lettering import painted

from app.games.architects.screen import touches
from app.games.architects.screen.draft import Draft
from app.games.architects.screen.position import draft_of
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
    wonders = [slug for slug in BOX.wonders if slug not in {seat["wonder"] for seat in draft.at["seats"][1:]}]
    draft = draft.be(wonders.index("giza") - wonders.index(draft.seat["wonder"]))
    draft = draft.turn_stage(2).turn_stage(1).turn_stage(2)
    draft = draft.count("wood", 1).count("coin", 1).count("coin", -1).add("military", 2)
    token = next(slug for slug in BOX.tokens if slug not in draft.at["tokens"])
    draft = draft.give("progress", token, 1).turn_cat().turn(1).turn_cat()
    draft = draft.leave("center", -7).flip(1).begin(1)
    told = json.loads(draft.text())
    first, second, _ = told["seats"]
    assert (first["wonder"], first["stages"], first["cards"]) == ("giza", [1], {"wood": 1})
    assert (first["military"], first["progress"]) == (2, [token])
    assert (first["cat"], second["cat"]) == (False, True)
    assert (told["conflict"]["flipped"], told["to_act"], told["tokens_left"]) == (1, [2], hidden - 1)
    assert told["stacks"]["center"]["left"] == sum(BOX.center.cards.values()) - 7
    seats = [seat["wonder"] for seat in told["seats"]]
    assert GAME.start(GAME.setup({**head(seats), "position": draft.text()})).view(None).seats[0].stages == (1,)


def test_a_change_leaves_the_draft_before_it_as_it_was_and_no_number_goes_below_0():
    draft = Draft.fresh(stage.table(3, phase="lobby"), BOX)
    before, token = draft.text(), next(iter(BOX.tokens))
    changed = draft.count("wood", 1).add("military", 1).give("progress", token, 1).turn_stage(1).turn_cat().begin(1)
    changed = changed.leave("1", -1).flip(1).lie(0, 1).be(1).turn(1)
    assert draft.text() == before
    assert changed != draft
    for _ in range(2):  # as of two quick taps on “fewer”
        draft = draft.count("wood", -1).add("military", -1).give("progress", token, -1).flip(-1)
    assert draft.text() == before


def lobby(*free, first=None):
    """Track is chosen; these seats of three are free."""
    chairs = stage.seats(3, "touch", "en", wonders=False)
    chairs = tuple(
        msgspec.structs.replace(chair, by="free", name=None) if chair.seat in free else chair for chair in chairs
    )
    return stage.table(3, phase="lobby", mode="track", seats=chairs, first=first)


def shown(room):
    return " ".join(word.text for _, words, _ in painted(room, (1280, 720)) for word in words)


@pytest.mark.parametrize(("free", "first", "begins"), [(2, 3, 2), (2, 2, 2), (3, 3, 1), (3, None, 1)])
def test_who_begins_is_said_among_the_seats_that_are_held(free, first, begins):
    room = stage.Room().hear(lobby(free, first=first))
    room.control.open("position", 0)
    assert json.loads(draft_of(stage.at(room.control)).text())["to_act"] == [begins]
    touches.change(room.control, draft=draft_of(stage.at(room.control)).turn(-1))
    assert "the middle" in shown(room)


def test_somebody_stands_up_while_a_position_is_entered():
    room = stage.Room().hear(lobby())
    room.control.open("position", 0)
    touches.change(room.control, draft=draft_of(stage.at(room.control)).turn(2))
    assert "Mei" in shown(room)
    room.hear(lobby(2))
    assert "Seat 3" in shown(room)
