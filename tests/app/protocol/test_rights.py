"""The table of rights."""

from typing import get_args

import pytest

from app.protocol import messages as m
from app.protocol.rights import (
    MAY,
    ONLOOKER,
    PANEL,
    SCREEN,
    Refusal,
    Relation,
    Role,
    Who,
    check,
    check_seat,
    check_tells,
    tag,
)
from engine.game import Seat

PHONE = Who("seat", Seat(0))
BOT = Who("bot", Seat(0))
ROLES = {"screen": SCREEN, "seat": PHONE, "panel": PANEL, "bot": BOT, "onlooker": ONLOOKER, "people": Who("people")}

WHAT = {
    "screen": set(MAY),
    "seat": set(MAY) - {m.Look, m.Shutdown, m.Press, m.TryPart, m.Diagnose},
    "panel": {m.Horn, m.TurnMarker},
    "bot": {m.Act},
    "onlooker": {m.Recall, m.LookBack},
    "people": set(),
}


@pytest.mark.parametrize("role", get_args(Role))
@pytest.mark.parametrize("kind", get_args(m.Intents), ids=tag)
def test_who_may_wish_for_what(role, kind):
    if kind in WHAT[role]:
        check(ROLES[role], kind)
    else:
        with pytest.raises(Refusal) as no:
            check(ROLES[role], kind)
        assert (no.value.rule, no.value.facts) == ("rights", {"what": tag(kind)})


def test_every_intent_that_is_carried_out_has_its_row():
    assert set(MAY) == set(get_args(m.Intents)) - {m.Ping}


OWN = {"own"}
SEATS = {  # kind, in the lobby, headless: whose seat a phone may wish it for
    (m.Act, False, False): OWN,
    (m.Act, False, True): OWN,
    (m.Undo, False, False): OWN,
    (m.Undo, False, True): OWN,
    (m.Vote, False, False): {"own", "away", "gone"},
    (m.Vote, False, True): {"own", "away", "gone", "open"},
    (m.HandOver, False, False): OWN,
    (m.HandOver, False, True): {"own", "gone", "open"},
    (m.HandOver, True, True): {"own", "away", "gone", "open"},
    (m.SetSeat, False, False): OWN,
    (m.SetSeat, True, False): {"own", "open"},
    (m.SetSeat, False, True): {"own", "gone", "open"},
    (m.SetSeat, True, True): {"own", "away", "gone", "open"},
}


@pytest.mark.parametrize("relation", get_args(Relation))
@pytest.mark.parametrize(("kind", "in_lobby", "headless"), SEATS, ids=str)
def test_for_whose_seat(kind, in_lobby, headless, relation):
    check_seat(SCREEN, kind, Seat(3), relation, in_lobby=in_lobby, headless=headless)
    if relation in SEATS[kind, in_lobby, headless]:
        check_seat(PHONE, kind, Seat(3), relation, in_lobby=in_lobby, headless=headless)
    else:
        with pytest.raises(Refusal) as no:
            check_seat(PHONE, kind, Seat(3), relation, in_lobby=in_lobby, headless=headless)
        soon = relation == "away" and "gone" in SEATS[kind, in_lobby, headless]
        assert (no.value.rule, no.value.facts) == ("just-away" if soon else "not-your-seat", {"seat": 4})


@pytest.mark.parametrize("role", get_args(Role))
def test_who_tells_where_people_deal(role):
    if role in ("screen", "seat"):
        check_tells(ROLES[role])
    else:
        with pytest.raises(Refusal):
            check_tells(ROLES[role])


@pytest.mark.parametrize("relation", ["away", "gone", "open", "held"])
def test_a_bot_speaks_for_its_own_seat_only(relation):
    check_seat(BOT, m.Act, Seat(0), "own")
    with pytest.raises(Refusal):
        check_seat(BOT, m.Act, Seat(1), relation, headless=True)


def test_a_refusal_says_its_rule_and_facts():
    no = Refusal("name-taken", {"name": "Ada"}, seat=2)
    assert (no.rule, no.facts, str(no)) == ("name-taken", {"name": "Ada", "seat": 2}, "name-taken (name=Ada, seat=2)")
    assert str(Refusal("stale")) == "stale"
