"""Whether the table has a screen: one that is connected, or was a moment ago. Phones do without it after a minute."""

import pytest

from app.table.core.presence import NO_SCREEN_SECONDS, Presence


@pytest.fixture
def present():
    class It:
        now, told = 0.0, 0

        def changed(self):
            self.told += 1

        def goes_on(self, seconds):
            self.now += seconds
            self.presence.tick(self.now)

    it = It()
    it.presence = Presence(None, lambda: it.now, True, it.changed)
    return it


def test_a_connecting_screen_is_announced_to_everybody(present):
    present.presence.set_screens(1)
    assert not present.presence.headless
    assert present.told == 1
    present.goes_on(10 * NO_SCREEN_SECONDS)
    assert not present.presence.headless


def test_a_restarted_screen_does_not_count_as_missing(present):
    present.presence.set_screens(1)
    present.presence.set_screens(0)
    present.goes_on(NO_SCREEN_SECONDS - 1)
    present.presence.set_screens(1)
    present.goes_on(2 * NO_SCREEN_SECONDS)
    assert not present.presence.headless
    assert present.told == 1


def test_where_it_stays_away_phones_do_what_it_would(present):
    present.presence.set_screens(1)
    present.presence.set_screens(0)
    present.goes_on(NO_SCREEN_SECONDS)
    assert present.presence.headless
    assert present.told == 2


def test_a_table_that_never_had_one_waits_for_none(present):
    present.presence.set_headless(False)  # as tests and a first start have it
    present.goes_on(10 * NO_SCREEN_SECONDS)
    assert not present.presence.headless
