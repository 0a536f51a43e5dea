"""`wondertable doctor`: looks at this machine, and prints what is found, in English as all of the command.

It has to work where half the packages are missing, so whatever is not Python's own is imported where it is needed.
"""

import argparse
import sys

from app.host.data_folder import check_access, drop_root, find_data_folder, find_settings_folder
from app.host.doctor import DoctorSources, examine
from app.text.languages import words
from app.text.terminal import complain, tell
from hardware.machine.boot_history import read_boot_history
from hardware.machine.kernel_log import read_kernel_log
from hardware.machine.power import read_firmware_bits


def show(args: argparse.Namespace) -> int:
    """Print what is found; the exit code."""
    try:
        folder = args.data_dir.absolute() if args.data_dir else find_data_folder()
        check_access(folder)  # else the table's devices and folders would be called faulty that are not this user's
        told, started, bits = (
            read_kernel_log(),
            read_boot_history(),
            read_firmware_bits(),
        )  # root alone may be told of the kernel, where it asks
        drop_root(folder)  # to whom everything would be open: it is the table that has to read and write
        machine = DoctorSources(
            folder,
            find_settings_folder(args.data_dir),
            args.panel,
            args.data,
            kernel=lambda: told,
            starts=lambda: started,
            firmware=lambda: bits,
        )
    except ImportError as missing:
        complain(f"{missing}: ./setup.sh brings it.")
        return 1
    found = list(examine(machine, words("en")))
    if args.json:
        tell([{"part": name, "fine": each.fine, "text": each.text, "details": each.details} for name, each in found])
    else:
        wide = max(len(name) for name, _ in found)
        for name, each in found:
            lines = [f"{' ' if each.fine else '!'} {name:{wide}}  {each.text}"]
            lines += [f"{'':{wide + 4}}- {detail}" for detail in each.details]
            sys.stdout.buffer.write("".join(f"{line}\n" for line in lines).encode())
    return max((each.code for _, each in found if not each.fine), default=0)
