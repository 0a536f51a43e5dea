"""The sounds in data/ are those that docs/sounds.py makes, small and without a crack."""

import io
import wave
from array import array

import pytest

from docs import sounds

KEPT = {path.stem: path.read_bytes() for path in sounds.HERE.glob("*")}


def test_what_is_kept_is_what_the_script_makes():
    made = sounds.sounds()
    assert KEPT.keys() == made.keys()
    assert [name for name in made if KEPT[name] != made[name]] == []  # python -m docs.sounds


def test_all_of_them_are_small():
    assert sum(map(len, KEPT.values())) < 500_000


@pytest.mark.parametrize("name", sorted(KEPT))
def test_a_sound_is_mono_begins_at_once_and_ends_in_silence(name):
    with wave.open(io.BytesIO(KEPT[name])) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, 22_050)
        samples = array("h", file.readframes(file.getnframes()))
    loudest = max(map(abs, samples))
    assert 3_000 < loudest < 32_000
    assert samples[0] == samples[-1] == 0
    assert max(map(abs, samples[: sounds.RATE // 20])) > loudest / 25  # within 50 ms
    assert max(map(abs, samples[-20:])) < loudest / 10
