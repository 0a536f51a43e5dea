"""Sentences for refused actions in Duel, and for entered positions that do not fit."""

from typing import Final

from app.games.duel.cost_text import short_of
from app.games.duel.printed_names import ROMAN, card, name_of, token, wonder
from app.text.amount_text import n_coins
from app.text.refusal_messages import SHARED_SENTENCES, Refusals, Sentences, Unfit
from app.text.translation import Words


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
    "chance-first": lambda w, _: w("One moment: a card is being revealed."),
    "not-in-stack": lambda w, _: w("This cannot be revealed there."),
    "no-chance": lambda w, _: w("There is nothing to reveal now."),
    "not-on-the-board": lambda w, facts: w("{token} does not lie on the board.", **facts),
    "not-offered": lambda w, facts: w("{wonder} is not on offer.", **facts),
    "no-target": lambda w, facts: w("{card} cannot be destroyed.", **facts),
    "not-discarded": lambda w, facts: w("{card} is not in the discard pile.", **facts),
    "not-drawn": lambda w, facts: w("{token} is not among the tokens drawn.", **facts),
    "asked-first": _not_asked,
    "covered": lambda w, facts: w("Another card still lies on {card}.", **facts),
    "not-in-the-structure": lambda w, facts: w("{card} does not lie there.", **facts),
    "not-your-wonder": lambda w, facts: w("{wonder} is not yours to build.", **facts),
    "price": lambda w, facts: w(
        "{thing} costs {cost}; you have {coins}: {missing}.",
        missing=short_of(w, int(facts["cost"]) - int(facts["coins"])),
        **{**facts, "cost": n_coins(w, int(facts["cost"]))},
    ),
}

_MISFITS: Final[Sentences] = {
    **SHARED_SENTENCES,
    "left": lambda w, facts: w("In Age {age}, 1 to {most} cards can be left.", **facts),
    "turn": lambda w, _: w("Exactly one seat must have the turn."),
    "coins": lambda w, facts: w("{name} cannot have fewer than 0 coins.", **facts),
    "science": lambda w, facts: w(
        "{name} has {n} different symbols: the game would be over.", n=facts["symbols"], **facts
    ),
    "wonder-twice": lambda w, facts: w("{thing} was entered twice.", thing=facts["wonder"]),
    "wonders": lambda w, facts: w(
        "{name} has {there} wonders here. Each seat has {drafted} until the seventh is built.", **facts
    ),
    "wonders-built": lambda w, facts: w("You entered {there} built wonders. A game has {most} at most.", **facts),
    "wonder-left": lambda w, facts: w("With {most} wonders built, the last one goes back to the box.", **facts),
    "token-twice": lambda w, facts: w("{thing} was entered twice.", thing=facts["token"]),
    "tokens": lambda w, facts: w(
        "There must be {laid} progress tokens on the board and in front of the seats, not {there}.", **facts
    ),
    "board": lambda w, facts: w("At most {most} progress tokens are on the board.", **facts),
    "pawn": lambda w, facts: w(
        "The pawn can be {n} spaces from the middle at most; at a capital the game is over.", n=facts["most"]
    ),
    "military-token": lambda w, facts: w(
        "{name}: the token –{n} cannot be on the track any more.", n=facts["coins"], **facts
    ),
    "card-twice": lambda w, facts: w("{thing} was entered twice.", thing=facts["card"]),
    "card-age": lambda w, facts: w("{card} is of Age {age}, which has not begun.", **facts),
    "cards": lambda w, facts: w(
        "You entered more cards of Age {age} ({there}) than have been taken so far ({taken}).", **facts
    ),
    "cards-in-all": lambda w, facts: w(
        "You entered more cards ({there}, with those under wonders) than have been taken so far ({taken}).", **facts
    ),
}

refusal = Refusals(
    _RULES,
    _MISFITS,
    {"card": card, "wonder": wonder, "token": token, "thing": name_of, "age": lambda w, age: ROMAN[int(age)]},
).refusal
