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
from engine.game import Game, IllegalAction, Rng, Seat, State
from engine.players import game_review
from engine.players.action_comparison import ActionComparison, ActionRanking
from engine.players.bot_levels import Players
from engine.players.learned_evaluation import Judgement
from engine.players.tree_search import Search, SearchPlayer

SILENT_SECONDS: Final = 0.5  # without a step of a fork, after which no core counts as idle
BUSY_SECONDS: Final = 30.0  # for which that is assumed to last
READ_BYTES: Final = 65_536  # per read


class ThinkerWorker:
    """The thinker's state: the games, the queue of decisions, and the one in progress, computed step by step.

    `say` is called with each answer; `note` with a sentence for the program's log.
    """

    def __init__(
        self,
        games: Mapping[str, Game],
        players: Players,
        clock: Callable[[], float],
        say: Callable[[bytes], object],
        note: Callable[[str], None],
    ) -> None:
        self._games = games
        self._players = players
        self._clock = clock
        self._say = say
        self._note = note
        self._game, self._seats, self._variant = "", 0, ""
        self._state: State[Any] | None = None
        self._waiting: deque[tuple[Think | Weigh, State[Any]]] = deque()  # with the state at the time of the request
        self._beside: deque[tuple[Think | Weigh, State[Any]]] = deque()  # low priority; includes the one in progress
        self._now: _Decision | None = None
        self._review: _GameReview | None = None  # lowest priority

    @property
    def busy(self) -> bool:
        return self._now is not None or bool(self._waiting or self._beside) or self._review is not None

    @property
    def idle(self) -> bool:
        """True if nobody waits for the decision in progress."""
        return not self._waiting and (self._now is None or self._now.can_wait)

    @property
    def begun(self) -> bool:
        """True in the middle of a decision."""
        return self._now is not None

    @property
    def next(self) -> int | None:
        """The number of the decision in progress, or of the next; below 0 for one of a reviewed game."""
        if self._now is not None:
            return self._now.asked.number
        if self._waiting:
            return self._waiting[0][0].number
        if self._beside:
            return self._beside[0][0].number
        return self._review.next.number if self._review else None

    def hear(self, text: bytes) -> None:
        """Process a message of the table."""
        match said := TO_THINKER.decode(text):
            case GameBegins():
                self._waiting.clear()
                self._beside.clear()
                self._now = None
                setup = self._games[said.header["game"]].setup(said.header)
                self._game, self._seats = said.header["game"], setup.seats
                self._variant = said.header.get("variant", "")
                self._state = self._games[self._game].start(setup)
            case LineSaid():
                assert self._state is not None
                self._state.apply(Seat(said.seat), self._state.parse(said.text))
            case Think() | Weigh():
                assert self._state is not None
                if self._now is not None and self._now.can_wait:
                    self._now = None  # it is computed later
                beside = isinstance(said, Weigh) and said.beside
                (self._beside if beside else self._waiting).append((said, self._state.copy()))
            case Drop():
                self.drop(said.number)
            case JudgeGame():
                if self._now is not None and isinstance(self._now.asked, _JudgedDecision):
                    self._now = None
                self._review = _GameReview(said, self._games, self._players)

    def drop(self, number: int) -> None:
        """Cancel a decision."""
        self._waiting = deque(each for each in self._waiting if each[0].number != number)
        self._beside = deque(each for each in self._beside if each[0].number != number)
        if self._now is not None and self._now.asked.number == number:
            self._now = None

    def answered(self, text: bytes) -> None:
        """Forward an answer that a fork computed for the next decision."""
        if self._waiting:
            self._waiting.popleft()
        elif self._beside:
            self._beside.popleft()
        else:
            self._go_on()
        self._say(text)

    def answer_to(self, say: Callable[[bytes], object]) -> None:
        """Send answers to `say` from now on."""
        self._say = say

    def step(self, began: float | None = None) -> None:
        """Compute one iteration of a search, or the whole decision of a player without search.

        `began`: the time at which work on this decision began, if it did.
        """
        if self._now is None and not self._waiting and not self._beside:
            self._judge()
            return
        now = self._now
        if now is None:
            asked, state = self._waiting.popleft() if self._waiting else self._beside[0]
            now = self._begin(asked, state, self._clock() if began is None else began)
            if now is None:
                self._over(asked)
                return
        self._now = now
        late = now.until is not None and self._clock() >= now.until
        if now.left > 0 and not late:
            now.search.step()
            now.left -= 1
            return
        if now.left > 0:
            who = "a bot" if isinstance(now.search, Search) else "a hint"
            self._note(f"{who} of {self._game} was stopped thinking; {now.left} of its iterations are left")
        self._now = None
        self._over(now.asked)
        self._say(line(now.answer()))

    def _over(self, asked: "Think | Weigh | _JudgedDecision") -> None:
        """Remove an answered decision."""
        if isinstance(asked, _JudgedDecision):
            self._go_on()
        elif isinstance(asked, Weigh) and asked.beside:
            self._beside.popleft()

    def _judge(self) -> None:
        """Begin with the next decision of the reviewed game, or send its final result."""
        assert self._review is not None
        asked = self._review.next
        if asked.decision is not None and self._review.judgement is not None:
            weighing = game_review.begun(asked.decision, self._review.of.seed, self._review.judgement)
            self._now = _Decision(asked, weighing, weighing.left, None)
        else:
            over = self._review.over()
            self._review = None
            self._say(line(over))

    def _go_on(self) -> None:
        """Advance the review after a judged decision."""
        if self._review is not None:
            self._review = self._review if self._review.go_on() else None

    def _begin(self, asked: Think | Weigh, state: State[Any], began: float) -> "_Decision | None":
        """Begin a search in a state that the seat cannot tell from the true one; None if it was answered without a
        search.
        """
        seat, rng = Seat(asked.seat), Rng(asked.seed)
        until = None if asked.seconds is None else began + asked.seconds
        if isinstance(asked, Weigh):
            judgement = self._players.judgement(self._game, self._seats, self._variant)
            if judgement is None:
                self._say(line(Advice(asked.number, ActionRanking())))
                return None
            world = state.resample(None, rng) if asked.public else state
            weighing = ActionComparison(world, seat, rng, judgement, asked.iterations)
            return _Decision(asked, weighing, weighing.left, until)
        named = asked.player, self._game, self._seats, self._variant
        player = self._players.choose(*named, asked.iterations) or self._players.at_once(*named)
        world = state.resample(seat, rng)
        if not isinstance(player, SearchPlayer):
            self._say(line(ChosenAction(asked.number, str(player(world, seat, rng)))))
            return None
        search = player.begun(world, seat, rng)
        return _Decision(asked, search, asked.iterations if len(search.legal) > 1 else 0, until)


class _JudgedDecision(msgspec.Struct):
    """A decision of a reviewed game; None after the last one. `number` is below 0."""

    number: int
    game: int
    decision: game_review.Decision | None


class _GameReview:
    """The review of a game, decision by decision."""

    def __init__(self, of: JudgeGame, games: Mapping[str, Game], players: Players) -> None:
        self.of = of
        self.judgement: Judgement | None = None
        self._games = games
        self._left: Iterator[game_review.Decision] = iter(())
        try:
            state = self._begun()
            game, variant = of.header["game"], of.header.get("variant", "")
            self.judgement = players.judgement(game, len(state.scores()), variant)
            self._left = game_review.decisions(state, of.lines, of.since)
        except (KeyError, ValueError, IllegalAction):
            self.judgement = None
        self._number = 0
        self.next = _JudgedDecision(0, of.game, None)
        self.go_on()

    def go_on(self) -> bool:
        """Advance to the next decision. Return False after the last one."""
        if self._number and self.next.decision is None:
            return False
        known = set(self.of.judged)
        try:
            found = next((each for each in self._left if (each.line, each.seat) not in known), None)
        except (ValueError, IllegalAction):
            found = self.judgement = None
        self._number -= 1
        self.next = _JudgedDecision(self._number, self.of.game, found)
        return True

    def over(self) -> GameJudged:
        """Return the final result: the chances of the seats during the game."""
        if self.judgement is None:
            return GameJudged(self.of.game)
        return GameJudged(self.of.game, game_review.course(self._begun(), self.of.lines, self.of.seed, self.judgement))

    def _begun(self) -> State[Any]:
        rules = self._games[self.of.header["game"]]
        return rules.start(rules.setup(self.of.header))


class _Decision(msgspec.Struct):
    asked: Think | Weigh | _JudgedDecision
    search: Search | ActionComparison
    left: int  # iterations
    until: float | None  # by the clock

    @property
    def can_wait(self) -> bool:
        """True if nobody waits for it."""
        return isinstance(self.asked, _JudgedDecision) or (isinstance(self.asked, Weigh) and self.asked.beside)

    def answer(self) -> ChosenAction | Advice | DecisionJudged:
        """Return the answer as far as it has been computed."""
        if isinstance(self.asked, _JudgedDecision):
            assert isinstance(self.search, ActionComparison)
            assert self.asked.decision is not None
            judged = game_review.judged(self.asked.decision, self.search.weighed())
            return DecisionJudged(self.asked.game, judged)
        if isinstance(self.search, ActionComparison):
            return Advice(self.asked.number, self.search.weighed())
        return ChosenAction(self.asked.number, str(self.search.best()))


def think(data: Mapping[str, bytes], players: Mapping[str, bytes]) -> int:
    """Receive, think and answer until the table ends. Return the exit code."""

    def say(text: bytes) -> None:
        sys.stdout.buffer.write(text)
        sys.stdout.buffer.flush()

    def note(sentence: str) -> None:
        print(f"{NAME}: {sentence}", file=sys.stderr, flush=True)

    mind = ThinkerWorker(shelf(data), Players(players), time.monotonic, say, note)
    say(line(Ready()))
    try:
        _listen(mind)
    except Exception as error:  # its message may contain secrets
        note(f"thinking has failed with {type(error).__name__}, and begins again")
        return 1
    return 0


class ForkedSearch:
    """A fork that computes the next decision while a core is idle. It reports each step."""

    def __init__(self, mind: ThinkerWorker, now: float) -> None:
        self.number = mind.next
        self.began = now
        self.heard, out = os.pipe()
        self._said = b""
        self._pid = os.fork()
        if not self._pid:
            _run_fork(mind, out)
        os.close(out)

    def answer(self) -> bytes | None:
        """Return its answer; b"" while it is computing, None if it has died."""
        said = os.read(self.heard, READ_BYTES)
        *lines, self._said = (self._said + said).split(b"\n")
        return next((text + b"\n" for text in lines if text), b"" if said else None)

    def end(self) -> None:
        """Kill the fork. Without an idle core that takes a while, so it is reaped together with a later one."""
        os.kill(self._pid, signal.SIGKILL)
        os.close(self.heard)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass


def _run_fork(mind: ThinkerWorker, out: int) -> NoReturn:
    """Run the fork: write a line for each step, the last one the answer. Errors occur again in the process itself."""
    try:
        os.close(0)
        os.close(1)  # otherwise the table would not notice the parent's death
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
        mind.answer_to(lambda text: os.write(out, text))
        number = mind.next
        while mind.next == number:
            mind.step()
            os.write(out, b"\n")
    finally:
        os._exit(0)


def _listen(mind: ThinkerWorker) -> None:
    begun = b""
    aside: ForkedSearch | None = None
    alone = -inf if hasattr(os, "SCHED_IDLE") else inf  # until this time the process itself computes
    while True:
        free = alone <= time.monotonic() or (mind.idle and alone < inf)
        if aside is None and mind.busy and not mind.begun and free:
            aside = ForkedSearch(mind, time.monotonic())
        pipes, wait = ([0], 0.0 if mind.busy else None) if aside is None else ([0, aside.heard], SILENT_SECONDS)
        ready, _, _ = select.select(pipes, [], [], wait)
        if 0 in ready:
            said = os.read(0, READ_BYTES)
            if not said:
                return
            *lines, begun = (begun + said).split(b"\n")
            for text in lines:
                mind.hear(text)
            if aside is not None and mind.next != aside.number:
                aside.end()
                aside = None
        elif aside is None:
            mind.step()
        elif not ready and mind.idle:  # low priority: keep waiting for an idle core
            continue
        elif (answer := aside.answer() if ready else None) is None:  # no progress, or dead
            aside.end()
            alone = time.monotonic() + BUSY_SECONDS
            mind.step(aside.began)
            aside = None
        elif answer:
            aside.end()
            aside = None
            mind.answered(answer)
