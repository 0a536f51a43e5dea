"""Tests of whole releases, built twice from two clones of the same commit in two places. They need a network."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.app.installed import git, new_key
from tests.appliance.container import ROOT

pytestmark = pytest.mark.full
SAME = ("wondertable-1.0.0.tar", "wondertable.cdx.json", "notes.md", "SHA256SUMS", "SHA256SUMS.sig")


# Of the four kinds of machine two, of each processor and of each Python one: to pack all takes twice as long.
MAKE = """
import sys
from app.appliance import release_builder
from docs import published
release_builder.TARGETS = release_builder.TARGETS[1:3]
sys.exit(published.ended(published.main))
"""


def build_release(clone: Path, key: Path, umask: int, **odd: str) -> Path:
    """Build a release with this checkout's packages and tools, and return the release's folder."""
    (clone / ".venv").symlink_to(ROOT / ".venv")
    (clone / "build").mkdir()
    (clone / "build/supply").symlink_to(ROOT / "build/supply")
    command = [clone / ".venv/bin/python", "-c", MAKE, key]
    subprocess.run(command, cwd=clone, env={**os.environ, **odd}, umask=umask, check=True)
    return clone / "build"


def test_release_build_is_reproducible(tmp_path):
    if not (ROOT / "build/supply").exists():
        subprocess.run([ROOT / "setup.sh", "sbom", tmp_path / "tools"], check=True)  # brings what makes it
    first, again = tmp_path / "first", tmp_path / "a folder with a longer name"
    git(tmp_path, "clone", "-q", str(ROOT), first.name)
    project, changelog = first / "pyproject.toml", first / "CHANGELOG.md"
    project.write_text(re.sub(r'^version = ".*"', 'version = "1.0.0"', project.read_text(), count=1, flags=re.M))
    changelog.write_text(re.sub(r"^## 1.0.0 · .*", "## 1.0.0 · 2026-12-31", changelog.read_text(), flags=re.M))
    git(first, "commit", "--allow-empty", "-qam", "Release 1.0.0")
    git(tmp_path, "clone", "-q", first.name, again.name)
    key = new_key(tmp_path / "key.pem")
    one, other = build_release(first, key, 0o022), build_release(again, key, 0o077, TZ="Pacific/Auckland", LC_ALL="C")
    assert [name for name in SAME if (one / name).read_bytes() != (other / name).read_bytes()] == []
    assert subprocess.run(["sha256sum", "-c", "SHA256SUMS"], cwd=other, check=False).returncode == 0
