"""`wondertable think`: the process that thinks for a table's bots, with requests and answers on a pipe.

It receives what the table knows and sends only actions (app/protocol/thinker_messages.py). It ends with the table.

A fork computes each decision and runs only while a core is idle, so that no tap has to wait. If no core is ever idle,
the process itself computes (docs/decisions/0150-bots-think-in-their-own-process.md).
"""

import os
import select
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from math import inf
from typing import Any, Final, NoReturn

import msgspec

from app.games.game_list import shelf
from app.protocol.thinker_messages import (
    TO_THINKER,
    Advice,
    ChosenAction,
    DecisionJudged,
    Drop,
    GameBegins,
    GameJudged,
    JudgeGame,
    LineSaid,
    Ready,
    Think,
    Weigh,
    line,
)
from app.text.terminal_output import NAME
from engine.game import Game, Rng, Seat, State
from engine.players import game_review
from engine.players.action_comparison import BACKGROUND, HINT, ActionComparison, ActionRanking
from engine.players.bot_levels import Players
from engine.players.learned_evaluation import Evaluation
from engine.players.tree_search import MAX_ITERATIONS, Search, SearchPlayer
from engine.record import BrokenRecord, start_stored

SILENT_SECONDS: Final = 0.5  # without a step of a fork, after which no core counts as idle
BUSY_SECONDS: Final = 30.0  # for which that is assumed to last
READ_BYTES: Final = 65_536  # per read
REPORT_SECONDS: Final = 0.02  # between two reports of a fork


class ThinkerWorker:
    """The thinker's state: the games, the queue of decisions, and the one in progress, computed step by step.

    `send` is called with each answer; `log` with a sentence for the program's log.
    """

    def __init__(
        self,
        games: Mapping[str, Game],
        players: Players,
        clock: Callable[[], float],
        send: Callable[[bytes], object],
        log: Callable[[str], None],
        processor_time: Callable[[], float] = time.process_time,
    ) -> None:
        self._games = games
        self._players = players
        self._clock = clock
        self._processor_time = processor_time
        self._send = send
        self._log = log
        self._game, self._seats, self._variant = "", 0, ""
        self._state: State[Any] | None = None
        self._queue: deque[tuple[Think | Weigh, State[Any]]] = deque()  # with the state at the time of the request
        # Requests of low priority, including the one in progress.
        self._background: deque[tuple[Think | Weigh, State[Any]]] = deque()
        self._current: _Decision | None = None
        self._review: _GameReview | None = None  # lowest priority

    @property
    def is_busy(self) -> bool:
        return self._current is not None or bool(self._queue or self._background) or self._review is not None

    @property
    def is_idle(self) -> bool:
        """True if nobody waits for the decision in progress."""
        return not self._queue and (self._current is None or self._current.can_wait)

    @property
    def has_begun(self) -> bool:
        """True in the middle of a decision."""
        return self._current is not None

    @property
    def next_number(self) -> int | None:
        """The number of the decision in progress, or of the next; below 0 for one of a reviewed game."""
        if self._current is not None:
            return self._current.request.number
        if self._queue:
            return self._queue[0][0].number
        if self._background:
            return self._background[0][0].number
        return self._review.next_decision.number if self._review else None

    def receive(self, text: bytes) -> None:
        """Process a message of the table."""
        match message := TO_THINKER.decode(text):
            case GameBegins():
                self._queue.clear()
                self._background.clear()
                self._current = None
                setup = self._games[message.header["game"]].setup(message.header)
                self._game, self._seats = message.header["game"], setup.seats
                self._variant = message.header.get("variant", "")
                self._state = self._games[self._game].start(setup)
            case LineSaid():
                assert self._state is not None
                self._state.apply(Seat(message.seat), self._state.parse(message.text))
            case Think() | Weigh():
                assert self._state is not None
                if self._current is not None and self._current.can_wait:
                    self._current = None  # it is computed later
                background = isinstance(message, Weigh) and message.beside
                (self._background if background else self._queue).append((message, self._state.copy()))
            case Drop():
                self.cancel(message.number)
            case JudgeGame():
                if self._current is not None and isinstance(self._current.request, _JudgedDecision):
                    self._current = None
                self._review = _GameReview(message, self._games, self._players)

    def cancel(self, number: int) -> None:
        """Cancel a decision."""
        self._queue = deque(each for each in self._queue if each[0].number != number)
        self._background = deque(each for each in self._background if each[0].number != number)
        if self._current is not None and self._current.request.number == number:
            self._current = None

    def forward_answer(self, text: bytes) -> None:
        """Forward an answer that a fork computed for the next decision."""
        if self._queue:
            self._queue.popleft()
        elif self._background:
            self._background.popleft()
        else:
            self._advance_review()
        self._send(text)

    def redirect_answers(self, send: Callable[[bytes], object]) -> None:
        """Send answers to another function from now on."""
        self._send = send

    def step(self, began: float | None = None) -> None:
        """Compute one iteration of a search, or the whole decision of a player without search.

        `began`: the time at which a fork began with it that found no idle core; then only iterations count.
        """
        if self._current is None and not self._queue and not self._background:
            self._start_judgement()
            return
        current = self._current
        if current is None:
            request, state = self._queue.popleft() if self._queue else self._background[0]
            current = self._start_search(request, state, began)
            if current is None:
                self._remove_answered(request)
                return
        self._current = current
        is_late = current.until is not None and self._clock() >= current.until
        if not is_late and not current.is_finished(self._processor_time()):
            current.search.step()
            current.left -= 1
            return
        if is_late and current.left > 0 and not current.effort:
            who = "a bot" if isinstance(current.search, Search) else "a hint"
            self._log(f"{who} of {self._game} was stopped thinking; {current.left} of its iterations are left")
        self._current = None
        self._remove_answered(current.request)
        self._send(line(current.answer()))

    def _remove_answered(self, request: "Think | Weigh | _JudgedDecision") -> None:
        if isinstance(request, _JudgedDecision):
            self._advance_review()
        elif isinstance(request, Weigh) and request.beside:
            self._background.popleft()

    def _start_judgement(self) -> None:
        """Begin with the next decision of the reviewed game, or send its final result."""
        assert self._review is not None
        request = self._review.next_decision
        if request.decision is not None and self._review.evaluation is not None:
            weighing = game_review.start_comparison(
                request.decision, self._review.of.seed, self._review.evaluation, self._review.iterations
            )
            self._current = _Decision(request, weighing, weighing.steps_left, None)
        else:
            judged = self._review.conclude()
            self._review = None
            self._send(line(judged))

    def _advance_review(self) -> None:
        if self._review is not None:
            self._review = self._review if self._review.advance() else None

    def _start_search(self, request: Think | Weigh, state: State[Any], began: float | None) -> "_Decision | None":
        """Begin a search in a state that the seat cannot tell from the true one; None if it was answered without a
        search.
        """
        seat, rng = Seat(request.seat), Rng(request.seed)
        since = self._clock() if began is None else began
        until = None if request.seconds is None else since + request.seconds
        if isinstance(request, Weigh):
            evaluation = self._players.evaluation(self._game, self._seats, self._variant)
            if evaluation is None:
                self._send(line(Advice(request.number, ActionRanking())))
                return None
            world = state.resample(None, rng) if request.public else state
            playouts = BACKGROUND if request.beside else HINT
            weighing = ActionComparison(world, seat, rng, evaluation, request.iterations, playouts)
            return _Decision(request, weighing, weighing.steps_left, until)
        named = request.player, self._game, self._seats, self._variant
        player = self._players.choose(*named, request.iterations) or self._players.quick_player(*named)
        world = state.resample(seat, rng)
        if not isinstance(player, SearchPlayer):
            self._send(line(ChosenAction(request.number, str(player(world, seat, rng)))))
            return None
        effort, spent = request.effort if began is None else 0.0, self._processor_time()
        search = player.start_search(world, seat, rng)
        return _Decision(request, search, MAX_ITERATIONS if effort else request.iterations, until, effort, spent)


class _JudgedDecision(msgspec.Struct):
    """A decision of a reviewed game; None after the last one. `number` is below 0."""

    number: int
    game: int
    decision: game_review.Decision | None


class _GameReview:
    def __init__(self, of: JudgeGame, games: Mapping[str, Game], players: Players) -> None:
        self.of = of
        self.evaluation: Evaluation | None = None
        self.iterations = 0  # of the level that judges
        self._games = games
        self._decisions: Iterator[game_review.Decision] = iter(())
        with suppress(BrokenRecord):
            state = self._start_state()
            game, variant = of.header["game"], of.header.get("variant", "")
            self.evaluation = players.evaluation(game, len(state.scores()), variant)
            self.iterations = players.iterations(game_review.LEVEL, game, len(state.scores()))
            self._decisions = game_review.list_decisions(state, of.lines, of.since)
        self._number = 0
        self.next_decision = _JudgedDecision(0, of.game, None)
        self.advance()

    def advance(self) -> bool:
        """Advance to the next decision. Return False after the last one."""
        if self._number and self.next_decision.decision is None:
            return False
        known = set(self.of.judged)
        try:
            found = next((each for each in self._decisions if (each.line, each.seat) not in known), None)
        except BrokenRecord:
            found = self.evaluation = None
        self._number -= 1
        self.next_decision = _JudgedDecision(self._number, self.of.game, found)
        return True

    def conclude(self) -> GameJudged:
        """Return the final result: the chances of the seats during the game."""
        if self.evaluation is None:
            return GameJudged(self.of.game)
        return GameJudged(
            self.of.game, game_review.compute_course(self._start_state(), self.of.lines, self.of.seed, self.evaluation)
        )

    def _start_state(self) -> State[Any]:
        state = start_stored(self._games, self.of.header)
        assert isinstance(state, State)
        return state


class _Decision(msgspec.Struct):
    request: Think | Weigh | _JudgedDecision
    search: Search | ActionComparison
    left: int  # iterations
    until: float | None  # by the clock
    effort: float = 0.0  # seconds of processor time; 0: as long as its iterations take
    began: float = 0.0  # by processor time

    @property
    def can_wait(self) -> bool:
        """True if nobody waits for it."""
        return isinstance(self.request, _JudgedDecision) or (isinstance(self.request, Weigh) and self.request.beside)

    def is_finished(self, now: float) -> bool:
        """Check whether it has had its effort, or nothing further can change its answer. `now`: processor time."""
        if isinstance(self.search, Search):
            return self.search.is_finished(self.search.done + self.left, now - self.began, self.effort)
        return self.left <= 0

    def answer(self) -> ChosenAction | Advice | DecisionJudged:
        """Return the answer as far as it has been computed."""
        if isinstance(self.request, _JudgedDecision):
            assert isinstance(self.search, ActionComparison)
            assert self.request.decision is not None
            judged = game_review.judge_decision(self.request.decision, self.search.ranking())
            return DecisionJudged(self.request.game, judged)
        if isinstance(self.search, ActionComparison):
            return Advice(self.request.number, self.search.ranking())
        return ChosenAction(self.request.number, str(self.search.best()))


def think(data: Mapping[str, bytes], players: Mapping[str, bytes]) -> int:
    """Receive, think and answer until the table ends. Return the exit code."""

    def send(text: bytes) -> None:
        sys.stdout.buffer.write(text)
        sys.stdout.buffer.flush()

    def log(sentence: str) -> None:
        print(f"{NAME}: {sentence}", file=sys.stderr, flush=True)

    worker = ThinkerWorker(shelf(data), Players(players), time.monotonic, send, log)
    send(line(Ready()))
    try:
        _run_loop(worker)
    except Exception as error:  # its message may contain secrets
        log(f"thinking has failed with {type(error).__name__}, and begins again")
        return 1
    return 0


class ForkedSearch:
    """A fork that computes the next decision while a core is idle. It reports now and then that it goes on."""

    def __init__(self, worker: ThinkerWorker, began: float) -> None:
        self.number = worker.next_number
        self.began = began
        self.pipe, out = os.pipe()
        self._incomplete_line = b""
        self._pid = os.fork()
        if not self._pid:
            _run_fork(worker, out)
        os.close(out)

    def read_answer(self) -> bytes | None:
        """Return its answer; b"" while it is computing, None if it has died."""
        output = os.read(self.pipe, READ_BYTES)
        *lines, self._incomplete_line = (self._incomplete_line + output).split(b"\n")
        return next((text + b"\n" for text in lines if text), b"" if output else None)

    def end(self) -> None:
        """Kill the fork. Without an idle core that takes a while, so it is reaped together with a later one."""
        os.kill(self._pid, signal.SIGKILL)
        os.close(self.pipe)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass


def _run_fork(worker: ThinkerWorker, out: int) -> NoReturn:
    """Run the fork: write empty lines while it computes, then the answer. Errors occur again in the process itself."""
    try:
        os.close(0)
        os.close(1)  # otherwise the table would not notice the parent's death
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
        worker.redirect_answers(lambda text: os.write(out, text))
        number, reported = worker.next_number, time.monotonic()
        while worker.next_number == number:
            worker.step()
            if (now := time.monotonic()) >= reported + REPORT_SECONDS:
                os.write(out, b"\n")
                reported = now
    finally:
        os._exit(0)


def _run_loop(worker: ThinkerWorker) -> None:
    incomplete_line = b""
    fork: ForkedSearch | None = None
    computes_until = -inf if hasattr(os, "SCHED_IDLE") else inf  # until this time the process itself computes
    while True:
        can_fork = computes_until <= time.monotonic() or (worker.is_idle and computes_until < inf)
        if fork is None and worker.is_busy and not worker.has_begun and can_fork:
            fork = ForkedSearch(worker, time.monotonic())
        pipes, wait = ([0], 0.0 if worker.is_busy else None) if fork is None else ([0, fork.pipe], SILENT_SECONDS)
        ready, _, _ = select.select(pipes, [], [], wait)
        if 0 in ready:
            received = os.read(0, READ_BYTES)
            if not received:
                return
            *lines, incomplete_line = (incomplete_line + received).split(b"\n")
            for text in lines:
                worker.receive(text)
            if fork is not None and worker.next_number != fork.number:
                fork.end()
                fork = None
        elif fork is None:
            worker.step()
        elif not ready and worker.is_idle:  # low priority: keep waiting for an idle core
            continue
        elif (answer := fork.read_answer() if ready else None) is None:  # no progress, or dead
            fork.end()
            computes_until = time.monotonic() + BUSY_SECONDS
            worker.step(fork.began)
            fork = None
        elif answer:
            fork.end()
            fork = None
            worker.forward_answer(answer)
