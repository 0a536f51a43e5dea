"""The lessons of Architects, as tests know them."""

from tests.app.games.architects.lessons_said import EXAMPLES, WRITTEN
from tests.app.games.architects.lessons_true import is_true
from tests.app.games.taught import Course

COURSE = Course(
    "architects",
    tuple(range(2, 8)),
    is_true,
    EXAMPLES,
    WRITTEN,
    first=("goal", "take"),
    often=frozenset({"take", "need", "red", "coin"}),
    confirmed=frozenset({"take", "need"}),
    variant=lambda nth: ("medals",) if nth % 5 == 4 else (),
)
