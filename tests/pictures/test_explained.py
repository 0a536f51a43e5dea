"""? on phones: on every pictured page whatever can be touched says what it is then, in words, and does nothing.

Only what a finger reaches is tried: what is closed, or lies below something else, is another page's.
"""

import json

import pytest

from tests.pictures.pages import pictures, shown

CONTROLS = """() => {
  const owner = (node) => node.closest("label") || node.closest("button,a,input,select,summary,[data-say]");
  const all = document.querySelectorAll("label,button,a,input,select,summary,[data-say]");
  return [...new Set([...all].map(owner))].filter((one) => one.getClientRects().length
    && !one.matches("#explain,#hush,.read") && getComputedStyle(one).visibility === "visible");
}"""
FINGER = 12  # px: as near as this to the words of ?, a tap is meant for their button
EXPLAIN_SCRIPT = """(one, finger) => {
  document.querySelector("#explain").click();
  const words = document.querySelector("#say").getBoundingClientRect();
  const deaf = getComputedStyle(one).pointerEvents === "none";
  const owns = (at) => at && (one.contains(at) || deaf && at.contains(one));
  const points = [.5, .3, .7, .1, .9].flatMap((y) => [.5, .2, .8].map((x) => [x, y]));
  for (const block of ["center", "start"]) {
    one.scrollIntoView({ block, behavior: "instant" });
    const box = one.getBoundingClientRect();
    for (const [x, y] of points) {
      const [left, top] = [box.x + box.width * x, box.y + box.height * y];
      const clear = top < words.top - finger || top > words.bottom + finger;
      if (clear && owns(document.elementFromPoint(left, top))) return [left, top];
    }
  }
  document.querySelector("#hush").click();
  return null;
}"""
NAME = r"""(one) => { // its first word; whether the page has more to say of it than its name
  const field = one.control || one, label = field.getAttribute("aria-label") || one.getAttribute("aria-label");
  const by = document.getElementById(field.getAttribute("aria-labelledby"));
  const word = /\S+/.exec(label || (by || one).innerText);
  return [word ? word[0].replace(/[:,]$/, "") : "?", Boolean(one.closest("[data-say],[data-about]"))];
}"""
STATE = """() => [location.href, document.activeElement.matches("input,select"),
  document.querySelector("html").dataset.shows, document.querySelector("html").dataset.held,
  ...[...document.querySelectorAll("input,select,details")].map((it) => it.checked + it.value + it.open),
  document.querySelector("#explain").getAttribute("aria-pressed")].join()"""


@pytest.mark.rotated
@pytest.mark.sampled(120)
@pytest.mark.parametrize("picture", pictures(), ids=lambda picture: picture.name)
async def test_each_control_explains_itself_without_acting(painter, picture, tmp_path):
    wrong, wishes = {}, []
    async with shown(painter, picture, tmp_path) as phone:
        page = phone.page
        if not await page.locator("#explain").is_visible():
            return  # nobody sits there, or something is over all of it
        client = await phone.context.new_cdp_session(page)
        client.on("Network.webSocketFrameSent", lambda frame: wishes.append(frame["response"]["payloadData"]))
        await client.send("Network.enable")
        await page.evaluate("document.activeElement.blur()")  # of a field that was tapped on the way here
        before = await page.evaluate(STATE)
        found = await page.evaluate_handle(CONTROLS)
        for control in (await found.get_properties()).values():
            name, explained = await control.evaluate(NAME)
            at = await control.evaluate(EXPLAIN_SCRIPT, FINGER)
            if at is None:
                continue
            await page.touchscreen.tap(*at)
            await page.wait_for_selector("#explain[aria-pressed=false]")
            said, after = await page.inner_text("#said"), await page.evaluate(STATE)
            if after != before or not (explained or name in said) or len(said.split()) < 3:
                wrong[name] = said, after
        sent = [frame for frame in wishes if json.loads(frame)["type"] not in ("ping", "have")]
    assert (wrong, sent) == ({}, [])
