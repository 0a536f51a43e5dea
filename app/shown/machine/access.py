"""The *PIN and lock* page: the table's PIN, the lock against newcomers, and seats to take away."""

import msgspec

from app.protocol.access_messages import FEWEST_DIGITS, MOST_DIGITS, ForgetPin, GivePin, LockTable, SetPin
from app.protocol.base_messages import PlayedBy
from app.protocol.seat_messages import SetSeat
from app.shown.form import Button, ConfirmPrompt, Field, Form, IntentTemplate, Link, Row, Switch, Text
from app.shown.lobby.seat_form import confirm_taking
from app.text.translation import Words


class Rights(msgspec.Struct, frozen=True):
    """The current state. `host`: the PIN was entered on this device. `held`: a phone has a seat, so the table can be
    locked.

    `others`: seats on other phones that may be taken away: number, name, and who plays them next.
    """

    pin: bool
    host: bool
    locked: bool
    held: bool
    others: tuple[tuple[int, str, PlayedBy], ...] = ()


def rights(w: Words, rights: Rights) -> Form:
    """Build the page."""
    if rights.host:
        about = w("You entered the PIN here. It is valid for ten minutes.")
        ask = [Button(key="forget pin", words=w("Ask for the PIN again"), says=_FORGET, picture="lock")]
    else:
        about = w(
            "With a PIN, only people who know it can change settings, end a game for all, take seats away or "
            "switch off."
        )
        ask = []
    given: list[Row] = []
    if rights.pin and not rights.host:
        lost = w("Nobody knows it any more? The owner’s manual says how a file sets a new PIN.")
        given = [Link(key="give pin", words=pin(w).save, to="pin", picture="lock"), Text(key="lost", words=lost)]
    new = w("Another PIN") if rights.pin else w("Set a PIN")
    gone = ConfirmPrompt(
        w("Everybody at the table may change settings, end games and switch off then."), w("Remove the PIN")
    )
    remove = Button(
        key="remove pin", words=w("Remove the PIN"), says=_REMOVE, picture="cross", sure=gone, only="screen"
    )
    lock = Switch(
        key="lock",
        words=w("Locked for others"),
        on=rights.locked,
        says=_LOCK,
        about=w("Nobody new can sit down. Seat holders can return."),
    )
    return Form(
        w("PIN and lock"),
        (
            Text(key="about", words=about, loud=True),
            *ask,
            *given,
            Link(key="new pin", words=new, to="new-pin", picture="tablet", only="screen"),
            *([remove] if rights.pin else []),
            *([lock] if rights.held or rights.locked else []),
            *(_take_seat_button(w, *other) for other in rights.others),
        ),
    )


def pin(w: Words) -> Field:
    """Return the field to enter the PIN."""
    return Field(
        key="pin",
        words=w("The table’s PIN"),
        now="",
        most=MOST_DIGITS,
        says=IntentTemplate(GivePin(id="", pin=""), "pin"),
        save=w("Give the PIN"),
        sort="pin",
    )


def number(w: Words) -> Field:
    """Return the field for the confirmation number of an irreversible action."""
    return Field(
        key="number",
        words=w("Do you really want this?"),
        now="",
        most=MOST_DIGITS,
        says=IntentTemplate(GivePin(id="", pin=""), "pin"),
        label=w("The number"),
        save=w("Confirm"),
        sort="number",
    )


def rings(w: Words) -> str:
    """Return the instruction for the two-ring confirmation on the screen."""
    return w("This lasts beyond the game. To confirm, hold both rings for two seconds and touch nothing else.")


def typed_instead(w: Words) -> str:
    return w("Type a number instead")


def new_pin(w: Words) -> Field:
    """Return the field for a new PIN, which is visible while it is typed."""
    words = w("New PIN: {fewest} to {most} digits", fewest=FEWEST_DIGITS, most=MOST_DIGITS)
    says = IntentTemplate(SetPin(id="", pin=""), "pin")
    return Field(key="new pin", words=words, now="", most=MOST_DIGITS, says=says)


def repeat_pin_prompt(w: Words) -> str:
    """Return the prompt for the second entry, which guards against typing errors and random touches."""
    return w("The same PIN once more")


def pins_differ_text(w: Words) -> str:
    """Return the error after two different entries."""
    return w("The two PINs differ. Start again.")


_FORGET = IntentTemplate(ForgetPin(id=""))
_REMOVE = IntentTemplate(SetPin(id="", pin=""))
_LOCK = IntentTemplate(LockTable(id="", locked=False), "locked")


def _take_seat_button(w: Words, seat: int, name: str, by: PlayedBy) -> Button:
    """Return the button that takes a seat from a phone. The screen has it on the seat's own page."""
    return Button(
        key=f"away {seat}",
        words=w("Send {name} away", name=name),
        says=IntentTemplate(SetSeat(id="", seat=seat, by=by)),
        picture="cross",
        sure=confirm_taking(w, name, by),
        only="phone",
    )
