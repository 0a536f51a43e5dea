"""Roles and rights of clients, and the one kind of refusal. Rights by intent: tests/app/table/test_intent_list.py."""

import pytest

from app.protocol.client_rights import ONLOOKER, SCREEN, Actor, Reach, check_role, check_seat, tag
from app.protocol.play_messages import Look
from app.protocol.rejection import Rejection
from app.protocol.seat_messages import SetSeat
from engine.game import Seat


def test_role_without_the_right_is_refused_with_the_intent_s_tag():
    check_role(SCREEN, Look, {"screen"})
    with pytest.raises(Rejection) as no:
        check_role(ONLOOKER, Look, {"screen", "seat"})
    assert (no.value.code, no.value.params) == ("rights", {"what": "look"})


def test_intent_tag_is_its_name_on_the_wire():
    assert [tag(Look), tag(SetSeat)] == ["look", "set-seat"]


def test_seats_within_reach_depend_on_phase_and_screen():
    reach = Reach(*(frozenset({relation}) for relation in ("own", "away", "gone", "open")))
    phases = [(lobby, headless) for headless in (False, True) for lobby in (False, True)]
    found = [reach.relations(in_lobby=lobby, headless=headless) for lobby, headless in phases]
    assert found == [{"own"}, {"away"}, {"gone"}, {"open"}]


@pytest.mark.parametrize(
    ("relation", "reach", "rule"),
    [
        pytest.param("own", {"own"}, None, id="one's own"),
        pytest.param("held", {"own"}, "not-your-seat", id="somebody else's"),
        pytest.param("away", {"own"}, "not-your-seat", id="somebody's who is away"),
        pytest.param("away", {"own", "gone"}, "just-away", id="somebody's who is not away for long yet"),
        pytest.param("gone", {"own", "gone"}, None, id="somebody's who is gone"),
    ],
)
def test_acting_for_a_seat_out_of_reach_is_refused_with_its_number(relation, reach, rule):
    check_seat(SCREEN, Seat(2), relation, frozenset(reach))
    if rule is None:
        check_seat(Actor("seat", Seat(0)), Seat(2), relation, frozenset(reach))
        return
    with pytest.raises(Rejection) as no:
        check_seat(Actor("seat", Seat(0)), Seat(2), relation, frozenset(reach))
    assert (no.value.code, no.value.params) == (rule, {"seat": 3})


def test_rejection_contains_its_rule_and_facts():
    no = Rejection("name-taken", {"name": "Ada"}, seat=2)
    assert (no.code, no.params, str(no)) == ("name-taken", {"name": "Ada", "seat": 2}, "name-taken (name=Ada, seat=2)")
    assert str(Rejection("stale")) == "stale"
    assert no.args == ("name-taken",)
