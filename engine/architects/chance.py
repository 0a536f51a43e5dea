"""What the pending chance may bring, and other worlds: everything here asks a state and plays no game.

A chance asks a stack. Beyond the last stack, in this order, are progress tokens, medals and gifts.
"""

from collections.abc import Sequence

from engine.architects.actions import Action, Another, RevealMedal, RevealToken, stack_word
from engine.architects.box import CENTER_STACK
from engine.architects.cards import KINDS
from engine.architects.medals import MIDDLE
from engine.architects.position import UNKNOWN, Position
from engine.architects.questions import GIFTS, REVEALS
from engine.game import Rng, Seat

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
        tokens = zip(at.box.tokens, at.hidden_tokens, strict=True)
        return [(RevealToken(token), count) for token, count in tokens if count]
    if beyond == MEDALS:
        gap = gap_asked(at)
        lying = zip(at.box.medals, _box(at), strict=True)
        return [(RevealMedal(gap, medal), 1) for medal, count in lying if count]
    return [(GIFTS[kind], count) for kind, count in enumerate(at.hidden[:KINDS]) if count]  # of the shared stack


def dealt(at: Position, part: float) -> Action:
    """One outcome, as likely as it should be; `part`, from 0 to 1, says which."""
    beyond = at.asked - at.seats
    if beyond == TOKENS:
        return RevealToken(at.box.tokens[_chosen(at.hidden_tokens, part)])
    if beyond == MEDALS:
        return RevealMedal(gap_asked(at), at.box.medals[_chosen(_box(at), part)])
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


def gap_asked(at: Position) -> int:
    """Where the next medal goes: gap by gap, then the middle."""
    laid = at.lit[at.seats + MEDALS]
    return laid + 1 if laid < at.seats else MIDDLE


def exchange(twin: Position, seat: Seat | None, rng: Rng) -> None:
    """Exchange what came to light for others, and not for `seat` (None: the public), for cards it may well be."""
    reader = 0 if seat is None else 1 << seat
    top = twin.top[CENTER_STACK]
    known = [top] if top != UNKNOWN and not twin.knows & reader else []
    known += [kind for _, kind, seen in twin.gifts if kind != UNKNOWN and not seen & reader]
    if known:
        dealt = _redealt(twin, CENTER_STACK, known, rng)
        if top != UNKNOWN and not twin.knows & reader:
            twin.top[CENTER_STACK] = dealt.pop(0)
        twin.gifts = tuple(
            (whose, dealt.pop(0), seen) if kind != UNKNOWN and not seen & reader else (whose, kind, seen)
            for whose, kind, seen in twin.gifts
        )
    if twin.searched and seat != twin.active:
        twin.searched[1:] = _redealt(twin, twin.searching, twin.searched[1:], rng)


def _redealt(at: Position, stack: int, kinds: list[int], rng: Rng) -> list[int]:
    """Cards of a stack exchanged for others it may hold, as a seat that has not seen them would guess."""
    base = stack * KINDS
    for kind in kinds:
        at.hidden[base + kind] += 1
    dealt = []
    for _ in kinds:
        kind = rng.choices(range(KINDS), at.hidden[base : base + KINDS])[0]
        at.hidden[base + kind] -= 1
        dealt.append(kind)
    return dealt


def _box(at: Position) -> list[int]:
    """Whether each medal is in the box, as 0 or 1."""
    return [at.box_medals >> number & 1 for number in range(len(at.box.medals))]


def _chosen(counts: Sequence[int], part: float) -> int:
    """Which entry lies at a part, from 0 to 1, of all that is counted."""
    left = int(part * sum(counts))
    for number, count in enumerate(counts):
        left -= count
        if left < 0:
            return number
    raise AssertionError("nothing to choose from")
