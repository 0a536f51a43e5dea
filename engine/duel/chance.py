"""Outcomes of the pending chance. Functions here read a position and never change it."""

from typing import Final

from engine.bit_sets import numbers
from engine.duel.actions import Action
from engine.duel.packed_position import AGE, GUILDS, TOKEN_BOX, TOKENS, WONDERS, Position
from engine.duel.questions import DRAW, LAY, OFFER, TOKEN, TURN_UP

STACKS: Final = ("token", "wonder", "age-1", "age-2", "age-3", "guild", "box")  # by the places of `revealed`


def odds(at: Position) -> list[tuple[Action, int]]:
    """List every outcome of the pending chance with its weight."""
    lookup, asked = at.lookup, at.asked
    if asked == TOKEN:
        return [(lookup.reveal_tokens[n], 1) for n in numbers(at.rest)]
    if asked == OFFER:
        return [(lookup.offers[n], 1) for n in numbers(at.aside)]
    if asked == DRAW:
        return [(lookup.boxes[n], 1) for n in tokens_in_box(at)]
    if asked == TURN_UP:
        slot = at.turning[0]
        return [(lookup.reveals[slot][n], 1) for n in unseen_of(at, slot)]
    return _slot_odds(at) if asked == LAY else []


def outcomes(at: Position) -> list[Action]:
    """List the outcomes of the pending chance."""
    return [action for action, _ in odds(at)]


def draw_outcome(at: Position, part: float) -> Action:
    """Return one outcome, chosen by `part` (from 0 to 1) in proportion to the weights."""
    lookup, asked = at.lookup, at.asked
    if asked == TURN_UP:
        slot = at.turning[0]
        cards = unseen_of(at, slot)
        return lookup.reveals[slot][cards[int(part * len(cards))]]
    if asked == LAY:
        if at.two_backs:
            return _draw_slot(at, part)
        return lookup.reveals[at.slot][at.unseen[int(part * len(at.unseen))]]
    if asked == TOKEN:
        tokens = numbers(at.rest)
        return lookup.reveal_tokens[tokens[int(part * len(tokens))]]
    if asked == OFFER:
        wonders = numbers(at.aside)
        return lookup.offers[wonders[int(part * len(wonders))]]
    drawable = tokens_in_box(at)
    return lookup.boxes[drawable[int(part * len(drawable))]]


def pending_line(at: Position) -> str:
    """Return the line of the pending chance without its outcome."""
    asked = at.asked
    if asked == LAY:
        return f"reveal {at.slot}"
    if asked == TURN_UP:
        return f"reveal {at.turning[0]}"
    return "reveal box" if asked == DRAW else f"reveal {STACKS[asked]}"


def pending_stack(at: Position) -> int:
    """Return the index in `revealed` that counts the pending chance."""
    asked = at.asked
    if asked == TURN_UP:
        return GUILDS if at.backs >> at.turning[0] & 1 else AGE + at.age
    if asked == LAY:
        return AGE + (at.age if at.laid else at.age + 1)
    return TOKEN_BOX if asked == DRAW else TOKENS if asked == TOKEN else WONDERS


def chance_key(at: Position) -> tuple[str, int]:
    """Return the stack that the pending chance draws from, and how many of its cards were revealed before."""
    stack = pending_stack(at)
    return STACKS[stack], at.revealed[stack]


def unseen_of(at: Position, slot: int) -> list[int]:
    """List the unseen cards with the same back as the one in a slot."""
    return at.unseen_guilds if at.backs >> slot & 1 else at.unseen


def tokens_in_box(at: Position) -> list[int]:
    """List the tokens that may be drawn."""
    return [token for token in numbers(at.rest) if token not in at.drawn_tokens]


def plain_backs_left(at: Position) -> int:
    """Return how many plain backs are still to come while an age with two kinds of back is laid out."""
    return at.structure.slots - at.laid - guilds_left(at)


def guilds_left(at: Position) -> int:
    """Return how many guilds are still to come in an age with two kinds of back."""
    return at.lookup.facts.table.guilds - at.guilds_laid


def _slot_odds(at: Position) -> list[tuple[Action, int]]:
    """List what the next slot may show, with the weights of the notation."""
    lookup, slot = at.lookup, at.slot
    if not at.two_backs:
        return [(lookup.reveals[slot][n], 1) for n in at.unseen]
    plain, guilds = plain_backs_left(at), guilds_left(at)
    if not at.structure.open[slot]:
        outcomes = [(lookup.backs[slot][0], plain), (lookup.backs[slot][1], guilds)]
    else:
        outcomes = [(lookup.reveals[slot][n], plain * max(1, len(at.unseen_guilds))) for n in at.unseen]
        outcomes += [(lookup.reveals[slot][n], guilds * max(1, len(at.unseen))) for n in at.unseen_guilds]
    return [(action, weight) for action, weight in outcomes if weight]


def _draw_slot(at: Position, part: float) -> Action:
    """Return what the next slot shows, in an age with two kinds of back."""
    lookup, slot, places = at.lookup, at.slot, at.structure
    both = places.slots - at.laid
    guilds = guilds_left(at)
    plain = both - guilds
    backs = part * both
    if not places.open[slot]:
        return lookup.backs[slot][0 if backs < plain else 1]
    if backs < plain:
        return lookup.reveals[slot][at.unseen[int(backs / plain * len(at.unseen))]]
    return lookup.reveals[slot][at.unseen_guilds[int((backs - plain) / guilds * len(at.unseen_guilds))]]
