"""Known faults and a bill of materials of Wondertable's packages: `./setup.sh audit`, and `./setup.sh sbom [FILE]`.

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


def run_pip_audit(pins: str) -> str:
    """Return pip-audit's JSON about a list of pins, or "" if it could not start."""
    words = ["--disable-pip", "--require-hashes", "--progress-spinner", "off", "--format", "json"]
    command = [TOOLS / "pip-audit", *words, "--requirement", pins]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout


def verdict(pins: str, report: str) -> tuple[int, list[str]]:
    """Return the exit code and the messages for pip-audit's report about a list of pins."""
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
    """Print the known faults of all pins, and return 1 for a fault, else the worst exit code."""
    codes = []
    for pins in (*TABLE, *PINS):
        code, said = verdict(pins, run_pip_audit(pins))
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
