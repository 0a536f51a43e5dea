"""Pages of games without pages of their own: every legal action once, the whole position, nobody else's secret.

Pebbles has hands and choices made at once; Duel is a whole game that people know.
"""

import json
import random
import re

import pytest

from app.games.duel import words_facade as duel
from app.games.text_only.phone_page import PHONE as PLAIN
from app.history.history_text import HistoryWords
from app.phones.game_page_interface import PhoneGame
from app.phones.open_page_state import PageState
from app.phones.page_maker import PageMaker
from app.phones.websockets import Connections
from app.protocol.client_rights import ONLOOKER, Actor
from app.protocol.game_lifecycle_messages import EndEarly, SetGame, Suspend
from app.protocol.play_messages import Act, Undo
from app.protocol.seat_messages import Rename, SetSeat
from app.protocol.settings_messages import SetTable
from app.text import translation
from engine.architects.game_facade import Architects
from engine.duel.game_facade import Duel
from engine.game import Seat
from tests.app import toy, toy_words
from tests.app.phones.plain_pages import Text, offered, questions, render_parts
from tests.app.phones.served import GAMES, LANGS, Served

GAMES_WITH_PLAIN_DUEL = {**GAMES, "duel": PhoneGame(duel, PLAIN)}  # in words, as before anybody drew it
WITH_PEBBLES = {**GAMES, "pebbles": PhoneGame(toy_words, PLAIN)}


@pytest.fixture
def pebbles(tmp_path, facts):
    """A table of Pebbles, with Architects on the shelf beside it."""
    both = {"pebbles": toy.Pebbles(), "architects": Architects(facts)}
    served = Served(tmp_path, facts, shelf=both, games=WITH_PEBBLES, players=toy.PLAYERS)
    yield served, PageMaker(served.table, WITH_PEBBLES)
    served.store.close()


@pytest.fixture
def evening(tmp_path, facts, every_fact):
    """A table that offers Architects and Duel, and is set for Duel."""
    both = {"architects": Architects(facts), "duel": Duel(every_fact["duel"])}
    served = Served(tmp_path, facts, shelf=both, games=GAMES_WITH_PLAIN_DUEL)
    served.send(SetGame, game="duel")
    yield served, PageMaker(served.table, GAMES_WITH_PLAIN_DUEL)
    served.store.close()


def choose_action(served, seat, action):
    [question] = questions(served, seat)
    served.send(Act, Actor("seat", Seat(seat - 1)), seat=seat, question=question.number, action=action)


def until_all_choose(served, rng):
    """Play Pebbles until everybody is asked at once."""
    while not all(questions(served, seat) for seat in served.keys):
        asked = served.asked()
        choose_action(served, asked.seat, rng.choice([text for text in asked.legal if text != "peek"]))


# ---- every legal action, and no other ------------------------------------------------------------------------


def test_simultaneous_choices_are_each_offered_once(pebbles):
    served, show = pebbles
    served.sit("Ada", "Ben", "Cleo", lang="en").start()
    rng = random.Random(3)
    at_once = 0
    while served.phase() == "game":
        asked = {seat: found[0] for seat in served.keys if (found := questions(served, seat))}
        at_once = max(at_once, len(asked))
        for seat in served.keys:
            legal = [(seat, asked[seat].number, text) for text in asked[seat].legal] if seat in asked else []
            assert sorted(offered(render_parts(show, seat))) == sorted(legal)
        assert offered(render_parts(show)) == []
        seat = rng.choice(list(asked))
        choose_action(served, seat, rng.choice(asked[seat].legal))
    assert at_once == 3
    assert "won" in render_parts(show, 1)["verdict"]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_plain_pages_of_duel_offer_exactly_the_legal_actions(evening, seed):
    served, show = evening
    served.sit("Ada", "Ben")
    rng = random.Random(seed)
    langs = rng.sample(LANGS, 4)
    served.start()
    kinds = set()
    while served.phase() == "game":
        asked = served.asked()
        served.send(
            Rename,
            Actor("seat", Seat(asked.seat - 1)),
            name=("Ada", "Ben")[asked.seat - 1],
            lang=langs[len(kinds) % 4],
        )
        legal = [(asked.seat, asked.number, text) for text in asked.legal]
        assert sorted(offered(render_parts(show, asked.seat))) == sorted(legal)
        assert offered(render_parts(show, 3 - asked.seat)) == []
        kinds |= {text.split()[0] for text in asked.legal}
        choose_action(
            served, asked.seat, rng.choice([text for text in asked.legal if "discard" not in text] or asked.legal)
        )
    assert {"draft", "build", "discard"} <= kinds
    for lang in LANGS:
        page = render_parts(show, None, lang)
        assert duel.title(translation.words(lang))
        assert page["verdict"]
        assert {"sheet-1", "sheet-2"} <= page.keys()
    [game] = served.table.finished.list_games()
    view = json.loads(bytes(served.table.snapshot(ONLOOKER, served.table.log_end).game))
    built = [sum(under is not None for under in seat["wonders"].values()) for seat in view["seats"]]
    assert (game.result.how, [each["wonders-built"] for each in game.result.counts]) == (view["victory"], built)
    told, w = HistoryWords(show.say), translation.words("en")
    assert told.victory_text(w, game.kind, game.result) == duel.victory(w, view["victory"])
    assert [told.statistics(w, game, seat)[0] for seat in (1, 2)] == [("Wonders built", n) for n in built]


@pytest.mark.rotated
@pytest.mark.parametrize("lang", LANGS)
def test_buttons_have_unique_labels_and_parts_have_headings(evening, lang):
    served, show = evening
    served.sit("Ada", "Ben", lang=lang).start()
    rng = random.Random(8)
    for _ in range(40):
        asked = served.asked()
        page = render_parts(show, asked.seat)
        told = Text(page["ask"])
        assert len(set(told.buttons)) == len(told.buttons) == len(asked.legal)
        assert told.headings[0] == duel.prompt(translation.words(lang), asked.legal)
        for name, html in page.items():
            if name.startswith(("thing-", "place-")):
                assert len(Text(html).headings) == 1
                assert html.count("<p>") >= 1
        choose_action(served, asked.seat, rng.choice(asked.legal))


def test_only_long_lists_of_choices_are_folded(evening):
    served, show = evening
    served.sit("Ada", "Ben", lang="en").start()
    assert "<details" not in render_parts(show, served.asked().seat)["ask"]
    while len(served.asked().legal) < 12:
        choose_action(served, served.asked().seat, served.asked().legal[0])
    page = render_parts(show, served.asked().seat)["ask"]
    assert page.count("<details") == len({text.split()[-1] for text in served.asked().legal})
    assert len(set(re.findall(r'id="(d-choices-\d+)"', page))) == page.count("<details")


# ---- the position, scores, the log ---------------------------------------------------------------------------


def test_own_things_are_on_the_first_tab_and_others_on_the_table_tab(pebbles):
    served, show = pebbles
    served.sit("Ada", "Ben", lang="en").start()
    mine, table, whole = (PageState(Actor("seat", Seat(0)), tab) for tab in ("mine", "table", None))
    for reader in (mine, table, whole):
        show.update_page(reader, False)
    assert [name for name in mine.shown if name.startswith(("thing", "place"))] == ["thing-1"]
    assert ">Ada<" in mine.shown["thing-1"].html
    assert sorted(name for name in table.shown if name.startswith(("thing", "place"))) == ["place-1", "place-2"]
    assert ">Ben<" in table.shown["place-2"].html
    assert {"thing-1", "place-1", "place-2"} <= whole.shown.keys()
    watching = render_parts(show)
    assert {"place-1", "place-2", "place-3"} <= watching.keys()
    assert "thing-1" not in watching


def test_points_are_shown_by_category_unless_hidden(pebbles):
    served, show = pebbles
    served.sit("Ada", "Ben", lang="en").start()
    sheet = render_parts(show, 1)["sheet-1"]
    assert re.findall(r"<dt>(\w+)</dt><dd>(\d+)</dd>", sheet) == [("Pebbles", "0"), ("Secret", "0")]
    assert 'aria-label="0 points"' in sheet
    served.send(SetTable, points=False)
    page = render_parts(show, 1)
    assert not [name for name in page if name.startswith("sheet-")]
    assert "only at the end" in page["result"]
    served.send(EndEarly, sure=True)
    page = render_parts(show, 1)
    assert "ended early" in page["verdict"]
    assert {"sheet-1", "sheet-2"} <= page.keys()


def test_news_use_the_words_of_the_game_and_omit_dull_lines(pebbles):
    served, show = pebbles
    served.sit("Ada", "Ben", lang="en").start()
    choose_action(served, served.asked().seat, "take")
    page = render_parts(show, 1)
    assert "pebble-taken" in page["news"]
    assert "pebble-shown" not in page["news"]
    log = "".join(html for name, html in page.items() if name.startswith("log-"))
    assert "pebble-shown" in log
    assert "chose" not in log


def test_undo_vote_uses_the_words_of_the_game(pebbles):
    served, show = pebbles
    served.sit("Ada", "Ben", "Cleo", lang="en").start()
    first = served.asked().seat
    choose_action(served, first, "take")
    assert ", Take" in render_parts(show, first)["undo"]
    offer = served.table_view()["undo"]
    served.send(Undo, Actor("seat", Seat(first - 1)), row=offer["row"])
    other = first % 3 + 1
    assert "wants to undo this: Ben, Take" in render_parts(show, other)["vote"]
    assert "Everyone has seen: Pebble" in " ".join(render_parts(show, other)["vote"].split())


def test_page_diffs_add_up_to_the_whole_page(pebbles):
    served, show = pebbles
    served.sit("Ada", "Ben", lang="en").start()
    follower, page, rng = PageState(Actor("seat", Seat(0))), {}, random.Random(4)
    while served.phase() == "game":
        news = show.update_page(follower, False)
        page |= news.parts
        for name in news.gone:
            del page[name]
        fresh = PageState(Actor("seat", Seat(0)))
        show.update_page(fresh, False)
        assert page == follower.shown == fresh.shown
        asked = served.asked()
        choose_action(served, asked.seat, rng.choice(asked.legal))


# ---- secrets, and choices made at once -----------------------------------------------------------------------


def test_hand_is_only_on_the_page_of_its_seat(pebbles):
    served, show = pebbles
    served.sit("Ada", "Ben", "Cleo", lang="en").start()
    until_all_choose(served, random.Random(2))
    for seat in served.keys:
        assert "hand:" in render_parts(show, seat)["thing-1"]
        assert "hand:" not in "".join(
            html for name, html in render_parts(show, seat).items() if name.startswith("place-")
        )
    assert "hand:" not in "".join(render_parts(show).values())


def others_pages(tmp_path, facts, name, choice):
    """Make this secret choice for seat 1; return it, what each reader is sent, and each reader's whole page."""
    alone = {"pebbles": toy.Pebbles()}
    served = Served(tmp_path / name, facts, shelf=alone, games=WITH_PEBBLES, players=toy.PLAYERS, seed="secret")
    show = PageMaker(served.table, WITH_PEBBLES)
    served.sit("Ada", "Ben", "Cleo", lang="en").start()
    until_all_choose(served, random.Random(2))
    readers = {seat: PageState(Actor("seat", Seat(seat - 1))) for seat in served.keys} | {0: PageState(ONLOOKER)}
    for reader in readers.values():
        show.update_page(reader, False)
    [question] = questions(served, 1)
    choose_action(served, 1, question.legal[choice])
    sent = {seat: show.update_page(reader, False) for seat, reader in readers.items()}
    whole = {seat: dict(reader.shown) for seat, reader in readers.items()}
    served.store.close()
    return question.legal[choice], sent, whole


def test_secret_choice_is_on_no_other_page_before_the_reveal(tmp_path, facts):
    (one, sent, whole), (other, sent2, whole2) = (
        others_pages(tmp_path, facts, name, choice) for name, choice in (("one", 0), ("other", -1))
    )
    assert one != other
    assert sent.pop(1) != sent2.pop(1)
    assert whole.pop(1) != whole2.pop(1)
    assert sent == sent2
    assert whole == whole2


def test_choice_can_be_undone_while_others_still_choose(pebbles):
    served, show = pebbles
    served.sit("Ada", "Ben", "Cleo", lang="en").start()
    until_all_choose(served, random.Random(2))
    [question] = questions(served, 2)
    choose_action(served, 2, question.legal[0])
    page = render_parts(show, 2)
    assert offered(page) == []
    assert f"Undo: Ben, {question.legal[0].capitalize()}" in page["undo"]
    assert "Undo: Ben, Choose" not in render_parts(show, 1)["undo"]
    row = int(re.search(r"undo;row=(\d+)", page["undo"])[1])
    served.send(Undo, Actor("seat", Seat(1)), row=row)
    page = render_parts(show, 2)
    assert [text for _, _, text in offered(page)] == list(question.legal)
    assert "Ben chooses again." in render_parts(show, 3)["news"]


# ---- the head, the lobby, refusals ---------------------------------------------------------------------------


def test_page_head_shows_whose_turn_and_the_prompt(pebbles):
    served, show = pebbles
    served.sit("Ada", "Ben", "Cleo", lang="en").start()
    until_all_choose(served, random.Random(2))
    head = render_parts(show, 1)["head"]
    assert "Your turn" in head
    assert "Choose a number" in head
    choose_action(served, 1, questions(served, 1)[0].legal[0])
    served.table.presence.set_connected(Seat(1), True)
    assert "Turn: Ben, Cleo (away)" in render_parts(show, 1)["head"]


def test_lobby_offers_every_playable_game(evening):
    served, show = evening
    served.sit("Ada", "Ben", lang="en")
    lobby = render_parts(show, 1)["lobby"]
    assert re.findall(r'pressed="(\w+)" data-do="set-game;game=(\w+)">.*?<b>([^<]*)</b>', lobby) == [
        ("false", "architects", "7 Wonders Architects"),
        ("true", "duel", "7 Wonders Duel"),
    ]
    page = render_parts(show, 1)
    assert "played on phones and by bots" in page["start"]
    assert "First game" in lobby
    assert "set-game;rules" not in page["lobby"]
    assert "horn" not in page
    assert not re.search("Conflict|horn|stack", page["manage"])
    served.send(SetGame, game="architects")
    page = render_parts(show, 1)
    assert "horn" in page
    assert "Conflict tokens" in page["manage"]
    assert "played on phones and by bots" not in page["start"]
    assert "set-game;rules" in page["lobby"]


def test_single_game_table_offers_no_choice_of_games(tmp_path, facts):
    served = Served(tmp_path, facts)
    served.sit("Ada", "Ben", lang="en")
    assert "Which game" not in render_parts(PageMaker(served.table, GAMES), 1)["lobby"]
    served.store.close()


def test_suspended_games_are_listed_with_game_and_people(evening):
    served, show = evening
    served.sit("Ada", lang="en")
    served.send(SetSeat, seat=2, by="touch")
    served.start()
    served.send(Suspend)
    served.send(SetGame, game="architects")
    served.send(SetSeat, seat=2, by="bot", wonder="giza")
    served.start()
    served.send(Suspend)
    aside = " ".join(render_parts(show, 1)["aside"].split())
    assert "Ada, Seat 2 · 7 Wonders Duel" in aside
    assert "Ada, Brisko · 7 Wonders Architects" in aside


def test_open_page_follows_a_change_of_game(evening):
    served, show = evening
    served.sit("Ada", "Ben", lang="en").start()
    reader = PageState(Actor("seat", Seat(0)))
    show.update_page(reader, False)
    assert "place-1" in reader.shown
    served.send(Suspend)
    served.send(SetGame, game="architects")
    served.start()
    gone = show.update_page(reader, False).gone
    assert "place-1" in gone
    assert "glance" in reader.shown
    assert not [name for name in reader.shown if name.startswith(("thing-", "place-"))]


def test_refusals_use_the_words_of_the_current_game(evening):
    served, _ = evening
    connections = Connections(served.table, GAMES, served.clock)
    assert connections.game_words() is duel
    served.send(SetGame, game="architects")
    assert connections.game_words().title(translation.words("en")) == "7 Wonders Architects"


def test_duel_view_has_no_points_if_points_are_hidden(evening):
    served, show = evening
    served.send(SetTable, points=False)
    served.sit("Ada", "Ben", lang="en").start()
    choose_action(served, served.asked().seat, served.asked().legal[0])
    game = json.loads(bytes(served.table.snapshot(ONLOOKER, 0).game))
    assert "score" not in game["seats"][0]
    assert "thing-1" in render_parts(show, 1)
