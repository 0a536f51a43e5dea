"""Hostile input: forged files from elsewhere, intents in the name of others, and forgotten names that must vanish."""

import json
import sqlite3
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from app.games import game_list
from app.history import export_import
from app.history.history_text import HistoryWords
from app.protocol.cardboard_messages import ContinueFrom, Correct, Enter
from app.protocol.client_rights import ONLOOKER, SCREEN
from app.protocol.game_lifecycle_messages import EndEarly, Rematch, ReturnToLobby, SetGame, Start, Suspend
from app.protocol.history_messages import ForgetPerson, LookBack, MergePeople
from app.protocol.play_messages import TurnMarker, Undo
from app.protocol.rejection import Rejection
from app.protocol.seat_messages import Rename, SetSeat
from app.protocol.table_messages import TableView
from app.storage.database import Store
from app.text.translation import words
from engine.architects.game_facade import Architects
from engine.tally.rules import Tally
from tests.app import histories
from tests.app.table.plays import refused
from tests.app.tables import Evening, phone

MODES = {"architects": ("play", "track", "tally")}
SEATED = {"game": "architects", "seats": "giza, babylon", "first": "1", "names": "Ada, Eve"}


@pytest.fixture
def evening_arguments(facts, every_fact):
    return {"shelf": {"architects": Architects(facts)}, "modes": MODES, "sheets": Tally(every_fact["tally"])}


@pytest.fixture
def evening(tmp_path, evening_arguments):
    evening = Evening(tmp_path, **evening_arguments)
    yield evening
    evening.close()


def foreign(mark="abc", *, ended=2.0, **header):
    """Build a game of a file from elsewhere, with these fields in its header."""
    result = {
        "seats": ["Ada", None],
        "identities": ["giza", "babylon"],
        "scores": [{"total": 1}, {"total": 2, "=cmd": 2}],
        "winners": [2],
        "early": False,
        "turns": 3,
    }
    moves = ["1 take left"]
    return {
        "id": mark,
        "began": 1,
        "ended": ended,
        "seconds": 1,
        "header": {**SEATED, **header},
        "moves": moves,
        "result": result,
    }


def open_with_imported(folder, evening_arguments, *games):
    """Open a table with these games imported."""
    store = Store(folder / "table.db")
    file = json.dumps({"wondertable": "history", "format": 1, "games": games}).encode()
    with store.commit() as write:
        for game in export_import.parse_archive(file, game_list.GAMES):
            write.import_game(game)
    store.close()
    return Evening(folder, **evening_arguments)


# ---- files from elsewhere


@pytest.mark.parametrize(
    "position", ["[", "{}", '{"seats":3}', '{"seats":[1]}', '{"seats":[{"name":1}]}', "[" * 20_000]
)
def test_a_position_that_is_none_keeps_nobody_from_merging_and_forgetting(tmp_path, evening_arguments, position):
    evening = open_with_imported(tmp_path, evening_arguments, foreign(position=position))
    evening.send(MergePeople, name="Ada", into="Zebedee", sure=True)
    assert evening.table.finished.list_games()[0].result.seats == ("Zebedee", None)
    evening.send(ForgetPerson, name="Zebedee", sure=True)
    assert evening.table.finished.list_games()[0].result.seats == (None, None)
    evening.close()


@pytest.mark.parametrize(
    "header",
    [
        pytest.param({"seats": "giza, babylon, rhodes"}, id="more seats than in the result"),
        pytest.param({"seats": "rhodes, giza"}, id="other wonders than in the result"),
        pytest.param({"seats": ""}, id="no seats"),
        pytest.param({"first": "9" * 5000}, id="a huge seat"),
        pytest.param({"position": "[" * 20_000, "deal": "lazy"}, id="a deep position"),
        pytest.param({"variant": "=x"}, id="no such variant"),
    ],
)
def test_a_record_that_is_not_of_its_result_is_not_shown(tmp_path, evening_arguments, header):
    evening = open_with_imported(tmp_path, evening_arguments, foreign(**header))
    for line in (0, 10**30):
        refused("no-looking-back", evening.table.handle, ONLOOKER, LookBack("back", "abc", line))
    evening.close()


def test_no_file_can_keep_a_history_from_being_exported(tmp_path, evening_arguments):
    evening = open_with_imported(
        tmp_path, evening_arguments, foreign("aaaaaaaa1", ended=9e10, variant='=x "y'), foreign("aaaaaaaa2", ended=9e10)
    )
    games = evening.table.finished.archived()
    assert len({export_import.record_name(game) for game in games}) == 2
    assert export_import.to_zip(games)
    assert not any(
        line.startswith("=") or ",=" in line
        for line in export_import.to_csv(games, HistoryWords(game_list.words()), words("en")).decode().splitlines()
    )
    evening.close()


# ---- names


def test_a_forgotten_name_is_not_shown_by_a_game_that_still_runs(evening):
    evening.sit("phone Zebedee", "phone Ben").send(Start)
    asked = evening.asked()
    evening.send(Rename, phone(1), name="Zoe", lang="en")
    assert "Zebedee" in str(evening.view())
    evening.send(ForgetPerson, phone(2), name="zebedee", sure=True)
    assert evening.asked() == asked
    for who in (SCREEN, phone(1), phone(2), ONLOOKER):
        assert "Zebedee" not in str(evening.view(who))
        assert "Zebedee" not in str(evening.log(who))
    assert b"Zebedee" not in b"".join(path.read_bytes() for path in evening.folder.iterdir() if path.is_file())


# ---- wishes


def test_undo_in_the_name_of_another_is_refused(evening):
    evening.send(SetGame, mode="track", first=1)
    evening.sit("phone Ada", "phone Ben", "phone Cleo").boards("giza", "rhodes", "ephesus").send(Start)
    [question] = evening.snapshot().questions
    evening.say(0, question.legal[0])
    row = evening.at_table().undo.row
    refused("not-your-seat", evening.send, Undo, phone(2), row=row, seat=3)
    evening.send(Undo, phone(2), row=row)
    assert evening.log()[-1]["seat"] == 2


DEEP = "[" * 900 + "]" * 900
POSITIONS = (
    "",
    "[",
    "[" * 8000,
    '{"seats":[{},{},{}],"x":DEEP}'.replace("DEEP", DEEP),
    '{"seats":[{"wonder":DEEP},{},{}]}'.replace("DEEP", DEEP),
    '{"seats":[{},{},{}],"turn":HUGE}'.replace("HUGE", "9" * 4290),
    '{"seats":[{},{},{}],"turn":NaN}',
    '{"seats":[{"wonder":"\\u202egiza"},{"wonder":"\\u0000"},{}]}',
    '{"seats":[{"wonder":"giza"},{"wonder":"giza"},{"wonder":"giza"}]}',
    '{"seats":[{},{},{},{},{},{},{},{}]}',
)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("position", POSITIONS, ids=range(len(POSITIONS)))
def test_a_position_that_is_none_begins_nothing(evening, position):
    evening.send(SetGame, mode="track", first=1)
    evening.sit("phone Ada", "touch", "touch")
    before = evening.snapshot()
    with pytest.raises(Rejection) as no:
        evening.send(Start, phone(1), position=position)
    assert msgspec.json.encode(no.value.params)
    assert evening.snapshot() == before
    evening.boards("giza", "rhodes", "ephesus").send(Start)
    before = evening.snapshot()
    with pytest.raises(Rejection):
        evening.send(ContinueFrom, phone(1), position=position, sure=True)
    assert evening.snapshot() == before


LINES = (
    "", " ", "\0", "9" * 5000, "99 set wonder 1", "0 add shields 1", "-1 add shields 1", "² add shields 1",
    "1 add shields ²", "1 add shields ٣", "٣ set shields 1", "1 add  1", "1 set cat 1", "1 settle", "add add add add",
    "1 add wonder " + "9" * 5000, "9" * 5000 + " add wonder 1", "cat 99", "cat -1", "marker 0 battle",
    "marker 99 peace",
)  # fmt: skip


def test_no_entry_of_nonsense_changes_a_sheet(evening):
    evening.send(SetGame, mode="tally")
    evening.sit("phone Ada", "phone Ben").send(Start)
    before = evening.snapshot()
    for line in LINES:
        with pytest.raises(Rejection) as no:
            evening.send(Enter, phone(1), action=line)
        assert msgspec.json.encode(no.value.params), line
    for marker in (0, -1, 99, 10**30, 10**4290):
        with pytest.raises(Rejection):
            evening.send(TurnMarker, phone(1), marker=marker)
    assert evening.snapshot() == before


def test_looking_back_says_nothing_of_what_is_being_put_right(evening):
    evening.send(SetGame, mode="track", first=1)
    evening.sit("phone Ada", "touch").boards("giza", "rhodes").send(Start)
    evening.send(EndEarly, sure=True)
    evening.send(Rematch)
    [question] = evening.snapshot().questions
    evening.say(0, question.legal[0])
    evening.send(Correct, row=1, how="ask")
    assert evening.at_table().repair is not None
    looked = evening.table.handle(ONLOOKER, LookBack("back", evening.table.finished.list_games()[0].mark, 0))
    assert msgspec.json.decode(looked.table, type=TableView).repair is None


def test_no_file_and_no_looking_back_concerns_a_game_that_may_go_on(evening):
    evening.sit("phone Ada", "phone Ben").send(Start)
    evening.send(EndEarly, sure=True)
    evening.send(Rematch)
    evening.send(Suspend)
    evening.send(SetGame, keep=False)
    evening.send(Start)
    evening.send(EndEarly, sure=True)  # a game that is not kept, and still in the database
    for _ in range(2):
        numbers = {mark: number for mark, number in evening.store._db.execute("SELECT mark, number FROM games")}
        assert sorted(numbers.values()) == [1, 2, 3]
        [kept] = evening.table.finished.list_games()
        assert [one.id for one in evening.table.finished.archived()] == [kept.mark]
        assert [one.mark for one in histories.all_recalled(evening.table, ONLOOKER)] == [kept.mark]
        for mark in set(numbers) - {kept.mark}:
            assert evening.table.finished.archived(mark) == ()
            refused("no-such-game", evening.table.handle, SCREEN, LookBack("back", mark, 0))
        evening.restart()


# ---- killed, and without room

ROOT = Path(__file__).parents[2]
DIE = """
import os, signal, sys
from pathlib import Path
import main
from app.storage.database import Store; from app.storage.commit_writer import Write

def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)

way, data, file = sys.argv[1:]
if way == "import":
    bring_in, count = Write.import_game, [0]
    def second(write, game):
        bring_in(write, game)
        count[0] += 1
        if count[0] == 2:
            die()
    Write.import_game = second
    main.main(["history", "import", file, "--data-dir", data])
else:
    from app.protocol.history_messages import ForgetPerson
    from tests.app.tables import Evening
    if way == "before":
        Write.request_scrub = die
    elif way == "after":
        Store.scrub = die
    Evening(Path(data)).send(ForgetPerson, id="forget", name="Zebedee", sure=True)
"""


def killed(way, data, file=""):
    """Run an import or a removal of a name in another process, which kills itself with signal 9 in the middle."""
    done = subprocess.run([sys.executable, "-c", DIE, way, str(data), str(file)], cwd=ROOT, capture_output=True)
    assert done.returncode == -9, done.stderr


def test_killed_in_the_middle_of_an_import_nothing_has_come_in(tmp_path):
    file = tmp_path / "file.json"
    file.write_text(json.dumps({"wondertable": "history", "format": 1, "games": [foreign(f"g{n}") for n in range(5)]}))
    killed("import", tmp_path, file)
    store = Store(tmp_path / "table.db")
    assert (store.notices, store.history()) == ([], ())
    store.close()


def forgettable(folder):
    """Open a table where somebody who has left since has played."""
    evening = Evening(folder)
    evening.start("phone Zebedee", "phone Ben")
    evening.send(EndEarly, sure=True)
    evening.send(ReturnToLobby)
    for seat in (1, 2):
        evening.send(SetSeat, seat=seat, by="free")
    return evening


@pytest.mark.sampled(2)
@pytest.mark.parametrize("way", ["before", "after"])
def test_killed_while_it_forgets_a_name_stands_everywhere_or_nowhere(tmp_path, way):
    forgettable(tmp_path).close()
    killed(way, tmp_path)
    evening = Evening(tmp_path)
    [game] = evening.table.finished.list_games()
    there = any(b"Zebedee" in path.read_bytes() for path in tmp_path.iterdir())
    assert (game.result.seats[0], there) == (("Zebedee", True) if way == "before" else (None, False))
    evening.close()


def test_a_table_without_room_to_scrub_starts_and_scrubs_later(tmp_path, monkeypatch):
    evening = forgettable(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(Store, "scrub", lambda store: None)  # as if it were killed
        evening.send(ForgetPerson, name="Zebedee", sure=True)
    connect = sqlite3.connect

    class FullDiskConnection(sqlite3.Connection):
        def execute(self, sql, *more):
            if sql == "VACUUM":
                raise sqlite3.OperationalError("database or disk is full")
            return super().execute(sql, *more)

    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", lambda *a, **k: connect(*a, **{**k, "factory": FullDiskConnection}))
        evening.restart()
    assert evening.table.finished.list_games()[0].result.seats[0] is None
    owed = "SELECT count(*) FROM kept WHERE key = 'scrub'"
    assert evening.store._db.execute(owed).fetchone() == (1,)
    evening.restart()
    assert evening.store._db.execute(owed).fetchone() == (0,)
    assert not any(b"Zebedee" in path.read_bytes() for path in tmp_path.iterdir())
    evening.close()
