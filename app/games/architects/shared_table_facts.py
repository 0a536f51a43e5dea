"""Descriptions of Architects' table that the screen and the phones share: counts of the things before a seat."""

import msgspec

from app.games.architects import printed_names
from app.games.architects.face_layouts import states
from app.looks.wonder_window import World
from app.text.translation import Words
from engine.architects.data_schema import FACES, Data
from engine.architects.view_json import SeatView

GREY, GREEN = FACES[:5], FACES[8:11]


class Piles(msgspec.Struct, frozen=True):
    """Counts of a seat's cards and tokens, by colour. Points are those printed, since scores may be hidden."""

    grey: tuple[tuple[str, int], ...]
    coins: int
    green: tuple[tuple[str, int], ...]
    blue: int  # points on blue cards
    cats: int  # blue cards with a cat
    shields: int
    horns: int
    military: int


def piles(chair: SeatView, data: Data) -> Piles:
    """Count the things before a seat."""
    have = chair.cards
    return Piles(
        grey=tuple((slug, have[slug]) for slug in GREY if have.get(slug)),
        coins=have.get("coin", 0),
        green=tuple((slug, have[slug]) for slug in GREEN if have.get(slug)),
        blue=sum(data.cards[card].points * count for card, count in have.items()),
        cats=have.get("blue-2-cat", 0),
        shields=chair.shields,
        horns=sum(data.cards[card].horns * count for card, count in have.items()),
        military=chair.military,
    )


def world(w: Words, chair: SeatView, data: Data) -> World:
    """Return a seat's wonder, as far as it is built."""
    stands = states(len(data.wonders[chair.wonder].stages), chair.stages, ())
    return World(chair.wonder, stands, printed_names.wonder(w, chair.wonder))
