"""The sound cards of this machine that can play, and the choice of the one that is used."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hardware.machine.sysfs import read_text

ALSA_CONFIG: Final = "etc/asound.conf"  # an owner may name a card there


@dataclass(frozen=True, slots=True)
class SoundCard:
    """A sound card with a playback device."""

    number: int  # ALSA's index, which changes between boots
    id: str  # ALSA's stable name: vc4hdmi0
    name: str
    driver: str
    outputs: tuple[Path, ...] = ()

    def __str__(self) -> str:
        return f"{self.number} [{self.id}] {self.driver}: {self.name}"


def list_sound_cards(root: Path = Path("/")) -> list[SoundCard]:
    """List the sound cards that can play."""
    told = re.findall(
        r"^ *(\d+) \[([^]]*)\]: (\S+) - (.+)$", "\n" + read_text(root / "proc/asound/cards"), re.MULTILINE
    )
    cards = (
        SoundCard(int(number), id.strip(), name.strip(), driver, tuple(sorted(_list_outputs(root, number))))
        for number, id, driver, name in told
    )
    return [card for card in cards if card.outputs]


def _list_outputs(root: Path, number: str) -> list[Path]:
    return list((root / "dev/snd").glob(f"pcmC{number}D*p"))


def read_configured_card(root: Path = Path("/")) -> str:
    """Return the number or id of the card that /etc/asound.conf names, or "" if it names none."""
    said = re.findall(
        r"^\s*(?:defaults\.pcm\.card|defaults\.pcm\s*\{[^}]*?\bcard)\s+\"?([\w-]+)",
        read_text(root / ALSA_CONFIG),
        re.MULTILINE,
    )
    return said[-1] if said else ""


def choose_card(cards: list[SoundCard], wanted: str = "") -> SoundCard | None:
    """Return the card that is `wanted` by number or id, or the first if none is wanted."""
    if wanted:
        return next((each for each in cards if wanted in (each.id, str(each.number))), None)
    return cards[0] if cards else None
