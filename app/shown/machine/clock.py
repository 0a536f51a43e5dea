"""The table's time zone and clock: the setting, and corrections offered by a phone."""

from typing import Final

import msgspec

from app.protocol.machine_messages import SetClock
from app.protocol.settings_messages import SetTable
from app.shown.form import Button, Choice, Form, IntentTemplate, Link, Option, Row, Text
from app.text.time_zone import AREAS, MACHINE, city, zones
from app.text.translation import Words

PANEL: Final = "zone"  # the screen's panel; sub-panels are `zone Europe` and so on
MAX_CLOCK_ERROR_SECONDS: Final = 90.0


class ClockFacts(msgspec.Struct, frozen=True):
    """The table's zone, the phone's zone if it differs, and the clock's error against the phone."""

    zone: str
    there: str = ""
    ahead: int = 0  # seconds; 0: accurate enough, or the clock cannot be set


def offer(w: Words, facts: ClockFacts) -> Form:
    """Build the corrections that a phone offers; no rows if nothing is wrong."""
    rows: list[Row] = []
    if facts.there and facts.zone == MACHINE:
        about = w("Dates, the deal of the day and updates at night follow the table’s time zone. It is not set yet.")
        rows.append(Text(key="zone", words=about))
        rows.append(_zone(w("Use this phone’s time zone: {city}", city=city(facts.there)), facts.there))
    if facts.ahead:
        rows.append(Text(key="clock", words=w("The table’s clock shows another time than this phone.")))
        says = IntentTemplate(SetClock(id="", ahead=facts.ahead))
        rows.append(Button(key="set-clock", words=w("Set the table’s clock by this phone"), says=says, picture="tick"))
    return Form(w("The table’s clock"), (*rows,))


def zone(w: Words, facts: ClockFacts) -> Form:
    """Build the setting for a phone."""
    names = [name for name in zones() if name not in (facts.there, facts.zone)]
    first = [name for name in dict.fromkeys((facts.zone, facts.there)) if name != MACHINE]
    options = (_machine(w), *(Option(name, _zone_label(name)) for name in (*first, *names)))
    choice = Choice(
        key="zone", words=w("Time zone"), now=facts.zone, options=options, says=IntentTemplate(SetTable(""), "zone")
    )
    return Form(w("Time zone"), (choice,))


def areas(w: Words, now: str) -> Form:
    """Build the setting for the screen: continents that link to their cities."""
    words, here = _machine(w).words, now.partition("/")[0]
    rows = [
        Link(key=area, words=area, to=f"{PANEL} {n}", picture="tick" if area == here else "right")
        for n, area in enumerate(AREAS, start=1)
    ]
    about = Text(key="about", words=w("Time zone: {zone}", zone=_zone_label(now) if now else words), loud=True)
    machine = Button(key="machine", words=words, says=IntentTemplate(SetTable("", zone=MACHINE)), on=now == MACHINE)
    return Form(w("Time zone"), (about, *rows, machine))


def cities(w: Words, now: str, area: str) -> Form:
    """Build the list of zones of a continent."""
    names = sorted((name for name in zones() if name.startswith(f"{area}/")), key=city)
    return Form(w("Time zone"), tuple(_zone(city(name), name, now) for name in names))


def _zone(words: str, name: str, now: str | None = None) -> Button:
    says = IntentTemplate(SetTable("", zone=name))
    return Button(key=f"zone {name}", words=words, says=says, on=name == now, picture="tick" if now is None else "")


def _machine(w: Words) -> Option:
    return Option(MACHINE, w("the computer’s own"))


def _zone_label(name: str) -> str:
    """Return a zone as people read it: `Los Angeles (America)`."""
    area = name.partition("/")[0]
    return f"{city(name)} ({area})" if area != name else name
