"""Bots at a table where people deal: bots announce actions, people carry them out with their cards and report them."""

from statistics import fmean

import pytest

from app.games import game_list
from app.protocol.client_rights import ONLOOKER
from app.protocol.game_lifecycle_messages import SetGame, Start
from app.protocol.play_messages import Undo
from app.protocol.seat_messages import SetSeat
from app.protocol.settings_messages import SetTable
from engine.game import Rng
from engine.players.learned_player import CarefulPlayer
from engine.players.one_step_lookahead import OpenCardOrder
from tests.app.table.bots import BOTS, PLAYERS, AtHand
from tests.app.table.cardboard_game import CardboardGame, announced
from tests.app.table.plays import refused
from tests.app.table.tracked import begun, correct, questions, take, texts
from tests.app.tables import Evening, phone

GAMES = 100
MODES = {slug: ("play", "track", "tally") for slug in game_list.GAMES}


@pytest.fixture
def games(every_fact):
    return game_list.shelf(every_fact)


@pytest.fixture
def thinker(games):
    return AtHand(games, PLAYERS)


@pytest.fixture
def evening(tmp_path, games, thinker):
    made = Evening(tmp_path, shelf=games, players=PLAYERS, bots=BOTS, modes=MODES, thinker=thinker)
    made.send(SetTable, bot_pace=0.0)
    yield made
    made.close()


# ---- who may sit there


def test_bots_stay_when_people_take_their_own_cards(evening):
    evening.send(SetGame, game="architects")
    evening.sit("touch", "bot", "touch")
    evening.send(SetGame, mode="track")
    assert [seat.by for seat in evening.at_table().seats] == ["touch", "bot", "touch"]
    assert evening.at_table().bots
    assert evening.at_table().owing == (1, 2, 3), "its wonder lies there, too"


@pytest.mark.parametrize(
    ("game", "mode", "rule"), [("seven-wonders", "track", "hidden-hands"), ("duel", "tally", "no-bots")]
)
def test_bots_are_refused_for_hidden_cardboard_hands_and_score_sheets(evening, game, mode, rule):
    evening.send(SetGame, game=game)
    evening.sit("touch", "bot") if game == "duel" else evening.sit("touch", "touch", "bot")
    evening.send(SetGame, mode=mode)
    assert "bot" not in [seat.by for seat in evening.at_table().seats]
    assert not evening.at_table().bots
    refused(rule, evening.send, SetSeat, seat=2, by="bot")
    evening.send(SetGame, mode="play")
    assert "bot" in [seat.by for seat in evening.at_table().seats], "it comes back"


# ---- what it announces


def game_with_announcement(evening, thinker, *by, game="architects"):
    """Start a game in which seat 1 has reported its turn; return what the bot of seat 2 announces."""
    evening.send(SetGame, game=game)
    begun(evening, *by)
    take(evening, 1, "left", "wood")
    [wish] = announced(evening, thinker)
    return wish


def test_bot_announces_its_action_and_people_report_it(evening, thinker):
    wish = game_with_announcement(evening, thinker, "phone Ada", "bot", "touch")
    before = texts(evening)
    evening.now += 100
    evening.table.tick(evening.now)
    assert texts(evening) == before, "it does nothing by itself"
    assert (wish.seat, wish.question) == (2, questions(evening)[0].number)
    assert wish.actions[0] in questions(evening)[0].legal
    take(evening, 2, wish.actions[0].split()[1], "gear", phone(1))
    assert evening.at_table().wishes == ()
    assert "2 " + wish.actions[0] in texts(evening)


def test_people_may_report_a_different_action_of_a_bot(evening, thinker):
    wish = game_with_announcement(evening, thinker, "touch", "bot", "touch")
    other = next(text for text in questions(evening)[0].legal if text not in wish.actions)
    take(evening, 2, other.split()[1], "gear")
    assert evening.at_table().wishes == ()


def test_announcement_of_a_bot_is_equal_for_all_readers(evening, thinker):
    game_with_announcement(evening, thinker, "phone Ada", "bot", "phone Ben")
    seen = {str(evening.at_table(who).wishes) for who in (ONLOOKER, phone(1), phone(3))}
    assert len(seen) == 1


def test_undo_removes_the_announcement(evening, thinker):
    game_with_announcement(evening, thinker, "touch", "bot", "touch")
    evening.send(Undo, row=evening.at_table().undo.row)
    assert evening.at_table().wishes == ()
    take(evening, 1, "right", "stone")
    assert announced(evening, thinker)[0].seat == 2


def test_no_announcement_is_made_during_a_correction(evening, thinker):
    game_with_announcement(evening, thinker, "touch", "bot", "touch")
    correct(evening, "take left", "ask")
    assert evening.at_table().wishes == ()
    evening.now += 100
    evening.table.tick(evening.now)
    assert evening.at_table().wishes == ()
    correct(evening, "take left", "replace", "take right", card="reveal 3 gear")
    [wish] = announced(evening, thinker)
    assert (wish.seat, wish.question) == (2, questions(evening)[0].number)


def test_cancelled_correction_keeps_the_announcement(evening, thinker):
    wish = game_with_announcement(evening, thinker, "touch", "bot", "touch")
    asked = len(thinker.think_requests)
    correct(evening, "take left", "ask")
    correct(evening, "take left", "off")
    assert evening.at_table().wishes == (wish,)
    assert len(thinker.think_requests) == asked, "and what changes nothing in the game lets nobody think again"


def test_taking_over_a_bot_s_seat_removes_its_announcement(evening, thinker):
    wish = game_with_announcement(evening, thinker, "touch", "bot", "touch")
    evening.send(SetSeat, seat=2, bot="master")
    assert evening.at_table().wishes == (wish,), "the next decision is of that level"
    evening.send(SetSeat, seat=2, by="touch")
    assert evening.at_table().wishes == ()


def test_seat_given_to_a_bot_in_mid_game_gets_an_announcement(evening, thinker):
    evening.send(SetGame, game="architects")
    begun(evening, "touch", "touch")
    evening.send(SetSeat, seat=1, by="bot")
    assert announced(evening, thinker)[0].seat == 1


def test_announcement_is_repeated_after_a_restart(evening, thinker):
    wish = game_with_announcement(evening, thinker, "touch", "bot", "touch")
    evening.restart()
    assert announced(evening, thinker) == (wish,)


def test_bot_ranks_all_wonders_if_only_people_see_the_offer(evening, thinker):
    evening.send(SetGame, game="duel", mode="track", first=1)
    evening.sit("bot", "touch")
    evening.send(Start)
    for token in ("economy", "law", "masonry", "strategy", "theology"):
        evening.say(0, f"reveal token {token}")
    [wish] = announced(evening, thinker)
    assert sorted(wish.actions) == sorted(questions(evening)[0].legal)
    evening.say(1, wish.actions[3])
    assert evening.at_table().wishes == ()


def test_a_bot_lists_the_open_cards_that_it_would_take(evening, thinker):
    wish = game_with_announcement(evening, thinker, "phone Ada", "bot", "touch")
    kinds = {text.split()[-1] for text in questions(evening)[0].legal}
    assert wish.actions == ("take center",)
    assert len(wish.cards) == len({*wish.cards}) > 1
    assert not kinds & {*wish.cards}, "a card is not an action"
    take(evening, 2, "right", next(card for card in wish.cards if card in ("wood", "stone", "brick")))
    assert evening.at_table().wishes == ()


@pytest.mark.parametrize(("count", "says_otherwise"), [(6, False), (7, True)])
def test_a_bot_whose_list_of_open_cards_is_cut_says_what_to_do_otherwise(
    evening, thinker, monkeypatch, count, says_otherwise
):
    """An empty central deck leaves nothing but open cards, and none of the six named ones may lie there."""
    cards = ("wood", "stone", "brick", "glass", "papyrus", "coin", "gear")[:count]
    monkeypatch.setattr(CarefulPlayer, "order_open_cards", lambda *asked: OpenCardOrder(cards, None))
    wish = game_with_announcement(evening, thinker, "phone Ada", "bot", "touch")
    assert wish.cards == cards[:6]
    assert bool(wish.actions) == says_otherwise
    assert {*wish.actions} <= {*questions(evening)[0].legal}


# ---- whole games


def lead(folder, games, number):
    """Play a game of Architects with cards; return the lead of an easy bot over the mean of two random players."""
    folder.mkdir()
    rng, thinker = Rng(f"open cards {number}"), AtHand(games, PLAYERS)
    evening = Evening(folder, shelf=games, players=PLAYERS, bots=BOTS, modes=MODES, thinker=thinker)
    wonders = rng.sample(list(games["architects"].roles()), 3)
    game = CardboardGame(evening, games["architects"], ["easy"], 2, wonders=wonders, rng=rng, thinker=thinker)
    first, second, bot = (sheet["total"] for sheet in game.play()[0])
    evening.close()
    return bot - (first + second) / 2


@pytest.mark.full
def test_ordering_open_cards_makes_a_bot_stronger(tmp_path, games, monkeypatch):
    ordered = [lead(tmp_path / f"ordered {number}", games, number) for number in range(20)]
    monkeypatch.setattr(CarefulPlayer, "order_open_cards", lambda *asked: OpenCardOrder((), None))
    blind = [lead(tmp_path / f"blind {number}", games, number) for number in range(20)]
    print(f"lead with an order of open cards {fmean(ordered):.1f}, without {fmean(blind):.1f}")
    assert fmean(ordered) > fmean(blind) + 5


def play_on_cardboard(evening, games, thinker, number):
    """Play a game with cards and report it to the table.

    Return the points of the cards, the points that the table counted, and the number of announcements.
    """
    rng = Rng(f"bots beside cardboard {number}")
    name = "duel" if number % 5 == 4 else "architects"
    count = 1 if name == "duel" else 1 + number % 6
    people = 1 if name == "duel" else rng.randint(1, 7 - count)
    wonders = rng.sample(list(games[name].roles()), count + people) if name == "architects" else ()
    variant = ("medals",) if name == "architects" and number % 2 else ()
    bots = [PLAYERS.levels[(number + nth) % len(PLAYERS.levels)] for nth in range(count)]
    game = CardboardGame(evening, games[name], bots, people, wonders=wonders, variant=variant, rng=rng, thinker=thinker)
    return *game.play(), game.wishes


@pytest.mark.rotated
@pytest.mark.parametrize("number", [3, 4])  # 3: the central deck becomes empty
def test_reported_game_with_bots_has_the_points_of_the_cardboard(evening, games, thinker, number):
    physical_points, counted, wishes = play_on_cardboard(evening, games, thinker, number)
    assert physical_points == counted
    assert wishes > 10


@pytest.mark.full
@pytest.mark.parametrize("number", range(GAMES))
def test_every_reported_game_with_bots_has_the_points_of_the_cardboard(evening, games, thinker, number):
    physical_points, counted, wishes = play_on_cardboard(evening, games, thinker, number)
    assert physical_points == counted
    assert wishes
