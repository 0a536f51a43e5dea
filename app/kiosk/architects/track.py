"""Telling the table what came: the faces that can still be there, and a line that is put right."""

from collections.abc import Callable
from functools import partial
from math import ceil
from typing import Final

from app import messages as said
from app.i18n import Words
from app.kiosk.architects import pieces
from app.kiosk.desk import Desk
from app.kiosk.draw import Pen
from app.kiosk.part import Part
from app.kiosk.ring import Ring
from app.kiosk.track import Telling, asked
from app.kiosk.widgets.controls import button, frame
from app.kiosk.widgets.panel import GAP, Cell, Frame, cell, panel, place
from app.words import architects as terms
from app.words import table as table_words
from engine.architects.view import View

PAD: Final = 16.0  # u
SIDE: Final = 160.0  # u: the column of buttons beside the faces
NEAR: Final = 8.0  # u between two faces
LOW: Final = 700.0  # u: a panel narrower than that has them below

Tap = Callable[[], None] | None


def parts(desk: Desk, ring: Ring, game: View) -> list[Part]:
    """What is to be told, or decided, on the middle."""
    if desk.track.repair:
        return [_repair(desk, ring, game, desk.track.repair)]
    telling = desk.track.telling
    return [_telling(desk, ring, game, telling)] if telling else []


def _telling(desk: Desk, ring: Ring, game: View, telling: Telling) -> Part:
    seat = telling.seat or desk.acting
    edge = ring.zones[seat - 1].edge if seat else 0
    w = desk.words(seat)
    of: object = (telling.seat, telling.action, telling.legal)
    if desk.track.asks_other(of):
        return Part("telling", (ring, w.lang, edge, "other"), partial(_ask_other, desk, ring, w, edge, of))
    open_ = telling.unsure or desk.track.means_other(of)
    before = w("{name}: {action}", name=desk.name(seat, w), action=_took(desk, w, telling)) if telling.action else ""

    def taps(slug: str, text: str, count: int) -> Tap:
        if count or open_:
            return partial(desk.track.tell, telling, text)
        return partial(desk.track.other, of)

    def paint(p: Pen) -> None:
        at = place(ring, edge, 1500, 760)
        with p.at(at.x, at.y, at.angle, ring.u):
            frame(p, at.w, at.h)
            _title(p, at, w, before, asked(w, telling))
            side: list[tuple[str, str, str, Tap]] = []
            if telling.others and not open_:
                side.append((w("Another card"), "another", "card", partial(desk.track.other, of)))
            if telling.action:
                side.append((w("Log"), "log", "menu", partial(desk.open, "log", edge)))
                side.append((w("Back"), "put back", "undo", desk.track.put_back))
            else:  # nothing else leads to the code, to the settings or out of the game
                side.append((w("Menu"), "menu", desk.menu_sign, partial(desk.open, "menu", edge)))
                can = desk.table is not None and desk.table.undo is not None
                side.append((w("Undo"), "undo", "undo", partial(desk.open, "undo", edge) if can else None))
            room = _sides(p, at, ring.touch, side)
            _faces(p, desk, w, telling, room, ring.touch, taps, open_)

    facts = (ring, game.turn, telling, open_, edge, w.lang, before, desk.table and desk.table.undo, desk.menu_sign)
    return Part("telling", facts, paint)


def _took(desk: Desk, w: Words, telling: Telling) -> str:
    return terms.action(w, telling.action, desk.people(w), desk.box)


def _title(p: Pen, at: Frame, w: Words, before: str, question: tuple[str, ...]) -> None:
    """The steps: what has been said, and what is asked now."""
    left, y = PAD + 4, PAD + 30
    if before and at.w >= LOW:  # else the stack itself says so
        p.disc(left + 26, y, 26, None, "candle", 3)
        p.text(left + 26, y, "1", 28, "candle", bold=True)
        room = (at.w - 2 * PAD) * 0.42 - 70
        p.text(left + 64, y, before, 28, "soft", "start", room=room)
        left += (at.w - 2 * PAD) * 0.42
        p.disc(left + 26, y, 26, "candle")
        p.text(left + 26, y, "2", 28, "ink", bold=True)
        left += 64
    p.text(left, y, question, 34, "text", "start", bold=True, room=at.w - PAD - left)


def _sides(
    p: Pen, at: Frame, touch: float, buttons: list[tuple[str, str, str, Tap]]
) -> tuple[float, float, float, float]:
    """The buttons beside the faces, or below them where that is narrow; gives the room that is left."""
    top = PAD + 68.0
    if at.w < LOW:
        wide = (at.w - 2 * PAD - (len(buttons) - 1) * GAP) / len(buttons)
        y = at.h - PAD - touch
        for i, (label, key, picture, tap) in enumerate(buttons):
            button(p, PAD + i * (wide + GAP), y, wide, touch, label, key, tap, picture, off=tap is None, size=26)
        return PAD, top, at.w - 2 * PAD, y - GAP - top
    side = max(SIDE, touch)
    x, room = at.w - PAD - side, at.h - PAD - top
    tall = min((room - (len(buttons) - 1) * GAP) / len(buttons), touch * 1.35)
    for i, (label, key, picture, tap) in enumerate(buttons):
        button(p, x, top + i * (tall + GAP), side, tall, label, key, tap, picture, off=tap is None, size=26)
    return PAD, top, x - GAP - PAD, room


def _faces(
    p: Pen,
    desk: Desk,
    w: Words,
    telling: Telling,
    room: tuple[float, float, float, float],
    touch: float,
    taps: Callable[[str, str, int], Tap],
    open_: bool,
) -> None:
    """Everything it may be, always in the same places; what our counts exclude is dim, or left out if room is short."""
    found, order = telling.faces(), _order(telling)
    x, y, width, height = room
    if _size(len(order), width, height) < touch and not open_:
        order = [slug for slug in order if found[slug][1]] or order
    columns = _columns(len(order), width, height)
    rows = ceil(len(order) / columns)
    cw = (width - (columns - 1) * NEAR) / columns
    ch = min((height - (rows - 1) * NEAR) / rows, cw * 1.6)
    for i, slug in enumerate(order):
        text, count = found[slug]
        with p.at(x + i % columns * (cw + NEAR), y + i // columns * (ch + NEAR)):
            _tile(p, desk, w, telling.kind, slug, count, bool(count) or open_, cw, ch, taps(slug, text, count))


def _all_faces(
    desk: Desk,
    w: Words,
    telling: Telling,
    touch: float,
    taps: Callable[[str, str, int], Tap],
    open_: bool,
    p: Pen,
    width: float,
    height: float,
) -> None:
    _faces(p, desk, w, telling, (0, 0, width, height), touch, taps, open_)


def _order(telling: Telling) -> list[str]:
    """Faces in the order in which they always stand; tokens and medals as they come."""
    found = telling.faces()
    return [slug for slug in pieces.FACES if slug in found] if telling.kind == "card" else list(found)


def _columns(count: int, width: float, height: float) -> int:
    """How many stand side by side so that each is as large as can be."""
    return max(range(1, count + 1), key=lambda columns: min(_cell(count, columns, width, height, 1.4)))


def _size(count: int, width: float, height: float) -> float:
    """How wide, and how high, so many are at least."""
    return min(_cell(count, _columns(count, width, height), width, height, 1.0))


def _cell(count: int, columns: int, width: float, height: float, tall: float) -> tuple[float, float]:
    rows = ceil(count / columns)
    return (width - (columns - 1) * NEAR) / columns, (height - (rows - 1) * NEAR) / rows / tall


def _tile(
    p: Pen, desk: Desk, w: Words, kind: str, slug: str, count: int, bright: bool, cw: float, ch: float, tap: Tap
) -> None:
    """One thing that may lie there: its picture, its name, and how many of it can still come."""
    ground, edge, dash = ("raised", None, None) if bright else (None, "hair", (6.0, 6.0))
    p.rect(0, 0, cw, ch, 18, ground, edge, 2, dash=dash)
    word, picture = 24.0, ch - 44
    with p.dimmed(1 if bright else 0.35):
        with p.at(cw / 2, 8 + picture / 2):
            if kind == "token":
                pieces.token(p, slug, min(picture / 2, cw * 0.36))
                name: tuple[str, ...] = (terms.token(w, slug),)
            elif kind == "medal":
                pieces.medal(p, desk.box.medals[slug].need, min(picture / 2, cw * 0.4))
                name = (terms.medal(w, slug, desk.box),)
            else:
                pieces.face(p, slug, min(cw * 0.72, picture / 1.4))
                name = (terms.card(w, slug), *briefly(w, slug))
        p.text(cw / 2, ch - 20, name, word, "text", room=cw - 12)
    if count and kind == "card":
        p.above()
        p.rect(cw - 50, -6, 56, 38, 19, "ink", "soft", 2)
        p.text(cw - 22, 13, f"×{count}", 22, "text", bold=True)
    p.spot(0, 0, cw, ch, f"tell {slug}", tap, press=lambda pen: pen.rect(0, 0, cw, ch, 18, "candle", opacity=0.28))


def _ask_other(desk: Desk, ring: Ring, w: Words, edge: int, of: object, p: Pen) -> None:
    text = w(
        "By what was told, that cannot be there any more. Was something entered wrongly, or is your copy different?"
    )

    def log() -> None:
        desk.track.no_other()
        desk.open("log", edge)

    foot = [
        cell(w("Our copy is different"), "different", partial(desk.track.other, of, True), "card", 1.2),
        cell(w("Entered wrongly"), "entered wrongly", log, "menu", 1.2),
        cell(w("Back"), "no other", desk.track.no_other, "undo"),
    ]
    body = Cell(lambda pen, cw, ch: pen.prose(8, 0, text, 30, cw - 16, ch, "text", middle=True), wide=True)
    panel(p, desk, ring, place(ring, edge, 1000, 460), w("Another card?"), [body], foot, turn=False)


def briefly(w: Words, slug: str) -> tuple[str, ...]:
    """A shorter name for a face whose picture says the rest."""
    match slug:
        case "red-0":
            return (w("no horn"),)
        case "red-1":
            return (w("one horn"),)
        case "red-2":
            return (w("two horns"),)
        case "blue-2-cat":
            return (w("two, cat"),)
    return ()


# ---- putting right -----------------------------------------------------------------------------------------


def _repair(desk: Desk, ring: Ring, game: View, repair: said.Repair) -> Part:
    """A line that was picked, or does not fit any more: what shall stand there?"""
    edge = ring.zones[repair.by - 1].edge if repair.by else desk.edge
    w = desk.words(repair.by)
    people, before = desk.people(w), desk.track.before
    line = terms.action(w, repair.text, people, desk.box)
    if repair.seat:
        line = w("{name}: {action}", name=people[repair.seat - 1], action=line)
    why = table_words.refusal(w, repair.rule, repair.facts, desk.game_words) if repair.rule else ""
    title = (
        w("“{line}” does not fit any more. {why}", line=line, why=why) if why else w("Put right: “{line}”", line=line)
    )
    by_card = repair.asked == 0 or any(text.startswith("keep ") for text in repair.legal)
    telling = Telling(repair.asked, "", repair.legal, repair.left, repair.others, repair.unsure)
    of: object = (repair.row, repair.legal, before)
    open_ = repair.unsure or desk.track.means_other(of)
    how = "insert" if before else "replace"

    def choose(text: str) -> None:
        desk.track.correct(repair.row, "insert" if before else "replace", text)

    def taps(slug: str, text: str, count: int) -> Tap:
        return partial(choose, text) if count or open_ else partial(desk.track.other, of)

    if desk.track.asks_other(of):
        return Part("repair", (ring, w.lang, edge, "other"), partial(_ask_other, desk, ring, w, edge, of))

    def paint(p: Pen) -> None:
        at = place(ring, edge, 1500, 900)
        head = partial(_where, desk, w, before)
        foot = [
            cell(w("Remove it"), "remove", partial(desk.track.correct, repair.row, "remove"), "cross"),
            cell(w("Remove it and all after"), "cut", partial(desk.track.correct, repair.row, "cut"), "cross", 1.3),
            cell(w("Leave all as it was"), "off", partial(desk.track.correct, repair.row, "off"), "undo", 1.3),
        ]
        bars = 2 if at.w > 800 else 3  # title and choice stand in one line where it is wide
        room = (0.0, 0.0, at.w - 2 * PAD, at.h - bars * (ring.touch + GAP) - 2 * PAD - GAP)
        if by_card and _size(len(telling.faces()), *room[2:]) >= ring.touch:
            body = Cell(partial(_all_faces, desk, w, telling, ring.touch, taps, open_), wide=True)
            panel(p, desk, ring, at, title, [body], foot, (400, room[3]), turn=False, head=head)
            return
        ordered = sorted(repair.legal, key=lambda text: text != repair.likely)
        cells = [
            cell(
                terms.action(w, text, people, desk.box), f"put {text}", partial(choose, text), on=text == repair.likely
            )
            for text in ordered
        ]
        if at.w < 6.2 * ring.touch:  # pages and three buttons have no room in one line
            cells, foot = [*cells, *foot[:2]], foot[2:]
        panel(p, desk, ring, at, title, cells, foot, (360, 0), turn=False, head=head)

    return Part("repair", (ring, repair, how, edge, w.lang, open_, desk.page, people, game.turn), paint)


def _where(desk: Desk, w: Words, before: bool, p: Pen, width: float, height: float) -> None:
    """Whether it takes the line's place or stands before it."""
    half = (width - GAP) / 2
    button(
        p,
        0,
        0,
        half,
        height,
        w("Instead of it"),
        "instead",
        partial(desk.track.put_before, False),
        on=not before,
        size=26,
    )
    button(
        p,
        half + GAP,
        0,
        half,
        height,
        w("Before it"),
        "before",
        partial(desk.track.put_before, True),
        on=before,
        size=26,
    )


def correct_from_log(desk: Desk, line: said.Line) -> Tap:
    """What a touch of a line of the log does: it is put right, where people tell what came."""
    if not desk.track.on or not line.row or line.undone or desk.table is None or desk.table.phase == "lobby":
        return None

    def go() -> None:
        desk.open("")
        desk.track.correct(line.row, "ask")

    return go
