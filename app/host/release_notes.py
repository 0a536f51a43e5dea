"""The release notes of a version, extracted from the changelog as plain paragraphs for people at the table."""

import re
from pathlib import Path
from typing import Final

CHANGELOG_FILE: Final = "CHANGELOG.md"
MAX_LENGTH: Final = 3000  # characters
MARKDOWN: Final = re.compile(r"\*\*|`|^#+ +|^- +|\[([^]]*)\]\([^)]*\)")


def extract_notes(root: Path, version: str) -> str:
    """Return the notes of a version, one paragraph per line, at most MAX_LENGTH characters; "" if there are none."""
    try:
        changelog = (root / CHANGELOG_FILE).read_text("utf-8")
    except (OSError, ValueError):
        return ""
    number = re.escape(version.partition("+")[0])
    section = re.search(rf"^## {number} .*\n((?:(?!^## ).*\n?)*)", changelog, re.MULTILINE)
    if section is None:
        return ""
    found: list[str] = []
    for line in section[1].splitlines():
        begins = line.startswith(("- ", "#")) or not found or found[-1] == ""
        plain = MARKDOWN.sub(lambda mark: mark[1] or "", line.strip() if not line.startswith("- ") else line)
        if begins or not line.strip():
            found.append(plain)
        else:
            found[-1] += f" {plain}"
    lines, room = [], MAX_LENGTH
    for line in filter(None, found):
        if (room := room - len(line) - 1) < 0:
            break
        lines.append(line)
    return "\n".join(lines)
