"""The pictures of the commit that last renewed fingerprints, drawn for a person who looks at what has changed since.

Its files are unpacked once below `build/pictures`, and its own code draws them. Beside one another in one picture come
the drawing before, the drawing now, and where they differ.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

import numpy as np
from PIL import Image

from tests.pictures.fingerprint import Difference

ROOT: Final = Path(__file__).parents[2]
FOUND: Final = ROOT / "build" / "pictures"
STORED: Final = "tests/pictures/fingerprints"
GAP_PX: Final = 8
MARK: Final = (255, 0, 255)
DIMMED: Final = 0.35  # of the brightness of what does not differ


class Differences:
    """The pictures that differ from their fingerprints in this run of the tests."""

    def __init__(self, root: Path = ROOT) -> None:
        self._root, self._found = root, root / "build" / "pictures"
        self._now: dict[str, tuple[Image.Image, Difference | None]] = {}

    def add(self, name: str, now: Image.Image, difference: Difference | None) -> None:
        """Note a picture as it is now; at first it is saved alone, in case the run is stopped."""
        self._now[name] = now, difference
        self._found.mkdir(parents=True, exist_ok=True)
        _save(now, self._found / f"{name}.webp")

    def show(self) -> None:
        """Draw them as they were before, in one go, and save each beside what it is now."""
        changed = {name: each for name, each in self._now.items() if each[1] is not None}
        if not changed:
            return
        before = draw_before([*changed], self._root)
        for name, (now, difference) in changed.items():
            assert difference is not None
            if name in before:
                with Image.open(before[name]) as picture:
                    pictures = [picture.convert("RGB"), now, mark_difference(now, difference)]
                _save(beside(pictures), self._found / f"{name}.webp")


def draw_before(names: list[str], root: Path) -> dict[str, Path]:
    """Draw pictures as the commit that last renewed fingerprints draws them; return the files by name.

    Nothing is drawn where git knows no such commit, or where its code does not know the picture.
    """
    code = _unpack_commit(root)
    if code is None:
        return {}
    folder = code.with_name(f"{code.name}-pictures")
    files = {name: folder / f"{name}.webp" for name in names}
    missing = [name for name, file in files.items() if not file.exists()]
    if missing:
        command = [sys.executable, "-m", "tests.pictures.render", str(folder), *missing]
        subprocess.run(command, cwd=code, check=False, env={**os.environ, "PYTHONPATH": str(code)})
    return {name: file for name, file in files.items() if file.exists()}


def _unpack_commit(root: Path) -> Path | None:
    """Unpack the files of that commit, if no run has done so yet, and remove those of others."""
    asked = ["git", "log", "-1", "--format=%H", "--", STORED]
    commit = subprocess.run(asked, cwd=root, check=False, stdout=subprocess.PIPE, text=True).stdout.strip()[:12]
    if not commit:
        return None
    commits = root / "build" / "pictures" / "commits"
    code = commits / commit
    if not code.exists():
        commits.mkdir(parents=True, exist_ok=True)
        for old in commits.iterdir():
            if not old.name.startswith((commit, "tmp")):
                shutil.rmtree(old, ignore_errors=True)
        packed = subprocess.run(["git", "archive", commit], cwd=root, check=True, capture_output=True).stdout
        new = Path(tempfile.mkdtemp(dir=commits))
        subprocess.run(["tar", "-x", "-C", new], input=packed, check=True)
        try:
            new.rename(code)
        except OSError:  # another worker of the tests was faster
            shutil.rmtree(new)
    return code


def mark_difference(now: Image.Image, difference: Difference) -> Image.Image:
    """Return a picture in which all but the blocks that differ is dimmed, and those have a frame."""
    seen = np.asarray(now.convert("RGB")).copy()
    mask = difference.blocks.repeat(difference.block_px, 0).repeat(difference.block_px, 1)[: now.height, : now.width]
    differ = np.zeros(seen.shape[:2], np.bool_)
    differ[: len(mask), : mask.shape[1]] = mask
    near = np.zeros_like(differ)
    for down in (-1, 0, 1):
        for across in (-1, 0, 1):
            near |= np.roll(differ, (down, across), (0, 1))
    seen[~differ] = (seen[~differ] * DIMMED).astype(np.uint8)
    seen[near & ~differ] = MARK
    return Image.fromarray(seen)


def beside(pictures: list[Image.Image]) -> Image.Image:
    """Lay pictures beside one another, from the left."""
    width = sum(each.width + GAP_PX for each in pictures) - GAP_PX
    sheet = Image.new("RGB", (width, max(each.height for each in pictures)), MARK)
    left = 0
    for each in pictures:
        sheet.paste(each, (left, 0))
        left += each.width + GAP_PX
    return sheet


def _save(picture: Image.Image, file: Path) -> None:
    picture.save(file, "WEBP", lossless=True, quality=0, method=0)
