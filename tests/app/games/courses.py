"""The lessons of every game that has a list, as tests know them."""

from tests.app.games.architects.course import COURSE as ARCHITECTS
from tests.app.games.duel.course import COURSE as DUEL
from tests.app.games.seven_wonders.course import COURSE as SEVEN

COURSES = (ARCHITECTS, DUEL, SEVEN)
