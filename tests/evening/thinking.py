"""The bots' thinker of an evening: thinks at once, answers a moment later, and may die at any time."""

from collections.abc import Callable, Mapping
from functools import cache
from itertools import count
from typing import TYPE_CHECKING, Final

import main
from app.commands.think import ThinkerWorker
from app.protocol.thinker_messages import TO_THINKER, JudgeGame, Ready, line
from engine.game import Game
from engine.players.bot_levels import Players

if TYPE_CHECKING:
    from tests.evening.house import World

STARTS: Final = 0.4  # seconds
MAX_SECONDS: Final = 1.5  # seconds until an answer


@cache
def players() -> Players:
    return Players(main.read_players())


class EveningThinker:
    """A thinker of one life of the program, which it does not outlive. It reviews no games."""

    def __init__(self, world: "World", games: Mapping[str, Game]) -> None:
        self._world, self._life, self._games = world, world.lives, games
        self._rng = world.rng(f"thinker {world.lives}")
        self._on_line: Callable[[bytes | None], None] | None = None
        self._worker: ThinkerWorker | None = None
        self._answers: list[bytes] = []

    def start(self, on_line: Callable[[bytes | None], None]) -> None:
        passing = count(0.0, 0.05).__next__  # processor time: a few iterations for each decision
        self._on_line, self._answers = on_line, []
        self._worker = ThinkerWorker(self._games, players(), lambda: 0.0, self._answers.append, lambda _: None, passing)
        self._later(STARTS, line(Ready()))

    def say(self, text: bytes) -> None:
        if self._worker is None or isinstance(TO_THINKER.decode(text), JudgeGame):
            return
        self._worker.receive(text)
        while self._worker.is_busy:
            self._worker.step()
        for answer in self._answers:
            self._later(self._rng.uniform(0.0, MAX_SECONDS), answer)
        self._answers.clear()

    def end(self) -> None:
        self._on_line = self._worker = None

    def die(self) -> None:
        """End on its own; the table learns of it by its closed pipe."""
        if self._on_line is not None:
            self._worker = None
            self._later(0.0, None)

    def _later(self, seconds: float, text: bytes | None) -> None:
        """Deliver a line, unless another thinker runs by then."""
        on_line = self._on_line

        def deliver() -> None:
            house = self._world.house
            if house is not None and self._world.lives == self._life and self._on_line is on_line is not None:
                on_line(text)
                house.wake()

        def arrive() -> None:
            if self._world.house is not None and self._world.lives == self._life and not self._world.disk.dead:
                self._world.house.write_queue.begin(deliver)

        self._world.loop.call_later(seconds, arrive)
