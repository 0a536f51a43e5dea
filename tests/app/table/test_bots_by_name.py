"""Names and characters of bots, and their seats, which people who come late take over."""

from dataclasses import replace
from pathlib import Path

import pytest

import main
from app.games import game_list
from app.protocol.client_rights import SCREEN
from app.protocol.game_lifecycle_messages import EndEarly, Rematch, SetGame, Start
from app.protocol.name_rules import name_key
from app.protocol.play_messages import Look
from app.protocol.seat_messages import JoinRequest, SetSeat
from app.table.game.bot_definitions import parse_bots
from app.text.bot_level_descriptions import CHARACTERS, LEVELS
from app.text.translation import languages, words
from engine.game import Seat
from engine.game_data import BadGameData
from engine.players.baseline_players import greedy, uniform
from tests.app.table.bots import BOTS, PLAYERS
from tests.app.table.plays import refused
from tests.app.tables import Evening, phone

NAMES = [bot.name for bot in BOTS]


TABLE = {"bots": BOTS}


def seats(evening):
    return [(seat.by, seat.name) for seat in evening.at_table().seats]


# ---- the list


def test_bot_names_fill_a_table_and_every_level_and_character_has_a_name():
    assert len({name_key(name) for name in NAMES}) == len(NAMES) >= 7
    assert {bot.character for bot in BOTS} < set(PLAYERS.characters()) == set(CHARACTERS)
    assert set(PLAYERS.levels) == set(LEVELS)


@pytest.mark.parametrize("lang", languages())
def test_no_bot_has_the_name_of_a_wonder_or_leader(lang, every_fact):
    w = words(lang)
    for name, game in game_list.shelf(every_fact).items():
        say = game_list.words()[name]
        roles = game.roles() if hasattr(game, "roles") else ()
        called = {name_key(part) for slug in roles for part in say.identity(w, slug).split()}
        assert called.isdisjoint(map(name_key, NAMES))
    printed = (Path(main.ROOT) / "data" / "leaders.toml").read_text("utf-8").casefold()
    assert not [name for name in NAMES if f'"{name.casefold()}"' in printed]


def test_an_unreadable_list_of_bots_is_reported():
    with pytest.raises(BadGameData, match=r"data/bots\.toml: .*character"):
        parse_bots(b'[[bot]]\nname = "Ann"\n')


# ---- at the table


def test_bots_keep_their_own_names(evening):
    evening.sit("touch", "bot", "bot", "bot")
    assert seats(evening) == [("touch", None), *(("bot", name) for name in NAMES[:3])]
    evening.send(SetSeat, seat=2, by="touch")
    evening.send(SetGame, first=1)
    evening.send(Start)
    assert seats(evening)[1:] == [("touch", None), ("bot", NAMES[1]), ("bot", NAMES[2])]
    evening.restart()
    assert seats(evening)[2:] == [("bot", NAMES[1]), ("bot", NAMES[2])]
    evening.send(EndEarly, sure=True)
    evening.send(Rematch)
    assert seats(evening)[2:] == [("bot", NAMES[1]), ("bot", NAMES[2])]


def test_a_bot_has_the_character_of_its_name_until_it_is_changed(tmp_path, every_fact):
    games = {name: game for name, game in game_list.shelf(every_fact).items() if name == "seven-wonders"}
    evening = Evening(tmp_path, shelf=games, bots=BOTS, players=PLAYERS).sit("touch", "bot", "free")

    def plays():
        return evening.at_table().seats[1].bot, evening.at_table().seats[1].character

    assert plays() == ("normal", BOTS[0].character)
    evening.send(SetSeat, seat=2, bot="hard:scholar")
    assert plays() == ("hard", "scholar")
    evening.send(SetSeat, seat=2, bot="hard")
    assert plays() == ("hard", "varied")
    evening.send(SetSeat, seat=2, bot="normal:varied")
    assert plays() == ("normal", "varied")
    assert evening.at_table().seats[1].character_chosen
    evening.send(SetSeat, seat=2, bot="easy")
    assert plays() == ("easy", BOTS[0].character)
    assert not evening.at_table().seats[1].character_chosen
    for unknown in ("clever", "hard:clever", "hard:", ":general", "careful"):
        refused("no-such-bot", evening.send, SetSeat, seat=2, bot=unknown)
    evening.send(SetSeat, seat=2, name="Deep Thought")
    assert (evening.at_table().seats[1].name, evening.at_table().seats[1].character) == ("Deep Thought", "")
    assert evening.at_table().seats[1].own_bot
    evening.close()


def test_a_bot_changes_its_name_for_a_person_with_that_name(evening):
    evening.sit("free", "bot", "bot")
    evening.table.joining.join(None, Seat(0), JoinRequest(NAMES[0].upper(), "en"))
    assert seats(evening) == [("phone", NAMES[0].upper()), ("bot", NAMES[2]), ("bot", NAMES[1])]


def test_bot_standing_in_for_a_person_keeps_that_name(evening):
    evening.start("phone Ada", "touch")
    evening.send(SetSeat, phone(1), seat=1, by="bot")
    seat = evening.at_table().seats[0]
    assert (seat.by, seat.name, seat.own_bot, seat.character) == ("bot", "Ada", False, "")


def test_history_stores_bots_by_name_and_not_as_people(evening):
    evening.start("phone Ada", "bot")
    evening.send(EndEarly, sure=True)
    result = evening.table.finished.list_games()[0].result
    assert (result.seats, result.bots, result.bot_names) == (("Ada", None), (2,), ("", NAMES[0]))
    assert result.levels == ("", "first")
    assert [result.name(seat) for seat in (1, 2)] == ["Ada", NAMES[0]]


def test_record_of_a_game_with_bots_contains_no_names(evening):
    evening.start("phone Ada", "bot")
    assert "names" not in evening.table.committed.match.setup.header()


def test_old_names_of_levels_are_read_as_their_new_names(tmp_path):
    evening = Evening(tmp_path, bots=BOTS, players={"greedy": greedy, "random": uniform}).sit("touch", "bot", "bot")
    evening.send(SetSeat, seat=3, bot="random")
    evening.library = replace(evening.library, players=PLAYERS)
    evening.restart()
    assert [seat.bot for seat in evening.at_table().seats] == [None, "normal", "easy"]
    evening.send(SetSeat, seat=2, bot="random")  # a page of an older version
    assert evening.at_table().seats[1].bot == "easy"
    evening.close()


def test_a_bot_without_a_preference_in_a_game_is_described_as_plain(tmp_path):
    evening = Evening(tmp_path, bots=BOTS, players=PLAYERS).sit("touch", "bot")
    assert PLAYERS.characters("pebbles") == ("plain",) == evening.at_table().characters
    assert evening.at_table().seats[1].character == "plain"
    evening.close()


# ---- a latecomer


def test_a_latecomer_takes_a_bot_s_seat_between_two_decisions(evening):
    evening.start("phone Ada", "bot", first=2)
    number = evening.number(2)  # the bot has an open question
    assert evening.table.joining.list_bot_seats() == (1,)
    evening.keys[2] = evening.table.joining.join(None, Seat(1), JoinRequest("Ben", "en"))
    assert seats(evening) == [("phone", "Ada"), ("phone", "Ben")]
    evening.table.tick(evening.now + 100)
    assert evening.number(2) == number, "nobody answers for Ben"
    question = evening.snapshot(phone(2)).questions[0]
    evening.say(2, question.legal[0], phone(2))
    assert evening.asked().get(2) != number


def test_a_bots_knowledge_stays_with_its_seat(evening):
    evening.start("phone Ada", "bot", "touch", first=2)
    evening.table.joining.join(None, Seat(1), JoinRequest("Ben", "en"))
    evening.say(2, "peek", phone(2))
    mine, others = evening.snapshot(phone(2)), [evening.snapshot(who) for who in (phone(1), phone(3))]
    assert mine.questions
    assert not any(other.questions for other in others[:1])
    refused("held", evening.table.handle, SCREEN, Look("hold", 2))


def test_takeovers_are_recorded_in_log_and_history(evening):
    evening.start("phone Ada", "bot", "bot")
    evening.table.joining.join(None, Seat(1), JoinRequest("Ben", "en"))
    joined = next(event for event in evening.log()[::-1] if event["type"] == "seat-joined")
    assert (joined["name"], joined["bot"], joined["handed"]) == ("Ben", NAMES[0], True)
    evening.send(SetSeat, seat=3, by="touch")
    given = evening.log()[-1]
    assert (given["type"], given["after"]) == ("seat-given", NAMES[1])
    evening.send(EndEarly, sure=True)
    result = evening.table.finished.list_games()[0].result
    assert (result.seats, result.bot_names) == (("Ada", "Ben", None), ("", NAMES[0], NAMES[1]))
    assert result.name(3) is None
    evening.send(Rematch)
    evening.send(EndEarly, sure=True)
    assert evening.table.finished.list_games()[0].result.bot_names == ()


def test_bot_seats_are_not_offered_while_a_seat_is_free(evening):
    evening.sit("free", "bot")
    assert evening.table.joining.list_bot_seats() == ()
    refused("taken", evening.table.joining.join, None, Seat(1), JoinRequest("Ben", "en"))


def test_seat_of_a_bot_standing_in_for_a_person_is_not_offered(evening):
    evening.start("phone Ada", "touch")
    evening.send(SetSeat, phone(1), seat=1, by="bot")
    assert evening.table.joining.list_bot_seats() == ()
    refused("taken", evening.table.joining.join, None, Seat(0), JoinRequest("Ben", "en"))


def test_two_latecomers_do_not_take_the_same_seat(evening):
    evening.start("phone Ada", "bot")
    evening.table.joining.join(None, Seat(1), JoinRequest("Ben", "en"))
    refused("taken", evening.table.joining.join, None, Seat(1), JoinRequest("Cleo", "en"))
    assert evening.table.joining.list_bot_seats() == ()


def test_a_refused_latecomer_leaves_the_bot_where_it_is(evening):
    evening.start("phone Ada", "bot")
    refused("name-taken", evening.table.joining.join, None, Seat(1), JoinRequest("ada", "en"))
    assert seats(evening)[1] == ("bot", NAMES[0])
