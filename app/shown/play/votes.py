"""Votes: a seat asks the others to agree to an undo or to leaving the game."""

from typing import Literal

import msgspec

from app.protocol.play_messages import Vote
from app.shown.form import Answers, Form, IntentTemplate, Option, Row, Text
from app.text.table_text import would_leave, would_undo
from app.text.translation import Words, join_phrases


class UndoRequest(msgspec.Struct, frozen=True):
    """An undo to vote on: the action in words, the number of later actions, and what has been revealed since."""

    action: str
    more: int
    seen: tuple[str, ...]


class OpenVote(msgspec.Struct, frozen=True):
    """A vote that `name` has asked for. `row`: its row in the log. `wants`: the undo, or how to leave the game.

    `answers`: seats that can vote here, with the name of each absent person. `here`: the reader cannot vote elsewhere.
    """

    row: int
    name: str
    wants: UndoRequest | Literal["aside", "early"]
    answers: tuple[tuple[int, str], ...]
    here: bool = True


def vote(w: Words, vote: OpenVote) -> Form:
    """Build the question with buttons for each seat, or the people still to vote."""
    about: Literal["undo", "aside", "early"] = "undo" if isinstance(vote.wants, UndoRequest) else vote.wants
    match vote.wants:
        case "aside":
            title, asked = w("Keep the game for later?"), would_leave(w, vote.name, vote.wants)
            yes = w("Yes, keep it for later")
        case "early":
            title, asked, yes = w("End the game now?"), would_leave(w, vote.name, vote.wants), w("Yes, end it now")
        case UndoRequest(action, more):
            title, asked, yes = w("Undo?"), would_undo(w, vote.name, action, more), w("Yes, undo it")
    rows: list[Row] = [Text(key="asked", words=asked, loud=True)]
    if isinstance(vote.wants, UndoRequest) and vote.wants.seen:
        seen = w("Everyone has seen: {cards}.", cards=join_phrases(w, vote.wants.seen))
        rows.append(Text(key="seen", words=seen, loud=True))
    if not vote.here:
        rows.append(Text(key="elsewhere", words=w("Answer on your phone."), loud=True, only="screen"))
    elif not vote.answers:
        rows.append(Text(key="others", words=w("The others are asked."), loud=True))
    options = Option(value=True, words=yes), Option(value=False, words=w("No, continue"))
    rows += [
        Answers(
            key=f"vote {seat}",
            words=w("For {name}, who is away:", name=name) if name else "",
            options=options,
            says=IntentTemplate(Vote(id="", row=vote.row, seat=seat, yes=False, about=about), "yes"),
        )
        for seat, name in vote.answers
    ]
    return Form(title, tuple(rows))
