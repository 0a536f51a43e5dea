"""Tests that both processes are killed and ended: the same game, seats and phones are restored."""

import asyncio
import os
import random
import re
import resource
import signal
import socket
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import aiohttp
import pytest

from tests.running import PATIENCE, Guest, Refused, RunningTable, eventually

ADDRESS = ("--host-address", "127.0.0.1")
# Nothing is taught while a conflict is shown.
UNSTORED = ("network", "onlookers", "ritual", "fought", "lesson", "seats")
Start = Callable[..., RunningTable]


@pytest.fixture
def start(tmp_path) -> Iterator[Start]:
    """Starts a table, in the same folder each time; none is left after the test."""
    tables = []

    def begin(*words: str, folder: Path = tmp_path, output: int = subprocess.DEVNULL) -> RunningTable:
        address = () if "--host-address" in words else ADDRESS
        tables.append(RunningTable(folder, *words, *address, output=output))
        return tables[-1]

    yield begin
    for table in tables:
        children = table.children() if table.process.poll() is None else []
        table.kill()
        for pid in children:
            os.kill(pid, signal.SIGKILL)


async def play_to_mid_game(table: RunningTable, actions: int = 25) -> str:
    """Play some actions with three seats, of which a phone plays the first, and return the phone's key."""
    rng = random.Random(3)
    async with table.screen() as screen:
        await screen.send("set-seats", count=3)
        key = await table.join(screen.ticket(1), "Ada", "fr")
        await screen.send("set-seat", seat=1, wonder="giza")  # without a choice that the screen may not see
        await screen.send("set-seat", seat=2, by="touch", name="Ben")
        await screen.send("set-seat", seat=3, by="touch")
        await screen.send("start")
        for _ in range(actions):
            await screen.act(rng.choice)
    return key


def visible_state(guest: Guest) -> dict[str, object]:
    """Return what people see of the table, without who is connected, the port, and a conflict that is still shown."""
    seats = [{**seat, "present": None} for seat in guest.table["seats"]]
    lasting = {name: value for name, value in guest.table.items() if name not in UNSTORED}
    asked = [(open["seat"], open["number"], open["legal"]) for open in guest.questions]
    return {"table": lasting, "seats": seats, "game": guest.game, "asked": asked, "log": guest.lines}


async def read_states(table: RunningTable, key: str) -> list[dict[str, object]]:
    """Return what the screen and the phone see now."""
    async with table.screen() as screen, table.phone(key) as phone:
        return [visible_state(screen), visible_state(phone)]


async def test_killed_table_restores_game_seats_and_phones(start):
    table = await start("table").ready()
    key = await play_to_mid_game(table)
    before = await read_states(table, key)
    assert before[0]["game"]
    table.kill()
    table = await start("table").ready()
    assert await read_states(table, key) == before
    async with table.screen() as screen:
        await screen.act(lambda legal: legal[0])
    assert table.end() == 0


@pytest.mark.rotated
async def test_intent_repeated_after_a_kill_is_applied_once(start):
    table = await start("table").ready()
    await play_to_mid_game(table, 5)
    async with table.screen() as screen:
        open = screen.questions[0]
        said = {"seat": open["seat"], "question": open["number"], "action": open["legal"][0]}
        await screen.say("act", "once", **said)
        await screen.until(lambda: screen.questions[0]["number"] != open["number"])
        after = visible_state(screen)
    table.kill()
    table = await start("table").ready()
    async with table.screen() as screen:
        assert (await screen.say("act", "once", **said))["type"] == "done"
        assert visible_state(screen) == after
        with pytest.raises(Refused, match="stale"):
            await screen.send("act", **said)
    table.end()


@pytest.mark.full
async def test_killed_table_restores_entered_points(start):
    table = await start("table").ready()
    async with table.screen() as screen:
        await screen.send("set-seats", count=3)
        await screen.send("set-game", mode="tally")
        for seat in (1, 2, 3):
            await screen.send("set-seat", seat=seat, by="touch")
        await screen.send("start")
        for line in ("1 add shields 1", "1 add shields 1", "marker 2 battle", "2 set wonder 14", "settle"):
            await screen.send("enter", action=line)
        await screen.until(lambda: screen.table["undo"]["action"] == "settle")
        await screen.send("undo", row=screen.table["undo"]["row"])
    async with table.screen() as screen:
        before = visible_state(screen)
    table.kill()
    table = await start("table").ready()
    async with table.screen() as screen:
        assert visible_state(screen) == before
        assert screen.game["seats"][0]["cells"]["shields"] == 2
        assert screen.game["conflict"]["battle"] == [False, True, False]
    assert table.end() == 0


@pytest.mark.rotated
@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
async def test_table_exits_silently_on_a_signal(start, name):
    table = await start("table", output=subprocess.PIPE).ready()
    table.process.send_signal(name)
    said = b"".join(table.process.communicate(timeout=PATIENCE))
    assert table.process.returncode == 0
    assert b"Traceback" not in said
    table = await start("table").ready()
    assert table.end() == 0


@pytest.mark.rotated
async def test_second_table_on_the_same_folder_is_refused(start):
    table = await start("table").ready()
    second = start("table")
    assert second.process.wait(PATIENCE) == 2
    async with table.screen() as screen:
        assert screen.table["phase"] == "lobby"
    table.end()


@pytest.mark.rotated
async def test_screen_can_shut_everything_down(start):
    table = await start("table").ready()
    async with table.screen() as screen:
        await screen.send("shutdown", sure=True)
    assert table.process.wait(PATIENCE) == 0


@pytest.mark.rotated
async def test_damaged_database_is_set_aside_and_named(start, tmp_path):
    table = await start("table").ready()
    await play_to_mid_game(table, 3)
    table.kill()
    for path in tmp_path.glob("table.db*"):
        path.unlink() if path.name != "table.db" else path.write_bytes(b"not a database, whatever it says" * 400)
    table = await start("table", output=subprocess.PIPE).ready()
    async with table.screen() as screen:
        assert screen.table["phase"] == "lobby"
    table.process.send_signal(signal.SIGINT)
    out, err = table.process.communicate(timeout=PATIENCE)
    assert b"table.db was damaged and is kept as" in (err or b"") + (out or b"")
    aside = [path for path in tmp_path.iterdir() if path.is_file() and b"not a database" in path.read_bytes()]
    assert len(aside) == 1


@pytest.mark.full
async def test_invalid_panel_file_is_reported_and_disables_the_panel(start, tmp_path):
    (tmp_path / "settings").mkdir()
    (tmp_path / "settings" / "panel.toml").write_bytes(b"[horn]\nbutton = 99\n")
    table = await start("table", output=subprocess.PIPE).ready()
    async with table.screen() as screen:
        assert screen.table["phase"] == "lobby"
    table.process.send_signal(signal.SIGINT)
    err = table.process.communicate(timeout=PATIENCE)[1].decode()
    assert table.process.returncode == 0
    said = rf"wondertable: The panel.s file has a mistake: .*{tmp_path}/settings/panel\.toml: horn\.button\.pin: 99 .*"
    assert [line for line in err.splitlines() if re.fullmatch(said, line)]


@pytest.mark.rotated
async def test_no_qr_code_is_printed_without_a_terminal(start):
    table = await start("run", "--headless", output=subprocess.PIPE).ready()
    table.process.send_signal(signal.SIGINT)
    out = table.process.communicate(timeout=PATIENCE)[0].decode()
    assert f"phones find the table at http://127.0.0.1:{table.port}" in out
    assert not set(out) & set("▀▄█")


@pytest.mark.full
async def test_last_picture_stays_after_shutdown_until_the_next_start(start, tmp_path, monkeypatch):
    shown = tmp_path / "shown"
    monkeypatch.setenv("WONDERTABLE_SHOWN", str(shown))
    table = await start("run", "--size", "800x480").ready()
    (screen,) = table.screens()
    await eventually(shown.exists)  # with its first picture: then nobody tries another way to show it
    async with table.screen() as guest:
        await guest.send("shutdown", sure=True)
    assert table.process.wait(PATIENCE) == 0
    assert alive(screen)
    table = await start("run", "--size", "800x480").ready()
    await eventually(lambda: not alive(screen))
    assert table.end() == 0


@pytest.mark.full
async def test_first_start_sets_the_language_without_confirmation(start, tmp_path, monkeypatch):
    """The screen is a service of its own, and a table without one does not count as started."""
    monkeypatch.setenv("WONDERTABLE_DATA", str(tmp_path))
    table = await start("table").ready()
    assert (tmp_path / "settings").is_dir(), "before its owner, as root, puts a file there"
    async with table.screen() as screen:
        await screen.send("set-table", lang="de")
        assert screen.meant == 0
        await screen.send("set-table", welcomed=True)
        await screen.send("set-table", lang="fr")
        assert screen.meant == 1


@pytest.mark.full
async def test_command_line_settings_hold_for_this_run(start, tmp_path):
    words = ("--lang", "nl", "--host-address", "table.lan:81")
    table = await start("table", *words).ready()
    async with table.screen() as screen:
        assert screen.table["settings"]["lang"] == "nl"
        await screen.until(lambda: screen.table["network"]["address"] == "http://table.lan:81")
        assert all(code["url"].startswith("http://table.lan:81/") for code in screen.codes)
        await screen.send("set-table", host_address="10.1.1.1")
        await screen.until(lambda: screen.table["network"]["address"] == f"http://10.1.1.1:{table.port}")
    table.end()
    assert (tmp_path / "settings" / "settings.json").exists()


@pytest.mark.full
async def test_same_seed_deals_the_same_cards(start, tmp_path):
    seen = []
    for name in ("one", "two"):
        table = await start("table", "--seed", "7", folder=tmp_path / name).ready()
        key = await play_to_mid_game(table, 10)
        seen.append((await read_states(table, key))[0]["game"])
        table.end()
    assert seen[0] == seen[1]


@pytest.mark.full
async def test_demo_plays_by_itself_and_stores_no_games(start, tmp_path):
    table = await start("run", "--headless", "--demo").ready()
    async with table.screen() as screen:
        assert screen.table["settings"]["welcomed"]
        await screen.send("set-table", bot_pace=0.0)
        await screen.until(lambda: screen.table["phase"] == "over")
    assert table.end() == 0
    with sqlite3.connect(tmp_path / "table.db") as store:
        kept = store.execute("SELECT count(*) FROM games WHERE keep").fetchone()
    store.close()
    assert kept == (0,)


# ---- with a screen -----------------------------------------------------------------------------------


def alive(pid: int) -> bool:
    path = Path(f"/proc/{pid}/stat")
    return path.exists() and path.read_text().rpartition(")")[2].split()[0] != "Z"


@pytest.mark.full
async def test_killed_screen_is_restarted(start):
    table = await start("run", "--size", "800x480").ready()
    key = await play_to_mid_game(table)
    before = await read_states(table, key)
    (first,) = table.screens()
    subprocess.run(["kill", "-9", str(first)], check=True)
    await eventually(lambda: table.screens() not in ([], [first]))
    assert await read_states(table, key) == before
    (second,) = table.screens()
    assert table.end() == 0
    assert not alive(second)


@pytest.mark.full
async def test_table_ended_during_startup_ends_its_screen(start, tmp_path):
    table = start("run", "--size", "800x480", output=subprocess.PIPE)
    await eventually(lambda: (tmp_path / "run.json").exists() and bool(table.screens()))
    (child,) = table.screens()
    table.process.send_signal(signal.SIGTERM)
    said = b"".join(table.process.communicate(timeout=PATIENCE))
    assert table.process.returncode == 0
    assert b"Traceback" not in said
    assert not alive(child)


@pytest.mark.rotated
async def test_killed_table_and_screen_restart_without_an_orphan(start):
    table = await start("run", "--size", "800x480").ready()
    key = await play_to_mid_game(table)
    before = await read_states(table, key)
    (orphan,) = table.screens()
    table.kill()
    assert alive(orphan), "a screen waits for its table"
    table = await start("run", "--size", "800x480").ready()
    assert await read_states(table, key) == before
    await eventually(lambda: not alive(orphan))
    assert len(table.screens()) == 1
    assert table.end() == 0


@pytest.mark.full
async def test_table_survives_a_thousand_idle_connections(start):
    """More than the files that a process may open by itself; the table goes on, and a phone gets its page."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 1024), hard))
    table = start("table")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 4096)), hard))
    await table.ready()
    idle = []
    try:
        async with table.screen() as screen:
            key = await table.join(screen.ticket(1), "Ada")
            for _ in range(1200):
                idle.append(socket.socket())
                idle[-1].setblocking(False)
                await asyncio.get_running_loop().sock_connect(idle[-1], ("127.0.0.1", table.port))
            for path in ("/", f"/seat/{key}", "/watch"):
                async with (
                    aiohttp.ClientSession(f"http://127.0.0.1:{table.port}") as phone,
                    phone.get(path, timeout=aiohttp.ClientTimeout(PATIENCE)) as answer,
                ):
                    assert answer.status == 200
            async with table.phone(key) as phone:
                await phone.until(lambda: phone.table["seats"][0]["present"])
            await screen.send("set-table", points=False)
            assert len(os.listdir(f"/proc/{table.process.pid}/fd")) < 500
    finally:
        for each in idle:
            each.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert table.end() == 0
