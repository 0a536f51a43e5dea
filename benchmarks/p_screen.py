"""Rows p1 to p3, p9: processor time of the screen for a touch, a message, a frame of motion, and at rest."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from statistics import mean
from typing import Final

from benchmarks.figures import PiFigure, median, p95
from benchmarks.machine import ROOT
from tests.sight import display

GAMES: Final = {"architects": "Architects for seven", "duel": "Duel", "seven-wonders": "7 Wonders for seven"}
TOUCHES: Final = 300
MIN_SAMPLES: Final = 3  # of a kind that is named as the slowest
MESSAGES: Final = {  # by kind of tap (p4): what it is, floor and aim in ms
    "take": ("a card is taken", 30, 12),
    "reveal": ("seven cards are revealed", 30, 12),
    "age": ("an age is laid out", 60, 25),
}


def p1(which: str = "", touches: str = str(TOUCHES)) -> Iterator[PiFigure]:
    """Measure touches: all kinds, each about as often, and the slowest kind."""
    for game in [which] if which else GAMES:
        kinds = _select(_walk(game, int(touches)), "touch")
        enough = min(MIN_SAMPLES, max(map(len, kinds.values())))  # a short run may have fewer of each
        slowest = max((kind for kind in kinds if len(kinds[kind]) >= enough), key=lambda kind: median(kinds[kind]))
        every = [each for times in kinds.values() for each in times]
        note = f"n {len(every)}, median {median(every):.2g} ms"
        yield PiFigure(f"p1 {game}", f"a touch, {GAMES[game]}, p95", p95(every), "ms", "≤ 20", "≤ 8", note)
        note = f"`{slowest}`, n {len(kinds[slowest])}"
        yield PiFigure(
            f"p1 {game} worst", "its slowest kind, median", median(kinds[slowest]), "ms", "≤ 20", "≤ 8", note
        )


def p2(which: str = "", touches: str = str(TOUCHES)) -> Iterator[PiFigure]:
    """Measure messages that change the table."""
    for game in [which] if which else GAMES:
        kinds = _select(_walk(game, int(touches)), "message")
        for kind, (what, floor, aim) in MESSAGES.items():
            if times := kinds.get(kind):
                note = f"n {len(times)}, median {median(times):.2g} ms"
                row, what = f"p2 {game} {kind}", f"{what}, {GAMES[game]}, p95"
                yield PiFigure(row, what, p95(times), "ms", f"≤ {floor}", f"≤ {aim}", note)


def p3(which: str = "", touches: str = str(TOUCHES)) -> Iterator[PiFigure]:
    """Measure frames of motion."""
    for game in [which] if which else GAMES:
        every = [each for times in _select(_walk(game, int(touches)), "motion").values() for each in times]
        what = f"a frame of motion, {GAMES[game]}, p95"
        yield PiFigure(f"p3 {game}", what, p95(every), "ms", "≤ 6", "≤ 3", f"n {len(every)}")


def p9(which: str = "", touches: str = str(TOUCHES)) -> Iterator[PiFigure]:
    """Measure what is drawn ahead at rest: one frame of it, and all of it for each touch and action."""
    for game in [which] if which else GAMES:
        found = _select(_walk(game, int(touches)), "rest")
        note = f"n {len(found['frame'])}, longest {max(found['frame']):.2g} ms"
        what = f"a frame that draws ahead, {GAMES[game]}, p95"
        yield PiFigure(f"p9 {game}", what, p95(found["frame"]), "ms", "≤ 20", "≤ 8", note)
        what, note = f"all that is drawn ahead in one rest, {GAMES[game]}, mean", f"n {len(found['whole'])}"
        yield PiFigure(f"p9 {game} whole", what, mean(found["whole"]), "ms", "≤ 30", "≤ 12", note)


def _select(found: Mapping[str, Sequence[float]], what: str) -> dict[str, list[float]]:
    """Return the milliseconds by kind."""
    return {
        label.partition(":")[2]: [1000 * each for each in times]
        for label, times in found.items()
        if label.partition(":")[0] == what
    }


@cache
def _walk(game: str, touches: int) -> Mapping[str, Sequence[float]]:
    """Return what `benchmarks.p_walk` measured; rows p1 to p3 and p9 share one walk."""
    with display() as environment:
        command = [sys.executable, "-m", "benchmarks.p_walk", game, str(touches)]
        environment = os.environ | environment | {"KIVY_GL_BACKEND": "mock", "KIVY_NO_CONSOLELOG": "1"}
        done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    found: Mapping[str, Sequence[float]] = json.loads(done.stdout.splitlines()[-1])
    return found
