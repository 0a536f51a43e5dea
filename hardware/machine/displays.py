"""The graphics cards of this machine, their connectors, and the choice of the display for a full screen.

A graphics card that only renders has no connectors, and card numbers change from boot to boot: a display is identified
by its connector.
"""

import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hardware.machine.sysfs import read_link_name, read_text

DRIVER_VARIABLE: Final = "SDL_VIDEODRIVER"
CARD_VARIABLE: Final = (
    "SDL_KMSDRM_DEVICE_INDEX"  # the card that SDL draws on; if the user has set it, nothing is chosen here
)
BUILT_IN_KINDS: Final = ("DPI", "DSI", "SPI")  # kinds of connectors of panels wired to a board
VIRTUAL_KINDS: Final = ("Writeback",)  # kinds of connectors without a display
MAX_LISTED_MODES: Final = 4
# Names of slow boards, up to the Pi 4 and 400.
SLOW_GRAPHICS: Final = re.compile(r"Raspberry Pi (Compute Module )?([1-4]|Zero|Model)")
MAX_PIXELS: Final = 1920 * 1200  # pixels that such a board draws fast enough


@dataclass(frozen=True, slots=True)
class Connector:
    card: int
    name: str  # HDMI-A-1, DSI-1
    status: str  # connected, disconnected, unknown
    order: int = 0  # the kernel's connector id
    modes: tuple[str, ...] = ()  # resolutions such as 1920x1080, preferred first
    turned: str = ""  # rotation options of the kernel's command line

    @property
    def kind(self) -> str:
        return self.name.rpartition("-")[0]

    @property
    def is_upright(self) -> bool:
        """True if the preferred mode is higher than wide."""
        size = re.match(r"(\d+)x(\d+)", self.modes[0]) if self.modes else None
        return size is not None and int(size[2]) > int(size[1])

    def __str__(self) -> str:
        more = f" and {len(self.modes) - MAX_LISTED_MODES} more" if len(self.modes) > MAX_LISTED_MODES else ""
        told = "; ".join(filter(None, (", ".join(self.modes[:MAX_LISTED_MODES]) + more, self.turned)))
        return f"{self.name} {self.status}{f' ({told})' if told else ''}"


@dataclass(frozen=True, slots=True)
class GraphicsCard:
    number: int
    driver: str
    connectors: tuple[Connector, ...] = ()

    def __str__(self) -> str:
        return f"card{self.number} ({self.driver}): {', '.join(map(str, self.connectors)) or 'only renders'}"


@dataclass(frozen=True, slots=True)
class Display:
    name: str  # of its connector: HDMI-A-1, DSI-1
    card: int  # the number of its graphics card
    nth: int = 0  # index among the displays of its card, as SDL counts
    sure: bool = True  # False if the connector cannot detect a display, as with an old television

    @property
    def device(self) -> Path:
        return Path("dev/dri", f"card{self.card}")


def list_cards(root: Path = Path("/"), *, modes: bool = True) -> list[GraphicsCard]:
    """List the graphics cards. Pass `modes=False` to return at once: to list modes, the driver asks displays that may
    be slow.
    """
    connectors = dict[int, list[Connector]]()
    turned = _parse_rotations(read_text(root / "proc/cmdline"))
    for path in (root / "sys/class/drm").glob("card*"):
        at = re.fullmatch(r"card(\d+)(?:-(.+))?", path.name)
        if at is None:
            continue
        of_card = connectors.setdefault(int(at[1]), [])
        if name := at[2]:
            order = read_text(path / "connector_id")  # missing in older kernels
            pictures = tuple(dict.fromkeys(read_text(path / "modes").split())) if modes else ()
            number = int(order) if order.isdecimal() else 0
            of_card.append(
                Connector(int(at[1]), name, read_text(path / "status"), number, pictures, turned.get(name, ""))
            )
    return [
        GraphicsCard(
            number,
            read_link_name(root / f"sys/class/drm/card{number}/device/driver") or "?",
            tuple(sorted(connectors[number], key=lambda each: (each.order, each.name))),
        )
        for number in sorted(connectors)
    ]


def _parse_rotations(cmdline: str) -> dict[str, str]:
    """Parse rotation options by connector from a kernel command line such as `video=DSI-1:720x1280,rotate=90`."""
    said = re.findall(r"\bvideo=([^:\s]+):(\S+)", cmdline)
    words = {name: re.findall(r"(?:rotate|panel_orientation)=\w+", options) for name, options in said}
    return {name: ", ".join(found) for name, found in words.items() if found}


def list_displays(root: Path = Path("/")) -> list[Display]:
    """List the connected displays, the default first."""
    found, counts = [], dict[int, int]()
    for each in (connector for card in list_cards(root, modes=False) for connector in card.connectors):
        if each.status == "connected":
            nth = counts[each.card] = counts.get(each.card, -1) + 1
            found.append((each, Display(each.name, each.card, nth)))
        elif each.status == "unknown" and each.kind not in VIRTUAL_KINDS:
            found.append((each, Display(each.name, each.card, sure=False)))
    found.sort(key=lambda pair: (not pair[1].sure, pair[0].kind not in BUILT_IN_KINDS, pair[1].name))
    return [display for _, display in found]


def list_usable(
    root: Path = Path("/"), may: Callable[[Path, int], bool] = os.access, found: Iterable[Display] | None = None
) -> list[Display]:
    """List the displays whose card this user may draw on."""
    return [
        each for each in (list_displays(root) if found is None else found) if may(root / each.device, os.R_OK | os.W_OK)
    ]


def choose_display(found: Sequence[Display], wanted: str = "", now: str = "") -> Display | None:
    """Return the display named `wanted`, else the one named `now`, else the first."""
    by_name = {each.name: each for each in found}
    return by_name.get(wanted) or by_name.get(now) or (found[0] if found else None)


def find_reduced_mode(display: Display, root: Path = Path("/")) -> tuple[int, int] | None:
    """Return the size of a mode that slow graphics can draw, for a display whose preferred mode is larger; else None.

    The largest mode of the same shape, if there is one. A mode on the kernel's command line is kept.
    """
    listed = read_text(root / f"sys/class/drm/card{display.card}-{display.name}/modes")
    sizes = [(int(w), int(h)) for w, h in re.findall(r"^(\d+)x(\d+)$", listed, re.MULTILINE)]
    is_slow = SLOW_GRAPHICS.match(read_text(root / "proc/device-tree/model"))
    wide, high = sizes[0] if sizes and is_slow else (0, 0)
    if wide * high <= MAX_PIXELS or f"video={display.name}:" in read_text(root / "proc/cmdline"):
        return None
    fitting = [(w, h) for w, h in sizes if w * h <= MAX_PIXELS]
    return max(fitting, key=lambda size: (size[0] * high == size[1] * wide, size[0] * size[1]), default=None)


def is_console(environ: Mapping[str, str] = os.environ) -> bool:
    """Return True if a full screen is drawn directly on a card: there is no desktop, and SDL_VIDEODRIVER names nothing
    else.
    """
    driver = environ.get(DRIVER_VARIABLE, "").lower()
    return driver == "kmsdrm" or not (driver or environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))
