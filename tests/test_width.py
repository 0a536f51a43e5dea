"""No line is longer than a screen of code shows: 120 columns, in templates, style sheets, the script, documents too."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
WIDTH = 120
UNBREAKABLE = {  # lines that cannot be broken
    ".md": re.compile(r"\s*(\||!\[)"),  # a row of a table, a picture
    ".html": re.compile(r"""\s*"[^"]*"[,)}\s]*"""),  # a message
}
MADE = ("docs/result/index.html",)  # by a command, in one piece
KINDS = (".html", ".css", ".js", ".kv", ".md")  # ruff looks at Python


def too_long(kind: str, text: str) -> list[int]:
    """List the lines that are too long, from 1. Examples of records and answers in documents are exempt."""
    kept, fenced, found = UNBREAKABLE.get(kind), False, []
    for number, line in enumerate(text.split("\n"), 1):
        fenced ^= kind == ".md" and line.lstrip().startswith("```")
        if len(line) > WIDTH and not fenced and not (kept and kept.match(line)):
            found.append(number)
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_no_line_is_too_long(kind):
    listed = subprocess.run(["git", "ls-files", f"*{kind}"], cwd=ROOT, capture_output=True, text=True, check=True)
    paths = [ROOT / name for name in listed.stdout.splitlines() if name not in MADE]
    found = {str(path.relative_to(ROOT)): too_long(kind, path.read_text("utf-8")) for path in paths if path.exists()}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_long_line_is_found():
    long = "x" * 121
    assert too_long(".css", f"a\n{long}") == [2]
    assert too_long(".md", f"| {long} |\n```\n{long}\n```\n{long}") == [5]
    assert too_long(".html", f'"{long}",\n<p>{long}</p>') == [2]
