"""Rows for correcting a turn or a line that people entered, for every game."""

from collections.abc import Sequence
from typing import Literal

from app.protocol.cardboard_messages import Correct
from app.shown.form import Button, ConfirmPrompt, Group, IntentTemplate, Link
from app.text.translation import Words


def turn(w: Words, number: int, name: str = "", of_all: str = "") -> str:
    """Return the question about a turn: of seat `name`, or of all seats at once (`of_all`: the turn's name)."""
    if of_all:
        return w("{turn}: what is wrong?", turn=of_all)
    if not number:
        return w("What is right?")
    if name:
        return w("Turn {turn}, {name}: what is wrong?", turn=number, name=name)
    return w("Turn {turn}: what is wrong?", turn=number)


def impossible_line_question(w: Words, line: str) -> str:
    """Return the question about a line that has become impossible. `line`: its text as the start of a sentence."""
    return w("This no longer fits: {line}. Leave it out?", line=line)


def lacks_before(w: Words, line: str) -> str:
    """Return the request to fill the gap before a line."""
    return w("Something is missing before this: {line}.", line=line)


def not_so(w: Words, line: str) -> str:
    """Ask for what happened instead of that."""
    return w("Wrong: {line}. What happened?", line=line)


def somebody_else(w: Words, row: int, others: Sequence[tuple[int, str, int]]) -> Group:
    """Return a button for each seat that may have acted instead, with the number of turns missing before it in that
    case."""
    return Group(
        key="who",
        words=w("It was somebody else"),
        rows=tuple(
            Button(
                key=f"was {seat}",
                words=name,
                about=w.ngettext("{n} turn before it is missing", "{n} turns before it are missing", n),
                says=IntentTemplate(Correct(id="", row=row, how="whose", whose=seat)),
            )
            for seat, name, n in others
        ),
        folded=True,
    )


def missing_before(w: Words, of_all: bool = False) -> Link:
    """Return the link for a missing turn. `of_all`: every seat acts in it at once."""
    about = w("The turns after it move on to the next seats.")
    if of_all:
        about = w("Everybody is asked what they did in it.")
    return Link(key="before", words=w("A turn is missing before this one"), to="before", about=about, picture="plus")


def missed_turn_link(w: Words, row: int, name: str) -> Link:
    """Return the link for a turn that a seat is missing in a turn of all seats."""
    key, about = f"missed {row}", w("The later turns of {name} move on by one.", name=name)
    return Link(key=key, words=w("A turn of {name} is missing here", name=name), to=key, about=about)


def twice(w: Words, row: int, name: str) -> Button:
    """Return the button for a duplicate entry in a turn of all seats."""
    about = w("The later turns of {name} move back by one.", name=name)
    return Button(key="twice", words=w("Entered twice"), about=about, says=_correct(row, "twice"), picture="cross")


def not_at_all(w: Words, row: int) -> Button:
    """Return the button that removes a turn which did not happen."""
    about = w("The turn was entered twice, or by mistake.")
    return Button(
        key="remove",
        words=w("This turn did not happen"),
        about=about,
        says=_correct(row, "remove"),
        sure=ConfirmPrompt(about, w("Yes, remove it")),
        picture="cross",
    )


def correction_buttons(w: Words, row: int, line: bool) -> tuple[Button, ...]:
    """Return the ways to end a correction: remove the `line`, remove everything after it too, or cancel."""
    later = w("This and everything after it is left out. The log still shows it.")
    remove = Button(key="remove", words=w("Leave it out"), says=_correct(row, "remove"), picture="cross")
    return (
        *([remove] if line else []),
        Button(
            key="cut",
            words=w("Leave out this and everything after it"),
            says=_correct(row, "cut"),
            sure=ConfirmPrompt(later, w("Yes, leave it out")),
            picture="cross",
        ),
        Button(key="off", words=w("Change nothing"), says=_correct(row, "off"), picture="undo"),
    )


def _correct(row: int, how: Literal["remove", "cut", "off", "twice"]) -> IntentTemplate:
    return IntentTemplate(Correct(id="", row=row, how=how))
