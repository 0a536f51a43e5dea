"""What concerns everybody: the table's PIN, the lock, and who is sent away."""

import msgspec

from app.protocol import messages
from app.shown.form import Button, ConfirmPrompt, Field, Form, IntentTemplate, Link, Switch, Text
from app.shown.lobby.seats import taken
from app.text.languages import Words


class Rights(msgspec.Struct, frozen=True):
    """How it stands. `host`: the PIN was given here. `held`: somebody sits at the table, so that it can be locked.

    `others`: seats that other phones hold, their names, and who plays them once they are sent away; none where they may
    not be.
    """

    pin: bool
    host: bool
    locked: bool
    held: bool
    others: tuple[tuple[int, str, messages.PlayedBy], ...] = ()


def rights(w: Words, it: Rights) -> Form:
    """The PIN and the lock."""
    if it.host:
        about = w("The PIN was given here, and holds for ten minutes.")
        ask = [Button(key="forget pin", words=w("Ask for the PIN again"), says=_FORGET, picture="lock")]
    else:
        about = w(
            "With a PIN, only who knows it changes settings, ends a game for all, takes seats away or switches off."
        )
        ask = []
    given = [Link(key="give pin", words=pin(w).save, to="pin", picture="lock")] if it.pin and not it.host else []
    new = w("Another PIN") if it.pin else w("Set a PIN")
    gone = ConfirmPrompt(
        w("Everybody at the table may change settings, end games and switch off then."), w("Remove the PIN")
    )
    remove = Button(
        key="remove pin", words=w("Remove the PIN"), says=_REMOVE, picture="cross", sure=gone, only="screen"
    )
    lock = Switch(
        key="lock",
        words=w("Locked for others"),
        on=it.locked,
        says=_LOCK,
        about=w("Nobody new sits down. Who has a seat comes back."),
    )
    return Form(
        w("PIN and lock"),
        (
            Text(key="about", words=about, loud=True),
            *ask,
            *given,
            Link(key="new pin", words=new, to="new-pin", picture="tablet", only="screen"),
            *([remove] if it.pin else []),
            *([lock] if it.held or it.locked else []),
            *(_away(w, *other) for other in it.others),
        ),
    )


def pin(w: Words) -> Field:
    """The PIN, given here."""
    return Field(
        key="pin",
        words=w("The table’s PIN"),
        now="",
        most=messages.MOST_DIGITS,
        says=IntentTemplate(messages.GivePin(id="", pin=""), "pin"),
        save=w("Give the PIN"),
        sort="pin",
    )


def number(w: Words) -> Field:
    """The number that shows that something is meant which outlives the game."""
    return Field(
        key="number",
        words=w("Is this meant?"),
        now="",
        most=messages.MOST_DIGITS,
        says=IntentTemplate(messages.GivePin(id="", pin=""), "pin"),
        label=w("The number"),
        save=w("It is meant"),
        sort="number",
    )


def rings(w: Words) -> str:
    """The same at the screen."""
    return w("This lasts beyond the game. To confirm, hold both rings for two seconds and touch nothing else.")


def typed_instead(w: Words) -> str:
    return w("Type a number instead")


def new_pin(w: Words) -> Field:
    """Another one, seen while it is typed."""
    words = w("New PIN: {fewest} to {most} digits", fewest=messages.FEWEST_DIGITS, most=messages.MOST_DIGITS)
    says = IntentTemplate(messages.SetPin(id="", pin=""), "pin")
    return Field(key="new pin", words=words, now="", most=messages.MOST_DIGITS, says=says)


def once_more(w: Words) -> str:
    """It is typed twice: who mistypes would shut everybody out, and a hand that only plays with the keys does not type
    the same again.
    """
    return w("The same PIN once more")


def two_pins(w: Words) -> str:
    """After another one."""
    return w("These were two different PINs. Begin again.")


_FORGET = IntentTemplate(messages.ForgetPin(id=""))
_REMOVE = IntentTemplate(messages.SetPin(id="", pin=""))
_LOCK = IntentTemplate(messages.LockTable(id="", locked=False), "locked")


def _away(w: Words, seat: int, name: str, by: messages.PlayedBy) -> Button:
    """Takes a seat from a phone that holds it. The screen has that beside each seat, under *Seats*."""
    return Button(
        key=f"away {seat}",
        words=w("Send {name} away", name=name),
        says=IntentTemplate(messages.SetSeat(id="", seat=seat, by=by)),
        picture="cross",
        sure=taken(w, name, by),
        only="phone",
    )
