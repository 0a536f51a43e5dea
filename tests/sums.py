"""Parsers for the remaining coins or cards on a phone's page, by action."""

import re

COINS = re.compile(r'value="([^"]*)"[^>]*? data-more="[^">]*keep (\d+)[^">]*"')
PAYMENT_INPUT = re.compile(r'<input[^>]* value="([^"]*)"[^>]* id="([^"]*)"')
REMAINDER_LABEL = re.compile(r'<label[^>]* for="([^"]*)"[^>]*>(?:(?!</label>).)*?you keep (\d+)<', re.DOTALL)
CARDS = re.compile(r'name="pay" value="([^"]*)"(?:(?!</label>).)*?(You keep[^<]*?)\s*<', re.DOTALL)


def of_duel(ask: str) -> dict[str, int]:
    """Return coins by action, in English: `3 coins, you keep 4`."""
    return {action: int(n) for action, n in COINS.findall(ask)}


def of_seven_wonders(ask: str) -> dict[str, int]:
    """Return coins by action, in English with several payments: `you keep 3`."""
    places = {place: action for action, place in PAYMENT_INPUT.findall(ask)}
    return {places[place]: int(n) for place, n in REMAINDER_LABEL.findall(ask)}


def of_architects(ask: str) -> dict[str, str]:
    """Return cards by action, in an English sentence: `You keep: 2 × Wood`."""
    return dict(CARDS.findall(ask))
