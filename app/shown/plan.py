"""What somebody saves for: a thing that they have marked, and whether it is within reach. Nobody else is told."""

from typing import Any, Protocol

import msgspec

from app.protocol.messages import Plan
from app.shown.form import Choice, Form, Option, Says
from app.text.languages import Words


class Plans(Protocol):
    """The plans of a game: a module `app/games/<game>/plan.py`. Any: its own view, of that seat, and its data.

    A thing is named by its kind and its slug. What is done already is no thing to save for.
    """

    def things(self, w: Words, view: Any, seat: int, box: Any) -> tuple[tuple[str, str], ...]:
        """What a seat (from 1) may save for, and what that is called."""

    def within(self, w: Words, view: Any, seat: int, box: Any, thing: str) -> str | None:
        """That it is within reach, in a sentence; None while it is not."""


class Planned(msgspec.Struct, frozen=True):
    """What a seat may save for, by name, and what it does save for."""

    things: tuple[tuple[str, str], ...]
    now: str


# Any: a game's own view and data.
def within(w: Words, plans: Plans, view: Any, seat: int, box: Any, thing: str) -> str:
    """What is said of a plan now; empty where it is done, is out of reach, or nothing is saved for."""
    named = not view.over and thing in dict(plans.things(w, view, seat, box))
    return (plans.within(w, view, seat, box, thing) or "") if named else ""


def plan(w: Words, it: Planned) -> Form:
    """The way to mark it. What is done stands there no more."""
    options = (Option(None, w.pgettext("plan", "nothing")), *(Option(key, name) for key, name in it.things))
    now = it.now if it.now in dict(it.things) else None
    says = Says(Plan(id="", thing=None), "thing")
    row = Choice(key="plan", words=w("I save for"), now=now, options=options, says=says)
    return Form(w("My plan"), (row,))
