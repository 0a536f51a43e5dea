"""Tests of discovery: the address in the QR codes, how it follows the network, and the name that is announced."""

import asyncio
from collections.abc import Sequence

import pytest
from zeroconf import NotRunningException

from app.host.discovery import (
    CHECK_SECONDS,
    Discovery,
    Interface,
    ZeroconfAnnouncer,
    _list_routed,
    _list_stable_ipv6,
    format_address,
    list_interfaces,
)
from app.protocol.name_rules import host_name
from app.protocol.network_messages import Network
from tests.running import PATIENCE

HOME = Interface("wlan0", "192.168.1.5")


class Recorder:
    """An announcer that writes down what it was asked."""

    def __init__(self, *answers: str | None) -> None:
        self.answers = list(answers)
        self.asked: list[tuple[str, ...]] = []
        self.closed = False

    async def announce(self, name: str, addresses: Sequence[str], port: int) -> str | None:
        self.asked.append(tuple(addresses))
        return self.answers.pop(0) if self.answers else name

    async def close(self) -> None:
        self.closed = True


class Lan:
    """Interfaces that change as time passes, and a sleep that lets it pass."""

    def __init__(self, *changes: tuple[float, list[Interface]]) -> None:
        self.changes = changes
        self.now = 0.0
        self.end = changes[-1][0] + 10

    def __call__(self) -> list[Interface]:
        return next(found for since, found in reversed(self.changes) if since <= self.now)

    async def sleep(self, seconds: float) -> None:
        self.now += seconds
        if self.now > self.end:
            raise asyncio.CancelledError


async def record_networks(lan: Lan, announcer: Recorder, override: str | None = None) -> list[tuple[float, Network]]:
    """List every network that Discovery reported, each with its time."""
    said: list[tuple[float, Network]] = []
    discovery = Discovery(
        "table", 8080, lambda network: said.append((lan.now, network)),
        override=override, lister=lan, announcer=announcer, sleep=lan.sleep,
    )  # fmt: skip
    with pytest.raises(asyncio.CancelledError):
        await discovery.run()
    assert announcer.closed
    return said


@pytest.mark.parametrize(
    ("found", "address"),
    [
        pytest.param([HOME], "192.168.1.5", id="the only one"),
        pytest.param([Interface("lo", "127.0.0.1"), HOME], "192.168.1.5", id="not this machine alone"),
        pytest.param([Interface("docker0", "172.17.0.1", real=False), HOME], "192.168.1.5", id="not a bridge"),
        pytest.param([Interface("wg0", "10.0.0.2", routed=True), HOME], "192.168.1.5", id="not a tunnel"),
        pytest.param([Interface("eth0", "169.254.7.7"), HOME], "192.168.1.5", id="not one it gave itself"),
        pytest.param([Interface("eth0", "8.8.4.4", routed=True), HOME], "192.168.1.5", id="private before public"),
        pytest.param(
            [Interface("eth0", "10.0.0.2"), Interface("wlan0", "10.1.0.2", routed=True)], "10.1.0.2", id="the way out"
        ),
        pytest.param(
            [Interface("a0", "10.0.0.2", real=False), Interface("eth0", "10.1.0.2")], "10.1.0.2", id="real first"
        ),
        pytest.param([Interface("eth0", "10.0.0.2", real=False)], "10.0.0.2", id="inside a container"),
        pytest.param([Interface("eth0", "fd00::5"), HOME], "192.168.1.5", id="IPv4 where there is some"),
        pytest.param([Interface("eth0", "fd00::5")], "[fd00::5]", id="IPv6 where there is nothing else"),
        pytest.param([Interface("e", "2a00::5"), Interface("e", "fd00::5")], "[fd00::5]", id="the home's own"),
    ],
)
def test_codes_contain_the_best_address(found, address):
    said: list[Network] = []
    Discovery("table", 8080, said.append, lister=lambda: found).check_interfaces()
    assert said[-1].address == f"http://{address}:8080"


@pytest.mark.parametrize(
    "found",
    [[], [Interface("lo", "127.0.0.1"), Interface("lo", "::1")], [Interface("eth0", "169.254.7.7")],
     [Interface("eth0", "fe80::5")], [Interface("eth0", "2a00::5")]],
)  # fmt: skip
def test_no_address_without_a_network(found):
    said: list[Network] = []
    Discovery("table", 8080, said.append, lister=lambda: found).check_interfaces()
    assert said == [Network(None, None)]


async def test_new_network_is_reported_and_announced():
    lan = Lan((0, []), (31, [HOME]))
    announcer = Recorder()
    said = await record_networks(lan, announcer)
    assert [network.address for _, network in said] == [None, "http://192.168.1.5:8080", "http://192.168.1.5:8080"]
    assert said[-1][1].name == f"http://{host_name('table')}.local:8080"
    assert said[1][0] - 31 <= 10
    assert announcer.asked == [("192.168.1.5",)]


async def test_address_change_is_reported_within_ten_seconds():
    lan = Lan((0, [HOME]), (100, [Interface("wlan0", "192.168.7.9")]), (200, []))
    announcer = Recorder()
    said = await record_networks(lan, announcer)
    new = [when for when, network in said if network.address == "http://192.168.7.9:8080"]
    gone = [when for when, network in said if network.address is None]
    assert 100 <= new[0] <= 110
    assert 200 <= gone[0] <= 210
    assert announcer.asked == [("192.168.1.5",), ("192.168.7.9",), ()]
    assert CHECK_SECONDS < 10


async def test_failed_announcement_is_retried():
    lan = Lan((0, [HOME]))
    said = await record_networks(lan, Recorder(None, None))
    assert [network.name for _, network in said] == [None, f"http://{host_name('table')}.local:8080"]


async def test_reported_name_is_the_one_obtained():
    said = await record_networks(Lan((0, [HOME])), Recorder("wondertable-4kq7-2"))
    assert said[-1][1].name == "http://wondertable-4kq7-2.local:8080"


def test_override_address_comes_first_and_can_be_removed():
    said: list[Network] = []
    discovery = Discovery("table", 8080, said.append, override="table.lan", lister=lambda: [HOME])
    discovery.check_interfaces()
    discovery.override(None)
    assert [network.address for network in said] == ["http://table.lan:8080", "http://192.168.1.5:8080"]
    assert said[0].others == ("http://192.168.1.5:8080",)


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("192.168.1.5", "http://192.168.1.5:8080"),
        ("box.lan:81", "http://box.lan:81"),
        ("https://box.example/", "https://box.example"),
        ("[fd00::1]", "http://[fd00::1]:8080"),
        ("[fd00::1]:81", "http://[fd00::1]:81"),
    ],
)
def test_typed_addresses_are_normalized(typed, address):
    assert format_address(typed, 8080) == address


@pytest.mark.parametrize(
    ("typed", "port", "address"),
    [
        ("192.168.1.5", 80, "http://192.168.1.5"),
        ("wondertable-4kq7.local", 80, "http://wondertable-4kq7.local"),
        ("192.168.1.5", 8080, "http://192.168.1.5:8080"),
        ("192.168.1.5", 443, "http://192.168.1.5:443"),
        ("box.lan:80", 8080, "http://box.lan"),
        ("[fd00::80]", 80, "http://[fd00::80]"),
        ("[fd00::1]:80", 8080, "http://[fd00::1]"),
        ("https://box.example:443", 8080, "https://box.example"),
        ("https://box.example:80", 8080, "https://box.example:80"),
    ],
)
def test_default_ports_are_left_out_of_addresses(typed, port, address):
    assert format_address(typed, port) == address


def test_host_names_are_unique_and_stable():
    names = {host_name(f"table {n}") for n in range(200)}
    assert len(names) == 200
    assert host_name("a") == host_name("a")
    assert all(name.removeprefix("wondertable-").isalnum() and len(name) == 16 for name in names)


def test_interfaces_of_this_machine_are_listed():
    assert any(one.address.startswith("127.") and not one.is_usable() for one in list_interfaces())


def test_only_stable_ipv6_addresses_are_listed(monkeypatch):
    rows = {
        "/proc/net/if_inet6": [
            ["fd00" + "0" * 27 + "5", "02", "40", "00", "80", "eth0"],
            *(["fd00" + "0" * 27 + "6", "02", "40", "00", passing, "eth0"] for passing in ("01", "08", "20", "c0")),
        ],
        "/proc/net/ipv6_route": [["0" * 32, "00", "0" * 32, "00", "0" * 31 + "1", "0", "0", "0", "0", "wlan0"],
                                 ["0" * 32, "00", "0" * 32, "00", "0" * 32, "0", "0", "0", "0", "lo"]],
    }  # fmt: skip
    monkeypatch.setattr("app.host.discovery._read_table", lambda table: rows.get(table, []))
    assert (_list_stable_ipv6(), _list_routed()) == ({"eth0": ["fd00::5"]}, {"wlan0"})


@pytest.mark.full
async def test_announcement_waits_until_zeroconf_runs(monkeypatch, caplog):
    async def not_yet(*asked):
        raise NotRunningException

    monkeypatch.setattr(ZeroconfAnnouncer, "_is_name_taken", not_yet)
    announcer = ZeroconfAnnouncer()
    assert await announcer.announce("wondertable-busy", ["127.0.0.1"], 80) is None
    assert caplog.records == []
    monkeypatch.undo()
    try:
        assert await announcer.announce("wondertable-busy", ["127.0.0.1"], 80) == "wondertable-busy"
    finally:
        await announcer.close()


@pytest.mark.rotated
async def test_name_is_announced_over_mdns_and_a_conflict_is_detected(monkeypatch):
    from zeroconf import AddressResolverIPv4, IPVersion
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

    first, second = ZeroconfAnnouncer(), ZeroconfAnnouncer()
    try:
        assert await first.announce("wondertable-test", ["127.0.0.1"], 8080) == "wondertable-test"
        async with AsyncZeroconf(interfaces=["127.0.0.1"], ip_version=IPVersion.V4Only) as phone:
            service = AsyncServiceInfo("_http._tcp.local.", "Wondertable test._http._tcp.local.")
            assert await service.async_request(phone.zeroconf, PATIENCE * 1000)
            assert (service.port, service.server) == (8080, "wondertable-test.local.")
            host = AddressResolverIPv4("wondertable-test.local.")
            assert await host.async_request(phone.zeroconf, PATIENCE * 1000)
            assert host.parsed_addresses() == ["127.0.0.1"]
        monkeypatch.setattr(
            "app.host.discovery.PROBE_MILLISECONDS", PATIENCE * 1000
        )  # somebody answers, sooner or later
        # the same name at another address: somebody else's
        assert await second._is_name_taken(first._running, "wondertable-test", ["127.0.0.2"])
    finally:
        await first.close()
        await second.close()


@pytest.mark.parametrize(
    "problem",
    [OSError(19, "No such device"), FileNotFoundError(2, "No such file"), OSError(24, "Too many open files")],
    ids=["it has gone", "its file has gone", "no more files"],
)
async def test_interface_check_is_retried_after_an_error(problem):
    lan, announcer = Lan((0, [HOME]), (31, [Interface("wlan0", "192.168.7.9")])), Recorder()
    found, times = lan.__call__, []

    def look():
        times.append(lan.now)
        if 10 < lan.now < 25 or len(times) == 1:
            raise problem
        return found()

    said = []
    discovery = Discovery(
        "table", 8080, said.append, lister=look, announcer=announcer, sleep=lan.sleep
    )  # fmt: skip
    with pytest.raises(asyncio.CancelledError):
        await discovery.run()
    assert [network.address for network in said if network.name] == [
        f"http://{at}:8080" for at in ("192.168.1.5", "192.168.7.9")
    ]
    assert announcer.asked == [("192.168.1.5",), ("192.168.7.9",)]  # nothing was taken back meanwhile
