"""A release is the same bytes wherever it is made: what differs from one machine to another does not get into it."""

import os
import subprocess
from pathlib import Path

import pytest

from app.appliance import release_builder
from tests.app.installed import Workshop, git

WHEEL = {  # as pip unpacks one into a folder: what can be typed begins with the Python that has fetched it
    "bin/said": "#!{python}\n",
    "package/__init__.py": "",
    "package-1.dist-info/RECORD": "../../bin/said,sha256={python},9\npackage/__init__.py,,\n",
}


@pytest.fixture
def pip(monkeypatch):
    """In the place of pip: it unpacks a wheel, in whatever order and with whatever modes."""

    def install(command: list[str], **_: object) -> "subprocess.CompletedProcess[str]":
        to, odd = Path(command[command.index("--target") + 1]), "odd" in os.environ
        for name, text in sorted(WHEEL.items(), reverse=odd):
            (file := to / name).parent.mkdir(exist_ok=True)
            file.write_text(text.format(python="/far/away/python" if odd else "/here/python"))
            file.chmod(0o600 if odd else 0o664)
            os.utime(file, (1, 1) if odd else (10_000, 10_000))
        return subprocess.CompletedProcess(command, 0, "", "")

    run = subprocess.run
    monkeypatch.setattr(
        release_builder.subprocess, "run", lambda words, **more: (install if "pip" in words else run)(words, **more)
    )


def test_release_build_is_reproducible(tmp_path, pip, monkeypatch):
    workshop = Workshop(tmp_path)
    (workshop.checkout / "pyproject.toml").write_text('[project]\nversion = "1.1.0"\n')
    git(workshop.checkout, "commit", "-qam", "1.1.0")
    first = release_builder.build_release(workshop.key, tmp_path / "build", workshop.checkout)
    git(tmp_path, "clone", "-q", "checkout", "another place")
    monkeypatch.setenv("odd", "yes")
    before = os.umask(0o077)
    try:
        again = release_builder.build_release(workshop.key, tmp_path / "another build", tmp_path / "another place")
    finally:
        os.umask(before)
    assert again.read_bytes() == first.read_bytes()
