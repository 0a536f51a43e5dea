"""A game that is not drawn yet, told in words: who is asked, what lies open to all, points, and the way back."""

from collections.abc import Sequence
from functools import partial

import msgspec

from app.games.architects.screen.zone import ground
from app.looks.icons import icon
from app.protocol import messages as said
from app.screen.desk import Desk, new_id
from app.screen.draw import Pen
from app.screen.part import Part
from app.screen.ring import Ring
from app.screen.widgets.panel import GAP, Cell, Frame, cell, panel, place
from app.text.game import Section
from app.text.languages import Words

LINE = 62.0  # u, of two lines of words
HEAD = 260.0  # u, of a heading before its lines
COLUMN = 460.0  # u, at least
WIDE = 1900.0  # u, at most
PLATE = 60.0  # u, with a seat's name


def parts(desk: Desk, ring: Ring) -> list[Part]:
    """The whole table, from the lowest up."""
    table = desk.table
    assert table is not None
    found = seats(desk, ring)
    if not desk.panel:
        found.append(_middle(desk, ring, table))
    return found


def seats(desk: Desk, ring: Ring) -> list[Part]:
    """Everybody's place."""
    assert desk.table is not None
    return [_seat(desk, ring, info) for info in desk.table.seats]


# ---- a seat ----------------------------------------------------------------------------------------------


def _seat(desk: Desk, ring: Ring, info: said.SeatInfo) -> Part:
    zone, w = ring.zones[info.seat - 1], desk.words(info.seat)
    name, turn = desk.name(info.seat, w), info.seat in desk.told.to_act
    prompt = _prompt(w, info) if turn else ""
    total = _total(desk, info.seat)
    points = "" if total is None else w.many("{n} point", "{n} points", total)

    def paint(p: Pen) -> None:
        u = ring.u
        grow = 1.3 if ring.small else 1.0
        high = PLATE * grow
        with p.at(zone.x, zone.y, zone.angle, u), p.at(-zone.w / u / 2, -zone.d / u / 2):
            wide, deep = zone.w / u, zone.d / u
            ground(p, wide, deep, high, 1.0, turn)
            ink, back = ("ink", "candle") if turn else ("text", "raised")
            picture = {"phone": "phone", "bot": "bot"}.get(info.by, "touch")
            icon(p, picture, wide - 40 * grow, deep - high / 2, 34 * grow, ink, back)
            p.text(20, deep - high / 2, name, 30 * grow, ink, "start", bold=True, room=wide - 90 * grow)
            room = (deep - high) / 2
            p.text(wide / 2, room * 0.62, points, 40 * grow, "text", bold=True, room=wide - 48)
            said_ = prompt if info.present else w("away")
            p.prose(24, room * 1.05, said_, 30 * grow, wide - 48, room * 0.85, "soft", "middle", middle=True)
            tap = partial(desk.open, f"seat {info.seat}", zone.edge)
            p.spot(0, deep - high, wide, high, f"seat {info.seat} name", tap, rank=0, least=ring.touch)

    return Part(f"told {info.seat}", (ring, info, name, turn, prompt, points, w.lang), paint)


def _total(desk: Desk, seat: int) -> int | None:
    """A seat's points; None where this table does not show them."""
    table = desk.table
    if table is None or not (table.phase == "over" or table.settings.points):
        return None
    total: int = msgspec.to_builtins(desk.told.seats[seat - 1].score)["total"]
    return total


def _prompt(w: Words, info: said.SeatInfo) -> str:
    return w("thinking") if info.by == "bot" else w("Choose on your phone")


# ---- the middle ------------------------------------------------------------------------------------------


def _middle(desk: Desk, ring: Ring, table: said.TableView) -> Part:
    w = desk.words()
    people = desk.people(w)
    over = table.phase == "over"
    sections = position(desk)
    title = _title(desk, w, people, table)
    sign = desk.menu_sign

    def paint(p: Pen) -> None:
        menu = cell(w("Menu"), "menu", partial(desk.open, "menu", desk.edge), sign)
        if over:
            foot = [
                cell(w("Again"), "again", lambda: desk.say(said.Rematch(id=new_id())), "turn", primary=True),
                menu,
                cell(w("Lobby"), "lobby", lambda: desk.say(said.ToLobby(id=new_id())), "left"),
            ]
        else:
            foot = [
                cell(w("Undo"), "undo", partial(desk.open, "undo", desk.edge) if table.undo else None, "undo"),
                cell(w("Phones: show the code"), "code", partial(desk.open, "code", desk.edge), "phone"),
                menu,
            ]
        at = place(ring, desk.edge, WIDE)
        if at.w < 5 * ring.touch + 180:  # beside the buttons that turn pages there is room for two
            foot.pop(1)
        lines(p, desk, ring, at, title, sections, foot)

    facts = (ring, desk.edge, desk.page, w.lang, people, title, sections, table.undo, over, sign)
    return Part("told", facts, paint)


def position(desk: Desk) -> tuple[Section, ...]:
    """All that lies open, points first."""
    assert desk.table is not None
    w = desk.words()
    people = desk.people(w)
    points = _points(desk, w, people, desk.table.phase == "over")
    return (*points, *desk.plain.position(w, desk.told, people, None, desk.game_data))


def lines(
    p: Pen, desk: Desk, ring: Ring, at: Frame, title: str, sections: Sequence[Section], foot: Sequence[Cell]
) -> None:
    """A panel of sections."""
    across = max(1, min(4, int(at.w / COLUMN)))
    cells = [each for section in sections for each in _rows(section, across)]
    panel(p, desk, ring, at, title, cells, foot, cell=(at.w, LINE), flat=True)


def _title(desk: Desk, w: Words, people: tuple[str, ...], table: said.TableView) -> str:
    """Who won, or who is asked."""
    if table.phase == "over":
        return w("This game was ended early.") if table.early else desk.plain.result(w, desk.told, people)
    asked = ", ".join(people[seat - 1] for seat in desk.told.to_act)
    return w("Turn: {name}", name=asked) if asked else desk.plain.title(w)


def _points(desk: Desk, w: Words, people: tuple[str, ...], over: bool) -> list[Section]:
    """Points by category, where this table shows them."""
    if not over and desk.table and not desk.table.settings.points:
        return []
    lines = []
    for name, chair in zip(people, desk.told.seats, strict=True):
        score = msgspec.to_builtins(chair.score)
        total = score.pop("total")
        parts = ", ".join(f"{desk.plain.category(w, slug)} {n}" for slug, n in score.items() if n)
        lines.append(f"{name}: {total} ({parts})" if parts else f"{name}: {total}")
    return [Section(w("Score sheet") if over else w("Points so far"), tuple(lines))]


def _rows(section: Section, across: int) -> list[Cell]:
    """Lines of the panel: the heading stands before the first words, or above them where the panel is narrow."""
    if across == 1:
        return [Cell(partial(_row, section.title, (), 1)), *(Cell(partial(_row, "", (x,), 1)) for x in section.lines)]
    step = across - 1
    parts = [section.lines[at : at + step] for at in range(0, len(section.lines), step)] or [()]
    return [Cell(partial(_row, "" if nth else section.title, part, across)) for nth, part in enumerate(parts)]


def _row(title: str, lines: tuple[str, ...], across: int, p: Pen, w: float, h: float) -> None:
    head = w if across == 1 else HEAD
    each = w if across == 1 else (w - HEAD) / (across - 1) - GAP
    if title:
        p.prose(8, 0, title, 28, head - 16, h, "text", bold=True, middle=True)
    for nth, line in enumerate(lines):
        x = 0.0 if across == 1 else HEAD + GAP + nth * (each + GAP)
        p.rect(x, 0, each, h, 12, "zone")
        p.prose(x + 14, 3, line, 24, each - 28, h - 6, "soft", middle=True)
