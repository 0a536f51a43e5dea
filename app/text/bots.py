"""How bots play, in one sentence each: true of the player behind it (engine/players), and no more than that."""

from collections.abc import Callable, Mapping
from typing import Final

from app.text.languages import Words

CHARACTERS: Final[Mapping[str, Callable[[Words], str]]] = {
    # looks one action ahead, in a few imagined worlds, and takes what is worth most after it
    "now": lambda w: w("takes what is worth most right now"),
    "each": lambda w: w("tries every action in thought first"),
    "one-step": lambda w: w("never looks further than one action"),
    "counts": lambda w: w("counts, and never bluffs"),
    "guesses": lambda w: w("guesses what lies hidden, and counts the rest"),
    "afresh": lambda w: w("begins anew with every decision"),
    "own-board": lambda w: w("does not ask what you are planning"),
    # takes any action, each as likely
    "dice": lambda w: w("lets chance decide"),
    "whim": lambda w: w("takes whatever comes along"),
    "no-plan": lambda w: w("has no plan at all"),
    "unforeseen": lambda w: w("cannot be foreseen"),
}


def character(w: Words, slug: str) -> str:
    """How a bot of that character plays, after its name; empty for one that nothing is known of."""
    said = CHARACTERS.get(slug)
    return said(w) if said else ""
