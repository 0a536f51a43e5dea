"""Row p7: memory of all processes while people play their first game at 1920 × 1080."""

import asyncio
import random
from collections.abc import Iterator
from typing import Final

from benchmarks.b_taps import seated
from benchmarks.d_idle import LANG, SETTLE, open_table, wait_for_rest
from benchmarks.doctor_measure import pss
from benchmarks.figures import PiFigure
from benchmarks.machine import end as end_process
from benchmarks.machine import start
from benchmarks.p_evening import p7_evening
from tests.memory_limit import family
from tests.sight import display

SIZE: Final = (1920, 1080)
ACTIONS: Final = 40
EVENING: Final = "evening"
GAMES: Final = {"architects": 7, "duel": 2, "seven-wonders": 7}  # seats


def p7(which: str = "") -> Iterator[PiFigure]:
    """Measure the lesson of each game, or of one, after some actions by touch, with software GL; and an evening."""
    for game in [which] if which else (*GAMES, EVENING):
        if game == EVENING:
            yield p7_evening()
            continue
        held, window = asyncio.run(_measure(game))
        note = f"{' + '.join(f'{size:.0f}' for size in held)}; a hello window {window:.0f}"
        what = f"all processes in a first game of {game} at {SIZE[0]} × {SIZE[1]}, PSS"
        yield PiFigure(f"p7 {game}", what, sum(held), "MB", "≤ 300", "≤ 220", note, scales=False)


async def _measure(game: str) -> tuple[list[float], float]:
    """Return MB of the table, its screen, and its worker process with its fork; and of the hello window."""
    rng = random.Random(7)
    with display(*SIZE) as environment:
        hello = start("benchmarks/hello.py", environment=environment)
        async with open_table(environment, "{}x{}".format(*SIZE)) as table:
            await seated(table, LANG, game, seats=GAMES[game])
            async with table.screen() as screen:
                for seat in range(1, GAMES[game] + 1):
                    await screen.send("set-seat", seat=seat, by="touch")
                await screen.until(lambda: bool(screen.questions))
                for _ in range(ACTIONS):
                    await screen.act(rng.choice)
                await wait_for_rest(table, SETTLE)
                held = [size for pid in family(table.process.pid) if (size := pss(pid))]
        window = pss(hello.pid)
        end_process(hello)
    return held, window
