"""A conflict as a page of its own: whom a seat is compared with, and what that brought."""

import pytest

from app.screen.pages.conflict import shared


@pytest.mark.parametrize(
    ("shields", "won", "gains"),
    [
        pytest.param((3, 1, 2), (2, 0, 1), [(1, 1), (0, 0), (0, 1)], id="one from each neighbour"),
        pytest.param((4, 2), (2, 0), [(2, 2), (0, 0)], id="of two seats, all from the other"),
        pytest.param((2, 2, 2), (0, 0, 0), [(0, 0)] * 3, id="nobody has more"),
        pytest.param((1, 5, 3, 4), (0, 2, 0, 2), [(0, 0), (1, 1), (0, 0), (1, 1)], id="across the table"),
    ],
)
def test_tokens_come_from_the_neighbours_that_were_beaten(shields, won, gains):
    assert shared(shields, won) == gains
