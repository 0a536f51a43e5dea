"""Refusals that all games share, and their formatting; those of the table are `_REFUSALS` in table_text.py."""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from app.text.translation import Words, w_
from app.text.words_protocols import seat_name

Unfit: TypeAlias = Mapping[str, int | str]  # the facts of a refusal. `why`: the slug; `name`: who sits at its `seat`
Sentence: TypeAlias = str | Callable[[Words, Unfit], str]
Sentences: TypeAlias = Mapping[str, Sentence]  # by slug
Name: TypeAlias = Callable[[Words, str], str]  # of a printed thing, by its slug


def misfit(w: Words, facts: Unfit, sentences: Sentences) -> str:
    """Explain what is wrong with an entered position."""
    why = explain(w, sentences.get(str(facts.get("why")), _shape), facts)
    return f"{w('This position is not possible.')} {why}"


def explain(w: Words, sentence: Sentence, facts: Unfit) -> str:
    """Translate the sentence of a refusal, and fill in its facts."""
    return w.translate(sentence, facts) if isinstance(sentence, str) else sentence(w, facts)


class Refusals:
    """The error messages of one game, for refused actions and for impossible positions.

    A sentence gets the facts of the refusal, with the name of a thing instead of its slug (`names`, by fact), and
    `name`: the person at its `seat`.
    """

    def __init__(self, rules: Sentences, misfits: Sentences, names: Mapping[str, Name]) -> None:
        self._rules, self._misfits, self._names = {**SHARED_RULES, **rules}, misfits, names

    def refusal(self, w: Words, rule: str, facts: Unfit) -> str:
        """Return why the rules refuse an action; a general sentence for a rule without words of its own."""
        said = {fact: self._names[fact](w, str(each)) if fact in self._names else each for fact, each in facts.items()}
        if "seat" in facts:
            said["name"] = facts.get("name") or seat_name(w, int(facts["seat"]), None)
        if rule == "position":
            return misfit(w, said, self._misfits)
        say = self._rules.get(rule)
        return explain(w, say, said) if say else w("That is not possible now.")


def _shape(w: Words, facts: Unfit) -> str:
    return w("The position is not written correctly: {field}.", field=facts.get("field", "position"))


SHARED_RULES: Final[Sentences] = {
    "over": w_("The game is over."),
    "not-your-turn": w_("It is not your turn."),
    "dealt-here": w_("Wondertable deals this game, so no other card is possible."),
    "still-there": w_("This one can still be there: enter it as usual."),
}
SHARED_SENTENCES: Final[Sentences] = {
    "shape": _shape,
    "over": w_("This game is over and cannot be continued."),
    "mid-turn": w_("The position must be between two turns."),
    "seats": w_("The position has {there} seats, but this table has {here}."),
}
