"""7 Wonders told from cardboard on phones: every line that can be told stands once; told otherwise; put right."""

import json
import random
import re

import pytest

from app.phones.page_maker import PageMaker
from app.protocol.cardboard_messages import Correct, House
from app.protocol.client_rights import SCREEN, Actor
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.play_messages import Act, Undo
from app.protocol.seat_messages import Rename, SetSeat
from app.shown.cardboard import corrections
from app.text import translation
from engine.game import Seat
from tests.app.phones.plain_pages import offered, questions, render_parts
from tests.app.phones.served import GAMES, LANGS, Served
from tests.seven_wonders_cities import GAME

CORRECT = re.compile(r'data-do="(correct;row=\d+;how=[^"]*)"')
UNDO = re.compile(r'data-do="undo;row=(\d+);more=0"')
BOARDS = ("roma-night", "gizah-day", "halikarnassos-night")


@pytest.fixture
def evening(tmp_path, facts, request):
    """Ada's and Ben's phones are there, Cleo's is not."""
    served = Served(tmp_path, facts, shelf={"seven-wonders": GAME})
    served.sit("Ada", "Ben", "Cleo", lang="en")
    served.send(SetGame, mode="track", variant=("leaders", "experts"))
    for seat, board in enumerate(getattr(request, "param", BOARDS), 1):
        served.send(SetSeat, seat=seat, wonder=board)
    for seat in (1, 2):
        served.table.presence.set_connected(Seat(seat - 1), True)
    served.start()
    yield served, PageMaker(served.table, GAMES)
    served.store.close()


def view(served):
    return json.loads(bytes(served.table.snapshot(SCREEN, served.table.log_end).game))


def report(served, seat, text, teller=1):
    asked = next(each for each in questions(served, teller) if each.seat == seat)
    who = Actor("seat", Seat(teller - 1))
    served.send(Act, who, seat=seat, question=asked.number, action=text)


@pytest.mark.parametrize("evening", [("gizah-day", "rhodos-day", "ephesos-day")], indirect=True)
def test_first_turn_shows_instructions_until_all_have_reported(evening):
    served, show = evening
    says = "then touch here what you did"
    assert says in render_parts(show, 1)["ask"]
    for seat in (2, 3, 1):
        assert says in render_parts(show, 1)["ask"], "it stays until all have told"
        report(served, seat, next(each for each in questions(served, 1) if each.seat == seat).legal[0])
    assert says not in render_parts(show, 1)["ask"]


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.full)])
def test_every_reportable_action_is_offered_once_to_its_seat(evening, seed):
    served, show = evening
    rng, asks = random.Random(seed), set()
    for nth in range(60):
        if nth % 9 == 0:
            lang, (teller, others) = rng.choice(LANGS), rng.choice([(1, (1, 3)), (2, (2, 3))])
            served.send(Rename, Actor("seat", Seat(teller - 1)), name=("Ada", "Ben")[teller - 1], lang=lang)
            mine = [each for each in questions(served, teller) if each.seat in others]
            page = render_parts(show, teller)
            told = sorted((each.seat, each.number, text) for each in mine for text in each.legal)
            assert sorted(offered(page)) == told
            asks.add(view(served)["asked"])
        asked = rng.choice(questions(served, 1))
        stages = [text for text in asked.legal if "stage" in text]
        report(served, asked.seat, rng.choice(stages or asked.legal))
    assert offered(render_parts(show)) == []  # who only watches tells nothing
    assert {"recruit", "play"} <= asks


def test_report_can_be_changed_until_the_turn_is_complete(evening):
    served, show = evening
    while view(served)["asked"] != "play":
        report(served, view(served)["to_act"][0], "choose sell")
    report(served, 3, "choose build loom")
    report(served, 1, "choose sell", teller=1)
    page = render_parts(show, 1)["ask"]
    rows = UNDO.findall(page)
    assert len(rows) == 2, "its own, and that of a seat without a phone"
    served.send(Undo, Actor("seat", Seat(0)), row=int(rows[0]))
    assert view(served)["to_act"] == [1, 2]
    assert view(served)["hints"]["told"] == [None, None, "build loom"]
    page = render_parts(show, 1)["ask"]
    assert "d-tell-altar" in page
    assert "<s>Loom</s>" in page, "there is but one"


@pytest.mark.parametrize("lang", ["de", *(pytest.param(lang, marks=pytest.mark.full) for lang in ("en", "fr", "nl"))])
def test_reported_turn_is_corrected_from_its_page(evening, lang):
    served, show = evening
    for text in ("choose sell", "choose build loom", "choose build altar"):
        for seat in (1, 2, 3):
            report(served, seat, text if seat == 2 else "choose sell")
    served.send(Rename, Actor("seat", Seat(0)), name="Ada", lang=lang)
    row = next(each.move.number for each in served.table.committed.match.moves if each.move.text == "choose build loom")
    served.send(Correct, Actor("seat", Seat(0)), row=row, how="ask")
    page = render_parts(show, 1)
    repair = served.table_view()["repair"]
    told = CORRECT.findall(page["repair"])
    first = repair["told"][0]["row"]
    assert {f"correct;row={first};how={how}" for how in ("remove", "cut", "off")} <= set(told)
    assert not [each for each in told if "whose" in each], "all did it at once"
    for line in repair["told"]:
        assert {f"correct;row={line['row']};how=replace;text={text}" for text in line["question"]["legal"]} <= set(told)
    inserted = [each for each in told if "how=insert" in each]
    assert len(inserted) == len(repair["told"][0]["question"]["legal"])
    served.send(Correct, Actor("seat", Seat(0)), row=row, how="replace", text="choose build altar")
    page = render_parts(show, 1)["repair"]  # Ben cannot have built it twice
    repair = served.table_view()["repair"]
    assert corrections.impossible_line_question(translation.words(lang), "|").partition("|")[0] in page
    assert f"correct;row={repair['row']};how=replace;text=choose sell" in CORRECT.findall(page)
    served.send(Correct, Actor("seat", Seat(0)), row=repair["row"], how="replace", text="choose sell")
    assert served.table_view()["repair"] is None
    assert render_parts(show, 1).get("repair", "") == ""


@pytest.mark.parametrize("evening", [("gizah-day", "rhodos-day", "ephesos-day")], indirect=True, ids=["no Roma"])
def test_automatic_reports_appear_on_the_page_of_their_seat(evening):
    """Ada cannot pay for a leader: a sale is the only possible report, so the table enters it by itself."""
    served, show = evening
    before = render_parts(show, 1)["ask"]
    served.send(House, counts={"coins 1": 0})
    page = render_parts(show, 1)
    assert "d-tell-" in before
    assert "d-tell-" not in page["ask"], "there is nothing to touch that could count for the next turn"
    assert "Only a sale is possible in this turn. The table has entered it." in page["ask"]
    assert any("Only a sale is possible" in part for name, part in page.items() if name != "ask"), "among what is to do"
    row = UNDO.findall(page["ask"])[0]
    served.send(Undo, Actor("seat", Seat(0)), row=int(row))
    assert "d-tell-" in render_parts(show, 1)["ask"], "it can still be told otherwise"
    report(served, 2, "choose sell")
    assert view(served)["to_act"] == [1, 3]
