"""The machine that the screen is at: how it is shown there, and its end. Only the screen has these pages."""

from collections.abc import Sequence

import msgspec

from app.protocol.messages import Shutdown
from app.shown.form import Button, Form, Link, Row, Says, Text
from app.text.languages import Words


class Ending(msgspec.Struct, frozen=True):
    """How it may end. `program`: that can end by itself; `power`: the computer may be powered off; `horn`: a horn
    that was held asks, and answers."""

    program: bool
    power: bool
    horn: bool = False


def plain(w: Words) -> Form:
    """Why the screen is shown as if nobody had set how it looks, and the way back."""
    text = w(
        "The screen stopped again and again, so it is shown with plain settings and without sound now; yours are kept."
    )
    back = Link(key="as set", words=w("Try my settings"), to="as set", picture="gear", foot=True)
    return Form(w("Plain settings"), (Text(key="plain", words=text, loud=True), back, _goes_on(w)))


def displays(w: Words, found: Sequence[str], now: str, left: int | None) -> Form:
    """On which of several displays the table is shown; `left`: seconds until one that is tried is left again."""
    if left is None:
        text = w("On which display shall this be? Touch one to try it: the picture comes back unless it is kept there.")
        rows = [Link(key=f"display {name}", words=name, to=f"display {name}", on=name == now) for name in found]
    else:
        text = w("Is it right so? In {n} s the picture goes back by itself.", n=left)
        before = Link(key="as before", words=w("As before"), to="as before", foot=True)
        rows = [before, Link(key="keep", words=w("Keep it so"), to="keep", main=True, foot=True)]
    return Form(w("Display"), (Text(key="about", words=text, loud=True), *rows))


def switch_off(w: Words, it: Ending) -> Form:
    """Whether this is the end: of the program, or of the computer where the settings allow it."""
    rows: list[Row] = []
    if it.program:
        text = w("Wondertable ends. Nothing is lost: the game goes on when it is started again.")
        ends = Says(Shutdown(id="", sure=True, power=False))
        rows.append(Button(key="yes", words=w("End the program"), says=ends, picture="cross", foot=True))
    elif it.power:
        text = w("This computer switches off. Nothing is lost: the game goes on when it is switched on again.")
    else:
        text = w("The settings do not allow Wondertable to power this computer off.")
    if it.power:
        off, sign = Says(Shutdown(id="", sure=True, power=True)), "horn" if it.horn else "cross"
        rows.append(Button(key="power", words=w("Power off"), says=off, picture=sign, foot=True))
    if it.power and it.horn:
        text += " " + w("Press the horn again to power off.")
    return Form(w("Switch off?"), (Text(key="about", words=text, loud=True), *rows, _goes_on(w)))


def _goes_on(w: Words) -> Link:
    return Link(key="no", words=w("Continue"), to="close", main=True, foot=True)
