"""Novices at a phone, who know no rule: they read the words on it and touch what looks touchable."""

from typing import Any, Final

from tests.app.browser.phones import Phone
from tests.novice import Novice, Thing

NEXT: Final = 0.5  # of a phone's height, by which it is swiped on where nothing in sight is left to try
# The sentence, all that can be read without moving anything, and what can be touched: words, place, whether it calls
# for a finger (a main button; else what lies in the part that asks). What is grey, or covered, is nothing to touch.
LOOK: Final = """() => {
  const mid = (r) => [r.x + r.width / 2, r.y + r.height / 2];
  const inside = ([x, y]) => x >= 0 && y >= 0 && x <= innerWidth && y <= innerHeight;
  const words = [], range = document.createRange();
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const node = nodes.currentNode, own = node.parentElement, seen = [];
    if (own.closest(".read, script, style") || !own.checkVisibility({visibilityProperty: true})) continue;
    for (const word of node.data.matchAll(/\\S+/g)) {
      range.setStart(node, word.index); range.setEnd(node, word.index + word[0].length);
      const box = range.getBoundingClientRect(), at = mid(box);
      if (!box.width || !inside(at)) continue;
      const top = document.elementFromPoint(...at), on = top && top.matches("input") && top.closest("label");
      if (top && (top.contains(own) || own.contains(top) || on && on.contains(own))) seen.push(word[0]);
    }
    if (seen.length) words.push([seen.join(" "), node]);
  }
  const lesson = document.querySelector(".lesson p"), things = [];
  const said = words.filter(([, node]) => lesson && lesson.contains(node)).map(([text]) => text).join(" ");
  const from = lesson ? lesson.getBoundingClientRect().bottom : 0;
  for (const e of document.querySelectorAll("main :is(button, label, summary, a.btn), #say button")) {
    if (e.matches(":disabled") || !e.checkVisibility({visibilityProperty: true, opacityProperty: true})) continue;
    if (e.closest(".lesson")) continue;
    const at = mid(e.getBoundingClientRect());
    if (!inside(at)) continue;
    const top = document.elementFromPoint(...at);
    if (!top || !(e.contains(top) || (top.closest("label") || top) === e)) continue;
    const text = words.filter(([, node]) => e.contains(node)).map(([said]) => said).join(" ");
    things.push({words: text, x: at[0], y: at[1], lit: at[1] > from, main: e.matches(".go"),
      chosen: !!e.control && e.control.checked && e.control.type === "radio"});
  }
  return {said, words: words.map(([text]) => text), things, more: scrollY + innerHeight < document.body.scrollHeight};
}"""


class Reader:
    """A phone with the novice who holds it."""

    def __init__(self, phone: Phone, seed: object) -> None:
        self.phone, self.novice = phone, Novice(seed)

    async def look(self) -> dict[str, Any]:
        seen: dict[str, Any] = await self.phone.page.evaluate(LOOK)
        self.novice.reads(seen["words"])
        return seen

    async def touch(self) -> None:
        """Touch one thing."""
        seen = await self.look()
        things = [
            Thing(thing["words"], thing["x"], thing["y"], thing["main"], thing["lit"])
            for thing in seen["things"]
            if not thing["chosen"] and thing["words"]
        ]
        if not things:
            await self.swipe()
            return
        chosen = self.novice.choose(seen["said"], things)
        await self.phone.page.touchscreen.tap(chosen.x, chosen.y)

    async def go_on(self) -> None:
        """Touch the main button, which may lie further down."""
        seen = await self.look()
        mains = [thing for thing in seen["things"] if thing["main"]]
        if not mains:
            await self.swipe()
            return
        self.novice.touches += 1
        await self.phone.page.touchscreen.tap(mains[0]["x"], mains[0]["y"])

    async def swipe(self) -> None:
        self.novice.touches += 1
        await self.phone.page.evaluate(f"scrollBy({{top: {NEXT} * innerHeight, behavior: 'instant'}})")
