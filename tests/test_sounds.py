"""The sounds in data/ are those that docs/sounds.py makes: small, equally loud, and made for small speakers."""

import pytest

from app.screen.device.sound_cues import AMBIENCE, MOTIF, NOTE_SECONDS
from docs import sounds

SOUND_FILES = {path.stem: path.read_bytes() for path in sounds.FOLDER.glob("*")}
MOTIFS = sorted(name for name in SOUND_FILES if name.startswith(MOTIF))


@pytest.mark.rotated
def test_stored_sounds_are_up_to_date():
    made = sounds.sounds()
    assert SOUND_FILES.keys() == made.keys()
    assert [name for name in made if SOUND_FILES[name] != made[name]] == []  # python -m docs.sounds


def test_sounds_are_small():
    assert sum(map(len, SOUND_FILES.values())) < 3_000_000


@pytest.mark.parametrize("name", sorted(SOUND_FILES.keys() - {AMBIENCE}))
def test_sound_is_mono_begins_at_once_and_ends_in_silence(name):
    assert (
        SOUND_FILES[name][22:34]
        == b"\1\0" + sounds.RATE.to_bytes(4, "little") + (2 * sounds.RATE).to_bytes(4, "little") + b"\2\0"
    )
    samples = sounds.samples_of(SOUND_FILES[name])
    loudest = max(map(abs, samples))
    assert samples[0] == samples[-1] == 0
    assert max(map(abs, samples[: sounds.RATE // 20])) > loudest / 25  # within 50 ms
    assert max(map(abs, samples[-20:])) < loudest / 10


@pytest.mark.rotated
@pytest.mark.parametrize("name", sorted(SOUND_FILES))
def test_sounds_are_equally_loud_on_a_small_speaker_without_clipping(name):
    level = sounds.level(SOUND_FILES[name])
    assert level.heard > 0.95
    assert level.peak < -1.0
    if name == AMBIENCE:
        assert level.rms == pytest.approx(sounds.AMBIENCE, abs=0.2) == -35.0
    else:
        assert level.loud == pytest.approx(sounds.TICK if name == "tick" else sounds.LOUDNESS, abs=0.2)


def test_ambience_loops_without_a_click():
    samples = sounds.samples_of(SOUND_FILES[AMBIENCE])
    assert max(map(abs, samples[:50] + samples[-50:])) < max(map(abs, samples)) / 100


@pytest.mark.parametrize("name", MOTIFS)
def test_motif_can_end_in_silence_after_any_note(name):
    samples, note = sounds.samples_of(SOUND_FILES[name]), round(NOTE_SECONDS * sounds.RATE)
    loudest = max(map(abs, samples))
    ends = range(note, len(samples) - note, note)
    assert ends
    for end in ends:
        assert max(map(abs, samples[end - 20 : end])) < loudest / 50
        assert max(map(abs, samples[end : end + sounds.RATE // 20])) > loudest / 10, "the next begins at once"
    assert note < len(samples) - ends[-1] < 2 * note, "the last one rings"


def test_motifs_are_unique_and_differ_early_within_a_game():
    every = []
    for melodies, _ in sounds.MOTIFS:
        tunes = [tuple(map(sounds.hertz_of, notes.split())) for notes in melodies.values()]
        assert all(min(tune) > sounds.SMALL_SPEAKER for tune in tunes)
        steps = [tuple(round(hertz / tune[0], 3) for hertz in tune) for tune in tunes]
        assert len({tune[:3] for tune in steps}) == len(steps)
        every += steps
    assert len(set(every)) == len(every)


@pytest.mark.rotated
def test_sound_page_lists_the_stored_levels():
    page = (sounds.FOLDER.parents[1] / "docs/design/sound.md").read_text()
    assert page.endswith("\n".join(["", *sounds.table(SOUND_FILES), ""]))  # python -m docs.sounds --levels


def test_level_table_lists_each_sound_and_the_total_size():
    few = {name: SOUND_FILES[name] for name in ("horn", "tick", MOTIF + "giza")}
    lines = [line.split(" | ") for line in sounds.table(few)]
    assert [line[0] for line in lines[2:]] == ["| horn", "| tick", f"| {MOTIF}giza", "| all"]
    assert lines[2][1] == "1.05"
