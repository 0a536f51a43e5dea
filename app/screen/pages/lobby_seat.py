"""A seat before a game: its line on the lobby's page, where people say who plays it and what it is; and at its own
edge the code that takes it, or who has it."""

from dataclasses import dataclass
from functools import partial
from typing import Final

from app.looks import qr
from app.looks.icons import icon
from app.protocol import messages
from app.screen.codes import matrix_of
from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.element import Element, Elements
from app.screen.layers import STONE, Weight
from app.screen.outbox import new_id
from app.screen.pages.intents import set_seat
from app.screen.pages.lobby_layout import GAP, HIGH, LINE, LobbySheet, sheet
from app.screen.pages.way_in import hotspot
from app.screen.ring import Ring
from app.screen.scene import Picture, Scene
from app.screen.widgets import names
from app.screen.widgets.badges import badge
from app.screen.widgets.controls import button
from app.screen.widgets.panel import Cell, Lying, closing, lying, panel, place
from app.shown import seats as rows
from app.shown.form import Option
from app.text.bots import character
from app.text.languages import Words, capital

WIDEST: Final = 1.6  # heights, of a way to play whose word wants more room than others
CHOSEN: Final = 0.6  # of what the ways to play leave of a line, for the level of a bot and for what a seat is
PICTURE: Final = 0.86  # of a seat's height at its edge, how high what it shows is
BADGE: Final = 0.62  # of the height of a seat's line, its emblem on the ground of its colour
WIDER: Final = 1.2  # a picture of what a seat is than high
LEAST_WORDS: Final = 1.8 * LINE  # between two codes
SAID: Final = 400.0  # u, the width of something to be, with what it can do


# ---- its line on the page ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LobbySeatLine:
    """A seat, and all that may be chosen for it. `info` None: there is no such seat, but there might be.

    `ways`: how it can be played; `role`: what it is, by name; empty where all seats are alike. `lang`: the table's.
    """

    sheet: LobbySheet
    number: int
    info: messages.SeatInfo | None
    name: str
    first: bool  # it begins
    owes: bool  # it has to say what it is before a game begins
    role: str
    ways: tuple[messages.PlayedBy, ...]
    coded: bool  # its code can be shown
    locked: bool  # nobody new sits down there
    lang: messages.Lang
    w: Words


def line(scene: Scene, on: LobbySheet, table: messages.TableView, number: int) -> Element[LobbySeatLine]:
    """What can be done about a seat; its words are the table's, as all of the page is read from one edge."""
    w = scene.model.words()
    info = table.seats[number - 1] if number <= len(table.seats) else None
    ways: list[messages.PlayedBy] = []
    locked = table.locked and info is not None and (info.by == "free" or info.own_bot)
    if info is not None:
        ways += ["touch"] if scene.model.by_touch and not locked else []
        ways += ["phone"] if table.network.address and not locked else []
        ways += ["bot"] if table.mode == "play" or not scene.model.by_touch else []  # bots do not play with cardboard
        ways += ["free"]
    role = ""
    if info is not None and info.by != "free" and table.identities:
        role = (
            scene.model.game_words.identity(w, info.wonder)
            if info.wonder
            else capital(rows.unchosen(w, table.mode, number in table.owing))
        )
    view = LobbySeatLine(
        on,
        number,
        info,
        scene.model.name(number, w) if info is not None else "",
        table.first == number,
        number in table.owing,
        role,
        tuple(ways),
        number in scene.model.codes,
        locked,
        table.settings.lang,
        w,
    )
    return Element(f"line {number}", view, paint_line)


def paint_line(p: Pen, it: LobbySeatLine, control: Controller) -> None:
    """From the left: its emblem, its name, how a bot plays, what it is, and how it is played."""
    x, y, wide, high = it.sheet.seat(it.number)
    with it.sheet.on(p), p.at(x, y):
        if it.info is None:
            p.rect(0, 0, wide, high, 18, None, "hair", 2, dash=(10, 9))
            return
        if it.info.by == "free":
            p.rect(0, 0, wide, high, 18, None, "line", 2, dash=(10, 9))
        else:
            p.rect(0, 0, wide, high, 18, "zone")
        least = HIGH * (1.12 if it.sheet.flat else 1)
        labels = [p.wide(rows.way(it.w, by), p.legible(22), True) + 12 for by in rows.WAYS]
        sides = (
            [max(least, min(label, HIGH * WIDEST)) for label in labels] if it.sheet.flat else [least] * len(rows.WAYS)
        )
        ways = wide - sum(sides) - 3 * GAP
        chosen = (wide - 4 * least - 3 * GAP - HIGH) * CHOSEN
        level = max(HIGH, chosen * 0.42)
        _who(p, it, control, ways - chosen - 2 * GAP)
        at = ways - chosen - GAP
        if it.info.by == "bot":
            _level(p, it, it.info, control, at, level)
        if it.role:
            role = partial(control.open, f"wonder {it.number}")
            room = ways - GAP - at - level - GAP
            button(p, at + level + GAP, 0, room, high, it.role, f"wonder {it.number} choose", role, on=it.owes, size=28,
                   stone=it.info is not None and bool(it.info.wonder))  # fmt: skip
        x = ways
        for by, side in zip(rows.WAYS, sides, strict=True):
            if by in it.ways:
                _way(p, it, it.info, control, by, x, side)
            x += side + GAP


def _who(p: Pen, it: LobbySeatLine, control: Controller, wide: float) -> None:
    """Whose seat it is, after the place of its emblem, and what else is to be said of it; a touch opens the seat."""
    ink = "mute" if it.info is None or it.info.by == "free" else "text"
    emblem, colour = it.info.badge if it.info is not None else ("", "")
    if emblem:
        badge(p, HIGH / 2, HIGH / 2, HIGH * BADGE, emblem, colour)
    else:
        p.text(HIGH / 2, HIGH / 2, str(it.number), 40, "mute", bold=True)
    room, says = wide - HIGH - 4, _note(it)
    if not says and it.info is not None:
        plays = capital(character(it.w, it.info.character))  # where it has room
        says = plays if p.wide(plays, p.legible(22)) <= room else ""
    p.name(
        HIGH, HIGH * (0.34 if says else 0.5), it.name, p.legible(30), ink, room=room, high=HIGH * (0.6 if says else 1)
    )
    if says:
        p.text(HIGH, HIGH * 0.77, says, p.legible(22), "soft", "start", room=room)

    def pressed(pen: Pen) -> None:
        pen.rect(0, 0, wide, HIGH, 18, "candle", opacity=0.22)

    p.hit_area(0, 0, wide, HIGH, f"seat {it.number} name", partial(control.open, f"seat {it.number}"), press=pressed)


def _note(it: LobbySeatLine) -> str:
    """The line below its name."""
    assert it.info is not None
    if it.info.by == "free" or not it.info.present:
        return rows.state(it.w, it.info, it.locked)
    return it.w("goes first") if it.first else ""


def _level(p: Pen, it: LobbySeatLine, info: messages.SeatInfo, control: Controller, x: float, wide: float) -> None:
    """How a bot plays; a touch changes it."""
    _, now, other = rows.level(it.w, info).beside()
    tap = partial(set_seat, control, it.number, bot=other.value)
    button(p, x, 0, wide, HIGH, capital(now.words), f"level {it.number}", tap, size=26)


def _way(
    p: Pen,
    it: LobbySeatLine,
    info: messages.SeatInfo,
    control: Controller,
    by: messages.PlayedBy,
    x: float,
    side: float,
) -> None:
    """One way to play the seat, its sign over its word; nothing to touch where it is so already, but for its code.

    What somebody plays with a phone now is not taken without asking.
    """
    on = by == info.by
    sign, label = rows.PICTURES[by], rows.way(it.w, by)

    def draw(pen: Pen, ground: str, ink: str) -> None:
        if on and by == "free":
            pen.rect(x, 0, side, HIGH, 18, None, "line", 2, dash=(8, 7))
        else:
            pen.rect(x, 0, side, HIGH, 18, ground, "candle" if on else "line", 3.5 if on else 2)
        icon(pen, sign, x + side / 2, HIGH * 0.36, HIGH * 0.44, ink, ground)
        pen.text(x + side / 2, HIGH * 0.77, label, pen.legible(22), ink, bold=on, room=side - 10)

    draw(p, "chosen" if on else "raised", "mute" if on and by == "free" else "text")
    if by == "phone":
        tap = partial(_show_code, control, it.number, info.by != "free")
    elif info.by == "phone" and info.present:
        tap = partial(_ask, control, it.number, by)
    else:
        tap = partial(_take, control, it.number, by, it.lang)
    if not on or by == "phone":
        p.hit_area(x, 0, side, HIGH, f"{by} {it.number}", tap, press=lambda pen: draw(pen, "candle", "ink"))


def _take(control: Controller, seat: int, by: messages.PlayedBy, lang: messages.Lang) -> None:
    if by == "touch":
        set_seat(control, seat, by=by, lang=lang)
    else:
        set_seat(control, seat, by=by)


def _ask(control: Controller, seat: int, by: messages.PlayedBy) -> None:
    control.open(f"seat {seat}")
    control.ask_sure(f"by {by}")


def _show_code(control: Controller, seat: int, held: bool) -> None:
    """The code that takes a seat, on the page; of somebody's seat one that hands it over."""
    control.change(code=seat)
    if held:
        control.say(messages.HandOver(id=new_id(), seat=seat), seat)


def keep(control: Controller, seat: int, held: bool) -> None:
    """The page shows the table's own code again, and nobody's seat is handed over."""
    control.change(code=0)
    if held:
        control.say(messages.HandOver(id=new_id(), seat=seat, cancel=True), seat)


# ---- at its edge -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Edge:
    """What lies in front of a seat: so many pixels high, from the screen's edge. `url`: of the code that takes it.

    Nothing here is touched: where it lies changes with the number of seats.
    """

    ring: Ring
    number: int
    bare: float
    unit: float  # pixels
    free: bool
    url: str | None
    wifi: str | None  # what the code of the table's own Wi-Fi says, if that is needed first
    name: str
    role: str
    first: bool
    picture: Picture | None
    w: Words


def edges(scene: Scene, ring: Ring, bare: float) -> Elements:
    """In front of each seat, where the page leaves it so much."""
    table = scene.model.table
    assert table is not None
    return [_edge(scene, ring, table, info, bare) for info in table.seats] if bare else []


def _edge(scene: Scene, ring: Ring, table: messages.TableView, info: messages.SeatInfo, bare: float) -> Element[Edge]:
    w, code = scene.model.words(info.seat), scene.model.codes.get(info.seat)
    shown, own = info.wonder if info.by != "free" else None, hotspot(scene)
    view = Edge(
        ring,
        info.seat,
        bare,
        sheet(ring, 0).unit,
        info.by == "free",
        code.url if code else None,
        qr.wifi(own.name, own.password) if code and own else None,
        scene.model.name(info.seat, w),
        scene.model.game_words.identity(w, shown) if shown else "",
        table.first == info.seat,
        scene.game.picture(scene.model, shown) if shown else None,
        w,
    )
    return Element(f"seat {info.seat}", view, paint_edge)


def paint_edge(p: Pen, it: Edge, control: Controller) -> None:
    """The code, or what the seat is, and beside it the words."""
    zone, b = it.ring.zones[it.number - 1], it.bare
    x, y = (
        (zone.x, it.ring.height - b / 2),
        (b / 2, zone.y),
        (zone.x, b / 2),
        (it.ring.width - b / 2, zone.y),
    )[zone.edge]
    d = min(b, it.ring.depth) / it.unit - 2 * GAP
    side, w = d * PICTURE, it.w
    shown = side if it.url else side * WIDER if it.picture else 0.0
    both = it.wifi is not None and zone.w / it.unit >= 2 * shown + LEAST_WORDS
    wide = min(zone.w / it.unit, shown * (1 + both) + 3.6 * LINE)
    with p.at(x, y, zone.angle, it.unit), p.at(-wide / 2, -d / 2):
        if it.free:
            p.rect(0, 0, wide, d, 22, None, "line", 2, dash=(10, 9))
        else:
            p.rect(0, 0, wide, d, 22, "zone")
        if both and it.wifi:
            p.code((d - side) / 2, (d - side) / 2, side, matrix_of(it.wifi))
        with p.at(wide - (d + side) / 2 if both else (d - side) / 2, (d - side) / 2):
            if it.url:
                p.code(0, 0, side, matrix_of(it.url))
            elif it.picture:
                it.picture(p, shown, side)
        left = shown + 3 * GAP
        said: list[tuple[str | tuple[str, ...], float, str, Weight]] = [(it.name, 36, "text", True)]
        if both:
            said.append(((w("Left: Wi-Fi. Right: sit here."), w("1 Wi-Fi, 2 seat")), 26, "soft", False))
        elif it.free and it.url:
            said.append(((w("Scan to sit here"), w("Scan")), 26, "soft", False))
        said += [(it.role, 28, "soft", STONE)] if it.role else []
        said += [(w("goes first"), 28, "soft", False)] if it.first else []
        for nth, (words, size, ink, bold) in enumerate(said):
            at = d / 2 + (nth - (len(said) - 1) / 2) * d * 0.27
            room = wide - left - (left if both else 2 * GAP)
            p.text(left, at, words, p.legible(size), ink, "start", bold, room)


# ---- what lies in front of it --------------------------------------------------------------------------------


PICTURED: Final = (240.0, 190.0)  # u, a picture with a name


@dataclass(frozen=True, slots=True)
class Choosing:
    """What a seat may be, with what it can do and its picture (what comes by chance has none); `now`: what it is."""

    lying: Lying
    seat: int
    title: str
    roles: tuple[tuple[Option, str, Picture | None], ...]
    now: str | None


def choosing(scene: Scene, ring: Ring, seat: int) -> Element[Choosing] | None:
    """What a seat is, of all that no other seat is: one touch each."""
    table = scene.model.table
    assert table is not None
    if table.phase != "lobby" or not 0 < seat <= len(table.seats) or scene.model.info(seat).by == "free":
        return None
    w, info = scene.model.words(seat), scene.model.info(seat)
    them = [(slug, scene.model.game_words.identity(w, slug)) for slug in rows.free_roles(table, seat)]
    row = rows.role(w, info, table.mode, them, seat in table.owing)
    roles = tuple(
        (it, scene.game.role_says(scene.model, w, it.value), scene.game.picture(scene.model, it.value))
        if isinstance(it.value, str) and not ring.small
        else (it, "", scene.game.picture(scene.model, it.value) if isinstance(it.value, str) else None)
        for it in row.options
        if it.value or seat not in table.owing
    )
    name = scene.model.name(seat, w)
    title = w("{name}: which wonder?", name=name) if table.mode == "track" else f"{name}: {row.words}"
    view = Choosing(lying(scene, ring, seat), seat, title, roles, info.wonder)
    return Element(f"panel {scene.opened.panel}", view, paint_choosing)


def paint_choosing(p: Pen, it: Choosing, control: Controller) -> None:
    at = place(it.lying.ring, it.lying.edge)
    said = any(says for _, says, _ in it.roles)
    cells = [Cell(partial(_role, control, it, *role)) for role in it.roles]
    size = (SAID, 190.0) if said else PICTURED
    panel(p, control, it.lying, at, it.title, cells, close=closing(control), cell=size)


def _role(
    control: Controller, it: Choosing, role: Option, says: str, picture: Picture | None, p: Pen, w: float, h: float
) -> None:
    """Something to be: its picture and its name, and where there is room what it can do."""
    slug, name, on = role.value, capital(role.words), role.value == it.now
    called = [capital(each.words) for each, _, _ in it.roles]
    tap, key = partial(_choose, control, it.seat, slug), f"wonder {slug or 'by chance'}"
    button(p, 0, 0, w, h, "" if picture else name, key, tap, on=on, size=28)
    if picture is None:
        return
    if says:
        side = h - 90
        with p.at(w - side - 16, 12):
            picture(p, side, side)
        bold = names.face(p, called, 28, w - side - 40)
        p.text(16, 28, name, 28, "text", "start", bold=bold, room=w - side - 40)
        p.prose(16, 50, says, 24, w - side - 40, h - 60, "soft")
        return
    high, size = h * 0.34, p.legible(24)
    with p.at(12, 10):
        picture(p, w - 24, h - high - 16)
    bold = names.face(p, called, size, w - 16, high)
    p.prose(8, h - high - 2, name, size / p.grown, w - 16, high, "text", "middle", bold=bold, middle=True)


def _choose(control: Controller, seat: int, slug: object) -> None:
    control.open("")
    set_seat(control, seat, wonder=slug)
