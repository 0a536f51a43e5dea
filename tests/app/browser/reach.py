"""Reach of controls on phones: what has to be tapped is visible without scrolling, whole and uncovered."""

import pytest

from app.protocol.client_rights import Actor
from engine.game import Seat
from tests.app.browser.phones import Phone

SIZES = ((390, 844), (390, 664), (320, 568))  # a phone without bars, one with them, the smallest in use
LOOK = """() => {
  const seen = (e) => e.getClientRects().length && getComputedStyle(e).visibility === "visible";
  const all = (s) => [...document.querySelectorAll(s)].filter(seen);
  const name = (e) => (e.getAttribute("aria-label") || e.textContent).trim().replace(/\\s+/g, " ").slice(0, 40);
  const owns = (e, x, y) => {
    const at = document.elementFromPoint(x, y), label = at && at.closest("label");
    return at && (e.contains(at) || label && (label.contains(e) || label.control === e));
  };
  const whole = (e) => { const r = e.getBoundingClientRect();
    if (r.left < 0 || r.top < 0 || r.right > innerWidth || r.bottom > innerHeight) return false;
    const points = [[.5, .5], [.1, .2], [.9, .2], [.1, .8], [.9, .8]];
    return points.every(([x, y]) => owns(e, r.x + r.width * x, r.y + r.height * y)); };
  const some = (e) => [...(e.labels && e.labels.length ? e.labels : [e])].some((of) => { // each label chooses it
    const r = of.getBoundingClientRect(), top = Math.max(r.top, 0), high = 44;
    return r.height >= high && owns(e, r.x + r.width / 2, top + 8) && owns(e, r.x + r.width / 2, top + high); });
  const wrong = [], here = ".all.above, main > section:not([hidden])";
  const at = (s) => all(here).flatMap((e) => [...e.querySelectorAll(s)]).filter(seen);
  const mains = at(".btn.go"), offers = at("#ask input[type=radio], #ask button[data-do]:not(.go), #ask summary");
  for (const e of mains) if (!whole(e)) wrong.push("main button: " + name(e));
  if (at(".dock").length > 1) wrong.push("two docks");
  const first = at(".all.above [data-do]"); // what is asked above all else
  if (offers.length && !first.length && !offers.some(some)) {
    wrong.push("nothing to choose: " + name(offers[0].closest("label") || offers[0]));
  }
  for (const id of ["vote", "repair", "codes", "ritual"]) {
    const asked = at("#" + id + " [data-do], #" + id + " summary");
    if (asked.length && !asked.some(whole)) wrong.push(id + ": " + name(asked[0]));
  }
  for (const e of all("#head > .head > h1, #head > .head > span")) { // whole, in the band that it is written on
    const words = document.createRange(), band = e.parentNode.getBoundingClientRect();
    words.selectNodeContents(e);
    const foot = Math.min(e.getBoundingClientRect().bottom, band.bottom);
    if ([...words.getClientRects()].some((line) => line.bottom - line.height / 4 > foot)) {
      wrong.push("head: " + name(e));
    }
  }
  const low = document.documentElement.hasAttribute("data-low"); // nothing stays in place there
  const frame = at(".dock").concat(all("nav, #news")).reduce((high, e) => high + e.getBoundingClientRect().height,
    document.querySelector("header").getBoundingClientRect().bottom);
  if (innerHeight < 700 && !low && frame > 280) wrong.push("the frame has " + Math.round(frame) + " px");
  const size = (e) => parseFloat(getComputedStyle(e).fontSize);
  for (const e of all("#undo summary")) if (!whole(e)) wrong.push("undo is covered: " + name(e));
  for (const e of all("#undo :is(button, summary)")) for (const main of mains) {
    if (size(e) > .75 * size(main)) wrong.push("undo is as loud: " + name(e));
  }
  return wrong;
}"""
TOP = """() => { scrollTo(0, 0);
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))); }"""


async def in_reach(phone: Phone, state: object) -> None:
    """Check in each size that what a question asks for is in reach without scrolling."""
    for width, height in SIZES:
        await phone.page.set_viewport_size({"width": width, "height": height})
        await phone.page.evaluate(TOP)
        wrong = await phone.page.evaluate(LOOK)
        if wrong:
            pytest.fail(f"{width} × {height}, {state}: {wrong}")


def whole(*values):
    """Mark these parameters as `full`: every single question of a game."""
    return [pytest.param(*value, marks=pytest.mark.full) for value in values]


def open_questions(table):
    """Return the open questions by seat."""
    found = {}
    for seat in table.keys:
        for question in table.table.snapshot(Actor("seat", Seat(seat - 1)), table.table.log_end).questions:
            found.setdefault(seat, question)
    return found
