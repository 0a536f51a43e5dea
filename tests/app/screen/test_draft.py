"""A position that people enter: what has been told is a good start, and what is entered is what the table gets."""

import json
import random

import msgspec
import pytest

from app.games.architects.screen import touches
from app.games.architects.screen.draft import Draft
from app.games.architects.screen.position import draft_of
from engine.architects.game import Architects
from engine.game import CHANCE
from main import data
from tests.app.screen import stage
from tests.app.screen.lettering import painted

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


def filled(draft):
    """With the tokens and medals that have to be known."""
    draft = draft.turn_to("tokens")
    for token in ("decor", "culture", "tactics"):
        draft = draft.lie(token, 1)
    draft = draft.turn_to("medals")
    for medal in BOX.medals if draft.at["medals"] else ():
        if not draft.to.isdecimal():
            draft = draft.hang(medal)
    return draft.turn_to("cards")


@pytest.mark.parametrize("variant", [(), ("medals",), ("medals", "expert", "medal-tokens")])
def test_what_has_to_be_known_is_enough_to_begin(variant):
    chairs = stage.seats(4, "touch", "en")
    table = stage.table(4, phase="lobby", seats=chairs, variant=variant, first=3)
    draft = Draft.fresh(table, BOX)
    missing = [draft.missing]
    draft = filled(draft)
    missing.append(draft.missing)
    draft = draft.begin(3)
    assert (missing, draft.missing) == (["tokens", "turn"], "")
    told = json.loads(draft.text())
    seats = [seat["wonder"] for seat in told["seats"]]
    view = GAME.start(GAME.setup({**head(seats, " ".join(variant)), "position": draft.text()})).view(None)
    assert view.to_act == (3,)
    assert (view.stacks["center"].left, view.stacks["center"].uncounted) == (sum(BOX.center.cards.values()), True)


def test_a_stack_that_nobody_has_counted_holds_at_most_what_lies_nowhere_else():
    draft = filled(Draft.fresh(stage.table(3, phase="lobby"), BOX)).begin(1)
    draft = draft.leave("center", 0).count("wood", 1).leave("1", -3).leave("2", -4)
    seats = [seat["wonder"] for seat in draft.at["seats"]]
    view = GAME.start(GAME.setup({**head(seats), "position": draft.text()})).view(None)
    counted = {stack: it.left for stack, it in view.stacks.items() if not it.uncounted}
    assert counted == {"center": 60, "1": draft.began("1") - 3, "2": draft.began("2") - 4}
    assert view.stacks["3"].left == draft.began("3")
    again = Draft.of(view, BOX, ()).begin(1)
    assert [again.left(stack) for stack in ("2", "3")] == [counted["2"], None]
    assert GAME.start(GAME.setup({**head(seats), "position": again.text()})).view(None) == view


def test_horns_that_lie_there_have_turned_markers_until_somebody_says_otherwise():
    draft = Draft.fresh(stage.table(3, phase="lobby"), BOX).count("red-1", 1)
    assert draft.flipped == 1
    assert draft.count("red-2", 1).flipped == 2  # the last one is a conflict's
    assert draft.flip(-1).count("red-2", 1).flipped == 0


def test_what_is_entered_is_what_is_sent():
    chairs = stage.seats(3, "touch", "en", wonders=False)
    draft = filled(Draft.fresh(stage.table(3, phase="lobby", seats=chairs), BOX))
    assert draft.missing == "wonders"
    draft = draft.be(1, 1).be(2, 1).be(3, -1)
    wonders = [seat["wonder"] for seat in draft.at["seats"]]
    assert len({*wonders}) == 3
    draft = draft.be(1, list(BOX.wonders).index("giza") - 1) if "giza" not in wonders else draft
    draft = draft.turn_stage(1, 2).turn_stage(1, 1).turn_stage(1, 2)
    draft = draft.count("wood", 1).count("coin", 1).count("coin", -1).add("military", 2)
    token = next(slug for slug in BOX.tokens if slug not in draft.at["tokens"])
    draft = draft.give("progress", token, 1).turn_cat(1).aim("2").turn_cat(1)
    draft = draft.leave("center", -7).flip(1).begin(2)
    told = json.loads(draft.text())
    first, second, _ = told["seats"]
    assert (first["stages"], first["cards"]) == ([1], {"wood": 1})
    assert (first["military"], first["progress"]) == (2, [token])
    assert (first["cat"], second["cat"]) == (False, True)
    assert (told["conflict"]["flipped"], told["to_act"]) == (1, [2])
    assert told["stacks"]["center"] == {"left": sum(BOX.center.cards.values()) - 7}
    seats = [seat["wonder"] for seat in told["seats"]]
    assert GAME.start(GAME.setup({**head(seats), "position": draft.text()})).view(None).seats[0].stages == (1,)


def test_a_medal_lies_in_one_place():
    variant = ("medals", "expert")
    draft = Draft.fresh(stage.table(3, phase="lobby", variant=variant), BOX).turn_to("medals")
    first, second, *_ = BOX.medals
    draft = draft.hang(first)
    assert (draft.where_medal(first), draft.to) == ("gap 1", "gap 2")
    draft = draft.hang(second).aim("3").hang(first)
    assert [draft.where_medal(slug) for slug in (first, second)] == ["3", "gap 2"]
    assert draft.at["medals"]["1"] is None
    assert draft.hang(first).where_medal(first) == ""


def test_a_change_leaves_the_draft_before_it_as_it_was_and_no_number_goes_below_0():
    draft = Draft.fresh(stage.table(3, phase="lobby"), BOX).flip(0)
    before, token = draft.text(), next(iter(BOX.tokens))
    changed = draft.count("wood", 1).add("military", 1).give("progress", token, 1).turn_stage(1, 1).turn_cat(1).begin(1)
    changed = changed.leave("1", -1).flip(1).lie(token, 1).be(1, 1).aim("2")
    assert draft.text() == before
    assert changed != draft
    for _ in range(2):  # as of two quick taps on “fewer”
        draft = draft.count("wood", -1).add("military", -1).give("progress", token, -1).flip(-1).lie(token, -1)
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


def test_nothing_is_said_of_what_nobody_has_told():
    room = stage.Room().hear(lobby(2))
    room.control.open("position", 0)
    told = draft_of(stage.at(room.control))
    assert (told.at["to_act"], told.at["tokens"], told.left("center")) == (None, [], None)
    touches.change(room.control, draft=told.turn_to("turn"))
    words = shown(room)
    assert "not counted" in words
    assert "Whose turn is it?" in words


def test_somebody_stands_up_while_a_position_is_entered():
    room = stage.Room().hear(lobby())
    room.control.open("position", 0)
    touches.change(room.control, draft=draft_of(stage.at(room.control)).aim("2"))
    assert "Mei" in shown(room)
    room.hear(lobby(2))
    assert "Seat 3" in shown(room)
