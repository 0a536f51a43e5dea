"""Outcomes of the pending chance. Functions here read a position and never change it.

A chance draws from a stack. Numbers beyond the last stack stand for progress tokens, medals and gifts, in this order.
"""

from collections.abc import Sequence

from engine.architects.actions import Action, Another, RevealMedal, RevealToken, stack_word
from engine.architects.data_schema import KINDS
from engine.architects.lookup_tables import CENTER_STACK
from engine.architects.medal_goals import MIDDLE
from engine.architects.packed_position import Position
from engine.architects.questions import GIFTS, REVEAL_ACTIONS

TOKENS = 1  # beyond the stacks
MEDALS = 2


def odds(at: Position) -> list[tuple[Action, int]]:
    """List every outcome of the pending chance with its weight."""
    asked, beyond = at.asked, at.asked - at.seats
    if asked < 0:
        return []
    if beyond <= 0:
        counts = at.hidden[asked * KINDS : (asked + 1) * KINDS]
        return [(REVEAL_ACTIONS[asked][kind], count) for kind, count in enumerate(counts) if count]
    if beyond == TOKENS:
        tokens = zip(at.lookup.tokens, at.hidden_tokens, strict=True)
        return [(RevealToken(token), count) for token, count in tokens if count]
    if beyond == MEDALS:
        gap = next_medal_gap(at)
        lying = zip(at.lookup.medals, _medals_in_box(at), strict=True)
        return [(RevealMedal(gap, medal), 1) for medal, count in lying if count]
    return [(GIFTS[kind], count) for kind, count in enumerate(at.hidden[:KINDS]) if count]  # of the shared stack


def outcomes(at: Position) -> list[Action]:
    """List the outcomes of the pending chance."""
    return [action for action, _ in odds(at)]


def draw_outcome(at: Position, part: float) -> Action:
    """Return one outcome, chosen by `part` (from 0 to 1) in proportion to the weights."""
    beyond = at.asked - at.seats
    if beyond == TOKENS:
        return RevealToken(at.lookup.tokens[_weighted_index(at.hidden_tokens, part)])
    if beyond == MEDALS:
        return RevealMedal(next_medal_gap(at), at.lookup.medals[_weighted_index(_medals_in_box(at), part)])
    stack, lines = (at.asked, REVEAL_ACTIONS[at.asked]) if beyond <= 0 else (CENTER_STACK, GIFTS)
    counts = at.hidden[stack * KINDS : (stack + 1) * KINDS]
    if any(counts):
        return lines[_weighted_index(counts, part)]
    return Another(lines[_weighted_index(at.lists()[stack], part)])  # all is accounted for, and yet a card lies there


def pending_word(at: Position) -> str:
    """Return the word of the stack that the pending chance draws from, as in records."""
    beyond = at.asked - at.seats
    if beyond <= 0:
        return stack_word(at.asked)
    return ("token", f"medal {stack_word(next_medal_gap(at))}", "gift")[beyond - 1]


def pending_line(at: Position) -> str:
    """Return the line of the pending chance without its outcome."""
    return f"reveal {pending_word(at)}"


def chance_key(at: Position) -> tuple[str, int]:
    """Return the stack that the pending chance draws from, and how many of its cards were revealed before."""
    return pending_word(at), at.revealed[at.asked]


def next_medal_gap(at: Position) -> int:
    """Return the place of the next medal: gap by gap, then the middle."""
    laid = at.revealed[at.seats + MEDALS]
    return laid + 1 if laid < at.seats else MIDDLE


def _medals_in_box(at: Position) -> list[int]:
    """List for each medal whether it is in the box, as 0 or 1."""
    return [at.box_medals >> number & 1 for number in range(len(at.lookup.medals))]


def _weighted_index(counts: Sequence[int], part: float) -> int:
    """Return the index of the entry at a part (from 0 to 1) of the sum of all counts."""
    left = int(part * sum(counts))
    for number, count in enumerate(counts):
        left -= count
        if left < 0:
            return number
    raise AssertionError("nothing to choose from")
