"""Tests of choosing tests: those nearest to a change, for about a minute."""

import subprocess
from zlib import crc32

import grimp
import pytest

from tests.changed import PACKAGES, READ_BY, ROOT, NoChange, changed, graph, nearest, within


@pytest.fixture(scope="module")
def import_graph():
    return graph()


@pytest.fixture
def small(tmp_path):
    """A table and a screen that shows it, each with its tests; a conftest that needs the table."""
    made = grimp.ImportGraph()
    for module in ("app", "app.table", "app.screen", "app.screen.draw", "tests", "tests.test_table",
                   "tests.screens", "tests.screen", "tests.screen.test_draw", "tests.screen.conftest"):  # fmt: skip
        made.add_module(module)
        path = tmp_path.joinpath(*module.split(".")).with_suffix(".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    (tmp_path / "tests/screen/test_told.py").touch()
    for importer, imported in (
        ("app.screen.draw", "app.table"),
        ("tests.test_table", "app.table"),
        ("tests.screen.test_draw", "tests.screens"),
        ("tests.screens", "app.screen.draw"),
        ("tests.screen.conftest", "app.table"),
    ):
        made.add_import(importer=importer, imported=imported)
    return made, tmp_path


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("app/screen/draw.py", ["tests/screen/test_draw.py"]),
        ("app/table.py", ["tests/test_table.py", "tests/screen/test_draw.py", "tests/screen/test_told.py"]),
        ("app/screen/face.svg", ["tests/screen/test_draw.py"]),
        ("tests/test_table.py", ["tests/test_table.py"]),
        ("tests/screen/conftest.py", ["tests/screen/test_draw.py", "tests/screen/test_told.py"]),
        ("README.md", []),
    ],
)
def test_nearest_importing_tests_run_first(small, path, found):
    imports, root = small
    assert nearest([path], imports, root) == found


def test_tests_are_chosen_within_the_time_and_at_least_one():
    assert within(["a", "b", "c"], {"a": 20.0, "b": 30.0, "c": 1.0}, 45.0) == ["a"]
    assert within(["a", "b", "c"], {"a": 20.0, "b": 24.0, "c": 1.0}, 45.0) == ["a", "b", "c"]
    assert within(["a"], {"a": 300.0}, 45.0) == ["a"]
    assert within([], {}, 45.0) == []


@pytest.mark.parametrize("of", [8, pytest.param(1, marks=pytest.mark.full)])
def test_every_tracked_file_is_covered_by_some_test(import_graph, of):
    for patterns in READ_BY.values():
        assert all([*ROOT.glob(f"tests/{pattern}")] for pattern in patterns)
    tracked = subprocess.run(
        ("git", "ls-files"), cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    some = [path for path in tracked if path.startswith(tuple(PACKAGES)) and crc32(path.encode()) % of == 0]
    lost = [path for path in some if not nearest([path], import_graph)]
    assert some
    assert lost == []


def test_edit_of_a_screen_page_runs_no_engine_tests(import_graph):
    found = nearest(["app/screen/pages/machine/settings.py"], import_graph)
    assert any(path.startswith("tests/app/screen/") for path in found[:5])
    assert not any(path.startswith("tests/engine/") for path in found)


def test_unknown_commit_is_reported():
    with pytest.raises(NoChange, match="nowhere"):
        changed("nowhere")
