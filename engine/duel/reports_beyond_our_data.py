"""Reports from people's cardboard: cards that our counts exclude, because another number of guilds was dealt.

A reported card counts as one of those that can be there, so the counts stay the same. From then on they may be off by
one for the cards still to come, and offers are still what can be there.
"""

from collections.abc import Iterable, Sequence

from engine import corrections_and_agreements
from engine.bit_sets import numbers
from engine.corrections_and_agreements import Count, CountCorrection, WonderCorrection
from engine.duel import effects
from engine.duel.actions import Action, Another, Start, Taking
from engine.duel.data_schema import CLASSES, WONDER, Coins, Science
from engine.duel.packed_position import NONE, TOKENS, UNKNOWN, Position
from engine.duel.questions import NO_ACTIONS, TOKEN, TURN, uses
from engine.duel.refusals import refusal
from engine.game import CHANCE, Seat


def contradictions(at: Position) -> tuple[Action, ...]:
    """List the uses of cards that our counts exclude, for the seat to act."""
    if at.eager or at.phase != TURN:
        return NO_ACTIONS
    return tuple(Another(action) for action in uses(at, at.active, at.excluded()) if isinstance(action, Taking))


def admit_report(at: Position, seat: Seat, action: Another) -> Taking:
    """Add the reported card to our counts and return the plain action. Raise IllegalAction if it may not be reported
    now.
    """
    if seat != at.active or action not in contradictions(at):
        raise refusal(at, seat, action)
    if at.lookup.card[action.of.card] in at.unseen_guilds:
        at.guilds_laid -= 1  # it counts as one as soon as it is taken
    return action.of


def reassigned(at: Position, seat: Seat, action: Action) -> tuple[Action, ...]:
    """Return how an action reported for `seat` reads for the seat now to act: unchanged, because every line names its
    thing.
    """
    if (seat == CHANCE) != (at.asked >= 0):
        return NO_ACTIONS
    return (action, action.of) if isinstance(action, Another) else (action,)


def reseated(action: Action, to: Sequence[Seat]) -> Action:
    """Return the action for rearranged seats; only house lines and `start` name seats."""
    if isinstance(action, Start):
        return Start(to[action.seat - 1] + 1)
    return (
        corrections_and_agreements.reseat_line(action, to)
        if isinstance(action, CountCorrection | WonderCorrection)
        else action
    )


def setup_progress(at: Position) -> tuple[int, int]:
    """Return which token the set-up asks for now, from 1, and of how many; (0, 0) for anything else."""
    return (at.revealed[TOKENS] + 1, at.lookup.board_tokens) if at.asked == TOKEN else (0, 0)


def correctable_counts(at: Position) -> dict[str, Count]:
    """Map what people may correct from the first turn on: coins, cards, wonders, tokens, the pawn, and unreported
    cards.
    """
    if not _is_countable(at):
        return {}
    near, lookup = at.lookup.capital - 1, at.lookup
    found = {
        "coins 1": Count(at.coins[0]),
        "coins 2": Count(at.coins[1]),
        "pawn": Count(at.pawn, -near, near),
        "cards": Count(at.left, min(1, at.left), max(at.left, at.left + at.unnamed)),
    }
    for seat in (0, 1):
        found |= {f"card {lookup.cards[card]} {seat + 1}": Count(1, 0, 1) for card in numbers(at.cities[seat])}
        for wonder in numbers(at.built[seat] | at.unbuilt[seat]):
            found[f"wonder {lookup.wonders[wonder]} {seat + 1}"] = Count(at.built[seat] >> wonder & 1, 0, 1)
        found |= {f"token {lookup.tokens[token]} {seat + 1}": Count(1, 0, 1) for token in numbers(at.progress[seat])}
    return found


def things(at: Position) -> dict[str, int]:
    """Map cards of the ages that have begun and progress tokens to 1, except those that would end the game."""
    if not _is_countable(at):
        return {}
    lookup = at.lookup
    found = {f"card {name}": 1 for name, card in lookup.facts.cards.items() if card.age <= at.age}
    found |= {f"token {name}": 1 for name in lookup.tokens}
    return {what: most for what, most in found.items() if not _would_win(at, what)}


def _is_countable(at: Position) -> bool:
    return bool(not at.eager and at.turn and at.to_act)


def _would_win(at: Position, what: str) -> bool:
    """Check whether this gives a seat its last missing symbol: the turn in which that happened has to be reported."""
    kind, _, name = what.partition(" ")
    number, kinds = at.lookup.facts.table.winning_symbols, len(at.lookup.symbols)
    symbols = [at.lookup.symbol[each] for each in _symbols(at, kind, name)]
    return any(
        at.different[seat] + 1 >= number and any(not at.symbols[seat * kinds + symbol] for symbol in symbols)
        for seat in (0, 1)
    )


def _symbols(at: Position, kind: str, name: str) -> list[str]:
    lookup = at.lookup
    shown: Iterable[object] = (
        lookup.deck[lookup.card[name]].effects if kind == "card" else lookup.token_effects[lookup.token[name]]
    )
    return [effect.symbol for effect in shown if isinstance(effect, Science)]


def set_count(at: Position, what: str, n: int) -> None:
    """Set a count. Cards fewer than we count have left the structure without being reported.

    A unique thing moves from wherever it is. Its standing effects are applied, and no one-time effects.
    """
    kind, _, rest = what.partition(" ")
    thing, _, number = rest.rpartition(" ")
    match kind:
        case "pawn":
            at.pawn = n
        case "cards":
            at.unnamed += at.left - n
            at.left = n
        case "coins":
            at.coins[int(number) - 1] = n
        case "card":
            _set_card(at, int(number) - 1, at.lookup.card[thing], n)
        case "token":
            _set_token(at, int(number) - 1, at.lookup.token[thing], n)
        case "wonder":
            _set_wonder(at, int(number) - 1, at.lookup.wonder[thing], n)


def _set_card(at: Position, seat: int, card: int, n: int) -> None:
    if at.cities[seat] >> card & 1 == n:
        return
    if n:
        _remove_card(at, card)
        at.cities[seat] |= 1 << card
    else:
        at.cities[seat] &= ~(1 << card)
        _mark_unseen(at, card)
    _recount(at)


def _remove_card(at: Position, card: int) -> None:
    for seat in (0, 1):
        at.cities[seat] &= ~(1 << card)
    at.discard &= ~(1 << card)
    if card in at.under:
        at.under[at.under.index(card)] = UNKNOWN
        at.unnamed += at.lookup.facts.cards[at.lookup.cards[card]].age == at.age
    if card in at.unseen or card in at.unseen_guilds:
        if card in at.unseen:
            at.unseen.remove(card)
        else:
            at.unseen_guilds.remove(card)
            at.guilds_laid += 1
        at.unnamed -= 1


def _mark_unseen(at: Position, card: int) -> None:
    """Mark a card as unseen; one of this age may still be reported."""
    if at.lookup.facts.cards[at.lookup.cards[card]].age != at.age:
        return
    at.unnamed += 1
    if card in at.lookup.guilds:
        at.guilds_laid -= 1
        at.unseen_guilds = sorted([*at.unseen_guilds, card])
    else:
        at.unseen = sorted([*at.unseen, card])


def _set_token(at: Position, seat: int, token: int, n: int) -> None:
    """Move a token to or from a seat; a removed one returns to the board as long as there is room."""
    if at.progress[seat] >> token & 1 == n:
        return
    bit = 1 << token
    at.progress[0] &= ~bit
    at.progress[1] &= ~bit
    if n:
        at.board &= ~bit
        at.rest &= ~bit
        at.progress[seat] |= bit
    elif (at.board | at.progress[0] | at.progress[1]).bit_count() < at.lookup.board_tokens:
        at.board |= bit
    else:
        at.rest |= bit
    _recount(at)


def _set_wonder(at: Position, seat: int, wonder: int, n: int) -> None:
    """Build or unbuild a wonder; at the maximum the last unbuilt one leaves, below it that one comes back."""
    if at.built[seat] >> wonder & 1 == n:
        return
    most, each = at.lookup.max_wonders, len(at.lookup.facts.table.draft) // 2
    at.built[seat] ^= 1 << wonder
    at.unbuilt[seat] ^= 1 << wonder
    if n:
        at.under[wonder] = UNKNOWN
    else:
        card = at.under[wonder]
        at.under[wonder] = NONE
        if card >= 0:
            _mark_unseen(at, card)
    built = (at.built[0] | at.built[1]).bit_count()
    if built >= most:
        at.unbuilt = [0, 0]
    elif not n and built == most - 1:
        there = at.aside | at.built[0] | at.built[1] | at.unbuilt[0] | at.unbuilt[1]
        for other in (0, 1):
            if (at.built[other] | at.unbuilt[other]).bit_count() < each:
                at.unbuilt[other] |= ~there & (1 << len(at.lookup.wonders)) - 1
    _recount(at)


def _recount(at: Position) -> None:
    """Compute the standing effects of cards, wonders and tokens of both seats anew."""
    lookup = at.lookup
    at.symbols = [0] * len(at.symbols)
    at.different = [0, 0]
    at.counts = [0] * len(at.counts)
    at.discounts = [0] * len(at.discounts)
    for seat in (0, 1):
        at.income[seat], at.chain_coins[seat], at.more_shields[seat], at.wonders_play_again[seat] = False, 0, 0, False
        at.counts[CLASSES * seat + WONDER] = at.built[seat].bit_count()
        for card in numbers(at.cities[seat]):
            at.counts[CLASSES * seat + lookup.deck[card].colour] += 1
            for symbol in _symbols(at, "card", lookup.cards[card]):
                effects.gain_symbol(at, seat, symbol, None)
        for token in numbers(at.progress[seat]):
            for effect in lookup.token_effects[token]:
                if not isinstance(effect, Coins):
                    effects.ON_GAIN[type(effect)](at, seat, effect, lookup.tokens[token], None)
    for seat in (0, 1):
        at.recount(seat)
