"""Entering a position of Architects: it starts from what was reported, and the table gets what was entered."""

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


def play_to_turn(state, rng, turns):
    """Play at random up to the beginning of this turn."""
    while state.to_act and state.turn < turns:
        seat = state.to_act[0]
        state.apply(seat, state.deal(rng) if seat == CHANCE else rng.choice(list(state.legal(seat))))
    return state


def enter_position(table, view=None):
    """Show people who are about to enter a position."""
    return Hands(position_entry, entered_at(table, BOX, view))


def new_entry(count=3, variant=(), **facts):
    return enter_position(stage.table(count, phase="lobby", variant=variant, **facts))


def position_json(at):
    return json.dumps(at.position())


def start_view(at, seats, variant=""):
    return GAME.start(GAME.setup({**head(seats, variant), "position": position_json(at)})).view(None)


def wonders_of(at):
    return [seat["wonder"] for seat in at.position()["seats"]]


@pytest.mark.parametrize("variant", ["", "medals", "medals expert medal-tokens"])
@pytest.mark.parametrize("turns", [1, 9, 14])
def test_game_in_progress_can_be_entered_again_as_a_position(variant, turns):
    seats = ("giza", "ur", "rome", "ephesus") if "medals" in variant else ("giza", "rhodes", "babylon")
    state = play_to_turn(GAME.start(GAME.setup(head(seats, variant))), random.Random(turns), turns)
    view = state.view(None)
    again = start_view(enter_position(stage.table(len(seats), variant=tuple(variant.split())), view), seats, variant)
    assert again.seats == view.seats
    assert again.to_act == view.to_act


def fill_required(at):
    """Enter the tokens and medals that the table requires."""
    for token in ("decor", "culture", "tactics"):
        at.lay(token, "center", 1)
    for medal in BOX.medals if "medals" in at.at.table.variant else ():
        to = at.shown.page("medals").first
        if not to.isdecimal():
            at.lay(medal, to)
    return at


@pytest.mark.parametrize("variant", [(), ("medals",), ("medals", "expert", "medal-tokens")])
def test_required_facts_are_enough_to_start_from_a_position(variant):
    at = new_entry(4, variant, seats=stage.seats(4, "touch", "en"), first=3)
    missing = [at.shown.missing]
    fill_required(at)
    missing.append(at.shown.missing)
    at.say("active", 3)
    assert (missing, at.shown.missing) == (["tokens", "turn"], "")
    view = start_view(at, wonders_of(at), " ".join(variant))
    assert view.to_act == (3,)
    assert (view.stacks["center"].left, view.stacks["center"].uncounted) == (sum(BOX.center.cards.values()), True)


def test_uncounted_stack_starts_at_its_largest_possible_size():
    at = fill_required(new_entry()).say("active", 1)
    at.say("left center", 60).lay("wood", "1", 1).step("left 1", -3).step("left 2", -4)
    view = start_view(at, wonders_of(at))
    counted = {stack: stack_view.left for stack, stack_view in view.stacks.items() if not stack_view.uncounted}
    began = [position_entry.initial_stack_size(BOX, at.laid, stack) for stack in ("1", "2", "3")]
    assert counted == {"center": 60, "1": began[0] - 3, "2": began[1] - 4}
    assert view.stacks["3"].left == began[2]
    again = enter_position(stage.table(3), view)
    assert [again.laid.figures.get(f"left {stack}") for stack in ("2", "3")] == [counted["2"], None]
    assert start_view(again, wonders_of(at)) == view


def test_horn_cards_set_the_number_of_turned_markers_until_it_is_corrected():
    at = new_entry().lay("red-1", "1", 1)
    assert position_entry.count_battle_tokens(at.at, at.laid) == 1
    assert position_entry.count_battle_tokens(at.at, at.lay("red-2", "1", 1).laid) == 2  # the last one is a conflict's
    at = new_entry().lay("red-1", "1", 1).step("flipped", -1).lay("red-2", "1", 1)
    assert position_entry.count_battle_tokens(at.at, at.laid) == 0


def test_sent_position_equals_the_entered_one():
    at = fill_required(new_entry(seats=stage.seats(3, "touch", "en", wonders=False)))
    assert at.shown.missing == "wonders"
    at.step("wonder 1").step("wonder 2").step("wonder 3", -1)
    assert len({*wonders_of(at)}) == 3
    at.say("wonder 1", "giza") if "giza" not in wonders_of(at) else at
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
    assert start_view(at, wonders_of(at)).seats[0].stages == (1,)


def test_changing_the_wonder_resets_its_stages_and_card_count():
    at = new_entry().step("stage 1 1").step("left 1", -1).step("wonder 1")
    assert (at.position()["seats"][0]["stages"], at.position()["stacks"]["1"]["uncounted"]) == ([], True)


def test_medal_is_in_one_place_at_a_time():
    at = new_entry(3, ("medals", "expert"))
    first, second, *_ = BOX.medals
    assert at.shown.page("medals").first == "gap 1"
    at.lay(first, "gap 1")
    assert at.shown.page("medals").first == "gap 2"
    at.lay(second, "gap 2").lay(first, "3")
    assert [at.laid.places_of(slug) for slug in (first, second)] == [{"3": 1}, {"gap 2": 1}]
    assert at.position()["medals"]["1"] is None
    assert at.lay(first, "3").laid.places_of(first) == {}


def test_changes_leave_the_earlier_position_intact_and_no_count_goes_below_0():
    at, token = new_entry().say("flipped", 0), next(iter(BOX.tokens))
    first, before = at.laid, position_json(at)
    at.lay("wood", "1", 1).lay("military", "1", 1).lay(token, "1", 1).step("stage 1 1").lay("cat", "1", 1)
    at.say("active", 1).step("left 1", -1).step("flipped").lay(token, "center", 1).step("wonder 1")
    assert at.laid != first
    at.laid = first
    assert position_json(at) == before
    for _ in range(2):  # as of two quick taps on “fewer”
        at.lay("wood", "1", -1).lay("military", "1", -1).lay(token, "1", -1).step("flipped", -1).lay(
            token, "center", -1
        )
    assert position_json(at) == before


def lobby(*free, first=None):
    """Show a lobby of a dealt game for three with these free seats."""
    chairs = stage.seats(3, "touch", "en", wonders=False)
    chairs = tuple(
        msgspec.structs.replace(chair, by="free", name=None) if chair.seat in free else chair for chair in chairs
    )
    return stage.table(3, phase="lobby", mode="track", seats=chairs, first=first)


def test_unknown_facts_stay_unset_in_a_new_position():
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


def test_position_entry_shows_the_seat_number_after_its_player_leaves():
    room = stage.Room().hear(lobby())
    room.control.open_panel("position", 0)
    turn_to(room.control, "wonders")
    assert "Mei" in text_of(room)
    room.hear(lobby(2))
    assert "Seat 3" in text_of(room)
