"""`./setup.sh` brings lgpio to a Raspberry Pi, and only there; no failure of it stops a table."""

import os
import re
import shutil
import subprocess
import tomllib
from hashlib import sha256
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PYTHON = """#!/bin/sh
echo "python $*" >>said
case "$2" in
*version_info*">= (3, 13)"*) exit ${NEW:-0} ;;
*find_spec*) exit ${UNSEEN:-0} ;;
esac
[ "$2" != pip ] || exit ${PIP:-0}
"""
UV = '#!/bin/sh\necho "python -m pip install -r $5" >>said\nexit ${PIP:-0}\n'
DPKG = '#!/bin/sh\necho "install ok installed"\n'
CONFIG = "home = /usr/bin\ninclude-system-site-packages = false\nversion = 3.13.5\n"
DARK = "wondertable: lgpio could not be installed, so a panel of buttons and lights stays dark; everything else works."


@pytest.fixture
def place(tmp_path):
    """setup.sh beside a .venv that is complete; its Python, uv and dpkg only write down what they are asked."""
    for name in ("setup.sh", "requirements.txt", "requirements-pins.txt"):
        shutil.copy(ROOT / name, tmp_path)
    for name, text in {".venv/bin/python": PYTHON, "bin/uv": UV, "bin/dpkg-query": DPKG}.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)
    (tmp_path / ".venv" / "pyvenv.cfg").write_text(CONFIG)
    stamp = sha256((ROOT / "requirements.txt").read_bytes()).hexdigest()
    (tmp_path / ".venv" / "wondertable-run").write_text(f"{stamp}  -\n")
    return tmp_path


def setup(place: Path, model: str, *words: str, **env: str) -> tuple[int, str, list[str]]:
    """Return exit code, output, and the packages that were to be installed."""
    (place / "model").write_text(model)
    (place / "said").unlink(missing_ok=True)
    paths = {"PATH": f"{place / 'bin'}:{os.environ['PATH']}", "WONDERTABLE_MODEL": str(place / "model")}
    plain = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    done = subprocess.run(
        ["./setup.sh", *words], cwd=place, env={**plain, **paths, **env}, capture_output=True, text=True, check=False
    )
    asked = (place / "said").read_text().splitlines() if (place / "said").exists() else []
    return done.returncode, done.stderr, [line for line in asked if " pip " in line]


PI = "Raspberry Pi 5 Model B Rev 1.0\0"
INSTALL = ["python -m pip install -r requirements-pins.txt"]


def test_lgpio_is_not_installed_on_other_machines(place):
    assert setup(place, "A box of somebody's\0")[::2] == (0, [])


def test_lgpio_is_installed_once_on_a_raspberry_pi(place):
    assert setup(place, PI)[::2] == (0, INSTALL)
    assert setup(place, PI, "run", "--headless")[::2] == (0, []), "a start has nothing left to fetch"
    assert setup(place, PI)[::2] == (0, INSTALL), "set-up itself tries again"


def test_system_lgpio_is_used_on_python_3_13(place):
    assert setup(place, PI, NEW="1") == (0, "wondertable: ready: ./setup.sh run\n", [])
    assert "include-system-site-packages = true\n" in (place / ".venv" / "pyvenv.cfg").read_text()


@pytest.mark.parametrize("env", [{"PIP": "1"}, {"NEW": "1", "UNSEEN": "1"}], ids=["no wheel", "not seen"])
def test_setup_succeeds_without_lgpio(place, env):
    code, said, _ = setup(place, PI, **env)
    assert code == 0
    assert [line.startswith(DARK) for line in said.splitlines()] == [True, False]


def test_lgpio_wheels_are_pinned_and_hashed():
    [pin] = re.findall(r"^[a-z].*$", (ROOT / "requirements-pins.txt").read_text(), re.MULTILINE)
    [extra] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]["pins"]
    assert re.fullmatch(r'lgpio==(\S+) ; python_version < "3\.13" \\', pin)
    assert extra == "lgpio>=0.2.2.0; python_version < '3.13'"
    hashes = re.findall(r"--hash=sha256:[0-9a-f]{64}\b", (ROOT / "requirements-pins.txt").read_text())
    assert len(set(hashes)) == 4, "two Pythons on two machines"
