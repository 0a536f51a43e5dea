"""Painting times, and taps per turn of Duel on the screen: the child process of rows k2, k3 and k6."""

import gc
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from app.games.duel.screen.typed_scene import present
from app.protocol.log_messages import Line
from app.protocol.teaching_messages import LessonTip
from app.screen.composition import compose
from app.screen.surface import Surface
from benchmarks.figures import median
from benchmarks.p_time import ReferenceClock
from engine.seven_wonders.actions import CardBuilt
from tests.app.screen import duel_states, duels, finger, sevens, stage, textures

GAMES: Final = range(4)
ROUNDS: Final = 8  # the first fills caches
SEVEN: Final = 7  # seats
# What stands there all the time: the games teach, but the one that others are beside.
OF_DUEL: Final = {"guided": True, "lesson": LessonTip("red", 0, {"n": 9})}
OF_SEVEN: Final = {"guided": True, "lesson": LessonTip("blue")}
RECORD: Final = "no-token-left"  # a whole game with its draft, by people who build wonders


def paint(_: float) -> Mapping[str, float]:
    """Return milliseconds to paint a whole age of Duel, and the changes of a turn."""
    return _repeat(_paint_duel)


def _repeat(paint_once: Callable[[int], Mapping[str, float]]) -> Mapping[str, float]:
    """Paint the same positions again and again. Return the median milliseconds of each thing painted."""
    clock = ReferenceClock()
    for nth in range(ROUNDS):
        for game in GAMES:
            for what, seconds in paint_once(game).items():
                if nth:
                    clock.add(what, seconds, game)
    clock.end_block()
    return {what: 1000 * median(clock.times(what)) for what in clock.labels}


def _paint_duel(game: int) -> Mapping[str, float]:
    """Time each of the three once, in positions of one game."""
    rng = random.Random(game)
    age = rng.randint(1, 3)
    turns = [each for each in duels.states(game) if (view := each.view(None)).age == age and view.derived.ask == "turn"]
    laid_out, nth = duels.room(turns[0], **OF_DUEL), rng.randrange(len(turns) - 1)
    taken, turned = duels.room(turns[nth], **OF_DUEL), duels.room(turns[nth], **OF_DUEL)
    return {
        "age": _measure_whole(laid_out),
        "card": _change(taken, lambda: taken.show(turns[nth + 1], **OF_DUEL)),
        "turn": _measure_turn(turned),
    }


def _measure_turn(room: Any) -> float:
    """Turn the cards to the seat that they faced before the last turn, as in a game."""
    surface = _surface(room)
    for _ in range(2):
        surface.update()
        room.control.change_game_ui(facing=3 - present(room.control).faced_seat)
    return _timed(surface.update)


def reveal(_: float) -> Mapping[str, float]:
    """Return milliseconds to compose and paint Architects for seven with its drawings, and a revealed turn."""
    return _repeat(_paint_seven)


def _paint_seven(game: int) -> Mapping[str, float]:
    event = CardBuilt(seat=1, card="altar", coins=0, left=0, right=0, bank=0, chain=False)
    news = (Line(number=1, row=1, event=msgspec.Raw(msgspec.json.encode(event))),)
    room = sevens.Room().show(sevens.asking("play", SEVEN, 100 * game), **OF_SEVEN)
    architects = stage.Room().hear(stage.table(SEVEN), stage.view(SEVEN, active=2))
    after = sevens.revealing(SEVEN, 100 * game)
    return {
        "drawn": _measure_whole(architects),
        "reveal": _change(room, lambda: room.show(after, news=news, **OF_SEVEN)),
    }


def _surface(room: Any) -> Surface:
    return Surface(lambda: compose(room.control.scene, *finger.SIZE), room.control, size=finger.SIZE)


def _measure_whole(room: Any) -> float:
    return _timed(_surface(room).update)


def _change(room: Any, happen: Callable[[], object]) -> float:
    surface = _surface(room)
    surface.update()
    happen()
    return _timed(surface.update)


def _timed(call: Callable[[], None]) -> float:
    began = time.thread_time()
    call()
    return time.thread_time() - began


def taps(_: float) -> list[int]:
    """Play a recorded game by fingers. Return the taps per turn."""
    game, found = CountedGame(RECORD, **OF_DUEL), Counter[int]()
    while game.lines:
        turn, before = game.view.turn, game.tapped
        _, _, text = game.lines.pop(0).partition(" ")
        game.say(text)
        found[turn] += game.tapped - before
    assert game.view.over
    del found[0]  # the draft
    return [*found.values()]


def pictures(_: float) -> int:
    """Return the maximum bytes of all live textures."""
    return max(textures.of_a_large_table())


class CountedGame(duel_states.Replayed):
    """A recorded game that counts its taps."""

    tapped = 0

    def tap(self, key: str, size: tuple[int, int] = finger.SIZE) -> Any:
        self.tapped += 1
        return super().tap(key, size)


if __name__ == "__main__":
    gc.freeze()  # as the program does, once it has begun
    for line in sys.stdin:
        what, much = line.split()
        print(
            json.dumps({"paint": paint, "reveal": reveal, "taps": taps, "pictures": pictures}[what](float(much))),
            flush=True,
        )
