"""Panels about seats: who plays how, one seat, its name, and its whole zone on a small screen."""

from collections.abc import Callable
from functools import partial

import msgspec

from app.games.architects.screen import play, zone
from app.protocol import messages as said
from app.screen.desk import Desk, new_id
from app.screen.draw import Pen
from app.screen.pages import keyboard
from app.screen.ring import Ring
from app.screen.widgets.controls import button, frame
from app.screen.widgets.panel import Paint, asked_once, cell, closing, panel, place
from app.text.languages import LANGUAGES


def everybody(desk: Desk, ring: Ring, _: int) -> tuple[object, Paint]:
    table, w = desk.table, desk.words()
    assert table is not None
    people = desk.people(w)

    def paint(p: Pen) -> None:
        cells = [
            cell(
                people[info.seat - 1], f"to seat {info.seat}",
                partial(desk.open, f"seat {info.seat}", ring.zones[info.seat - 1].edge),
                {"phone": "phone", "bot": "bot"}.get(info.by, "touch"),
            )
            for info in table.seats
        ]  # fmt: skip
        panel(p, desk, ring, place(ring, desk.edge), w("Who plays how?"), cells, close=closing(desk), cell=(300, 0))

    return table.seats, paint


def one(desk: Desk, ring: Ring, seat: int) -> tuple[object, Paint]:
    table = desk.table
    assert table is not None
    if not 0 < seat <= len(table.seats):
        return None, lambda p: None
    w, info = desk.words(seat), desk.info(seat)
    lobby, n = table.phase == "lobby", len(table.seats)

    def give(**facts: object) -> Callable[[], None]:
        return lambda: desk.say(
            msgspec.convert({"type": "set-seat", "id": new_id(), "seat": seat, **facts}, said.SetSeat), seat
        )

    def take(by: str) -> Callable[[], None]:
        """A seat that somebody holds with a phone now is not taken without asking."""
        held = info.by == "phone" and info.present
        return partial(desk.ask_sure, by) if held else give(by=by)

    if desk.sure in ("bot", "touch"):
        yes = w("A bot plays") if desk.sure == "bot" else w("On the screen")
        text = w("{name} has this seat on a phone, and would lose it.", name=desk.name(seat, w))
        return (info, w.lang), asked_once(desk, ring, w, text, yes, give(by=desk.sure), desk.sure)

    def hand_over() -> None:
        desk.open("")
        desk.say(said.HandOver(id=new_id(), seat=seat), seat)

    def write() -> None:
        desk.typed = info.name or ""
        desk.open(f"name {seat}", ring.zones[seat - 1].edge)

    waits = info.by == "phone" and info.present and seat in desk.questions

    def paint(p: Pen) -> None:
        langs = list(LANGUAGES)
        after = langs[(langs.index(info.lang) + 1) % len(langs)]
        cells = [
            cell(w("By phone: show a code"), "by phone", hand_over, "phone", on=info.by == "phone"),
        ]
        if desk.table and desk.table.mode == "play":  # bots do not play with cardboard
            cells.append(cell(w("A bot plays"), "by bot", take("bot"), "bot", on=info.by == "bot"))
        if desk.by_touch:
            cells.insert(0, cell(w("On the screen"), "by touch", take("touch"), "touch", on=info.by == "touch"))
        if waits and desk.drawn:
            cells.insert(0, cell(w("Choose on the table"), "choose here", lambda: desk.choose_here(seat), "table"))
        if info.by == "bot":
            other = "random" if info.bot != "random" else "greedy"
            kind = w("Bot: plays well") if info.bot != "random" else w("Bot: plays at random")
            cells.append(cell(kind, "bot kind", give(bot=other), "turn"))
        if info.by != "free":
            cells.append(cell(w("Name"), "name", write, "tablet"))
            cells.append(cell(LANGUAGES[info.lang], "language", give(lang=after), "turn"))
        if lobby and info.by != "free":
            cells.append(cell(w("Stand up"), "free", give(by="free"), "cross"))
        if lobby:
            cells.append(
                cell(
                    w("Swap with the left seat"),
                    "move left",
                    lambda: desk.say(said.MoveSeat(id=new_id(), seat=seat, to=seat % n + 1), seat),
                    "left",
                )
            )
            cells.append(
                cell(
                    w("Swap with the right seat"),
                    "move right",
                    lambda: desk.say(said.MoveSeat(id=new_id(), seat=seat, to=(seat - 2) % n + 1), seat),
                    "right",
                )
            )
        title = (
            w("Seat {number}: {name}", number=seat, name=desk.name(seat, w))
            if info.by != "free"
            else w("Seat {number}", number=seat)
        )
        panel(p, desk, ring, place(ring, desk.edge), title, cells, close=closing(desk), cell=(340, 0))

    return (info, n, table.phase, waits, desk.by_touch, w.lang), paint


def whole_zone(desk: Desk, ring: Ring, seat: int) -> tuple[object, Paint]:
    """On a small screen: all of a seat's zone, as large as the middle."""
    if desk.game is None or not 0 < seat <= len(desk.game.seats):
        return None, lambda p: None
    facts = play.seat_facts(desk, desk.game, seat)
    w = desk.words(seat)

    def paint(p: Pen) -> None:
        at, t = place(ring, desk.edge, 1000, 760), ring.touch
        with p.at(at.x, at.y, at.angle, ring.u):
            frame(p, at.w, at.h)
            room = at.w - 32
            button(p, at.w - t - 16, 16, t, t, "", "close", closing(desk), "cross")
            button(
                p,
                16,
                16,
                room - t - 12,
                t,
                w("Who plays how?"),
                f"to seat {seat}",
                lambda: desk.open(f"seat {seat}"),
                "touch",
                size=34,
            )
            deep = at.h - t - 52
            grow = min(deep / 272, room / 480)
            with p.at(16, t + 36, 0, grow):
                zone.full(p, facts, desk, room / grow, min(deep / grow, 300), ring)

    return facts, paint


def rename(desk: Desk, ring: Ring, seat: int) -> tuple[object, Paint]:
    w = desk.words(seat)

    def done() -> None:
        desk.say(said.SetSeat(id=new_id(), seat=seat, name=desk.typed.strip()), seat)
        desk.open("")

    return w.lang, keyboard.paint(desk, ring, w, w("Name"), 20, done, keyboard.LETTERS)
