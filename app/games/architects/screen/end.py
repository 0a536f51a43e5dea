"""The end: everybody's points by category at their edge, and a sheet in the middle that turns from seat to seat."""

from typing import Final

from app.games.architects import words as terms
from app.games.architects.screen import pieces
from app.looks.icons import icon, sign
from app.protocol.messages import Rematch, ToLobby
from app.screen.desk import Desk, new_id, short
from app.screen.draw import Pen
from app.screen.part import Part
from app.screen.ring import Ring, link_path
from app.screen.widgets.controls import button
from app.screen.widgets.panel import place
from engine.architects.view import SeatView, View

Row = tuple[str, str, str]  # what is scored, its icon or "" for a colour's symbol, its colour
ROWS: Final[tuple[Row, ...]] = (
    ("wonder", "wonder", "stone"),
    ("cat", "cat", "parch"),
    ("blue", "", "blue"),
    ("military", "medal", "red"),
    ("progress", "star", "green"),
)
MEDALS: Final = ("medals", "hexagon", "parch")  # a row only where they are played


def parts(desk: Desk, ring: Ring, game: View) -> list[Part]:
    """The final screen, from the lowest up."""
    found = [Part("lines", (ring,), lambda p: _lines(p, ring))]
    found += [_seat(desk, ring, game, i) for i in range(len(game.seats))]
    found.append(_corners(desk, ring))
    if not desk.panel and not desk.track.repair:
        found.append(_sheet(desk, ring, game))
    return found


def facing(desk: Desk, ring: Ring) -> int:
    """The seat, from 0, that the sheet faces now."""
    return desk.sheet_edge if desk.sheet_edge is not None else desk.sheet_turn % len(ring.zones)


def _rows(game: View) -> tuple[Row, ...]:
    return (*ROWS, MEDALS) if game.medals else ROWS


def _lines(p: Pen, ring: Ring) -> None:
    n = len(ring.zones)
    for i, at in enumerate(ring.stacks):
        for j in (i, (i + 1) % n):
            p.path(*link_path(at, ring.zones[j]), line="shade", width=4 * ring.u)


def _glyph(p: Pen, row: Row, x: float, y: float, size: float, ink: str | None = None, ground: str = "zone") -> None:
    _, picture, colour = row
    if row is MEDALS:
        with p.at(x, y):
            pieces.hexagon(p, size * 0.46, max(2, size * 0.09), ink or colour, None)
    elif picture:
        icon(p, picture, x, y, size, ink or colour, ground)
    else:
        sign(p, colour, x, y, size * 0.8, ink or colour)


def _rank(game: View, i: int) -> int:
    """Places by points, and among equals by stages, as among those who might have won."""
    mine = _did(game.seats[i])
    return 1 + sum(_did(other) > mine for other in game.seats)


def _did(seat: SeatView) -> tuple[int, int]:
    return seat.score.total, len(seat.stages)


def _points(seat: SeatView, rows: tuple[Row, ...]) -> list[int]:
    return [getattr(seat.score, what) for what, _, _ in rows]


def _seat(desk: Desk, ring: Ring, game: View, i: int) -> Part:
    at, view = ring.zones[i], game.seats[i]
    w_ = desk.words(i + 1)
    name, rank = desk.name(i + 1, w_), _rank(game, i)
    here = facing(desk, ring) == i
    rows = _rows(game)

    def turn() -> None:
        desk.sheet_edge = i
        desk.changed()

    def paint(p: Pen) -> None:
        u, t = ring.u, ring.touch
        with p.at(at.x, at.y, at.angle, u), p.at(-at.w / u / 2, -at.d / u / 2):
            w, d, win = at.w / u, at.d / u, view.seat in game.winners
            k = min(1.0, w / 540)
            ink = "ink" if win else "text"
            if win:
                p.rect(-12, -12, w + 24, d + 24, 34, "candle", opacity=0.14)
            p.rect(0, 0, w, d, 22, "candle" if win else "zone")
            head = max(124.0, t + 24) if not ring.small else t + 16
            if win:
                icon(p, "crown", 58 * k, head / 2 + 2, 80 * k, "ink", "candle")
                p.text(58 * k, head / 2 + 44 * k + 4, "1.", 22, "ink", bold=True)
            else:
                p.text(24, head / 2 + 4, f"{rank}.", 56 * k, ink, "start", bold=True)
            start = (116 if win else 90) * k
            large = 96 * k
            if start + p.wide(name, 46 * k, True) > w - 54 - p.wide(str(view.score.total), large, True) - t:
                large = 60 * k  # a long name needs the room more
            total = p.wide(str(view.score.total), large, True)
            p.text(w - 26, head / 2 + 4, str(view.score.total), large, ink, "end", bold=True)
            bx = w - 26 - total - 16 - t
            p.text(start, head / 2 + 4, name, 46 * k, ink, "start", bold=True, room=bx - start - 12)
            button(p, bx, (head - t) / 2, t, t, "", f"turn {i}", turn, "turn", on=here)
            tall = d - head - 16
            p.rect(16, head, w - 32, tall, 16, "shade" if win else "table")
            each = (w - 32) / len(rows)
            for nth, (row, points) in enumerate(zip(rows, _points(view, rows), strict=True)):
                x, y = 16 + each * (nth + 0.5), head + tall / 2
                size = min(52.0, tall * 0.42, each * 0.7)
                if tall > 90:
                    _glyph(p, row, x, y - tall * 0.21, size, None, "table")
                    p.text(
                        x,
                        y + tall * 0.25,
                        str(points),
                        min(40, tall * 0.34),
                        "text" if points else "mute",
                        bold=True,
                        room=each - 8,
                    )
                else:
                    _glyph(p, row, x - each * 0.2, y, min(size, each * 0.36), None, "table")
                    p.text(
                        x + each * 0.22,
                        y,
                        str(points),
                        min(40, each * 0.4),
                        "text" if points else "mute",
                        bold=True,
                        room=each * 0.5,
                    )

    return Part(f"zone {i + 1}", ("end", ring, view, rank, name, here, len(rows), w_.lang), paint)


def _corners(desk: Desk, ring: Ring) -> Part:
    w = desk.words()
    labels = (w("Menu"), w("Undo"), w("Again"), w("Lobby"))
    can_undo = bool(desk.table and desk.table.undo)
    sign = desk.menu_sign

    def paint(p: Pen) -> None:
        c = 0.85 * ring.card + 32 * ring.u
        h, v = ring.width, ring.height
        places = ((c, v - c, 45), (c, c, 135), (h - c, c, 225), (h - c, v - c, 315))
        taps = (
            lambda: desk.open("menu"),
            lambda: desk.open("undo"),
            lambda: desk.say(Rematch(id=new_id())),
            lambda: desk.say(ToLobby(id=new_id())),
        )
        pictures = ("menu", "undo", "turn", "wonder")
        r = min(88.0, c / ring.u / 1.42 - 2)  # its square, lying aslant, stays on the screen

        def pressed(p: Pen) -> None:
            p.disc(0, 0, r, "candle", opacity=0.4)

        for (x, y, a), label, picture, tap in zip(places, labels, pictures, taps, strict=True):
            off = picture == "undo" and not can_undo
            with p.at(x, y, a, ring.u):
                p.disc(0, 0, r, "raised", "candle" if picture == "turn" else "line", 4 if picture == "turn" else 2)
                drawn, ink = sign if picture == "menu" else picture, "mute" if off else "text"
                icon(p, drawn, 0, -r * 0.22, r * 0.64, ink, "raised")
                p.text(0, r * 0.44, label, 28, "mute" if off else "text", room=r * 1.5)
                p.spot(-r, -r, 2 * r, 2 * r, f"corner {picture}", tap, press=pressed)

    return Part("corners", (ring, labels, can_undo, sign), paint)


def _sheet(desk: Desk, ring: Ring, game: View) -> Part:
    seat = facing(desk, ring)
    zone = ring.zones[seat]
    w_ = desk.words(seat + 1)
    people = desk.people(w_)
    order = sorted(range(len(game.seats)), key=lambda i: (_rank(game, i), i))
    table = desk.table
    assert table is not None
    following = "" if desk.sheet_edge is not None else w_("turns to {name} next", name=people[(seat + 1) % len(people)])
    result = w_("Ended early.") + " " if table.early else ""
    result += terms.result(w_, game, people)
    at = place(ring, zone.edge, 1240, 700)

    def stop() -> None:
        desk.sheet_edge = None if desk.sheet_edge is not None else seat
        desk.changed()

    def paint(p: Pen) -> None:
        with p.at(at.x, at.y, at.angle, ring.u):
            p.rect(0, 0, at.w, at.h, 26, "plate", "raised", 2)
            p.spot(0, 0, at.w, at.h, "plate", None, rank=0)
            p.spot(0, 0, at.w, at.h, "sheet", stop, rank=1)
            if at.w >= 900:
                _across(p, game, people, order, result, following, at.w, at.h)
            else:
                _down(p, game, people, order, result, following, at.w, at.h)

    return Part("sheet", (ring, zone.edge, game, people, following, result), paint)


def _across(
    p: Pen, game: View, people: tuple[str, ...], order: list[int], result: str, following: str, w: float, h: float
) -> None:
    """People down, categories across, and a bar of how the points came together."""
    rows = _rows(game)
    step = 78.0 if len(rows) == len(ROWS) else 68.0
    name, figures, bars = 36.0, 300.0, 300.0 + len(rows) * step + 110
    top = 84.0
    line = min(84.0, (h - top - 74) / len(order))
    size = min(36.0, line * 0.62)
    unit = (w - bars - 28) / max(1, max(s.score.total for s in game.seats))
    for k, row in enumerate(rows):
        _glyph(p, row, figures + k * step, 44, 48, None, "plate")
    p.text(bars - 70, 44, "Σ", 34, "soft", bold=True)
    if following:
        p.text(w - 28, 44, following, 24, "mute", "end", room=w - bars - 20)
    for nth, i in enumerate(order):
        seat, y, rank = game.seats[i], top + (nth + 0.5) * line, _rank(game, i)
        won = seat.seat in game.winners
        if won:
            p.rect(14, y - line / 2 + 3, w - 28, line - 6, 14, "hair", "candle", 3)
        p.text(name, y, f"{rank}.", size, "soft", "start")
        p.text(name + 48, y, short(people[i])[:2], size, "text", "start", bold=True, room=figures - name - 48 - 40)
        for k, points in enumerate(_points(seat, rows)):
            p.text(figures + k * step, y, str(points), size, "text" if points else "mute", room=step - 8)
        p.text(bars - 70, y, str(seat.score.total), size * 1.25, "candle" if won else "text", bold=True, room=90)
        x = bars
        for row, points in zip(rows, _points(seat, rows), strict=True):
            wide = points * unit
            if wide > 3:
                p.rect(x + 1, y - line * 0.26, wide - 3, line * 0.52, 6, row[2])
                if wide > 34:
                    _glyph(p, row, x + wide / 2, y, min(30, line * 0.42), "ink", row[2])
            x += wide
    p.prose(28, h - 66, result, 26, w - 56, 58, "soft", "middle", middle=True)


def _down(
    p: Pen, game: View, people: tuple[str, ...], order: list[int], result: str, following: str, w: float, h: float
) -> None:
    """Turned over for a narrow place: categories down, people across."""
    left = 84.0
    each = (w - left - 14) / len(order)
    foot = 74.0 + (34 if following else 0)
    aslant = each < 96  # names stand upright where they would not fit across
    rows = _rows(game)
    line = (h - foot - 12) / (len(rows) + (4.6 if aslant else 3.4))
    low = 12 + line * (1.2 if aslant else 0)
    total = low + line * (len(rows) + 2.6)
    for k, row in enumerate(rows):
        _glyph(p, row, 46, low + line * (k + 2.4), min(54, line * 0.7), None, "plate")
    p.text(46, total, "Σ", min(40, line * 0.6), "soft", bold=True)
    for nth, i in enumerate(order):
        seat, rank, x = game.seats[i], _rank(game, i), left + each * (nth + 0.5)
        won = seat.seat in game.winners
        if won:
            p.rect(x - each / 2 + 2, 12, each - 4, h - foot - 16, 12, "hair", "candle", 3)
        p.text(x, 12 + line * 0.5, f"{rank}.", min(34, line * 0.5), "soft", room=each - 10)
        if aslant:
            with p.at(x, 12 + line * 1.95, -90):
                p.text(0, 0, short(people[i]), 30, "text", bold=True, room=line * 1.9)
        else:
            p.text(x, 12 + line * 1.3, short(people[i]), 28, "text", bold=True, room=each - 12)
        for k, points in enumerate(_points(seat, rows)):
            p.text(x, low + line * (k + 2.4), str(points), 38, "text" if points else "mute", room=each - 14)
        p.text(x, total, str(seat.score.total), 46, "candle" if won else "text", bold=True, room=each - 14)
    if following:
        p.text(w / 2, h - foot + 16, following, 22, "mute", room=w - 40)
    p.prose(20, h - 70, result, 24, w - 40, 62, "soft", "middle", middle=True)
