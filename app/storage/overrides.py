"""An owner's corrections of game data, in the settings folder: a file a game, which people write by hand, too."""

from pathlib import Path

from app.protocol.rights import Rejected
from app.storage.atomic_files import write


class OwnValues:
    """The files of a settings folder. Without a folder they are kept nowhere, as long as the table runs."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._texts: dict[str, str] = {}

    def text(self, game: str) -> str:
        """What stands in the file of a game; "" where there is none. Rejected `values-file` if it cannot be read."""
        if self._folder is None:
            return self._texts.get(game, "")
        try:
            return self._file(self._folder, game).read_text(encoding="utf-8-sig")
        except FileNotFoundError:
            return ""
        except (OSError, UnicodeDecodeError):
            raise Rejected("values-file", file=f"{game}.toml") from None

    def save(self, game: str, text: str) -> None:
        """Write it whole; Rejected `unwritable` leaves it as it was."""
        if self._folder is None:
            self._texts[game] = text
        else:
            write(self._file(self._folder, game), text.encode())

    @staticmethod
    def _file(folder: Path, game: str) -> Path:
        return folder / f"{game}.toml"
