"""Tests of slow pages and exports: the table renders them on a worker thread and answers other requests meanwhile."""

import asyncio
import threading

import aiohttp
import pytest

from app.history import export_import
from app.phones.history_pages import Histories
from app.storage.database import Store
from engine.architects.game_facade import Architects
from tests.app import histories
from tests.app.phones.served import PATIENCE, Served, serving

SLOW = {  # a query, and what makes its page or file
    "files=csv": export_import.FORMS["csv"][1],
    "person=Ada": Histories._build_person_page,
    "wonder=giza&of=architects": Histories._build_wonder_page,
    "history": Histories._build_games_page,
}


@pytest.fixture
async def played(tmp_path, facts):
    store = Store(tmp_path / "table.db")
    histories.fill(store, Architects(facts))
    store.close()
    async with serving(Served(tmp_path, facts).sit("Ada", "Ben")) as running:
        yield running


class BlockedFunction:
    """A function that blocks until the test releases it."""

    def __init__(self, make):
        self._make, self.begun, self.may = make, threading.Event(), threading.Event()

    def __call__(self, *words):
        self.begun.set()
        assert self.may.wait(PATIENCE)
        return self._make(*words)


async def wait_until_begun(held: BlockedFunction) -> None:
    async with asyncio.timeout(PATIENCE):
        while not held.begun.is_set():
            await asyncio.sleep(0.005)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("query", SLOW)
async def test_requests_are_answered_while_a_slow_page_is_rendered(played, call, monkeypatch, query):
    held = BlockedFunction(SLOW[query])
    if query == "files=csv":
        monkeypatch.setitem(export_import.FORMS, "csv", (export_import.FORMS["csv"][0], held))
    else:
        monkeypatch.setattr(Histories, SLOW[query].__name__, lambda *words: held(*words))
    async with aiohttp.ClientSession(played.base) as client:
        asking = asyncio.create_task(client.get(f"/seat/{played.keys[1]}?{query}"))
        await wait_until_begun(held)
        socket = await client.ws_connect(f"/socket/{played.keys[2]}")
        await socket.send_json({"type": "rename", "id": "1", "name": "Bea", "lang": "en"})
        answers = []
        while "done" not in answers:
            answers.append((await socket.receive_json(timeout=PATIENCE))["type"])
        assert (await client.get("/")).status == 200
        assert not asking.done()
        held.may.set()
        answer = await asking
        assert (answer.status, answer.headers["Content-Encoding"]) == (200, "gzip")
        assert "Ada" in await answer.text()


async def test_games_are_read_on_a_worker_thread_and_again_if_outdated(played, monkeypatch):
    read, seen = Store.history, []

    def history(store, *words, daily=False):
        if daily:  # of which the lobby shows the few that there are
            return read(store, *words, daily=True)
        seen.append(threading.current_thread() is threading.main_thread())
        if len(seen) == 1:
            played.table.finished.forget()  # a game ends meanwhile
        return read(store, *words)

    monkeypatch.setattr(Store, "history", history)
    played.table.finished.forget()
    async with aiohttp.ClientSession(played.base) as client:
        assert (await client.get("/")).status == 200
        assert (await client.get("/watch?history")).status == 200
    assert seen == [False, False]


async def test_a_background_read_sees_one_consistent_state(played):
    with played.store.open_snapshot() as reading:
        before = len(reading.history())
        with played.store.commit() as write:
            write.delete_game(reading.history()[0].game)
        assert len(reading.history()) == before == len(played.store.history()) + 1
