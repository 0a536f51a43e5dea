"""Keys of pads as buttons of the panel: chosen by a press, heard with the kernel's time, and nobody else's."""

import pytest

from hardware.debounce import HOLD_SECONDS
from hardware.key_pads import EV_KEY, EV_SYN, SYN_DROPPED, KeyPadReader, PadKey, PadState
from hardware.machine.input_devices import list_pads
from hardware.panel_interface import HORN, ButtonHold, ButtonPress, ButtonRelease, Part, PartKind
from tests.hardware.pads import LETTERS, Kernel
from tests.hardware.rigs import Clock

FIRST, SECOND = Part(PartKind.MARKER, 0), Part(PartKind.MARKER, 1)
PAD = "1189:8890 Twelve Keys"
ONE, TWO, THREE = 2, 3, 4  # the kernel's numbers of these keys


class Bench:
    """A reader, and what it has said."""

    def __init__(self, kernel, chosen=None, may=lambda path, how: True):
        self.clock, self.heard, self.changes = Clock(), [], 0
        self.keys = KeyPadReader(chosen or {}, root=kernel.root, ioctl=kernel.ioctl, may=may, clock=self.clock)
        self.keys.listen(self.heard.append, self._changed)
        self.keys.look()

    def _changed(self):
        self.changes += 1

    def said(self):
        self.keys.process_events()
        self.keys.settle(self.clock.now)
        said, self.heard[:] = self.heard[:], []
        return said


@pytest.fixture
def kernel(tmp_path):
    return Kernel(tmp_path)


@pytest.fixture
def bench(kernel):
    made = []

    def make(chosen=None, **seams):
        made.append(Bench(kernel, chosen, **seams))
        return made[-1]

    yield make
    for each in made:
        each.keys.close()


# ---- what is a pad -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bus", "keys", "is_one"),
    [
        pytest.param("0003", LETTERS, True, id="a pad by USB"),
        pytest.param("0005", LETTERS, True, id="by Bluetooth"),
        pytest.param("0003", "fff00000000 0 0 0 0", True, id="an arcade encoder that says it is a joystick"),
        pytest.param("0011", LETTERS, False, id="the keyboard of a laptop"),
        pytest.param("0003", "70000 0 0 0 0", False, id="a mouse"),
        pytest.param("0003", "400 0 0 0 0 0", False, id="a touchscreen"),
        pytest.param("0003", "0", False, id="no keys at all"),
    ],
)
def test_only_key_pads_are_listed(kernel, bus, keys, is_one):
    kernel.plug(bus=bus, keys=keys)
    assert [each.id for each in list_pads(kernel.root)] == [PAD] * is_one


def test_no_pads_without_a_kernel_listing(tmp_path):
    assert list_pads(tmp_path) == []


# ---- choosing ------------------------------------------------------------------------------------------


def test_first_press_assigns_a_key_and_the_next_one_counts(kernel, bench):
    pad, at = kernel.plug(), bench()
    at.keys.choose(HORN)
    pad.press(ONE, 100.0)
    pad.let_go(ONE, 100.1)
    assert at.said() == []
    assert (at.keys.chosen, at.keys.choosing) == ({HORN: PadKey(PAD, ONE)}, None)
    pad.press(ONE, 101.0)
    pad.let_go(ONE, 101.001)
    assert at.said() == [ButtonPress(HORN), ButtonRelease(HORN)], "a pad lets nothing bounce: a short one is one"


def test_key_belongs_to_one_part(kernel, bench):
    pad, at = kernel.plug(), bench({FIRST: PadKey(PAD, ONE), SECOND: PadKey(PAD, TWO)})
    at.keys.choose(SECOND)
    pad.press(ONE, 100.0)
    assert at.said() == []
    assert at.keys.chosen == {SECOND: PadKey(PAD, ONE)}
    pad.press(TWO, 101.0)
    assert at.said() == []


def test_choosing_grabs_every_pad_and_then_only_the_chosen_one(kernel, bench):
    pad, keyboard = kernel.plug(), kernel.plug("A Keyboard", 4)
    at = bench()
    assert not pad.grabbed
    at.keys.choose(FIRST)
    assert pad.grabbed
    assert keyboard.grabbed
    pad.press(ONE, 100.0)
    at.said()
    keyboard.press(ONE, 101.0)
    assert at.said() == []
    assert at.keys.states() == {"Twelve Keys": PadState.USED, "A Keyboard": PadState.FREE}
    assert {each.name for each in at.keys._open.values()} == {"Twelve Keys"}


def test_cancelled_choice_assigns_no_key(kernel, bench):
    pad, at = kernel.plug(), bench()
    at.keys.choose(FIRST)
    at.keys.choose(None)
    pad.press(ONE, 100.0)
    assert at.said() == []
    assert at.keys.chosen == {}


def test_removed_key_is_ungrabbed_and_ignored(kernel, bench):
    pad, at = kernel.plug(), bench({HORN: PadKey(PAD, ONE)})
    at.keys.forget(HORN)
    at.keys.forget(HORN)
    pad.press(ONE, 100.0)
    assert at.said() == []
    assert at.keys.states() == {"Twelve Keys": PadState.FREE}


# ---- presses -------------------------------------------------------------------------------------------


def test_presses_are_reported_in_order_without_key_repeats(kernel, bench):
    pad, at = kernel.plug(), bench({FIRST: PadKey(PAD, ONE), SECOND: PadKey(PAD, TWO)})
    pad.press(TWO, 100.0)
    pad.press(ONE, 100.01)
    pad.tell(EV_KEY, TWO, 2, 100.3)
    pad.press(THREE, 100.35)
    pad.let_go(TWO, 100.4)
    assert at.said() == [ButtonPress(SECOND), ButtonPress(FIRST), ButtonRelease(SECOND)]


def test_key_hold_is_reported_once_by_kernel_time(kernel, bench):
    pad, at = kernel.plug(), bench({HORN: PadKey(PAD, ONE)})
    pad.press(ONE, 100.0)
    assert at.said() == [ButtonPress(HORN)]
    assert at.keys.next_deadline() == 100.0 + HOLD_SECONDS
    at.clock.now = 100.0 + HOLD_SECONDS
    assert at.said() == [ButtonHold(HORN)]
    assert at.keys.next_deadline() is None
    at.clock.now += 60
    assert at.said() == []


def test_two_pads_have_separate_keys(kernel, bench):
    other = "1189:8890 Encoder"
    pad, encoder = kernel.plug(), kernel.plug("Encoder", 4)
    at = bench({FIRST: PadKey(PAD, ONE), SECOND: PadKey(other, ONE)})
    encoder.press(ONE, 100.0)
    pad.press(ONE, 100.1)
    assert {*at.said()} == {ButtonPress(SECOND), ButtonPress(FIRST)}


def test_key_states_are_read_again_after_dropped_events(kernel, bench):
    pad, at = kernel.plug(), bench({FIRST: PadKey(PAD, ONE), SECOND: PadKey(PAD, TWO)})
    pad.press(ONE, 100.0)
    assert at.said() == [ButtonPress(FIRST)]
    pad.down = {TWO}
    pad.tell(EV_SYN, SYN_DROPPED, 0, 100.2)
    assert {*at.said()} == {ButtonRelease(FIRST), ButtonPress(SECOND)}


# ---- plugged in and out --------------------------------------------------------------------------------


def test_unplugged_pad_works_again_after_replugging(kernel, bench):
    pad, at = kernel.plug(), bench({HORN: PadKey(PAD, ONE)})
    pad.press(ONE, 100.0)
    assert at.said() == [ButtonPress(HORN)]
    kernel.unplug(pad)
    assert at.said() == [ButtonRelease(HORN)], "nobody holds what is not there"
    assert at.keys.states() == {"Twelve Keys": PadState.AWAY}
    before = at.changes
    pad = kernel.plug(number=7)  # it may get another number
    at.keys.look()
    assert (at.keys.states(), at.changes) == ({"Twelve Keys": PadState.USED}, before + 1)
    assert pad.grabbed
    pad.press(ONE, 200.0)
    assert at.said() == [ButtonPress(HORN)]
    at.keys.look()
    assert at.changes == before + 1, "nothing has changed"


def test_pad_is_not_grabbed_while_a_key_is_down(kernel, bench):
    """A desktop that received the key down would never receive its release."""
    pad = kernel.plug()
    pad.down = {THREE}
    at = bench({HORN: PadKey(PAD, ONE)})
    assert not pad.grabbed
    pad.down = set()
    at.keys.look()
    assert pad.grabbed


@pytest.mark.parametrize("why", ["user", "program"])
def test_unreadable_pad_is_reported_and_retried(kernel, bench, why):
    pad = kernel.plug()
    kernel.busy = why == "program"
    allowed = []
    at = bench({HORN: PadKey(PAD, ONE)}, may=lambda path, how: why == "program" or bool(allowed))
    assert at.keys.states() == {"Twelve Keys": PadState.DENIED}
    kernel.busy = False
    allowed.append(True)
    at.keys.look()
    assert at.keys.states() == {"Twelve Keys": PadState.USED}
    assert pad.grabbed


def test_closed_reader_reports_no_events(kernel):
    pad, at = kernel.plug(), Bench(kernel, {HORN: PadKey(PAD, ONE)})
    pad.press(ONE, 100.0)
    at.said()
    at.keys.close()
    assert at.heard == []
