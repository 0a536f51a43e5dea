"""Writes the project's addresses into the pages that show them: `python -m docs.addresses`, from the project's folder.

A page marks the place: `<!-- address NAME -->`, whatever is made, `<!-- end -->`.
"""

import re
import sys
from pathlib import Path
from typing import Final

from app.appliance.project_addresses import Addresses, load_addresses

ROOT: Final = Path(__file__).parent.parent
PLACE: Final = re.compile(r"(<!-- address ([a-z]+) -->).*?(<!-- end -->)", re.DOTALL)
BLOCKS: Final = {  # of commands that begin with one
    "clone": (
        "git clone --depth 1 {} wondertable && cd wondertable\n./setup.sh run   # set up, then start the table\n"
        "./setup.sh test  # for developers: everything a commit has to pass"
    ),
    "install": (
        "sudo apt-get update\nsudo apt-get install -y git\ngit clone --depth 1 {} wondertable\ncd wondertable\n"
        "sudo ./setup.sh install"
    ),
}
UNPUBLISHED: Final = {
    "repository": "none is public yet; ADDRESS is where you found this page",
    "releases": "no release has been published yet",
    "updates": "no public address yet",
    "site": "no site yet",
}


def renew_addresses(text: str, known: Addresses) -> str:
    """Return a page with its addresses renewed. KeyError if it asks for an unknown one."""
    return PLACE.sub(lambda place: place[1] + _format_address(place[2], known) + place[3], text)


def pages() -> list[Path]:
    """List the pages that people read, in the repository and on a forge."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / ".github").rglob("*.md"))]


def _format_address(name: str, known: Addresses) -> str:
    if name in BLOCKS:
        return f"\n```\n{BLOCKS[name].format(known.repository or 'ADDRESS')}\n```\n"
    return (f"<{said}>" if (said := getattr(known, name)) else "") or UNPUBLISHED[name]


def main() -> int:
    known = load_addresses()
    for page in pages():
        text = page.read_text("utf-8")
        if (made := renew_addresses(text, known)) != text:
            page.write_text(made, "utf-8")
            print(page.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main())
