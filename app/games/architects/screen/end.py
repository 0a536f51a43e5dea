"""The end: everybody's points by category at their edge, and a sheet in the middle that turns from seat to seat."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from app.games.architects import words as terms
from app.games.architects.screen import touches
from app.games.architects.screen.scene import ArchitectsScene, present
from app.looks.icons import icon, sign
from app.protocol.messages import Rematch, ToLobby
from app.screen.controller import Controller, new_id
from app.screen.draw import Pen
from app.screen.element import Element, Elements
from app.screen.ring import Ring, link_path
from app.screen.widgets.controls import button
from app.screen.widgets.hexagon import hexagon
from app.screen.widgets.panel import place
from app.text.game import short
from app.text.languages import Words
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


def elements(scene: ArchitectsScene, ring: Ring, game: View) -> Elements:
    """The final screen, from the lowest up."""
    found: Elements = [Element("lines", Lines(ring), paint_lines)]
    found += [_seat(scene, ring, game, i) for i in range(len(game.seats))]
    found.append(_corners(scene, ring))
    if not scene.opened.panel and not scene.repair:
        found.append(_sheet(scene, ring, game))
    return found


def facing(scene: ArchitectsScene, ring: Ring) -> int:
    """The seat, from 0, that the sheet faces now."""
    return (
        scene.theatre.sheet_edge if scene.theatre.sheet_edge is not None else scene.theatre.sheet_turn % len(ring.zones)
    )


def _rows(game: View) -> tuple[Row, ...]:
    return (*ROWS, MEDALS) if game.medals else ROWS


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines from each stack's place to its two seats."""

    ring: Ring


def paint_lines(p: Pen, it: Lines, control: Controller) -> None:
    ring, n = it.ring, len(it.ring.zones)
    for i, at in enumerate(ring.stacks):
        for j in (i, (i + 1) % n):
            p.path(*link_path(at, ring.zones[j]), line="shade", width=4 * ring.u)


def _glyph(p: Pen, row: Row, x: float, y: float, size: float, ink: str | None = None, ground: str = "zone") -> None:
    _, picture, colour = row
    if row is MEDALS:
        with p.at(x, y):
            hexagon(p, size * 0.46, max(2, size * 0.09), ink or colour, None)
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


@dataclass(frozen=True, slots=True)
class Result:
    """What a seat has reached. `faced`: the sheet faces it now; `rows`: what is scored."""

    ring: Ring
    i: int  # the seat, from 0
    name: str
    view: SeatView
    rank: int
    won: bool
    faced: bool
    rows: tuple[Row, ...]


def _seat(scene: ArchitectsScene, ring: Ring, game: View, i: int) -> Element[Result]:
    seat, faced = game.seats[i], facing(scene, ring) == i
    view = Result(ring, i, scene.model.name(i + 1), seat, _rank(game, i), seat.seat in game.winners, faced, _rows(game))
    return Element(f"zone {i + 1}", view, paint_result)


def paint_result(p: Pen, it: Result, control: Controller) -> None:
    ring, at, u, t = it.ring, it.ring.zones[it.i], it.ring.u, it.ring.touch
    total = str(it.view.score.total)
    with p.at(at.x, at.y, at.angle, u), p.at(-at.w / u / 2, -at.d / u / 2):
        w, d = at.w / u, at.d / u
        k = min(1.0, w / 540)
        ink = "ink" if it.won else "text"
        if it.won:
            p.rect(-12, -12, w + 24, d + 24, 34, "candle", opacity=0.14)
        p.rect(0, 0, w, d, 22, "candle" if it.won else "zone")
        head = max(124.0, t + 24) if not ring.small else t + 16
        if it.won:
            icon(p, "crown", 58 * k, head / 2 + 2, 80 * k, "ink", "candle")
            p.text(58 * k, head / 2 + 44 * k + 4, "1.", 22, "ink", bold=True)
        else:
            p.text(24, head / 2 + 4, f"{it.rank}.", 56 * k, ink, "start", bold=True)
        start = (116 if it.won else 90) * k
        large = 96 * k
        if start + p.wide(it.name, 46 * k, True) > w - 54 - p.wide(total, large, True) - t:
            large = 60 * k  # a long name needs the room more
        p.text(w - 26, head / 2 + 4, total, large, ink, "end", bold=True)
        bx = w - 26 - p.wide(total, large, True) - 16 - t
        p.text(start, head / 2 + 4, it.name, 46 * k, ink, "start", bold=True, room=bx - start - 12)
        turn = partial(_face, control, it.i)
        button(p, bx, (head - t) / 2, t, t, "", f"turn {it.i}", turn, "turn", on=it.faced)
        tall = d - head - 16
        p.rect(16, head, w - 32, tall, 16, "shade" if it.won else "table")
        _categories(p, it, head, w, tall)


def _categories(p: Pen, it: Result, top: float, w: float, tall: float) -> None:
    """A seat's points by category: figures below the pictures, or beside them where there is little room."""
    each = (w - 32) / len(it.rows)
    for nth, (row, points) in enumerate(zip(it.rows, _points(it.view, it.rows), strict=True)):
        x, y = 16 + each * (nth + 0.5), top + tall / 2
        size, ink = min(52.0, tall * 0.42, each * 0.7), "text" if points else "mute"
        if tall > 90:
            _glyph(p, row, x, y - tall * 0.21, size, None, "table")
            p.text(x, y + tall * 0.25, str(points), min(40, tall * 0.34), ink, bold=True, room=each - 8)
        else:
            _glyph(p, row, x - each * 0.2, y, min(size, each * 0.36), None, "table")
            p.text(x + each * 0.22, y, str(points), min(40, each * 0.4), ink, bold=True, room=each * 0.5)


def _face(control: Controller, seat: int) -> None:
    """Let the sheet face a seat, from 0, and stay there."""
    touches.change(control, sheet_edge=seat)


@dataclass(frozen=True, slots=True)
class Corners:
    """The buttons in the corners. `sign`: the picture on the way to the menu."""

    ring: Ring
    can_undo: bool
    sign: str
    w: Words


def _corners(scene: ArchitectsScene, ring: Ring) -> Element[Corners]:
    can_undo = scene.model.table is not None and scene.model.table.undo is not None
    return Element("corners", Corners(ring, can_undo, scene.model.menu_sign, scene.model.words()), paint_corners)


def paint_corners(p: Pen, it: Corners, control: Controller) -> None:
    ring, w = it.ring, it.w
    c = 0.85 * ring.card + 32 * ring.u
    h, v = ring.width, ring.height
    places = ((c, v - c, 45), (c, c, 135), (h - c, c, 225), (h - c, v - c, 315))
    buttons: tuple[tuple[str, str, Callable[[], None]], ...] = (
        ("menu", w("Menu"), partial(control.open, "menu")),
        ("undo", w("Undo"), partial(control.open, "undo")),
        ("turn", w("Again"), partial(_again, control)),
        ("wonder", w("Lobby"), partial(_to_lobby, control)),
    )
    r = min(88.0, c / ring.u / 1.42 - 2)  # its square, lying aslant, stays on the screen

    def pressed(p: Pen) -> None:
        p.disc(0, 0, r, "candle", opacity=0.4)

    for (x, y, a), (picture, label, tap) in zip(places, buttons, strict=True):
        ink = "mute" if picture == "undo" and not it.can_undo else "text"
        with p.at(x, y, a, ring.u):
            p.disc(0, 0, r, "raised", "candle" if picture == "turn" else "line", 4 if picture == "turn" else 2)
            icon(p, it.sign if picture == "menu" else picture, 0, -r * 0.22, r * 0.64, ink, "raised")
            p.text(0, r * 0.44, label, 28, ink, room=r * 1.5)
            p.hit_area(-r, -r, 2 * r, 2 * r, f"corner {picture}", tap, press=pressed)


def _again(control: Controller) -> None:
    control.say(Rematch(id=new_id()))


def _to_lobby(control: Controller) -> None:
    control.say(ToLobby(id=new_id()))


@dataclass(frozen=True, slots=True)
class Standings:
    """Everybody's points on the sheet in the middle. `turns`: it turns to the next seat by itself."""

    ring: Ring
    seat: int  # whom it faces, from 0
    game: View
    people: tuple[str, ...]
    turns: bool
    early: bool  # the game was ended before its end
    w: Words

    @property
    def order(self) -> list[int]:
        """Seats, from 0, the first one first."""
        return sorted(range(len(self.game.seats)), key=lambda i: (_rank(self.game, i), i))

    @property
    def result(self) -> str:
        """How the game ended, in a sentence or two."""
        result = terms.result(self.w, self.game, self.people)
        return self.w("Ended early.") + " " + result if self.early else result

    @property
    def following(self) -> str:
        """To whom it turns next."""
        if not self.turns:
            return ""
        return self.w("turns to {name} next", name=self.people[(self.seat + 1) % len(self.people)])


def _sheet(scene: ArchitectsScene, ring: Ring, game: View) -> Element[Standings]:
    seat = facing(scene, ring)
    w, early = scene.model.words(seat + 1), scene.model.table is not None and scene.model.table.early
    view = Standings(ring, seat, game, scene.model.people(w), scene.theatre.sheet_edge is None, early, w)
    return Element("sheet", view, paint_sheet)


def paint_sheet(p: Pen, it: Standings, control: Controller) -> None:
    at = place(it.ring, it.ring.zones[it.seat].edge, 1240, 700)
    with p.at(at.x, at.y, at.angle, it.ring.u):
        p.rect(0, 0, at.w, at.h, 26, "plate", "raised", 2)
        p.hit_area(0, 0, at.w, at.h, "plate", None, rank=0)
        p.hit_area(0, 0, at.w, at.h, "sheet", partial(_stop, control, it.seat), rank=1)
        draw = _across if at.w >= 900 else _down
        draw(p, it, at.w, at.h)


def _stop(control: Controller, seat: int) -> None:
    """Let the sheet stay with the seat that it faces; once more lets it turn by itself again."""
    touches.change(control, sheet_edge=seat if present(control).theatre.sheet_edge is None else None)


def _across(p: Pen, it: Standings, w: float, h: float) -> None:
    """People down, categories across, and a bar of how the points came together."""
    game, people, order, following = it.game, it.people, it.order, it.following
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
    p.prose(28, h - 66, it.result, 26, w - 56, 58, "soft", "middle", middle=True)


def _down(p: Pen, it: Standings, w: float, h: float) -> None:
    """Turned over for a narrow place: categories down, people across."""
    game, people, order, following = it.game, it.people, it.order, it.following
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
    p.prose(20, h - 70, it.result, 24, w - 40, 62, "soft", "middle", middle=True)
