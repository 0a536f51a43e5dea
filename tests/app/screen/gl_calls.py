"""Counting what Kivy sends to GL, in its table of GL functions (`cgl`), through which every one of its calls goes.

Uploads are vertices, indices and textures; matrices, colours and other uniforms are not counted.
"""

import ctypes
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from kivy.graphics import cgl

NAMES: Final = re.findall(r"\(__stdcall \*(gl\w+)\)", Path(cgl.__file__).with_name("cgl.pxd").read_text())
TRIANGLES: Final = 4  # GL_TRIANGLES; strips and fans begin with two corners more
CHANNELS: Final = {0x1907: 3, 0x1908: 4, 0x1909: 1, 0x190A: 2}  # bytes of a pixel by format
NUMBER, SIZE, ADDRESS = ctypes.c_int, ctypes.c_ssize_t, ctypes.c_void_p
PARAMETERS: Final[dict[str, tuple[Any, ...]]] = {
    "glDrawElements": (NUMBER, NUMBER, NUMBER, ADDRESS),
    "glDrawArrays": (NUMBER, NUMBER, NUMBER),
    "glBufferData": (NUMBER, SIZE, ADDRESS, NUMBER),
    "glBufferSubData": (NUMBER, SIZE, SIZE, ADDRESS),
    "glTexImage2D": (*[NUMBER] * 8, ADDRESS),
    "glTexSubImage2D": (*[NUMBER] * 8, ADDRESS),
}


@dataclass(slots=True)
class Sent:
    """Counts of the data sent to GL for one frame."""

    draws: int = 0
    triangles: int = 0
    uploaded: int = 0  # bytes

    def add(self, name: str, *values: Any) -> None:
        """Add a call of GL."""
        match name, values:
            case ("glDrawElements", (mode, count, *_)) | ("glDrawArrays", (mode, _, count)):
                self.draws += 1
                self.triangles += count // 3 if mode == TRIANGLES else count - 2
            case ("glBufferData", (_, size, data, _)) | ("glBufferSubData", (_, _, size, data)):
                self.uploaded += size if data else 0
            case _, (_, _, _, w, h, _, pixels, _, data) if name == "glTexImage2D":
                self.uploaded += CHANNELS[pixels] * w * h if data else 0
            case _, (_, _, _, _, w, h, pixels, _, _):
                self.uploaded += CHANNELS[pixels] * w * h


Listener = Callable[..., bool]  # takes a function's name and its values; returns False to skip the call


@contextmanager
def intercepted(listen: Listener) -> Iterator[None]:
    """Pass all these calls of this process to a listener before they are sent."""
    table = _table()
    before, calls = list(table), []
    for name, parameters in PARAMETERS.items():
        at, kind = NAMES.index(name), ctypes.CFUNCTYPE(None, *parameters)
        calls.append(kind(partial(_pass_on, listen, name, kind(before[at]))))
        table[at] = ctypes.cast(calls[-1], ADDRESS).value
    try:
        yield
    finally:
        table[:] = before


def _pass_on(listen: Listener, name: str, send: Callable[..., None], *values: Any) -> None:
    if listen(name, *values):
        send(*values)


class Counter:
    """A counter since the last `take`. Without `draws` nothing is drawn, because software GL is slow."""

    def __init__(self, draws: bool = True) -> None:
        self._draws, self._sent = draws, Sent()

    def take(self) -> Sent:
        """Return the count and begin again."""
        found, self._sent = self._sent, Sent()
        return found

    def __call__(self, name: str, *values: Any) -> bool:
        self._sent.add(name, *values)
        return self._draws or not name.startswith("glDraw")


def _table() -> Any:
    """Return Kivy's table of GL functions, as an array of addresses."""
    capsule, api = cgl.__pyx_capi__["cgl_get_context"], ctypes.pythonapi
    api.PyCapsule_GetName.restype, api.PyCapsule_GetName.argtypes = ctypes.c_char_p, (ctypes.py_object,)
    api.PyCapsule_GetPointer.restype = ADDRESS
    api.PyCapsule_GetPointer.argtypes = ctypes.py_object, ctypes.c_char_p
    get = ctypes.CFUNCTYPE(ADDRESS)(api.PyCapsule_GetPointer(capsule, api.PyCapsule_GetName(capsule)))
    return (ADDRESS * len(NAMES)).from_address(get())
