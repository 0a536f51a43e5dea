"""The sound cards of this machine that can play, and which of them plays if nobody says otherwise."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hardware.machine.sysfs import read

CHOICE: Final = "etc/asound.conf"  # where an owner names a card


@dataclass(frozen=True, slots=True)
class SoundCard:
    """One that can play."""

    number: int  # by which ALSA counts, not the same at each start
    id: str  # by which it is named: vc4hdmi0
    name: str
    driver: str
    outputs: tuple[Path, ...] = ()

    def __str__(self) -> str:
        return f"{self.number} [{self.id}] {self.driver}: {self.name}"


def sound_cards(root: Path = Path("/")) -> list[SoundCard]:
    """All that can play."""
    told = re.findall(r"^ *(\d+) \[([^]]*)\]: (\S+) - (.+)$", "\n" + read(root / "proc/asound/cards"), re.MULTILINE)
    cards = (
        SoundCard(int(number), id.strip(), name.strip(), driver, tuple(sorted(_outputs(root, number))))
        for number, id, driver, name in told
    )
    return [card for card in cards if card.outputs]


def _outputs(root: Path, number: str) -> list[Path]:
    return list((root / "dev/snd").glob(f"pcmC{number}D*p"))


def named(root: Path = Path("/")) -> str:
    """The card that an owner has named, by number or id; empty: the first plays."""
    said = re.findall(
        r"^\s*(?:defaults\.pcm\.card|defaults\.pcm\s*\{[^}]*?\bcard)\s+\"?([\w-]+)", read(root / CHOICE), re.MULTILINE
    )
    return said[-1] if said else ""


def playing(cards: list[SoundCard], wanted: str = "") -> SoundCard | None:
    """The one that plays: which is `wanted`, else the first."""
    if wanted:
        return next((each for each in cards if wanted in (each.id, str(each.number))), None)
    return cards[0] if cards else None
