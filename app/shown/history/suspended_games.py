"""Suspended games: continue or delete them."""

from collections.abc import Sequence
from typing import Final

import msgspec

from app.protocol.game_lifecycle_messages import Discard, Resume
from app.shown.form import Button, ConfirmPrompt, Form, IntentTemplate
from app.text.translation import Words

ROMAN: Final = ("", "I", "II", "III")


class ResumableGame(msgspec.Struct, frozen=True):
    """A suspended game. `title`: empty if only one game exists here. `turn`: 0 on a score sheet; `age`: 0 if the game
    counts its turns through.
    """

    game: int
    title: str
    names: tuple[str, ...]
    turn: int
    age: int = 0


def suspended_list(w: Words, games: Sequence[ResumableGame]) -> Form:
    """Build the list, the newest first."""
    return Form(w("Continue a game"), tuple(_continue_button(w, game) for game in games))


def _continue_button(w: Words, game: ResumableGame) -> Button:
    far = w("turn {n}", n=game.turn) if game.turn else w("Score sheet")
    if game.age:
        far = w("Age {age}, turn {turn}", age=ROMAN[game.age], turn=game.turn)
    deleted = Button(
        key=f"discard {game.game}",
        words=w("Delete this game"),
        says=IntentTemplate(Discard(id="", game=game.game, sure=True)),
        picture="cross",
        sure=ConfirmPrompt(w("This game cannot be continued."), w("Yes, delete it")),
    )
    return Button(
        key=f"resume {game.game}",
        words=" · ".join(filter(None, (", ".join(game.names), game.title, far))),
        says=IntentTemplate(Resume(id="", game=game.game)),
        picture="card",
        also=deleted,
    )
