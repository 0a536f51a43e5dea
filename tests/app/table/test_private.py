"""Secrets: the readers of log lines, looks and simultaneous choices, and a dealer whose secret reaches nobody."""

import itertools
import random
from pathlib import Path

import msgspec
import pytest

from app.protocol.client_rights import ONLOOKER, PANEL, SCREEN
from app.protocol.game_lifecycle_messages import Start
from app.protocol.play_messages import Look, Undo
from app.protocol.seat_messages import SetSeat
from app.protocol.settings_messages import SetTable
from app.storage.row_codec import Move
from app.table.core.snapshots import Snapshots
from app.table.core.table_state import TableState
from app.table.game.match import Match, OpenQuestion
from app.table.game.view_cache import action_texts
from app.table.lobby.game_agreement import Lobby
from engine import record
from engine.architects.game_facade import Architects
from engine.architects.view_json import NO_SCORE, View
from engine.game import CHANCE, Rng, Seat
from engine.players import PLAYERS
from engine.seven_wonders.game_facade import SevenWonders
from tests.app.table.plays import play_turns, refused
from tests.app.tables import Evening, phone

RECORDS = Path(__file__).resolve().parents[2] / "records"


OTHER_READERS = (SCREEN, ONLOOKER, PANEL, phone(2))


def test_event_is_sent_only_to_its_audience(evening):
    evening.start("phone Ada", "phone Ben")
    evening.say(1, "peek", phone(1))
    assert evening.kinds(phone(1))[-2:] == ["peeped", "pebble-seen"]
    for who in OTHER_READERS:
        assert evening.kinds(who)[-1] == "peeped"
    evening.restart()
    assert evening.kinds(phone(1))[-1] == "pebble-seen"
    assert evening.kinds(phone(2))[-1] == "peeped"


def test_question_is_sent_only_to_its_seat_and_the_screen(evening):
    evening.start("phone Ada", "phone Ben", "touch", "bot")
    evening.say(1, "pass", phone(1))
    [question] = evening.snapshot(phone(2)).questions
    assert (question.seat, question.legal) == (2, ("take", "pass", "peek"))
    assert evening.snapshot(SCREEN).questions == (question,)
    for who in (phone(1), ONLOOKER, PANEL):
        assert evening.snapshot(who).questions == ()
    evening.say(2, "pass")
    evening.say(3, "pass")
    assert evening.snapshot(SCREEN).questions == ()  # a question to a bot is not for the screen


def test_screen_omits_choices_that_reveal_a_secret(evening):
    evening.start("phone Ada", "touch", "touch")
    play_turns(evening)
    numbers = evening.asked()
    questions = evening.snapshot(SCREEN).questions
    assert [(q.seat, q.number, q.legal) for q in questions] == [(seat, numbers[seat], ()) for seat in (1, 2, 3)]
    secret = evening.table.handle(SCREEN, Look("hold", 2))
    assert secret.legal == evening.snapshot(phone(2)).questions[0].legal != ()
    assert (secret.id, secret.seat) == ("hold", 2)


def test_look_omits_choices_already_on_the_screen(evening):
    evening.start("touch", "touch")
    assert evening.snapshot(SCREEN).questions[0].legal == ("take", "pass", "peek")
    evening.say(1, "peek")
    assert evening.snapshot(SCREEN).questions[0].legal == ("take", "pass")
    assert evening.table.handle(SCREEN, Look("hold", 1)).legal == ()


def test_look_contains_the_private_view_of_a_seat_with_secrets(tmp_path, every_fact):
    game = SevenWonders(every_fact["seven_wonders"], every_fact["leaders"])
    evening = Evening(tmp_path, shelf={game.name: game}).start("touch", "touch", "phone Ada", first=None)

    def read_look(seat):
        view = evening.table.handle(SCREEN, Look("hold", seat)).view
        return view and msgspec.json.decode(view)

    assert read_look(1)["mine"]["choice"] is None
    assert {way["thing"] for way in read_look(1)["hints"]["ways"]} == {*read_look(1)["mine"]["hand"], "stage"}
    sale = f"sell {read_look(1)['mine']['hand'][0]}"
    evening.say(1, f"choose {sale}")
    assert read_look(1)["mine"]["choice"] == sale
    assert evening.table.handle(SCREEN, Look("hold", 1)).legal == ()
    assert "mine" not in evening.view()
    evening.send(SetTable, points=False)
    assert "score" not in read_look(2)["seats"][0]
    evening.close()


def test_look_contains_no_view_if_the_seat_has_no_secrets(evening):
    evening.start("touch", "touch")
    assert evening.table.handle(SCREEN, Look("hold", 1)).view is None


def test_look_at_a_seat_held_by_phone_or_bot_is_refused(evening):
    evening.start("phone Ada", "touch", "bot")
    refused("held", evening.table.handle, SCREEN, Look("hold", 1))
    refused("held", evening.table.handle, SCREEN, Look("hold", 3))
    refused("no-such-seat", evening.table.handle, SCREEN, Look("hold", 4))


def test_secrets_of_an_absent_phone_appear_on_screen_only_after_a_public_hand_over(evening):
    evening.start("phone Ada", "phone Ben")
    evening.say(1, "peek", phone(1))
    evening.table.presence.set_connected(Seat(0), False)
    evening.now += 1000
    evening.table.tick(evening.now)
    refused("held", evening.table.handle, SCREEN, Look("hold", 1))
    evening.send(SetSeat, seat=1, by="touch")
    for who in (ONLOOKER, phone(2), SCREEN):
        assert evening.log(who)[-1]["type"] == "seat-given"
    assert evening.table.handle(SCREEN, Look("hold", 1)).seat == 1


@pytest.mark.parametrize("who", [phone(2), ONLOOKER, PANEL])
def test_only_the_screen_may_look(evening, who):
    evening.start("touch", "touch")
    refused("rights", evening.table.handle, who, Look("hold", 2))


def test_look_is_refused_in_the_lobby(evening):
    evening.sit("touch", "touch")
    refused("no-game", evening.table.handle, SCREEN, Look("hold", 1))


def test_a_look_leaves_no_trace(evening):
    evening.start("touch", "touch")
    evening.say(1, "peek")
    rev, log_end = evening.table.rev, evening.table.log_end
    evening.table.handle(SCREEN, Look("hold", 1))
    assert (evening.table.rev, evening.table.log_end) == (rev, log_end)


@pytest.mark.parametrize("seed", range(5))
def test_the_view_of_others_does_not_depend_on_a_seats_secret(tmp_path, seed):
    """Two tables that differ only in what Ada chose send everybody else the same bytes, until all is opened."""
    sent = []
    for which in (0, -1):
        evening = Evening(tmp_path / str(which), seed=seed).start("phone Ada", "phone Ben", "touch")
        play_turns(evening)
        evening.say(1, evening.snapshot(phone(1)).questions[0].legal[which], phone(1))
        snapshots = [evening.snapshot(who) for who in (*OTHER_READERS, phone(3))]
        sent.append([(bytes(s.game), s.questions, s.news, s.own) for s in snapshots])
        evening.close()
    assert sent[0] == sent[1]


def test_dealer_secret_is_in_no_message_log_or_repr(evening, caplog):
    evening.start("phone Ada", "touch")
    evening.say(1, "peek")
    secret = evening.store.game(1).secret
    said = [msgspec.json.encode(evening.snapshot(who)).decode() for who in (*OTHER_READERS, phone(1))]
    said += [repr(evening.table), repr(vars(evening.table)), repr(evening.store.game(1)), caplog.text]
    said += [repr(refused("offer", evening.say, 1, "choose 2")), repr(evening.changes)]
    for text in (secret.hex(), repr(secret)[2:-1], str(int.from_bytes(secret, "big"))):
        assert not any(text in each for each in said)


# ---- Architects


@pytest.fixture
def architects(tmp_path, facts):
    evening = Evening(tmp_path, shelf={"architects": Architects(facts)}, players=PLAYERS, seed="private")
    yield evening
    evening.close()


def test_a_secret_look_reaches_no_other_seat_in_whole_games(architects):
    """Random games with every peek taken: other seats receive the same in a world where the card is another."""
    evening, rng = architects, random.Random(3)
    evening.sit("phone Ada", "touch", "touch")
    evening.send(SetSeat, seat=1, wonder="halicarnassus")
    evening.send(Start)
    looks = hidden = 0
    for number in itertools.count():
        if evening.at_table().phase == "over":
            break
        [seat] = evening.asked()
        legal = evening.snapshot(phone(seat)).questions[0].legal
        apply = next((text for text in legal if text == "peek" or text.startswith("build")), None) or rng.choice(legal)
        evening.say(seat, apply, id=f"say {number}")
        match = evening.table.committed.match
        if not any(past.looked for past in match.moves[-6:]):
            continue
        looks += 1
        public = evening.snapshot(SCREEN)
        kinds = {event["type"] for event in evening.log(ONLOOKER)}
        assert "card-seen" not in kinds
        true, other = match.state, match.state.resample(None, Rng(number))
        assert other.view(None) == true.view(None)
        for question in public.questions:
            if not question.legal:
                hidden += 1
                assert all(text.startswith("keep") for text in map(str, true.legal(Seat(question.seat - 1))))
    assert looks > 3
    assert hidden > 0


def test_drawn_cards_are_shown_only_in_a_look(architects):
    evening, rng = architects, random.Random(3)
    evening.sit("touch", "touch")
    evening.send(SetSeat, seat=1, wonder="halicarnassus")
    evening.send(Start)
    while evening.view()["hints"]["ask"] != "keep":
        [seat] = evening.asked()
        legal = evening.snapshot(phone(seat)).questions[0].legal
        evening.say(seat, next((text for text in legal if text.startswith("build")), None) or rng.choice(legal))
    [question] = evening.snapshot(SCREEN).questions
    assert (question.seat, question.legal) == (1, ())
    secret = evening.table.handle(SCREEN, Look("hold", 1))
    assert len(secret.draw) == 5
    assert set(secret.legal) == {f"keep {card}" for card in secret.draw}
    evening.say(1, secret.legal[0])


def test_last_action_of_architects_can_be_undone_after_the_end(architects):
    evening, rng = architects, random.Random(1)
    evening.start("touch", "touch")
    while evening.at_table().phase == "game":
        [seat] = evening.asked()
        legal = [text for text in evening.snapshot(phone(seat)).questions[0].legal if text != "peek"]
        before = evening.view()
        evening.say(seat, rng.choice(legal))
    assert len(evening.table.finished.list_games()) == 1
    evening.send(SetTable, undo="always")
    evening.send(Undo, row=evening.at_table().undo.row)
    assert evening.at_table().phase == "game"
    assert evening.view() == before
    assert evening.table.finished.list_games() == ()
    evening.restart()
    assert evening.view() == before
    evening.say(seat, rng.choice(legal))


def test_view_without_points_can_still_be_decoded(architects):
    evening = architects
    evening.send(SetTable, points=False)
    evening.start("touch", "touch")
    raw = evening.snapshot(phone(1)).game
    assert b"score" not in bytes(raw)
    assert {seat.score for seat in msgspec.json.decode(raw, type=View).seats} == {NO_SCORE}


def test_drawn_cards_stay_secret_if_three_sampled_worlds_agree(facts):
    """A game in which Halicarnassus finds five cards that a sample of worlds takes for public."""
    shelf = {"architects": Architects(facts)}
    told = record.parse_record((RECORDS / "search-alike.wt").read_bytes(), shelf)
    state, rows, alike = told.rules.start(told.setup), [], 0
    for number, (_, text) in enumerate(told.moves, 1):
        seat, action = record.parse_move(state, text)
        if str(action).startswith("keep"):
            legal = action_texts(state.legal(seat))
            alike += all(action_texts(state.resample(None, Rng(n)).legal(seat)) == legal for n in range(3))
            match = Match(told.rules, told.setup, rows)
            seen = Snapshots(None, TableState("table", (), Lobby("architects")), match, show_scores=True)
            assert seen.question(OpenQuestion(1, seat, 0), public=True).legal == ()
            assert seen.question(OpenQuestion(1, seat, 0), public=False).legal == legal
            assert seen.secret(seat, "look").legal == legal
        rows.append(Move(number, seat, str(action), "people" if seat == CHANCE else "seat"))
        state.apply(seat, action)
    assert alike
