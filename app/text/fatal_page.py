"""Text of the full-screen page that is shown when the screen or the table has stopped, and what to do."""

import msgspec

from app.text.translation import Words

RUN, DOCTOR = "./setup.sh run", "./setup.sh doctor"


class Page(msgspec.Struct, frozen=True):
    """A page with a title, a text and a button label."""

    title: str
    text: str
    button: str  # what a touch does; empty: there is nothing to do


def screen_failed(w: Words, how: str, address: str | None, version: str) -> Page:
    """Return the page for a screen that crashed six times within a minute. `how`: the reason for the last exit."""
    phones = (
        w("Phones can continue at {address}.", address=address) if address else w("There is no network for phones.")
    )
    text = w("The screen stopped six times within a minute ({how}).", how=how)
    more = w("The game is safe. If this happens again, {command} says what is wrong.", command=DOCTOR)
    plain = w("The next start uses plain settings. Yours are kept.")
    return Page(w("The screen has stopped"), f"{text} {phones} {plain} {more} Wondertable {version}", w("Try again"))


def table_stopped(w: Words, version: str) -> Page:
    """Return the page for a table that crashed six times within a minute and is not restarted automatically."""
    text = w("The table stopped six times within a minute, so it is not started again automatically. The game is safe.")
    more = w("Try again; if that does not help, restart this computer. {command} says what is wrong.", command=DOCTOR)
    return Page(w("The table has stopped"), f"{text} {more} Wondertable {version}", w("Try again"))


def goodbye_page(w: Words, power: bool, installed: bool) -> Page:
    """Return the page after people have quit the program or, with `power`, shut down. `installed`: no desktop is behind
    it.
    """
    if power:
        return Page(w("Goodbye"), power_off_text(w), "" if installed else w("Close"))
    text = w(
        "Nothing is lost. To continue, start Wondertable again with {command}, or log in "
        "again if it starts automatically. Shut the computer down before you unplug it.",
        command=RUN,
    )
    return Page(w("Wondertable has ended"), text, w("Close"))


def power_off_text(w: Words) -> str:
    """Explain how to unplug the computer while it shuts down, and how to start it again."""
    return w(
        "This computer is switching itself off. Once its green light is out, it is safe to unplug. "
        "To continue, plug it in again. Nothing is lost."
    )
