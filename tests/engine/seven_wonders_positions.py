"""Positions of 7 Wonders as people enter them."""

from typing import Any

from tests.seven_wonders_cities import GAME

HEAD = {"game": "seven-wonders", "deal": "lazy"}
BOARDS = ("gizah-day", "rhodos-night", "ephesos-day")
PLAIN = HEAD | {"seats": ", ".join(BOARDS), "names": "Ada, Ben, Cleo"}
LED = PLAIN | {"variant": "leaders experts", "seats": "roma-night, abu-simbel-night, babylon-night"}


def seat(number: int, boards: tuple[str, ...] = BOARDS, **other: Any) -> dict[str, Any]:
    """A seat with nothing yet."""
    wonder, _, side = boards[number - 1].rpartition("-")
    chair = {"seat": number, "wonder": wonder, "side": side, "coins": 3, "stages": 0, "cards": [], "tokens": []}
    return chair | other


def position(*others: dict[str, Any], boards: tuple[str, ...] = BOARDS, **fields: Any) -> dict[str, Any]:
    """A position in the middle of Age II, without what follows from the rest."""
    seats = [seat(number, boards, **other) for number, other in enumerate(others or ({}, {}, {}), 1)]
    return {"age": 2, "turn": 3, "seats": seats} | fields


def of(one: dict[str, Any], two: dict[str, Any] | None = None, **fields: Any) -> dict[str, Any]:
    """What lies before the first two of three seats, in a base game."""
    return position(one, two or {}, {}, **fields)


def led(one: dict[str, Any], two: dict[str, Any] | None = None, **fields: Any) -> dict[str, Any]:
    """The same with leaders: Roma and Abu Simbel, both by night."""
    boards = ("roma-night", "abu-simbel-night", "babylon-night")
    return position(one, two or {}, {}, boards=boards, **fields)


AGE_II = [slug for slug, card in GAME.data().cards.items() if card.age == 2]
GUILDS = [slug for slug, card in GAME.data().cards.items() if card.colour == "purple"]
