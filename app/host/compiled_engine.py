"""The folder of the compiled engine (app/workshop/compile.py), and importing the engine from it.

The folder is named by a hash of the sources and of Python, so any change falls back to the sources. Every start runs
this code, so it imports nothing that a table without such a folder would not need.
"""

import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
BUILD_FOLDER: Final = "build/compiled"  # one folder per version, which may be deleted


def locate_build(root: Path = ROOT) -> Path:
    """Return the folder for the compiled form of the current sources and Python, whether or not it exists."""
    import hashlib

    found = hashlib.sha256(EXTENSION_SUFFIXES[0].encode())
    for path in sorted((root / "engine").rglob("*.py")):
        text = path.read_bytes()
        found.update(f"\n{path.relative_to(root)} {len(text)}\n".encode() + text)
    return root / BUILD_FOLDER / found.hexdigest()[:20]


def use_compiled(root: Path = ROOT) -> None:
    """Import the engine from its compiled folder if there is one. Call this before any import of the engine."""
    if (root / BUILD_FOLDER).is_dir() and (folder := locate_build(root)).is_dir():
        sys.path.insert(0, str(folder))
