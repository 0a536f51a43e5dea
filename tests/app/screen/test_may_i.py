"""The search *May I?*: a word is looked up before or during a game, and rules and things of the game are listed."""

import random
from collections import defaultdict

import pytest
from markupsafe import escape

from app.games.duel import reference
from app.games.game_list import shelf
from app.phones import how_to_play
from app.phones.page_maker import PageMaker
from app.protocol.game_lifecycle_messages import SetGame
from app.screen.composition import compose
from app.shown.play.rules_search import MAX_ANSWERS
from app.text.reference import PrintedThing
from app.text.translation import languages, words
from engine.duel.data_schema import RESOURCES
from engine.duel.payments import pack, pack_prices, trade
from tests.app.phones.served import GAMES, Served
from tests.app.screen.duels import DUEL
from tests.app.screen.finger import Stage, frames
from tests.app.screen.text_pages import SHIELD, TABLES, without_cards


def search(room, word):
    room.control.change(panel="found", typed=word)
    [element] = [part for part in compose(room.control.scene, 1280, 720) if part.key == "panel found"]
    return element.view


def test_the_rule_search_opens_from_how_to_play_and_accepts_a_word():
    shown = Stage(without_cards("duel", 4))
    shown.control.open_panel("how", 2)
    frames(2)
    shown.tap("ask")
    for letter in "law":
        shown.tap(f"key {letter}")
    shown.tap("ok")
    assert (shown.control.ui.panel, shown.control.ui.edge) == ("found", 2)
    assert search(shown.room, "law").rows[0].title == "Law"
    shown.tap("ask")
    assert shown.control.ui.panel == "ask"


def test_search_results_list_matching_things_then_rules_then_the_rest():
    rows = search(without_cards("seven-wonders", 4), "ARENA").rows
    assert rows[0].title == "Arena"
    assert all("arena" in f"{row.title} {row.says}".casefold() for row in rows)
    assert search(without_cards("architects", 4), "cat").rows[0].picture is None, "a rule is called so"
    assert [row.title for row in search(without_cards("duel", 4, "fr"), "temple artemis").rows] == [
        "Le Temple d’Artémis"
    ]


def test_search_without_matches_shows_a_hint():
    view = search(without_cards("duel", 4), "xyzzy")
    assert view.rows == ()
    assert view.nothing == "Nothing here matches. Try a shorter word."


@pytest.mark.sampled(8)
@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", TABLES)
def test_phone_in_lobby_shows_the_same_search_results(game, lang, tmp_path, facts, every_fact):
    served = Served(tmp_path, facts, shelf=shelf(every_fact)).sit("Ada", "Ben")
    served.send(SetGame, game=game)
    served.send(SetGame, variant=("leaders",) if game == "seven-wonders" else ())
    show = PageMaker(served.table, GAMES)
    show.pages.globals(files=defaultdict(str))
    html = how_to_play.page(show, words(lang), {"how": "", "word": SHIELD[lang]})
    rows = search(without_cards(game, 4, lang), SHIELD[lang]).rows
    assert 0 < len(rows) <= MAX_ANSWERS
    for row in rows:
        assert f"<b>{escape(row.title)}</b>" in html
    assert html.count("<details") >= 3, "all things lie below it, a chapter each"
    served.store.close()


def test_search_with_goods_shows_the_price_of_a_card():
    [palace] = [row for row in search(without_cards("duel", 4), "palace glass wood").rows if row.title == "Palace"]
    assert palace.says.startswith(
        "With these goods: 6 coins to the bank. Missing: 1 × clay, 1 × stone, 1 × glass; 1 coin more for each of them"
    )
    twice = search(without_cards("duel", 4), "palace 2 glass wood clay stone").rows[0]
    assert twice.says.startswith("With these goods: 0 coins to the bank. ")
    assert search(without_cards("duel", 4), "palace glass glass wood clay stone").rows[0].says == twice.says
    assert "With these goods" not in search(without_cards("duel", 4), "palace").rows[0].says
    [arena] = [row for row in search(without_cards("seven-wonders", 4), "arena ore").rows if row.title == "Arena"]
    assert "Missing: 2 × stone; 2 coins for each, from a neighbour who makes it." in arena.says
    assert search(without_cards("duel", 4), "glass").rows, "goods alone are words like others"


def test_searched_duel_price_equals_engine_price_without_opponent_goods():
    facts, w, rng = DUEL.data(), words("en"), random.Random(3)
    for slug, card in facts.cards.items():
        have = [rng.randrange(3) for _ in RESOURCES]
        table = facts.table
        purse = pack(have) | pack_prices([table.trade_coins] * len(RESOURCES))
        coins = card.cost.coins + trade(pack(card.cost.units()), purse)
        thing = PrintedThing("card", slug)
        said = reference.price(w, thing, dict(zip(RESOURCES, have, strict=True)), facts)
        assert said.startswith(f"With these goods: {coins} coin")
