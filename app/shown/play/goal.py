"""A seat's private goal: the card or wonder stage a person saves for, and whether it is within reach. Never shown to
others."""

from collections.abc import Sequence
from typing import Protocol

import msgspec

from app.protocol.teaching_messages import Plan
from app.shown.form import Button, Choice, Form, IntentTemplate, Link, Option, Text
from app.text.translation import Words, capital
from engine.game import AnyData, AnyView


class Plans(Protocol):
    """The goals of a game: a module `app/games/<game>/goals.py`.

    A thing is identified by its kind and its slug. Finished things are no longer goals.
    """

    def things(self, w: Words, view: AnyView, seat: int, box: AnyData) -> tuple[tuple[str, str], ...]:
        """List what a seat (from 1) may save for: key and name of each."""

    def reach_notice(self, w: Words, view: AnyView, seat: int, box: AnyData, thing: str) -> str | None:
        """Return the sentence that the goal is within reach, or None if it is not."""


class GoalChoice(msgspec.Struct, frozen=True):
    """The goals that a seat can choose, by name, and the current one."""

    things: tuple[tuple[str, str], ...]
    now: str


def goal_notice(w: Words, plans: Plans, view: AnyView, seat: int, box: AnyData, thing: str) -> str:
    """Return the notice that the current goal is within reach; empty if it is not, is finished, or none is set."""
    if not thing or view.over or thing not in dict(plans.things(w, view, seat, box)):
        return ""
    return plans.reach_notice(w, view, seat, box, thing) or ""


def status(w: Words, plans: Plans, view: AnyView, seat: int, box: AnyData, thing: str) -> str:
    """Return the status of a goal for the person who asks for it."""
    name = dict(plans.things(w, view, seat, box)).get(thing)
    if view.over or name is None:
        return w("Your goal is reached, or gone.")
    said = plans.reach_notice(w, view, seat, box, thing)
    return said or w("Your goal: {thing}. You cannot reach it yet.", thing=name)


def goal_link(w: Words, seat: int) -> Link:
    """Return the link to the goal picker for a seat on the shared screen."""
    return Link(key=f"plan {seat}", words=w("My plan"), to="plan", picture="wonder", only="screen")


def save(w: Words) -> str:
    """Return the label of the button that marks the thing on the open page as the goal."""
    return w("Make this my goal")


def screen_picker(w: Words, seat: int, things: Sequence[tuple[str, str]], *, saves: bool) -> Form:
    """Build the goal picker for the shared screen, which does not reveal the current goal. `saves`: a goal is set."""
    none = Button(key="plan nothing", words=w("No goal"), says=IntentTemplate(Plan(id="", thing=None, seat=seat)))
    about = w("Touch your goal. Hold “My plan” near your name to read how it stands. Only you see it.")
    rows = [
        Button(key=f"plan {thing}", words=capital(name), says=IntentTemplate(Plan(id="", thing=thing, seat=seat)))
        for thing, name in things
    ]
    return Form(w("My plan"), (Text(key="about", words=about), *([none] if saves else []), *rows))


def phone_picker(w: Words, choice: GoalChoice) -> Form:
    """Build the goal picker for a phone. Finished things are not offered."""
    options = (Option(None, w.pgettext("plan", "nothing")), *(Option(key, name) for key, name in choice.things))
    now = choice.now if choice.now in dict(choice.things) else None
    says = IntentTemplate(Plan(id="", thing=None), "thing")
    row = Choice(key="plan", words=w("My goal"), now=now, options=options, says=says)
    return Form(w("My plan"), (row,))
