"""The undo button and its page: which action it takes back, and what else goes with it."""

from typing import Final

import msgspec

from app.protocol.play_messages import Undo
from app.shown.form import Button, Form, IntentTemplate, Text
from app.text.table_text import undone_as_well
from app.text.translation import Words


class UndoOffered(msgspec.Struct, frozen=True):
    """An undo on offer. `row`: 0 if there is none. `action`: the action in words. `more`: the number of later actions
    it undoes as well.

    `asked`: the others have to agree. `seat`: who requests it, if not the reader.
    """

    row: int
    action: str
    more: int = 0
    asked: bool = False
    seat: int | None = None


NO_UNDO: Final = UndoOffered(0, "–")


def undo(w: Words, offer: UndoOffered) -> Button:
    """Return the undo button with a one-line summary of its consequences."""
    more = w.ngettext("and {n} later action", "and {n} later actions", offer.more) if offer.more else ""
    asked = w("the others are asked") if offer.asked else ""
    return Button(
        key="take back",
        words=w("Undo: {action}", action=offer.action),
        about=" · ".join(filter(None, (more, asked))),
        says=IntentTemplate(Undo(id="", row=offer.row, seat=offer.seat, more=offer.more)),
        picture="undo",
        off=not offer.row,
    )


def undo_page(w: Words, offer: UndoOffered) -> Form:
    """Build the page with the undo button and its consequences in full sentences."""
    row, asked = undo(w, offer), w("The others are asked.") if offer.asked else ""
    words = " ".join(filter(None, (f"{row.words}.", undone_as_well(w, offer.more), asked)))
    words = w("There is nothing to undo.") if row.off else words
    go = Button(key=row.key, words=w("Undo it"), says=row.says, picture=row.picture, main=True, foot=True)
    return Form(w("Undo"), (Text(key="undone", words=words, loud=True), *([] if row.off else [go])))
