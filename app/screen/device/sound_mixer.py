"""The sound device, through the SDL mixer that comes with Kivy.

It stays open and plays silence, so that no start of a sound is lost. It is opened here and not by Kivy, whose buffer
alone is 93 ms (docs/design/screen.md).
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
SIGNED_16: Final = 0x8010  # SDL's sample format
ANY_RATE, ANY_CHANNELS = 0x01, 0x04  # allowed differences of the device; sounds are converted when loaded
MAX_SOUNDS: Final = 8  # at the same time
FULL: Final = 128  # SDL's maximum volume
AUDIO: Final = 0x10  # SDL's audio subsystem
DEVICE: Final = "AUDIODEV"  # environment variable with the ALSA device that SDL opens
ALL_CHANNELS: Final = -1  # or the first free one

_Complaint = ctypes.CFUNCTYPE(None, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p)
_deaf = _Complaint(lambda *_: None)  # keeps the callback alive for ALSA


class NoSound(Exception):
    """No sound device; the message is the driver's."""


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
        sdl.Mix_AllocateChannels(MAX_SOUNDS)
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
        """Start a sound, `times` in a row, mixed with others. `loud`, from 0 to 1, sets the volume of all."""
        self._sdl.Mix_Volume(ALL_CHANNELS, round(loud * FULL))
        chunk = self._chunks.get(name)
        return chunk is not None and self._sdl.Mix_PlayChannelTimed(ALL_CHANNELS, chunk, times - 1, -1) >= 0

    def hush(self) -> None:
        """Stop all sounds."""
        self._sdl.Mix_HaltChannel(ALL_CHANNELS)

    def close(self) -> None:
        """Release the device. The mixer cannot be used afterwards."""
        self._sdl.Mix_CloseAudio()


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
