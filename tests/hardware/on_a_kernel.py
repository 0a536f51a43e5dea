"""The panel on a GPIO chip of the kernel's, with the real clock and its real thread: for on_a_kernel.sh alone.

What is timed is told, not judged: the machine is emulated. Where a contact has to be quick, only those that were count.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from queue import Empty, Queue
from time import monotonic, sleep

import pytest

from docs import wiring as drawing
from hardware.debounce import PRESS_SECONDS
from hardware.gpio_panel import HORN_TUNE, open_lgpio
from hardware.panel_factory import open_panel
from hardware.panel_interface import (
    HORN,
    ButtonHold,
    ButtonPress,
    ButtonRelease,
    OpenProblem,
    PanelEvent,
    PanelUnavailable,
)
from tests.hardware.kernel import BOARD, PATIENCE, hand, is_lit, let_go, wait_for
from tests.hardware.rigs import CAT, LEFT, WIRING

NOBODY_UID = 65534
QUIET_SECONDS = 0.2  # seconds in which whatever is still to be heard has come


@pytest.fixture
def panel():
    let_go(WIRING)
    panel = open_panel(WIRING)
    yield panel
    panel.close()


@pytest.fixture
def heard(panel) -> Queue[PanelEvent]:
    told: Queue[PanelEvent] = Queue()
    panel.listen(told.put)
    return told


def all_of(heard: Queue[PanelEvent]) -> Iterator[PanelEvent]:
    """Yield the recorded events, until no more arrive."""
    try:
        while True:
            yield heard.get(timeout=QUIET_SECONDS)
    except Empty:
        return


def tell(capsys, what: str, waits: list[float]) -> None:
    waits = sorted(1000 * seconds for seconds in waits)
    with capsys.disabled():
        print(f"\n{what}: {waits[len(waits) // 2]:.1f} ms, one in ten over {waits[len(waits) * 9 // 10]:.1f} ms")


def is_quick(part, seconds: float, *levels: tuple[bool, float]) -> bool:
    """Hold each level for at least its time; return True if everything was over within `seconds`."""
    begun = monotonic()
    for down, stays in levels:
        at = monotonic()
        hand(part, down)
        while monotonic() < at + stays:
            pass
    return monotonic() - begun < seconds


# ---- hands ---------------------------------------------------------------------------------------------


def test_press_and_release_are_reported(panel, heard, capsys):
    waits = []
    for _ in range(50):
        begun = monotonic()
        hand(LEFT, True)
        assert heard.get(timeout=PATIENCE) == ButtonPress(LEFT)
        waits.append(monotonic() - begun - PRESS_SECONDS)
        hand(LEFT, False)
        assert heard.get(timeout=PATIENCE) == ButtonRelease(LEFT)
    tell(capsys, "from a contact that has settled to the table's ear", waits)


def test_long_press_is_reported_once_as_held(panel, heard):
    hand(HORN, True)
    sleep(10.5)
    hand(HORN, False)
    assert list(all_of(heard)) == [ButtonPress(HORN), ButtonHold(HORN), ButtonRelease(HORN)]


def test_five_edges_in_30_ms_are_one_press(panel, heard):
    done = 0
    while done < 20:
        quick = is_quick(LEFT, 0.03, (True, 0.006), (False, 0.001), (True, 0.006), (False, 0.006), (True, 0))
        sleep(0.08)
        hand(LEFT, False)
        told = list(all_of(heard))
        if quick:
            assert told == [ButtonPress(LEFT), ButtonRelease(LEFT)]
            done += 1


def test_two_presses_250_ms_apart_are_two(panel, heard):
    is_quick(LEFT, 1, (True, 0.1), (False, 0.15), (True, 0.1), (False, 0))
    assert list(all_of(heard)) == [ButtonPress(LEFT), ButtonRelease(LEFT)] * 2


def test_spark_is_no_press(panel, heard):
    done = 0
    while done < 20:
        quick = is_quick(LEFT, PRESS_SECONDS, (True, 0.001), (False, 0))
        told = list(all_of(heard))
        if quick:
            assert told == []
            done += 1


def test_press_during_a_stopped_process_is_reported(panel, heard):
    """Stopped from the first edge until after the last: the kernel keeps them, and when they were."""
    pull, stay = BOARD.pull_of(WIRING.buttons[LEFT].pin), "sleep 0.08"
    press = f"kill -STOP $PPID; printf pull-down >{pull}; {stay}; printf pull-up >{pull}; {stay}; kill -CONT $PPID"
    for _ in range(10):
        subprocess.run(["sh", "-c", press], check=True)
        assert list(all_of(heard)) == [ButtonPress(LEFT), ButtonRelease(LEFT)]


# ---- lights and the horn -------------------------------------------------------------------------------


def test_light_follows_the_command(panel, heard, capsys):
    waits, pin = [], WIRING.lights[LEFT].pin
    for number in range(50):
        begun = monotonic()
        panel.light(LEFT, number % 2 == 0)
        while BOARD.is_high(pin) is not (number % 2 == 0):
            assert monotonic() < begun + PATIENCE
        waits.append(monotonic() - begun)
    tell(capsys, "from the table's wish to the light", waits)


def test_horn_plays_its_tune(panel, heard, capsys):
    """The tune is recorded as waves; a machine that is too busy to poll misses some."""
    panel.horn(1)
    rose, at = BOARD.rises(WIRING.buzzer.pin, sum(seconds for _, seconds in HORN_TUNE) + 0.5), 0.0
    for hertz, seconds in HORN_TUNE[:3]:
        waves = sorted(after - before for before, after in pairwise(rose) if at < before < after < at + seconds)
        with capsys.disabled():
            print(f"\na note of {hertz} Hz:", *(round(1 / wave) for wave in waves[len(waves) // 2 :][:1]), "Hz")
        at += seconds
    assert len(rose) > 10
    assert not BOARD.rises(WIRING.buzzer.pin, 0.5)
    assert not BOARD.is_high(WIRING.buzzer.pin)


def test_each_light_of_the_example_is_lit_alone():
    wiring = drawing.example()
    let_go(wiring)
    panel = open_panel(wiring)
    panel.listen(print)
    for part in wiring.lights:
        panel.light(part, True)
        wait_for(lambda part=part: is_lit(part, wiring))
        assert [other for other in wiring.lights if is_lit(other, wiring)] == [part]
        panel.light(part, False)
        wait_for(lambda part=part: not is_lit(part, wiring))
    panel.close()


# ---- opening and losing --------------------------------------------------------------------------------


def why_not() -> tuple[OpenProblem, str]:
    """Return why the panel cannot be opened. The exception itself is released, as a table does."""
    try:
        open_panel(WIRING).close()
    except PanelUnavailable as no:
        return no.why, no.message
    raise AssertionError("it opened")


def test_pin_used_by_another_program_is_named():
    let_go(WIRING)
    open_lgpio().close()  # by now lgpio has been imported, in a folder of its own
    import lgpio

    handle = lgpio.gpiochip_open(0)
    lgpio.gpio_claim_output(handle, WIRING.lights[CAT].pin)
    assert why_not() == (OpenProblem.BUSY, "seat.3.cat: 'GPIO busy'")
    lgpio.gpiochip_close(handle)
    open_panel(WIRING).close()


def test_denied_pins_are_reported():
    BOARD.device.chmod(0o600)
    os.setresuid(NOBODY_UID, NOBODY_UID, 0)
    try:
        assert why_not() == (OpenProblem.DENIED, str(BOARD.device))
    finally:
        os.setresuid(0, 0, 0)


def test_machine_without_a_gpio_chip_has_no_pins():
    BOARD.pull_out()
    try:
        assert why_not()[0] is OpenProblem.NO_PINS
    finally:
        BOARD.plug_in()


# ---- the program ---------------------------------------------------------------------------------------


@pytest.fixture
def main(tmp_path):
    """The program's command line, in a folder with the example's panel."""
    (tmp_path / "settings").mkdir()
    (tmp_path / "settings" / "panel.toml").write_bytes(drawing.EXAMPLE.read_bytes())
    let_go(drawing.example())
    return lambda *words: [sys.executable, "main.py", *words, "--data-dir", str(tmp_path)]


def test_button_sounds_the_horn_of_a_real_table_and_frees_its_pins(main, capfd):
    wiring = drawing.example()
    with subprocess.Popen(main("run", "--headless", "--port", "0")) as table:
        wait_for(lambda: len(BOARD.used()) == len(wiring), patience=300)  # a big program on a slow machine
        sleep(QUIET_SECONDS)
        hand(HORN, True, wiring)
        assert len(BOARD.rises(wiring.buzzer.pin, 2.0)) > 10
        hand(HORN, False, wiring)
        table.terminate()
        assert table.wait(PATIENCE) == 0
    assert not BOARD.used()
    assert "Traceback" not in capfd.readouterr().err


def test_doctor_finds_the_panel(main):
    said = subprocess.run(main("doctor"), capture_output=True, text=True, check=False).stdout
    assert said.splitlines()[0].split(maxsplit=1) == ["Panel", f"{len(drawing.example())} pins, which can be used."]
