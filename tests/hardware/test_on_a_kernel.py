"""The script that takes the panel to a real kernel says in a line why it cannot. What it does where it can: run it."""

import os
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent / "on_a_kernel.sh"
SHELL = ("bash", "dirname", "readlink", "sed", "head", "mkdir", "chmod")


@pytest.mark.parametrize(
    ("machine", "said"),
    [
        pytest.param("Linux aarch64", "it needs an x86-64 Linux, and this is Linux aarch64", id="a Raspberry Pi"),
        pytest.param("Linux x86_64", "the kernel comes from Debian's packages, and this is not Debian", id="no apt"),
    ],
)
def test_impossible_check_is_skipped_with_one_line(tmp_path, machine, said):
    for tool in SHELL:
        (tmp_path / tool).symlink_to(next(p for d in os.get_exec_path() if (p := Path(d, tool)).exists()))
    (tmp_path / "uname").write_text(f"#!{tmp_path}/bash\necho {machine}\n")
    (tmp_path / "uname").chmod(0o755)
    done = subprocess.run([SCRIPT], env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"skipped: {said}\n", "")
