"""The pictures of materials and of stone are what the script makes of noise, and small."""

import pytest
from PIL import Image, ImageChops, ImageStat

from app.looks.material_tile_coordinates import FILE, SLAB, SLABS

MAX_BYTES = 60_000  # bytes, of a picture of stone
MAX_DIFFERENCE = 3.0  # of 255, on average: what is lost where a picture is kept small


@pytest.mark.parametrize("bright", SLABS, ids=("night", "bright"))
def test_slab_texture_is_small_and_has_the_tile_size(bright):
    assert SLABS[bright].stat().st_size <= MAX_BYTES
    with Image.open(SLABS[bright]) as picture:
        assert picture.size == (SLAB, SLAB)


@pytest.mark.rotated
def test_tile_script_reproduces_the_stored_textures():
    pytest.importorskip("numpy", reason="only who makes pictures needs numpy: it is among what developers install")
    from docs import tiles

    for file, made in tiles.pictures().items():
        with Image.open(file) as kept:
            lost = ImageStat.Stat(ImageChops.difference(kept.convert("RGB"), made.convert("RGB"))).mean
        assert max(lost) <= (0.01 if file == FILE else MAX_DIFFERENCE), file.name
