"""Links that add a game to the app Board Game Stats: the fields and their format are those its makers document."""

import json
from urllib.parse import unquote

from msgspec.structs import replace

from app.games import game_list
from app.history import bg_stats_link
from app.history.history_text import HistoryWords
from app.protocol.results import FinishedGame, Result
from app.text.translation import words

RESULT = Result(
    ("Ada", None, "Ben"), ("giza", "rhodes", "ephesus"),
    ({"wonder": 9, "total": 20}, {"wonder": 4, "total": 20}, {"wonder": 9, "total": 31}), (3,), early=False, turns=40,
    first=2,
)  # fmt: skip
GAME = FinishedGame("9f2c", 1, "architects", "play", ("medals",), 1.0, 1_760_101_800.0, 1830.0, RESULT)
SAY = HistoryWords(game_list.words())


def test_play_link_contains_the_fields_of_the_app():
    link = bg_stats_link.link(GAME, 346703, SAY, words("en"), (2, 3, 1))
    assert link.startswith("https://app.bgstatsapp.com/createPlay.html?data=%7B")
    play = json.loads(unquote(link.partition("data=")[2]))
    assert (play["sourceName"], play["sourcePlayId"], play["playDate"]) == (
        "Wondertable",
        "9f2c",
        "2025-10-10 13:10:00",
    )
    assert (play["durationMin"], play["board"]) == (30, "Medals")
    assert play["game"] == {
        "name": "7 Wonders Architects", "sourceGameId": "architects", "bggId": 346703, "highestWins": True,
        "noPoints": False,
    }  # fmt: skip
    assert [
        (one["name"], one["sourcePlayerId"], one["role"], one["score"], one["rank"], one["winner"], one["startPlayer"])
        for one in play["players"]
    ] == [
        ("Ada", "ada", "Giza", 20, 2, False, False),
        ("Seat 2", "9f2c-2", "Rhodes", 20, 3, False, True),
        ("Ben", "ben", "Ephesus", 31, 1, True, False),
    ]


def test_instant_winner_ranks_before_players_with_more_points():
    assert replace(RESULT, winners=(1,)).places_by_points == (1, 3, 2)


def test_game_ended_early_has_no_play_link():
    early = replace(GAME, result=replace(RESULT, winners=(), early=True))
    assert bg_stats_link.link(early, 0, SAY, words("en"), (1, 1, 1)) == ""
