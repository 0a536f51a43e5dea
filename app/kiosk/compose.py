"""Which parts lie on the screen now, from the lowest up."""

from app.kiosk.architects import choose, conflict, end, play
from app.kiosk.desk import Desk
from app.kiosk.part import Part
from app.kiosk.ring import lay_ring
from app.kiosk.screens import lobby, overlay, panels, welcome


def compose(desk: Desk, width: int, height: int) -> list[Part]:
    """The whole screen."""
    table = desk.table
    if table is None:
        return [overlay.away(desk, lay_ring(width, height, 2))]
    ring = lay_ring(width, height, len(table.seats), table.settings.diagonal)
    if not table.settings.welcomed and table.phase == "lobby":
        found = welcome.parts(desk, ring)
    elif table.phase == "lobby" or desk.game is None:
        found = lobby.parts(desk, ring)
    elif desk.fight:
        found = conflict.parts(desk, ring)
    elif table.phase == "over" or desk.game.over:
        found = end.parts(desk, ring, desk.game)
    else:
        found = play.parts(desk, ring)
        if not desk.panel:
            found += choose.parts(desk, ring, desk.game)
    if not desk.fight:
        found += panels.parts(desk, ring)
    return found + overlay.parts(desk, ring)
