"""Editing of a number for a score sheet, key by key."""

from typing import Final

DIGITS: Final = 3  # at most


def typed(digits: str, key: str) -> str:
    """Apply a key to the typed number: append a digit, delete the last one, or change the sign."""
    match key:
        case "back":
            return digits[:-1]
        case "sign":
            return digits.removeprefix("-") if digits.startswith("-") else f"-{digits}"
    plain = digits.removeprefix("-")
    if len(plain) >= DIGITS:
        return digits
    return digits.replace("0", key) if plain == "0" else digits + key
