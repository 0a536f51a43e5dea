"""The plate of a seat: the ground of its zone, its name, how it is played, and what it is asked."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from app.looks.icons import icon
from app.screen.paint import lighting
from app.screen.paint.pen import LEADING, Pen
from app.screen.state.scene import Scene
from app.screen.widgets import illustrations
from app.screen.widgets.badges import before_name, room_for
from app.text.languages import Words

OVER: Final = 60.0  # u, by which a wonder that is drawn breaks the frame of its zone
GAP: Final = 14.0  # u, between a name and what its seat is asked
EDGE: Final = 4.0  # u, of a seat's colour along its plate
LEAST: Final = 2.1  # of its height: so wide a name stays beside that


@dataclass(frozen=True, slots=True)
class Player:
    """Who plays a seat, and what it is asked. `prompt`: that, from long to short; empty where nothing is."""

    name: str
    by: str  # how it is played: touch | phone | bot
    present: bool  # its phone is there
    turn: bool  # it acts
    prompt: tuple[str, ...]
    waiting: bool  # its action is on its way to the table
    w: Words
    emblem: str = ""
    colour: str = ""


def player(scene: Scene, seat: int, prompt: tuple[str, ...]) -> Player:
    """Who plays a seat, in its own words."""
    w, info = scene.model.words(seat), scene.model.info(seat)
    name, turn = scene.model.name(seat, w), seat in scene.to_act
    return Player(name, info.by, info.present, turn, prompt, scene.slow(seat), w, info.emblem, info.colour)


def prompted(scene: Scene, seat: int, asked: Sequence[str], here: bool) -> tuple[str, ...]:
    """What the plate of a seat that acts says, from long to short; `here`: it may answer on the table."""
    w, info = scene.model.words(seat), scene.model.info(seat)
    if info.by == "bot":
        return (w("thinking"),)
    if info.by == "phone" and info.present and not here:
        return (w("Choose on your phone"),)
    return (*asked, w("Your turn"))


def ground(p: Pen, w: float, d: float, hs: float, k: float, turn: bool, colour: str = "", sky: str = "") -> None:
    """A zone so wide and deep, and on its near side the plate for the name, `hs` high; `k` scales round corners.

    `colour`: of the seat, which is a thin edge between both; `sky`: the drawing of the wonder whose sky it shows.
    Plain figures have none.
    """
    sky = "" if p.plain else sky
    lighting.shadow(p, 0, 0, w, d, 22 * k, lighting.ZONE * k)
    if turn:
        lighting.turn(p, w, d, k)
    if p.plain or sky:
        p.rect(0, 0, w, d, 22 * k, "zone")
    else:
        lighting.slab(p, w, d, 22 * k, "zone")
    if sky:
        illustrations.window(p, sky, 0, 0, w, d - hs, 22 * k)
    p.rect(0, d - hs, w, hs, 22 * k, "candle" if turn else "raised")
    p.rect(0, d - hs, w, min(hs / 2, 22 * k), 0, "candle" if turn else "raised")
    if not p.plain:
        with p.at(0, d - hs):
            lighting.swell(p, w, hs, 22 * k)
    if colour:
        p.rect(0, d - hs - EDGE * k, w, EDGE * k, 0, colour)
    if turn and p.plain:
        p.rect(0, 0, w, d, 22 * k, None, "candle", 4 * k)
    elif not p.plain:
        p.rect(0, 0, w, d, 22 * k, None, "brass", 2 * k)


def named(p: Pen, it: Player, x: float, y: float, size: float, ink: str, room: float) -> float:
    """The seat's badge and its name, from x; how wide both are. A name that has hardly room stands alone."""
    used = before_name(p, x, y, size, it.name, room, it.emblem, it.colour, LEAST)
    return used + p.name(x + used, y, it.name, size, ink, room=room - used)


def dots(p: Pen, x: float, y: float, colour: str) -> None:
    """Three dots: the seat's action is on its way to the table."""
    for i, part in enumerate((1, 0.6, 0.3)):
        p.disc(x + (i - 1) * 26, y, 8, colour, opacity=part)


def link_sign(p: Pen, it: Player, right: float, y: float, size: float, ink: str, ground: str) -> float:
    """How a seat is played: phone (with a dot while it is there, else `away`) or bot. Its width, drawn leftwards."""
    if it.by == "bot":
        icon(p, "bot", right - size / 2, y, size, ink, ground)
        return size
    if it.by != "phone":
        return 0
    if it.present:
        icon(p, "phone", right - size * 0.4, y, size, ink, ground)
        p.disc(right - size * 0.95, y - size * 0.3, size * 0.2, "green_ink" if ground == "candle" else "green")
        return size * 1.2
    word = p.text(right, y, it.w("away"), size * 0.76, ink, "end")
    icon(p, "phone", right - word - size * 0.5, y, size, ink, ground)
    p.disc(right - word - size * 1.05, y - size * 0.3, size * 0.18, None, ink, 2.5)
    return word + size * 1.3


def asked(
    p: Pen,
    it: Player,
    at: tuple[float, float],
    sizes: tuple[float, float],
    ink: str,
    room: float,
    high: float,
    how: Callable[[], float],
) -> float:
    """What a seat is asked, at the right of its name, and how it is played; how wide that is. It is never dropped.

    The first wording that leaves the whole name its room; else the first one, in two lines if it must be: then the
    sign of a phone that is there leaves, too, and a long name is cut. `sizes`: of the name and of the words; `how`
    draws how the seat is played, and gives its width.
    """
    (right, y), (bold, size) = at, sizes
    name = p.wide(it.name, bold, True)
    beside = room_for(bold, it.emblem)
    crowded = beside + name + GAP + p.wide(it.prompt[-1], size) + bold > room
    room -= 0 if crowded else beside
    used = GAP + (0 if crowded and it.present else how() + 6)
    left = room - used
    text = next((t for t in it.prompt if name + p.wide(t, size) <= left), "")
    if text:
        size = max(size, p.fits(text, size * p.grown, False, left - name))
        return used + p.text(right - used + GAP, y, text, size, ink, "end")
    left -= min(name, LEAST * bold)
    rows = [it.prompt[0]]
    if p.wide(rows[0], size) > left:
        rows, size = p.lines(it.prompt[0], min(size, high / 2.5), False, left, 2)
    for nth, row in enumerate(rows):
        p.text(right - used + GAP, y + (nth - (len(rows) - 1) / 2) * size * LEADING, row, size, ink, "end", room=left)
    return used + max(p.wide(row, size) for row in rows)


def optional(p: Pen, right: float, y: float, wordings: Sequence[str], size: float, ink: str, room: float) -> None:
    """The first wording that fits, or nothing: the candle says it too."""
    for text in wordings:
        if text and p.wide(text, size) <= room:
            p.text(right, y, text, size, ink, "end", room=room)
            return
