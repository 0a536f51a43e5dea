"""Painting only what has changed shows, and answers, what painting everything anew would.

A real table is played at random: people and bots act, take back, turn markers, speak other languages, and touch
anything that lies on the screen.
"""

import pytest

from tests.app.screen.remembering import Screen


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("seed", "steps"),
    [
        *((seed, 30) for seed in (0, 2, 6)),
        *(pytest.param(seed, 100, marks=pytest.mark.full) for seed in range(60)),
    ],
)
def test_cached_painting_reacts_like_fresh_painting(tmp_path, seed, steps):
    screen = Screen(tmp_path, seed)
    try:
        for step in range(steps):
            assert screen.differences() == [], f"step {step}"
            screen.live()
    finally:
        screen.evening.close()
