"""What is heard, and when. Every sound has its picture: what cannot be heard can always be seen.

Whatever comes at once is one sound, the most important: a card that brings a horn is the horn. The first that a screen
hears of a table is silent, and so is what has been taken back.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, Protocol

import msgspec

from app.protocol.messages import Cue, Line, Settings
from app.screen.device.mixer import NoSound

# By kind of event, in any game, the most important first.
EVENTS: Final[Mapping[str, str]] = {
    "game-ended": "end",
    "game-ended-early": "end",
    "sheet-closed": "end",
    "undone": "undo",
    "choice-taken-back": "undo",
    "conflict-fought": "conflict",
    "conflict-settled": "conflict",
    "age-began": "horn",
    "hand-dealt": "horn",
    "markers-turned": "marker",
    "marker-turned": "marker",
    "medal-taken": "medal",
    "pawn-moved": "drum",
    "token-taken": "token",
    "stage-built": "build",
    "wonder-built": "build",
    "cat-moved": "cat",
    "cat-put": "cat",
    "card-taken": "take",
    "card-built": "take",
    "card-discarded": "take",
    "card-sold": "take",
    "card-stolen": "take",
    "leader-recruited": "take",
    "card-rebuilt": "take",
    "leader-buried": "take",
    "hands-passed": "take",
    "leaders-passed": "take",
    "card-destroyed": "take",
    "card-revived": "take",
    "wonder-drafted": "take",
}
COUNTED: Final = frozenset({"markers-turned", "pawn-moved"})  # heard once for each marker, and for each space
CUES: Final[Mapping[str, str]] = {"horn": "horn", "marker": "marker"}
AT_NIGHT: Final = frozenset({"horn", "marker", "conflict"})  # all that the horn says
NAMES: Final = (*dict.fromkeys([*CUES.values(), *EVENTS.values()]), "turn", "your-turn", "refused", "tick")
LOUDEST: Final = 10
PATIENCE: Final = 10.0  # seconds of silence until whoever is asked is reminded


class _Happened(msgspec.Struct, frozen=True):
    """The few fields of an event that can be heard."""

    type: str
    count: int = 1
    spaces: int = 1


class Device(Protocol):
    """What plays: see app/screen/device/mixer.py."""

    def play(self, name: str, times: int, loud: float) -> bool: ...
    def hush(self) -> None: ...
    def close(self) -> None: ...


class Sound:
    """Silent until a device is open. No call waits or raises, but for `open`, which may take a while."""

    names = NAMES

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._device: Device | None = None
        self._settings = Settings()
        self._asked: frozenset[int] = frozenset()
        self._remind_at: float | None = None
        self._later: list[tuple[float, str, int]] = []  # when, what, how many times
        self.again: Callable[[], None] = lambda: None  # called to have a device opened that could not be
        self.problem = ""  # the driver's words; empty: it works, or has not been opened yet

    @property
    def silent(self) -> bool:
        """Whether the table is set to make no sound at all."""
        return self._settings.mute or not self._settings.volume

    def open(self, device: Callable[[], Device]) -> None:
        """Open a device and keep it open; `problem` says why there is none. Not for Kivy's thread."""
        if self._device is not None:
            return
        try:
            self._device, self.problem = device(), ""
        except NoSound as no:
            self.problem = str(no) or type(no).__name__

    def close(self) -> None:
        device, self._device = self._device, None
        if device:
            device.close()

    def play(self, name: str, times: int = 1) -> bool:
        """Let a sound be heard; whether it is: not while the settings say otherwise, or nothing can play."""
        if self._remind_at is not None:
            self._remind_at = self._clock() + PATIENCE
        now = self._settings
        if self._device is None or self.silent or (now.night and name not in AT_NIGHT):
            return False
        return self._device.play(name, max(times, 1), (now.volume / LOUDEST) ** 2)

    def later(self, name: str, after: float, times: int = 1) -> None:
        """Let a sound be heard so many seconds from now, as the thing lands that makes it."""
        self._later.append((self._clock() + after, name, times))

    # ---- what the controller tells -----------------------------------------------------------------------

    def set(self, settings: Settings, first: bool) -> None:
        """The table's settings; another volume is heard at once, except `first` thing."""
        before, self._settings = self._settings, settings
        if self._device and settings.mute and not before.mute:
            self._device.hush()
        if settings.sound_card != before.sound_card and not first:
            self.close()
            self.again()
        elif self.problem and settings != before and not first:
            self.again()
        if settings.volume != before.volume and not first:
            self.play("horn" if settings.night else "token")

    def read(self, lines: Iterable[Line], *, ritual: bool = False, ends: bool = False, after: float = 0.0) -> None:
        """What has just happened, perhaps nothing; it is seen `after` so many seconds, and heard then.

        While markers wait for a hand (`ritual`) they are silent, each has a cue of its own. An end shown in parts
        (`ends`) is heard with these.
        """
        happened: dict[str, int] = {}
        for line in lines:
            if not line.undone:
                it = _heard(line)
                happened[it.type] = happened.get(it.type, 0) + it.count * it.spaces
        if ritual:
            happened.pop("markers-turned", None)
        kind = next((kind for kind in EVENTS if kind in happened and not (ends and EVENTS[kind] == "end")), None)
        if kind:
            name, times = EVENTS[kind], happened[kind] if kind in COUNTED else 1
            if after:
                self.later(name, after, times)
            else:
                self.play(name, times)

    def cue(self, cue: Cue) -> None:
        if cue.what in CUES:
            self.play(CUES[cue.what], len(cue.markers) or cue.n)

    def refused(self) -> None:
        self.play("refused")

    def touched(self) -> None:
        self.play("tick")

    def ask(self, questions: frozenset[int], first: bool) -> None:
        """The open questions that people owe an answer to, by number: of a new one they are reminded, once."""
        fresh = questions - self._asked
        self._asked = questions
        if not questions or first:
            self._remind_at = None
        elif fresh:
            self._remind_at = self._clock() + PATIENCE

    def tick(self, now: float) -> float | None:
        """Let time pass; when it is wanted next."""
        due, self._later = [it for it in self._later if it[0] <= now], [it for it in self._later if it[0] > now]
        for _, name, times in due:
            self.play(name, times)
        if self._remind_at is not None and self._remind_at <= now:
            self._remind_at = None
            self.play("your-turn")
        return min((at for at in (self._remind_at, *(at for at, *_ in self._later)) if at is not None), default=None)


def _heard(line: Line) -> _Happened:
    try:
        return msgspec.json.decode(line.event, type=_Happened)
    except msgspec.ValidationError:  # `count` is something else there
        return _Happened(type="")
