"""A guest who sits down: who they are, what their wonder does, and for whom they wait; all else is a touch away."""

import msgspec

from app.shown.form import Form, Link, Text
from app.text.languages import Words


class Guest(msgspec.Struct, frozen=True):
    """Somebody of whom nothing has been asked yet.

    `wonders`: what each of theirs is called and does; `whose`: who is asked something; nobody is before a game.
    """

    name: str
    wonders: tuple[str, ...]
    whose: tuple[str, ...]
    begun: bool


def sits(w: Words, it: Guest) -> Form:
    """All that they see before anything is asked of them."""
    waits = w("Waiting for {names}", names=", ".join(it.whose)) if it.whose else ""
    about = waits if it.begun else w("The game has not begun yet.")
    return Form(
        it.name,
        (
            *(Text(key=f"wonder {n}", words=says) for n, says in enumerate(it.wonders, start=1)),
            *([Text(key="waits", words=about, loud=True)] if about else []),
            Link(key="whole", words=w("Show the whole page"), to="whole"),
        ),
    )


def is_owner(seat: int, people: tuple[int, ...]) -> bool:
    """Whether a seat agrees on the next game for everybody: who sits at the first of the seats that people have."""
    return seat == min(people, default=seat)
