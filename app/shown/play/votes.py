"""What one seat asks of the others: to undo something, or to leave the game."""

from typing import Literal

import msgspec

from app.protocol import messages
from app.shown.form import Answers, Form, Option, Row, Says, Text
from app.text.languages import Words
from app.text.table import would_leave, would_undo


class Undoing(msgspec.Struct, frozen=True):
    """What would be undone, in words: an action, so many later ones, and what everybody has seen meanwhile."""

    action: str
    more: int
    seen: tuple[str, ...]


class OpenVote(msgspec.Struct, frozen=True):
    """What `name` asks. `row`: of the question. `wants`: what would be undone, or how the game would be left.

    `answers`: seats that can be answered for here, with the name of each that is away. `here`: whether the reader has
    nothing to answer anywhere else.
    """

    row: int
    name: str
    wants: Undoing | Literal["aside", "early"]
    answers: tuple[tuple[int, str], ...]
    here: bool = True


def vote(w: Words, it: OpenVote) -> Form:
    """The question, and an answer for each seat, or who is waited for."""
    match it.wants:
        case "aside":
            title, asked = w("Keep the game for later?"), would_leave(w, it.name, it.wants)
            yes = w("Yes, keep it for later")
        case "early":
            title, asked, yes = w("End the game now?"), would_leave(w, it.name, it.wants), w("Yes, end it now")
        case Undoing(action, more):
            title, asked, yes = w("Undo?"), would_undo(w, it.name, action, more), w("Yes, undo it")
    rows: list[Row] = [Text(key="asked", words=asked, loud=True)]
    if isinstance(it.wants, Undoing) and it.wants.seen:
        seen = w("Everyone has seen: {cards}.", cards="; ".join(it.wants.seen))
        rows.append(Text(key="seen", words=seen, loud=True))
    if not it.here:
        rows.append(Text(key="elsewhere", words=w("Answer on your phone."), loud=True, only="screen"))
    elif not it.answers:
        rows.append(Text(key="others", words=w("The others are asked."), loud=True))
    options = Option(True, yes), Option(False, w("No, continue"))
    rows += [
        Answers(
            key=f"vote {seat}",
            words=w("For {name}, who is away:", name=name) if name else "",
            options=options,
            says=Says(messages.Vote(id="", row=it.row, seat=seat, yes=False), "yes"),
        )
        for seat, name in it.answers
    ]
    return Form(title, tuple(rows))
