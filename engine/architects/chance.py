"""Outcomes of the pending chance. Functions here read a position and never change it.

A chance draws from a stack. Numbers beyond the last stack stand for progress tokens, medals and gifts, in this order.
"""

from collections.abc import Sequence

from engine.architects.actions import Action, Contradiction, RevealMedal, RevealToken, stack_word
from engine.architects.data_schema import KINDS
from engine.architects.lookup_tables import CENTER_STACK
from engine.architects.medal_goals import MIDDLE
from engine.architects.packed_position import Position
from engine.architects.questions import GIFTS, REVEAL_ACTIONS

TOKENS = 1  # beyond the stacks
MEDALS = 2


def odds(pos: Position) -> list[tuple[Action, int]]:
    """List every outcome of the pending chance with its weight."""
    asked, beyond = pos.pending_chance, pos.pending_chance - pos.seats
    if asked < 0:
        return []
    if beyond <= 0:
        counts = pos.hidden_cards[asked * KINDS : (asked + 1) * KINDS]
        return [(REVEAL_ACTIONS[asked][kind], count) for kind, count in enumerate(counts) if count]
    if beyond == TOKENS:
        tokens = zip(pos.lookup.tokens, pos.hidden_tokens, strict=True)
        return [(RevealToken(token), count) for token, count in tokens if count]
    if beyond == MEDALS:
        gap = next_medal_gap(pos)
        lying = zip(pos.lookup.medals, _medals_in_box(pos), strict=True)
        return [(RevealMedal(gap, medal), 1) for medal, count in lying if count]
    return [(GIFTS[kind], count) for kind, count in enumerate(pos.hidden_cards[:KINDS]) if count]  # of the shared stack


def outcomes(pos: Position) -> list[Action]:
    """List the outcomes of the pending chance."""
    return [action for action, _ in odds(pos)]


def draw_outcome(pos: Position, part: float) -> Action:
    """Return one outcome, chosen by `part` (from 0 to 1) in proportion to the weights."""
    beyond = pos.pending_chance - pos.seats
    if beyond == TOKENS:
        return RevealToken(pos.lookup.tokens[_weighted_index(pos.hidden_tokens, part)])
    if beyond == MEDALS:
        return RevealMedal(next_medal_gap(pos), pos.lookup.medals[_weighted_index(_medals_in_box(pos), part)])
    stack, lines = (pos.pending_chance, REVEAL_ACTIONS[pos.pending_chance]) if beyond <= 0 else (CENTER_STACK, GIFTS)
    counts = pos.hidden_cards[stack * KINDS : (stack + 1) * KINDS]
    if any(counts):
        return lines[_weighted_index(counts, part)]
    # All is accounted for, and yet a card lies there.
    return Contradiction(lines[_weighted_index(pos.lists()[stack], part)])


def pending_word(pos: Position) -> str:
    """Return the word of the stack that the pending chance draws from, as in records."""
    beyond = pos.pending_chance - pos.seats
    if beyond <= 0:
        return stack_word(pos.pending_chance)
    return ("token", f"medal {stack_word(next_medal_gap(pos))}", "gift")[beyond - 1]


def pending_line(pos: Position) -> str:
    """Return the line of the pending chance without its outcome."""
    return f"reveal {pending_word(pos)}"


def chance_key(pos: Position) -> tuple[str, int]:
    """Return the stack that the pending chance draws from, and how many of its cards were revealed before."""
    return pending_word(pos), pos.revealed[pos.pending_chance]


def next_medal_gap(pos: Position) -> int:
    """Return the place of the next medal: gap by gap, then the middle."""
    laid = pos.revealed[pos.seats + MEDALS]
    return laid + 1 if laid < pos.seats else MIDDLE


def _medals_in_box(pos: Position) -> list[int]:
    """List for each medal whether it is in the box, as 0 or 1."""
    return [pos.box_medals >> number & 1 for number in range(len(pos.lookup.medals))]


def _weighted_index(counts: Sequence[int], part: float) -> int:
    """Return the index of the entry at a part (from 0 to 1) of the sum of all counts."""
    left = int(part * sum(counts))
    for number, count in enumerate(counts):
        left -= count
        if left < 0:
            return number
    raise AssertionError("nothing to choose from")
