"""What is known of the packages that Wondertable is made of: `./setup.sh audit`, and `./setup.sh sbom [FILE]`.

`audit` asks which pinned versions have known faults: exit code 1 if one has, 2 if it could not ask. `sbom` writes what
a table consists of, from its pins, as CycloneDX in JSON; the same pins give the same bytes.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from app.text.argument_parser import Parser
from app.text.terminal_output import cannot_write, exit_code_of

ROOT: Final = Path(__file__).resolve().parent.parent
TOOLS: Final = ROOT / "build" / "supply" / "bin"
TABLE: Final = ("requirements.txt", "requirements-pins.txt")  # what a table runs; those below are what works on it
PINS: Final = (
    *("requirements-club.txt", "requirements-dev.txt", "requirements-mutants.txt", "requirements-site.txt"),
    *("requirements-supply.txt", "requirements-workflows.txt"),
)
ONLINE: Final = "Is there a network?"


def asked(pins: str) -> str:
    """What pip-audit says of a list of pins, as JSON; empty where it could not even begin."""
    words = ["--disable-pip", "--require-hashes", "--progress-spinner", "off", "--format", "json"]
    command = [TOOLS / "pip-audit", *words, "--requirement", pins]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout


def verdict(pins: str, report: str) -> tuple[int, list[str]]:
    """An exit code, and what to say of a list of pins by what was reported of it."""
    try:
        packages = json.loads(report)["dependencies"]
    except (ValueError, KeyError):
        return 2, [f"{pins}: nobody could be asked. {ONLINE}"]
    said = [
        f"{pins}: {each['name']} {each['version']} has the fault {fault['id']}; "
        f"mended in {', '.join(fault['fix_versions']) or 'no version yet'}"
        for each in packages
        for fault in each.get("vulns", ())
    ]
    unasked = [each["name"] for each in packages if "skip_reason" in each]
    if unasked:
        said.append(f"{pins}: of {len(unasked)} of {len(packages)} packages nothing could be asked. {ONLINE}")
    code = 1 if len(said) > bool(unasked) else 2 if unasked else 0
    return code, said or [f"{pins}: no fault of its {len(packages)} packages is known"]


def audit() -> int:
    """Say what is known of all pins; the worst of it is the exit code: a fault before what could not be asked."""
    codes = []
    for pins in (*TABLE, *PINS):
        code, said = verdict(pins, asked(pins))
        codes.append(code)
        print(*said, sep="\n", flush=True)
    return 1 if 1 in codes else max(codes)


def write_sbom(file: Path) -> int:
    """Write what a table consists of, a panel's way to the pins of a Raspberry Pi among it; how many packages."""
    python = [TOOLS / "python", "-W", "ignore", "-m", "cyclonedx_py"]  # it warns that a list is no graph
    words = ["requirements", "-", "--pyproject", "pyproject.toml", "--output-reproducible", "--output-format", "JSON"]
    pins = "".join((ROOT / name).read_text("utf-8") for name in TABLE)
    made = subprocess.run([*python, *words], cwd=ROOT, input=pins, stdout=subprocess.PIPE, text=True, check=True).stdout
    try:
        file.write_text(made)
    except OSError as error:
        raise cannot_write(file, error) from None
    return len(json.loads(made)["components"])


def main(words: Sequence[str]) -> int:
    parser = Parser(prog="./setup.sh", description="What Wondertable is made of.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("audit", help="which pinned packages have known faults")
    commands.add_parser("sbom", help="what a table consists of, as CycloneDX").add_argument(
        "file", type=Path, nargs="?", default=ROOT / "build" / "wondertable.cdx.json"
    )
    args = parser.parse_args(words)
    if args.command == "audit":
        return audit()
    print(f"{args.file}: {write_sbom(args.file)} packages, as CycloneDX")
    return 0


if __name__ == "__main__":
    sys.exit(exit_code_of(lambda: main(sys.argv[1:])))
