"""Tests of the sounds that events play, on a fake device and once on a real one that writes to a file."""

import io
import os
import re
import subprocess
import sys
import threading
import wave
from array import array
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest
from kivy.clock import Clock

from app.protocol.base_messages import Refusal
from app.protocol.play_messages import Cue, Ritual
from app.protocol.settings_messages import Settings
from app.screen.device import sound_mixer
from app.screen.device.sound_cues import (
    AMBIENCE,
    CUES,
    EVENT_SOUNDS,
    MOTIF,
    NAMES,
    NOTE_SECONDS,
    REMINDER_SECONDS,
    NoSound,
)
from app.screen.events import on_message
from app.screen.process import window
from app.screen.process.start import connect
from docs import sounds
from engine.architects import actions
from engine.duel import actions as duel
from engine.seven_wonders import actions as seven_wonders
from engine.tally import actions as tally
from tests.app.screen import duels, scenes, sevens, stage
from tests.app.screen.ears import Ears

SOUNDS = {path.stem: path.read_bytes() for path in (stage.ROOT / "data/sounds").glob("*.wav")}

CARD_TAKEN = {"type": "card-taken", "seat": 1, "stack": "1", "card": "red-2", "by": "take"}
MARKERS = {"type": "markers-turned", "seat": 1, "count": 2, "flipped": 2, "tokens": 4}
FIGHT = {"type": "conflict-fought", "shields": [1, 2], "won": [0, 2], "discarded": [[], []]}
CAT = {"type": "cat-moved", "seat": 2, "before": None}
BUILT = {"type": "stage-built", "seat": 1, "wonder": "giza", "stage": 1, "points": 4, "paid": ["wood"]}
CARD = {"type": "card-built", "seat": 1, "card": "altar", "coins": 0, "left": 0, "right": 0, "bank": 0, "chain": False}
SOLD = {"type": "card-sold", "seat": 2, "coins": 3, "leader": False}
WONDER = {"type": "wonder-built", "seat": 1, "wonder": "colossus", "card": "altar", "paid": 3, "traded": 0}
PAWN = {"type": "pawn-moved", "seat": 1, "spaces": 2, "pawn": 2}
TOKEN = {"type": "token-taken", "seat": 1, "token": "culture", "hidden": False, "spent": []}
MEDAL = {"type": "medal-taken", "seat": 2, "medal": "three-red", "gap": "1"}
UNDONE = {"type": "undone", "seat": 1, "of": 1, "action": "take left", "more": 0}
TURN = {"type": "turn-began", "seat": 2, "turn": 2}
ENDED = {"type": "game-ended", "winners": [1], "reason": "wonder"}


@pytest.mark.parametrize(
    ("events", "heard"),
    [
        pytest.param([CARD_TAKEN], ["take"], id="a card"),
        pytest.param([CARD_TAKEN, MARKERS], ["marker", "marker"], id="a card with two horns"),
        pytest.param([CARD_TAKEN, CAT], ["cat"], id="the cat"),
        pytest.param([CARD_TAKEN, BUILT], ["motif-giza 1"], id="a stage"),
        pytest.param([CARD_TAKEN, BUILT, TOKEN], ["motif-giza 1"], id="a stage before a progress token"),
        pytest.param([CARD_TAKEN, TOKEN], ["token"], id="a progress token"),
        pytest.param([CARD, SOLD], ["card"], id="a card in a city, and another sold"),
        pytest.param([SOLD, {"type": "hands-passed", "to": "left"}], ["coin"], id="coins"),
        pytest.param([CARD, {"type": "coins-gained", "seat": 1, "coins": 2, "by": "x"}], ["card"], id="its coins"),
        pytest.param([{"type": "coins-gained", "seat": 1, "coins": 2, "by": "x"}], ["coin"], id="coins alone"),
        pytest.param([PAWN, {"type": "military-token", "seat": 2, "coins": 2}], ["shield"], id="a military token"),
        pytest.param([WONDER, PAWN], ["motif-colossus"], id="a wonder of Duel, whole"),
        pytest.param([CARD_TAKEN, MEDAL], ["medal"], id="a medal"),
        pytest.param([CARD_TAKEN, MARKERS, FIGHT, MEDAL], ["conflict"], id="a conflict"),
        pytest.param(
            [CARD_TAKEN, BUILT, ENDED], ["motif-giza 1"], id="the end, which is heard with what is shown of it"
        ),
        pytest.param([UNDONE], ["undo"], id="an undo"),
        pytest.param([TURN], [], id="what is no news"),
        pytest.param([{"type": "pawn-moved", "count": "many"}], [], id="something else"),
    ],
)
def test_simultaneous_events_play_the_most_important_sound(events, heard):
    assert Ears().see(*events) == heard


def test_repeated_and_undone_lines_are_silent():
    ears = Ears()
    assert ears.see(CARD_TAKEN) == ["take"]
    ears.number -= 1
    assert ears.see(CARD_TAKEN, undone=True) == []
    assert ears.see(BUILT, undone=True) == []


# ---- motifs ------------------------------------------------------------------------------------------------


def stage_of(seat, stage, **wonder):
    return {"type": "stage-built", "seat": seat, "stage": stage} | wonder


def test_motif_grows_by_one_note_per_built_stage_in_any_order():
    ears = Ears()
    heard = [ears.see(stage_of(1, stage, wonder="ephesus")) for stage in (1, 4, 2, 3, 5)]
    assert heard == [[f"motif-ephesus {n}"] for n in (1, 2, 3, 4, 5)]
    assert ears.see(stage_of(2, 2, wonder="rome")) == ["motif-rome 1"], "another seat's begins at its start"


def test_undone_stage_adds_no_note():
    ears = Ears()
    ears.see(BUILT)
    ears.number -= 1
    ears.see(BUILT, undone=True)
    assert ears.see(BUILT | {"stage": 2}) == ["motif-giza 1"]


def test_stage_event_without_wonder_plays_the_seats_motif_or_the_build_sound():
    ears = Ears()
    seats = stage.table(2).seats
    named = tuple(msgspec.structs.replace(seat, wonder="gizah-night") for seat in seats)
    unnamed = tuple(msgspec.structs.replace(seat, wonder=None) for seat in seats)
    assert ears.see(stage_of(1, 1), seats=named) == ["motif-gizah-night 1"]
    assert ears.see(stage_of(2, 1), seats=unnamed) == ["build"]


def test_every_wonder_of_every_game_has_a_motif_with_a_note_for_each_stage():
    stages = {name: len(wonder.stages) for name, wonder in stage.BOX.wonders.items()}
    stages |= dict.fromkeys(duels.DUEL.data().wonders, 4)  # a wonder of Duel is built at once
    stages |= {name: len(board.stages) for name, board in sevens.GAME.data().boards.items()}
    assert {MOTIF + name for name in stages} == {name for name in SOUNDS if name.startswith(MOTIF)}
    assert {name: len(notes.split()) for melodies, _ in sounds.MOTIFS for name, notes in melodies.items()} == stages


def test_motif_is_cut_before_the_next_note_and_the_last_note_rings():
    name = MOTIF + "giza"
    whole, frames = samples(SOUNDS[name]), round(NOTE_SECONDS * 22_050)
    for notes in (1, 2, 3, 4):
        cut = samples(sound_mixer.first_notes(SOUNDS[name], notes))
        assert cut == whole[: notes * frames]
    assert samples(sound_mixer.first_notes(SOUNDS[name], 5)) == whole
    assert samples(sound_mixer.first_notes(SOUNDS[name], 9)) == whole


def samples(wav):
    with wave.open(io.BytesIO(wav)) as file:
        return array("h", file.readframes(file.getnframes()))


def test_the_first_snapshot_is_silent_also_after_a_reconnection():
    ears = Ears()
    on_message.on_disconnect(ears.room.control)
    on_message.on_message(ears.room.control, stage.HELLO)
    assert ears.see(CARD_TAKEN, FIGHT) == []
    assert ears.see(CARD_TAKEN) == ["take"]


def test_resumed_game_plays_no_past_sounds():
    ears = Ears()
    assert ears.see(CARD_TAKEN, MARKERS, FIGHT, game_id=9) == []


def test_the_horn_sounds_as_often_as_it_was_blown():
    ears = Ears()
    on_message.on_message(ears.room.control, Cue(what="horn", seat=2, n=2))
    assert ears.take_sounds() == ["horn", "horn"]
    on_message.on_message(ears.room.control, Cue(what="moved", seat=2))
    assert ears.take_sounds() == []


def test_waiting_markers_sound_one_by_one_and_then_the_conflict():
    ears = Ears()
    waits = Ritual(seat=1, open=(3, 4), flipped=4, tokens=4)
    assert ears.see(CARD_TAKEN, MARKERS, FIGHT, ritual=waits, fought=3) == ["take"]
    on_message.on_message(ears.room.control, Cue(what="marker", seat=1, markers=(3,)))
    assert ears.take_sounds() == ["marker"]
    assert ears.see(ritual=msgspec.structs.replace(waits, open=(4,)), fought=3) == []
    assert ears.see(fought=3) == ["shield"], "its shields meet"
    assert ears.see() == ["conflict"]
    assert ears.see() == []


def test_markers_sound_instead_of_shields_that_meet_at_once():
    ears = Ears()
    assert ears.see(CARD_TAKEN, MARKERS, FIGHT, fought=3) == ["marker", "marker"]
    assert ears.see() == ["conflict"]


def test_conflict_undone_before_its_markers_turn_is_silent():
    ears = Ears()
    waits = Ritual(seat=1, open=(4,), flipped=4, tokens=4)
    ears.see(FIGHT, ritual=waits, fought=1)
    assert ears.see(UNDONE) == ["undo"]
    assert ears.see() == []
    ears.see(FIGHT, ritual=waits, fought=3)
    on_message.on_message(ears.room.control, stage.HELLO)
    assert ears.see() == []


def test_refusal_plays_a_sound_and_a_confirmation_does_not():
    ears = Ears()
    for rule in ("stale", "sure"):
        on_message.on_message(ears.room.control, Refusal(id="x", rule=rule, facts={}, text="No.", seat=1))
    assert ears.take_sounds() == ["refused"]


# ---- whose turn it is --------------------------------------------------------------------------------------


def ask_seat(ears, number):
    ears.question = stage.question(1, "take left", number=number)


def test_turn_reminder_plays_once_after_ten_silent_seconds():
    ears = Ears()
    ask_seat(ears, 60)
    ears.see(CARD_TAKEN)
    assert ears.wait_seconds(REMINDER_SECONDS - 0.1) == []
    assert ears.wait_seconds(0.2) == ["your-turn"]
    assert ears.wait_seconds(60) == []
    assert ears.see() == []
    assert ears.wait_seconds(60) == []


def test_every_sound_restarts_the_silence_timer():
    ears = Ears()
    ask_seat(ears, 60)
    ears.see()
    assert ears.wait_seconds(9) == []
    ears.sound.play_tick()
    assert ears.take_sounds() == ["tick"]
    assert ears.wait_seconds(9) == []
    assert ears.wait_seconds(1.1) == ["your-turn"]


def test_answered_and_initially_open_questions_play_no_reminder():
    ears = Ears()
    assert ears.wait_seconds(20) == []  # it was open when the screen started
    ask_seat(ears, 60)
    ears.see()
    ears.question = ()
    ears.see()
    assert ears.wait_seconds(20) == []


# ---- how loud ----------------------------------------------------------------------------------------------


def test_volume_ten_is_full_and_five_is_softer():
    ears = Ears(volume=10)
    ears.see(CARD_TAKEN)
    assert ears.device.loud == 1.0
    ears.change(volume=5)
    assert 0.2 < ears.device.loud < 0.5


def test_a_changed_volume_applies_at_once():
    ears = Ears()
    assert ears.change(volume=8) == ["token"]
    assert ears.change(volume=0) == []
    ears.change(night=True)
    assert ears.change(volume=3) == ["horn"]


@pytest.mark.parametrize("settings", [{"mute": True}, {"volume": 0}])
def test_muted_table_is_silent(settings):
    ears = Ears(**settings)
    assert ears.see(CARD_TAKEN, MARKERS) == []
    on_message.on_message(ears.room.control, Cue(what="horn", n=1))
    assert ears.take_sounds() == []
    assert not ears.sound.play("horn")


def test_muting_stops_playing_sounds():
    ears = Ears()
    ears.see(FIGHT)
    ears.change(mute=True)
    assert ears.device.hushed == 1


def test_the_menu_button_shows_that_the_table_is_muted():
    ears = Ears()
    assert ears.room.control.model.menu_sign == "menu"
    ears.change(mute=True)
    assert ears.room.control.model.menu_sign == "mute"
    ears.change(mute=False, volume=0)
    assert ears.room.control.model.menu_sign == "mute"


def test_night_mode_plays_only_important_sounds():
    ears = Ears(night=True)
    assert ears.see(CARD_TAKEN) == []
    assert ears.see(CARD_TAKEN, MARKERS) == ["marker", "marker"]
    assert ears.see(FIGHT) == ["conflict"]
    ears.sound.play_tick()
    ears.sound.play_refused()
    assert ears.take_sounds() == []


# ---- the ambience ------------------------------------------------------------------------------------------


def test_ambience_is_off_until_it_is_switched_on():
    ears = Ears()
    ears.see(CARD_TAKEN)
    assert not Settings().ambience
    assert ears.device.ambience == 0.0
    ears.change(ambience=True)
    assert ears.device.ambience == pytest.approx(0.49), "as loud as the volume says"
    ears.change(ambience=False)
    assert ears.device.ambience == 0.0


@pytest.mark.parametrize("settings", [{"mute": True}, {"volume": 0}, {"night": True}], ids=str)
def test_mute_and_night_mode_stop_the_ambience(settings):
    ears = Ears(ambience=True)
    assert ears.device.ambience > 0
    ears.change(**settings)
    assert ears.device.ambience == 0.0
    ears.see(CARD_TAKEN)
    assert ears.device.ambience == 0.0


def test_ambience_plays_only_during_games():
    ears = Ears(ambience=True)
    ears.see(phase="over")
    assert ears.device.ambience == 0.0
    ears.see()
    assert ears.device.ambience > 0
    ears.see(phase="lobby")
    assert ears.device.ambience == 0.0


def test_ambience_without_a_device_has_no_effect():
    ears = Ears()
    ears.sound.close_device()
    ears.sound.problem = "ALSA: no such device"
    ears.change(ambience=True)
    assert ears.device.ambience == 0.0
    assert ears.sound.problem == "ALSA: no such device"


# ---- the device ----------------------------------------------------------------------------------------------


def test_missing_device_is_silent_and_its_reason_is_kept():
    room = stage.Room()
    assert not room.control.sound.play("horn")

    def fail_to_open():
        raise NoSound("ALSA: no such device")

    room.control.sound.open_device(fail_to_open)
    assert room.control.sound.problem == "ALSA: no such device"
    assert not room.control.sound.play("horn")
    room.control.sound.close_device()


def test_changed_volume_retries_a_failed_device():
    ears = Ears()
    ears.sound.close_device()
    ears.sound.problem = "ALSA: no such device"
    tried = []

    def retry():
        tried.append(1)
        ears.sound.open_device(lambda: ears.device)

    ears.sound.reopen = retry
    assert ears.see(CARD_TAKEN) == []
    assert not tried
    assert ears.change(volume=8) == ["token"]
    assert ears.sound.problem == ""
    assert ears.change(mute=True) == []
    assert tried == [1]


def test_a_changed_sound_card_is_opened_at_once():
    ears, opened = Ears(), []
    ears.sound.reopen = lambda: (opened.append(ears.settings.sound_card), ears.sound.open_device(lambda: ears.device))
    ears.change(bright=True)
    assert not opened
    ears.change(sound_card="vc4hdmi0")
    assert opened == ["vc4hdmi0"]
    assert ears.device.closed


def test_sound_card_is_set_in_the_environment_and_an_owners_value_is_kept(monkeypatch):
    monkeypatch.delenv(sound_mixer.DEVICE, raising=False)
    sound_mixer._select_card("vc4hdmi0")
    assert os.environ[sound_mixer.DEVICE] == "sysdefault:CARD=vc4hdmi0"
    sound_mixer._select_card("")
    assert sound_mixer.DEVICE not in os.environ
    monkeypatch.setenv(sound_mixer.DEVICE, "an owner's")
    sound_mixer._select_card("")
    assert os.environ[sound_mixer.DEVICE] == "an owner's"


def test_sound_files_match_the_played_sounds():
    motifs = {name for name in SOUNDS if name.startswith(MOTIF)}  # one for each wonder, see above
    assert SOUNDS.keys() == {*NAMES, AMBIENCE, *motifs}


def test_sounds_refer_to_existing_events():
    tags = {"undone", "choice-taken-back", "game-ended-early"}
    for module in (actions, duel, seven_wonders, tally):
        tags |= {kind.__struct_config__.tag for kind in vars(module).values() if hasattr(kind, "__struct_config__")}
    assert set(EVENT_SOUNDS) <= tags
    assert set(CUES.values()) <= set(NAMES)


class Slow:
    """A device whose constructor blocks until the event `opens` is set."""

    opens = threading.Event()
    given_back = False

    def __init__(self, *_):
        assert self.opens.wait(30)

    def close(self):
        Slow.given_back = True


class Soon:
    """A stand-in for Kivy's clock: `come` runs all scheduled calls."""

    def __init__(self):
        self.calls = []

    def schedule_once(self, call, _=0):
        self.calls.append(call)
        return SimpleNamespace(cancel=lambda: call in self.calls and self.calls.remove(call))

    schedule_once_free = schedule_once

    def create_trigger(self, call, seconds):
        return Clock.create_trigger(call, seconds)

    def come(self):
        calls, self.calls = self.calls, []
        for call in calls:
            call(0)


@pytest.fixture
def soon(monkeypatch):
    soon = Soon()
    monkeypatch.setattr(window, "Clock", soon)
    return soon


@pytest.fixture
def shows(tmp_path, monkeypatch, soon):
    """A screen that has seen the table and is about to open a slow sound device."""
    monkeypatch.setattr(window, "SOUND_WAIT_SECONDS", 30)
    monkeypatch.setattr(sound_mixer, "Mixer", Slow)
    monkeypatch.setattr(Slow, "opens", threading.Event())
    monkeypatch.setattr(Slow, "given_back", False)
    _, connection, mailbox = connect(tmp_path, stage.screens(), None)
    shows = window.Screen(scenes.play(4).control, connection, mailbox, kiosk=False)
    shows.build()
    shows._on_tick(0)
    return shows


def test_a_screen_that_ends_early_releases_its_sound_device(shows, soon):
    shows.on_stop()
    soon.come()
    assert shows._opening is None


def test_device_that_opens_during_shutdown_is_closed(shows, soon):
    soon.come()
    assert shows._opening.is_alive()
    shows.connection.close = Slow.opens.set  # the first step of a shutdown
    shows.on_stop()
    assert not shows._opening.is_alive()
    assert Slow.given_back


def run_mixer(code, **env):
    """Run code in another Python process whose SDL driver is set by `env`."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("SDL_AUDIO")}
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        cwd=stage.ROOT,
        env=clean | {"KIVY_NO_ARGS": "1", "KIVY_NO_CONSOLELOG": "1"} | env,
        timeout=60,
    )


PLAY = """
import sys, time
from app.screen.device.sound_mixer import Mixer
mixer = Mixer({"horn": open("data/sounds/horn.wav", "rb").read()})
assert mixer.play("horn", 1, 1.0) and not mixer.play("what", 1, 1.0)
deadline = time.monotonic() + 30
while mixer._sdl.Mix_Playing(-1):
    assert time.monotonic() < deadline
    time.sleep(0.02)
mixer.close()
"""


def test_kivy_wheel_contains_the_used_mixer_functions():
    """A failure means that Kivy packs SDL differently: docs/design/screen.md lists what depends on that."""
    asked = set(re.findall(r"sdl\.((?:SDL|Mix)_\w+)", Path(sound_mixer.__file__).read_text()))
    assert len(asked) > 8
    library = sound_mixer._load_sdl()
    assert [name for name in sorted(asked) if not hasattr(library, name)] == []


def test_a_device_plays_the_whole_horn_from_its_very_start(tmp_path):
    out = tmp_path / "out.raw"
    done = run_mixer(PLAY, SDL_AUDIODRIVER="disk", SDL_DISKAUDIOFILE=str(out))
    assert done.returncode == 0, done.stderr
    left = array("h", out.read_bytes())[::2]
    with wave.open(io.BytesIO(SOUNDS["horn"])) as file:
        horn = array("h", file.readframes(file.getnframes()))
    began = next(i for i, sample in enumerate(left) if abs(sample) > 50)
    begins = next(i for i, sample in enumerate(horn) if abs(sample) > 50)
    played = left[max(0, began - 2 * begins) :][::2]  # the device has twice as many frames a second
    whole = sum(abs(sample) for sample in horn)
    assert abs(sum(abs(sample) for sample in played[: len(horn)]) - whole) < whole / 20


MOTIF_AND_SEA = """
from pathlib import Path
from app.screen.device.sound_mixer import AMBIENCE_CHANNEL, Mixer
mixer = Mixer({path.stem: path.read_bytes() for path in Path("data/sounds").glob("*.wav")})
assert mixer.play("motif-giza 2", 1, 1.0) and mixer.play("motif-colossus", 1, 1.0)
assert mixer.play("horn", 1, 1.0) and not mixer.play("motif-atlantis 2", 1, 1.0)
playing = lambda: bool(mixer._sdl.Mix_Playing(AMBIENCE_CHANNEL))
assert not playing()
mixer.set_ambience(0.0)
assert not playing()
mixer.set_ambience(0.5)
assert playing()
mixer.set_ambience(0.5)
assert playing() and mixer._sdl.Mix_Volume(AMBIENCE_CHANNEL, -1) == 64
for _ in range(20):
    mixer.play("tick", 1, 1.0)  # it keeps its channel, no matter how many sounds play
assert playing()
mixer.hush()
assert not playing()
mixer.close()
"""


def test_a_device_plays_motifs_and_an_ambience_that_no_sound_replaces(tmp_path):
    done = run_mixer(MOTIF_AND_SEA, SDL_AUDIODRIVER="disk", SDL_DISKAUDIOFILE=str(tmp_path / "out.raw"))
    assert done.returncode == 0, done.stderr


def test_machine_without_sound_raises_no_sound_and_prints_no_error():
    done = run_mixer(
        "from app.screen.device.sound_mixer import Mixer, NoSound\n"
        "try:\n    Mixer({})\nexcept NoSound as no:\n    print(no)",
        SDL_AUDIODRIVER="alsa",
        ALSA_CONFIG_PATH="/dev/null",
    )
    assert done.stdout.strip()
    assert done.stderr == ""
