"""Which parts lie on the screen now."""

from app.kiosk.architects import choose, play
from app.kiosk.desk import Desk
from app.kiosk.part import Part
from app.kiosk.ring import lay_ring


def compose(desk: Desk, width: int, height: int) -> list[Part]:
    table = desk.table
    assert table
    ring = lay_ring(width, height, len(table.seats), table.settings.diagonal)
    assert desk.game
    return play.parts(desk, ring) + choose.parts(desk, ring, desk.game)
