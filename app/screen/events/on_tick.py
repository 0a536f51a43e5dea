"""Clock ticks: expire timed notices, advance automatic replay and interludes, dim the screen."""

from dataclasses import replace
from math import inf

from app.screen.control.controller import Controller
from app.screen.input import confirmation, history_browsing, horn_power_off, try_out
from app.screen.state.end_sequence import STEP_SOUNDS
from app.screen.state.interlude import InterludeDismissed
from app.screen.state.scene import STARTING_SECONDS


def tick(control: Controller, now: float) -> float | None:
    """Advance everything timed to `now`. Return when to call again, or None."""
    before = control.scene
    missed = control.began + STARTING_SECONDS + 0.01
    slower, slow = control.outbox.tick(now)
    over = [seat for seat, notice in control.notices.items() if notice.until <= now]
    for seat in over:
        del control.notices[seat]
    control.model = replace(control.model, panel=control.model.panel.tick(now))
    looks = [
        slow,
        *(notice.until for notice in control.notices.values()),
        *_advance_game(control, now),
        history_browsing.tick(control, now),
        horn_power_off.tick(control, now),
        confirmation.tick(control, now),
        control.model.panel.next_change(now),
        *try_out.tick(control, now),
        control.dimming.tick(now, _dark_after(control)),
        missed if control.model.table is None and now < missed else None,
    ]
    held = before.model.panel.held_since is not None
    same = control.opened == before.opened and control.model.panel == before.model.panel
    if over or held or slower or not same or control.dimming.dark != before.dark:
        control.changed()
    return min((at for at in looks if at is not None and at < inf), default=None)


def _advance_game(control: Controller, now: float) -> tuple[float | None, ...]:
    """Advance the game's interludes and the end sequence. Return when to call again."""
    if control.on_table is None:
        return ()
    shown = control.opened.game
    opened, at = control.on_table.tick(replace(control.scene, now=now))
    control.opened = replace(control.opened, game=opened)
    if opened != shown:
        control.moved((InterludeDismissed(shown),))
    before, scene = control.opened.finale, control.scene
    finale = before.in_time(now, not scene.opened.panel and not scene.game.interrupts(scene))
    control.opened = replace(control.opened, finale=finale)
    if finale.now is not None and finale.until is not None and finale.until != before.until:
        control.sound.play(STEP_SOUNDS[finale.now.part])
    return at, finale.until


def _dark_after(control: Controller) -> int | None:
    """Return the minutes without a touch before dimming; None while a game or a replay runs."""
    table = control.model.table
    if table is None or table.phase == "game" or control.opened.history.plays:
        return None
    return table.settings.dark_after
