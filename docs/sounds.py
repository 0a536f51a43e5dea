"""Makes every sound of the table out of sines and noise, the same each time: `.venv/bin/python -m docs.sounds`.

Nothing is sampled from anybody. A sound is a list of samples, 0 is silence; `finished` makes it as loud as it shall be.
"""

import io
import wave
from array import array
from collections.abc import Callable, Sequence
from math import exp, pi, sin
from pathlib import Path
from random import Random
from typing import Final

HERE: Final = Path(__file__).parents[1] / "data" / "sounds"
RATE: Final = 22_050  # samples a second
EDGE: Final = 0.004  # seconds in which a sound comes and goes, so that nothing cracks

Samples = list[float]
Curve = Callable[[float], float]  # over seconds


# ---- what sounds are made of -----------------------------------------------------------------------------


def silence(seconds: float) -> Samples:
    return [0.0] * round(seconds * RATE)


def mix(*voices: tuple[float, Samples]) -> Samples:
    """Mix voices, each with its start in seconds."""
    starts = [round(after * RATE) for after, _ in voices]
    mixed = [0.0] * max(start + len(voice) for start, (_, voice) in zip(starts, voices, strict=True))
    for start, (_, voice) in zip(starts, voices, strict=True):
        for i, sample in enumerate(voice, start):
            mixed[i] += sample
    return mixed


def noise(seconds: float, seed: int) -> Samples:
    rng = Random(seed)
    return [rng.uniform(-1, 1) for _ in range(round(seconds * RATE))]


def darker(samples: Samples, hertz: float) -> Samples:
    """What is above a pitch fades away."""
    keep, level = exp(-2 * pi * hertz / RATE), 0.0
    return [level := keep * level + (1 - keep) * sample for sample in samples]


def brighter(samples: Samples, hertz: float) -> Samples:
    """What is below a pitch fades away."""
    return [sample - low for sample, low in zip(samples, darker(samples, hertz), strict=True)]


def shaped(samples: Samples, loud: Curve) -> Samples:
    return [sample * loud(i / RATE) for i, sample in enumerate(samples)]


def struck(seconds: float, parts: Sequence[tuple[float, float, float]]) -> Samples:
    """Something hit: each part has a pitch in Hz, how loud it is, and the seconds in which it falls to a third."""
    return [
        sum(loud * sin(2 * pi * hertz * i / RATE) * exp(-i / RATE / falls) for hertz, loud, falls in parts)
        for i in range(round(seconds * RATE))
    ]


def blown(seconds: float, pitch: Curve, loud: Curve, bright: Curve, harmonics: int = 14) -> Samples:
    """A tube or a throat: a tone with its harmonics. `bright` from 0 to 1: how much of the high ones."""
    samples, turn = [], 0.0
    for i in range(round(seconds * RATE)):
        t = i / RATE
        turn += 2 * pi * pitch(t) / RATE
        fall = 0.42 + 0.5 * bright(t)  # each harmonic by so much softer than the one before
        level, sample = 1.0, 0.0
        for k in range(1, harmonics + 1):
            sample += level * sin(k * turn)
            level *= fall
        samples.append(sample * loud(t))
    return samples


# ---- things ----------------------------------------------------------------------------------------------


def blast(seconds: float, hertz: float, seed: int) -> Samples:
    """A blast on an animal's horn: lips that find the tone from below, breath in it, a sag at its end."""

    def pitch(t: float) -> float:
        found = 1 - 0.10 * exp(-t / 0.035)
        sags = 1 - 0.05 * max(0.0, t - seconds + 0.12) / 0.12
        trembles = 1 + 0.006 * sin(2 * pi * 5.2 * t) * min(1.0, t / 0.5)
        return hertz * found * sags * trembles

    def loud(t: float) -> float:
        return (1 - exp(-t / 0.025)) * min(1.0, (seconds - t) / 0.11) * (0.8 + 0.2 * min(1.0, t / 0.3))

    def bright(t: float) -> float:
        return 0.25 + 0.55 * loud(t)

    tone = blown(seconds, pitch, loud, bright)
    breath = darker(brighter(noise(seconds, seed), 500), 2600)
    return mix((0, tone), (0, shaped(breath, lambda t: 0.5 * loud(t) * (0.25 + exp(-t / 0.05)))))


def drum(seed: int) -> Samples:
    """A big skin: a low tone that falls, and the stick."""
    skin = blown(0.5, lambda t: 62 + 60 * exp(-t / 0.03), lambda t: exp(-t / 0.13), lambda t: 0.0, harmonics=3)
    stick = shaped(darker(noise(0.06, seed), 900), lambda t: 2.2 * exp(-t / 0.012))
    return mix((0, skin), (0, stick))


def stone(hertz: float, seed: int) -> Samples:
    hit = struck(0.16, [(hertz, 1, 0.016), (hertz * 1.63, 0.7, 0.011), (hertz * 2.41, 0.5, 0.008)])
    return mix((0, hit), (0, shaped(darker(noise(0.12, seed), 3200), lambda t: 1.1 * exp(-t / 0.014))))


def wood(hertz: float) -> Samples:
    return struck(0.2, [(hertz, 1, 0.035), (hertz * 2.72, 0.45, 0.012), (hertz * 5.1, 0.2, 0.005)])


def bell(hertz: float, seconds: float) -> Samples:
    falls = seconds / 3.2
    return struck(seconds, [(hertz, 1, falls), (hertz * 2.0, 0.35, falls * 0.6), (hertz * 2.76, 0.3, falls * 0.35)])


def knock(seed: int) -> Samples:
    """Dull: a hand on the table's edge."""
    hit = struck(0.16, [(118, 1, 0.03), (187, 0.6, 0.018)])
    return mix((0, hit), (0, shaped(darker(noise(0.08, seed), 420), lambda t: 2.5 * exp(-t / 0.014))))


def card(seed: int) -> Samples:
    """A card drawn over felt and laid down."""
    drawn = brighter(darker(noise(0.15, seed), 3400), 900)
    drawn = shaped(drawn, lambda t: (t / 0.15) ** 1.5)
    laid = shaped(darker(noise(0.09, seed + 1), 1900), lambda t: 2.0 * exp(-t / 0.013))
    return mix((0, drawn), (0.145, laid))


def card_turn(seed: int) -> Samples:
    """Synthesise a card that is turned over and falls flat."""
    swung = shaped(brighter(darker(noise(0.07, seed), 2600), 700), lambda t: 1 - t / 0.07)
    return mix((0, swung), (0.06, shaped(darker(noise(0.07, seed + 1), 1500), lambda t: 1.4 * exp(-t / 0.011))))


def mew() -> Samples:
    length = 0.46

    def pitch(t: float) -> float:
        return 430 + 330 * sin(pi * min(1.0, t / length) ** 0.75)

    def loud(t: float) -> float:
        return float(sin(pi * min(1.0, t / length) ** 0.8) ** 1.2)

    return blown(length, pitch, loud, lambda t: 0.75 * sin(pi * (t / length) ** 1.3), harmonics=8)


# ---- the table's sounds ------------------------------------------------------------------------------------


def sounds() -> dict[str, bytes]:
    """Every sound as a WAV file, by its name."""
    take = card(11)
    click = struck(0.03, [(2600, 0.5, 0.004), (1100, 0.5, 0.006)])
    made = {
        "horn": (0.85, blast(1.05, 196.0, 1)),
        "marker": (0.80, mix((0, click), (0.02, blast(0.44, 196.0, 2)), (0.46, silence(0.09)))),
        "conflict": (
            0.90,
            mix(
                (0, blast(0.75, 196.0, 3)), (0.7, blast(1.25, 294.0, 4)),
                *((after, drum(5 + i)) for i, after in enumerate((0, 0.35, 0.7, 1.05, 1.23, 1.4, 1.75))),
            ),
        ),
        "drum": (0.60, drum(41)),
        "take": (0.32, take),
        "turn": (0.22, card_turn(51)),
        "undo": (0.32, take[::-1]),
        "build": (0.50, mix((0, stone(820, 21)), (0.15, stone(690, 22)))),
        "token": (0.42, bell(1175, 0.8)),
        "medal": (0.46, mix((0, bell(880, 0.6)), (0.13, bell(1319, 0.9)))),
        "cat": (0.34, mew()),
        "your-turn": (0.46, mix((0, wood(620)), (0.16, wood(780)))),
        "refused": (0.55, mix((0, knock(31)), (0.15, knock(32)))),
        "end": (0.55, mix((0, bell(523, 0.7)), (0.22, bell(659, 0.7)), (0.44, bell(784, 1.5)))),
        "tick": (0.16, struck(0.03, [(1900, 1, 0.004), (3100, 0.4, 0.002)])),
    }  # fmt: skip
    return {name: finished(samples, peak) for name, (peak, samples) in made.items()}


def finished(samples: Samples, peak: float) -> bytes:
    """A mono WAV file of 16 bits, whose loudest sample is `peak` of what is possible."""
    edge = round(EDGE * RATE)
    last = len(samples) - 1
    eased = [sample * min(1.0, i / 8, (last - i) / edge) for i, sample in enumerate(samples)]
    most = max(map(abs, eased))
    words = array("h", (round(32767 * peak * sample / most) for sample in eased))
    if array("H", [1]).tobytes() != b"\1\0":
        words.byteswap()  # a WAV file has the lower byte first
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes(words.tobytes())
    return file.getvalue()


if __name__ == "__main__":
    HERE.mkdir(exist_ok=True)
    for name, wav in sounds().items():
        (HERE / f"{name}.wav").write_bytes(wav)
