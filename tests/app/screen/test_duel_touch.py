"""Duel by real fingers: a card is touched, and what is said is heard by a real table, whose answer is seen."""

import duels
import pytest
from finger import Stage, frames, until
from real import Real, running

from app.protocol import messages
from app.screen.controller import new_id


@pytest.fixture
def table(tmp_path):
    yield from running(tmp_path)


@pytest.fixture
def show():
    shown = []

    def make(room):
        shown.append(Stage(room))
        return shown[-1]

    yield make
    for each in shown:
        each.close()


def begin(real):
    """A first game for two people at the screen."""
    control = real.control
    until(lambda: control.model.table is not None, 30)
    intents = (
        messages.SetTable(id=new_id(), welcomed=True, motion=False),
        messages.SetGame(id=new_id(), game="duel", variant=("first-game",)),
        *(messages.SetSeat(id=new_id(), seat=seat, by="touch") for seat in (1, 2)),
        messages.Start(id=new_id()),
    )
    for intent in intents:
        control.say(intent)
    until(lambda: control.model.view is not None and control.scene.acting and not control._waits, 30)


def test_a_card_is_touched_and_built_at_a_real_table(table):
    until(lambda: (table / "run.json").exists(), 30)
    real = Real(table)
    begin(real)
    shown = Stage(real)
    control = real.control
    try:
        seat = control.scene.acting
        view, legal = control.model.view, control.model.legal(seat)
        slot, card = next(
            (slot, it.card) for slot, it in view.structure.items() if it.accessible and f"build {it.card}" in legal
        )
        price = next(way.cost for way in view.hints.standing[seat - 1].ways if way.thing == card)
        shown.tap(f"slot {slot}")
        assert not control._waits, "nothing is said before it is known what becomes of the card"
        shown.tap(f"build {card}")
        until(lambda: card in control.model.view.seats[seat - 1].cards)
        assert control.model.view.seats[seat - 1].coins <= view.seats[seat - 1].coins - price + 4
        frames(2)
        assert f"slot {slot}" not in shown.hit_areas()
        assert control.scene.acting == 3 - seat
    finally:
        real.connection.close()
        shown.close()


def test_a_second_touch_takes_the_panel_away(show):
    seen = show(duels.room(duels.in_age(1, 1)))
    slot = next(slot for slot, it in seen.control.model.view.structure.items() if it.accessible)
    seen.tap(f"slot {slot}")
    assert "touched" in seen.surface.meshes
    seen.tap(f"slot {slot}")
    assert "touched" not in seen.surface.meshes
    assert seen.room.sent == []
