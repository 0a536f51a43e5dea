"""Fingerprints: one for every picture and no others; they are few and small."""

import pytest

from tests.pictures import baselines
from tests.pictures.baselines import FOLDER, names
from tests.pictures.render import every

MOST, MOST_BYTES = 335, 2_900_000


def test_every_fingerprint_belongs_to_a_picture(renew):
    strange = sorted({*names()} - {*every()})
    if renew:
        baselines.remove(strange)
    assert renew or not strange


def test_fingerprints_are_few_small_and_sorted():
    assert len(every()) <= MOST
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) <= MOST_BYTES
    for file in FOLDER.iterdir():
        lines = file.read_text("utf-8").splitlines()
        assert [line.split("\t")[0] for line in lines] == sorted({line.split("\t")[0] for line in lines}), file.name


@pytest.mark.full
def test_every_picture_has_a_fingerprint(renew):
    assert renew or sorted({*every()} - {*names()}) == []
