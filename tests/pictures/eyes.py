"""Pictures as other eyes see them: without colour, and with each of the three kinds of colour blindness."""

from collections.abc import Mapping
from itertools import combinations
from typing import Final

import numpy as np
from PIL import Image

from tests.pictures.likeness import difference

SIDE: Final = 48  # pixels of a small picture
CLEAR: Final = 40.0  # of 255, by which some block of two small pictures differs at least

# G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, A Physiologically-based Model for Simulation of Color Vision
# Deficiency, IEEE TVCG 15 (6), 2009, doi 10.1109/TVCG.2009.113: the matrices of severity 1.0 that its authors publish
# with it (inf.ufrgs.br/~oliveira/pubs_files/CVD_Simulation), for linear red, green and blue.
EYES: Final[Mapping[str, tuple[tuple[float, float, float], ...]]] = {
    "grey": ((0.2126, 0.7152, 0.0722),) * 3,
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def through(picture: Image.Image, eye: str) -> Image.Image:
    """Simulate a picture as these eyes see it."""
    colours = np.asarray(picture.convert("RGB"), np.float64) / 255
    linear = np.where(colours <= 0.04045, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)
    seen = np.clip(linear @ np.array(EYES[eye]).T, 0, 1)
    shown = np.where(seen <= 0.0031308, seen * 12.92, 1.055 * seen ** (1 / 2.4) - 0.055)
    return Image.fromarray((shown * 255).round().astype(np.uint8))


def mistaken(things: Mapping[str, Image.Image], eye: str) -> list[tuple[str, str]]:
    """List the pairs of small pictures that these eyes cannot tell apart."""
    seen = {name: through(picture, eye) for name, picture in things.items()}
    return [(one, other) for one, other in combinations(seen, 2) if difference(seen[one], seen[other]) < CLEAR]
