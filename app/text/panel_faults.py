"""Error messages for a configured panel that cannot be opened or has stopped working."""

from typing import assert_never

from app.text.translation import Words
from hardware.panel_interface import OpenProblem, PanelUnavailable


def cannot_open(w: Words, no: PanelUnavailable) -> str:
    """Explain why the GPIO pins cannot be opened, and what to do."""
    match no.why:
        case OpenProblem.NO_LIBRARY:
            return w("The panel stays dark: lgpio is missing. On a Raspberry Pi, run ./setup.sh.")
        case OpenProblem.NO_PINS:
            return w("The panel stays dark: this machine has no GPIO pins.")
        case OpenProblem.DENIED:
            return w(
                "The panel stays dark: no access to {file}. Add this user to the group {group}.",
                file=no.message,
                group="i2c" if "i2c" in no.message else "gpio",
            )
        case OpenProblem.NO_EXPANDER:
            return w(
                "The panel stays dark: no MCP23017 answers at {file}. Check that I²C is on and the address right.",
                file=no.message,
            )
        case OpenProblem.BUSY:
            return w("The panel stays dark: another program uses one of its pins ({said}).", said=no.message)
        case OpenProblem.FAILED:
            return w("The panel stays dark ({said}).", said=no.message)
    assert_never(no.why)


def report_bad_file(w: Words, said: str) -> str:
    """Report a mistake in the panel's file; `said` names the file, entry and field."""
    return w("The panel’s file has a mistake: {said}. Everything else works.", said=said)


def report_stopped(w: Words, said: str) -> str:
    """Report that the panel has stopped working."""
    return w("The panel has stopped working ({said}); screen and phones go on.", said=said)


def lights_lost(w: Words, said: str) -> str:
    """Report that some lights do not answer."""
    return w("The lights on the MCP23017 do not answer ({said}). The table keeps trying; all else works.", said=said)
