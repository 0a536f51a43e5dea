"""Import of plays from the app Board Game Stats: what is read, what is left out, and a round trip."""

import json
import random
from contextlib import closing

import pytest
from msgspec.structs import replace

import main
from app.games import game_list
from app.history import bg_stats_import
from app.history.bg_stats_export import to_bg_stats
from app.history.export_import import UnfitHistory, to_json
from app.history.history_text import HistoryWords
from app.protocol.results import Archived, FinishedGame, Result, kind_of
from app.storage.database import Store
from app.text.translation import complete, words
from engine.game import roles_of

SAY = HistoryWords(game_list.words(), listed=game_list.list_bgg_numbers())
PLAYS = 200


@pytest.fixture(scope="module")
def games():
    return game_list.shelf(main.read_game_data())


def random_game(games, rng, number):
    """Build a random finished game: with people, bots and nameless seats, sometimes ended early."""
    kind = rng.choice(list(games))
    game, seats = games[kind], rng.choice(games[kind].seats)
    variant = [slug for slug in game.variants() if rng.random() < 0.4]
    people = rng.sample(["Ada", "Ben", "Zoë", "Kō", "M. O’Hara", "Eve", "Finn 2"], seats)
    who = [rng.choice(["person", "person", "bot", "nobody"]) for _ in people]
    totals = [rng.randrange(90) for _ in people]
    early = rng.random() < 0.1
    return Archived(
        id=f"{rng.getrandbits(64):016x}",
        began=1.7e9 + number * 1e5,
        ended=1.7e9 + number * 1e5 + 1800.0,
        seconds=1800.0,
        header={"game": kind, "seats": str(seats)} | ({"variant": " ".join(variant)} if variant else {}),
        result=Result(
            seats=tuple(name if role == "person" else None for name, role in zip(people, who, strict=True)),
            identities=tuple(rng.sample(roles_of(game).roles(), seats)) if roles_of(game).roles() else (),
            scores=tuple({"total": total} for total in totals),
            winners=() if early else (rng.randint(1, seats),),  # possibly a seat with fewer points
            early=early,
            turns=30,
            bots=tuple(seat for seat, role in enumerate(who, 1) if role == "bot"),
            bot_names=tuple("Hypatia" if role == "bot" else "" for role in who) if "bot" in who else (),
            first=rng.randint(0, seats),
        ),
    )


def known_of(game):
    """Return the fields of a game that a play contains."""
    result = replace(game.result, turns=0, unfinished=False)
    return game.id, kind_of(game.header), game.header.get("variant", ""), game.began, game.ended, game.seconds, result


@pytest.mark.parametrize("lang", complete())
def test_exported_plays_are_imported_unchanged(games, lang):
    rng = random.Random(lang)
    written = [random_game(games, rng, number) for number in range(PLAYS)]
    found = bg_stats_import.parse_import(to_bg_stats(written, SAY, words(lang)), SAY, games)
    assert (len(found.games), found.left) == (PLAYS, {})
    assert list(map(known_of, found.games)) == list(map(known_of, written))


def test_import_command_adds_plays_once_and_none_to_their_own_table(games, tmp_path, capfd):
    rng = random.Random(3)
    with closing(Store(tmp_path / "here" / "table.db")) as store, store.commit() as write:
        write.import_batch([random_game(games, rng, number) for number in range(PLAYS)])
    assert main.main(["history", "export", str(tmp_path / "out"), "--data-dir", str(tmp_path / "here")]) == 0
    file = tmp_path / "out" / "BGStatsExport.json"
    for folder, new in (("there", PLAYS), ("there", 0), ("here", 0)):
        capfd.readouterr()
        assert main.main(["history", "import", str(file), "--data-dir", str(tmp_path / folder)]) == 0
        assert capfd.readouterr().out == f"{file}: {PLAYS} games, {new} of them new.\n"
    with (
        closing(Store(tmp_path / "here" / "table.db")) as here,
        closing(Store(tmp_path / "there" / "table.db")) as there,
    ):
        assert list(map(known_of, there.archived())) == list(map(known_of, here.archived()))
        assert [batch.games for batch in there.batches()] == [PLAYS]


# ---- what people keep in the app ---------------------------------------------------------------------------


def play(**facts):
    """Build a play of 7 Wonders in the app's format."""
    return {
        "uuid": "0B1C2D3E-0000-4000-8000-0123456789AB", "gameRefId": 7, "locationRefId": 3, "modificationDate": "",
        "playDate": "2024-05-10 19:30:00", "durationMin": 45, "ignored": False, "usesTeams": False, "bggId": 1,
        "playerScores": [
            {"playerRefId": 1, "score": "42", "winner": False, "startPlayer": True, "seatOrder": 2,
             "role": "Gizah (day)"},
            {"playerRefId": 2, "score": "50 + 7", "winner": True, "startPlayer": False, "seatOrder": 1},
            {"playerRefId": 9, "score": 3, "winner": 0, "startPlayer": 0, "seatOrder": 3, "role": "the dragon"},
        ],
        **facts,
    }  # fmt: skip


def build_file(*plays):
    """Build a file of the app with these plays."""
    return json.dumps({
        "games": [
            {"id": 7, "name": "7 Wonders", "bggId": 68448}, {"id": 8, "name": "7 Wonders: Leaders", "bggId": 92539},
            {"id": 5, "name": "7 Wonders: Cities", "bggId": 111661},
            {"id": 6, "name": "Azul, \u202eblue", "bggId": 230802},
            {"id": 4, "name": "Architects, ours", "bggId": 346703},
        ],
        "players": [
            {"id": 1, "name": "Ada, L.", "isAnonymous": False}, {"id": 2, "name": "Ben"},
            {"id": 9, "name": "Anonymous player", "isAnonymous": True},
        ],
        "locations": [{"id": 3, "name": "Home"}], "plays": plays, "userInfo": {"meRefId": 1},
    }).encode()  # fmt: skip


def test_play_of_the_app_becomes_a_game_without_moves(games):
    [game] = bg_stats_import.parse_import(
        build_file(play(expansionPlays=[{"gameRefId": 8, "bggId": 1}])), SAY, games
    ).games
    result = game.result
    assert (kind_of(game.header), game.header["variant"], game.moves) == ("seven-wonders", "leaders", ())
    assert (result.seats, result.identities) == (("Ben", "Ada L.", None), ("", "gizah-day", ""))
    assert ([score["total"] for score in result.scores], result.winners, result.first) == ([57, 42, 3], (1,), 2)
    assert (game.seconds, result.turns, result.early, result.unfinished) == (2700.0, 0, False, False)


@pytest.mark.parametrize(
    ("facts", "winners", "early", "unfinished"),
    [
        ({"ignored": True}, (), True, False),
        ({}, (1, 2), False, False),
        ({"scores": ("42", None)}, (), False, True),
        ({"scores": ("42.5", "49-46ish"), "winner": True}, (1,), False, True),
    ],
)
def test_missing_fields_of_a_play_stay_unknown(games, facts, winners, early, unfinished):
    scores = [
        {"playerRefId": seat, "score": score, "winner": facts.get("winner", False) and seat == 1}
        for seat, score in enumerate(facts.get("scores", ("42", "42")), 1)
    ]
    [game] = bg_stats_import.parse_import(
        build_file(play(playerScores=scores, ignored=facts.get("ignored", False), gameRefId=4)), SAY, games
    ).games
    assert (game.result.winners, game.result.early, game.result.unfinished) == (winners, early, unfinished)
    assert kind_of(game.header) == "architects"


def test_plays_left_out_are_counted_by_game_name(games):
    plays = [
        play(),
        *[play(gameRefId=6)] * 3,
        play(expansionPlays=[{"gameRefId": 8}, {"gameRefId": 5}]),
        play(playDate="once upon a time"),
        play(playerScores=[]),
        play(playerScores=[{"playerRefId": 1, "score": "1"}] * 8),
        play(durationMin=-5),
        play(gameRefId=99),
    ]
    found = bg_stats_import.parse_import(build_file(*plays), SAY, games)
    assert len(found.games) == 1
    assert found.left_names == "7 Wonders (4), Azul blue (3), 7 Wonders + 7 Wonders: Cities (1), ? (1)"


def test_duplicate_play_gets_the_id_of_the_known_game(games):
    [pushed] = bg_stats_import.parse_import(
        build_file(play(uuid="0B1C2D3E-0000-4000-8000-00000000000B")), SAY, games
    ).games
    ours = replace(pushed, id="9f2c41d07be3a855", ended=pushed.ended + 7200)  # by its link, which tells it in UTC
    here = finished(ours)
    assert [game.id for game in bg_stats_import.mark_known_plays([pushed], [here])] == [ours.id]
    assert [game.id for game in bg_stats_import.mark_known_plays([pushed, ours], [here])] == [pushed.id, ours.id]
    for other in (finished(replace(ours, ended=ours.ended + 90_000)), finished(replace(ours, header={"game": "duel"}))):
        assert [game.id for game in bg_stats_import.mark_known_plays([pushed], [other])] == [pushed.id]
    elsewhere = replace(pushed, header={"game": "seven-wonders"})  # of another table, with its own marks
    assert [game.id for game in bg_stats_import.mark_known_plays([elsewhere], [here])] == [pushed.id]


def test_play_without_a_uuid_gets_the_same_id_in_every_file(games):
    once, again = (bg_stats_import.parse_import(build_file(*plays), SAY, games).games for plays in ([play(uuid=None)], [
        play(playDate="2024-05-12"), play(uuid=None)
    ]))  # fmt: skip
    assert once[0] == again[1]
    assert once[0].id != again[0].id


def finished(game):
    """Convert an archived game to one as the history lists it."""
    kind, variant = kind_of(game.header), tuple(game.header.get("variant", "").split())
    return FinishedGame(game.id, 1, kind, "play", variant, game.began, game.ended, game.seconds, game.result)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b'{"plays": 5, "games": [], "players": []}', "is no file of BG Stats"),
        (b'{"plays": [], "games": []}', "is no file of BG Stats"),
        (build_file({"gameRefId": "seven"}), "is no file of BG Stats"),
        (b'{"plays": ' + b"[" * 100_000, "is no history"),
        (b"\xff", "is no history"),
    ],
)
def test_bad_file_is_refused_with_a_reason(games, data, said):
    with pytest.raises(UnfitHistory, match=said):
        bg_stats_import.parse_import(data, SAY, games)


def test_file_exported_by_another_table_is_imported(games):
    game = random_game(games, random.Random(1), 1)
    assert bg_stats_import.parse_import(to_json([game]), SAY, games).games == (game,)
