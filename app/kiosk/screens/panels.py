"""Panels that anybody may lay on the middle: menu, seats, log, settings, codes, questions asked once."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

import msgspec

from app import messages as said
from app.i18n import LANGUAGES, Words
from app.kiosk.architects import play, zone
from app.kiosk.desk import Desk, new_id
from app.kiosk.draw import Pen
from app.kiosk.part import Part
from app.kiosk.ring import Ring, guessed_diagonal
from app.kiosk.screens import keyboard
from app.kiosk.screens.lobby import way_in
from app.kiosk.widgets.controls import button, frame, stepper, switch
from app.kiosk.widgets.panel import Cell, panel, place
from app.words import architects as terms

Paint = Callable[[Pen], None]
PACES: Final = (0.4, 0.8, 1.2, 2.0, 3.0, 5.0)
UNDO: Final = ("ask", "always", "never")


def parts(desk: Desk, ring: Ring) -> list[Part]:
    """The panel that lies open, if any."""
    if not desk.panel or desk.table is None:
        return []
    name, _, rest = desk.panel.partition(" ")
    make = PANELS.get(name)
    if make is None:
        return []
    facts, paint = make(desk, ring, int(rest) if rest.isdigit() else 0)
    return [
        Part(
            f"panel {desk.panel}",
            (ring, desk.panel, desk.edge, desk.page, desk.sure, desk.typed, desk.lang, facts),
            paint,
        )
    ]


def cell(
    label: str,
    key: str,
    tap: Callable[[], None] | None,
    picture: str = "",
    weight: float = 1.0,
    primary: bool = False,
    on: bool = False,
    size: float = 28,
) -> Cell:
    """A button that fills its cell."""
    return Cell(
        lambda p, w, h: button(p, 0, 0, w, h, label, key, tap, picture, primary, on, tap is None, size), weight=weight
    )


def _close(desk: Desk) -> Callable[[], None]:
    return lambda: desk.open("")


def _asked(
    desk: Desk, ring: Ring, w: Words, question: str, yes: str, then: Callable[[], None], picture: str = ""
) -> Paint:
    """A question asked once, before something is thrown away."""

    def go() -> None:
        desk.open("")
        then()

    def paint(p: Pen) -> None:
        at = place(ring, desk.edge, 900, 440)
        foot = [cell(yes, "yes", go, picture, 1.4), cell(w("No"), "no", lambda: desk.ask_sure(""), "", 1)]
        body = Cell(lambda p, cw, ch: p.prose(8, 0, question, 32, cw - 16, ch, "text", middle=True), wide=True)
        panel(p, desk, ring, at, w("Are you sure?"), [body], foot, close=_close(desk))

    return paint


# ---- menu ------------------------------------------------------------------------------------------------


def _menu(desk: Desk, ring: Ring, _: int) -> tuple[object, Paint]:
    table, w = desk.table, desk.words()
    assert table is not None
    if desk.sure == "end":
        return table.phase, _asked(
            desk, ring, w, w("The game ends now and is scored as it stands."), w("End it and score"),
            lambda: desk.say(said.EndEarly(id=new_id(), sure=True)), "star",
        )  # fmt: skip
    if desk.sure == "aside":
        return table.phase, _asked(
            desk, ring, w, w("The game is put away as it is; the lobby offers it from then on."), w("Lay it aside"),
            lambda: desk.say(said.LayAside(id=new_id())), "card",
        )  # fmt: skip

    def paint(p: Pen) -> None:
        cells = [
            cell(w("Phones: show the code"), "code", lambda: desk.open("code"), "phone"),
            cell(w("Seats"), "seats", lambda: desk.open("seats"), "touch"),
            cell(w("Log"), "log", lambda: desk.open("log"), "tablet"),
            cell(w("Settings"), "settings", lambda: desk.open("settings"), "gear"),
        ]
        if table.phase == "game":
            cells.append(cell(w("Lay the game aside"), "aside", lambda: desk.ask_sure("aside"), "card"))
            cells.append(cell(w("End the game early"), "end", lambda: desk.ask_sure("end"), "star"))
        cells.append(cell(w("About"), "about", lambda: desk.open("about"), "wonder"))
        panel(p, desk, ring, place(ring, desk.edge), w("Menu"), cells, close=_close(desk), cell=(340, 0))

    return table.phase, paint


def _code(desk: Desk, ring: Ring, _: int) -> tuple[object, Paint]:
    table, w = desk.table, desk.words()
    assert table is not None

    def paint(p: Pen) -> None:
        at, t = place(ring, desk.edge, 980, 620), ring.touch
        with p.at(at.x, at.y, at.angle, ring.u):
            frame(p, at.w, at.h)
            button(p, at.w - t - 16, 16, t, t, "", "close", _close(desk), "cross")
            button(p, at.w - 2 * t - 28, 16, t, t, "", "turn", desk.turn, "turn")
            p.prose(24, 16, w("Play along with a phone"), 34, at.w - 2 * t - 70, t, "text", bold=True, middle=True)
            hint = w("Watch, take a free seat, or choose “Seats” in the menu to hand a seat to a phone.")
            p.prose(24, at.h - 80, hint, 24, at.w - 48, 68, "soft", middle=True)
            with p.at(0, t + 24):
                way_in(p, desk, table, w, at.w, at.h - t - 112)

    return (desk.codes.get(0), table.network), paint


def _about(desk: Desk, ring: Ring, _: int) -> tuple[object, Paint]:
    w = desk.words()
    version = desk.hello.version if desk.hello else ""

    def paint(p: Pen) -> None:
        text = w(
            "Wondertable {version} is an unofficial table for playing together. It is not made, endorsed or licensed by"
            " the publisher; no artwork or rule text of the game is in it, only facts, our own words and our own"
            " drawings. Free software, MIT licence.",
            version=version,
        )
        body = Cell(lambda p, cw, ch: p.prose(8, 0, text, 28, cw - 16, ch, "soft", middle=True), wide=True)
        panel(p, desk, ring, place(ring, desk.edge, 1000, 520), w("About"), [body], close=_close(desk), cell=(400, 230))

    return version, paint


# ---- seats -----------------------------------------------------------------------------------------------


def _seats(desk: Desk, ring: Ring, _: int) -> tuple[object, Paint]:
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
        panel(p, desk, ring, place(ring, desk.edge), w("Who plays how?"), cells, close=_close(desk), cell=(300, 0))

    return table.seats, paint


def _seat(desk: Desk, ring: Ring, seat: int) -> tuple[object, Paint]:
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
            cell(w("By touch"), "by touch", give(by="touch"), "touch", on=info.by == "touch"),
            cell(w("By phone: show a code"), "by phone", hand_over, "phone", on=info.by == "phone"),
            cell(w("A bot plays"), "by bot", give(by="bot"), "bot", on=info.by == "bot"),
        ]
        if waits:
            cells.insert(0, cell(w("Choose on the table"), "choose here", lambda: desk.choose_here(seat), "touch"))
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
                    w("Change places with the left"),
                    "move left",
                    lambda: desk.say(said.MoveSeat(id=new_id(), seat=seat, to=seat % n + 1), seat),
                    "left",
                )
            )
            cells.append(
                cell(
                    w("Change places with the right"),
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
        panel(p, desk, ring, place(ring, desk.edge), title, cells, close=_close(desk), cell=(340, 0))

    return (info, n, table.phase, waits, w.lang), paint


def _zone(desk: Desk, ring: Ring, seat: int) -> tuple[object, Paint]:
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
            button(p, at.w - t - 16, 16, t, t, "", "close", _close(desk), "cross")
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


# ---- log and undo ------------------------------------------------------------------------------------------


def _log(desk: Desk, ring: Ring, _: int) -> tuple[object, Paint]:
    w = desk.words()
    lines = [line for _, line in sorted(desk.lines.items(), reverse=True)]

    def row(text: str, undone: bool, p: Pen, cw: float, ch: float) -> None:
        p.rect(0, 0, cw, ch, 12, "zone")
        rows, size = p.lines(text, 26, False, cw - 40, 2)
        for i, each in enumerate(rows):
            y = ch / 2 + (i - (len(rows) - 1) / 2) * size * 1.28
            wide = p.text(20, y, each, size, "mute" if undone else "soft", "start", room=cw - 40)
            if undone:
                p.above()
                p.path(20, y, 20 + wide, y, line="mute", width=2)

    def paint(p: Pen) -> None:
        said_ = [(desk.sentence(line, w), line.undone) for line in lines[:200]]
        cells = [Cell(partial(row, text, undone)) for text, undone in said_ if text]
        at = place(ring, desk.edge)
        panel(
            p, desk, ring, at, w("What happened"), cells, close=_close(desk), cell=(min(560, at.w - 40), 62), flat=True
        )

    return (len(lines), lines[:1], sum(line.undone for line in lines)), paint


def _undo(desk: Desk, ring: Ring, _: int) -> tuple[object, Paint]:
    table = desk.table
    assert table is not None
    offer, edge = table.undo, desk.edge
    here = next((i + 1 for i, z in enumerate(ring.zones) if z.edge == edge), 0)
    w = desk.words(desk.acting or here)
    people = desk.people(w)

    def go() -> None:
        desk.open("")
        if offer:
            desk.say(said.Undo(id=new_id(), row=offer.row, seat=offer.seat), offer.seat)

    def paint(p: Pen) -> None:
        at = place(ring, edge, 900, 480)
        if offer is None:
            text, foot = w("There is nothing to take back."), []
        else:
            text = w("{name}: {action}.", name=people[offer.seat - 1], action=terms.action(w, offer.action, people))
            if offer.more:
                text += " " + w.many("{n} later action goes with it.", "{n} later actions go with it.", offer.more)
            if not offer.free:
                text += " " + w("The others are asked.")
            foot = [cell(w("Take it back"), "take back", go, "undo", 1.4, primary=True, size=32)]
        body = Cell(lambda p, cw, ch: p.prose(8, 0, text, 32, cw - 16, ch, "text", middle=True), wide=True)
        panel(p, desk, ring, at, w("Undo"), [body], foot, close=_close(desk))

    return (offer, people, w.lang), paint


# ---- settings ----------------------------------------------------------------------------------------------


def _settings(desk: Desk, ring: Ring, _: int) -> tuple[object, Paint]:
    table, w = desk.table, desk.words()
    assert table is not None
    now = table.settings
    if desk.sure == "off":
        return now, _asked(
            desk, ring, w,
            w("Wondertable ends. Nothing is lost: the game goes on when it is started again."), w("Switch off"),
            lambda: desk.say(said.Shutdown(id=new_id(), sure=True)), "cross",
        )  # fmt: skip

    def put(**facts: object) -> Callable[[], None]:
        return lambda: desk.say(msgspec.convert({"type": "set-table", "id": new_id(), **facts}, said.SetTable))

    def step(
        label: str, value: str, key: str, less: Callable[[], None] | None, more: Callable[[], None] | None
    ) -> Cell:
        return Cell(lambda p, cw, ch: stepper(p, 0, 0, cw, ch, label, value, key, less, more, ring.touch))

    def choice(label: str, value: str, key: str, values: tuple[object, ...], now_: object, field: str) -> Cell:
        here = values.index(now_) if now_ in values else 0
        less, more = values[here - 1], values[(here + 1) % len(values)]
        return step(label, value, key, put(**{field: less}), put(**{field: more}))

    def flip(label: str, on: bool, key: str, tap: Callable[[], None]) -> Cell:
        return Cell(lambda p, cw, ch: switch(p, 0, 0, cw, ch, label, on, key, tap))

    def address() -> None:
        desk.typed = (now.host_address or table.network.address or "").removeprefix("http://").rsplit(":", 1)[0]
        desk.open("address", desk.edge)

    def paint(p: Pen) -> None:
        langs = tuple(LANGUAGES)
        policies: Mapping[str, str] = {"ask": w("others are asked"), "always": w("always"), "never": w("never")}
        inches = now.diagonal or guessed_diagonal(ring.width, ring.height)
        cells = [
            choice(w("Language"), LANGUAGES[now.lang], "lang", langs, now.lang, "lang"),
            step(
                w("Screen size"), w("{n} inches", n=f"{inches:.1f}"), "size",
                put(diagonal=round(max(4.0, inches - 0.5), 1)), put(diagonal=round(min(80.0, inches + 0.5), 1)),
            ),
            flip(w("Movement"), now.motion, "motion", put(motion=not now.motion)),
            flip(w("Points so far"), now.points, "points", put(points=not now.points)),
            choice(w("Undo"), policies[now.undo], "undo policy", UNDO, now.undo, "undo"),
            choice(w("Bots wait"), w("{n} s", n=now.bot_pace), "pace", PACES, now.bot_pace, "bot_pace"),
            cell(w("Address for phones"), "address", address, "wifi"),
        ]  # fmt: skip
        if table.phase == "lobby":
            cells += [
                flip(terms.house_rule(w, name), on, name, _rule(desk, name, not on)) for name, on in table.rules.items()
            ]
        cells.append(cell(w("Switch off"), "off", lambda: desk.ask_sure("off"), "cross"))
        panel(p, desk, ring, place(ring, desk.edge), w("Settings"), cells, close=_close(desk), cell=(390, 0))

    return (now, table.phase, table.rules, table.network), paint


def _rule(desk: Desk, name: str, on: bool) -> Callable[[], None]:
    return lambda: desk.say(said.SetGame(id=new_id(), rules={name: on}))


def _laid(desk: Desk, ring: Ring, _: int) -> tuple[object, Paint]:
    table, w = desk.table, desk.words()
    assert table is not None
    if desk.sure.startswith("discard "):
        game = int(desk.sure.split()[1])
        return table.laid_aside, _asked(
            desk, ring, w, w("This game cannot be taken up again."), w("Throw it away"),
            lambda: desk.say(said.Discard(id=new_id(), game=game, sure=True)), "cross",
        )  # fmt: skip

    def row(each: said.LaidAside, p: Pen, cw: float, ch: float) -> None:
        t = ring.touch
        label = w(
            "Turn {n}: {names}",
            n=each.turn,
            names=", ".join(terms.wonder(w, seat) if seat in desk.box.wonders else seat for seat in each.seats),
        )
        button(
            p,
            0,
            0,
            cw - t - 12,
            ch,
            label,
            f"resume {each.game}",
            lambda: desk.say(said.Resume(id=new_id(), game=each.game)),
            "card",
            size=26,
        )
        button(p, cw - t, 0, t, ch, "", f"discard {each.game}", lambda: desk.ask_sure(f"discard {each.game}"), "cross")

    def paint(p: Pen) -> None:
        cells = [Cell(partial(row, each)) for each in table.laid_aside]
        at = place(ring, desk.edge)
        panel(p, desk, ring, at, w("Go on with a game"), cells, close=_close(desk), cell=(min(600, at.w - 40), 0))

    return table.laid_aside, paint


# ---- typing ------------------------------------------------------------------------------------------------


def _name(desk: Desk, ring: Ring, seat: int) -> tuple[object, Paint]:
    w = desk.words(seat)

    def done() -> None:
        desk.say(said.SetSeat(id=new_id(), seat=seat, name=desk.typed.strip()), seat)
        desk.open("")

    return w.lang, keyboard.paint(desk, ring, w, w("Name"), 20, done, keyboard.LETTERS)


def _address(desk: Desk, ring: Ring, _: int) -> tuple[object, Paint]:
    w, table = desk.words(), desk.table
    assert table is not None

    def done() -> None:
        typed = desk.typed.strip()
        desk.say(said.SetTable(id=new_id(), host_address=typed or None))
        desk.open("")

    found = [a for a in (table.network.address, *table.network.others) if a]
    title = w("Address for phones") + (
        " (" + ", ".join(a.removeprefix("http://").rsplit(":", 1)[0] for a in found[:3]) + ")" if found else ""
    )
    return (w.lang, found), keyboard.paint(desk, ring, w, title, 60, done, keyboard.ADDRESS)


PANELS: Final[Mapping[str, Callable[[Desk, Ring, int], tuple[object, Paint]]]] = {
    "menu": _menu,
    "code": _code,
    "about": _about,
    "seats": _seats,
    "seat": _seat,
    "zone": _zone,
    "log": _log,
    "undo": _undo,
    "settings": _settings,
    "laid": _laid,
    "name": _name,
    "address": _address,
}
