"""What a version brings, out of the changelog, as people read it on the table: paragraphs without marks."""

import re
from pathlib import Path
from typing import Final

FILE: Final = "CHANGELOG.md"
MOST: Final = 3000  # letters
MARKS: Final = re.compile(r"\*\*|`|^#+ +|^- +|\[([^]]*)\]\([^)]*\)")


def news(root: Path, version: str) -> str:
    """A paragraph a line, no more than can be read there; nothing where the changelog says nothing."""
    try:
        changelog = (root / FILE).read_text("utf-8")
    except (OSError, ValueError):
        return ""
    number = re.escape(version.partition("+")[0])
    section = re.search(rf"^## {number} .*\n((?:(?!^## ).*\n?)*)", changelog, re.MULTILINE)
    if section is None:
        return ""
    found: list[str] = []
    for line in section[1].splitlines():
        begins = line.startswith(("- ", "#")) or not found or found[-1] == ""
        plain = MARKS.sub(lambda mark: mark[1] or "", line.strip() if not line.startswith("- ") else line)
        if begins or not line.strip():
            found.append(plain)
        else:
            found[-1] += f" {plain}"
    lines, room = [], MOST
    for line in filter(None, found):
        if (room := room - len(line) - 1) < 0:
            break
        lines.append(line)
    return "\n".join(lines)
