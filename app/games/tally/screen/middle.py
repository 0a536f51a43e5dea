"""The middle of a score sheet with markers: horn, markers, how many show battle, and what people may do."""

from dataclasses import dataclass
from functools import partial
from math import cos, radians, sin

from app.games.tally.screen.scene import SheetScene
from app.looks.icons import icon
from app.screen import asking
from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.element import Element, Elements
from app.screen.ring import Ring
from app.screen.widgets.controls import button, stands_beside
from app.screen.widgets.pieces import marker
from app.text.languages import Words
from engine.tally.view import ConflictView

GAP = 8.0  # u, between buttons
PLATE = 74.0  # u, of the plate beyond the middle of its markers
BESIDE = 340.0  # u, of what lies beside the plate
SMALL = 1.2  # how much larger words are on a small screen


def middle(scene: SheetScene, ring: Ring, conflict: ConflictView) -> Elements:
    """From the lowest up."""
    assert scene.model.table is not None
    w, edge, flipped, tokens = scene.model.words(), scene.opened.edge, conflict.flipped, conflict.tokens
    can_undo = scene.model.table.undo is not None
    wishes = Wishes(ring, edge, w, flipped == tokens, can_undo, scene.model.menu_sign, scene.opened.asking)
    found: Elements = [
        Element("plate", Plate(ring), paint_plate),
        Element("told", Battle(ring, edge, w, flipped, tokens), paint_battle),
        Element("wishes", wishes, paint_wishes),
    ]
    for nth, battle in enumerate(conflict.battle):
        x, y, _ = _marker_place(ring, nth, tokens)
        found.append(
            Element(f"marker {nth}", Marker(ring, nth, tokens, battle), paint_marker, pivot=(x, y), flips=battle)
        )
    return found


def _far(ring: Ring) -> float:
    """From the horn to a marker, in u."""
    return max(156.0, ring.touch * 1.42 + 4)


def _marker_place(ring: Ring, nth: int, tokens: int) -> tuple[float, float, float]:
    """Where a marker lies, in pixels, and how far round the horn, in degrees."""
    x, y = ring.inner.centre
    turn = -90 + nth * 360 / tokens
    far, u = _far(ring), ring.u
    return x + far * cos(radians(turn)) * u, y + far * sin(radians(turn)) * u, turn


def _wide(ring: Ring) -> float:
    """What lies beside the plate, in u."""
    if ring.upright:
        return min(ring.inner.w / ring.u - 20, 680.0)
    return min(BESIDE, ring.inner.w / ring.u / 2 - _far(ring) - PLATE - 24)


@dataclass(frozen=True, slots=True)
class Plate:
    """The plate below the markers, with the horn."""

    ring: Ring


def paint_plate(p: Pen, it: Plate, control: Controller) -> None:
    x, y = it.ring.inner.centre
    with p.at(x, y, 0, it.ring.u):
        p.disc(0, 0, _far(it.ring) + PLATE, "plate", "shade", 2)
        p.disc(0, 0, 72, "raised", "line", 2)
        icon(p, "horn", 0, 4, 92, "candle", "raised")
        p.hit_area(-62, -62, 124, 124, "horn", control.blow, least=it.ring.touch,
               press=lambda p: p.disc(0, 0, 72, "candle", opacity=0.4))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Marker:
    """A conflict marker, one of `tokens`; a touch turns it."""

    ring: Ring
    nth: int  # from 0
    tokens: int
    battle: bool


def paint_marker(p: Pen, it: Marker, control: Controller) -> None:
    x, y, turn = _marker_place(it.ring, it.nth, it.tokens)
    r = min(56.0, 330.0 / max(5, it.tokens))
    with p.at(x, y, turn + 90, it.ring.u):
        marker(p, it.battle, r)
    with p.at(x, y, 0, it.ring.u):
        p.hit_area(
            -r, -r, 2 * r, 2 * r, f"marker {it.nth + 1}", partial(control.turn_marker, it.nth + 1), least=it.ring.touch,
            press=lambda p: p.disc(0, 0, r + 6, None, "candle", 8),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Battle:
    """How many of the markers show battle."""

    ring: Ring
    edge: int
    w: Words
    flipped: int
    tokens: int


def paint_battle(p: Pen, it: Battle, control: Controller) -> None:
    ring, w = it.ring, it.w
    x, y = ring.inner.centre
    far, across = _far(ring), _wide(ring)
    dx, dy = (0.0, -far - PLATE - 130) if ring.upright else (-far - PLATE - 16 - across / 2, 0.0)
    if it.edge == 2 and not ring.upright:  # read from the far side it stands to the left, too
        dx = -dx
    grow = SMALL if ring.small else 1.0
    with p.at(x + dx * ring.u, y + dy * ring.u, 180.0 if it.edge == 2 else 0.0, ring.u), p.at(-across / 2, -100):
        p.rect(0, 0, across, 200, 26, "plate")
        figures = w("{n} of {most}", n=it.flipped, most=it.tokens)
        p.text(across / 2, 52, figures, 60, "text", bold=True, room=across - 24)
        p.text(across / 2, 108, (w("turned to battle"), w("battle")), 28 * grow, "soft", room=across - 20)
        hints = (w("tap a marker to turn it"), w("tap to turn"))
        size = max(24, p.fits(hints[0], 24 * grow, False, across - 20))
        p.text(across / 2, 154, hints, size, "mute", room=across - 20)


@dataclass(frozen=True, slots=True)
class Wishes:
    """What people may do besides counting. `full`: all markers show battle, so a conflict is to be settled."""

    ring: Ring
    edge: int
    w: Words
    full: bool
    can_undo: bool
    menu_sign: str
    asking: bool


def paint_wishes(p: Pen, it: Wishes, control: Controller) -> None:
    ring, t, w = it.ring, it.ring.touch, it.w
    x, y = ring.inner.centre
    wide = _wide(ring)
    grow = SMALL if ring.small else 1.0
    rows = 2 if ring.upright else 3
    tall = rows * t + (rows - 1) * GAP
    beyond = _far(ring) + PLATE
    dx, dy = (0.0, beyond + 24 + tall / 2) if ring.upright else (beyond + 16 + wide / 2, 0.0)
    if it.edge == 2 and not ring.upright:
        dx = -dx
    across = 4 if ring.upright else 2
    others = (
        (w("Undo"), "undo", control.take_back if it.can_undo else None),
        (w("Score"), "score", partial(control.open, "score", it.edge)),
        (w("Cat"), "holder", partial(control.open, "holder", it.edge)),
        (w("Menu"), "menu", partial(control.open, "menu", it.edge)),
    )
    pictures = {"score": "star", "holder": "cat", "menu": it.menu_sign}
    with p.at(x + dx * ring.u, y + dy * ring.u, 180.0 if it.edge == 2 else 0.0, ring.u), p.at(-wide / 2, -tall / 2):
        settle = partial(control.enter, "settle")
        room = wide - t - GAP
        button(p, 0, 0, room, t, w("Settle a conflict"), "settle", settle, "swords", primary=it.full, size=28 * grow)
        ask = partial(asking.ask, control, 0, it.edge)
        button(p, room + GAP, 0, t, t, "", asking.KEY, ask, "question", on=it.asking)
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
