"""What somebody saves for: a thing that they have marked, and whether it is within reach. Nobody else is told."""

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from app.protocol.messages import Plan
from app.shown.form import Button, Choice, Form, Link, Option, Says, Text
from app.text.languages import Words, capital


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


# Any: a game's own view and data.
def held(w: Words, plans: Plans, view: Any, seat: int, box: Any, thing: str) -> str:
    """What is said of a plan to whoever asks for it."""
    name = dict(plans.things(w, view, seat, box)).get(thing)
    if view.over or name is None:
        return w("Your goal is reached, or gone.")
    said = plans.within(w, view, seat, box, thing)
    return said or w("Your goal: {thing}. You cannot reach it yet.", thing=name)


def way(w: Words, seat: int) -> Link:
    """The way to mark it where many read what lies there."""
    return Link(key=f"plan {seat}", words=w("My plan"), to="plan", picture="wonder", only="screen")


def save(w: Words) -> str:
    """What marks the thing that is read about."""
    return w("I save for this")


def choosing(w: Words, seat: int, things: Sequence[tuple[str, str]], *, saves: bool) -> Form:
    """The way to mark one thing, which does not say which one it is now; `saves`: it is one."""
    none = Button(key="plan nothing", words=w("I save for nothing"), says=Says(Plan(id="", thing=None, seat=seat)))
    about = w("Touch your goal. Hold “My plan” near your name to read how it stands. Only you see it.")
    rows = [
        Button(key=f"plan {thing}", words=capital(name), says=Says(Plan(id="", thing=thing, seat=seat)))
        for thing, name in things
    ]
    return Form(w("My plan"), (Text(key="about", words=about), *([none] if saves else []), *rows))


def plan(w: Words, it: Planned) -> Form:
    """The way to mark it. What is done stands there no more."""
    options = (Option(None, w.pgettext("plan", "nothing")), *(Option(key, name) for key, name in it.things))
    now = it.now if it.now in dict(it.things) else None
    says = Says(Plan(id="", thing=None), "thing")
    row = Choice(key="plan", words=w("I save for"), now=now, options=options, says=says)
    return Form(w("My plan"), (row,))
