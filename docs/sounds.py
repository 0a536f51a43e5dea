"""Makes every sound of the table out of sines and noise, the same each time: `.venv/bin/python -m docs.sounds`.

Nothing is sampled from anybody, and the motifs of the wonders are our own. A sound is a list of samples, 0 is silence;
`finished` removes what a small speaker cannot play and sets the loudness. `--levels` writes nothing and prints a table
of what is in data/sounds.
"""

import argparse
import io
import wave
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import cos, exp, log10, pi, sin, sqrt
from pathlib import Path
from random import Random
from typing import Final

from app.screen.device.sound_cues import MOTIF, NOTE_SECONDS

FOLDER: Final = Path(__file__).parents[1] / "data" / "sounds"
RATE: Final = 22_050  # samples a second
EDGE: Final = 0.004  # seconds in which a sound comes and goes, so that nothing cracks
SMALL_SPEAKER: Final = 200.0  # Hz; below, the speakers of a screen or a small one with USB are silent
LOUDNESS: Final = -14.0  # dB of every sound: see `loudness`
TICK: Final = -24.0  # dB of the one that each touch of a finger makes
AMBIENCE: Final = -35.0  # dB (RMS of the whole) of what lies under a game
WINDOW: Final = 0.1  # seconds, of which the loudest count
LAST_SECONDS: Final = 0.5  # of a motif's last note; less than two notes

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
    """Apply a low-pass filter."""
    keep, level = exp(-2 * pi * hertz / RATE), 0.0
    return [level := keep * level + (1 - keep) * sample for sample in samples]


def brighter(samples: Samples, hertz: float) -> Samples:
    """Apply a high-pass filter."""
    return [sample - low for sample, low in zip(samples, darker(samples, hertz), strict=True)]


def filtered(samples: Samples, b: Sequence[float], a: Sequence[float]) -> Samples:
    """Apply a filter of second order: its feed-forward (b0, b1, b2) and feedback (a1, a2) coefficients."""
    (b0, b1, b2), (a1, a2) = b, a
    x1 = x2 = y1 = y2 = 0.0
    out = []
    for x in samples:
        y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2
        x1, x2, y1, y2 = x, x1, y, y1
        out.append(y)
    return out


def high_pass(samples: Samples, hertz: float, q: float = sqrt(0.5)) -> Samples:
    """Remove what is below a pitch, by 12 dB an octave."""
    turn = 2 * pi * hertz / RATE
    alpha, c = sin(turn) / (2 * q), cos(turn)
    b = (1 + c) / 2 / (1 + alpha)
    return filtered(samples, (b, -2 * b, b), (-2 * c / (1 + alpha), (1 - alpha) / (1 + alpha)))


def high_shelf(samples: Samples, hertz: float, gain: float, q: float = sqrt(0.5)) -> Samples:
    """Raise what is above a pitch by `gain` dB."""
    turn, a = 2 * pi * hertz / RATE, 10 ** (gain / 40)
    alpha, c = sin(turn) / (2 * q), cos(turn)
    by = 2 * sqrt(a) * alpha
    a0 = (a + 1) - (a - 1) * c + by
    b = (a * ((a + 1) + (a - 1) * c + by), -2 * a * ((a - 1) + (a + 1) * c), a * ((a + 1) + (a - 1) * c - by))
    back = (2 * ((a - 1) - (a + 1) * c), (a + 1) - (a - 1) * c - by)
    return filtered(samples, [each / a0 for each in b], [each / a0 for each in back])


def shaped(samples: Samples, loud: Curve) -> Samples:
    return [sample * loud(i / RATE) for i, sample in enumerate(samples)]


def struck(seconds: float, parts: Sequence[tuple[float, float, float]]) -> Samples:
    """Synthesise something struck: each part has a pitch (Hz), a loudness and the seconds until it falls to 1/3."""
    count = round(seconds * RATE)
    total = [0.0] * count
    for hertz, loud, falls in parts:  # a damped sine by its recurrence: exact, and without a sine for each sample
        turn, keep = 2 * pi * hertz / RATE, exp(-1 / RATE / falls)
        by, less = 2 * keep * cos(turn), keep * keep
        before, now = 0.0, loud * keep * sin(turn)
        for i in range(1, count):
            total[i] += now
            before, now = now, by * now - less * before
    return total


def blown(seconds: float, pitch: Curve, loud: Curve, bright: Curve, harmonics: int = 14, root: float = 1.0) -> Samples:
    """Synthesise a tube or a throat: a tone with its harmonics. `bright` from 0 to 1: how much of the high ones.

    `root`: how much of the lowest. An ear hears the pitch of the harmonics' distance, so a horn whose root no small
    speaker can play is as low without it.
    """
    samples, turn = [], 0.0
    for i in range(round(seconds * RATE)):
        t = i / RATE
        turn += 2 * pi * pitch(t) / RATE
        fall = 0.42 + 0.5 * bright(t)  # each harmonic by so much softer than the one before
        before, now, twice = 0.0, sin(turn), 2 * cos(turn)  # sin(k turn) by its recurrence
        level, sample = fall, root * now
        for _ in range(2, harmonics + 1):
            before, now = now, twice * now - before
            sample += level * now
            level *= fall
        samples.append(sample * loud(t))
    return samples


# ---- things ----------------------------------------------------------------------------------------------


def blast(seconds: float, hertz: float, seed: int) -> Samples:
    """Synthesise a blast on an animal's horn: lips that find the tone from below, breath in it, a sag at its end."""

    def pitch(t: float) -> float:
        found = 1 - 0.10 * exp(-t / 0.035)
        sags = 1 - 0.05 * max(0.0, t - seconds + 0.12) / 0.12
        trembles = 1 + 0.006 * sin(2 * pi * 5.2 * t) * min(1.0, t / 0.5)
        return hertz * found * sags * trembles

    def loud(t: float) -> float:
        return (1 - exp(-t / 0.025)) * min(1.0, (seconds - t) / 0.11) * (0.8 + 0.2 * min(1.0, t / 0.3))

    def bright(t: float) -> float:
        return 0.25 + 0.55 * loud(t)

    tone = blown(seconds, pitch, loud, bright, root=0.3 if hertz < 250 else 1.0)
    breath = darker(brighter(noise(seconds, seed), 500), 2600)
    return mix((0, tone), (0, shaped(breath, lambda t: 0.5 * loud(t) * (0.25 + exp(-t / 0.05)))))


def drum(seed: int) -> Samples:
    """Synthesise a frame drum: the modes of its skin (1, 1.59, 2.14, 2.65 of the lowest) and the stick."""

    def mode(of_lowest: float, loud: float, falls: float) -> Samples:
        return blown(
            0.4,
            lambda t: of_lowest * (228 + 70 * exp(-t / 0.025)),
            lambda t: loud * exp(-t / falls),
            lambda t: 0.0,
            harmonics=1,
        )

    modes = (1.0, 1.0, 0.11), (1.59, 0.55, 0.07), (2.14, 0.4, 0.05), (2.65, 0.25, 0.04)
    stick = shaped(brighter(darker(noise(0.06, seed), 2400), 350), lambda t: 1.6 * exp(-t / 0.014))
    return mix(*((0.0, mode(*each)) for each in modes), (0, stick))


def stone(hertz: float, seed: int) -> Samples:
    hit = struck(0.18, [(hertz, 1, 0.045), (hertz * 1.63, 0.6, 0.03), (hertz * 2.41, 0.4, 0.018)])
    return mix((0, hit), (0, shaped(darker(noise(0.12, seed), 3200), lambda t: 0.6 * exp(-t / 0.025))))


def wood(hertz: float) -> Samples:
    return struck(0.2, [(hertz, 1, 0.035), (hertz * 2.72, 0.45, 0.012), (hertz * 5.1, 0.2, 0.005)])


def bell(hertz: float, seconds: float) -> Samples:
    falls = seconds / 3.2
    return struck(seconds, [(hertz, 1, falls), (hertz * 2.0, 0.35, falls * 0.6), (hertz * 2.76, 0.3, falls * 0.35)])


def knock(seed: int) -> Samples:
    """Synthesise the dull knock of a hand on the table's edge."""
    hit = struck(0.16, [(262, 1, 0.045), (415, 0.6, 0.03)])
    return mix((0, hit), (0, shaped(brighter(darker(noise(0.08, seed), 900), 250), lambda t: 1.2 * exp(-t / 0.024))))


def card(seed: int) -> Samples:
    """Synthesise a card drawn over felt and laid down."""
    drawn = brighter(darker(noise(0.15, seed), 3400), 900)
    drawn = shaped(drawn, lambda t: (t / 0.15) ** 1.5)
    laid = shaped(darker(noise(0.09, seed + 1), 1900), lambda t: 1.4 * exp(-t / 0.02))
    return mix((0, drawn), (0.145, laid))


def card_turn(seed: int) -> Samples:
    """Synthesise a card that is turned over and falls flat."""
    swung = shaped(brighter(darker(noise(0.07, seed), 2600), 700), lambda t: 1 - t / 0.07)
    return mix((0, swung), (0.06, shaped(darker(noise(0.07, seed + 1), 1500), lambda t: 1.2 * exp(-t / 0.016))))


def card_set_down(seed: int) -> Samples:
    """Synthesise a card set down among others in a city: it slides a little, and its edge meets wood."""
    edge = struck(0.16, [(540, 0.9, 0.03), (1310, 0.4, 0.014)])
    slid = shaped(brighter(darker(noise(0.08, seed), 2800), 800), lambda t: 0.7 * (t / 0.08) ** 0.7)
    return mix((0, slid), (0.08, edge), (0.08, shaped(darker(noise(0.07, seed + 1), 2200), lambda t: exp(-t / 0.015))))


def coin(hertz: float) -> Samples:
    """Synthesise a coin that lands on another: a thin plate's modes."""
    return struck(
        0.4, [(hertz, 1, 0.085), (hertz * 1.47, 0.7, 0.06), (hertz * 2.09, 0.55, 0.04), (hertz * 2.56, 0.3, 0.02)]
    )


def shield(hertz: float, seed: int) -> Samples:
    """Synthesise bronze on bronze: a plate's modes, the low ones long, and the blow."""
    low = (hertz, 1.0, 0.20), (hertz * 1.58, 0.9, 0.17), (hertz * 2.29, 0.8, 0.13)
    clang = struck(0.7, [*low, (hertz * 3.34, 0.6, 0.09), (hertz * 4.61, 0.5, 0.06), (hertz * 6.2, 0.3, 0.03)])
    return mix((0, clang), (0, shaped(brighter(noise(0.05, seed), 900), lambda t: 0.9 * exp(-t / 0.01))))


def brass(seconds: float, hertz: float) -> Samples:
    def loud(t: float) -> float:
        return (1 - exp(-t / 0.018)) * min(1.0, (seconds - t) / 0.08) * (0.75 + 0.25 * exp(-t / 0.12))

    return blown(seconds, lambda t: hertz * (1 - 0.03 * exp(-t / 0.02)), loud, lambda t: 0.15 + 0.4 * loud(t), 9)


def crown() -> Samples:
    """Synthesise three calls upwards, and a chord in which they stay."""
    calls = [(after, brass(0.15, hertz)) for after, hertz in ((0, 523.25), (0.13, 659.26), (0.26, 783.99))]
    chord = [(0.39, [0.5 * each for each in brass(0.75, hertz)]) for hertz in (523.25, 783.99, 1046.5)]
    return mix(*calls, *chord, (0.39, [0.4 * each for each in bell(2093.0, 0.75)]))


def mew() -> Samples:
    length = 0.46

    def pitch(t: float) -> float:
        return 430 + 330 * sin(pi * min(1.0, t / length) ** 0.75)

    def loud(t: float) -> float:
        return float(sin(pi * min(1.0, t / length) ** 0.8) ** 1.2)

    return blown(length, pitch, loud, lambda t: 0.75 * sin(pi * (t / length) ** 1.3), harmonics=8)


def surf() -> Samples:
    """Synthesise two waves on a far shore. Each comes out of silence and goes back, so that the end meets the start."""

    def wave_(seconds: float, seed: int, dark: float) -> Samples:
        rolls = darker(darker(brighter(brighter(noise(seconds, seed), 350), 350), dark), 1800)
        return shaped(rolls, lambda t: sin(pi * (t / seconds) ** 0.8) ** 2)

    return mix((0, wave_(4.6, 71, 900)), (2.9, [0.8 * each for each in wave_(4.1, 72, 1300)]))


# ---- motifs ----------------------------------------------------------------------------------------------

# A note for each stage, which a wonder's motif grows by; a wonder of Duel is built at once. No two begin alike in a
# game, and a wonder keeps its gesture from game to game: the lighthouse opens a fifth, the colossus leaps an octave.
ARCHITECTS: Final = {
    "alexandria": "A4 E5 D5 E5 A5",
    "babylon": "E5 D5 B4 D5 G5",
    "ephesus": "D4 G4 B4 A4 D5",
    "giza": "D4 F4 G4 A4 D5",
    "halicarnassus": "E5 F5 E5 C5 A4",
    "olympia": "C4 E4 G4 E4 C5",
    "rhodes": "C4 C5 G4 A4 C5",
    "rome": "F4 F4 C5 Bb4 F5",
    "ur": "E4 F4 Ab4 A4 E5",
}
DUEL: Final = {
    "appian-way": "D4 E4 G4 A4",
    "circus-maximus": "G4 G4 C5 E5",
    "colossus": "C4 C5 A4 C5",
    "great-library": "F4 G4 F4 C5",
    "great-lighthouse": "A4 E5 D5 A5",
    "hanging-gardens": "E5 D5 B4 E5",
    "mausoleum": "E5 F5 E5 A4",
    "piraeus": "D4 A4 F4 A4",
    "pyramids": "D4 F4 A4 D5",
    "sphinx": "E4 Bb4 A4 E5",
    "statue-of-zeus": "C4 E4 G4 C5",
    "temple-of-artemis": "D4 G4 B4 D5",
}
SEVEN_WONDERS: Final = {  # by board: the night of a wonder turns another way than its day
    "alexandria-day": "A4 E5 A5",
    "alexandria-night": "A4 E5 C5",
    "babylon-day": "E5 B4 G5",
    "babylon-night": "E5 C5",
    "ephesos-day": "D4 G4 D5",
    "ephesos-night": "D4 G4 Bb4",
    "gizah-day": "D4 E4 A4",
    "gizah-night": "D4 F4 G4 D5",
    "halikarnassos-day": "E5 F5 C5",
    "halikarnassos-night": "E5 F5 A4",
    "olympia-day": "C4 E4 C5",
    "olympia-night": "C4 Eb4 C5",
    "rhodos-day": "C4 C5 G4",
    "rhodos-night": "C4 Ab4",
    "roma-day": "F4 C5",
    "roma-night": "F4 F4 C5",
    "abu-simbel-day": "G4 Ab4 Eb5",
    "abu-simbel-night": "G4 Ab4",
}


def hertz_of(note: str) -> float:
    """Return the pitch of a note such as `Bb4`; A4 is 440 Hz."""
    step = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}[note[0]] - note.count("b")
    return float(440 * 2 ** ((step - 9) / 12 + int(note[-1]) - 4))


def lyre(seconds: float, hertz: float) -> Samples:
    """Synthesise a plucked string, its harmonics a little sharp."""
    falls = 0.16 if seconds > NOTE_SECONDS else 0.11
    partials = [(hertz * k * (1 + 0.0004 * k * k), 0.62 ** (k - 1), falls / (0.6 + 0.4 * k)) for k in range(1, 9)]
    return struck(seconds, partials)


def pipe(seconds: float, hertz: float) -> Samples:
    """Synthesise a reed pipe, whose reed takes a moment to speak."""

    def loud(t: float) -> float:
        return (1 - exp(-t / 0.014)) * min(1.0, (seconds - t) / 0.09) * (0.7 + 0.3 * exp(-t / 0.09))

    return blown(seconds, lambda t: hertz * (1 + 0.004 * sin(34 * t)), loud, lambda t: 0.1 + 0.35 * loud(t), 8)


def bronze(seconds: float, hertz: float) -> Samples:
    """Synthesise a bar of bronze, struck with felt."""
    falls = 0.15 if seconds > NOTE_SECONDS else 0.1
    return struck(seconds, [(hertz, 1, falls), (hertz * 2.0, 0.4, falls * 0.6), (hertz * 3.93, 0.35, falls * 0.3)])


def motif(notes: str, plays: Callable[[float, float], Samples]) -> Samples:
    """Synthesise a melody in notes of NOTE_SECONDS. Notes do not overlap, so the melody can end after any."""
    names = notes.split()
    lengths = [NOTE_SECONDS] * (len(names) - 1) + [LAST_SECONDS]
    return [
        sample
        for name, seconds in zip(names, lengths, strict=True)
        for sample in faded(plays(seconds, hertz_of(name)), 0.03)
    ]


MOTIFS: Final = ((ARCHITECTS, lyre), (DUEL, pipe), (SEVEN_WONDERS, bronze))


# ---- the table's sounds ------------------------------------------------------------------------------------


def sounds() -> dict[str, bytes]:
    """Synthesise every sound. Return WAV files by name."""
    take = card(11)
    click = struck(0.03, [(2600, 0.5, 0.004), (1100, 0.5, 0.006)])
    made = {
        "horn": blast(1.05, 196.0, 1),
        "marker": mix((0, click), (0.02, blast(0.44, 196.0, 2)), (0.46, silence(0.09))),
        "conflict": mix(
            (0, blast(0.75, 196.0, 3)), (0.7, blast(1.25, 294.0, 4)),
            *((after, drum(5 + i)) for i, after in enumerate((0, 0.35, 0.7, 1.05, 1.23, 1.4, 1.75))),
        ),
        "drum": drum(41),
        "take": take,
        "card": card_set_down(61),
        "coin": mix((0, coin(2350)), (0.09, [0.8 * each for each in coin(2790)])),
        "shield": mix((0, shield(392, 81)), (0.11, [0.6 * each for each in shield(330, 82)])),
        "crown": crown(),
        "turn": card_turn(51),
        "undo": take[::-1],
        "build": mix((0, stone(820, 21)), (0.15, stone(690, 22))),
        "token": bell(1175, 0.8),
        "medal": mix((0, bell(880, 0.6)), (0.13, bell(1319, 0.9))),
        "cat": mew(),
        "your-turn": mix((0, wood(620)), (0.16, wood(780))),
        "refused": mix((0, knock(31)), (0.15, knock(32))),
        "end": mix((0, bell(523, 0.7)), (0.22, bell(659, 0.7)), (0.44, bell(784, 1.5))),
        "tick": struck(0.05, [(1250, 1, 0.008), (2900, 0.4, 0.003)]),
        **{MOTIF + name: motif(notes, plays) for melodies, plays in MOTIFS for name, notes in melodies.items()},
    }  # fmt: skip
    return {
        **{name: finished(samples, TICK if name == "tick" else LOUDNESS) for name, samples in made.items()},
        "ambience": wav(scaled(surf(), AMBIENCE - decibels(surf()))),
    }


# ---- levels ------------------------------------------------------------------------------------------------


def decibels(samples: Sequence[float]) -> float:
    """Return the RMS in dB of full scale."""
    return 10 * log10(sum(sample * sample for sample in samples) / len(samples))


def loudness(samples: Samples) -> float:
    """Return how loud a sound is: dB of its loudest 100 ms, weighted by frequency as in ITU-R BS.1770 (K).

    The 400 ms of that standard are longer than most sounds here; a shorter one counts as if silence followed.
    """
    weighted = high_pass(high_shelf([*samples, *silence(WINDOW)], 1682.0, 4.0), 38.0, 0.5)
    width, energy, most = round(WINDOW * RATE), 0.0, 0.0
    for i, sample in enumerate(weighted):
        energy += sample * sample - (weighted[i - width] ** 2 if i >= width else 0.0)
        most = max(most, energy)
    return 10 * log10(most / width)


def scaled(samples: Samples, by: float) -> Samples:
    """Change samples by some dB."""
    return [sample * 10 ** (by / 20) for sample in samples]


def faded(samples: Samples, seconds: float = EDGE) -> Samples:
    """Fade samples in over 8 of them, and out over some seconds."""
    edge, last = round(seconds * RATE), len(samples) - 1
    return [sample * min(1.0, i / 8, (last - i) / edge) for i, sample in enumerate(samples)]


def finished(samples: Samples, level: float) -> bytes:
    """Return a WAV file of this loudness (dB), without what a small speaker cannot play."""
    eased = faded(high_pass(samples, 0.75 * SMALL_SPEAKER))
    return wav(scaled(eased, level - loudness(eased)))


def wav(samples: Samples) -> bytes:
    """Return a mono WAV file of 16 bits. ValueError if it clips."""
    if (most := max(map(abs, samples))) >= 1.0:
        raise ValueError(f"a sound clips: {most:.2f} of full scale")
    words = array("h", (round(32767 * sample) for sample in samples))
    if array("H", [1]).tobytes() != b"\1\0":
        words.byteswap()  # a WAV file has the lower byte first
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes(words.tobytes())
    return file.getvalue()


def samples_of(file: bytes) -> Samples:
    """Return the samples of a WAV file that `wav` wrote."""
    with wave.open(io.BytesIO(file)) as opened:
        words = array("h", opened.readframes(opened.getnframes()))
    if array("H", [1]).tobytes() != b"\1\0":
        words.byteswap()
    return [word / 32767 for word in words]


@dataclass(frozen=True)
class Level:
    """The measures of a sound. Decibels are of full scale; `heard`: the share of its energy above 200 Hz."""

    seconds: float
    peak: float
    rms: float
    loud: float
    heard: float


def level(file: bytes) -> Level:
    """Measure a WAV file. It needs numpy."""
    import numpy as np

    samples = samples_of(file)
    power = np.abs(np.fft.rfft(samples)) ** 2
    pitches = np.fft.rfftfreq(len(samples), 1 / RATE)
    heard = float(power[pitches >= SMALL_SPEAKER].sum() / power.sum())
    peak = 20 * log10(max(map(abs, samples)))
    return Level(len(samples) / RATE, peak, decibels(samples), loudness(samples), heard)


def table(files: Mapping[str, bytes]) -> Iterator[str]:
    """Describe files as lines of a table, motifs last."""
    yield "| sound | s | peak, dB | RMS, dB | loudness, dB | above 200 Hz |"
    yield "|---|---|---|---|---|---|"
    for name in sorted(files, key=lambda name: (name.startswith(MOTIF), name)):
        measured = level(files[name])
        figures = f"{measured.peak:.1f} | {measured.rms:.1f} | {measured.loud:.1f} | {100 * measured.heard:.1f} %"
        yield f"| {name} | {measured.seconds:.2f} | {figures} |"
    yield f"| all | {sum(map(len, files.values())) / 1e6:.2f} MB | | | | |"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--levels", action="store_true", help="print a table of what is in data/sounds")
    if parser.parse_args().levels:
        print(*table({path.stem: path.read_bytes() for path in FOLDER.glob("*.wav")}), sep="\n")
        return
    FOLDER.mkdir(exist_ok=True)
    for name, file in sounds().items():
        (FOLDER / f"{name}.wav").write_bytes(file)


if __name__ == "__main__":
    main()
