"""Layout of a seat's page in a game: a head in one line, an uncovered wonder, large cards with their names, one main
button and no empty bands; open panels stay open when the table changes.
"""

import asyncio
import random

import pytest

from app.protocol.play_messages import Undo
from app.protocol.seat_messages import SetSeat
from app.protocol.settings_messages import SetTable
from tests.app.browser.phones import SMALL_FOLDS, Phone, heard
from tests.app.browser.seven_pages import view
from tests.pictures.pages import ready, say, seated, served, some

SIZE = (390, 664)
GAMES = {"architects": 4, "duel": 2, "seven-wonders": 4}  # seats
SOME_TURNS = {"architects": 14, "duel": 16, "seven-wonders": 9}  # answers until there is something to see
STRIP = (200, 216)  # pixels
NEWS, HEAD, CARD, BAND = 30, 52, 100, 48  # pixels; BAND: the most that may be empty between two things
DEVIATION = 2.0  # pixels of an axis
LOOK = """() => {
  const seen = (e) => e.getClientRects().length && getComputedStyle(e).visibility === "visible";
  const all = (what) => [...document.querySelectorAll(what)].filter(seen).map((e) => [e, e.getBoundingClientRect()]);
  const box = ([, r]) => [r.left, r.top, r.right, r.bottom];
  const foot = Math.min(innerHeight, ...all("nav, .dock").map(([, r]) => r.top));
  const things = "#strip .strip, #news, main :is(svg, .btn, .opt, .tile, .box, .row, h1, h2, p, small, b)";
  const drawn = all(things).map((entry) => entry[1]).filter((r) => r.width > 8).sort((a, b) => a.top - b.top);
  let reached = all("header")[0][1].bottom, band = 0;
  for (const { top, bottom } of drawn) {
    if (top < foot) band = Math.max(band, top - reached);
    reached = Math.max(reached, bottom);
  }
  const name = ([e, r]) => {
    const n = e.querySelector("b.n"), b = n && n.getBoundingClientRect();
    return b && b.height > 9 && b.width <= r.width + 1 && n.scrollWidth <= n.clientWidth + 1 ? n.textContent : "";
  };
  return {
    head: all("#head > .head").map(box)[0],
    axis: all("#head > .head > :is(h1, .badge, span), .top > button, .undo summary")
      .map(([, r]) => (r.top + r.bottom) / 2),
    strip: all(".strip").map(box)[0], news: all("#news").map(box)[0],
    wonder: all(".strip .what > svg, .strip .stands").map(box), sky: all(".strip[class*=sky-]").length,
    signs: all(".strip .own > :not(.under4), .strip .pills > *, .under4 > * > :not(.stands)").map(box),
    cards: all("#ask .tile:not(.under *)").map((tile) => [tile[1].width, name(tile)]),
    button: all(".dock .btn.go").map(box)[0], nav: all("nav").map(box)[0], band: Math.max(band, foot - reached),
    wide: document.documentElement.scrollWidth,
  };
}"""
CHECKED_VALUES_SCRIPT = "() => [...document.querySelectorAll('#ask :checked')].map((one) => one.value)"
SIDEWAYS = """(to) => {
  const hand = document.querySelector(".hand");
  if (to) hand.scrollLeft = to;
  return hand.scrollLeft;
}"""


def answer(at, game, rng):
    if game == "seven-wonders":
        say(at, min(view(at)["to_act"]), rng)
    else:
        at.act(some(at.asked(), rng))


def seat_choosing_a_card(at, game):
    """Return the seat that chooses a card now, or None if another question is open."""
    if game == "seven-wonders":
        now = view(at)
        return min(now["to_act"]) if now["asked"] in ("play", "recruit") else None
    legal = at.asked().legal  # without a look at the deck, whose button takes room of the strip
    return at.asked().seat if legal[0].startswith(("take", "build", "discard")) and len(legal) > 1 else None


async def open_choosing_phone(browser, at, game, lang, size=SIZE, cookies=()):
    """Play until somebody chooses a card, and open their page."""
    rng = random.Random(7)
    seated(at, GAMES[game], lang, game)
    at.start()
    for _ in range(SOME_TURNS[game]):
        answer(at, game, rng)
    while (seat := seat_choosing_a_card(at, game)) is None:
        answer(at, game, rng)
    phone = await Phone.take(browser, {"width": size[0], "height": size[1]})
    await phone.context.add_cookies([{"name": name, "value": value, "url": at.base} for name, value in cookies])
    await phone.page.goto(f"{at.base}/seat/{at.keys[seat]}")
    await ready(phone)
    return phone, seat, rng


def are_apart(one, other):
    return one[2] <= other[0] + 1 or other[2] <= one[0] + 1 or one[3] <= other[1] + 1 or other[3] <= one[1] + 1


@pytest.mark.rotated
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["de", *(pytest.param(lang, marks=pytest.mark.full) for lang in ("en", "nl", "fr"))])
async def test_hand_page_has_the_layout_of_the_design(browser, tmp_path, game, lang):
    async with served(tmp_path) as at:
        phone, _, _ = await open_choosing_phone(browser, at, game, lang)
        found = await phone.page.evaluate(LOOK)
        assert found["head"][3] - found["head"][1] == HEAD
        middle = (found["head"][1] + found["head"][3]) / 2
        assert [y for y in found["axis"] if abs(y - middle) > DEVIATION] == []
        assert STRIP[0] <= found["strip"][3] - found["strip"][1] <= STRIP[1]
        assert found["strip"][1] == found["head"][3]
        assert found["news"][1] == found["strip"][3]
        assert found["news"][3] - found["news"][1] == NEWS
        assert found["sky"] == 1
        assert found["wonder"]
        over = [sign for sign in found["signs"] for wonder in found["wonder"] if not are_apart(sign, wonder)]
        assert over == [], "nothing lies on a wonder"
        assert len(found["cards"]) > 1
        assert [width for width, _ in found["cards"] if width < CARD] == []
        assert all(name for _, name in found["cards"]), found["cards"]
        assert found["button"][1] > found["news"][3]
        assert found["button"][3] <= found["nav"][1]
        assert found["band"] <= BAND
        assert found["wide"] <= SIZE[0]


@pytest.mark.rotated
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("size", "cookies", "plain", "lang"),
    [
        ((320, 568), (), False, "de"),
        *(
            pytest.param(size, cookies, plain, lang, marks=pytest.mark.full)
            for size, cookies, plain, lang in (
                ((664, 390), (), False, "fr"),
                ((664, 390), (("light", "bright"),), True, "nl"),
                ((390, 664), (("words", "2"), ("light", "bright")), False, "de"),
                ((390, 664), (("words", "3"),), True, "fr"),
                ((320, 568), (("words", "2"),), False, "fr"),
                ((390, 844), (), False, "nl"),
                ((430, 932), (("light", "bright"),), True, "en"),
            )
        ),
    ],
)
async def test_hand_page_fits_every_screen_size_and_look(browser, tmp_path, game, size, cookies, plain, lang):
    async with served(tmp_path) as at:
        at.send(SetTable, plain_figures=plain)
        phone, _, _ = await open_choosing_phone(browser, at, game, lang, size, cookies)
        found = await phone.page.evaluate(LOOK)
        assert found["wide"] <= size[0]
        assert found["sky"] == (not plain)
        over = [sign for sign in found["signs"] for wonder in found["wonder"] if not are_apart(sign, wonder)]
        assert over == [], "nothing lies on a wonder"
        assert [width for width, _ in found["cards"] if width < CARD] == []
        assert all(name for _, name in found["cards"]), found["cards"]
        assert found["button"][3] <= size[1]
        top = found["button"][1] if size[0] < size[1] else size[1]
        assert found["news"][3] <= top, "the choice begins in sight"


@pytest.mark.rotated
@pytest.mark.parametrize("game", GAMES)
async def test_open_card_and_folds_stay_open_when_the_table_changes(browser, tmp_path, game):
    async with served(tmp_path) as at:
        phone, seat, rng = await open_choosing_phone(browser, at, game, "en")
        tiles = phone.page.locator("#ask label.tile[for^=d-pick], #ask .tiles > label.tile")
        last = tiles.nth(await tiles.count() - 1)
        await last.scroll_into_view_if_needed()
        await last.click(position={"x": 20, "y": 20})
        if since := await phone.page.locator("#since summary").count():
            assert await phone.page.evaluate(SMALL_FOLDS) == []
            await phone.page.click("#since summary")
        rows = game != "architects"
        before = await phone.page.evaluate(CHECKED_VALUES_SCRIPT), rows and await phone.page.evaluate(SIDEWAYS, 40)
        if game == "seven-wonders":
            other = next(each for each in view(at)["to_act"] if each != seat)
            say(at, other, rng)
        else:
            at.send(SetSeat, seat=seat % GAMES[game] + 1, name="Zoë of another name")
        await heard(phone, at)
        assert before[0]
        assert (
            await phone.page.evaluate(CHECKED_VALUES_SCRIPT),
            rows and await phone.page.evaluate(SIDEWAYS),
        ) == before
        assert await phone.page.locator("#since details[open]").count() == since
        assert not phone.faults


@pytest.mark.rotated
async def test_undoing_the_end_repeats_no_complete_wonder_animation(browser, tmp_path):
    """Follow the end on two tabs, and open a page only after the end."""
    async with served(tmp_path) as at:
        seated(at, 2, "en", "duel")
        at.start()
        phones = [await Phone.take(browser, {"width": 390, "height": 664}) for _ in range(3)]
        for phone, key in zip(phones[:2], at.keys.values(), strict=True):
            await phone.page.goto(f"{at.base}/seat/{key}")
            await ready(phone)
        await phones[1].tab("score")
        rng = random.Random(2)
        while at.phase() == "game":
            if " with " in at.said:  # no page misses a wonder before the end
                await asyncio.gather(*(heard(phone, at) for phone in phones[:2]))
            legal = at.asked().legal
            at.act(rng.choice([line for line in legal if " with " in line] or legal))
        await phones[2].page.goto(f"{at.base}/watch")
        await ready(phones[2])
        at.send(Undo, row=at.table_view()["undo"]["row"])
        assert at.phase() == "game"
        for phone in phones:
            await phone.page.wait_for_selector(".whole:not([data-over])", state="attached")
            await heard(phone, at)
        assert [await phone.page.locator(".whole.shows").count() for phone in phones] == [0, 0, 0]


@pytest.mark.rotated
async def test_complete_wonder_fills_every_phone_until_touched(browser, tmp_path):
    """Phones of seats, one of which reduces motion, and one that only watches."""
    async with served(tmp_path) as at:
        seated(at, 2, "en", "duel")
        at.start()
        phones = []
        seats = [f"/seat/{key}" for key in at.keys.values()]
        for path, motion in zip((*seats, "/watch"), ("reduce", "no-preference", "no-preference"), strict=True):
            phones.append(phone := await Phone.take(browser, {"width": 390, "height": 664}, reduced_motion=motion))
            await phone.page.goto(at.base + path)
            await ready(phone)
            animations = await phone.page.context.new_cdp_session(phone.page)
            await animations.send("Animation.enable")
            await animations.send("Animation.setPlaybackRate", {"playbackRate": 0.2})  # else it ends after 5 s
        while not (built := [line for line in at.asked().legal if " with " in line]):
            at.act(next((line for line in at.asked().legal if line.startswith("discard")), at.asked().legal[0]))
        at.act(built[0])
        for phone in phones:
            await phone.page.wait_for_selector(".whole.shows", state="attached")
            sky = phone.page.locator(".whole.shows [class*=sky-]")
            await sky.wait_for(state="visible")
            assert await sky.evaluate("(one) => [one.clientWidth, one.clientHeight]") == [390, 664]
            await phone.page.mouse.click(195, 300)
            await phone.page.wait_for_selector(".whole:not(.shows)", state="attached")
            assert await phone.page.locator("#ask [name=d-pick]:checked:not([value=none])").count() == 0, (
                "it chooses nothing"
            )
        for phone in phones:
            await phone.page.reload()
            await ready(phone)
            await phone.page.wait_for_selector(".whole", state="attached")
            assert await phone.page.locator(".whole.shows").count() == 0
            assert not phone.faults
