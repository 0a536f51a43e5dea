"""Contrast ratio of two colours."""

from itertools import pairwise

from tests.app.screen import (
    stage,  # noqa: F401  # before Kivy
)


def linear(part):
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def luminance(colour):
    red, green, blue = (linear(part) for part in colour[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def holds(corners, x, y):
    """Return True if a point is in a triangle."""
    signs = {(bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0 for (ax, ay), (bx, by) in pairwise([*corners, corners[0]])}
    return len(signs) == 1
