"""An update of the real program, with a real table in a game, as a process: what no pretended service can show."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from app.appliance import release_builder
from app.appliance.guarded_change import find_trouble
from app.appliance.install_paths import Place
from app.appliance.release_archive import Release, own_site_name
from app.appliance.running_table import read_phase, read_run_file
from app.appliance.services import TABLE
from app.appliance.signature import derive_public_key
from app.appliance.update import rollback, update
from app.text.terminal_output import CannotStart
from app.text.terminal_output import version as ours
from tests.app.installed import git, new_key
from tests.running import Guest

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = (ROOT / release_builder.LIST).read_text().split()


class Processes:
    """The table of the version that `current` means, as a process of this test."""

    def __init__(self, home: Path, data: Path) -> None:
        self._home, self._data = home, data
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        if self.read_state(TABLE) != "active":
            main = (self._home / "current").resolve() / "main.py"
            command = [sys.executable, main, "table", "--port", "0", "--data-dir", self._data]
            env = {**os.environ, "PYTHONPATH": "", "PYTHONDONTWRITEBYTECODE": "1"}
            self._process = subprocess.Popen(command, env=env, cwd=self._data, stderr=subprocess.DEVNULL)

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait()

    def start_settle_service(self) -> None:
        pass

    def read_state(self, unit: str) -> str:
        if unit != TABLE or self._process is None:
            return "inactive"
        return "active" if self._process.poll() is None else "failed"

    def install_units(self, program: Path) -> None:
        pass

    def start_watch_service(self) -> None:
        pass

    def is_blank(self) -> bool:
        return False

    def read_journal(self) -> str:
        return ""


@pytest.fixture(scope="module")
def releases(tmp_path_factory):
    """A key, and releases of this program: as it is, and one that cannot start."""
    folder = tmp_path_factory.mktemp("releases")
    checkout = folder / "checkout"
    checkout.mkdir()
    for name in PROGRAM:
        subprocess.run(["cp", "-r", "--parents", name, checkout], cwd=ROOT, check=True)
    (checkout / ".gitignore").write_text("__pycache__/\n")
    git(checkout, "init", "-q")
    new_key(folder / "key.pem")
    (folder / "public.pem").write_bytes(derive_public_key(folder / "key.pem"))

    def build_release(version: str) -> None:
        project = (ROOT / "pyproject.toml").read_text()
        (checkout / "pyproject.toml").write_text(project.replace(f'version = "{ours()}"', f'version = "{version}"'))
        git(checkout, "add", ".")
        git(checkout, "commit", "-qm", version)
        release_builder.build_release(folder / "key.pem", folder, checkout, lambda *_: None)

    build_release("0.9.0")
    build_release("0.9.1")
    (checkout / "app/host/table_process.py").write_text("raise SystemExit(1)\n")
    build_release("0.9.2")
    return folder


@pytest.fixture
def at(tmp_path, releases):
    home, data = tmp_path / "opt", tmp_path / "lib/wondertable"
    (home / "0.9.0").mkdir(parents=True)
    data.mkdir(parents=True)
    with (releases / "wondertable-0.9.0.tar").open("rb") as stream:
        Release(stream, [releases / "public.pem"], own_site_name()).unpack(home / "0.9.0")
    (home / "current").symlink_to("0.9.0")
    services = Processes(home, data)
    at = Place(home=home, data=data, own=tmp_path / "etc", services=services, sleep=lambda _: time.sleep(0.05))
    assert [key.read_bytes() for key in at.keys] == [derive_public_key(releases / "key.pem")]
    services.start()
    yield at
    services.stop()


def screen(at: Place):
    """Connect as the screen of the table that runs now."""
    run = read_run_file(at.data)
    return Guest.at(run["port"], "/socket", {"Authorization": f"Bearer {run['key']}"})


@pytest.mark.full
async def test_real_table_is_updated_between_games_and_rolled_back_on_failure(at, releases):
    assert find_trouble(at, screen=False) == ""
    async with screen(at) as guest:
        await guest.send("set-seats", count=2)
        for seat, name in enumerate(("Ada", "Ben"), 1):
            await guest.send("set-seat", seat=seat, by="touch", name=name)
        await guest.send("start")
    with pytest.raises(CannotStart, match="a game is being played"):
        update(at, str(releases / "wondertable-0.9.1.tar"))
    async with screen(at) as guest:
        await guest.send("lay-aside")
    assert read_phase(at.data) == "lobby"

    assert update(at, str(releases / "wondertable-0.9.1.tar")).startswith("0.9.1 is running now")
    async with screen(at) as guest:
        [game] = guest.table["laid_aside"]

    with pytest.raises(CannotStart, match=r"0\.9\.2 does not start; 0\.9\.1 is running again"):
        update(at, str(releases / "wondertable-0.9.2.tar"))
    async with screen(at) as guest:
        assert guest.table["laid_aside"] == [game]

    assert rollback(at, None, data=False) == "0.9.0 is running now."
    async with screen(at) as guest:
        assert guest.table["laid_aside"] == [game]
