"""Outcomes of the pending chance. Functions here read a position and never change it."""

from typing import Final

from engine.bit_sets import numbers
from engine.duel.actions import Action
from engine.duel.packed_position import AGE, GUILDS, TOKEN_BOX, TOKENS, WONDERS, Position
from engine.duel.questions import DRAW, LAY, OFFER, TOKEN, TURN_UP

STACKS: Final = ("token", "wonder", "age-1", "age-2", "age-3", "guild", "box")  # by the places of `revealed`


def odds(pos: Position) -> list[tuple[Action, int]]:
    """List every outcome of the pending chance with its weight."""
    lookup, asked = pos.lookup, pos.pending_chance
    if asked == TOKEN:
        return [(lookup.reveal_tokens[n], 1) for n in numbers(pos.box_tokens)]
    if asked == OFFER:
        return [(lookup.offers[n], 1) for n in numbers(pos.wonders_aside)]
    if asked == DRAW:
        return [(lookup.boxes[n], 1) for n in tokens_in_box(pos)]
    if asked == TURN_UP:
        slot = pos.slots_to_turn[0]
        return [(lookup.reveals[slot][n], 1) for n in unseen_of(pos, slot)]
    return _slot_odds(pos) if asked == LAY else []


def outcomes(pos: Position) -> list[Action]:
    """List the outcomes of the pending chance."""
    return [action for action, _ in odds(pos)]


def draw_outcome(pos: Position, part: float) -> Action:
    """Return one outcome, chosen by `part` (from 0 to 1) in proportion to the weights."""
    lookup, asked = pos.lookup, pos.pending_chance
    if asked == TURN_UP:
        slot = pos.slots_to_turn[0]
        cards = unseen_of(pos, slot)
        return lookup.reveals[slot][cards[int(part * len(cards))]]
    if asked == LAY:
        if pos.two_backs:
            return _draw_slot(pos, part)
        return lookup.reveals[pos.slot][pos.unseen[int(part * len(pos.unseen))]]
    if asked == TOKEN:
        tokens = numbers(pos.box_tokens)
        return lookup.reveal_tokens[tokens[int(part * len(tokens))]]
    if asked == OFFER:
        wonders = numbers(pos.wonders_aside)
        return lookup.offers[wonders[int(part * len(wonders))]]
    drawable = tokens_in_box(pos)
    return lookup.boxes[drawable[int(part * len(drawable))]]


def pending_line(pos: Position) -> str:
    """Return the line of the pending chance without its outcome."""
    asked = pos.pending_chance
    if asked == LAY:
        return f"reveal {pos.slot}"
    if asked == TURN_UP:
        return f"reveal {pos.slots_to_turn[0]}"
    return "reveal box" if asked == DRAW else f"reveal {STACKS[asked]}"


def pending_stack(pos: Position) -> int:
    """Return the index in `revealed` that counts the pending chance."""
    asked = pos.pending_chance
    if asked == TURN_UP:
        return GUILDS if pos.guild_backs >> pos.slots_to_turn[0] & 1 else AGE + pos.age
    if asked == LAY:
        return AGE + (pos.age if pos.laid else pos.age + 1)
    return TOKEN_BOX if asked == DRAW else TOKENS if asked == TOKEN else WONDERS


def chance_key(pos: Position) -> tuple[str, int]:
    """Return the stack that the pending chance draws from, and how many of its cards were revealed before."""
    stack = pending_stack(pos)
    return STACKS[stack], pos.revealed[stack]


def unseen_of(pos: Position, slot: int) -> list[int]:
    """List the unseen cards with the same back as the one in a slot."""
    return pos.unseen_guilds if pos.guild_backs >> slot & 1 else pos.unseen


def tokens_in_box(pos: Position) -> list[int]:
    """List the tokens that may be drawn."""
    return [token for token in numbers(pos.box_tokens) if token not in pos.drawn_tokens]


def plain_backs_left(pos: Position) -> int:
    """Return how many plain backs are still to come while an age with two kinds of back is laid out."""
    return pos.structure.slots - pos.laid - guilds_left(pos)


def guilds_left(pos: Position) -> int:
    """Return how many guilds are still to come in an age with two kinds of back."""
    return pos.lookup.facts.table.guilds - pos.guilds_laid


def _slot_odds(pos: Position) -> list[tuple[Action, int]]:
    """List what the next slot may show, with the weights of the notation."""
    lookup, slot = pos.lookup, pos.slot
    if not pos.two_backs:
        return [(lookup.reveals[slot][n], 1) for n in pos.unseen]
    plain, guilds = plain_backs_left(pos), guilds_left(pos)
    if not pos.structure.open[slot]:
        outcomes = [(lookup.backs[slot][0], plain), (lookup.backs[slot][1], guilds)]
    else:
        outcomes = [(lookup.reveals[slot][n], plain * max(1, len(pos.unseen_guilds))) for n in pos.unseen]
        outcomes += [(lookup.reveals[slot][n], guilds * max(1, len(pos.unseen))) for n in pos.unseen_guilds]
    return [(action, weight) for action, weight in outcomes if weight]


def _draw_slot(pos: Position, part: float) -> Action:
    """Return what the next slot shows, in an age with two kinds of back."""
    lookup, slot, places = pos.lookup, pos.slot, pos.structure
    both = places.slots - pos.laid
    guilds = guilds_left(pos)
    plain = both - guilds
    backs = part * both
    if not places.open[slot]:
        return lookup.backs[slot][0 if backs < plain else 1]
    if backs < plain:
        return lookup.reveals[slot][pos.unseen[int(backs / plain * len(pos.unseen))]]
    return lookup.reveals[slot][pos.unseen_guilds[int((backs - plain) / guilds * len(pos.unseen_guilds))]]
