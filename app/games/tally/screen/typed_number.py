"""What is typed while a number of a score sheet is entered."""

from typing import Final

DIGITS: Final = 3  # at most


def typed(digits: str, key: str) -> str:
    """A number while it is typed: with one more sign, the last one taken away, or the other sign before it."""
    match key:
        case "back":
            return digits[:-1]
        case "sign":
            return digits.removeprefix("-") if digits.startswith("-") else f"-{digits}"
    plain = digits.removeprefix("-")
    if len(plain) >= DIGITS:
        return digits
    return digits.replace("0", key) if plain == "0" else digits + key
