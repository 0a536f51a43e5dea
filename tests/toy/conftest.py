"""Sets the surroundings of the screen up before anything imports it, as the screen's own tests do."""

import tests.app.screen  # noqa: F401  # only for that
