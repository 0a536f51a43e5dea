"""Helpers for games of Duel that people deal and report."""

from app.protocol.game_lifecycle_messages import SetGame, Start
from tests.app.table.tracked import report_lines

TOKENS = ("economy", "law", "masonry", "strategy", "theology")
DRAFT = ((1, "pyramids"), (2, "circus-maximus"), (2, "piraeus"), (1, "sphinx"),
         (2, "appian-way"), (1, "mausoleum"), (1, "great-library"), (2, "colossus"))  # fmt: skip


def start_reported_game(evening, *lines, **fields):
    """Start a reported game of people up to its first turn, and report these lines."""
    evening.send(SetGame, mode="track", first=1, **fields)
    evening.send(Start)
    for token in TOKENS:
        evening.say(0, f"reveal token {token}")
    for seat, wonder in DRAFT:
        evening.say(seat, f"draft {wonder}")
    report_lines(evening, *lines)
    return evening
