"""Painters of cards, stacks, tokens and medals of Architects, centred on the pen's origin."""

from collections.abc import Mapping
from typing import Final

from app.games.architects import face_layouts as of
from app.games.architects import printed_names
from app.games.architects.face_icons import medal_in_brief, medal_signs
from app.looks.icons import SIGNS
from app.screen.paint import lighting
from app.screen.paint.pen import Pen
from app.screen.widgets.faces import draw_marks, lay_out
from app.screen.widgets.game_pieces import disc, stack_edges, thick
from app.text.translation import Words, capital
from engine.architects.data_schema import Data

BRIEF: Final = 70.0  # pixels of a card's width, below which its corners show less
TITLED: Final = 100.0  # pixels of a card's width, from which it shows its name


def card(p: Pen, data: Data, slug: str, w: float, aslant: float = 0, words: Words | None = None) -> None:
    """Paint a card, `w` wide and 1.4 w high; on an oblique one the signs in its corners stay upright.

    `words`: the language of its name, shown if it is large enough.
    """
    seen = w * p.scale
    title = capital(printed_names.card(words, slug)) if words and seen >= TITLED else ""
    lay_out(p, of.card(data, slug, w, p.plain, seen < BRIEF, title), aslant)


def back(p: Pen, w: float) -> None:
    """Paint the back of a card of the central deck."""
    lay_out(p, of.back(w, p.plain))


def stack(
    p: Pen, data: Data, top: str | None, w: float, left: int, legal: bool = False, dim: bool = False,
    aslant: float = 0, uncounted: bool = False,
) -> None:  # fmt: skip
    """Paint a stack without its ring: its thickness, its top (`back` or None: face down), its count at both ends.

    `uncounted`: the count is only an upper limit.
    """
    h = w * of.TALL
    if not left:
        lighting.recess(p, -w / 2, -h / 2, w, h, w * 0.11)
        return
    grown = thick(w, left)
    if not legal:
        lighting.shadow(p, -w / 2, -h / 2, w + grown, h + grown, w * 0.11, lighting.CARD + grown)
    with p.dimmed(0.5 if dim else 1):
        stack_edges(p, w, h, left)
        if top == "back" or top is None:
            back(p, w)
        else:
            card(p, data, top, w, aslant)
        for half in (0, 180):
            with p.at(0, 0, half), p.at(0, h / 2):
                p.stamp(0, 0, 1, _count_plate, w, "candle" if legal else "line")
                p.text(0, 0, "?" if uncounted else str(left), w * 0.2 * p.grown, "text", bold=True, room=w * 0.42)


def _count_plate(p: Pen, w: float, line: str) -> None:
    p.rect(-w * 0.23, -w * 0.155, w * 0.46, w * 0.31, w * 0.155, "ink", line, 2.5)


def token(p: Pen, data: Data, slug: str, r: float, legal: bool = False) -> None:
    """Paint a progress token; the face-down ones as a pile."""
    if slug == of.HIDDEN:
        _under(p, r)
    disc(p, of.token(data, slug, r), legal)


def _under(p: Pen, r: float) -> None:
    """Paint the edge of the token below another."""
    with p.at(r * 0.1, r * 0.1):
        if p.plain:
            p.disc(0, 0, r, "shade", "line", 2)
        else:
            lighting.shadow(p, -r, -r, 2 * r, 2 * r, r)
            p.disc(0, 0, r, "back")
            lighting.rim(p, r, r * 0.1)


def gift(p: Pen, w: float) -> None:
    """Paint a face-down card before a seat."""
    lay_out(p, of.gift(w, p.plain))


def medal(
    p: Pen, r: float, need: Mapping[str, int], twice: bool = False, aslant: float = 0, least: float = 0,
    long: float = 0,
) -> None:  # fmt: skip
    """Paint a medal with its requirement; `twice` and `long` as for its face.

    On an oblique one signs of colours stay upright, since a diamond would look like a square. `least`: the smallest
    size of signs, below which one sign and a figure replace them.
    """
    _shadow(p, r, long)
    signs = medal_signs(need)
    twice = twice and any(sign.sign.isdecimal() for sign in signs)
    size = min(0.56 * r, 1.15 * r / len(signs)) if twice else min(sign.size for sign in signs) * r / 50
    if size < least:
        lay_out(p, of.blank_medal(r, long, p.plain))
        _paint_brief_sign(p, need, r + long, least, twice, aslant)
    else:
        lay_out(p, of.medal(need, r, twice, long, p.plain), 0 if twice else aslant)


def _paint_brief_sign(p: Pen, need: Mapping[str, int], half: float, size: float, twice: bool, aslant: float) -> None:
    """Paint one sign of a medal of half-width `half`, with its count before it and dots for any other sign."""
    medal, count, more = medal_in_brief(need)
    near = size * 0.06
    room = (1.25 if twice else 1.6) * half - size - near * (bool(count) + bool(more))
    font = p.fit_size(count + more, size * 0.95, room, bold=True)
    before, after = (p.text_width(text, font, bold=True) + near if text else 0.0 for text in (count, more))
    left, y = -(size + before + after) / 2, 0.4 * half if twice else 0.0
    side = size * 1.12 if medal.sign in SIGNS else size  # symbols of colours have wide margins
    for turn in (0, 180) if twice else (0,):
        with p.at(0, 0, turn):
            draw_marks(p, (of.medal_mark(medal, left + before + size / 2, y, side),), aslant)
            p.text(left, y, count, font, "text", "start", bold=True)
            p.text(left + before + size + near, y, more, font, "text", "start", bold=True)


def paint_won_medal(p: Pen, r: float, line: str = "ink", fill: str = "parch", long: float = 0) -> None:
    _shadow(p, r, long)
    lay_out(p, of.lay_out_won_medal(r, line, fill, long))


def _shadow(p: Pen, r: float, long: float) -> None:
    """Paint the shadow of a medal."""
    half, high = r * 0.94 + long, r * 0.84
    lighting.shadow(p, -half, -high, 2 * half, 2 * high, r * 0.45, min(lighting.CARD, r * 0.16))
