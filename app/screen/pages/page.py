"""One page instead of the table, when it has stopped or ended: read from both long sides."""

from app.screen.desk import Desk
from app.screen.draw import Pen
from app.screen.part import Part
from app.screen.ring import lay_ring
from app.screen.widgets.controls import button
from app.text.ending import Page


def part(desk: Desk, page: Page, width: int, height: int) -> Part:
    """The whole screen; its button closes it, or asks for another start of the table."""
    ring = lay_ring(width, height, 2)
    tap = desk.close if desk.over else desk.start_again
    u = min(width / 1000, height / 620)
    w, h = width / u, height / u

    def paint(p: Pen) -> None:
        t = max(84.0, ring.touch * ring.u / u)
        for angle in (0, 180):
            with p.at(width / 2, height / 2, angle, u):
                p.text(0, 50, page.title, 44, "text", bold=True, room=w - 80)
                p.prose(-w / 2 + 60, 84, page.text, 28, w - 120, h / 2 - t - 110, "soft", "middle", middle=True)
                button(p, -160, h / 2 - t - 16, 320, t, page.button, f"page {angle}", tap, primary=True, size=30)

    return Part("page", (page, width, height, desk.over), paint)
