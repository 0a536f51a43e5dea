"""Votes on putting a game aside or ending it early: who is asked, and what the answers do."""

import pytest

from app.protocol.client_rights import SCREEN
from app.protocol.game_lifecycle_messages import EndEarly, Suspend
from app.protocol.play_messages import LeaveVote, Vote
from app.protocol.seat_messages import Rename, SetSeat
from app.protocol.settings_messages import SetTable
from tests.app.table.plays import refused
from tests.app.tables import phone

LEAVE_VOTES = {Suspend: ("aside", {}), EndEarly: ("early", {"sure": True})}
BOTH = pytest.mark.parametrize("leave", LEAVE_VOTES, ids=["for later", "early"])


def ask(evening, leave, *seats):
    """Start a game in which Ada, at the first seat, asks to leave it."""
    evening.start("phone Ada", *(seats or ("phone Ben", "touch", "bot")))
    evening.send(leave, phone(1), **LEAVE_VOTES[leave][1])


def vote(evening, seat, yes, who=SCREEN):
    evening.send(Vote, who, row=evening.at_table().vote.row, seat=seat, yes=yes)


@BOTH
def test_leaving_needs_the_consent_of_all_others(evening, leave):
    ask(evening, leave)
    assert evening.at_table().vote == LeaveVote(row=1, seat=1, how=LEAVE_VOTES[leave][0], open=(2, 3))
    assert (evening.at_table().phase, evening.kinds()[-1]) == ("game", "leave-asked")
    vote(evening, 2, True, phone(2))
    assert evening.at_table().phase == "game"
    vote(evening, 3, True)
    told = evening.log()[-1]
    assert (told["type"], told["by"]) == (
        {"aside": "game-laid-aside", "early": "game-ended-early"}[LEAVE_VOTES[leave][0]],
        1,
    )
    assert evening.at_table().phase == {"aside": "lobby", "early": "over"}[LEAVE_VOTES[leave][0]]
    assert evening.at_table().vote is None


@BOTH
def test_one_no_ends_the_leave_vote_and_the_game_continues(evening, leave):
    ask(evening, leave)
    vote(evening, 3, False)
    assert (evening.at_table().phase, evening.at_table().vote) == ("game", None)
    assert evening.kinds()[-1] == "leave-denied"


@BOTH
def test_next_action_cancels_the_leave_vote_with_a_notice(evening, leave):
    ask(evening, leave)
    evening.say(1, "take", phone(1))
    assert (evening.at_table().phase, evening.at_table().vote) == ("game", None)
    assert evening.kinds()[-1] == "leave-lapsed"


@BOTH
@pytest.mark.parametrize(
    "seats", [pytest.param(("bot", "bot"), id="bots alone"), pytest.param(("bot", "free"), id="and a free seat")]
)
def test_person_playing_with_bots_alone_leaves_without_a_vote(evening, leave, seats):
    ask(evening, leave, *seats)
    assert evening.at_table().phase != "game"


@BOTH
def test_leave_vote_from_the_screen_excludes_the_asking_seat(evening, leave):
    evening.start("touch", "touch", "phone Cleo")
    evening.send(leave, seat=2, **LEAVE_VOTES[leave][1])
    assert evening.at_table().vote.open == (1, 3)


def test_leave_request_for_another_seat_or_during_a_vote_is_refused(evening):
    evening.start("phone Ada", "phone Ben")
    refused("not-your-seat", evening.send, Suspend, phone(1), seat=2)
    evening.send(Suspend, phone(1))
    refused("others-asked", evening.send, EndEarly, phone(2), sure=True)
    refused("stale", evening.send, Vote, phone(2), row=7, seat=2, yes=True)


@BOTH
def test_second_request_to_leave_is_a_yes_to_the_first(evening, leave):
    evening.start("phone Ada", "phone Ben", "phone Cleo")
    fields = LEAVE_VOTES[leave][1]
    evening.send(leave, phone(1), **fields)
    evening.send(leave, phone(2), **fields)
    assert evening.at_table().vote.open == (3,)
    for again in (1, 2):  # both have agreed already
        refused("others-asked", evening.send, leave, phone(again), **fields)
    evening.send(leave, phone(3), **fields)
    assert evening.at_table().phase != "game"


def test_bots_wait_while_a_leave_vote_is_open(evening):
    ask(evening, Suspend, "phone Ben", "bot")
    evening.say(1, "take", phone(1))
    evening.say(2, "pass", phone(2))
    assert evening.table.next_tick() is not None
    evening.send(Suspend, phone(1))
    assert evening.table.next_tick() is None
    vote(evening, 2, False, phone(2))
    assert evening.table.next_tick() is not None


def test_leave_vote_survives_unrelated_changes_and_a_restart(evening):
    ask(evening, Suspend)
    evening.send(SetTable, undo="always")
    evening.send(Rename, phone(2), name="Bea", lang="fr")
    assert evening.at_table().vote is not None
    asked = evening.at_table().vote
    evening.restart()
    assert evening.at_table().vote == asked
    evening.send(Vote, phone(2), row=asked.row, seat=2, yes=True)
    evening.restart()
    assert (asked.open, evening.at_table().vote.open) == ((2, 3), (3,))


def test_left_handed_setting_is_kept_with_the_seat_and_not_logged(evening):
    evening.start("phone Ada", "touch")
    told = evening.kinds()
    evening.send(SetSeat, phone(1), seat=1, left=True)
    refused("not-your-seat", evening.send, SetSeat, phone(1), seat=2, left=True)
    evening.restart()
    assert [info.left for info in evening.at_table().seats] == [True, False]
    assert evening.kinds() == told
