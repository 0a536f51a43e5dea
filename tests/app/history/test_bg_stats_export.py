"""Export of the whole history for the app Board Game Stats: each reference of a play is in the file's lists."""

import json

import pytest
from msgspec.structs import replace

from app.games import game_list
from app.history.bg_stats_export import mark_of, to_bg_stats, uuid_of
from app.history.history_text import HistoryWords
from app.protocol.results import Archived, Result
from app.text.translation import words

SAY = HistoryWords(game_list.words(), listed=game_list.list_bgg_numbers())
RESULT = Result(
    ("Ada", None, "ada"), ("giza", "rhodes", ""),
    ({"wonder": 9, "total": 20}, {"wonder": 4, "total": 20}, {"wonder": 9, "total": 31}), (1,), early=False, turns=40,
    bots=(2,), bot_names=("", "Hypatia", ""), first=2,
)  # fmt: skip
GAME = Archived(
    id="9f2c41d07be3a855",
    began=1.0,
    ended=1_760_101_800.0,
    seconds=1830.0,
    header={"game": "architects", "variant": "medals expert", "seats": "giza, rhodes, ?"},
    result=RESULT,
)


def written(*games, lang="en"):
    return json.loads(to_bg_stats(games, SAY, words(lang)))


def test_exported_play_contains_scores_and_references_the_lists():
    nobody = replace(GAME, id="b" * 16, header={"game": "duel", "seats": "2"}, result=Result(
        ("Ben", None), (), ({"total": 1}, {"total": 2}), (), early=True, turns=3
    ))  # fmt: skip
    whole = written(GAME, nobody)
    games = {game["id"]: (game["name"], game["bggId"], game["isExpansion"]) for game in whole["games"]}
    people = {one["id"]: (one["name"], one["isAnonymous"]) for one in whole["players"]}
    play, other = whole["plays"]
    assert games[play["gameRefId"]] == ("7 Wonders Architects", 346703, 0)
    assert [games[part["gameRefId"]] for part in play["expansionPlays"]] == [("7 Wonders Architects: Medals", 0, 1)]
    assert (play["board"], play["durationMin"], play["ignored"]) == ("Medals, Expert variant", 30, False)
    assert [(location["id"], location["name"]) for location in whole["locations"]] == [
        (play["locationRefId"], "Wondertable")
    ]
    assert [
        (
            *people[entry["playerRefId"]], entry["role"], entry["score"], entry["rank"], entry["winner"],
            entry["startPlayer"], entry["seatOrder"],
        )
        for entry in play["playerScores"]
    ] == [
        ("Ada", False, "Giza", "20", 1, True, False, 1),
        ("Hypatia (Bot)", True, "Rhodes", "20", 3, False, True, 2),
        ("Ada", False, "", "31", 2, False, False, 3),
    ]  # fmt: skip
    assert play["comments"].splitlines() == ["Ada: Wonder 9", "Hypatia: Wonder 4", "ada: Wonder 9"]
    assert (other["ignored"], other["comments"], other["expansionPlays"]) == (True, "Ended early", [])
    assert not any(entry["winner"] for entry in other["playerScores"])
    assert [people[entry["playerRefId"]] for entry in other["playerScores"]] == [("Ben", False), ("Seat 2", True)]
    uuids = [item["uuid"] for of in ("players", "games", "plays", "locations") for item in whole[of]]
    assert len(set(uuids)) == len(uuids)


def test_the_same_person_has_the_same_uuid_in_every_file():
    [first] = [one["uuid"] for one in written(GAME)["players"] if one["name"] == "Ada"]
    assert first in [one["uuid"] for one in written(replace(GAME, id="c" * 16), lang="de")["players"]]


@pytest.mark.parametrize(("mark", "back"), [("9f2c41d07be3a855", True), ("0" * 32, True), ("forged1", False)])
def test_uuid_of_a_play_contains_its_mark(mark, back):
    assert (mark_of(uuid_of(mark)) == mark) is back
    assert len(uuid_of(mark)) == 36
