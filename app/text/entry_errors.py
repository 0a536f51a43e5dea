"""Explanations for an entered position that is impossible, shared by all games."""

from collections.abc import Callable, Mapping
from typing import Final

from app.text.game import seat_name
from app.text.languages import Words

Unfit = Mapping[str, int | str]  # the facts of a refusal. `why`: the slug; `name`: who sits at its `seat`
Sentences = Mapping[str, Callable[[Words, Unfit], str]]  # by slug


def misfit(w: Words, it: Unfit, sentences: Sentences) -> str:
    """Explain what is wrong with an entered position."""
    return f"{w('This position is not possible.')} {sentences.get(str(it['why']), _shape)(w, it)}"


def whose(w: Words, it: Unfit) -> str:
    """Name the seat that a rejected position is about."""
    return str(it.get("name") or seat_name(w, int(it["seat"]), None))


def _shape(w: Words, it: Unfit) -> str:
    return w("The position is not written correctly: {field}.", field=it.get("field", "position"))


SHARED_SENTENCES: Final[Sentences] = {
    "shape": _shape,
    "over": lambda w, it: w("This game is over and cannot be continued."),
    "mid-turn": lambda w, it: w("The position must be between two turns."),
    "seats": lambda w, it: w(
        "Seats in the position: {there}. Seats at this table: {here}.", there=it["there"], here=it["here"]
    ),
}
