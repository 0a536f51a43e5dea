"""What the pending chance may bring: everything here asks a position and plays no game.

A chance asks a stack. Beyond the last stack, in this order, are progress tokens, medals and gifts.
"""

from collections.abc import Sequence

from engine.architects.actions import Action, Another, RevealMedal, RevealToken, stack_word
from engine.architects.cards import KINDS
from engine.architects.lookup import CENTER_STACK
from engine.architects.medals import MIDDLE
from engine.architects.position import Position
from engine.architects.questions import GIFTS, REVEALS

TOKENS = 1  # beyond the stacks
MEDALS = 2


def odds(at: Position) -> list[tuple[Action, int]]:
    """Every outcome of the pending chance with its weight."""
    asked, beyond = at.asked, at.asked - at.seats
    if asked < 0:
        return []
    if beyond <= 0:
        counts = at.hidden[asked * KINDS : (asked + 1) * KINDS]
        return [(REVEALS[asked][kind], count) for kind, count in enumerate(counts) if count]
    if beyond == TOKENS:
        tokens = zip(at.lookup.tokens, at.hidden_tokens, strict=True)
        return [(RevealToken(token), count) for token, count in tokens if count]
    if beyond == MEDALS:
        gap = gap_asked(at)
        lying = zip(at.lookup.medals, _box(at), strict=True)
        return [(RevealMedal(gap, medal), 1) for medal, count in lying if count]
    return [(GIFTS[kind], count) for kind, count in enumerate(at.hidden[:KINDS]) if count]  # of the shared stack


def outcomes(at: Position) -> list[Action]:
    """What the pending chance may bring."""
    return [action for action, _ in odds(at)]


def dealt(at: Position, part: float) -> Action:
    """One outcome, as likely as it should be; `part`, from 0 to 1, says which."""
    beyond = at.asked - at.seats
    if beyond == TOKENS:
        return RevealToken(at.lookup.tokens[_chosen(at.hidden_tokens, part)])
    if beyond == MEDALS:
        return RevealMedal(gap_asked(at), at.lookup.medals[_chosen(_box(at), part)])
    stack, lines = (at.asked, REVEALS[at.asked]) if beyond <= 0 else (CENTER_STACK, GIFTS)
    counts = at.hidden[stack * KINDS : (stack + 1) * KINDS]
    if any(counts):
        return lines[_chosen(counts, part)]
    return Another(lines[_chosen(at.lists()[stack], part)])  # all is accounted for, and yet a card lies there


def asked_word(at: Position) -> str:
    """The word of the stack the pending chance asks, as it stands in the line."""
    beyond = at.asked - at.seats
    if beyond <= 0:
        return stack_word(at.asked)
    return ("token", f"medal {stack_word(gap_asked(at))}", "gift")[beyond - 1]


def asked_line(at: Position) -> str:
    """The line of the pending chance, without its outcome."""
    return f"reveal {asked_word(at)}"


def chance_key(at: Position) -> tuple[str, int]:
    """The stack the pending chance asks, and how many of its cards have come to light before."""
    return asked_word(at), at.revealed[at.asked]


def gap_asked(at: Position) -> int:
    """Where the next medal goes: gap by gap, then the middle."""
    laid = at.revealed[at.seats + MEDALS]
    return laid + 1 if laid < at.seats else MIDDLE


def _box(at: Position) -> list[int]:
    """Whether each medal is in the box, as 0 or 1."""
    return [at.box_medals >> number & 1 for number in range(len(at.lookup.medals))]


def _chosen(counts: Sequence[int], part: float) -> int:
    """Which entry lies at a part, from 0 to 1, of all that is counted."""
    left = int(part * sum(counts))
    for number, count in enumerate(counts):
        left -= count
        if left < 0:
            return number
    raise AssertionError("nothing to choose from")
