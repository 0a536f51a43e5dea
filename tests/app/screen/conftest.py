"""Fixtures that lend tests a window for rooms."""

import pytest

from app.looks import drawing_data
from app.screen.paint import pen
from engine.memoize import memoize
from tests.app.screen import finger  # before any test: Kivy opens a window as soon as a module of ours asks for it

CACHE_SIZE = 8192  # a table has one game, look and size, and its caches are for these; tests draw all of them in turn
OWN_STAMPS = pen._triangulate_stamp
pen._triangulate_stamp = memoize(CACHE_SIZE)(OWN_STAMPS.__wrapped__)
drawing_data.outlines = memoize(CACHE_SIZE)(drawing_data.outlines.__wrapped__)


@pytest.fixture
def own_stamps(monkeypatch):
    """The cache of stamps in its usual size, for tests of its limits."""
    OWN_STAMPS.cache_clear()
    monkeypatch.setattr(pen, "_triangulate_stamp", OWN_STAMPS)


@pytest.fixture
def show():
    """A function that draws a room in the window until the test ends."""
    shown = []

    def make(room):
        shown.append(finger.Stage(room))
        return shown[-1]

    yield make
    for each in shown:
        each.close()


@pytest.fixture
def evening(tmp_path):
    """A table at which people play Architects with their own cards."""
    from app.protocol.settings_messages import Settings  # only now, like all that a test may not need
    from tests.app.table.tracked import ARCHITECTS_TOLD
    from tests.app.tables import Evening

    evening = Evening(tmp_path, **ARCHITECTS_TOLD)
    evening.settings = Settings(welcomed=True, motion=False)
    evening.close()
    evening.open()
    yield evening
    evening.close()


@pytest.fixture
def hand(evening):
    """A function that returns a hand at that table's screen until the test ends."""
    from tests.app.screen.in_process import Hand

    hands = []

    def take_part():
        hands.append(Hand(evening))
        return hands[-1]

    yield take_part
    for each in hands:
        each.shown.close()


@pytest.fixture
def horns(tmp_path):
    """Two people who deal Architects; the first has just taken a card with one horn and has to turn a token."""
    from tests.app.screen.dealers import two_who_deal

    made = two_who_deal(tmp_path)
    made.say("stack 1", "tell red-1")
    yield made
    made.evening.close()
