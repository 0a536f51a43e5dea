"""Name plates: the background of a seat's zone, its name, its input device, and what the seat is asked."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from app.looks.icons import icon
from app.looks.sky_landscape import EVENING
from app.screen.paint import lighting
from app.screen.paint.pen import Pen
from app.screen.paint.pen_layers import Weight
from app.screen.paint.text_pen import LEADING, LEGIBLE_PX, MIN_NAME_SCALE
from app.screen.state.scene import Scene
from app.screen.widgets import illustrations
from app.screen.widgets.badges import draw_before_name, room_for
from app.shown.lobby import seat_form
from app.text.translation import Words

OVERHANG: Final = 60.0  # u, by which a drawn wonder extends over the frame of its zone
GAP: Final = 14.0  # u, between a name and the prompt
EDGE: Final = 4.0  # u, of the seat's colour along its plate
NAME_SHARE: Final = 0.65  # of a lintel, for a name, at most
MIN_NAME_WIDTH: Final = 2.1  # in sizes, kept for a name beside a prompt


@dataclass(frozen=True, slots=True)
class Player:
    """The player of a seat and the prompt, `prompt` in wordings from long to short, empty if nothing."""

    name: str
    by: str  # touch | phone | bot
    present: bool  # its phone is connected
    link: str  # its phone is away or far, in a word; else ""
    turn: bool  # it is to act
    prompt: tuple[str, ...]
    waiting: bool  # its action is not answered yet
    w: Words
    emblem: str = ""
    colour: str = ""


def player(scene: Scene, seat: int, prompt: tuple[str, ...]) -> Player:
    """Return who plays a seat, in its own language."""
    w, info = scene.model.words(seat), scene.model.info(seat)
    name, turn = scene.model.name(seat, w), seat in scene.to_act
    link = seat_form.state(w, info) if info.by == "phone" else ""
    return Player(
        name=name, by=info.by, present=info.present, link=link, turn=turn, prompt=prompt, waiting=scene.is_slow(seat),
        w=w, emblem=info.emblem, colour=info.colour,
    )  # fmt: skip


def plate_prompt(scene: Scene, seat: int, asked: Sequence[str], here: bool) -> tuple[str, ...]:
    """Return the prompt on the plate of a seat to act, from long to short; `here`: it may answer on the table."""
    w, info = scene.model.words(seat), scene.model.info(seat)
    if info.by == "bot":
        return (w("Do it for me") if any(wish.seat == seat for wish in scene.table.wishes) else w("thinking"),)
    if info.by == "phone" and info.present and not here:
        return (w("Choose on your phone"),)
    return (*asked, w("Your turn"))


def draw_zone(
    p: Pen, w: float, d: float, hs: float, k: float, turn: bool, colour: str = "", sky: str = "", hour: int = EVENING
) -> None:
    """Draw a zone and the name plate at its near side, `hs` high; `k` scales its round corners.

    `colour`: the seat's, a thin edge between both; `sky`: whose sky it shows, at an `hour`. Plain figures have no sky.
    """
    lighting.shadow(p, 0, 0, w, d, 22 * k, lighting.ZONE * k)
    if turn:
        lighting.turn(p, w, d, k)
    p.cached(_paint_zone, w, d, hs, k, turn, colour, "" if p.plain else sky, hour)


def _paint_zone(p: Pen, w: float, d: float, hs: float, k: float, turn: bool, colour: str, sky: str, hour: int) -> None:
    if p.plain or sky:
        p.rect(0, 0, w, d, 22 * k, "zone")
    else:
        lighting.slab(p, w, d, 22 * k, "zone")
    if sky:
        illustrations.window(p, sky, 0, 0, w, d - hs, 22 * k, hour=hour)
    _draw_plate(p, w, d, hs, k, turn, colour)
    if turn and p.plain:
        p.rect(0, 0, w, d, 22 * k, None, "candle", 4 * k)
    elif not p.plain:
        p.rect(0, 0, w, d, 22 * k, None, "brass", 2 * k)


def draw_lintel(p: Pen, w: float, d: float, hs: float, turn: bool, colour: str) -> None:
    """Draw only the name plate of a zone, as a stone on which something stands."""
    with p.at(0, d - hs):
        lighting.shadow(p, 0, 0, w, hs, 22, lighting.ZONE)
        if turn:
            lighting.turn(p, w, hs, 1)
    _draw_plate(p, w, d, hs, 1, turn, colour)


def _draw_plate(p: Pen, w: float, d: float, hs: float, k: float, turn: bool, colour: str) -> None:
    p.rect(0, d - hs, w, hs, 22 * k, "candle" if turn else "raised")
    p.rect(0, d - hs, w, min(hs / 2, 22 * k), 0, "candle" if turn else "raised")
    if not p.plain:
        with p.at(0, d - hs):
            lighting.swell(p, w, hs, 22 * k)
    if colour:
        p.rect(0, d - hs - EDGE * k, w, EDGE * k, 0, colour)


def paint_name(p: Pen, player: Player, x: float, y: float, size: float, ink: str, room: float) -> float:
    """Draw a seat's badge and name from x. Return their width. A name with hardly any room has no badge."""
    used = draw_before_name(p, x, y, size, player.name, room, player.emblem, player.colour, MIN_NAME_WIDTH)
    return used + p.name(x + used, y, player.name, size, ink, room=room - used)


def paint_lintel_names(
    p: Pen,
    at: tuple[float, float, float],
    high: float,
    who: tuple[str, str, str],
    says: str,
    sizes: tuple[float, float],
    inks: tuple[str, str],
    bold: Weight = False,
) -> None:
    """Draw a name with its badge, and at its right, or below it where that would not be legible, what is said of it.

    `at`: left, right and middle of a lintel `high` high; `who`: name, emblem, colour; `sizes` and `inks`: of the name
    and of what is said, which is set in `bold`.
    """
    (left, right, y), (size, small), (name, emblem, colour) = at, sizes, who
    room, bold = (right - left) * NAME_SHARE, False if p.plain else bold
    beside = right - left - GAP - min(room, room_for(size, emblem) + p.text_width(name, size * p.grown, bold=True))
    used = p.fit_size(says, small, beside, bold=bold)
    if used >= min(small, max(MIN_NAME_SCALE * small, LEGIBLE_PX / p.scale)):
        p.text(right, y, says, used, inks[1], "end", bold=bold)
    elif says:
        p.text(right, y + high * 0.26, says, min(small, high * 0.385), inks[1], "end", room=right - left)
        size, room, y = min(size, high * 0.42), right - left, y - high * 0.2
    begin = draw_before_name(p, left, y, size, name, room, emblem, colour)
    p.name(left + begin, y, name, size, inks[0], room=room - begin, high=high * 0.9 if room < right - left else 0)


def waiting_dots(p: Pen, x: float, y: float, colour: str) -> None:
    """Draw three dots: the seat's action is on its way to the table."""
    for i, part in enumerate((1, 0.6, 0.3)):
        p.disc(x + (i - 1) * 26, y, 8, colour, opacity=part)


def link_sign(p: Pen, player: Player, right: float, y: float, size: float, ink: str, ground: str) -> float:
    """Draw how a seat is played, leftwards from `right`: bot, or phone with a dot and its `link`. Return the width."""
    if player.by == "bot":
        icon(p, "bot", right - size / 2, y, size, ink, ground)
        return size
    if player.by != "phone":
        return 0
    word = p.text(right, y, player.link, size * 0.76, ink, "end") + size * 0.1 if player.link else 0.0
    icon(p, "phone", right - word - size * 0.4, y, size, ink, ground)
    if player.present:
        p.disc(right - word - size * 0.95, y - size * 0.3, size * 0.2, "green_ink" if ground == "candle" else "green")
    else:
        p.disc(right - word - size * 0.95, y - size * 0.3, size * 0.18, None, ink, 2.5)
    return word + size * 1.2


def paint_prompt(
    p: Pen,
    player: Player,
    at: tuple[float, float],
    sizes: tuple[float, float],
    ink: str,
    room: float,
    high: float,
    how: Callable[[], float],
) -> float:
    """Draw a seat's prompt and how it is played, at the right of its name. Return their width.

    The prompt is never dropped: it takes the first wording that leaves room for the whole name, else the first wording,
    in two lines if needed; then the sign of a connected phone is left out and a long name is cut. `sizes`: of name and
    prompt; `how` draws how the seat is played and returns the width.
    """
    (right, y), (bold, size) = at, sizes
    name = p.text_width(player.name, bold, bold=True)
    beside = room_for(bold, player.emblem)
    sign = bold + (p.text_width(player.link, size) if player.present else 0)
    crowded = beside + name + GAP + p.text_width(player.prompt[-1], size) + sign > room
    room -= 0 if crowded else beside
    used = GAP + (0 if crowded and player.present else how() + 6)
    left = room - used
    text = next((t for t in player.prompt if name + p.text_width(t, size) <= left), "")
    if text:
        size = max(size, p.fit_size(text, size * p.grown, left - name))
        return used + p.text(right - used + GAP, y, text, size, ink, "end")
    left -= min(name, MIN_NAME_WIDTH * bold)
    rows = [player.prompt[0]]
    if p.text_width(rows[0], size) > left:
        rows, size = p.break_lines(player.prompt[0], min(size, high / 2.5), left, 2)
    for nth, row in enumerate(rows):
        p.text(right - used + GAP, y + (nth - (len(rows) - 1) / 2) * size * LEADING, row, size, ink, "end", room=left)
    return used + max(p.text_width(row, size) for row in rows)


def optional_text(p: Pen, right: float, y: float, wordings: Sequence[str], size: float, ink: str, room: float) -> None:
    """Draw the first wording that fits, or nothing: the candle's light says it too."""
    for text in wordings:
        if text and p.text_width(text, size) <= room:
            p.text(right, y, text, size, ink, "end", room=room)
            return
