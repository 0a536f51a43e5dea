"""Two machines on one cable: network namespaces of our own, so only as root and with --full."""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from queue import Queue

import pytest

from app.protocol.name_rules import host_name

pytestmark = [pytest.mark.root, pytest.mark.full]

ROOT = Path(__file__).resolve().parents[3]
TABLE = """
import asyncio, json
from app.host.discovery import Discovery
def say(network):
    print(json.dumps([network.address, network.name]), flush=True)
asyncio.run(Discovery("table", 8080, say).run())
"""
PHONE = """
import asyncio, sys
from zeroconf import IPVersion
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf
async def ask():
    async with AsyncZeroconf(interfaces=[sys.argv[1]], ip_version=IPVersion.V4Only) as zeroconf:
        word = sys.argv[2].removeprefix("wondertable-")
        service = AsyncServiceInfo("_http._tcp.local.", f"Wondertable {word}._http._tcp.local.")
        await service.async_request(zeroconf.zeroconf, 5000)
        print(service.server, *service.parsed_addresses(), service.port)
asyncio.run(ask())
"""


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


@pytest.fixture
def machines() -> Iterator[tuple[str, str]]:
    """Two namespaces with an unnumbered cable between them."""
    if os.geteuid() != 0:
        pytest.skip("only root can make network namespaces")
    one, two = f"wt-one-{os.getpid()}", f"wt-two-{os.getpid()}"
    try:
        for name in (one, two):
            ip("netns", "add", name)
            ip("-n", name, "link", "set", "lo", "up")
        ip("link", "add", "eth0", "netns", one, "type", "veth", "peer", "name", "eth0", "netns", two)
        for name in (one, two):
            ip("-n", name, "link", "set", "eth0", "up")
            ip("-n", name, "route", "add", "224.0.0.0/4", "dev", "eth0")
        yield one, two
    finally:
        for name in (one, two):
            subprocess.run(["ip", "netns", "del", name], check=False, capture_output=True)


class Table:
    """A table's discovery inside a namespace, and what it said when."""

    def __init__(self, machine: str) -> None:
        command = ["ip", "netns", "exec", machine, sys.executable, "-c", TABLE]
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        self.said: Queue[list[str | None]] = Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.said.put(json.loads(line))

    def hears(self, seconds: float, address: str | None, *, named: str | None = None) -> None:
        """Wait until it says this, no longer than so many seconds."""
        until = time.monotonic() + seconds
        name = named and f"http://{named}.local:8080"
        while self.said.get(timeout=max(0.0, until - time.monotonic())) != [address, name]:
            pass

    def end(self) -> None:
        self.process.terminate()
        self.process.wait()
        assert self.process.stdout
        self.process.stdout.close()


def test_table_follows_address_changes_and_is_found_by_name(machines):
    here, there = machines
    name = host_name("table")
    ip("-n", there, "addr", "add", "10.9.0.2/24", "dev", "eth0")
    table = Table(here)
    try:
        table.hears(10, None)
        for address in ("10.9.0.1", "10.9.0.7"):
            ip("-n", here, "addr", "add", f"{address}/24", "dev", "eth0")
            table.hears(10, f"http://{address}:8080")
            table.hears(10, f"http://{address}:8080", named=name)
            asked = ["ip", "netns", "exec", there, sys.executable, "-c", PHONE, "10.9.0.2", name]
            found = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True)
            assert found.stdout.split() == [f"{name}.local.", address, "8080"]
            ip("-n", here, "addr", "del", f"{address}/24", "dev", "eth0")
            table.hears(10, None)
    finally:
        table.end()


def test_two_tables_with_one_id_take_two_names(machines):
    name = host_name("table")
    tables = []
    try:
        for number, machine in enumerate(machines, start=1):
            ip("-n", machine, "addr", "add", f"10.9.0.{number}/24", "dev", "eth0")
            tables.append(Table(machine))
            wanted = name if number == 1 else f"{name}-2"
            tables[-1].hears(20, f"http://10.9.0.{number}:8080", named=wanted)
    finally:
        for table in tables:
            table.end()
