"""A seat before a game: free, with the ways to sit down; or somebody's, who may choose what to be."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from app.looks.icons import icon
from app.protocol import messages
from app.screen.codes import matrix_of
from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.element import Element
from app.screen.pages.intents import set_seat
from app.screen.ring import Ring
from app.screen.scene import Picture, Scene
from app.screen.widgets.controls import button, stepper
from app.screen.widgets.panel import Cell, Lying, closing, lying, panel, place
from app.text.languages import Words, capital

SAID = 400.0  # u, the width of something to be, with what it can do
NAMED = 48.0  # u, over the buttons of a seat, where the name of what it is can be read


def seat(scene: Scene, ring: Ring, table: messages.TableView, info: messages.SeatInfo) -> Element[Any]:
    """One seat's zone."""
    key = f"seat {info.seat}"
    if info.by == "free":
        return Element(key, _free(scene, ring, table, info), paint_free)
    return Element(key, _taken(scene, ring, table, info), paint_taken)


# ---- a free seat -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FreeSeat:
    """A seat that anybody may take. `url`: of the code that takes it, if there is one; `lang`: the table's."""

    ring: Ring
    number: int
    url: str | None
    by_touch: bool
    by_bot: bool
    lang: messages.Lang
    w: Words


def _free(scene: Scene, ring: Ring, table: messages.TableView, info: messages.SeatInfo) -> FreeSeat:
    code = scene.model.codes.get(info.seat)
    by_touch = scene.model.by_touch
    by_bot = table.mode == "play" or not by_touch  # bots do not play with cardboard
    w = scene.model.words(info.seat)
    return FreeSeat(ring, info.seat, code.url if code else None, by_touch, by_bot, table.settings.lang, w)


def paint_free(p: Pen, it: FreeSeat, control: Controller) -> None:
    zone, u = it.ring.zones[it.number - 1], it.ring.u
    w, d, t = zone.w / u, zone.d / u, it.ring.touch
    with p.at(zone.x, zone.y, zone.angle, u), p.at(-w / 2, -d / 2):
        p.rect(0, 0, w, d, 22, "zone")
        p.rect(0, 0, w, d, 22, None, "line", 2, dash=(10, 9))
        left = 18.0
        if it.url:
            side = min(d - 36, w - t - 52)
            left = max(18.0, w / 2 - (side + 300) / 2)
            p.code(left, (d - side) / 2, side, matrix_of(it.url))
            left += side + 16
        room = min(w - left - 16, 460)
        if not it.url:
            left = (w - room) / 2
        stacked = it.by_touch and room < 2 * t + 12
        high = 2 * t + 10 if stacked else t
        words = d - 28 - high - 8
        if words >= 34:
            p.text(left, 32, (it.w("Free seat"), it.w("Free")), 32, "text", "start", bold=True, room=room)
        if words >= 70 and (it.url or it.by_touch):
            p.text(left, 72, _hint(it), p.legible(25), "soft", "start", room=room)
        y = (d - high) / 2 if stacked and it.by_bot and words < 34 else d - 14 - high
        _ways(p, it, control, left, y, room, stacked)


def _hint(it: FreeSeat) -> tuple[str, str]:
    """How to sit down, from long to short."""
    w = it.w
    return (w("Scan to sit here"), w("Scan")) if it.url else (w("Play on the screen"), w("On the screen"))


def _ways(p: Pen, it: FreeSeat, control: Controller, x: float, y: float, room: float, stacked: bool) -> None:
    """Buttons to play here by touch or by a bot: side by side, or one over the other."""
    t, both = it.ring.touch, it.by_touch and it.by_bot
    wide = (room - 12) / 2 if both and not stacked else room
    if it.by_touch:
        label = it.w("On the screen") if wide > 150 else ""
        tap = partial(set_seat, control, it.number, by="touch", lang=it.lang)
        button(p, x, y, wide, t, label, f"touch {it.number}", tap, "touch", size=25)
    if both and stacked:
        y += t + 10
    elif both:
        x += wide + 12
    if it.by_bot:
        label = it.w("Bot") if wide > 150 else ""
        tap = partial(set_seat, control, it.number, by="bot")
        button(p, x, y, wide, t, label, f"bot {it.number}", tap, "bot", size=25)


# ---- somebody's seat ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TakenSeat:
    """A seat that somebody plays. `roles`: what it may be, the lot (None) among it; empty where all seats are alike."""

    ring: Ring
    info: messages.SeatInfo
    first: bool  # it begins
    owes: bool  # it has to say what it is before a game begins
    roles: tuple[str | None, ...]
    role: str  # by name
    pictured: bool  # the game has a picture of each role
    picture: Picture | None
    w: Words


def _taken(scene: Scene, ring: Ring, table: messages.TableView, info: messages.SeatInfo) -> TakenSeat:
    w = scene.model.words(info.seat)
    roles = (None, *_left(table, info.seat)) if table.identities else ()
    role = scene.model.game_words.identity(w, info.wonder) if info.wonder else _unchosen(table, w)
    picture = scene.game.picture(scene.model, info.wonder) if info.wonder else None
    return TakenSeat(
        ring,
        info,
        table.first == info.seat,
        info.seat in table.owing,
        roles,
        role,
        any(scene.game.picture(scene.model, slug) for slug in table.identities),
        picture,
        w,
    )


def _left(table: messages.TableView, seat: int) -> list[str]:
    """What a seat may be: nothing that another is, nor another side of it."""
    taken = {table.identities.get(other.wonder or "") for other in table.seats if other.seat != seat}
    return [slug for slug, board in table.identities.items() if board not in taken]


def _unchosen(table: messages.TableView, w: Words) -> str:
    """What a seat is that nobody has chosen anything for."""
    match table.mode:
        case "track":
            return w("Which wonder?")
        case "tally":
            return w("not chosen")
    return w("random")


def paint_taken(p: Pen, it: TakenSeat, control: Controller) -> None:
    zone, u, w = it.ring.zones[it.info.seat - 1], it.ring.u, it.w
    wide, d, t, seat = zone.w / u, zone.d / u, it.ring.touch, it.info.seat
    grow = 1.3 if it.ring.small else 1.0
    high = 60.0 * grow
    if d - high - t - 10 < NAMED:
        high = 60.0
    with p.at(zone.x, zone.y, zone.angle, u), p.at(-wide / 2, -d / 2):
        p.rect(0, 0, wide, d, 22, "zone")
        p.rect(0, d - high, wide, high, 22, "raised")
        p.rect(0, d - high, wide, 22, 0, "raised")
        y = d - high / 2
        right = wide - 18
        icon(p, "menu", right - 16 * grow, y, 34 * grow, "soft", "raised")
        right = _how(p, it, right - 46 * grow, y, grow)
        if it.first:
            first, room = (w("goes first"), "1."), max(40, (right - 20) * 0.35)
            right -= p.text(right, y, first, p.legible(24 * grow), "soft", "end", room=room) + 14
        name = it.info.name or (w("Bot") if it.info.by == "bot" else w("Seat {number}", number=seat))
        p.text(20, y, name, 30 * grow, "text", "start", bold=True, room=right - 30)
        tap = partial(control.open, f"seat {seat}", zone.edge)
        p.hit_area(0, d - high, wide, high, f"seat {seat} name", tap, rank=0, least=t)
        if it.roles:
            (_pictured if it.pictured else _named)(p, it, control, wide, d - high)


def _how(p: Pen, it: TakenSeat, right: float, y: float, grow: float) -> float:
    """How the seat is played; how far to the left it reaches."""
    picture = {"phone": "phone", "bot": "bot"}.get(it.info.by, "touch")
    away = it.info.by == "phone" and not it.info.present
    if away:
        right -= p.text(right, y, it.w("away"), p.legible(23 * grow), "mute", "end", room=120) + 8
    icon(p, picture, right - 16 * grow, y, 34 * grow, "mute" if away else "green", "raised")
    return right - 48 * grow


def _pictured(p: Pen, it: TakenSeat, control: Controller, w: float, h: float) -> None:
    """What the seat is to be: its picture, its name, and another one."""
    t, key = it.ring.touch, f"wonder {it.info.seat}"
    wide, tall = min(200.0, w * 0.3, w - 68 - 2 * t), h - 36
    with p.at(20, 18):
        if it.picture:
            it.picture(p, wide, tall)
        else:
            p.rect(0, 0, wide, tall, 16, None, "candle" if it.owes else "line", 3, dash=(9, 8))
            p.text(wide / 2, tall / 2, "?", min(96, tall * 0.7), "candle" if it.owes else "mute", bold=True)
    left, top = wide + 40, h - t - 10
    choose = partial(control.open, key, it.ring.zones[it.info.seat - 1].edge)
    p.hit_area(0, 0, w, h, f"{key} choose", choose, rank=0, least=t)
    ink, room, title = "candle" if it.owes else "text", w - left - 16, it.role if it.picture else capital(it.role)
    if top > 84:
        p.text(left, top * 0.26, it.w("Wonder"), p.legible(22), "mute", "start", room=room)
        p.text(left, top * 0.66, title, min(34, top * 0.38), ink, "start", bold=True, room=room)
    else:
        p.text(left, top / 2 + 1, title, min(30, top * 0.62), ink, "start", bold=True, room=room)
    half = min(150.0, (room - 12) / 2)
    button(p, left, top, half, t, "", f"{key} less", _step(it, control, -1), "left")
    button(p, left + half + 12, top, half, t, "", f"{key} more", _step(it, control, 1), "right")


def _named(p: Pen, it: TakenSeat, control: Controller, w: float, h: float) -> None:
    """What the seat is to be, in words."""
    t, high = it.ring.touch, min(it.ring.touch, h - 24)
    less, more = _step(it, control, -1), _step(it, control, 1)
    stepper(p, 16, (h - high) / 2, w - 32, high, it.w("Wonder"), it.role, f"wonder {it.info.seat}", less, more, t)


def _step(it: TakenSeat, control: Controller, by: int) -> Callable[[], None]:
    """Be the next of them, or the one before."""
    here = it.roles.index(it.info.wonder) if it.info.wonder in it.roles else 0
    return partial(set_seat, control, it.info.seat, wonder=it.roles[(here + by) % len(it.roles)])


# ---- what lies in front of it --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Choosing:
    """What a seat may be, by slug (None: what comes by chance), name and what it can do; `now` is what it is."""

    lying: Lying
    seat: int
    title: str
    roles: tuple[tuple[str | None, str, str], ...]
    now: str | None


def choosing(scene: Scene, ring: Ring, seat: int) -> Element[Choosing] | None:
    """What a seat is, of all that no other seat is: one touch each."""
    table = scene.model.table
    assert table is not None
    if table.phase != "lobby" or not 0 < seat <= len(table.seats) or scene.model.info(seat).by == "free":
        return None
    w = scene.model.words(seat)
    roles: list[tuple[str | None, str, str]] = (
        [] if table.mode == "track" else [(None, capital(_unchosen(table, w)), "")]
    )
    for slug in _left(table, seat):
        says = scene.game.role_says(scene.model, w, slug)
        roles.append((slug, scene.model.game_words.identity(w, slug), says))
    name = scene.model.name(seat, w)
    title = w("{name}: which wonder lies there?", name=name) if table.mode == "track" else f"{name}: {w('Wonder')}"
    view = Choosing(lying(scene, ring, seat), seat, title, tuple(roles), scene.model.info(seat).wonder)
    return Element(f"panel {scene.opened.panel}", view, paint_choosing)


def paint_choosing(p: Pen, it: Choosing, control: Controller) -> None:
    at = place(it.lying.ring, it.lying.edge)
    said = any(says for _, _, says in it.roles)
    cells = [
        Cell(partial(_role, control, it.seat, slug, name, says, slug == it.now)) for slug, name, says in it.roles
    ]  # fmt: skip
    size = (SAID if said else 300.0, 190.0 if said else 0.0)
    panel(p, control, it.lying, at, it.title, cells, close=closing(control), cell=size)


def _role(
    control: Controller, seat: int, slug: str | None, name: str, says: str, on: bool, p: Pen, w: float, h: float
) -> None:
    """Something to be, and below its name what it can do."""
    tap, key = partial(_choose, control, seat, slug), f"wonder {slug or 'by chance'}"
    button(p, 0, 0, w, h, "" if says else name, key, tap, on=on, size=28)
    if says:
        p.text(16, 28, name, 28, "text", "start", bold=True, room=w - 32)
        p.prose(16, 50, says, 24, w - 32, h - 60, "soft")


def _choose(control: Controller, seat: int, slug: str | None) -> None:
    control.open("")
    set_seat(control, seat, wonder=slug)
