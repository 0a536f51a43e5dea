"""The words of a page of a phone: where each lies, in which colour, and the page with and without them."""

import io
from typing import Any, Final

from PIL import Image
from playwright.async_api import Page

from tests.pictures.legible import MARKS, Faint, Word, faint, free

# Words that are seen and on which nothing lies, each with its box, its ink with its opacity, and its size.
WORDS: Final = """() => {
  const out = [], range = document.createRange(), ink = document.createElement("canvas").getContext("2d");
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const parts = (colour) => {
    ink.clearRect(0, 0, 1, 1);
    ink.fillStyle = colour;
    ink.fillRect(0, 0, 1, 1);
    return [...ink.getImageData(0, 0, 1, 1).data].map((part) => part / 255);
  };
  const bar = document.querySelector("body > nav"), end = bar ? bar.getBoundingClientRect().top : Infinity;
  const faded = (one) => one ? +getComputedStyle(one).opacity * faded(one.parentElement) : 1;
  while (texts.nextNode()) {
    const at = texts.currentNode.parentElement;
    if (at.closest("[hidden], script, style, noscript, option, title, desc") || !at.getClientRects().length) continue;
    const look = getComputedStyle(at), opacity = faded(at);
    if (look.visibility !== "visible" || !opacity) continue;
    const [red, green, blue, full] = parts(at.closest("svg") ? look.fill : look.color);
    const grown = at.closest("svg") ? at.getScreenCTM().a : 1;
    for (const found of texts.currentNode.data.matchAll(/\\S+/g)) {
      range.setStart(texts.currentNode, found.index);
      range.setEnd(texts.currentNode, found.index + found[0].length);
      const lines = [...range.getClientRects()];
      if (lines.length !== 1 || lines[0].width < 2) continue;
      const { left, top, right, bottom } = lines[0];
      if (top < end && bottom > end) continue; // half under the bar of tabs, where the picture ends
      const free = [left + 1, (left + right) / 2, right - 1].every((x) => {
        const over = document.elementFromPoint(x, (top + bottom) / 2);
        return over && (over === at || at.contains(over) || over.contains(at)
          || over.closest("label, button, svg")?.contains(at));
      });
      if (free) out.push([found[0], left, top, right, bottom, [red, green, blue, full * opacity],
        parseFloat(look.fontSize) * grown]);
    }
  }
  return out;
}"""
# All words in one ink; a page takes no style of others but by this.
PAINTED: Final = """(ink) => {
  const sheet = new CSSStyleSheet(), drawn = "!important;transition:none!important}";
  sheet.replaceSync(`*{-webkit-text-fill-color:${ink}${drawn} svg text,svg tspan{fill:${ink}${drawn}`);
  document.adoptedStyleSheets = [sheet];
}"""


async def faint_words(page: Page) -> list[Faint]:
    """List the words of a page that are hard to read, as it is shown now."""
    words = [_word(*each) for each in await page.evaluate(WORDS)]
    bare, marked = [await _painted(page, ink) for ink in ("transparent", f"rgb{MARKS[0]}")]
    return faint((free(word, bare, marked) for word in words), bare, marked)


async def _painted(page: Page, ink: str) -> Image.Image:
    await page.evaluate(PAINTED, ink)
    png = await page.screenshot(animations="disabled", caret="hide", scale="css")
    await page.evaluate("document.adoptedStyleSheets = []")
    return Image.open(io.BytesIO(png)).convert("RGB")


# Any: what JavaScript told.
def _word(text: str, left: float, top: float, right: float, low: float, ink: Any, size: float) -> Word:
    return Word(text, ((left, top), (right, top), (right, low), (left, low)), ink, size, 0.0)
