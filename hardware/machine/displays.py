"""The graphics cards of this machine, their connectors, and which display a full screen is shown on.

A graphics card that only renders has no connectors, and the numbers of cards change from one start of the machine to
the next: what counts is where a display is connected.
"""

import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hardware.machine.sysfs import linked, read

DRIVER: Final = "SDL_VIDEODRIVER"
CARD: Final = (
    "SDL_KMSDRM_DEVICE_INDEX"  # the card that SDL draws on; where somebody has said it, nothing is chosen here
)
BUILT_IN: Final = ("DPI", "DSI", "SPI")  # kinds of panels that somebody has wired to a board
NO_DISPLAYS: Final = ("Writeback",)  # kinds of connectors to which none is ever connected
MODES: Final = 4  # of a display that are told


@dataclass(frozen=True, slots=True)
class Connector:
    """Where a display can be connected."""

    card: int
    name: str  # HDMI-A-1, DSI-1
    status: str  # connected, disconnected, unknown
    order: int = 0  # in which the card has made them
    modes: tuple[str, ...] = ()  # width and height of its pictures, the preferred first
    turned: str = ""  # what the kernel's command line says of how it stands

    @property
    def kind(self) -> str:
        return self.name.rpartition("-")[0]

    @property
    def is_upright(self) -> bool:
        """Whether the display's own picture is higher than wide."""
        size = re.match(r"(\d+)x(\d+)", self.modes[0]) if self.modes else None
        return size is not None and int(size[2]) > int(size[1])

    def __str__(self) -> str:
        more = f" and {len(self.modes) - MODES} more" if len(self.modes) > MODES else ""
        told = "; ".join(filter(None, (", ".join(self.modes[:MODES]) + more, self.turned)))
        return f"{self.name} {self.status}{f' ({told})' if told else ''}"


@dataclass(frozen=True, slots=True)
class Card:
    """A graphics card."""

    number: int
    driver: str
    connectors: tuple[Connector, ...] = ()

    def __str__(self) -> str:
        return f"card{self.number} ({self.driver}): {', '.join(map(str, self.connectors)) or 'only renders'}"


@dataclass(frozen=True, slots=True)
class Display:
    """One that is connected."""

    name: str  # of its connector, or built-in panel: HDMI-A-1, DSI-1
    card: int  # the number of its graphics card
    nth: int = 0  # of those that are connected to this card, as SDL counts them
    sure: bool = True  # else nobody can tell whether there is one, as with an old television

    @property
    def device(self) -> Path:
        return Path("dev/dri", f"card{self.card}")


def cards(root: Path = Path("/"), *, modes: bool = True) -> list[Card]:
    """All that are there now. Without `modes` nobody waits: for them a driver asks a display that may be slow."""
    connectors = dict[int, list[Connector]]()
    turned = _turned(read(root / "proc/cmdline"))
    for path in (root / "sys/class/drm").glob("card*"):
        at = re.fullmatch(r"card(\d+)(?:-(.+))?", path.name)
        if at is None:
            continue
        of_card = connectors.setdefault(int(at[1]), [])
        if name := at[2]:
            order = read(path / "connector_id")  # older kernels do not tell it
            pictures = tuple(dict.fromkeys(read(path / "modes").split())) if modes else ()
            number = int(order) if order.isdecimal() else 0
            of_card.append(Connector(int(at[1]), name, read(path / "status"), number, pictures, turned.get(name, "")))
    return [
        Card(
            number,
            linked(root / f"sys/class/drm/card{number}/device/driver") or "?",
            tuple(sorted(connectors[number], key=lambda it: (it.order, it.name))),
        )
        for number in sorted(connectors)
    ]


def _turned(cmdline: str) -> dict[str, str]:
    """How displays stand, by connector, as `video=DSI-1:720x1280,rotate=90` says it."""
    said = re.findall(r"\bvideo=([^:\s]+):(\S+)", cmdline)
    words = {name: re.findall(r"(?:rotate|panel_orientation)=\w+", options) for name, options in said}
    return {name: ", ".join(found) for name, found in words.items() if found}


def displays(root: Path = Path("/")) -> list[Display]:
    """All that are connected now; that which is used if nobody says otherwise comes first."""
    found, counts = [], dict[int, int]()
    for each in (connector for card in cards(root, modes=False) for connector in card.connectors):
        if each.status == "connected":
            nth = counts[each.card] = counts.get(each.card, -1) + 1
            found.append((each, Display(each.name, each.card, nth)))
        elif each.status == "unknown" and each.kind not in NO_DISPLAYS:
            found.append((each, Display(each.name, each.card, sure=False)))
    found.sort(key=lambda pair: (not pair[1].sure, pair[0].kind not in BUILT_IN, pair[1].name))
    return [display for _, display in found]


def usable(
    root: Path = Path("/"), may: Callable[[Path, int], bool] = os.access, found: Iterable[Display] | None = None
) -> list[Display]:
    """Those whose card this user may draw on."""
    return [each for each in (displays(root) if found is None else found) if may(root / each.device, os.R_OK | os.W_OK)]


def chosen(found: Sequence[Display], wanted: str = "", now: str = "") -> Display | None:
    """Which is used: that which is `wanted`, else that which is used `now`, else the first."""
    by_name = {each.name: each for each in found}
    return by_name.get(wanted) or by_name.get(now) or (found[0] if found else None)


def bare(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether a full screen is drawn on a card itself: there is no desktop, and nobody chose another way."""
    driver = environ.get(DRIVER, "").lower()
    return driver == "kmsdrm" or not (driver or environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))
