"""Presence of a screen: a table is headless, for phones alone, once its screen has been missing for a minute."""

import pytest

from app.table.core.presence import NO_SCREEN_SECONDS, Presence


@pytest.fixture
def present():
    class Watcher:
        now, told = 0.0, 0

        def changed(self):
            self.told += 1

        def pass_time(self, seconds):
            self.now += seconds
            self.presence.tick(self.now)

    watcher = Watcher()
    watcher.presence = Presence(None, lambda: watcher.now, True, watcher.changed)
    return watcher


def test_connecting_screen_ends_headless_mode_and_is_announced(present):
    present.presence.set_screens(1)
    assert not present.presence.headless
    assert present.told == 1
    present.pass_time(10 * NO_SCREEN_SECONDS)
    assert not present.presence.headless


def test_a_restarted_screen_does_not_count_as_missing(present):
    present.presence.set_screens(1)
    present.presence.set_screens(0)
    present.pass_time(NO_SCREEN_SECONDS - 1)
    present.presence.set_screens(1)
    present.pass_time(2 * NO_SCREEN_SECONDS)
    assert not present.presence.headless
    assert present.told == 1


def test_table_is_headless_after_its_screen_was_missing_for_a_minute(present):
    present.presence.set_screens(1)
    present.presence.set_screens(0)
    present.pass_time(NO_SCREEN_SECONDS)
    assert present.presence.headless
    assert present.told == 2


def test_table_that_never_had_a_screen_does_not_become_headless(present):
    present.presence.set_headless(False)  # as tests and a first start have it
    present.pass_time(10 * NO_SCREEN_SECONDS)
    assert not present.presence.headless
