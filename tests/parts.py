"""The parts of `./setup.sh test --full`: groups of test files, divided by recorded durations.

`python3 -m tests.parts [NAME]` prints one part a line, as its name and the arguments for pytest; NAME is a part or a
group of them. `python3 -m tests.parts --record XML …` stores the durations of junit files of such runs
(`PYTEST_ADDOPTS=--junitxml=screen-1.xml ./setup.sh test --full screen-1`) in tests/durations.txt.

It needs nothing but Python, since setup.sh asks before it installs anything.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
DURATIONS = ROOT / "tests" / "durations.txt"
PART_SECONDS = 1200  # of tests: less than 9 minutes of two cores, on which three tests run at a time
SECONDS_PER_LINE = 0.3  # the guess for a file without a record, more than most take
# Groups of the parts that are divided by durations: where their test files are. The longest path that fits decides.
GROUPS = {
    "engine": ("tests/contract", "tests/engine", "tests/hardware", "tests/test_", "tests/toy"),
    "judge": ("tests/judge",),
    "evenings": ("tests/evening",),
    "privacy": ("tests/privacy",),
    "honest": ("tests/honest",),
    "games": ("tests/app/games",),
    "club": ("tests/app/club",),
    "table": ("tests/app",),
    "phones": ("tests/app/phones",),
    "browser": ("tests/app/browser",),
    "screen": ("tests/app/screen",),
    "pictures": ("tests/pictures",),
    "whole": ("tests/whole",),
}
# Parts that need root, and a container or an emulated machine: a name, then the arguments for pytest. Those of arm64
# share a release of the commit, which whichever comes first makes in 5 minutes more, and those of an image share that,
# which takes 15 more.
MACHINES = """
containers tests/appliance/test_[dipw]*.py tests/appliance/test_fi[!r]*.py
versions tests/appliance/test_v*.py
upkeep tests/appliance/test_u*.py
release -n 0 tests/appliance/test_r*.py
boots -n 0 tests/appliance/test_b*.py
machine -n 0 tests/appliance/test_ma*.py
monitors -n 0 tests/appliance/test_mo*.py
monitors-two -n 0 tests/appliance/test_tw*.py
touch-card -n 0 tests/appliance/test_touch_o*.py
touch-xorg -n 0 tests/appliance/test_touch_u*.py
touch-card-0 -n 0 tests/appliance/test_touch_turned.py::test_on_the_card[0]
touch-card-90 -n 0 tests/appliance/test_touch_turned.py::test_on_the_card[90]
touch-card-180 -n 0 tests/appliance/test_touch_turned.py::test_on_the_card[180]
touch-card-270 -n 0 tests/appliance/test_touch_turned.py::test_on_the_card[270]
touch-xorg-0 -n 0 tests/appliance/test_touch_turned.py::test_under_xorg[0]
touch-xorg-90 -n 0 tests/appliance/test_touch_turned.py::test_under_xorg[90]
touch-xorg-180 -n 0 tests/appliance/test_touch_turned.py::test_under_xorg[180]
touch-xorg-270 -n 0 tests/appliance/test_touch_turned.py::test_under_xorg[270]
image-uefi -n 0 tests/appliance/test_started_by_u*.py
image-bios -n 0 tests/appliance/test_started_by_b*.py
image-first -n 0 tests/appliance/test_first*.py
image-life -n 0 tests/appliance/test_life_of*.py
image-arm64-half -n 0 tests/appliance/test_h*.py
image-arm64-made -n 0 tests/appliance/test_g*.py
image-arm64 -n 0 tests/appliance/test_started_on*.py
image-arm64-life -n 0 tests/appliance/test_life_on*.py
arm64 -n 0 tests/appliance/test_arm64_p*.py
arm64-games -n 0 tests/appliance/test_arm64_g*.py
"""


def recorded() -> dict[str, float]:
    """Return the recorded seconds of test files, by their paths."""
    lines = DURATIONS.read_text().splitlines()
    return {path: float(seconds) for seconds, path in (line.split() for line in lines)}


def durations() -> dict[str, float]:
    """Return the seconds of each test file in `GROUPS`: recorded, or guessed from its length."""
    known = recorded()
    files = (str(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob("test_*.py"))
    return {
        file: known.get(file) or SECONDS_PER_LINE * len((ROOT / file).read_bytes().splitlines())
        for file in sorted(files)
        if not file.startswith("tests/appliance/")
    }


def group_of(file: str) -> str:
    fits = [(len(place), group) for group, places in GROUPS.items() for place in places if file.startswith(place)]
    return max(fits)[1]


def divide(seconds: Mapping[str, float]) -> list[list[str]]:
    """Distribute files so that no part has more than `PART_SECONDS`, except with a single file; the longest first."""
    parts: list[list[str]] = []
    for file in sorted(seconds, key=lambda each: (-seconds[each], each)):
        room = (part for part in parts if sum(map(seconds.__getitem__, part)) + seconds[file] <= PART_SECONDS)
        if part := next(room, None):
            part.append(file)
        else:
            parts.append([file])
    return [sorted(part) for part in parts]


def all_parts() -> Iterator[tuple[str, str, Sequence[str]]]:
    """Yield each part as its group, its name and the arguments for pytest."""
    seconds = durations()
    for group in GROUPS:
        parts = divide({file: seconds[file] for file in seconds if group_of(file) == group})
        for number, files in enumerate(parts, 1):
            yield group, group if len(parts) == 1 else f"{group}-{number}", files
    for line in MACHINES.strip().splitlines():
        name, *arguments = line.split()
        yield name, name, arguments


def seconds_in(junit: Iterable[Path]) -> Counter[str]:
    """Sum the durations in junit files by test file."""
    seconds: Counter[str] = Counter()
    for file in junit:
        for case in ElementTree.parse(file).iter("testcase"):
            path = f"{case.attrib['classname'].replace('.', '/')}.py"
            if (ROOT / path).exists():
                seconds[path] += float(case.attrib["time"])
    return seconds


def record(junit: Iterable[Path]) -> None:
    """Replace the recorded durations of the files that ran, and drop those of files that no longer exist."""
    seconds = recorded() | seconds_in(junit)
    lines = [f"{seconds[path]:8.1f} {path}\n" for path in sorted(seconds) if (ROOT / path).exists()]
    DURATIONS.write_text("".join(lines))


def main(words: Sequence[str]) -> int:
    if words[:1] == ["--record"]:
        record(map(Path, words[1:]))
        return 0
    parts = [part for part in all_parts() if not words or words[0] in part[:2]]
    if not parts:
        known = ", ".join(dict.fromkeys(group for group, _, _ in all_parts()))
        print(f"wondertable: the full run has no part '{words[0]}'; it has {known}", file=sys.stderr)
        return 2
    print("\n".join(" ".join((name, *arguments)) for _, name, arguments in parts))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
