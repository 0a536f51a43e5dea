"""The lessons of every game that has a list, as tests know them."""

from tests.app.games.architects.course import COURSE as ARCHITECTS

COURSES = (ARCHITECTS,)
