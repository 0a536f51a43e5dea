"""Clock ticks: advance everything timed, by the hooks of all features."""

from math import inf

from app.screen.control.controller import Controller
from app.screen.features import registry


def tick(control: Controller, now: float) -> float | None:
    """Advance everything timed to `now`. Return when to call again, or None."""
    before = _visible_state(control)
    wanted = [feature.on_tick(control, now) for feature in registry.FEATURES]
    if _visible_state(control) != before:
        control.repaint()
    return min((at for at in wanted if at is not None and at < inf), default=None)


def _visible_state(control: Controller) -> tuple[object, ...]:
    """Return what a tick may change and a frame is painted from."""
    return control.model, control.ui, dict(control.notices), control.dimming.is_dark
