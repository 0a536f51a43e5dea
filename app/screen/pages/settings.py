"""Panels of the table's settings, and of the address that phones are given."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final
from urllib.parse import urlsplit

from msgspec.structs import replace

from app.protocol import messages
from app.screen.controller import HORN_ASKS, TYPED_ADDRESS, Controller, new_id
from app.screen.draw import Pen
from app.screen.element import Element
from app.screen.opened import Showing
from app.screen.pages import corners, values
from app.screen.pages.forms import FormPanel, Ways, form_cell, form_panel
from app.screen.pages.intents import set_table
from app.screen.pages.keyboard import ADDRESS, WEB, Keyboard, paint_keyboard
from app.screen.pages.wifi import open_wifi
from app.screen.ring import Ring, guessed_diagonal
from app.screen.scene import Scene
from app.screen.widgets.panel import Lying, cell, closing, lying, panel, place, prose, told
from app.shown import settings as shown
from app.text.table import no_sound

HOST: Final = 60  # letters of an address at most
SECURE: Final = "https://"  # how that begins


# ---- the table ---------------------------------------------------------------------------------------------


def table_settings(scene: Scene, ring: Ring, _: int) -> Element[FormPanel]:
    """What holds for every game at this table."""
    table = scene.model.table
    assert table is not None
    now, edge = scene.model.settings, scene.opened.edge
    facts = shown.Facts(
        replace(now, diagonal=now.diagonal or guessed_diagonal(ring.width, ring.height)),
        scene.game.horn,
        bool(values.asked(scene, scene.model.words())),
        table.installed,
        len(scene.opened.showing.found) > 1,
        scene.model.silent,
        scene.model.plain,
        edge,
    )
    return form_panel(scene, ring, shown.settings(scene.model.words(), facts), WAYS)


# ---- plain settings -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Plain:
    """The screen is shown as if nobody had set how it looks."""

    lying: Lying


def plain(scene: Scene, ring: Ring, _: int) -> Element[Plain]:
    """Why that is so, and the way back to what people have set."""
    return Element(f"panel {scene.opened.panel}", Plain(lying(scene, ring)), paint_plain)


def paint_plain(p: Pen, it: Plain, control: Controller) -> None:
    w, at = it.lying.w, place(it.lying.ring, it.lying.edge, 1000, 440)
    text = w(
        "The screen stopped again and again, so it is shown with plain settings and without sound now; yours are kept."
    )
    foot = [
        cell(w("Try my settings"), "as set", control.show_anew, "gear", 1.2),
        cell(w("Continue"), "no", closing(control), primary=True),
    ]
    panel(p, control, it.lying, at, w("Plain settings"), [prose(text, 32, "text")], foot, close=closing(control))


# ---- the display ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Displays:
    """Those that are connected, and the one that this is shown on."""

    lying: Lying
    showing: Showing


def displays(scene: Scene, ring: Ring, _: int) -> Element[Displays]:
    """On which of several displays the table is shown; whether it is right so, while another is tried."""
    view = Displays(lying(scene, ring), scene.opened.showing)
    return Element(f"panel {scene.opened.panel}", view, paint_displays)


def paint_displays(p: Pen, it: Displays, control: Controller) -> None:
    w, now, ring = it.lying.w, it.showing, it.lying.ring
    if now.until is not None:
        text = w("Is it right so? In {n} s the picture goes back by itself.", n=now.left)
        foot = [
            cell(w("As before"), "as before", control.display_as_before),
            cell(w("Keep it so"), "keep", control.keep_display, primary=True),
        ]
    else:
        text = w("On which display shall this be? Touch one to try it: the picture comes back unless it is kept there.")
        foot = []
    each = [cell(name, f"display {name}", partial(control.try_display, name), on=name == now.on) for name in now.found]
    cells = [told(text, 38 if ring.small else 32, "text"), *(each if now.until is None else [])]
    at = place(ring, it.lying.edge)
    panel(p, control, it.lying, at, w("Display"), cells, foot, close=closing(control), cell=(390, 0))


# ---- the address for phones ----------------------------------------------------------------------------------


def _write(control: Controller, address: str, panel: str = "address") -> None:
    """Open the keyboard for an address."""
    control.change(typed=address)
    control.open(panel, control.opened.edge)


def phone_address(scene: Scene, ring: Ring, _: int) -> Element[Keyboard]:
    """The address that is written into codes, instead of the one that was found."""
    assert scene.model.table is not None
    here, network = lying(scene, ring), scene.model.table.network
    found = [
        address.removeprefix("http://").rsplit(":", 1)[0] for address in (network.address, *network.others) if address
    ]
    title = here.w("Address for phones") + (" (" + ", ".join(found[:3]) + ")" if found else "")
    return Element(
        f"panel {scene.opened.panel}", Keyboard(here, ADDRESS, "", title, scene.opened.typed, HOST), paint_phone_address
    )


def paint_phone_address(p: Pen, it: Keyboard, control: Controller) -> None:
    paint_keyboard(p, it, control, partial(_addressed, control))


def _addressed(control: Controller) -> None:
    set_table(control, host_address=control.opened.typed.strip() or None)
    control.open("")


# ---- the page that shows results -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ResultPage:
    """Where links to results lead; "": there are none."""

    lying: Lying
    address: str


def result_page(scene: Scene, ring: Ring, _: int) -> Element[ResultPage]:
    """What links to results need, and where they lead."""
    assert scene.model.table is not None
    view = ResultPage(lying(scene, ring), scene.model.table.settings.result_page)
    return Element(f"panel {scene.opened.panel}", view, paint_result_page)


def paint_result_page(p: Pen, it: ResultPage, control: Controller) -> None:
    w, at, small = it.lying.w, place(it.lying.ring, it.lying.edge), it.lying.ring.small
    about = w("Where the page that shows results lies on the web. Empty: a result has a picture, but no link.")
    here = it.address or w("No address: results have no link.")
    cells = [told(about, 34 if small else 28), told(here, 38 if small else 32, "text")]
    write = partial(_write, control, it.address or SECURE, TYPED_ADDRESS)
    foot = [cell(w("Type the address"), "type", write, "tablet", 1.6)]
    if it.address:
        foot.append(cell(w("No links"), "no links", partial(set_table, control, result_page=""), "cross"))
    panel(p, control, it.lying, at, w("Links to results"), cells, foot, close=closing(control), cell=(390, 0))


def result_address(scene: Scene, ring: Ring, _: int) -> Element[Keyboard]:
    """That address, typed."""
    here = lying(scene, ring)
    title = here.w("Address of the page that shows results")
    keyboard = Keyboard(here, WEB, "", title, scene.opened.typed, shown.ADDRESS)
    return Element(f"panel {scene.opened.panel}", keyboard, paint_result_address)


def paint_result_address(p: Pen, it: Keyboard, control: Controller) -> None:
    paint_keyboard(p, it, control, partial(_leads, control))


def _leads(control: Controller) -> None:
    """Keep what was typed; with no more than how an address begins, there is none."""
    typed = control.opened.typed.strip()
    leads = messages.SetTable(id=new_id(), result_page="" if typed == SECURE else typed)
    control.say(leads, kind=TYPED_ADDRESS)
    control.open("results", control.opened.edge)


# ---- the end -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ending:
    """Whether this is the end. `program`: that can end by itself; `power`: the computer may be powered off; `horn`: a
    horn that was held asks, and answers."""

    lying: Lying
    program: bool
    power: bool
    horn: bool


def ending(scene: Scene, ring: Ring, _: int) -> Element[Ending]:
    """Whether this is the end: of the program, or of the computer where the settings allow it."""
    table = scene.model.table
    assert table is not None
    power, horn = table.settings.powers_off(table.installed), scene.opened.panel == HORN_ASKS
    view = Ending(lying(scene, ring), not table.installed, power, horn)
    return Element(f"panel {scene.opened.panel}", view, paint_ending)


def paint_ending(p: Pen, it: Ending, control: Controller) -> None:
    w, at = it.lying.w, place(it.lying.ring, it.lying.edge, 1000, 440)
    foot, text = [], w("Wondertable ends. Nothing is lost: the game goes on when it is started again.")
    if it.program:
        foot.append(cell(w("End the program"), "yes", partial(control.switch_off, False), "cross", 1.2))
    elif it.power:
        text = w("This computer switches off. Nothing is lost: the game goes on when it is switched on again.")
    else:
        text = w("The settings do not allow Wondertable to power this computer off.")
    if it.power:
        sign = "horn" if it.horn else "cross"
        foot.append(cell(w("Power off"), "power", partial(control.switch_off, True), sign))
    foot.append(cell(w("Continue"), "no", closing(control), primary=True))
    if it.power and it.horn:
        text += " " + w("Press the horn again to power off.")
    panel(p, control, it.lying, at, w("Switch off?"), [prose(text, 32, "text")], foot, close=closing(control))


# ---- sound ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SoundSettings:
    """How loud, and what is heard; with the horn to try it by, in a game that has one.

    `problem`: the driver's words, where nothing can be heard.
    """

    lying: Lying
    facts: shown.Facts
    problem: str


def sound(scene: Scene, ring: Ring, _: int) -> Element[SoundSettings]:
    """How loud, and what."""
    assert scene.model.table is not None
    facts = shown.Facts(scene.model.settings, scene.game.horn)
    view = SoundSettings(lying(scene, ring), facts, scene.no_sound)
    return Element(f"panel {scene.opened.panel}", view, paint_sound)


def paint_sound(p: Pen, it: SoundSettings, control: Controller) -> None:
    w, at, form = it.lying.w, place(it.lying.ring, it.lying.edge), shown.sound(it.lying.w, it.facts)
    cells = [form_cell(row, it.lying, control, {}) for row in form.on("screen")]
    if it.facts.horn:
        cells.insert(1, cell(w("Sound the horn"), "blow", control.blow, "horn"))
    head = partial(_unheard, it) if it.problem else None
    panel(
        p, control, it.lying, at, form.title, cells, close=closing(control), cell=(440, 110), head=head, head_h=90
    )  # fmt: skip


def _unheard(it: SoundSettings, p: Pen, wide: float, high: float) -> None:
    p.prose(8, 0, no_sound(it.lying.w, it.problem), 26, wide - 16, high, "soft", middle=True)


# ---- where the settings lead ----------------------------------------------------------------------------------


def _change_address(control: Controller) -> None:
    """From the one that is written into codes: as people have set it, or as it was found."""
    table = control.model.table
    assert table is not None
    found = urlsplit(table.network.address).hostname if table.network.address else None
    _write(control, table.settings.host_address or found or "")


def _ask_for_the_end(control: Controller) -> None:
    control.open("off", control.opened.edge)


def _to(panel: str) -> Callable[[Controller], None]:
    return partial(Controller.open, panel=panel)


WAYS: Final[Ways] = {
    "plain": _to("plain"),
    "address": _change_address,
    "off": _ask_for_the_end,
    "rotation": partial(corners.opened, panel="rotation"),
    "display": _to("display"),
    "results": _to("results"),
    "wifi": open_wifi,
    "sound": _to("sound"),
    "host": _to("host"),
    "machine": Controller.diagnose,
    "values": _to("values"),
}
