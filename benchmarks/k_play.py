"""Rows k1 to k11: delays, frames, taps and words of games of Duel and 7 Wonders, on screen and phones.

The games are lessons, as everybody's first game is: the parts of a lesson are drawn, painted and read with the rest.
"""

import asyncio
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final

from benchmarks import k_begin, k_phone
from benchmarks.d_idle import memory
from benchmarks.figures import Figure, PiFigure, median, p95
from benchmarks.machine import ROOT
from tests.running import RunningTable
from tests.sight import display

TURNS: Final = 200
BLOCK: Final = 10  # turns until it is the other side's turn to be measured
FLYING: Final = 40  # turns of which the frames are counted
REVEAL_COUNT: Final = 12  # the same; each is what seven have chosen
REST_SECONDS: Final = 10.0  # seconds in which a still table is watched
PICTURES: Final = 24.0  # MB, of all textures
FIRST: Final = 40.0  # seconds, in which people are to have had their first choice
TAPS: Final = 2.0  # a turn: the card, and what becomes of it
CARD: Final = "a touched card, to its panel"
USE: Final = "a chosen use, to the moving card"
GAMES: Final = (("", "duel", " whose turn it is"), (" 7", "seven-wonders", " that chooses in 7 Wonders"))  # on phones


def k1() -> list[Figure]:
    """Measure a lifted finger to the first frame that shows the answer."""
    picked, kept = "a touched back, to the uses of its card", "a chosen use, to its public sign"
    return [
        *_list_touch_figures("k1", "duel", {"card": CARD, "use": USE}),
        *_list_touch_figures("k1 7", "seven-wonders", {"picked": picked, "kept": kept}),
    ]


def _list_touch_figures(row: str, game: str, shown: Mapping[str, str]) -> Iterator[Figure]:
    ours: dict[str, list[float]] = {what: [] for what in shown}
    theirs: list[float] = []
    with _at_a_table(game) as screen, _window("k_button") as button:
        screen.ask("turns", 2)
        for _ in range(TURNS // BLOCK):
            for what, times in screen.ask("turns", BLOCK).items():
                ours[what] += times
            theirs += button.ask("presses", 2 * BLOCK)
    for what, name in shown.items():
        note = f"median {median(ours[what]) * 1000:.3g} ms against {median(theirs) * 1000:.3g} ms"
        mine, others = p95(ours[what]) * 1000, p95(theirs) * 1000
        yield Figure(f"{row} {what}", f"{name}, p95", mine, others, "ms", "≤ 4", "≤ 2", note)


def k2() -> list[PiFigure]:
    """Measure Python's time to paint, on an otherwise idle thread."""
    with display() as environment, _child("k_paint", environment) as child:
        took = child.ask("paint")
    return [
        PiFigure("k2 age", "to paint: an age is laid out", took["age"], "ms", "≤ 48", "≤ 24"),
        PiFigure("k2 card", "to paint: a card is taken", took["card"], "ms", "≤ 8", "≤ 4"),
        PiFigure("k2 turn", "to paint: the cards turn to the other seat", took["turn"], "ms", "≤ 4.8", "≤ 1.6"),
    ]


def k3() -> list[PiFigure]:
    """Measure Python's time to compose and paint a reveal of seven seats, and seven wonders with their drawings."""
    with display() as environment, _child("k_paint", environment) as child:
        took = child.ask("reveal")
    return [
        PiFigure("k3", "to paint: seven cards revealed", took["reveal"], "ms", "≤ 45", "≤ 22"),
        PiFigure("k3 drawn", "to paint: drawings", took["drawn"], "ms", "≤ 45", "≤ 34"),
    ]


def k4() -> list[Figure]:
    """Measure frames per second during animations, ceremonies included."""
    return [
        _flown("k4", "frames while cards fly and wonders rise", "duel", FLYING),
        _flown("k4 7", "frames of a reveal", "seven-wonders", REVEAL_COUNT),
        _flown("k4 architects", "frames while cards fly and during celebrations", "architects", FLYING),
    ]


def _flown(row: str, what: str, game: str, turns: int) -> Figure:
    ours, theirs = [], []
    with _at_a_table(game) as screen, _window("k_button") as button:
        for _ in range(4):
            ours += screen.ask("fly", turns // 4)
            theirs.append(button.ask("move", 3))
    fast, like = (sum(frames for frames, _ in side) / sum(seconds for _, seconds in side) for side in (ours, theirs))
    return Figure(row, what, fast, like, "frames/s", "≥ 0.8", "≥ 0.8")


def k5() -> list[Figure]:
    """Count redraws at rest: at every question, with something enlarged, and at the end."""
    return [_measure_idle("k5", "duel", ""), _measure_idle("k5 7", "seven-wonders", "leaders")]


def _measure_idle(row: str, game: str, variant: str) -> Figure:
    with _at_a_table(game, variant) as screen:
        drawn: dict[str, int] = screen.ask("rest", REST_SECONDS)
    note = ", ".join(f"{what} {flips}" for what, flips in drawn.items())
    redraws = sum(drawn.values())
    what = f"redraws in {len(drawn)} times {REST_SECONDS:.0f} s of rest"
    return Figure(row, what, redraws, 0, "flips", "≤ 0", "≤ 0", note, ratio=float(redraws))


def k6() -> list[Figure]:
    """Count taps per turn of a game of Duel without set-up and draft, played or entered; in 7 Wonders per choice."""
    with display() as environment, _child("k_paint", environment) as child:
        screen = child.ask("taps")
    found = []
    for where, of, taps, most in (
        ("screen", "turn", screen, (4, 3)),
        ("phone", "turn", _phones("duel").taps, (4, 3)),
        ("track", "turn", asyncio.run(k_phone.enter_game()), (4, 3)),
        ("7 phone", "choice of 7 Wonders", _phones("seven-wonders").taps, (4, 4)),
    ):
        spread = ", ".join(f"{n} of {taps}" for taps, n in sorted(Counter(taps).items()))
        found.append(
            _make_count_figure(f"k6 {where}", f"{where}: taps a {of}, p95", p95(taps), TAPS, "taps", most, spread)
        )
        found.append(_make_count_figure(f"k6 {where} median", "their median", median(taps), TAPS, "taps", (2, 2)))
    return found


def k7() -> list[Figure]:
    """Count words visible to the player to act, without names and figures: the maximum of a game."""
    found = []
    for row, game, whose in GAMES:
        seen = _phones(game)
        note = (
            f"in French, which says most; median {median(seen.words):.3g}, with a card chosen {median(seen.chosen):.3g}"
        )
        found.append(
            _make_count_figure(f"k7{row}", f"words on a phone{whose}", max(seen.words), 60, "words", (60, 40), note)
        )
        found.append(_make_count_figure(f"k7{row} card", "with a card chosen", max(seen.chosen), 60, "words", (60, 40)))
    return found


def k8() -> list[Figure]:
    """Count swipes until everything needed for a turn was seen: the maximum of a game."""
    found = []
    for row, game, whose in GAMES:
        swipes = _phones(game).swipes
        note = f"{swipes.count(0)} of {len(swipes)} need none"
        what = f"swipes to see everything needed{whose}"
        found.append(_make_count_figure(f"k8{row}", what, max(swipes), 1, "swipes", (1, 0), note))
    return found


@cache
def _phones(game: str) -> k_phone.FrameTimes:
    """Return the counts of a game on phones; rows k6, k7 and k8 share one game."""
    return asyncio.run(k_phone.played(k_phone.GAMES[game]()))


def k9() -> Figure:
    """Measure all live textures while seven play Architects at 1920 x 1080, in both themes."""
    with display() as environment, _child("k_paint", environment) as child:
        held = child.ask("pictures") / 1e6
    return Figure("k9", "live textures at 1920 x 1080", held, PICTURES, "MB", "≤ 1", "≤ 1")


def k10() -> Figure:
    """Measure memory of both processes after seven have played a whole game of 7 Wonders on the screen."""
    return memory("k10", "memory of both after 7 Wonders", "seven-wonders", ("leaders", "experts"))


def k11() -> list[Figure]:
    """Measure seconds, touches and words from the code on the table to everybody's first action in a lesson."""
    found = []
    for game in k_begin.GAMES:
        evening = asyncio.run(k_begin.begin_table(game))
        what = f"from the code to everybody's first action in a lesson of {game}, {len(evening.touches)} phones"
        touches, read = max(evening.touches), max(evening.words)
        found += [
            Figure(f"k11 {game}", what, evening.seconds, FIRST, "s", "≤ 1", "≤ 0.5"),
            _make_count_figure(
                f"k11 {game} touches", "touches of the person who needs most", touches, 20, "touches", (20, 12)
            ),
            _make_count_figure(
                f"k11 {game} words", "words read by the person who reads most", read, 300, "words", (300, 200)
            ),
        ]
    return found


def _make_count_figure(
    row: str, what: str, n: float, asked: float, unit: str, most: tuple[int, int], note: str = ""
) -> Figure:
    """Return a figure that is a count, with its target on the other side."""
    floor, aim = most
    return Figure(row, what, n, asked, unit, f"≤ {floor}", f"≤ {aim}", note, ratio=float(n))


# ---- windows --------------------------------------------------------------------------------------------------


class Child:
    """A child process with a window: a line on its input is a request, a line of its output the answer."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def ask(self, what: str, much: float = 0) -> Any:  # Any: whatever JSON is answered
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{what} {much}\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        assert answer, f"asked for {what}, it ended: {self._process.wait()}"
        return json.loads(answer)


@contextmanager
def _child(name: str, environment: dict[str, str], *words: str) -> Iterator[Child]:
    command = [sys.executable, "-m", f"benchmarks.{name}", *words]
    environment = environment | {
        "SDL_VIDEODRIVER": "x11",
        "PYTHONPATH": str(ROOT),
        "KIVY_LOG_MODE": "PYTHON",  # it leaves the error output as it is
    }
    process = subprocess.Popen(
        command, cwd=ROOT, env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    try:
        yield Child(process)
    finally:
        process.kill()
        process.communicate()


@contextmanager
def _window(name: str, *words: str) -> Iterator[Child]:
    """Start a child on an X server of its own."""
    with display() as environment, _child(name, environment, *words) as child:
        yield child


@contextmanager
def _at_a_table(game: str, variant: str | None = None) -> Iterator[Child]:
    """Start the screen of a table on which people are about to play by touch, in the usual variant of these rows."""
    if variant is None:
        variant = {"duel": "first-game", "architects": "medals"}.get(game, "")
    with tempfile.TemporaryDirectory(prefix="wondertable-bench-") as folder:
        table = RunningTable(Path(folder), "table", "--seed", "k", "--host-address", "127.0.0.1")
        try:
            asyncio.run(table.ready())
            with _window("k_screen", folder, game, variant) as child:
                yield child
        finally:
            table.kill()
