"""Cards, stacks, tokens and medals of Architects, drawn round the pen's place."""

from collections.abc import Mapping
from typing import Final

from app.games.architects.glyphs import RIBBON, Mark, back, medal_in_brief, medal_marks, token_signs
from app.looks.hexagon import FLAT
from app.looks.icons import SIGNS, icon, sign
from app.screen.draw import Pen
from app.screen.widgets.hexagon import hexagon
from app.screen.widgets.pieces import disc, halo

# colour, icon, figure, horns
FACES: Final[Mapping[str, tuple[str, str, str, int]]] = {
    "wood": ("grey", "wood", "", 0),
    "stone": ("grey", "stone", "", 0),
    "brick": ("grey", "brick", "", 0),
    "glass": ("grey", "glass", "", 0),
    "papyrus": ("grey", "papyrus", "", 0),
    "coin": ("yellow", "coin", "", 0),
    "blue-3": ("blue", "", "3", 0),
    "blue-2-cat": ("blue", "cat", "2", 0),
    "compass": ("green", "compass", "", 0),
    "gear": ("green", "gear", "", 0),
    "tablet": ("green", "tablet", "", 0),
    "red-0": ("red", "shield", "", 0),
    "red-1": ("red", "shield", "", 1),
    "red-2": ("red", "shield", "", 2),
}


def face(p: Pen, card: str, w: float, aslant: float = 0) -> None:
    """A face, `w` wide and 1.4 w high. Its symbol in two corners stays square to the edges where it is aslant."""
    h = w * 1.4
    colour, picture, figure, horns = FACES[card]
    tint = f"{colour}_tint"
    p.rect(-w / 2, -h / 2, w, h, w * 0.11, tint, colour, max(2.5, w * 0.03))
    for half in (0, 180):
        with p.at(0, 0, half), p.at(-w / 2 + w * 0.18, -h / 2 + w * 0.19, -aslant):
            sign(p, colour, 0, 0, w * 0.21)
    if not picture:
        p.text(0, 0, figure, w * 0.62, "text", bold=True)
    elif colour == "red":
        icon(p, picture, 0, -w * 0.13 if horns else 0, w * 0.5, colour, tint)
        for i in range(horns):
            icon(p, "horn", (i - (horns - 1) / 2) * w * 0.34, w * 0.36, w * 0.32, "text", tint)
    elif figure:
        p.text(0, -w * 0.2, figure, w * 0.5, "text", bold=True)
        icon(p, picture, 0, w * 0.27, w * 0.42, "text", tint)
    else:
        icon(p, picture, 0, 0, w * 0.58, colour if colour == "yellow" else "text", tint)


def stack(
    p: Pen,
    top: str | None,
    w: float,
    left: int,
    legal: bool = False,
    dim: bool = False,
    aslant: float = 0,
    bare: bool = False,
    uncounted: bool = False,
) -> None:
    """A stack: its thickness, its top (`back`, None: face down), how many are left at both ends. `bare`: no ring.

    `uncounted`: nobody knows how many; at most so many.
    """
    h = w * 1.4
    if not left:
        p.rect(-w / 2, -h / 2, w, h, w * 0.11, None, "hair", 3, dash=(9, 8))
        return
    deep = min(3, -(-left // 8))
    off = w * 0.035
    grown = deep * off
    if legal and not bare:
        halo(p, w, grown)
    with p.dimmed(0.5 if dim else 1):
        for i in range(deep, 0, -1):
            p.rect(-w / 2 + i * off, -h / 2 + i * off, w, h, w * 0.11, "shade", "side", 2)
        if top == "back" or top is None:
            back(p, w)
        else:
            face(p, top, w, aslant)
        for half in (0, 180):
            with p.at(0, 0, half), p.at(0, h / 2):
                p.rect(-w * 0.23, -w * 0.155, w * 0.46, w * 0.31, w * 0.155, "ink", "candle" if legal else "line", 2.5)
                p.text(0, 0, "?" if uncounted else str(left), w * 0.2 * p.grown, "text", bold=True, room=w * 0.42)


def token(p: Pen, slug: str, r: float, legal: bool = False) -> None:
    """A progress token; `hidden` is the one face down."""
    if slug == "hidden":
        disc(p, ("hidden",), "", r, legal, hidden=True)
    else:
        disc(p, *token_signs(slug), r, legal)


def gift(p: Pen, w: float) -> None:
    """A card that lies face down before a seat: a back with a ribbon round it."""
    back(p, w)
    with p.at(0, 0, 0, w / 100):
        for part in RIBBON:
            p.poly(*part, fill="stone")


def medal(
    p: Pen,
    need: Mapping[str, int],
    r: float,
    twice: bool = False,
    aslant: float = 0,
    least: float = 0,
    long: float = 0,
) -> None:
    """A medal, `r` from its middle to its corners and `long` more to its left and right, and what it asks for.

    `twice`: a row with a figure is said for both sides. Colours' symbols stay square to the edges where it is aslant: a
    diamond would look like a square. `least`: where signs would be smaller, there is but one of them, with a figure.
    """
    hexagon(p, r, max(2.5, r * 0.07), long=long)
    marks, k = medal_marks(need), r / 50
    twice = twice and any(mark.sign.isdecimal() for mark in marks)
    size = min(0.56 * r, 1.15 * r / len(marks)) if twice else min(mark.size for mark in marks) * k
    if size < least:
        _brief(p, need, r + long, least, twice, aslant)
        return
    if not twice:
        for mark in marks:
            _mark(p, mark, (mark.x - 50) * k, (mark.y - 50 * FLAT) * k, mark.size * k, aslant)
        return
    for half in (0, 180):
        with p.at(0, 0, half):
            for i, mark in enumerate(marks):
                _mark(p, mark, (i - (len(marks) - 1) / 2) * size * 1.1, r * FLAT * 0.46, size, 0)


def _brief(p: Pen, need: Mapping[str, int], half: float, size: float, twice: bool, aslant: float) -> None:
    """One sign of a medal that is `half` as wide: before it how many, after it dots for whatever else it asks for."""
    mark, count, more = medal_in_brief(need)
    near = size * 0.06
    room = (1.25 if twice else 1.76) * half - size - near * (bool(count) + bool(more))
    font = p.fits(count + more, size * 0.95, True, room)
    before, after = (p.wide(text, font, True) + near if text else 0.0 for text in (count, more))
    left, y = -(size + before + after) / 2, 0.4 * half if twice else 0.0
    side = size * 1.12 if mark.sign in SIGNS else size  # what a colour's symbol leaves free is not seen
    for turn in (0, 180) if twice else (0,):
        with p.at(0, 0, turn):
            _mark(p, mark, left + before + size / 2, y, side, aslant)
            p.text(left, y, count, font, "text", "start", bold=True)
            p.text(left + before + size + near, y, more, font, "text", "start", bold=True)


def won(p: Pen, r: float, line: str = "ink", fill: str = "parch", long: float = 0) -> None:
    """A medal that somebody has won."""
    hexagon(p, r, max(2.5, r * 0.07), line, fill, long)
    icon(p, "tick", 0, 0, r * 1.1, line, fill)


def _mark(p: Pen, mark: Mark, x: float, y: float, size: float, aslant: float) -> None:
    """One sign of a medal, wherever it stands."""
    if mark.sign.isdecimal():
        p.text(x, y, mark.sign, size * 1.3, mark.tone, bold=True)
    elif mark.sign in SIGNS:
        with p.at(x, y, -aslant):
            sign(p, mark.sign, 0, 0, size)
    else:
        icon(p, mark.sign, x, y, size * 1.12, mark.tone, "raised")
