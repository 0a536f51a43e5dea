"""Questions about the choice of a round in a first game: rare, answered with a reason, and never waited for."""

import random
from collections import Counter, defaultdict
from itertools import pairwise
from math import inf

import pytest

from app.commands.think import ThinkerWorker
from app.games import game_list
from app.protocol.client_rights import ONLOOKER, SCREEN
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.play_messages import Undo, Vote
from app.protocol.seat_messages import SetSeat
from app.protocol.settings_messages import SetTable, Settings
from app.protocol.teaching_messages import AskHint, Reason
from app.protocol.thinker_messages import Advice, GameBegins, LineSaid, Think, Weigh, line
from app.table.bots import advice
from app.table.features import lesson_tip_choice
from app.table.game.match import box_of
from engine.game import Seat
from engine.players.action_comparison import ActionRanking, RankedAction, strip_payment
from tests.app.games.courses import COURSES, SEVEN
from tests.app.table.bots import BOTS, PLAYERS, ByHand
from tests.app.tables import Evening, phone

LISTS, REASONS = game_list.lessons(), game_list.reasons()
ARCHITECTS = COURSES[0]


class ConfidentThinker(ByHand):
    """A thinker that ranks the last action that has a reason far above all others."""

    def __init__(self, behind=5.0):
        super().__init__()
        self.at, self.behind, self.answered = None, behind, set()

    def think(self):
        for said in self.told:
            if isinstance(said, Weigh) and said.number not in self.answered:
                self.answered.add(said.number)
                self.heard(line(Advice(said.number, ActionRanking(self.ranked(Seat(said.seat))))))

    def ranked(self, seat):
        match = self.at.table.committed.match
        legal, view, box = match.position.legal(seat), match.state.view(seat), box_of(match.rules, match)
        speaks = [text for text in legal if REASONS[match.rules.name].of_action(view, box, seat + 1, text)]
        others = [text for text in legal if not speaks or strip_payment(text) != strip_payment(speaks[-1])]
        if not speaks or not others:
            return ()
        return RankedAction(speaks[-1], 0.0), *(RankedAction(text, self.behind) for text in others)


@pytest.fixture
def start_lesson(tmp_path, every_fact):
    """A factory of first games whose opening is over."""
    made, games = [], game_list.shelf(every_fact)

    def make(course, *by, thinker=None, seed="choices"):
        (tmp_path / f"{len(made)}").mkdir()
        thinker = thinker or ConfidentThinker()
        at = Evening(
            tmp_path / f"{len(made)}",
            shelf=games,
            players=PLAYERS,
            bots=BOTS,
            thinker=thinker,
            lessons=LISTS,
            reasons=REASONS,
            seed=seed,
        )
        made.append(at)
        thinker.at = at
        at.settings = Settings(bot_pace=0)
        at.send(SetTable, bot_pace=0, ritual=False)
        variant = ("first-game",) if course.game == "duel" else ()
        at.send(SetGame, game=course.game, guided=True, variant=variant)
        return at.start(*by, first=1 if course is not SEVEN else None)

    yield make
    for at in made:
        at.close()


def thinker(at):
    return at.table.parts.scheduler._thinker


def think(at):
    """Run the thinker to its end, and advance the clock by 10 seconds."""
    thinker(at).think()
    at.now += 10
    at.table.tick(at.now)


def tips(at, reader, id):
    return [tip for tip in at.snapshot(reader).lessons if tip.id == id]


def choices(at, reader):
    """List the choices of the round that a reader is shown."""
    return tips(at, reader, "which")


def answers(at, reader):
    """List the answers to choices that a reader is shown."""
    return tips(at, reader, "suggest")


def own_turn(at, course, seat):
    truth = at.table.committed
    now = lesson_tip_choice.TaughtGame.build(
        lesson_tip_choice.Curriculum(LISTS), truth.state, truth.match
    ).describe_context(seat, (), ())
    return next(idea for idea in course.ideas if idea.chooses).when(now)["turn"]


def list_questions_to_people(at):
    return [each for each in at.table.committed.state.questions if at.table.committed.state.chairs[each.seat].person]


def act(at, rng, seat):
    at.say(seat + 1, rng.choice(at.table.committed.match.position.legal(Seat(seat))))


def people(course, n=3):
    return [f"phone {'ABCDEFG'[seat]}" for seat in range(course.about(n))]


def play_until_asked(at):
    """Play at random until a person is shown a choice of the round; return that seat."""
    rng = random.Random(1)
    for _ in range(200):
        think(at)
        for each in list_questions_to_people(at):
            if choices(at, phone(each.seat + 1)):
                return each.seat + 1
        act(at, rng, rng.choice(list_questions_to_people(at)).seat)
    raise AssertionError("nobody is asked for a choice of the round")


def legal(at, seat):
    return at.table.committed.match.position.legal(Seat(seat - 1))


def best(at, seat):
    return thinker(at).ranked(Seat(seat - 1))[0].action


@pytest.mark.sampled(4)
@pytest.mark.parametrize("course", COURSES, ids=lambda course: course.game)
def test_lesson_choice_is_private_rare_and_does_not_reveal_its_answer(start_lesson, course):
    at, rng, turns = start_lesson(course, *people(course)), random.Random(2), defaultdict(list)
    for _ in range(240):
        if at.table.committed.state.phase != "game":
            break
        think(at)
        for each in list_questions_to_people(at):
            for tip in choices(at, phone(each.seat + 1)):
                turn = looked_at(at, course, each, tip)
                turns[each.seat] += [turn] if turn not in turns[each.seat] else []
        act(at, rng, rng.choice(list_questions_to_people(at)).seat)
    assert turns
    for found in turns.values():
        assert found[0] >= lesson_tip_choice.FIRST_CHOICE
        assert len(found) <= lesson_tip_choice.MAX_CHOICES
        assert all(later - before >= lesson_tip_choice.TURNS_APART for before, later in pairwise(found))


def looked_at(at, course, each, tip):
    """Check one choice that a seat is shown; return which of its own turns this is."""
    seat = each.seat + 1
    assert tip.facts == {}
    others = [phone(other) for other in range(1, 1 + course.about(3)) if other != seat]
    assert not any(found.seat == seat for reader in others for found in choices(at, reader))
    assert choices(at, SCREEN) == choices(at, ONLOOKER) == []
    lesson = at.at_table().lesson
    if lesson and not lesson.again:
        idea = next(idea for idea in course.ideas if idea.id == lesson.id)
        assert course is SEVEN
        assert not idea.asks
    assert len(at.snapshot(phone(seat)).lessons) == 1
    return own_turn(at, course, seat)


@pytest.mark.parametrize("course", COURSES, ids=lambda course: course.game)
@pytest.mark.parametrize("right", [True, False], ids=("right", "wrong"))
def test_a_choice_is_answered_with_the_better_action_and_its_reason(start_lesson, course, right):
    at = start_lesson(course, *people(course))
    seat, before = play_until_asked(at), at.table.committed
    turn, first, view = own_turn(at, course, seat), best(at, seat), before.match.state.view(Seat(seat - 1))
    reason = REASONS[course.game].of_action(view, course.box, seat, first)[0]
    others = [text for text in legal(at, seat) if strip_payment(text) != strip_payment(first)]
    at.say(seat, first if right else others[0])
    [answer] = answers(at, phone(seat))
    grade = {"choice": "best", "lead": 0} if right else {"choice": "worse", "lead": 5}
    said = {"action": first, "own-turn": turn, "reason": reason.id, **grade}
    assert {key: answer.facts[key] for key in said} == said
    assert reason.facts.items() <= answer.facts.items()
    assert choices(at, phone(seat)) == []
    assert not any(answers(at, phone(other)) for other in range(1, 1 + course.about(3)) if other != seat)
    assert answers(at, SCREEN) == answers(at, ONLOOKER) == []


@pytest.mark.parametrize("course", COURSES, ids=lambda course: course.game)
def test_answer_is_shown_until_its_seat_chooses_again(start_lesson, course):
    at, rng = start_lesson(course, *people(course)), random.Random(7)
    seat = play_until_asked(at)
    at.say(seat, best(at, seat))
    for _ in range(40):
        assert len(answers(at, phone(seat))) == 1
        mine = [each for each in list_questions_to_people(at) if each.seat == seat - 1]
        act(at, rng, (mine or list_questions_to_people(at))[0].seat)
        if mine:
            break
    assert answers(at, phone(seat)) == []


@pytest.mark.parametrize("course", COURSES, ids=lambda course: course.game)
def test_undone_choice_is_asked_again_without_its_answer(start_lesson, course):
    at = start_lesson(course, *people(course))
    seat = play_until_asked(at)
    at.say(seat, legal(at, seat)[-1])
    assert len(answers(at, phone(seat))) == 1
    offer = at.at_table().undo or at.snapshot().own[0]
    at.send(Undo, row=offer.row)
    vote = at.table.committed.state.vote
    for other in sorted(vote.open) if vote else ():
        at.send(Vote, who=phone(other + 1), seat=other + 1, row=offer.row, yes=True)
    think(at)
    assert len(choices(at, phone(seat))) == 1
    assert answers(at, phone(seat)) == []


def test_action_that_is_not_clearly_worse_is_graded_close():
    ranking = ActionRanking((RankedAction("a", 0.0), RankedAction("b", 5.0, 1.0), RankedAction("c", 4.0, 3.0)))
    grades = [advice.grade_choice(ranking, action) for action in "abc"]
    assert [(each["choice"], each["lead"]) for each in grades] == [("best", 0), ("worse", 5), ("close", 4)]
    assert advice.grade_choice(ranking, "d") is None
    assert advice.find_lesson_rival(ranking) == ranking.ranked[1]


class Spoken:
    """Reasons by action."""

    def __init__(self, **reasons):
        self.by_action = reasons

    def of_action(self, view, box, seat, text):
        return self.by_action[text]


def test_reason_that_also_holds_for_the_worse_action_is_not_given():
    ranking = ActionRanking((RankedAction("a", 0.0), RankedAction("b", 1.0, 3.0), RankedAction("c", 5.0, 1.0)))
    coins, more, stage = Reason("coins", {"n": 2}), Reason("coins", {"n": 3}), Reason("stage")
    for first, worse, told in (
        ((coins, stage), (coins,), stage),
        ((more,), (coins,), more),
        ((coins,), (stage, coins), None),
        ((), (), None),
    ):
        spoken = Spoken(a=first, b=(coins, more, stage), c=worse)
        assert advice.find_choice_reason(spoken, None, None, Seat(0), ranking) == told
    assert advice.find_choice_reason(spoken, None, None, Seat(0), ActionRanking(ranking.ranked[:2])) is None


def test_barely_better_action_is_not_asked_as_a_choice(start_lesson):
    at, rng = (
        start_lesson(ARCHITECTS, *people(ARCHITECTS), thinker=ConfidentThinker(advice.CHOICE_POINTS - 0.1)),
        random.Random(1),
    )
    for _ in range(40):
        think(at)
        assert not any(choices(at, phone(seat)) for seat in (1, 2, 3))
        act(at, rng, list_questions_to_people(at)[0].seat)
    assert thinker(at).answered


def test_experienced_people_are_not_asked(start_lesson):
    at = start_lesson(ARCHITECTS, *people(ARCHITECTS))
    seat = play_until_asked(at)
    at.send(SetSeat, seat=seat, knows=True)
    assert choices(at, phone(seat)) == []


def test_lesson_choices_are_limited_to_eight_per_person(start_lesson):
    at, rng, asks = start_lesson(ARCHITECTS, *people(ARCHITECTS)), random.Random(1), Counter()
    while at.table.committed.state.phase == "game":
        think(at)
        [each] = list_questions_to_people(at)
        asks[each.seat] += len(choices(at, phone(each.seat + 1)))
        act(at, rng, each.seat)
    assert max(asks.values()) == lesson_tip_choice.MAX_CHOICES


def test_choice_of_a_touch_seat_is_on_the_screen_if_it_has_no_secrets(start_lesson):
    at, met, rng = start_lesson(ARCHITECTS, "touch", "touch"), [], random.Random(3)
    for _ in range(40):
        think(at)
        [each] = list_questions_to_people(at)
        found = choices(at, SCREEN)
        assert all(tip.seat == each.seat + 1 for tip in found)
        match = at.table.committed.match
        assert not found or match.state.view(each.seat) is match.state.view(None)
        assert choices(at, ONLOOKER) == []
        met += found
        act(at, rng, each.seat)
    assert met
    weighed = [said for said in thinker(at).told if isinstance(said, Weigh)]
    assert all(said.public and said.beside for said in weighed)


def test_no_choice_is_computed_for_a_touch_seat_with_a_hand(start_lesson):
    at, rng = start_lesson(SEVEN, "touch", "touch", "touch"), random.Random(4)
    for _ in range(24):
        think(at)
        act(at, rng, list_questions_to_people(at)[0].seat)
    assert not any(isinstance(said, Weigh) for said in thinker(at).told)


def test_choice_does_not_delay_the_table(start_lesson):
    """A thinker that does not answer is not restarted because of a choice, and the table schedules no tick."""
    silent, rng = ByHand(), random.Random(5)
    at = start_lesson(ARCHITECTS, *people(ARCHITECTS), thinker=silent)
    at.now += 10
    at.table.tick(at.now)
    while not any(isinstance(said, Weigh) for said in silent.told):
        act(at, rng, list_questions_to_people(at)[0].seat)
    assert at.table.parts.scheduler.next_tick() == inf
    at.now += 1000
    at.table.tick(at.now)
    assert silent.ends == 0


def test_hint_about_a_choice_is_available_at_once(start_lesson):
    at = start_lesson(ARCHITECTS, *people(ARCHITECTS))
    seat = play_until_asked(at)
    first = best(at, seat)
    at.send(AskHint, who=phone(seat), seat=seat)
    [said] = at.snapshot(phone(seat)).hints
    assert (said.thinking, said.action) == (False, first)


def test_requested_work_takes_precedence_over_choices(every_fact):
    said, notes = [], []
    mind = ThinkerWorker(game_list.shelf(every_fact), PLAYERS, lambda: 0.0, said.append, notes.append)
    mind.receive(line(GameBegins({"game": "duel", "seats": "2", "variant": "first-game"})))
    state = mind._state
    while state.to_act[0] < 0:
        mind.receive(line(LineSaid(-1, str(state.deal(random.Random(6))))))
    mind.receive(line(Weigh(1, 0, 8, 1, None, beside=True)))
    mind.step()
    assert (mind.next_number, mind.is_idle, mind.has_begun) == (1, True, True)
    mind.receive(line(Think(2, 0, "easy", 0, 1, 1.0)))
    assert (mind.next_number, mind.is_idle) == (2, False)
    while mind.is_busy:
        mind.step()
    assert [b'"number":%d' % number in text for number, text in zip((2, 1), said, strict=True)] == [True, True]
    mind.receive(line(Weigh(3, 0, 8, 1, None, beside=True)))
    mind.step()
    mind.cancel(3)
    assert not mind.is_busy
