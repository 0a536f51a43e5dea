"""An engine that is compiled is found while it is what its sources say, and is never needed."""

import os
import subprocess
import sys
from functools import partial

import pytest

from app.host import compiled_engine
from app.text.terminal_output import exit_code_of
from app.workshop import compile as compiling
from benchmarks.games import ROOT


@pytest.fixture
def root(tmp_path):
    """A program whose engine is one line, and was compiled."""
    (tmp_path / "engine" / "duel").mkdir(parents=True)
    (tmp_path / "engine" / "duel" / "game_state_machine.py").write_text("cards = 23\n")
    (compiled_engine.locate_build(tmp_path) / "engine").mkdir(parents=True)
    (compiled_engine.locate_build(tmp_path) / "engine" / "__init__.py").touch()
    return tmp_path


def find_imported_engine(root):
    """Return the path of the engine that a process imports if it starts as main.py does."""
    use = f"main.compiled_engine.use_compiled(pathlib.Path({str(root)!r}))"
    code = f"import main, pathlib; {use}; import engine; print(engine.__file__)"
    return subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def test_compiled_engine_is_used_only_while_the_sources_match(root):
    source = root / "engine" / "duel" / "game_state_machine.py"
    assert find_imported_engine(root) == f"{compiled_engine.locate_build(root)}/engine/__init__.py\n"
    source.write_text("cards = 24\n")
    assert find_imported_engine(root) == f"{ROOT}/engine/__init__.py\n"
    source.write_text("cards = 23\n")
    assert compiled_engine.locate_build(root).is_dir()


def test_each_python_version_has_its_own_build(root, monkeypatch):
    monkeypatch.setattr(compiled_engine, "EXTENSION_SUFFIXES", [".cpython-399-pdp11.so"])
    assert not compiled_engine.locate_build(root).exists()


def test_engine_is_compiled_once_and_missing_mypyc_is_reported(root, capfd, monkeypatch):
    assert compiling.main(root) == 0
    assert capfd.readouterr().err == "wondertable: the engine is already compiled.\n"
    (root / "engine" / "bit_sets.py").write_text("one more")
    monkeypatch.setattr(compiling, "find_spec", lambda name: None)
    assert exit_code_of(partial(compiling.main, root)) == 2
    said = "wondertable: compiling needs mypyc; ./setup.sh compile installs it.\n"
    assert capfd.readouterr().err.endswith(said)
    assert [folder.suffix for folder in (root / compiled_engine.BUILD_FOLDER).iterdir()] == [""]


def test_missing_c_compiler_is_reported():
    environment = os.environ | {"CC": "no-such-compiler"}
    done = subprocess.run(["./setup.sh", "compile"], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "wondertable: there is no C compiler; Debian's is in build-essential. Everything works without one, but bots "
        "think more slowly.\n"
    )
