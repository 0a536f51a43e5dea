"""`main.py think`, which a table starts: think for its bots, as the table says over a pipe, and answer there.

It knows what the table knows, and says nothing but actions (app/protocol/thinking.py). It goes when the table does.
"""

import os
import select
import sys
import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from app.games.shelf import shelf
from app.protocol.thinking import TO_THINKER, Drop, GameBegins, LineSaid, Think, Thought, line
from app.text.terminal import NAME
from engine.game import Game, Rng, Seat, State
from engine.players.levels import Players
from engine.players.search import Search, Searching

LOW: Final = 10  # how much less urgent than the table it is
READS: Final = 65_536  # bytes at once


class Mind:
    """What it is told, and what it thinks about: one thing after another, a step at a time.

    `say` is called with each answer; `note` with a sentence for the program's log.
    """

    def __init__(
        self,
        games: Mapping[str, Game],
        players: Players,
        clock: Callable[[], float],
        say: Callable[[bytes], None],
        note: Callable[[str], None],
    ) -> None:
        self._games = games
        self._players = players
        self._clock = clock
        self._say = say
        self._note = note
        self._game, self._seats, self._variant = "", 0, ""
        self._state: State[Any] | None = None
        self._waiting: deque[tuple[Think, State[Any]]] = deque()  # with the world it is asked in
        self._now: _Decision | None = None

    @property
    def busy(self) -> bool:
        return self._now is not None or bool(self._waiting)

    def hear(self, text: bytes) -> None:
        """A line of the table's."""
        match said := TO_THINKER.decode(text):
            case GameBegins():
                self._waiting.clear()
                self._now = None
                setup = self._games[said.header["game"]].setup(said.header)
                self._game, self._seats = said.header["game"], setup.seats
                self._variant = said.header.get("variant", "")
                self._state = self._games[self._game].start(setup)
            case LineSaid():
                assert self._state is not None
                self._state.apply(Seat(said.seat), self._state.parse(said.text))
            case Think():
                assert self._state is not None
                self._waiting.append((said, self._state.copy()))
            case Drop():
                self._waiting = deque(each for each in self._waiting if each[0].number != said.number)
                if self._now is not None and self._now.asked.number == said.number:
                    self._now = None

    def step(self) -> None:
        """Think a little: an iteration of a search; of whoever does not search the whole decision."""
        now = self._now or self._begin(*self._waiting.popleft())
        if now is None:
            return
        self._now = now
        late = now.until is not None and self._clock() >= now.until
        if now.left > 0 and not late:
            now.search.step()
            now.left -= 1
            return
        if now.left > 0:
            self._note(f"a bot of {self._game} was stopped thinking; {now.left} of its iterations are left")
        self._now = None
        self._say(line(Thought(now.asked.number, str(now.search.best()))))

    def _begin(self, asked: Think, state: State[Any]) -> "_Decision | None":
        """A search in a world that its seat cannot tell from the true one; None: that took none, and is answered."""
        seat, rng = Seat(asked.seat), Rng(asked.seed)
        named = asked.player, self._game, self._seats, self._variant
        player = self._players.choose(*named, asked.iterations) or self._players.at_once(*named)
        world = state.resample(seat, rng)
        if not isinstance(player, Searching):
            self._say(line(Thought(asked.number, str(player(world, seat, rng)))))
            return None
        until = None if asked.seconds is None else self._clock() + asked.seconds
        search = player.begun(world, seat, rng)
        return _Decision(asked, search, asked.iterations if len(search.legal) > 1 else 0, until)


class _Decision(msgspec.Struct):
    asked: Think
    search: Search
    left: int  # iterations
    until: float | None  # by the clock


def think(data: Mapping[str, bytes], players: Mapping[str, bytes]) -> int:
    """Hear, think and answer until the table ends."""
    os.nice(LOW)

    def say(text: bytes) -> None:
        sys.stdout.buffer.write(text)
        sys.stdout.buffer.flush()

    def note(sentence: str) -> None:
        print(f"{NAME}: {sentence}", file=sys.stderr, flush=True)

    mind = Mind(shelf(data), Players(players), time.monotonic, say, note)
    try:
        _listen(mind)
    except Exception as error:  # what it says may be secret
        note(f"thinking has failed with {type(error).__name__}, and begins again")
        return 1
    return 0


def _listen(mind: Mind) -> None:
    begun = b""
    while True:
        ready, _, _ = select.select([0], [], [], 0 if mind.busy else None)
        if not ready:
            mind.step()
            continue
        said = os.read(0, READS)
        if not said:
            return
        *lines, begun = (begun + said).split(b"\n")
        for text in lines:
            mind.hear(text)
