"""A machine with a table installed in temporary folders, releases signed with a throw-away key, stub services."""

import fcntl
import json
import subprocess
from contextlib import ExitStack
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from pathlib import Path

from app.appliance import release_builder
from app.appliance.install_paths import Place
from app.appliance.services import SCREEN, TABLE

GAMES = b"games that people played"
SETTINGS = b'{"lang": "nl"}'
UNIT = "hardware/appliance/wondertable.service"


class Page(BaseHTTPRequestHandler):
    status = 200

    def do_GET(self) -> None:
        self.send_response(self.status)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


class Mute(Page):
    status = 503


@dataclass
class Pretended:
    """Stub services that obey the running version's file `how`: run, die, stay mute, or lose the screen."""

    home: Path
    data: Path
    ports: dict[str, int]
    states: dict[str, str] = field(default_factory=lambda: {SCREEN: "inactive", TABLE: "inactive"})
    said: list[str] = field(default_factory=list)
    heard: str = ""
    writes: bool = True  # to the file of games when it starts
    _held: ExitStack = field(default_factory=ExitStack)

    def start(self) -> None:
        if self.states[TABLE] == "active":
            return
        how = (self.home / "current/how").read_text()
        self.said.append(f"start {(self.home / 'current').readlink()}")
        self.states = {
            SCREEN: "restarted" if how == "dark" else "active",
            TABLE: "failed" if how == "die" else "active",
        }
        if self.writes:
            with (self.data / "table.db").open("ab") as file:  # as a later version migrates the file
                file.write(how.encode())
        if how == "die":
            return
        lock = self._held.enter_context((self.data / "lock").open("w"))
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        (self.data / "run.json").write_text(json.dumps({"port": self.ports["mute" if how == "mute" else "run"]}))

    def stop(self) -> None:
        self.said.append("stop")
        self._held.close()
        self.states = {SCREEN: "inactive", TABLE: "inactive"}

    def start_settle_service(self) -> None:
        pass

    def start_watch_service(self) -> None:
        pass

    def is_blank(self) -> bool:
        return self.states[SCREEN] == "active" and (self.home / "current/how").read_text() == "blank"

    def power_off(self) -> None:
        self.said.append("power off")

    def read_state(self, unit: str) -> str:
        return self.states[unit]

    def read_journal(self) -> str:
        return self.heard

    def install_units(self, program: Path) -> None:
        self.said.append(f"units {program.name}")


class Workshop:
    """A checkout, and keys to sign its releases with. Releases are cached."""

    def __init__(self, folder: Path) -> None:
        self.checkout, self.key, self.strangers = folder / "checkout", folder / "key.pem", folder / "stranger.pem"
        self._made: dict[tuple[str, str, Path], bytes] = {}
        (self.checkout / "hardware/appliance").mkdir(parents=True)
        (self.checkout / "hardware/appliance/program").write_text("hardware\nhow\npyproject.toml\n")
        for name in ("how", "pyproject.toml", "not-for-tables", UNIT):
            (self.checkout / name).touch()
        git(self.checkout, "init", "-q")
        git(self.checkout, "add", ".")
        for key in (self.key, self.strangers):
            new_key(key)

    def release(self, version: str, how: str, key: Path) -> bytes:
        """Build a release whose table behaves as `how` says; return its bytes."""
        if (version, how, key) not in self._made:
            (self.checkout / "pyproject.toml").write_text(f'[project]\nversion = "{version}"\n')
            (self.checkout / "how").write_text(how)
            (self.checkout / UNIT).write_text(f"# of {version}\n")
            git(self.checkout, "commit", "-q", "--allow-empty", "-am", version)
            file = release_builder.build_release(key, self.checkout.parent / "build", self.checkout, fetch)
            self._made[version, how, key] = file.read_bytes()
        return self._made[version, how, key]


@dataclass
class Bed:
    """The machine under test, and a folder with releases for it."""

    at: Place
    services: Pretended
    workshop: Workshop
    releases: Path
    now: list[float]
    game: list[str | None]

    def release(self, version: str, how: str = "run", key: Path | None = None) -> Path:
        """Build a release whose table behaves as `how` says; return its file."""
        self.releases.mkdir(exist_ok=True)
        file = self.releases / f"wondertable-{version}.tar"
        file.write_bytes(self.workshop.release(version, how, key or self.workshop.key))
        return file

    def bytes(self) -> tuple[bytes, bytes]:
        """Return the content of the files of games and of settings."""
        return (self.at.data / "table.db").read_bytes(), (self.at.data / "settings/settings.json").read_bytes()


def git(folder: Path, *words: str) -> None:
    subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *words], cwd=folder, check=True)


def fetch(root: Path, machine: str, python: str, folder: Path) -> None:
    """Write a stub of the packages for a machine, which names that machine and Python version."""
    (folder / "package").mkdir()
    (folder / "package/__init__.py").write_text(f"FOR = {(machine, python)}\n")


def new_key(path: Path) -> Path:
    """Create a private key in a file."""
    subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", path], check=True, capture_output=True)
    return path
