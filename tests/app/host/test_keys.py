"""Key pads at a table: their presses go the way of a panel's, with or without one, and the screen chooses the keys."""

import asyncio
from collections.abc import Iterator

import pytest

from app.host import key_pad_connection as joining
from app.host.key_pad_connection import CHOICE_SECONDS, POLL_SECONDS, KeyPadConnection
from app.protocol import panel_messages
from app.protocol.client_rights import SCREEN
from app.protocol.play_messages import Cue
from app.protocol.rejection import Rejection
from app.storage import key_bindings as kept
from hardware.debounce import HOLD_SECONDS
from hardware.key_pads import KeyPadReader, PadKey
from hardware.null_panel import NullPanel
from hardware.panel_interface import HORN, Part, PartKind
from hardware.simulated_panel import SimulatedPanel
from tests.app.host.panelled import Loop, Screen, act, clock, join, lit, send, table, take_horns
from tests.hardware.pads import Kernel

__all__ = ["clock", "table"]  # fixtures

PAD = "1189:8890 Twelve Keys"
ONE, TWO = 2, 3


@pytest.fixture
def kernel(tmp_path) -> Kernel:
    return Kernel(tmp_path / "kernel")


class Bench:
    """The pads of a table, and all that is told of them. Its loop's time is the kernel's."""

    def __init__(self, table, kernel, folder, panel=None) -> None:
        self.loop, self.screen, self.said = Loop(), Screen(), []
        self.connection = join(table, panel or NullPanel(), self.loop, tell=self.screen.tell)
        chosen, self.unread = kept.load(folder)
        self.keys = KeyPadReader(
            chosen, root=kernel.root, ioctl=kernel.ioctl, may=lambda path, how: True, clock=self._read_clock
        )
        self.pads = KeyPadConnection(
            self.keys,
            self.loop.call_later,
            answer=self.connection.answer,
            save=lambda keys: kept.save(folder, keys),
            report=self.said.append,
            tell=self.screen.tell,
            clock=self._read_clock,
        )
        self.keys.look()

    def _read_clock(self) -> float:
        return self.loop.now

    def pressed(self, pad, code, after=0.1) -> None:
        """Press a key shortly, and process both its events."""
        pad.press(code, self.loop.now)
        self.pads.read_events()
        self.loop.pass_(after)
        pad.let_go(code, self.loop.now)
        self.pads.read_events()
        self.loop.run()

    def told(self) -> panel_messages.Keys:
        return [each for each in self.screen if isinstance(each, panel_messages.Keys)][-1]


@pytest.fixture
def bench(table, kernel, tmp_path) -> Iterator[Bench]:
    made = []

    def make(panel=None, keys=None):
        if keys:
            kept.save(tmp_path, keys)
        made.append(Bench(table, kernel, tmp_path, panel))
        return made[-1]

    yield make
    for each in made:
        each.pads.close()
        each.connection.close()


# ---- what is chosen ------------------------------------------------------------------------------------


def test_key_is_assigned_by_pressing_it_and_stored(bench, kernel, tmp_path):
    pad, at = kernel.plug(), bench()
    assert at.pads.current_message().keys == {"horn": 0, **{f"marker.{number}": 0 for number in range(1, 7)}}
    at.pads.choose("horn")
    assert at.told().choosing == "horn"
    at.pressed(pad, ONE)
    assert (at.told().keys["horn"], at.told().choosing, at.told().pads) == (ONE, "", {"Twelve Keys": "used"})
    assert at.screen.heard() == [], "it has chosen, and is no press"
    assert kept.load(tmp_path) == ({HORN: PadKey(PAD, ONE)}, None)
    at.pads.close()
    again = bench()
    again.pressed(pad, ONE)
    assert again.screen.heard() == [("horn", "pressed"), ("horn", "released")]


def test_key_choice_expires_or_is_cancelled(bench, kernel):
    pad, at = kernel.plug(), bench()
    at.pads.choose("marker.2")
    at.loop.pass_(CHOICE_SECONDS - 1)
    at.pads.choose("marker.3")
    at.loop.pass_(CHOICE_SECONDS - 1)
    assert at.told().choosing == "marker.3", "waited for anew"
    at.loop.pass_(2)
    assert at.told().choosing == ""
    at.pressed(pad, ONE)
    assert not any(at.told().keys.values())
    at.pads.choose("marker.3")
    at.pads.release()
    assert at.told().choosing == "", "the screen has gone"


def test_key_assignment_is_removed(bench, kernel, tmp_path):
    pad, at = kernel.plug(), bench(keys={HORN: PadKey(PAD, ONE)})
    at.pads.forget("horn")
    assert at.told().keys["horn"] == 0
    assert kept.load(tmp_path) == ({}, None)
    at.pressed(pad, ONE)
    assert at.screen.heard() == []


@pytest.mark.parametrize("name", ["marker.7", "seat.1", "buzzer", "HORN"])
def test_unknown_button_name_is_refused(bench, name):
    at = bench()
    for ask in (at.pads.choose, at.pads.forget):
        with pytest.raises(Rejection, match="no-part"):
            ask(name)


def test_unstorable_key_choice_is_reported_and_valid_until_the_end(bench, kernel, tmp_path):
    pad, at = kernel.plug(), bench()
    (tmp_path / kept.FILE).mkdir()
    at.pads.choose("horn")
    at.pressed(pad, ONE)
    assert [no.code for no in at.said] == ["unwritable"]
    at.pressed(pad, ONE)
    assert at.screen.heard() == [("horn", "pressed"), ("horn", "released")]


def test_key_whose_removal_cannot_be_stored_stays(bench, kernel, tmp_path):
    kernel.plug()
    at = bench(keys={HORN: PadKey(PAD, ONE)})
    (tmp_path / kept.FILE).unlink()
    (tmp_path / kept.FILE).mkdir()
    with pytest.raises(Rejection, match="unwritable"):
        at.pads.forget("horn")
    assert at.pads.current_message().keys["horn"] == ONE


def test_unreadable_keys_file_is_reported_as_empty(tmp_path):
    (tmp_path / kept.FILE).write_text('{"horn": 5}')
    keys, no = kept.load(tmp_path)
    assert (keys, no.code) == ({}, "keys-unreadable")


def test_unknown_buttons_in_the_keys_file_are_skipped(tmp_path):
    kept.save(tmp_path, {Part(PartKind.SEAT, 0): PadKey(PAD, ONE), HORN: PadKey(PAD, TWO)})
    assert kept.load(tmp_path) == ({HORN: PadKey(PAD, TWO)}, None)


# ---- what is pressed -----------------------------------------------------------------------------------


def test_key_sounds_the_horn_without_a_panel(table, bench, kernel):
    pad, at = kernel.plug(), bench(keys={HORN: PadKey(PAD, ONE)})
    heard = []
    table.subscribe(heard.append)
    at.pressed(pad, ONE)
    assert [cue.what for cue in heard if isinstance(cue, Cue)] == ["horn"]
    assert at.screen.heard() == [("horn", "pressed"), ("horn", "released")]


def test_key_turns_a_marker_and_blinks_when_it_has_no_effect(table, bench, kernel):
    pad, parts = kernel.plug(), SimulatedPanel()
    at = bench(parts)
    [marker] = take_horns(table, at.loop).open
    at.pads.choose(f"marker.{marker}")
    at.pressed(pad, ONE)
    at.screen.clear()
    at.pressed(pad, ONE)
    assert table.ritual is None
    assert marker in lit(parts, PartKind.MARKER), "the panel beside it shows it"
    name = f"marker.{marker}"
    assert at.screen.heard() == [(name, "pressed"), (name, "released")]
    act(table)
    at.screen.clear()
    at.pressed(pad, ONE)
    assert at.screen.heard() == [(name, "pressed"), (name, "nothing"), (name, "released")]
    assert parts.blinked[-1] == Part(PartKind.MARKER, marker - 1)


def test_key_held_down_counts_as_held(bench, kernel):
    pad, at = kernel.plug(), bench(keys={HORN: PadKey(PAD, ONE)})
    at.pressed(pad, ONE, after=HOLD_SECONDS + 0.1)
    assert at.screen.heard() == [("horn", "pressed"), ("horn", "held"), ("horn", "released")]


def test_keys_still_work_when_the_panel_fails(bench, kernel):
    pad, parts = kernel.plug(), SimulatedPanel()
    at = bench(parts, {HORN: PadKey(PAD, ONE)})
    parts.fail("a wire is loose")
    at.loop.run()
    at.pressed(pad, ONE)
    assert at.screen.heard() == [("horn", "pressed"), ("horn", "released")]


def test_unplugged_and_replugged_pad_is_reported_and_works(bench, kernel):
    pad, at = kernel.plug(), bench(keys={HORN: PadKey(PAD, ONE)})
    kernel.unplug(pad)
    at.pads.read_events()
    assert at.told().pads == {"Twelve Keys": "away"}
    pad = kernel.plug(number=9)
    at.keys.look()
    assert at.told().pads == {"Twelve Keys": "used"}
    at.pressed(pad, ONE)
    assert at.screen.heard() == [("horn", "pressed"), ("horn", "released")]


async def test_keys_of_a_late_pad_are_polled_on_the_event_loop(bench, kernel, monkeypatch):
    """Polling uses timers of the loop, so a clock that never blocks is enough."""
    at, slept = bench(keys={HORN: PadKey(PAD, ONE)}), []

    async def sleep(seconds: float) -> None:
        if asyncio.current_task() is not task:  # others sleep, too, such as a browser that an earlier test opened
            await real(seconds)
            return
        slept.append(seconds)
        if len(slept) == 1:
            pad = kernel.plug()
            pad.press(ONE, 0.0)
            pad.down.clear()  # it goes down once it is ours
        await real(0)

    real = asyncio.sleep
    monkeypatch.setattr(joining.asyncio, "sleep", sleep)
    task = asyncio.create_task(at.pads.run())
    while not at.screen.heard():
        await real(0)
    task.cancel()
    assert at.screen.heard() == [("horn", "pressed")]
    assert {*slept} == {POLL_SECONDS}


def test_screen_assigns_keys_by_intents(table, bench, kernel):
    pad, at = kernel.plug(), bench()
    table.machine.keys = at.pads
    send(table, panel_messages.ChooseKey, part="marker.1")
    at.pressed(pad, TWO)
    assert at.told().keys["marker.1"] == TWO
    send(table, panel_messages.ForgetKey, part="marker.1")
    assert at.told().keys["marker.1"] == 0
    with pytest.raises(Rejection, match="no-part"):
        table.handle(SCREEN, panel_messages.ChooseKey(id="x", part="cat.1"))
