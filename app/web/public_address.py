"""The public address of a table: how friends who are far away reach their seat through a proxy or a tunnel.

Only connections of a trusted proxy count as far, and only for these a forwarded address is believed: the last one in
`X-Forwarded-For`, which the proxy itself has added. Everybody else can write that header, so it is ignored.
"""

from collections.abc import Sequence
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

import msgspec
from aiohttp import web

from app.protocol.host_names import parse_public_url
from app.web.request_helpers import host_of

FORWARDED: Final = "X-Forwarded-For"
OF_THIS_MACHINE: Final = ("127.0.0.1", "::1")  # proxies of a public address that is set at the table
# What a far seat may open; everything else is answered as if it did not exist.
ROUTES: Final = frozenset(
    {"/join/{ticket}", "/seat/{key}", "/seat/{key}/live", "/seat/{key}/reading", "/static/{mark}/{name}"}
)


class PublicAddress(msgspec.Struct, frozen=True):
    """A public address and the proxies that may use it.

    `url`: `https://table.example.org`, with a path at a club's relay.

    `NO_PUBLIC_ADDRESS` has no proxy, so that nothing is far.
    """

    url: str
    proxies: frozenset[str]  # numeric addresses

    @classmethod
    def parse(cls, url: str, proxies: Sequence[str]) -> "PublicAddress":
        """Parse the options of the command line. ValueError in a sentence if one does not fit."""
        if not (parsed := parse_public_url(url)):
            raise ValueError(f"--public-address has to look like https://table.example.org, and is {url}")
        if not proxies:
            raise ValueError("--public-address needs --proxy: the address of the proxy or tunnel, such as 127.0.0.1")
        try:
            return cls(parsed, frozenset(str(ip_address(each)) for each in proxies))
        except ValueError as error:
            raise ValueError(f"--proxy has to be a numeric address: {error}") from None

    @property
    def host(self) -> str:
        """The host, as a browser sends it."""
        return urlsplit(self.url).netloc

    def is_far(self, request: web.Request) -> bool:
        """Check whether a request comes through a proxy: from its address, with the public host or a forwarded one."""
        through = host_of(request).lower() == self.host or FORWARDED in request.headers
        return through and _normalise_ip(request.remote or "") in self.proxies

    def find_client(self, request: web.Request) -> str:
        """Return the address of the client behind a proxy, or the proxy's own if it forwards none."""
        sent = ",".join(request.headers.getall(FORWARDED, ())).rpartition(",")[2].strip()
        return _normalise_ip(sent) or request.remote or ""


NO_PUBLIC_ADDRESS: Final = PublicAddress("", frozenset())


def is_allowed(request: web.Request) -> bool:
    """Check whether a far seat may open this route."""
    resource = request.match_info.route.resource
    return resource is not None and resource.canonical in ROUTES


def _normalise_ip(address: str) -> str:
    """Normalise a numeric address, IPv4 in IPv6 included; "" for anything else."""
    try:
        found = ip_address(address)
    except ValueError:
        return ""
    return str(getattr(found, "ipv4_mapped", None) or found)
