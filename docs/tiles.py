"""Makes the grey tiles of materials, and the stone of the table, out of noise: `python -m docs.tiles`.

It needs numpy and Pillow, and makes the same each time. Nothing is taken from a picture of anybody. In a tile 255
leaves a colour as it is, less darkens it.
"""

from pathlib import Path
from typing import Final
from zlib import crc32

import numpy as np
import numpy.typing as npt
from PIL import Image

from app.looks.material_tile_coordinates import COLUMNS, FILE, NAMES, ROWS, SIDE, SLAB, SLABS

Grey = npt.NDArray[np.float64]  # SIDE x SIDE, or SLAB x SLAB; 1 is white
TONES: Final = 48  # greys in the file: fewer are smaller, and the eye sees none missing in a texture
STONES: Final = {
    False: ("#121B22", "#26343D", "#5C5646", 0.3),  # basalt
    True: ("#E4D9C6", "#FAF4E8", "#BDA683", 0.4),  # travertine
}  # by whether it is bright: where a slab is dark, where it is light, its veins, and how far these are seen
FINE: Final = 92  # of 100, how well a slab is kept; as a file of its exact pixels it would be five times as large


def noise(power: float, seed: int, stretch: float = 1.0, low: float = 0.0, side: int = SIDE) -> Grey:
    """Generate noise with a spectrum of 1/f^power, mean 0 and spread 1. `stretch` > 1: drawn out along x, < 1: y.

    Waves longer than a tile's part `low` are left out.
    """
    steps = np.fft.fftfreq(side) * side
    far = np.hypot(steps[None, :] * stretch, steps[:, None])
    far[0, 0] = 1
    spectrum = np.where(far < low, 0, far**-power)
    spectrum[0, 0] = 0
    make_tiles = np.fft.ifft2(np.fft.fft2(np.random.default_rng(seed).standard_normal((side, side))) * spectrum).real
    return np.asarray(make_tiles / make_tiles.std())


def lit(height: Grey, strength: float) -> Grey:
    """Light from the upper left upon a relief."""
    return np.asarray((height - np.roll(height, (1, 1), (0, 1))) * strength)


def veins(seed: int, power: float, sharp: float, side: int = SIDE) -> Grey:
    """Generate veins: 1 on thin lines where smooth noise passes 0, and 0 far from them."""
    return np.asarray(np.exp(-np.abs(noise(power, seed, side=side)) * sharp))


def courses(rows: int, across: int, seed: int, joint: int = 1) -> tuple[Grey, Grey]:
    """Generate blocks in courses: a tone for each block, and the joints (light upper edge, dark lower edge)."""
    rng = np.random.default_rng(seed)
    tone, edge = np.zeros((SIDE, SIDE)), np.zeros((SIDE, SIDE))
    high, wide = SIDE // rows, SIDE // across
    for row in range(rows + 1):
        y, shift = row * high, (row % 2) * wide // 2
        for block in range(across + 1):
            xs = (np.arange(wide) + block * wide + shift) % SIDE
            tone[y : y + high, xs] = rng.normal()
            edge[y : y + high, xs[:joint]] = -1
        edge[y : y + joint, :] = -1
        edge[y + joint : y + joint + 1, :] = 0.5
    return tone, edge


def make_tiles() -> dict[str, Grey]:
    """Make every tile, by its name."""
    fine = noise(0.35, 1)
    blocks, joints = courses(16, 8, 3)
    slabs, seams = courses(12, 6, 5)
    bricks, mortar = courses(32, 16, 14)
    hammered = noise(0.9, 11, low=12)
    leaves = noise(0.8, 15, low=9)
    crossed = noise(0.8, 18, stretch=0.04) + noise(0.8, 19, stretch=25)
    y, x = np.mgrid[0:SIDE, 0:SIDE]
    weave = np.where((x // 4 + y // 4) % 2 == 0, np.sin((x % 4 + 0.5) * np.pi / 4), np.sin((y % 4 + 0.5) * np.pi / 4))
    return {
        "sandstone": 0.91 + 0.03 * fine + 0.03 * noise(1.3, 2, stretch=6) + 0.045 * blocks + 0.12 * joints,
        "limestone": 0.92 + 0.022 * fine + 0.02 * noise(1.5, 4) + 0.02 * slabs + 0.07 * seams,
        "marble": 0.95 + 0.012 * fine - 0.16 * veins(6, 1.9, 9) - 0.08 * veins(7, 1.5, 12) + 0.02 * noise(1.8, 8),
        "bronze": 0.91 + 0.018 * noise(0.9, 9, stretch=0.15) + 0.045 * noise(1.6, 10) + 0.012 * fine,
        "gold": 0.88 + lit(hammered * 0.6 + noise(2.0, 11) * 0.4, 0.1) + 0.02 * noise(1.6, 12),
        "ivory": 0.95 + 0.022 * noise(1.2, 13, stretch=0.12) + 0.01 * fine,
        "brick": 0.86 + 0.06 * bricks + 0.14 * mortar + 0.03 * fine,
        "leaf": 0.8 + lit(leaves, 0.1) + 0.08 * leaves,
        "wood": 0.86 + 0.07 * noise(1.2, 16, stretch=0.06) + 0.03 * noise(0.6, 17, stretch=0.05),
        "papyrus": 0.92 + 0.028 * crossed + 0.012 * fine,
        "cloth": 0.8 + 0.12 * weave + 0.03 * noise(1.2, 20),
        "water": 0.86 + 0.07 * noise(1.3, 21, stretch=9) + 0.03 * noise(0.8, 22, stretch=12),
    }


def picture() -> Image.Image:
    """Compose the sheet of all tiles."""
    tiles = make_tiles()
    sheet = np.ones((ROWS * SIDE, COLUMNS * SIDE))
    for at, name in enumerate(NAMES):
        row, column = divmod(at, COLUMNS)
        if name:
            sheet[row * SIDE : (row + 1) * SIDE, column * SIDE : (column + 1) * SIDE] = tiles[name]
    tones = np.round(np.clip(sheet, 0, 1) * (TONES - 1)) * 255 / (TONES - 1)
    return Image.fromarray(tones.astype(np.uint8), "L")


def slab(bright: bool) -> Image.Image:
    """Render a slab of stone that repeats without a seam: clouds, grain and two orders of veins, lit from one side."""
    low, high, vein, seen = STONES[bright]
    clouds, grain = noise(1.7, 31, side=SLAB), noise(0.5, 32, side=SLAB)
    first = veins(33, 1.8, 26, SLAB) * np.clip(0.4 + 0.5 * noise(1.8, 34, side=SLAB), 0, 1)
    second = veins(35, 1.5, 30, SLAB) * np.clip(0.5 * noise(1.8, 36, side=SLAB), 0, 1)
    dark, light, line = (np.array([int(code[i : i + 2], 16) for i in (1, 3, 5)], float) for code in (low, high, vein))
    make_tiles = dark + (light - dark) * np.clip(0.5 + 0.17 * clouds + 0.04 * grain, 0, 1)[..., None]
    make_tiles += (line - make_tiles) * (seen * np.clip(first + 0.5 * second, 0, 1))[..., None]
    make_tiles += lit(clouds * 2.2 + grain * 0.3, 1.6)[..., None]
    return Image.fromarray(np.clip(make_tiles, 0, 255).astype(np.uint8), "RGB")


def pictures() -> dict[Path, Image.Image]:
    """Render all files of this module, by path."""
    return {FILE: picture(), **{file: slab(bright) for bright, file in SLABS.items()}}


if __name__ == "__main__":
    for file, made_of_it in pictures().items():
        made_of_it.save(file, optimize=True, quality=FINE)
        print(
            f"{file.name}: {file.stat().st_size // 1024} KiB,"
            f" {crc32(file.read_bytes())} in app.looks.material_tile_coordinates.SUMS"
        )
