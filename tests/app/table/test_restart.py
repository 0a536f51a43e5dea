"""Restarts: the table comes back as everybody last saw it, after any kind of end and at any moment."""

import itertools
import json
import random
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from app.protocol.client_rights import SCREEN
from app.protocol.game_lifecycle_messages import EndEarly, Resume, ReturnToLobby, SetGame, Start, Suspend
from app.protocol.play_messages import Horn, SkipOpening, Undo
from app.protocol.rejection import Rejection
from app.protocol.seat_messages import HandOver, Leave, Rename, SetSeat
from app.storage import checksums
from app.storage.database import Store
from app.table.cardboard.line_correction import Edit
from app.table.core.table_state import SuspendedGame, TableState
from app.table.game.match import OpenQuestion
from app.table.lobby.game_agreement import Lobby
from app.table.lobby.seating import Chair
from engine.game import Seat
from tests.app.killed import describe_moment
from tests.app.table.plays import choice, play_turns, refused
from tests.app.tables import Evening, phone

ROOT = Path(__file__).resolve().parents[3]


def read_snapshots(evening):
    """List the snapshots of all readers, except who is connected."""
    readers = (SCREEN, phone(1), phone(2))
    for seat in evening.keys:
        evening.table.presence.set_connected(Seat(seat - 1), True)
    snapshots = [evening.snapshot(who) for who in readers]
    return [(bytes(s.table), s.game and bytes(s.game), s.questions, s.news, s.own) for s in snapshots]


def same_after_restart(evening):
    before = read_snapshots(evening)
    evening.restart()
    assert read_snapshots(evening) == before


def end_and_measure(evening):
    """End the game early; return its playing time in seconds."""
    evening.send(EndEarly, sure=True)
    return evening.table.finished.list_games()[0].seconds


def test_playing_time_excludes_time_while_the_table_was_off(evening):
    evening.start("touch", "touch")
    for at, text in ((100, "pass"), (50, "pass")):
        evening.now += at
        evening.say(evening.view()["to_act"][0], text)
        evening.now += 30  # no activity
        evening.close()
        evening.now += 40_000
        evening.open()
    evening.now += 7
    assert end_and_measure(evening) == 150 + 7


def test_playing_time_excludes_suspension(evening):
    evening.start("touch", "touch")
    evening.now += 60
    evening.send(Suspend)
    evening.now += 500
    evening.restart()
    evening.now += 500
    evening.send(Resume, game=1)
    evening.now += 5
    assert end_and_measure(evening) == 65


@pytest.mark.parametrize("day", [86400, -86400])
def test_setting_the_clock_does_not_change_playing_time(evening, day):
    """A computer without a real-time clock starts in the past, and is set once it finds a network."""
    evening.start("touch", "touch")
    evening.now += 60
    evening.say(evening.view()["to_act"][0], "pass")
    evening.date += day
    evening.now += 60
    assert end_and_measure(evening) == 120
    assert evening.table.finished.list_games()[0].ended == evening.now + day


def test_table_id_survives_a_restart(evening):
    name = evening.table.id
    evening.restart()
    assert evening.table.id == name


def test_table_is_unchanged_by_a_restart_at_any_moment(evening):
    same_after_restart(evening)
    evening.sit("phone Ada", "phone Ben", "free", "touch")
    evening.send(SetSeat, seat=4, wonder="west", name="Dora")
    evening.send(SetGame, first=2, keep=True)
    same_after_restart(evening)
    evening.send(Start)
    evening.send(SkipOpening)
    same_after_restart(evening)
    evening.say(2, "peek", phone(2))
    same_after_restart(evening)
    evening.say(2, "take", phone(2))
    evening.say(3, "pass")
    evening.send(Undo, row=evening.at_table().undo.row)
    same_after_restart(evening)
    play_turns(evening)
    evening.say(1, choice(evening, 1), phone(1))
    same_after_restart(evening)
    evening.say(2, choice(evening, 2), phone(2))
    evening.say(3, choice(evening, 3))
    assert evening.at_table().phase == "over"
    same_after_restart(evening)
    evening.send(ReturnToLobby)
    same_after_restart(evening)


def test_next_card_is_the_same_after_a_restart(tmp_path):
    shown = []
    for restart in (False, True):
        evening = Evening(tmp_path / str(restart))
        evening.start("touch", "touch")
        if restart:
            evening.restart()
        evening.say(1, "take")
        shown.append(evening.view()["shown"])
        evening.close()
    assert shown[0] == shown[1]


def test_hand_over_continues_after_a_restart(evening):
    evening.start("phone Ada", "touch")
    evening.send(HandOver, seat=1)
    ticket = evening.table.joining.ticket(Seat(0))
    evening.restart()
    assert evening.table.joining.seat_of_ticket(ticket) == 0
    evening.now += 121
    evening.table.tick(evening.now)
    assert evening.table.joining.seat_of_ticket(ticket) is None


def test_bots_continue_after_a_restart(evening):
    evening.start("bot", "touch")
    evening.now += 1000
    evening.restart()
    evening.now = evening.table.next_tick()
    evening.table.tick(evening.now)
    assert evening.view()["turn"] == 1


def test_reset_table_has_a_new_id_and_keeps_its_games(evening):
    evening.start("phone Ada", "touch")
    evening.say(1, "pass", phone(1))
    evening.send(EndEarly, sure=True)
    evening.send(ReturnToLobby)
    evening.send(Start)
    evening.send(Suspend)
    evening.send(Start)
    evening.say(1, "pass", phone(1))
    name, before = evening.table.id, evening.view()
    evening.close()
    store = Store(evening.folder / "table.db")
    with store.commit() as write:
        write.reset()
    store.close()
    evening.open()
    lobby = evening.at_table()
    assert lobby.phase == "lobby"
    assert evening.table.id != name
    assert [line["rule"] for line in evening.log()] == ["reset"]
    assert {chair.by for chair in evening.table.committed.state.chairs} == {"free"}
    assert [game.game for game in evening.table.finished.list_games()] == [1]
    assert evening.table.joining.seat_of_key(evening.keys[1]) is None
    evening.restart()
    assert [line["rule"] for line in evening.log()] == ["reset"]
    evening.send(Resume, game=3)
    assert evening.view() == before


# ---- what cannot be read


def test_damaged_file_is_reported_in_the_log(evening, tmp_path):
    evening.start("touch", "touch")
    name = evening.table.id
    evening.close()
    (tmp_path / "table.db").write_bytes(b"scrambled" * 1000)
    evening.open()
    assert evening.at_table().phase == "lobby"
    assert evening.table.id != name
    line, seats = evening.log()
    assert (line["type"], line["rule"], seats["rule"]) == ("noticed", "damaged", "table-unreadable")
    assert line["facts"] == {"file": "table.db", "kept": "table.damaged-1.db"}
    evening.start("touch", "touch")


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param("UPDATE rows SET text = 'dance' WHERE number = 2", id="a row that cannot be read"),
        pytest.param("UPDATE rows SET text = 'choose 3' WHERE number = 2", id="a row that is not legal"),
        pytest.param("""UPDATE games SET header = '{"seats": "mars, venus"}'""", id="a header that does not fit"),
        pytest.param("UPDATE games SET kind = 'chess'", id="a game that is not on the shelf"),
        pytest.param("DELETE FROM games", id="no game"),
    ],
)
def test_unreadable_stored_game_is_reported_and_does_not_stop_the_table(evening, spoil):
    evening.start("phone Ada", "touch")
    evening.say(1, "pass")
    evening.store._db.execute(spoil)
    checksums.sign(evening.store._db, 1)  # as if older rules had written these rows
    evening.restart()
    assert evening.at_table().phase == "lobby"
    assert [(line["rule"], line["facts"]) for line in evening.log()] == [("game-unreadable", {"game": 1})]
    assert evening.table.joining.seat_of_key(evening.keys[1]) == 0
    evening.send(Start)
    assert evening.at_table().game_id == 2


def test_an_unreadable_lobby_starts_fresh_without_reusing_numbers(evening):
    evening.start("touch", "touch")
    log_end = evening.table.log_end
    evening.store._db.execute("UPDATE kept SET value = '{' WHERE key = 'table'")
    evening.restart()
    assert [line["rule"] for line in evening.log()] == ["damaged", "table-unreadable"]
    assert evening.table.log_end > log_end
    evening.start("touch", "touch")
    assert evening.at_table().game_id == 2


# ---- a disk that takes nothing


def test_a_failed_commit_changes_nothing(evening):
    evening.start("phone Ada", "touch")
    before, cues = read_snapshots(evening), len(evening.cues)
    with evening.unwritable():
        for wish in (
            lambda: evening.say(1, "take"),
            lambda: evening.send(EndEarly, sure=True),
            lambda: evening.send(Suspend),
            lambda: evening.send(SetSeat, seat=2, by="bot"),
            lambda: evening.send(HandOver, seat=1),
            lambda: evening.send(Horn),
            lambda: evening.send(Leave, phone(1)),
            lambda: evening.send(Rename, phone(1), name="Eve", lang="de"),
        ):
            refused("unwritable", wish)
    assert read_snapshots(evening) == before
    assert len(evening.cues) == cues
    same_after_restart(evening)


def test_a_disk_that_fills_up_in_mid_game_loses_nothing(evening):
    evening.start("touch", "touch")
    (pages,) = evening.store._db.execute("PRAGMA page_count").fetchone()
    evening.store._db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(Rejection, match="disk-full"):
        sound_horns_until_full(evening)
    before = read_snapshots(evening)
    evening.store._db.execute("PRAGMA max_page_count = 1000000")
    evening.say(1, "take")
    assert read_snapshots(evening) != before
    same_after_restart(evening)


def sound_horns_until_full(evening):
    for number in itertools.count():
        evening.now += 1
        evening.send(Horn, id=f"{number:064}")


# ---- pulling the plug


@pytest.mark.rotated
def test_a_killed_table_restarts_in_the_state_everybody_last_saw(tmp_path):
    """A restart shows exactly the last state that was shown before the kill, or one stored step further."""
    rng = random.Random(7)
    for life in range(8):
        command = [sys.executable, "-m", "tests.app.killed", str(tmp_path), str(life)]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
            said = [process.stdout.readline() for _ in range(rng.randrange(2, 60))]
            process.send_signal(signal.SIGKILL)
            said += process.stdout.readlines()
            process.wait()
        assert process.returncode == -signal.SIGKILL
        newest = next(words for line in reversed(said) if line.endswith("\n") and (words := line.split()))
        evening = Evening(tmp_path, seed=None)
        again = describe_moment(evening).split()
        evening.close()
        assert again == newest or [*map(int, again[:3])] > [*map(int, newest[:3])]


def test_stored_tables_keep_their_field_names():
    stored = json.loads(
        msgspec.json.encode(TableState("id", (Chair(0),), Lobby("pebbles"), questions=(OpenQuestion(1, Seat(0), 0),)))
    )
    assert set(stored) == set(
        [
            "table",
            "chairs",
            "lobby",
            "phase",
            "game",
            "early",
            "first",
            "asked",
            "chair_count",
            "game_count",
            "question_count",
            "log_end",
            "log_begin",
            "correction",
            "locked",
            "lived",
            "daily",
            "dealt",
            "today",
            "change_count",
            "handled",
            "guided",
            "told",
            "ticked",
            "chosen",
            "copied",
            "stored_deal",
            "vote",
            "wrong_pins",
        ]
    )
    assert set(stored["chairs"][0]) == set(
        [
            *("number", "by", "name", "lang", "wish", "bot", "key", "ticket", "ticket_until", "asker"),
            *("emblem", "colour", "chosen", "called", "left", "knows", "coach", "plan", "member"),
            *("far", "far_ticket", "far_until", "far_asker"),
        ]
    )
    assert stored["asked"] == [{"number": 1, "seat": 0, "since": 0}]
    edit = Edit(1, "replace", "take", "screen", None)
    assert set(json.loads(msgspec.json.encode(edit))) == set(["row", "how", "text", "role", "by", "whose"])
    note = SuspendedGame(chairs=(), lobby=Lobby("pebbles"), seats=(), turn=1)
    assert set(json.loads(msgspec.json.encode(note))) == set(
        ["chairs", "lobby", "first", "seats", "turn", "daily", "guided", "told", "chosen", "dealt", "age"]
    )
