"""Pages of the machine that runs the screen: displays, diagnostics, key pad, sounds, switching off. Phones have none of
them."""

from collections.abc import Container, Iterable, Sequence

import msgspec

from app.protocol.machine_messages import Finding, Shutdown
from app.protocol.panel_messages import ButtonEvent, ChooseKey, ForgetKey, Keys
from app.shown.form import Button, FindingRow, Form, IntentTemplate, Link, Row, Text
from app.text import panel_part_names as say
from app.text.translation import Words


class Ending(msgspec.Struct, frozen=True):
    """Ways to switch off. `program`: the program may end. `power`: the computer may be powered off. `horn`: the horn
    was held to ask, and confirms."""

    program: bool
    power: bool
    horn: bool = False


def safe_display_page(w: Words) -> Form:
    """Build the page that explains why safe display settings are in use, with a way back."""
    text = w("The screen kept stopping, so it now has plain settings and no sound. Your own settings are kept.")
    back = Link(key="as set", words=w("Try my settings"), to="as set", picture="gear", foot=True)
    return Form(w("Plain settings"), (Text(key="plain", words=text, loud=True), back, _continue_link(w)))


def displays(w: Words, found: Sequence[str], now: str, left: int | None) -> Form:
    """Build the choice of a display. `left`: seconds until a display on trial is reverted; None: none is on trial."""
    if left is None:
        text = w(
            "Which display should show this? Touch one to try it. The picture comes back unless you keep it there."
        )
        rows = [Link(key=f"display {name}", words=name, to=f"display {name}", on=name == now) for name in found]
    else:
        text = w("Keep it like this? In {n} s the picture goes back by itself.", n=left)
        before = Link(key="as before", words=w("As before"), to="as before", picture="undo", foot=True)
        rows = [before, Link(key="keep", words=w("Keep it like this"), to="keep", main=True, foot=True)]
    return Form(w("Display"), (Text(key="about", words=text, loud=True), *rows))


def switch_off(w: Words, ending: Ending) -> Form:
    """Build the confirmation to end the program or power off, as the settings allow."""
    rows: list[Row] = []
    if ending.program:
        text = w("Wondertable ends. Nothing is lost: the game goes on when it is started again.")
        ends = IntentTemplate(Shutdown(id="", sure=True, power=False))
        rows.append(Button(key="yes", words=w("End the program"), says=ends, picture="cross", foot=True))
    elif ending.power:
        text = w("This computer switches off. Nothing is lost: the game goes on when it is switched on again.")
    else:
        text = w("The settings do not allow Wondertable to power this computer off.")
    if ending.power:
        off, sign = IntentTemplate(Shutdown(id="", sure=True, power=True)), "horn" if ending.horn else "cross"
        rows.append(Button(key="power", words=w("Power off"), says=off, picture=sign, foot=True))
    if ending.power and ending.horn:
        text += " " + w("Press the horn again to power off.")
    return Form(w("Switch off?"), (Text(key="about", words=text, loud=True), *rows, _continue_link(w)))


def findings(w: Words, found: Sequence[Finding] | None) -> Form:
    """Build the diagnostics: failed checks first, links to manual tests. `found` None: the checks still run."""
    rows: list[Row] = [
        FindingRow(key=each.part, part=each.part, words=each.text, fine=each.fine)
        for each in sorted(found or (), key=lambda each: each.fine)
    ]
    ways = (
        Link(key="parts", words=w("Lights and buttons"), to="parts", picture="touch", foot=True),
        Link(key="sounds", words=w("Sounds"), to="sounds", picture="sound", foot=True),
        Link(key="corners", words=w("Corners"), to="corners", picture="eye", foot=True),
    )
    return Form(w("Diagnostics"), (*(rows or [Text(key="looking", words=w("Looking …"))]), *ways))


def parts(w: Words, names: Iterable[str] | None, lit: Container[str], heard: ButtonEvent | None) -> Form:
    """Build the test page of lights and buttons. `lit`: lights switched on. `heard`: the last button. `names` None: no
    panel."""
    ways = _back_link(w, "machine"), Link(key="key pad", words=w("Key pad"), to="key-pad", picture="touch", foot=True)
    if names is None:
        text = w(
            "There is no panel. The project’s hardware page says how to build one; --panel simulated shows one here."
        )
        return Form(w("Lights and buttons"), (Text(key="none", words=text, loud=True), *ways))
    tried = (Link(key=f"try {name}", words=say.part(w, name), to=f"try {name}", on=name in lit) for name in names)
    return Form(_button_report(w, heard) or w("Tap a light, press a button"), (*tried, *ways))


def key_pad(w: Words, keys: Keys | None, heard: ButtonEvent | None) -> Form:
    """Build the page that assigns keys of a key pad to buttons: touch a button, then press its key."""
    chosen, pads, choosing = (keys.keys, keys.pads, keys.choosing) if keys else ({}, {}, "")
    title = (
        w("{part}: press its key", part=say.part(w, choosing)) if choosing else _button_report(w, heard) or w("Key pad")
    )
    about = [say.pad(w, name, state) for name, state in pads.items()] or [w("Plug in a key pad or an arcade encoder.")]
    about.append(w("Touch a button, then press its key. From then on the whole pad is the table’s, and types nothing."))
    forget = IntentTemplate(ForgetKey(id="", part=choosing))
    return Form(
        title,
        (
            Text(key="about", words=" ".join(about), loud=True),
            *(_key(w, name, code, choosing == name) for name, code in chosen.items()),
            _back_link(w, "parts"),
            Button(
                key="no key", words=w("No key"), says=forget, picture="cross", off=not chosen.get(choosing), foot=True
            ),
        ),
    )


def sounds(w: Words, names: Iterable[str]) -> Form:
    """Build the page to play every sound."""
    played = (Link(key=f"play {name}", words=say.sound(w, name), to=f"play {name}") for name in names)
    return Form(w("Sounds"), (*played, _back_link(w, "machine")))


def _button_report(w: Words, event: ButtonEvent | None) -> str:
    return say.button_report(w, event.part, event.how) if event else ""


def _key(w: Words, name: str, code: int, choosing: bool) -> Button:
    words = w("{part}: key {code}", part=say.part(w, name), code=code) if code else say.part(w, name)
    says = IntentTemplate(ChooseKey(id="", part="" if choosing else name))
    return Button(key=f"key {name}", words=words, says=says, on=code > 0, main=choosing)


def _back_link(w: Words, to: str) -> Link:
    return Link(key="back", words=w("Back"), to=to, picture="left", foot=True)


def _continue_link(w: Words) -> Link:
    return Link(key="no", words=w("Continue"), to="close", main=True, foot=True)
