"""Sentences for refused actions in Architects, and for entered positions that do not fit."""

from typing import Final

from app.games.architects.printed_names import card, stack_name, token, wonder
from app.text.refusal_messages import SHARED_SENTENCES, Refusals, Sentences, Unfit
from app.text.translation import Words, capital, w_

_RULES: Final[Sentences] = {
    "chance-first": w_("One moment: a card is being revealed."),
    "not-in-stack": w_("There is no such card left in that stack."),
    "not-asked": w_("This does not answer the open question."),
    "no-chance": w_("There is nothing to reveal now."),
    "effect-first": w_("First use the effect of {wonder}."),
    "empty-stack": w_("That stack is empty."),
    "card-taken": w_("You have taken your card of this turn already."),
    "no-look": w_("Only the cat, or a token like it, lets you look: once a turn, before you take a card."),
    "take-first": w_("Take your card first."),
    "stage-closed": w_("Stage {stage} cannot come next."),
    "payment": w_("Those cards do not pay for stage {stage}."),
    "no-exchange": w_("A progress token costs two equal green cards or three different ones."),
    "no-extra": w_("{token} grants no extra card now."),
    "must-act": w_("Build and exchange everything you can before your turn ends."),
}


def _unfit_card_count(w: Words, facts: Unfit) -> str:
    return w("{whose}, {card}: enter 0 to {most}.", whose=facts.get("name") or w("Discard pile"), **facts)


def _unfit_stack(w: Words, facts: Unfit) -> str:
    stack = w("On the left of {name}", **facts) if "seat" in facts else stack_name(w, str(facts["stack"]))
    return w.ngettext("{stack}: {n} card at most.", "{stack}: {n} cards at most.", int(facts["began"]), stack=stack)


def _unfit_medals(w: Words, facts: Unfit) -> str:
    if int(facts["there"]) < int(facts["fewest"]):
        return w("You entered only {there} of the {laid} medals laid out.", there=facts["there"], laid=facts["fewest"])
    return w("There are only {all} medals. You entered {there}.", all=facts["most"], there=facts["there"])


_MISFITS: Final[Sentences] = {
    **SHARED_SENTENCES,
    "turn": w_("Exactly one seat must have the turn."),
    "no-gift": w_("It is the turn of {name}, who has no face-down card."),
    "wonder": w_("{name}: the wonder here is {wonder}."),
    "stage": w_("{name}: stage {stage} needs the stages below it."),
    "complete": w_("{name} has a complete wonder: the game would be over."),
    "card-count": _unfit_card_count,
    "card-sum": lambda w, facts: w(
        "{card}: at most {most} in front of all seats together.", card=capital(str(facts["card"])), most=facts["most"]
    ),
    "cats": w_("Only one seat can have the cat."),
    "stack": _unfit_stack,
    "no-stack": w_("Every stack is empty, so the game would be over."),
    "markers": lambda w, facts: w.ngettext(
        "Between two turns, at most {n} conflict token shows battle.",
        "Between two turns, at most {n} conflict tokens show battle.",
        int(facts["most"]),
    ),
    "face-up": lambda w, facts: w.ngettext(
        "While hidden progress tokens are left, {n} token lies face up.",
        "While hidden progress tokens are left, {n} tokens lie face up.",
        int(facts["most"]),
    ),
    "medals": _unfit_medals,
    "tokens": lambda w, facts: w(
        "There are only {all} progress tokens. You entered {taken} face up and {left} hidden ones.",
        all=facts["most"],
        **facts,
    ),
    "cards": lambda w, facts: w(
        "There are only {all} cards. You entered {left} in stacks and {taken} elsewhere.", all=facts["most"], **facts
    ),
}

refusal = Refusals(_RULES, _MISFITS, {"card": card, "token": token, "wonder": wonder}).refusal
