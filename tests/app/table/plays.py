"""Helpers that play games at a table at random."""

import pytest

from app.protocol.rejection import Rejection
from tests.app.tables import phone


def play_to_end(evening):
    """Play the running game to its end."""
    play_turns(evening)
    for seat in range(1, len(evening.at_table().seats) + 1):
        evening.say(seat, choice(evening, seat))


def refused(rule, act, *args, **fields):
    with pytest.raises(Rejection) as no:
        act(*args, **fields)
    assert no.value.code == rule
    return no.value


def play_turns(evening):
    """Take a pebble in every turn, up to the simultaneous choice."""
    while evening.view()["turn"] < 2 * len(evening.at_table().seats):
        evening.say(evening.view()["to_act"][0], "take")


def choice(evening, seat):
    return f"choose {evening.view(phone(seat))['hand'][0]}"


def play_out(evening):
    """Tick the table until it schedules nothing more, so that bots play to the end."""
    while (at := evening.table.next_tick()) is not None:
        evening.now = max(evening.now, at)
        evening.table.tick(evening.now)
