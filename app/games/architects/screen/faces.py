"""The faces of cards, tokens and medals that may lie there: people touch the one that does."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import Final

from app.games.architects import words as terms
from app.games.architects.screen import pieces, touches
from app.games.architects.screen.scene import Telling
from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.widgets.controls import button
from app.screen.widgets.panel import GAP, Frame, Lying, cell, panel, place, prose
from app.text.languages import Words
from engine.architects.cards import Data

PAD: Final = 16.0  # u
SIDE: Final = 160.0  # u: the column of buttons beside the faces
NEAR: Final = 8.0  # u between two faces
LOW: Final = 700.0  # u: a panel narrower than that has them below

Tap = Callable[[], None] | None
Button = tuple[str, str, str, Tap]  # label, key, picture
Room = tuple[float, float, float, float]  # left, top, width and height in u


@dataclass(frozen=True, slots=True)
class Faces:
    """Everything that may be told. `open`: so may what cannot be there by our counts."""

    telling: Telling
    open: bool
    w: Words
    box: Data


def paint_faces(
    p: Pen, it: Faces, room: Room, touch: float, say: Callable[[str], None], other: Callable[[], None]
) -> None:
    """All faces, always in the same places; what our counts exclude is dim, or left out if room is short.

    `touch`: a finger's width in u; `say` tells a line; `other` asks first whether people mean what cannot be there.
    """
    found, order = it.telling.faces(), _order(it.telling)
    x, y, width, height = room
    if _size(len(order), width, height) < touch and not it.open:
        order = [slug for slug in order if found[slug][1]] or order
    columns = _columns(len(order), width, height)
    rows = ceil(len(order) / columns)
    cw = (width - (columns - 1) * NEAR) / columns
    ch = min((height - (rows - 1) * NEAR) / rows, cw * 1.6)
    for i, slug in enumerate(order):
        text, count = found[slug]
        tap = partial(say, text) if count or it.open else other
        with p.at(x + i % columns * (cw + NEAR), y + i // columns * (ch + NEAR)):
            _tile(p, it, slug, count, cw, ch, tap)


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


def _tile(p: Pen, it: Faces, slug: str, count: int, cw: float, ch: float, tap: Tap) -> None:
    """One thing that may lie there: its picture, its name, and how many of it can still come."""
    kind, w, bright = it.telling.kind, it.w, bool(count) or it.open
    ground, edge, dash = ("raised", None, None) if bright else (None, "hair", (6.0, 6.0))
    p.rect(0, 0, cw, ch, 18, ground, edge, 2, dash=dash)
    word, picture = 24.0, ch - 44
    with p.dimmed(1 if bright else 0.35):
        with p.at(cw / 2, 8 + picture / 2):
            if kind == "token":
                pieces.token(p, slug, min(picture / 2, cw * 0.36))
                name: tuple[str, ...] = (terms.token(w, slug),)
            elif kind == "medal":
                pieces.medal(p, it.box.medals[slug].need, min(picture / 2, cw * 0.4))
                name = (terms.medal(w, slug, it.box),)
            else:
                pieces.face(p, slug, min(cw * 0.72, picture / 1.4))
                name = (terms.card(w, slug), *briefly(w, slug))
        p.text(cw / 2, ch - 20, name, word, "text", room=cw - 12)
    if count and kind == "card":
        p.above()
        p.rect(cw - 50, -6, 56, 38, 19, "ink", "soft", 2)
        p.text(cw - 22, 13, f"×{count}", 22, "text", bold=True)
    p.hit_area(0, 0, cw, ch, f"tell {slug}", tap, press=lambda pen: pen.rect(0, 0, cw, ch, 18, "candle", opacity=0.28))


def paint_sides(p: Pen, at: Frame, touch: float, buttons: Sequence[Button]) -> Room:
    """The buttons beside the faces, or below them where that is narrow; gives the room that is left."""
    top = PAD + 68.0
    if at.w < LOW:
        wide = (at.w - 2 * PAD - (len(buttons) - 1) * GAP) / len(buttons)
        y = at.h - PAD - touch
        for i, (label, key, picture, tap) in enumerate(buttons):
            button(p, PAD + i * (wide + GAP), y, wide, touch, label, key, tap, picture, off=tap is None, size=26)
        return PAD, top, at.w - 2 * PAD, y - GAP - top
    side, room = max(SIDE, touch), at.h - PAD - top
    columns = 1 if len(buttons) * (touch + GAP) - GAP <= room else 2
    rows = ceil(len(buttons) / columns)
    x = at.w - PAD - columns * (side + GAP) + GAP
    tall = min((room - (rows - 1) * GAP) / rows, touch * 1.35)
    for i, (label, key, picture, tap) in enumerate(buttons):
        left, y = x + i // rows * (side + GAP), top + i % rows * (tall + GAP)
        button(p, left, y, side, tall, label, key, tap, picture, off=tap is None, size=26)
    return PAD, top, x - GAP - PAD, room


def another(control: Controller, it: Faces, of: object) -> list[Button]:
    """The way to what cannot be there, if there is anything of that kind. `of`: what is being told."""
    if not it.telling.others or it.open:
        return []
    return [(it.w("Another card"), "another", "card", partial(touches.other, control, of))]


@dataclass(frozen=True, slots=True)
class Other:
    """People are asked whether they mean a card that cannot be there. `of`: what is being told."""

    lying: Lying
    of: object


def paint_other(p: Pen, it: Other, control: Controller) -> None:
    w, ring, edge = it.lying.w, it.lying.ring, it.lying.edge
    text = w(
        "According to the entries so far, this cannot be there any more. Was an entry wrong, or is your copy different?"
    )
    foot = [
        cell(w("Our copy is different"), "different", partial(touches.other, control, it.of, True), "card", 1.2),
        cell(w("Correct an entry"), "entered wrongly", partial(_open_log, control, edge), "menu", 1.2),
        cell(w("Back"), "no other", partial(touches.no_other, control), "undo"),
    ]
    panel(
        p,
        control,
        it.lying,
        place(ring, edge, 1000, 460),
        w("Another card?"),
        [prose(text, 30, "text")],
        foot,
        turn=False,
    )


def _open_log(control: Controller, edge: int) -> None:
    touches.no_other(control)
    control.open("log", edge)


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
