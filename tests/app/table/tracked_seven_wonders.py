"""Helpers for games of 7 Wonders that people deal and report."""

import itertools

from app.protocol.game_lifecycle_messages import SetGame, Start
from tests.app.table.tracked import report_lines
from tests.nameless import is_hand, nameless

FIRST = ("1 choose build loom", "2 choose sell", "3 choose build glassworks")
SECOND = ("1 choose build altar", "2 choose build clay-pool", "3 choose build press")


def start_reported_game(evening, *lines, variant=(), boards=("gizah-day", "rhodos-day", "ephesos-day")):
    evening.send(SetGame, mode="track", variant=variant)
    evening.sit("phone Ada", "phone Ben", "touch").boards(*boards)
    evening.send(Start)
    report_lines(evening, *lines)
    return evening


def list_reported_lines(record, rng):
    """Yield the lines that people would report of a recorded game: no hands, and simultaneous choices in any order."""
    lines = [nameless(text) for _, text in record.moves if not is_hand(text) and " choose keep " not in text]
    for choosing, group in itertools.groupby(lines, lambda line: " choose " in line):
        many = list(group)
        for at in range(0, len(many), record.setup.seats):
            turn = many[at : at + record.setup.seats]
            if choosing and len({line[0] for line in turn}) == record.setup.seats:
                rng.shuffle(turn)
            yield from turn
