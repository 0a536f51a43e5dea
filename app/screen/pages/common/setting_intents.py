"""Helpers that send changes of settings as intents. Omitted values stay unchanged."""

import msgspec

from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.seat_messages import SetSeat
from app.protocol.settings_messages import SetTable
from app.screen.control.controller import Controller
from app.screen.control.outbox import new_id


def set_table(control: Controller, **values: object) -> None:
    """Change the table's settings."""
    control.submit(msgspec.convert({"type": "set-table", "id": new_id(), **values}, SetTable))


def set_game(control: Controller, **values: object) -> None:
    """Change what the next game is."""
    control.submit(msgspec.convert({"type": "set-game", "id": new_id(), **values}, SetGame))


def set_seat(control: Controller, seat: int, **values: object) -> None:
    """Change who plays a seat, and how; a refusal is shown at its edge."""
    control.submit(msgspec.convert({"type": "set-seat", "id": new_id(), "seat": seat, **values}, SetSeat), seat)
