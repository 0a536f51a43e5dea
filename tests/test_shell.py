"""Shell scripts: no error is hidden without a reason beside it, and each module and path that they name exists."""

import ast
import importlib.util
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
HIDES = re.compile(r"(2|&)> ?/dev/null|2>&1 ?>? ?/dev/null|>/dev/null 2>&1|\|\| *(true|:|return 0|continue|exit 0)\b")
# `[ … ] || return 0` and a predicate before it decide; they hide nothing.
DECIDES = re.compile(r"(\]|\bis_\w+( \S+)?) *\|\| *(return 0|continue|exit 0)")
FOLDERS = "app|benchmarks|data|docs|engine|hardware|kv|tests"
MADE = ("docs/pictures",)  # by commands of ours


def scripts() -> list[str]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split(
        "\n"
    )
    return [name for name in listed if name and _is_shell(ROOT / name)]


def _is_shell(path: Path) -> bool:
    if path.suffix == ".sh":
        return True
    if path.suffix or not path.is_file():
        return False
    with path.open("rb") as file:
        return bool(re.match(rb"#!.*\b(ba)?sh\b", file.readline()))


def hidden_errors(script: str) -> Iterator[str]:
    """Yield each line that discards an error with no comment on it or directly above it."""
    above = ""
    for line in re.sub(r"(\\|(?<=\|))\n\s*", " ", script).splitlines():  # a command may go on in the next line
        if line.lstrip().startswith("#"):
            pass
        elif (
            HIDES.search(line) and not DECIDES.search(line) and " # " not in line and not above.lstrip().startswith("#")
        ):
            yield line.strip()
        above = line


SCRIPTS = scripts()


def test_script_search_finds_the_known_scripts():
    assert {"setup.sh", ".ci/run", "hardware/appliance/install.sh", "hardware/appliance/screen"} <= {*SCRIPTS}


@pytest.mark.parametrize("name", SCRIPTS)
def test_no_script_hides_an_error_without_a_reason(name):
    assert list(hidden_errors((ROOT / name).read_text())) == []


def test_hidden_error_is_found():
    script = "cp a b 2>/dev/null || return 0\nkill 1 2>/dev/null # it has ended\n[ -e a ] || return 0\n"
    assert list(hidden_errors(script)) == ["cp a b 2>/dev/null || return 0"]


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_module_named_in_a_script_exists(name):
    text = (ROOT / name).read_text()
    modules = {found[1] for found in re.finditer(rf"-m ((?:{FOLDERS})[\w.]*)", text)}
    modules |= {found[1] for found in re.finditer(rf'^ +"\S+ +((?:{FOLDERS})\.[\w.]+)', text, re.MULTILINE)}  # NIGHTS
    assert [module for module in sorted(modules) if importlib.util.find_spec(module) is None] == []
    for module, names in re.findall(rf"\bfrom ((?:{FOLDERS})[\w.]*) import ([\w, ]+)", text):
        path = ROOT / (module.replace(".", "/") + ".py")
        there = {each.name for each in ast.walk(ast.parse(path.read_text())) if isinstance(each, ast.FunctionDef)}
        assert {*names.split(", ")} <= there, module


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_path_named_in_a_script_exists(name):
    text = (ROOT / name).read_text()
    paths = set(re.findall(rf"(?<![\w./$}}-])((?:{FOLDERS})/[\w./*!\[\]-]+)", text))
    paths = {path.rstrip(".").removesuffix("/html") for path in paths if not path.startswith(MADE)}
    assert [path for path in sorted(paths) if not any(ROOT.glob(path.partition("::")[0].split("[")[0] + "*"))] == []
