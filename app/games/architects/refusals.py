"""Sentences for refused actions in Architects, and for entered positions that do not fit."""

from collections.abc import Callable, Mapping
from typing import Final

from app.games.architects.printed_names import card, stack_name, token, wonder
from app.text.entry_errors import SHARED_SENTENCES, Sentences, Unfit, misfit, whose
from app.text.languages import Words, capital


def refusal(w: Words, rule: str, facts: Mapping[str, int | str]) -> str:
    """Return why the rules refuse an action; a general sentence for a rule without words of its own."""
    say = _SENTENCES.get(rule)
    return say(w, facts) if say else w("That is not possible now.")


Why = Callable[[Words, Mapping[str, int | str]], str]


_SENTENCES: Final[Mapping[str, Why]] = {
    "over": lambda w, it: w("The game is over."),
    "position": lambda w, it: misfit(w, it, _MISFITS),
    "chance-first": lambda w, it: w("One moment: a card is being revealed."),
    "not-in-stack": lambda w, it: w("There is no such card left in that stack."),
    "dealt-here": lambda w, it: w("Wondertable deals this game, so no other card is possible."),
    "still-there": lambda w, it: w("This one can still be there: enter it as usual."),
    "not-asked": lambda w, it: w("This does not answer the open question."),
    "no-chance": lambda w, it: w("There is nothing to reveal now."),
    "not-your-turn": lambda w, it: w("It is not your turn."),
    "effect-first": lambda w, it: w("First use the effect of {wonder}.", wonder=wonder(w, str(it["wonder"]))),
    "empty-stack": lambda w, it: w("That stack is empty."),
    "card-taken": lambda w, it: w("You have taken your card of this turn already."),
    "no-look": lambda w, it: w("Only the cat, or a token like it, lets you look: once a turn, before you take a card."),
    "take-first": lambda w, it: w("Take your card first."),
    "stage-closed": lambda w, it: w("Stage {stage} cannot come next.", stage=it["stage"]),
    "payment": lambda w, it: w("Those cards do not pay for stage {stage}.", stage=it["stage"]),
    "no-exchange": lambda w, it: w("A progress token takes two green cards the same, or three different ones."),
    "no-extra": lambda w, it: w("{token} grants no extra card now.", token=token(w, str(it["token"]))),
    "must-act": lambda w, it: w("Build and exchange everything you can before your turn ends."),
    "not-now": lambda w, it: w("That is not possible now."),
}


def _unfit_wonder(w: Words, it: Unfit) -> str:
    return w("{name}: the wonder here is {wonder}.", name=whose(w, it), wonder=wonder(w, str(it["wonder"])))


def _unfit_card_count(w: Words, it: Unfit) -> str:
    where = whose(w, it) if "seat" in it else w("Discard pile")
    name = card(w, str(it["card"]))
    return w("{whose}, {card}: only 0 to {most} can be entered.", whose=where, card=name, most=it["most"])


def _unfit_stack(w: Words, it: Unfit) -> str:
    stack = w("On the left of {name}", name=whose(w, it)) if "seat" in it else stack_name(w, str(it["stack"]))
    return w.ngettext("{stack}: {n} card at most.", "{stack}: {n} cards at most.", int(it["began"]), stack=stack)


def _unfit_markers(w: Words, it: Unfit) -> str:
    return w.ngettext(
        "Between two turns, at most {n} conflict token shows battle.",
        "Between two turns, at most {n} conflict tokens show battle.",
        int(it["most"]),
    )


def _unfit_face_up(w: Words, it: Unfit) -> str:
    return w.ngettext(
        "While hidden progress tokens are left, {n} token lies face up.",
        "While hidden progress tokens are left, {n} tokens lie face up.",
        int(it["most"]),
    )


def _unfit_medals(w: Words, it: Unfit) -> str:
    there = it["there"]
    if int(there) < int(it["fewest"]):
        return w("Only {there} of the {laid} medals laid out were entered.", there=there, laid=it["fewest"])
    return w("There are only {all} medals; {there} were entered.", there=there, all=it["most"])


def _unfit_tokens(w: Words, it: Unfit) -> str:
    return w(
        "There are only {all} progress tokens; {taken} face up and {left} hidden ones were entered.",
        all=it["most"],
        taken=it["taken"],
        left=it["left"],
    )


def _unfit_card_sum(w: Words, it: Unfit) -> str:
    name = capital(card(w, str(it["card"])))
    return w("{card}: at most {most} in front of all seats together.", card=name, most=it["most"])


def _unfit_cards(w: Words, it: Unfit) -> str:
    return w(
        "There are only {all} cards; {left} in stacks and {taken} elsewhere were entered.",
        all=it["most"],
        left=it["left"],
        taken=it["taken"],
    )


_MISFITS: Final[Sentences] = {
    **SHARED_SENTENCES,
    "turn": lambda w, it: w("Exactly one seat must have the turn."),
    "no-gift": lambda w, it: w("It is the turn of {name}, who has no face-down card.", name=whose(w, it)),
    "wonder": _unfit_wonder,
    "stage": lambda w, it: w("{name}: stage {stage} needs the stages below it.", name=whose(w, it), stage=it["stage"]),
    "complete": lambda w, it: w("{name} has a complete wonder: the game would be over.", name=whose(w, it)),
    "card-count": _unfit_card_count,
    "card-sum": _unfit_card_sum,
    "cats": lambda w, it: w("Only one seat can have the cat."),
    "stack": _unfit_stack,
    "no-stack": lambda w, it: w("Every stack is empty, so the game would be over."),
    "markers": _unfit_markers,
    "face-up": _unfit_face_up,
    "medals": _unfit_medals,
    "tokens": _unfit_tokens,
    "cards": _unfit_cards,
}
