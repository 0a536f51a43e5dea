"""The lessons of Duel, as tests know them."""

from tests.app.games.duel.lessons_said import EXAMPLES, WRITTEN
from tests.app.games.duel.lessons_true import is_true
from tests.app.games.taught import Course

COURSE = Course(
    "duel",
    (2,),
    is_true,
    EXAMPLES,
    WRITTEN,
    first=("ways", "take"),
    often=frozenset({"ways", "draft", "take", "wonder", "goods", "red"}),
    confirmed=frozenset({"take", "goods"}),
    variant=lambda nth: () if nth % 2 else ("first-game",),
    few=4,
)
