"""What `wondertable run` and `table` were asked for."""

import argparse
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from app.host.data_folder import own_folder, settings_folder
from app.text.terminal import unreadable
from hardware.machine.displays import bare, usable

if TYPE_CHECKING:
    from hardware.wiring import Wiring


class OurTexts(NamedTuple):
    """What our files say, unread."""

    data: Mapping[str, bytes]  # the games', by the names of their files
    panel: bytes  # panel.toml; empty: there is none unless an owner has said so
    bots: bytes  # bots.toml
    players: Mapping[str, bytes]  # data/players, by the names of files: how bots play


@dataclass(frozen=True, slots=True)
class Options:
    """What `run` and `table` were asked for."""

    data_dir: Path | None
    ports: tuple[int, ...]  # the first that is free
    lang: str | None
    seed: str | None
    host_address: str | None
    screen: bool
    demo: bool = False
    kiosk: bool = False
    size: tuple[int, int] | None = None
    simulated_panel: bool = False

    @classmethod
    def of(cls, args: argparse.Namespace) -> "Options":
        screen = args.command == "run" and not args.headless
        common = (args.data_dir, tuple(args.port), args.lang, args.seed, args.host_address)
        if args.command == "table":
            return cls(*common, screen=False, simulated_panel=args.panel == "simulated")
        return cls(
            *common,
            screen,
            demo=args.demo,
            kiosk=args.kiosk,
            size=args.size,
            simulated_panel=args.panel == "simulated",
        )

    @property
    def folder(self) -> Path:
        """Where games are kept. A demo has a folder of its own, so that nobody's game is touched."""
        if self.data_dir:
            return self.data_dir.absolute()
        return own_folder() / "demo" if self.demo else own_folder()

    @property
    def settings_folder(self) -> Path:
        return settings_folder(self.folder if self.data_dir or self.demo else None)


def has_display() -> bool:
    """Whether a window could open: on a desktop, by a driver somebody chose, or on a display of the console."""
    return not bare() or bool(usable())


def wiring(folder: Path, ours: bytes) -> "Wiring":
    """The parts of the panel: an owner's panel.toml in the settings folder, or ours. ValueError names what is unfit."""
    from hardware.wiring import read

    own = folder / "panel.toml"
    try:
        return read(own.read_bytes(), str(own))
    except FileNotFoundError:
        return read(ours, "data/panel.toml")
    except OSError as error:
        raise ValueError(unreadable(own, error)) from None
