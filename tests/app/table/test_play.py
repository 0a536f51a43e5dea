"""Actions in a game: one entry point, one commit, numbered questions, and ids that make intents idempotent."""

import sqlite3

import pytest

from app.protocol.client_rights import ONLOOKER, PANEL, SCREEN, Actor
from app.protocol.game_lifecycle_messages import EndEarly, Rematch
from app.protocol.play_messages import Act, Horn, Undo
from engine.game import CHANCE, Seat
from tests.app.table.plays import choice, play_out, play_turns, refused
from tests.app.tables import Evening, phone


def full_state(evening):
    """Return everything visible to a reader or stored, except `rev`."""
    table = evening.table
    seen = [table.snapshot(who) for who in (SCREEN, phone(1), phone(2))]
    rows = evening.store.game(table.committed.state.game).moves
    return [(bytes(s.table), bytes(s.game or b""), s.questions, s.news) for s in seen], rows


def test_chance_before_the_first_action_is_dealt_at_the_start(evening):
    evening.start("touch", "touch")
    assert evening.view()["shown"] in ("white", "grey", "black")
    assert evening.asked() == {1: 1}


def test_an_action_is_applied_with_the_chance_that_follows(evening):
    evening.start("touch", "touch")
    evening.say(1, "take")
    assert [row.seat for row in evening.store.game(1).moves] == [CHANCE, Seat(0), CHANCE]
    assert evening.view()["to_act"] == [2]


def test_a_phone_and_the_screen_may_answer_for_a_seat(evening):
    evening.start("phone Ada", "phone Ben")
    evening.say(1, "pass", phone(1))
    evening.say(2, "pass", SCREEN)
    assert evening.view()["turn"] == 2


@pytest.mark.parametrize(
    ("who", "rule"),
    [
        pytest.param(phone(2), "not-your-seat", id="another phone"),
        pytest.param(ONLOOKER, "rights", id="an onlooker"),
        pytest.param(PANEL, "rights", id="the panel"),
        pytest.param(Actor("people"), "rights", id="people, in play"),
        pytest.param(Actor("bot", Seat(1)), "not-your-seat", id="a bot of another seat"),
        pytest.param(Actor("bot", Seat(0)), "bot-plays", id="a bot at a person's seat"),
    ],
)
def test_answers_of_others_for_a_seat_are_refused(evening, who, rule):
    evening.start("phone Ada", "phone Ben")
    before = full_state(evening)
    refused(rule, evening.say, 1, "pass", who)
    assert full_state(evening) == before


def test_act_for_chance_is_refused(evening):
    evening.start("touch", "touch")
    refused("no-such-seat", evening.send, Act, seat=CHANCE + 1, question=1, action="pebble black")


def test_acting_for_a_bot_s_seat_is_refused(evening):
    evening.start("touch", "bot")
    evening.say(1, "pass")
    refused("bot-plays", evening.say, 2, "pass")


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        pytest.param("steal", "unreadable", id="not said in this game"),
        pytest.param("choose 3", "offer", id="not now"),
        pytest.param("", "unreadable", id="nothing"),
        pytest.param("pebble black", "turn", id="chance's line"),
    ],
)
def test_refused_action_changes_nothing(evening, text, rule):
    evening.start("touch", "touch")
    before, log_end = full_state(evening), evening.table.log_end
    no = refused(rule, evening.say, 1, text)
    assert no.params["seat"] == 1
    assert full_state(evening) == before
    assert evening.table.log_end == log_end


def test_answer_to_a_closed_question_is_stale(evening):
    evening.start("touch", "touch")
    old = evening.number(1)
    evening.say(1, "pass")
    refused("stale", evening.say, 1, "pass", question=old)
    refused("stale", evening.say, 2, "pass", question=old)
    refused("stale", evening.say, 2, "pass", question=evening.number(2) + 1)


def test_repeated_id_succeeds_without_acting_again(evening):
    evening.start("touch", "touch")
    number = evening.number(1)
    evening.say(1, "pass", id="tap")
    before = full_state(evening)
    evening.say(1, "pass", question=number, id="tap")
    assert full_state(evening) == before


def test_repeated_id_does_not_act_again_after_a_restart(evening):
    evening.start("phone Ada", "touch")
    number = evening.number(1)
    evening.say(1, "pass", phone(1), id="tap")
    evening.restart()
    evening.say(1, "pass", phone(1), question=number, id="tap")
    assert evening.view()["turn"] == 1


def test_intent_ids_are_separate_for_each_seat(evening):
    evening.start("phone Ada", "phone Ben")
    evening.say(1, "pass", phone(1), id="1")
    evening.say(2, "pass", phone(2), id="1")
    assert evening.view()["turn"] == 2


def test_id_of_a_refused_intent_may_be_used_again(evening):
    evening.start("touch", "touch")
    refused("offer", evening.say, 1, "choose 1", id="tap")
    evening.say(1, "pass", id="tap")
    assert evening.view()["turn"] == 1


@pytest.mark.parametrize("id", ["", "x" * 65])
def test_intent_id_that_is_empty_or_over_64_characters_is_refused(evening, id):
    refused("id", evening.table.handle, SCREEN, Horn(id=id))


def test_number_of_stored_ids_is_limited(evening, monkeypatch):
    monkeypatch.setattr("app.table.core.seen_intents.MAX_INTENT_IDS", 3)
    monkeypatch.setattr("app.storage.commit_writer.MAX_INTENT_IDS", 3)
    monkeypatch.setattr("app.table.core.seen_intents.SLACK", 2)
    for number in range(20):
        evening.now += 1
        evening.send(Horn, id=f"horn-{number}")
    assert len(evening.store.idempotency_keys()) <= 7
    evening.restart()
    evening.send(Horn, id="horn-19")
    assert not evening.cues[20:]


def test_simultaneous_questions_are_answered_in_any_order(evening):
    evening.start("touch", "touch", "touch")
    play_turns(evening)
    before = evening.asked()
    assert set(before) == {1, 2, 3}
    evening.say(2, choice(evening, 2))
    assert evening.asked() == {1: before[1], 3: before[3]}
    evening.say(3, choice(evening, 3), question=before[3])
    evening.say(1, choice(evening, 1), question=before[1])
    assert evening.at_table().phase == "over"


def test_question_numbers_are_never_reused(evening):
    evening.start("touch", "touch")
    seen = set(evening.asked().values())

    def check():
        fresh = set(evening.asked().values())
        assert not fresh & seen or fresh <= current
        seen.update(fresh)

    for _ in range(3):
        current = set(evening.asked().values())
        evening.say(1, "pass")
        check()
        current = set(evening.asked().values())
        evening.send(Undo, row=evening.at_table().undo.row)
        check()
        current = set(evening.asked().values())
        evening.restart()
        check()
    evening.send(EndEarly, sure=True)
    evening.send(Rematch)
    assert min(evening.asked().values()) > max(seen)


def test_listeners_are_called_after_the_commit(evening, tmp_path):
    evening.start("touch", "touch")
    stored = []

    def listen(what):
        with sqlite3.connect(tmp_path / "table.db") as db:
            stored.append(db.execute("SELECT count(*) FROM rows").fetchone()[0])
        db.close()

    stop = evening.table.subscribe(listen)
    evening.say(1, "take")
    assert stored == [3]
    stop()
    evening.say(2, "pass")
    assert len(stored) == 1


def test_change_notices_contain_events_with_their_audience(evening):
    evening.start("touch", "touch")
    evening.changes.clear()
    evening.say(1, "peek")
    [changed] = evening.changes
    assert [(type(told.event).__name__, told.audience) for told in changed.events] == [
        ("Peeped", None),
        ("PebbleSeen", (0,)),
    ]


def test_rev_grows_by_one_with_every_change(evening):
    evening.start("touch", "touch")
    rev = evening.table.rev
    evening.say(1, "pass")
    evening.table.presence.set_onlookers(2)
    evening.table.presence.set_onlookers(2)
    assert evening.table.rev == rev + 2


def test_the_same_seed_deals_the_same_games(tmp_path):
    shown = []
    for name in ("a", "b", "c"):
        (tmp_path / name).mkdir()
        evening = Evening(tmp_path / name, seed="other" if name == "c" else "same").start(
            "bot", "bot", "bot", first=None
        )
        play_out(evening)
        evening.send(Rematch)
        shown.append([row.text for game in (1, 2) for row in evening.store.game(game).moves])
        evening.close()
    assert shown[0] == shown[1] != shown[2]


def test_dealer_secrets_differ_without_a_seed(tmp_path):
    evening = Evening(tmp_path, seed=None).start("touch", "touch")
    evening.send(EndEarly, sure=True)
    evening.send(Rematch)
    assert evening.store.game(1).secret != evening.store.game(2).secret
    evening.close()
