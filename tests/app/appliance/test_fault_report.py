"""A report helps to find a fault, and says nothing of anybody: what was planted everywhere is not in it."""

import html
import json
import platform
import re
import tarfile
import unicodedata
from contextlib import closing
from urllib.parse import quote, quote_plus

import msgspec
import pytest

from app.appliance import fault_report
from app.appliance.fault_report import ELLIPSIS, Cleaner, report
from app.storage.database import Store
from app.table.core.table_state import TableState
from app.table.lobby.game_agreement import Lobby
from app.table.lobby.seating import Chair

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
        write.new_game(1, "architects", {"names": f"{NAMES[1]}, {NAMES[2]}"}, True, b"secret")
    bed.services.heard = JOURNAL
    return bed


def read(bed, to, doctor: str = "  Network  The codes say anna.example.\n") -> dict[str, str]:
    said = report(bed.at, to, doctor)
    assert (
        said == f"{to}: versions, services, doctor, settings and journal, without names, keys, tickets and passwords."
    )
    with tarfile.open(to) as tar:
        return {name: tar.extractfile(name).read().decode() for name in tar.getnames()}


def test_fault_report_contains_no_private_data(bed, tmp_path):
    whole = "\n".join(read(bed, tmp_path / "report.tar.gz").values()).casefold()
    assert [word for word in (*PLANTED, platform.node()) if word.casefold() in whole] == []


def test_fault_report_contains_the_language_of_a_new_catalogue(bed, tmp_path, monkeypatch):
    monkeypatch.setattr(fault_report, "languages", lambda: {"en": "English", "es": "Español"})
    (bed.at.data / "settings/settings.json").write_text('{"lang": "es", "other": "swordfish"}')
    assert json.loads(read(bed, tmp_path / "report.tar.gz")["report/settings.json"]) == {"lang": "es"}


def test_fault_report_contains_versions_services_settings_and_journal(bed, tmp_path):
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
        f"GET http://192.168.1.5/{ELLIPSIS} /seat/{ELLIPSIS}/live",
        f"wondertable: {ELLIPSIS} and {ELLIPSIS} sat down with {ELLIPSIS}; also at the hotel",
        '  File "/opt/wondertable/1.0.0/app/table/table.py", line 12, in handle',
        f"engine.game.IllegalAction: {ELLIPSIS}",
        f"KeyError: {ELLIPSIS}",
        f'/home/{ELLIPSIS}/games psk={ELLIPSIS} "password": {ELLIPSIS} Bearer {ELLIPSIS}',
        "Main process exited, code=killed, status=9/KILL",
    ]


def test_fault_report_omits_the_journal_when_names_cannot_be_read(bed, tmp_path):
    (bed.at.data / "table.db").write_bytes(b"damaged" * 999)
    files = read(bed, tmp_path / "report.tar.gz")
    assert files["report/journal.txt"].startswith("The journal is missing")
    assert "Started" not in files["report/journal.txt"]


def test_blank_name_removes_nothing():
    assert Cleaner(["", " "])("all of this") == "all of this"


NAME_SPELLINGS = {  # how programs write a name down
    "percent": lambda name: quote(name),
    "percent of its blank alone": lambda name: name.replace(" ", "%20"),
    "a form": lambda name: quote_plus(name),
    "percent twice": lambda name: quote(quote(name)),
    "between quotes in an address": lambda name: f"%22{quote(name)}%22",
    "repr": repr,
    "ascii": ascii,
    "ascii of ascii": lambda name: ascii(ascii(name)),
    "bytes": lambda name: repr(name.encode()),
    "a line's end before": lambda name: repr(f"\n{name}\t"),
    "JSON": json.dumps,
    "JSON in JSON": lambda name: json.dumps(json.dumps(name)),
    "octal": lambda name: "".join(chr(b) if b < 128 else f"\\{b:03o}" for b in name.encode()),
    "a page": lambda name: html.escape(name),
    "a page in numbers": lambda name: "".join(f"&#{ord(letter)};" for letter in name),
    "in parts": lambda name: unicodedata.normalize("NFD", name),
}
ODD = ("Zo\xeb", "Jos\xe9 \xc1ngel", "Tom & Jerry's", "\U0001f469\u200d\U0001f680", "100%25 \\nell", "\xff\u0160")


@pytest.mark.parametrize("written", NAME_SPELLINGS)
@pytest.mark.parametrize("name", ODD)
def test_name_is_removed_in_every_encoding(name, written):
    said = NAME_SPELLINGS[written](name)
    line = f"wondertable[99]: name={said} sat down, {said}"
    cleaned = Cleaner(["Ada", name])(line)
    assert cleaned.count(ELLIPSIS) == 2, cleaned
    assert re.sub(r"[\s\"'b\\\\]", "", cleaned) == f"wondertale[99]:name={ELLIPSIS}satdown,{ELLIPSIS}", (
        "and nothing of it stays"
    )


def test_escaped_newline_does_not_end_an_error_text():
    for end in ("%0A", "\\n", "\\x0a", "&#10;", "\\u2028", "%E2%80%A8"):
        assert (
            Cleaner(["Ada"])(f"wondertable[9]: ValueError: of{end}somebody\nnext")
            == f"wondertable[9]: ValueError: {ELLIPSIS}\nnext"
        )


def test_key_after_an_escaped_slash_is_removed():
    assert SEAT_KEY[:9] not in Cleaner([])(f"GET http:%2F%2F192.168.1.5%2Fseat%2F{SEAT_KEY[:9]}%2Flive")
