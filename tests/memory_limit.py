"""A memory limit without swap for a process and all it starts, by a cgroup of their own if the kernel lets us make one.

Elsewhere `is_enforced` is False, and only the measured sum counts.
"""

import os
import time
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Final

from benchmarks.doctor_measure import pss
from tests.running import children

HIERARCHY: Final = Path("/sys/fs/cgroup/memory")  # cgroup v1
ENTER: Final = (  # becomes the program in the folder of a cgroup
    "import os, sys; open(sys.argv[1] + '/cgroup.procs', 'w').write(str(os.getpid()));"
    " os.execv(sys.executable, [sys.executable, *sys.argv[2:]])"
)
_numbers = count()


class MemoryLimit:
    """A limit in MB. `program` goes between the interpreter and the words of a Python command that is limited."""

    def __init__(self, limit: int) -> None:
        self.program: tuple[str, ...] = ()
        self._folder: Path | None = None
        with suppress(OSError, StopIteration):
            rows = (row.split(":") for row in Path("/proc/self/cgroup").read_text().splitlines())
            own = next(path for _, kinds, path in rows if kinds == "memory")
            folder = HIERARCHY / own.strip("/") / f"wondertable-{os.getpid()}-{next(_numbers)}"
            folder.mkdir()
            self._folder = folder
            (folder / "memory.limit_in_bytes").write_text(f"{limit}M")
            with suppress(FileNotFoundError):  # this kernel does not count swap
                (folder / "memory.memsw.limit_in_bytes").write_text(f"{limit}M")
            self.program = ("-c", ENTER, str(folder))

    @property
    def is_enforced(self) -> bool:
        return bool(self.program)

    def killed(self) -> int:
        """Return how many processes the kernel has killed because they wanted more."""
        if self._folder is None:
            return 0
        rows = (row.split() for row in (self._folder / "memory.oom_control").read_text().splitlines())
        return next(int(number) for name, number in rows if name == "oom_kill")

    def close(self) -> None:
        """Remove the cgroup, once its processes have ended."""
        for _ in range(100):
            with suppress(OSError):
                if self._folder is not None:
                    self._folder.rmdir()
                return
            time.sleep(0.1)


def family(pid: int) -> list[int]:
    """List a process and all its descendants."""
    found = [pid]
    for each in found:
        with suppress(OSError):
            found += children(each)
    return found


def total(pid: int) -> float:
    """Return MB of a process and its descendants as PSS."""
    held = 0.0
    for each in family(pid):
        with suppress(OSError, StopIteration):  # it has just ended
            held += pss(each)
    return held
