"""Reasons why an action is not legal now. Their slugs are stable; `app/text` makes the sentences."""

from engine.duel import actions
from engine.duel.actions import Action
from engine.duel.chance import pending_line
from engine.duel.packed_position import Position
from engine.duel.questions import TURN, WORDS
from engine.game import CHANCE, IllegalAction


def refusal(pos: Position, seat: int, action: Action) -> IllegalAction:
    """Return the first reason that applies."""
    if pos.ended:
        return IllegalAction("over", victory=pos.ended)
    if pos.pending_chance >= 0:
        if seat != CHANCE:
            return IllegalAction("chance-first", line=pending_line(pos))
        return IllegalAction("not-in-stack", asked=pending_line(pos), line=str(action))
    if seat == CHANCE:
        return IllegalAction("no-chance", seat=pos.active + 1)
    if seat != pos.active:
        return IllegalAction("not-your-turn", active=pos.active + 1)
    asked = WORDS[pos.phase]
    match action:
        case actions.Build() | actions.BuildWonder() | actions.Discard() if pos.phase == TURN:
            return _refuse_in_turn(pos, seat, action)
        case actions.Contradiction(of) if pos.phase == TURN:
            return _refuse_report(pos, seat, of)
        case actions.Progress() if asked == "progress":
            return IllegalAction("not-on-the-board", token=action.token)
        case actions.Draft() if asked == "draft":
            return IllegalAction("not-offered", wonder=action.wonder)
        case actions.Destroy() if asked == "destroy":
            return IllegalAction("no-target", card=action.card)
        case actions.Revive() if asked == "revive":
            return IllegalAction("not-discarded", card=action.card)
        case actions.Keep() if asked == "keep":
            return IllegalAction("not-drawn", token=action.token)
    return IllegalAction("asked-first", asked=asked)


def _refuse_in_turn(pos: Position, seat: int, action: actions.Taking) -> IllegalAction:
    card = pos.lookup.card[action.card]
    if card not in pos.nameable():
        covered = card in pos.slots
        return IllegalAction("covered" if covered else "not-in-the-structure", card=action.card)
    return _refuse_use(pos, seat, action)


def _refuse_report(pos: Position, seat: int, action: actions.Taking) -> IllegalAction:
    """Return the reason why a use of a card that our counts exclude cannot be reported."""
    card = pos.lookup.card[action.card]
    if pos.eager:
        return IllegalAction("dealt-here", card=action.card)
    if card in pos.nameable():
        return IllegalAction("still-there", card=action.card)
    if card not in pos.excluded():
        return IllegalAction("not-in-the-structure", card=action.card)
    return _refuse_use(pos, seat, action)


def _refuse_use(pos: Position, seat: int, action: actions.Taking) -> IllegalAction:
    """Return the reason for a card that can be taken: the wonder is not the seat's, or the cost is too high."""
    card = pos.lookup.card[action.card]
    cost = pos.card_cost(seat, card)[0]
    thing = action.card
    if isinstance(action, actions.BuildWonder):
        wonder = pos.lookup.wonder[action.wonder]
        if not pos.unbuilt[seat] >> wonder & 1:
            return IllegalAction("not-your-wonder", wonder=action.wonder)
        cost = pos.wonder_cost(seat, wonder)[0]
        thing = action.wonder
    return IllegalAction("price", thing=thing, cost=cost, coins=pos.coins[seat])
