"""Pages that are shown while there is no table: it has stopped, has not answered yet, or the screen is dimmed."""

import msgspec

from app.protocol.base_messages import Message
from app.protocol.network_messages import Network
from app.protocol.panel_messages import ButtonEvent
from app.protocol.play_messages import Cue
from app.protocol.table_messages import TableView
from app.screen.control.controller import Controller
from app.screen.features.feature import ScreenFeature, ScreenFrame, SnapshotChange
from app.screen.pages.play import seat_notices_and_votes
from app.screen.paint.element import Elements
from app.screen.state.ring_layout import lay_ring
from app.screen.state.scene import STARTING_SECONDS


class StoppedTable(ScreenFeature):
    """The page of a table that has stopped or ended."""

    def page(self, frame: ScreenFrame) -> Elements | None:
        page = frame.scene.model.page
        if page is None:
            return None
        from app.screen.pages.machine.no_table import build_closed_page

        return [build_closed_page(frame.scene, page, frame.width, frame.height)]


class AwaitedTable(ScreenFeature):
    """The page of a screen that has not met its table yet."""

    def on_tick(self, control: Controller, now: float) -> float | None:
        missed = control.began + STARTING_SECONDS + 0.01
        return missed if control.model.table is None and now < missed else None

    def page(self, frame: ScreenFrame) -> Elements | None:
        if frame.scene.model.table is not None:
            return None
        return [seat_notices_and_votes.build_no_connection(frame.scene, lay_ring(frame.width, frame.height, 2))]


class DimmedScreen(ScreenFeature):
    """Dimming between games. What people or the panel do wakes the screen."""

    def on_message(self, control: Controller, message: Message) -> None:
        if isinstance(message, Cue | ButtonEvent):
            control.dimming.wake()

    def on_snapshot(self, control: Controller, change: SnapshotChange) -> None:
        if (
            change.new_lines
            or change.table_before is None
            or _drop_connection_state(change.table_before) != _drop_connection_state(change.table)
        ):
            control.dimming.wake()

    def on_tick(self, control: Controller, now: float) -> float | None:
        return control.dimming.tick(now, _minutes_until_dark(control))

    def page(self, frame: ScreenFrame) -> Elements | None:
        if not frame.scene.dark:
            return None
        from app.screen.pages.machine.no_table import build_dark_screen

        return [build_dark_screen(frame.width, frame.height)]


def _drop_connection_state(table: TableView) -> TableView:
    """Return the table as people set it up: without network, disk state, and whether phones are connected."""
    seats = tuple(msgspec.structs.replace(info, present=True) for info in table.seats)
    return msgspec.structs.replace(table, seats=seats, network=Network(None, None), onlookers=0, slow=False)


def _minutes_until_dark(control: Controller) -> int | None:
    """Return the minutes without a touch before dimming; None while a game or a replay runs."""
    table = control.model.table
    if table is None or table.phase == "game" or control.ui.history.plays:
        return None
    return table.settings.dark_after
