"""Panels that anybody may lay on the middle: menu, code, log, undo, games laid aside; and those beside."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from app.games.architects.screen import position, track
from app.games.tally.screen import entry as tally_entry
from app.games.tally.screen import parts as tally
from app.games.words import WORDS
from app.looks.icons import icon
from app.protocol import messages as said
from app.screen.desk import Desk, new_id
from app.screen.draw import Pen
from app.screen.pages import diagnostics, history, seats, settings
from app.screen.pages.lobby import choosing, way_in
from app.screen.part import Part
from app.screen.ring import Ring
from app.screen.widgets.controls import button, frame
from app.screen.widgets.panel import Cell, Paint, asked_once, beside_the_plate, cell, closing, panel, place


def parts(desk: Desk, ring: Ring) -> list[Part]:
    """The panel that lies open, if any."""
    if not desk.panel or desk.table is None:
        return []
    name, _, rest = desk.panel.partition(" ")
    make = PANELS.get(name)
    if make is None or (desk.code_aside and desk.covered):
        return []
    facts, paint = make(desk, ring, int(rest) if rest.isdigit() else 0)
    return [
        Part(
            f"panel {desk.panel}",
            (ring, desk.panel, desk.edge, desk.page, desk.sure, desk.typed, desk.lang, facts),
            paint,
        )
    ]


# ---- menu ------------------------------------------------------------------------------------------------


def _menu(desk: Desk, ring: Ring, _: int) -> tuple[object, Paint]:
    table, w = desk.table, desk.words()
    assert table is not None
    if desk.sure == "end":
        return table.phase, asked_once(
            desk, ring, w, w("The game ends now and is scored as it stands."), w("End it and score"),
            lambda: desk.say(said.EndEarly(id=new_id(), sure=True)), "star",
        )  # fmt: skip
    if desk.sure == "aside":
        return table.phase, asked_once(
            desk, ring, w, w("The game is put away as it is; the lobby offers it from then on."), w("Lay it aside"),
            lambda: desk.say(said.LayAside(id=new_id())), "card",
        )  # fmt: skip

    def paint(p: Pen) -> None:
        cells = [
            cell(w("Phones: show the code"), "code", lambda: desk.open("code"), "phone"),
            cell(w("Seats"), "seats", lambda: desk.open("seats"), "touch"),
            cell(w("Log"), "log", lambda: desk.open("log"), "tablet"),
            cell(w("History"), "history", desk.past.open, "crown"),
            cell(w("Settings"), "settings", lambda: desk.open("settings"), "gear"),
            cell(w("Sound"), "sound", lambda: desk.open("sound"), "mute" if desk.sound.silent else "sound"),
        ]
        if table.phase == "game":
            if desk.track.on and desk.game is not None:
                go_on = partial(position.begin, desk, desk.edge)
                cells.append(cell(w("Continue from what lies there"), "position", go_on, "hidden"))
            cells.append(cell(w("Lay the game aside"), "aside", lambda: desk.ask_sure("aside"), "card"))
            cells.append(cell(w("End the game early"), "end", lambda: desk.ask_sure("end"), "star"))
        cells.append(cell(w("About"), "about", lambda: desk.open("about"), "wonder"))
        panel(p, desk, ring, place(ring, desk.edge), w("Menu"), cells, close=closing(desk), cell=(340, 0))

    return (table.phase, desk.sound.silent), paint


def _code(desk: Desk, ring: Ring, _: int) -> tuple[object, Paint]:
    table, w = desk.table, desk.words()
    assert table is not None
    aside = desk.code_aside

    def paint_aside(p: Pen) -> None:
        """A touch anywhere on it takes it away, so it needs no button as large as a finger."""
        at = beside_the_plate(ring, desk.edge)
        with p.at(at.x, at.y, at.angle, ring.u):
            frame(p, at.w, at.h)
            way_in(p, desk, table, w, at.w, at.h)
            icon(p, "cross", at.w - 26, 26, 36, "soft", "plate")
            p.spot(0, 0, at.w, at.h, "close", closing(desk),
                   press=lambda pen: pen.rect(0, 0, at.w, at.h, 26, "candle", opacity=0.22))  # fmt: skip

    def paint(p: Pen) -> None:
        at, t = place(ring, desk.edge, 980, 620), ring.touch
        with p.at(at.x, at.y, at.angle, ring.u):
            frame(p, at.w, at.h)
            button(p, at.w - t - 16, 16, t, t, "", "close", closing(desk), "cross")
            button(p, at.w - 2 * t - 28, 16, t, t, "", "turn", desk.turn, "turn")
            p.prose(24, 16, w("Play along with a phone"), 34, at.w - 2 * t - 70, t, "text", bold=True, middle=True)
            hint = w("Watch, take a free seat, or choose “Seats” in the menu to hand a seat to a phone.")
            p.prose(24, at.h - 80, hint, 24, at.w - 48, 68, "soft", middle=True)
            with p.at(0, t + 24):
                way_in(p, desk, table, w, at.w, at.h - t - 112)

    return (desk.codes.get(0), table.network, aside), paint_aside if aside else paint


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
        panel(
            p, desk, ring, place(ring, desk.edge, 1000, 520), w("About"), [body], close=closing(desk), cell=(400, 230)
        )

    return version, paint


# ---- log and undo ------------------------------------------------------------------------------------------


def _log(desk: Desk, ring: Ring, _: int) -> tuple[object, Paint]:
    if desk.track.on and desk.table is not None and desk.table.phase != "lobby":
        return track.log(desk, ring)
    w = desk.words()
    lines = [line for _, line in sorted(desk.lines.items(), reverse=True)]
    grow = 1.25 if ring.small else 1.0

    def row(line: said.Line, text: str, p: Pen, cw: float, ch: float) -> None:
        p.rect(0, 0, cw, ch, 12, "zone")
        rows, size = p.lines(text, 26 * grow, False, cw - 40, 2)
        for i, each in enumerate(rows):
            y = ch / 2 + (i - (len(rows) - 1) / 2) * size * 1.28
            wide = p.text(20, y, each, size, "mute" if line.undone else "soft", "start", room=cw - 40)
            if line.undone:
                p.above()
                p.path(20, y, 20 + wide, y, line="mute", width=2)

    def paint(p: Pen) -> None:
        said_ = [(line, desk.sentence(line, w)) for line in lines[:200]]
        cells = [Cell(partial(row, line, text)) for line, text in said_ if text]
        at = place(ring, desk.edge)
        panel(
            p, desk, ring, at, w("What happened"), cells, close=closing(desk),
            cell=(min(600 if ring.small else 560, at.w - 40), 62 * grow), flat=True,
        )  # fmt: skip

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
            text, foot = w("There is nothing to undo."), []
        else:
            text = w("Undo: {action}", action=desk.did(w, offer.seat, offer.action, offer.card)) + "."
            if offer.more:
                text += " " + w.many("{n} later action goes with it.", "{n} later actions go with it.", offer.more)
            if not offer.free:
                text += " " + w("The others are asked.")
            foot = [cell(w("Undo it"), "take back", go, "undo", 1.4, primary=True, size=32)]
        body = Cell(lambda p, cw, ch: p.prose(8, 0, text, 32, cw - 16, ch, "text", middle=True), wide=True)
        panel(p, desk, ring, at, w("Undo"), [body], foot, close=closing(desk))

    return (offer, people, w.lang), paint


def _laid(desk: Desk, ring: Ring, _: int) -> tuple[object, Paint]:
    table, w = desk.table, desk.words()
    assert table is not None
    if desk.sure.startswith("discard "):
        game = int(desk.sure.split()[1])
        return table.laid_aside, asked_once(
            desk, ring, w, w("This game cannot be taken up again."), w("Delete this game"),
            lambda: desk.say(said.Discard(id=new_id(), game=game, sure=True)), "cross",
        )  # fmt: skip

    def row(each: said.LaidAside, p: Pen, cw: float, ch: float) -> None:
        t = ring.touch
        names = ", ".join(desk.called(w, each.kind, seat) for seat in each.seats)
        label = w("Turn {n}: {names}", n=each.turn, names=names) if each.turn else names  # a score sheet has none
        if len(table.games) > 1:
            label = f"{WORDS[each.kind].title(w)}: {label}"
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
        panel(p, desk, ring, at, w("Continue a game"), cells, close=closing(desk), cell=(min(600, at.w - 40), 0))

    return table.laid_aside, paint


PANELS: Final[Mapping[str, Callable[[Desk, Ring, int], tuple[object, Paint]]]] = {
    "menu": _menu,
    "code": _code,
    "about": _about,
    "seats": seats.everybody,
    "seat": seats.one,
    "zone": seats.whole_zone,
    "wonder": choosing,
    "log": _log,
    "undo": _undo,
    "position": position.position,
    "history": history.page,
    "settings": settings.table_settings,
    "sound": settings.sound,
    "game": settings.next_game,
    "laid": _laid,
    "name": seats.rename,
    "address": settings.phone_address,
    "off": settings.ending,
    "machine": diagnostics.machine,
    "parts": diagnostics.parts,
    "sounds": diagnostics.sounds,
    "corners": diagnostics.corners,
    "score": tally.score,
    "entry": tally_entry.of_seat,
    "keys": tally_entry.keys,
    "holder": tally_entry.holder,
}
