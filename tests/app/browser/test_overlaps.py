"""Overlaps on phones: no element covers or moves another, or pushes it below the fold. Each case once failed."""

import json
import random

import pytest

from app.protocol.client_rights import Actor
from app.text.translation import complete, words
from engine.game import Seat
from tests.app.browser.phones import Phone
from tests.pictures.pages import VARIANTS, path, ready, seated, served, thought

SIZES = [(390, 664), pytest.param((320, 568), marks=pytest.mark.full)]
LANGUAGES = ["de", *(pytest.param(lang, marks=pytest.mark.full) for lang in ("en", "fr", "nl"))]
# Boxes of what a selector finds and is drawn, with its outline: left, top, right, bottom.
BOXES = """(those) => [...document.querySelectorAll(those)].filter((one) => one.getClientRects().length).map((one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect(), style = getComputedStyle(one);
  const out = style.outlineStyle === "none" ? 0 : parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset);
  return [left - out, top - out, right + out, bottom + out];
})"""
# Pixels between these words below the first card and a ring.
BESIDE_RING = """([said, key]) => {
  const tile = document.querySelector("#ask .tile"), range = document.createRange();
  const list = tile.appendChild(document.createElement("ul"));
  list.className = "does";
  list.innerHTML = `<li class="${key ? "key" : ""}"><small>${said}</small></li>`;
  range.selectNodeContents(list.querySelector("small").firstChild);
  const [room, own] = [tile, range].map((one) => one.getBoundingClientRect());
  list.remove();
  return (room.width - own.width) / 2 - 4;
}"""
HEADING = 10  # pixels below the news that a hint may cover: the upper half of a heading
SIGNS = 7  # of one's own, from which on they lay over the wonder


async def open_page(browser, at, where, size):
    width, height = size
    phone = await Phone.take(browser, {"width": width, "height": height})
    await phone.page.goto(at.base + where)
    await ready(phone)
    return phone


async def boxes(phone, those):
    return await phone.page.evaluate(BOXES, those)


def are_apart(one, other):
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def inside(one, other):
    return one[0] >= other[0] and one[1] >= other[1] and one[2] <= other[2] and one[3] <= other[3]


@pytest.mark.rotated
@pytest.mark.parametrize("size", SIZES)
async def test_many_signs_do_not_overlap_the_wonder(browser, tmp_path, size):
    rng = random.Random(2)
    async with served(tmp_path) as at:
        seated(at, 4, "de", variant=VARIANTS)
        at.start()
        while not at.asked().legal[0].startswith(("take", "peek")) or count_own_signs(at) <= SIGNS:
            offered = at.asked().legal
            at.act(rng.choice([text for text in offered if text.startswith(("take", "progress", "extra"))] or offered))
        phone = await open_page(browser, at, f"/seat/{at.keys[at.asked().seat]}", size)
        [wonder], signs = await boxes(phone, "#glance .what"), await boxes(phone, "#glance .pills > *")
        assert len(signs) >= SIGNS
        assert [sign for sign in signs if not are_apart(sign, wonder)] == []


def count_own_signs(at):
    """Count the cards, progress tokens and the cat of the seat that is asked."""
    seat = at.asked().seat
    raw = at.table.snapshot(Actor("seat", Seat(seat - 1)), at.table.log_end).game
    mine = json.loads(bytes(raw))["seats"][seat - 1]
    return len(mine["cards"]) + len(mine["progress"]) + mine["cat"]


@pytest.mark.rotated
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("taught", [False, True])
async def test_hint_moves_no_element(browser, tmp_path, size, taught):
    async with served(tmp_path, thinks=True) as at:
        seated(at, 3, "de", first=1, guided=taught)
        at.start()
        for _ in range(12):
            at.act(at.asked().legal[0])
        seat = at.asked().seat
        phone = await open_page(browser, at, f"/seat/{at.keys[seat]}", size)
        before = await boxes(phone, "#glance, #ask .tile")
        [band] = await boxes(phone, "#lesson > *" if taught else "#news")
        if not taught:
            band[3] += HEADING
        await phone.page.click("#asking button")
        await phone.page.wait_for_selector(".hint")
        assert await boxes(phone, "#glance, #ask .tile") == before
        thinks = await phone.page.inner_text(".hint")
        thought(at)
        await phone.page.wait_for_function("(was) => document.querySelector('.hint').innerText !== was", arg=thinks)
        assert await boxes(phone, "#glance, #ask .tile") == before
        [hint] = await boxes(phone, ".hint")
        assert inside(hint, band)


@pytest.mark.rotated
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("lang", LANGUAGES)
async def test_emblem_is_aligned_with_the_name_of_a_waiting_seat(browser, tmp_path, size, lang):
    async with served(tmp_path) as at:
        seated(at, 4, lang, first=1)
        at.start()
        phone = await open_page(browser, at, f"/seat/{at.keys[2]}", size)
        [head], [badge], [name], [says] = [
            await boxes(phone, f"#head > .head{part}") for part in ("", " > .badge", " > h1", " > span")
        ]
        assert abs((badge[1] + badge[3]) - (name[1] + name[3])) / 2 < 2
        assert head[1] + 2 <= name[1]
        assert says[3] <= head[3] - 1


@pytest.mark.rotated
async def test_lesson_rings_do_not_touch(browser, tmp_path):
    async with served(tmp_path) as at:
        seated(at, 3, "en", guided=True)
        at.start()
        at.pass_time(60)
        phone = await open_page(browser, at, f"/seat/{at.keys[at.asked().seat]}", (390, 664))
        left, middle, right = await boxes(phone, "#ask [data-spoken]")
        assert left[2] < middle[0]
        assert middle[2] < right[0]


@pytest.mark.rotated
async def test_no_lesson_ring_touches_text_below_its_card(browser, tmp_path):
    async with served(tmp_path) as at:
        seated(at, 3, "de", guided=True)
        at.start()
        phone = await open_page(browser, at, f"/seat/{at.keys[at.asked().seat]}", (390, 844))
        said = [words(lang)(text) for lang in complete() for text in ("brings the cat", "builds stage {n}")]
        for key in (False, True):
            assert [each for each in said if await phone.page.evaluate(BESIDE_RING, [each, key]) < 0] == []


@pytest.mark.rotated
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("where", ["/", "/join/{ticket}"])
async def test_sit_down_button_is_visible(browser, tmp_path, size, where):
    async with served(tmp_path) as at:
        phone = await open_page(browser, at, path(where)(at, 7, "de").path, size)
        [button] = await boxes(phone, "button.go")
        assert inside(button, [0, 0, *size])


@pytest.mark.rotated
async def test_waiting_seat_sees_the_draft(browser, tmp_path):
    async with served(tmp_path) as at:
        seated(at, 2, "en", "duel")
        at.start()
        phone = await open_page(browser, at, f"/seat/{at.keys[3 - at.asked().seat]}", (390, 664))
        offered = await phone.page.locator("#things [data-say^=w-]:visible b").all_inner_texts()
        assert len(offered) == len(at.asked().legal)
        await phone.tab("table")
        assert await phone.page.locator("#places [data-say^=w-]:visible b").all_inner_texts() == offered


@pytest.mark.rotated
@pytest.mark.parametrize("size", SIZES)
async def test_duel_cards_are_large_once_and_prices_are_inside_their_wonders(browser, tmp_path, size):
    async with served(tmp_path) as at:
        seated(at, 2, "de", "duel")
        at.start()
        while not at.asked().legal[0].startswith(("build", "discard")):
            at.act(at.asked().legal[0])
        phone = await open_page(browser, at, f"/seat/{at.keys[at.asked().seat]}", size)
        cards = await phone.page.locator("#ask .hand label.tile:visible").evaluate_all(
            "all => all.map((one) => one.htmlFor)"
        )
        assert len(cards) == len(set(cards)) > 0
        for wonders in ("#glance .under4", "#things .wonders"):
            drawn, prices = await boxes(phone, f"{wonders} .dw"), await boxes(phone, f"{wonders} .tag")
            assert len(drawn) == len(prices) == 4
            assert all(inside(price, wonder) for price, wonder in zip(prices, drawn, strict=True)), wonders
