"""Sentences about the machine's health and what to do: power supply, heat, kernel faults, starts, and the memory card
with the games.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from app.text.translation import Words
from hardware.machine.boot_history import BootHistory
from hardware.machine.kernel_log import KernelFault, KernelLog
from hardware.machine.memory_card import MemoryCard
from hardware.machine.power_supply import PowerStatus, PowerTrouble

MINUTE, HOUR, DAY = 60, 3600, 86_400  # seconds


@dataclass(frozen=True, slots=True)
class Health:
    """Sentences about a part of the machine; `fine` if nothing is wrong with it."""

    text: str
    fine: bool = True


def power(w: Words, status: PowerStatus) -> Health:
    """Supply and heat."""
    said = []
    if PowerTrouble.VOLTAGE in status.now:
        said.append(w("The power supply gives too little voltage."))
    elif PowerTrouble.VOLTAGE in status.since_boot:
        said.append(w("The power supply has given too little voltage since the start."))
    weak = bool(said)
    if weak:
        said.append(
            w("Use the official power supply with its own cable, and give panel and USB devices a supply of theirs.")
        )
    if status.now & (PowerTrouble.HOT | PowerTrouble.SLOWED | PowerTrouble.CAPPED) and not weak:
        said.append(w("The processor is too hot and slows down: give it air, or a fan."))
        return Health(_and_heat(w, said, status), fine=False)
    if PowerTrouble.HOT in status.since_boot:
        said.append(w("The processor has been too hot since the start. Give it more air."))
    if not said:
        said.append(
            w("The voltage is right.") if status.is_reported else w("This machine does not report its voltage.")
        )
    return Health(_and_heat(w, said, status), fine=not weak)


def _and_heat(w: Words, said: list[str], status: PowerStatus) -> str:
    if status.degrees is not None:
        said.append(w("The processor has {n} °C.", n=status.degrees))
    return " ".join(said)


_FAULTS: Final[Mapping[KernelFault, Callable[[Words], str]]] = {
    KernelFault.STORAGE: lambda w: w(
        "The card or disk has errors. Make a backup now, and replace it if they happen again."
    ),
    KernelFault.VOLTAGE: lambda w: w("The voltage was too low: see the line about power."),
    KernelFault.MEMORY: lambda w: w("Memory ran out. Close other programs on this machine."),
}


def kernel(w: Words, log: KernelLog, command: str) -> Health:
    """Summarise the kernel's error messages. `command` shows them where this user may not read them."""
    if not log.is_readable:
        return Health(w("This user may not read the kernel’s messages; {command} shows them.", command=command))
    if not log.lines:
        return Health(w("No errors since the start."))
    said = [w.ngettext("{n} error since the start.", "{n} errors since the start.", len(log.lines))]
    said += [sentence(w) for fault, sentence in _FAULTS.items() if fault in log.faults]
    return Health(" ".join(said), fine=not log.faults)


def describe_starts(w: Words, history: BootHistory) -> Health:
    """Describe how the system started, and if its journal survives a restart."""
    said = []
    if history.seconds is not None:
        said.append(w("The system started in {n} s.", n=round(history.seconds)))
    if history.up is not None:
        said.append(_up(w, history.up))
    if history.is_persistent is False:
        said.append(w("The journal is kept in memory only. Without power it is lost."))
    return Health(" ".join(said) or w("Nothing is known."))


def _up(w: Words, seconds: int) -> str:
    if seconds < HOUR:
        n = seconds // MINUTE
        return w.ngettext("It has run for {n} minute.", "It has run for {n} minutes.", n)
    if seconds < 2 * DAY:
        n = seconds // HOUR
        return w.ngettext("It has run for {n} hour.", "It has run for {n} hours.", n)
    n = seconds // DAY
    return w.ngettext("It has run for {n} day.", "It has run for {n} days.", n)


def advise_worn_card(w: Words, card: MemoryCard) -> str:
    """Advise people to back up and replace a worn memory card."""
    return w("{name} is nearly worn out: make a backup, and put in a new one.", name=card.name or card.device)
