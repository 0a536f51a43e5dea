"""Which panel a table gets."""

from hardware.expander import Expander
from hardware.null_panel import Absent
from hardware.panel import BUTTONS, Panel
from hardware.simulated_panel import LIGHTS, Simulated
from hardware.wiring import Wiring


def simulated_panel(wiring: Wiring) -> Simulated:
    """A panel without wires: with the parts of the file, or with every part where it names none."""
    return Simulated(wiring.lights, wiring.buttons) if wiring else Simulated(LIGHTS, BUTTONS)


def open_panel(wiring: Wiring) -> Panel:
    """The panel on its pins, or the absent one where the file names no part. CannotOpen if the pins are out of reach.

    gpiozero is loaded only where there is something to drive, the board's pins only where one is used.
    """
    if not wiring:
        return Absent()
    from hardware.pins import Pins, lgpio_factory

    where = {light.expander for light in wiring.lights.values()}
    on_board = wiring.buttons or wiring.buzzer or False in where
    return Pins(wiring, lgpio_factory() if on_board else None, Expander(wiring.address) if True in where else None)
