"""The table in the reader's words: refusals of rights, of stale questions, of the lobby; changes at the table."""

from collections.abc import Mapping

from app.i18n import Words
from app.words import architects


def refusal(w: Words, rule: str, facts: Mapping[str, int | str]) -> str:
    """Why the table, or the game, says no: one sentence, whatever the rule."""
    return architects.refusal(w, rule, facts)
