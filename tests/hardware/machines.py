"""Machines as files of text: what the kernel tells on each, laid out below a folder as the root of a file system.

In a file of `trees`, `#` begins what is said about it: what machine it is, and numbered sources. A line `@ 1 a/path`
begins what stands in a file, by the source of that number; `@ guessed a/path` where nobody has published it. `@ 1 this
-> there` is a link, `@ 1 $ words` what a program says, and `@ 2 $$` goes on by another source.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

TREES = Path(__file__).parent / "trees"
NAMES = sorted(path.stem for path in TREES.glob("*.txt"))


@dataclass(frozen=True)
class Machine:
    root: Path
    said: dict[str, str]  # by the words of a program

    def ask(self, words: Sequence[str]) -> str | None:
        return self.said.get(" ".join(words))


def lines(name: str) -> list[str]:
    return (TREES / f"{name}.txt").read_text().splitlines()


def machine(name: str, root: Path) -> Machine:
    """Return one of the machines, with its files laid out below `root`."""
    told, at = dict[str, list[str]](), ""
    for line in lines(name):
        begins = re.fullmatch(r"@ \S+ (.+)", line)
        if begins and begins[1] != "$$":
            at = begins[1]
            told[at] = []
        elif not begins and at:
            told[at].append(f"{line}\n")
    said = {}
    for what, text in told.items():
        if what.startswith("$ "):
            said[what[2:]] = "".join(text)
            continue
        name, _, there = what.partition(" -> ")
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if there:
            path.symlink_to(there)
        else:
            path.write_text("".join(text))
    return Machine(root, said)
