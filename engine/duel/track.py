"""Told from cardboard: a card that our counts exclude, because another number of guilds was dealt.

How one is kept: it counts as if it were one of those that can be there, so counts stay what they were. Of the cards
still to come they may say one too many or too few from then on; what is offered is still what can be there.
"""

from engine.duel.actions import Action, Another, Taking
from engine.duel.position import TOKENS, Position
from engine.duel.questions import NOTHING, TOKEN, TURN, uses
from engine.duel.refusals import refusal
from engine.game import CHANCE, Seat
from engine.house import Count


def others(at: Position) -> tuple[Action, ...]:
    """Everything the seat to act could do with cards that our counts exclude."""
    if at.eager or at.phase != TURN:
        return NOTHING
    return tuple(Another(action) for action in uses(at, at.active, at.excluded()) if isinstance(action, Taking))


def admitted(at: Position, seat: Seat, action: Another) -> Taking:
    """What is told, once our counts have it; IllegalAction if it may not be told now."""
    if seat != at.active or action not in others(at):
        raise refusal(at, seat, action)
    if at.lookup.card[action.of.card] in at.unseen_guilds:
        at.guilds_laid -= 1  # it counts as one as soon as it is taken
    return action.of


def moved(at: Position, seat: Seat, action: Action) -> tuple[Action, ...]:
    """What was told of `seat`, or of chance, as it is told of whoever is asked now: every line names its thing."""
    if (seat == CHANCE) != (at.asked >= 0):
        return NOTHING
    return (action, action.of) if isinstance(action, Another) else (action,)


def laid_out(at: Position) -> tuple[int, int]:
    """Which of how many tokens the set-up asks for now, from 1; 0 of 0 for anything else."""
    return (at.revealed[TOKENS] + 1, at.lookup.board_tokens) if at.asked == TOKEN else (0, 0)


def counted(at: Position) -> dict[str, Count]:
    """What people may count otherwise, while a seat has its turn: coins, the pawn, and cards that nobody has told."""
    if at.eager or at.phase != TURN or not at.to_act:
        return {}
    near = at.lookup.capital - 1
    return {
        "coins 1": Count(at.coins[0]),
        "coins 2": Count(at.coins[1]),
        "pawn": Count(at.pawn, -near, near),
        "cards": Count(at.left, 1, at.left + at.unnamed),
    }


def count(at: Position, what: str, n: int) -> None:
    """There are so many; cards fewer than we count have left the structure without being told."""
    if what == "pawn":
        at.pawn = n
    elif what == "cards":
        at.unnamed += at.left - n
        at.left = n
    else:
        at.coins[int(what.split()[1]) - 1] = n
