"""What lies beside the archive of a release: `python -m docs.published KEY`, after `./setup.sh release KEY`.

Notes from the changelog, checksums of archive and SBOM, and a signature over these, in build/. `--check TAG` writes
nothing, and says whether a version could be published under that tag.
"""

import re
import sys
import tomllib
from hashlib import sha256
from pathlib import Path
from typing import Final

from app.appliance.signature import sign
from app.text.terminal import CannotStart

ROOT: Final = Path(__file__).parent.parent
SECTION: Final = re.compile(r"^## (\S+) · (.+)\n((?:(?!^## ).*\n?)*)", re.MULTILINE)
DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")
SUMS, NOTES, SBOM = "SHA256SUMS", "notes.md", "wondertable.cdx.json"


def notes(changelog: str, version: str) -> str:
    """What the changelog says of a version. CannotStart if it says nothing, or not yet which day it came out."""
    for found, day, text in SECTION.findall(changelog):
        if found != version:
            continue
        if not DAY.fullmatch(day):
            raise CannotStart(f"CHANGELOG.md: {version} has no date; write one in the place of “{day}”.")
        return f"{text.strip()}\n"
    raise CannotStart(f"CHANGELOG.md has no section “## {version} · DATE”.")


def check(root: Path, tag: str = "") -> str:
    """The version that can be published. CannotStart if none can, under that tag."""
    version = str(tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["version"])
    if tag and tag != f"v{version}":
        raise CannotStart(f"the tag {tag} is not v{version}, which pyproject.toml says.")
    notes((root / "CHANGELOG.md").read_text("utf-8"), version)
    return version


def publish(root: Path, key: Path) -> list[Path]:
    """Write what lies beside the archive; the files. CannotStart if something is missing."""
    version, build = check(root), root / "build"
    handed = [build / f"wondertable-{version}.tar", build / SBOM]
    for file in handed:
        if not file.is_file():
            raise CannotStart(f"build/{file.name} is not there; `./setup.sh release` and `./setup.sh sbom` make it.")
    sums = "".join(f"{sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in handed).encode()
    made = {
        NOTES: notes((root / "CHANGELOG.md").read_text("utf-8"), version).encode(),
        SUMS: sums,
        f"{SUMS}.sig": sign(sums, key),
    }
    for name, text in made.items():
        (build / name).write_bytes(text)
    return [*handed, *(build / name for name in made)]


def main(words: list[str]) -> int:
    try:
        match words:
            case ["--check", tag]:
                print(check(ROOT, tag))
            case [key] if not key.startswith("-"):
                print(*(file.relative_to(ROOT) for file in publish(ROOT, Path(key))), sep="\n")
            case _:
                raise CannotStart("please say `python -m docs.published KEY`, or `--check TAG`.")
    except CannotStart as problem:
        print(f"wondertable: {problem}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
