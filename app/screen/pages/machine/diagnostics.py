"""The diagnostics panels: checks of the machine, and tests of lights, buttons, key pad and sounds."""

from app.protocol.panel_messages import ChooseKey
from app.screen.control.controller import Controller
from app.screen.control.outbox import new_id
from app.screen.device.sound_cues import NAMES
from app.screen.pages.common.forms import FormPanel, form_panel
from app.screen.pages.machine import rotation_check
from app.screen.paint.element import BoundCall, Element
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Scene
from app.shown.machine import screen_machine_pages as shown
from app.text.table_text import no_sound


def build_findings(scene: Scene, ring: Ring, _: int) -> Element[FormPanel]:
    """Build the list of checks with links to the tests."""
    form = shown.findings(scene.model.words(), scene.model.panel.findings)
    return form_panel(scene, ring, form, {"corners": BoundCall(rotation_check.start_check, panel="corners")})


def build_part_test(scene: Scene, ring: Ring, _: int) -> Element[FormPanel]:
    """Build the test of lights and buttons."""
    bench, names, lit = scene.model.panel, None, frozenset[str]()
    if bench.panel is not None:
        names = (*bench.panel.lights, *(("buzzer",) if bench.panel.buzzer else ()))
        lit = frozenset(name for name in bench.panel.lights if bench.is_lit(name))
    ways = {f"try {name}": BoundCall(Controller.try_part, part=name) for name in names or ()}
    return form_panel(scene, ring, shown.parts(scene.model.words(), names, lit, bench.heard), ways, column=250)


def build_key_pad(scene: Scene, ring: Ring, _: int) -> Element[FormPanel]:
    """Build the assignment of keys: touch a button, then press its key."""
    bench = scene.model.panel
    ways = {"close": BoundCall(_leave, to=""), "parts": BoundCall(_leave, to="parts")}
    return form_panel(scene, ring, shown.key_pad(scene.model.words(), bench.keys, bench.heard), ways, column=300)


def _leave(control: Controller, to: str) -> None:
    """Stop waiting for a key and leave the page."""
    keys = control.model.panel.keys
    if keys and keys.choosing:
        control.submit(ChooseKey(id=new_id(), part=""))
    control.open_panel(to)


def build_sound_test(scene: Scene, ring: Ring, _: int) -> Element[FormPanel]:
    ways = {f"play {name}": BoundCall(_play, name=name) for name in NAMES}
    return form_panel(scene, ring, shown.sounds(scene.model.words(), NAMES), ways, column=230)


def _play(control: Controller, name: str) -> None:
    """Play a sound, or show why it cannot be heard."""
    w, sound = control.model.words(), control.sound
    if not sound.play(name):
        why = (
            no_sound(w, sound.problem)
            if sound.problem
            else w("The table is silent now. You can change this under Sound.")
        )
        control.notify(0, why)
