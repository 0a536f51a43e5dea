"""The draft of Duel: the wonders on offer, the seat that chooses, and none of it in a first game."""

import pytest

from app.games.duel import printed_names
from app.text.translation import words
from tests.app.screen import duel_states, duels
from tests.app.screen.duel_states import Game

SHORT = ("the first of two", "the second of two")


def draft_wonders(game, wonders):
    for _ in range(wonders):
        game.say(str(game.state.legal(game.state.to_act[0])[0]))
    return game


def test_seat_drafting_twice_sees_which_choice_it_makes():
    game, said = duel_states.draft(), []
    for _ in range(6):
        said.append(next((words for words in SHORT if any(words in text for text in game.words("draft"))), ""))
        draft_wonders(game, 1)
    assert game.view.age == 1
    assert said == ["", *SHORT, "", *SHORT]


def test_draft_follows_and_shows_the_order_of_the_rules():
    game = duel_states.draft()
    first = game.view.derived.first
    seats = []
    for picks in (0, 1, 2, 4, 5, 6):  # the last of four goes by itself
        shown = game.elements["draft"].view
        assert shown.picks == picks
        assert shown.order[picks] == game.seat
        seats.append(game.seat)
        draft_wonders(game, 1)
    order = [first if player == 1 else 3 - first for player in duels.DATA.table.draft]
    assert seats == [*order[:3], *order[4:7]]
    assert shown.order == tuple(order)
    assert "draft" not in game.elements


def test_the_last_wonder_is_drafted_automatically_with_a_notice():
    game = draft_wonders(duel_states.draft(), 2)
    first, offered = game.view.derived.first, game.view.draft
    draft_wonders(game, 1)
    assert set(offered).isdisjoint(game.view.draft)
    last = tuple(game.view.seats[first - 1].wonders)[-1]
    assert last in offered
    assert any(printed_names.wonder(words("en"), last) in text for text in game.words(f"plate {first}"))


def test_wonders_keep_their_places_when_others_are_taken():
    game = duel_states.draft()
    places = {offer.wonder: nth for nth, offer in enumerate(game.elements["draft"].view.offers)}
    draft_wonders(game, 2)
    offers = game.elements["draft"].view.offers
    assert {offer.wonder: nth for nth, offer in enumerate(offers)} == places
    assert sum(bool(offer.taken) for offer in offers) == 2
    draft_wonders(game, 1)
    assert places.keys().isdisjoint(offer.wonder for offer in game.elements["draft"].view.offers)


def test_the_draft_faces_the_drafting_seat():
    game = duel_states.draft()
    assert game.elements["draft"].view.seat == game.seat
    before = game.elements["draft"].angle
    draft_wonders(game, 1)
    assert (game.elements["draft"].angle - before) % 360 == 180


def test_tokens_and_track_are_visible_during_the_draft():
    game = duel_states.draft()
    assert {f"token {slug}" for slug in game.view.tokens} <= game.touchable().keys()
    assert {"menu", "undo"} <= game.touchable().keys()


def test_first_game_has_no_draft():
    game = duel_states.first_game()
    assert "draft" not in game.elements
    assert all(len(chair.wonders) == 4 for chair in game.view.seats)


@pytest.mark.parametrize("by", ["phone", "bot"])
def test_draft_offers_no_touches_to_phones_and_bots(by):
    game = Game(duels.states(3, False)[0], by=by)
    assert "draft" in game.elements
    assert not any(key.startswith("choose") for key in game.touchable())
