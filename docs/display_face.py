"""Makes the display face out of Cinzel: `python -m docs.display_face LATIN.woff2 LATIN-EXT.woff2` (needs fonttools
with brotli).

The two files are those of 700 in `@fontsource/cinzel`. Of them stays what the languages of the table need, as one
file for the screen and one for phones; every letter is WIDER wide, so that neither has to space them.
"""

from pathlib import Path
from sys import argv
from tempfile import TemporaryDirectory
from typing import Final

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from app.looks.display_font import LETTERS, PHONES, SCREEN

WIDER: Final = 40  # thousandths of its size, half of it on each side of a letter
ASCENT, DESCENT = 960, -290  # thousandths: letters that stand as high in their line as those of the text face


def make_font(latin: Path, extended: Path) -> TTFont:
    """Merge both fonts into one that has only the needed letters, with more space between them."""
    with TemporaryDirectory() as folder:
        parts = [_part(path, Path(folder) / f"{nth}.ttf") for nth, path in enumerate((latin, extended))]
        font = Merger().merge(parts)
    options = Options()
    options.layout_features = ["kern"]
    options.hinting = False
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    kept = Subsetter(options)
    kept.populate(text=LETTERS)
    kept.subset(font)
    _space(font)
    font["hhea"].ascent, font["hhea"].descent, font["hhea"].lineGap = ASCENT, DESCENT, 0
    font["OS/2"].sTypoAscender, font["OS/2"].sTypoDescender, font["OS/2"].sTypoLineGap = ASCENT, DESCENT, 0
    font["OS/2"].usWinAscent, font["OS/2"].usWinDescent = ASCENT, -DESCENT
    return font


def _part(path: Path, put: Path) -> str:
    font = TTFont(path)
    font.flavor = None
    for table in ("GSUB", "GDEF", "STAT"):  # ligatures and marks, which spaced capitals have none of
        if table in font:
            del font[table]
    font.save(put)
    return str(put)


def _space(font: TTFont) -> None:
    """Move every outline by half of WIDER, and its end by all of it; what is made of others moves with them."""
    glyphs, metrics = font["glyf"], font["hmtx"].metrics
    for name in metrics:
        glyph = glyphs[name]
        if not glyph.isComposite() and glyph.numberOfContours > 0:
            glyph.coordinates.translate((WIDER // 2, 0))
    for name, (wide, _) in list(metrics.items()):
        glyphs[name].recalcBounds(glyphs)
        metrics[name] = wide + WIDER, getattr(glyphs[name], "xMin", 0)


if __name__ == "__main__":
    face = make_font(Path(argv[1]), Path(argv[2]))
    face.save(SCREEN)
    face.flavor = "woff2"
    face.save(PHONES)
