"""The options of `wondertable run` and `table`, and the data files that these commands receive."""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from app.host.data_folder import find_data_folder, find_settings_folder
from app.text.terminal_output import CannotStart, unreadable
from hardware.machine.displays import is_console, list_usable

if TYPE_CHECKING:
    from app.web.public_address import PublicAddress
    from hardware.panel_config import Wiring


class ShippedFiles(NamedTuple):
    """The contents of the data files that the program ships, unparsed."""

    data: Mapping[str, bytes]  # game data by file name
    panel: bytes  # panel.toml; b"": no panel unless an owner has a file
    bots: bytes  # bots.toml
    players: Mapping[str, bytes]  # data/players by file name
    first_deals: bytes = b""  # first_deals.toml; b"": none are stored


@dataclass(frozen=True, slots=True)
class Options:
    """The options of `run` and `table`."""

    data_dir: Path | None
    ports: tuple[int, ...]  # candidates; the first free one is used
    lang: str | None
    seed: str | None
    host_address: str | None
    screen: bool
    demo: bool = False
    kiosk: bool = False
    size: tuple[int, int] | None = None
    simulated_panel: bool = False
    public: "PublicAddress | None" = None  # None: no friends far away

    @classmethod
    def from_args(cls, args: argparse.Namespace) -> "Options":
        """Return the options of a parsed command line. CannotStart if some do not fit together."""
        screen = args.command == "run" and not args.headless
        common = (args.data_dir, tuple(args.port), args.lang, args.seed, args.host_address)
        public = _parse_public(args.public_address, args.proxy)
        if args.command == "table":
            return cls(*common, screen=False, simulated_panel=args.panel == "simulated", public=public)
        return cls(
            *common,
            screen,
            demo=args.demo,
            kiosk=args.kiosk,
            size=args.size,
            simulated_panel=args.panel == "simulated",
            public=public,
        )

    @property
    def folder(self) -> Path:
        """The folder of the games. A demo has its own, so that it touches nobody's game."""
        if self.data_dir:
            return self.data_dir.absolute()
        return find_data_folder() / "demo" if self.demo else find_data_folder()

    @property
    def settings_folder(self) -> Path:
        return find_settings_folder(self.folder if self.data_dir or self.demo else None)


def _parse_public(url: str | None, proxies: Sequence[str]) -> "PublicAddress | None":
    if url is None and not proxies:
        return None
    from app.web.public_address import PublicAddress

    if url is None:
        raise CannotStart("--proxy belongs to --public-address; see docs/far.md.")
    try:
        return PublicAddress.parse(url, proxies)
    except ValueError as error:
        raise CannotStart(f"{error}.") from None


def has_display() -> bool:
    """Return True if a window could open: on a desktop, with a driver that was set, or on a display of the console."""
    return not is_console() or bool(list_usable())


def load_wiring(folder: Path, ours: bytes) -> "Wiring":
    """Load the wiring of the panel: an owner's panel.toml in the settings folder, or ours. ValueError names what is
    wrong.
    """
    from hardware.panel_config import parse_wiring

    own = folder / "panel.toml"
    try:
        return parse_wiring(own.read_bytes(), str(own))
    except FileNotFoundError:
        return parse_wiring(ours, "data/panel.toml")
    except OSError as error:
        raise ValueError(unreadable(own, error)) from None
