"""Where a release comes from: a file, the newest in a folder, a stick that nobody has mounted, an address.

Nothing that answers is trusted: an answer has heads up to a size, leads on a few times at most, and what it says is not
shown to anybody. How much is read of a release is for whoever reads it (archive.py).
"""

import io
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection, responses
from pathlib import Path
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

from app.appliance.archive import Stream, UnfitRelease, age, is_of_a_release
from app.appliance.usb_sticks import mounted
from app.text.terminal import CannotStart, cannot_read

SILENCE: Final = 30.0  # seconds that an address may be silent
HEADS: Final = 1 << 18  # bytes that all may be which an answer says besides the release
MOVED: Final = (301, 302, 303, 307, 308)
MOVES: Final = 5  # to other addresses
NAMES: Final = "wondertable-*.tar"  # of releases, as release.py makes them


@contextmanager
def opened(source: str) -> Iterator[Stream]:
    """What is read of a release. CannotStart, with the source, for whatever is wrong with it."""
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
    """The newest release in a folder, such as that of a stick."""
    found = {path.name[12:-4]: path for path in folder.glob(NAMES)}
    versions = [version for version in found if is_of_a_release(version)]
    if not versions:
        raise CannotStart(f"{folder}: there is no release in it ({NAMES}).", why="no-release")
    return found[max(versions, key=age)]


# ---- an address ---------------------------------------------------------------------------------------


@contextmanager
def _asked(address: str) -> Iterator["_Body"]:
    """What an address answers. Unfit if that is no release, OSError if there is no answer."""
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
    """A number, and what it means; not in the words of whoever answers."""
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
    except (ValueError, HTTPException):  # signs that no address has
        raise UnfitRelease("this is no address") from None
    try:
        answer = connection.getresponse()
    except (ValueError, HTTPException):
        raise UnfitRelease("what answers there does not answer as it should") from None
    assert isinstance(answer, _Answer)
    return answer


class _Wire(io.RawIOBase):
    """What comes through a socket: Unfit where there is more than was expected."""

    def __init__(self, socket: io.RawIOBase) -> None:
        self._socket, self.expected = socket, HEADS

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int | None:  # Any: as its base has it
        size = self._socket.readinto(buffer)
        self.expected -= size or 0
        if self.expected < 0:
            raise UnfitRelease("the address says more than a release")
        return size

    def close(self) -> None:
        self._socket.close()
        super().close()


class _Answer(HTTPResponse):
    """One whose heads, and what stands between the parts of its body, have an end."""

    def __init__(self, *about: Any, **more: Any) -> None:  # Any: whatever a connection says
        super().__init__(*about, **more)
        self.wire = _Wire(self.fp.detach())
        self.fp = io.BufferedReader(self.wire)


class _Plain(HTTPConnection):
    response_class = _Answer


class _Tls(HTTPSConnection):
    response_class = _Answer


class _Body:
    """The body of an answer."""

    def __init__(self, answer: _Answer) -> None:
        self._answer = answer

    def read(self, size: int, /) -> bytes:
        self._answer.wire.expected += 2 * size  # with what stands between its parts
        try:
            return self._answer.read(size)
        except (ValueError, HTTPException):
            return b""  # it was cut off
