"""`wondertable pin`: sets or removes the table's PIN on its machine, while no table runs."""

import sys
from getpass import getpass
from pathlib import Path

from app.host.data_folder import check_access, find_data_folder, find_settings_folder, lock_folder
from app.protocol.rejection import Rejection
from app.storage import pin_file
from app.text.table_text import refusal
from app.text.terminal_output import CannotStart
from app.text.translation import words


def change(data_dir: Path | None, remove: bool) -> int:
    """Set or remove the PIN. Return the exit code. A terminal asks for it twice; otherwise one line is read."""
    folder = data_dir or find_data_folder()
    check_access(folder)
    try:
        # The default folder is created, for a PIN before the first start.
        if not folder.is_dir() and (data_dir or remove):
            raise CannotStart(f"{folder}: there is no such folder, so there is no table; nothing has changed.")
        with lock_folder(folder):
            pin_file.save(find_settings_folder(data_dir), None if remove else pin_file.hash_pin(_read_pin()))
    except Rejection as no:
        raise CannotStart(refusal(words("en"), no.code, no.params)) from None
    print("The PIN is removed." if remove else "The PIN is set.")
    return 0


def _read_pin() -> str:
    """Read the PIN; never from the arguments, which others on the machine can read."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().strip()
    typed = getpass("New PIN: ")
    if getpass("Once more: ") != typed:
        raise CannotStart("the two PINs differ; nothing has changed.")
    return typed
