"""Painters of Duel's cards, wonders and tokens, centred on the pen's origin, without touch areas. Lengths are u."""

from typing import Final

from app.games.duel import face_layouts as of
from app.games.duel import shared_table_facts
from app.looks.card_faces import band
from app.looks.drawing_data import STAGES
from app.looks.plain_wonder_shapes import drawing_of
from app.screen.paint.pen import Pen
from app.screen.widgets import faces, game_pieces, illustrations
from engine.duel.data_schema import Data
from engine.duel.view_json import BuildOption

DIM: Final = 0.5  # brightness of an unbuilt wonder


def card(p: Pen, data: Data, slug: str, w: float, h: float, priced: bool = False) -> None:
    """Paint a card's face. `priced`: keep room for a price at its upper and lower edge."""
    faces.paint_card(p, of.card(data, slug, w, h, priced, band(w, h) if priced else 0, plain=faces.is_plain(p, w)))


def price(p: Pen, x: float, y: float, h: float, option: BuildOption) -> None:
    """Paint the current price of a thing for a seat."""
    faces.price(p, x, y, h, shared_table_facts.price(option))


def wonder(
    p: Pen,
    data: Data,
    slug: str,
    w: float,
    h: float,
    built: bool = False,
    lit: bool = False,
    tag: float = 0,
    title: of.TitleLines | None = None,
    whole: bool = False,
) -> None:
    """Paint a wonder, in front of its sky if it has a drawing, bright once it is built.

    `lit`: it is chosen; `tag` and `whole` as for its face; `title`: None if the name is drawn elsewhere.
    """
    if p.plain or not drawing_of(slug):
        faces.lay_out(p, of.wonder(data, slug, w, h, built, whole, tag))
    else:
        frame = of.frame_wonder(data, slug, w, h, built, title, tag and price_room(w, h))
        scenery(p, slug, -w / 2, -h / 2, w, h, x=frame.x, y=frame.y, wide=frame.w, high=frame.h, bright=built or whole)
        faces.lay_out(p, frame.face)
    if lit:
        p.stamp(0, 0, 1, _lit, round(w, 2), round(h, 2))


def price_room(w: float, h: float) -> float:
    """Return the width that a price takes beside the cost of a drawn wonder."""
    return min(h, of.HIGH * w) * of.BAND * faces.PILL * 0.86 + 6


def scenery(
    p: Pen, slug: str, left: float, top: float, w: float, h: float, x: float, y: float, wide: float, high: float,
    bright: bool,
) -> None:  # fmt: skip
    """Paint a wonder's building in one box before its sky in another, each from its corner; dim until it is built."""
    name = drawing_of(slug)
    with p.dimmed(1 if bright else DIM, "zone"):
        round_ = min(16, h * 0.14)
        illustrations.window(p, name, left, top, w, h, round_, round_)
        with p.at(x, y):
            illustrations.draw_stages(p, name, ("built",) * STAGES, wide, high)


def _lit(p: Pen, w: float, h: float) -> None:
    p.rect(-w / 2, -h / 2, w, h, min(16, h * 0.14), None, "candle", 5)


def paint_covered(p: Pen, data: Data, slug: str, w: float, h: float) -> None:
    """Paint a card so far covered that only a strip shows."""
    faces.paint_card(p, of.lay_out_covered(data, slug, w, h, faces.is_plain(p, w)))


def strip(p: Pen, data: Data, slug: str, w: float, h: float, costs: bool, beside: float) -> None:
    """Paint the visible strip of a covered card."""
    faces.paint_batched(p, of.strip(data, slug, w, h, costs, beside, faces.is_plain(p, w)))


def token(p: Pen, data: Data, slug: str, r: float) -> None:
    """Paint a progress token."""
    game_pieces.struck(p, of.token(data, slug, r))
