"""Reports from people's cardboard: cards that our counts exclude, because another number of guilds was dealt.

A reported card counts as one of those that can be there, so the counts stay the same. From then on they may be off by
one for the cards still to come, and offers are still what can be there.
"""

from collections.abc import Iterable, Sequence

from engine import corrections_and_agreements
from engine.bit_sets import numbers
from engine.corrections_and_agreements import Count, CountCorrection, WonderCorrection
from engine.duel import effects
from engine.duel.actions import Action, Contradiction, Start, Taking
from engine.duel.data_schema import CLASSES, WONDER, Coins, Science
from engine.duel.packed_position import NONE, TOKENS, UNKNOWN, Position
from engine.duel.questions import NO_ACTIONS, TOKEN, TURN, uses
from engine.duel.refusals import refusal
from engine.game import CHANCE, Seat


def contradictions(pos: Position) -> tuple[Action, ...]:
    """List the uses of cards that our counts exclude, for the seat to act."""
    if pos.eager or pos.phase != TURN:
        return NO_ACTIONS
    return tuple(
        Contradiction(action) for action in uses(pos, pos.active, pos.excluded()) if isinstance(action, Taking)
    )


def admit_report(pos: Position, seat: Seat, action: Contradiction) -> Taking:
    """Add the reported card to our counts and return the plain action. Raise IllegalAction if it may not be reported
    now.
    """
    if seat != pos.active or action not in contradictions(pos):
        raise refusal(pos, seat, action)
    if pos.lookup.card[action.of.card] in pos.unseen_guilds:
        pos.guilds_laid -= 1  # it counts as one as soon as it is taken
    return action.of


def reassigned(pos: Position, seat: Seat, action: Action) -> tuple[Action, ...]:
    """Return how an action reported for `seat` reads for the seat now to act: unchanged, because every line names its
    thing.
    """
    if (seat == CHANCE) != (pos.pending_chance >= 0):
        return NO_ACTIONS
    return (action, action.of) if isinstance(action, Contradiction) else (action,)


def reseated(action: Action, to: Sequence[Seat]) -> Action:
    """Return the action for rearranged seats; only house lines and `start` name seats."""
    if isinstance(action, Start):
        return Start(to[action.seat - 1] + 1)
    if isinstance(action, CountCorrection | WonderCorrection):
        return corrections_and_agreements.reseat_line(action, to)
    return action


def setup_progress(pos: Position) -> tuple[int, int]:
    """Return which token the set-up asks for now, from 1, and of how many; (0, 0) for anything else."""
    return (pos.revealed[TOKENS] + 1, pos.lookup.board_tokens) if pos.pending_chance == TOKEN else (0, 0)


def correctable_counts(pos: Position) -> dict[str, Count]:
    """Map what people may correct from the first turn on: coins, cards, wonders, tokens, the pawn, and unreported
    cards.
    """
    if not _is_countable(pos):
        return {}
    near, lookup = pos.lookup.capital - 1, pos.lookup
    found = {
        "coins 1": Count(pos.coins[0]),
        "coins 2": Count(pos.coins[1]),
        "pawn": Count(pos.pawn, -near, near),
        "cards": Count(pos.cards_left, min(1, pos.cards_left), max(pos.cards_left, pos.cards_left + pos.unnamed)),
    }
    for seat in (0, 1):
        found |= {f"card {lookup.cards[card]} {seat + 1}": Count(1, 0, 1) for card in numbers(pos.cities[seat])}
        for wonder in numbers(pos.built[seat] | pos.unbuilt[seat]):
            found[f"wonder {lookup.wonders[wonder]} {seat + 1}"] = Count(pos.built[seat] >> wonder & 1, 0, 1)
        found |= {f"token {lookup.tokens[token]} {seat + 1}": Count(1, 0, 1) for token in numbers(pos.progress[seat])}
    return found


def things(pos: Position) -> dict[str, int]:
    """Map cards of the ages that have begun and progress tokens to 1, except those that would end the game."""
    if not _is_countable(pos):
        return {}
    lookup = pos.lookup
    found = {f"card {name}": 1 for name, card in lookup.facts.cards.items() if card.age <= pos.age}
    found |= {f"token {name}": 1 for name in lookup.tokens}
    return {what: most for what, most in found.items() if not _would_win(pos, what)}


def _is_countable(pos: Position) -> bool:
    return bool(not pos.eager and pos.turn and pos.to_act)


def _would_win(pos: Position, what: str) -> bool:
    """Check whether this gives a seat its last missing symbol: the turn in which that happened has to be reported."""
    kind, _, name = what.partition(" ")
    number, kinds = pos.lookup.facts.table.winning_symbols, len(pos.lookup.symbols)
    symbols = [pos.lookup.symbol[each] for each in _symbols(pos, kind, name)]
    return any(
        pos.distinct_symbols[seat] + 1 >= number and any(not pos.symbols[seat * kinds + symbol] for symbol in symbols)
        for seat in (0, 1)
    )


def _symbols(pos: Position, kind: str, name: str) -> list[str]:
    lookup = pos.lookup
    shown: Iterable[object] = (
        lookup.deck[lookup.card[name]].effects if kind == "card" else lookup.token_effects[lookup.token[name]]
    )
    return [effect.symbol for effect in shown if isinstance(effect, Science)]


def set_count(pos: Position, what: str, n: int) -> None:
    """Set a count. Cards fewer than we count have left the structure without being reported.

    A unique thing moves from wherever it is. Its standing effects are applied, and no one-time effects.
    """
    kind, _, rest = what.partition(" ")
    thing, _, number = rest.rpartition(" ")
    match kind:
        case "pawn":
            pos.pawn = n
        case "cards":
            pos.unnamed += pos.cards_left - n
            pos.cards_left = n
        case "coins":
            pos.coins[int(number) - 1] = n
        case "card":
            _set_card(pos, int(number) - 1, pos.lookup.card[thing], n)
        case "token":
            _set_token(pos, int(number) - 1, pos.lookup.token[thing], n)
        case "wonder":
            _set_wonder(pos, int(number) - 1, pos.lookup.wonder[thing], n)


def _set_card(pos: Position, seat: int, card: int, n: int) -> None:
    if pos.cities[seat] >> card & 1 == n:
        return
    if n:
        _remove_card(pos, card)
        pos.cities[seat] |= 1 << card
    else:
        pos.cities[seat] &= ~(1 << card)
        _mark_unseen(pos, card)
    _recount(pos)


def _remove_card(pos: Position, card: int) -> None:
    for seat in (0, 1):
        pos.cities[seat] &= ~(1 << card)
    pos.discard &= ~(1 << card)
    if card in pos.under:
        pos.under[pos.under.index(card)] = UNKNOWN
        pos.unnamed += pos.lookup.facts.cards[pos.lookup.cards[card]].age == pos.age
    if card in pos.unseen or card in pos.unseen_guilds:
        if card in pos.unseen:
            pos.unseen.remove(card)
        else:
            pos.unseen_guilds.remove(card)
            pos.guilds_laid += 1
        pos.unnamed -= 1


def _mark_unseen(pos: Position, card: int) -> None:
    """Mark a card as unseen; one of this age may still be reported."""
    if pos.lookup.facts.cards[pos.lookup.cards[card]].age != pos.age:
        return
    pos.unnamed += 1
    if card in pos.lookup.guilds:
        pos.guilds_laid -= 1
        pos.unseen_guilds = sorted([*pos.unseen_guilds, card])
    else:
        pos.unseen = sorted([*pos.unseen, card])


def _set_token(pos: Position, seat: int, token: int, n: int) -> None:
    """Move a token to or from a seat; a removed one returns to the board as long as there is room."""
    if pos.progress[seat] >> token & 1 == n:
        return
    bit = 1 << token
    pos.progress[0] &= ~bit
    pos.progress[1] &= ~bit
    if n:
        pos.board &= ~bit
        pos.box_tokens &= ~bit
        pos.progress[seat] |= bit
    elif (pos.board | pos.progress[0] | pos.progress[1]).bit_count() < pos.lookup.board_tokens:
        pos.board |= bit
    else:
        pos.box_tokens |= bit
    _recount(pos)


def _set_wonder(pos: Position, seat: int, wonder: int, n: int) -> None:
    """Build or unbuild a wonder; at the maximum the last unbuilt one leaves, below it that one comes back."""
    if pos.built[seat] >> wonder & 1 == n:
        return
    most, each = pos.lookup.max_wonders, len(pos.lookup.facts.table.draft) // 2
    pos.built[seat] ^= 1 << wonder
    pos.unbuilt[seat] ^= 1 << wonder
    if n:
        pos.under[wonder] = UNKNOWN
    else:
        card = pos.under[wonder]
        pos.under[wonder] = NONE
        if card >= 0:
            _mark_unseen(pos, card)
    built = (pos.built[0] | pos.built[1]).bit_count()
    if built >= most:
        pos.unbuilt = [0, 0]
    elif not n and built == most - 1:
        there = pos.wonders_aside | pos.built[0] | pos.built[1] | pos.unbuilt[0] | pos.unbuilt[1]
        for other in (0, 1):
            if (pos.built[other] | pos.unbuilt[other]).bit_count() < each:
                pos.unbuilt[other] |= ~there & (1 << len(pos.lookup.wonders)) - 1
    _recount(pos)


def _recount(pos: Position) -> None:
    """Recompute the standing effects of cards, wonders and tokens of both seats."""
    lookup = pos.lookup
    pos.symbols = [0] * len(pos.symbols)
    pos.distinct_symbols = [0, 0]
    pos.counts = [0] * len(pos.counts)
    pos.discounts = [0] * len(pos.discounts)
    for seat in (0, 1):
        pos.trade_income[seat] = pos.wonders_play_again[seat] = False
        pos.chain_coins[seat] = pos.more_shields[seat] = 0
        pos.counts[CLASSES * seat + WONDER] = pos.built[seat].bit_count()
        for card in numbers(pos.cities[seat]):
            pos.counts[CLASSES * seat + lookup.deck[card].colour] += 1
            for symbol in _symbols(pos, "card", lookup.cards[card]):
                effects.gain_symbol(pos, seat, symbol, None)
        for token in numbers(pos.progress[seat]):
            for effect in lookup.token_effects[token]:
                if not isinstance(effect, Coins):
                    effects.ON_GAIN[type(effect)](pos, seat, effect, lookup.tokens[token], None)
    for seat in (0, 1):
        pos.recount(seat)
