"""Positions of Duel as people enter them."""

from typing import Any

from tests.duel_cities import duel

FOUR = ("pyramids", "sphinx", "mausoleum", "great-library"), ("circus-maximus", "piraeus", "appian-way", "colossus")
BOTH = {"1": [2, 5], "2": [2, 5]}


def seat(number: int, **other: Any) -> dict[str, Any]:
    """Return the JSON of a seat without cards, with 7 coins and its four wonders unbuilt."""
    wonders = dict.fromkeys(FOUR[number - 1])
    return {"seat": number, "coins": 7, "cards": [], "wonders": wonders, "progress": []} | other


def position(*seats: dict[str, Any], **other: Any) -> dict[str, Any]:
    """Return the JSON of a position early in Age II, without the fields that follow from the others."""
    middle = {"military": {"pawn": 0, "tokens": BOTH}, "tokens": ["economy", "law", "masonry", "strategy", "theology"]}
    at = {"age": 2, "left": 16, "to_act": [1], "seats": list(seats) or [seat(1), seat(2)], "discard": []}
    return at | middle | other


BUILT = dict.fromkeys(FOUR[0], "unknown"), dict.fromkeys(FOUR[1], "unknown")
SEVEN = BUILT[0], BUILT[1] | {"colossus": None}
AGE_II = [slug for slug, card in duel().data().cards.items() if card.age == 2]


def military(pawn: int, one: list[int], two: list[int]) -> dict[str, Any]:
    return {"military": {"pawn": pawn, "tokens": {"1": one, "2": two}}}


def of(one: dict[str, Any], two: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return the `seats` field of a position, with these fields of each seat."""
    return {"seats": [seat(1, **one), seat(2, **(two or {}))]}
