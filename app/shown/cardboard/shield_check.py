"""The check of shields before a conflict is settled in games that people deal themselves."""

from collections.abc import Iterable

from app.protocol.cardboard_messages import ReminderDone
from app.shown.form import Button, Form, IntentTemplate, Link, Text
from app.text.translation import Words


def look_round(w: Words, line: int, shields: Iterable[tuple[str, int]]) -> Form:
    """Build the question. `line`: the conflict's line in the log. `shields`: by name; the screen draws them."""
    told = " · ".join(f"{name} {n}" for name, n in shields)
    return Form(
        w("Look round the table: shields as shown?"),
        (
            Text(key="shields", words=told, only="phone"),
            Text(key="wrong", words=w("If not, correct the line in the log first."), only="phone"),
            Link(key="shields wrong", words=w("No, correct it"), to="log", picture="undo", only="screen"),
            Button(
                key="shields right",
                words=w("Yes, continue"),
                says=IntentTemplate(ReminderDone(id="", line=line, looked=True)),
                picture="tick",
                main=True,
            ),
        ),
    )
