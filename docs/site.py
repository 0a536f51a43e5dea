"""Prepares the pages and their pictures for a site: `python -m docs.site FOLDER`; `./setup.sh site` builds it there.

Pages keep their places, but for docs/welcome.md, which is the first page; what begins with a dot would be left out, so
`.github` is called `forge`. What a page links to and is none (a folder, a file of the program) comes as a name alone.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from posixpath import dirname, normpath, relpath
from typing import Final

from app.looks.theme import css

ROOT: Final = Path(__file__).parent.parent
LINK: Final = re.compile(r"(!?)\[([^\]]*)\]\((?!\w+:)([^)#\s]*)(#[^)\s]*)?\)")
FILE_TYPES: Final = (".png", ".webp", ".svg", ".md")
MOVED: Final = {"docs/welcome.md": "index.md", "README.md": "start.md"}  # the site's first page, and what was that
FONT: Final = "data/fonts/cinzel-700.woff2"
CONFIG: Final = """site_name: Wondertable
docs_dir: pages
site_dir: html
theme: {name: mkdocs, highlightjs: false}
extra_css: [site.css]
plugins: [search]
markdown_extensions: [tables, fenced_code, {toc: {slugify: !!python/name:docs.site.slug }}]
validation: {links: {not_found: warn, anchors: warn, unrecognized_links: warn}, nav: {omitted_files: ignore}}
nav:
  - Wondertable: index.md
  - Try it: start.md
  - Players: docs/manual/README.md
  - Owners:
      [docs/owner.md, docs/install.md, docs/versions.md, docs/hardware.md, docs/far.md, docs/club.md, docs/facts.md]
  - Developers: [docs/developing.md, docs/architecture.md, forge/CONTRIBUTING.md, docs/releasing.md, docs/protocol.md]
  - Changelog: CHANGELOG.md
"""


def slug(heading: str, separator: str = "-") -> str:
    """Return the anchor of a heading, as forges make it."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", separator)


def page(name: str, text: str) -> tuple[str, set[str]]:
    """Return a page of the site, and the pictures that it shows. `name`: its path in the project."""
    shown = set[str]()

    def relink(link: re.Match[str]) -> str:
        picture, words, to, part = link.groups()
        target = normpath(f"{Path(name).parent}/{to}") if to else name
        if not target.endswith(FILE_TYPES):
            return words
        if not target.endswith(".md"):
            shown.add(target)
        there = relpath(_site_path(target), dirname(_site_path(name)) or ".") if to else ""
        return f"{picture}[{words}]({there}{part or ''})"

    return LINK.sub(relink, text), shown


def write_site(root: Path, to: Path) -> None:
    """Write the project's pages and pictures into a folder, as input for MkDocs."""
    said = subprocess.run(["git", "ls-files", "-z", "*.md"], cwd=root, capture_output=True, text=True, check=True)
    pages = to / "pages"
    shutil.rmtree(pages, ignore_errors=True)
    for name in filter(None, said.stdout.split("\0")):
        text, shown = page(name, (root / name).read_text("utf-8"))
        _prepare_file(pages, name).write_text(text, "utf-8")
        for picture in shown:
            shutil.copyfile(root / picture, _prepare_file(pages, picture))
    (pages / "site.css").write_text(style(root), "utf-8")
    shutil.copyfile(root / FONT, pages / Path(FONT).name)
    (to / "mkdocs.yml").write_text(CONFIG, "utf-8")


def style(root: Path) -> str:
    """Return the style sheet: the table's colours by night, or those of a bright room where the reader prefers them."""
    bright = f"@media (prefers-color-scheme: light) {{ :root {{ {css(bright=True)} }} }}"
    return f":root {{ {css()} }}\n{bright}\n{(root / 'docs/site.css').read_text('utf-8')}"


def _site_path(name: str) -> str:
    """Return where a file of the project is placed on the site."""
    return MOVED.get(name, name.replace(".github/", "forge/"))


def _prepare_file(pages: Path, name: str) -> Path:
    file = pages / _site_path(name)
    file.parent.mkdir(parents=True, exist_ok=True)
    return file


if __name__ == "__main__":
    write_site(ROOT, Path(sys.argv[1]))
