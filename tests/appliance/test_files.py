"""What an installed version holds, and how it is started: what can be seen without installing it."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PARTS = ROOT / "hardware" / "appliance"


def test_every_part_of_a_version_is_there():
    listed = (PARTS / "program").read_text().split()
    assert listed == sorted(set(listed))
    assert [name for name in listed if not (ROOT / name).exists()] == []


def test_a_version_starts_with_its_own_packages_wherever_a_link_leads_to_it(tmp_path):
    version = tmp_path / "1.0"
    shutil.copytree(PARTS, version / "hardware" / "appliance")
    (version / "site").mkdir()
    (version / "site" / "packed.py").write_text("here = __file__\n")
    (version / "main.py").write_text(
        "import os, sys, packed; print(packed.here, os.environ['WONDERTABLE_DATA'], sys.argv)"
    )
    (tmp_path / "current").symlink_to("1.0")
    (tmp_path / "wondertable").symlink_to("current/hardware/appliance/wondertable")
    said = subprocess.run([tmp_path / "wondertable", "a", "b c"], capture_output=True, text=True, check=True).stdout
    assert said == f"{version}/site/packed.py /var/lib/wondertable ['{version}/main.py', 'a', 'b c']\n"


@pytest.mark.parametrize("unit", ["wondertable", "wondertable-screen"])
def test_a_unit_is_confined_as_it_is_written(unit):
    if not shutil.which("systemd-analyze"):
        pytest.skip("systemd is not here to say it")
    words = ["security", "--offline=true", "--threshold=20", "--no-pager", PARTS / f"{unit}.service"]
    done = subprocess.run(["systemd-analyze", *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_whatever_a_unit_starts_is_there_and_can_be_run():
    for unit in PARTS.glob("*.service"):
        for path in re.findall(r"^ExecStart=/opt/wondertable/\w+/(\S+)", unit.read_text(), re.MULTILINE):
            assert (ROOT / path).stat().st_mode & 0o111, f"{unit.name}: {path}"
