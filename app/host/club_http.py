"""The HTTP client of a table for its club, whose certificate it may have pinned."""

import hashlib
import ssl
from contextlib import suppress
from functools import cache
from typing import Final
from urllib.parse import urlsplit

import aiohttp
import msgspec

from app.protocol.rejection import Rejection
from app.protocol.table_to_club_messages import ClubRefusal

CONNECT_SECONDS: Final = 2.0  # connection timeout
ANSWER_SECONDS: Final = 2.0  # read timeout


class ClubUnreachable(Exception):
    """No usable answer arrived.

    `silent`: the connection opened but no answer came; `wrong_certificate`: the certificate is not the club's.
    """

    def __init__(self, silent: bool = False, wrong_certificate: bool = False) -> None:
        super().__init__()
        self.silent, self.wrong_certificate = silent, wrong_certificate


class MessageRefused(ClubUnreachable):
    """The club refuses this message: it is too large, or contains a value that the club does not accept."""


def make_tls_check(pin: str) -> aiohttp.Fingerprint | ssl.SSLContext:
    """Return aiohttp's `ssl` argument: accept the pinned certificate, or any by a known authority if none is pinned."""
    return aiohttp.Fingerprint(bytes.fromhex(pin)) if pin else _load_authorities()


@cache
def _load_authorities() -> ssl.SSLContext:
    """Load the system's certificates. aiohttp's own context has none (app/host/early_startup.py)."""
    return ssl.create_default_context()


def fetch_fingerprint(address: str) -> str:
    """Return the SHA-256 fingerprint of the certificate at an address. OSError if nothing answers."""
    at = urlsplit(address)
    shown = ssl.get_server_certificate((at.hostname or "", at.port or 443), timeout=CONNECT_SECONDS)
    return hashlib.sha256(ssl.PEM_cert_to_DER_cert(shown)).hexdigest()


class ClubHttp:
    """A session of HTTP requests to a club, opened by the first of them."""

    def __init__(self) -> None:
        self._web: aiohttp.ClientSession | None = None

    async def close(self) -> None:
        if self._web is not None:
            await self._web.close()

    async def request(
        self,
        method: str,
        address: str,
        body: bytes | None = None,
        key: str = "",
        read_timeout: float = ANSWER_SECONDS,
        pin: str = "",
    ) -> bytes:
        """Return the club's answer. MessageRefused if it does not accept the message, Rejection if it refuses, else
        ClubUnreachable.

        `pin`: the fingerprint of its certificate.
        """
        if self._web is None:
            self._web = aiohttp.ClientSession()
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        limits = aiohttp.ClientTimeout(total=None, sock_connect=CONNECT_SECONDS, sock_read=read_timeout)
        tls = make_tls_check(pin)
        asking = self._web.request(
            method, address, data=body, headers=headers, timeout=limits, allow_redirects=False, ssl=tls
        )
        try:
            async with asking as answer:
                content = await answer.read()
                if answer.status in (200, 204):
                    return content
                if answer.status in (413, 422):
                    raise MessageRefused
                with suppress(msgspec.MsgspecError):
                    raise Rejection(f"club-{msgspec.json.decode(content, type=ClubRefusal).code}")
                raise ClubUnreachable
        except (aiohttp.ClientConnectorCertificateError, aiohttp.ServerFingerprintMismatch):
            raise ClubUnreachable(wrong_certificate=True) from None
        except aiohttp.ConnectionTimeoutError:
            raise ClubUnreachable from None
        except TimeoutError:
            raise ClubUnreachable(silent=method == "POST") from None
        except (aiohttp.ClientError, OSError, ValueError):
            raise ClubUnreachable from None
