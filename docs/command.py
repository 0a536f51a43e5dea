"""Generator of the shell completions and the manual page in data/command: `python -m docs.command`.

shtab and argparse-manpage derive both from `app/commands/command_parsers.py`, without commands that have no help text.
"""

import argparse
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import shtab
from argparse_manpage.manpage import Manpage

from app.commands.command_parsers import build_parser

FOLDER: Final = Path(__file__).parents[1] / "data" / "command"
SHELLS: Final = {"bash": "wondertable.bash", "zsh": "_wondertable", "fish": "wondertable.fish"}
FILES: Final = ("FILE", "FILE|ADDRESS")  # metavars completed with file names
FOLDERS: Final = ("DIR", "FOLDER")


SECTIONS: Final = {  # extra sections of the manual page: terms and their descriptions
    "EXIT STATUS": (
        ("0", "The command succeeded."),
        ("1", "`doctor` found a part that is present or set up and does not work."),
        ("2", "The command failed; one sentence on standard error says why."),
        ("130", "Ctrl+C interrupted the command."),
    ),
    "FILES": (
        ("~/.local/share/wondertable", "Games and seats of a table that is not installed."),
        ("~/.config/wondertable", "Its settings, and the owner's files (*.toml)."),
        ("/var/lib/wondertable", "Games and settings of an installed table."),
        ("/var/lib/wondertable.before-*", "Safety copies from before an update, a restore or a reset."),
        ("/etc/wondertable", "The owner's public keys, and the address of updates."),
        ("/opt/wondertable", "Versions of an installed table."),
    ),
    "EXAMPLES": (
        ("wondertable run --demo", "Let bots play on this screen."),
        ("wondertable history export ~/games", "Write all finished games into a folder, even during a game."),
        ("sudo wondertable backup", "Save games and settings of an installed table in one file."),
        ("sudo wondertable restore wondertable-backup-2026-11-27.tar.gz", "Restore them."),
        ("sudo wondertable code 2", "Print a code for the second seat, after a phone was lost."),
    ),
}


def files() -> dict[str, str]:
    """Return the text of every generated file by name."""
    os.environ["COLUMNS"] = "80"  # argparse breaks lines at the width of a terminal
    top = build_parser()
    for action in _list_actions(top):
        if action.metavar in FILES:
            vars(action)["complete"] = shtab.FILE
        elif action.metavar in FOLDERS:
            vars(action)["complete"] = shtab.DIRECTORY
    made = {name: shtab.complete(top, shell) for shell, name in SHELLS.items()}
    page = Manpage(top)
    page.date, page.manual, page.description = "", "Wondertable", "a touchscreen and phones around one table"
    made["wondertable.1"] = "\n".join([str(page), *_sections()])
    return {name: "".join(f"{line.rstrip()}\n" for line in text.splitlines()) for name, text in made.items()}


def _sections() -> Iterator[str]:
    """Yield the further sections of the manual page, as man(7) has them."""
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
