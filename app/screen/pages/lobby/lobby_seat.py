"""A seat in the lobby: its place on the page with person, wonder and way to play; and at its own edge its join code or
its wonder."""

from dataclasses import dataclass
from functools import partial
from typing import Final

from app.looks import qr_codes
from app.looks.icons import icon
from app.looks.wonder_window import World
from app.protocol.base_messages import Lang, PlayedBy
from app.protocol.seat_messages import HandOver, SeatInfo, SetSeats
from app.protocol.table_messages import TableView
from app.screen.control.controller import Controller
from app.screen.control.outbox import new_id
from app.screen.pages.common.join_codes import hotspot
from app.screen.pages.common.setting_intents import set_seat
from app.screen.pages.lobby.lobby_layout import GAP, HIGH, LINE, LobbyBox, LobbySheet, sheet
from app.screen.paint import lighting
from app.screen.paint.element import Element, Elements
from app.screen.paint.pen import Pen
from app.screen.paint.pen_layers import STONE, Weight
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Picture, Scene
from app.screen.widgets import name_fitting, wonder_window
from app.screen.widgets.badges import badge, draw_before_name
from app.screen.widgets.controls import Tap, button, touch_box
from app.screen.widgets.grid import Grid, fill_grid
from app.screen.widgets.name_plate import draw_lintel
from app.screen.widgets.panel import GAP as BETWEEN
from app.screen.widgets.panel import PAD, Cell, PanelContext, closing, panel, panel_context, table_frame
from app.shown.form import Option
from app.shown.lobby import seat_form as rows
from app.text.translation import Words, capital
from app.text.words_protocols import seat_name

SEAM: Final = 3.0  # units, between the buttons of a seat
MIN_WORD_SCALE: Final = 0.85  # of a way to play, before the ways wrap into two rows
NAME_LINES: Final = 0.86  # height of the name below the wonder, in lines
PICTURED_FROM: Final = 110.0  # units, height from which the wonder is above the name, else beside it
WONDER_WIDTH: Final = 0.46  # of the place, beside the name
PICTURE: Final = 0.86  # height of a picture at the edge, as a share of its depth
BADGE_ABOVE_LINES: Final = 1.75  # height in lines from which the emblem is above the name
BADGE: Final = 0.62  # height of an emblem, in lines
WORLD: Final = 3.4  # width of a wonder at the edge, by its depth
PLATE: Final = 0.34  # height of its name plate, by its depth
WIDER: Final = 1.2  # width of a seat's picture by its height
LEAST_WORDS: Final = 1.8 * LINE  # between two codes
MIN_DESCRIBED: Final = (400.0, 190.0)  # u, minimum size of a wonder with its description
PICTURED: Final = (240.0, 190.0)  # u, minimum size of a picture with a name
PICTURE_WIDTH: Final = 0.42  # of a wonder with its description


# ---- its place on the page -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LobbySeat:
    """A seat's place. `info` None: the seat does not exist yet.

    `adds`: it is the next one to add. `ways`: how it can be played. `role`: its wonder's name; empty where seats have
    none. `lang`: the table's.
    """

    sheet: LobbySheet
    number: int
    info: SeatInfo | None
    adds: bool
    name: str
    first: bool  # it is the starting seat
    owes: bool  # it has to choose a wonder first
    role: str
    roles: tuple[str, ...]  # of all seats
    picture: Picture | None  # of that
    ways: tuple[PlayedBy, ...]
    locked: bool  # nobody new sits down there
    lang: Lang
    levels: tuple[str, ...]  # of bots
    w: Words


def build_seat(scene: Scene, on: LobbySheet, table: TableView, number: int) -> Element[LobbySeat]:
    """Build a seat's place, in the table's language, because the page is read from one edge."""
    w = scene.model.words()
    info = table.seats[number - 1] if number <= len(table.seats) else None
    ways: list[PlayedBy] = []
    locked = table.locked and info is not None and (info.by == "free" or info.own_bot)
    if info is not None:
        ways += ["touch"] if scene.model.by_touch and not locked else []
        ways += ["phone"] if table.network.address and not locked else []
        ways += ["bot"] if table.mode == "play" or not scene.model.by_touch else []  # bots do not play with cardboard
        ways += ["free"]
    role, picture, called = "", None, scene.model.game_words.identity
    if info is not None and info.by != "free" and table.identities:
        unchosen = capital(rows.unchosen(w, table.mode, number in table.owing))
        role = called(w, info.wonder) if info.wonder else unchosen
        picture = scene.game.picture(scene.model, info.wonder) if info.wonder else None
    view = LobbySeat(
        on,
        number,
        info,
        number == len(table.seats) + 1,
        scene.model.name(number, w) if info is not None else seat_name(w, number, None),
        table.first == number,
        number in table.owing,
        role,
        tuple(called(w, each.wonder) for each in table.seats if each.wonder),
        picture,
        tuple(ways),
        locked,
        table.settings.lang,
        table.levels,
        w,
    )
    return Element(f"line {number}", view, paint_place)


def paint_place(p: Pen, it: LobbySeat, control: Controller) -> None:
    """Paint the wonder above the person, and the ways to play below; if these take two rows, person and wonder are side
    by side."""
    x, y, wide, high = it.sheet.seat(it.number)
    with it.sheet.draw_on(p), p.at(x, y):
        if it.info is None:
            if it.adds:
                _paint_add_button(p, it, control, wide, high)
            return
        if it.info.by == "free":
            p.rect(0, 0, wide, high, 18, None, "line", 2, dash=(10, 9))
        else:
            lighting.shadow(p, 0, 0, wide, high, 18, lighting.ZONE)
            p.rect(0, 0, wide, high, 18, "zone")
        ways = _place_ways(p, it.w, it.sheet, wide, high)
        top = min(box.y for box in ways) - SEAM
        plate = max(it.sheet.finger, HIGH * NAME_LINES)
        if top >= plate + PICTURED_FROM:
            what, who = LobbyBox(0, 0, wide, top - plate), LobbyBox(0, top - plate, wide, plate)
        else:
            half = wide * WONDER_WIDTH
            what, who = LobbyBox(0, 0, half, top), LobbyBox(half, 0, wide - half, top)
        _paint_wonder(p, it, it.info, control, what)
        _paint_person(p, it, it.info, control, who)
        for by, box in zip(rows.WAYS, ways, strict=True):
            if by in it.ways:
                _paint_way(p, it, it.info, control, by, box)
        if it.info.by != "free":
            p.rect(0, 0, wide, high, 18, None, it.info.colour or "line", 2)


def _paint_add_button(p: Pen, it: LobbySeat, control: Controller, wide: float, high: float) -> None:
    def draw(pen: Pen, ground: str | None, ink: str) -> None:
        pen.rect(0, 0, wide, high, 18, ground, "line", 2, dash=(10, 9))
        icon(pen, "plus", wide / 2, high * 0.42, high * 0.2, ink, ground or "table")
        pen.text(wide / 2, high * 0.64, it.name, pen.legible(28), ink, room=wide - 24)

    draw(p, None, "soft")
    add = partial(_set_seat_count, control, it.number)
    p.hit_area(0, 0, wide, high, f"add {it.number}", add, press=lambda pen: draw(pen, "candle", "ink"))


def _set_seat_count(control: Controller, count: int) -> None:
    control.submit(SetSeats(id=new_id(), count=count))


def _place_ways(p: Pen, w: Words, sheet: LobbySheet, wide: float, high: float) -> list[LobbyBox]:
    """Return the places of the ways to play: side by side, or in two rows if the words do not fit."""
    least = [
        max(sheet.finger, p.text_width(rows.played_by_label(w, by), p.legible(22)) * MIN_WORD_SCALE + 8)
        for by in rows.WAYS
    ]
    spare = wide - sum(least) - 3 * SEAM
    if spare >= 0:
        sides = [each + spare / len(least) for each in least]
        return [LobbyBox(sum(sides[:nth]) + nth * SEAM, high - HIGH, side, HIGH) for nth, side in enumerate(sides)]
    half = (wide - SEAM) / 2
    return [
        LobbyBox((nth % 2) * (half + SEAM), high - (2 - nth // 2) * HIGH + (nth // 2 - 1) * SEAM, half, HIGH)
        for nth in range(len(least))
    ]


def _paint_wonder(p: Pen, it: LobbySeat, info: SeatInfo, control: Controller, box: LobbyBox) -> None:
    """Paint the wonder before its sky; a touch opens the choice. Without wonders, paint the emblem."""
    x, y, w, h = box
    if not it.role:
        badge(p, x + w / 2, y + h / 2, min(h * 0.7, w * 0.7), *info.badge)
        return
    tap, key = partial(control.open_panel, f"wonder {it.number}"), f"wonder {it.number} choose"
    if it.picture is None or not info.wonder:
        button(p, x, y, w, h, it.role, key, tap, "wonder" if w > 2 * HIGH else "", on=it.owes, size=28)
    else:
        with p.at(x, y):
            wonder_window.paint_window(p, info.wonder, it.picture, w, h, 18)
        touch_box(p, x, y, w, h, 18, key, tap)
    if note := _note(it, info):
        size = p.legible(22)
        wide = min(w - 12, p.text_width(note, size) + 20)
        p.rect(x + 6, y + 6, wide, size * 1.5, size * 0.75, "zone")
        p.text(x + 16, y + 6 + size * 0.75, note, size, "soft", "start", room=wide - 20)


def _paint_person(p: Pen, it: LobbySeat, info: SeatInfo, control: Controller, box: LobbyBox) -> None:
    """Paint person, emblem and wonder; a touch opens the seat."""
    x, y, w, h = box
    ink = "soft" if info.by == "free" else "text"
    emblem = info.badge[0] if it.role else ""  # it is shown large where all seats are alike
    pictured = it.picture is not None and bool(info.wonder)  # else its role is said in the picture's place
    says = it.role if pictured else "" if it.role else _note(it, info)
    size, small = p.legible(30), p.legible(22)
    with p.at(x, y):
        if h > BADGE_ABOVE_LINES * HIGH:  # its emblem over its name
            low = h * (0.32 if emblem else 0.14)
            bold = name_fitting.face(p, it.roles, small, w - 20, h * 0.8 - low) if pictured else False
            badge(p, w / 2, h * 0.17, min(h * 0.3, HIGH), emblem, info.badge[1])
            p.name(w / 2, low + h * 0.1, it.name, size, ink, align="middle", room=w - 20, high=h * 0.2)
            p.prose(
                10, low + h * 0.2, says, small / p.grown, w - 20, h * 0.8 - low, "soft", "middle", bold, middle=True
            )
        else:
            side = min(h * BADGE, HIGH * BADGE)
            left = side + 24 if emblem else 16.0
            room, high = w - left - 10, h * (0.5 if says else 1)
            low = max(small * 1.2, h * 0.4) if says else 0.0
            bold = name_fitting.face(p, it.roles, small, room, low) if pictured else False
            badge(p, side / 2 + 12, h / 2, side, emblem, info.badge[1])
            p.name(left, h * (0.3 if says else 0.5), it.name, size, ink, align="start", room=room, high=high)
            p.prose(left, h * 0.74 - low / 2, says, small / p.grown, room, low, "soft", bold=bold, middle=True)
        touch_box(p, 0, 0, w, h, 18, f"seat {it.number} name", partial(control.open_panel, f"seat {it.number}"))


def _note(it: LobbySeat, info: SeatInfo) -> str:
    if info.by == "free" or not info.present:
        return rows.state(it.w, info, it.locked)
    return it.w("goes first") if it.first else ""


def _paint_way(p: Pen, it: LobbySeat, info: SeatInfo, control: Controller, by: PlayedBy, box: LobbyBox) -> None:
    """Paint a way to play. A touch on the current one shows the join code, or changes the bot's level.

    A seat is taken from a connected phone only after confirmation.
    """
    on, (x, y, side, high) = by == info.by, box
    sign, label, key = rows.PICTURES[by], rows.played_by_label(it.w, by), f"{by} {it.number}"

    def draw(pen: Pen, ground: str, ink: str) -> None:
        if on and by == "free":
            pen.rect(x, y, side, high, 18, None, "line", 2, dash=(8, 7))
        else:
            pen.rect(x, y, side, high, 18, ground, "candle" if on else "line", 3.5 if on else 2)
        icon(pen, sign, x + side / 2, y + high * 0.36, high * 0.44, ink, ground)
        pen.text(x + side / 2, y + high * 0.77, label, pen.legible(22), ink, bold=on, room=side - 8)

    tap: Tap | None
    if on and by == "bot":
        _, now, other = rows.level(it.w, info, it.levels).adjacent_options()
        label, key = capital(now.words), f"level {it.number}"
        tap = partial(set_seat, control, it.number, bot=other.value)
    elif by == "phone":
        tap = partial(_show_code, control, it.number, info.by != "free")
    elif info.by == "phone" and info.present:
        tap = partial(_ask_to_take, control, it.number, by)
    else:
        tap = None if on else partial(_play_by, control, it.number, by, it.lang)
    draw(p, "chosen" if on else "raised", "soft" if on and by == "free" else "text")
    if tap is not None:
        p.hit_area(x, y, side, high, key, tap, press=lambda pen: draw(pen, "candle", "ink"))


def _play_by(control: Controller, seat: int, by: PlayedBy, lang: Lang) -> None:
    if by == "touch":
        set_seat(control, seat, by=by, lang=lang)
    else:
        set_seat(control, seat, by=by)


def _ask_to_take(control: Controller, seat: int, by: PlayedBy) -> None:
    control.open_panel(f"seat {seat}")
    control.ask_confirmation(f"by {by}")


def _show_code(control: Controller, seat: int, held: bool) -> None:
    """Show a seat's join code on the page; an occupied seat gets a handover code."""
    control.change(code=seat)
    if held:
        control.submit(HandOver(id=new_id(), seat=seat), seat)


def close_code(control: Controller, seat: int, held: bool) -> None:
    """Show the table's join code again, and cancel a handover."""
    control.change(code=0)
    if held:
        control.submit(HandOver(id=new_id(), seat=seat, cancel=True), seat)


# ---- at its edge -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Edge:
    """A seat's place at its edge, `bare` pixels deep. `url`: of its join code.

    `awaits`: painted as free until the arrival animation has ended. Nothing here is a button, because its place changes
    with the number of seats.
    """

    ring: Ring
    number: int
    bare: float
    unit: float  # pixels
    free: bool
    url: str | None
    wifi: str | None  # the hotspot's code, if phones need it first
    name: str
    role: str
    first: bool
    wonder: str
    picture: Picture | None
    badge: tuple[str, str]
    w: Words
    awaits: bool = False


def build_edges(scene: Scene, ring: Ring, bare: float) -> Elements:
    """Build the places at the edges, if the sheet leaves room for them."""
    table = scene.table
    return [_build_edge(scene, ring, table, info, bare) for info in table.seats] if bare else []


def _build_edge(scene: Scene, ring: Ring, table: TableView, info: SeatInfo, bare: float) -> Element[Edge]:
    w, code = scene.model.words(info.seat), scene.model.codes.get(info.seat)
    shown, own = info.wonder if info.by != "free" else None, hotspot(scene)
    view = Edge(
        ring,
        info.seat,
        bare,
        sheet(ring, 0).unit,
        info.by == "free",
        code.url if code else None,
        qr_codes.wifi(own.name, own.password) if code and own else None,
        scene.model.name(info.seat, w),
        scene.model.game_words.identity(w, shown) if shown else "",
        table.first == info.seat,
        shown or "",
        scene.game.picture(scene.model, shown) if shown else None,
        info.badge,
        w,
    )
    return Element(f"seat {info.seat}", view, paint_edge)


def paint_edge(p: Pen, it: Edge, control: Controller) -> None:
    """Paint the code with its words, or the wonder before its sky above the name."""
    zone, b = it.ring.zones[it.number - 1], it.bare
    x, y = (
        (zone.x, it.ring.height - b / 2),
        (b / 2, zone.y),
        (zone.x, b / 2),
        (it.ring.width - b / 2, zone.y),
    )[zone.edge]
    d = min(b, it.ring.depth) / it.unit - 2 * GAP
    with p.at(x, y, zone.angle, it.unit):
        if it.picture is not None and wonder_window.is_drawn(p, World.complete(it.wonder)):
            _paint_window(p, it, zone.w / it.unit, d)
        else:
            _paint_words(p, it, zone.w / it.unit, d)


def _paint_window(p: Pen, it: Edge, most: float, d: float) -> None:
    """Paint the wonder's window above emblem, name and wonder's name."""
    wide, size = min(most, d * WORLD), p.legible(32)
    plate = max(size * 1.5, d * PLATE)
    with p.at(-wide / 2, -d / 2):
        draw_lintel(p, wide, d, plate, False, it.badge[1])
        world = World.partial(it.wonder, 0) if it.awaits else World.complete(it.wonder)
        wonder_window.paint_wonder(p, world, 14, 0, wide * 0.5, d - plate)
        if it.awaits:
            return
        y, left = d - plate / 2, 16.0
        named = draw_before_name(p, left, y, size, it.name, wide - 32, *it.badge)
        named += p.name(left + named, y, it.name, size, "text", room=wide - 32 - named, high=plate)
        name_fitting.single_line(p, wide - 16, y, it.role, p.legible(26), "soft", "end", wide - 56 - named)
        if it.first:
            words, small = it.w("goes first"), p.legible(26)
            across = p.text_width(words, small) + 24
            if across <= wide * 0.5 - 24:
                low = d - plate - small * 1.5 - 8
                p.rect(wide - across - 10, low, across, small * 1.5, small * 0.75, "zone")
                p.text(wide - across / 2 - 10, low + small * 0.75, words, small, "soft")


def _paint_words(p: Pen, it: Edge, most: float, d: float) -> None:
    """Paint the code, picture or emblem with its words."""
    side, w = d * PICTURE, it.w
    emblem = not it.free and not it.picture and not it.url and bool(it.badge[0])
    shown = side if it.url else side * WIDER if it.picture else side * 0.6 if emblem else 0.0
    both = it.wifi is not None and most >= 2 * shown + LEAST_WORDS
    wide = min(most, shown * (1 + both) + 3.6 * LINE)
    with p.at(-wide / 2, -d / 2):
        if it.free:
            p.rect(0, 0, wide, d, 22, None, "line", 2, dash=(10, 9))
        else:
            lighting.shadow(p, 0, 0, wide, d, 22, lighting.ZONE)
            p.rect(0, 0, wide, d, 22, "zone")
        if it.awaits:
            return
        if both and it.wifi:
            p.code((d - side) / 2, (d - side) / 2, side, qr_codes.matrix(it.wifi))
        with p.at(wide - (d + side) / 2 if both else (d - side) / 2, (d - side) / 2):
            if it.url:
                p.code(0, 0, side, qr_codes.matrix(it.url))
            elif it.picture:
                it.picture(p, shown, side)
            elif emblem:
                badge(p, shown / 2, side / 2, shown, *it.badge)
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


@dataclass(frozen=True, slots=True)
class WonderChoice:
    """The choice of a wonder: options with description and picture (*random* has none). `now`: the current one."""

    lying: PanelContext
    seat: int
    title: str
    roles: tuple[tuple[Option, str, Picture | None], ...]
    now: str | None


def build_wonder_choice(scene: Scene, ring: Ring, seat: int) -> Element[WonderChoice] | None:
    """Build the choice of wonders that no other seat has."""
    table = scene.table
    if table.phase != "lobby" or not 0 < seat <= len(table.seats) or scene.model.info(seat).by == "free":
        return None
    w, info = scene.model.words(seat), scene.model.info(seat)
    them = [(slug, scene.model.game_words.identity(w, slug)) for slug in rows.available_wonders(table, seat)]
    row = rows.role(w, info, table.mode, them, seat in table.owing)
    roles = tuple(
        (it, scene.game.describe_role(scene.model, w, it.value), scene.game.picture(scene.model, it.value))
        if isinstance(it.value, str)
        else (it, "", None)
        for it in row.options
        if it.value or seat not in table.owing
    )
    name = scene.model.name(seat, w)
    title = w("{name}: which wonder?", name=name) if table.mode == "track" else f"{name}: {row.words}"
    view = WonderChoice(panel_context(scene, ring, seat), seat, title, roles, info.wonder)
    return Element(f"panel {scene.opened.panel}", view, paint_choosing)


def paint_choosing(p: Pen, it: WonderChoice, control: Controller) -> None:
    """Paint the options over the whole table, all on one page if possible, with descriptions if these fit."""
    at = table_frame(it.lying.ring, it.lying.edge)
    many, w, h = len(it.roles), at.w - 2 * PAD, at.h - 2 * PAD - it.lying.ring.touch - BETWEEN
    ways = (MIN_DESCRIBED, PICTURED) if any(says for _, says, _ in it.roles) else (PICTURED,)
    way, (wide, high) = next(
        ((way, (grid.w, grid.h)) for way in ways if (grid := _largest_grid(many, w, h, *way))), (PICTURED, PICTURED)
    )
    cells = [Cell(partial(_paint_role, control, it, way == MIN_DESCRIBED, *role)) for role in it.roles]
    panel(p, control, it.lying, at, it.title, cells, close=closing(control), cell=(wide - 0.1, high - 0.1))


def _largest_grid(many: int, w: float, h: float, least_w: float, least_h: float) -> Grid | None:
    """Return the grid of that many options that are as large as possible, or None if they would be too small."""
    grids = (fill_grid(many, across, w, h, BETWEEN) for across in range(1, many + 1))
    fits = [cells for cells in grids if cells.w >= least_w and cells.h >= least_h]
    return max(fits, key=lambda cells: (min(cells.w / least_w, cells.h / least_h), cells.w), default=None)


def _paint_role(
    control: Controller, it: WonderChoice, said: bool, role: Option, says: str, picture: Picture | None, p: Pen,
    w: float, h: float,
) -> None:  # fmt: skip
    """Paint an option: picture, name, and the description if there is room."""
    slug, name, on = role.value, capital(role.words), role.value == it.now
    called = [capital(each.words) for each, _, _ in it.roles]
    tap, key = partial(_choose_wonder, control, it.seat, slug), f"wonder {slug or 'by chance'}"
    button(p, 0, 0, w, h, "" if picture else name, key, tap, on=on, size=28)
    if picture is None:
        return
    if said:
        side, size = min(h - 12, w * PICTURE_WIDTH), p.legible(28)
        with p.at(6, 6):
            wonder_window.paint_window(p, str(slug), picture, side, h - 12, 14)
        left, room, head = side + 18, w - side - 28, min(2.4 * size, h * 0.34)
        bold = name_fitting.face(p, called, size, room, head)
        p.prose(left, 6, name, size / p.grown, room, head, "text", bold=bold, middle=True)
        p.prose(left, head + 8, says, p.legible(26) / p.grown, room, h - head - 14, "soft")
        return
    high, size = h * 0.34, p.legible(24)
    high = min(high, 3 * size)
    with p.at(6, 6):
        wonder_window.paint_window(p, str(slug), picture, w - 12, h - high - 12, 14)
    bold = name_fitting.face(p, called, size, w - 16, high)
    p.prose(8, h - high - 2, name, size / p.grown, w - 16, high, "text", "middle", bold=bold, middle=True)


def _choose_wonder(control: Controller, seat: int, slug: object) -> None:
    control.open_panel("")
    set_seat(control, seat, wonder=slug)
