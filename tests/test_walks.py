"""Tests of the walks through the code: their counts, and that today's spines name existing functions."""

import ast

import pytest

from tests import walks
from tests.walks import House, Module, room

SOURCES = {
    "app/low/core.py": """
from collections.abc import Callable
from typing import Protocol

class Feature(Protocol):
    def follow(self) -> None: ...

class Core:
    def __init__(self, told: Callable[[], None], feature: Feature) -> None:
        self._told = told
        self.feature = feature

    @property
    def number(self) -> int: ...

    def commit(self) -> None:
        check(self.number)
        print("nobody of ours")
        (lambda: check())()
        self._told()
        self.feature.follow()

def check(number: int = 0) -> None: ...
""",
    "app/low/other.py": """
def unused() -> None: ...
""",
    "app/high/screen.py": """
from app.low.core import Core

class Screen:
    def __init__(self) -> None:
        self.core = Core(self.changed, None)

    def changed(self) -> None:
        self.core.commit()
""",
}


def test_walk_returns_stays_rooms_and_climbs(tmp_path):
    for name, text in SOURCES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    stays, rooms, climbs = House(tmp_path).walk(("app.low.core:Core.commit",))
    assert [*map(str, stays)] == [
        "app.low.core:Core.commit",
        "app.low.core:check",
        "app.high.screen:Screen.changed",
        "app.low.core:Feature.follow",
    ]
    assert rooms == ["app.low.core", "app.high.screen"]
    assert [(a.name, b.name) for a, b in climbs] == [
        ("Core.commit", "Screen.changed"),
        ("Core.commit", "Feature.follow"),
    ]


def test_spines_name_existing_functions():
    gone = []
    for place in (each for spine in walks.WALKS.values() for each in spine):
        module, name = place.split(":")
        path = walks.ROOT / f"{module.replace('.', '/')}.py"
        if not path.exists() or name not in Module(module, ast.parse(path.read_text())).functions:
            gone.append(place)
    assert not gone


@pytest.mark.rotated
def test_short_walks_stay_short():
    house = House(walks.ROOT)
    for name in ("message to the screen", "commit"):
        stays, rooms, climbs = house.walk(walks.WALKS[name])
        assert len(stays) <= 20, name
        assert len(rooms) <= 10, name
        assert len(climbs) <= 3, name


def test_subfolder_of_a_room_is_named_with_it():
    assert room("app.table.handlers.undo") == "app.table.handlers"
