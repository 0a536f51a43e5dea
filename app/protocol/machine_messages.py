"""Messages about the table's machine: diagnosis, clock, power, updates, backups."""

from typing import Literal

import msgspec

from app.protocol.base_messages import Intent, Message


class AnswerCopy(Intent, frozen=True, tag="answer-copy"):
    """Answer whether the SD card is a copy of another table's (TableView.copied).

    `new`: it is, so this becomes a new table in the lobby, with an id of its own. It is in no club, phones sit down
    again, and games and settings stay. Otherwise it is the same table, in another computer.
    """

    new: bool


class Shutdown(Intent, frozen=True, tag="shutdown"):
    """Screen only: stop the program; nothing is lost. `power`: then the computer too, if the settings allow it."""

    sure: bool = False
    power: bool = False


class Diagnose(Intent, frozen=True, tag="diagnose"):
    """Screen only: diagnose the table's machine. Answered by one Diagnosis."""


UpkeepWork = Literal[
    "look",
    "update",
    "update-at-night",
    "update-from-stick",
    "back",
    "backup-to-stick",
    "restore-from-stick",
    "report-to-stick",
    "reset",
]
Carried = Literal["report", "backup", "restore"]  # files sent to a phone by URL; the last is uploaded by it


class DoUpkeep(Intent, frozen=True, tag="do-upkeep"):
    """On an installed table; the screen, or a phone if a PIN is set: run this maintenance work (Snapshot.upkeep).

    Work that restarts the table waits for the end of a running game, or (`update-at-night`) for a night.
    """

    work: UpkeepWork


class Carry(Intent, frozen=True, tag="carry"):
    """Under the same conditions: open the transfer of a file between table and phone (URL in Snapshot.upkeep)."""

    file: Carried


class EndUpkeep(Intent, frozen=True, tag="end-upkeep"):
    """Under the same conditions: cancel waiting work, or dismiss the last result."""


class SetClock(Intent, frozen=True, tag="set-clock"):
    """Set the clock of an installed table's machine forward by seconds, or back; only if no network sets it."""

    ahead: float


class Finding(msgspec.Struct, frozen=True):
    """A part of the machine and its diagnosis, in the reader's language."""

    part: str
    text: str
    fine: bool


class SoundCard(msgspec.Struct, frozen=True):
    """An output device, by its ALSA name."""

    id: str
    name: str


class Upkeep(msgspec.Struct, frozen=True):
    """The maintenance state of an installed table, for clients with access.

    `before`: the version to roll back to; `comes`: a newer version that was found, "" if none; `news`: the changes of
    that one, or of the current one. `work`: running, waiting or latest work; `came`: its result, `why` it failed,
    `said` in English, and its `facts`. `path`: the URL path where a phone downloads the file (`carried`) or uploads it,
    for a while.
    """

    version: str
    before: str = ""
    comes: str | None = None
    news: str = ""
    work: str = ""
    waits: Literal["", "game", "night"] = ""
    step: str = ""
    done: int | None = None  # per cent of the step
    left: int | None = None  # seconds of it
    came: Literal["", "done", "failed"] = ""
    why: str = ""
    said: str = ""
    facts: dict[str, str] = {}
    carried: str = ""
    path: str = ""
    found: tuple[Finding, ...] = ()
    cards: tuple[SoundCard, ...] = ()

    @property
    def is_busy(self) -> bool:
        """True if work is running or waiting."""
        return bool(self.work) and not self.came


class Diagnosis(Message, frozen=True, tag="diagnosis"):
    """The answer to a Diagnose."""

    id: str
    findings: tuple[Finding, ...]
