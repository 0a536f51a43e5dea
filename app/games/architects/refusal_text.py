"""Sentences for refused actions in Architects, and for entered positions that do not fit."""

from typing import Final

from app.games.architects.printed_names import card, stack_name, token, wonder
from app.text.refusal_messages import SHARED_SENTENCES, Refusals, Sentences, Unfit
from app.text.translation import Words, capital

_RULES: Final[Sentences] = {
    "chance-first": lambda w, it: w("One moment: a card is being revealed."),
    "not-in-stack": lambda w, it: w("There is no such card left in that stack."),
    "not-asked": lambda w, it: w("This does not answer the open question."),
    "no-chance": lambda w, it: w("There is nothing to reveal now."),
    "effect-first": lambda w, it: w("First use the effect of {wonder}.", **it),
    "empty-stack": lambda w, it: w("That stack is empty."),
    "card-taken": lambda w, it: w("You have taken your card of this turn already."),
    "no-look": lambda w, it: w("Only the cat, or a token like it, lets you look: once a turn, before you take a card."),
    "take-first": lambda w, it: w("Take your card first."),
    "stage-closed": lambda w, it: w("Stage {stage} cannot come next.", **it),
    "payment": lambda w, it: w("Those cards do not pay for stage {stage}.", **it),
    "no-exchange": lambda w, it: w("A progress token costs two equal green cards or three different ones."),
    "no-extra": lambda w, it: w("{token} grants no extra card now.", **it),
    "must-act": lambda w, it: w("Build and exchange everything you can before your turn ends."),
}


def _unfit_card_count(w: Words, it: Unfit) -> str:
    return w("{whose}, {card}: enter 0 to {most}.", whose=it.get("name") or w("Discard pile"), **it)


def _unfit_stack(w: Words, it: Unfit) -> str:
    stack = w("On the left of {name}", **it) if "seat" in it else stack_name(w, str(it["stack"]))
    return w.ngettext("{stack}: {n} card at most.", "{stack}: {n} cards at most.", int(it["began"]), stack=stack)


def _unfit_medals(w: Words, it: Unfit) -> str:
    if int(it["there"]) < int(it["fewest"]):
        return w("You entered only {there} of the {laid} medals laid out.", there=it["there"], laid=it["fewest"])
    return w("There are only {all} medals. You entered {there}.", all=it["most"], there=it["there"])


_MISFITS: Final[Sentences] = {
    **SHARED_SENTENCES,
    "turn": lambda w, it: w("Exactly one seat must have the turn."),
    "no-gift": lambda w, it: w("It is the turn of {name}, who has no face-down card.", **it),
    "wonder": lambda w, it: w("{name}: the wonder here is {wonder}.", **it),
    "stage": lambda w, it: w("{name}: stage {stage} needs the stages below it.", **it),
    "complete": lambda w, it: w("{name} has a complete wonder: the game would be over.", **it),
    "card-count": _unfit_card_count,
    "card-sum": lambda w, it: w(
        "{card}: at most {most} in front of all seats together.", card=capital(str(it["card"])), most=it["most"]
    ),
    "cats": lambda w, it: w("Only one seat can have the cat."),
    "stack": _unfit_stack,
    "no-stack": lambda w, it: w("Every stack is empty, so the game would be over."),
    "markers": lambda w, it: w.ngettext(
        "Between two turns, at most {n} conflict token shows battle.",
        "Between two turns, at most {n} conflict tokens show battle.",
        int(it["most"]),
    ),
    "face-up": lambda w, it: w.ngettext(
        "While hidden progress tokens are left, {n} token lies face up.",
        "While hidden progress tokens are left, {n} tokens lie face up.",
        int(it["most"]),
    ),
    "medals": _unfit_medals,
    "tokens": lambda w, it: w(
        "There are only {all} progress tokens. You entered {taken} face up and {left} hidden ones.",
        all=it["most"],
        **it,
    ),
    "cards": lambda w, it: w(
        "There are only {all} cards. You entered {left} in stacks and {taken} elsewhere.", all=it["most"], **it
    ),
}

refusal = Refusals(_RULES, _MISFITS, {"card": card, "token": token, "wonder": wonder}).refusal
