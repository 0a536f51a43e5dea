"""Buttons, switches and steppers: each call draws one and adds its hit area."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from app.screen.paint import grounds, lighting
from app.screen.paint.pen import Pen
from app.screen.paint.pen_layers import STONE, Weight
from app.screen.paint.text_pen import LEGIBLE_PX, PARCHMENT, PITCH, SLAB
from app.screen.paint.theme import number
from app.screen.widgets.faces import figure

Tap = Callable[[], None]
BOLT: Final = {  # colours of a bolt's slot and of the sign in it; by whether it is on parchment, and drawn
    (True, True): (grounds.BOSS, grounds.GLINT), (True, False): ("#8B7550", "#1C120A"),
    (False, True): ("candle", "ink"), (False, False): ("raised", "mute"),
}  # fmt: skip
KNOB: Final = {True: "#C8863C", False: "#A89878"}  # of a bolt, by whether it is drawn
COUNT_SIGNS: Final = ("minus", "plus")  # icons for a counted value
PAGE_SIGNS: Final = ("left", "right")  # icons for values to page through
CONTROL_HEIGHT: Final = 88.0  # u; a higher control is drawn larger
MAX_SCALE: Final = 1.5  # factor by which a control is drawn larger, at most
SWITCH_WIDTH: Final = 116.0  # u, before the words of a switch
READ: Final = 30.0  # u, size of words on a scroll
READ_GAP: Final = 6.0  # u, above and below the words of a line together, and from it to the line below
READ_INDENT: Final = 4.6  # sizes, before the words of a line
MAX_LINES: Final = 9
MIN_WORD_SCALE: Final = 0.92  # to which a word shrinks before it moves over or under the picture
LEAST_DISPLAY_SCALE: Final = 5 / 7  # to which a label shrinks before it uses the text face
LEADING: Final = 0.46  # distance of two lines, in the sum of their sizes
BOSS_SHARE: Final = 0.62  # radius of the boss under a sign, by the side of the sign's place
BEAD: Final = 14.0  # u, radius of the bead before words without a sign
TALL: Final = 0.4  # reach of letters above and below the middle, in sizes


def button(
    p: Pen, x: float, y: float, w: float, h: float, label: str, key: str, tap: Tap | None, *, picture: str = "",
    primary: bool = False, on: bool = False, off: bool = False, size: float = 26,
    hold: Callable[[bool], None] | None = None, below: str | Sequence[str] = "", stacked: bool = False,
    each: bool = False, repeats: bool = False, stone: bool = False,
) -> None:  # fmt: skip
    """Draw a button: lit as in the whole room if primary, with a bright edge if on, gold letters in a recess if off.

    On parchment or felt another one is quiet: a boss of bronze, or a bead, with its words beside it on the open ground.
    `below`: a smaller line under the label; of several wordings the first that fits. `stacked`: the picture is above
    the label, which then has the whole width; so it is, too, where a word beside it would be small. `each`: count every
    tap, however quick. `repeats`: repeat the tap while held. `stone`: set the label in the display
    face, a little smaller if needed.
    """
    bold: Weight = STONE if stone else primary or on
    size = display_size(p, label, size, w - 24) if stone else size
    below = below if isinstance(below, str) else tuple(below)
    look = ButtonLook(label, picture, primary, on, off, size, below, stacked, bold)

    def paint_press(pen: Pen) -> None:
        _paint_button(pen, x, y, w, h, look, pressed=True)

    with p.use_material(SLAB if primary and p.material == PARCHMENT else p.material):
        p.cached(_paint_button, x, y, w, h, look)
        if tap or hold:
            p.hit_area(x, y, w, h, key, tap, hold, press=paint_press, each=each, repeats=repeats)


def display_size(p: Pen, label: str, size: float, room: float, high: float = 0) -> float:
    """Return the size of a label in the display face, or `size` if it would be too small. `high`: room for lines."""
    most = p.legible(size)
    fits = p.fit_in_box(label, most, room, high, bold=STONE)[1] if high else p.fit_size(label, most, room, bold=STONE)
    fits /= p.grown
    return fits if fits >= size * LEAST_DISPLAY_SCALE and p.is_legible(fits) else size


class ButtonLook(NamedTuple):
    """The look of a button of one size, as `button` explains it: the key of its cached drawing."""

    label: str
    picture: str
    primary: bool
    on: bool
    off: bool
    size: float
    below: str | Sequence[str]
    stacked: bool
    bold: Weight


def _paint_button(p: Pen, x: float, y: float, w: float, h: float, look: ButtonLook, *, pressed: bool = False) -> None:
    fine = p.legible(look.size)
    words = look.label if look.picture and not look.below else ""
    is_stacked = look.stacked or _stacks(p, words, w, h, fine, look.bold)
    is_open = _is_open(p, w, h, look, stacked=is_stacked)
    if is_open and not pressed:
        ground, ink = "zone", "text"
    else:
        ground, ink = _paint_button_ground(p, x, y, w, h, look, pressed=pressed)
    if is_stacked:
        side = min(h * 0.42, 58)
        if is_open:
            _paint_boss(p, x + w / 2, y + h * 0.32, side * BOSS_SHARE, look)
        else:
            figure(p, look.picture, x + w / 2, y + h * 0.32, side, ink, ground)
        p.text(x + w / 2, y + h * 0.75, look.label, fine, ink, bold=look.bold, room=w - 14)
    elif is_open:
        _paint_on_open_ground(p, x, y, w, h, look, ink)
    else:
        _paint_beside(p, x, y, w, h, look, ground, ink)


def _is_open(p: Pen, w: float, h: float, look: ButtonLook, *, stacked: bool) -> bool:
    """Check whether a button needs no ground of its own, with its words legible below or beside its boss or bead."""
    if p.material == SLAB or look.primary or look.off or not look.label:
        return False
    if p.material != PARCHMENT and (look.on or not look.picture):
        return False
    room = w - 2 * _boss_radius(h, look) - 24
    words, least = look.label.split(), LEGIBLE_PX / p.scale
    return stacked or all(p.text_width(word, least, bold=look.bold) <= room for word in words)


def _paint_button_ground(
    p: Pen, x: float, y: float, w: float, h: float, look: ButtonLook, *, pressed: bool
) -> tuple[str, str]:
    """Paint the ground of a button. Return the colours of what is under its words, and of the words."""
    primary, on = look.primary, look.on
    ground, ink = ("candle", "ink") if primary else ("chosen" if on else "raised", "stone" if look.off else "text")
    if pressed:
        ground, ink = "stone" if primary else "candle", "ink"
    edge, box = None if primary else "candle" if on else "line", (x, y, w, h, min(18, h / 2))
    is_quiet = p.material != SLAB and not (primary or on or pressed)
    if is_boss := is_quiet and look.picture and not (look.label or look.below):
        r = min(w, h) / 2 - 4
        box = x + w / 2 - r, y + h / 2 - r, 2 * r, 2 * r, r
    if look.off:
        lighting.recess(p, *box)
    elif is_boss:
        grounds.boss(p, x + w / 2, y + h / 2, box[4])
        ground, ink = grounds.BOSS, grounds.GLINT
    elif is_quiet and not look.label:  # the frame of a picture on felt
        p.rect(*box, "white" if p.bright else "black", opacity=0.3)
        p.rect(*box, None, "brass", 2)
    else:
        if is_quiet:
            ground, ink, edge = grounds.BOSS, grounds.GLINT, None
        p.rect(*box, ground, edge, 3.5 if on else 2)
        lighting.face(p, *box, rim=not on)
    return ground, ink


def _boss_radius(h: float, look: ButtonLook) -> float:
    return _picture_side(h) * BOSS_SHARE if look.picture else BEAD


def _paint_on_open_ground(p: Pen, x: float, y: float, w: float, h: float, look: ButtonLook, ink: str) -> None:
    """Paint a button as a boss or bead with its words beside it."""
    r, size = _boss_radius(h, look), p.legible(look.size) / p.grown
    left, room, low = x + 2 * r + 18, w - 2 * r - 24, p.legible(24) * PITCH if look.below else 0.0
    _paint_boss(p, x + 6 + r, y + h / 2, r, look)
    p.prose(left, y + 4, look.label, size, room, h - 8 - low, ink, bold=look.bold, middle=True)
    if look.below:
        p.text(left, y + h - 4 - low / 2, look.below, low / PITCH, "soft", "start", room=room)


def _paint_boss(p: Pen, x: float, y: float, r: float, look: ButtonLook) -> None:
    """Paint the boss with a button's sign, lit if on; or, without a sign, a bead, with a tick if on."""
    if look.picture:
        grounds.boss(p, x, y, r, "candle" if look.on else grounds.BOSS)
        inks = ("ink", "candle") if look.on else (grounds.GLINT, grounds.BOSS)
        figure(p, look.picture, x, y, r * 1.15, *inks)
    elif look.on:
        tick(p, x, y, r)
    else:
        p.disc(x, y, r, None, "brass", 3)


def _paint_beside(p: Pen, x: float, y: float, w: float, h: float, look: ButtonLook, ground: str, ink: str) -> None:
    """Paint the words of a button beside its picture, or alone if there is no room for both."""
    words, below, bold = look.label, look.below, look.bold
    room, left, fine = w - 24, x + 12, p.legible(look.size)
    if look.picture:
        side = _picture_side(h)
        narrow = any(p.text_width(word, look.size * 0.62) > _words_width(w, h) for word in words.split())
        if narrow and any(p.text_width(word, LEGIBLE_PX / p.scale) > w - 12 for word in words.split()):
            words = ""  # the picture says it alone
        if narrow and words:  # without it they can be read
            left, room = x + 6, w - 12
        elif words:
            figure(p, look.picture, x + 16 + side / 2, y + h / 2, side, ink, ground)
            left, room = x + 26 + side, _words_width(w, h)
        else:
            figure(p, look.picture, x + w / 2, y + h / 2, side, ink, ground)
    low = p.legible(24) if below else 0.0
    apart = max(min(h * 0.34, 40) + 2, (fine + low) * LEADING) if below else 0.0
    upper = y + (h - apart + (fine - low) * TALL) / 2 if below else y + h / 2
    if " " in words and not below and p.text_width(words, fine, bold=bold) > room:
        p.prose(left, y + 4, words, fine, room, h - 8, ink, "middle", bold=bold, middle=True)
    elif words:
        p.text(left + room / 2, upper, words, fine, ink, bold=bold, room=room)
    if below:
        p.text(left + room / 2, upper + apart, below, low, "ink" if look.primary else "soft", room=room)


def has_room_beside(p: Pen, label: str, w: float, h: float, size: float) -> bool:
    """Check whether a button of this size has room for its label, unshrunk, beside its picture."""
    return p.text_width(label, size) <= _words_width(w, h)


def _stacks(p: Pen, label: str, w: float, h: float, size: float, bold: Weight) -> bool:
    """Check whether a label is better placed under the picture than beside it.

    So it is if a word fits the button's whole width but hardly the room beside the picture, or is legible only there.
    """
    words, beside = label.split(), _words_width(w, h)
    if not any(p.text_width(word, size * MIN_WORD_SCALE) > beside for word in words):
        return False
    stacked = p.fit_size(label, size, w - 14, bold=bold)
    read = LEGIBLE_PX / p.scale
    return stacked >= size * MIN_WORD_SCALE or stacked >= read > min(
        p.fit_size(word, size, beside, bold=bold) for word in words
    )


def _words_width(w: float, h: float) -> float:
    return w - 38 - _picture_side(h)


def _picture_side(h: float) -> float:
    return min(h * 0.5, 58)


def touch_box(p: Pen, x: float, y: float, w: float, h: float, r: float, key: str, tap: Tap) -> None:
    """Add the hit area of a box with round corners, which is tinted while touched."""
    p.hit_area(x, y, w, h, key, tap, press=lambda pen: pen.rect(x, y, w, h, r, "candle", opacity=0.22))


def round_button(
    p: Pen, r: float, picture: str, key: str, tap: Tap | None, lit: bool = False, off: bool = False
) -> None:
    """Draw a round button centred on the pen."""
    lighting.shadow(p, -r, -r, 2 * r, 2 * r, r)
    p.stamp(0, 0, 1, _paint_round_button, round(r, 2), picture, lit, off)

    def paint_press(pen: Pen) -> None:
        pen.disc(0, 0, r * 0.96, "candle")
        figure(pen, picture, 0, 0, r * 1.05, "ink", "candle")

    if tap:
        p.hit_area(-r, -r, 2 * r, 2 * r, key, tap, press=paint_press)


def _paint_round_button(p: Pen, r: float, picture: str, lit: bool, off: bool) -> None:
    if p.plain:
        p.disc(0, 0, r, "raised", "candle" if lit else "line", 4 if lit else 2)
    else:
        p.disc(0, 0, r, "raised")
        if lit:
            p.disc(0, 0, r, None, "candle", 5)
        else:
            lighting.bevel(p, r, r * 0.075, lighting.BRASS[p.bright])
    figure(p, picture, 0, 0, r * 1.05, "mute" if off else "candle" if lit else "text", "raised")


def tick(p: Pen, x: float, y: float, r: float = 24) -> None:
    """Draw the disc with a tick that marks what is chosen."""
    p.disc(x, y, r, "candle", "table", 4)
    figure(p, "tick", x, y, r * 1.25, "ink", "candle")


def _switch_scale(h: float) -> float:
    return max(1.0, min(h / CONTROL_HEIGHT, MAX_SCALE))


def switch(
    p: Pen, x: float, y: float, w: float, h: float, label: str, on: bool, key: str, tap: Tap | None, size: float = 26
) -> None:
    """Draw a switch with its label; the whole box is touched. Without `tap` it is an empty recess.

    In a box higher than `CONTROL_HEIGHT` everything is drawn larger.
    """
    k, left = _switch_scale(h), SWITCH_WIDTH * _switch_scale(h)
    _paint_bolt(p, x, y + h / 2, k, on, off=tap is None)
    p.prose(x + left, y, label, size * k, w - left - 6, h, "mute" if tap is None else "text", middle=True)
    if tap:
        touch_box(p, x, y, w, h, number("round"), key, tap)


def rule_height(p: Pen, w: float, label: str, says: str) -> float:
    """Return the height of a switch `w` wide with a sentence below its label."""
    size = p.legible(READ)
    return READ_GAP + sum(len(rows) for rows in _rule_lines(p, w, label, says, size)) * size * PITCH


def rule_switch(p: Pen, w: float, h: float, label: str, says: str, on: bool, key: str, tap: Tap | None) -> None:
    """Draw a line of a scroll from the pen's place: a switch, its label in bold, and what it changes below."""
    size = p.legible(READ)
    left, high = size * READ_INDENT, [len(rows) * size * PITCH for rows in _rule_lines(p, w, label, says, size)]
    high = [each * min(1.0, h / sum(high)) for each in high]
    y, room = (h - sum(high)) / 2, w - left - READ_GAP
    _paint_bolt(p, 0, h / 2, size / 26, on, off=tap is None)
    named, said = ("mute", "mute") if tap is None else ("text", "text" if on else "soft")
    p.prose(left, y, label, size / p.grown, room, high[0], named, bold=True)
    p.prose(left, y + high[0], says, size / p.grown, room, high[1], said)
    if p.material == PARCHMENT:
        p.path(left, h + READ_GAP, w, h + READ_GAP, line="line", opacity=0.6)
    if tap:
        touch_box(p, 0, 0, w, h, number("round"), key, tap)


def _rule_lines(p: Pen, w: float, label: str, says: str, size: float) -> tuple[list[str], list[str]]:
    room = w - size * READ_INDENT - READ_GAP
    return p.break_lines(label, size, room, MAX_LINES, bold=True)[0], p.break_lines(says, size, room, MAX_LINES)[0]


def _paint_bolt(p: Pen, x: float, cy: float, k: float, on: bool, off: bool) -> None:
    slot, sign = BOLT[p.material == PARCHMENT, on]
    with p.at(x, cy, 0, k):
        if off:
            lighting.recess(p, 8, -26, 92, 52, 26)
        else:
            p.rect(8, -26, 92, 52, 26, slot, "line", 2)
        grounds.boss(p, 74 if on else 34, 0, 24, KNOB[on])
        figure(p, "tick" if on else "cross", 34 if on else 74, 0, 26, sign, slot)


def stepper(
    p: Pen,
    x: float,
    y: float,
    w: float,
    h: float,
    label: str | Sequence[str],
    value: str,
    key: str,
    less: Tap | None,
    more: Tap | None,
    side: float,
    signs: tuple[str, str] = PAGE_SIGNS,
    keys: tuple[str, str] = ("less", "more"),
    goes_round: bool = False,
) -> None:
    """Draw a value between a button for less and one for more; its label (the first wording that fits) is above it.

    A held button repeats, unless the values go round (`goes_round`). There, if the value is not legible between the
    buttons, the whole box is one button that goes on to the next value.
    """
    room = w - 2 * side - 20
    if goes_round and more and not p.is_legible(p.fit_size(value, p.legible(32), room, bold=True)):
        sign = signs[1] if p.material == PARCHMENT else ""
        button(p, x, y, w, h, value, f"{key} {keys[1]}", more, each=True, below=label, picture=sign)
        return
    if p.material != SLAB:
        p.path(x + 18, y + h, x + w - 18, y + h, line="hair", width=2)
    else:
        p.rect(x, y, w, h, 18, "zone")  # shows to which of two neighbouring steppers an arrow belongs
    for left, word, tap, sign in ((x, keys[0], less, signs[0]), (x + w - side, keys[1], more, signs[1])):
        button(
            p, left, y, side, h, "", f"{key} {word}", tap, picture=sign, off=tap is None, each=True,
            repeats=not goes_round,
        )  # fmt: skip
    p.text(x + w / 2, y + h * 0.28, label, p.legible(24), "soft", room=room)
    p.prose(x + side + 10, y + h * 0.4, value, p.legible(32), room, h * 0.56, "text", "middle", bold=True, middle=True)


def frame(p: Pen, w: float, h: float) -> None:
    """Draw the ground of a panel from the pen's place. It takes touches, so that none reaches what is below."""
    grounds.ground(p, w, h)
    p.hit_area(0, 0, w, h, "plate", None, rank=0)
