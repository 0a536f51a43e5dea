"""Why an action is not legal now, as precisely as people ask. The slugs are stable; words are made elsewhere."""

from engine.duel import actions as said
from engine.duel.actions import Action
from engine.duel.chance import asked_line
from engine.duel.position import Position
from engine.duel.questions import TURN, WORDS
from engine.game import CHANCE, IllegalAction


def refusal(at: Position, seat: int, action: Action) -> IllegalAction:
    """The first reason that holds."""
    if at.ended:
        return IllegalAction("over", victory=at.ended)
    if at.asked >= 0:
        if seat != CHANCE:
            return IllegalAction("chance-first", line=asked_line(at))
        return IllegalAction("not-in-stack", asked=asked_line(at), line=str(action))
    if seat == CHANCE:
        return IllegalAction("no-chance", seat=at.active + 1)
    if seat != at.active:
        return IllegalAction("not-your-turn", active=at.active + 1)
    asked = WORDS[at.phase]
    match action:
        case said.Build() | said.BuildWonder() | said.Discard() if at.phase == TURN:
            return _in_turn(at, seat, action)
        case said.Progress() if asked == "progress":
            return IllegalAction("not-on-the-board", token=action.token)
        case said.Draft() if asked == "draft":
            return IllegalAction("not-offered", wonder=action.wonder)
        case said.Destroy() if asked == "destroy":
            return IllegalAction("no-target", card=action.card)
        case said.Revive() if asked == "revive":
            return IllegalAction("not-discarded", card=action.card)
        case said.Keep() if asked == "keep":
            return IllegalAction("not-drawn", token=action.token)
    return IllegalAction("asked-first", asked=asked)


def _in_turn(at: Position, seat: int, action: said.Build | said.BuildWonder | said.Discard) -> IllegalAction:
    card = at.lookup.card[action.card]
    if card not in at.nameable():
        covered = card in at.slots
        return IllegalAction("covered" if covered else "not-in-the-structure", card=action.card)
    cost = at.card_cost(seat, card)[0]
    thing = action.card
    if isinstance(action, said.BuildWonder):
        wonder = at.lookup.wonder[action.wonder]
        if not at.unbuilt[seat] >> wonder & 1:
            return IllegalAction("not-your-wonder", wonder=action.wonder)
        cost = at.wonder_cost(seat, wonder)[0]
        thing = action.wonder
    return IllegalAction("price", thing=thing, cost=cost, coins=at.coins[seat])
