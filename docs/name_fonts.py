"""Makes the fonts for names in scripts that Roboto lacks: `python -m docs.name_fonts FOLDER` (needs fonttools).

FOLDER contains the unpacked Debian packages `fonts-noto-core`, `fonts-noto-ui-core` and `fonts-droid-fallback`, and
NotoEmoji_400Regular.ttf of the package `@expo-google-fonts/noto-emoji`. Each file keeps the letters of its script,
without hinting. The UI variants of Noto fit a line of the screen's font.
"""

from pathlib import Path
from sys import argv
from typing import Final

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable

from app.looks.glyph_coverage import SCRIPTS

Ranges = tuple[tuple[int, int], ...]
INDIC: Final[Ranges] = ((0x0964, 0x0965), (0x1CD0, 0x1CFF), (0xA830, 0xA83F))  # signs that these scripts share
EMOJI: Final[Ranges] = (0x23, 0x39), (0x2000, 0x3300), (0x1F000, 0x1FAFF), (0xE0000, 0xE007F)
LETTERS: Final[Ranges] = (  # Latin, Greek and Cyrillic
    *((0xA1, 0x52F), (0x1AB0, 0x1AFF), (0x1C80, 0x1C8F), (0x1D00, 0x1FFF), (0x2010, 0x20CF), (0x2100, 0x218F)),
    *((0x2C60, 0x2C7F), (0x2DE0, 0x2DFF), (0xA640, 0xA69F), (0xA720, 0xA7FF), (0xFB00, 0xFB06)),
)
JOINERS: Final = (0x200C, 0x200D, 0x25CC)
STANDARDS: Final = "gb2312", "big5", "shift_jis", "euc_kr"  # of 20,902 Chinese characters they have 16,411
HAN: Final = tuple(
    (code, code)
    for code in range(0x4E00, 0xA000)
    if any(chr(code).encode(standard, "ignore") for standard in STANDARDS)
)
CHINESE: Final[Ranges] = (  # and Japanese and Korean
    *((0x3000, 0x312F), (0x3130, 0x318F), (0x31F0, 0x31FF), (0xAC00, 0xD7A3), (0xFF00, 0xFFEF)),
    *HAN,
)
SOURCES: Final[dict[str, tuple[str, Ranges]]] = {  # by the name of the file made: its source and its letters
    "letters": ("NotoSans-Regular", LETTERS),
    "hebrew": ("NotoSansHebrew-Regular", ((0x590, 0x5FF), (0xFB1D, 0xFB4F))),
    "arabic": ("NotoSansArabicUI-Regular", ((0x600, 0x6FF), (0x750, 0x77F), (0x8A0, 0x8FF), (0xFB50, 0xFDFF))),
    "armenian": ("NotoSansArmenian-Regular", ((0x530, 0x58F),)),
    "georgian": ("NotoSansGeorgian-Regular", ((0x10A0, 0x10FF), (0x1C90, 0x1CBF), (0x2D00, 0x2D2F))),
    "ethiopic": ("NotoSansEthiopic-Regular", ((0x1200, 0x139F), (0x2D80, 0x2DDF), (0xAB00, 0xAB2F))),
    "syriac": ("NotoSansSyriac-Regular", ((0x700, 0x74F),)),
    "thaana": ("NotoSansThaana-Regular", ((0x780, 0x7BF),)),
    "nko": ("NotoSansNKo-Regular", ((0x7C0, 0x7FF),)),
    "adlam": ("NotoSansAdlam-Regular", ((0x1E900, 0x1E95F),)),
    "tifinagh": ("NotoSansTifinagh-Regular", ((0x2D30, 0x2D7F),)),
    "cherokee": ("NotoSansCherokee-Regular", ((0x13A0, 0x13FF), (0xAB70, 0xABBF))),
    "inuktitut": ("NotoSansCanadianAboriginal-Regular", ((0x1400, 0x167F), (0x18B0, 0x18FF))),
    "devanagari": ("NotoSansDevanagariUI-Regular", ((0x900, 0x97F), (0xA8E0, 0xA8FF), *INDIC)),
    "bengali": ("NotoSansBengaliUI-Regular", ((0x980, 0x9FF), *INDIC)),
    "gurmukhi": ("NotoSansGurmukhiUI-Regular", ((0xA00, 0xA7F), *INDIC)),
    "gujarati": ("NotoSansGujaratiUI-Regular", ((0xA80, 0xAFF), *INDIC)),
    "oriya": ("NotoSansOriyaUI-Regular", ((0xB00, 0xB7F), *INDIC)),
    "tamil": ("NotoSansTamilUI-Regular", ((0xB80, 0xBFF), *INDIC)),
    "telugu": ("NotoSansTeluguUI-Regular", ((0xC00, 0xC7F), *INDIC)),
    "kannada": ("NotoSansKannadaUI-Regular", ((0xC80, 0xCFF), *INDIC)),
    "malayalam": ("NotoSansMalayalamUI-Regular", ((0xD00, 0xD7F), *INDIC)),
    "sinhala": ("NotoSansSinhalaUI-Regular", ((0xD80, 0xDFF), *INDIC)),
    "thai": ("NotoSansThaiUI-Regular", ((0xE00, 0xE7F),)),
    "lao": ("NotoSansLaoUI-Regular", ((0xE80, 0xEFF),)),
    "burmese": ("NotoSansMyanmarUI-Regular", ((0x1000, 0x109F), (0xA9E0, 0xA9FF), (0xAA60, 0xAA7F))),
    "khmer": ("NotoSansKhmerUI-Regular", ((0x1780, 0x17FF), (0x19E0, 0x19FF))),
    "chinese": ("DroidSansFallback", CHINESE),
    "emoji": ("NotoEmoji_400Regular", EMOJI),
    "symbols": ("NotoSansSymbols2-Regular", ((0x2190, 0x21FF), (0x25A0, 0x27BF))),
}  # fmt: skip


def make_font(source: Path, ranges: Ranges) -> TTFont:
    """Return a font with only these letters and what they need."""
    font = TTFont(source)
    options = Options()
    options.hinting = False
    options.layout_features = [each for each in options.layout_features if each != "kern"]  # 0.2 MB
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.legacy_cmap = options.glyph_names = False
    options.drop_tables += ["DSIG", "meta", "vhea", "vmtx"]
    kept = Subsetter(options)
    kept.populate(unicodes={*JOINERS, *(code for first, last in ranges for code in range(first, last + 1))})
    kept.subset(font)
    letters = CmapSubtable.newSubtable(12)
    letters.platformID, letters.platEncID, letters.language, letters.cmap = 3, 10, 0, font.getBestCmap()
    font["cmap"].tables = [letters]
    return font


if __name__ == "__main__":
    found = {path.stem: path for path in Path(argv[1]).rglob("*.ttf")}
    SCRIPTS.mkdir(exist_ok=True)
    for name, (source, ranges) in SOURCES.items():
        make_font(found[source], ranges).save(SCRIPTS / f"{name}.ttf")
