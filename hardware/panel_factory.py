"""The factory that chooses and opens a table's panel."""

from hardware.mcp23017 import Expander
from hardware.null_panel import NullPanel
from hardware.panel_config import Wiring
from hardware.panel_interface import BUTTONS, Panel
from hardware.simulated_panel import LIGHTS, SimulatedPanel


def make_simulated_panel(wiring: Wiring) -> SimulatedPanel:
    """Make a panel without wires, with the parts of the file, or with every part if the file names none."""
    return SimulatedPanel(wiring.lights, wiring.buttons) if wiring else SimulatedPanel(LIGHTS, BUTTONS)


def open_panel(wiring: Wiring) -> Panel:
    """Open the panel on its pins, or a NullPanel if the file names no part. PanelUnavailable if the pins are out of
    reach.

    gpiozero is imported only if a part is wired, and the board's pins are opened only if one of them is used.
    """
    if not wiring:
        return NullPanel()
    from hardware.gpio_panel import GpioPanel, open_lgpio

    where = {light.expander for light in wiring.lights.values()}
    on_board = wiring.buttons or wiring.buzzer or False in where
    return GpioPanel(wiring, open_lgpio() if on_board else None, Expander(wiring.address) if True in where else None)
