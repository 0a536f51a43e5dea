"""The lessons of 7 Wonders, as tests know them."""

from tests.app.games.seven_wonders.lessons_said import EXAMPLES, WRITTEN
from tests.app.games.seven_wonders.lessons_true import is_true
from tests.app.games.taught import Course

COURSE = Course(
    "seven-wonders",
    tuple(range(3, 8)),
    is_true,
    EXAMPLES,
    WRITTEN,
    first=("goal", "choose"),
    often=frozenset({"choose", "passed", "goods", "red"}),
    confirmed=frozenset({"passed", "near"}),
    variant=lambda nth: ("leaders",) if nth % 3 == 2 else (),
)
