"""Containers and machines for tests of an installed table: as root, on Debian, with --full; else they say why not."""

import faulthandler
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.appliance import image, machine
from tests.appliance.arm import Arm, armed
from tests.appliance.container import Container, missing, until
from tests.appliance.machine import ENTRIES, PICTURES, SCREEN, SLOW, WAY_IN, Machine
from tests.appliance.places import DATA, VERSIONS, WONDERTABLE
from tests.appliance.releases import bring_releases

SUITES = ("bookworm", "trixie")
# where pages of text are written instead of the console, which a container has not: that of a service which has
# stopped too often, and the last picture
SEEN, LAST = "/run/page", "/var/last"


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Cancel the dump of tracebacks for tests that make or start a machine, which takes longer."""
    if item.get_closest_marker("full") or item.get_closest_marker("root"):
        faulthandler.cancel_dump_traceback_later()


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
    """Make the container's screen draw without a graphics card, and its text pages go to files."""
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


@pytest.fixture(scope="session")
def first(installed: Container, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The version that was installed; a key that the owner trusts, and releases, lie in its /tmp."""
    return bring_releases(installed, tmp_path_factory.mktemp("releases"))


@pytest.fixture
def box(installed: Container, first: str) -> Iterator[Container]:
    """A table in its lobby, of the version that was installed first, and alone."""
    installed.at_the_table("lobby")
    yield installed
    installed.at_the_table("lobby")
    if installed.run("readlink", f"{VERSIONS}/current").strip() != first:
        installed.run(WONDERTABLE, "rollback", first)
    installed.run("systemctl", "stop", "wondertable-watch")
    for path in (
        f"{VERSIONS}/0.2.*",
        *(f"{VERSIONS}/{name}" for name in ("previous", "newest", "watching")),
        f"{DATA}.*",
    ):
        installed.run("sh", "-c", f"rm -rf {path}")


@pytest.fixture(scope="session")
def disk() -> Iterator[Path]:
    """The disk of a machine with an installed table, whose first start has been gone through."""
    if why := machine.missing():
        pytest.skip(why)
    PICTURES.mkdir(parents=True, exist_ok=True)
    layer = Path(tempfile.mkdtemp(prefix="wondertable-"))
    try:
        box = Container(machine.SUITE, layer, machine.system())
        try:
            code, said = box.setup("install", "--yes")
            assert code == 0, said
            box.at_the_table("welcome")
            machine.disk_of(box, layer / "disk")
        finally:
            box.end(keep=True)
        yield layer / "disk"
    finally:
        shutil.rmtree(layer, ignore_errors=True)


def image_of(kind: str) -> Path:
    if why := image.missing(kind):
        pytest.skip(why)
    PICTURES.mkdir(parents=True, exist_ok=True)
    return image.made(kind)


@pytest.fixture(scope="session")
def image_of_a_pc() -> Path:
    """The image for a PC that a disk is written with; made once, which takes a quarter of an hour."""
    return image_of("pc")


@pytest.fixture(scope="session")
def image_of_arm64() -> Path:
    """The same for a machine with ARM and UEFI; made once, in half an hour."""
    return image_of("arm64")


@pytest.fixture
def emulated(disk, request) -> Iterator[Machine]:
    """A machine of its own for a test, once it has a shell; `request.param` are words for `Machine`."""
    made = Machine(disk, **getattr(request, "param", {}))
    try:
        yield made
    finally:
        made.end()


def see_the_lobby(made: Machine, head: int = 0) -> None:
    """Wait until a phone could read a way in."""
    until(lambda: any(code.startswith(WAY_IN) for code in made.codes(head)), "no code can be read", SLOW)


def its_screen_never_died(made: Machine) -> None:
    """Check that the screen reported no fault since the computer started, and no page says that it has stopped."""
    assert "Traceback" not in made.run(ENTRIES)
    assert made.tries(f"systemctl is-active wondertable-fallback@{SCREEN}")[1] == "inactive"
    assert made.property(SCREEN, "Result") == "success"


@pytest.fixture(scope="session")
def arm() -> Iterator[Arm]:
    """A release on arm64."""
    with armed() as found:
        yield found
