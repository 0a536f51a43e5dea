"""A page contains the drawing of each card once; wherever else a card lies, it is a copy and looks the same."""

import pytest

from app.games.duel.phone.svg_faces import Labels as DuelLabels
from app.games.game_list import shelf
from app.games.seven_wonders.phone.svg_faces import Labels as SevenLabels
from app.protocol.game_lifecycle_messages import SetGame
from tests.app.browser.conftest import Evening
from tests.app.browser.phones import Phone
from tests.app.phones.served import serving

NAMES = ("Nora", "Idris", "Mei")
LABELS = {"duel": DuelLabels, "seven-wonders": SevenLabels}
GAMES = {"duel": 2, "seven-wonders": 3}  # and how many play
LAY_OUT = """async (drawn) => {
  const box = document.getElementById("box") || document.body.appendChild(document.createElement("div"));
  box.id = "box";
  box.style.cssText = "position:fixed;inset:0;z-index:9;background:var(--table);display:flex;flex-wrap:wrap";
  box.style.alignContent = "start";
  box.innerHTML = drawn.map((one) => `<div>${one}</div>`).join("");
  for (const one of box.children) one.style.width = "34px";
  const shown = (one) => new Promise((done) => { const image = new Image(); image.onload = done; image.src = one; });
  const files = [...document.querySelectorAll("image")].map((one) => one.getAttribute("href"));
  await Promise.all([...new Set(files)].map(shown));
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""
UNDEFINED = """() => [...document.querySelectorAll("use")].map((one) => one.getAttribute("href"))
  .filter((name) => document.querySelectorAll(`[id="${name.slice(1)}"]`).length !== 1)"""


@pytest.fixture(params=GAMES)
async def table(request, tmp_path, facts, every_fact):
    async with serving(Evening(tmp_path, facts, shelf=shelf(every_fact), seed="copies")) as served:
        served.send(SetGame, game=request.param, variant=("leaders",) if request.param == "seven-wonders" else ())
        served.sit(*NAMES[: GAMES[request.param]]).start()
        yield served


@pytest.mark.rotated
@pytest.mark.parametrize("look", ["night", "bright"])
async def test_card_copy_looks_like_the_card(table, browser, every_fact, look):
    game = table.table_view()["game"]
    labels = LABELS[game](table.table.games.shelf[game].data())
    slugs = [*labels.facts.cards, *getattr(labels.facts, "leaders", ())]
    phone = await Phone.take(browser, {"width": 390, "height": 780})
    await phone.context.add_cookies([{"name": "light", "value": look, "url": table.base}])
    await phone.page.goto(f"{table.base}/watch")
    await phone.live()
    await phone.page.wait_for_selector("#says>*", state="attached")
    assert await phone.page.evaluate(UNDEFINED) == []
    pictures = []
    for draw in (labels.card, labels.cards.copy, lambda slug: ""):
        await phone.page.evaluate(LAY_OUT, [str(draw(slug)) for slug in slugs])
        await phone.page.evaluate("document.fonts.ready.then(() => 0)")  # names of the first picture load a font
        pictures.append(await phone.page.screenshot())
    drawn, copied, empty = pictures
    assert [each == copied for each in (drawn, empty)] == [True, False]  # without a diff of bytes, which takes minutes
