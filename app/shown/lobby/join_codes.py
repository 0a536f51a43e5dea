"""Join codes: QR codes for the table, for a seat that is handed over, for a friend far away, and for a result."""

from collections.abc import Sequence

from app.protocol.seat_messages import HandOver, InviteFar, SeatInfo
from app.shown.form import Button, CodeRow, ConfirmPrompt, Form, IntentTemplate, Row, Text
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
    code = CodeRow(key="code", words=w("Scan to sit here"), url=url, about=about)
    cancel = _cancel_button(w, HandOver(id="", seat=seat, cancel=True))
    return Form(w("{name}: scan to sit here", name=name), (code, cancel))


def both_codes(w: Words) -> str:
    """Return what a phone does with the codes of the table's own Wi-Fi and of a seat; phones leave one without internet
    unless their people stay in it."""
    return w("Left: Wi-Fi. Stay in it, even if your phone finds no internet. Right: sit here.")


def to_far(w: Words, seat: int, url: str) -> Form:
    """Build the page with the invitation of a friend far away."""
    about = w("Send this link to your friend. It works once, within an hour, for seat {number}.", number=seat)
    code = CodeRow(key="code", words=w("Scan this to send the link"), url=url, about=about)
    return Form(w("For a friend far away"), (code, _cancel_button(w, InviteFar(id="", seat=seat, cancel=True))))


def _cancel_button(w: Words, cancel: HandOver | InviteFar) -> Button:
    return Button(key="cancel", words=w("Cancel"), says=IntentTemplate(cancel), picture="cross", foot=True)


def invite_button(w: Words, seat: int) -> Button:
    """Return the button that invites a friend far away to a seat."""
    says = IntentTemplate(InviteFar(id="", seat=seat))
    return Button(key=f"invite {seat}", words=w("Invite a friend who is far away"), says=says, picture="wifi")


def end_far_button(w: Words, seat: int, name: str) -> Button:
    """Return the button that ends the seat of a friend far away."""
    words = w("End the far seat of {name}", name=name)
    sure = ConfirmPrompt(w("{name} then has to be invited again.", name=name), words)
    says = IntentTemplate(InviteFar(id="", seat=seat, cancel=True))
    return Button(key=f"end far {seat}", words=words, says=says, sure=sure, picture="cross")


def far_rows(w: Words, seats: Sequence[SeatInfo], people: Sequence[str], *, invites: bool) -> list[Row]:
    """List the rows about friends far away: one for each who plays, and the invitation to the first free seat."""
    free = next((seat.seat for seat in seats if seat.by == "free"), None)
    invitation = [invite_button(w, free)] if invites and free else []
    return [*(end_far_button(w, seat.seat, people[seat.seat - 1]) for seat in seats if seat.far), *invitation]


def to_result(w: Words, link: str) -> CodeRow:
    """Return the QR code of a result on the web, for tables with a result page."""
    about = w(
        "Anyone who opens this link sees the result, even without this table. Names and points are in the link itself."
    )
    return CodeRow(key="link", words=w("The result for your phone"), url=link, about=about)
