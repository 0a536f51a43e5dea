"""A report helps to find a fault, and says nothing of anybody: what was planted everywhere is not in it."""

import json
import platform
import tarfile
from contextlib import closing

import msgspec
import pytest

from app.appliance.report import GONE, Cleaner, report
from app.storage.database import Store
from app.table.lobby import Lobby
from app.table.seating import Chair
from app.table.state import TableState

USER = "wilma"
NAMES = ("Wilhelmina", "José Ángel", "al")
TICKET, SEAT_KEY, SCREEN_KEY = "q7Zt-0pKx9Lm", "0123456789abcdeffedcba9876543210", "sCrEeN-kEy_0f-this_Run"
JOURNAL = f"""\
2026-11-22T07:00:00+0000 systemd[1]: Started wondertable.service - Wondertable: games and phones.
2026-11-22T07:00:01+0000 wondertable[99]: wondertable: phones find the table at http://192.168.1.5
2026-11-22T07:00:02+0000 wondertable[99]: GET http://192.168.1.5/join/{TICKET} /seat/{SEAT_KEY}/live
2026-11-22T07:00:03+0000 wondertable[99]: wondertable: wilhelmina and JOSÉ ÁNGEL sat down with Al; also at the hotel
2026-11-22T07:00:04+0000 wondertable[99]:   File "/opt/wondertable/1.0.0/app/table/table.py", line 12, in handle
2026-11-22T07:00:04+0000 wondertable[99]: engine.game.IllegalAction: Wilhelmina may not
2026-11-22T07:00:04+0000 wondertable[99]: KeyError: 'a-word-nobody-listed'
2026-11-22T07:00:05+0000 wondertable[99]: /home/{USER}/games psk=hunter2 "password": "swordfish" Bearer {SCREEN_KEY}
2026-11-22T07:00:06+0000 wondertable-screen[100]: Main process exited, code=killed, status=9/KILL
"""
PLANTED = (
    *NAMES[:2],
    "wilma",
    TICKET,
    SEAT_KEY,
    SCREEN_KEY,
    "hunter2",
    "swordfish",
    "a-word-nobody-listed",
    "anna.example",
)


@pytest.fixture
def bed(bed):
    """A machine at whose table people sit, of whom much is kept."""
    settings = {"lang": "nl", "volume": 3, "motion": False, "host_address": "anna.example", "wifi": "swordfish"}
    (bed.at.data / "settings/settings.json").write_text(json.dumps(settings))
    (bed.at.data / "settings/pin.json").write_text('{"salt": "hunter2"}')
    run = json.loads((bed.at.data / "run.json").read_text()) | {"key": SCREEN_KEY}
    (bed.at.data / "run.json").write_text(json.dumps(run))
    (bed.at.data / "table.db").unlink()
    chairs = (Chair(1, by="phone", name=NAMES[0], key=SEAT_KEY, ticket=TICKET),)
    with closing(Store(bed.at.data / "table.db")) as store, store.commit() as write:
        write.table_state(msgspec.json.encode(TableState("table", chairs, Lobby("architects"))))
        write.new_game(1, "architects", {"names": f"{NAMES[1]}, {NAMES[2]}"}, True, b"secret", 0.0)
    bed.services.heard = JOURNAL
    return bed


def read(bed, to, doctor: str = "  Network  The codes say anna.example.\n") -> dict[str, str]:
    said = report(bed.at, to, doctor)
    assert (
        said == f"{to}: versions, services, doctor, settings and journal, without names, keys, tickets and passwords."
    )
    with tarfile.open(to) as tar:
        return {name: tar.extractfile(name).read().decode() for name in tar.getnames()}


def test_nothing_that_was_planted_is_in_it(bed, tmp_path):
    whole = "\n".join(read(bed, tmp_path / "report.tar.gz").values()).casefold()
    assert [word for word in (*PLANTED, platform.node()) if word.casefold() in whole] == []


def test_what_helps_is_in_it(bed, tmp_path):
    files = read(bed, tmp_path / "report.tar.gz")
    assert list(files) == [
        f"report/{name}" for name in ("about.txt", "services.txt", "doctor.txt", "settings.json", "journal.txt")
    ]
    assert files["report/about.txt"].startswith("version   1.0.0 (here: 1.0.0)\nsystem    ")
    assert files["report/services.txt"] == "wondertable.service: active\nwondertable-screen.service: active\n"
    assert json.loads(files["report/settings.json"]) == {"lang": "nl", "volume": 3, "motion": False}
    journal = files["report/journal.txt"].splitlines()
    assert [line.partition(": ")[2] for line in journal] == [
        "Started wondertable.service - Wondertable: games and phones.",
        "wondertable: phones find the table at http://192.168.1.5",
        f"GET http://192.168.1.5/{GONE} /seat/{GONE}/live",
        f"wondertable: {GONE} and {GONE} sat down with {GONE}; also at the hotel",
        '  File "/opt/wondertable/1.0.0/app/table/table.py", line 12, in handle',
        f"engine.game.IllegalAction: {GONE}",
        f"KeyError: {GONE}",
        f'/home/{GONE}/games psk={GONE} "password": {GONE} Bearer {GONE}',
        "Main process exited, code=killed, status=9/KILL",
    ]


def test_where_the_names_cannot_be_read_there_is_no_journal(bed, tmp_path):
    (bed.at.data / "table.db").write_bytes(b"damaged" * 999)
    files = read(bed, tmp_path / "report.tar.gz")
    assert files["report/journal.txt"].startswith("The names could not be read")
    assert "Started" not in files["report/journal.txt"]


def test_a_name_of_nothing_takes_nothing_out():
    assert Cleaner(["", " "])("all of this") == "all of this"
