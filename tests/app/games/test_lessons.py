"""A first game teaches: each sentence is true where it stands, told once, taken back with its move."""

import random
from collections import Counter
from itertools import pairwise

import msgspec
import pytest

from app.protocol.client_rights import SCREEN
from app.protocol.game_lifecycle_messages import EndEarly, Resume, ReturnToLobby, SetGame, Start, Suspend
from app.protocol.history_messages import ForgetPerson
from app.protocol.play_messages import SkipOpening, Undo
from app.protocol.rejection import Rejection
from app.protocol.seat_messages import HandOver, SetSeat, SetSeats
from app.table.core.table_state import TaughtIdea
from app.table.features import lesson_tip_choice
from app.table.game.match import Match
from engine.game import Seat
from tests.app.games import taught
from tests.app.games.courses import ARCHITECTS, COURSES, SEVEN
from tests.app.tables import phone

CURRICULUM = lesson_tip_choice.Curriculum(taught.LESSONS)


@pytest.fixture(params=COURSES, ids=lambda course: course.game)
def course(request):
    return request.param


def shown_tips(at):
    return at.table.committed.state.taught_ideas


@pytest.mark.sampled(3)
def test_each_decision_adds_at_most_one_tip_per_seat(tmp_path, course):
    at, rng, counts = taught.evening(tmp_path, course, course.about(4)), random.Random(1), []
    assert [tip.id for tip in shown_tips(at) if not tip.seat] == list(course.first)
    taught.played(at, rng, 0.5, lambda: counts.append(Counter(tip.seat for tip in shown_tips(at))))
    for before, after in pairwise(counts[:-1]):
        assert {*(after - before).values()} <= {1}
    silent = sum(before == after for before, after in pairwise(counts[:-1]))
    assert silent >= 0.4 * len(counts)
    at.close()


@pytest.mark.sampled(4)
def test_each_tip_is_shown_once_per_table_or_seat(tmp_path, course):
    at, rng, last = taught.evening(tmp_path, course, course.about(3)), random.Random(2), []

    def look():
        if shown_tips(at):
            last[:] = shown_tips(at)

    taught.played(at, rng, 0.5, look)
    assert len({(tip.id, tip.seat) for tip in last}) == len(last)
    at.close()


@pytest.mark.sampled(3)
def test_undo_withdraws_tips_shown_after_the_move(tmp_path, course):
    at, rng = taught.evening(tmp_path, course, course.about(3)), random.Random(3)
    at.now += 10
    at.table.tick(at.now)
    for _ in range(60):
        before, stood = shown_tips(at), at.at_table().lesson
        taught.turn(at, rng, 0.3)
        if at.at_table().phase != "game":
            break
        if shown_tips(at) != before and (offer := taught.taken_back(at)):
            after = shown_tips(at)
            action = next(
                applied.move.text for applied in at.table.committed.match.moves if applied.move.number == offer.row
            )
            at.send(Undo, row=offer.row)
            assert shown_tips(at) == before
            assert at.at_table().lesson == stood
            at.say(offer.seat, action)
            assert [(tip.id, tip.seat, tip.facts) for tip in shown_tips(at)] == [
                (tip.id, tip.seat, tip.facts) for tip in after
            ]
    assert course.confirmed <= {tip.id for tip in shown_tips(at)}
    at.close()


def test_undo_withdraws_the_confirmation_of_a_built_stage(tmp_path):
    at, rng = taught.evening(tmp_path, ARCHITECTS, 2), random.Random(4)
    for _ in range(300):
        taught.turn(at, rng, 0.0)
        if shown_tips(at) and shown_tips(at)[-1].id == "built":
            break
    seat = shown_tips(at)[-1].seat
    assert [tip.id for tip in at.snapshot(phone(seat)).lessons] == ["built"]
    at.send(Undo, row=at.at_table().undo.row)
    assert shown_tips(at)[-1].id != "built"
    assert [tip.id for tip in at.snapshot(phone(seat)).lessons] == ["build"]
    at.close()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("course", [course for course in COURSES if course is not SEVEN], ids=lambda at: at.game)
def test_undoing_the_end_keeps_earlier_tips(tmp_path, course):  # a choice in secret is not undone
    at, rng = taught.evening(tmp_path, course, course.about(2)), random.Random(11)
    last = play_to_the_end(at, rng)
    assert shown_tips(at)[: len(last) - 1] == last[: len(last) - 1]
    at.send(Undo, row=at.at_table().undo.row)
    assert shown_tips(at)
    assert {tip.id for tip in shown_tips(at)} <= {tip.id for tip in last}
    at.close()


def test_tips_survive_a_restart(tmp_path, course):
    at, rng = taught.evening(tmp_path, course, course.about(3)), random.Random(5)
    for _ in range(25):
        taught.turn(at, rng, 0.5)
    before = shown_tips(at), at.at_table().lesson, at.snapshot().lessons
    at.restart()
    assert (shown_tips(at), at.at_table().lesson, at.snapshot().lessons) == before
    at.close()


def test_opening_tips_are_shown_one_after_another(tmp_path, course):
    at = taught.evening(tmp_path, course, course.about(3))
    assert at.at_table().lesson.id == course.first[0]
    at.now += 10
    assert at.table.next_tick() <= at.now
    at.table.tick(at.now)
    assert at.at_table().lesson.id == course.first[1]
    at.close()


def test_no_tip_is_shown_during_the_opening(tmp_path, course):
    at = taught.evening(tmp_path, course, course.about(2), opening=True)
    assert at.at_table().opening
    assert (at.at_table().lesson, at.snapshot().lessons) == (None, ())
    at.send(SkipOpening)
    assert at.at_table().lesson.id == course.first[0]
    at.close()


def test_seat_tip_goes_to_its_seat_only(tmp_path):
    at = taught.evening(tmp_path, ARCHITECTS, 3, by="phone")
    for _ in range(2):
        at.say(at.table.committed.state.questions[0].seat + 1, "take left")
    told_to = [tip.seat for tip in shown_tips(at) if tip.id == "need"]
    for seat in range(1, 4):
        assert [tip.id for tip in at.snapshot(phone(seat)).lessons if tip.id == "need"] == ["need"] * (
            told_to[-1:] == [seat]
        )
    at.close()


def test_seat_that_knows_the_game_gets_no_tips(tmp_path):
    at, rng = taught.evening(tmp_path, ARCHITECTS, 3), random.Random(6)
    at.send(SetSeat, seat=1, knows=True)
    assert [info.knows for info in at.at_table().seats] == [True, False, False]
    for _ in range(40):
        taught.turn(at, rng, 0.5)
    assert {tip.seat for tip in shown_tips(at)} == {0, 2, 3}
    at.restart()
    assert at.at_table().seats[0].knows
    for seat in (2, 3):
        at.send(SetSeat, seat=seat, knows=True)
    count = len(shown_tips(at))
    for _ in range(20):
        taught.turn(at, rng, 0.5)
        assert at.at_table().lesson is None
    assert len(shown_tips(at)) == count
    at.close()


def test_knows_flag_follows_the_person_not_the_phone(tmp_path):
    at = taught.evening(tmp_path, ARCHITECTS, 3, by="phone")
    at.send(SetSeat, phone(1), seat=1, knows=True)
    for name, knows in (("P1", True), ("Leo", False)):
        at.send(HandOver, seat=1)
        at.join(1, name)
        assert at.at_table().seats[0].knows is knows
    at.close()


def test_phone_sets_the_knows_flag_of_its_own_seat_only(tmp_path):
    at = taught.evening(tmp_path, ARCHITECTS, 3, by="phone")
    with pytest.raises(Rejection, match="not-your-seat"):
        at.send(SetSeat, phone(1), seat=2, knows=True)
    at.close()


def test_unguided_game_shows_no_tips(tmp_path, course):
    at, rng = taught.evening(tmp_path, course, course.about(3)), random.Random(7)
    at.send(EndEarly, sure=True)
    at.send(ReturnToLobby)
    at.send(SetGame, guided=False)
    at.send(Start)
    for _ in range(10):
        taught.turn(at, rng, 0.5)
    assert (shown_tips(at), at.at_table().lesson, at.snapshot().lessons) == ((), None, ())
    at.close()


@pytest.mark.sampled(3)
def test_publicly_equal_games_show_the_same_table_tips(tmp_path, course):
    """With all that has not come to light dealt anew, and all looks forgotten but by whoever looked."""
    at, rng, pairs = taught.evening(tmp_path, course, course.about(4)), random.Random(8), 0
    secret = {idea.id for idea in course.ideas if idea.secret}

    def twin():
        nonlocal pairs
        truth = at.table.committed
        if truth.state.phase != "game":
            return
        state, match = truth.state, truth.match
        other = Match(match.rules, match.setup)
        other = other.rebuild(match.state.resample(None, rng), match.moves, match.last_move, match.setup)
        newest = state.taught_ideas[-1].move if state.taught_ideas else 0
        fresh = msgspec.structs.replace(
            state, taught_ideas=tuple(tip for tip in state.taught_ideas if tip.move != newest)
        )
        for its in (state, fresh):
            stands = [lesson_tip_choice.current_tips(CURRICULUM, its, one, goal=False) for one in (match, other)]
            here, there = ({seat: tip for seat, tip in found.items() if tip[1]} for found in stands)
            assert here == there
            here, there = (
                lesson_tip_choice.add_ideas(CURRICULUM, its, one, None, undone=frozenset(), answers={})
                for one in (match, other)
            )
            on_the_screen = [
                lesson_tip_choice.current_tips(
                    CURRICULUM, msgspec.structs.replace(its, taught_ideas=found), one, goal=False, to_all=True
                )
                for found, one in ((here, match), (there, other))
            ]
            assert on_the_screen[0] == on_the_screen[1], "what is secret takes the place of what is not"
            assert [tip for tip in here if tip.id not in secret] == [tip for tip in there if tip.id not in secret]
        pairs += 1

    taught.played(at, rng, 0.5, twin, most=150)
    assert pairs > 60
    at.close()


def test_resumed_game_keeps_its_tips(tmp_path, course):
    at, rng = taught.evening(tmp_path, course, course.about(2)), random.Random(9)
    for _ in range(8):
        taught.turn(at, rng, 0.5)
    before, number = shown_tips(at), at.at_table().game_id
    at.send(Suspend, SCREEN)
    assert shown_tips(at) == ()
    at.send(Resume, game=number)
    assert shown_tips(at) == before
    assert all(isinstance(tip, TaughtIdea) for tip in shown_tips(at))
    at.close()


# ---- where all choose at once ------------------------------------------------------------------------------------


def current_tips(at):
    """Return the tips shown now: to everyone, and by seat."""
    own = (tip for seat in range(1, 5) for tip in at.snapshot(phone(seat)).lessons)
    return at.at_table().lesson and at.at_table().lesson.id, {tip.seat: tip.id for tip in own}


def choose_last_action(at, *seats):
    for seat in seats:
        at.say(seat, at.table.committed.match.position.legal(Seat(seat - 1))[-1])  # sold


@pytest.fixture
def four(tmp_path):
    """Four who begin 7 Wonders, and have read what it is about."""
    at = taught.evening(tmp_path, SEVEN, 4)
    at.now += 10
    at.table.tick(at.now)
    yield at
    at.close()


def test_seat_tip_lasts_until_its_choice_and_table_tip_until_all_chose(four):
    assert current_tips(four) == ("choose", dict.fromkeys((1, 2, 3, 4), "uses"))
    choose_last_action(four, 3)
    assert current_tips(four) == ("choose", dict.fromkeys((1, 2, 4), "uses"))
    four.send(Undo, row=four.snapshot().own[0].row)
    assert current_tips(four) == ("choose", dict.fromkeys((1, 2, 3, 4), "uses"))
    choose_last_action(four, 3, 1, 4)
    assert current_tips(four) == ("choose", {2: "uses"})
    choose_last_action(four, 2)
    assert current_tips(four) == ("passed", dict.fromkeys((1, 2, 3, 4), "goods"))


def test_next_table_tip_comes_once_half_have_chosen(four):
    for seat in range(1, 5):
        legal = four.table.committed.match.position.legal(Seat(seat - 1))
        builds = [text for text in legal if text.startswith("choose build")]
        four.say(
            seat, max(builds, key=lambda text: SEVEN.box.cards[text.split()[2]].colour in ("blue", "green", "red"))
        )
    to_all = []
    for seat in range(1, 5):
        to_all.append(current_tips(four)[0])
        choose_last_action(four, seat)
    assert to_all[:2] == ["passed", "passed"]
    assert to_all[2] == to_all[3] in ("red", "green", "blue", "yellow")


# ---- over evenings -----------------------------------------------------------------------------------------------


def play_to_the_end(at, rng, careless=0.3):
    """Play a game to its end and return the last tips shown."""
    last = ()
    for _ in range(2000):
        last = shown_tips(at) or last
        if at.at_table().phase != "game":
            return last
        taught.turn(at, rng, careless)
    raise AssertionError("it does not end")


def start_next_lesson(at):
    """Start another first game for the same people."""
    at.send(ReturnToLobby)
    at.send(SetGame, guided=True)
    at.send(Start)
    at.send(SkipOpening)


@pytest.fixture
def people(tmp_path):
    """Ada and Ben on phones, and somebody without a name."""
    at = taught.evening(tmp_path, ARCHITECTS, 3, by=("phone", "phone", "touch"))
    yield at, random.Random(10)
    at.close()


@pytest.mark.full
def test_learned_tip_is_not_repeated_to_a_named_person(people):
    at, rng = people
    before = [play_to_the_end(at, rng)]
    for _ in range(2):
        start_next_lesson(at)
        before.append(play_to_the_end(at, rng))
    told_to = [{tip.id for tip in last if tip.seat == 1} for last in before]
    twice = told_to[0] & told_to[1]
    assert twice
    assert not twice & told_to[2]
    start_next_lesson(at)
    at.now += 10
    at.table.tick(at.now)
    assert at.at_table().lesson.id == "take"  # for who has no name
    assert at.at_table().lesson.but == (1, 2)


def test_idea_is_learned_at_once_by_doing_it(people):
    at, rng = people
    last = play_to_the_end(at, rng)
    seat = next(tip.seat for tip in last if tip.id == "built" and tip.seat in (1, 2))
    assert "build" in at.table.finished.learned_ideas("architects")[f"p{seat}"]
    start_next_lesson(at)
    assert ("build", seat) not in {(tip.id, tip.seat) for tip in play_to_the_end(at, rng)}


def test_learned_ideas_store_only_ids_of_named_people(people):
    at, rng = people
    play_to_the_end(at, rng)
    [game] = at.table.finished.list_games()
    assert [bool(ideas) for ideas in game.result.learned] == [True, True, True]
    assert {*at.table.finished.learned_ideas("architects")} == {"p1", "p2"}
    assert {idea for ideas in game.result.learned for idea in ideas} <= {
        idea.id for idea in taught.LESSONS["architects"]
    }


@pytest.mark.full
def test_forgetting_a_person_deletes_their_learned_ideas(people):
    at, rng = people
    for _ in range(2):
        play_to_the_end(at, rng)
        start_next_lesson(at)
    at.send(EndEarly, sure=True)
    at.send(ReturnToLobby)
    assert at.table.finished.learned_ideas("architects")["p1"]
    at.send(SetSeat, seat=1, by="bot")
    at.send(ForgetPerson, name="P1", sure=True)
    assert "p1" not in at.table.finished.learned_ideas("architects")
    assert at.table.finished.learned_ideas("architects")["p2"]


def test_new_players_become_learners_of_the_next_game(people):
    at, rng = people
    assert at.at_table().learners == ()  # a game is played
    play_to_the_end(at, rng)
    at.send(ReturnToLobby)
    at.send(SetGame, guided=True)
    assert (at.at_table().guided, at.at_table().learners) == (True, (3,)), "nothing is known of who has no name"
    at.send(SetGame, game="architects")
    at.send(SetSeats, count=4)
    at.join(4, "Leo")
    assert at.at_table().learners == (3, 4)
    assert at.at_table().guided
    at.send(SetSeat, seat=4, knows=True)
    assert at.at_table().learners == (3,), "who knows it is not new to it"
