"""Pills: what a seat has, a few things of one colour in each."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from app.games.architects.screen import pieces
from app.looks.icons import icon, sign
from app.screen.draw import Pen
from app.screen.widgets.hexagon import hexagon
from engine.architects.cards import FACES, Data
from engine.architects.view import SeatView

GREY, GREEN = FACES[:5], FACES[8:11]
MILITARY, MEDALS, GIFTS = "military", "medals", "gifts"  # pills of their own: no cards of a colour


@dataclass(frozen=True, slots=True)
class Pill:
    """A few things of one colour."""

    colour: str
    items: tuple[tuple[str, str, str], ...]  # icon or "", figure, the card it speaks of


def pills(box: Data, view: SeatView) -> list[Pill]:
    """What a seat has, by colour. Blue points and horns are counted from the cards: scores may be hidden."""
    have = view.cards
    found = []
    if grey := tuple((slug, str(have[slug]), slug) for slug in GREY if have.get(slug)):
        found.append(Pill("grey", grey))
    if have.get("coin"):
        found.append(Pill("yellow", (("coin", str(have["coin"]), "coin"),)))
    if green := tuple((slug, str(have[slug]), slug) for slug in GREEN if have.get(slug)):
        found.append(Pill("green", green))
    blue = [("", str(blue_points(box, view)), "blue-3")]
    if have.get("blue-2-cat"):
        blue.append(("cat", str(have["blue-2-cat"]), "blue-2-cat"))
    found.append(Pill("blue", tuple(blue)))
    red = [("shield", str(view.shields), "red-0")]
    if horns := sum(box.cards[card].horns * count for card, count in have.items()):
        red.append(("horn", str(horns), "red-1"))
    found.append(Pill("red", tuple(red)))
    for what, n in ((MILITARY, view.military), (MEDALS, len(view.medals)), (GIFTS, view.gifts)):
        if n:
            found.append(Pill(what, (("", str(n), what),)))
    return found


def blue_points(box: Data, view: SeatView) -> int:
    """The points printed on a seat's cards."""
    return sum(box.cards[card].points * count for card, count in view.cards.items())


def _pill_width(p: Pen, pill: Pill, h: float) -> float:
    size = h * 0.58
    return h * (1.0 if pill.colour in THINGS else 0.84) + sum(
        (h * 0.7 + 4 if pic else 0) + p.wide(fig, size, True) + h * 0.24 for pic, fig, _ in pill.items
    )


def _pill(p: Pen, pill: Pill, x: float, y: float, h: float, w: float, says: Callable[[str], None], key: str) -> None:
    size, side = h * 0.58, h * 0.7
    at = x + h * 0.78
    if pill.colour in THINGS:
        tint = "zone"
        with p.at(x + h * 0.46, y + h / 2):
            THINGS[pill.colour](p, h)
        at += h * 0.22
    else:
        tint = f"{pill.colour}_tint"
        p.rect(x, y, w, h, h * 0.26, tint)
        sign(p, pill.colour, x + h * 0.42, y + h / 2, h * 0.46)
    for pic, fig, card in pill.items:
        start = at
        if pic:
            icon(p, pic, at + side / 2, y + h / 2, side, pill.colour if pic in ("shield", "horn") else "text", tint)
            at += side + 4
        at += p.text(at, y + h / 2, fig, size, "text", "start", bold=True) + h * 0.24
        p.hit_area(start, y, at - start, h, f"{key} {card}", partial(says, card), rank=1)


THINGS: Final[Mapping[str, Callable[[Pen, float], None]]] = {
    MILITARY: lambda p, h: pieces.military(p, h * 0.44),
    MEDALS: lambda p, h: hexagon(p, h * 0.46, h * 0.07),
    GIFTS: lambda p, h: pieces.gift(p, h * 0.62),
}  # what a pill shows instead of a colour's symbol, by its height


def _flow(
    p: Pen, found: Sequence[Pill], room: float, h: float, spare: float, spare_from: float
) -> list[tuple[Pill, float, float, float]]:
    """Pills laid in lines: pill, x, y, width; lines below `spare_from` end `spare` earlier."""
    x, y, gap, laid = 0.0, 0.0, h * 0.14, []
    for pill in found:
        w = _pill_width(p, pill, h)
        limit = room - (spare if y + h > spare_from else 0)
        if x and x + w > limit:
            x, y = 0.0, y + h + gap
        laid.append((pill, x, y, w))
        x += w + gap
    return laid


def have(
    p: Pen,
    box: Data,
    view: SeatView,
    x: float,
    y: float,
    room: float,
    tall: float,
    h: float,
    spare: float,
    says: Callable[[str], None],
    key: str,
) -> None:
    """The pills in a box, as large as `h` at most."""
    found = pills(box, view)
    while True:
        laid = _flow(p, found, room, h, spare, tall - spare * 0.6)
        fits = all(
            px + w <= room - (spare if py + h > tall - spare * 0.6 else 0) + 0.5 and py + h <= tall
            for _, px, py, w in laid
        )
        if fits or h < 16:
            break
        h *= 0.95
    for pill, px, py, w in laid:
        _pill(p, pill, x + px, y + py, h, w, says, key)
