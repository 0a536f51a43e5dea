"""The first page of a guest: name, wonder, and who is to act."""

import msgspec

from app.shown.form import Form, Link, Text
from app.text.translation import Words


class Guest(msgspec.Struct, frozen=True):
    """A guest before the first decision.

    `wonders`: name and effect of each. `whose`: the people to act; empty before a game.
    """

    name: str
    wonders: tuple[str, ...]
    whose: tuple[str, ...]
    begun: bool


def guest_page(w: Words, it: Guest) -> Form:
    """Build the page; the whole page of the seat is one touch away."""
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
    """Check whether a seat sets up the next game for everybody: the lowest seat of a person."""
    return seat == min(people, default=seat)
