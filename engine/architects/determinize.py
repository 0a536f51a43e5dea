"""Determinization: replace what a reader does not see by a random choice that fits everything it has seen."""

from engine.architects.data_schema import KINDS
from engine.architects.lookup_tables import CENTER_STACK
from engine.architects.packed_position import UNKNOWN, Position
from engine.architects.questions import KEEP, keep_offers
from engine.game import Rng, Seat


def determinize(pos: Position, seat: Seat | None, rng: Rng) -> None:
    """Deal again the cards that others have seen and `seat` (None: the public) has not."""
    reader = 0 if seat is None else 1 << seat
    top = pos.known_tops[CENTER_STACK]
    known = [top] if top != UNKNOWN and not pos.center_seen_by & reader else []
    known += [kind for _, kind, seen in pos.gifts if kind != UNKNOWN and not seen & reader]
    if known:
        dealt = _redeal(pos, CENTER_STACK, known, rng)
        if top != UNKNOWN and not pos.center_seen_by & reader:
            pos.known_tops[CENTER_STACK] = dealt.pop(0)
        pos.gifts = tuple(
            (whose, dealt.pop(0), seen) if kind != UNKNOWN and not seen & reader else (whose, kind, seen)
            for whose, kind, seen in pos.gifts
        )
    if pos.searched and seat != pos.active:
        pos.searched[1:] = _redeal(pos, pos.searching, pos.searched[1:], rng)
        if pos.phase == KEEP:
            pos.offer = keep_offers(pos)


def veil(pos: Position, seat: Seat | None) -> None:
    """Return cards that others have seen and `seat` has not to the hidden cards, so that chance reveals them again.

    Cards that a seat found in a search stay, since only that seat is asked about them.
    """
    reader = 0 if seat is None else 1 << seat
    top = pos.known_tops[CENTER_STACK]
    known = [kind for _, kind, seen in pos.gifts if kind != UNKNOWN and not seen & reader]
    if top != UNKNOWN and not pos.center_seen_by & reader:
        known.append(top)
        pos.known_tops[CENTER_STACK] = UNKNOWN
    if known:
        pos.gifts = tuple([(whose, kind if seen & reader else UNKNOWN, seen) for whose, kind, seen in pos.gifts])
    for kind in known:
        pos.hidden_cards[CENTER_STACK * KINDS + kind] += 1
    pos.hidden_totals[CENTER_STACK] += len(known)


def _redeal(pos: Position, stack: int, kinds: list[int], rng: Rng) -> list[int]:
    """Return `kinds` to the hidden cards of a stack and draw as many at random, weighted by what the stack may hold."""
    base = stack * KINDS
    for kind in kinds:
        pos.hidden_cards[base + kind] += 1
    dealt = []
    for _ in kinds:
        kind = rng.choices(range(KINDS), pos.hidden_cards[base : base + KINDS])[0]
        pos.hidden_cards[base + kind] -= 1
        dealt.append(kind)
    return dealt
