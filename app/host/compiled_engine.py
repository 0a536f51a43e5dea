"""Where the engine lies compiled (app/workshop/compile.py), and that it is imported from there.

The folder is named for what it was made of, so whatever changes in the sources, or in Python, is played from the
sources again. Every start asks, so nothing is imported here that a table without such a folder would not need.
"""

import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
BUILT: Final = "build/compiled"  # a folder for each engine that was compiled; all of it may be deleted at any time


def place(root: Path = ROOT) -> Path:
    """Where the sources that are there now lie compiled for this Python, if somebody has done that."""
    import hashlib

    found = hashlib.sha256(EXTENSION_SUFFIXES[0].encode())
    for path in sorted((root / "engine").rglob("*.py")):
        text = path.read_bytes()
        found.update(f"\n{path.relative_to(root)} {len(text)}\n".encode() + text)
    return root / BUILT / found.hexdigest()[:20]


def use(root: Path = ROOT) -> None:
    """Have the compiled engine imported, where there is one; to be called before anything of the engine is."""
    if (root / BUILT).is_dir() and (folder := place(root)).is_dir():
        sys.path.insert(0, str(folder))
