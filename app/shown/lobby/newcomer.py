"""The first page of a person who has just sat down: their wonder, and who is to act."""

import msgspec

from app.shown.form import Button
from app.text.translation import Words


class Newcomer(msgspec.Struct, frozen=True):
    """A person who has sat down and has not decided anything yet.

    `wonders`: name and effect of each. `whose`: the people to act; empty before a game, which `host` can start if the
    button `start` is enabled.
    """

    wonders: tuple[str, ...]
    whose: tuple[str, ...]
    begun: bool
    host: str
    start: Button


def waits_for(w: Words, newcomer: Newcomer) -> str:
    """Return what a newcomer waits for; "" if nobody is to act."""
    if newcomer.begun:
        return w("Waiting for {names}", names=", ".join(newcomer.whose)) if newcomer.whose else ""
    return f"{newcomer.start.words}." if newcomer.start.off else w("{name} can start the game.", name=newcomer.host)


def is_owner(seat: int, people: tuple[int, ...]) -> bool:
    """Check whether a seat sets up the next game for everybody: the lowest seat of a person."""
    return seat == min(people, default=seat)
