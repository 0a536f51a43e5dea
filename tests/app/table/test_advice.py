"""Hints that a seat asks for, and warnings of its coach: only that seat reads them, and the table never waits."""

import msgspec
import pytest

from app.games import game_list
from app.protocol.client_rights import ONLOOKER, SCREEN
from app.protocol.game_lifecycle_messages import EndEarly, ReturnToLobby, SetGame, Start
from app.protocol.play_messages import Look
from app.protocol.rejection import Rejection
from app.protocol.seat_messages import SetSeat
from app.protocol.settings_messages import SetTable
from app.protocol.teaching_messages import AskHint
from app.protocol.thinker_messages import Advice, Ready, Weigh, line
from app.table.bots import advice
from app.table.bots.bot_scheduler import SILENT_SECONDS, START_SECONDS
from app.table.bots.ranking_requests import HINT_SECONDS
from engine.game import Seat
from engine.players.action_comparison import ActionRanking, RankedAction
from tests.app.table.bots import BOTS, PLAYERS, AtHand, ByHand
from tests.app.tables import Evening, phone

REASONS = game_list.reasons()


@pytest.fixture
def evening(tmp_path, every_fact):
    games = game_list.shelf(every_fact)
    made = Evening(
        tmp_path,
        shelf=games,
        players=PLAYERS,
        bots=BOTS,
        thinker=AtHand(games, PLAYERS),
        reasons=REASONS,
        modes=game_list.modes(),
    )
    yield made
    made.close()


def start_game(evening, game="duel", seats=2):
    """Start a game in which each person has a phone, and the last seat is played on the screen."""
    evening.send(SetGame, game=game, guided=False)
    evening.start(*(f"phone {'ABC'[seat]}" for seat in range(seats - 1)), "touch", first=None if seats > 2 else 1)


def hint(evening, seat, reader=None):
    return next((hint for hint in evening.snapshot(reader or phone(seat)).hints if hint.seat == seat), None)


def think(evening):
    evening.table.parts.scheduler._thinker.think()
    evening.table.tick(evening.now)


def request_hint(evening, seat, reader=None):
    evening.send(AskHint, who=reader or phone(seat), seat=seat)
    thinking = hint(evening, seat, reader)
    think(evening)
    return thinking, hint(evening, seat, reader)


def refused(evening, reader, **fields):
    with pytest.raises(Rejection) as no:
        evening.send(AskHint, who=reader, **fields)
    return no.value.code


def news(evening, reader):
    kinds = [msgspec.json.decode(line.event)["type"] for line in evening.snapshot(reader).news]
    return kinds.count("hint-asked")


def test_a_hint_is_private_and_the_request_is_public(evening):
    start_game(evening)
    thinking, said = request_hint(evening, 1)
    assert (thinking.thinking, said.thinking) == (True, False)
    [question] = evening.snapshot(phone(1)).questions
    assert {said.action, said.other} <= {*question.legal}
    assert [evening.snapshot(reader).hints for reader in (SCREEN, ONLOOKER)] == [(), ()]
    assert [news(evening, reader) for reader in (phone(1), SCREEN, ONLOOKER)] == [1, 1, 1]
    evening.say(1, question.legal[0])
    assert hint(evening, 1) is None


def test_hint_on_the_screen_is_visible_only_under_a_finger(evening):
    start_game(evening)
    evening.say(1, evening.snapshot(phone(1)).questions[0].legal[0])
    _, there = request_hint(evening, 2, SCREEN)
    assert (there.hidden, there.action, there.because) == (True, "", ())
    assert evening.table.handle(SCREEN, Look("a", 2)).hint.action in evening.snapshot(SCREEN).questions[0].legal
    assert refused(evening, SCREEN, seat=1) == "held"
    assert refused(evening, phone(1), seat=2) == "not-your-seat"


def test_only_the_seat_to_act_gets_a_hint(evening):
    start_game(evening)
    assert refused(evening, SCREEN, seat=2) == "not-asked"


@pytest.mark.rotated
def test_hints_can_be_off_or_limited_per_game(evening):
    start_game(evening)
    evening.send(SetTable, hints=0)
    assert not evening.at_table().advises
    assert refused(evening, phone(1), seat=1) == "hints-off"
    evening.send(SetTable, hints=1)
    assert evening.at_table().advises
    _, before = request_hint(evening, 1)
    assert refused(evening, phone(1), seat=1) == "hints-used"
    evening.restart()
    think(evening)
    assert hint(evening, 1) == before, "it counts as used, so it is there again"
    assert refused(evening, phone(1), seat=1) == "hints-used"
    evening.send(SetTable, hints=None)
    assert request_hint(evening, 1)[1].action


def test_hints_are_refused_for_hidden_cardboard_hands(evening):
    start_game(evening, "seven-wonders", 3)
    assert evening.at_table().advises
    evening.send(EndEarly, sure=True, seat=None)
    evening.send(ReturnToLobby)
    evening.send(SetGame, mode="track")
    for seat, wonder in enumerate(("alexandria-day", "babylon-day", "ephesos-day"), 1):
        evening.send(SetSeat, seat=seat, wonder=wonder)
    evening.send(Start)
    assert not evening.at_table().advises
    assert refused(evening, phone(1), seat=1) == "no-hands"


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("game", "wonders"), [("architects", ("giza", "rhodes", "babylon")), ("duel", ())])
def test_hint_beside_cardboard_suggests_only_legal_actions(evening, game, wonders):
    evening.send(SetGame, game=game, mode="track", guided=False)
    evening.sit("phone Ada", *["touch"] * (2 if wonders else 1)).boards(*wonders)
    evening.send(SetGame, first=1)
    evening.send(Start)
    for _ in range(80):
        questions = {each.seat: each for each in reversed(evening.snapshot(phone(1)).questions)}
        if 1 in questions and questions[1].ends == 0:
            break
        seat = min(questions)
        legal = questions[seat].legal
        evening.say(seat, legal[0], question=questions[seat].number)
    assert request_hint(evening, 1)[1].action in questions[1].legal
    evening.say(1, questions[1].legal[0], question=questions[1].number)
    assert hint(evening, 1) is None


TROUBLE = {  # what a thinker does after somebody has asked
    "starting": [lambda at: None],
    "slow": [lambda at: at.thinker.heard(line(Ready())), lambda at: later(at, HINT_SECONDS)],
    "silent": [lambda at: at.thinker.heard(line(Ready())), lambda at: later(at, SILENT_SECONDS)],
    "dead": [lambda at: at.thinker.heard(None)],
    "never there": [lambda at: later(at, START_SECONDS)],
}


@pytest.fixture
def cold(evening):
    """The same evening with a thinker that has not started, and that a test controls."""
    evening.thinker = ByHand(ready=False)
    evening.table.parts.scheduler._thinker = evening.thinker
    return evening


def later(evening, seconds):
    evening.now += seconds
    evening.table.tick(evening.now)


@pytest.mark.sampled(5)
@pytest.mark.parametrize("trouble", TROUBLE)
@pytest.mark.parametrize("game", ["architects", "duel", "seven-wonders"])
def test_hint_is_given_even_if_the_bot_process_fails(cold, game, trouble):
    start_game(cold, game, 3 if game == "seven-wonders" else 2)
    [question] = cold.snapshot(phone(1)).questions
    cold.send(AskHint, who=phone(1), seat=1)
    for step in TROUBLE[trouble]:
        step(cold)
    later(cold, 0)
    said = hint(cold, 1)
    assert said.action in question.legal
    assert said.thinking == (trouble in ("starting", "slow"))
    assert hint(cold, 1, SCREEN) is None


def test_quick_hint_is_shown_until_the_bot_process_answers(cold):
    cold.thinker.ready = True
    start_game(cold)
    cold.send(AskHint, who=phone(1), seat=1)
    quick = hint(cold, 1)
    assert (quick.thinking, quick.even) == (True, True)
    assert cold.table.next_tick() == pytest.approx(cold.now + SILENT_SECONDS)
    later(cold, HINT_SECONDS)
    assert hint(cold, 1) == quick
    [asked] = [said for said in cold.thinker.told if isinstance(said, Weigh)]
    better = quick.other
    cold.thinker.heard(
        line(Advice(asked.number, ActionRanking((RankedAction(better, 0.0), RankedAction(quick.action, 4.0)))))
    )
    later(cold, 0)
    assert (hint(cold, 1).action, hint(cold, 1).thinking) == (better, False)
    later(cold, SILENT_SECONDS)
    assert (hint(cold, 1).action, cold.thinker.ends) == (better, 0)


def judged(evening):
    return evening.table.parts.scheduler.rankings.find_coach_ranking(evening.snapshot(phone(1)).questions[0].number)


def clearly_worse(evening):
    """Return the worst of the actions to which a coach objects, else ""."""
    objected = [
        ranked for ranked in judged(evening).ranked if advice.find_coach_suggestion(judged(evening), ranked.action)
    ]
    return max(objected, key=lambda ranked: ranked.points_behind).action if objected else ""


def play_until_coach_objects(evening):
    """Give the first seat a coach, and play until it has a clearly worse action to choose from.

    Return that action.
    """
    start_game(evening)
    evening.send(SetSeat, who=phone(1), seat=1, coach=True)
    for _ in range(200):
        seat = evening.table.committed.state.questions[0].seat + 1
        think(evening)
        if seat == 1 and (worse := clearly_worse(evening)):
            return worse
        evening.say(seat, evening.snapshot(phone(seat)).questions[0].legal[-1])
    raise AssertionError("nothing was clearly worse")


def test_coach_asks_once_before_a_bad_action(evening):
    action = play_until_coach_objects(evening)
    rev, [question] = evening.table.rev, evening.snapshot(phone(1)).questions
    with pytest.raises(Rejection) as no:
        evening.say(1, action, phone(1))
    assert no.value.code == "coach"
    assert no.value.params["instead"] in question.legal
    assert evening.table.rev == rev
    evening.say(1, action, phone(1))
    assert evening.table.rev > rev


def test_coach_on_the_screen_names_no_better_action(evening):
    action = play_until_coach_objects(evening)
    evening.send(SetSeat, seat=1, by="touch")
    with pytest.raises(Rejection) as no:
        evening.say(1, action)
    assert no.value.params == {"seat": 1, "instead": ""}


def test_coach_does_not_ask_before_the_bot_process_has_judged(evening):
    start_game(evening)
    evening.send(SetSeat, who=phone(1), seat=1, coach=True)
    asked = 0
    while asked < 10:
        seat = evening.table.committed.state.questions[0].seat + 1
        if seat == 1 and judged(evening):
            assert not clearly_worse(evening)
            asked += 1
        evening.say(seat, evening.snapshot(phone(seat)).questions[0].legal[-1], phone(seat) if seat == 1 else SCREEN)


def test_hint_has_a_time_limit_and_coaching_has_none(cold):
    cold.thinker.ready = True
    start_game(cold)
    cold.send(AskHint, who=phone(1), seat=1)
    cold.send(SetSeat, who=phone(1), seat=1, coach=True)
    asked = [said for said in cold.thinker.told if isinstance(said, Weigh)]
    assert [(said.seconds, said.beside) for said in asked] == [(HINT_SECONDS, False), (None, True)]


def test_coach_that_is_switched_off_does_not_ask(evening):
    action = play_until_coach_objects(evening)
    evening.send(SetSeat, who=phone(1), seat=1, coach=False)
    evening.say(1, action, phone(1))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", ["architects", "duel", "seven-wonders"])
def test_reasons_of_bots_are_shown_and_survive_a_restart(evening, game):
    start_game(evening, game, 2 if game == "duel" else 3)
    evening.send(SetSeat, seat=1, by="bot")
    evening.send(SetTable, bot_pace=0)
    met = set()
    for _ in range(60):
        if evening.table.committed.state.phase != "game":
            break
        think(evening)
        for question in evening.table.committed.state.questions:
            if question.seat:
                legal = evening.table.committed.match.position.legal(question.seat)
                reader = SCREEN if question.seat == 2 or game == "duel" else phone(2)
                evening.say(question.seat + 1, legal[0], reader)
        evening.now += 5
        evening.table.tick(evening.now)
        for why in evening.at_table().whys:
            assert why.seat == 1
            assert why.because
            met |= {reason.id for reason in why.because}
        if len(met) > 4 and evening.at_table().whys:
            break
    assert len(met) > 1
    told = evening.at_table().whys
    assert told
    evening.restart()
    assert evening.at_table().whys == told


def test_reasons_of_bots_are_ordered_by_seat_also_after_a_restart(evening):
    start_game(evening, "architects", 3)
    for seat in (1, 3):
        evening.send(SetSeat, seat=seat, by="bot")
    evening.send(SetTable, bot_pace=0)
    several = 0
    while several < 3:
        think(evening)
        for question in evening.table.committed.state.questions:
            if question.seat == 1:
                evening.say(2, evening.table.committed.match.position.legal(question.seat)[0], phone(2))
        evening.now += 5
        evening.table.tick(evening.now)
        seats = [why.seat for why in evening.at_table().whys]
        assert seats == sorted(seats)
        several += len(seats) > 1
    told = evening.at_table().whys
    evening.restart()
    assert evening.at_table().whys == told


def test_reason_of_a_bot_is_kept_after_a_person_took_its_seat(evening):
    start_game(evening, "seven-wonders", 3)
    evening.send(SetTable, bot_pace=0)
    evening.send(SetSeat, seat=3, by="bot")
    think(evening)
    evening.send(SetSeat, seat=3, by="touch")
    for last in (2, 3):
        for seat in range(1, last + 1):
            evening.say(
                seat,
                evening.table.committed.match.position.legal(Seat(seat - 1))[0],
                phone(seat) if seat < 3 else SCREEN,
            )
        told = evening.at_table().whys
        assert [why.seat for why in told] == ([3] if last == 2 else [])
        evening.restart()
        assert evening.at_table().whys == told


@pytest.mark.sampled(3)
@pytest.mark.parametrize("pick", [0, -1])
@pytest.mark.parametrize("game", ["seven-wonders", "architects", "duel"])
def test_reason_of_a_bot_is_shown_until_all_people_have_acted(evening, game, pick):
    start_game(evening, game, 2 if game == "duel" else 3)
    evening.send(SetSeat, seat=1, by="bot")
    evening.send(SetTable, bot_pace=0)
    people = range(1, 2 if game == "duel" else 3)
    told, kept, gone = set(), 0, 0
    for _ in range(60):
        think(evening)
        for question in [*evening.table.committed.state.questions, None]:
            if question in evening.table.committed.state.questions and question.seat:
                legal = evening.table.committed.match.position.legal(question.seat)
                evening.say(
                    question.seat + 1, legal[pick], SCREEN if game == "duel" or question.seat == 2 else phone(2)
                )
            evening.now += 5  # past what a bot waits for
            evening.table.tick(evening.now)
            if evening.table.committed.state.phase != "game":
                break
            moves = [applied.move for applied in evening.table.committed.match.moves]
            acted = [max((move.number for move in moves if move.seat == seat), default=0) for seat in people]
            now = {why.row for why in evening.at_table().whys if why.seat == 1}
            for row in told - now:
                assert row < min(acted)
                gone += 1
            kept += bool(told & now)
            told = now
        if min(kept, gone) > 3:
            break
    assert kept > 1
    assert gone > 1


def test_reason_of_a_bot_outlasts_further_actions_of_its_turn(evening):
    start_game(evening, "duel", 2)
    evening.send(SetSeat, seat=1, by="bot")
    evening.send(SetTable, bot_pace=0)
    for _ in range(60):
        think(evening)
        for question in evening.table.committed.state.questions:
            if question.seat == 1:
                evening.say(2, evening.table.committed.match.position.legal(1)[-1])
        evening.now += 5
        evening.table.tick(evening.now)
        if len(told := evening.at_table().whys) > 1:
            break
    assert len(told) > 1
    evening.restart()
    assert evening.at_table().whys == told


@pytest.mark.parametrize("by", ["easy", "guided", "setting", ""])
def test_bots_announce_goals_if_easy_guided_or_switched_on(evening, by):
    evening.send(SetGame, game="architects", guided=by == "guided")
    evening.start("phone Ada", "bot", "bot", first=1)
    for seat in (2, 3):
        evening.send(SetSeat, seat=seat, by="bot", bot="easy" if by == "easy" else "normal")
    evening.send(SetTable, bot_pace=0, intentions=by == "setting")
    said, gone = [], 0
    for _ in range(70):
        think(evening)
        for question in evening.table.committed.state.questions:
            if question.seat == 0:
                evening.say(1, evening.table.committed.match.position.legal(0)[-1], phone(1))
        evening.now += 9
        evening.table.tick(evening.now)
        now = evening.at_table().intentions
        assert {intention.seat for intention in now} <= {2, 3}
        view = evening.table.committed.match.state.view(None)
        assert all(intention.goal in REASONS["architects"].intentions(view, intention.seat) for intention in now)
        gone += bool(said) and now != said[-1]
        said += [now] if now else []
        if len(said) > 3 and gone:
            break
    assert bool(said) == bool(by)
    evening.restart()
    assert evening.at_table().intentions == now
    evening.send(EndEarly, sure=True, seat=None)
    assert evening.at_table().intentions == ()
