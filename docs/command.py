"""Writes what shells complete of `wondertable`, and its manual page, into data/command: `python -m docs.command`.

Both are made from what can be typed (main.py), by shtab and argparse-manpage; what has no help is not for people, and
not in them.
"""

import argparse
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import shtab
from argparse_manpage.manpage import Manpage

import main

FOLDER: Final = Path(__file__).parents[1] / "data" / "command"
SHELLS: Final = {"bash": "wondertable.bash", "zsh": "_wondertable", "fish": "wondertable.fish"}
FILES: Final = ("FILE", "FILE|ADDRESS")  # what is named so is completed by names of files
FOLDERS: Final = ("DIR", "FOLDER")


SECTIONS: Final = {  # of the manual page, besides those that are made: each line a name and what is said of it
    "EXIT STATUS": (
        ("0", "It is done."),
        ("1", "`doctor` has found a part that is present or set up and does not work."),
        ("2", "It cannot be done; one sentence on standard error says why."),
        ("130", "Ctrl+C has ended it."),
    ),
    "FILES": (
        ("~/.local/share/wondertable", "Games and seats of a table that is not installed."),
        ("~/.config/wondertable", "Its settings, and an owner's own files (*.toml)."),
        ("/var/lib/wondertable", "Both of an installed table."),
        ("/var/lib/wondertable.before-*", "Safety copies from before an update, a restore or a reset."),
        ("/etc/wondertable", "Public keys of the owner's own, and the address of updates."),
        ("/opt/wondertable", "Versions of an installed table."),
    ),
    "EXAMPLES": (
        ("wondertable run --demo", "Bots play, on this screen."),
        ("wondertable history export ~/games", "All finished games into a folder, also while people play."),
        ("sudo wondertable backup", "Games and settings of an installed table into one file."),
        ("sudo wondertable restore wondertable-backup-2026-11-27.tar.gz", "And back."),
        ("sudo wondertable code 2", "A code for the second seat, after a phone was lost."),
    ),
}


def files() -> dict[str, str]:
    """Each file by its name."""
    os.environ["COLUMNS"] = "80"  # argparse breaks lines at the width of a terminal
    top = main.build_parser()
    for action in _list_actions(top):
        if action.metavar in FILES:
            action.complete = shtab.FILE
        elif action.metavar in FOLDERS:
            action.complete = shtab.DIRECTORY
    made = {name: shtab.complete(top, shell) for shell, name in SHELLS.items()}
    page = Manpage(top)
    page.date, page.manual, page.description = "", "Wondertable", "a touchscreen and phones around one table"
    made["wondertable.1"] = "\n".join([str(page), *_sections()])
    return {name: "".join(f"{line.rstrip()}\n" for line in text.splitlines()) for name, text in made.items()}


def _sections() -> Iterator[str]:
    """The further sections of the manual page, as man(7) has them."""
    for title, entries in SECTIONS.items():
        yield f".SH {title}"
        for name, text in entries:
            yield f".TP\n\\fB{_escaped(name)}\\fR\n{_escaped(text)}"


def _escaped(text: str) -> str:
    return text.replace("-", r"\-").replace("`", r"\(ga")


def _list_actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Yield the options and arguments of a command and its subcommands, after removing commands without a help text."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            named = {each.dest for each in action._choices_actions}
            for name in [*action.choices]:
                if name in named:
                    yield from _list_actions(action.choices[name])
                else:
                    del action.choices[name]


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in files().items():
        (FOLDER / name).write_text(text, "utf-8")
