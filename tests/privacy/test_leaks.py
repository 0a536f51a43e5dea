"""Leaks of secrets, made by hand: pairs of tables detect each of them."""

import pytest

from tests.privacy.leaks import LEAKS, MOST, let_out, seen


@pytest.mark.parametrize("leak", LEAKS)
def test_planted_leak_still_patches_the_program(leak):
    """Patching a method that was renamed since raises an AttributeError."""
    with let_out(leak):
        pass


@pytest.mark.full
@pytest.mark.parametrize("leak", LEAKS)
def test_planted_leak_is_detected(leak, tmp_path):
    first, differs = seen(leak, tmp_path)
    assert 0 < first <= MOST
    assert differs
