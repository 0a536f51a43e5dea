"""`wondertable code`: a way in for whoever sits at the machine, and one sentence when there is none."""

import asyncio
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from app.commands import join_codes as code_command
from app.host.data_folder import lock_folder, write_run_file
from app.looks import qr_codes
from app.protocol.client_rights import SCREEN
from app.protocol.network_messages import Network
from app.storage.settings_file import Settings, save
from app.text.terminal_output import exit_code_of
from tests.app.tables import Evening
from tests.running import RunningTable

ROOT = Path(__file__).resolve().parents[1]
HOST = "127.0.0.1"


@pytest.fixture
def start(tmp_path):
    """Starts a table without a screen; none is left after the test."""
    tables = []

    def begin(*more, env=None):
        tables.append(RunningTable(tmp_path, "table", "--host-address", HOST, *more, env=env))
        return tables[-1]

    yield begin
    for table in tables:
        table.kill()


async def run_code(folder, *more):
    """Return the exit code, standard output and standard error of `main.py code`."""
    command = [sys.executable, "-W", "error", str(ROOT / "main.py"), "code", *more, "--data-dir", str(folder)]
    pipe = subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, stdout=pipe, stderr=pipe)
    out, err = await process.communicate()
    return process.returncode, out.decode(), err.decode()


async def start_game(table, *, bot=False):
    """Start a game of two seats, the first with Ada's phone, and return Ada's key."""
    async with table.screen() as screen:
        await screen.send("set-seats", count=2)
        key = await table.join(screen.ticket(1), "Ada")
        other = {"by": "bot"} if bot else {"by": "touch", "name": "Ben"}
        await screen.send("set-seat", seat=2, **other)
        await screen.send("start")
    return key


def parse_ticket(said):
    [found] = re.findall(rf"^http://{HOST}:\d+/join/(\S+)$", said, re.MULTILINE)
    return found


@pytest.mark.full
async def test_new_phone_takes_over_a_seat_by_the_printed_code(start, tmp_path):
    table = await start().ready()
    key = await start_game(table)
    done, said, wrong = await run_code(tmp_path, "1")
    assert (done, wrong) == (0, "")
    assert said.startswith("Hand over: Seat 1, Ada\n")
    assert qr_codes.text(f"http://{HOST}:{table.port}/join/{parse_ticket(said)}") in said
    new = await table.join(parse_ticket(said), "Ada")
    assert new != key
    async with table.phone(new) as phone:
        assert phone.table["phase"] == "game"
        assert phone.table["seats"][0]["present"]
    assert table.run.key not in said
    assert key not in said


@pytest.mark.rotated
async def test_code_command_without_a_seat_lists_all_seats(start, tmp_path):
    table = await start().ready()
    async with table.screen() as screen:
        await screen.send("set-seats", count=4)
        await screen.send("set-seat", seat=2, by="bot")
        await screen.send("set-seat", seat=3, by="touch", name="Ben")
        await table.join(screen.ticket(1), "Ada")
        free = f"http://{HOST}:{table.port}/join/{screen.ticket(4)}"
    done, said, wrong = await run_code(tmp_path)
    assert (done, wrong) == (0, "")
    own = f"http://{HOST}:{table.port}/"
    for url in (free, own):
        assert f"{url}\n{qr_codes.text(url)}\n" in said
    assert said.splitlines()[-5:-1] == [
        "Seat 1, Ada     by phone, not connected now",
        "Seat 2, Brisko  Bot",
        "Seat 3, Ben     on the screen",
        "Seat 4          free",
    ]
    assert (await run_code(tmp_path, "4"))[1].endswith(f"{free}\n{qr_codes.text(free)}\n")
    told = json.loads((await run_code(tmp_path, "--json"))[1])
    assert told["codes"] == [{"seat": 0, "url": own}, {"seat": 4, "url": free}]
    assert told["seats"] == [
        {"seat": 1, "name": "Ada", "by": "phone", "present": False},
        {"seat": 2, "name": "Brisko", "by": "bot", "present": True},
        {"seat": 3, "name": "Ben", "by": "touch", "present": True},
        {"seat": 4, "name": None, "by": "free", "present": False},
    ]


@pytest.mark.rotated
async def test_connected_screen_keeps_working(start, tmp_path):
    table = await start().ready()
    await start_game(table)
    async with table.screen() as screen:
        done, said, _ = await run_code(tmp_path, "2")
        await screen.until(lambda: len(screen.codes) == 2)
        assert [code["url"].rsplit("/", 1)[1] for code in screen.codes if code["seat"] == 2] == [parse_ticket(said)]
        await screen.act(lambda legal: legal[0])
    assert done == 0


@pytest.mark.rotated
@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("seat", "sentence"),
    [
        pytest.param("3", "There is no such seat.", id="no such seat"),
        pytest.param("2", "A bot plays this seat. Take the seat over first.", id="a bot"),
    ],
)
async def test_seat_without_a_code_is_refused(start, tmp_path, seat, sentence):
    table = await start().ready()
    await start_game(table, bot=True)
    assert await run_code(tmp_path, seat) == (2, "", f"wondertable: {sentence}\n")


@pytest.mark.full
async def test_code_command_prints_english_in_any_table_language(start, tmp_path):
    table = await start(env=os.environ | {"LC_ALL": "", "LANG": "de_AT.UTF-8"}).ready()
    await start_game(table)
    _, said, _ = await run_code(tmp_path, "1")
    assert said.startswith("Hand over: Seat 1, Ada\nScan this with the other phone")
    assert (await run_code(tmp_path, "9"))[2] == "wondertable: There is no such seat.\n"


@pytest.mark.full
async def test_code_returns_a_seat_from_a_substitute_bot(start, tmp_path):
    table = await start().ready()
    key = await start_game(table)
    async with table.phone(key) as phone:
        await phone.send("set-seat", seat=1, by="bot")
    done, said, _ = await run_code(tmp_path, "1")
    assert done == 0
    async with table.phone(await table.join(parse_ticket(said), "Ada")) as phone:
        assert phone.table["seats"][0]["by"] == "phone"


# ---- no table ------------------------------------------------------------------------------------------


@pytest.mark.rotated
async def test_missing_table_is_reported(tmp_path):
    sentence = f"No table is running with the data folder {tmp_path}."
    assert await run_code(tmp_path) == (2, "", f"wondertable: {sentence}\n")
    write_run_file(tmp_path, port=1, key="k", run="r")  # what a killed one leaves
    assert await run_code(tmp_path, "1") == (2, "", f"wondertable: {sentence}\n")
    assert await run_code(tmp_path / "nowhere") == (2, "", f"wondertable: {sentence[:-1]}/nowhere.\n")
    save(tmp_path / "settings", Settings(lang="de"))
    assert await run_code(tmp_path) == (2, "", f"wondertable: {sentence}\n")


@pytest.mark.full
async def test_unresponsive_table_is_reported(tmp_path):
    sentence = "wondertable: The table does not answer; try again in a moment.\n"
    with lock_folder(tmp_path):
        assert await run_code(tmp_path) == (2, "", sentence)
        write_run_file(tmp_path, port=1, key="k", run="r")
        assert await run_code(tmp_path) == (2, "", sentence)
        (tmp_path / "run.json").write_text("{}")
        assert await run_code(tmp_path) == (2, "", sentence)


class Canned:
    """A wire on which all has been said."""

    def __init__(self, *said):
        self._said = list(said)

    def receive(self):
        return self._said.pop(0) if self._said else None

    def close(self):
        pass


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        pytest.param(1, "There is no network that phones could use, so there is no code either.", id="no network"),
        pytest.param(0, "The table does not answer; try again in a moment.", id="it ends"),
    ],
)
def test_table_without_codes_is_reported(tmp_path, capsys, said, sentence):
    evening = Evening(tmp_path)
    snapshots = [msgspec.json.encode(evening.table.snapshot(SCREEN))] * said
    with lock_folder(tmp_path):
        write_run_file(tmp_path, port=1, key="k", run="r")
        wire = Canned(b'{"type": "hello"}', *snapshots)
        assert exit_code_of(lambda: code_command.show(tmp_path, None, lambda *_: wire)) == 2
    assert capsys.readouterr() == ("", f"wondertable: {sentence}\n")
    evening.close()


def test_code_command_waits_for_a_slow_table(tmp_path, capsys):
    evening = Evening(tmp_path)
    evening.table.presence.set_network(Network("http://192.0.2.7:8080", None))
    late = [Canned(msgspec.json.encode(evening.table.snapshot(SCREEN)))]

    def dial(*_):
        if dials.append(None) or len(dials) < 5:
            raise TimeoutError
        return late.pop()

    dials = []
    with lock_folder(tmp_path):
        write_run_file(tmp_path, port=1, key="k", run="r")
        assert code_command.show(tmp_path, None, dial) == 0
    assert "http://192.0.2.7:8080" in capsys.readouterr().out
    evening.close()


@pytest.mark.rotated
async def test_key_of_another_run_is_reported(start, tmp_path):
    table = await start().ready()
    (tmp_path / "run.json").write_text(json.dumps({**msgspec.structs.asdict(table.run), "key": "another"}))
    assert await run_code(tmp_path) == (2, "", "wondertable: The table does not answer; try again in a moment.\n")


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is closed to root")
async def test_table_of_another_user_is_reported(tmp_path):
    with lock_folder(tmp_path):
        write_run_file(tmp_path, port=1, key="k", run="r")
        (tmp_path / "run.json").chmod(0)
        file = tmp_path / "run.json"
        sentence = f"{file} cannot be read (Permission denied). The person who started the table can read it."
        assert await run_code(tmp_path) == (2, "", f"wondertable: {sentence}\n")
