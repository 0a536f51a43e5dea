"""The null object for a table without a panel."""

from collections.abc import Callable

from hardware.panel_interface import PanelEvent, PanelParts, Part


class NullPanel:
    """A panel without parts: accepts every call and does nothing."""

    def parts(self) -> PanelParts:
        return PanelParts()

    def listen(self, on_event: Callable[[PanelEvent], None]) -> None: ...

    def light(self, part: Part, on: bool) -> None: ...

    def blink(self, part: Part) -> None: ...

    def horn(self, times: int) -> None: ...

    def close(self) -> None: ...
