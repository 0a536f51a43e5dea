"""`wondertable doctor`: checks this machine and prints the findings, in English.

It has to run if half the packages are missing, so everything outside the standard library is imported where it is used.
"""

import argparse
import sys

from app.host.data_folder import check_access, drop_root, find_data_folder, find_settings_folder
from app.host.doctor_checks import DoctorSources, examine
from app.text.terminal_output import complain, tell
from app.text.translation import words
from hardware.machine.boot_history import read_boot_history
from hardware.machine.kernel_log import read_kernel_log
from hardware.machine.power_supply import read_firmware_bits


def show(args: argparse.Namespace) -> int:
    """Print the findings. Return the exit code."""
    try:
        folder = args.data_dir.absolute() if args.data_dir else find_data_folder()
        check_access(folder)  # otherwise folders of another user would count as faulty
        # These need root on some systems.
        kernel_log, boot_history, firmware_bits = read_kernel_log(), read_boot_history(), read_firmware_bits()
        drop_root(folder)  # root may read everything, but the table's user has to
        machine = DoctorSources(
            folder,
            find_settings_folder(args.data_dir),
            args.panel,
            args.data,
            kernel=lambda: kernel_log,
            starts=lambda: boot_history,
            firmware=lambda: firmware_bits,
        )
    except ImportError as missing:
        complain(f"{missing}: ./setup.sh installs it.")
        return 1
    found = list(examine(machine, words("en")))
    if args.measure:
        return int(args.measure(folder, args.data(), dict(found)))
    if args.json:
        tell([{"part": name, "fine": each.fine, "text": each.text, "details": each.details} for name, each in found])
    else:
        wide = max(len(name) for name, _ in found)
        for name, each in found:
            lines = [f"{' ' if each.fine else '!'} {name:{wide}}  {each.text}"]
            lines += [f"{'':{wide + 4}}- {detail}" for detail in each.details]
            sys.stdout.buffer.write("".join(f"{line}\n" for line in lines).encode())
    return max((each.code for _, each in found if not each.fine), default=0)
