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

from app.games.duel.screen.typed_scene import change, present
from app.protocol.log_messages import Line
from app.protocol.teaching_messages import LessonTip
from app.screen.composition import compose
from app.screen.surface import Surface
from engine.seven_wonders.actions import CardBuilt
from tests.app.screen import duel_states, duels, finger, sevens, stage, textures

GAMES: Final = range(4)
ROUNDS: Final = 8  # the first fills caches
SEVEN: Final = 7  # seats
# What stands there all the time: the games teach, but the one that others are beside.
OF_DUEL: Final = {"guided": True, "lesson": LessonTip("red", 0, {"n": 9})}
OF_SEVEN: Final = {"guided": True, "lesson": LessonTip("blue")}
RECORD: Final = "no-token-left"  # a whole game with its draft, by people who build wonders


def paint(_: float) -> Mapping[str, list[float]]:
    """Return this thread's seconds to paint plain Architects for four and a whole age, and the changes of a turn."""
    took: dict[str, list[float]] = {"architects": [], "age": [], "card": [], "turn": []}
    for nth in range(ROUNDS):
        for game in GAMES:
            for what, seconds in _round(game).items():
                took[what] += [seconds] if nth else []
    return took


def _round(game: int) -> Mapping[str, float]:
    """Time each of the four once, in positions of one game."""
    rng = random.Random(game)
    architects = stage.Room().hear(
        stage.table(4), stage.view(4, active=2), stage.question(2, "take left", "take right")
    )
    age = rng.randint(1, 3)
    turns = [each for each in duels.states(game) if (view := each.view(None)).age == age and view.hints.ask == "turn"]
    laid_out, nth = duels.room(turns[0], **OF_DUEL), rng.randrange(len(turns) - 1)
    taken, turned = duels.room(turns[nth], **OF_DUEL), duels.room(turns[nth], **OF_DUEL)
    return {
        "architects": _measure_whole(architects, plain=True),
        "age": _measure_whole(laid_out),
        "card": _change(taken, lambda: taken.show(turns[nth + 1], **OF_DUEL)),
        "turn": _measure_turn(turned),
    }


def _measure_turn(room: Any) -> float:
    """Turn the cards to the seat that they faced before the last turn, as in a game."""
    surface = _surface(room)
    for _ in range(2):
        surface.update()
        change(room.control, facing=3 - present(room.control).reads)
    return _timed(surface.update)


def reveal(_: float) -> Mapping[str, list[float]]:
    """Return this thread's seconds to compose and paint Architects for seven, plain and drawn, and a revealed turn."""
    took: dict[str, list[float]] = {"architects": [], "drawn": [], "reveal": []}
    event = CardBuilt(seat=1, card="altar", coins=0, left=0, right=0, bank=0, chain=False)
    news = (Line(number=1, row=1, event=msgspec.Raw(msgspec.json.encode(event))),)
    for nth in range(ROUNDS):
        for seed in GAMES:
            before = sevens.asking("play", SEVEN, 100 * seed)
            after = sevens.revealing(SEVEN, 100 * seed)
            room = sevens.Room().show(before, **OF_SEVEN)
            architects = stage.Room().hear(stage.table(SEVEN), stage.view(SEVEN, active=2))
            now = {
                "architects": _measure_whole(architects, plain=True),
                "drawn": _measure_whole(architects),
                "reveal": _change(room, lambda room=room, after=after: room.show(after, news=news, **OF_SEVEN)),
            }
            for what, seconds in now.items():
                took[what] += [seconds] if nth else []
    return took


def _surface(room: Any) -> Surface:
    return Surface(lambda: compose(room.control.scene, *finger.SIZE), room.control, size=finger.SIZE)


def _measure_whole(room: Any, plain: bool = False) -> float:
    surface = _surface(room)
    surface.set_appearance(bright=False, large=False, plain=plain)
    return _timed(surface.update)


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
    game, found = Counted(RECORD, **OF_DUEL), Counter[int]()
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


class Counted(duel_states.Replayed):
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
