"""The sequence of scenes at the end of a game, shared by the screen and phones: last moment, points, crown."""

from dataclasses import dataclass
from typing import Final, Literal

MOMENT: Final = 3.2  # seconds
CATEGORY: Final = 0.7  # seconds, for each
CROWN: Final = 3.0  # seconds

Part = Literal["moment", "count", "crown", "sheet"]


@dataclass(frozen=True, slots=True)
class Step:
    """One scene of the end. `counted`: the number of score categories that are counted so far."""

    part: Part
    counted: int
    lasts: float  # seconds


SHEET: Final = Step("sheet", 0, 0.0)  # after all steps, for as long as nobody goes on


def steps(categories: int, *, moment: bool = True, counts: bool = True, motion: bool = True) -> tuple[Step, ...]:
    """List the steps of the end sequence.

    `moment`: begin with a moment to watch; `counts`: points decide; `motion`: count categories one by one.
    """
    seen = [Step("moment", 0, MOMENT)] if moment else []
    told = [Step("count", n, CATEGORY) for n in range(1, categories + 1)] if counts and motion else []
    return (*seen, *told, Step("crown", categories, CROWN))
