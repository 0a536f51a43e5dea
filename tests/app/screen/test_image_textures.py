"""Textures of images: small in total, for the largest table at night and by day, and in the repository."""

import inspect
import pkgutil
import subprocess
import sys
from importlib import import_module

import pytest

import app.looks
import app.screen
from app.looks.paint_materials import FOLDER
from tests.app.screen import textures

IN_TREE = 2_000_000  # bytes of all drawings and pictures


@pytest.mark.rotated
def test_live_textures_stay_below_their_limit():
    width, height = textures.SIZE
    words = [sys.executable, "-m", "tests.app.screen.textures"]
    said = subprocess.run(words, capture_output=True, text=True, check=True).stdout.splitlines()[-1]
    for held in map(int, said.split()):
        assert 4 * width * height < held <= textures.MAX_BYTES, "the static layer is one of them"


def test_drawing_files_stay_below_their_size_limit():
    files = [path for path in FOLDER.rglob("*") if path.is_file()]
    assert len(files) > 40
    assert sum(path.stat().st_size for path in files) <= IN_TREE


def caches():
    """Yield the memoized functions of the screen and of its appearance."""
    for package in (app.screen, app.looks):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if found.name.rpartition(".")[2] in ("horn_off", "mixer", "fingers"):
                continue  # they open devices, and remember nothing
            module = import_module(found.name)
            for function in vars(module).values():
                if hasattr(function, "cache_info") and function.__module__ == module.__name__:
                    yield function


def test_caches_keyed_by_size_are_bounded():
    found = list(caches())
    assert len(found) > 20
    endless = [cache for cache in found if cache.cache_info().maxsize is None]
    sized = [cache.__qualname__ for cache in endless if {float, "float"} & set(annotations(cache))]
    assert not sized, "a window has many sizes: give these caches an end"


def annotations(cache):
    return [each.annotation for each in inspect.signature(cache.__wrapped__).parameters.values()]
