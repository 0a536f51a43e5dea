"""An owner's corrections of game data, in the settings folder: one file for each game, also edited by hand."""

from pathlib import Path

from app.protocol.rejection import Rejection
from app.storage.atomic_files import write


class OwnValues:
    """The files of a settings folder; without a folder, texts in memory."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._texts: dict[str, str] = {}

    def text(self, game: str) -> str:
        """Load the text of a game's file; "" if there is none. Raise Rejection `values-file` if it is unreadable."""
        if self._folder is None:
            return self._texts.get(game, "")
        try:
            return self._file(self._folder, game).read_text(encoding="utf-8-sig")
        except FileNotFoundError:
            return ""
        except (OSError, UnicodeDecodeError):
            raise Rejection("values-file", file=f"{game}.toml") from None

    def save(self, game: str, text: str) -> None:
        """Write a game's file atomically; raise Rejection `unwritable` and keep the old one on failure."""
        if self._folder is None:
            self._texts[game] = text
        else:
            write(self._file(self._folder, game), text.encode())

    @staticmethod
    def _file(folder: Path, game: str) -> Path:
        return folder / f"{game}.toml"
