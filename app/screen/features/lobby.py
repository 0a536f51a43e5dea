"""The lobby: its page, the pages of a new table, and the animation of people who sit down."""

from collections.abc import Iterable

from app.screen.control.controller import Controller
from app.screen.features.feature import ScreenFeature, ScreenFrame, SnapshotChange
from app.screen.features.game import before_opening
from app.screen.pages.lobby import lobby
from app.screen.paint.element import Elements
from app.screen.paint.pen import Pen
from app.screen.state.flight import Moving
from app.screen.state.interlude import SeatsTaken, newly_seated
from app.screen.state.ring_layout import Ring


class WelcomePages(ScreenFeature):
    """The first pages of a new table: its language and its screen."""

    def table_elements(self, frame: ScreenFrame) -> Elements | None:
        if frame.scene.table.settings.welcomed or frame.scene.table.phase != "lobby":
            return None
        from app.screen.pages.machine import welcome

        return welcome.elements(frame.scene, frame.ring)


class LobbyOnScreen(ScreenFeature):
    """The page on which a game is prepared."""

    def on_snapshot(self, control: Controller, change: SnapshotChange) -> None:
        if (
            change.table_before is not None
            and not change.is_first
            and not control.ui.panel  # it lies over the seats
            and (seats := newly_seated(change.table_before, change.table))
        ):
            control.animate((SeatsTaken(seats),))

    def table_elements(self, frame: ScreenFrame) -> Elements | None:
        if frame.scene.table.phase != "lobby" and frame.scene.model.view is not None:
            return None
        return before_opening(frame, lobby.elements(frame.scene, frame.ring))

    def animations(self, control: Controller, pen: Pen, ring: Ring, event: object) -> Iterable[Moving] | None:
        if not isinstance(event, SeatsTaken):
            return None
        from app.screen.pages.lobby import arrival_animation

        return arrival_animation.arrivals(control, pen, ring, event)
