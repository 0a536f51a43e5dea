"""What stands on the screen where nothing else can: that something has stopped or ended, and what to do now."""

import msgspec

from app.text.languages import Words

RUN, DOCTOR = "./setup.sh run", "./setup.sh doctor"


class Page(msgspec.Struct, frozen=True):
    """One plain page."""

    title: str
    text: str
    button: str  # what a touch does


def screen_failed(w: Words, how: str, address: str | None, version: str) -> Page:
    """The screen has died six times within a minute; `how` it ended last."""
    phones = (
        w("Phones can continue at {address}.", address=address) if address else w("There is no network for phones.")
    )
    text = w("The screen stopped six times within a minute ({how}).", how=how)
    more = w("The game is safe. If this comes again, {command} says what is wrong.", command=DOCTOR)
    return Page(w("The screen has stopped"), f"{text} {phones} {more} Wondertable {version}", w("Try again"))


def table_stopped(w: Words, version: str) -> Page:
    """The table has died six times within a minute, and is not started again by itself."""
    text = w("The table stopped six times within a minute, so it is not started again automatically. The game is safe.")
    more = w("Try again; if that does not help, restart this computer. {command} says what is wrong.", command=DOCTOR)
    return Page(w("The table has stopped"), f"{text} {more} Wondertable {version}", w("Try again"))


def ended(w: Words, power: bool) -> Page:
    """People have switched off: the program, or (`power`) the computer, too."""
    if power:
        text = w(
            "This computer is switching itself off. Wait until its light no longer blinks; "
            "then it is safe to unplug. To continue, plug it in again. Nothing is lost."
        )
        return Page(w("Goodbye"), text, w("Close"))
    text = w(
        "Nothing is lost. To continue, start Wondertable again with {command}, or log in "
        "again if it starts automatically. Shut the computer down before you unplug it.",
        command=RUN,
    )
    return Page(w("Wondertable has ended"), text, w("Close"))
