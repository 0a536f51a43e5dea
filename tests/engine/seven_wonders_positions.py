"""Positions of 7 Wonders as people enter them."""

from typing import Any

from tests.seven_wonders_cities import GAME

HEAD = {"game": "seven-wonders", "deal": "lazy"}
BOARDS = ("gizah-day", "rhodos-night", "ephesos-day")
PLAIN = HEAD | {"seats": ", ".join(BOARDS), "names": "Ada, Ben, Cleo"}
LED = PLAIN | {"variant": "leaders experts", "seats": "roma-night, abu-simbel-night, babylon-night"}


def seat(number: int, boards: tuple[str, ...] = BOARDS, **other: Any) -> dict[str, Any]:
    """Return the JSON of a seat at the start: 3 coins, no stages, no cards."""
    wonder, _, side = boards[number - 1].rpartition("-")
    chair = {"seat": number, "wonder": wonder, "side": side, "coins": 3, "stages": 0, "cards": [], "tokens": []}
    return chair | other


def position(*others: dict[str, Any], boards: tuple[str, ...] = BOARDS, **fields: Any) -> dict[str, Any]:
    """Return the JSON of a position in the middle of Age II, without the fields that follow from the others."""
    seats = [seat(number, boards, **other) for number, other in enumerate(others or ({}, {}, {}), 1)]
    return {"age": 2, "turn": 3, "seats": seats} | fields


def of(one: dict[str, Any], two: dict[str, Any] | None = None, **fields: Any) -> dict[str, Any]:
    """Return a position of three seats in the base game, with these fields of the first two seats."""
    return position(one, two or {}, {}, **fields)


def led(one: dict[str, Any], two: dict[str, Any] | None = None, **fields: Any) -> dict[str, Any]:
    """Return a position with Leaders for Roma and Abu Simbel, both by night, and a third seat without cards."""
    boards = ("roma-night", "abu-simbel-night", "babylon-night")
    return position(one, two or {}, {}, boards=boards, **fields)


AGE_II = [slug for slug, card in GAME.data().cards.items() if card.age == 2]
GUILDS = [slug for slug, card in GAME.data().cards.items() if card.colour == "purple"]
