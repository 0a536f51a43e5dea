"""There is a picture of every state, and of nothing else; few and small enough to lie in a repository."""

import pytest

from tests.pictures import pages, screens
from tests.pictures.kept import KEPT, file

MOST, LARGE = 330, 30_000_000  # pictures, bytes
PLANNED = [picture.name for picture in (*screens.pictures(), *pages.pictures())]


def test_a_picture_that_nobody_draws_is_not_kept(renew):
    strange = sorted({*KEPT.glob("*")} - {file(name) for name in PLANNED})
    for each in strange if renew else ():
        each.unlink()
    assert renew or not strange


def test_they_are_few_and_small():
    assert len(PLANNED) == len({*PLANNED})
    assert len(PLANNED) <= MOST
    assert sum(each.stat().st_size for each in KEPT.glob("*")) <= LARGE


@pytest.mark.full
def test_all_are_kept(renew):
    assert renew or [name for name in PLANNED if not file(name).exists()] == []
