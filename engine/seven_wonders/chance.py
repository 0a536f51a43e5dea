"""Outcomes of the pending chance. Functions here read a position and never change it."""

from typing import Final

from engine.game import Rng
from engine.seven_wonders import actions
from engine.seven_wonders.actions import Action
from engine.seven_wonders.data_schema import DrawLeaders
from engine.seven_wonders.packed_position import NONE, Position
from engine.seven_wonders.questions import DEAL, DEAL_LEADERS, DRAW

STACKS: Final = ("leaders", "hands", "box")  # by what is asked


def stock(pos: Position) -> list[tuple[str, int]]:
    """List what the pending hand may contain: the words of a statement, and how many are left."""
    lookup = pos.lookup
    asks = pending_line(pos)
    if asks is None:
        return []
    if pos.pending_chance != DEAL:
        return [(f"{asks} {lookup.leaders[leader]}", 1) for leader in pos.in_box]
    found = [(f"{asks} {lookup.cards[card]}", pos.deck.count(card)) for card in sorted(set(pos.deck))]
    if pos.guilds_left:
        found += [(f"{asks} {lookup.cards[guild]}", 1) for guild in pos.guilds]
        found.append((f"{asks} guilds", pos.guilds_left))
    return found


def draw_outcome(pos: Position, rng: Rng) -> Action:
    """Draw one hand, with its true probability."""
    lookup, seat = pos.lookup, pos.chance_seat
    if pos.pending_chance != DEAL:
        number = lookup.facts.draft.dealt if pos.pending_chance == DEAL_LEADERS else leaders_to_draw(pos)
        leaders = tuple([lookup.leaders[leader] for leader in sorted(pick_cards(pos.in_box, number, rng))])
        return (
            actions.Deal(seat + 1, leaders) if pos.pending_chance == DEAL_LEADERS else actions.Draw(seat + 1, leaders)
        )
    cards = pick_cards(pos.deck + [NONE] * pos.guilds_left, lookup.facts.table.hand, rng)
    guilds = cards.count(NONE)
    if guilds:
        cards = [card for card in cards if card >= 0] + pick_cards(pos.guilds, guilds, rng)
    return actions.Deal(seat + 1, tuple([lookup.cards[card] for card in sorted(cards)]))


def pending_line(pos: Position) -> str | None:
    """Return the line of the pending chance without its outcome, or None if no chance is pending."""
    if pos.pending_chance < 0:
        return None
    return f"{'draw' if pos.pending_chance == DRAW else 'deal'} {pos.chance_seat + 1}"


def chance_key(pos: Position) -> tuple[str, int]:
    """Return the stack that the pending chance draws from, and how many of its hands were dealt before."""
    return f"age-{pos.age} hands" if pos.pending_chance == DEAL else STACKS[pos.pending_chance], pos.chance_seat


def leaders_to_draw(pos: Position) -> int:
    """Return how many leaders the stage built last takes out of the box (ruling 25)."""
    effects = pos.boards[pos.chance_seat].effects[pos.stages[pos.chance_seat] - 1].asks
    wanted = sum([effect.amount for effect in effects if isinstance(effect, DrawLeaders)])
    return min(wanted, pos.box_size)


def pick_cards(cards: list[int], number: int, rng: Rng) -> list[int]:
    """Choose this number of cards, each set with the same probability."""
    left = cards[:]
    found = []
    for _ in range(number):
        at = int(rng.random() * len(left))
        found.append(left[at])
        left[at] = left[-1]
        left.pop()
    return found
