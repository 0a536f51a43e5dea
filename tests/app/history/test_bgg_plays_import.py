"""Import of plays from BoardGameGeek's XML: what is read, what is left out, and files that are refused."""

import random

import pytest

import main
from app.games import game_list
from app.history import bg_stats_import, bgg_plays_import
from app.history.bgg_plays_import import MAX_PLAYERS, MAX_PLAYS
from app.history.export_import import UnfitHistory
from app.history.history_text import HistoryWords

SAY = HistoryWords(game_list.words(), listed=game_list.list_bgg_numbers())
PLAYS = 200
SEVEN, SECOND, DUEL, ARCHITECTS, OTHER = 68448, 316377, 173346, 346703, 230802
NAMES = {SEVEN: "7 Wonders", OTHER: "Azul"}  # the others are known by their number
FAULTLESS = '<plays username="ada" total="1" page="1">{}</plays>'


@pytest.fixture(scope="module")
def games():
    return game_list.shelf(main.read_game_data())


def person(name, score="10", win=0, place="", colour=""):
    return (
        f'<player username="{name.lower()}" userid="1" name="{name}" startposition="{place}" color="{colour}"'
        f' score="{score}" new="0" rating="0" win="{win}"/>'
    )


def play_xml(*people, number=1, game=SEVEN, date="2024-05-10", length="45", quantity="1"):
    """Write one play as BoardGameGeek does."""
    return (
        f'<play id="{number}" date="{date}" quantity="{quantity}" length="{length}" incomplete="0" nowinstats="0"'
        f' location="home"><item name="{NAMES.get(game, "any name")}" objecttype="thing" objectid="{game}">'
        f'<subtypes><subtype value="boardgame"/></subtypes></item><comments>Ada &amp; Ben: &lt;fun&gt;</comments>'
        f"<players>{''.join(people)}</players></play>"
    )


def file(*plays):
    return ('<?xml version="1.0" encoding="utf-8"?>' + FAULTLESS.format("".join(plays))).encode()


def read(games, data):
    return bg_stats_import.parse_import(data, SAY, games)


ADA, BEN, CLEO = person("Ada", "42", place="2", colour="Gizah (day)"), person("Ben", "50+7", 1, "1"), person("Cleo")


def test_a_play_becomes_a_score_sheet_with_names_points_and_winner(games):
    [game] = read(games, file(play_xml(ADA, BEN, CLEO))).games
    assert game.header["sheet"] == "seven-wonders"
    assert game.header["source"] == "BoardGameGeek"
    assert game.seconds == 2700
    by_name = dict(zip(game.result.seats, (score["total"] for score in game.result.scores), strict=True))
    assert by_name == {"Ada": 42, "Ben": 57, "Cleo": 10}
    assert [game.result.seats[seat - 1] for seat in game.result.winners] == ["Ben"]
    assert game.result.seats[game.result.first - 1] == "Ben"


def test_only_games_of_the_family_are_kept_and_others_are_named(games):
    found = read(
        games, file(*(play_xml(ADA, BEN, number=n, game=n) for n in (DUEL, ARCHITECTS, OTHER, SEVEN, SECOND, 3)))
    )
    assert [game.header["sheet"] for game in found.games] == ["duel", "architects", "seven-wonders", "seven-wonders"]
    assert dict(found.left) == {"Azul": 1, "any name": 1}


def test_two_hundred_plays_keep_scores_and_ids_in_any_order(games):
    rng, names = random.Random(1), ["Ada", "Ben", "Zoë", "Kō", "M. O’Hara", "Eve", "Finn 2"]
    written = {}
    for number in range(1, PLAYS + 1):
        people = rng.sample(names, rng.randint(3, 7))
        written[number] = {name: rng.randint(-3, 90) for name in people}
    plays = [
        play_xml(*(person(name, str(n)) for name, n in scores.items()), number=number)
        for number, scores in written.items()
    ]
    found = read(games, file(*plays))
    assert dict(found.left) == {}
    for game, scores in zip(found.games, written.values(), strict=True):
        totals = (score["total"] for score in game.result.scores)
        assert dict(zip(game.result.seats, totals, strict=True)) == scores
        assert {game.result.seats[seat - 1] for seat in game.result.winners} == {
            name for name, n in scores.items() if n == max(scores.values())
        }
    again = read(games, file(*reversed(plays)))
    assert {game.id for game in again.games} == {game.id for game in found.games}
    assert len({game.id for game in found.games}) == PLAYS


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(data, id=name)
        for name, data in {
            "broken": file(play_xml(ADA, BEN, CLEO))[:-20],
            "nothing": b"<",
            "another root": b"<errors><error>x</error></errors>",
            "a page of the web": b"<!DOCTYPE html><html></html>",
            "entities": b'<!DOCTYPE plays [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><plays>&b;</plays>',
            "an external file": b'<!DOCTYPE plays SYSTEM "file:///etc/passwd"><plays/>',
            "an entity of nobody": file("&nobody;"),
            "deep": b"<plays>" + b"<play>" * 1000,
            "an unknown encoding": b'<?xml version="1.0" encoding="klingon"?><plays/>',
            "no UTF-8": b"<plays>\xff\xfe\xff</plays>",
            "zeros": b"<plays>" + bytes(100),
            "too many players": file(play_xml(*[ADA] * (MAX_PLAYERS + 1))),
            "too many plays": file("<play/>" * (MAX_PLAYS + 1)),
            "too large": file(" " * bgg_plays_import.MAX_BYTES),
            "an odd id": file(play_xml(ADA, BEN, CLEO, game="1e3")),
            "an odd length": file(play_xml(ADA, BEN, CLEO, length="-5")),
            "an odd quantity": file(play_xml(ADA, BEN, CLEO, quantity="²")),
            "an id without end": file(play_xml(ADA, BEN, CLEO, game="9" * 5000)),
        }.items()
    ],
)
def test_hostile_file_is_refused_with_one_sentence(games, data):
    with pytest.raises(UnfitHistory, match=r"^is no file of plays from BoardGameGeek: ") as raised:
        read(games, data)
    assert raised.value.code == "history-foreign"
    assert "\n" not in str(raised.value)
    assert len(str(raised.value)) < 150


@pytest.mark.parametrize(
    ("people", "why"),
    [
        ((ADA, BEN, person("Cleo", "won")), "its points are unknown"),
        ((ADA, BEN, person("", "5")), "somebody has no name"),
        ((ADA, BEN, person("Ada", "5")), "somebody sits there twice"),
    ],
)
def test_play_with_odd_people_is_kept(games, people, why):
    assert len(read(games, file(play_xml(*people))).games) == 1, why


@pytest.mark.parametrize("odd", [{"date": "0000-00-00"}, {"date": ""}, {"game": ""}])
def test_odd_plays_are_left_out(games, odd):
    found = read(games, file(play_xml(ADA, BEN, CLEO, **odd), play_xml(ADA, BEN, CLEO, number=2)))
    assert len(found.games) == 1
    assert sum(found.left.values()) == 1


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_files_in_other_encodings_are_read(games, encoding):
    text = FAULTLESS.format(play_xml(ADA, BEN, person("Zoë")))
    assert "Zoë" in read(games, text.encode(encoding)).games[0].result.seats
