"""Cards, wonders and tokens of Duel, round the pen's place and without anything to touch. All lengths are u."""

from app.games.duel import faces as of
from app.games.duel import shown
from app.looks.cards import band
from app.looks.pieces import struck
from app.screen.draw import Pen
from app.screen.widgets import faces
from engine.duel.cards import Data
from engine.duel.view import Way


def card(p: Pen, facts: Data, slug: str, w: float, h: float, priced: bool = False) -> None:
    """A card's face. `priced`: it leaves room for a price at its upper and at its lower edge."""
    faces.lying(p, of.card(facts, slug, w, h, priced, band(w, h) if priced else 0, plain=faces.is_plain(p, w)))


def price(p: Pen, x: float, y: float, h: float, way: Way) -> None:
    """What building something costs a seat now."""
    faces.price(p, x, y, h, shown.price(way))


def wonder(
    p: Pen,
    facts: Data,
    slug: str,
    w: float,
    h: float,
    built: bool = False,
    lit: bool = False,
    tag: float = 0,
    whole: bool = False,
) -> None:
    """A wonder. `lit`: it is chosen; `tag` and `whole` as its face has them."""
    faces.lay_out(p, of.wonder(facts, slug, w, h, built, whole, tag))
    if lit:
        p.stamp(0, 0, 1, _lit, round(w, 2), round(h, 2))


def _lit(p: Pen, w: float, h: float) -> None:
    p.rect(-w / 2, -h / 2, w, h, min(16, h * 0.14), None, "candle", 5)


def strip(p: Pen, facts: Data, slug: str, w: float, h: float, costs: bool, beside: float) -> None:
    """What shows of a card on which others lie."""
    faces.lay_out(p, of.strip(facts, slug, w, h, costs, beside))


def token(p: Pen, facts: Data, slug: str, r: float) -> None:
    """A progress token."""
    face = of.token(facts, slug, r)
    faces.lay_out(p, face if p.plain else struck(face))
