"""The longest words on the narrowest phone: German at 320 px, cut where a word may be cut, with a hyphen; no others."""

import random

import pytest

from app.games.architects import effect_text
from app.games.game_list import shelf, tally
from app.history import export_import
from app.protocol.cardboard_messages import Enter
from app.protocol.client_rights import Actor
from app.protocol.game_lifecycle_messages import EndEarly, ReturnToLobby, SetGame, Start, Suspend
from app.protocol.history_messages import DeleteGame
from app.protocol.play_messages import Act
from app.protocol.seat_messages import Rename, SetSeat
from app.protocol.settings_messages import SetTable
from app.text.translation import complete, words
from engine.architects import data_schema as printed
from engine.architects.view_json import Part
from engine.game import Seat
from tests.app import histories
from tests.app.browser.conftest import Evening, chromium, living
from tests.app.browser.phones import CUT, PHONE, SMALL, SMALLEST, Phone
from tests.pictures.pages import say, served

LARGE = {"width": 430, "height": 932}  # there is room for buttons beside most words
# Words of a text that would not be hyphenated, for want of a style or of the right language.
UNHYPHENATED = """() => {
  const out = [], words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const text = words.currentNode.data.trim(), at = words.currentNode.parentElement;
    if (!/\\p{L}/u.test(text) || !at.getClientRects().length || at.closest(".url,svg")) continue;
    const lang = at.closest("[lang]").lang;
    if (getComputedStyle(at).hyphens !== "auto" || lang !== "de") out.push(`${text} (${lang})`);
  }
  return out;
}"""
UNFOLD = "() => document.querySelectorAll('details').forEach((fold) => { fold.open = true })"


@pytest.fixture
async def table(tmp_path, facts, every_fact):
    """A table with a few finished games, that takes score sheets, too."""
    histories.evenings_in(tmp_path, facts)
    async with living(Evening(tmp_path, facts, sheets=tally(every_fact))) as served:
        yield served.sit("Gudrun", "Maximiliane-Victoria", lang="de")


async def check_words(phone):
    await phone.page.evaluate(UNFOLD)
    assert await phone.page.evaluate(UNHYPHENATED) == []
    assert await phone.page.evaluate(CUT) == []
    assert await phone.wider_than_the_screen() == []


async def check_tabs(phone):
    await phone.live()
    for tab in await phone.page.locator("nav [data-tab]").evaluate_all("all => all.map(tab => tab.dataset.tab)"):
        await phone.tab(tab)
        await check_words(phone)


@pytest.mark.rotated
async def test_german_is_hyphenated_on_every_page(table, browser):
    phone = await Phone.take(browser, SMALL)
    seat = f"{table.base}/seat/{table.keys[1]}"
    await phone.page.goto(seat)
    await check_tabs(phone)
    await phone.page.goto(f"{seat}?history")
    await check_words(phone)
    await phone.page.click("a.line:visible >> nth=0")
    await phone.page.wait_for_url(lambda url: not url.endswith("?history"))
    await check_words(phone)
    table.send(SetGame, variant=("medals", "medal-tokens"))
    table.send(Start)
    await phone.page.goto(seat)
    await check_tabs(phone)
    table.send(Suspend)
    table.send(SetGame, mode="tally")
    table.send(Start)
    await phone.page.goto(seat)
    await check_tabs(phone)
    assert phone.faults == []


@pytest.mark.rotated
async def test_no_fold_button_touches_the_line_below(table, browser):
    phone = await Phone.take(browser, PHONE)
    await phone.page.goto(f"{table.base}/seat/{table.keys[1]}")
    await phone.live()
    await phone.tab("more")
    await phone.page.click("#d-me > summary")
    apart = """() => { const save = [...document.querySelectorAll("#d-me .btn")].at(-1);
      return document.querySelector("#d-look").getBoundingClientRect().top - save.getBoundingClientRect().bottom; }"""
    assert await phone.page.evaluate(apart) >= 4


@pytest.mark.full
async def test_language_names_have_their_lang_attribute(table, browser):
    phone = await Phone.take(browser, SMALL)
    await phone.page.goto(f"{table.base}/seat/{table.keys[1]}")
    await phone.live()
    await phone.tab("more")
    langs = await phone.page.locator("option:text-is('Français')").evaluate_all("all => all.map(one => one.lang)")
    assert langs == ["fr"]


async def test_long_label_is_not_broken_beside_its_buttons(table, browser):
    """Not cut by the buttons: there is no dictionary for it here, and on many a phone."""
    table.send(SetSeat, seat=1, lang="nl")
    table.send(SetGame, mode="tally")
    table.send(Start)
    phone = await Phone.take(browser, LARGE)
    await phone.page.goto(f"{table.base}/seat/{table.keys[1]}")
    await phone.live()
    assert "Militaire overwinningsfiches" in await phone.page.locator(".count:visible .what").all_inner_texts()
    assert await phone.page.evaluate(CUT) == []
    assert await phone.wider_than_the_screen() == []


@pytest.mark.rotated
async def test_no_name_is_broken_beside_figures(tmp_path, browser):
    """Names of usual length, without a hyphen, stand in every city, section and list of a game."""
    names = ("Annemarie", "Maximilian")
    async with served(tmp_path, thinks=True) as table:
        table.sit(*names, lang="de")
        phone = await Phone.take(browser, SMALLEST)
        for game, mode in (("architects", "play"), ("duel", "play"), ("duel", "tally")):
            table.send(SetGame, game=game, mode=mode)
            table.start()
            await phone.page.goto(f"{table.base}/seat/{table.keys[1]}")
            await phone.live()
            for tab in ("mine", "table", "score", "more"):
                await phone.tab(tab)
                assert [word for word in await phone.page.evaluate(CUT) if word in names] == [], (game, mode, tab)
            table.send(Suspend)


async def test_stack_to_take_from_names_its_owner(tmp_path, browser):
    async with served(tmp_path, thinks=True) as table:
        table.sit("Annemarie", "Maximilian", "Alexandra", lang="de").start()
        phone = await Phone.take(browser, SMALLEST)
        await phone.page.goto(f"{table.base}/seat/{table.keys[table.asked().seat]}")
        await phone.live()
        stacks = phone.page.locator("#ask .tile > small > span")
        assert len(await stacks.all()) >= 4
        assert await stacks.evaluate_all("all => all.filter(one => one.scrollWidth > one.clientWidth).length") == 0


async def test_phone_that_lies_shows_its_wonder_beside_a_vote(table, browser):
    table.start()
    phone = await Phone.take(browser, {"width": 844, "height": 390})
    await phone.page.goto(f"{table.base}/seat/{table.keys[2]}")
    await phone.live()
    strip = phone.page.locator("#strip .strip")
    assert await strip.is_visible()
    table.send(EndEarly, Actor("seat", Seat(0)), sure=True)
    await phone.page.wait_for_selector("#vote [data-do]")
    assert await strip.is_visible(), "its column is empty"
    assert await phone.wider_than_the_screen() == []


@pytest.mark.rotated
@pytest.mark.parametrize("lang", complete())
async def test_every_chooser_of_a_round_has_one_line(tmp_path, browser, lang):
    async with served(tmp_path, thinks=True) as table:
        table.send(SetGame, game="seven-wonders")
        table.sit("Annemarie", "Zoé", "Ben", "Fenka", lang=lang).start()
        say(table, 1, random.Random(1))
        phone = await Phone.take(browser, SMALLEST)
        await phone.page.goto(f"{table.base}/seat/{table.keys[1]}")
        await phone.live()
        rows = phone.page.locator(".who-list > .row")
        heights = await rows.evaluate_all("all => all.map(one => Math.round(one.getBoundingClientRect().height))")
        assert len(heights) == 4
        assert max(heights) - min(heights) <= 1, heights  # a hair between them


@pytest.mark.rotated
@pytest.mark.parametrize("lang", complete())
async def test_no_word_of_a_medal_goal_is_broken(table, browser, lang):
    """Write every goal that a box may ask for on the page: which medals lie there, chance decides."""
    table.send(SetSeat, seat=1, lang=lang)
    table.send(SetGame, variant=("medals",))
    table.start()
    phone = await Phone.take(browser, SMALLEST)
    await phone.page.goto(f"{table.base}/seat/{table.keys[1]}")
    await phone.live()
    goals = phone.page.locator(".goal .part b").first
    for what in printed.NEEDS:
        text = effect_text.goal_part(words(lang), Part(what, 1, 2))
        await goals.evaluate("(one, text) => { one.textContent = text }", text)
        assert await phone.page.evaluate(CUT.replace("document.body", "document.querySelector('.goal')")) == [], text


@pytest.mark.rotated
async def test_name_in_the_head_is_whole_beside_free_room(table, browser):
    phone = await Phone.take(browser, SMALLEST)
    table.send(Rename, Actor("seat", Seat(0)), name="Annemarie", lang="de")
    await phone.page.goto(f"{table.base}/seat/{table.keys[1]}")
    await phone.live()
    head = phone.page.locator("#head h1")
    assert await head.inner_text() == "Annemarie"
    for status in ("", "Vor dem Spiel", "Das Spiel ist aus", "Am Zug: Gudrun · dann du"):
        await phone.page.evaluate("(status) => { document.querySelector('#head span').textContent = status }", status)
        assert await head.evaluate("one => one.scrollWidth <= one.clientWidth"), status


HEAD = """() => [...document.querySelectorAll("#head > .turn > h1, #head > .waits > span")].filter((one) =>
  !one.getClientRects().length || one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 16
).map((one) => one.textContent)"""


@pytest.mark.rotated
async def test_page_head_and_explanation_are_readable_in_double_text_size(tmp_path, facts):
    async with (
        living(Evening(tmp_path, facts)) as table,
        chromium("--blink-settings=defaultFontSize=32") as browser,  # 16 is usual
    ):
        table.sit("Ada", "Gudrun", lang="de").start()
        heads = []
        for seat in (1, 2):
            phone = await Phone.take(browser, {"width": 360, "height": 640})
            await phone.page.goto(f"{table.base}/seat/{table.keys[seat]}")
            await phone.live()
            heads.append(await phone.page.inner_text("#head"))
            assert await phone.page.evaluate(HEAD) == []
            assert await phone.page.evaluate(CUT.replace("document.body", "document.querySelector('#head')")) == []
            await phone.page.click("#explain")
            await phone.page.wait_for_selector("#say:not([hidden])")
            assert await phone.page.evaluate(CUT.replace("document.body", "document.querySelector('#say')")) == []
            assert await phone.page.evaluate("document.querySelector('#say').getBoundingClientRect().top") >= 0
        assert {"Dein Zug" in each for each in heads} == {True, False}


# Letters of a name for which a line of Duel has room, and what its head and its main button hide or cut.
LETTERS = """() => Math.min(...[...document.querySelectorAll(".duo b")].map((name) =>
  name.clientWidth / parseFloat(getComputedStyle(name).fontSize) / .62))"""
COVERED = """() => {
  const box = (one) => one.getBoundingClientRect(), over = (one, other) => box(one).right > box(other).left &&
    box(other).right > box(one).left && box(one).bottom > box(other).top && box(other).bottom > box(one).top;
  const seen = (one) => one.checkVisibility({ visibilityProperty: true });
  const buttons = [...document.querySelectorAll("#asking, #explain, .undo summary")];
  return [...document.querySelectorAll("#head .badge, #head h1")].filter((one) =>
    seen(one) && buttons.some((button) => over(one, button))).map((one) => one.outerHTML.slice(0, 60));
}"""


@pytest.mark.rotated
async def test_duel_is_readable_in_double_text_size(tmp_path):
    async with (
        served(tmp_path, thinks=True) as table,
        chromium("--blink-settings=defaultFontSize=32") as browser,
    ):
        table.send(SetGame, game="duel")
        table.sit("Maximiliane-Victoria", "Gudrun", lang="de").start()
        for seat, size in ((1, PHONE), (1, SMALLEST)):
            phone = await Phone.take(browser, size)
            await phone.page.goto(f"{table.base}/seat/{table.keys[seat]}")
            await phone.live()
            await phone.page.wait_for_selector("html[data-low] #asking button")
            assert await phone.page.evaluate(LETTERS) > (4 if size is PHONE else 3)
            assert await phone.page.evaluate(HEAD) == []
            assert await phone.page.evaluate(COVERED) == []
            assert await phone.page.evaluate(CUT.replace("document.body", "document.querySelector('.dock')")) == []


# Parts of the names of a chosen card, as far as a soft hyphen, whose letters are in several lines.
BROKEN = """() => [...document.querySelectorAll(".chosen b")].flatMap((name) => {
  const range = document.createRange(), top = (nth) => {
    range.setStart(name.firstChild, nth);
    range.setEnd(name.firstChild, nth + 1);
    return Math.round([...range.getClientRects()].at(-1).top); // a hyphen comes before
  };
  return [...name.textContent.matchAll(/\\p{L}+/gu)].filter(({ 0: part, index }) =>
    new Set([...part].map((_, nth) => top(index + nth))).size > 1).map((part) => part[0]); })"""


@pytest.mark.rotated
@pytest.mark.parametrize("size", [PHONE, SMALLEST], ids=["usual", "smallest"])
async def test_long_name_of_a_chosen_card_is_not_broken(tmp_path, every_fact, browser, size):
    async with living(Evening(tmp_path, every_fact["architects"], shelf=shelf(every_fact))) as table:
        table.send(SetGame, game="seven-wonders")
        table.sit("Ada", "Ben", "Cleo", lang="de")
        table.send(SetSeat, seat=1, wonder="olympia-day")  # everybody can have its wood
        table.start()
        for seat in (1, 2, 3):
            who = Actor("seat", Seat(seat - 1))
            [asked] = table.table.snapshot(who, table.table.log_end).questions
            for text in [text for text in asked.legal if text.startswith("choose build stockade")][:1]:
                table.send(Act, who, seat=seat, question=asked.number, action=text)
                phone = await Phone.take(browser, size)
                await phone.page.goto(f"{table.base}/seat/{table.keys[seat]}")
                await phone.live()
        said = phone.page.locator(".chosen b:not(.n)")
        assert "Befestigungs" in await said.text_content()
        await phone.page.evaluate("() => { document.documentElement.dataset.held = 'chosen' }")
        assert await phone.page.evaluate(BROKEN) == []
        assert await phone.wider_than_the_screen() == []


@pytest.mark.rotated
async def test_long_names_are_not_broken_in_the_final_standings(tmp_path, facts, every_fact, browser):
    async with living(Evening(tmp_path, facts, sheets=tally(every_fact))) as table:
        table.send(SetGame, mode="tally")
        table.sit("Gudrun", "Maximiliane-Victoria", lang="de").start()
        table.send(Enter, action="2 set wonder 9", sure=True)
        table.send(Enter, action="end", sure=True)
        phone = await Phone.take(browser, SMALLEST)
        await phone.page.goto(f"{table.base}/seat/{table.keys[1]}")
        await phone.live()
        await phone.page.locator(".places li").nth(1).wait_for(state="attached")
        assert await phone.page.evaluate(CUT.replace("document.body", "document.querySelector('.places')")) == []


@pytest.mark.rotated
async def test_keypad_heading_is_not_broken_in_double_text_size(tmp_path, facts, every_fact):
    async with (
        living(Evening(tmp_path, facts, sheets=tally(every_fact))) as table,
        chromium("--blink-settings=defaultFontSize=32") as browser,
    ):
        table.send(SetGame, mode="tally")
        table.sit("Gudrun", "Ada", lang="fr").start()
        phone = await Phone.take(browser, {"width": 360, "height": 640})
        await phone.page.goto(f"{table.base}/seat/{table.keys[1]}")
        await phone.live()
        await phone.page.click("[data-fill]")
        assert await phone.page.evaluate(CUT.replace("document.body", "document.querySelector('#keypad h1')")) == []
        assert await phone.wider_than_the_screen() == []


@pytest.mark.rotated
@pytest.mark.parametrize(("game", "lang"), [("duel", "de"), ("seven-wonders", "de"), ("duel", "nl")])
async def test_long_fold_title_is_not_broken_beside_its_note(tmp_path, every_fact, browser, game, lang):
    async with living(Evening(tmp_path, every_fact["architects"], shelf=shelf(every_fact))) as table:
        table.send(SetGame, game=game)
        table.sit("Ada", "Ben", *(["Cleo"] if game != "duel" else []), lang=lang).start()
        phone = await Phone.take(browser, {"width": 360, "height": 640})
        await phone.page.goto(f"{table.base}/seat/{table.keys[1]}")
        await phone.live()
        await phone.tab("table")
        await phone.page.wait_for_selector("summary > b + small")
        for width in (360, 320):
            await phone.page.set_viewport_size({"width": width, "height": 640})
            assert await phone.page.evaluate(CUT) == [], width
            assert await phone.wider_than_the_screen() == []


@pytest.mark.rotated
@pytest.mark.parametrize("words", ["1", "3"])
async def test_name_beside_the_heading_of_a_hand_is_whole(tmp_path, every_fact, browser, words):
    """The name moves below a heading that leaves no room."""
    async with living(Evening(tmp_path, every_fact["architects"], shelf=shelf(every_fact))) as table:
        table.send(SetGame, game="seven-wonders", variant=("leaders",))
        table.sit("Ada", "Brisko", "Maximiliane-Victoria", lang="de").start()
        for seat in (1, 3):
            phone = await Phone.take(browser, SMALLEST)
            await phone.page.context.add_cookies([{"name": "words", "value": words, "url": table.base}])
            await phone.page.goto(f"{table.base}/seat/{table.keys[seat]}")
            await phone.live()
            name = phone.page.locator(".when .then > span[aria-hidden]")
            assert await name.inner_text() in ("Ada", "Brisko", "Maximiliane-Victoria")
            assert await name.evaluate("one => one.scrollWidth <= one.clientWidth")
            assert await phone.wider_than_the_screen() == []


@pytest.mark.full
@pytest.mark.parametrize("lang", ["nl", "de", "fr", "en"])
async def test_no_word_is_broken_on_history_sharing_and_import_pages(tmp_path, every_fact, browser, lang):
    """The pages of the history, of sharing and of the box's numbers: whole words, whatever stands beside them."""
    histories.evenings_in(tmp_path, every_fact["architects"])
    evening = Evening(tmp_path, every_fact["architects"], shelf=shelf(every_fact), sheets=tally(every_fact))
    async with living(evening) as table:
        table.send(SetGame, game="seven-wonders", mode="tally", variant=("leaders",))
        table.sit("Gudrun", "Maximiliane-Victoria", "Ada", lang=lang).start()
        table.send(Enter, action="1 set blue 9")
        table.send(Enter, action="end", sure=True)
        table.send(ReturnToLobby)
        table.send(SetTable, result_page="https://example.org/")
        table.send(SetGame, game="seven-wonders", mode="play")
        exported = export_import.to_json(table.table.finished.archived())
        [sheet] = [game for game in table.table.finished.list_games() if game.mode == "tally"]
        dealt, bots, gone, *_ = [game for game in table.table.finished.list_games() if game is not sheet]
        table.send(DeleteGame, game=gone.mark, sure=True)
        phone = await Phone.take(browser, SMALLEST)
        page, cut = phone.page, {}

        async def look(where):
            await page.evaluate(UNFOLD)
            if found := await page.evaluate(CUT) + await phone.wider_than_the_screen():
                cut[where] = found

        async def upload(data):
            await page.set_input_files(
                "[name=file]", {"name": "a.json", "mimeType": "application/json", "buffer": data}
            )
            await page.click("form .go")
            await page.wait_for_selector(".box.won, .err")

        for query in (
            "history", "person=Ada", "person=Ada&kind=architects", f"game={dealt.mark}", f"game={sheet.mark}",
            f"fix={dealt.mark}", f"fix={bots.mark}", f"fix={sheet.mark}", f"share={sheet.mark}",
            f"game={dealt.mark}&line=", "values", "values=boards.abu-simbel-day", "values=leaders.plato", "import",
        ):  # fmt: skip
            await page.goto(f"{table.base}/seat/{table.keys[1]}?{query}")
            assert await page.locator("h1").count() == 1, query
            await look(query)
        for data, answer in ((exported, "again"), (exported[:-300], "cut"), (b"", "empty")):
            await upload(data)
            assert await page.locator("[name=again]").count() == (answer == "again"), answer
            await look(answer)
        await page.goto(f"{table.base}/seat/{table.keys[1]}")
        await phone.live()
        await phone.tab("more")
        await look("more")
    assert cut == {}


SHORT = 9  # letters, below which no word is hyphenated
ROOM = 270  # px, of a word that stands alone
# Short words over two lines that one line has room for; their width is that of their pieces together.
SPLIT = """([letters, room]) => {
  const out = [], range = document.createRange();
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const at = words.currentNode.parentElement;
    if (at.closest(".tile,.url,#ear,.read,svg") || !at.checkVisibility({ visibilityProperty: true })) continue;
    for (const found of words.currentNode.data.matchAll(/\\p{L}+/gu)) {
      if (found[0].length >= letters) continue;
      range.setStart(words.currentNode, found.index);
      range.setEnd(words.currentNode, found.index + found[0].length);
      const pieces = [...range.getClientRects()], tops = new Set(pieces.map(({ top }) => Math.round(top)));
      if (tops.size > 1 && pieces.reduce((all, { width }) => all + width, 0) < room) out.push(found[0]);
    }
  }
  return out;
}"""


@pytest.mark.rotated
@pytest.mark.parametrize(
    ("game", "lang"),
    [
        pytest.param(game, lang, marks=() if (game, lang) == ("architects", "de") else pytest.mark.full)
        for game in ("architects", "duel", "seven-wonders")
        for lang in ("de", "nl", "fr", "en")
    ],
)
async def test_no_short_word_is_cut_in_words_twice_as_large(tmp_path, every_fact, game, lang):
    """On the narrowest phone, in lists of cards and of settings, too: *Babylon* stays whole."""
    evening = Evening(tmp_path, every_fact["architects"], shelf=shelf(every_fact), sheets=tally(every_fact))
    async with living(evening) as table, chromium("--blink-settings=defaultFontSize=32") as browser:
        table.send(SetGame, game=game)
        table.sit("Ada", "Ben", *(["Cleo"] if game != "duel" else []), lang=lang)
        phone, cut = await Phone.take(browser, SMALLEST), {}

        async def look(where):
            await phone.page.evaluate(UNFOLD)
            if found := await phone.page.evaluate(SPLIT, [SHORT, ROOM]) + await phone.wider_than_the_screen():
                cut[where] = found

        await phone.page.goto(f"{table.base}/seat/{table.keys[1]}")
        await phone.live()
        for begins in (False, True):
            if begins:
                table.start()
            for tab in ("mine", "table", "score", "more", "owner"):
                await phone.tab(tab)
                await look((begins, tab))
        await phone.page.goto(f"{table.base}/seat/{table.keys[1]}?how")
        await look("how")
        assert cut == {}
