"""Saving goals: only their own seat is told of them; they are stored, and announced on its phone once within reach."""

import random

import msgspec
import pytest

from app.games.architects import goals as architects_plan
from app.games.duel import goals as duel_plan
from app.games.game_list import shelf
from app.games.seven_wonders import goals as seven_plan
from app.phones.open_page_state import PageState
from app.phones.page_maker import PageMaker
from app.protocol.client_rights import ONLOOKER, SCREEN, Actor
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.play_messages import Look, Undo
from app.protocol.rejection import Rejection
from app.protocol.seat_messages import HandOver, Leave, SetSeat
from app.protocol.teaching_messages import Plan
from app.shown.play.goal import goal_notice
from app.table.lobby.seating import Chairs
from app.text.translation import words
from engine.game import Seat
from tests.app.phones.served import GAMES, Served

PLANS = {"architects": architects_plan, "duel": duel_plan, "seven-wonders": seven_plan}
FIRST = Actor("seat", Seat(0))


@pytest.fixture
def served(tmp_path, facts, every_fact):
    served = Served(tmp_path, facts, shelf=shelf(every_fact), seed="plans")
    yield served
    served.store.close()


def start_game(served, game, *people):
    served.send(SetGame, game=game)
    served.sit(*people, lang="en").start()
    return served.table.games.shelf[game].data()


def render_parts(served, who):
    reader = PageState(who, None, "en")
    PageMaker(served.table, GAMES).update_page(reader, False)
    return {name: part.html for name, part in reader.shown.items()}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", PLANS)
def test_a_goal_is_private_and_depends_on_no_secret(served, game):
    people = ("Ada", "Ben", "Cleo")[: 2 if game == "duel" else 3]
    box, rng, w, plans = start_game(served, game, *people), random.Random(5), words("en"), PLANS[game]
    met = {}
    for _ in range(60):
        if served.phase() != "game":
            break
        state = served.table.committed.match.state
        view, other = state.view(Seat(0)), state.resample(Seat(0), rng).view(Seat(0))
        for thing, name in plans.things(w, view, 1, box):
            said = goal_notice(w, plans, view, 1, box, thing)
            assert name
            assert said == goal_notice(w, plans, other, 1, box, thing)
            if said:
                met.setdefault(thing.split()[0], thing)
        asked = served.asked()
        served.act(rng.choice([text for text in asked.legal if text != "peek"]))
    assert len(met) > 1, met
    if served.phase() == "game":
        thing = "card no-such" if game == "architects" else next(iter(met.values()))
        log = served.table.log_end
        others = [served.table.snapshot(who, log) for who in (Actor("seat", Seat(1)), SCREEN, ONLOOKER)]
        served.send(Plan, FIRST, thing=thing)
        assert served.table.log_end == log, "the log does not tell it"
        assert served.table.snapshot(FIRST, log).plan == thing
        for before, who in zip(others, (Actor("seat", Seat(1)), SCREEN, ONLOOKER), strict=True):
            assert msgspec.structs.replace(served.table.snapshot(who, log), rev=before.rev) == before


def test_a_reachable_goal_is_shown_in_one_line(served):
    start_game(served, "architects", "Ada", "Ben")
    token = served.table.committed.match.state.view(None).tokens[0]
    assert "planned" not in render_parts(served, FIRST)
    served.send(Plan, FIRST, thing=f"token {token}")
    assert "lies open" in render_parts(served, FIRST)["planned"]
    assert "selected" in render_parts(served, FIRST)["plan"]
    assert "planned" not in render_parts(served, Actor("seat", Seat(1)))
    assert {"planned", "plan"}.isdisjoint(render_parts(served, ONLOOKER))
    served.act(served.asked().legal[0])
    served.send(Undo, Actor("seat", Seat(served.table_view()["undo"]["seat"] - 1)),
                row=served.table_view()["undo"]["row"])  # fmt: skip
    assert served.table.snapshot(FIRST).plan == f"token {token}", "an undo leaves it"
    served.send(Plan, FIRST, thing=None)
    assert "planned" not in render_parts(served, FIRST)


@pytest.mark.parametrize(
    ("who", "facts", "rule"),
    [
        pytest.param(FIRST, {"thing": "token ../x"}, "unreadable", id="no thing"),
        pytest.param(FIRST, {"thing": "stage 1", "seat": 2}, "not-your-seat", id="somebody else's"),
        pytest.param(SCREEN, {"thing": "stage 1", "seat": 1}, "held", id="a phone's, said by the screen"),
        pytest.param(SCREEN, {"thing": "stage 1"}, "no-such-seat", id="nobody's"),
    ],
)
def test_goal_of_another_seat_cannot_be_set(served, who, facts, rule):
    start_game(served, "architects", "Ada", "Ben")
    with pytest.raises(Rejection) as no:
        served.send(Plan, who, **facts)
    assert no.value.code == rule


def test_goal_is_set_and_cleared_in_the_reference(served):
    start_game(served, "duel", "Ada", "Ben")
    while not (
        lying := [
            place.card for place in served.table.committed.match.state.view(None).structure.values() if place.card
        ]
    ):
        served.act(served.asked().legal[0])
    says = f'data-do="plan;thing=card {lying[0]}"'
    pages = render_parts(served, FIRST)
    assert sum(says in html for html in pages.values()) == 1
    assert not any("plan;thing" in html for html in render_parts(served, ONLOOKER).values())
    served.send(Plan, FIRST, thing=f"card {lying[0]}")
    assert any('data-do="plan;thing=null"' in html for html in render_parts(served, FIRST).values()), (
        "a touch takes it back"
    )


def test_goal_is_stored_with_its_seat_until_the_person_leaves(served):
    start_game(served, "architects", "Ada", "Ben")
    served.send(Plan, FIRST, thing="stage 5")
    chairs = msgspec.json.decode(msgspec.json.encode(served.table.committed.state.chairs), type=Chairs)
    assert [chair.plan for chair in chairs] == ["stage 5", ""], "as it is stored"
    served.send(HandOver, FIRST, seat=1)
    assert served.table.snapshot(FIRST).plan == "stage 5", "another phone of the same person"
    served.send(Leave, FIRST)
    assert served.table.committed.state.chairs[0].plan == ""


def test_screen_sees_which_of_its_seats_have_a_goal_and_its_content_only_in_a_peek(served):
    start_game(served, "architects", "Ada", "Ben")
    served.send(SetSeat, seat=2, by="touch")
    served.send(Plan, FIRST, thing="stage 3")
    served.send(Plan, SCREEN, seat=2, thing="stage 2")
    snapshot = served.table.snapshot(SCREEN)
    assert snapshot.planned == (2,)
    assert b"stage 2" not in msgspec.json.encode(snapshot)
    assert [served.table.snapshot(who).planned for who in (FIRST, ONLOOKER)] == [(), ()]
    assert served.table.handle(SCREEN, Look(id="look", seat=2)).plan == "stage 2"
    served.send(Plan, SCREEN, seat=2, thing=None)
    assert served.table.snapshot(SCREEN).planned == ()
