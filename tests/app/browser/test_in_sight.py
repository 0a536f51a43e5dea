"""Visibility of what a decision needs: for each kind of question of each game, on the smallest phones, with large text.

Everything that the rules need for an answer (the cards on offer with their prices, own goods, coins, chains and the
next stage) is drawn whole and uncovered on the page after at most as many swipes of half a screen as row k8 of the
benchmarks allows, or one more with large text. A page of 390 × 664 between the bars of a browser needs none, also once
a card is chosen; a row of cards is swiped sideways. The same holds in a first game, whose lessons have a place of
their own above the choice.
"""

import random
import re
from itertools import product

import pytest

from app.games.duel import printed_names
from app.games.game_list import shelf
from app.games.seven_wonders.printed_names import name_of
from app.phones.svg_faces import LONG, LONGER
from app.protocol.client_rights import Actor
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.play_messages import Act
from app.protocol.seat_messages import SetSeat
from app.text.translation import words
from engine.duel.game_facade import Duel
from engine.game import Seat
from engine.seven_wonders.game_facade import SevenWonders
from tests.app.browser.conftest import Evening, living
from tests.app.browser.phones import Phone
from tests.app.browser.reach import TOP, open_questions, whole
from tests.app.browser.seven_pages import view
from tests.app.phones.served import LANGS

NAMES = ("Ada", "Maximiliane-Victoria", "Cleo")
SIZES = ((390, 664), (320, 568))
WORDS = {"": 1, "2": 2}  # size of words, and swipes
AT_ONCE = {(390, 664, "")}  # without any
LAST_ROW = (
    0.07  # swipes to the foot of the last row, of uses of a card or of a structure; this font is wider than a phone’s
)
LESSON_SWIPES = 0.12  # swipes more in a first game, where what is taught stands above
# With words of this size: of each of these what swipes of at most half a screen bring there, whole and free (9 if none
# does); and of which there is less close to the question than below.
LOOK = """async ([words, wanted, own]) => {
  document.documentElement.toggleAttribute("data-words", Boolean(words));
  if (words) document.documentElement.dataset.words = words;
  await (TOP)();
  const all = (those) => [...document.querySelectorAll(those)];
  const foot = () => Math.min(innerHeight, ...all("nav, .dock")
    .filter((one) => one.getClientRects().length && /fixed|sticky/.test(getComputedStyle(one).position))
    .map((one) => one.getBoundingClientRect().top));
  const swipes = (one) => {
    scrollTo({ top: 0, behavior: "instant" });
    const far = Math.ceil(Math.max(0, one.getBoundingClientRect().bottom - foot()));
    scrollTo({ top: far, behavior: "instant" });
    const box = one.getBoundingClientRect();
    if (one.closest(".hand")) one.closest(".hand").scrollLeft += box.left - 20; // a row that a finger moves sideways
    const now = one.getBoundingClientRect(), x = now.x + now.width / 2;
    const free = now.left > -1 && now.right < innerWidth + 1 && [now.top + 3, now.bottom - 3].every((y) => {
      const top = y >= 0 && y <= innerHeight && document.elementFromPoint(x, y);
      return top && !top.closest("header, nav, .dock");
    });
    return free ? far / (innerHeight / 2) : 9;
  };
  return [wanted.map((those) => all(those).filter((one) => one.getClientRects().length).map(swipes)),
    Object.entries(own).filter(([near, below]) => all(near).length < all(below).length)];
}""".replace("TOP", TOP)
# Names of which a word goes on in another line, where such a name stands.
BROKEN = """([where, names, size]) => {
  document.documentElement.dataset.words = size;
  const at = document.querySelector(where), range = document.createRange();
  return names.filter((name) => {
    at.textContent = name;
    const letters = Math.max(...name.split(/[ -]/).map((word) => word.length));
    at.classList.toggle("long", letters > LONG && letters <= LONGER);
    at.classList.toggle("longer", letters > LONGER);
    dispatchEvent(new Event("resize"));
    return [...name.matchAll(/\\S+/g)].some((word) => {
      range.setStart(at.firstChild, word.index);
      range.setEnd(at.firstChild, word.index + word[0].length);
      return range.getClientRects().length !== 1;
    });
  });
}""".replace("LONGER", str(LONGER)).replace("LONG", str(LONG))
# Words that go on in another line.
BROKEN_WORDS = """([where, size]) => {
  document.documentElement.dataset.words = size;
  const range = document.createRange(), broken = [];
  for (const part of document.querySelectorAll(where)) {
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      for (const word of texts.currentNode.data.matchAll(/[^\\s-]+/g)) {
        range.setStart(texts.currentNode, word.index);
        range.setEnd(texts.currentNode, word.index + word[0].length);
        const box = part.getBoundingClientRect();
        const lines = new Set([...range.getClientRects()].map((line) => Math.round(line.top)));
        if (lines.size < 2 || texts.currentNode.parentNode.closest(".read")) continue;
        broken.push(`${word[0]} ${size} ${innerWidth} ${box.width}`);
      }
    }
  }
  return broken;
}"""
LARGE_CARD_SELECTOR = "#ask .picks :checked ~ .panel .row.large .h"
# One's own, close to what is asked: as many signs of it as the page has below.
OWN_AREA_SELECTORS = {
    "architects": {"#glance .pill:not(.due)": "#cards .pill", "#glance .due": "#needs .slots"},
    "duel": {"#glance .good": "#things .city:has(.tag) .good", "#glance .dw": "#things .city .dw"},
    "seven-wonders": {"#glance .dm": "#ask .seven", "#glance .goods7 > *": "#things .seller.me .wrap > *"},
}
TILES = "#ask .tile :is(.dc, .seal, .face, .back), #ask .opt > :is(.disc, .dk, .dw, .dv)"
LIES = "#ask .lies > *"  # those that are free are needed at once, and large above
HAND = "#ask .tile .dc, #ask .cell"
NEEDED_SELECTORS = {
    **dict.fromkeys(("play", "seventh", "recruit"), HAND),
    "card": "#purse .duo > span, #ask .hand > div > .tile .dc",
    "build": "#ask .opt .pill",
    "steal": "#ask .victim > summary .have > span",
    "start": "#ask button[data-do]",
}
PICK = "#ask .hand > div > .tile"
USES = "#ask .picks :checked ~ .panel :is(.use, .under .tile)"
VARIANTS = {"architects": ("medals", "expert", "medal-tokens"), "duel": (), "seven-wonders": ("leaders",)}


@pytest.fixture
async def table(tmp_path, facts, every_fact):
    async with living(Evening(tmp_path, facts, shelf=shelf(every_fact), seed="sight")) as served:
        yield served


async def hidden_elements(phone, game, kind, sizes, taught):
    """List what is not visible in one of these sizes, with normal or with large text."""
    needed, own = NEEDED_SELECTORS.get(kind, TILES), OWN_AREA_SELECTORS[game]
    wanted = [needed, *own]
    for width, height in sizes:
        await phone.page.set_viewport_size({"width": width, "height": height})
        for large, most in WORDS.items():
            found, fewer = await phone.page.evaluate(LOOK, [large, [*wanted, LIES], own])
            least = taught * LESSON_SWIPES if (width, height, large) in AT_ONCE else most
            most += taught * LESSON_SWIPES
            for one, swipes, allowed in zip(
                [*wanted, LIES], found, [*(least for _ in wanted), most + LAST_ROW], strict=True
            ):
                if (one == needed and not swipes) or max(swipes, default=0) > allowed:
                    yield kind, width, large, one, round(max(swipes, default=0), 2)
            for near, below in fewer:
                yield kind, width, large, near, below


async def hidden_card_uses(phone, kind, taught):
    """List what can be done with a card and is out of sight, once that is chosen."""
    await phone.page.set_viewport_size({"width": 390, "height": 664})
    for tile in (await phone.page.locator(PICK).all())[:1]:
        await tile.click()
        [found], _ = await phone.page.evaluate(LOOK, ["", [USES], {}])
        if max(found, default=0) > LAST_ROW + taught * LESSON_SWIPES:
            yield kind, "chosen", found


def kind_of(table, game, question):
    verbs = {text.split()[0] for text in question.legal} - {"done", "peek"}
    if game == "seven-wonders":
        return view(table)["asked"]
    return "card" if game == "duel" and verbs & {"build", "discard"} else min(verbs)


@pytest.mark.full
@pytest.mark.parametrize("game", VARIANTS)
@pytest.mark.parametrize(
    ("lang", "sizes", "late", "taught"),
    [("de", SIZES[:1], False, True), *whole(*((lang, SIZES, True, lang in LANGS[::2]) for lang in LANGS))],
)
async def test_information_for_a_decision_is_in_sight(table, browser, game, lang, sizes, late, taught):
    table.send(SetGame, game=game, variant=VARIANTS[game], guided=taught)
    table.sit(*NAMES[: 2 if game == "duel" else 3], lang=lang)
    if game == "architects":
        for seat, wonder in enumerate(("rome", "ur", "halicarnassus"), start=1):
            table.send(SetSeat, seat=seat, wonder=wonder)
    table.start()
    phone, sits, met, wrong, rng, count = await Phone.take(browser), 0, set(), [], random.Random(3), 0
    while table.phase() == "game":
        seat, question = rng.choice(sorted(open_questions(table).items()))
        kind, count = kind_of(table, game, question), count + 1
        state = kind, late and (view(table).get("age") or count // 40)
        if state not in met:
            met.add(state)
            if seat != sits:
                sits = seat
                await phone.page.goto(f"{table.base}/seat/{table.keys[seat]}")
            await phone.asked(question.number)
            assert await phone.page.locator(".lesson").count() == taught
            wrong += [found async for found in hidden_elements(phone, game, kind, sizes, taught)]
            wrong += [found async for found in hidden_card_uses(phone, kind, taught)]
        liked = [text for text in question.legal if text.split()[0] in ("build", "progress", "extra")]
        action = rng.choice(liked or question.legal)
        table.send(Act, Actor("seat", Seat(seat - 1)), seat=seat, question=question.number, action=action)
    assert not wrong, "\n".join(map(str, wrong))


@pytest.mark.full
@pytest.mark.parametrize(
    ("sizes", "large", "most"),
    [(SIZES[1:], ("", "3"), 60), *whole((SIZES, ("", "2", "3"), None))],
    ids=["longest", "all"],
)
async def test_no_leader_or_card_name_is_broken(table, browser, every_fact, sizes, large, most):
    """Names stay whole in every language on the narrowest phone with large text, also beside the large card."""
    facts = SevenWonders(every_fact["seven_wonders"], every_fact["leaders"]).data(None, "")
    table.send(SetGame, game="seven-wonders", variant=VARIANTS["seven-wonders"])
    table.sit(*NAMES, lang="de").start()
    phone = await open_asked_phone(table, browser)
    await check_names_unbroken(
        phone, "#ask .tile .n", names_in_every_language(name_of, facts.leaders), sizes, large, most
    )
    await phone.page.click("#ask .tile")
    await check_names_unbroken(
        phone, LARGE_CARD_SELECTOR, names_in_every_language(name_of, (*facts.leaders, *facts.cards)), sizes, large, most
    )


@pytest.mark.full
async def test_no_card_name_is_broken_in_a_cardboard_game(table, browser, every_fact):
    facts = SevenWonders(every_fact["seven_wonders"], every_fact["leaders"]).data(None, "")
    table.send(SetGame, game="seven-wonders", mode="track")
    table.sit(*NAMES, lang="de")
    for seat, board in enumerate(("gizah-day", "halikarnassos-day", "alexandria-night"), start=1):
        table.send(SetSeat, seat=seat, wonder=board)
    table.start()
    phone = await open_asked_phone(table, browser)
    await phone.page.click("#ask .tell-drawn summary")
    await check_names_unbroken(
        phone, "#ask [open] .row.large .h", names_in_every_language(name_of, facts.cards), SIZES, ("", "2", "3")
    )


@pytest.mark.full
@pytest.mark.parametrize(
    ("sizes", "large", "most"),
    [(SIZES[1:], ("", "3"), 60), *whole((SIZES, ("", "2", "3"), None))],
    ids=["longest", "all"],
)
async def test_no_duel_wonder_or_card_name_is_broken(table, browser, every_fact, sizes, large, most):
    facts = Duel(every_fact["duel"]).data(None, "")
    table.send(SetGame, game="duel")
    table.sit(*NAMES[:2], lang="de").start()
    phone = await open_asked_phone(table, browser)
    await check_names_unbroken(
        phone, "#ask .opt .w b", names_in_every_language(printed_names.wonder, facts.wonders), sizes, large, most
    )
    while not table.asked().legal[0].startswith("build"):
        table.act(table.asked().legal[0])
    phone = await open_asked_phone(table, browser)
    await phone.page.click("#ask .lies label.free")
    await check_names_unbroken(
        phone, LARGE_CARD_SELECTOR, names_in_every_language(printed_names.card, facts.cards), sizes, large, most
    )


@pytest.mark.full
@pytest.mark.parametrize("lang", ["de", *whole(("en",), ("fr",), ("nl",))])
async def test_no_word_of_an_available_card_is_broken(table, browser, lang):
    table.sit("Maximiliana", "Wilhelmina", "Cleo", lang=lang).start()
    phone, broken = await open_asked_phone(table, browser), set()
    for _ in range(8):
        for (width, height), size in product(SIZES, WORDS):
            await phone.page.set_viewport_size({"width": width, "height": height})
            broken.update(await phone.page.evaluate(BROKEN_WORDS, ["#ask .tile", size]))
        table.act(table.asked().legal[0])
        phone = await open_asked_phone(table, browser, phone)
    assert not broken


def names_in_every_language(said, slugs):
    return sorted({said(words(lang), slug) for lang in LANGS for slug in slugs})


async def open_asked_phone(table, browser, phone=None):
    """Open the page of a seat that is asked."""
    [seat, *_], phone = open_questions(table), phone or await Phone.take(browser)
    await phone.page.goto(f"{table.base}/seat/{table.keys[seat]}")
    return await phone.live()


async def check_names_unbroken(phone, where, names, sizes, large, most=None):
    """Check that each name would fit there without a break; `most` limits the check to those with the longest words."""
    names = sorted(names, key=lambda name: -max(map(len, re.split(r"[\s-]", name))))[:most]
    await phone.page.wait_for_selector(where)
    for (width, height), size in product(sizes, large):
        await phone.page.set_viewport_size({"width": width, "height": height})
        assert await phone.page.evaluate(BROKEN, [where, names, size]) == [], (width, size)
