"""The sound device, through the SDL mixer that comes with Kivy.

It stays open and plays silence, so that no start of a sound is lost. It is opened here and not by Kivy, whose buffer
alone is 93 ms (docs/design/screen.md).
"""

import ctypes
import io
import os
import wave
from collections.abc import Mapping
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any, Final

import kivy

from app.screen.device.sound_cues import AMBIENCE, NAMES, NOTE_SECONDS, NoSound

RATE: Final = 44_100  # frames a second
FRAMES: Final = 1024  # in a buffer: 23 ms
SIGNED_16: Final = 0x8010  # SDL's sample format
ANY_RATE, ANY_CHANNELS = 0x01, 0x04  # allowed differences of the device; sounds are converted when loaded
MAX_SOUNDS: Final = 8  # at the same time
FULL: Final = 128  # SDL's maximum volume
AUDIO: Final = 0x10  # SDL's audio subsystem
DEVICE: Final = "AUDIODEV"  # environment variable with the ALSA device that SDL opens
ALL_CHANNELS: Final = -1  # or the first free one
AMBIENCE_CHANNEL: Final = 0  # reserved
AMBIENCE_LOOPS: Final = 85  # ten minutes, then it waits for the next change at the table
FADE_MS: Final = 400

_Complaint = ctypes.CFUNCTYPE(None, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p)
_deaf = _Complaint(lambda *_: None)  # keeps the callback alive for ALSA


class Mixer:
    """An open device with loaded sounds (WAV). Opening may block, and raises NoSound if there is none."""

    def __init__(self, sounds: Mapping[str, bytes], card: str = "") -> None:
        """Open the device. `card`: its ALSA name; "": the system's default."""
        self._sdl = sdl = _load_sdl()
        _select_card(card)
        _hush_alsa()
        if sdl.Mix_OpenAudioDevice(RATE, SIGNED_16, 2, FRAMES, None, ANY_RATE | ANY_CHANNELS) != 0:
            said = self._error()
            sdl.SDL_QuitSubSystem(AUDIO)  # so that the next try probes every driver again
            raise NoSound(said)
        sdl.Mix_AllocateChannels(MAX_SOUNDS + 1)
        sdl.Mix_ReserveChannels(1)
        self._sounds = sounds
        self._chunks: dict[str, int | None] = {}
        if any(self._chunk(name) is None for name in NAMES if name in sounds):
            raise NoSound(self._error())

    def _chunk(self, name: str) -> int | None:
        """Return a converted sound, a motif when it is first played; None if there is none, or it cannot be read."""
        if name not in self._chunks:
            whole, _, notes = name.partition(" ")
            wav = self._sounds.get(whole, b"")
            wav = first_notes(wav, int(notes)) if wav and notes else wav
            self._chunks[name] = self._sdl.Mix_LoadWAV_RW(self._sdl.SDL_RWFromConstMem(wav, len(wav)), 1)
        return self._chunks[name]

    def _error(self) -> str:
        said: bytes = self._sdl.SDL_GetError()
        return said.decode(errors="replace")

    def play(self, name: str, times: int, loud: float) -> bool:
        """Start a sound, `times` in a row, mixed with others. `loud`, from 0 to 1, sets the volume of all."""
        self._sdl.Mix_Volume(ALL_CHANNELS, round(loud * FULL))
        chunk = self._chunk(name)
        return chunk is not None and self._sdl.Mix_PlayChannelTimed(ALL_CHANNELS, chunk, times - 1, -1) >= 0

    def set_ambience(self, loud: float) -> None:
        """Play the ambience, unless it plays; `loud` 0: fade it out."""
        if not loud:
            self._sdl.Mix_FadeOutChannel(AMBIENCE_CHANNEL, FADE_MS)
        elif not self._sdl.Mix_Playing(AMBIENCE_CHANNEL):
            self._sdl.Mix_Volume(AMBIENCE_CHANNEL, round(loud * FULL))
            self._sdl.Mix_PlayChannelTimed(AMBIENCE_CHANNEL, self._chunk(AMBIENCE), AMBIENCE_LOOPS - 1, -1)

    def hush(self) -> None:
        """Stop all sounds."""
        self._sdl.Mix_HaltChannel(ALL_CHANNELS)

    def close(self) -> None:
        """Release the device. The mixer cannot be used afterwards."""
        self._sdl.Mix_CloseAudio()


def first_notes(wav: bytes, notes: int) -> bytes:
    """Return the first notes of a motif as a WAV file; the last one keeps its whole length."""
    cut = io.BytesIO()
    with wave.open(io.BytesIO(wav)) as whole, wave.open(cut, "wb") as out:
        out.setparams(whole.getparams())
        note = round(NOTE_SECONDS * whole.getframerate())
        rest = whole.getnframes() - notes * note
        out.writeframes(whole.readframes(notes * note + (rest if rest < note else 0)))
    return cut.getvalue()


def _select_card(card: str) -> None:
    """Select the ALSA device that SDL opens: the card with the system's mixing for it."""
    if card:
        os.environ[DEVICE] = f"sysdefault:CARD={card}"
    elif os.environ.get(DEVICE, "").startswith("sysdefault:"):
        del os.environ[DEVICE]


def _load_sdl() -> Any:  # functions of C
    place = Path(kivy.__file__).parent / "core" / "audio"
    found = PathFinder.find_spec("audio_sdl2", [str(place)])
    if found is None or found.origin is None:
        raise NoSound("Kivy has no SDL2_mixer")
    try:
        sdl = ctypes.CDLL(found.origin)
        sdl.SDL_GetError.restype = ctypes.c_char_p
        sdl.SDL_RWFromConstMem.restype = sdl.Mix_LoadWAV_RW.restype = ctypes.c_void_p
        sdl.SDL_RWFromConstMem.argtypes = (ctypes.c_char_p, ctypes.c_int)
        sdl.Mix_LoadWAV_RW.argtypes = (ctypes.c_void_p, ctypes.c_int)
        sdl.Mix_OpenAudioDevice.argtypes = (
            *(ctypes.c_int, ctypes.c_uint16, ctypes.c_int, ctypes.c_int),
            *(ctypes.c_char_p, ctypes.c_int),
        )
        sdl.Mix_PlayChannelTimed.argtypes = (ctypes.c_int, ctypes.c_void_p, ctypes.c_int, ctypes.c_int)
    except (OSError, AttributeError) as error:
        raise NoSound(str(error)) from None
    return sdl


def _hush_alsa() -> None:
    """Silence ALSA's messages; a missing sound card is logged in one sentence of ours."""
    try:
        ctypes.CDLL("libasound.so.2").snd_lib_error_set_handler(_deaf)
    except (OSError, AttributeError):
        return
