"""Sound effects: which sound plays for which event, and when. Every sound accompanies something visible.

Of several events at once only the most important one sounds. The first snapshot is silent, and so are undone lines.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Protocol

import msgspec

from app.protocol.log_messages import Line
from app.protocol.play_messages import Cue
from app.protocol.seat_messages import SeatInfo
from app.protocol.settings_messages import Settings

# By event tag of any game, the most important first.
EVENT_SOUNDS: Final[Mapping[str, str]] = {
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
    "stage-built": "build",
    "wonder-built": "build",
    "medal-taken": "medal",
    "military-token": "shield",
    "pawn-moved": "drum",
    "token-taken": "token",
    "cat-moved": "cat",
    "cat-put": "cat",
    "card-built": "card",
    "card-rebuilt": "card",
    "card-revived": "card",
    "leader-recruited": "card",
    "card-discarded": "coin",
    "card-sold": "coin",
    "card-taken": "take",
    "card-stolen": "take",
    "leader-buried": "take",
    "hands-passed": "take",
    "leaders-passed": "take",
    "card-destroyed": "take",
    "wonder-drafted": "take",
    "coins-gained": "coin",
    "coins-lost": "coin",
}
REPEATED_EVENTS: Final = frozenset({"markers-turned", "pawn-moved"})  # played once for each marker or space
CUES: Final[Mapping[str, str]] = {"horn": "horn", "marker": "marker"}
AT_NIGHT: Final = frozenset({"horn", "marker", "conflict"})  # sounds of the horn, the only ones at night
OTHER_SOUNDS: Final = ("crown", "turn", "your-turn", "refused", "tick")
NAMES: Final = (*dict.fromkeys([*CUES.values(), *EVENT_SOUNDS.values()]), *OTHER_SOUNDS)
MOTIF: Final = "motif-"  # prefix of a wonder's motif, equally long notes; `motif-giza 2`: its first two
NOTE_SECONDS: Final = 0.26  # of a motif; only its last note is longer, by less than another
AMBIENCE: Final = "ambience"
LOUDEST: Final = 10
REMINDER_SECONDS: Final = 10.0  # of silence before the seat to act is reminded


class _SoundEvent(msgspec.Struct, frozen=True):
    """The fields of an event that matter for sounds."""

    type: str
    count: int = 1
    spaces: int = 1
    seat: int | None = None
    wonder: str | None = None
    stage: int | None = None  # None: a wonder that is built at once


class NoSound(Exception):
    """No sound device; the message is the driver's."""


class Device(Protocol):
    """An open sound device: see app/screen/device/sound_mixer.py."""

    def play(self, name: str, times: int, loud: float) -> bool: ...
    def set_ambience(self, loud: float) -> None: ...
    def hush(self) -> None: ...
    def close(self) -> None: ...


class Sound:
    """The sound player, silent until a device is open. No call raises; only `open_device` may block."""

    names = NAMES

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._device: Device | None = None
        self._settings = Settings()
        self._asked: frozenset[int] = frozenset()
        self._remind_at: float | None = None
        self._later: list[tuple[float, str, int]] = []  # time, name, repetitions
        self.reopen: Callable[[], None] = lambda: None  # called to retry opening a device
        self.problem = ""  # the driver's message; "": works, or not opened yet

    @property
    def is_silent(self) -> bool:
        """True if the table is muted or its volume is 0."""
        return self._settings.mute or not self._settings.volume

    @property
    def _loud(self) -> float:
        return (self._settings.volume / LOUDEST) ** 2

    def open_device(self, device: Callable[[], Device]) -> None:
        """Open a device and keep it open; `problem` gives the reason if there is none. Not on Kivy's thread."""
        if self._device is not None:
            return
        try:
            self._device, self.problem = device(), ""
        except NoSound as no:
            self.problem = str(no) or type(no).__name__

    def close_device(self) -> None:
        device, self._device = self._device, None
        if device:
            device.close()

    def play(self, name: str, times: int = 1) -> bool:
        """Play a sound. Return False if it is suppressed by the settings, or no device is open."""
        if self._remind_at is not None:
            self._remind_at = self._clock() + REMINDER_SECONDS
        now = self._settings
        if self._device is None or self.is_silent or (now.night and name not in AT_NIGHT):
            return False
        return self._device.play(name, max(times, 1), self._loud)

    def play_later(self, name: str, after: float, times: int = 1) -> None:
        """Schedule a sound, for the moment when an animated thing lands."""
        self._later.append((self._clock() + after, name, times))

    def apply_settings(self, settings: Settings, first: bool, in_game: bool) -> None:
        """Apply the table's settings; a changed volume is demonstrated, except at the `first` time.

        The ambience accompanies games only (`in_game`), so that no empty room is filled with it.
        """
        before, self._settings = self._settings, settings
        if self._device and settings.mute and not before.mute:
            self._device.hush()
        if settings.sound_card != before.sound_card and not first:
            self.close_device()
            self.reopen()
        elif self.problem and settings != before and not first:
            self.reopen()
        if settings.volume != before.volume and not first:
            self.play("horn" if settings.night else "token")
        if self._device:
            plays = settings.ambience and in_game and not self.is_silent and not settings.night
            self._device.set_ambience(self._loud if plays else 0.0)

    def play_for_lines(
        self,
        lines: Iterable[Line],
        *,
        ritual: bool = False,
        ends: bool = False,
        after: float = 0.0,
        log: Iterable[Line] = (),
        seats: Sequence[SeatInfo] = (),
    ) -> None:
        """Play the sound of these log lines, delayed by `after` seconds to match what is shown.

        `ritual`: markers wait for a hand and are silent, as each has a cue of its own. `ends`: the end sequence plays
        the end's sound. `log`, `seats`: the whole log and the seats, by which a stage plays its wonder's motif.
        """
        happened: dict[str, int] = {}
        built = _SoundEvent("")
        for line in lines:
            if not line.undone:
                event = _parse_event(line)
                happened[event.type] = happened.get(event.type, 0) + event.count * event.spaces
                built = event if EVENT_SOUNDS.get(event.type) == "build" else built
        if ritual:
            happened.pop("markers-turned", None)
        kinds = (kind for kind, sound in EVENT_SOUNDS.items() if kind in happened and not (ends and sound == "end"))
        kind = next(kinds, None)
        if kind:
            name, times = EVENT_SOUNDS[kind], happened[kind] if kind in REPEATED_EVENTS else 1
            if name == "build":
                name = _find_motif(built, log, seats) or name
            if after:
                self.play_later(name, after, times)
            else:
                self.play(name, times)

    def play_cue(self, cue: Cue) -> None:
        if cue.what in CUES:
            self.play(CUES[cue.what], len(cue.markers) or cue.n)

    def play_refused(self) -> None:
        self.play("refused")

    def play_tick(self) -> None:
        self.play("tick")

    def set_questions(self, questions: frozenset[int], first: bool) -> None:
        """Set the open questions, by number, of people at the screen. A new one schedules one reminder."""
        fresh = questions - self._asked
        self._asked = questions
        if not questions or first:
            self._remind_at = None
        elif fresh:
            self._remind_at = self._clock() + REMINDER_SECONDS

    def tick(self, now: float) -> float | None:
        """Play scheduled sounds. Return when to call again, or None."""
        due, self._later = (
            [each for each in self._later if each[0] <= now],
            [each for each in self._later if each[0] > now],
        )
        for _, name, times in due:
            self.play(name, times)
        if self._remind_at is not None and self._remind_at <= now:
            self._remind_at = None
            self.play("your-turn")
        return min((at for at in (self._remind_at, *(at for at, *_ in self._later)) if at is not None), default=None)


def _parse_event(line: Line) -> _SoundEvent:
    try:
        return msgspec.json.decode(line.event, type=_SoundEvent)
    except msgspec.ValidationError:  # an event with another meaning of `count`
        return _SoundEvent(type="")


def _find_motif(built: _SoundEvent, log: Iterable[Line], seats: Sequence[SeatInfo]) -> str:
    """Return the motif of a wonder with one note for each stage it has, in any order; "" if the wonder is unknown."""
    wonder = built.wonder or next((seat.wonder for seat in seats if seat.seat == built.seat), None)
    if not wonder:
        return ""
    events = [_parse_event(line) for line in log if not line.undone]
    stages = sum(event.type == built.type and event.seat == built.seat for event in events)
    return f"{MOTIF}{wonder} {stages}" if built.stage else f"{MOTIF}{wonder}"
