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

from app.appliance.release_archive import Stream, UnfitRelease, age, is_of_a_release
from app.appliance.usb_sticks import mounted
from app.text.terminal_output import CannotStart, cannot_read

SILENCE: Final = 30.0  # of a connection
HEADS: Final = 1 << 18  # of a response besides its body
MOVED: Final = (301, 302, 303, 307, 308)
MOVES: Final = 5  # per request
NAMES: Final = "wondertable-*.tar"  # as release_builder.py names them


@contextmanager
def opened(source: str) -> Iterator[Stream]:
    """Open a source for reading. CannotStart, with the source, if anything is wrong with it."""
    try:
        with ExitStack() as stack:
            if _is_address(source):
                yield stack.enter_context(_asked(source))
            else:
                path = Path(source)
                if path.is_block_device():
                    path = stack.enter_context(mounted(path))
                yield stack.enter_context((newest_release(path) if path.is_dir() else path).open("rb", buffering=0))
    except UnfitRelease as unfit:
        raise CannotStart(f"{source}: {unfit}.", unfit.why) from None
    except OSError as problem:
        no = cannot_read(problem.filename or source, problem)
        raise CannotStart(no, "no-answer" if _is_address(source) else "") from None


def _is_address(source: str) -> bool:
    return source.lower().startswith(("http://", "https://"))


def newest_release(folder: Path) -> Path:
    """Return the newest release in a folder, such as a stick's. CannotStart if there is none."""
    found = {path.name[12:-4]: path for path in folder.glob(NAMES)}
    versions = [version for version in found if is_of_a_release(version)]
    if not versions:
        raise CannotStart(f"{folder}: there is no release in it ({NAMES}).", why="no-release")
    return found[max(versions, key=age)]


# ---- an address ---------------------------------------------------------------------------------------


@contextmanager
def _asked(address: str) -> Iterator["_Body"]:
    """Request an address and follow redirects. UnfitRelease for a wrong response, OSError without one."""
    for _ in range(1 + MOVES):
        with closing(_connection(address)) as connection, closing(_answer(connection, address)) as answer:
            if answer.status in MOVED and (to := answer.getheader("Location")):
                address = _joined(address, to)
            elif answer.status == 200:
                yield _Body(answer)
                return
            else:
                raise UnfitRelease(f"the address answers {', '.join(_status(answer.status))}", "no-answer")
    raise UnfitRelease("the address leads on and on")


def _status(number: int) -> Iterator[str]:
    """Describe an HTTP status in standard words, not in the server's."""
    yield str(number)
    if number in responses:
        yield responses[number]


def _connection(address: str) -> HTTPConnection:
    try:
        url = urlsplit(address)
        if url.scheme in ("http", "https") and url.hostname:
            return (_Tls if url.scheme == "https" else _Plain)(url.hostname, url.port, timeout=SILENCE)
    except (ValueError, HTTPException):
        pass
    raise UnfitRelease("this is no address")


def _joined(address: str, to: str) -> str:
    try:
        return urljoin(address, to)
    except ValueError:
        raise UnfitRelease("the address leads to none") from None


def _answer(connection: HTTPConnection, address: str) -> "_Answer":
    url = urlsplit(address)
    path = f"{url.path or '/'}{'?' if url.query else ''}{url.query}"
    try:
        connection.request("GET", path, headers={"Accept-Encoding": "identity"})
    except (ValueError, HTTPException):  # invalid characters
        raise UnfitRelease("this is no address") from None
    try:
        answer = connection.getresponse()
    except (ValueError, HTTPException):
        raise UnfitRelease("what answers there does not answer as it should") from None
    assert isinstance(answer, _Answer)
    return answer


class _Wire(io.RawIOBase):
    """The bytes of a socket; UnfitRelease if more arrive than expected."""

    def __init__(self, socket: io.RawIOBase) -> None:
        self._socket, self.expected = socket, HEADS

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int | None:  # Any: as in the base class
        size = self._socket.readinto(buffer)
        self.expected -= size or 0
        if self.expected < 0:
            raise UnfitRelease("the address says more than a release")
        return size

    def close(self) -> None:
        self._socket.close()
        super().close()


class _Answer(HTTPResponse):
    """A response whose headers and chunk headers are limited in size."""

    def __init__(self, *about: Any, **more: Any) -> None:  # Any: the arguments of the base class
        super().__init__(*about, **more)
        self.wire = _Wire(self.fp.detach())
        self.fp = io.BufferedReader(self.wire)


class _Plain(HTTPConnection):
    response_class = _Answer


class _Tls(HTTPSConnection):
    response_class = _Answer


class _Body:
    """The body of a response."""

    def __init__(self, answer: _Answer) -> None:
        self._answer = answer

    def read(self, size: int, /) -> bytes:
        self._answer.wire.expected += 2 * size  # including chunk headers
        try:
            return self._answer.read(size)
        except (ValueError, HTTPException):
            return b""  # the connection broke
