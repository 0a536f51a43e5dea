"""The time zone is chosen on the screen by touch: a part of the world, then a city."""

import pytest

from app.text.time_zone import AREAS
from tests.app.screen import scenes


def reach(seen, key):
    """Tap something that may lie on a later page."""
    while key not in seen.hit_areas():
        seen.tap("later")
    seen.tap(key)


@pytest.mark.rotated
def test_time_zone_is_chosen_by_touch(show):
    seen = show(scenes.settings(4))
    reach(seen, "this-machine")
    reach(seen, "zone")
    assert seen.control.ui.panel == "zone"
    reach(seen, "America")
    assert seen.control.ui.panel == f"zone {AREAS.index('America') + 1}"
    reach(seen, "zone America/Los_Angeles")
    assert seen.room.sent[-1].zone == "America/Los_Angeles"
