"""What 7 Wonders shows on the screen and on phones alike: what lies before a seat, counted."""

from typing import Final

from engine.seven_wonders.cards import COLOURS, Data, Points
from engine.seven_wonders.view import SeatView

BLUE: Final = COLOURS[2]


def by_colour(chair: SeatView, facts: Data) -> dict[str, tuple[str, ...]]:
    """The cards of a city, those of each colour."""
    return {colour: tuple(slug for slug in chair.cards if facts.cards[slug].colour == colour) for colour in COLOURS}


def blue_points(chair: SeatView, facts: Data) -> int:
    """The points printed on a city's blue cards: scores may be hidden."""
    effects = (effect for slug in by_colour(chair, facts)[BLUE] for effect in facts.cards[slug].effects)
    return sum(effect.amount for effect in effects if isinstance(effect, Points))
