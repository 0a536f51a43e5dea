"""The sounds in data/ are those that docs/sounds.py makes: small, equally loud, and made for small speakers."""

import pytest

from app.screen.device.sound_cues import AMBIENCE, MOTIF, NOTE_SECONDS
from docs import sounds

KEPT = {path.stem: path.read_bytes() for path in sounds.FOLDER.glob("*")}
MOTIFS = sorted(name for name in KEPT if name.startswith(MOTIF))


def test_what_is_kept_is_what_the_script_makes():
    made = sounds.sounds()
    assert KEPT.keys() == made.keys()
    assert [name for name in made if KEPT[name] != made[name]] == []  # python -m docs.sounds


def test_all_of_them_are_small():
    assert sum(map(len, KEPT.values())) < 3_000_000


@pytest.mark.parametrize("name", sorted(KEPT.keys() - {AMBIENCE}))
def test_a_sound_is_mono_begins_at_once_and_ends_in_silence(name):
    assert (
        KEPT[name][22:34]
        == b"\1\0" + sounds.RATE.to_bytes(4, "little") + (2 * sounds.RATE).to_bytes(4, "little") + b"\2\0"
    )
    samples = sounds.samples_of(KEPT[name])
    loudest = max(map(abs, samples))
    assert samples[0] == samples[-1] == 0
    assert max(map(abs, samples[: sounds.RATE // 20])) > loudest / 25  # within 50 ms
    assert max(map(abs, samples[-20:])) < loudest / 10


@pytest.mark.parametrize("name", sorted(KEPT))
def test_a_small_speaker_plays_each_sound_as_loud_as_the_others_and_none_clips(name):
    it = sounds.level(KEPT[name])
    assert it.heard > 0.95
    assert it.peak < -1.0
    if name == AMBIENCE:
        assert it.rms == pytest.approx(sounds.AMBIENCE, abs=0.2) == -35.0
    else:
        assert it.loud == pytest.approx(sounds.TICK if name == "tick" else sounds.LOUDNESS, abs=0.2)


def test_the_end_of_the_ambience_meets_its_start():
    samples = sounds.samples_of(KEPT[AMBIENCE])
    assert max(map(abs, samples[:50] + samples[-50:])) < max(map(abs, samples)) / 100


@pytest.mark.parametrize("name", MOTIFS)
def test_a_motif_that_ends_after_any_note_ends_in_silence(name):
    samples, note = sounds.samples_of(KEPT[name]), round(NOTE_SECONDS * sounds.RATE)
    loudest = max(map(abs, samples))
    ends = range(note, len(samples) - note, note)
    assert ends
    for end in ends:
        assert max(map(abs, samples[end - 20 : end])) < loudest / 50
        assert max(map(abs, samples[end : end + sounds.RATE // 20])) > loudest / 10, "the next begins at once"
    assert note < len(samples) - ends[-1] < 2 * note, "the last one rings"


def test_no_two_motifs_are_one_melody_and_within_a_game_they_begin_differently():
    every = []
    for melodies, _ in sounds.MOTIFS:
        tunes = [tuple(map(sounds.hertz_of, notes.split())) for notes in melodies.values()]
        assert all(min(tune) > sounds.SMALL_SPEAKER for tune in tunes)
        steps = [tuple(round(hertz / tune[0], 3) for hertz in tune) for tune in tunes]
        assert len({tune[:3] for tune in steps}) == len(steps)
        every += steps
    assert len(set(every)) == len(every)


def test_the_page_has_the_levels_of_what_is_kept():
    page = (sounds.FOLDER.parents[1] / "docs/design/sound.md").read_text()
    assert page.endswith("\n".join(["", *sounds.table(KEPT), ""]))  # python -m docs.sounds --levels


def test_the_table_of_levels_names_each_sound_and_the_size_of_all():
    few = {name: KEPT[name] for name in ("horn", "tick", MOTIF + "giza")}
    lines = [line.split(" | ") for line in sounds.table(few)]
    assert [line[0] for line in lines[2:]] == ["| horn", "| tick", f"| {MOTIF}giza", "| all"]
    assert lines[2][1] == "1.05"
