"""`wondertable history list | export | import`: files out, files in, and one sentence when it cannot be."""

import csv
import json
import random
import subprocess
import sys
from contextlib import closing
from datetime import datetime

import msgspec
import pytest

import main
from app.commands.records import play_game
from app.games import game_list
from app.history import export_import
from app.history.history_text import HistoryWords
from app.host.data_folder import lock_folder
from app.protocol.results import Result
from app.storage.database import Store
from app.storage.row_codec import Move
from app.text.translation import complete, words
from engine.game import CHANCE, Seat
from engine.players import PLAYERS

SECRET = b"a seed that nobody is told"


@pytest.fixture(scope="module")
def finished():
    """A whole game of Architects by chance: its header, its moves as (seat, text), and its result."""
    game = game_list.shelf(main.read_game_data())["architects"]
    header = {"game": "architects", "seats": "giza, babylon", "names": "=Ada, Ben", "first": "1"}
    state, text = play_game(game, header, [PLAYERS["random"]] * 2, random.Random(7))
    lines = [line for line in text.partition("\n\n")[2].splitlines() if line]
    moves = [(Seat(int(line[0]) - 1), line[2:]) if line[0].isdecimal() else (CHANCE, line) for line in lines]
    winners = tuple(seat + 1 for seat in state.winners())
    scores = tuple(dict(score) for score in state.scores())
    result = Result(("=Ada", "Ben"), ("giza", "babylon"), scores, winners, False, 30, bots=(2,))
    return header, moves, result


@pytest.fixture
def folder(tmp_path, finished):
    """A data folder with two finished games, one that nobody kept and one that still runs."""
    header, moves, result = finished
    store = Store(tmp_path / "home" / "table.db")
    for number in range(1, 5):
        store.clock = lambda began=1e9 * number: began
        with store.commit() as write:
            write.new_game(number, "architects", header, number != 3, SECRET)
            write.append_moves(number, [Move(at, seat, text, "screen") for at, (seat, text) in enumerate(moves, 1)])
            write.undo_moves(number, ())
        store.clock = lambda ended=1e9 * number + 1800: ended
        if number < 4:
            with store.commit(1800.0) as write:
                write.game_state(number, "over", result)
    store.close()
    return tmp_path / "home"


def run(capfd, *words):
    """Exit code, and what was said on both ways out."""
    code = main.main([str(word) for word in words])
    out, err = capfd.readouterr()
    return code, out.strip(), err.strip()


def read_history(folder):
    store = Store(folder / "table.db")
    games = store.history(), tuple(store.archived())
    store.close()
    return games


def test_export_and_repeated_import_keep_the_history(folder, tmp_path, capfd):
    code, said, _ = run(capfd, "history", "export", tmp_path / "out", "--data-dir", folder)
    assert (code, said) == (0, f"{tmp_path / 'out'}: 2 games, as CSV, JSON, records and for BG Stats.")
    file = tmp_path / "out" / "wondertable-history.json"
    code, said, _ = run(capfd, "history", "import", file, "--data-dir", tmp_path / "other")
    assert (code, said) == (0, f"{file}: 2 games, 2 of them new.")
    games, archived = read_history(tmp_path / "other")
    mine, whole = read_history(folder)
    assert archived == whole
    assert [(one.mark, one.kind, one.result, one.seconds) for one in games] == [
        (one.mark, one.kind, one.result, one.seconds) for one in mine
    ]
    code, said, _ = run(capfd, "history", "import", file, "--data-dir", tmp_path / "other")
    assert (code, said) == (0, f"{file}: 2 games, 0 of them new.")
    assert read_history(tmp_path / "other") == (games, archived)
    code, said, _ = run(capfd, "history", "import", file, "--data-dir", folder)
    assert (code, said) == (0, f"{file}: 2 games, 0 of them new.")


def test_finished_games_are_listed_as_text_and_json(folder, capfd, finished):
    totals = [score["total"] for score in finished[2].scores]
    code, said, _ = run(capfd, "history", "list", "--data-dir", folder)
    assert code == 0
    assert [line.split()[1:] for line in said.splitlines()] == [
        ["architects", "=Ada", f"{totals[0]},", "Ben", f"{totals[1]}"]
    ] * 2
    code, said, _ = run(capfd, "history", "list", "--json", "--data-dir", folder)
    listed = json.loads(said)
    assert [game["id"] for game in listed] == [game.id for game in read_history(folder)[1]]
    assert [datetime.fromisoformat(game["ended"]).timestamp() for game in listed] == [1e9 + 1800, 2e9 + 1800]
    won = [seat in finished[2].winners for seat in (1, 2)]
    assert listed[0]["seats"] == [
        {"name": "=Ada", "points": totals[0], "won": won[0], "bot": False},
        {"name": "Ben", "points": totals[1], "won": won[1], "bot": True},
    ]


def test_exported_records_replay_and_no_file_contains_a_secret(folder, tmp_path, capfd, finished):
    run(capfd, "history", "export", tmp_path / "out", "--data-dir", folder)
    records = sorted((tmp_path / "out" / "records").iterdir())
    assert len(records) == 2
    code, said, _ = run(capfd, "replay", records[0])
    assert code == 0
    scores = [seat["score"] for seat in json.loads(said)["seats"]]
    assert [score["total"] for score in scores] == [score["total"] for score in finished[2].scores]
    for path in (tmp_path / "out").rglob("*"):
        assert path.is_dir() or SECRET not in path.read_bytes()


@pytest.mark.parametrize(("lang", "delimiter", "yes"), [("en", ",", "yes"), ("de", ";", "ja")])
def test_csv_escapes_names_that_look_like_formulas(folder, lang, delimiter, yes):
    _, games = read_history(folder)
    text = export_import.to_csv(games, HistoryWords(game_list.words()), words(lang)).decode("utf-8")
    assert text.startswith("\ufeff")
    rows = list(csv.reader(text[1:].splitlines(), delimiter=delimiter))
    assert len(rows) == 5
    assert {len(row) for row in rows} == {13 + len(games[0].result.scores[0]) - 1}
    won = games[0].result.winners
    assert [row[8] for row in rows[1:3]] == ["'=Ada", "Ben"]
    assert [row[10] == yes for row in rows[1:3]] == [1 in won, 2 in won]
    assert [int(row[11]) for row in rows[1:3]] == [score["total"] for score in games[0].result.scores]
    assert int(rows[1][2]) == 30


def test_csv_marks_a_shared_first_place(folder):
    _, games = read_history(folder)
    result = msgspec.structs.replace(games[0].result, winners=(1, 2))
    shared = msgspec.structs.replace(games[0], result=result)
    text = export_import.to_csv([shared], HistoryWords(game_list.words()), words("en")).decode("utf-8-sig")
    assert [row[10] for row in csv.reader(text.splitlines()[1:])] == ["first place shared"] * 2


@pytest.mark.parametrize("lang", complete())
def test_csv_column_names_are_unique(folder, lang):
    _, games = read_history(folder)
    head = export_import.to_csv(games, HistoryWords(game_list.words()), words(lang)).decode("utf-8-sig").splitlines()[0]
    names = next(csv.reader([head], delimiter="," if lang == "en" else ";"))
    assert len(set(names)) == len(names)
    if lang == "en":
        assert names[9:14] == ["Wonder", "Won", "Points", "How it was won", "7 Wonders Architects: Wonder"]


GOOD = {
    "id": "abc",
    "began": 1,
    "ended": 2,
    "seconds": 1,
    "header": {"game": "architects", "seats": "giza, babylon"},
    "moves": ["1 take left"],
    "result": {
        "seats": ["Ada", None],
        "identities": ["giza", "babylon"],
        "scores": [{"total": 1}, {"total": 2}],
        "winners": [2],
        "early": False,
        "turns": 3,
    },
}


def make_file(*games, **head):
    return json.dumps({"wondertable": "history", "format": 1, "games": games, **head}).encode()


def break_game(where, value):
    """Return a game's file with one wrong value in it."""
    game = json.loads(json.dumps(GOOD))
    *path, last = where.split(".")
    inner = game
    for step in path:
        inner = inner[step]
    inner[last] = value
    return make_file(game)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        pytest.param(b"", "is no history", id="empty"),
        pytest.param(b"\xff\xfe", "is no history", id="not text"),
        pytest.param(b"[" * 100_000, "is no history", id="deep"),
        pytest.param(b'{"games": []}', "is no history", id="another file"),
        pytest.param(make_file(format=2), "newer Wondertable", id="newer"),
        pytest.param(make_file(GOOD, {}), "is no history", id="a game without anything"),
        pytest.param(break_game("id", "../x"), "game 1: id", id="id"),
        pytest.param(break_game("header.game", "chess"), "game 1: header.game", id="unknown game"),
        pytest.param(break_game("result.seats", ["Ada"]), "game 1: result: seats", id="seats"),
        pytest.param(break_game("result.winners", [3]), "game 1: result: a winner", id="winner"),
        pytest.param(break_game("result.scores", [{"total": 1}, {}]), "game 1: result.scores", id="no total"),
        pytest.param(break_game("result.scores", [{"total": 10**9}, {"total": 1}]), "out of reach", id="points"),
        pytest.param(break_game("result.seats", ["Ada\n", None]), "game 1: result.seats", id="a line in a name"),
        pytest.param(break_game("ended", -1), "game 1: began", id="time"),
        pytest.param(break_game("moves", ["1 take\nleft"]), "game 1: the record", id="a line in a line"),
        pytest.param(break_game("moves", ["3 take left"]), "game 1: moves", id="no such seat"),
        pytest.param(break_game("moves", [f"{10**30} take left"]), "game 1: moves", id="far from a seat"),
        pytest.param(break_game("result.seats", ["Ada, Eve", None]), "game 1: result.seats", id="a comma in a name"),
        pytest.param(break_game("moves", ["x"] * 6000), "game 1: the record", id="a long record"),
    ],
)
def test_invalid_import_is_refused_in_one_sentence(folder, tmp_path, capfd, data, sentence):
    before = read_history(folder)
    (tmp_path / "file.json").write_bytes(data)
    code, out, err = run(capfd, "history", "import", tmp_path / "file.json", "--data-dir", folder)
    assert (code, out) == (2, "")
    assert err.startswith(f"wondertable: {tmp_path / 'file.json'}: ")
    assert sentence in err
    assert len(err.splitlines()) == 1
    assert read_history(folder) == before


def test_valid_game_can_be_imported():
    assert len(export_import.parse_archive(make_file(GOOD), game_list.GAMES)) == 1


def test_unusual_names_and_times_can_be_imported():
    people = ["Zo\u00e9 \U0001f469\u200d\U0001f680", "B\u3000B"]
    result = {**GOOD["result"], "seats": people}
    header = {**GOOD["header"], "names": ", ".join(people)}
    [game] = export_import.parse_archive(
        make_file({**GOOD, "header": header, "result": result, "began": 2000, "ended": 1000}), game_list.GAMES
    )
    assert game.result.seats == tuple(people)


def test_score_sheet_is_imported_under_its_game(tmp_path, capfd):
    sheet = {**GOOD, "header": {"game": "tally", "sheet": "duel", "seats": "2"}, "moves": ["1 set coins 3"]}
    (tmp_path / "file.json").write_bytes(make_file(GOOD, {**sheet, "id": "sheet"}))
    assert run(capfd, "history", "import", tmp_path / "file.json", "--data-dir", tmp_path / "home")[0] == 0
    games, archived = read_history(tmp_path / "home")
    assert {(game.mark, game.kind, game.mode) for game in games} == {
        ("abc", "architects", "play"),
        ("sheet", "duel", "tally"),
    }
    assert {game.moves for game in archived} == {("1 take left",), ("1 set coins 3",)}


@pytest.mark.rotated
def test_running_table_allows_export_and_refuses_import(folder, tmp_path, capfd):
    (tmp_path / "file.json").write_bytes(make_file(GOOD))
    listed = run(capfd, "history", "list", "--data-dir", folder)
    with lock_folder(folder), closing(Store(folder / "table.db")):
        assert run(capfd, "history", "list", "--data-dir", folder) == listed
        exported = run(capfd, "history", "export", tmp_path / "out", "--data-dir", folder)
        imported = run(capfd, "history", "import", tmp_path / "file.json", "--data-dir", folder)
    assert exported == (0, f"{tmp_path / 'out'}: 2 games, as CSV, JSON, records and for BG Stats.", "")
    assert imported[::2] == (2, f"wondertable: another table is running with the data folder {folder}.")


def test_missing_files_and_folders_are_reported(folder, tmp_path, capfd):
    code, _, err = run(capfd, "history", "import", tmp_path / "nothing.json", "--data-dir", folder)
    assert (code, err) == (2, f"wondertable: {tmp_path / 'nothing.json'}: there is no such file.")
    code, _, err = run(capfd, "history", "export", tmp_path / "out", "--data-dir", tmp_path / "nowhere")
    assert code == 2
    assert "there is no such file" in err
    assert not (tmp_path / "nowhere").exists()
    (tmp_path / "taken").write_text("")
    code, _, err = run(capfd, "history", "export", tmp_path / "taken", "--data-dir", folder)
    assert code == 2
    assert "cannot be written" in err


def test_unknown_history_command_is_refused_in_one_sentence():
    said = subprocess.run([sys.executable, "main.py", "history", "burn"], capture_output=True, text=True, cwd=main.ROOT)
    assert said.returncode == 2
    assert len(said.stderr.splitlines()) == 1
