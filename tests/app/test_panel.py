"""A panel shows what is on the table, and its presses become the horn."""

import asyncio
import itertools
from collections.abc import Callable, Iterator
from uuid import uuid4

import msgspec
import pytest

from app import demo, panel
from app import messages as m
from app.rights import SCREEN
from app.store import Store
from app.table import Table
from engine.architects.game import Architects
from engine.players import PLAYERS
from hardware.simulated import Simulated


class Clock:
    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def table(tmp_path, facts, clock) -> Iterator[Table]:
    store = Store(tmp_path / "table.db")
    yield Table(
        store,
        {"architects": Architects(facts)},
        players=PLAYERS,
        settings=m.Settings(bot_pace=1.0),
        save_settings=lambda settings: None,
        clock=clock,
        seed="panel",
    )
    store.close()


class Loop(list[Callable[[], None]]):
    """What would be called soon; `run` calls it."""

    def run(self) -> None:
        while self:
            self.pop(0)()


def view(table: Table) -> dict:
    snapshot = table.snapshot(SCREEN)
    return msgspec.json.decode(snapshot.game) if snapshot.game else {}


def wish(table: Table, intent: type[m.Intent], **fields: object) -> None:
    table.handle(SCREEN, intent(id=uuid4().hex, **fields))


def play_on(table: Table, clock: Clock, loop: Loop) -> None:
    """One action of a bot."""
    at = table.next_tick()
    assert at is not None
    clock.now = at
    table.tick(clock.now)
    loop.run()


def with_bots(table: Table) -> None:
    wish(table, m.SetSeats, count=3)
    for seat in (1, 2, 3):
        wish(table, m.SetSeat, seat=seat, by="bot", bot="random")
    wish(table, m.Start)


def test_lamps_markers_and_horn_follow_a_whole_game(table, clock):
    parts, loop = Simulated(), Loop()
    panel.connect(table, parts, loop.append)
    assert parts.lamps == [0.0] * 7
    with_bots(table)
    loop.run()
    blown = 0
    for _ in itertools.takewhile(lambda _: not view(table)["over"], range(1000)):
        seen = view(table)
        assert [n + 1 for n, level in enumerate(parts.lamps) if level] == seen["to_act"]
        assert parts.battle == (seen["conflict"]["flipped"], seen["conflict"]["tokens"])
        play_on(table, clock, loop)
    assert view(table)["over"]
    assert not any(parts.lamps)
    for line in table.snapshot(SCREEN).news:
        event = msgspec.json.decode(line.event)
        blown += event["count"] if event["type"] == "markers-turned" else 0
    assert parts.horns == blown > 0


def test_a_panel_that_is_joined_in_mid_game_shows_it_and_keeps_quiet(table, clock):
    with_bots(table)
    for _ in range(60):
        play_on(table, clock, Loop())
    parts, loop = Simulated(), Loop()
    panel.connect(table, parts, loop.append)
    assert sum(parts.lamps) == 1.0
    assert parts.horns == 0


def test_a_press_sounds_the_horn_for_everybody(table):
    parts, loop, heard = Simulated(), Loop(), []
    panel.connect(table, parts, loop.append)
    table.subscribe(heard.append)
    parts.press(2)
    assert parts.horns == 0, "a press comes from another thread and has to wait for the table's"
    loop.run()
    assert parts.horns == 1
    assert [cue.what for cue in heard if isinstance(cue, m.Cue)] == ["horn"]


def test_a_closed_panel_is_dark_and_deaf(table, clock):
    parts, loop = Simulated(), Loop()
    close = panel.connect(table, parts, loop.append)
    with_bots(table)
    loop.run()
    close()
    play_on(table, clock, loop)
    parts.press(0)
    loop.run()
    assert parts.lamps == [0.0] * 7
    assert parts.horns == 0


async def test_a_demo_sits_bots_down_and_keeps_games_coming(table, clock):
    games: list[int] = []

    async def applause(seconds: float) -> None:
        games.append(msgspec.json.decode(table.snapshot(SCREEN).table)["game_id"])
        if len(games) == 2:
            raise EOFError

    def people() -> None:
        for _ in range(2000):
            at = table.next_tick()
            if at is None:
                return
            clock.now = at
            table.tick(at)

    task = asyncio.create_task(demo.play(table, applause))
    for _ in range(10):
        await asyncio.sleep(0)
        people()
    with pytest.raises(EOFError):
        await task
    assert games[0] != games[1]
