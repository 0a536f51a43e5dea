"""The recipe of an image: what it says is what is kept, and what no image is made of is refused."""

import re
import shutil
import subprocess

import pytest

from tests.appliance.container import ROOT, missing
from tests.appliance.image import KINDS, LISTINGS, RECIPE, listing, partitions, read, recipe

PRESET = RECIPE / "mkosi.extra/usr/lib/systemd/system-preset/00-wondertable.preset"


@pytest.mark.parametrize("kind", KINDS)
def test_image_recipe_matches_the_stored_listing(kind):
    """`python -m tests.appliance.image` keeps it anew."""
    assert listing(kind) == (LISTINGS / f"{kind}.txt").read_text()


@pytest.mark.parametrize("kind", KINDS)
def test_image_has_a_read_only_system_and_a_growing_data_partition(kind):
    labels = [said["Partition.Label"] for _, said in partitions(kind)]
    assert labels[0] == ["boot"], "where every computer looks, and a Raspberry Pi's firmware"
    assert labels[-2:] == [["wondertable-system"], ["wondertable-data"]]
    (grows,) = (RECIPE / "mkosi.extra/usr/lib/repart.d").iterdir()
    assert read(grows)["Partition.Type"] == partitions(kind)[-1][1]["Partition.Type"]
    assert dict(partitions(kind))["20-system.conf"]["Partition.ReadOnly"] == ["yes"]


@pytest.mark.parametrize("kind", KINDS)
def test_image_allows_no_login(kind):
    said = recipe(kind)
    assert not [key for key in said if re.search("Password|Autologin|Ssh|RootShell", key)]
    assert not [name for name in said["Content.Packages"] if "ssh" in name or "getty" in name]
    lines = [line for line in PRESET.read_text().splitlines() if line and not line.startswith("#")]
    assert lines[-1] == "disable *"
    assert not [line for line in lines if "getty" in line or "ssh" in line]


def test_image_preset_enables_every_table_service():
    wanted = {
        unit.name
        for folder in (ROOT / "hardware/appliance", RECIPE / "mkosi.extra/usr/lib/systemd/system")
        for unit in folder.glob("*.service")
        if "[Install]" in unit.read_text()
    }
    assert wanted == {word for word in PRESET.read_text().split() if word.startswith("wondertable")}


def test_recipe_scripts_are_executable_and_valid():
    for script in ("mkosi.postinst.chroot", *(f"mkosi.extra/usr/share/initramfs-tools/{name}/wondertable" for name in
                                             ("hooks", "scripts/local-bottom"))):  # fmt: skip
        path = RECIPE / script
        assert path.stat().st_mode & 0o111
        assert subprocess.run(["bash", "-n", path], check=False).returncode == 0
        if checker := shutil.which("shellcheck"):
            assert subprocess.run([checker, "-e", "SC1091", path], check=False).returncode == 0


# What `pi` has of Raspberry Pi's own.
MISSING_PACKAGES = "linux-image-rpi-2712 linux-image-rpi-v8 python3-lgpio raspi-utils-core rpi-eeprom"


@pytest.mark.root
@pytest.mark.parametrize("kind", KINDS)
def test_mkosi_accepts_the_recipe_and_finds_every_package(kind):
    if why := missing():
        pytest.skip(why)
    done = subprocess.run(
        ["./setup.sh", "image", kind, "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    last = done.stderr.splitlines()[-1]
    assert re.search(rf"\d\d packages{f'; missing: {MISSING_PACKAGES}' if kind == 'pi' else ''}$", last), last


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param((), "image needs a kind: pc, arm64 or pi", id="nothing"),
        pytest.param(("amiga",), "image needs a kind: pc, arm64 or pi, not 'amiga'", id="no machine"),
        pytest.param(("pc", "/none/such.tar"), "/none/such.tar: there is no such file", id="no file"),
        pytest.param(("pc", "LICENSE"), "this is not a release of Wondertable", id="no release"),
        pytest.param(("pc", "a", "b"), "image takes a kind and the file of a release, but not 'b'", id="too much"),
    ],
)
def test_invalid_image_options_are_refused_in_one_sentence(words, said):
    done = subprocess.run(["./setup.sh", "image", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
