"""Host checks: the names a server answers to, and the origins that may query its identity.

A foreign page may point its own name at the server's address (DNS rebinding) and then act as the same origin. So only
numeric addresses, which cannot be claimed that way, and the server's own names are answered.
"""

import re
import socket
from collections.abc import Callable
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from app.protocol.host_names import HOST

ID_PREFIX_LENGTH: Final = 8  # leading characters of an id that a page looking for its table sends


class Hosts:
    """The host names of a server, by its `id`, its mDNS name, and its machine's name.

    `typed`: a further address set by its owner.
    """

    def __init__(self, id: str, announced: str, typed: Callable[[], str | None]) -> None:
        self._id, self._typed = id, typed
        machine = socket.gethostname().lower()
        self._names = {"localhost", machine, f"{machine.partition('.')[0]}.local"}
        self._own = re.compile(rf"{announced}(-\d+)?\.local")

    def is_served_as(self, host: str) -> bool:
        """Check that a `Host` header names this server: by a numeric address or a name of its own."""
        name = _name(host)
        return name is not None and (_is_numeric(name) or self._is_own_name(name))

    def _is_own_name(self, name: str) -> bool:
        typed = self._typed()
        theirs = typed and _name(typed.partition("://")[2].partition("/")[0] if "://" in typed else typed)
        return name in self._names or name == theirs or self._own.fullmatch(name) is not None

    def may_ask(self, origin: str, addresses: tuple[str, ...], of: str) -> bool:
        """Check that a page of `origin` may learn the table's id: it comes from a current `address`, or knows the
        id's beginning.
        """
        known = {urlsplit(address).netloc.lower() for address in addresses}
        host = origin.lower().partition("://")[2]
        name = _name(host)
        return host in known or (name is not None and self._is_own_name(name)) or of == self._id[:ID_PREFIX_LENGTH]


def _name(host: str) -> str | None:
    """Return a host without port, normalised; None if it is malformed."""
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
