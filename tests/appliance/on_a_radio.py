"""The table's Wi-Fi by two pretended radios: `python3 -m tests.appliance.on_a_radio`, as root on a machine of its own.

It needs a kernel with `mac80211_hwsim`, a running NetworkManager, `dnsmasq`, `iw` and `wpa_supplicant`. One radio is
the table's. The other one is the home's access point, and then a phone that joins the table's own network by what its
code says. Each step is printed with its seconds; whatever comes otherwise ends it with exit code 1.

`on_a_radio home PASSWORD` opens the home alone, with that password, and keeps it open.
"""

import asyncio
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from app.host.wifi import MachineWifi
from app.protocol.network_messages import Hotspot, Wifi

HOME: Final = "Home; sweet"
PASSWORD: Final = "correct horse\\battery"
OWN_NETWORK: Final = "Wondertable-test"
TABLE, OTHER = "wlan0", "wlan1"
LEFT_ALONE: Final = Path("/run/NetworkManager/conf.d/other.conf")  # by NetworkManager, from the moment it is there
PATIENCE: Final = 240.0  # seconds; only so that nothing hangs for ever
ACCESS_POINT: Final = """network={{
mode=2
ssid="{name}"
frequency=2437
key_mgmt=WPA-PSK
proto=RSN
pairwise=CCMP
psk="{password}"
}}
"""
began = time.monotonic()


def say(what: str) -> None:
    print(f"{time.monotonic() - began:6.1f} s  {what}", flush=True)


def run(*words: str) -> str:
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(words)}: {done.stdout}{done.stderr}"
    return done.stdout


class Home:
    """The access point and its addresses, while it is open."""

    def __init__(self, folder: Path, password: str) -> None:
        self._running: list[subprocess.Popen[bytes]] = []
        self._file = folder / "home.conf"
        self._file.write_text(ACCESS_POINT.format(name=HOME, password=password))

    def open(self) -> None:
        run("ip", "address", "replace", "192.168.77.1/24", "dev", OTHER)
        addresses = ["--interface", OTHER, "--bind-interfaces", "--port=0", "--dhcp-range=192.168.77.10,192.168.77.50"]
        point = ["wpa_supplicant", "-i", OTHER, "-c", str(self._file)]
        words = (point, ["dnsmasq", "--keep-in-foreground", "--conf-file=/dev/null", *addresses])
        self._running = [subprocess.Popen(each, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for each in words]

    def close(self) -> None:
        for each in self._running:
            each.terminate()
            each.wait()
        run("ip", "address", "flush", "dev", OTHER)


class WifiRecorder:
    """A recorder of everything that the Wi-Fi reports."""

    def __init__(self) -> None:
        self._news = asyncio.Event()
        self.wifi = MachineWifi(OWN_NETWORK, self._record)

    def _record(self, told: Wifi) -> None:
        shown = {name: getattr(told, name) for name in ("problem", "here", "joining", "step", "failed")}
        say("   " + ", ".join(f"{name} {value}" for name, value in shown.items() if value))
        self._news.set()

    async def until(self, true: Callable[[Wifi], object], what: str) -> Wifi:
        try:
            async with asyncio.timeout(PATIENCE):
                while not true(self.wifi.current_message()):
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            sys.exit(f"FAILED: {what}; told last: {self.wifi.current_message()}")
        say(f"ok  {what}")
        return self.wifi.current_message()


async def phone(folder: Path, hotspot: Hotspot) -> None:
    """Join the table's own network as a phone does; an address of the table's answers there."""
    known = folder / "phone.conf"
    known.write_text(f'network={{\nssid="{hotspot.name}"\npsk="{hotspot.password}"\nscan_freq=2412 2437 2462\n}}\n')
    run("ip", "link", "set", OTHER, "up")
    joined = subprocess.Popen(["wpa_supplicant", "-i", OTHER, "-c", str(known)], stdout=subprocess.DEVNULL)
    try:
        async with asyncio.timeout(PATIENCE):
            while not re.search(r"authorized:\s+yes", run("iw", "dev", TABLE, "station", "dump")):
                await asyncio.sleep(1)
        say("ok  a phone is in the table's own Wi-Fi")
        assert "10.42.0.1" in run("ip", "address", "show", "dev", TABLE)
        say("ok  the table has an address there")
    finally:
        joined.terminate()
        joined.wait()


def two_radios() -> None:
    LEFT_ALONE.parent.mkdir(parents=True, exist_ok=True)
    LEFT_ALONE.write_text(f"[keyfile]\nunmanaged-devices=interface-name:{OTHER}\n")
    run("nmcli", "general", "reload")
    run("modprobe", "mac80211_hwsim", "radios=2")


async def main(folder: Path) -> None:
    two_radios()
    home, told = Home(folder, PASSWORD), WifiRecorder()
    task = asyncio.create_task(told.wifi.run())
    home.open()
    await told.until(lambda now: not now.problem, "there is a radio")
    async with asyncio.timeout(PATIENCE):
        while not any(each.name == HOME for each in told.wifi.current_message().networks):
            told.wifi.scan()
            await asyncio.sleep(5)
    say("ok  the home is in the list")
    assert told.wifi.join(HOME, "wrong horse")
    await told.until(lambda now: now.failed, "a wrong password is said")
    assert told.wifi.current_message().failed == "password", told.wifi.current_message()
    assert told.wifi.join(HOME, PASSWORD)
    await told.until(lambda now: now.here == HOME, "joined with the right one")
    assert told.wifi.set_hotspot(True)
    now = await told.until(lambda now: now.hotspot, "its own Wi-Fi is open")
    home.close()
    assert now.hotspot
    await phone(folder, now.hotspot)
    home.open()
    assert told.wifi.set_hotspot(False)
    await told.until(lambda now: now.here == HOME, "back at home by itself")
    home.close()
    task.cancel()
    say("PASSED")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        if sys.argv[1:2] == ["home"]:
            two_radios()
            Home(Path(made), sys.argv[2]).open()
            say("open")
            signal.pause()
        try:
            asyncio.run(main(Path(made)))
        except (AssertionError, TimeoutError):
            print(run("nmcli", "device"), run("iw", "dev"))
            print(run("journalctl", "--boot", "--unit", "NetworkManager", "--unit", "wpa_supplicant", "--lines", "40"))
            raise
