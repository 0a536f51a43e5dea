"""A data folder of an earlier version opens as it was left: nobody loses a game, a key or an evening by an update.

tests/folders/before-the-move has the table's file as SQL, its settings, and what its own screen saw last.
"""

import copy
import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.running import RunningTable

OLD_FOLDER = Path(__file__).resolve().parents[1] / "folders" / "before-the-move"
OLD_ANSWERS = json.loads((OLD_FOLDER / "seen.json").read_text())
KEY = "not-a-secret-0022"  # of seat 1, as its phone has it
FINISHED_MODES = ["tally", "play", "play", "play"]  # the newest first
SHEET, MEDALS, RUNNING = 5, 6, 7  # numbers of the games that are not over


@pytest.fixture
async def table(tmp_path):
    (tmp_path / "settings").mkdir()
    shutil.copy(OLD_FOLDER / "settings.json", tmp_path / "settings")
    with closing(sqlite3.connect(tmp_path / "table.db")) as db:
        db.executescript((OLD_FOLDER / "table.sql").read_text())
    running = RunningTable(tmp_path)
    try:
        yield await running.ready()
    finally:
        running.kill()


def keep_old_fields(now, before):
    """Return the fields of the new answer that the old one had, too."""
    match now, before:
        case dict(), dict():
            return {name: keep_old_fields(value, before[name]) for name, value in now.items() if name in before}
        case list(), list() if len(now) == len(before):
            return [keep_old_fields(*pair) for pair in zip(now, before, strict=True)]
    return now


@pytest.mark.rotated
async def test_old_data_folder_opens_with_everything_as_it_was(table):
    async with table.screen() as screen, table.phone(KEY) as ada:
        await screen.until(lambda: screen.table["seats"][0]["present"])
        recalled = (await screen.send("recall"))["games"]
        now = {"table": screen.table, "game": screen.game, "questions": screen.questions, "recalled": recalled}
        bot = screen.table["seats"][2]
        assert bot["own_bot"], "a bot that had no name then has one now"
        seen = copy.deepcopy(OLD_ANSWERS)
        seen["table"]["seats"][2]["name"] = bot["name"]
        assert seen["table"]["seats"][2]["bot"] == "greedy"
        seen["table"]["seats"][2]["bot"] = "normal"  # as that level is called now
        assert keep_old_fields(now, seen) == seen
        assert ada.game == screen.game
    assert [game["mode"] for game in OLD_ANSWERS["recalled"]] == FINISHED_MODES


@pytest.mark.rotated
async def test_game_of_an_old_data_folder_continues(table):
    async with table.screen() as screen, table.phone(KEY) as ada:
        turn = screen.game["turn"]
        while screen.game["turn"] < turn + 4:  # the bot in seat 3 acts as well
            await screen.until(lambda: bool(screen.questions))
            question = screen.questions[0]
            asked = ada if question["seat"] == 1 else screen
            await asked.until(lambda: question in asked.questions)  # noqa: B023  # said at once
            await asked.act(lambda legal: legal[0])
            await screen.until(lambda: question not in screen.questions)  # noqa: B023
        await screen.until(lambda: bool(screen.questions))  # no bot is about to act
        row = screen.table["undo"]["row"]
        await screen.send("undo", row=row)
        await screen.until(lambda: not screen.table["undo"] or screen.table["undo"]["row"] < row)


@pytest.mark.rotated
async def test_suspended_games_of_an_old_data_folder_resume(table):
    async with table.screen() as screen:
        await screen.send("lay-aside")
        await screen.send("resume", game=MEDALS)
        await screen.until(lambda: screen.table["game_id"] == MEDALS)
        assert screen.table["variant"] == ["medals"]
        await screen.act(lambda legal: legal[0])
        await screen.send("lay-aside")
        await screen.send("resume", game=SHEET)
        await screen.until(lambda: screen.table["game_id"] == SHEET)
        assert screen.game["sheet"] == "seven-wonders"
        assert [seat["cells"]["coins"] for seat in screen.game["seats"]] == [7, 4, 0]
        await screen.send("enter", action="3 set coins 9")
        await screen.send("enter", action="end")
        await screen.until(lambda: screen.table["phase"] == "over")
        assert screen.game["winners"] == [3]
        assert [game["game"] for game in screen.table["laid_aside"]] == [MEDALS, RUNNING]
        assert len((await screen.send("recall"))["games"]) == len(FINISHED_MODES) + 1


@pytest.mark.full
async def test_finished_games_of_an_old_data_folder_replay(table):
    async with table.screen() as screen:
        for game in OLD_ANSWERS["recalled"]:
            first = await screen.send("look-back", game=game["mark"], line=0)
            last = await screen.send("look-back", game=game["mark"], line=first["last"])
            assert first["last"] > 0
            assert first["table"]["phase"] == "game"
            assert last["table"]["phase"] == "over"
            assert last["view"]["winners"] == game["result"]["winners"]
