"""The displays of this machine, as the kernel tells of them, and which of them a full screen is shown on.

A graphics card that only renders has no sockets, and the numbers of cards change from one start of the machine to the
next: what counts is where a display is connected.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

DRIVER: Final = "SDL_VIDEODRIVER"
CARD: Final = (
    "SDL_KMSDRM_DEVICE_INDEX"  # the card that SDL draws on; where somebody has said it, nothing is chosen here
)
ANYWHERE: Final = 0x1FFF0000  # SDL's place for a window of which only the display is said: that one's number is added
BUILT_IN: Final = ("DPI", "DSI", "SPI")  # kinds of panels that somebody has wired to a board
NO_DISPLAYS: Final = ("Writeback",)  # kinds of sockets to which none is ever connected
ELSEWHERE: Final = 4  # exit code of a screen that is to be shown anew, there or on another display
BACK: Final = 2.0  # seconds a display has to be there again until it is used
AWAY: Final = 10.0  # seconds it has to be away until another one is


@dataclass(frozen=True, slots=True)
class Display:
    """One that is connected."""

    name: str  # of its socket, or built-in panel: HDMI-A-1, DSI-1
    card: int  # the number of its graphics card
    nth: int = 0  # of those that are connected to this card, as SDL counts them
    sure: bool = True  # else nobody can tell whether there is one, as with an old television

    @property
    def device(self) -> Path:
        return Path("dev/dri", f"card{self.card}")


@dataclass(frozen=True, slots=True)
class _Socket:
    card: int
    name: str
    status: str
    order: int  # in which the card has made them

    @property
    def kind(self) -> str:
        return self.name.rpartition("-")[0]


def displays(root: Path = Path("/")) -> list[Display]:
    """All that are connected now; that which is used if nobody says otherwise comes first."""
    found, counts = [], dict[int, int]()
    for each in sorted(_sockets(root), key=lambda it: (it.card, it.order, it.name)):
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


def told(root: Path = Path("/")) -> str:
    """Every card with its driver, and every socket with what is connected, in a line for whoever looks for a fault."""
    cards: dict[int, list[str]] = {
        int(path.name[4:]): [] for path in (root / "sys/class/drm").glob("card*") if path.name[4:].isdecimal()
    }
    for each in sorted(_sockets(root), key=lambda it: (it.card, it.order, it.name)):
        cards.setdefault(each.card, []).append(f"{each.name} {each.status}")
    said = (f"card{card} ({_driver(root, card)}): {', '.join(cards[card]) or 'only renders'}" for card in sorted(cards))
    return "; ".join(said) or "no card"


def _driver(root: Path, card: int) -> str:
    try:
        return (root / f"sys/class/drm/card{card}/device/driver").readlink().name
    except OSError:
        return "?"


def _sockets(root: Path) -> Iterator[_Socket]:
    """Every socket of every card."""
    for path in (root / "sys/class/drm").glob("card*-*/status"):
        at = re.fullmatch(r"card(\d+)-(.+)", path.parent.name)
        if at is not None:
            order = _read(path.with_name("connector_id"))  # older kernels do not tell it
            yield _Socket(int(at[1]), at[2], _read(path), int(order) if order.isdecimal() else 0)


def _read(path: Path) -> str:
    try:
        return path.read_text(errors="replace").strip()
    except OSError:  # it has gone just now, or is not told
        return ""


class Watch:
    """Notices when what is shown on a display had better be shown anew: there, since it was away, or elsewhere."""

    def __init__(self, on: str, look: Callable[[], Sequence[Display]] = usable) -> None:
        """`on`: the name of the display that is used."""
        self.on = on
        self.found: tuple[str, ...] = ()  # the names of those that are connected
        self._look = look
        self._away = False  # it was, since it is used
        self._since: tuple[str, float] | None = None  # which other or fresh one could be used, and since when

    def look(self, wanted: str, now: float) -> bool:
        """Whether it is time to show it anew. `wanted`: the display of the settings; `now`: seconds."""
        found = [each for each in self._look() if each.sure or each.name == self.on]
        self.found = tuple(each.name for each in found)
        here = self.on in self.found
        self._away = self._away or not here
        best = chosen(found, wanted, self.on)
        if best is None or (best.name == self.on and not self._away):
            self._since = None
            return False
        if self._since is None or self._since[0] != best.name:
            self._since = best.name, now
        patience = BACK if best.name in (self.on, wanted) else AWAY
        return now - self._since[1] >= patience
