"""Containers for the tests of an installed table. As root, on Debian, with --full; otherwise they say why not."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.appliance.container import Container, missing

SUITES = ("bookworm", "trixie")
# where pages of text are written instead of the console, which a container has not: that of a service which has
# stopped too often, and the last picture
SEEN, LAST = "/run/page", "/var/last"


@contextmanager
def booted(suite: str) -> Iterator[Container]:
    if why := missing():
        pytest.skip(why)
    layer = Path(tempfile.mkdtemp(prefix="wondertable-"))
    try:
        box = Container(suite, layer)
        try:
            yield box
        finally:
            box.end()
    finally:
        shutil.rmtree(layer, ignore_errors=True)


def without_a_screen(box: Container) -> None:
    """Its screen draws without a card, and pages of text go into files."""
    units = "/etc/systemd/system"
    box.write(
        f"{units}/wondertable-screen.service.d/test.conf",
        "[Service]\nEnvironment=SDL_VIDEODRIVER=offscreen SDL_AUDIODRIVER=dummy\n",
    )
    for unit, file in (("fallback@", SEEN), ("goodbye", LAST)):
        box.write(
            f"{units}/wondertable-{unit}.service.d/test.conf",
            f"[Service]\nStandardOutput=append:{file}\nTTYReset=no\n",
        )


@pytest.fixture(params=SUITES)
def fresh(request) -> Iterator[Container]:
    """A Debian on which nobody has installed anything."""
    with booted(request.param) as box:
        yield box


@pytest.fixture(scope="session", params=SUITES)
def installed(request) -> Iterator[Container]:
    """One with an installed table. Its screen draws without a card, and its page of text goes into a file."""
    with booted(request.param) as box:
        without_a_screen(box)
        code, said = box.setup("install", "--yes")
        assert code == 0, said
        yield box
