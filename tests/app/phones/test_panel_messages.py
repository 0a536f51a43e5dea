"""The ritual of the markers on phones, and messages about the panel and the machine that only the screen receives."""

import random

import pytest

from app.host.panel_connection import PanelConnection
from app.phones.open_page_state import PageState
from app.phones.page_maker import PageMaker
from app.protocol.client_rights import Actor
from app.protocol.machine_messages import Finding
from app.protocol.panel_messages import Keys
from app.protocol.play_messages import Ritual, TurnMarker
from app.protocol.settings_messages import SetTable
from engine.game import Seat
from hardware.panel_interface import HORN
from hardware.simulated_panel import SimulatedPanel
from tests.app.phones.served import GAMES, Served


def take_horns(served: Served) -> Ritual:
    """Play on three phones until somebody takes horns, and return the ritual of the marker."""
    served.sit("Ada", "Ben", "Cleo", lang="en").start()
    rng = random.Random(3)
    for _ in range(400):
        if served.table.ritual:
            return served.table.ritual
        served.act(rng.choice(served.asked().legal))
    raise AssertionError("nobody took horns")


@pytest.fixture
def simulated(served: Served) -> SimulatedPanel:
    """A panel that the screen shows."""
    panel = SimulatedPanel()
    connections = served.running.connections
    served.table.machine.panel = PanelConnection(
        served.table,
        panel,
        lambda call: call(),
        lambda after, call: None,
        tell=connections.send_to_screens,
        clock=served.clock,
    )
    return panel


async def test_only_the_taker_of_horns_has_marker_buttons(served):
    ritual, show = take_horns(served), PageMaker(served.table, GAMES)
    readers = {seat: PageState(Actor("seat", Seat(seat - 1))) for seat in served.keys}
    for reader in readers.values():
        show.update_page(reader, False)
    assert [seat for seat, reader in readers.items() if "ritual" in reader.shown] == [ritual.seat]
    html = readers[ritual.seat].shown["ritual"].html
    assert all(f'data-do="turn-marker;marker={marker}"' in html for marker in ritual.open)
    assert readers[1].shown["markers"].html.count("#i-swords") == ritual.flipped - len(ritual.open)
    for marker in ritual.open:
        served.send(TurnMarker, Actor("seat", Seat(ritual.seat - 1)), marker=marker)
    changes = show.update_page(readers[ritual.seat], False)
    assert "ritual" in changes.gone
    assert changes.parts["markers"].html.count("#i-swords") == ritual.flipped


async def test_turned_marker_sends_a_cue_to_the_screen_and_snapshots_to_all(served, call):
    ritual = take_horns(served)
    screen, phone = await call("screen"), await call(f"/socket/{served.keys[ritual.seat]}")
    assert (await phone.receive("snapshot"))["table"]["ritual"]["seat"] == ritual.seat
    await screen.receive("snapshot")
    for marker in ritual.open:
        await phone.say(type="turn-marker", id=f"turn {marker}", marker=marker)
        assert (await screen.receive("cue"))["markers"] == [marker]
        seen = [(await each.receive("snapshot"))["table"]["ritual"] for each in (screen, phone)]
    assert seen == [None, None]
    assert not any('"cue"' in frame for frame in phone.frames)


async def test_screen_gets_the_panel_state_and_presses_its_buttons(served, call, simulated):
    screen, watcher = await call("screen"), await call("/socket")
    panel = await screen.receive("panel")
    assert panel["simulated"]
    assert panel["lights"]["marker.1"] is False
    await watcher.receive("snapshot")
    await screen.say(type="press", id="down", part="horn", down=True)
    await screen.receive("done")
    served.now += 1
    await screen.say(type="press", id="up", part="horn", down=False)
    assert await screen.receive("heard") == {"type": "heard", "part": "horn", "how": "pressed"}
    await screen.say(type="try-part", id="try", part="cat.2")
    while not (await screen.receive("panel"))["lights"]["cat.2"]:
        pass
    assert simulated.horns == 1
    await watcher.say(type="ping", id="end")
    await watcher.receive("pong")
    assert not [frame for frame in watcher.frames if '"heard"' in frame or '"panel"' in frame]


async def test_disconnected_screen_releases_pressed_buttons(served, call, simulated):
    screen = await call("screen")
    await screen.say(type="press", id="down", part="horn", down=True)
    await screen.receive("done")
    served.now += 1
    await screen.socket.close()
    again = await call("screen")
    await again.receive("snapshot")
    assert not simulated._buttons[HORN].down


async def test_diagnosis_is_sent_to_the_screen_in_the_table_language(served, call):
    served.send(SetTable, lang="nl")
    served.table.machine.diagnose = lambda lang: (Finding(lang, "all is well", fine=True),)
    screen = await call("screen")
    await screen.say(type="diagnose", id="look")
    told = await screen.receive("diagnosis")
    assert told["findings"] == [{"part": "nl", "text": "all is well", "fine": True}]


class Pads:
    """A fake of the screen's key pads that records what it is asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def current_message(self) -> Keys:
        return Keys(keys={"horn": 30}, pads={"Twelve Keys": "used"})

    def choose(self, name: str) -> None:
        self.asked.append(f"choose {name}")

    def forget(self, name: str) -> None:
        self.asked.append(f"forget {name}")

    def release(self) -> None:
        self.asked.append("let go")


async def test_only_the_screen_gets_and_assigns_key_pads(served, call):
    served.table.machine.keys = pads = Pads()
    screen, watcher = await call("screen"), await call("/socket")
    keys = {"type": "keys", "keys": {"horn": 30}, "pads": {"Twelve Keys": "used"}, "choosing": ""}
    assert await screen.receive("keys") == keys
    for kind in ("choose-key", "forget-key"):
        await screen.say(type=kind, id=kind, part="horn")
        await screen.receive("done")
    await watcher.say(type="ping", id="end")
    await watcher.receive("pong")
    assert not [frame for frame in watcher.frames if '"keys"' in frame]
    await screen.socket.close()
    again = await call("screen")
    await again.receive("keys")
    assert pads.asked == ["choose horn", "forget horn", "let go"], "nobody waits for a key on a screen that has gone"


@pytest.mark.parametrize(
    "wish", [{"type": "press", "part": "horn", "down": True}, {"type": "try-part", "part": "horn"}]
)
async def test_pressing_without_a_panel_is_refused(served, call, wish):
    screen = await call("screen")
    await screen.say(id="x", **wish)
    assert (await screen.receive("refused"))["rule"] == "no-part"


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "wish",
    [
        {"type": "press", "part": "horn", "down": True},
        {"type": "try-part", "part": "horn"},
        {"type": "choose-key", "part": "horn"},
        {"type": "forget-key", "part": "horn"},
        {"type": "diagnose"},
        {"type": "shutdown", "sure": True, "power": True},
        {"type": "set-table", "power_off": True},
    ],
    ids=lambda wish: wish["type"],
)
async def test_machine_intents_of_phones_are_refused(served, call, simulated, wish):
    served.sit("Ada", "Ben")
    phone = await call(f"/socket/{served.keys[1]}")
    await phone.say(id="x", **wish)
    assert (await phone.receive("refused"))["rule"] == "rights"
