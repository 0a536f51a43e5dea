"""The goal that a seat has marked: shown to the seat alone."""

from collections.abc import Mapping
from typing import Any

from app.protocol.client_rights import Actor
from app.table.features.feature import Feature


class SeatGoals(Feature):
    """Tell a seat its goal, and the screen which seats there have one."""

    def snapshot_fields(self, who: Actor) -> Mapping[str, Any]:
        return {"plan": self._plan(who), "planned": self._planned(who)}

    def _plan(self, who: Actor) -> str:
        chairs = self._parts.committed.state.chairs
        return "" if who.seat is None or who.role != "seat" else chairs[who.seat].plan

    def _planned(self, who: Actor) -> tuple[int, ...]:
        if who.role != "screen" or self._parts.committed.match is None:
            return ()
        chairs = enumerate(self._parts.committed.state.chairs, start=1)
        return tuple(seat for seat, chair in chairs if chair.by == "touch" and chair.plan)
