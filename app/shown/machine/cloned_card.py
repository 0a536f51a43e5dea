"""The question whether the card is a copy of another table's, asked after it came to another computer."""

from typing import Final

from app.protocol.machine_messages import AnswerCopy
from app.protocol.table_messages import TableView
from app.shown.form import Button, Form, IntentTemplate, Link, Text
from app.text.translation import Words

PANEL: Final = "copied"  # of the screen


def is_asked(table: TableView) -> bool:
    """Check whether the question is open: it is answered between games."""
    return table.copied and table.phase == "lobby"


def clone_question(w: Words, asked: bool = True) -> Form:
    """Return the question with its two answers; no rows if it is not `asked`."""
    title = question(w)
    if not asked:
        return Form(title, ())
    about = w(
        "This card was in another computer before. If both are used, they are one table with the same keys."
        " As a new table this one gets its own: phones sit down again, and it leaves the club. Games and settings stay."
    )
    new, same = IntentTemplate(AnswerCopy(id="", new=True)), IntentTemplate(AnswerCopy(id="", new=False))
    return Form(
        title,
        (
            Text(key="about copy", words=about, loud=True),
            Button(key="copy new", words=w("A copy: make this a new table"), says=new, picture="star"),
            Button(key="copy same", words=w("The same table, in another computer"), says=same, picture="tick"),
        ),
    )


def settings_link(w: Words) -> Link:
    return Link(key="copied", words=question(w), to=PANEL, picture="tablet", only="screen")


def question(w: Words) -> str:
    return w("Is this a copy of another table?")
