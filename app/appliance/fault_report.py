"""`wondertable report`: an archive for finding a fault that contains nothing personal.

It is made of a few known things: versions and the machine, the states of the services, what `doctor` finds, settings
that are a choice or a number, and the journal. No game, record or log is in it. Output of programs passes through
`Cleaner`; if the names of people cannot be read, and so not be removed, the journal is left out.
"""

import html
import json
import platform
import re
import tarfile
import tempfile
import unicodedata
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Final

from app.appliance.backup import SETTINGS, add_file, new_file
from app.appliance.guarded_change import DATABASE
from app.appliance.install_paths import Place
from app.appliance.progress import WorkStep
from app.appliance.services import SCREEN, TABLE
from app.host.data_folder import check_access
from app.protocol.run_file_path import find_run_file
from app.text.translation import languages

ELLIPSIS: Final = "…"  # replaces what was removed
SYSTEM: Final = r'PRETTY_NAME="?([^"\n]*)'  # of /etc/os-release
MODEL: Final = r"([^\0]*)"  # of the device tree
MEMORY: Final = r"MemTotal: *(.*)"  # of /proc/meminfo
PATTERNS: Final = (
    # the path of a URL: keys of seats, tickets
    (re.compile(r"(https?://[^/\s]+)/[^\s\"']*"), rf"\1/{ELLIPSIS}"),
    (re.compile(r"/(seat|join|watch)/[^\s\"'/]+"), rf"/\1/{ELLIPSIS}"),
    # values named as secrets
    (
        re.compile(r"(?i)((?:pass\w*|psk|pin|\w*key|ticket|secret|token|bearer|seed)[\"']?(?:\s*[=:]\s*|\s+))\S+"),
        rf"\1{ELLIPSIS}",
    ),
    # the message of an error, which may contain anything
    (re.compile(r"(\]: (?:[a-z_]\w*\.)*[A-Z]\w*): .*"), rf"\1: {ELLIPSIS}"),
    (re.compile(r"/home/[^/\s\"']+"), f"/home/{ELLIPSIS}"),
    # strings that look like keys
    (re.compile(r"\b[0-9a-fA-F]{16,}\b"), ELLIPSIS),
    (re.compile(r"(?<![\w-])(?=[\w-]*[0-9])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{11,}"), ELLIPSIS),
)
# escaped characters, with any number of backslashes: bytes, letters, marks
BYTES: Final = re.compile(r"(?:(?:%|\\+x)[0-9a-fA-F]{2})+")
OCTAL: Final = re.compile(r"(?:\\+[0-3][0-7]{2})+")
LETTERS: Final = re.compile(r"(?:\\+u[0-9a-fA-F]{4}|\\+U[0-9a-fA-F]{8})+")
HEX: Final = re.compile("[0-9a-fA-F]+")
MARKS: Final = re.compile(r"\\+([abfnrtv\\'\"/])")


class Cleaner:
    """Removes names, keys, tickets and passwords from the output of programs, in any escaped form."""

    def __init__(self, words: Iterable[str]) -> None:
        """Compile the patterns. `words`: known names of people and machines, and secrets."""
        found = {_make_pattern(each) for word in words if word.strip() for each in (word, unescape(word))}
        known = sorted(found, key=len, reverse=True)  # unescaped as well: a name may look like an escape
        self._known = re.compile(rf"(?<!\w)(?:{'|'.join(known)})(?!\w)", re.IGNORECASE) if known else None

    def __call__(self, text: str) -> str:
        text = unescape(text)
        for pattern, instead in PATTERNS:
            text = pattern.sub(instead, text)
        return self._known.sub(ELLIPSIS, text) if self._known else text


def unescape(text: str) -> str:
    """Replace escapes by their characters, repeatedly: `%C3%AB`, `\\xeb`, `\\u00eb`, `&euml;`. A line stays one line:
    line breaks become blanks.
    """
    before = ""
    while text != before:
        before = text
        text = BYTES.sub(lambda found: _decode(int(number, 16) for number in HEX.findall(found[0])), text)
        text = OCTAL.sub(lambda found: _decode(int(number, 8) for number in HEX.findall(found[0])), text)
        text = LETTERS.sub(_decode_letters, text)
        text = MARKS.sub(lambda found: found[1] if found[1] in "\\'\"/" else " ", text)
        text = "\n".join(_remove_line_breaks(html.unescape(line)) for line in text.split("\n"))
    return unicodedata.normalize("NFC", text)


def _decode(numbers: Iterable[int]) -> str:
    """Decode bytes as UTF-8, or as Latin-1 where they are no UTF-8."""
    raw = bytes(numbers)
    decoded = raw.decode(errors="surrogateescape")  # invalid bytes become surrogates
    letters = (chr(ord(letter) & 0xFF) if "\udc80" <= letter <= "\udcff" else letter for letter in decoded)
    return _remove_line_breaks("".join(letters))


def _decode_letters(found: re.Match[str]) -> str:
    """Decode escaped letters; some writers use surrogate pairs beyond the first 65,536."""
    numbers = [int(number, 16) for number in HEX.findall(found[0])]
    raw = b"".join(chr(number).encode("utf-16-le", "surrogatepass") for number in numbers if number <= 0x10FFFF)
    return _remove_line_breaks(raw.decode("utf-16-le", "replace"))


def _remove_line_breaks(text: str) -> str:
    return "".join(" " if unicodedata.category(letter) in ("Cc", "Zl", "Zp") else letter for letter in text)


def _make_pattern(word: str) -> str:
    """Make a pattern that finds a word; its blanks may be plus signs, as in form data."""
    return r"[\s+]+".join(map(re.escape, unicodedata.normalize("NFC", word).split()))


def report(at: Place, to: Path, doctor: str) -> str:
    """Write the archive. Return a sentence; CannotStart if it fails. `doctor`: the output of the doctor."""
    version = at.require_current()
    check_access(at.data)
    at.report(WorkStep.COLLECT, None)
    words = [platform.node(), *_list_machine_names(at)]
    journal = "The journal is missing, because the players' names in it could not be recognised and removed.\n"
    try:
        words += _list_people(at)
    except Exception:  # of any kind: a damaged file, a broken package
        pass
    else:
        journal = at.services.read_journal()
    clean = Cleaner(words)
    states = "".join(f"{unit}: {at.services.read_state(unit)}\n" for unit in (TABLE, SCREEN))
    with new_file(to) as file, tarfile.open(file, "w:gz") as tar:
        about = [f"version   {version} (here: {', '.join(at.versions)})", *describe_machine()]
        about.append(
            f"free      {at.free(at.home) // 1_000_000} MB for programs, {at.free(at.data) // 1_000_000} MB for games"
        )
        add_file(tar, "report/about.txt", "".join(f"{line}\n" for line in about).encode())
        add_file(tar, "report/services.txt", states.encode())
        add_file(tar, "report/doctor.txt", clean(doctor).encode())
        add_file(tar, "report/settings.json", _read_public_settings(at).encode())
        add_file(tar, "report/journal.txt", clean(journal).encode())
    return f"{to}: versions, services, doctor, settings and journal, without names, keys, tickets and passwords."


def describe_machine() -> Iterable[str]:
    """List system, Python, model and memory of this machine."""
    system, model = _search_file("/etc/os-release", SYSTEM), _search_file("/proc/device-tree/model", MODEL)
    yield f"system    {system}, {platform.release()}, {platform.machine()}"
    yield f"python    {platform.python_version()}"
    yield f"model     {model}"
    yield f"memory    {_search_file('/proc/meminfo', MEMORY)}"


def _search_file(file: str, pattern: str) -> str:
    """Return a match in a file of the system, or `unknown`."""
    try:
        found = re.search(pattern, Path(file).read_text(errors="replace"))
    except OSError:
        found = None
    return found[1] if found else "unknown"


def _read_public_settings(at: Place) -> str:
    """Return the settings that are a choice or a number, as JSON; typed text is private."""
    try:
        stored = json.loads((at.data / SETTINGS / "settings.json").read_bytes())
        return json.dumps(
            {name: value for name, value in stored.items() if name != "host_address" and _is_plain(value)}
        )
    except (OSError, ValueError, AttributeError) as problem:
        return json.dumps({"unreadable": type(problem).__name__})


def _is_plain(value: object) -> bool:
    return isinstance(value, bool | int | float) or value in (*languages(), "ask", "always", "never", None)


def _list_machine_names(at: Place) -> Iterable[str]:
    """List the owner's name for this machine, and the running table's key."""
    for file, field in ((at.data / SETTINGS / "settings.json", "host_address"), (find_run_file(at.data), "key")):
        try:
            value = json.loads(file.read_bytes())[field]
        except (OSError, ValueError, KeyError, TypeError):
            continue
        if isinstance(value, str):
            yield value


def _list_people(at: Place) -> Iterable[str]:
    """List every stored name; read from a copy, as a table may be writing."""
    if not (at.data / DATABASE).exists():
        return ()
    from app.storage import database, database_copies
    from app.table.features.person_rename_and_removal import list_all_names

    with tempfile.TemporaryDirectory() as folder:
        copied = Path(folder, DATABASE)
        database_copies.copy(at.data / DATABASE, copied)
        with closing(database.Store(copied)) as store:
            return list_all_names(store)
