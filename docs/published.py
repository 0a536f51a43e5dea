"""`./setup.sh release KEY`: makes all of a release, in build/, from what is committed.

The archive, what it consists of (SBOM), notes from the changelog, checksums of these and of the images of that version
that lie there, and a signature over the checksums. `--check [TAG]` makes nothing, and says which version would be
published, and whether it could be, under that tag.
"""

import sys
import tomllib
from collections.abc import Callable
from hashlib import file_digest
from pathlib import Path
from re import MULTILINE, compile, fullmatch
from typing import Final

from app.appliance import release_builder
from app.appliance.signature import derive_public_key, sign
from app.text.argument_parser import Parser
from app.text.terminal_output import CannotStart, exit_code_of
from tests import supply

ROOT: Final = Path(__file__).parent.parent
SECTION: Final = compile(r"^## (\S+) · (.+)\n((?:(?!^## ).*\n?)*)", MULTILINE)
DAY: Final = r"\d{4}-\d\d-\d\d"
SUMS, NOTES, SBOM = "SHA256SUMS", "notes.md", "wondertable.cdx.json"
RELEASE_HELP: Final = "docs/releasing.md says how a version is made"


def notes(changelog: str, version: str) -> str:
    """Return the changelog's section of a version. CannotStart if it has none, or one without a date."""
    for found, day, text in SECTION.findall(changelog):
        if found != version:
            continue
        if not fullmatch(DAY, day):
            raise CannotStart(
                f"CHANGELOG.md: {version} has no date; write one in the place of “{day}”. {RELEASE_HELP}."
            )
        return f"{text.strip()}\n"
    raise CannotStart(
        f"CHANGELOG.md has no section “## {version} · DATE”, and pyproject.toml says {version}; {RELEASE_HELP}."
    )


def check(root: Path, tag: str = "") -> str:
    """Return the version that can be published. CannotStart if none can, under that tag."""
    version = str(tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["version"])
    if tag and tag != f"v{version}":
        raise CannotStart(f"the tag {tag} is not v{version}, which pyproject.toml says.")
    notes((root / "CHANGELOG.md").read_text("utf-8"), version)
    return version


def publish(
    root: Path,
    key: Path,
    archive: Callable[[Path, Path, Path], Path] = release_builder.build_release,
    sbom: Callable[[Path], object] = supply.write_sbom,
) -> list[Path]:
    """Make all of it; the files, in the order of the checksums. CannotStart if something is missing.

    `archive`: makes one with a key, in a folder, of a checkout; `sbom`: writes what it consists of into a file.
    """
    version, build = check(root), root / "build"
    derive_public_key(key), sign(b"something", key)  # whether it is one, before anything takes minutes
    build.mkdir(exist_ok=True)
    archived = archive(key, build, root)
    sbom(build / SBOM)
    (build / NOTES).write_text(notes((root / "CHANGELOG.md").read_text("utf-8"), version), "utf-8")
    images = sorted(file for file in build.glob(f"wondertable-{version}-*.img*") if file.is_file())
    handed = [archived, build / SBOM, build / NOTES, *images]
    sums = "".join(f"{_sum(file)}  {file.name}\n" for file in handed).encode()
    (build / SUMS).write_bytes(sums)
    (build / f"{SUMS}.sig").write_bytes(sign(sums, key))
    return [*handed, build / SUMS, build / f"{SUMS}.sig"]


def _sum(file: Path) -> str:
    with file.open("rb") as stream:
        return file_digest(stream, "sha256").hexdigest()


def main() -> int:
    parser = Parser(prog="./setup.sh release", description="Make all of a release in build/, from what is committed.")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("key", nargs="?", type=Path, metavar="KEY", help="the file with the private key (Ed25519, PEM)")
    about = "only say which version would be made, and whether it could be, under a tag such as v1.0.0"
    what.add_argument("--check", nargs="?", const="", metavar="TAG", help=about)
    args = parser.parse_args()
    if args.check is not None:
        print(check(ROOT, args.check))
        return 0
    for file in publish(ROOT, args.key.absolute()):
        print(f"{file.relative_to(ROOT)}: {_large(file.stat().st_size)}")
    return 0


def _large(size: int) -> str:
    return f"{size} bytes" if size < 100_000 else f"{size / 1_000_000:.1f} MB"


if __name__ == "__main__":
    sys.exit(exit_code_of(main))
