"""The middle of the table: the plate, what is discarded, tokens, buttons and conflict markers."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import atan2, cos, degrees, radians, sin
from typing import Final

from app.games.architects import words as terms
from app.games.architects.screen import pieces
from app.games.architects.screen.scene import ArchitectsScene, present
from app.looks.icons import icon
from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.element import Element, Elements
from app.screen.ring import Place, Ring
from app.screen.widgets.controls import round_button
from app.text.languages import Words, capital
from engine.architects.view import View

ROOMY: Final = 250  # u: in a ring whose zones are deeper, cards and markers are drawn smaller


def face_angle(scene: ArchitectsScene, ring: Ring) -> float:
    """Labels of the middle turn to whoever acts."""
    return ring.zones[scene.acting - 1].angle if scene.acting else 0.0


def in_middle(ring: Ring, dx: float, dy: float, angle: float) -> Place:
    """A place so far (in u) from the middle's centre."""
    x, y = ring.inner.centre
    return Place(x + dx * ring.u, y + dy * ring.u, angle)


def reader(scene: ArchitectsScene, ring: Ring) -> int:
    """Who is told what a thing in the middle is: it faces whoever acts; where that is a bot, whose finger it is."""
    acting = scene.acting
    return acting if acting and scene.model.by_hand(acting) else scene.reader(ring)


@dataclass(frozen=True, slots=True)
class Plate:
    """The disc in the middle, which points to the acting seat (0: to none)."""

    ring: Ring
    acting: int

    @property
    def angle(self) -> float:
        """The way from the middle to whoever acts, in degrees."""
        if not self.acting:
            return 0.0
        x, y = self.ring.inner.centre
        target = self.ring.zones[self.acting - 1]
        return degrees(atan2(target.y - y, target.x - x))


def plate(scene: ArchitectsScene, ring: Ring) -> Element[Plate]:
    view = Plate(ring, scene.acting)
    return Element("plate", view, paint_plate, angle=view.angle, pivot=ring.inner.centre)


def paint_plate(p: Pen, it: Plate, control: Controller) -> None:
    u = it.ring.u
    radius = 216 if it.ring.depth > ROOMY * u else 240
    x, y = it.ring.inner.centre
    p.disc(x, y, radius * u, "plate", "shade", 2)
    if it.acting:
        p.arc(x, y, radius * u, it.angle - 16, it.angle + 16, "candle", 7 * u)
        with p.at(x, y, it.angle, u):
            p.poly(radius + 6, -24, radius + (18 if radius < 230 else 28), 0, radius + 6, 24, fill="candle")


@dataclass(frozen=True, slots=True)
class Discard:
    """The discarded cards; `top`: the one that shows, if there are any."""

    ring: Ring
    at: Place
    top: str | None
    count: int
    w: Words


def discard(scene: ArchitectsScene, ring: Ring, game: View) -> Element[Discard]:
    dx, dy = (-240.0, 380.0) if ring.upright else (330.0, 0.0)
    at = in_middle(ring, dx, dy, face_angle(scene, ring))
    top = max(game.discard, key=lambda slug: game.discard[slug]) if game.discard else None
    view = Discard(ring, at, top, sum(game.discard.values()), scene.model.words(scene.acting))
    return Element("discard", view, paint_discard, angle=at.angle, pivot=(at.x, at.y))


def paint_discard(p: Pen, it: Discard, control: Controller) -> None:
    with p.at(it.at.x, it.at.y, it.at.angle, it.ring.u):
        if it.top is None:
            p.rect(-52, -73, 104, 146, 11, None, "hair", 3, dash=(9, 8))
        else:
            with p.dimmed(0.9):
                for i in range(min(3, it.count)):
                    with p.at(0, 0, (i - min(3, it.count) + 1) * 7):
                        pieces.face(p, it.top, 104)
        p.text(0, 94 if it.at.angle % 180 else 104, it.w("discard {n}", n=it.count), 22, "soft", room=150)
        p.hit_area(-60, -80, 120, 160, "discard", partial(_say_discard, control, it.ring), rank=1)


def _say_discard(control: Controller, ring: Ring) -> None:
    scene = present(control)
    seat = reader(scene, ring)
    w = scene.model.words(seat)
    discard = scene.view.discard
    cards = terms.cards(w, [slug for slug, n in discard.items() for _ in range(n)])
    control.tell(seat, w("Discarded: {cards}.", cards=cards) if discard else w("Nothing has been discarded yet."))


@dataclass(frozen=True, slots=True)
class Token:
    """A progress token that may be taken; `hidden`: those face down."""

    ring: Ring
    at: Place
    nth: int
    slug: str
    w: Words


def token(scene: ArchitectsScene, ring: Ring, slug: str, i: int) -> Element[Token]:
    angle = face_angle(scene, ring)
    if ring.upright:
        dx, dy = (i - 1.5) * 164.0, -380.0
    else:
        dx, dy = -430 + (i % 2 - 0.5) * 164, (i // 2 - 0.5) * 164 - (0 if angle % 180 else 12)
    at = in_middle(ring, dx, dy, angle)
    view = Token(ring, at, i, slug, scene.model.words(scene.acting))
    return Element(f"token {i}", view, paint_token, angle=angle, pivot=(at.x, at.y), flips=slug)


def paint_token(p: Pen, it: Token, control: Controller) -> None:
    with p.at(it.at.x, it.at.y, it.at.angle, it.ring.u):
        pieces.token(p, it.slug, 58)
        p.text(0, 82, terms.token(it.w, it.slug) if it.slug != "hidden" else it.w("hidden"), 22, "soft", room=156)
        tap = partial(_say_token, control, it.ring, it.slug)
        p.hit_area(-58, -58, 116, 116, f"token {it.slug} {it.nth}", tap, rank=1)


def _say_token(control: Controller, ring: Ring, slug: str) -> None:
    scene = present(control)
    seat = reader(scene, ring)
    w = scene.model.words(seat)
    name = terms.token(w, slug) if slug != "hidden" else capital(w("hidden"))
    control.tell(seat, f"{name}: {terms.token_says(w, slug, scene.data)}")


@dataclass(frozen=True, slots=True)
class Buttons:
    """The horn, undo, the way in for a phone, and the menu: round, and always in the same place."""

    ring: Ring
    angle: float
    can_undo: bool
    silent: bool


def buttons(scene: ArchitectsScene, ring: Ring) -> Element[Buttons]:
    can_undo = scene.model.table is not None and scene.model.table.undo is not None
    view = Buttons(ring, face_angle(scene, ring), can_undo, scene.model.silent)
    return Element("buttons", view, paint_buttons)


def paint_buttons(p: Pen, it: Buttons, control: Controller) -> None:
    ring, u, r = it.ring, it.ring.u, it.ring.touch / 2
    x, y = ring.inner.centre
    edge = int(it.angle // 90)
    taps: tuple[tuple[str, Callable[[], None]], ...] = (
        ("horn", control.blow),
        *((panel, partial(control.open, panel, edge)) for panel in ("undo", "code", "menu")),
    )
    pictures = ("horn", "undo", "phone", "menu")
    for (dx, dy), picture, (key, tap) in zip(_button_places(ring), pictures, taps, strict=True):
        with p.at(x + dx * u, y + dy * u, it.angle, u):
            round_button(p, r, picture, key, tap, off=picture == "undo" and not it.can_undo)
            if picture == "horn" and it.silent:
                with p.at(r * 0.7, -r * 0.7):
                    p.disc(0, 0, r * 0.5, "plate", "line", 2)
                    icon(p, "mute", 0, 0, r * 0.7, "text", "plate")


def _button_places(ring: Ring) -> list[tuple[float, float]]:
    """Where the four round buttons lie, from the middle's centre."""
    u, r = ring.u, ring.touch / 2
    step = 2 * r + max(2.1 * ring.mm / u, 12)
    if ring.upright:  # in a row below the plate, from the right
        last = min(ring.inner.w / u / 2, 420) - r - 8
        places = [(last - (3 - i) * step, 380.0) for i in range(4)]
        if places[0][0] - r < -165:  # into the discard
            places[0] = (last, 380 + step)
        return places
    column = 580.0 - max(0, r - 44)
    if 3 * step + 2 * r > ring.inner.h / u:
        return [(column - step, -step), *((column, (i - 1) * step) for i in range(3))]
    return [(column, (i - 1.5) * step) for i in range(4)]


# ---- conflict markers ------------------------------------------------------------------------------------


def marker_place(ring: Ring, nth: int, count: int) -> tuple[float, float, float]:
    """Where a conflict marker lies, whoever acts, so that hands learn it; and its radius in u."""
    far, r = (174, 38) if ring.depth > ROOMY * ring.u else (184, 42)
    t = radians((nth + 0.5) * 360 / count - 90)
    x, y = ring.inner.centre
    return x + far * cos(t) * ring.u, y + far * sin(t) * ring.u, r


@dataclass(frozen=True, slots=True)
class Marker:
    """One of `count` conflict markers. `open`: it waits for a hand that turns it."""

    ring: Ring
    nth: int
    count: int
    angle: float
    battle: bool
    open: bool


@dataclass(frozen=True, slots=True)
class MarkerHalo:
    """The light round a marker that waits for a hand."""

    ring: Ring
    nth: int
    count: int


def markers(scene: ArchitectsScene, ring: Ring, game: View) -> Elements:
    """The conflict markers. Those that wait for a hand lie in peace, with the candle round them."""
    ritual, n = scene.model.table.ritual if scene.model.table else None, game.conflict.tokens
    flipped, waiting = (ritual.flipped, ritual.open) if ritual else (game.conflict.flipped, ())
    angle = ring.zones[ritual.seat - 1].angle if ritual else face_angle(scene, ring)
    found: Elements = []
    for nth in range(n):
        open_, battle = nth + 1 in waiting, nth < flipped and nth + 1 not in waiting
        if open_:
            halo = MarkerHalo(ring, nth, n)
            found.append(Element(f"halo marker {nth}", halo, paint_marker_halo, breathes=True))
        x, y, _ = marker_place(ring, nth, n)
        view = Marker(ring, nth, n, angle, battle, open_)
        found.append(Element(f"marker {nth}", view, paint_marker, angle=angle, pivot=(x, y), flips=battle))
    return found


def paint_marker(p: Pen, it: Marker, control: Controller) -> None:
    x, y, r = marker_place(it.ring, it.nth, it.count)
    key = f"marker {it.nth}"

    def pressed(p: Pen) -> None:
        p.disc(0, 0, r + 11, None, "candle", 9)
        p.disc(0, 0, r, "candle", opacity=0.28)

    with p.at(x, y, it.angle, it.ring.u):
        pieces.marker(p, it.battle, r)
        if it.open:
            far, tap = r + 11, partial(control.turn_marker, it.nth + 1)
            p.hit_area(-far, -far, 2 * far, 2 * far, key, tap, rank=3, press=pressed, least=it.ring.touch)
        else:
            p.hit_area(-r, -r, 2 * r, 2 * r, key, partial(_say_markers, control, it.ring), rank=1)


def paint_marker_halo(p: Pen, it: MarkerHalo, control: Controller) -> None:
    x, y, r = marker_place(it.ring, it.nth, it.count)
    with p.at(x, y, 0, it.ring.u):
        p.disc(0, 0, r + 17, "candle", opacity=0.15)
        p.disc(0, 0, r + 9, None, "candle", 5)


def _say_markers(control: Controller, ring: Ring) -> None:
    """What conflict markers are; while others wait for a hand, at the finger's edge, and why this one does not turn."""
    scene = present(control)
    ritual, conflict = scene.model.table.ritual if scene.model.table else None, scene.view.conflict
    waiting = len(ritual.open) if ritual else 0
    flipped = (ritual.flipped if ritual else conflict.flipped) - waiting
    seat = scene.reader(ring) if waiting else reader(scene, ring)
    w = scene.model.words(seat)
    says = w(
        "{flipped} of {tokens} conflict tokens show battle; with the last one, neighbours compare shields.",
        flipped=flipped,
        tokens=conflict.tokens,
    )
    if waiting:
        control.deny(seat, w("Only lit conflict tokens can be turned now.") + " " + says)
    else:
        control.tell(seat, says)
