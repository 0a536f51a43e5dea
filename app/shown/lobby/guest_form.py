"""The first page of a guest: name, wonder, and who is to act."""

import msgspec

from app.shown.form import Button
from app.text.translation import Words


class Guest(msgspec.Struct, frozen=True):
    """A guest before the first decision.

    `wonders`: name and effect of each. `whose`: the people to act; empty before a game, which `host` can start if the
    button `start` is enabled.
    """

    wonders: tuple[str, ...]
    whose: tuple[str, ...]
    begun: bool
    host: str
    start: Button


def waits_for(w: Words, guest: Guest) -> str:
    """Return what a guest waits for; "" if nobody is to act."""
    if guest.begun:
        return w("Waiting for {names}", names=", ".join(guest.whose)) if guest.whose else ""
    return f"{guest.start.words}." if guest.start.off else w("{name} can start the game.", name=guest.host)


def is_owner(seat: int, people: tuple[int, ...]) -> bool:
    """Check whether a seat sets up the next game for everybody: the lowest seat of a person."""
    return seat == min(people, default=seat)
