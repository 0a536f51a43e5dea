"""What may be undone, and what goes with it."""

from typing import Final

import msgspec

from app.protocol import messages
from app.shown.form import Button, Form, Says, Text
from app.text.languages import Words
from app.text.table import undone_as_well


class UndoOffered(msgspec.Struct, frozen=True):
    """An offer. `row`: 0 where there is none; `action`: what was done, in words; `more`: so many later ones go with it.

    `asked`: the others are, first. `seat`: who asks for it, where that is not who reads this.
    """

    row: int
    action: str
    more: int = 0
    asked: bool = False
    seat: int | None = None


NOTHING: Final = UndoOffered(0, "–")


def undo(w: Words, it: UndoOffered) -> Button:
    """What takes it back, in a place with one line for what comes with that."""
    more = w.ngettext("and {n} later action", "and {n} later actions", it.more) if it.more else ""
    asked = w("the others are asked") if it.asked else ""
    return Button(
        key="take back",
        words=w("Undo: {action}", action=it.action),
        about=" · ".join(filter(None, (more, asked))),
        says=Says(messages.Undo(id="", row=it.row, seat=it.seat, more=it.more)),
        picture="undo",
        off=not it.row,
    )


def before_undo(w: Words, it: UndoOffered) -> Form:
    """The same on a page of its own, in whole sentences, read before it is touched."""
    row, asked = undo(w, it), w("The others are asked.") if it.asked else ""
    words = " ".join(filter(None, (f"{row.words}.", undone_as_well(w, it.more), asked)))
    words = w("There is nothing to undo.") if row.off else words
    go = Button(key=row.key, words=w("Undo it"), says=row.says, picture=row.picture, main=True, foot=True)
    return Form(w("Undo"), (Text(key="undone", words=words, loud=True), *([] if row.off else [go])))
