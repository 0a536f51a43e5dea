"""A read-only store for a table whose disk is full or read-only: a copy of the saved data in memory."""

import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from app.protocol.rejection import Rejection
from app.protocol.run_file_path import MEMORY
from app.protocol.table_log_events import TableNotice
from app.storage.database import Store
from app.storage.random_keys_and_ids import Chance

COPIED_SUFFIXES: Final = (".db", ".db-wal", ".finished")  # suffixes of the copied files


class ReadOnlyStore(Store):
    """A copy of the saved data. Writes before `freeze` are shown but not stored; later ones are refused with `why`."""

    def __init__(self, path: Path, clock: Callable[[], float], chance: Chance, why: Rejection) -> None:
        self._folder = TemporaryDirectory(prefix="wondertable-", dir=MEMORY if MEMORY.is_dir() else None)
        try:
            for ending in COPIED_SUFFIXES:
                name = f"{path.stem}{ending}"
                with suppress(FileNotFoundError):
                    shutil.copyfile(path.with_name(name), Path(self._folder.name, name))
            super().__init__(Path(self._folder.name, path.name), clock, chance)
        except BaseException:
            self._folder.cleanup()
            raise
        self._why = why
        with self.commit() as write:
            write.store_notices([TableNotice("read-only", {})], {})

    def freeze(self) -> None:
        """Refuse all writes from now on."""
        self.refuses = self._why

    def close(self) -> None:
        super().close()
        self._folder.cleanup()
