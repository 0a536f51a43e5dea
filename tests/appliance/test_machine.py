"""A machine that is the table: it boots into the lobby, and where its screen fails it leaves a page of text.

Its pictures are kept in build/machine.
"""

import faulthandler
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.appliance import machine
from tests.appliance.container import ROOT, Container, until
from tests.appliance.machine import Machine
from tests.appliance.test_dying import BURST
from tests.appliance.test_install import at_the_table

pytestmark = pytest.mark.root
PICTURES = ROOT / "build" / "machine"
WAY_IN = "http://10.0.2.15/"  # what QEMU's network gives
SLOW = 900  # seconds an emulated screen may take to its first picture, at most


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
            at_the_table(box, "welcome")
            machine.disk_of(box, layer / "disk")
        finally:
            box.end(keep=True)
        yield layer / "disk"
    finally:
        shutil.rmtree(layer, ignore_errors=True)


@pytest.fixture
def booted(disk) -> Iterator[Machine]:
    faulthandler.cancel_dump_traceback_later()  # an emulated machine takes longer than tests may
    made = Machine(disk)
    try:
        yield made
    finally:
        made.end()


def see_the_lobby(made: Machine) -> None:
    """Wait until a phone could read a way in."""
    until(lambda: any(code.startswith(WAY_IN) for code in made.codes()), "no code can be read", SLOW)


def test_it_boots_to_the_lobby_with_no_key_pressed_and_again(booted):
    see_the_lobby(booted)
    booted.picture(PICTURES / "lobby.png")
    assert booted.run("systemctl --failed --no-legend") == ""
    assert "Traceback" not in booted.run("journalctl --boot --unit 'wondertable*' --output cat")
    booted.reboot()
    see_the_lobby(booted)


def test_a_screen_that_dies_again_and_again_leaves_a_page_of_text(booted):
    see_the_lobby(booted)
    unit = "wondertable-screen"
    for _ in range(BURST):
        pid = booted.run(f"systemctl show {unit} --property MainPID --value")
        booted.run(f"systemctl kill --signal=KILL {unit}")
        changed = f"[ $(systemctl show {unit} --property MainPID --value) != {pid} ]"
        booted.until(f"systemctl -q is-failed {unit} || ({changed} && systemctl -q is-active {unit})")
    booted.until("systemctl -q is-active wondertable-fallback@wondertable-screen")
    booted.picture(PICTURES / "text.png")
    said = booted.console()
    assert "W O N D E R T A B L E" in said
    assert "The screen has stopped again and again" in said
    assert f"Phones can go on:  {WAY_IN.rstrip('/')}" in said
    assert "Reason    signal 9" in said
    assert booted.run("readlink /opt/wondertable/current") in said
