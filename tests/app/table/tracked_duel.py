"""Games of Duel that people deal and tell."""

from app.protocol.cardboard_messages import Correct
from app.protocol.client_rights import SCREEN
from app.protocol.game_lifecycle_messages import SetGame, Start

TOKENS = ("economy", "law", "masonry", "strategy", "theology")
DRAFT = ((1, "pyramids"), (2, "circus-maximus"), (2, "piraeus"), (1, "sphinx"),
         (2, "appian-way"), (1, "mausoleum"), (1, "great-library"), (2, "colossus"))  # fmt: skip


def begun(evening, *lines, **fields):
    """A game of people up to its first turn, and then these lines."""
    evening.send(SetGame, mode="track", first=1, **fields)
    evening.send(Start)
    for token in TOKENS:
        evening.say(0, f"reveal token {token}")
    for seat, wonder in DRAFT:
        evening.say(seat, f"draft {wonder}")
    told(evening, *lines)
    return evening


def told(evening, *lines, who=SCREEN):
    for line in lines:
        seat, _, text = line.partition(" ")
        evening.say(int(seat), text, who)


def texts(evening):
    return [f"{each.move.seat + 1} {each.move.text}" for each in evening.table.committed.match.moves]


def row_of(evening, text):
    return next(each.move.number for each in evening.table.committed.match.moves if each.move.text == text)


def correct(evening, row, how, text=None, who=SCREEN, **fields):
    row = row if isinstance(row, int) else row_of(evening, row)
    evening.send(Correct, who, row=row, how=how, text=text, **fields)
