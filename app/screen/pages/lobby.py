"""Before a game: who sits where, with which wonder; codes for phones; the start."""

from collections.abc import Callable
from functools import partial

from app.games.architects import words as terms
from app.games.architects.screen import pieces, wonders
from app.looks.icons import icon
from app.protocol import messages as said
from app.screen.codes import matrix_of
from app.screen.desk import Desk, new_id
from app.screen.draw import Pen
from app.screen.pages.settings import deals
from app.screen.part import Part
from app.screen.ring import Ring, Zone, link_path
from app.screen.widgets.controls import button, stepper
from app.screen.widgets.panel import Paint, cell, closing, panel, place
from app.text.languages import Words, capital

NAMED = 48.0  # u, over the buttons of a seat, where its wonder's name can be read


def parts(desk: Desk, ring: Ring) -> list[Part]:
    """Everything of the lobby, from the lowest up."""
    table = desk.table
    assert table is not None
    found = [Part("places", (ring,), lambda p: _places(p, ring))]
    for info in table.seats:
        found.append(_seat(desk, ring, table, info))
    if not desk.panel:
        found.append(_middle(desk, ring, table))
    return found


def _places(p: Pen, ring: Ring) -> None:
    n = len(ring.zones)
    for i, spot in enumerate(ring.stacks):
        for j in (i, (i + 1) % n):
            p.path(*link_path(spot, ring.zones[j]), line="hair", width=4 * ring.u)
    w = ring.card / ring.u
    for spot in ring.stacks:
        with p.at(spot.x, spot.y, spot.angle, ring.u):
            p.rect(-w / 2, -w * 0.7, w, w * 1.4, 14, "table", "line", 3, dash=(9, 8))
    for goal in ring.goals:
        with p.at(goal.x, goal.y, goal.angle, ring.u):
            pieces.hexagon(p, goal.r / ring.u, 3, "line", "table")


# ---- a seat ----------------------------------------------------------------------------------------------


def _seat(desk: Desk, ring: Ring, table: said.TableView, info: said.SeatInfo) -> Part:
    zone, code = ring.zones[info.seat - 1], desk.codes.get(info.seat)
    taken = tuple(other.wonder for other in table.seats if other.seat != info.seat)
    w = desk.words(info.seat)
    dark = table.network.address is None
    facts = (
        ring, info, code, taken, w.lang, table.first, table.game_data, table.game, table.mode, dark,
        tuple(table.identities), info.seat in table.owing,
    )  # fmt: skip

    def paint(p: Pen) -> None:
        u = ring.u
        with p.at(zone.x, zone.y, zone.angle, u), p.at(-zone.w / u / 2, -zone.d / u / 2):
            if info.by == "free":
                _free(p, desk, ring, zone, info, w, code)
            else:
                _taken(p, desk, ring, zone, info, w, taken, table.first == info.seat)

    return Part(f"seat {info.seat}", facts, paint)


def _free(p: Pen, desk: Desk, ring: Ring, zone: Zone, info: said.SeatInfo, w_: Words, code: said.Code | None) -> None:
    w, d, t = zone.w / ring.u, zone.d / ring.u, ring.touch
    p.rect(0, 0, w, d, 22, "zone")
    p.rect(0, 0, w, d, 22, None, "line", 2, dash=(10, 9))
    left = 18.0
    if code:
        side = min(d - 36, w - t - 52)
        left = max(18.0, w / 2 - (side + 300) / 2)
        p.code(left, (d - side) / 2, side, matrix_of(code.url))
        left += side + 16
    room = min(w - left - 16, 460)
    if not code:
        left = (w - room) / 2
    seat = info.seat

    def by_touch() -> None:
        desk.say(
            said.SetSeat(id=new_id(), seat=seat, by="touch", lang=desk.table.settings.lang if desk.table else "en"),
            seat,
        )

    def by_bot() -> None:
        desk.say(said.SetSeat(id=new_id(), seat=seat, by="bot"), seat)

    stacked = room < 2 * t + 12
    stacked = stacked and desk.by_touch
    high = 2 * t + 10 if stacked else t
    words = d - 28 - high - 8
    top = 14.0
    if words >= 34:
        p.text(left, top + 18, (w_("Free seat"), w_("Free")), 32, "text", "start", bold=True, room=room)
        if words >= 70 and (code or desk.by_touch):
            hint = (w_("Scan to sit here"), w_("Scan")) if code else (w_("Play on the screen"), w_("On the screen"))
            p.text(left, top + 58, hint, 25, "soft", "start", room=room)
    y = d - 14 - high
    on_screen = w_("On the screen")
    if not desk.by_touch:
        button(p, left, y, room, t, w_("Bot") if room > 150 else "", f"bot {seat}", by_bot, "bot", size=25)
    elif desk.table and desk.table.mode != "play":  # bots do not play with cardboard
        button(p, left, y, room, t, on_screen if room > 150 else "", f"touch {seat}", by_touch, "touch", size=25)
    elif stacked:
        y = (d - high) / 2 if words < 34 else y
        button(p, left, y, room, t, on_screen if room > 150 else "", f"touch {seat}", by_touch, "touch", size=25)
        button(p, left, y + t + 10, room, t, w_("Bot") if room > 150 else "", f"bot {seat}", by_bot, "bot", size=25)
    else:
        half = (room - 12) / 2
        button(p, left, y, half, t, on_screen if half > 150 else "", f"touch {seat}", by_touch, "touch", size=25)
        button(p, left + half + 12, y, half, t, w_("Bot") if half > 150 else "", f"bot {seat}", by_bot, "bot", size=25)


def _taken(
    p: Pen,
    desk: Desk,
    ring: Ring,
    zone: Zone,
    info: said.SeatInfo,
    w_: Words,
    taken: tuple[str | None, ...],
    first: bool,
) -> None:
    w, d, t, seat = zone.w / ring.u, zone.d / ring.u, ring.touch, info.seat
    grow = 1.3 if ring.small else 1.0
    hs = 60.0 * grow
    if d - hs - t - 10 < NAMED:
        hs = 60.0
    p.rect(0, 0, w, d, 22, "zone")
    p.rect(0, d - hs, w, hs, 22, "raised")
    p.rect(0, d - hs, w, 22, 0, "raised")
    y = d - hs / 2
    right = w - 18
    icon(p, "menu", right - 16 * grow, y, 34 * grow, "soft", "raised")
    right -= 46 * grow
    right = _how(p, info, w_, right, y, grow)
    if first:
        right -= (
            p.text(right, y, (w_("goes first"), "1."), 24 * grow, "soft", "end", room=max(40, (right - 20) * 0.35)) + 14
        )
    name = info.name or (w_("Bot") if info.by == "bot" else w_("Seat {number}", number=seat))
    p.text(20, y, name, 30 * grow, "text", "start", bold=True, room=right - 30)
    edge = zone.edge
    p.spot(0, d - hs, w, hs, f"seat {seat} name", lambda: desk.open(f"seat {seat}", edge), rank=0, least=t)
    if not desk.drawn:
        _side(p, desk, info, w_, w, d - hs, t)
        return
    wide = min(200.0, w * 0.3, w - 68 - 2 * t)
    tall = d - hs - 36
    owes = desk.table is not None and seat in desk.table.owing
    with p.at(20, 18):
        if info.wonder:
            wonders.picture(p, info.wonder, desk.box.wonders[info.wonder].stages, wide, tall)
        else:
            p.rect(0, 0, wide, tall, 16, None, "candle" if owes else "line", 3, dash=(9, 8))
            p.text(wide / 2, tall / 2, "?", min(96, tall * 0.7), "candle" if owes else "mute", bold=True)
    left = wide + 40
    choices: list[str | None] = [None, *(slug for slug in desk.box.wonders if slug not in taken)]
    here = choices.index(info.wonder) if info.wonder in choices else 0

    def step(by: int) -> Callable[[], None]:
        slug = choices[(here + by) % len(choices)]
        return lambda: desk.say(said.SetSeat(id=new_id(), seat=seat, wonder=slug), seat)

    top = d - hs - t - 10
    title = terms.wonder(w_, info.wonder) if info.wonder else capital(_unchosen(desk, w_))
    if desk.track.on:
        choose = partial(desk.open, f"wonder {seat}", edge)
        p.spot(0, 0, w, d - hs, f"wonder {seat} choose", choose, rank=0, least=t)
    ink = "candle" if owes else "text"
    if top > 84:
        p.text(left, top * 0.26, w_("Wonder"), 22, "mute", "start", room=w - left - 16)
        p.text(left, top * 0.66, title, min(34, top * 0.38), ink, "start", bold=True, room=w - left - 16)
    else:
        p.text(left, top / 2 + 1, title, min(30, top * 0.62), ink, "start", bold=True, room=w - left - 16)
    half = min(150.0, (w - left - 16 - 12) / 2)
    button(p, left, top, half, t, "", f"wonder {seat} less", step(-1), "left")
    button(p, left + half + 12, top, half, t, "", f"wonder {seat} more", step(1), "right")


def _unchosen(desk: Desk, w_: Words) -> str:
    """What a seat is that nobody has chosen anything for."""
    if desk.track.on:
        return w_("Which wonder?")
    return w_("not told") if desk.table and desk.table.mode == "tally" else w_("random")


def _left(table: said.TableView, seat: int) -> list[str]:
    """What a seat may be: nothing that another is, nor another side of it."""
    taken = {table.identities.get(other.wonder or "") for other in table.seats if other.seat != seat}
    return [slug for slug, thing in table.identities.items() if thing not in taken]


def choosing(desk: Desk, ring: Ring, seat: int) -> tuple[object, Paint]:
    """Which wonder lies in front of a seat, of those that lie in front of nobody else: one touch each."""
    table = desk.table
    assert table is not None
    if table.phase != "lobby" or not 0 < seat <= len(table.seats) or desk.info(seat).by == "free":
        return None, lambda p: None
    w, info = desk.words(seat), desk.info(seat)
    left = _left(table, seat)

    def choose(slug: str) -> None:
        desk.open("")
        desk.say(said.SetSeat(id=new_id(), seat=seat, wonder=slug), seat)

    def paint(p: Pen) -> None:
        cells = [
            cell(desk.game_words.identity(w, slug), f"wonder {slug}", partial(choose, slug), on=slug == info.wonder)
            for slug in left
        ]
        title = w("{name}: which wonder lies there?", name=desk.name(seat, w))
        panel(p, desk, ring, place(ring, desk.edge), title, cells, close=closing(desk), cell=(300, 0))

    return (info, tuple(left), desk.name(seat, w), w.lang), paint


def _side(p: Pen, desk: Desk, info: said.SeatInfo, w_: Words, w: float, h: float, t: float) -> None:
    """What a seat is to be in a game that is not drawn; nothing where its seats are all alike."""
    table = desk.table
    assert table is not None
    if not table.identities:
        return
    choices = [None, *_left(table, info.seat)]
    here = choices.index(info.wonder) if info.wonder in choices else 0

    def step(by: int) -> Callable[[], None]:
        slug = choices[(here + by) % len(choices)]
        return lambda: desk.say(said.SetSeat(id=new_id(), seat=info.seat, wonder=slug), info.seat)

    value = desk.game_words.identity(w_, info.wonder) if info.wonder else _unchosen(desk, w_)
    high = min(t, h - 24)
    which = f"wonder {info.seat}"
    stepper(p, 16, (h - high) / 2, w - 32, high, w_("Wonder"), value, which, step(-1), step(1), t)


def _how(p: Pen, info: said.SeatInfo, w_: Words, right: float, y: float, grow: float) -> float:
    """How the seat is played; how far to the left it reaches."""
    picture = {"phone": "phone", "bot": "bot"}.get(info.by, "touch")
    away = info.by == "phone" and not info.present
    if away:
        right -= p.text(right, y, w_("away"), 23 * grow, "mute", "end", room=120) + 8
    icon(p, picture, right - 16 * grow, y, 34 * grow, "mute" if away else "green", "raised")
    return right - 48 * grow


# ---- the middle ------------------------------------------------------------------------------------------


def _middle(desk: Desk, ring: Ring, table: said.TableView) -> Part:
    at = place(ring, desk.edge, 1320, 1700)
    w = desk.words()
    code = desk.codes.get(0)
    people = tuple(info.by for info in table.seats)
    facts = (
        ring,
        desk.edge,
        w.lang,
        code,
        people,
        table.first,
        table.first_seat,
        table.variant,
        table.game,
        table.mode,
        table.laid_aside,
        table.network,
        table.owing,
        desk.people(w),
        desk.menu_sign,
    )

    def paint(p: Pen) -> None:
        gap = 24.0
        with p.at(at.x, at.y, at.angle, ring.u):
            if at.w >= 1100:
                each = (at.w - 2 * gap) / 3
                boxes = [(0.0, 0.0, each, at.h), (each + gap, 0.0, each, at.h), (2 * (each + gap), 0.0, each, at.h)]
            elif at.w >= 640 and ring.touch <= 115:
                half, high = (at.w - gap) / 2, 3 * ring.touch + 60
                boxes = [(0, 0, half, high), (half + gap, 0, half, high), (0, high + gap, at.w, at.h - high - gap)]
            else:
                high = 3 * ring.touch + 40
                boxes = [
                    (0, 0, at.w, high),
                    (0, high + gap, at.w, high),
                    (0, 2 * (high + gap), at.w, at.h - 2 * (high + gap)),
                ]
            for (x, y, bw, bh), block in zip(boxes, (_seats, _start, _way_in), strict=True):
                with p.at(x, y):
                    block(p, desk, ring, table, w, bw, min(bh, 520 if block is not _way_in else bh))

    return Part("lobby", facts, paint)


def _seats(p: Pen, desk: Desk, ring: Ring, table: said.TableView, w_: Words, w: float, h: float) -> None:
    t, n = ring.touch, len(table.seats)
    gap = min(24.0, (h - 3 * t) / 2)
    y = max(0.0, (h - 3 * t - 2 * gap) / 2)

    def count(to: int) -> Callable[[], None]:
        return lambda: desk.say(said.SetSeats(id=new_id(), count=to))

    fewest, most = table.places
    stepper(
        p,
        0,
        y,
        w,
        t,
        w_("Seats"),
        str(n),
        "seats",
        count(n - 1) if n > fewest else None,
        count(n + 1) if n < most else None,
        t,
    )
    orders: list[int | None] = [None, *(info.seat for info in table.seats if info.by != "free")]
    here = orders.index(table.first) if table.first in orders else 0

    def begin(by: int) -> Callable[[], None]:
        first = orders[(here + by) % len(orders)]
        return lambda: desk.say(said.SetGame(id=new_id(), first=first))

    value = w_("random") if orders[here] is None else desk.people(w_)[(orders[here] or 1) - 1]
    can = len(orders) > 1
    y += t + gap
    if table.first_seat:
        stepper(
            p,
            0,
            y,
            w,
            t,
            w_("Goes first"),
            value,
            "first",
            begin(-1) if can else None,
            begin(1) if can else None,
            t,
        )
        y += t + gap
    added = ", ".join(desk.variant(w_, slug)[0] for slug in table.variant)
    title = desk.game_words.title(w_) if len(table.games) > 1 else w_("Variants")
    where = deals(w_, table.mode) if table.mode != "play" else "" if desk.drawn else w_("on phones and by bots")
    button(
        p,
        0,
        y,
        w,
        t,
        title,
        "game",
        lambda: desk.open("game"),
        size=30,
        below=(added, _in_short(desk, table, w_)) if added and not where else where,
    )


def _in_short(desk: Desk, table: said.TableView, w_: Words) -> str:
    """The variants that are on where there is no room for all of their names: the first, and how many more."""
    name, more = desk.variant(w_, table.variant[0])[0], len(table.variant) - 1
    return w_.many("{name} and {n} more", "{name} and {n} more", more, name=name) if more else name


def _start(p: Pen, desk: Desk, ring: Ring, table: said.TableView, w_: Words, w: float, h: float) -> None:
    t = ring.touch
    taken = sum(info.by != "free" for info in table.seats)
    ready = taken >= table.places[0]
    rows = 3
    gap = min(24.0, (h - rows * t) / (rows - 1))
    big = min(t * 1.4, h - 2 * (t + gap))
    y = max(0.0, (h - big - 2 * (t + gap)) / 2)
    lacks = table.places[0] - taken
    more = w_.many("{n} more seat is needed", "{n} more seats are needed", lacks)
    label = w_.many("Start with {n}", "Start with {n}", taken) if ready else more
    below = w_("empty seats are left out") if ready and taken < len(table.seats) else ""
    go: Callable[[], None] = partial(_say_start, desk)
    owing = table.owing if ready else ()
    if owing:
        label = w_("{name}: which wonder?", name=desk.name(owing[0], w_))
        below = w_.many("{n} seat has no wonder yet", "{n} seats have no wonder yet", len(owing))
        go = partial(desk.open, f"wonder {owing[0]}", ring.zones[owing[0] - 1].edge)
    button(
        p,
        0,
        y,
        w,
        big,
        label,
        "start",
        go if ready else None,
        primary=ready and not owing,
        off=not ready,
        size=40,
        below=below,
    )
    y += big + gap
    half = (w - 12) / 2
    button(p, 0, y, half, t, w_("Turn to me"), "turn", desk.turn, "turn", size=24)
    button(p, half + 12, y, half, t, w_("Settings"), "settings", lambda: desk.open("settings"), desk.menu_sign, size=24)
    y += t + gap
    laid = len(table.laid_aside)
    third = min(w * 0.5, w - 2 * t - 36) if laid else 0
    if laid:
        button(
            p,
            0,
            y,
            third,
            t,
            w_.many("{n} game laid aside", "{n} games laid aside", laid),
            "laid",
            lambda: desk.open("laid"),
            "card",
            size=24,
        )
        third += 12
    rest = (w - third - 12) / 2
    button(p, third, y, rest, t, w_("History"), "history", desk.past.open, "crown", size=24)
    button(p, third + rest + 12, y, rest, t, w_("About"), "about", lambda: desk.open("about"), size=24)


def _say_start(desk: Desk) -> None:
    desk.say(said.Start(id=new_id()))


def _way_in(p: Pen, desk: Desk, ring: Ring, table: said.TableView, w_: Words, w: float, h: float) -> None:
    """The table's own code, with its address as text; or that there is no network."""
    p.rect(0, 0, w, h, 22, "zone")
    way_in(p, desk, table, w_, w, h)


def way_in(p: Pen, desk: Desk, table: said.TableView, w_: Words, w: float, h: float) -> None:
    """A code and an address in a box: side by side where it is flat."""
    code, pad = desk.codes.get(0), 20.0
    if code is None:
        icon(p, "wifi", w / 2, h * 0.28, min(90, h * 0.25), "mute")
        p.prose(
            pad,
            h * 0.42,
            w_("No network: everything works on the screen."),
            28,
            w - 2 * pad,
            h * 0.5,
            "soft",
            "middle",
            middle=True,
        )
        return
    lines = [(code.url.removeprefix("http://").rstrip("/"), 30, "text", True)]
    if table.network.name:
        lines.append((table.network.name.removeprefix("http://").rstrip("/"), 22, "soft", False))
    lines.append((w_("same Wi-Fi as this table"), 24, "soft", False))
    tall = 40.0 * len(lines)
    if w > h * 1.25:
        side = min(h - 2 * pad, w * 0.5)
        p.code(pad, (h - side) / 2, side, matrix_of(code.url))
        x, room, y = pad + side + 20, w - 3 * pad - side, (h - tall) / 2
    else:
        side = max(120.0, min(w - 2 * pad, h - tall - 2 * pad - 12))
        p.code((w - side) / 2, pad, side, matrix_of(code.url))
        x, room, y = pad, w - 2 * pad, pad + side + (h - pad - side - tall) / 2 - 2
    for i, (text, size, ink, bold) in enumerate(lines):
        p.text(x + room / 2, y + (i + 0.5) * 40, text, size, ink, bold=bold, room=room)
