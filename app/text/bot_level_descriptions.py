"""Names and descriptions of bot levels and characters, each true and one sentence long. Levels and characters are data
(data/players); one without an entry here is shown by its slug.
"""

from collections.abc import Callable, Mapping
from typing import Final

from app.text.translation import Words

Says = Callable[[Words], str]

LEVELS: Final[Mapping[str, tuple[Says, Says]]] = {
    "easy": (lambda w: w("easy"), lambda w: w("looks one action ahead, and errs where actions are close")),
    "normal": (lambda w: w("normal"), lambda w: w("judges each action by what has won many games")),
    "hard": (lambda w: w("hard"), lambda w: w("looks many actions ahead")),
    "master": (lambda w: w("master"), lambda w: w("thinks for up to five seconds, and looks even further ahead")),
}
CHARACTERS: Final[Mapping[str, tuple[Says, Says]]] = {
    "plain": (lambda w: w("No preference"), lambda w: w("likes nothing more than winning")),
    "general": (lambda w: w("General"), lambda w: w("likes shields and conflicts")),
    "scholar": (lambda w: w("Scholar"), lambda w: w("likes science")),
    "builder": (lambda w: w("Builder"), lambda w: w("likes to build wonders")),
    "merchant": (lambda w: w("Merchant"), lambda w: w("likes trade and coins")),
    "varied": (lambda w: w("Drawn for each game"), lambda w: w("draws its style for each game")),
}


def level(w: Words, slug: str) -> str:
    """Translate the slug of a level."""
    return LEVELS[slug][0](w) if slug in LEVELS else slug


def character(w: Words, slug: str) -> str:
    """Translate the slug of a character."""
    return CHARACTERS[slug][0](w) if slug in CHARACTERS else slug


def describe_play(w: Words, level: str | None, character: str) -> str:
    """Describe how a bot of this level and character plays, to follow its name; empty if both are unknown."""
    said = [known[slug][1](w) for known, slug in ((CHARACTERS, character), (LEVELS, level)) if slug and slug in known]
    return w("{likes}, {plays}", likes=said[0], plays=said[1]) if len(said) == 2 else "".join(said)


def knowledge_note(w: Words) -> str:
    """State that bots see only what their seat sees."""
    return w("Bots know what their seat knows, nothing more.")
