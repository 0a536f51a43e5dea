"""The process that thinks: started, fed and heard in a loop; killed, it is missed at once. Games that it plays."""

import asyncio
import itertools
import os
import random
import signal
import sys

import msgspec
import pytest

import main
from app.commands.think import ThinkerWorker
from app.games.game_list import shelf
from app.host.thinker_process import ThinkerProcess
from app.protocol.game_lifecycle_messages import Start
from app.protocol.seat_messages import SetSeat, SetSeats
from app.protocol.thinker_messages import FROM_THINKER, Drop, GameBegins, LineSaid, Ready, Think, line
from engine.game import CHANCE
from engine.players.bot_levels import Players
from engine.players.learned_evaluation import Evaluation
from tests.app.tables import Evening
from tests.running import PATIENCE

PLAYERS = Players(main.read_players())


class ThinkerGame:
    """A game of Duel and what a thinker is told of it."""

    def __init__(self):
        self.game, self.said = shelf(main.read_game_data())["duel"], []
        setup = self.game.setup({"game": "duel", "seats": "2"})
        self.state, self.rng = self.game.start(setup), random.Random(3)
        self.say(GameBegins(dict(setup.header())))
        self.luck()

    def say(self, said):
        self.said.append(line(said))

    def act(self, seat, action):
        self.state.apply(seat, action)
        self.say(LineSaid(seat, str(action)))

    def luck(self):
        while self.state.to_act == (CHANCE,):
            self.act(CHANCE, self.state.deal(self.rng))

    def think(self, number, iterations=20, seconds=None, player="hard:scholar", effort=0.0):
        self.say(Think(number, self.state.to_act[0], player, iterations, 7, seconds, effort))

    def take_messages(self):
        said, self.said = self.said, []
        return said


def make_worker(clock=lambda: 0.0, processor_time=lambda: 0.0):
    answers, notes = [], []
    made = ThinkerWorker(
        shelf(main.read_game_data()),
        PLAYERS,
        clock,
        lambda text: answers.append(FROM_THINKER.decode(text)),
        notes.append,
        processor_time,
    )
    return made, answers, notes


def step_to_end(made, began=None):
    """Step the thinking until it is done, and return the number of steps. `began`: for a fork without an idle core."""
    steps = 0
    while made.is_busy:
        made.step(None if steps else began)
        steps += 1
    return steps


def deliver(made, told):
    for text in told.take_messages():
        made.receive(text)


def test_thinker_chooses_the_same_action_as_a_local_player():
    made, answers, notes = make_worker()
    told = ThinkerGame()
    player = PLAYERS.choose("hard:scholar", "duel", 2, "", 20)
    for number in range(1, 6):
        seat, rng = told.state.to_act[0], random.Random(7)
        told.think(number, PLAYERS.iterations("hard", "duel", 2) if number == 1 else 20)
        deliver(made, told)
        while made.is_busy:
            made.step()
        world = told.state.resample(seat, rng)
        wanted = player(world, seat, rng) if number == 1 else None
        said = told.state.parse(answers[-1].action)
        assert answers[-1].number == number
        assert said in told.state.legal(seat)
        assert wanted is None or said == wanted
        told.act(seat, said)
        told.luck()
    assert notes == []


def test_player_without_search_is_answered():
    made, answers, _ = make_worker()
    told = ThinkerGame()
    seat, rng = told.state.to_act[0], random.Random(7)
    told.think(1, iterations=0, player="easy")
    deliver(made, told)
    made.step()
    wanted = PLAYERS.choose("easy", "duel", 2, "")(told.state.resample(seat, rng), seat, rng)
    assert [told.state.parse(each.action) for each in answers] == [wanted]
    assert not made.is_busy


def test_dropped_question_is_not_answered():
    made, answers, _ = make_worker()
    told = ThinkerGame()
    told.think(1)
    deliver(made, told)
    made.step()
    told.say(Drop(1))
    told.think(2)
    deliver(made, told)
    made.step()
    again = ThinkerGame()
    again.think(3)
    deliver(made, again)
    step_to_end(made)
    assert [each.number for each in answers] == [3]


def test_search_out_of_time_takes_the_best_action_and_logs_it():
    times = iter([0.0, 0.5, 1.0, 1.4, 1.6])
    made, answers, notes = make_worker(lambda: next(times))
    told = ThinkerGame()
    told.think(1, iterations=1000, seconds=1.5)
    deliver(made, told)
    step_to_end(made)
    assert len(answers) == 1
    [note] = notes
    assert note == "a bot of duel was stopped thinking; 997 of its iterations are left"


def test_search_is_limited_by_processor_time():
    made, answers, notes = make_worker(processor_time=itertools.count(0.0, 0.01).__next__)
    told = ThinkerGame()
    told.think(1, iterations=3, seconds=9.0, effort=1.2)
    deliver(made, told)
    assert 3 < step_to_end(made) <= 120, "by time, not by iterations"
    assert (len(answers), notes) == (1, [])


def test_search_by_time_ends_without_a_free_core():
    times = itertools.count(0.0, 0.5)
    made, answers, notes = make_worker(clock=times.__next__)
    told = ThinkerGame()
    told.think(1, seconds=1.5, effort=1.2)
    deliver(made, told)
    step_to_end(made)
    assert (len(answers), notes) == (1, []), "it has no iterations that could be left"


def test_search_without_an_idle_core_is_limited_by_iterations():
    made, answers, notes = make_worker(processor_time=itertools.count(0.0, 0.01).__next__)
    told = ThinkerGame()
    told.think(1, iterations=3, seconds=9.0, effort=1.2)
    deliver(made, told)
    assert step_to_end(made, began=0.0) <= 4
    assert (len(answers), notes) == (1, [])


@pytest.mark.full
def test_process_answers_reports_its_death_and_prints_no_messages(capfd):
    """Nor does it load anything of the screen's or the server's: python says what it imports."""

    async def lives():
        process, heard, told = ThinkerProcess(asyncio.get_running_loop()), asyncio.Queue(), ThinkerGame()
        process.program = (sys.executable, "-X", "importtime", *process.program[1:])
        process.start(heard.put_nowait)
        told.think(1)
        for text in told.take_messages():
            process.say(text)
        async with asyncio.timeout(PATIENCE):
            assert isinstance(FROM_THINKER.decode(await heard.get()), Ready)
            first = FROM_THINKER.decode(await heard.get())
        assert told.state.parse(first.action) in told.state.legal(told.state.to_act[0])
        assert os.getpriority(os.PRIO_PROCESS, process.pid) > os.getpriority(os.PRIO_PROCESS, 0)
        os.kill(process.pid, signal.SIGKILL)
        async with asyncio.timeout(PATIENCE):
            assert await heard.get() is None
        assert process.pid is None
        process.start(heard.put_nowait)
        process.say(b'{"say": "line", "seat": 0, "text": "reveal token secret-thing"}\n')
        async with asyncio.timeout(PATIENCE):
            assert isinstance(FROM_THINKER.decode(await heard.get()), Ready)
            assert await heard.get() is None
        process.end()

    asyncio.run(lives())
    out, err = capfd.readouterr()
    assert "secret-thing" not in out + err
    assert "begins again" in err
    loaded = {line.rpartition("|")[2].strip() for line in err.splitlines() if line.startswith("import time:")}
    assert "engine.players.tree_search" in loaded
    others = ("kivy", "aiohttp", "zeroconf", "app.screen", "app.phones", "app.shown", "app.table", "app.storage")
    assert [name for name in loaded if f"{name}.".startswith(tuple(f"{each}." for each in others))] == []


def modified_process(change):
    """Return a thinker process that runs a modified app/commands/think.py."""
    process = ThinkerProcess(asyncio.get_running_loop())
    program = f"import os, signal\nimport main\nfrom app.commands import think\n{change}\n"
    process.program = (sys.executable, "-c", f"{program}think.think(main.read_game_data(), main.read_players())")
    return process


def collect_answers(change):
    """List the answers of such a process to two requests."""

    async def lives():
        process, heard, told = modified_process(change), asyncio.Queue(), ThinkerGame()
        process.start(heard.put_nowait)
        assert isinstance(FROM_THINKER.decode(await heard.get()), Ready)
        found = []
        for number in (1, 2):
            told.think(number)
            for text in told.take_messages():
                process.say(text)
            async with asyncio.timeout(PATIENCE):
                found.append(await heard.get())
        process.end()
        return [FROM_THINKER.decode(text) for text in found]

    return asyncio.run(lives())


FORBIDDEN = """
def forbidden(*words):
    raise PermissionError
"""
ONLY_IDLE = """
think.SILENT_SECONDS = 3600
step = think.ThinkerWorker.step
def steps(mind, began=None):
    assert os.sched_getscheduler(0) == os.SCHED_IDLE
    step(mind, began)
think.ThinkerWorker.step = steps
"""


@pytest.mark.full
@pytest.mark.skipif(not hasattr(os, "SCHED_IDLE"), reason="there is no such thing here")
def test_thinker_answers_the_same_with_and_without_forking():
    made, answers, _ = make_worker()
    told = ThinkerGame()
    for number in (1, 2):
        told.think(number)
    deliver(made, told)
    step_to_end(made)
    assert collect_answers(ONLY_IDLE) == answers
    assert collect_answers("think.SILENT_SECONDS = 0.01; think._run_fork = lambda mind, out: signal.pause()") == answers
    assert collect_answers("think._run_fork = lambda mind, out: os._exit(1)") == answers
    assert collect_answers(f"{FORBIDDEN}os.sched_setscheduler = forbidden") == answers


def test_thinker_answers_when_priority_cannot_be_lowered(monkeypatch):
    def forbidden(*words):
        raise PermissionError

    monkeypatch.setattr(os, "setpriority", forbidden)
    assert [each.number for each in collect_answers("")] == [1, 2]


STUCK = """
aside = think._run_fork
def stuck(mind, out):
    if mind.next_number == 1:
        os.write(1, b"stuck\\n")
        signal.pause()
    aside(mind, out)
think._run_fork = stuck
think.SILENT_SECONDS = 3600
"""


@pytest.mark.skipif(not hasattr(os, "SCHED_IDLE"), reason="there is no such thing here")
def test_question_dropped_during_a_fork_is_not_answered():
    async def lives():
        process, heard, told = modified_process(STUCK), asyncio.Queue(), ThinkerGame()
        process.start(heard.put_nowait)
        told.think(1)
        for text in told.take_messages():
            process.say(text)
        async with asyncio.timeout(PATIENCE):
            assert isinstance(FROM_THINKER.decode(await heard.get()), Ready)
            assert await heard.get() == b"stuck"
            told.say(Drop(1))
            told.think(2)
            for text in told.take_messages():
                process.say(text)
            assert FROM_THINKER.decode(await heard.get()).number == 2
        process.end()

    asyncio.run(lives())


@pytest.mark.rotated
@pytest.mark.parametrize("turns", [1, pytest.param(18, marks=pytest.mark.full)])
def test_table_stays_responsive_with_six_bots(tmp_path, every_fact, monkeypatch, turns):
    """The table's process evaluates nothing, and a person gets an answer while all six bots are still thinking."""

    def never(*args):
        raise AssertionError("the table's loop judges")

    monkeypatch.setattr(Evaluation, "win_probabilities", never)

    async def lives():
        process = ThinkerProcess(asyncio.get_running_loop())
        answers = []
        start = process.start
        process.start = lambda heard: start(lambda text: (answers.append(text), heard(text)))
        games = shelf(every_fact)
        evening = Evening(tmp_path, shelf={"seven-wonders": games["seven-wonders"]}, players=PLAYERS, thinker=process)
        evening.settings = msgspec.structs.replace(evening.settings, bot_pace=0)
        evening.restart()
        evening.send(SetSeats, count=7)
        evening.send(SetSeat, seat=1, by="touch")
        for seat in range(2, 8):
            evening.send(SetSeat, seat=seat, by="bot", bot="easy" if seat == 7 else "hard")
        evening.send(Start)
        heard = asyncio.Event()
        process.on_delivered = heard.set
        match = evening.table.committed.match
        for _ in range(turns):
            turn = evening.view()["age"], evening.view()["turn"]
            told = len(answers)
            [question] = [each for each in evening.table.committed.state.questions if each.seat == 0]
            evening.say(1, str(evening.table.committed.match.state.legal(0)[0]))
            assert len(answers) == told, "the person did not wait for any of them"
            async with asyncio.timeout(PATIENCE):
                while (evening.view()["age"], evening.view()["turn"]) == turn and evening.at_table().phase == "game":
                    await heard.wait()
                    heard.clear()
                    evening.table.tick(evening.now)
            assert question not in evening.table.committed.state.questions
            assert None not in answers
        assert match is not None
        assert turns < 18 or evening.at_table().phase == "over"
        evening.close()
        process.end()

    asyncio.run(lives())
