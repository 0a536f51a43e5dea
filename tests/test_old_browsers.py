"""Scripts and style sheets run in the oldest browsers listed in tests/old_browsers, as linters from npm know them."""

import json
import shutil
import subprocess

import pytest

from tests.running import ROOT

FOLDER = ROOT / "tests/old_browsers"
WITHOUT = {  # what one of those browsers lacks, and how a page is without it
    "css-has": "nothing is hidden or set aside, so a page is longer; a round is played without it (test_unfamiliar.py)",
    "flexbox-gap": "things lie closer to each other",
    "css-container-queries": "words have one size on narrow cards, too",
    "css-container-query-units": "the same",
    "css-touch-action": "a double tap may enlarge the page",
    "css-focus-visible": "a ring also after a touch (front.css)",
    "css-scrollbar": "a scroll bar below a hand",
    "css-paged-media": "the browser's own margins on a printed sheet",
    "text-size-adjust": "for phones that lie; others have no such habit",
}
NEWER = {
    "a.js": ("const a = b?.c;\na ??= 1;\n", "Parsing error"),
    "b.js": ("function last(those) { return those.at(-1); }\n", "newer method"),
    "c.js": ("structuredClone({});\n", "structuredClone"),
    "d.css": ("@media (width < 9rem) { a { top: 0 } }\n", "css-media-range-syntax"),
    "e.css": ("a { b { top: 0 } }\n", "css-nesting"),
}


def lint(*paths):
    """Run the linters; return a dict for each thing that a browser lacks, with `file`, `line` and `what`."""
    node = shutil.which("node")
    if node is None or not (FOLDER / "node_modules").exists():
        pytest.skip("npm ci --prefix tests/old_browsers")
    said = subprocess.run([node, FOLDER / "check.mjs", *paths], check=True, capture_output=True, text=True)
    return json.loads(said.stdout)


@pytest.mark.rotated
def test_style_sheets_and_scripts_work_in_old_browsers():
    files = sorted(path for kind in ("css", "js") for path in ROOT.glob(f"app/**/*.{kind}"))
    found = lint(*files)
    assert [each for each in found if each["what"] not in WITHOUT] == []
    assert {each["what"] for each in found} == WITHOUT.keys()


@pytest.mark.rotated
def test_newer_browser_features_are_found(tmp_path):
    for name, (text, _) in NEWER.items():
        (tmp_path / name).write_text(text)
    found = {each["file"].rpartition("/")[2]: each["what"] for each in lint(*sorted(tmp_path.iterdir()))}
    assert found.keys() == NEWER.keys()
    assert all(what in found[name] for name, (_, what) in NEWER.items()), found
