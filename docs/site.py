"""Lays the pages out for a site, and their pictures: `python -m docs.site FOLDER`; `./setup.sh site` builds it there.

Every page keeps its place, so links and pictures lead where they did; what begins with a dot would be left out, so
`.github` is called `forge`. What a page links to and is none (a folder, a file of the program) comes as a name alone.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from posixpath import normpath
from typing import Final

ROOT: Final = Path(__file__).parent.parent
LINK: Final = re.compile(r"(!?)\[([^\]]*)\]\((?!\w+:)([^)#\s]*)(#[^)\s]*)?\)")
SHOWN: Final = (".png", ".webp", ".svg", ".md")
CONFIG: Final = """site_name: Wondertable
docs_dir: pages
site_dir: html
theme: {name: mkdocs, highlightjs: false}
plugins: [search]
markdown_extensions: [tables, fenced_code, {toc: {slugify: !!python/name:docs.site.slug }}]
validation: {links: {not_found: warn, anchors: warn, unrecognized_links: warn}, nav: {omitted_files: ignore}}
nav:
  - Wondertable: README.md
  - Players: docs/manual/README.md
  - Owners: [docs/owner.md, docs/install.md, docs/versions.md, docs/hardware.md, docs/facts.md]
  - Developers: [docs/developing.md, docs/architecture.md, forge/CONTRIBUTING.md, docs/releasing.md, docs/protocol.md]
  - Changelog: CHANGELOG.md
"""


def slug(heading: str, separator: str = "-") -> str:
    """The name of a heading in links, as forges make it."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", separator)


def page(name: str, text: str) -> tuple[str, set[str]]:
    """A page of the site, and the pictures that it shows. `name`: where it lies in the project."""
    shown = set[str]()

    def led(link: re.Match[str]) -> str:
        picture, words, to, part = link.groups()
        target = normpath(f"{Path(name).parent}/{to}") if to else name
        if not target.endswith(SHOWN):
            return words
        if not target.endswith(".md"):
            shown.add(target)
        return f"{picture}[{words}]({to.replace('.github/', 'forge/')}{part or ''})"

    return LINK.sub(led, text), shown


def lay(root: Path, to: Path) -> None:
    """Fill a folder with the pages and the pictures of the project, as a program for sites takes them."""
    said = subprocess.run(["git", "ls-files", "-z", "*.md"], cwd=root, capture_output=True, text=True, check=True)
    pages = to / "pages"
    shutil.rmtree(pages, ignore_errors=True)
    for name in filter(None, said.stdout.split("\0")):
        text, shown = page(name, (root / name).read_text("utf-8"))
        _placed(pages, name).write_text(text, "utf-8")
        for picture in shown:
            shutil.copyfile(root / picture, _placed(pages, picture))
    (to / "mkdocs.yml").write_text(CONFIG, "utf-8")


def _placed(pages: Path, name: str) -> Path:
    file = pages / name.replace(".github/", "forge/")
    file.parent.mkdir(parents=True, exist_ok=True)
    return file


if __name__ == "__main__":
    lay(ROOT, Path(sys.argv[1]))
