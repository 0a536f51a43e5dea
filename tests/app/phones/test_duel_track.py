"""Duel told from cardboard on phones: every line that can be told stands once, in its place; a turn put right."""

import random
import re

import pytest

from app.games.duel import action_text, printed_names
from app.games.duel.reported_things import DuelEntryChoices
from app.phones.page_maker import PageMaker
from app.protocol.cardboard_messages import Correct
from app.protocol.client_rights import Actor
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.play_messages import Act
from app.protocol.seat_messages import Rename
from app.text import translation
from engine.game import Seat
from tests.app.phones.plain_pages import Text, offered, questions, render_parts
from tests.app.phones.served import GAMES, LANGS, Served
from tests.duel_cities import duel as game
from tests.whole_games import TRACK, played

CORRECT = re.compile(r'data-do="(correct;row=\d+;how=[^"]*)"')
PLACE = re.compile(r'<details class="way tell-use" name="d-use" id="d-use-([a-z-]+)"')
STRUCK_OUT_CARD = re.compile(r'<span class="tell-off"><s>([^<]+)</s>')


@pytest.fixture
def evening(tmp_path, facts):
    """A game of Duel from cardboard with two people, before the first report."""
    served = Served(tmp_path, facts, shelf={"duel": game()})
    served.sit("Ada", "Ben", lang="en")
    served.send(SetGame, mode="track", first=1)
    yield served, PageMaker(served.table, GAMES)
    served.store.close()


def report(served, text, teller=1):
    [question] = questions(served, teller)
    served.send(Act, Actor("seat", Seat(teller - 1)), seat=question.seat, question=question.number, action=text)


def report_until(served, rng, holds):
    """Report random legal actions until `holds` is true."""
    while not holds():
        [question] = questions(served, 1)
        report(served, rng.choice(question.legal))


def start_first_age(served):
    served.start()
    report_until(served, random.Random(1), lambda: questions(served, 1)[0].legal[0].startswith(("build", "discard")))


@pytest.mark.full
@pytest.mark.parametrize("seed", range(3))
def test_every_reportable_action_is_offered_once_on_every_phone(evening, seed):
    served, show = evening
    served.start()
    rng, verbs = random.Random(seed), set()
    while served.phase() == "game":
        lang = rng.choice(LANGS)
        served.send(Rename, Actor("seat", Seat(0)), name="Ada", lang=lang)
        [question] = questions(served, 1)
        can = [(question.seat, question.number, text) for text in (*question.legal, *question.others)]
        for seat in (1, 2):
            page = render_parts(show, seat)
            assert sorted(offered(page)) == sorted(can)
            assert Text(page["ask"]).headings
        assert offered(render_parts(show)) == []  # who only watches tells nothing
        verbs |= {text.split()[0] for text in question.legal}
        report(served, rng.choice([*question.legal, *question.others * 3]), rng.choice((1, 2)))
    assert {"reveal", "draft", "build", "discard"} <= verbs
    assert "won" in render_parts(show, 2)["verdict"]


def test_a_reported_card_leaves_an_empty_place(evening):
    served, show = evening
    start_first_age(served)
    before = render_parts(show, 1)["ask"]
    assert len(PLACE.findall(before)) == 23
    assert STRUCK_OUT_CARD.findall(before) == []
    report(served, "discard quarry")
    report(served, "discard altar")
    after = render_parts(show, 1)["ask"]
    assert STRUCK_OUT_CARD.findall(after) == ["Quarry", "Altar"]
    assert [slug for slug in PLACE.findall(before) if slug not in ("quarry", "altar")] == PLACE.findall(after)
    colours = [
        printed_names.colour(translation.words("en"), slug).capitalize() for slug in ("brown", "grey", "blue", "green")
    ]
    assert [each for each in Text(after).headings if each in colours] == colours


def test_card_shows_its_price_and_missing_coins(evening):
    served, show = evening
    start_first_age(served)
    page = render_parts(show, 2)["ask"]
    assert "Turn: Ada" in page
    ways = {way.thing: way for way in served.table.committed.match.state.view(None).derived.standing[1].build_options}
    for card in ("quarry", "tavern", "stone-pit"):
        place = page.split(f'id="d-use-{card}"')[1].split("</details>")[0]
        assert f"Ben: {action_text.price(translation.words('en'), ways[card])}" in place

    def dear():
        """Return the things that the seat to act cannot pay, each with the coins that are missing."""
        state, [question] = served.table.committed.match.state, questions(served, 1)
        mine = state.view(None).derived.standing[question.seat - 1]
        ways = mine.build_options if question.legal[0].startswith("build") else ()
        short = {way.thing: way.cost - state.coins[question.seat - 1] for way in ways if not way.wonder}
        return {thing: coins for thing, coins in short.items() if coins > 0}

    report_until(served, random.Random(5), lambda: len(dear()) > 5)
    page = render_parts(show, 1)["ask"]
    for thing, coins in dear().items():
        place = page.split(f'id="d-use-{thing}"')[1].split("</details>")[0]
        assert re.search(rf"(?s)disabled>.*?\b{coins} coins? missing", place)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("lang", LANGS)
def test_reported_turn_is_corrected_from_its_page(evening, lang):
    served, show = evening
    start_first_age(served)
    for card in ("quarry", "tavern", "altar"):
        report(served, f"discard {card}")
    served.send(Rename, Actor("seat", Seat(0)), name="Ada", lang=lang)
    row = next(each.move.number for each in served.table.committed.match.moves if each.move.text == "discard tavern")
    served.send(Correct, Actor("seat", Seat(0)), row=row, how="ask")
    page = render_parts(show, 1)
    told = CORRECT.findall(page["repair"])
    assert "ask" not in page or offered(page) == []
    assert {f"correct;row={row};how={how}" for how in ("remove", "cut", "off", "whose;whose=1")} <= set(told)
    w, tells = translation.words(lang), DuelEntryChoices(game().data)
    assert w("A correction is being made") in render_parts(show, 1)["head"], "as the screen says it"
    asked = (*tells.doubted(w, "discard tavern", ("Ada", "Ben")), tells.missing(w, "Ben"))
    assert [each for each in asked if each not in page["repair"]] == [], "as the screen says it"
    legal = served.table_view()["repair"]["legal"]
    for how in ("replace", "insert"):
        assert sorted(each for each in told if f"how={how}" in each) == sorted(
            f"correct;row={row};how={how};text={text}" for text in legal
        )
    served.send(Correct, Actor("seat", Seat(0)), row=row, how="replace", text="discard altar")
    page = render_parts(show, 1)["repair"]  # Ada cannot have taken it, too
    assert printed_names.card(translation.words(lang), "altar") in page
    assert "how=replace;text=discard tavern" in page
    served.send(Correct, Actor("seat", Seat(0)), row=row + 1, how="replace", text="discard tavern")
    assert render_parts(show, 1).get("repair", "") == ""
    assert served.table_view()["repair"] is None


@pytest.mark.full
def test_unexpected_cards_are_reported_from_a_fold(evening):
    served, show = evening
    [path] = [path for path in TRACK if path.stem == "duel-guilds"]
    record = played(path).told
    served.send(SetGame, first=record.setup.first + 1)
    served.start()
    folded = 0
    for _, line in record.moves:
        text = line if line.startswith("reveal") else line.partition(" ")[2]
        if served.phase() != "game" or not questions(served, 1):
            break
        [question] = questions(served, 1)
        if text not in (*question.legal, *question.others):
            continue  # the table knew
        page = render_parts(show, 2)["ask"]
        assert ("d-use-other" in page) == bool(question.others)
        folded += bool(question.others)
        report(served, text)
    assert folded > 3
    assert served.phase() == "over"


def test_a_position_can_be_entered_before_a_game_and_while_it_runs(evening):
    served, show = evening
    assert "?position" in "".join(render_parts(show, 1).values())
    served.start()
    assert "?position" in "".join(render_parts(show, 1).values())
