"""The sound device, by the mixer that comes with Kivy.

It stays open and plays silence, so that nothing swallows the start of a sound. It is opened here and not by Kivy, whose
buffer alone is 93 ms (docs/design/screen.md).
"""

import ctypes
import os
from collections.abc import Mapping
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any, Final

import kivy

RATE: Final = 44_100  # frames a second
FRAMES: Final = 1024  # in a buffer: 23 ms
SIGNED_16: Final = 0x8010  # as SDL names it
ANY_RATE, ANY_CHANNELS = 0x01, 0x04  # what the device may have otherwise; sounds are converted when they are loaded
AT_ONCE: Final = 8  # sounds
FULL: Final = 128  # of a volume
AUDIO: Final = 0x10  # of the parts of SDL
DEVICE: Final = "AUDIODEV"  # what of ALSA is opened, in the environment: SDL reads it
EVERY: Final = -1  # channel; or the first that is free

_Complaint = ctypes.CFUNCTYPE(None, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p)
_deaf = _Complaint(lambda *_: None)  # kept as long as ALSA may call it


class NoSound(Exception):
    """Nothing can be played here: the driver's words."""


class Mixer:
    """An open device with the sounds (WAV files) it can play. NoSound if there is none; opening may take a while."""

    def __init__(self, sounds: Mapping[str, bytes], card: str = "") -> None:
        """`card`: the name by which ALSA has one; empty: the one that the system chooses."""
        self._sdl = sdl = _library()
        _choose(card)
        _hush_alsa()
        if sdl.Mix_OpenAudioDevice(RATE, SIGNED_16, 2, FRAMES, None, ANY_RATE | ANY_CHANNELS) != 0:
            said = self._error()
            sdl.SDL_QuitSubSystem(AUDIO)  # so that the next one looks at every driver again
            raise NoSound(said)
        sdl.Mix_AllocateChannels(AT_ONCE)
        self._chunks = {name: self._load(wav) for name, wav in sounds.items()}

    def _load(self, wav: bytes) -> int:
        chunk: int | None = self._sdl.Mix_LoadWAV_RW(self._sdl.SDL_RWFromConstMem(wav, len(wav)), 1)
        if not chunk:
            raise NoSound(self._error())
        return chunk

    def _error(self) -> str:
        said: bytes = self._sdl.SDL_GetError()
        return said.decode(errors="replace")

    def play(self, name: str, times: int, loud: float) -> bool:
        """Begin a sound, `times` in a row, beside what plays already. `loud` from 0 to 1 is everything's."""
        self._sdl.Mix_Volume(EVERY, round(loud * FULL))
        chunk = self._chunks.get(name)
        return chunk is not None and self._sdl.Mix_PlayChannelTimed(EVERY, chunk, times - 1, -1) >= 0

    def hush(self) -> None:
        """End what plays."""
        self._sdl.Mix_HaltChannel(EVERY)

    def close(self) -> None:
        """Give the device back. Nothing may be asked of it afterwards."""
        self._sdl.Mix_CloseAudio()


def _choose(card: str) -> None:
    """What SDL's way to ALSA opens: the card with the mixing that the system has for it."""
    if card:
        os.environ[DEVICE] = f"sysdefault:CARD={card}"
    elif os.environ.get(DEVICE, "").startswith("sysdefault:"):
        del os.environ[DEVICE]


def _library() -> Any:  # functions of C
    """SDL and its mixer, as Kivy's own part that uses both has them."""
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
    """A machine without a sound card is said in one sentence of ours, not in nine of ALSA's."""
    try:
        ctypes.CDLL("libasound.so.2").snd_lib_error_set_handler(_deaf)
    except (OSError, AttributeError):
        return
