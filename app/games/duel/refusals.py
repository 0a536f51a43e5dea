"""Sentences for refused actions in Duel, and for entered positions that do not fit."""

from collections.abc import Callable, Mapping
from typing import Final

from app.games.duel.cost_text import short_of
from app.games.duel.printed_names import ROMAN, card, name_of, token, wonder
from app.text.entry_errors import SHARED_SENTENCES, Sentences, Unfit, misfit, whose
from app.text.languages import Words


def refusal(w: Words, rule: str, facts: Mapping[str, int | str]) -> str:
    """Return why the rules refuse an action; a general sentence for a rule without words of its own."""
    say = _SENTENCES.get(rule)
    return say(w, facts) if say else w("That is not possible now.")


def _not_asked(w: Words, it: Mapping[str, int | str]) -> str:
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


_SENTENCES: Final[Mapping[str, Callable[[Words, Mapping[str, int | str]], str]]] = {
    "position": lambda w, it: misfit(w, it, _MISFITS),
    "over": lambda w, it: w("The game is over."),
    "chance-first": lambda w, it: w("One moment: a card is being revealed."),
    "not-in-stack": lambda w, it: w("This cannot be revealed there."),
    "no-chance": lambda w, it: w("There is nothing to reveal now."),
    "not-your-turn": lambda w, it: w("It is not your turn."),
    "not-on-the-board": lambda w, it: w("{token} does not lie on the board.", token=token(w, str(it["token"]))),
    "not-offered": lambda w, it: w("{wonder} is not on offer.", wonder=wonder(w, str(it["wonder"]))),
    "no-target": lambda w, it: w("{card} cannot be destroyed.", card=card(w, str(it["card"]))),
    "not-discarded": lambda w, it: w("{card} is not in the discard pile.", card=card(w, str(it["card"]))),
    "not-drawn": lambda w, it: w("{token} is not among the tokens drawn.", token=token(w, str(it["token"]))),
    "asked-first": _not_asked,
    "covered": lambda w, it: w("Another card still lies on {card}.", card=card(w, str(it["card"]))),
    "not-in-the-structure": lambda w, it: w("{card} does not lie there.", card=card(w, str(it["card"]))),
    "dealt-here": lambda w, it: w("Wondertable deals this game, so no other card is possible."),
    "still-there": lambda w, it: w("This one can still be there: enter it as usual."),
    "not-your-wonder": lambda w, it: w("{wonder} is not yours to build.", wonder=wonder(w, str(it["wonder"]))),
    "price": lambda w, it: w(
        "{thing} costs {cost} coins; you have {coins}: {missing}.",
        thing=name_of(w, str(it["thing"])),
        cost=it["cost"],
        coins=it["coins"],
        missing=short_of(w, int(it["cost"]) - int(it["coins"])),
    ),
}


def _unfit_left(w: Words, it: Unfit) -> str:
    return w("In Age {age}, 1 to {most} cards can be left.", age=ROMAN[int(it["age"])], most=it["most"])


def _unfit_science(w: Words, it: Unfit) -> str:
    return w("{name} has {n} different symbols: the game would be over.", name=whose(w, it), n=it["symbols"])


def _unfit_wonders(w: Words, it: Unfit) -> str:
    facts = {"name": whose(w, it), "there": it["there"], "drafted": it["drafted"]}
    return w("{name} has {there} wonders here. Each seat has {drafted} until the seventh is built.", **facts)


def _unfit_tokens(w: Words, it: Unfit) -> str:
    return w(
        "Progress tokens entered: {there}. On the board and in front of the seats there must be {laid}.",
        there=it["there"],
        laid=it["laid"],
    )


def _unfit_pawn(w: Words, it: Unfit) -> str:
    return w("The pawn can be {n} spaces from the middle at most; at a capital the game is over.", n=it["most"])


def _unfit_military(w: Words, it: Unfit) -> str:
    return w("{name}: the token –{n} cannot be on the track any more.", name=whose(w, it), n=it["coins"])


def _unfit_age(w: Words, it: Unfit) -> str:
    return w("{card} is of Age {age}, which has not begun.", card=card(w, str(it["card"])), age=ROMAN[int(it["age"])])


def _unfit_cards(w: Words, it: Unfit) -> str:
    return w(
        "Cards of Age {age} entered: {there}. Taken so far, by the cards left: {taken}.",
        age=ROMAN[int(it["age"])],
        there=it["there"],
        taken=it["taken"],
    )


def _unfit_cards_in_all(w: Words, it: Unfit) -> str:
    return w(
        "Cards entered, with those under wonders: {there}. Taken so far, by the cards left: {taken}.",
        there=it["there"],
        taken=it["taken"],
    )


_MISFITS: Final[Sentences] = {
    **SHARED_SENTENCES,
    "left": _unfit_left,
    "turn": lambda w, it: w("Exactly one seat must have the turn."),
    "coins": lambda w, it: w("{name} cannot have fewer than 0 coins.", name=whose(w, it)),
    "science": _unfit_science,
    "wonder-twice": lambda w, it: w("{thing} was entered twice.", thing=wonder(w, str(it["wonder"]))),
    "wonders": _unfit_wonders,
    "wonders-built": lambda w, it: w(
        "Wonders entered as built: {there}. A game has {most} at most.", there=it["there"], most=it["most"]
    ),
    "wonder-left": lambda w, it: w("With {most} wonders built, the last one goes back to the box.", most=it["most"]),
    "token-twice": lambda w, it: w("{thing} was entered twice.", thing=token(w, str(it["token"]))),
    "tokens": _unfit_tokens,
    "board": lambda w, it: w("At most {most} progress tokens are on the board.", most=it["most"]),
    "pawn": _unfit_pawn,
    "military-token": _unfit_military,
    "card-twice": lambda w, it: w("{thing} was entered twice.", thing=card(w, str(it["card"]))),
    "card-age": _unfit_age,
    "cards": _unfit_cards,
    "cards-in-all": _unfit_cards_in_all,
}
