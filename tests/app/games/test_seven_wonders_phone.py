"""7 Wonders on phones: every legal action once, what is missing and what it brings now, figures."""

import asyncio
import json
import random
import re
from collections import Counter
from contextlib import asynccontextmanager
from html import unescape
from pathlib import Path

import aiohttp
import msgspec
import pytest

from app.games.seven_wonders import printed_names
from app.games.seven_wonders.phone.svg_faces import SYMBOLS, Labels
from app.games.seven_wonders.phone.template_values import DidPart, LastTurnPart
from app.looks.icons import ICONS, SIGNS
from app.phones.open_page_state import PageState
from app.phones.page_maker import PageMaker
from app.protocol.client_rights import ONLOOKER, SCREEN, Actor
from app.protocol.game_lifecycle_messages import Rematch, SetGame, Start
from app.protocol.play_messages import Act
from app.protocol.seat_messages import Rename, SetSeat
from app.shown.play.table_description import Price
from app.text.translation import words
from benchmarks.e_download import everything
from engine.architects.game_facade import Architects
from engine.game import Seat
from engine.seven_wonders import data_schema
from engine.seven_wonders.data_validation import game_data
from engine.seven_wonders.game_facade import SevenWonders
from tests import sums
from tests.app.phones.said_numbers import page_numbers
from tests.app.phones.served import GAMES, LANGS, Served, serving

EN = words("en")
DATA = Path(__file__).parents[3] / "data"
FACTS = game_data(*((DATA / f"{name}.toml").read_bytes() for name in ("seven_wonders", "leaders"))).get_version()
BUTTON = re.compile(r'data-do="act;seat=\d+;question=\d+;action=([^"{]*)"')
CHOICE = re.compile(r'<input type="radio" name="what" value="([^"]*)"')
NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus")
BOARDS = ("babylon-night", "roma-night", "abu-simbel-day", "halikarnassos-night")  # those that ask
SEED = 2
SAMPLE = 1  # games; 200 with `full`
KINDS = {"draft", "recruit", "play", "extra", "bury", "seventh", "rebuild"}
FIRST_LOAD = 26_600  # bytes, packed, of a page of seven late in a game; the floor of row e1 is 47,250
MAX_LOG_LINES = 60  # lines


@pytest.fixture(scope="module")
def shelf(facts, every_fact):
    game = SevenWonders(every_fact["seven_wonders"], every_fact["leaders"])
    return {"architects": Architects(facts), "seven-wonders": game}


@pytest.fixture
def evening(tmp_path, facts, shelf):
    """A table set for 7 Wonders with Leaders, with five phones."""
    served = Served(tmp_path, facts, shelf=shelf)
    yield set_for(served, 5), PageMaker(served.table, GAMES)
    served.store.close()


def set_for(served, seats, lang="en"):
    served.send(SetGame, game="seven-wonders", variant=("leaders", "experts"))
    served.sit(*NAMES[:seats], lang=lang)
    for seat, board in enumerate(BOARDS[: seats - 1], start=1):
        served.send(SetSeat, seat=seat, wonder=board)
    return served


def page_parts(show, seat=None, tab=None, lang=""):
    """Return the parts of a page by name; those of an onlooker's page without a seat."""
    reader = PageState(ONLOOKER if seat is None else Actor("seat", Seat(seat - 1)), tab, lang)
    show.update_page(reader, False)
    return {name: unescape(part.html) for name, part in reader.shown.items()}


def offered_actions(page):
    return sorted([*BUTTON.findall(page.get("ask", "")), *CHOICE.findall(page.get("ask", ""))])


def view(served, seat=None):
    who = ONLOOKER if seat is None else Actor("seat", Seat(seat - 1))
    return json.loads(bytes(served.table.snapshot(who, served.table.log_end).game))


def question(served, seat):
    return served.table.snapshot(Actor("seat", Seat(seat - 1)), served.table.log_end).questions[0]


def check_kept_coins(now, seat, action, coins, keeps):
    """Check the shown number of kept coins; neighbours' actions may change it. Return True if it is exact."""
    mine = [did for did in now["hints"]["last"]["did"] if did["seat"] == seat]
    did = next(did for did in mine if did["what"] in action and did.get("card", "") in (*action.split(), ""))
    gains = did.get("gains", ())
    own = did.get("coins", 0) - sum(n for n, by in gains if by in ("left", "right"))
    later = sum(n for n, by in gains if any(isinstance(effect, data_schema.CoinsOnToken) for effect in effects(by)))
    meanwhile = any(
        isinstance(effect, data_schema.PerThing) and {*effect.cities} - {"self"}
        for effect in effects(did.get("card", ""))
    )
    if meanwhile:
        assert keeps <= coins + own, (action, did)
    else:
        assert coins + own - later <= keeps <= coins + own, (action, did)
    return not meanwhile and not later


def effects(slug):
    found = FACTS.cards.get(slug) or FACTS.leaders.get(slug)
    return found.effects if found else ()


def play_game(served, rng, *, started=False):
    """Play a whole game with many buildings and yield the public view and the question of a seat."""
    if not started:
        served.send(Rematch if served.phase() == "over" else Start)
    while served.phase() == "game":
        now = view(served)
        asked = question(served, rng.choice(now["to_act"]))
        yield now, asked
        likely = [text for text in asked.legal if "sell" not in text]
        action = rng.choice(likely if likely and rng.random() < 0.8 else list(asked.legal))
        who, served.said = Actor("seat", Seat(asked.seat - 1)), action
        served.send(Act, who, seat=asked.seat, question=asked.number, action=action)


@pytest.mark.rotated
@pytest.mark.parametrize(
    ("games", "seed"), [(SAMPLE, SEED), *(pytest.param(25, each, marks=pytest.mark.full) for each in range(11, 19))]
)
def test_phone_page_offers_each_legal_action_exactly_once(evening, games, seed):
    """And what it says the seat keeps is what it keeps."""
    served, show = evening
    rng, kinds = random.Random(seed), Counter()
    for _ in range(games):
        said, chosen = None, {}  # what the last page said; by seat, what it chose and what it was told of that
        for now, asked in play_game(served, rng):
            if said and served.said in said[2]:
                chosen[said[0]] = served.said, said[1], said[2][served.said]
            if not any(chair["chosen"] for chair in now["seats"]):
                for at, (action, coins, keeps) in chosen.items():
                    kinds["compared"] += check_kept_coins(now, at, action, coins, keeps)
                chosen = {}
            page = page_parts(show, asked.seat, "mine")
            said = asked.seat, now["seats"][asked.seat - 1]["coins"], sums.of_seven_wonders(page["ask"])
            assert offered_actions(page) == sorted(asked.legal)
            kinds[now["asked"]] += 1
            idle = sorted({1, 2, 3, 4, 5} - set(now["to_act"]))
            if idle and rng.random() < 0.2:
                assert offered_actions(page_parts(show, rng.choice(idle), "mine")) == []
    assert kinds.pop("compared") > 10 * games
    assert kinds.keys() >= KINDS | ({"lose"} if games > SAMPLE else set())


@pytest.mark.sampled(4)
@pytest.mark.parametrize("lang", LANGS)
def test_every_tab_renders_in_every_language_and_for_onlookers(tmp_path, facts, shelf, lang):
    served = set_for(Served(tmp_path, facts, shelf=shelf), 3, lang)
    show = PageMaker(served.table, GAMES)
    for turn, (now, asked) in enumerate(play_game(served, random.Random(5))):
        if turn % 23 == 0:
            page = page_parts(show, asked.seat)
            assert sum(name.startswith("place-") for name in page) >= 3 + 1
            assert sum(name.startswith("reference-") for name in page) >= 6
            assert page["thing-6"]
            assert ("last" in page) == (now["hints"].get("last") is not None)
            assert "ask" not in page_parts(show, None, None, lang)
    page = page_parts(show, None, None, lang)
    assert page["verdict"]
    assert {"sheet-1", "sheet-2", "sheet-3"} <= page.keys()
    served.store.close()


@pytest.mark.rotated
def test_chosen_card_appears_only_in_the_hold_to_show_part(evening):
    """But in what is shown only while it is held."""
    served, show = evening
    seen = Counter()
    for now, asked in play_game(served, random.Random(4)):
        mine = view(served, asked.seat)["mine"]
        if mine["choice"] is None:
            others = [seat for seat in range(1, 6) if view(served, seat)["mine"]["choice"] is not None]
            for seat in others[:1]:
                page = page_parts(show, seat, "mine")
                choice = view(served, seat)["mine"]["choice"].split()
                assert (
                    page["hold"].count(printed_names.name_of(EN, choice[1])) == 2
                )  # on its plate, and in what is done
                assert 'data-hold="chosen"' in page["hold"]
                assert 'data-do="undo;row=' in page["again"]
                assert printed_names.name_of(EN, choice[1]) not in page["again"] + page["undo"] + page["thing-1"]
                seen[now["asked"]] += 1
    assert seen.keys() == {"draft", "recruit", "play"}


@pytest.mark.full
def test_phone_page_lists_exactly_the_missing_resources(evening):
    """A card that could be had but for units or coins can be had with them, and with fewer it cannot."""
    served, show = evening
    seen = Counter()
    for now, asked in play_game(served, random.Random(7)):
        if now["asked"] not in ("play", "recruit") or len(now["to_act"]) != 3:
            continue
        seat = asked.seat
        page = page_parts(show, seat, "mine")["ask"]
        for way in view(served, seat)["hints"]["ways"]:
            can = [
                action
                for action in asked.legal
                if action.split()[1:3] in (["build", way["thing"]], ["recruit", way["thing"]])
            ]
            stages = [action for action in asked.legal if action.split()[1] == "stage"]
            assert bool(stages if way["thing"] == "stage" else can) == (way["why"] not in ("unpaid", "twice"))
            if way["why"] == "unpaid":
                lacks, short = way.get("lacks", ()), way.get("short", 0)
                assert bool(lacks) != bool(short)
                seen["lacks" if lacks else "short"] += 1
                words = "missing: " if lacks else f"{short} coin{'s' * (short > 1)} missing"
                assert words in page
    assert min(seen["lacks"], seen["short"]) > 5


@pytest.mark.full
def test_phone_page_shows_counts_before_and_after(evening):
    served, show = evening
    told = Counter()
    for now, asked in play_game(served, random.Random(9)):
        if now["asked"] == "play" and asked.seat in (1, 2):
            page = page_parts(show, asked.seat, "mine")["ask"]
            for text in ("of each: +", "Now: shields", "coins", " → "):
                told[text] += page.count(text)
    assert min(told.values()) > 1


@pytest.mark.full
def test_last_turn_part_agrees_with_the_log(evening):
    served, show = evening
    checked = 0
    for turn, (now, asked) in enumerate(play_game(served, random.Random(11))):
        last = now["hints"].get("last")
        if last and last["turn"] and len(now["to_act"]) == 5 and turn % 2 == 0:
            page = page_parts(show, asked.seat)
            log = " ".join(text for name, text in page.items() if name.startswith("log-"))
            for sentence in re.findall(r'id="say-l-mine-\d+" hidden>([^<]*)<', page["last"]):
                first = sentence.split(". ")[0].rstrip(".")
                assert first in log
                assert last["turn"] == 6 or " ".join(sentence.split()) in log  # word for word: no coin is told twice
                checked += 1
    assert checked > 20


def test_different_cards_have_different_faces():
    labels = Labels(FACTS)
    faces = {}
    for slug, card in FACTS.cards.items():
        faces.setdefault(str(labels.card(slug)), []).append((card.colour, card.cost, card.effects, bool(card.chain)))
    for slug, leader in FACTS.leaders.items():
        faces.setdefault(str(labels.card(slug)), []).append((leader.cost, leader.by_age, leader.effects))
    assert [alike for alike in faces.values() if len(set(map(repr, alike))) > 1] == []


def test_every_icon_used_is_in_a_sprite():
    labels = Labels(FACTS)
    price = Price(4)
    drawn = [labels.card(slug, price, left=True, right=True) for slug in (*FACTS.cards, *FACTS.leaders)]
    for board, facts in FACTS.boards.items():
        wonder = board.rpartition("-")[0]
        for number in range(1, len(facts.stages) + 1):
            drawn += [labels.stage(board, number, state) for state in ("built", "next", "later")]
            drawn += [labels.cell(board, number, price, True, True), labels.risen(number)]
            drawn.append(labels.building(wonder, number, len(facts.stages)))
    drawn += [labels.token(5), labels.token(-1), labels.draw_back(0), labels.draw_back(3), labels.chip("statue")]
    there = {*ICONS, *SIGNS} | {name for symbol in SYMBOLS for name in re.findall(r'id="i-([\w-]+)"', symbol)}
    assert set(re.findall(r'#i-([\w-]+)"', "".join(drawn))) <= there


def test_invented_card_is_drawn_and_described_from_its_effects():
    invented = data_schema.CardData(
        age=1, colour="green", effects=(data_schema.Science("gear"), data_schema.Shields(2))
    )
    labels = Labels(msgspec.structs.replace(FACTS, cards={**FACTS.cards, "folly": invented}))
    drawn = str(labels.card("folly", Price(-1, can=False)))
    assert drawn.count("#i-shield") == 2
    assert 'class="dc off' in drawn
    assert "--green-tint" in drawn
    assert labels.describe(EN, "folly") == "green · gear · 2 shields"


def test_payments_to_both_neighbours_are_two_numbers(evening):
    says = "Ada builds Arsenal for 4 coins. Ben gets 2 coins of that. Cleo gets 2 coins of that."
    built = DidPart("Ada", "arsenal", age=3, stage=0, token=0, left=2, right=2, coins=-4, says=(says,))
    html = (
        evening[1].pages.part("en", Labels(FACTS), LastTurnPart("mine", "Age III, turn 6.", "III · 6", (built,))).html
    )
    assert page_numbers(html, NAMES, None) == (("Ada", f"coins: {says}", (2, 2)),)


SCAFFOLD = 1000  # bytes, compressed
LANG = pytest.mark.parametrize(
    "lang", ["fr", *(pytest.param(lang, marks=pytest.mark.full) for lang in ("de", "en", "nl"))]
)


@asynccontextmanager
async def first_loads(table, *forms):
    """Yield a function that returns the compressed size in bytes of a page with all that its first load needs.

    `forms`: the style sheets of its forms for what people tell.
    """
    async with aiohttp.ClientSession(table.base) as client:
        files = await asyncio.to_thread(everything, f"{table.base}/seat/{table.keys[1]}")
        # The scaffold of a stage that can be built has its place from the start, and arrives when the page can be read.
        drawings = sum(files.pop(name) for name in tuple(files) if "-scaffold-" in name)
        assert drawings <= SCAFFOLD
        assert files.keys() == {"page", "seven.css", "faces.css", "phone.js", "phone.css", "icon.svg", *forms}
        always = sum(files.values()) - files["page"]

        async def load(path, lang):
            asks = {"Accept-Encoding": "gzip", "Accept-Language": lang}
            async with client.get(path, headers=asks, auto_decompress=False) as page:
                assert page.status == 200
                return always + len(await page.read())

        yield load


@pytest.mark.full
@LANG
async def test_first_load_stays_small_for_every_question(tmp_path, facts, shelf, lang):
    met = Counter()
    async with serving(Served(tmp_path, facts, shelf=shelf)) as table:
        set_for(table, 7, lang)
        table.send(Rename, Actor("seat", Seat(0)), name="Maximiliana-Victoria", lang=lang)
        table.start()
        async with first_loads(table) as load:
            for turn, (now, asked) in enumerate(play_game(table, random.Random(5), started=True)):
                if turn % 5 == 0 or now["asked"] not in met:
                    met[now["asked"]] += 1
                    assert await load(f"/seat/{table.keys[asked.seat]}", lang) <= FIRST_LOAD, now["asked"]
                    assert await load("/watch", lang) <= FIRST_LOAD, now["asked"]
    assert met.keys() >= {"draft", "recruit", "play"}


@pytest.mark.rotated
@LANG
async def test_first_load_stays_small_in_track_mode(tmp_path, facts, shelf, lang):
    """One phone tells for seven seats."""
    met, rng = Counter(), random.Random(5)
    async with serving(Served(tmp_path, facts, shelf=shelf)) as table:
        set_for(table, 7, lang)
        table.send(SetGame, mode="track", variant=("leaders", "experts"))
        for seat, board in enumerate(("gizah-day", "olympia-day", "rhodos-day"), start=5):
            table.send(SetSeat, seat=seat, wonder=board)
        table.start()
        async with first_loads(table, "seven-telling.css") as load:
            for turn in range(MAX_LOG_LINES):
                asked = table.table.snapshot(SCREEN, table.table.log_end).questions
                now = view(table)
                if turn % 10 == 0 or now["asked"] not in met:
                    met[now["asked"]] += 1
                    assert await load(f"/seat/{table.keys[1]}", lang) <= FIRST_LOAD, now["asked"]
                question = rng.choice([each for each in asked if not each.ends])
                likely = [text for text in question.legal if "sell" not in text] or question.legal
                table.send(Act, seat=question.seat, question=question.number, action=rng.choice(likely))
    assert met.keys() >= {"recruit", "play"}
