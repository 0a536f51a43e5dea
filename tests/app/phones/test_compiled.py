"""Compiled templates: each is compiled once and cached for later starts, and works without its cache."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.phones.template_rendering import Pages
from app.web import jinja_templates as compiling

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    templates, kept = tmp_path / "game", tmp_path / "kept"
    templates.mkdir()
    monkeypatch.setattr(compiling, "COMPILED", kept)
    monkeypatch.setattr(compiling.sys, "dont_write_bytecode", False)
    (templates / "a.html").write_text("{{ lang }} one", encoding="utf-8")
    return tmp_path


def page(folder):
    return Pages({"game": folder / "game"}).page("game/a.html", "en", lang="en")


def test_a_compiled_template_is_reused_by_the_next_process(folder, monkeypatch):
    assert page(folder) == "en one"
    monkeypatch.setattr(compiling.Environment, "compile", None)  # whoever compiles fails
    assert page(folder) == "en one"


def test_a_changed_template_is_recompiled(folder):
    page(folder)
    (folder / "game" / "a.html").write_text("{{ lang }} two", encoding="utf-8")
    assert page(folder) == "en two"


@pytest.mark.parametrize("broken", [b"", b"j2", b"\0" * 400])
def test_a_damaged_compiled_template_is_recompiled(folder, broken):
    page(folder)
    [kept] = (folder / "kept").iterdir()
    kept.write_bytes(broken)
    assert page(folder) == "en one"


def test_pages_render_without_a_writable_template_cache(folder):
    (folder / "kept").write_text("a file where the folder should be", encoding="utf-8")
    assert page(folder) == page(folder) == "en one"


def test_template_calls_a_function_without_intermediate_frames(folder):
    (folder / "game" / "a.html").write_text(
        "{% for each in (1,) %}{{ asked(each, by=2) }}{% endfor %}", encoding="utf-8"
    )

    def describe_caller(each, by):
        return f"{each} {by} {sys._getframe(1).f_code.co_filename}"

    assert (
        Pages({"game": folder / "game"}).page("game/a.html", "en", asked=describe_caller) == f"1 2 {folder}/game/a.html"
    )


def test_a_compiled_template_is_reused_where_the_program_has_moved(folder, monkeypatch):
    monkeypatch.setattr(compiling, "ROOT", folder)
    assert page(folder) == "en one"
    moved = folder.with_name(f"{folder.name}-moved")
    folder.rename(moved)
    monkeypatch.setattr(compiling, "ROOT", moved)
    monkeypatch.setattr(compiling, "COMPILED", moved / "kept")
    monkeypatch.setattr(compiling.Environment, "compile", None)  # whoever compiles fails
    assert page(moved) == "en one"


@pytest.mark.rotated
def test_an_installed_version_has_all_templates_compiled(tmp_path):
    """Templates are compiled by then: its table may not write there."""
    environ = os.environ | {"PYTHONPYCACHEPREFIX": str(tmp_path), "PYTHONDONTWRITEBYTECODE": ""}
    compile_them = [sys.executable, "-m", "app.workshop.compile_templates"]
    subprocess.run(compile_them, cwd=ROOT, env=environ, check=True)
    kept = {path for path in tmp_path.rglob("templates-*/*")}
    assert len(kept) > 100
    code = (
        "from jinja2 import Environment; Environment.compile = None; from app.workshop import compile_templates as it"
    )
    code += "; it.main()"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environ | {"PYTHONDONTWRITEBYTECODE": "1"}, check=True)
    assert {path for path in tmp_path.rglob("templates-*/*")} == kept
