"""Why a position that people entered does not fit, in the reader's words (engine/architects/entered.py, `Misfit`)."""

from collections.abc import Callable, Mapping
from typing import Final

from app.games.architects import words as architects
from app.text.game import seat_name
from app.text.languages import Words, capital

Facts = Mapping[str, int | str]


def misfit(w: Words, facts: Facts) -> str:
    """What is wrong, after a sentence that says that something is. `why`: the slug; `name`: who sits at its `seat`."""
    return f"{w('This position does not fit.')} {_WHY.get(str(facts['why']), _shape)(w, facts)}"


def _who(w: Words, it: Facts) -> str:
    return str(it.get("name") or architects.wonder(w, str(it["wonder"])))


def _shape(w: Words, it: Facts) -> str:
    return w("It is not written as a position has to be: {field}.", field=it.get("field", "position"))


def _wonder(w: Words, it: Facts) -> str:
    seat = seat_name(w, int(it["seat"]), str(it.get("name", "")))
    return w("{name}: the wonder here is {wonder}.", name=seat, wonder=architects.wonder(w, str(it["wonder"])))


def _card_count(w: Words, it: Facts) -> str:
    whose = _who(w, it) if "seat" in it else w("Discard pile")
    card = architects.card(w, str(it["card"]))
    return w("{whose}, {card}: only 0 to {most} can be entered.", whose=whose, card=card, most=it["most"])


def _stack(w: Words, it: Facts) -> str:
    stack = w("On the left of {name}", name=_who(w, it)) if "seat" in it else architects.stack_name(w, str(it["stack"]))
    return w.many("{stack}: {n} card at most.", "{stack}: {n} cards at most.", int(it["began"]), stack=stack)


def _markers(w: Words, it: Facts) -> str:
    return w.many(
        "Between two turns, {n} conflict token at most shows battle.",
        "Between two turns, {n} conflict tokens at most show battle.",
        int(it["most"]),
    )


def _face_up(w: Words, it: Facts) -> str:
    return w.many(
        "As long as there are hidden ones, {n} progress token lies face up.",
        "As long as there are hidden ones, {n} progress tokens lie face up.",
        int(it["most"]),
    )


def _medals(w: Words, it: Facts) -> str:
    there = it["there"]
    if int(there) < int(it["fewest"]):
        return w("Only {there} of the {laid} medals laid out were entered.", there=there, laid=it["fewest"])
    return w("There are only {all} medals; {there} were entered.", there=there, all=it["most"])


def _tokens(w: Words, it: Facts) -> str:
    return w(
        "There are only {all} progress tokens; {taken} face up and {left} hidden ones were entered.",
        all=it["most"],
        taken=it["taken"],
        left=it["left"],
    )


def _card_sum(w: Words, it: Facts) -> str:
    card = capital(architects.card(w, str(it["card"])))
    return w("{card}: {most} at most before all seats together.", card=card, most=it["most"])


def _cards(w: Words, it: Facts) -> str:
    return w(
        "There are only {all} cards; {left} in stacks and {taken} elsewhere were entered.",
        all=it["most"],
        left=it["left"],
        taken=it["taken"],
    )


_WHY: Final[Mapping[str, Callable[[Words, Facts], str]]] = {
    "shape": _shape,
    "over": lambda w, it: w("A game that is over does not go on."),
    "turn": lambda w, it: w("It is the turn of exactly one seat."),
    "mid-turn": lambda w, it: w("It has to lie between two turns."),
    "no-gift": lambda w, it: w("It is the turn of {name}, who has no face-down card.", name=_who(w, it)),
    "seats": lambda w, it: w("Seats in it: {there}. Seats here: {here}.", there=it["there"], here=it["here"]),
    "wonder": _wonder,
    "stage": lambda w, it: w(
        "{name}: stage {stage} does not stand without those it rests on.", name=_who(w, it), stage=it["stage"]
    ),
    "complete": lambda w, it: w("{name} has a complete wonder: the game would be over.", name=_who(w, it)),
    "card-count": _card_count,
    "card-sum": _card_sum,
    "cats": lambda w, it: w("Only one seat can have the cat."),
    "stack": _stack,
    "no-stack": lambda w, it: w("Without a card in any stack the game would be over."),
    "markers": _markers,
    "face-up": _face_up,
    "medals": _medals,
    "tokens": _tokens,
    "cards": _cards,
}
