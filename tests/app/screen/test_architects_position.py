"""A position of Architects that people enter: what was told is a good start, what is entered is what the table gets."""

import json
import random

import msgspec
import pytest

from app.games.architects import position_entry
from app.screen.pages.cardboard.position_entry import entering_of, turn_to
from engine.architects.game_facade import Architects
from engine.game import CHANCE
from main import read_game_data
from tests.app.screen import stage
from tests.app.screen.painting import text_of
from tests.positions import Hands, entered_at

GAME = Architects(read_game_data()["architects"])
BOX = stage.ARCHITECTS.data()


def head(seats, variant=""):
    return {"game": "architects", "variant": variant, "seats": ", ".join(seats), "deal": "lazy"}


def begun(state, rng, turns):
    """As the turn of that number begins."""
    while state.to_act and state.turn < turns:
        seat = state.to_act[0]
        state.apply(seat, state.deal(rng) if seat == CHANCE else rng.choice(list(state.legal(seat))))
    return state


def hands(table, view=None):
    """People about to enter a position."""
    return Hands(position_entry, entered_at(table, BOX, view))


def fresh(count=3, variant=(), **facts):
    return hands(stage.table(count, phase="lobby", variant=variant, **facts))


def text(at):
    return json.dumps(at.position())


def started(at, seats, variant=""):
    return GAME.start(GAME.setup({**head(seats, variant), "position": text(at)})).view(None)


def whose(at):
    return [seat["wonder"] for seat in at.position()["seats"]]


@pytest.mark.parametrize("variant", ["", "medals", "medals expert medal-tokens"])
@pytest.mark.parametrize("turns", [1, 9, 14])
def test_what_has_been_told_can_be_gone_on_from(variant, turns):
    seats = ("giza", "ur", "rome", "ephesus") if "medals" in variant else ("giza", "rhodes", "babylon")
    state = begun(GAME.start(GAME.setup(head(seats, variant))), random.Random(turns), turns)
    view = state.view(None)
    again = started(hands(stage.table(len(seats), variant=tuple(variant.split())), view), seats, variant)
    assert again.seats == view.seats
    assert again.to_act == view.to_act


def filled(at):
    """With the tokens and medals that have to be known."""
    for token in ("decor", "culture", "tactics"):
        at.lay(token, "center", 1)
    for medal in BOX.medals if "medals" in at.at.table.variant else ():
        to = at.shown.page("medals").first
        if not to.isdecimal():
            at.lay(medal, to)
    return at


@pytest.mark.parametrize("variant", [(), ("medals",), ("medals", "expert", "medal-tokens")])
def test_what_has_to_be_known_is_enough_to_begin(variant):
    at = fresh(4, variant, seats=stage.seats(4, "touch", "en"), first=3)
    missing = [at.shown.missing]
    filled(at)
    missing.append(at.shown.missing)
    at.say("active", 3)
    assert (missing, at.shown.missing) == (["tokens", "turn"], "")
    view = started(at, whose(at), " ".join(variant))
    assert view.to_act == (3,)
    assert (view.stacks["center"].left, view.stacks["center"].uncounted) == (sum(BOX.center.cards.values()), True)


def test_a_stack_that_nobody_has_counted_holds_at_most_what_lies_nowhere_else():
    at = filled(fresh()).say("active", 1)
    at.say("left center", 60).lay("wood", "1", 1).step("left 1", -3).step("left 2", -4)
    view = started(at, whose(at))
    counted = {stack: it.left for stack, it in view.stacks.items() if not it.uncounted}
    began = [position_entry.initial_stack_size(BOX, at.laid, stack) for stack in ("1", "2", "3")]
    assert counted == {"center": 60, "1": began[0] - 3, "2": began[1] - 4}
    assert view.stacks["3"].left == began[2]
    again = hands(stage.table(3), view)
    assert [again.laid.figures.get(f"left {stack}") for stack in ("2", "3")] == [counted["2"], None]
    assert started(again, whose(at)) == view


def test_horns_that_lie_there_have_turned_markers_until_somebody_says_otherwise():
    at = fresh().lay("red-1", "1", 1)
    assert position_entry.count_battle_tokens(at.at, at.laid) == 1
    assert position_entry.count_battle_tokens(at.at, at.lay("red-2", "1", 1).laid) == 2  # the last one is a conflict's
    at = fresh().lay("red-1", "1", 1).step("flipped", -1).lay("red-2", "1", 1)
    assert position_entry.count_battle_tokens(at.at, at.laid) == 0


def test_what_is_entered_is_what_is_sent():
    at = filled(fresh(seats=stage.seats(3, "touch", "en", wonders=False)))
    assert at.shown.missing == "wonders"
    at.step("wonder 1").step("wonder 2").step("wonder 3", -1)
    assert len({*whose(at)}) == 3
    at.say("wonder 1", "giza") if "giza" not in whose(at) else at
    at.step("stage 1 2").step("stage 1 1").step("stage 1 2")
    at.lay("wood", "1", 1).lay("coin", "1", 1).lay("coin", "1", -1).lay("military", "1", 2)
    token = next(slug for slug in BOX.tokens if not at.laid.count_at(slug, "center"))
    at.lay(token, "1", 1).lay("cat", "1", 1).lay("cat", "2", 1)
    at.step("left center", -7).step("flipped").say("active", 2)
    told = at.position()
    first, second, _ = told["seats"]
    assert (first["stages"], first["cards"]) == ([1], {"wood": 1})
    assert (first["military"], first["progress"]) == (2, [token])
    assert (first["cat"], second["cat"]) == (False, True)
    assert (told["conflict"]["flipped"], told["to_act"]) == (1, [2])
    assert told["stacks"]["center"] == {"left": sum(BOX.center.cards.values()) - 7}
    assert started(at, whose(at)).seats[0].stages == (1,)


def test_of_another_wonder_nothing_is_built_and_nobody_has_counted_its_cards():
    at = fresh().step("stage 1 1").step("left 1", -1).step("wonder 1")
    assert (at.position()["seats"][0]["stages"], at.position()["stacks"]["1"]["uncounted"]) == ([], True)


def test_a_medal_lies_in_one_place():
    at = fresh(3, ("medals", "expert"))
    first, second, *_ = BOX.medals
    assert at.shown.page("medals").first == "gap 1"
    at.lay(first, "gap 1")
    assert at.shown.page("medals").first == "gap 2"
    at.lay(second, "gap 2").lay(first, "3")
    assert [at.laid.places_of(slug) for slug in (first, second)] == [{"3": 1}, {"gap 2": 1}]
    assert at.position()["medals"]["1"] is None
    assert at.lay(first, "3").laid.places_of(first) == {}


def test_a_change_leaves_what_was_before_it_as_it_was_and_no_number_goes_below_0():
    at, token = fresh().say("flipped", 0), next(iter(BOX.tokens))
    first, before = at.laid, text(at)
    at.lay("wood", "1", 1).lay("military", "1", 1).lay(token, "1", 1).step("stage 1 1").lay("cat", "1", 1)
    at.say("active", 1).step("left 1", -1).step("flipped").lay(token, "center", 1).step("wonder 1")
    assert at.laid != first
    at.laid = first
    assert text(at) == before
    for _ in range(2):  # as of two quick taps on “fewer”
        at.lay("wood", "1", -1).lay("military", "1", -1).lay(token, "1", -1).step("flipped", -1).lay(
            token, "center", -1
        )
    assert text(at) == before


def lobby(*free, first=None):
    """Track is chosen; these seats of three are free."""
    chairs = stage.seats(3, "touch", "en", wonders=False)
    chairs = tuple(
        msgspec.structs.replace(chair, by="free", name=None) if chair.seat in free else chair for chair in chairs
    )
    return stage.table(3, phase="lobby", mode="track", seats=chairs, first=first)


def test_nothing_is_said_of_what_nobody_has_told():
    room = stage.Room().hear(lobby(2))
    room.control.open_panel("position", 0)
    laid = entering_of(room.control.scene).laid
    assert "active" not in laid.figures
    assert "left center" not in laid.figures
    assert not laid.things_in("center", BOX.tokens)
    turn_to(room.control, "turn")
    words = text_of(room)
    assert "not counted" in words
    assert "Whose turn is it?" in words


def test_somebody_stands_up_while_a_position_is_entered():
    room = stage.Room().hear(lobby())
    room.control.open_panel("position", 0)
    turn_to(room.control, "wonders")
    assert "Mei" in text_of(room)
    room.hear(lobby(2))
    assert "Seat 3" in text_of(room)
