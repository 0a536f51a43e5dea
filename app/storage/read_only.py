"""The store of a table whose disk takes nothing more: a copy in memory of what was saved, in which nothing changes."""

import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from app.protocol.rights import Rejected
from app.storage.database import Store
from app.storage.secret_source import Chance

MEMORY: Final = Path("/dev/shm")
COPIED: Final = (".db", ".db-wal", ".finished")  # endings of names; copies of earlier days stay where they are


class ReadOnlyStore(Store):
    """What was saved. What is written before `freeze` is shown, but not kept; afterwards `why` refuses it."""

    def __init__(self, path: Path, clock: Callable[[], float], chance: Chance, why: Rejected) -> None:
        self._folder = TemporaryDirectory(prefix="wondertable-", dir=MEMORY if MEMORY.is_dir() else None)
        try:
            for ending in COPIED:
                name = f"{path.stem}{ending}"
                with suppress(FileNotFoundError):
                    shutil.copyfile(path.with_name(name), Path(self._folder.name, name))
            super().__init__(Path(self._folder.name, path.name), clock, chance)
        except BaseException:
            self._folder.cleanup()
            raise
        self._why = why
        with self.commit() as write:
            write.to_be_told([Rejected("read-only")], {})

    def freeze(self) -> None:
        """Refuse all that changes anything from now on."""
        self.refuses = self._why

    def close(self) -> None:
        super().close()
        self._folder.cleanup()
