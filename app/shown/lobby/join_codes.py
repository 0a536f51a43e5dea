"""Join codes: QR codes for the table, for a seat that is handed over, and for a result."""

from app.protocol.seat_messages import HandOver
from app.shown.form import Button, CodeRow, Form, IntentTemplate, Text
from app.text.translation import Words


def to_table(w: Words, address: str, *, locked: bool) -> Form:
    """Build the page to join with a phone. `address`: "" if no phone can reach the table. `locked`: no new people can
    sit down."""
    about = w("The table is locked") if locked else w("same Wi-Fi as this table")
    if address:
        row: CodeRow | Text = CodeRow(key="code", words=w("Show the code"), url=address, about=about)
    else:
        row = Text(key="none", words=w("No network: everything works on the screen."))
    return Form(w("Play along with a phone"), (row,))


def to_seat(w: Words, seat: int, name: str, url: str) -> Form:
    """Build the page to hand over the seat of `name` to another phone."""
    about = w("Scan this with the other phone within two minutes. Then this seat is played there.")
    cancel = IntentTemplate(HandOver(id="", seat=seat, cancel=True))
    return Form(
        w("{name}: scan to sit here", name=name),
        (
            CodeRow(key="code", words=w("Scan to sit here"), url=url, about=about),
            Button(key="cancel", words=w("Cancel"), says=cancel, picture="cross", foot=True),
        ),
    )


def to_result(w: Words, link: str) -> CodeRow:
    """Return the QR code of a result on the web, for tables with a result page."""
    about = w(
        "Anyone who opens this link sees the result, even without this table. Names and points are in the link itself."
    )
    return CodeRow(key="link", words=w("The result for your phone"), url=link, about=about)
