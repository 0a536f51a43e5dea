"""The machine's Wi-Fi, by a NetworkManager on a bus of our own that takes its steps as the real one does."""

import asyncio
import json
import logging
from contextlib import asynccontextmanager

import aiohttp
import msgspec
import pytest

from app.host.wifi import RETRY_SECONDS, MachineWifi, make_password
from app.protocol.network_messages import JoinWifi, Wifi, WifiNetwork
from tests.radio import COMPANY, PSK, SAE
from tests.running import RunningTable

PATIENCE = 30.0  # seconds; only so that nothing hangs for ever
PASSWORD = "correct horse; battery\\"
AIR = (
    ("Home", 80, PSK, PASSWORD),
    ("Home", 40, PSK, PASSWORD),  # upstairs
    ("Café Zürich", 60, 0, ""),
    ("Office", 50, COMPANY, ""),
    ("Next door", 20, SAE, "other"),
    ("", 90, PSK, ""),  # hidden
)
OWN_NETWORK = "Wondertable-4kq7"


class WifiRecorder:
    """A recorder of everything that a Wi-Fi reports; `until` waits for a report that was not looked at before."""

    def __init__(self, country=None):
        self.all = []
        self._fresh = asyncio.Queue()
        self.wifi = MachineWifi(OWN_NETWORK, self._record, country=country, sleep=self._sleep)

    def _record(self, told):
        self.all.append(told)
        self._fresh.put_nowait(told)

    async def _sleep(self, seconds):
        await (asyncio.Event().wait() if seconds == RETRY_SECONDS else asyncio.sleep(0))

    async def until(self, true):
        async with asyncio.timeout(PATIENCE):
            while not true(self.wifi.current_message()):
                await self._fresh.get()
        return self.wifi.current_message()

    def reached(self, start=0):
        """List the steps of joining networks, each with its outcome, whenever they changed."""
        steps = [(each.joining, each.step, each.failed, each.here) for each in self.all[start:]]
        return [step for before, step in zip([None, *steps], steps, strict=False) if before != step]


@asynccontextmanager
async def listening(country=None):
    told = WifiRecorder(country)
    task = asyncio.create_task(told.wifi.run())
    try:
        yield told
    finally:
        task.cancel()
        await asyncio.wait([task])
        assert task.cancelled()


def has_no_problem(now):
    return not now.problem


def is_idle(now):
    return not now.problem and not now.joining


# ---- what is seen --------------------------------------------------------------------------------------------


@pytest.mark.rotated
async def test_networks_are_listed_once_each_with_known_ones_first(air):
    air(AIR, saved={"Next door": "other"})
    async with listening() as told:
        now = await told.until(has_no_problem)
    assert now == Wifi(
        own=OWN_NETWORK,
        networks=(
            WifiNetwork("Next door", 1, "password", known=True),
            WifiNetwork("Home", 4, "password"),
            WifiNetwork("Café Zürich", 3, "open"),
            WifiNetwork("Office", 2, "other"),
        ),
        can_host=True,
    )


async def test_scan_results_are_reported(air):
    air(AIR)
    async with listening() as told:
        await told.until(has_no_problem)
        assert told.wifi.scan()
        await told.until(lambda now: any(each.name == "Heard by scan 1" for each in now.networks))


@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    ("parameters", "problem"),
    [
        pytest.param({"radio": False}, "no-radio", id="no radio"),
        pytest.param({"WirelessEnabled": False, "state": 20}, "off", id="switched off (rfkill)"),
        pytest.param({"WirelessHardwareEnabled": False, "state": 20}, "blocked", id="a switch of the machine"),
        pytest.param({"state": 10}, "unmanaged", id="somebody else looks after it"),
        pytest.param({"state": 20}, "waiting", id="not ready"),
    ],
)
async def test_missing_networks_are_explained(air, parameters, problem):
    air(AIR, **parameters)
    async with listening() as told:
        now = await told.until(lambda now: now.problem not in ("looking", "no-manager"))
        assert now == Wifi(own=OWN_NETWORK, problem=problem)
        assert not told.wifi.scan()
        assert not told.wifi.join("Home", PASSWORD)
        assert not told.wifi.set_hotspot(True)


@pytest.mark.parametrize("state", [20, 30])
async def test_unset_country_is_requested_and_stored(air, tmp_path, state):
    """The country is set by systemd, which is not on this bus: see tests/appliance/test_files.py."""
    air(AIR, state=state)
    file = tmp_path / "country"
    async with listening(file) as told:
        await told.until(lambda now: (now.problem, now.country) == ("country", ""))
        assert not told.wifi.scan()
        assert told.wifi.set_country("NL")
        await told.until(lambda now: (now.problem, now.country) == ("waiting" if state == 20 else "", "NL"))
    assert file.read_text() == "NL\n"


async def test_connected_table_is_not_asked_for_the_country(air, tmp_path):
    air(AIR, saved={"Home": PASSWORD}, state=100)
    async with listening(tmp_path / "country") as told:
        now = await told.until(has_no_problem)
    assert now.country == ""


async def test_country_is_not_set_where_the_system_does_not_support_it(air):
    air(AIR)
    async with listening() as told:
        now = await told.until(has_no_problem)
        assert now.country is None
        assert not told.wifi.set_country("NL")


async def test_missing_network_manager_is_reported_and_a_late_one_found(air):
    async with listening() as told:
        await told.until(lambda now: now.problem == "no-manager")
        assert not told.wifi.switch_on()
        running = air(AIR)
        await told.until(has_no_problem)
        running.kill()
        running.wait()
        await told.until(lambda now: now.problem == "no-manager")


async def test_missing_bus_is_reported(monkeypatch, tmp_path, caplog):
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", f"unix:path={tmp_path}/none")
    async with listening() as told:
        await told.until(lambda now: now.problem == "no-manager")
    assert not caplog.text


async def test_disabled_wifi_can_be_enabled(air):
    air(AIR, WirelessEnabled=False)
    async with listening() as told:
        await told.until(lambda now: now.problem == "off")
        assert told.wifi.switch_on()
        await told.until(has_no_problem)


# ---- joining -------------------------------------------------------------------------------------------------


async def join(told, network, password=None):
    """Join a network, wait for the outcome, and return the index of the first report."""
    start = len(told.all)
    assert told.wifi.join(network, password)
    await told.until(lambda now: is_idle(now) and any(each.joining == network for each in told.all[start:]))
    return start


async def test_joining_reports_each_step(air):
    air(AIR)
    async with listening() as told:
        await told.until(has_no_problem)
        start = await join(told, "Home", PASSWORD)
        now = await told.until(lambda now: now.here == "Home")
        assert told.reached(start)[0] == ("Home", "joining", "", "")
        assert (now.networks[0].name, now.networks[0].known, now.failed) == ("Home", True, "")


async def test_open_network_is_joined_without_a_password(air):
    air(AIR)
    async with listening() as told:
        await told.until(has_no_problem)
        await join(told, "Café Zürich")
        await told.until(lambda now: now.here == "Café Zürich")


async def test_wrong_password_is_reported_and_not_stored(air):
    air(AIR, saved={"Café Zürich": ""})
    async with listening() as told:
        await told.until(has_no_problem)
        await join(told, "Home", "wrong horse")
        now = await told.until(lambda now: now.failed)
        assert (now.failed, now.tried, now.here) == ("password", "Home", "")
        now = await told.until(lambda now: not any(each.name == "Home" and each.known for each in now.networks))
        await join(told, "Home", PASSWORD)
        assert not told.wifi.current_message().failed


async def test_previous_network_is_rejoined_after_a_wrong_password(air):
    air(AIR)
    async with listening() as told:
        await told.until(has_no_problem)
        await join(told, "Café Zürich")
        await told.until(lambda now: now.here)
        await join(told, "Home", "wrong horse")
        assert told.wifi.current_message().failed == "password"
        await told.until(lambda now: now.here == "Café Zürich")


async def test_known_network_needs_no_password_and_accepts_a_new_one(air):
    air(AIR, saved={"Home": PASSWORD, "Next door": "changed since"})
    async with listening() as told:
        await told.until(has_no_problem)
        await join(told, "Home")
        await told.until(lambda now: now.here == "Home")
        await join(told, "Next door")
        assert (told.wifi.current_message().failed, told.wifi.current_message().tried) == ("password", "Next door")
        await join(told, "Next door", "other")
        await told.until(lambda now: now.here == "Next door")
        await join(told, "Home")
        await join(told, "Next door")
        await told.until(lambda now: now.here == "Next door" and not now.failed)


@pytest.mark.parametrize(
    ("parameters", "why"),
    [
        ({"air": [("Home", 80, PSK, PASSWORD)], "denied": True}, "denied"),
        ({"air": [("No address", 80, 0, "")]}, "address"),
    ],
    ids=["not allowed", "no address"],
)
async def test_other_join_failures_are_explained(air, parameters, why):
    air(**parameters)
    async with listening() as told:
        [network] = (await told.until(has_no_problem)).networks
        await join(told, network.name, PASSWORD if network.lock == "password" else None)
        assert (told.wifi.current_message().failed, told.wifi.current_message().tried) == (why, network.name)


async def test_locked_network_is_not_tried_without_a_password(air):
    air(AIR)
    async with listening() as told:
        await told.until(has_no_problem)
        await join(told, "Home")
        assert told.wifi.current_message().failed == "password"
        assert not told.wifi.join("Office", "more than that")
        assert not told.wifi.join("Gone", None)


async def test_enterprise_network_is_joined_if_the_system_has_credentials(air):
    air([("Office", 50, COMPANY, "by name and more")], saved={"Office": "by name and more"})
    async with listening() as told:
        await told.until(has_no_problem)
        await join(told, "Office")
        await told.until(lambda now: now.here == "Office")


async def test_later_join_request_replaces_the_earlier_one(air):
    air(AIR)
    async with listening() as told:
        await told.until(has_no_problem)
        assert told.wifi.join("Home", PASSWORD)
        assert told.wifi.join("Café Zürich", None)
        await told.until(lambda now: now.here == "Café Zürich")
        assert not next(each.known for each in told.wifi.current_message().networks if each.name == "Home")


# ---- a network of its own ------------------------------------------------------------------------------------


async def switch_hotspot(told, on):
    assert told.wifi.set_hotspot(on)
    return await told.until(lambda now: is_idle(now) and (now.hotspot is not None) == on)


async def test_hotspot_keeps_its_password_after_a_restart(air):
    air(AIR, saved={"Home": PASSWORD})
    async with listening() as told:
        await told.until(has_no_problem)
        await join(told, "Home")
        first = (await switch_hotspot(told, True)).hotspot
        assert (first.name, len(first.password), told.wifi.current_message().here) == (OWN_NETWORK, 14, "")
        await switch_hotspot(told, False)
        await told.until(lambda now: now.here == "Home")
    async with listening() as told:
        await told.until(has_no_problem)
        assert (await switch_hotspot(told, True)).hotspot == first
    async with listening() as told:
        assert (await told.until(lambda now: now.hotspot)).hotspot == first


async def test_hotspot_is_not_offered_without_support(air):
    air(AIR, hotspot=False)
    async with listening() as told:
        assert not (await told.until(has_no_problem)).can_host
        assert not told.wifi.set_hotspot(True)


def test_passwords_are_random_and_readable():
    made = {make_password() for _ in range(200)}
    assert len(made) == 200
    assert {*"".join(made)} == {*"abcdefghjkmnpqrstuvwxyz23456789-"}


# ---- secrets -------------------------------------------------------------------------------------------------


async def test_passwords_are_in_no_message_or_log(air, caplog):
    caplog.set_level(logging.DEBUG)
    air(AIR)
    async with listening() as told:
        await told.until(has_no_problem)
        await join(told, "Home", "planted wrong")
        await join(told, "Home", PASSWORD)
        await told.until(lambda now: now.here)
        own = (await switch_hotspot(told, True)).hotspot.password
    said = repr(told.all) + caplog.text
    intents = repr([JoinWifi("a", "Home", PASSWORD)])
    for secret in (PASSWORD, "planted wrong", own):
        assert secret not in said + intents


class Client:
    """A client of a running table, which records every message that it receives."""

    def __init__(self, socket):
        self._socket, self._number = socket, 0
        self.heard = []

    async def say(self, **wish):
        self._number += 1
        await self._socket.send_json({"id": f"wish-{self._number}", **wish})

    async def wifi(self, true):
        """Return the next Wi-Fi message for which `true` holds."""
        async with asyncio.timeout(PATIENCE):
            while True:
                self.heard.append(await self._socket.receive_str())
                told = json.loads(self.heard[-1])
                if told["type"] == "wifi" and true(msgspec.convert(told, Wifi)):
                    return msgspec.convert(told, Wifi)

    async def rest(self):
        """Receive all pending messages, until a ping is answered."""
        await self.say(type="ping")
        async with asyncio.timeout(PATIENCE):
            answered = False
            while not answered:
                self.heard.append(await self._socket.receive_str())
                answered = json.loads(self.heard[-1])["type"] == "pong"


@pytest.mark.rotated
async def test_passwords_reach_only_the_screen_and_are_not_stored(air, tmp_path):
    """The whole way: a screen's wish, the process, the bus; then every byte that the table has said and written."""
    air(AIR)
    own = ""
    with (tmp_path / "log").open("wb") as log:
        table = RunningTable(tmp_path / "data", output=log)
        try:
            await table.ready()
            at, key = f"ws://127.0.0.1:{table.port}/socket", {"Authorization": f"Bearer {table.run.key}"}
            async with (
                aiohttp.ClientSession() as web,
                web.ws_connect(at, headers=key) as one,
                web.ws_connect(at) as other,
            ):
                screen, guest = Client(one), Client(other)
                await screen.wifi(has_no_problem)
                await screen.say(type="join-wifi", network="Home", password="planted wrong")
                wrong = await screen.wifi(lambda now: now.failed)
                assert (wrong.failed, wrong.tried) == ("password", "Home")
                await screen.say(type="join-wifi", network="Home", password=PASSWORD)
                await screen.wifi(lambda now: now.here == "Home")
                await screen.say(type="join-wifi", network="Next door", password="planted\nlines")  # it cannot be one
                await screen.say(type="set-hotspot", on=True)
                own = (await screen.wifi(lambda now: now.hotspot)).hotspot.password
                await screen.say(type="diagnose")
                await screen.rest()
                await guest.rest()
            async with aiohttp.ClientSession() as web, web.ws_connect(at, headers=key) as one:
                assert (await Client(one).wifi(lambda now: now.hotspot)).hotspot.password == own, (
                    "a screen that comes back"
                )
        finally:
            table.end()
    said = [text for text in screen.heard if json.loads(text)["type"] != "wifi"]
    written = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file() and path.name != "said")
    assert {json.loads(text)["type"] for text in guest.heard} == {"hello", "snapshot", "pong"}
    for secret in ("planted", PASSWORD, own):
        assert secret.encode() not in written
        assert not [text for text in said + guest.heard if secret in text]
