"""Sources of a release: a file, the newest in a folder, an unmounted USB stick, or an HTTP address.

No answer of a server is trusted: headers and redirects are limited, and its words are shown to nobody. The reader
(release_archive.py) decides how much of a release is read.
"""

import io
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection, responses
from pathlib import Path
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

from app.appliance.release_archive import Stream, UnfitRelease, is_release_version, version_key
from app.appliance.usb_sticks import mount
from app.text.terminal_output import CannotStart, cannot_read

TIMEOUT_SECONDS: Final = 30.0  # of a connection
MAX_HEADER_BYTES: Final = 1 << 18  # of a response besides its body
REDIRECT_CODES: Final = (301, 302, 303, 307, 308)
MAX_REDIRECTS: Final = 5  # per request
FILE_PATTERN: Final = "wondertable-*.tar"  # as release_builder.py names them


@contextmanager
def open_source(source: str) -> Iterator[Stream]:
    """Open a source for reading. CannotStart, with the source, if anything is wrong with it."""
    try:
        with ExitStack() as stack:
            if _is_address(source):
                yield stack.enter_context(_request(source))
            else:
                path = Path(source)
                if path.is_block_device():
                    path = stack.enter_context(mount(path))
                path = find_newest_release(path) if path.is_dir() else path
                yield stack.enter_context(path.open("rb", buffering=0))
    except UnfitRelease as unfit:
        raise CannotStart(f"{source}: {unfit}.", unfit.why) from None
    except OSError as problem:
        no = cannot_read(problem.filename or source, problem)
        raise CannotStart(no, "no-answer" if _is_address(source) else "") from None


def _is_address(source: str) -> bool:
    return source.lower().startswith(("http://", "https://"))


def find_newest_release(folder: Path) -> Path:
    """Return the newest release in a folder, such as a stick's. CannotStart if there is none."""
    found = {path.name[12:-4]: path for path in folder.glob(FILE_PATTERN)}
    versions = [version for version in found if is_release_version(version)]
    if not versions:
        raise CannotStart(f"{folder}: there is no release in it ({FILE_PATTERN}).", why="no-release")
    return found[max(versions, key=version_key)]


@contextmanager
def _request(address: str) -> Iterator["_Body"]:
    """Request an address and follow redirects. UnfitRelease for a wrong response, OSError without one."""
    for _ in range(1 + MAX_REDIRECTS):
        with closing(_connect(address)) as connection, closing(_get_response(connection, address)) as answer:
            if answer.status in REDIRECT_CODES and (to := answer.getheader("Location")):
                address = _resolve_redirect(address, to)
            elif answer.status == 200:
                yield _Body(answer)
                return
            else:
                raise UnfitRelease(f"the address answers {', '.join(_describe_status(answer.status))}", "no-answer")
    raise UnfitRelease("the address redirects too often")


def _describe_status(number: int) -> Iterator[str]:
    """Describe an HTTP status in standard words, not in the server's."""
    yield str(number)
    if number in responses:
        yield responses[number]


def _connect(address: str) -> HTTPConnection:
    try:
        url = urlsplit(address)
        if url.scheme in ("http", "https") and url.hostname:
            connection = _HttpsConnection if url.scheme == "https" else _HttpConnection
            return connection(url.hostname, url.port, timeout=TIMEOUT_SECONDS)
    except (ValueError, HTTPException):
        pass
    raise UnfitRelease("this is not an address")


def _resolve_redirect(address: str, to: str) -> str:
    try:
        return urljoin(address, to)
    except ValueError:
        raise UnfitRelease("the address redirects to no address") from None


def _get_response(connection: HTTPConnection, address: str) -> "_BoundedResponse":
    url = urlsplit(address)
    path = f"{url.path or '/'}{'?' if url.query else ''}{url.query}"
    try:
        connection.request("GET", path, headers={"Accept-Encoding": "identity"})
    except (ValueError, HTTPException):  # invalid characters
        raise UnfitRelease("this is not an address") from None
    try:
        answer = connection.getresponse()
    except (ValueError, HTTPException):
        raise UnfitRelease("the server's answer is invalid") from None
    assert isinstance(answer, _BoundedResponse)
    return answer


class _BoundedStream(io.RawIOBase):
    """The bytes of a socket; UnfitRelease if more arrive than expected."""

    def __init__(self, socket: io.RawIOBase) -> None:
        self._socket, self.expected = socket, MAX_HEADER_BYTES

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int | None:  # Any: as in the base class
        size = self._socket.readinto(buffer)
        self.expected -= size or 0
        if self.expected < 0:
            raise UnfitRelease("the server sends more than a release")
        return size

    def close(self) -> None:
        self._socket.close()
        super().close()


class _BoundedResponse(HTTPResponse):
    """A response whose headers and chunk headers are limited in size."""

    def __init__(self, *about: Any, **more: Any) -> None:  # Any: the arguments of the base class
        super().__init__(*about, **more)
        self.wire = _BoundedStream(self.fp.detach())
        self.fp = io.BufferedReader(self.wire)


class _HttpConnection(HTTPConnection):
    response_class = _BoundedResponse


class _HttpsConnection(HTTPSConnection):
    response_class = _BoundedResponse


class _Body:
    def __init__(self, answer: _BoundedResponse) -> None:
        self._get_response = answer

    def read(self, size: int, /) -> bytes:
        self._get_response.wire.expected += 2 * size  # including chunk headers
        try:
            return self._get_response.read(size)
        except (ValueError, HTTPException):
            return b""  # the connection broke
