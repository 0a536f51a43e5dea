"""Cards that react to a finger: their hit areas, halos and rings, the eye on one to look at, and a peeked card."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from app.looks.icons import icon
from app.screen.control.controller import Controller
from app.screen.paint.element import Element
from app.screen.paint.pen import MARKED, Pen
from app.screen.state.ring_layout import CardPlace, Ring
from app.screen.state.scene import Scene
from app.screen.widgets.game_pieces import CARD, halo
from app.text.translation import Words

PEEKED_WIDTH: Final = 0.8  # of other cards' width: a card that one seat may see, so that a hand covers it
PEEKED_MM: Final = 7.5  # least width of that card, for legibility


def touchable(
    p: Pen,
    least: float,
    w: float,
    key: str,
    tap: Callable[[], None] | None,
    rank: int,
    hold: Callable[[bool], None] | None = None,
) -> None:
    """Add the hit area of a card `w` wide: the card with its ring, and at least `least` (a finger) wide."""

    def paint_press(p: Pen) -> None:
        h = w * CARD
        p.rect(-w / 2 - 12, -h / 2 - 12, w + 24, h + 24, w * 0.11 + 12, None, "candle", 9)
        p.rect(-w / 2, -h / 2, w, h, w * 0.11, "candle", opacity=0.28)

    h = w * CARD
    press = paint_press if rank == 2 else None
    p.hit_area(-w / 2 - 10, -h / 2 - 10, w + 20, h + 20, key, tap, hold, rank=rank, press=press, least=least)


def eye(p: Pen, wide: float, w: Words, small: bool) -> None:
    """Draw an eye and "Hold to see" on a card `wide` u wide that somebody may look at."""
    p.begin_layer()
    p.disc(0, -32, 30, "ink", "candle", 3)
    icon(p, "eye", 0, -32, 40, "candle", "ink")
    high = 46 if small else 36
    p.rect(-wide / 2 - 8, 32 - high / 2, wide + 16, high, high / 2, "ink", "candle", 2)
    p.text(0, 32, (w("Hold to see"), w.pgettext("a finger", "hold")), high * 0.66, "candle", bold=True, room=wide)


@dataclass(frozen=True, slots=True)
class Halo:
    """The ring of light round a card that may be touched: the card is `w` u wide, the stack below it `grown` more."""

    at: CardPlace
    u: float
    w: float
    grown: float


def halo_element(key: str, ring: Ring, at: CardPlace, w: float, grown: float = 0.0) -> Element[Halo]:
    """Return the halo of a card as a breathing element to lie below it."""
    return Element(f"halo {key}", Halo(at, ring.u, w, grown), paint_halo, breathes=True)


def paint_halo(p: Pen, ground: Halo, control: Controller) -> None:
    with p.at(ground.at.x, ground.at.y, ground.at.angle, ground.u):
        halo(p, ground.w, ground.grown)


@dataclass(frozen=True, slots=True)
class CardRing:
    """A ring round a card that a text names: the card is `w` u wide, the stack below it `grown` more."""

    at: CardPlace
    u: float
    w: float
    grown: float


def card_ring_element(key: str, ring: Ring, at: CardPlace, w: float, grown: float) -> Element[CardRing]:
    """Return the ring as an element to lie below its card, so that counts at the card's corners stay whole."""
    return Element(f"ring {key}", CardRing(at, ring.u, w, grown), paint_ring, angle=at.angle, pivot=(at.x, at.y))


def paint_ring(p: Pen, ring: CardRing, control: Controller) -> None:
    with p.at(ring.at.x, ring.at.y, ring.at.angle, ring.u), p.at(ring.grown / 2, ring.grown / 2):
        card_ring(p, ring.w + ring.grown, ring.w * CARD + ring.grown)


def card_ring(p: Pen, w: float, h: float) -> None:
    """Draw a ring round a card of this size, centred on the pen."""
    p.rect(-w / 2 - 4, -h / 2 - 4, w + 8, h + 8, w * 0.11 + 4, None, "parch", 5)
    p.thing(MARKED, -w / 2 - 4, -h / 2 - 4, w + 8, h + 8)


@dataclass(frozen=True, slots=True)
class PeekedCard:
    """A card that only one seat may see, at its own edge. `face` draws the card named `slug`, `w` wide."""

    ring: Ring
    seat: int
    card: str
    face: Callable[..., None]
    w: Words


def peeked_card(scene: Scene, ring: Ring, seat: int, card: str, face: Callable[..., None]) -> Element[PeekedCard]:
    """Return the element of a card that a seat peeks at; it is there only while a finger is down."""
    return Element(f"peek {seat}", PeekedCard(ring, seat, card, face, scene.model.words(seat)), paint_peeked)


def paint_peeked(p: Pen, card: PeekedCard, control: Controller) -> None:
    """Draw the card below the hand, no larger than a hand covers."""
    ring, at, u = card.ring, card.ring.zones[card.seat - 1], card.ring.u
    wide, deep = at.w / u, at.d / u
    box = -wide / 2, -deep / 2, wide, deep
    with p.at(at.x, at.y, at.angle, u):
        w = min((at.d - 40 * u) / CARD, ring.card, max(ring.card * PEEKED_WIDTH, PEEKED_MM * ring.mm)) / u
        p.rect(*box, 22, "plate", "candle", 4)
        p.hit_area(*box, "peek ground", None, rank=0)
        x = -wide / 4 if wide > 560 else -wide / 2 + w / 2 + 24
        with p.at(x, 0):
            card.face(p, slug=card.card, w=w)
        left = x + w / 2 + 24
        says = card.w("Only you see it. Let go to hide it.")
        size = 38 if ring.small else 26
        p.prose(left, -deep / 2 + 24, says, size, wide / 2 - left - 16, deep - 48, "soft", middle=True)
