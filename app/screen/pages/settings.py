"""Panels of the table's settings, and of the address that phones are given."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final
from urllib.parse import urlsplit

from app.protocol import messages
from app.screen.controller import HORN_ASKS, TYPED_ADDRESS, Controller, new_id
from app.screen.draw import Pen
from app.screen.element import Element
from app.screen.opened import Showing
from app.screen.pages import corners, values
from app.screen.pages.intents import set_table
from app.screen.pages.keyboard import ADDRESS, WEB, Keyboard, paint_keyboard
from app.screen.pages.wifi import open_wifi
from app.screen.ring import Ring, guessed_diagonal
from app.screen.scene import Scene
from app.screen.sound import LOUDEST
from app.screen.widgets.controls import Tap, stepper, switch
from app.screen.widgets.panel import Cell, Lying, cell, closing, lying, panel, place, prose, told
from app.text.languages import languages
from app.text.table import no_sound

PACES: Final = (0.3, 0.8, 1.2, 2.5, 4.0, 6.0)  # seconds
DARK: Final = (0, 2, 5, 10, 30, 60)  # minutes
UNDO: Final = ("ask", "always", "never")
HOST: Final = 60  # letters of an address at most
PAGE: Final = 200  # and of one on the web
SECURE: Final = "https://"  # how that begins


# ---- the table ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableSettings:
    """The settings. `host`: found, if not set. `horn`: the game has conflict tokens. `power`: may be switched off."""

    lying: Lying
    now: messages.Settings
    power: bool
    silent: bool
    horn: bool
    host: str
    doubted: bool = False  # printed values of the game are uncertain
    displays: bool = False  # several are connected, and which is used is ours to choose
    plain: bool = False  # none of how it looks is seen now


def table_settings(scene: Scene, ring: Ring, _: int) -> Element[TableSettings]:
    """What holds for every game at this table."""
    table = scene.model.table
    assert table is not None
    found = urlsplit(table.network.address).hostname if table.network.address else None
    view = TableSettings(
        lying(scene, ring),
        scene.model.settings,
        table.settings.powers_off(table.installed),
        scene.model.silent,
        scene.game.horn,
        found or "",
        bool(values.asked(scene, scene.model.words())),
        len(scene.opened.showing.found) > 1,
        scene.model.plain,
    )
    return Element(f"panel {scene.opened.panel}", view, paint_table_settings)


def paint_table_settings(p: Pen, it: TableSettings, control: Controller) -> None:
    w, now, ring, edge = it.lying.w, it.now, it.lying.ring, it.lying.edge

    def put(**values: object) -> Tap:
        return partial(set_table, control, **values)

    policies = {"ask": w("others are asked"), "always": w("always"), "never": w("never")}
    inches = now.diagonal or guessed_diagonal(ring.width, ring.height)
    smaller, larger = round(max(4.0, inches - 0.5), 1), round(min(80.0, inches + 0.5), 1)
    sizes, step = (put(diagonal=smaller), put(diagonal=larger)), partial(_step, side=ring.touch)
    lang, undo = _beside((*languages(),), now.lang), _beside(UNDO, now.undo)
    pace = _beside(PACES, now.bot_pace)
    sooner, later = _beside(DARK, now.dark_after)
    asleep = w("Dark between games after"), w("Dark after")
    dark = w("{n} min", n=now.dark_after) if now.dark_after else w("never")
    sign = "mute" if it.silent else "sound"
    cells = [
        *([cell(w("Plain settings"), "plain", partial(control.open, "plain"), "eye")] if it.plain else []),
        step(w("Language"), languages()[now.lang], "lang", put(lang=lang[0]), put(lang=lang[1])),
        step(w("Screen size"), w("{n} inches", n=f"{inches:.1f}"), "size", *sizes, goes_round=False),
        _flip(w("Bright room"), now.bright, "bright", put(bright=not now.bright)),
        _flip(w("Larger words"), now.large, "large", put(large=not now.large)),
        _flip(w("All faces this edge"), now.faces == edge, "faces", put(faces=None if now.faces == edge else edge)),
        _flip(w("Animations"), now.motion, "motion", put(motion=not now.motion)),
        _flip(w("Points so far"), now.points, "points", put(points=not now.points)),
        step(w("Undo"), policies[now.undo], "undo policy", put(undo=undo[0]), put(undo=undo[1])),
        step(w("Pace of bots"), w("{n} s", n=now.bot_pace), "pace", put(bot_pace=pace[0]), put(bot_pace=pace[1])),
        cell(w("Turn the picture"), "rotation", partial(corners.opened, control, "rotation"), "turn"),
        *([cell(w("Display"), "display", partial(control.open, "display"), "tablet")] if it.displays else []),
        step(asleep, dark, "dark", put(dark_after=sooner), put(dark_after=later)),
        cell(w("Address for phones"), "address", partial(_write, control, now.host_address or it.host), "phone"),
        cell(w("Links to results"), "results", partial(control.open, "results"), "crown"),
        cell(w("Wi-Fi"), "wifi", partial(open_wifi, control), "wifi"),
        cell(w("Sound"), "sound", partial(control.open, "sound"), sign),
        *([_flip(w("Conflict tokens by hand"), now.ritual, "ritual", put(ritual=not now.ritual))] if it.horn else []),
        cell(w("PIN and lock"), "host", partial(control.open, "host"), "lock"),
        cell(w("Diagnostics"), "machine", control.diagnose, "eye"),
        *([cell(w("Numbers of the box"), "values", partial(control.open, "values"), "question")] if it.doubted else []),
        _flip(w("Wondertable may power the computer off"), it.power, "power_off", put(power_off=not it.power)),
        cell(w("Switch off"), "off", partial(control.open, "off", it.lying.edge), "cross"),
    ]
    at = place(ring, it.lying.edge)
    panel(p, control, it.lying, at, w("Settings"), cells, close=closing(control), cell=(390, 0))


def _beside(values: tuple[object, ...], now: object) -> tuple[object, object]:
    """The value before and the one after; they go round."""
    here = values.index(now) if now in values else 0
    return values[here - 1], values[(here + 1) % len(values)]


def _step(
    label: str | Sequence[str], value: str, key: str, less: Tap, more: Tap, side: float, goes_round: bool = True
) -> Cell:
    return Cell(lambda p, w, h: stepper(p, 0, 0, w, h, label, value, key, less, more, side, goes_round=goes_round))


def _flip(label: str, on: bool, key: str, tap: Tap | None, below: str = "") -> Cell:
    return Cell(lambda p, w, h: switch(p, 0, 0, w, h, label, on, key, tap, below=below))


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
        cell(w("Try my settings"), "as set", control.show_anew, "turn", 1.2),
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
    keyboard = Keyboard(here, WEB, "", title, scene.opened.typed, PAGE)
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
    horn: bool
    volume: int
    mute: bool
    night: bool
    problem: str


def sound(scene: Scene, ring: Ring, _: int) -> Element[SoundSettings]:
    """How loud, and what."""
    assert scene.model.table is not None
    now = scene.model.settings
    view = SoundSettings(lying(scene, ring), scene.game.horn, now.volume, now.mute, now.night, scene.no_sound)
    return Element(f"panel {scene.opened.panel}", view, paint_sound)


def paint_sound(p: Pen, it: SoundSettings, control: Controller) -> None:
    w, at = it.lying.w, place(it.lying.ring, it.lying.edge)
    mute, night = partial(set_table, control, mute=not it.mute), partial(set_table, control, night=not it.night)
    at_night = w("The horn alone is heard.") if it.horn else w("The game is silent.")
    cells = [
        Cell(partial(_volume, it, control)),
        *([cell(w("Sound the horn"), "blow", control.blow, "horn")] if it.horn else []),
        _flip(w("Mute"), it.mute, "mute", mute, w("Screen and buzzer are silent.")),
        _flip(w("Night"), it.night, "night", night, at_night),
    ]
    head = partial(_unheard, it) if it.problem else None
    panel(
        p, control, it.lying, at, w("Sound"), cells, close=closing(control), cell=(440, 110), head=head, head_h=90
    )  # fmt: skip


def _volume(it: SoundSettings, control: Controller, p: Pen, wide: float, high: float) -> None:
    less = partial(set_table, control, volume=it.volume - 1) if it.volume > 0 else None
    more = partial(set_table, control, volume=it.volume + 1) if it.volume < LOUDEST else None
    side = max(it.lying.ring.touch, min(high, wide / 4))
    label, signs = it.lying.w("Volume"), ("minus", "plus")
    stepper(p, 0, 0, wide, high, label, str(it.volume), "volume", less, more, side, signs)


def _unheard(it: SoundSettings, p: Pen, wide: float, high: float) -> None:
    p.prose(8, 0, no_sound(it.lying.w, it.problem), 26, wide - 16, high, "soft", middle=True)
