"""What a seat has in Architects, as pills."""

from collections.abc import Mapping
from typing import Final

from app.games.architects.screen import pieces
from app.looks.pieces import military
from app.screen.widgets.faces import lay_out
from app.screen.widgets.pills import Item, Pill, Thing
from engine.architects.cards import FACES, Data
from engine.architects.view import SeatView

GREY, GREEN = FACES[:5], FACES[8:11]
MILITARY, MEDALS, GIFTS = "military", "medals", "gifts"  # pills of their own: no cards of a colour
THINGS: Final[Mapping[str, Thing]] = {
    MILITARY: lambda p, h: lay_out(p, military(h * 0.44)),
    MEDALS: lambda p, h: pieces.won(p, h * 0.5),
    GIFTS: lambda p, h: pieces.gift(p, h * 0.62),
}  # what a pill shows instead of a colour's symbol


def pills(box: Data, view: SeatView) -> list[Pill]:
    """What a seat has, by colour. Blue points and horns are counted from the cards: scores may be hidden."""
    have = view.cards
    found = []
    if grey := tuple(Item(slug, str(have[slug]), slug) for slug in GREY if have.get(slug)):
        found.append(Pill("grey", grey))
    if have.get("coin"):
        found.append(Pill("yellow", (Item("coin", str(have["coin"]), "coin"),)))
    if green := tuple(Item(slug, str(have[slug]), slug) for slug in GREEN if have.get(slug)):
        found.append(Pill("green", green))
    blue = [Item("", str(blue_points(box, view)), "blue-3")]
    if have.get("blue-2-cat"):
        blue.append(Item("cat", str(have["blue-2-cat"]), "blue-2-cat"))
    found.append(Pill("blue", tuple(blue)))
    red = [Item("shield", str(view.shields), "red-0", coloured=True)]
    if horns := sum(box.cards[card].horns * count for card, count in have.items()):
        red.append(Item("horn", str(horns), "red-1", coloured=True))
    found.append(Pill("red", tuple(red)))
    for what, n in ((MILITARY, view.military), (MEDALS, len(view.medals)), (GIFTS, view.gifts)):
        if n:
            found.append(Pill(what, (Item("", str(n), what),), THINGS[what]))
    return found


def blue_points(box: Data, view: SeatView) -> int:
    """The points printed on a seat's cards."""
    return sum(box.cards[card].points * count for card, count in view.cards.items())
