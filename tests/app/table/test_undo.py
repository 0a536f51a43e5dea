"""Undo of a person's last action and all that followed: free or by vote, and never past a secret look."""

import pytest

from app.protocol.client_rights import ONLOOKER, SCREEN
from app.protocol.game_lifecycle_messages import EndEarly
from app.protocol.play_messages import Horn, Undo, UndoOffer, UndoVote, Vote
from app.protocol.seat_messages import Rename, SetSeat
from app.protocol.settings_messages import SetTable
from tests.app import toy
from tests.app.table.plays import choice, play_out, play_turns, refused
from tests.app.tables import Evening, phone


def offer(evening):
    return evening.at_table().undo


def undo(evening, who=SCREEN, row=None, **fields):
    evening.send(Undo, who, row=offer(evening).row if row is None else row, **fields)


# ---- what is offered


def test_no_undo_is_offered_before_the_first_action(evening):
    evening.start("touch", "touch")
    assert offer(evening) is None


def test_the_last_action_is_offered_by_its_row(evening):
    evening.start("touch", "touch")
    evening.say(1, "pass")
    evening.say(2, "take")
    last = evening.store.game(1).moves[-2]
    assert offer(evening) == UndoOffer(row=last.number, seat=2, action="take", more=0, free=False)


def test_undo_includes_later_actions_of_bots(evening):
    evening.start("touch", "bot", "bot")
    evening.say(1, "pass")
    play_out(evening)
    assert (offer(evening).seat, offer(evening).action, offer(evening).more) == (1, "pass", 2)
    undo(evening)
    assert evening.view()["turn"] == 0


def test_undo_is_stale_if_it_would_remove_more_than_was_shown(evening):
    evening.start("touch", "bot", "bot")
    evening.say(1, "pass")
    shown = offer(evening)
    play_out(evening)
    assert (offer(evening).row, offer(evening).more) == (shown.row, 2)
    refused("stale", undo, evening, more=shown.more)
    assert offer(evening).row == shown.row
    undo(evening, more=2)
    assert evening.view()["turn"] == 0


def test_undo_is_free_until_something_was_revealed(evening):
    evening.start("touch", "touch")
    evening.say(1, "pass")
    assert offer(evening).free
    evening.say(2, "take")
    assert not offer(evening).free


def test_no_undo_is_offered_past_a_look(evening):
    evening.start("touch", "touch")
    evening.say(1, "pass")
    evening.say(2, "peek")
    assert offer(evening) is None
    evening.say(2, "pass")
    row = offer(evening).row
    undo(evening)
    assert offer(evening) is None
    refused("stale", undo, evening, row=row)


@pytest.mark.parametrize("policy", ["ask", "always"])
def test_no_undo_policy_reaches_past_a_look(evening, policy):
    evening.start("touch", "touch")
    evening.send(SetTable, undo=policy)
    evening.say(1, "peek")
    assert offer(evening) is None


def test_undo_is_not_offered_for_actions_of_bots_alone(evening):
    evening.start("bot", "bot")
    play_out(evening)
    assert offer(evening) is None


# ---- taking back


def test_undo_restores_the_public_view(evening):
    evening.start("touch", "touch")
    before = evening.view()
    evening.say(1, "pass")
    undo(evening)
    assert evening.view() == before
    assert evening.asked() == {1: 3}


def test_next_card_is_the_same_after_an_undo(evening):
    evening.send(SetTable, undo="always")
    evening.start("touch", "touch")
    evening.say(1, "take")
    seen = evening.view()["shown"]
    for _ in range(3):
        undo(evening)
        evening.say(1, "pass")
        evening.say(2, "take")
        assert evening.view()["shown"] == seen
        undo(evening)
        undo(evening)
        evening.say(1, "take")
        assert evening.view()["shown"] == seen


def test_undone_rows_stay_and_are_marked(evening):
    evening.start("touch", "touch")
    evening.say(1, "pass")
    undo(evening)
    evening.say(1, "pass")
    assert [(event["type"], event["undone"]) for event in evening.log()] == [
        ("game-began", False),
        ("pebble-shown", False),
        ("passed", True),
        ("undone", False),
        ("passed", False),
    ]
    assert [row.number for row in evening.store.game(1).moves] == [1, 3]


def test_undone_log_lines_are_sent_again(evening):
    evening.start("touch", "touch")
    evening.say(1, "pass")
    since = evening.table.log_end
    undo(evening)
    news = evening.snapshot(since=since).news
    assert [(line.number, line.undone) for line in news] == [(since, True), (since + 1, False)]
    assert evening.snapshot(since=evening.table.log_end).news == ()


def test_undo_of_another_row_than_offered_is_stale(evening):
    evening.start("touch", "touch")
    evening.say(1, "pass")
    old = offer(evening).row
    evening.say(2, "pass")
    refused("stale", undo, evening, row=old)
    refused("stale", undo, evening, row=999)
    assert evening.view()["turn"] == 2


def test_repeated_undo_is_applied_once(evening):
    evening.start("touch", "touch")
    evening.say(1, "pass")
    evening.say(2, "pass")
    row = offer(evening).row
    undo(evening, row=row, id="undo")
    undo(evening, row=row, id="undo")
    refused("stale", undo, evening, row=row)
    assert evening.view()["turn"] == 1


def test_question_reopened_by_undo_gets_a_new_number(evening):
    evening.start("touch", "touch")
    before = evening.asked()
    evening.say(1, "pass")
    after = evening.asked()
    undo(evening)
    assert not set(evening.asked().values()) & (set(before.values()) | set(after.values()))


def test_question_reopened_by_undo_past_bots_gets_a_new_number(evening):
    evening.start("touch", "bot")
    old = evening.number(1)
    evening.say(1, "pass")
    play_out(evening)
    later = evening.number(1)
    undo(evening)
    assert evening.number(1) > later > old


def test_undo_reaches_back_to_the_beginning(evening):
    evening.start("touch", "touch", "touch")
    views = [evening.view()]
    for seat in (1, 2, 3, 1):
        evening.say(seat, "pass")
        views.append(evening.view())
    while views:
        assert evening.view() == views.pop()
        if views:
            undo(evening)
    assert offer(evening) is None


def test_undo_policy_never_refuses_undo(evening):
    evening.start("touch", "touch")
    evening.say(1, "pass")
    row = offer(evening).row
    evening.send(SetTable, undo="never")
    assert offer(evening) is None
    refused("stale", undo, evening, row=row)


def test_undo_policy_always_needs_no_vote(evening):
    evening.send(SetTable, undo="always")
    evening.start("phone Ada", "phone Ben")
    evening.say(1, "take")
    assert offer(evening).free
    undo(evening, phone(2))
    assert evening.view()["turn"] == 0


def test_undo_is_free_without_other_people(evening):
    evening.start("touch", "bot")
    evening.say(1, "take")
    assert offer(evening).free
    undo(evening)
    assert evening.view()["turn"] == 0


def test_end_of_a_game_is_not_undone_past_secret_choices(evening):
    evening.start("touch", "touch")
    for seat in (1, 2, 1, 2):
        evening.say(seat, "take")
    evening.say(1, choice(evening, 1))
    evening.say(2, choice(evening, 2))
    assert evening.at_table().phase == "over"
    assert offer(evening) is None  # one seat alone knows the choice


def test_a_game_ended_early_stays_ended(evening):
    evening.start("touch", "touch")
    evening.say(1, "pass")
    evening.send(EndEarly, sure=True)
    assert offer(evening) is None


def test_onlookers_may_not_undo(evening):
    evening.start("touch", "touch")
    evening.say(1, "pass")
    refused("rights", undo, evening, ONLOOKER)


# ---- asking


def ask(evening):
    """Take a pebble as Ada and ask to undo it; return the row. Ben and Cleo vote, and a bot plays too."""
    evening.start("phone Ada", "phone Ben", "touch", "bot")
    evening.say(1, "take", phone(1))
    row = offer(evening).row
    undo(evening, phone(1))
    return row


def vote(evening, row, seat, yes, who=SCREEN, **fields):
    evening.send(Vote, who, row=row, seat=seat, yes=yes, **fields)


def test_undo_vote_lists_the_other_seats_and_what_was_revealed(evening):
    row = ask(evening)
    shown = evening.view()["shown"]
    assert evening.at_table().vote == UndoVote(
        row=row, seat=1, action="take", more=0, open=(2, 3), seen=(f"pebble {shown}",), of=1
    )
    assert evening.view()["turn"] == 1
    assert evening.kinds()[-1] == "undo-asked"


def test_unanimous_vote_undoes_the_action(evening):
    row = ask(evening)
    vote(evening, row, 2, True, phone(2))
    assert evening.at_table().vote.open == (3,)
    assert evening.view()["turn"] == 1
    vote(evening, row, 3, True)
    assert evening.at_table().vote is None
    assert evening.view()["turn"] == 0
    assert evening.kinds()[-1] == "undone"


def test_one_no_ends_the_undo_vote(evening):
    row = ask(evening)
    vote(evening, row, 2, True, phone(2))
    vote(evening, row, 3, False)
    assert evening.at_table().vote is None
    assert evening.view()["turn"] == 1
    refused("stale", vote, evening, row, 2, True, phone(2))
    assert evening.kinds()[-1] == "undo-denied"


@pytest.mark.parametrize("who", [phone(1), phone(3), SCREEN, ONLOOKER], ids=["asker", "asked", "screen", "onlooker"])
def test_next_action_ends_the_undo_vote_and_is_logged_as_lapse(evening, who):
    row = ask(evening)
    evening.say(2, "pass", phone(2))
    assert evening.at_table().vote is None
    refused("stale", vote, evening, row, 3, True)
    asked, passed, lapsed = evening.log(who)[-3:]
    assert (asked["type"], passed["type"]) == ("undo-asked", "passed")
    assert (lapsed["type"], lapsed["seat"]) == ("undo-lapsed", 1)


def test_action_without_an_open_vote_logs_no_lapse(evening):
    ask(evening)
    evening.say(2, "pass", phone(2))
    evening.say(3, "pass")
    assert evening.kinds().count("undo-lapsed") == 1


def test_refused_action_does_not_end_the_undo_vote(evening):
    ask(evening)
    refused("offer", evening.say, 2, "choose 1", phone(2))
    assert evening.at_table().vote is not None


def test_bots_wait_during_an_undo_vote(evening):
    evening.start("phone Ada", "bot", "phone Ben")
    evening.say(1, "take", phone(1))
    assert evening.table.next_tick() is not None
    row = offer(evening).row
    undo(evening, phone(1))
    assert evening.table.next_tick() is None
    evening.table.tick(evening.now + 100)
    assert evening.view()["turn"] == 1
    vote(evening, row, 3, False, phone(3))
    play_out(evening)
    assert evening.view()["turn"] == 2


@pytest.mark.parametrize(
    ("seat", "who", "rule"),
    [
        pytest.param(2, phone(1), "not-your-seat", id="the asker for another phone"),
        pytest.param(1, phone(1), "stale", id="the asker"),
        pytest.param(3, phone(2), "not-your-seat", id="a phone for a seat played by touch"),
        pytest.param(4, SCREEN, "stale", id="for a bot"),
        pytest.param(2, ONLOOKER, "rights", id="an onlooker"),
    ],
)
def test_undo_vote_is_refused_from_others_than_the_asked_seats(evening, seat, who, rule):
    row = ask(evening)
    refused(rule, vote, evening, row, seat, True, who)


def test_present_phone_votes_for_an_absent_one(evening):
    evening.start("phone Ada", "phone Ben", "phone Cleo")
    evening.say(1, "take", phone(1))
    evening.table.presence.set_connected(1, False)
    row = offer(evening).row
    undo(evening, phone(1))
    vote(evening, row, 2, True, phone(3))
    vote(evening, row, 3, True, phone(3))
    assert evening.view()["turn"] == 0


def test_screen_may_vote_for_every_seat(evening):
    row = ask(evening)
    vote(evening, row, 2, True)
    vote(evening, row, 3, True)
    assert evening.view()["turn"] == 0


def test_undo_of_another_seat_s_action_needs_a_vote(evening):
    evening.start("phone Ada", "phone Ben")
    evening.say(1, "pass", phone(1))
    row = offer(evening).row
    undo(evening, phone(2))
    assert evening.at_table().vote.open == (1,)
    vote(evening, row, 1, True, phone(1))
    assert evening.view()["turn"] == 0


def test_phone_may_request_undo_only_for_itself(evening):
    evening.start("phone Ada", "phone Ben")
    evening.say(1, "pass", phone(1))
    refused("not-your-seat", undo, evening, phone(2), seat=1)


def test_second_undo_request_is_refused_during_a_vote(evening):
    ask(evening)
    refused("others-asked", undo, evening, phone(2))


def test_undo_vote_lapses_when_a_voter_becomes_a_bot(evening):
    ask(evening)
    evening.send(SetSeat, seat=3, by="bot")
    assert evening.at_table().vote is None
    assert evening.kinds()[-2:] == ["seat-given", "undo-lapsed"]


def test_undo_vote_survives_unrelated_changes(evening):
    ask(evening)
    evening.send(Horn)
    evening.send(SetTable, motion=False)
    evening.send(Rename, phone(2), name="Bea", lang="fr")
    assert evening.at_table().vote is not None
    evening.send(SetTable, undo="always")
    assert evening.at_table().vote is None
    assert "undo-lapsed" not in evening.kinds()


def test_undo_vote_survives_restarts(evening):
    ask(evening)
    asked = evening.at_table().vote
    for seat in asked.open:
        evening.restart()
        assert evening.at_table().vote.row == asked.row
        evening.send(Vote, row=asked.row, seat=seat, yes=True)
    assert evening.at_table().vote is None
    assert evening.kinds()[-1] == "undone"


def test_undo_vote_ends_with_an_unreadable_game(evening):
    ask(evening)
    evening.store._db.execute("UPDATE rows SET text = 'no such thing'")
    evening.restart()
    assert (evening.at_table().phase, evening.at_table().vote) == ("lobby", None)


# ---- choices made at once


def choosing(evening, *by):
    evening.start(*(by or ("phone Ada", "phone Ben", "phone Cleo")))
    play_turns(evening)
    return evening


def own(evening, who):
    return evening.snapshot(who).own


def test_undo_of_own_choice_is_free_and_keeps_others_choices(evening):
    choosing(evening)
    evening.say(1, choice(evening, 1), phone(1))
    evening.say(2, choice(evening, 2), phone(2))
    before = evening.asked()
    [mine] = own(evening, phone(1))
    assert (mine.seat, mine.action, mine.free) == (1, choice(evening, 1), True)
    undo(evening, phone(1), row=mine.row)
    seats = evening.view()["seats"]
    assert [seat["chosen"] for seat in seats] == [False, True, False]
    assert evening.asked()[3] == before[3]
    assert evening.asked()[1] > max(before.values())
    assert evening.kinds()[-1] == "choice-taken-back"


def test_undo_offer_of_a_secret_choice_is_private(evening):
    choosing(evening)
    evening.say(1, choice(evening, 1), phone(1))
    assert offer(evening) is None
    assert own(evening, phone(2)) == ()
    assert own(evening, ONLOOKER) == ()
    assert [(each.seat, each.action) for each in own(evening, SCREEN)] == [(1, "")]


def test_undo_of_another_seat_s_choice_is_refused(evening):
    choosing(evening)
    evening.say(1, choice(evening, 1), phone(1))
    [mine] = own(evening, phone(1))
    refused("stale", undo, evening, phone(2), row=mine.row)
    refused("not-your-seat", undo, evening, phone(2), row=mine.row, seat=1)


def test_choices_cannot_be_undone_after_the_last_seat_has_chosen(evening):
    choosing(evening, "touch", "touch")
    evening.say(1, choice(evening, 1))
    [mine] = own(evening, SCREEN)
    evening.say(2, choice(evening, 2))
    refused("stale", undo, evening, row=mine.row)
    assert own(evening, SCREEN) == ()


def test_choices_can_be_undone_repeatedly(evening):
    choosing(evening)
    for seat in (1, 2, 1, 2, 1):
        if seat in evening.asked():
            evening.say(seat, choice(evening, seat), phone(seat))
        [mine] = own(evening, phone(seat))
        undo(evening, phone(seat), row=mine.row)
    assert set(evening.asked()) == {1, 2, 3}
    evening.say(1, choice(evening, 1), phone(1))
    evening.say(3, choice(evening, 3), phone(3))
    assert own(evening, phone(1))
    assert own(evening, phone(3))


def test_choice_can_be_undone_after_another_seat_undid_its_own(evening):
    choosing(evening)
    evening.say(1, choice(evening, 1), phone(1))
    evening.say(2, choice(evening, 2), phone(2))
    undo(evening, phone(1), row=own(evening, phone(1))[0].row)
    evening.say(3, choice(evening, 3), phone(3))
    assert set(evening.asked()) == {1}
    for seat in (2, 3):
        undo(evening, phone(seat), row=own(evening, phone(seat))[0].row)
    assert set(evening.asked()) == {1, 2, 3}


class SilentChoicesState(toy.PebblesState):
    """Pebbles in which a choice is announced to nobody, not even to the seat that chose."""

    def _choose(self, seat, number, tell):
        super()._choose(seat, number, lambda event, readers: tell(event, readers) if readers is None else None)


class NeighbourChoicesState(toy.PebblesState):
    """Pebbles in which a choice is announced to a neighbour, too."""

    def _choose(self, seat, number, tell):
        def tell_neighbour(event, readers):
            tell(event, readers if readers is None else (seat, (seat + 1) % self.setup.seats))

        super()._choose(seat, number, tell_neighbour)


class DistinctChoicesState(toy.PebblesState):
    """Pebbles in which no two seats may choose the same number."""

    def legal(self, seat):
        taken = {f"choose {number}" for number in self.chosen}
        return [action for action in super().legal(seat) if str(action) not in taken]


@pytest.fixture
def variant(tmp_path):
    evenings = []

    def make(state):
        game = toy.Pebbles()
        game.start = state
        evenings.append(Evening(tmp_path / state.__name__, shelf={"pebbles": game}))
        return choosing(evenings[-1], "phone Ada", "touch", "touch")

    yield make
    for evening in evenings:
        evening.close()


def test_choice_without_an_event_can_be_undone_only_by_its_seat(variant):
    evening = variant(SilentChoicesState)
    evening.say(1, choice(evening, 1), phone(1))
    assert offer(evening) is None
    assert own(evening, phone(1))[0].action == choice(evening, 1)


def test_choice_seen_by_another_seat_cannot_be_undone(variant):
    evening = variant(NeighbourChoicesState)
    evening.say(1, choice(evening, 1), phone(1))
    assert own(evening, phone(1)) == ()


def test_questions_whose_choices_changed_get_a_new_number(variant):
    evening = variant(DistinctChoicesState)
    before = evening.asked()
    number = evening.view(phone(1))["hand"][0]
    hands = {seat: evening.view(phone(seat))["hand"] for seat in (2, 3)}
    evening.say(1, f"choose {number}", phone(1))
    for seat, hand in hands.items():
        assert (evening.asked()[seat] == before[seat]) == (number not in hand)


def test_undone_choice_stays_undone_after_a_restart(evening):
    choosing(evening)
    evening.say(2, choice(evening, 2), phone(2))
    evening.say(1, choice(evening, 1), phone(1))
    [mine] = own(evening, phone(2))
    undo(evening, phone(2), row=mine.row)
    view, asked = evening.view(), evening.asked()
    evening.restart()
    assert (evening.view(), evening.asked()) == (view, asked)
    assert own(evening, phone(1))


def test_choices_are_absent_from_other_readers_logs(evening):
    choosing(evening)
    evening.say(1, choice(evening, 1), phone(1))
    assert "chose" in [event["type"] for event in evening.log(phone(1))]
    [mine] = own(evening, phone(1))
    undo(evening, phone(1), row=mine.row)
    for who in (SCREEN, ONLOOKER, phone(2)):
        assert "chose" not in [event["type"] for event in evening.log(who)]


def test_undone_secret_choice_is_removed_from_the_log_also_after_a_restart(evening):
    choosing(evening)
    evening.say(1, choice(evening, 1), phone(1))
    there, last = {line.number: line for line in evening.snapshot(phone(1)).news}, evening.table.log_end
    [mine] = own(evening, phone(1))
    undo(evening, phone(1), row=mine.row)
    told = evening.snapshot(phone(1), last).news
    there |= {line.number: line for line in told}
    there = {number: line for number, line in there.items() if not line.forgotten}
    fresh = {line.number: line for line in evening.snapshot(phone(1)).news}
    assert there == fresh
    evening.restart()
    assert {line.number: line for line in evening.snapshot(phone(1)).news} == fresh
    assert evening.snapshot(phone(1), last).news == told, "who comes back now takes it out, too"


def test_a_failed_undo_changes_nothing(evening):
    evening.start("touch", "touch")
    evening.say(1, "pass")
    row, before = offer(evening).row, evening.view()
    with evening.unwritable():
        refused("unwritable", undo, evening, row=row)
    assert evening.view() == before
    undo(evening, row=row)
    assert evening.view()["turn"] == 0
