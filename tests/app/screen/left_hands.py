"""A left-handed person at a seat."""

from dataclasses import replace

import msgspec


def left_handed(room, seat):
    """Return the room with a left-handed person at a seat."""
    model = room.control.model
    seats = tuple(msgspec.structs.replace(info, left=info.seat == seat) for info in model.table.seats)
    room.control.model = replace(model, table=msgspec.structs.replace(model.table, seats=seats))
    return room
