"""By which hosts a server may be called, and which pages may ask it who it is.

A page of somebody else may give its own name the server's address (DNS rebinding), and is then the server to a browser.
So only numeric addresses, which nobody can claim that way, and the names this server has are answered.
"""

import re
import socket
from collections.abc import Callable
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

HOST: Final = re.compile(r"[A-Za-z0-9.\-]{1,253}(:\d{1,5})?|\[[0-9a-fA-F:.]{2,45}(%[\w.\-]{1,16})?\](:\d{1,5})?", re.A)
ASKED: Final = 8  # characters of an id, by which a page that lost its table asks for it


class Hosts:
    """The names of one server, by its `id` and as discovery announces it, and of the machine it runs on.

    `typed`: an address that its people gave it.
    """

    def __init__(self, id: str, announced: str, typed: Callable[[], str | None]) -> None:
        self._id, self._typed = id, typed
        machine = socket.gethostname().lower()
        self._names = {"localhost", machine, f"{machine.partition('.')[0]}.local"}
        self._own = re.compile(rf"{announced}(-\d+)?\.local")

    def answers_to(self, host: str) -> bool:
        """Whether a request for this `Host` is for this server: a numeric address, or a name it has."""
        name = _name(host)
        return name is not None and (_is_numeric(name) or self._is_own_name(name))

    def _is_own_name(self, name: str) -> bool:
        typed = self._typed()
        theirs = typed and _name(typed.partition("://")[2].partition("/")[0] if "://" in typed else typed)
        return name in self._names or name == theirs or self._own.fullmatch(name) is not None

    def may_ask(self, origin: str, addresses: tuple[str, ...], of: str) -> bool:
        """Whether a page of `origin` may learn which table this is: one of the table's own, at an `address` it has now
        or once had. The latter shows by knowing how the id begins.
        """
        known = {urlsplit(address).netloc.lower() for address in addresses}
        host = origin.lower().partition("://")[2]
        name = _name(host)
        return host in known or (name is not None and self._is_own_name(name)) or of == self._id[:ASKED]


def _name(host: str) -> str | None:
    """A host without its port, as it is compared; None if it is none."""
    if HOST.fullmatch(host) is None:
        return None
    bare = host.partition("]")[0][1:] if host.startswith("[") else host.partition(":")[0]
    return bare.lower().removesuffix(".")


def _is_numeric(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
