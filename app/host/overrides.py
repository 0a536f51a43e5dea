"""An owner's overrides of the game data, which lie in the settings folder. Light: a start without any loads no game."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from app.games.shelf import GAMES, shelf
from app.text.terminal import CannotStart, unreadable

if TYPE_CHECKING:
    from engine.game import Game


def file_of(folder: Path, game: str) -> Path:
    """Where an owner corrects the data of a game."""
    return folder / f"{game}.toml"


def overrides(folder: Path, data: Mapping[str, bytes]) -> Mapping[str, str]:
    """An owner's overrides by game, as a header has them. CannotStart names file, entry and field of what is unfit.

    `data`: the texts of our data files, by name.
    """
    if not {path.stem for path in folder.glob("*.toml")} - {"panel"}:
        return {}
    try:
        return overrides_of(folder, shelf(data))
    except ValueError as unfit:
        raise CannotStart(f"{unfit}.") from None


def overrides_of(folder: Path, games: "Mapping[str, Game]") -> dict[str, str]:
    """The same of these games; ValueError names file, entry and field."""
    check_names(folder)
    return {name: read(file_of(folder, name), game) or "" for name, game in games.items()}


def check_names(folder: Path) -> None:
    """ValueError for a file that bears the name of our data and not of its game: nobody would read it."""
    for game, pack in GAMES.items():
        for name in pack.data:
            if name != game and (folder / f"{name}.toml").exists():
                raise ValueError(f"{folder / name}.toml: corrections of {game} stand in a file named {game}.toml")


def read(path: Path, game: "Game") -> str | None:
    """What an owner's file says; None if there is none."""
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ValueError(unreadable(path, error)) from None
    from engine.game import TakesOverrides

    if not isinstance(game, TakesOverrides):
        raise ValueError(f"{path}: {game.name} takes no corrections yet")
    return game.overrides(text, str(path))
