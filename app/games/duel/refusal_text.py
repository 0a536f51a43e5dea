"""Sentences for refused actions in Duel, and for entered positions that do not fit."""

from typing import Final

from app.games.duel.cost_text import short_of
from app.games.duel.printed_names import ROMAN, card, name_of, token, wonder
from app.text.amount_text import n_coins
from app.text.refusal_messages import SHARED_SENTENCES, Refusals, Sentences, Unfit
from app.text.translation import Words, w_


def _not_asked(w: Words, facts: Unfit) -> str:
    match facts["asked"]:
        case "draft":
            return w("A wonder must be chosen first.")
        case "progress" | "keep":
            return w("A progress token must be chosen first.")
        case "destroy":
            return w("A card must be destroyed first.")
        case "revive":
            return w("A discarded card must be built first.")
        case "start":
            return w("First say who begins this age.")
    return w("A card must be taken first.")


_RULES: Final[Sentences] = {
    "chance-first": w_("One moment: a card is being revealed."),
    "not-in-stack": w_("This cannot be revealed there."),
    "no-chance": w_("There is nothing to reveal now."),
    "not-on-the-board": w_("{token} does not lie on the board."),
    "not-offered": w_("{wonder} is not on offer."),
    "no-target": w_("{card} cannot be destroyed."),
    "not-discarded": w_("{card} is not in the discard pile."),
    "not-drawn": w_("{token} is not among the tokens drawn."),
    "asked-first": _not_asked,
    "covered": w_("Another card still lies on {card}."),
    "not-in-the-structure": w_("{card} does not lie there."),
    "not-your-wonder": w_("{wonder} is not yours to build."),
    "price": lambda w, facts: w(
        "{thing} costs {cost}; you have {coins}: {missing}.",
        missing=short_of(w, int(facts["cost"]) - int(facts["coins"])),
        **{**facts, "cost": n_coins(w, int(facts["cost"]))},
    ),
}

_MISFITS: Final[Sentences] = {
    **SHARED_SENTENCES,
    "left": w_("In Age {age}, 1 to {most} cards can be left."),
    "turn": w_("Exactly one seat must have the turn."),
    "coins": w_("{name} cannot have fewer than 0 coins."),
    "science": lambda w, facts: w(
        "{name} has {n} different symbols: the game would be over.", n=facts["symbols"], **facts
    ),
    "wonder-twice": lambda w, facts: w("{thing} was entered twice.", thing=facts["wonder"]),
    "wonders": w_("{name} has {there} wonders here. Each seat has {drafted} until the seventh is built."),
    "wonders-built": w_("You entered {there} built wonders. A game has {most} at most."),
    "wonder-left": w_("With {most} wonders built, the last one goes back to the box."),
    "token-twice": lambda w, facts: w("{thing} was entered twice.", thing=facts["token"]),
    "tokens": w_("There must be {laid} progress tokens on the board and in front of the seats, not {there}."),
    "board": w_("At most {most} progress tokens are on the board."),
    "pawn": lambda w, facts: w(
        "The pawn can be {n} spaces from the middle at most; at a capital the game is over.", n=facts["most"]
    ),
    "military-token": lambda w, facts: w(
        "{name}: the token –{n} cannot be on the track any more.", n=facts["coins"], **facts
    ),
    "card-twice": lambda w, facts: w("{thing} was entered twice.", thing=facts["card"]),
    "card-age": w_("{card} is of Age {age}, which has not begun."),
    "cards": w_("You entered more cards of Age {age} ({there}) than have been taken so far ({taken})."),
    "cards-in-all": w_(
        "You entered more cards ({there}, with those under wonders) than have been taken so far ({taken})."
    ),
}

refusal = Refusals(
    _RULES,
    _MISFITS,
    {"card": card, "wonder": wonder, "token": token, "thing": name_of, "age": lambda w, age: ROMAN[int(age)]},
).refusal
