"""Finding out what is wrong, by touch: the machine's parts, each light and button, each sound."""

from dataclasses import dataclass
from functools import partial

from app.looks.icons import icon
from app.protocol import messages
from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.element import Element
from app.screen.outbox import new_id
from app.screen.pages import corners
from app.screen.ring import Ring
from app.screen.scene import Scene
from app.screen.sound import NAMES
from app.screen.widgets.panel import Cell, Lying, cell, closing, lying, panel, place, prose, told
from app.text import machine as say
from app.text.languages import Words
from app.text.table import no_sound

LINE = 66.0  # u, of a finding's words


def _back(control: Controller, w: Words) -> Cell:
    return cell(w("Back"), "back", partial(control.open, "machine"), "left")


# ---- the machine -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Machine:
    """What the table finds on its machine; None while it looks."""

    lying: Lying
    findings: tuple[messages.Finding, ...] | None


def machine(scene: Scene, ring: Ring, _: int) -> Element[Machine]:
    """What the table finds on its machine; the ways to everything that can be tried."""
    return Element(
        f"panel {scene.opened.panel}", Machine(lying(scene, ring), scene.model.panel.findings), paint_machine
    )


def paint_machine(p: Pen, it: Machine, control: Controller) -> None:
    w, at = it.lying.w, place(it.lying.ring, it.lying.edge)
    first = sorted(it.findings or (), key=lambda found: found.fine)
    cells = [Cell(partial(_finding, found), wide=True) for found in first]
    foot = [
        cell(w("Lights and buttons"), "parts", partial(control.open, "parts"), "touch"),
        cell(w("Sounds"), "sounds", partial(control.open, "sounds"), "sound"),
        cell(w("Corners"), "corners", partial(corners.opened, control, "corners"), "eye"),
    ]
    panel(
        p,
        control,
        it.lying,
        at,
        w("Diagnostics"),
        cells or [Cell(partial(_looking, w), wide=True)],
        foot,
        close=closing(control),
        cell=(at.w - 32, LINE),
        flat=True,
    )


def _finding(found: messages.Finding, p: Pen, w: float, h: float) -> None:
    p.rect(0, 0, w, h, 12, "zone", None if found.fine else "red", 3)
    icon(p, "tick" if found.fine else "cross", 34, h / 2, 36, "soft" if found.fine else "red", "zone")
    name = min(190.0, w * 0.22)
    p.text(64, h / 2, found.part, 26, "text", "start", bold=True, room=name)
    p.prose(72 + name, 4, found.text, 25, w - 84 - name, h - 8, "soft", middle=True)


def _looking(words_: Words, p: Pen, w: float, h: float) -> None:
    p.text(w / 2, h / 2, words_("Looking …"), 30, "soft")


# ---- lights and buttons ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Parts:
    """Every light by name, and the buzzer, if there is a panel; those that are lit; the newest touch on a button."""

    lying: Lying
    names: tuple[str, ...] | None
    lit: frozenset[str]
    heard: messages.Heard | None


def parts(scene: Scene, ring: Ring, _: int) -> Element[Parts]:
    """Every light, to be tried by a tap; and what has been heard of the buttons."""
    bench, names, lit = scene.model.panel, None, frozenset[str]()
    if bench.panel is not None:
        names = (*bench.panel.lights, *(("buzzer",) if bench.panel.buzzer else ()))
        lit = frozenset(name for name in bench.panel.lights if bench.shines(name))
    return Element(f"panel {scene.opened.panel}", Parts(lying(scene, ring), names, lit, bench.heard), paint_parts)


def paint_parts(p: Pen, it: Parts, control: Controller) -> None:
    ring, edge, w = it.lying.ring, it.lying.edge, it.lying.w
    foot = [_back(control, w), cell(w("Key pad"), "key pad", partial(control.open, "key-pad"), "touch")]
    if it.names is None:
        text = w(
            "There is no panel. The project’s hardware page says how to build one; --panel simulated shows one here."
        )
        at, title = place(ring, edge, 900, 520), w("Lights and buttons")
        panel(p, control, it.lying, at, title, [prose(text)], foot, close=closing(control), cell=(400, 160))
        return
    cells = [
        cell(say.part(w, name), f"try {name}", partial(control.try_part, name), on=name in it.lit) for name in it.names
    ]
    title = say.heard(w, it.heard.part, it.heard.how) if it.heard else w("Tap a light, press a button")
    panel(p, control, it.lying, place(ring, edge), title, cells, foot, close=closing(control), cell=(250, 0))


# ---- the keys of key pads ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class KeyPad:
    """Every button and its key, and how it is with the pads; None: nobody has told. The newest touch on a button."""

    lying: Lying
    keys: messages.Keys | None
    heard: messages.Heard | None


def key_pad(scene: Scene, ring: Ring, _: int) -> Element[KeyPad]:
    """Which keys are buttons; a touch on a button, and the next key that is pressed is its own."""
    bench = scene.model.panel
    return Element(f"panel {scene.opened.panel}", KeyPad(lying(scene, ring), bench.keys, bench.heard), paint_key_pad)


def paint_key_pad(p: Pen, it: KeyPad, control: Controller) -> None:
    w, at, keys = it.lying.w, place(it.lying.ring, it.lying.edge), it.keys
    chosen, pads, choosing = (keys.keys, keys.pads, keys.choosing) if keys else ({}, {}, "")
    title = say.heard(w, it.heard.part, it.heard.how) if it.heard else w("Key pad")
    if choosing:
        title = w("{part}: press its key", part=say.part(w, choosing))
    about = [say.pad(w, name, state) for name, state in pads.items()] or [w("Plug in a key pad or an arcade encoder.")]
    about.append(w("Touch a button, then press its key. From then on the whole pad is the table’s, and types nothing."))
    cells = [told(" ".join(about), 34 if it.lying.ring.small else 28, "text")]
    for name, code in chosen.items():
        label = w("{part}: key {code}", part=say.part(w, name), code=code) if code else say.part(w, name)
        choose = partial(_choose, control, "" if name == choosing else name)
        cells.append(cell(label, f"key {name}", choose, on=code > 0, primary=name == choosing))
    forget = partial(_forget, control, choosing) if chosen.get(choosing) else None

    def leave(to: str) -> None:
        if choosing:
            _choose(control, "")
        control.open(to)

    foot = [
        cell(w("Back"), "back", partial(leave, "parts"), "left"),
        cell(w("No key"), "no key", forget, "cross"),
    ]
    panel(p, control, it.lying, at, title, cells, foot, close=partial(leave, ""), cell=(300, 0))


def _choose(control: Controller, part: str) -> None:
    control.say(messages.ChooseKey(id=new_id(), part=part))


def _forget(control: Controller, part: str) -> None:
    control.say(messages.ForgetKey(id=new_id(), part=part))


# ---- sounds ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sounds:
    """Every sound, by name."""

    lying: Lying
    names: tuple[str, ...]


def sounds(scene: Scene, ring: Ring, _: int) -> Element[Sounds]:
    """Every sound, to be heard by a tap."""
    return Element(f"panel {scene.opened.panel}", Sounds(lying(scene, ring), NAMES), paint_sounds)


def paint_sounds(p: Pen, it: Sounds, control: Controller) -> None:
    w, at = it.lying.w, place(it.lying.ring, it.lying.edge)
    cells = [cell(say.sound(w, name), f"play {name}", partial(_play, control, name)) for name in it.names]
    panel(p, control, it.lying, at, w("Sounds"), cells, [_back(control, w)], close=closing(control), cell=(230, 0))


def _play(control: Controller, name: str) -> None:
    """Let it be heard, or say why it cannot be."""
    w, sound = control.model.words(), control.sound
    if not sound.play(name):
        why = (
            no_sound(w, sound.problem)
            if sound.problem
            else w("The table is silent now. You can change this under Sound.")
        )
        control.tell(0, why)
