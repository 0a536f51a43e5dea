"""Panels of the Wi-Fi of the table's machine: networks to join, a password, and a network of the table's own."""

from dataclasses import dataclass
from functools import partial
from typing import Final

from app.looks.icons import icon
from app.protocol import messages
from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.element import Element
from app.screen.outbox import new_id
from app.screen.pages.keyboard import Keyboard, for_passwords, paint_keyboard
from app.screen.pages.way_in import WayIn, paint_way_in, way_in
from app.screen.ring import Ring
from app.screen.scene import Scene
from app.screen.widgets.controls import Tap, button, frame
from app.screen.widgets.panel import (
    GAP,
    PAD,
    Cell,
    Lying,
    asked_once,
    cell,
    closing,
    lying,
    panel,
    place,
    prose,
    told,
)
from app.text import wifi as say

COLUMN: Final = 480.0  # u
BARS: Final = 4
BAR: Final = 11.0  # u, from one to the next


def open_wifi(control: Controller) -> None:
    """Lay it on the middle, and have the machine look around."""
    control.open("wifi")
    control.say(messages.LookForWifi(id=new_id()))


@dataclass(frozen=True, slots=True)
class Networks:
    """What the machine tells; None: nothing yet."""

    lying: Lying
    now: messages.Wifi | None
    way_in: WayIn


def networks(scene: Scene, ring: Ring, _: int) -> Element[Networks]:
    """Where the machine is, and where it could be; while its own network is open, the code of that."""
    view = Networks(lying(scene, ring), scene.model.wifi, way_in(scene))
    return Element(f"panel {scene.opened.panel}", view, paint_networks)


def paint_networks(p: Pen, it: Networks, control: Controller) -> None:
    w, now = it.lying.w, it.now
    if now is None or now.problem:
        _paint_problem(p, it, control, now.problem if now else "looking")
    elif it.lying.sure == "hotspot":
        text = w(
            "The table opens a Wi-Fi of its own for phones, “{name}”, and leaves “{network}” for it.",
            name=now.own,
            network=now.here,
        )
        asked_once(p, control, it.lying, text, w("Open it"), partial(_host, control, True), "wifi")
    elif now.hotspot:
        _paint_hotspot(p, it, control)
    else:
        _paint_choice(p, it, control, now)


def _paint_problem(p: Pen, it: Networks, control: Controller, problem: messages.WifiProblem) -> None:
    w, at = it.lying.w, place(it.lying.ring, it.lying.edge, 1000, 440)
    foot = []
    if problem == "off":
        foot = [cell(w("Switch Wi-Fi on"), "wifi on", partial(_turn_on, control), "wifi", primary=True)]
    cells = [prose(say.problem(w, problem), 32, "text")]
    panel(p, control, it.lying, at, w("Wi-Fi"), cells, foot, close=closing(control), cell=(400, 160))


def _paint_choice(p: Pen, it: Networks, control: Controller, now: messages.Wifi) -> None:
    w, at = it.lying.w, place(it.lying.ring, it.lying.edge)
    cells = [told(say.now(w, now), p.legible(28), "text")]
    cells += [Cell(partial(_network, it.lying, each, now, control), name=each.name) for each in now.networks]
    foot = [cell(w("Look again"), "look", partial(_look, control), "turn")]
    if now.can_host:
        ask = partial(control.ask_sure, "hotspot") if now.here else partial(_host, control, True)
        foot.append(cell(w("Own Wi-Fi for phones"), "hotspot", ask, "phone", 1.4))
    panel(p, control, it.lying, at, w("Wi-Fi"), cells, foot, close=closing(control), cell=(COLUMN, 0))


def _network(
    lying: Lying, it: messages.WifiNetwork, now: messages.Wifi, control: Controller, p: Pen, wide: float, high: float
) -> None:
    """Its name, whether it wants a password, and how strong it is."""
    here = it.name == now.here
    sign = "tick" if here else "lock" if it.lock != "open" else "wifi"
    bars = 4 * BAR
    button(p, 0, 0, wide, high, "", f"network {it.name}", _tap(lying, it, now, control), on=here)
    icon(p, sign, 36, high / 2, min(high * 0.5, 44), "soft" if it.known or here else "mute", "raised")
    p.text(70, high / 2, it.name, p.legible(28), "text", "start", here, wide - 92 - bars)
    for nth in range(BARS):
        tall = high * (0.14 + 0.11 * nth)
        p.rect(wide - 14 - bars + nth * BAR, high * 0.74 - tall, BAR - 3, tall, 2, "soft" if nth < it.bars else "line")


def _tap(lying: Lying, it: messages.WifiNetwork, now: messages.Wifi, control: Controller) -> Tap | None:
    """It is joined at once, or its password is asked for: also where the one that is known was wrong just now."""
    if it.name == now.here:
        return None
    if it.lock == "other" and not it.known:
        text = lying.w("“{network}” needs more than a password, so the table cannot join it.", network=it.name)
        return partial(control.tell, 0, text)
    wrong = now.failed == "password" and now.tried == it.name
    if it.lock != "password" or (it.known and not wrong):
        return partial(_join, control, it.name, None)
    return partial(_write, control, it.name)


def _paint_hotspot(p: Pen, it: Networks, control: Controller) -> None:
    """Both codes that a phone needs, and the way back."""
    w, t, at = it.lying.w, it.lying.ring.touch, place(it.lying.ring, it.lying.edge)
    side, room = partial(it.lying.side, room=at.w), at.w - 2 * (t + GAP) - 2 * PAD - 8
    with p.at(at.x, at.y, at.angle, it.lying.ring.u):
        frame(p, at.w, at.h)
        button(p, side(at.w - PAD - t, t), PAD, t, t, "", "close", closing(control), "cross")
        button(p, side(at.w - PAD - 2 * t - GAP, t), PAD, t, t, "", "turn", control.turn, "turn")
        title = w("The table’s own Wi-Fi is open")
        p.prose(side(PAD + 8, room), PAD, title, 36, room, t, "text", bold=True, middle=True)
        with p.at(PAD, PAD + t + GAP):
            paint_way_in(p, it.way_in, at.w - 2 * PAD, at.h - 2 * (PAD + t + GAP))
        go = partial(_host, control, False)
        wide = min(at.w - 2 * PAD, 640.0)
        home = w("Back to the home network")
        button(p, (at.w - wide) / 2, at.h - PAD - t, wide, t, home, "home", go, "left", primary=True, size=30)


# ---- what is asked for -----------------------------------------------------------------------------------------


def _look(control: Controller) -> None:
    control.say(messages.LookForWifi(id=new_id()))


def _turn_on(control: Controller) -> None:
    control.say(messages.TurnWifiOn(id=new_id()))


def _host(control: Controller, on: bool) -> None:
    _show(control)
    control.say(messages.SetHotspot(id=new_id(), on=on))


def _join(control: Controller, network: str, password: str | None) -> None:
    _show(control)
    control.say(messages.JoinWifi(id=new_id(), network=network, password=password))


def _show(control: Controller) -> None:
    """How it goes is told there."""
    control.change(sure="")
    if control.opened.panel != "wifi":
        control.open("wifi")


# ---- its password ----------------------------------------------------------------------------------------------


def _write(control: Controller, network: str) -> None:
    control.change(typed="", network=network)
    control.open("wifi-password", control.opened.edge)


def password(scene: Scene, ring: Ring, _: int) -> Element[Keyboard]:
    """It is seen while it is typed, or dots are, on wish."""
    here, opened = lying(scene, ring), scene.opened
    title = here.w("Password of “{network}”", network=opened.network)
    keyboard = for_passwords(here, title, opened.typed, messages.LONGEST_PASSWORD, opened.hidden)
    return Element(f"panel {opened.panel}", keyboard, paint_password)


def paint_password(p: Pen, it: Keyboard, control: Controller) -> None:
    paint_keyboard(p, it, control, partial(_typed, control))


def _typed(control: Controller) -> None:
    secret = control.opened.typed
    if secret:
        control.change(typed="")
        _join(control, control.opened.network, secret)
