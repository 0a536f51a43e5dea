"""Overlays of the table: the open panel, plates at the edges of seats, and the hardware panel."""

from dataclasses import replace
from math import inf

from app.screen.control.controller import Controller
from app.screen.features.feature import ScreenFeature, ScreenFrame
from app.screen.pages.play import seat_notices_and_votes
from app.screen.paint.element import Elements


class OpenPanel(ScreenFeature):
    """The panel that people have opened on the middle."""

    def elements(self, frame: ScreenFrame) -> Elements:
        if not frame.scene.ui.panel or frame.replays or frame.interrupted:
            return []
        from app.screen.pages import panel_registry

        return panel_registry.elements(frame.scene, frame.ring)


class SeatPlates(ScreenFeature):
    """Notices, reminders, votes and codes at the edges of seats."""

    def on_tick(self, control: Controller, now: float) -> float | None:
        """Remove notices that were shown long enough."""
        control.notices = {seat: notice for seat, notice in control.notices.items() if notice.until > now}
        return min((notice.until for notice in control.notices.values()), default=inf)

    def elements(self, frame: ScreenFrame) -> Elements:
        return seat_notices_and_votes.elements(frame.scene, frame.ring, frame.elements)


class HardwarePanel(ScreenFeature):
    """The hardware panel: its simulation at the lower edge, and the ring of a held horn."""

    def on_tick(self, control: Controller, now: float) -> float | None:
        held = control.model.panel.held_since is not None
        control.model = replace(control.model, panel=control.model.panel.tick(now))
        if held:  # the ring fills
            control.repaint()
        return control.model.panel.time_of_change(now)

    def elements(self, frame: ScreenFrame) -> Elements:
        if frame.scene.model.panel.panel is None:
            return []
        from app.screen.pages.machine import simulated_panel_strip

        return simulated_panel_strip.elements(frame.scene, frame.ring, frame.width, frame.height)
