"""Duel on phones: every legal action once, words for who does not see, figures for everything that is printed."""

import asyncio
import json
import random
import re
from collections import Counter
from html import unescape
from pathlib import Path

import aiohttp
import msgspec
import pytest

from app.games.duel import cost_text, face_icons
from app.games.duel.phone.svg_faces import SYMBOLS, Labels
from app.looks import effect_icons
from app.looks.icons import ICONS, SIGNS
from app.looks.symbols import CHAINS, SCIENCE, figure_name
from app.phones.open_page_state import PageState
from app.phones.page_maker import PageMaker
from app.protocol.client_rights import ONLOOKER, Actor
from app.protocol.game_lifecycle_messages import Rematch, SetGame
from app.protocol.seat_messages import Rename
from app.text.translation import words
from benchmarks.e_download import everything
from engine.architects.game_facade import Architects
from engine.duel import data_schema
from engine.duel.data_validation import game_data
from engine.duel.game_facade import Duel
from engine.duel.view_json import BuildOption, Unit
from engine.game import Seat
from tests import sums
from tests.app.phones.served import GAMES, LANGS, Served, serving

FACTS = game_data((Path(__file__).parents[3] / "data" / "duel.toml").read_bytes()).get_version()
BUTTON = re.compile(r'data-do="act;seat=\d+;question=\d+;action=([^"{]*)"')
CHOICE = re.compile(r'<input type="radio" name="what" value="([^"]*)"')
SAMPLE = 4  # games; 200 with `full`
DRAFTED = 8  # wonders
FIRST_LOAD = 26_000  # bytes, packed, of a page


@pytest.fixture
def evening(tmp_path, facts, every_fact):
    """A table set for Duel, with two phones."""
    shelf = {"architects": Architects(facts), "duel": Duel(every_fact["duel"])}
    served = Served(tmp_path, facts, shelf=shelf)
    served.send(SetGame, game="duel")
    served.sit("Ada", "Ben", lang="en")
    yield served, PageMaker(served.table, GAMES)
    served.store.close()


def page_parts(show, seat=None, tab=None, lang=""):
    """Return the parts of a page by name; those of an onlooker's page without a seat."""
    reader = PageState(ONLOOKER if seat is None else Actor("seat", Seat(seat - 1)), tab, lang)
    show.update_page(reader, False)
    return {name: unescape(part.html) for name, part in reader.shown.items()}


def offered_actions(page):
    ask = page.get("ask", "")
    return sorted([*BUTTON.findall(ask), *CHOICE.findall(ask)])


def view(served):
    return json.loads(bytes(served.table.snapshot(ONLOOKER, served.table.log_end).game))


def play_game(served, rng):
    """Play a whole game with many buildings and yield each question."""
    if served.phase() == "over":
        served.send(Rematch)
    elif served.phase() == "lobby":
        served.start()
    while served.phase() == "game":
        asked = served.asked()
        yield asked
        likely = [text for text in asked.legal if "discard" not in text]
        served.act(rng.choice(likely if likely and rng.random() < 0.8 else list(asked.legal)))


@pytest.mark.rotated
@pytest.mark.parametrize(
    ("games", "seed"), [(SAMPLE, 2), *(pytest.param(50, each, marks=pytest.mark.full) for each in range(11, 15))]
)
def test_phone_page_offers_each_legal_action_exactly_once(evening, games, seed):
    """And what it says the seat then has is what it has."""
    served, show = evening
    rng, kinds = random.Random(seed), Counter()
    for _ in range(games):
        said, before = {}, 0
        for asked in play_game(served, rng):
            if said:
                assert said[served.said] == view(served)["seats"][before - 1]["coins"], served.said
                kinds["compared"] += 1
            page = page_parts(show, asked.seat, "mine")
            said, before = sums.of_duel(page["ask"]), asked.seat
            assert said.keys() == {action for action in asked.legal if action.split()[0] in ("build", "discard")}
            assert offered_actions(page) == sorted(asked.legal)
            assert offered_actions(page_parts(show, 3 - asked.seat, "mine")) == []
            kinds[asked.legal[0].split()[0]] += 1
    assert kinds["compared"] > 50 * games
    assert {game.result.first for game in served.table.finished.list_games()} == {1, 2}, (
        "who begins next time is who did not"
    )
    assert kinds.keys() >= {"draft", "build"} | ({"progress", "revive", "keep", "start"} if games > SAMPLE else set())


@pytest.mark.sampled(4)
@pytest.mark.parametrize("lang", LANGS)
def test_every_tab_renders_in_every_language_and_for_onlookers(evening, lang):
    served, show = evening
    for seat in (1, 2):
        served.send(Rename, Actor("seat", Seat(seat - 1)), name=("Ada", "Ben")[seat - 1], lang=lang)
    rng = random.Random(5)
    for turn, asked in enumerate(play_game(served, rng)):
        if turn % 9 == 0:
            page = page_parts(show, asked.seat)
            assert page["place-1"]
            if "place-2" in page:
                assert ('data-say="w-' if turn < DRAFTED else 'class="lies"') in page["place-2"]
            assert "ask" not in page_parts(show, None, None, lang)
    page = page_parts(show, None, None, lang)
    assert page["verdict"]
    assert {"sheet-1", "sheet-2"} <= page.keys()


@pytest.mark.full
def test_phone_page_shows_prices_of_covered_cards_and_missing_coins(evening):
    served, show = evening
    seen = Counter()
    for asked in play_game(served, random.Random(7)):
        page = page_parts(show, asked.seat)
        seen["covered"] += len(re.findall(r"\d+ for you, \d+ for (?:Ada|Ben), covered", page.get("place-2", "")))
        seen["missing"] += len(re.findall(r"\d+ coins? missing", page.get("ask", "")))
        seen["uncovers"] += page.get("ask", "").count("Uncovers")
        view = json.loads(bytes(served.table.snapshot(ONLOOKER, served.table.log_end).game))
        lying = sum(slot["card"] is not None for slot in view["structure"].values())
        assert page.get("place-2", "").count('data-say="c-') == lying
    assert min(seen["covered"], seen["missing"], seen["uncovers"]) > 5


CELL = re.compile(r'<(?:button|span|label)[^>]*class="(?:bare )?r(\d+) k(\d+)( free)?".*?</svg>', re.DOTALL)
PRICE = re.compile(r'<g class="pill1( th)?( no)?(?: free)?">.*?<text[^>]*>(\d+)</text>', re.DOTALL)


def structure_on_page(page):
    """Read from a page, by row and column: if a card can be taken, and its prices for reader and opponent."""
    found = {}
    for cell in CELL.finditer(page["place-2"]):
        prices = {bool(other): (int(coins), not lacking) for other, lacking, coins in PRICE.findall(cell[0])}
        found[int(cell[1]), int(cell[2])] = bool(cell[3]), prices.get(False), prices.get(True)
    return found


def structure_of_engine(view, seat):
    """Return by row and column whether a card can be taken and its prices, from the engine's view."""
    ways = [{way["thing"]: way for way in each["ways"]} for each in view["hints"]["standing"]]
    found = {}
    for place in view["hints"]["places"]:
        lying = view["structure"].get(str(place["slot"]))
        if lying is not None:
            mine, theirs = (
                (ways[at][lying["card"]]["cost"], ways[at][lying["card"]]["can"]) if lying["card"] else None
                for at in (seat - 1, 2 - seat)
            )
            free = not any(str(slot) in view["structure"] for slot in place["covered_by"])
            assert free == lying["accessible"]
            found[place["row"], place["column"]] = free and lying["card"] is not None, mine, theirs
    return found


@pytest.mark.rotated
@pytest.mark.parametrize("least", [12, pytest.param(200, marks=pytest.mark.full)])
def test_phone_page_shows_covering_and_prices_of_the_engine(evening, least):
    served, show = evening
    rng, seen = random.Random(11), Counter()
    while min(seen[age] for age in (1, 2, 3)) < least:
        for _ in play_game(served, rng):
            view = json.loads(bytes(served.table.snapshot(ONLOOKER, served.table.log_end).game))
            if view["structure"]:
                seen[view["age"]] += 1
                reader = rng.choice((1, 2))
                assert structure_on_page(page_parts(show, reader, "table")) == structure_of_engine(view, reader)


def test_every_chain_and_symbol_has_an_icon():
    bears = {card.bears for card in FACTS.cards.values() if card.bears}
    assert bears - {"gear"} == CHAINS.keys()
    effects = [effect for printed in (*FACTS.cards.values(), *FACTS.tokens.values()) for effect in printed.effects]
    assert {effect.symbol for effect in effects if isinstance(effect, data_schema.Science)} == SCIENCE.keys()


def things():
    return [*FACTS.cards.items(), *FACTS.wonders.items(), *FACTS.tokens.items()]


@pytest.mark.parametrize(("slug", "thing"), things(), ids=[slug for slug, _ in things()])
def test_icons_are_placed_inside_the_face(slug, thing):
    placed = effect_icons.lay_out_atoms(face_icons.effects(thing, FACTS), 0, 0, 88, 40, 46)
    assert placed
    for icon in placed:
        half = effect_icons.width(icon.atom) * icon.size / 200
        assert abs(icon.x) + half < 44.01
        assert abs(icon.y) + icon.size / 2 < 20.01
        assert icon.size > 11


def test_different_cards_have_different_faces():
    labels = Labels(FACTS)
    faces = {}
    for slug, card in FACTS.cards.items():
        faces.setdefault(str(labels.card(slug)), []).append(card)
    for alike in faces.values():
        assert len({(card.colour, card.cost, card.points, card.bears, card.chain, card.effects) for card in alike}) == 1


@pytest.mark.parametrize("built", [False, True])
def test_every_wonder_has_its_own_drawing(built):
    labels = Labels(FACTS)
    cards = {slug: str(labels.wonder(slug, built)) for slug in FACTS.wonders}
    assert [slug for slug, card in cards.items() if "&lt;" in card] == []
    drawn = {slug: re.search('<g class="parts".*</g>', card)[0] for slug, card in cards.items()}
    assert len(set(drawn.values())) == len(FACTS.wonders)
    assert all(("<image" in picture) is built for picture in drawn.values())


def test_invented_card_is_drawn_from_its_effects():
    invented = data_schema.CardData(
        age=1, colour="green", bears="kite", points=2, effects=(data_schema.Science("comet"), data_schema.Shields(2))
    )
    labels = Labels(msgspec.structs.replace(FACTS, cards={**FACTS.cards, "folly": invented}))
    drawn = str(labels.card("folly"))
    assert drawn.count("#i-shield") == 2
    assert drawn.count(f"#i-{figure_name('kite')}") == 2  # the chain, and the symbol
    assert "--green-tint" in drawn


def test_every_icon_used_is_in_a_sprite():
    labels = Labels(FACTS)
    drawn = "".join(
        [
            *(str(labels.card(slug)) for slug in FACTS.cards),
            *(str(labels.wonder(slug, built)) for slug in FACTS.wonders for built in (True, False)),
            *(str(labels.disc(slug)) for slug in FACTS.tokens),
            *(str(labels.draw_back(age, age == 3)) for age in (1, 2, 3)),
        ]
    )
    there = {*ICONS, *SIGNS} | {name for symbol in SYMBOLS for name in re.findall(r'id="i-([\w-]+)"', symbol)}
    assert set(re.findall(r'#i-([\w-]+)"', drawn)) <= there


def test_receipt_lists_the_parts_of_a_price():
    w = words("en")
    units = (Unit("clay", 5, "trade"), Unit("clay", 5, "trade"), Unit("wood", 2, "trade"), Unit("stone", 1, "fixed"))
    units += (Unit("glass", 0, "choice"), Unit("papyrus", 0, "token"))
    way = BuildOption("walls", False, 15, 13, units, False, False, True, 0, 2, None, False, False)
    assert list(cost_text.receipt(w, way, "Ben", FACTS)) == [
        "2 coins printed on it",
        "2 × clay: 2 + 3 each, because Ben makes it",
        "wood: 2 each",
        "stone: 1 each, your fixed price",
        "glass: made by what gives one of several",
        "papyrus: spared by a progress token",
    ]
    assert cost_text.make(w, way, 3) == "15 coins, you keep 3"
    drawn = re.findall(r'#i-([\w-]+)"', Labels(FACTS).receipt(w, way, "Ben"))
    assert [sign for sign in drawn if sign != "money"] == ["brick", "wood", "stone", "glass", "papyrus"]


@pytest.mark.parametrize("lang", [pytest.param(lang, marks=pytest.mark.full if lang != "fr" else ()) for lang in LANGS])
async def test_first_load_stays_small_for_every_question(tmp_path, facts, every_fact, lang):
    shelf = {"architects": Architects(facts), "duel": Duel(every_fact["duel"])}
    met = Counter()
    async with serving(Served(tmp_path, facts, shelf=shelf)) as table, aiohttp.ClientSession(table.base) as client:
        table.send(SetGame, game="duel")
        table.sit("Maximiliana", "Gudrun-Henriette", lang=lang).start()
        files = await asyncio.to_thread(everything, f"{table.base}/seat/{table.keys[1]}")
        assert files.keys() == {"page", "duel.css", "faces.css", "phone.js", "phone.css", "icon.svg"}
        always = sum(files.values()) - files["page"]

        async def load(path):
            asks = {"Accept-Encoding": "gzip", "Accept-Language": lang}
            async with client.get(path, headers=asks, auto_decompress=False) as page:
                assert page.status == 200
                return always + len(await page.read())

        for turn, asked in enumerate(play_game(table, random.Random(5))):
            kind = asked.legal[0].split()[0]
            if turn % 5 == 0 or kind not in met:
                met[kind] += 1
                for seat in (1, 2):
                    assert await load(f"/seat/{table.keys[seat]}") <= FIRST_LOAD, asked.legal[0]
                assert await load("/watch") <= FIRST_LOAD, asked.legal[0]
    assert met.keys() >= {"draft", "build", "start"}
