"""Sentences for refused actions in Duel, and for entered positions that do not fit."""

from typing import Final

from app.games.duel.cost_text import short_of
from app.games.duel.printed_names import ROMAN, card, name_of, token, wonder
from app.text.amount_text import n_coins
from app.text.refusal_messages import SHARED_SENTENCES, Refusals, Sentences, Unfit
from app.text.translation import Words


def _not_asked(w: Words, it: Unfit) -> str:
    match it["asked"]:
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
    "chance-first": lambda w, it: w("One moment: a card is being revealed."),
    "not-in-stack": lambda w, it: w("This cannot be revealed there."),
    "no-chance": lambda w, it: w("There is nothing to reveal now."),
    "not-on-the-board": lambda w, it: w("{token} does not lie on the board.", **it),
    "not-offered": lambda w, it: w("{wonder} is not on offer.", **it),
    "no-target": lambda w, it: w("{card} cannot be destroyed.", **it),
    "not-discarded": lambda w, it: w("{card} is not in the discard pile.", **it),
    "not-drawn": lambda w, it: w("{token} is not among the tokens drawn.", **it),
    "asked-first": _not_asked,
    "covered": lambda w, it: w("Another card still lies on {card}.", **it),
    "not-in-the-structure": lambda w, it: w("{card} does not lie there.", **it),
    "not-your-wonder": lambda w, it: w("{wonder} is not yours to build.", **it),
    "price": lambda w, it: w(
        "{thing} costs {cost}; you have {coins}: {missing}.",
        missing=short_of(w, int(it["cost"]) - int(it["coins"])),
        **{**it, "cost": n_coins(w, int(it["cost"]))},
    ),
}

_MISFITS: Final[Sentences] = {
    **SHARED_SENTENCES,
    "left": lambda w, it: w("In Age {age}, 1 to {most} cards can be left.", **it),
    "turn": lambda w, it: w("Exactly one seat must have the turn."),
    "coins": lambda w, it: w("{name} cannot have fewer than 0 coins.", **it),
    "science": lambda w, it: w("{name} has {n} different symbols: the game would be over.", n=it["symbols"], **it),
    "wonder-twice": lambda w, it: w("{thing} was entered twice.", thing=it["wonder"]),
    "wonders": lambda w, it: w(
        "{name} has {there} wonders here. Each seat has {drafted} until the seventh is built.", **it
    ),
    "wonders-built": lambda w, it: w("You entered {there} built wonders. A game has {most} at most.", **it),
    "wonder-left": lambda w, it: w("With {most} wonders built, the last one goes back to the box.", **it),
    "token-twice": lambda w, it: w("{thing} was entered twice.", thing=it["token"]),
    "tokens": lambda w, it: w(
        "There must be {laid} progress tokens on the board and in front of the seats, not {there}.", **it
    ),
    "board": lambda w, it: w("At most {most} progress tokens are on the board.", **it),
    "pawn": lambda w, it: w(
        "The pawn can be {n} spaces from the middle at most; at a capital the game is over.", n=it["most"]
    ),
    "military-token": lambda w, it: w("{name}: the token –{n} cannot be on the track any more.", n=it["coins"], **it),
    "card-twice": lambda w, it: w("{thing} was entered twice.", thing=it["card"]),
    "card-age": lambda w, it: w("{card} is of Age {age}, which has not begun.", **it),
    "cards": lambda w, it: w(
        "You entered more cards of Age {age} ({there}) than have been taken so far ({taken}).", **it
    ),
    "cards-in-all": lambda w, it: w(
        "You entered more cards ({there}, with those under wonders) than have been taken so far ({taken}).", **it
    ),
}

refusal = Refusals(
    _RULES,
    _MISFITS,
    {"card": card, "wonder": wonder, "token": token, "thing": name_of, "age": lambda w, age: ROMAN[int(age)]},
).refusal
