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

ALL = lesson_tip_choice.Curriculum(taught.LESSONS)


@pytest.fixture(params=COURSES, ids=lambda course: course.game)
def course(request):
    return request.param


def told(at):
    return at.table.committed.state.taught_ideas


@pytest.mark.sampled(3)
def test_one_idea_a_decision_and_each_once(tmp_path, course):
    at, rng, counts = taught.evening(tmp_path, course, course.about(4)), random.Random(1), []
    assert [it.id for it in told(at) if not it.seat] == list(course.first)
    taught.played(at, rng, 0.5, lambda: counts.append(Counter(it.seat for it in told(at))))
    for before, after in pairwise(counts[:-1]):
        assert {*(after - before).values()} <= {1}
    silent = sum(before == after for before, after in pairwise(counts[:-1]))
    assert silent >= 0.4 * len(counts)
    at.close()


@pytest.mark.sampled(4)
def test_a_table_idea_is_told_once_and_one_of_a_seat_once_a_seat(tmp_path, course):
    at, rng, last = taught.evening(tmp_path, course, course.about(3)), random.Random(2), []

    def look():
        if told(at):
            last[:] = told(at)

    taught.played(at, rng, 0.5, look)
    assert len({(it.id, it.seat) for it in last}) == len(last)
    at.close()


@pytest.mark.sampled(3)
def test_an_undo_takes_back_what_was_told_after_the_move_that_goes(tmp_path, course):
    at, rng = taught.evening(tmp_path, course, course.about(3)), random.Random(3)
    at.now += 10
    at.table.tick(at.now)
    for _ in range(60):
        before, stood = told(at), at.at_table().lesson
        taught.turn(at, rng, 0.3)
        if at.at_table().phase != "game":
            break
        if told(at) != before and (offer := taught.taken_back(at)):
            after = told(at)
            action = next(it.move.text for it in at.table.committed.match.moves if it.move.number == offer.row)
            at.send(Undo, row=offer.row)
            assert told(at) == before
            assert at.at_table().lesson == stood
            at.say(offer.seat, action)
            assert [(it.id, it.seat, it.facts) for it in told(at)] == [(it.id, it.seat, it.facts) for it in after]
    assert course.confirmed <= {it.id for it in told(at)}
    at.close()


def test_a_confirmation_goes_with_its_stage_and_comes_again(tmp_path):
    at, rng = taught.evening(tmp_path, ARCHITECTS, 2), random.Random(4)
    for _ in range(300):
        taught.turn(at, rng, 0.0)
        if told(at) and told(at)[-1].id == "built":
            break
    seat = told(at)[-1].seat
    assert [it.id for it in at.snapshot(phone(seat)).lessons] == ["built"]
    at.send(Undo, row=at.at_table().undo.row)
    assert told(at)[-1].id != "built"
    assert [it.id for it in at.snapshot(phone(seat)).lessons] == ["build"]
    at.close()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("course", [course for course in COURSES if course is not SEVEN], ids=lambda at: at.game)
def test_an_end_that_is_undone_leaves_what_was_told(tmp_path, course):  # a choice in secret is not undone
    at, rng = taught.evening(tmp_path, course, course.about(2)), random.Random(11)
    last = whole(at, rng)
    assert told(at)[: len(last) - 1] == last[: len(last) - 1]
    at.send(Undo, row=at.at_table().undo.row)
    assert told(at)
    assert {it.id for it in told(at)} <= {it.id for it in last}
    at.close()


def test_what_was_told_is_there_after_a_restart(tmp_path, course):
    at, rng = taught.evening(tmp_path, course, course.about(3)), random.Random(5)
    for _ in range(25):
        taught.turn(at, rng, 0.5)
    before = told(at), at.at_table().lesson, at.snapshot().lessons
    at.restart()
    assert (told(at), at.at_table().lesson, at.snapshot().lessons) == before
    at.close()


def test_what_it_is_about_is_read_before_what_is_asked(tmp_path, course):
    at = taught.evening(tmp_path, course, course.about(3))
    assert at.at_table().lesson.id == course.first[0]
    at.now += 10
    assert at.table.next_tick() <= at.now
    at.table.tick(at.now)
    assert at.at_table().lesson.id == course.first[1]
    at.close()


def test_nothing_is_taught_while_a_game_is_opened(tmp_path, course):
    at = taught.evening(tmp_path, course, course.about(2), opening=True)
    assert at.at_table().opening
    assert (at.at_table().lesson, at.snapshot().lessons) == (None, ())
    at.send(SkipOpening)
    assert at.at_table().lesson.id == course.first[0]
    at.close()


def test_what_a_seat_alone_is_taught_goes_to_that_seat(tmp_path):
    at = taught.evening(tmp_path, ARCHITECTS, 3, by="phone")
    for _ in range(2):
        at.say(at.table.committed.state.questions[0].seat + 1, "take left")
    told_to = [it.seat for it in told(at) if it.id == "need"]
    for seat in range(1, 4):
        assert [it.id for it in at.snapshot(phone(seat)).lessons if it.id == "need"] == ["need"] * (
            told_to[-1:] == [seat]
        )
    at.close()


def test_who_knows_the_game_is_taught_nothing_and_the_others_all(tmp_path):
    at, rng = taught.evening(tmp_path, ARCHITECTS, 3), random.Random(6)
    at.send(SetSeat, seat=1, knows=True)
    assert [info.knows for info in at.at_table().seats] == [True, False, False]
    for _ in range(40):
        taught.turn(at, rng, 0.5)
    assert {it.seat for it in told(at)} == {0, 2, 3}
    at.restart()
    assert at.at_table().seats[0].knows
    for seat in (2, 3):
        at.send(SetSeat, seat=seat, knows=True)
    count = len(told(at))
    for _ in range(20):
        taught.turn(at, rng, 0.5)
        assert at.at_table().lesson is None
    assert len(told(at)) == count
    at.close()


def test_another_phone_of_the_same_person_is_taught_nothing_and_another_person_is(tmp_path):
    at = taught.evening(tmp_path, ARCHITECTS, 3, by="phone")
    at.send(SetSeat, phone(1), seat=1, knows=True)
    for name, knows in (("P1", True), ("Leo", False)):
        at.send(HandOver, seat=1)
        at.join(1, name)
        assert at.at_table().seats[0].knows is knows
    at.close()


def test_a_phone_says_it_of_its_own_seat_alone(tmp_path):
    at = taught.evening(tmp_path, ARCHITECTS, 3, by="phone")
    with pytest.raises(Rejection, match="not-your-seat"):
        at.send(SetSeat, phone(1), seat=2, knows=True)
    at.close()


def test_a_game_that_is_not_guided_teaches_nothing(tmp_path, course):
    at, rng = taught.evening(tmp_path, course, course.about(3)), random.Random(7)
    at.send(EndEarly, sure=True)
    at.send(ReturnToLobby)
    at.send(SetGame, guided=False)
    at.send(Start)
    for _ in range(10):
        taught.turn(at, rng, 0.5)
    assert (told(at), at.at_table().lesson, at.snapshot().lessons) == ((), None, ())
    at.close()


@pytest.mark.sampled(3)
def test_games_that_the_public_cannot_tell_apart_teach_the_table_the_same(tmp_path, course):
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
        fresh = msgspec.structs.replace(state, taught_ideas=tuple(it for it in state.taught_ideas if it.move != newest))
        for its in (state, fresh):
            stands = [lesson_tip_choice.current_tips(ALL, its, one, goal=False) for one in (match, other)]
            here, there = ({seat: it for seat, it in found.items() if it[1]} for found in stands)
            assert here == there
            here, there = (
                lesson_tip_choice.add_ideas(ALL, its, one, None, undone=frozenset(), answers={})
                for one in (match, other)
            )
            on_the_screen = [
                lesson_tip_choice.current_tips(
                    ALL, msgspec.structs.replace(its, taught_ideas=found), one, goal=False, to_all=True
                )
                for found, one in ((here, match), (there, other))
            ]
            assert on_the_screen[0] == on_the_screen[1], "what is secret takes the place of what is not"
            assert [it for it in here if it.id not in secret] == [it for it in there if it.id not in secret]
        pairs += 1

    taught.played(at, rng, 0.5, twin, most=150)
    assert pairs > 60
    at.close()


def test_a_game_that_was_laid_aside_goes_on_with_what_was_taught(tmp_path, course):
    at, rng = taught.evening(tmp_path, course, course.about(2)), random.Random(9)
    for _ in range(8):
        taught.turn(at, rng, 0.5)
    before, number = told(at), at.at_table().game_id
    at.send(Suspend, SCREEN)
    assert told(at) == ()
    at.send(Resume, game=number)
    assert told(at) == before
    assert all(isinstance(it, TaughtIdea) for it in told(at))
    at.close()


# ---- where all choose at once ------------------------------------------------------------------------------------


def stands(at):
    """What everybody, and each seat, is told now."""
    own = (it for seat in range(1, 5) for it in at.snapshot(phone(seat)).lessons)
    return at.at_table().lesson and at.at_table().lesson.id, {it.seat: it.id for it in own}


def chosen(at, *seats):
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


def test_each_reads_its_own_until_it_has_chosen_and_all_what_is_everybodys_until_all_have(four):
    assert stands(four) == ("choose", dict.fromkeys((1, 2, 3, 4), "uses"))
    chosen(four, 3)
    assert stands(four) == ("choose", dict.fromkeys((1, 2, 4), "uses"))
    four.send(Undo, row=four.snapshot().own[0].row)
    assert stands(four) == ("choose", dict.fromkeys((1, 2, 3, 4), "uses"))
    chosen(four, 3, 1, 4)
    assert stands(four) == ("choose", {2: "uses"})
    chosen(four, 2)
    assert stands(four) == ("passed", dict.fromkeys((1, 2, 3, 4), "goods"))


def test_once_half_have_chosen_everybody_is_told_the_next(four):
    for seat in range(1, 5):
        legal = four.table.committed.match.position.legal(Seat(seat - 1))
        builds = [text for text in legal if text.startswith("choose build")]
        four.say(
            seat, max(builds, key=lambda text: SEVEN.box.cards[text.split()[2]].colour in ("blue", "green", "red"))
        )
    to_all = []
    for seat in range(1, 5):
        to_all.append(stands(four)[0])
        chosen(four, seat)
    assert to_all[:2] == ["passed", "passed"]
    assert to_all[2] == to_all[3] in ("red", "green", "blue", "yellow")


# ---- over evenings -----------------------------------------------------------------------------------------------


def whole(at, rng, careless=0.3):
    """A game up to its end; what was told in it."""
    last = ()
    for _ in range(2000):
        last = told(at) or last
        if at.at_table().phase != "game":
            return last
        taught.turn(at, rng, careless)
    raise AssertionError("it does not end")


def again(at):
    """Another first game of the same people."""
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
def test_what_a_named_person_has_learned_is_not_told_again(people):
    at, rng = people
    before = [whole(at, rng)]
    for _ in range(2):
        again(at)
        before.append(whole(at, rng))
    told_to = [{it.id for it in last if it.seat == 1} for last in before]
    twice = told_to[0] & told_to[1]
    assert twice
    assert not twice & told_to[2]
    again(at)
    at.now += 10
    at.table.tick(at.now)
    assert at.at_table().lesson.id == "take"  # for who has no name
    assert at.at_table().lesson.but == (1, 2)


def test_what_was_done_oneself_is_learned_at_once(people):
    at, rng = people
    last = whole(at, rng)
    seat = next(it.seat for it in last if it.id == "built" and it.seat in (1, 2))
    assert "build" in at.table.finished.learned_ideas("architects")[f"p{seat}"]
    again(at)
    assert ("build", seat) not in {(it.id, it.seat) for it in whole(at, rng)}


def test_only_ids_are_kept_and_nothing_of_who_has_no_name(people):
    at, rng = people
    whole(at, rng)
    [game] = at.table.finished.list_games()
    assert [bool(ideas) for ideas in game.result.learned] == [True, True, True]
    assert {*at.table.finished.learned_ideas("architects")} == {"p1", "p2"}
    assert {idea for ideas in game.result.learned for idea in ideas} <= {
        idea.id for idea in taught.LESSONS["architects"]
    }


@pytest.mark.full
def test_what_was_learned_is_forgotten_with_the_person(people):
    at, rng = people
    for _ in range(2):
        whole(at, rng)
        again(at)
    at.send(EndEarly, sure=True)
    at.send(ReturnToLobby)
    assert at.table.finished.learned_ideas("architects")["p1"]
    at.send(SetSeat, seat=1, by="bot")
    at.send(ForgetPerson, name="P1", sure=True)
    assert "p1" not in at.table.finished.learned_ideas("architects")
    assert at.table.finished.learned_ideas("architects")["p2"]


def test_whoever_is_new_is_taught_by_the_next_game(people):
    at, rng = people
    assert at.at_table().learners == ()  # a game is played
    whole(at, rng)
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
