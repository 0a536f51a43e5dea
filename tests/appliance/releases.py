"""Releases that tests update to: of this checkout, with a fault or without, and signed by an owner or by a stranger."""

import subprocess
from pathlib import Path

from app.appliance import release_builder
from app.appliance.signature import derive_public_key
from tests.app.installed import git, new_key
from tests.appliance.container import ROOT, Container
from tests.appliance.places import DATA, VERSIONS

# A release of these tests has no packages of its own: it borrows those of the version that was installed first.
BORROWS = "import sys\nsys.path.append('{site}')\n"
FAULTS = {
    "0.2.0": "",
    "0.2.1": "raise SystemExit(1)\n",  # cannot start
    "0.2.2": "import time\ntime.sleep(1000)\n",  # starts, and does not answer
}


def workshop(folder: Path) -> Path:
    """Return a checkout in which releases can be made."""
    (checkout := folder / "checkout").mkdir()
    for name in (ROOT / release_builder.LIST).read_text().split():
        subprocess.run(["cp", "-r", "--parents", name, checkout], cwd=ROOT, check=True)
    (checkout / ".gitignore").write_text("__pycache__/\n*.wav\n")
    git(checkout, "init", "-q")
    return checkout


def make_releases(version: str, folder: Path) -> None:
    """Make releases, with keys of an owner and a stranger, that borrow the packages of an installed version."""
    checkout = workshop(folder)

    def fetch(root: Path, machine: str, python: str, to: Path) -> None:
        (to / "sitecustomize.py").write_text(BORROWS.format(site=f"{VERSIONS}/{version}/site"))

    project, loop = (ROOT / "pyproject.toml").read_text(), (ROOT / "app/host/table_process.py").read_text()
    for key in ("key", "stranger"):
        new_key(folder / f"{key}.pem")
    for new, fault in FAULTS.items():
        (checkout / "pyproject.toml").write_text(project.replace('version = "0.1.0"', f'version = "{new}"'))
        (checkout / "app/host/table_process.py").write_text(fault + loop)
        git(checkout, "add", ".")
        git(checkout, "commit", "-qm", new)
        release_builder.build_release(folder / "key.pem", folder, checkout, fetch)
    release_builder.build_release(folder / "stranger.pem", folder / "stranger", checkout, fetch)


def bring_releases(box: Container, folder: Path) -> str:
    """Copy releases and a trusted key to the container's /tmp, and return the installed version."""
    version = box.run("readlink", f"{VERSIONS}/current").strip()
    make_releases(version, folder)
    whole = (folder / "wondertable-0.2.0.tar").read_bytes()
    (folder / "cut.tar").write_bytes(whole[: len(whole) // 2])
    inside = Path(f"/proc/{box.leader}/root")
    for file in (*folder.glob("*.tar"), folder / "stranger/wondertable-0.2.2.tar"):
        to = "stranger.tar" if file.parent.name == "stranger" else file.name
        (inside / "tmp" / to).write_bytes(file.read_bytes())
    box.write(f"{DATA}/settings/settings.json", '{"lang": "nl"}')
    box.run("chown", "-R", "wondertable:", DATA)
    (inside / "etc/wondertable/keys/owner.pem").write_bytes(derive_public_key(folder / "key.pem"))
    return version
