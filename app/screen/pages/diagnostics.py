"""Finding out what is wrong, by touch: the machine's parts, each light and button, each sound, the four corners."""

from functools import partial

from app.looks.icons import icon
from app.protocol import messages as said
from app.screen.bench import CORNERS
from app.screen.desk import Desk, new_id
from app.screen.draw import Pen
from app.screen.ring import Ring
from app.screen.widgets.controls import button
from app.screen.widgets.panel import Cell, Paint, cell, closing, panel, place
from app.text import machine as say
from app.text.table import no_sound

LINE = 66.0  # u, of a finding's words


def open_machine(desk: Desk) -> None:
    """Lay the panel on the middle, and have the machine looked at."""
    desk.open("machine", desk.edge)
    desk.bench.look(new_id())


def machine(desk: Desk, ring: Ring, _: int) -> tuple[object, Paint]:
    """What the table finds on its machine; the ways to everything that can be tried."""
    w, findings = desk.words(), desk.bench.findings

    def row(found: said.Finding, p: Pen, cw: float, ch: float) -> None:
        p.rect(0, 0, cw, ch, 12, "zone", None if found.fine else "red", 3)
        icon(p, "tick" if found.fine else "cross", 34, ch / 2, 36, "soft" if found.fine else "red", "zone")
        name = min(190.0, cw * 0.22)
        p.text(64, ch / 2, found.part, 26, "text", "start", bold=True, room=name)
        p.prose(72 + name, 4, found.text, 25, cw - 84 - name, ch - 8, "soft", middle=True)

    def waiting(p: Pen, cw: float, ch: float) -> None:
        p.text(cw / 2, ch / 2, w("Looking …"), 30, "soft")

    def paint(p: Pen) -> None:
        first = sorted(findings or (), key=lambda found: found.fine)
        cells = [Cell(partial(row, found), wide=True) for found in first] or [Cell(waiting, wide=True)]
        foot = [
            cell(w("Lights and buttons"), "parts", lambda: desk.open("parts"), "touch"),
            cell(w("Sounds"), "sounds", lambda: desk.open("sounds"), "sound"),
            cell(w("Corners"), "corners", lambda: desk.open("corners"), "eye"),
        ]
        at = place(ring, desk.edge)
        panel(p, desk, ring, at, w("Diagnostics"), cells, foot, close=closing(desk), cell=(at.w - 32, LINE), flat=True)

    return findings, paint


def parts(desk: Desk, ring: Ring, _: int) -> tuple[object, Paint]:
    """Every light, to be tried by a tap; and what has been heard of the buttons."""
    w, bench = desk.words(), desk.bench
    found, heard = bench.panel, bench.heard
    lit = frozenset(name for name in found.lights if bench.shines(name)) if found else frozenset()

    def title() -> str:
        if heard is not None:
            return say.heard(w, heard.part, heard.how)
        return w("Tap a light, press a button")

    def nothing(p: Pen, cw: float, ch: float) -> None:
        text = w(
            "There is no panel. The project’s hardware page says how to build one; --panel simulated shows one here."
        )
        p.prose(8, 0, text, 28, cw - 16, ch, "soft", middle=True)

    def try_part(name: str) -> None:
        bench.try_part(new_id(), name)

    def paint(p: Pen) -> None:
        if found is None:
            panel(
                p, desk, ring, place(ring, desk.edge, 900, 520), w("Lights and buttons"), [Cell(nothing, wide=True)],
                [_back(desk)], close=closing(desk), cell=(400, 160),
            )  # fmt: skip
            return
        names = [*found.lights, *(["buzzer"] if found.buzzer else [])]
        cells = [cell(say.part(w, name), f"try {name}", partial(try_part, name), on=name in lit) for name in names]
        at = place(ring, desk.edge)
        panel(p, desk, ring, at, title(), cells, [_back(desk)], close=closing(desk), cell=(250, 0))

    return (found is None, tuple(found.lights) if found else (), lit, heard), paint


def sounds(desk: Desk, ring: Ring, _: int) -> tuple[object, Paint]:
    """Every sound, to be heard by a tap."""
    w, sound = desk.words(), desk.sound

    def play(name: str) -> None:
        if not sound.play(name):
            why = no_sound(w, sound.problem) if sound.problem else w("The table is silent now: look at Sound.")
            desk.tell(0, why)

    def paint(p: Pen) -> None:
        cells = [cell(say.sound(w, name), f"play {name}", partial(play, name)) for name in sound.names]
        at = place(ring, desk.edge)
        panel(p, desk, ring, at, w("Sounds"), cells, [_back(desk)], close=closing(desk), cell=(230, 0))

    return (sound.problem, sound.names), paint


def corners(desk: Desk, ring: Ring, _: int) -> tuple[object, Paint]:
    """Whether a finger is felt in every corner."""
    w, found = desk.words(), desk.bench.corners
    edge = desk.edge

    def paint(p: Pen) -> None:
        u, t = ring.u, ring.touch
        wide, high = ring.width / u, ring.height / u
        with p.at(0, 0, 0, u):
            p.rect(0, 0, wide, high, 0, "table")
            p.spot(0, 0, wide, high, "corners ground", None, rank=0)
            for nth, (x, y) in enumerate(((0.0, 0.0), (wide - t, 0.0), (wide - t, high - t), (0.0, high - t))):
                button(
                    p, x, y, t, t, "", f"corner {nth}", partial(desk.bench.find_corner, nth),
                    "tick" if nth in found else "touch", primary=nth not in found,
                )  # fmt: skip
            with p.at(wide / 2, high / 2, edge * 90.0):
                text = w("All corners respond.") if len(found) == CORNERS else w("Touch each corner.")
                p.prose(-360, -t - 90, text, 38, 720, 80, "text", "middle", bold=True, middle=True)
                button(p, -t * 2, 0, t * 4, t, w("Back"), "back", lambda: desk.open("machine"), "left")

    return (found, edge), paint


def _back(desk: Desk) -> Cell:
    return cell(desk.words()("Back"), "back", lambda: desk.open("machine"), "left")
