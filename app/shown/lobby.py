"""What is said before a game begins."""

from collections.abc import Sequence

import msgspec

from app.protocol.messages import SetGame
from app.shown.form import Form, Says, Switch
from app.text.languages import Words


class Rarely(msgspec.Struct, frozen=True):
    """What is rarely changed. `guided` None: nothing of this game is commented. `rules`: of the house, by slug."""

    keep: bool
    guided: bool | None
    rules: tuple[tuple[str, bool], ...]


def who_plays(w: Words, game: str, most: int) -> str:
    """Asked before a game that has fewer places than there are people."""
    return w.ngettext(
        "{game} is for {n}. Who plays? The others watch.", "{game} is for {n}. Who plays? The others watch.", most,
        game=game,
    )  # fmt: skip


def rarely(w: Words, it: Rarely, names: Sequence[str]) -> Form:
    """Switches; `names`: what the game calls its house rules, in their order."""
    guided = [
        Switch(
            key="guided",
            words=w("Guided first game"),
            on=bool(it.guided),
            says=_sets("guided"),
            about=w("Comments at each edge on what happens there for the first time."),
        )
    ]
    return Form(
        w("House rules and more"),
        (
            Switch(key="keep", words=w("Keep this game in the history"), on=it.keep, says=_sets("keep")),
            *(guided if it.guided is not None else []),
            *(
                Switch(key=slug, words=name, on=on, says=_sets(f"rules.{slug}"))
                for (slug, on), name in zip(it.rules, names, strict=True)
            ),
        ),
    )


def _sets(hole: str) -> Says:
    return Says(SetGame(id=""), hole)
