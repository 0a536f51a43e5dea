"""No word on a phone is smaller than can be read, and words have few sizes; figures in drawings are part of these."""

import re
from itertools import product
from pathlib import Path
from typing import Final

import pytest

from tests.pictures.pages import PAGES, ROOT, shown
from tests.pictures.picture import Picture

SIZES: Final = ("320x568", "360x640", "390x664", "412x915")
LEAST: Final = 11  # pixels
SCALE: Final = (  # rem
    (".75", ".8125", ".875", ".9375", "1", "1.0625", "1.125", "1.1875", "1.25", "1.375", "1.5", "1.6875", "1.9375")
)
# Every word that is drawn and smaller than that, with its size in pixels as it lies there.
SMALL: Final = """(least) => {
  const found = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode, at = node.parentElement, svg = at.closest("svg"), word = node.data.trim();
    if (!word || (svg && !/\\p{L}/u.test(word))) continue;
    if (at.closest("[hidden], script, style, noscript, option, title, desc") || !at.getClientRects().length) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { width, height } = range.getBoundingClientRect(), style = getComputedStyle(at);
    if (width < 2 || height < 2 || style.visibility !== "visible") continue;
    const size = parseFloat(style.fontSize) * Math.abs(svg ? at.getScreenCTM().a : 1);
    if (size < least - .01) found.push([word, size]);
  }
  return found;
}"""


@pytest.mark.rotated
@pytest.mark.sampled(20)
@pytest.mark.parametrize(("state", "lang"), [*product(PAGES, ("en", "de"))])
async def test_no_word_on_a_phone_is_too_small(painter, tmp_path, state, lang):
    row = {"seats": PAGES[state].seats[-1], "lang": lang, "size": SIZES[0], "light": "night", "words": "plain"}
    async with shown(painter, Picture("phone", state, row), tmp_path) as phone:
        for size in SIZES:
            width, height = map(int, size.split("x"))
            await phone.page.set_viewport_size({"width": width, "height": height})
            assert await phone.page.evaluate(SMALL, LEAST) == [], size


def sheets() -> list[Path]:
    return [path for room in ("phones", "web", "games") for path in (ROOT / "app" / room).rglob("*.css")]


@pytest.mark.parametrize("sheet", sheets(), ids=lambda path: path.name)
def test_font_sizes_belong_to_one_scale(sheet):
    sizes = re.findall(r"font-size: ?([0-9.]+)rem", sheet.read_text())
    assert [size for size in sizes if size not in SCALE] == []
