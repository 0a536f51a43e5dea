"""Entry panels of a score sheet: a seat's cells with − and +, number keys, closing, holders of things."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from app.games.tally import shared_sheet_facts
from app.games.tally import sheet_words as terms
from app.games.tally.score_icons import GLYPHS
from app.games.tally.screen.score_icons import Glyph
from app.games.tally.screen.table_elements import DrawnCounter, counter_of, paint_counter
from app.games.tally.screen.typed_scene import SheetScene, fill_in, go_on
from app.games.tally.shared_sheet_facts import (
    Claim,
    Counter,
    EntryWays,
    HeldToken,
    HeldTokens,
    Symbol,
    build_close_question,
    build_settle_question,
    doubt,
    entry_labels,
    supremacies,
)
from app.screen.control.controller import Controller
from app.screen.pages.common.forms import send_and_close
from app.screen.paint.element import Element
from app.screen.paint.pen import Pen
from app.screen.state.ring_layout import Ring
from app.screen.widgets.controls import button, frame, has_room_beside, switch
from app.screen.widgets.panel import closing as shutting
from app.screen.widgets.panel import fit_foot, panel
from app.screen.widgets.panel_cells import GAP, Cell, CellList, cell
from app.screen.widgets.panel_frame import Frame, PanelContext, panel_context, panel_element, place
from app.shown.form import Button, Form, Link, Row
from app.text import table_text as table_words
from app.text.translation import Words
from engine.tally.view_json import CellView

DIGITS = 3  # of a typed number, at most
KEYS = ("7", "8", "9", "4", "5", "6", "1", "2", "3", "sign", "0", "back")
KEYS_TWO_ROWS = ("1", "2", "3", "4", "5", "back", "6", "7", "8", "9", "0", "sign")
PAD, KEY_GAP, NARROW, WIDEST = 12.0, 7.0, 4.0, 1400.0  # u
LONG = 15.0  # fingers, width of a line with two long names and a button
TENS = 10  # numbers in a row, where they fit


@dataclass(frozen=True, slots=True)
class SeatEntry:
    """The entries of one seat."""

    context: PanelContext
    seat: int
    name: str
    counters: tuple[DrawnCounter, ...]
    cat: Claim | None  # None: this sheet has none
    sums: tuple[int, ...]  # points, line by line
    total: int
    supremacies: tuple[Claim, ...]
    has_score: bool  # the sheet is behind a button, since the middle has markers
    first: str  # the first missing cell; "": none
    following: tuple[int, str, str] | None  # the next seat, its name and its first cell


def of_seat(scene: SheetScene, ring: Ring, seat: int) -> Element[SeatEntry]:
    """Return every cell of one seat, facing whoever opened it."""
    sheet = scene.sheet
    here, view = panel_context(scene, ring, seat), sheet.view
    mine = view.seats[seat - 1]
    entry = SeatEntry(
        context=here,
        seat=seat,
        name=scene.model.name(seat, here.w),
        counters=tuple(counter_of(scene, here.w, seat, id) for id in (*sheet.cells, *sheet.play_counters)),
        cat=shared_sheet_facts.cat(here.w, view, seat),
        sums=tuple(each.points for _, each in sheet.sums(seat)),
        total=mine.total,
        supremacies=supremacies(here.w, view, seat),
        has_score=bool(view.counters),
        first=sheet.first(seat),
        following=_next_missing(scene, seat, here.w),
    )
    return panel_element(scene, entry, paint_entry)


def _next_missing(scene: SheetScene, seat: int, w: Words) -> tuple[int, str, str] | None:
    """Return the next seat clockwise with a missing entry: the seat, its name and its first cell."""
    seats = len(scene.sheet.view.seats)
    for step in range(1, seats):
        at = (seat - 1 + step) % seats + 1
        if first := scene.sheet.first(at):
            return at, scene.model.name(at, w), first
    return None


def paint_entry(p: Pen, entry: SeatEntry, control: Controller) -> None:
    at, t, w = place(entry.context.ring, entry.context.edge, 1400, 1150), entry.context.ring.touch, entry.context.w
    cells = [Cell(partial(_counter, control, entry, each)) for each in entry.counters]
    if entry.cat is not None:
        cells.append(Cell(partial(_cat, control, entry.seat, entry.cat)))
    sums = " + ".join(str(points) for points in entry.sums if points)
    title = f"{entry.name}{w.colon}{entry.total}" + (f" = {sums}" if "+" in sums else "")
    foot = []
    if entry.first:
        foot.append(
            cell(w("Fill in"), "fill", partial(fill_in, control, entry.seat, entry.first), "right", 1.2, on=True)
        )
    elif entry.following:
        seat, name, first = entry.following
        label = w("Next: {name}", name=name)
        edge = entry.context.ring.edge_of(seat)
        foot.append(cell(label, "following", partial(fill_in, control, seat, first, edge), "right", 1.2, on=True))
    foot += [cell(w("Score sheet"), "score", partial(control.open_panel, "score"), "star")] if entry.has_score else []
    (cells if at.w < LONG * t else foot).extend(_supremacy(control, entry.seat, each) for each in entry.supremacies)
    cells, foot = fit_foot(entry.context.ring, at, cells, foot, 0)
    panel(p, control, entry.context, at, title, CellList(cells, (390, t)), foot=foot, close=shutting(control))


def _counter(control: Controller, entry: SeatEntry, each: DrawnCounter, p: Pen, w: float, h: float) -> None:
    paint_counter(p, control, each, 0, 0, w, h, entry.context.ring.touch, named=True)


def _cat(control: Controller, seat: int, claim: Claim, p: Pen, w: float, h: float) -> None:
    switch(
        p, 0, 0, w, h, claim.name, on=claim.on, key=claim.key, tap=partial(control.submit_entry, claim.enters, seat),
        size=28,
    )  # fmt: skip


def _supremacy(control: Controller, seat: int, claim: Claim) -> Cell:
    """Return the switch for a victory by supremacy."""
    tap = partial(control.submit_entry, claim.enters, seat)
    return cell(claim.name, f"supremacy {claim.key}", tap, "tick" if claim.on else claim.picture, on=claim.on)


# ---- numbers -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NumberKeys:
    """Number keys for one cell. `name`: of its seat."""

    context: PanelContext
    of: Counter
    name: str
    sheet: str  # slug of its game
    sign: Glyph
    typed: str
    typing: bool
    round: bool
    doubted: int | None


def keys(scene: SheetScene, ring: Ring, seat: int) -> Element[NumberKeys]:
    """Return the keys for the picked cell: numbers to tap or digits to type; its last entry can be undone alone."""
    sheet, own = scene.sheet, scene.game_ui
    here = panel_context(scene, ring, seat)
    view = NumberKeys(
        context=here,
        of=shared_sheet_facts.counter(here.w, sheet, seat, own.picked),
        name=scene.model.name(seat, here.w),
        sheet=sheet.view.sheet,
        sign=scene.glyph(own.picked),
        typed=scene.ui.typed,
        typing=own.typing or sheet.cell(own.picked).usual is None,
        round=own.round,
        doubted=own.doubted,
    )
    return panel_element(scene, view, paint_keys)


def paint_keys(p: Pen, keys: NumberKeys, control: Controller) -> None:
    ring, w, t = keys.context.ring, keys.context.w, keys.context.ring.touch
    most = place(ring, keys.context.edge, WIDEST, 1100)
    aside = 2 * PAD + 2 * (t + KEY_GAP)  # too narrow for keys
    across, room = (int((size + NARROW) // (t + NARROW)) for size in (most.w - 2 * PAD, most.h - aside))
    rows = [] if keys.typing else _numbers(keys.of.cell, across, min(room, 8))
    deep = len(rows) if rows else 4 if room >= 4 else 2
    high = min(t * 1.12, (most.h - aside + NARROW) / deep - NARROW)
    at = place(ring, keys.context.edge, WIDEST, aside + deep * (high + NARROW) - NARROW)
    with p.at(at.x, at.y, at.angle, ring.u):
        frame(p, at.w, at.h)
        _head(p, control, keys, at)
        top, wide = PAD + t + KEY_GAP, at.w - 2 * PAD
        body = at.h - aside
        with p.at(PAD, top):
            if keys.doubted is not None:
                _doubt(p, control, keys, keys.doubted, wide, body + KEY_GAP + t)
            elif rows:
                _touch(p, control, keys, rows, wide, body)
            else:
                _type(p, control, keys, wide, body, deep)
        if keys.doubted is None:
            with p.at(PAD, at.h - PAD - t):
                _foot(p, control, keys, wide, t, entry_labels(w))


def _numbers(cell: CellView, columns: int, rows: int) -> list[list[int]]:
    """Arrange the usual numbers in rows, by tens if all of them fit."""
    least, most = cell.usual or (cell.least, cell.most)
    tens = [list(range(least, 0))] if least < 0 else []
    tens += [list(range(ten, min(ten + TENS - 1, most) + 1)) for ten in range(0, most + 1, TENS)]
    if columns >= TENS and len(tens) <= rows:
        return tens
    found = list(range(least, min(most, least + columns * rows - 1) + 1))
    return [found[at : at + columns] for at in range(0, len(found), columns)]


def _head(p: Pen, control: Controller, keys: NumberKeys, at: Frame) -> None:
    """Paint the seat, the cell and its current value."""
    w, t = keys.context.w, keys.context.ring.touch
    side = partial(keys.context.side, room=at.w)
    button(
        p, side(at.w - t - PAD, t), PAD, t, t, "", "close", partial(control.open_panel, f"entry {keys.of.seat}"),
        picture="cross",
    )  # fmt: skip
    now = "–" if keys.of.value is None else str(keys.of.value)
    shown = max(t, p.text_width(now, 56, bold=True) + 24)
    x = side(at.w - t - PAD - KEY_GAP - shown, shown)
    p.text(x + shown / 2, PAD + t / 2, now, 56, "mute" if keys.of.value is None else "text", bold=True, room=shown)
    room = at.w - t - shown - 4 * PAD - 8
    left = side(PAD + 8, room)
    keys.sign(p, left + t * 0.3, PAD + t / 2, t * 0.6, "plate")
    left, room = left + t * 0.7, room - t * 0.7
    p.text(left, PAD + t * 0.3, f"{keys.name}{w.colon}{keys.of.name}", 34, "text", "start", bold=True,
           room=room)  # fmt: skip
    says = keys.of.says or (entry_labels(w).untold if keys.of.value is None else "")
    p.prose(left, PAD + t * 0.52, says, p.legible(25), room, t * 0.48, "soft")


def _touch(p: Pen, control: Controller, keys: NumberKeys, rows: Sequence[Sequence[int]], w: float, h: float) -> None:
    """Paint numbers; a tap enters one and continues with the next cell."""
    says, columns = entry_labels(keys.context.w), max(map(len, rows))
    each = min((w + NARROW) / columns, 320.0) - NARROW
    left = (w - columns * (each + NARROW) + NARROW) / 2
    high = (h + NARROW) / len(rows) - NARROW
    for nth, row in enumerate(rows):
        for at, number in enumerate(row):
            label = str(number) if keys.of.cell.most > 1 else says.yes if number else says.no
            tap = partial(put, control, keys.of.seat, keys.of.cell, number)
            button(p, left + at * (each + NARROW), nth * (high + NARROW), each, high, label.replace("-", "−"),
                   f"number {number}", tap, on=number == keys.of.value, size=36, each=True)  # fmt: skip


def _type(p: Pen, control: Controller, keys: NumberKeys, w: float, h: float, rows: int) -> None:
    """Paint the digits, and the typed number."""
    t, words_ = keys.context.ring.touch, keys.context.w
    fits = _parse_typed(keys.typed, keys.of.cell) is not None
    columns = len(KEYS) // rows
    pad = min(columns * 150.0 + (columns - 1) * NARROW, w * 0.62 if rows == 4 else w - 2.4 * t)
    pad = max(pad, columns * (t + NARROW) - NARROW)
    shown = w - pad - KEY_GAP
    left, x = keys.context.side(w - pad, pad, w), keys.context.side(0, shown, w)
    tall = min(190.0, h - t - KEY_GAP) if keys.of.last else min(190.0, h)
    p.rect(x, 0, shown, tall, 18, "table", "candle" if fits else "line", 3)
    now = keys.typed or ("–" if keys.of.value is None else str(keys.of.value))
    p.text(x + shown / 2, tall / 2, now, min(90, tall * 0.6), "text" if keys.typed else "mute", bold=True,
           room=shown - 20)  # fmt: skip
    if keys.of.last and h - tall >= t:
        label = words_("Undo {value}", value=keys.of.value)
        button(
            p, x, tall + KEY_GAP, shown, t, label, "cell undo", partial(control.undo_entry, keys.of.last),
            picture="undo", size=25,
        )  # fmt: skip
    each, high = (pad + NARROW) / columns - NARROW, (h + NARROW) / rows - NARROW
    for nth, key in enumerate(KEYS if rows == 4 else KEYS_TWO_ROWS):
        if key == "sign" and keys.of.cell.least >= 0:
            continue
        picture = {"back": "left", "sign": "minus"}.get(key, "")
        button(p, left + nth % columns * (each + NARROW), nth // columns * (high + NARROW), each, high,
               "" if picture else key, f"key {key}", partial(_press, control, key), picture=picture, size=40,
               each=True)  # fmt: skip


def _doubt(p: Pen, control: Controller, keys: NumberKeys, number: int, w: float, h: float) -> None:
    """Paint the question whether an unusual number is right."""
    words_, t = keys.context.w, keys.context.ring.touch
    asked = terms.unlikely(words_, keys.sheet, keys.of.cell.id, number)
    p.prose(0, 0, asked, 40, w, h - t - KEY_GAP, "text", "middle", bold=True, middle=True)
    half, answers = (w - KEY_GAP) / 2, doubt(words_)
    yes = partial(put, control, keys.of.seat, keys.of.cell, number, sure=True)
    button(p, keys.context.side(half + KEY_GAP, half, w), h - t, half, t, answers.yes, "sure", yes,
           picture="tick", primary=True, size=30)  # fmt: skip
    button(p, keys.context.side(0, half, w), h - t, half, t, answers.no, "unsure", partial(_trust, control),
           picture="left", size=30)  # fmt: skip


def _foot(p: Pen, control: Controller, keys: NumberKeys, w: float, t: float, says: EntryWays) -> None:
    """Paint how numbers are entered, the order of cells, and a button to skip one."""
    each = (w - 3 * KEY_GAP) / 4
    places = [keys.context.side(at * (each + KEY_GAP), each, w) for at in range(4)]
    fits = keys.typing and keys.doubted is None and _parse_typed(keys.typed, keys.of.cell) is not None
    if keys.of.cell.usual is not None and keys.of.cell.most > 1:
        turn = partial(_type_them, control, not keys.typing)
        label = says.usual if keys.typing else says.other
        button(p, places[0], 0, each, t, label, "digits", turn, size=25, on=False)
    for at, round, label in ((1, False, says.down), (2, True, says.round)):
        choose = partial(control.change_game_ui, round=round)
        button(p, places[at], 0, each, t, label, "round" if round else "down", choose, size=25, on=keys.round == round)
    on = partial(_enter, control, keys.of.seat, keys.of.cell) if keys.typing else partial(go_on, control, keys.of.seat)
    size = 30 if has_room_beside(p, says.next, each, t, 30) else 25
    button(p, places[3], 0, each, t, says.next, "key enter", on, picture="right", primary=fits, size=size, each=True)


def _type_them(control: Controller, typing: bool) -> None:
    """Switch between digits and numbers to tap."""
    control.change(game=replace(SheetScene.from_scene(control.scene).game_ui, typing=typing, doubted=None), typed="")


def _press(control: Controller, key: str) -> None:
    control.change(typed=typed(control.ui.typed, key))


def typed(digits: str, key: str) -> str:
    """Apply a key to the typed number: append a digit, delete the last one, or change the sign."""
    match key:
        case "back":
            return digits[:-1]
        case "sign":
            return digits.removeprefix("-") if digits.startswith("-") else f"-{digits}"
    plain = digits.removeprefix("-")
    if len(plain) >= DIGITS:
        return digits
    return digits.replace("0", key) if plain == "0" else digits + key


def put(control: Controller, seat: int, cell: CellView, number: int, sure: bool = False) -> None:
    """Enter a number, and continue with the next."""
    control.submit_entry(f"{seat} set {cell.id} {number}", seat, sure)
    go_on(control, seat)


def _trust(control: Controller) -> None:
    """Discard an unusual number and type again."""
    control.change(game=replace(SheetScene.from_scene(control.scene).game_ui, doubted=None), typed="")


def _enter(control: Controller, seat: int, bounds: CellView) -> None:
    """Enter the typed number, whose last digit may not be painted yet. Without digits the cell stays as it is."""
    number = _parse_typed(control.ui.typed, bounds)
    if number is not None:
        least, most = bounds.usual or (number, number)
        if least <= number <= most:
            put(control, seat, bounds, number)
        else:
            control.change_game_ui(doubted=number)
    elif control.ui.typed:
        facts: dict[str, int | str] = {"cell": bounds.id, "least": bounds.least, "most": bounds.most}
        control.deny(
            seat, table_words.refusal(control.model.words(seat), "out-of-bounds", facts, control.model.game_words)
        )
    else:
        go_on(control, seat)


def _parse_typed(digits: str, bounds: CellView) -> int | None:
    """Parse the typed number; None if the cell cannot contain it."""
    number = int(digits) if digits.removeprefix("-") else None
    return number if number is not None and bounds.least <= number <= bounds.most else None


# ---- closing -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MissingEntries:
    """A question about missing entries. `first`: the seat and the cell to enter first."""

    context: PanelContext
    form: Form
    first: tuple[int, str]


def shields_question(scene: SheetScene, ring: Ring) -> Element[MissingEntries] | None:
    """Return the question before a conflict, or None if all shields are entered."""
    view, here = scene.sheet.view, panel_context(scene, ring)
    form = build_settle_question(here.w, view, scene.model.people(here.w))
    if form is None:
        return None
    first = next(seat.seat for seat in view.seats if "shields" not in seat.entered)
    return panel_element(scene, MissingEntries(here, form, (first, "shields")), paint_lacking)


def lacking(scene: SheetScene, ring: Ring) -> Element[MissingEntries] | None:
    """Return the question before the sheet is closed, or None if it is complete."""
    view, here = scene.sheet.view, panel_context(scene, ring)
    if not view.missing:
        return None
    first = view.missing[0]
    form = build_close_question(here.w, view, scene.model.people(here.w))
    return panel_element(scene, MissingEntries(here, form, (first.seats[0], first.cell)), paint_lacking)


def paint_lacking(p: Pen, entries: MissingEntries, control: Controller) -> None:
    at = place(entries.context.ring, entries.context.edge, 1200)
    tall = at.h - 32 - 2 * (entries.context.ring.touch + 12)
    text, *answers = entries.form.rows_on("screen")
    foot = [_answer(control, entries, row) for row in answers]
    others, foot = fit_foot(entries.context.ring, at, [], foot, 0)
    tall -= len(others) * (entries.context.ring.touch + GAP)
    body = Cell(lambda p, w, h: p.prose(0, 0, text.words, 34, w, h, "text", "middle", middle=True), wide=True,
                high=lambda p, w: tall)  # fmt: skip
    for each in others:
        each.wide, each.high = True, lambda p, w: entries.context.ring.touch
    content = CellList([body, *others], (at.w - 32, tall), flat=True)
    panel(p, control, entries.context, at, entries.form.title, content, foot=foot, close=shutting(control))


def _answer(control: Controller, entries: MissingEntries, row: Row) -> Cell:
    match row:
        case Button():
            tap = partial(send_and_close, control, row.says)
        case Link():
            tap = partial(fill_in, control, *entries.first)
        case _:
            raise TypeError(row)
    return cell(row.words, row.key, tap, row.picture, on=row.on)


# ---- the cat -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Holder:
    """The people who may have the cat, and the seat that has it (0: nobody; None: the sheet has no cat)."""

    context: PanelContext
    people: tuple[str, ...]
    has: int | None


def holder(scene: SheetScene, ring: Ring) -> Element[Holder]:
    """Return the panel to choose who has the cat."""
    view = Holder(panel_context(scene, ring), scene.model.people(scene.model.words()), scene.sheet.view.cat)
    return panel_element(scene, view, paint_holder)


def paint_holder(p: Pen, holder: Holder, control: Controller) -> None:
    w = holder.context.w
    seats = [*enumerate(holder.people, start=1), (0, w("In the middle"))]
    cells = [
        cell(name, f"cat to {seat}", partial(_give, control, seat), "cat" if seat else "", on=holder.has == seat)
        for seat, name in seats
    ]
    at = place(holder.context.ring, holder.context.edge)
    panel(p, control, holder.context, at, w("Who has the cat?"), CellList(cells, (330, 0)), close=shutting(control))


def _give(control: Controller, seat: int) -> None:
    control.open_panel("")
    control.submit_entry(f"cat {seat}")


# ---- science and progress of Duel --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Symbols:
    """The symbols of a seat, from none to a pair of each."""

    context: PanelContext
    seat: int
    name: str
    held: tuple[Symbol, ...]
    kinds: int
    winning: int
    other: tuple[int, str]  # the other seat, and its name


def symbols(scene: SheetScene, ring: Ring, seat: int) -> Element[Symbols] | None:
    """Return a seat's science, or None for sheets without."""
    here, view = panel_context(scene, ring, seat), scene.sheet.view
    if view.progress is None:
        return None
    mine = view.seats[seat - 1]
    held = shared_sheet_facts.symbols(here.w, view, seat)
    symbols = Symbols(here, seat, scene.model.name(seat, here.w), held, mine.kinds, view.progress.winning,
                 (3 - seat, scene.model.name(3 - seat, here.w)))  # fmt: skip
    return panel_element(scene, symbols, paint_symbols)


def paint_symbols(p: Pen, symbols: Symbols, control: Controller) -> None:
    at, w = place(symbols.context.ring, symbols.context.edge, 1100, 800), symbols.context.w
    cells = [Cell(partial(_symbol, control, symbols.seat, each)) for each in symbols.held]
    title = w("{name}: {n} of {most} different symbols", name=symbols.name, n=symbols.kinds, most=symbols.winning)
    seat, name = symbols.other
    turn = partial(control.open_panel, f"science {seat}", symbols.context.ring.edge_of(seat))
    foot = [cell(w("Progress tokens"), "progress", partial(control.open_panel, "progress"), "star")]
    foot.append(cell(name, f"science {seat}", turn, "right"))
    content = CellList(cells, (320, symbols.context.ring.touch))
    panel(p, control, symbols.context, at, title, content, foot=foot, close=shutting(control))


def _symbol(control: Controller, seat: int, symbol: Symbol, p: Pen, w: float, h: float) -> None:
    held = symbol.held
    button(
        p, 0, 0, w, h, "", f"{symbol.id} {seat}", partial(control.submit_entry, symbol.enters, seat), on=held > 0,
        each=True,
    )  # fmt: skip
    size = min(h * 0.66, 64.0)
    for nth in range(max(1, held)):
        Glyph(GLYPHS[symbol.id])(p, 20 + size / 2 + nth * size * 1.05, h / 2, size, "chosen" if held else "raised",
                  None if held else "line")  # fmt: skip
    left = 36 + 2.05 * size
    p.text(left, h / 2, symbol.name, 26, "text" if held else "soft", "start", room=w - left - 12)


@dataclass(frozen=True, slots=True)
class ProgressHolders:
    """The holders of progress tokens."""

    context: PanelContext
    tokens: HeldTokens


def progress(scene: SheetScene, ring: Ring) -> Element[ProgressHolders] | None:
    """Return the holders of progress tokens, or None for sheets without."""
    here, view = panel_context(scene, ring), scene.sheet.view
    if view.progress is None:
        return None
    tokens = shared_sheet_facts.tokens(here.w, view, scene.model.people(here.w))
    return panel_element(scene, ProgressHolders(here, tokens), paint_progress)


def paint_progress(p: Pen, holders: ProgressHolders, control: Controller) -> None:
    at = place(holders.context.ring, holders.context.edge, 1300)
    cells = [Cell(partial(_token, control, holders.tokens.people, each)) for each in holders.tokens.tokens]
    content = CellList(cells, (560, holders.context.ring.touch))
    panel(p, control, holders.context, at, holders.tokens.title, content, close=shutting(control))


def _token(control: Controller, people: Sequence[str], token: HeldToken, p: Pen, w: float, h: float) -> None:
    p.rect(0, 0, w, h, 18, "table")
    third = (w - 2 * NARROW) / 3
    p.text(16, h / 2, token.name, 27, "text" if token.seat else "soft", "start", bold=bool(token.seat), room=third - 22)
    for seat, who in enumerate(people, start=1):
        tap = partial(control.submit_entry, token.enters(seat))
        button(
            p, seat * (third + NARROW), 0, third, h, who, f"token {token.id} {seat}", tap, on=seat == token.seat,
            size=25,
        )  # fmt: skip
