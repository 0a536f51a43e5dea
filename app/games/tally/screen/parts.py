"""The score sheet on the table: counters at every edge, the markers in the middle, and what all of it comes to."""

from collections.abc import Callable
from functools import partial
from math import cos, radians, sin

from app.games.architects.screen import pieces
from app.games.architects.screen.zone import ground
from app.games.tally import words as terms
from app.games.tally.glyphs import GLYPHS
from app.games.tally.screen.sheet import Sheet
from app.looks.icons import icon, sign
from app.protocol.messages import Rematch, ToLobby
from app.screen.desk import Desk, new_id
from app.screen.draw import Pen
from app.screen.part import Part
from app.screen.ring import Ring, Zone, link_path
from app.screen.widgets.controls import button, stands_beside
from app.screen.widgets.panel import Cell, Frame, cell, closing, panel, place
from app.text.languages import Words, capital

GAP = 8.0  # u, between counters
PAD = 14.0  # u, inside a zone
BAR = 36.0  # u, at least, with a seat's name
FIGURE = 84.0  # u, at least, for a number with its sign
PLATE = 74.0  # u, of the plate beyond the middle of its markers
BESIDE = 340.0  # u, of what lies beside the plate
SMALL = 1.2  # how much larger words are on a small screen
HEAD = 210.0  # u, for a line's name
NAMES = 76.0  # u, of names that are only read
FOOT = 34.0  # u, for a note below
LEAST = 30.0  # u, of a line; where there is less room, people stand down and lines across


def parts(desk: Desk, ring: Ring) -> list[Part]:
    """The whole table, from the lowest up."""
    sheet = desk.sheet
    assert sheet is not None
    over = desk.table is not None and desk.table.phase == "over"
    found = [Part("links", (ring, "tally"), lambda p: _links(p, ring))]
    found += [_seat(desk, ring, sheet, seat, over) for seat in range(1, len(ring.zones) + 1)]
    if not desk.panel:
        if over or sheet.view.conflict is None:
            found.append(whole(desk, ring, sheet, over))
        else:
            found += _middle(desk, ring, sheet)
    return found


def _links(p: Pen, ring: Ring) -> None:
    n = len(ring.zones)
    for i, spot in enumerate(ring.stacks):
        for j in (i, (i + 1) % n):
            p.path(*link_path(spot, ring.zones[j]), line="hair", width=4 * ring.u)
        p.disc(spot.x, spot.y, 10 * ring.u, "hair")


def glyph(p: Pen, id: str, x: float, y: float, size: float, ground: str = "zone", ink: str | None = None) -> None:
    """The sign of a cell or a line."""
    picture, colour = GLYPHS[id]
    if picture == "hexagon":
        with p.at(x, y):
            pieces.hexagon(p, size * 0.46, max(2, size * 0.09), ink or colour, None)
    elif picture:
        icon(p, picture, x, y, size, ink or colour, ground)
    else:
        sign(p, colour, x, y, size * 0.8, ink or colour)


# ---- a seat ------------------------------------------------------------------------------------------------


def _seat(desk: Desk, ring: Ring, sheet: Sheet, seat: int, over: bool) -> Part:
    zone, w, view = ring.zones[seat - 1], desk.words(seat), sheet.view.seats[seat - 1]
    name = desk.name(seat, w)
    wins = over and seat in sheet.view.winners
    counters = () if over or sheet.view.conflict is None else ("shields", "military")
    total = view.total if sheet.begun else None

    def paint(p: Pen) -> None:
        u = ring.u
        with p.at(zone.x, zone.y, zone.angle, u), p.at(-zone.w / u / 2, -zone.d / u / 2):
            if counters:
                _counting(p, desk, ring, zone, sheet, seat, name, total)
            else:
                _standing(p, desk, ring, zone, w, seat, name, total, wins, sheet.rank(seat) if over else 0)

    facts = ("tally", ring, view, name, total, wins, over, counters, w.lang, sheet.view.cat is not None)
    return Part(f"zone {seat}", facts, paint)


def _counting(
    p: Pen, desk: Desk, ring: Ring, zone: Zone, sheet: Sheet, seat: int, name: str, total: int | None
) -> None:
    """Shields and tokens with − and +, the cat, and the name.

    Both counters stand one above the other or, where a zone is low, side by side; where it is short too, shields alone.
    """
    w, d, t = zone.w / ring.u, zone.d / ring.u, ring.touch
    view = sheet.view.seats[seat - 1]
    least = 2 * t + FIGURE
    above = 2 * t + BAR + PAD + 2 * GAP <= d
    beside = not above and 2 * least + GAP + 2 * PAD <= w
    lines = 2 if above else 1
    bar = min(d - PAD - lines * (t + GAP), 72.0 if above else d)
    high = (d - bar - PAD - lines * GAP) / lines
    ground(p, w, d, bar, 1.0, False)
    cat = sheet.view.cat is not None
    in_row = cat and not beside and w - 2 * PAD >= least + t + GAP
    in_bar = cat and not in_row and bar - 6 >= t and w >= 4 * t
    room = w - 2 * PAD - (t + GAP if in_row else 0)
    if beside:
        room = (room - GAP) / 2
    for nth, id in enumerate(("shields", "military") if above or beside else ("shields",)):
        x, y = (PAD + nth * (room + GAP), PAD) if beside else (PAD, PAD + nth * (high + GAP))
        counter(p, desk, sheet, seat, id, x, y, room, high, t)
    if in_row:
        _cat_button(p, desk, seat, view.cat, PAD + room + GAP, PAD, t, lines * (high + GAP) - GAP)
    middle, right = d - bar / 2, w - 20
    if in_bar:
        _cat_button(p, desk, seat, view.cat, w - PAD - t, d - bar + 3, t, bar - 6)
        right -= t + 6
    side = min(40, bar * 0.6)
    if total is not None:
        right -= p.text(right, middle, str(total), side, "text", "end", bold=True) + (14 if above else 30)
    if not above and not beside:
        right -= p.text(right, middle, str(view.cells["military"]), side, "text", "end", bold=True) + side * 0.7
        with p.at(right, middle):
            pieces.military(p, side * 0.55)
        right -= side * 0.8
    if view.cat and not in_row and not in_bar:
        icon(p, "cat", right - 20, middle, min(44, bar * 0.7), "parch", "raised")
        right -= 50
    size = 30 * (SMALL if ring.small else 1.0)
    p.name(20, middle, name, size, room=right - 34, high=bar - 8)
    tap = partial(desk.open, f"entry {seat}", zone.edge)
    p.spot(0, d - bar, w - (t + PAD if in_bar else 0), bar, f"entry {seat}", tap, rank=1)


def _cat_button(p: Pen, desk: Desk, seat: int, has: bool, x: float, y: float, w: float, h: float) -> None:
    def draw(p: Pen, ground: str) -> None:
        p.rect(x, y, w, h, 18, ground, "parch" if has else "hair", 3 if has else 2)
        icon(p, "cat", x + w / 2, y + h / 2, min(w, h) * 0.72, "parch" if has else "line", ground)

    draw(p, "chosen" if has else "zone")
    p.spot(
        x,
        y,
        w,
        h,
        f"cat {seat}",
        lambda: desk.enter(f"cat {0 if has else seat}", seat),
        press=lambda p: draw(p, "line"),
    )


def counter(
    p: Pen,
    desk: Desk,
    sheet: Sheet,
    seat: int,
    id: str,
    x: float,
    y: float,
    w: float,
    h: float,
    side: float,
    label: str = "",
) -> None:
    """A cell with − and +; between them its sign and the number, which opens the keys to type one."""
    value, bounds = sheet.value(seat, id), sheet.cell(id)
    p.rect(x, y, w, h, 20, "table")

    def step(by: int) -> Callable[[], None]:
        return lambda: desk.enter(f"{seat} add {id} {by}", seat)

    low, full = value <= bounds.least, value >= bounds.most
    less, more = None if low else step(-1), None if full else step(1)
    button(p, x, y, side, h, "", f"{id} {seat} less", less, "minus", off=low, each=True)
    button(p, x + w - side, y, side, h, "", f"{id} {seat} more", more, "plus", off=full, each=True)
    middle, room = x + w / 2, w - 2 * side - 16
    figure = min(56.0, h * 0.62)
    wide = p.wide(str(value), figure, True)
    at = y + h / 2
    if label:
        p.text(middle, y + h * 0.24, label, 23, "soft", room=room)
        at, figure = y + h * 0.64, min(48.0, h * 0.46)
        wide = p.wide(str(value), figure, True)
    mark = min(58.0, h * (0.42 if label else 0.6), room * 0.45)
    start = middle - (mark + 10 + wide) / 2
    if id == "military" and sheet.view.conflict:
        with p.at(start + mark / 2, at):
            pieces.military(p, mark / 2)
    else:
        glyph(p, id, start + mark / 2, at, mark, "table")
    p.text(start + mark + 10, at, str(value), figure, "text", "start", bold=True, room=room - mark - 8)
    p.spot(x + side, y, w - 2 * side, h, f"{id} {seat} keys", lambda: desk.type_in(seat, id), rank=1)


def _standing(
    p: Pen,
    desk: Desk,
    ring: Ring,
    zone: Zone,
    w_: Words,
    seat: int,
    name: str,
    total: int | None,
    wins: bool,
    rank: int,
) -> None:
    """A seat without counters: its points; a touch opens its lines."""
    w, d = zone.w / ring.u, zone.d / ring.u
    ink, soft = ("ink", "ink_soft") if wins else ("text", "soft")
    if wins:
        p.rect(-12, -12, w + 24, d + 24, 34, "candle", opacity=0.14)
    p.rect(0, 0, w, d, 22, "candle" if wins else "zone")
    size = 44.0 if w > 480 else 36.0
    if wins:
        icon(p, "crown", w / 2, d * 0.16, 70, ink, "candle")
    elif rank:
        p.text(w / 2, d * 0.16, f"{rank}.", 44, soft, bold=True)
    top = 0.0 if rank else -0.12 * d
    p.name(w / 2, top + d * 0.42, name, size, ink, "middle", w - 40)
    if total is not None:
        p.text(w / 2, top + d * 0.7, str(total), 92, ink, bold=True)
    if not rank:
        hint = (w_("tap to enter your points"), w_("tap to enter"))
        p.text(w / 2, d * (0.88 if total is not None else 0.62), hint, 25, soft, room=w - 30)
        tap = partial(desk.open, f"entry {seat}", zone.edge)
        p.spot(0, 0, w, d, f"entry {seat}", tap, press=lambda p: p.rect(0, 0, w, d, 22, "candle", opacity=0.2))


# ---- the middle with markers ---------------------------------------------------------------------------------


def _middle(desk: Desk, ring: Ring, sheet: Sheet) -> list[Part]:
    conflict = sheet.view.conflict
    assert conflict is not None
    assert desk.table is not None
    u, t, w = ring.u, ring.touch, desk.words()
    x, y = ring.inner.centre
    far = max(156.0, t * 1.42 + 4)
    r = min(56.0, 330.0 / max(5, conflict.tokens))
    wide = min(ring.inner.w / u - 20, 680.0) if ring.upright else min(BESIDE, ring.inner.w / u / 2 - far - PLATE - 24)
    edge = desk.edge
    grow = SMALL if ring.small else 1.0
    can_undo = desk.table.undo is not None

    def plate(p: Pen) -> None:
        with p.at(x, y, 0, u):
            p.disc(0, 0, far + PLATE, "plate", "shade", 2)
            p.disc(0, 0, 72, "raised", "line", 2)
            icon(p, "horn", 0, 4, 92, "candle", "raised")
            p.spot(-62, -62, 124, 124, "horn", desk.blow, least=t,
                   press=lambda p: p.disc(0, 0, 72, "candle", opacity=0.4))  # fmt: skip

    def marker(nth: int, p: Pen) -> None:
        turn = -90 + nth * 360 / conflict.tokens
        with p.at(x + far * cos(radians(turn)) * u, y + far * sin(radians(turn)) * u, turn + 90, u):
            pieces.marker(p, conflict.battle[nth], r)
        with p.at(x + far * cos(radians(turn)) * u, y + far * sin(radians(turn)) * u, 0, u):
            tap = partial(desk.turn_marker, nth + 1)
            p.spot(
                -r, -r, 2 * r, 2 * r, f"marker {nth + 1}", tap, least=t,
                press=lambda p: p.disc(0, 0, r + 6, None, "candle", 8),
            )  # fmt: skip

    def told(p: Pen) -> None:
        across, dx, dy = (wide, 0.0, -far - PLATE - 130) if ring.upright else (wide, -far - PLATE - 16 - wide / 2, 0.0)
        if edge == 2 and not ring.upright:  # read from the far side it stands to the left, too
            dx = -dx
        with p.at(x + dx * u, y + dy * u, 180.0 if edge == 2 else 0.0, u), p.at(-across / 2, -100):
            p.rect(0, 0, across, 200, 26, "plate")
            figures = w("{n} of {most}", n=conflict.flipped, most=conflict.tokens)
            p.text(across / 2, 52, figures, 60, "text", bold=True, room=across - 24)
            p.text(across / 2, 108, (w("turned to battle"), w("battle")), 28 * grow, "soft", room=across - 20)
            hints = (w("tap a marker to turn it"), w("tap to turn"))
            size = max(24, p.fits(hints[0], 24 * grow, False, across - 20))
            p.text(across / 2, 154, hints, size, "mute", room=across - 20)

    sign = desk.menu_sign

    def wishes(p: Pen) -> None:
        rows = 2 if ring.upright else 3
        tall = rows * t + (rows - 1) * GAP
        dx, dy = (0.0, far + PLATE + 24 + tall / 2) if ring.upright else (far + PLATE + 16 + wide / 2, 0.0)
        if edge == 2 and not ring.upright:
            dx = -dx
        full = conflict.flipped == conflict.tokens
        across = 4 if ring.upright else 2
        others = (
            (w("Undo"), "undo", desk.take_back if can_undo else None),
            (w("Score"), "score", partial(desk.open, "score", edge)),
            (w("Cat"), "holder", partial(desk.open, "holder", edge)),
            (w("Menu"), "menu", partial(desk.open, "menu", edge)),
        )
        pictures = {"score": "star", "holder": "cat", "menu": sign}
        with p.at(x + dx * u, y + dy * u, 180.0 if edge == 2 else 0.0, u), p.at(-wide / 2, -tall / 2):
            settle = partial(desk.enter, "settle")
            button(p, 0, 0, wide, t, w("Settle a conflict"), "settle", settle, "swords", primary=full, size=28 * grow)
            needs = [max(p.wide(label, 26) for label, _, _ in others[nth::across]) for nth in range(across)]
            spare = (wide - (across - 1) * GAP - sum(needs)) / across
            rooms = [needs[nth % across] + spare for nth in range(len(others))]
            fit = [(label, room) for (label, _, _), room in zip(others, rooms, strict=True)]
            stacked = not all(stands_beside(p, label, room, t, 26) for label, room in fit)
            size = min(p.fits(label, 26 * grow, False, room - 14) for label, room in fit) if stacked else 26
            for nth, (label, key, tap) in enumerate(others):
                left = sum(needs[: nth % across]) + nth % across * (spare + GAP)
                top = (nth // across + 1) * (t + GAP)
                button(p, left, top, rooms[nth], t, label, key, tap, pictures.get(key, key), off=tap is None, size=size,
                       stacked=stacked)  # fmt: skip

    found = [
        Part("plate", ("tally", ring), plate),
        Part("told", (ring, conflict.flipped, conflict.tokens, edge, w.lang), told),
        Part("wishes", (ring, conflict.flipped, can_undo, edge, w.lang, sign), wishes),
    ]
    for nth in range(conflict.tokens):
        turn = radians(-90 + nth * 360 / conflict.tokens)
        at = (x + far * cos(turn) * u, y + far * sin(turn) * u)
        facts = (ring, conflict.battle[nth], conflict.tokens)
        found.append(Part(f"marker {nth}", facts, partial(marker, nth), pivot=at, flips=conflict.battle[nth]))
    return found


# ---- the sheet -----------------------------------------------------------------------------------------------


def score(desk: Desk, ring: Ring, _: int) -> tuple[object, Callable[[Pen], None]]:
    """The sheet as a panel over the markers."""
    sheet = desk.sheet
    assert sheet is not None
    return _sheet(desk, ring, sheet, over=False, close=closing(desk))


def whole(desk: Desk, ring: Ring, sheet: Sheet, over: bool) -> Part:
    """The sheet as what lies on the middle."""
    facts, paint = _sheet(desk, ring, sheet, over=over, close=None)
    return Part("sheet", (ring, desk.edge, desk.page, facts), paint)


def _sheet(
    desk: Desk, ring: Ring, sheet: Sheet, *, over: bool, close: Callable[[], None] | None
) -> tuple[object, Callable[[Pen], None]]:
    w, table = desk.words(), desk.table
    assert table is not None
    people, edge = desk.people(w), desk.edge
    early = table.early and over
    title = (w("This game was ended early.") if early else terms.result(w, sheet.view, people)) or w("Score sheet")
    note = terms.decides(w, sheet.view, people)
    can_undo = table.undo is not None
    take_back = cell(w("Undo"), "undo", desk.take_back if can_undo else None, "undo")
    sign = desk.menu_sign
    menu = cell(w("Menu"), "menu", partial(desk.open, "menu", edge), sign)

    def paint(p: Pen) -> None:
        at = place(ring, edge, 1400)
        if over:
            foot = [  # where the sheet was closed there is nothing that a second tap could break
                menu,
                take_back,
                cell(w("Again"), "again", lambda: desk.say(Rematch(id=new_id())), "turn", primary=True),
                cell(w("Lobby"), "lobby", lambda: desk.say(ToLobby(id=new_id())), "left"),
            ]
        else:
            close_it = cell(w("Close the sheet"), "end", partial(desk.enter, "end"), "crown", 1.6)
            foot = [close_it, take_back] if close else [close_it, take_back, menu]
        tall = at.h - 32 - 2 * (ring.touch + 12)
        body = Cell(partial(_grid, desk, ring, sheet, people, note, at, over), wide=True)
        panel(p, desk, ring, at, title, [body], foot, cell=(at.w - 32, tall), close=close, flat=True)

    return (sheet.view, people, title, note, over, can_undo, close is None, w.lang, sign), paint


def _grid(
    desk: Desk,
    ring: Ring,
    sheet: Sheet,
    people: tuple[str, ...],
    note: str,
    at: Frame,
    over: bool,
    p: Pen,
    w: float,
    h: float,
) -> None:
    lines = len(sheet.view.lines) + 1.4
    names = NAMES if over else ring.touch  # they are touched while points are entered
    if at.w >= 900 and (h - names - FOOT - 8) / lines >= LEAST:
        _across(p, desk, names, sheet, people, note, over, w, h)
    else:
        _down(p, desk, ring, sheet, people, note, over, w, h)


def _across(
    p: Pen, desk: Desk, t: float, sheet: Sheet, people: tuple[str, ...], note: str, over: bool, w: float, h: float
) -> None:
    """Lines down, people across, their names `t` high; a touch on one opens what is theirs."""
    words, view = desk.words(), sheet.view
    each = (w - HEAD) / len(people)
    foot = FOOT
    line = (h - t - foot - 8) / (len(view.lines) + 1.4)
    size = min(34.0, line * 0.74)
    for nth, each_line in enumerate(view.lines):
        y = t + 8 + (nth + 0.5) * line
        glyph(p, each_line.id, 22, y, min(34, line * 0.8), "plate")
        p.text(
            50, y, desk.game_words.category(words, each_line.id), min(25, line * 0.7), "soft", "start", room=HEAD - 60
        )
        p.path(0, y - line / 2, w, y - line / 2, line="hair", width=1.5)
    for i, name in enumerate(people):
        seat, left = view.seats[i], HEAD + i * each
        _name(p, desk, sheet, i + 1, name, left + 4, 0, each - 8, t, over)
        for nth, (_, sum_) in enumerate(sheet.sums(i + 1)):
            p.text(left + each / 2, t + 8 + (nth + 0.5) * line, str(sum_.points), size,
                   "text" if sum_.points else "mute", room=each - 10)  # fmt: skip
        first = sheet.begun and i + 1 in (view.winners or view.ahead)
        y = t + 8 + (len(view.lines) + 0.7) * line
        figure = min(52.0, line * 1.2)
        wide = p.text(left + each / 2, y, str(seat.total), figure, "candle" if first else "text", bold=True,
                      room=each - 10)  # fmt: skip
        if over and i + 1 in view.winners:
            icon(p, "crown", left + (each - wide) / 2 - 26, y, min(36, figure), "candle", "plate")
    p.text(22, t + 8 + (len(view.lines) + 0.7) * line, words("Total"), min(32, line * 0.9), "text", "start", bold=True,
           room=HEAD - 30)  # fmt: skip
    p.text(0, h - foot / 2, note, 24, "mute", "start", room=w)


def _down(
    p: Pen, desk: Desk, ring: Ring, sheet: Sheet, people: tuple[str, ...], note: str, over: bool, w: float, h: float
) -> None:
    """For a narrow or a low place: people down, lines across. A name is touched where its line is as high as that."""
    view, t = sheet.view, ring.touch
    wide = w >= 900
    foot, first, words = FOOT if wide else 76.0, min(260.0, w * 0.36), desk.words()
    head = 66.0 if wide and (h - foot - 66) / len(people) >= LEAST else 44.0
    step = (w - first) / (len(view.lines) + 1.3)
    line = min(120.0, (h - foot - head) / len(people))
    size = min(32.0, line * 0.72)
    for nth, each_line in enumerate(view.lines):
        middle = first + (nth + 0.5) * step
        glyph(p, each_line.id, middle, 20, min(36, step * 0.8), "plate")
        if head > 44:
            p.text(middle, 52, desk.game_words.category(words, each_line.id), 22, "soft", room=step - 6)
    p.text(first + (len(view.lines) + 0.65) * step, 20, "Σ", 32, "soft", bold=True)
    for i, name in enumerate(people):
        y = head + i * line
        if line - 8 >= t:
            _name(p, desk, sheet, i + 1, name, 0, y + 4, first - 8, line - 8, over)
        else:
            p.name(0, y + line / 2, name, min(32.0, line * 0.84), room=first - 16, high=line - 8)
        for nth, (_, sum_) in enumerate(sheet.sums(i + 1)):
            p.text(first + (nth + 0.5) * step, y + line / 2, str(sum_.points), size,
                   "text" if sum_.points else "mute", room=step - 4)  # fmt: skip
        ahead = sheet.begun and i + 1 in (view.winners or view.ahead)
        p.text(first + (len(view.lines) + 0.65) * step, y + line / 2, str(view.seats[i].total), min(42, line * 0.85),
               "candle" if ahead else "text", bold=True, room=step * 1.3 - 4)  # fmt: skip
        if i:
            p.path(0, y, w, y, line="hair", width=1.5)
    p.prose(0, h - foot, note, 24, w, foot, "mute", middle=True)


def _name(
    p: Pen, desk: Desk, sheet: Sheet, seat: int, name: str, x: float, y: float, w: float, h: float, over: bool
) -> None:
    if not over:
        button(p, x, y, w, h, "", f"column {seat}", partial(desk.open, f"entry {seat}"))
    p.name(x + w / 2, y + h / 2, name, min(28, h * 0.4), "text", "middle", w - 10, h - 8)


def named(w: Words, game: str, id: str) -> str:
    """A cell's name as a label."""
    return capital(terms.cell(w, game, id))
