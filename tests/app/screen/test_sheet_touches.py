"""The number of touches that a seat's score sheet takes, with real fingers; 99 of 100 sheets of whole games.

The figures: `.venv/bin/python -m pytest -n0 -s --full tests/app/screen/test_sheet_touches.py`
"""

import pytest

from app.protocol.cardboard_messages import Enter
from app.screen.events import on_message
from engine import record
from tests.app.screen import sheets, stage
from tests.app.screen.finger import Stage, frames
from tests.sheet_values import KINDS, digits, ended

MAX_TOUCHES = {"architects": 10, "duel": 13, "seven-wonders": 15}  # touches per seat, on any sheet
SAMPLE = ("seven-wonders", False)  # the others run only with --full


class Answered:
    """A room whose table carries out each entry at once."""

    def __init__(self, game):
        seats, variant = KINDS[game]
        self.state = sheets.session(game, seats, (), variant).copy()
        self.room = sheets.room(game, seats, "en", (), variant)
        self.control = self.room.control
        self.control.outbox.send = self.answer
        self.rev = 1

    def answer(self, intent):
        assert isinstance(intent, Enter)
        self.state.apply(*record.parse_move(self.state, intent.action))
        self.rev += 1
        on_message.on_message(self.control, stage.snapshot(self.rev, self.control.model.table, self.state.view(None)))


def fill_sheet(game, values, *, round=False):
    """Fill in a sheet with numbers by seat and cell, in the order asked. Return touches and entered numbers."""
    table = Answered(game)
    shown = Stage(table)
    count = 0

    def tap(key):
        nonlocal count
        count += 1
        shown.now += (
            0.06 if key.startswith("key ") else 0.35
        )  # s; keys are typed quickly, other touches are no double tap
        shown.touch(key).down().up()
        frames(2)

    try:
        tap("entry 1")
        while table.control.ui.panel:
            panel, seat = table.control.ui.panel.split() if " " in table.control.ui.panel else ("", "0")
            if panel != "keys":
                if not (table.state.view(None).missing and "following" in shown.hit_areas()):
                    break
                tap("following")
                continue
            if round and not table.control.ui.game.round:
                tap("round")
            cell = table.control.ui.game.picked
            number = values[int(seat) - 1].get(cell, 0)
            if f"number {number}" in shown.hit_areas():
                tap(f"number {number}")
                continue
            tap("digits")
            for key in ("sign", *str(-number)) if number < 0 else str(number):
                tap(f"key {key}")
            tap("key enter")
            if "sure" in shown.hit_areas():
                tap("sure")
            if table.control.ui.panel.startswith("keys"):
                tap("digits")
    finally:
        shown.close()
    entered = [
        {cell: n for cell, n in seat.cells.items() if cell in seat.entered} for seat in table.state.view(None).seats
    ]
    return count, entered


@pytest.mark.rotated
@pytest.mark.parametrize(
    ("game", "round"),
    [
        pytest.param(game, round, id=f"{game} {way}", marks=[] if (game, round) == SAMPLE else pytest.mark.full)
        for game in KINDS
        for round, way in ((False, "down the sheet"), (True, "round the table"))
    ],
)
def test_a_sheet_is_filled_in_with_few_touches(game, round, request):
    games = 12 if request.config.getoption("--full") else 1
    counts, before = [], []
    for nth in range(games):
        values = ended(game, nth)
        count, entered = fill_sheet(game, values, round=round)
        for seat, told in zip(values, entered, strict=True):
            assert told == {cell: seat.get(cell, 0) for cell in told}
            before.append(digits(list(told.values())))
        counts.append(count / len(values))
    middle = sorted(counts)[len(counts) // 2]
    print(f"\n{request.node.callspec.id}: {middle:.1f} touches a seat (most {max(counts):.1f}), "
          f"before {sorted(before)[len(before) // 2]} (most {max(before)})")  # fmt: skip
    assert max(counts) <= MAX_TOUCHES[game]
