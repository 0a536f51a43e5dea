"""The end of a lesson: questions that are true of how a game ended, with one answer that is right."""

import random

import msgspec
import pytest

from app.games import game_list
from app.protocol.game_lifecycle_messages import ReturnToLobby
from app.shown.play import lesson_end
from app.text.translation import complete, words
from engine.game import CHANCE, Rng
from tests.app.screen import stage

PEOPLE = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fritz", "Gerda")
HEADERS = {
    "architects": [{"seats": "rhodes, giza"}, {"seats": "alexandria, giza, rhodes, ephesus"}],
    "duel": [{"seats": "2", "variant": "first-game"}],
    "seven-wonders": [{"seats": "rhodos-day, gizah-day, babylon-day"}],
}
SAY = game_list.words()


@pytest.fixture(scope="module")
def games(every_fact):
    return game_list.shelf(every_fact)


def play_to_end(games, name, header, seed):
    """Play a game at random; return its public view and its data."""
    game, rng = games[name], Rng(seed)
    state = game.start(game.setup({"game": name, **header}))
    while state.to_act:
        seat = state.to_act[0]
        state.apply(seat, state.deal(rng) if seat == CHANCE else rng.choice(state.legal(seat)))
    return state.view(None), game.data()


def ended_games(games, count=8):
    """Yield finished games: the name of each, its view and its data."""
    for name, headers in HEADERS.items():
        for header in headers:
            for seed in range(count):
                yield name, *play_to_end(games, name, header, seed)


def expected_answer(name, question, view, box, people):
    """Return the right answer, computed a second time, or None where only the rules give it."""
    if name == "architects" and question.id == "conflict":
        one, other = (seat for seat in view.seats if people[seat.seat - 1] in (question.right, question.wrong))
        return people[(one if one.shields > other.shields else other).seat - 1]
    if name == "architects" and question.id == "wonder":
        seat = next(seat for seat in view.seats if people[seat.seat - 1] in question.text)
        printed = box.wonders[seat.wonder].stages
        return f"{sum(printed[stage - 1].points for stage in seat.stages)} points"
    if name == "architects" and question.id == "blue":
        seat = next(seat for seat in view.seats if people[seat.seat - 1] in question.text)
        return "Sanctuary" if seat.cat else "Cat’s house"
    if name == "duel" and question.id == "symbols":
        seat = next(seat for seat in view.seats if people[seat.seat - 1] in question.text)
        held = {effect.symbol for slug in seat.cards for effect in box.cards[slug].effects if hasattr(effect, "symbol")}
        held |= {effect.symbol for slug in seat.progress for effect in box.tokens[slug].effects
                 if hasattr(effect, "symbol")}  # fmt: skip
        return str(6 - len(held))
    if name == "duel" and question.id == "capital":
        return str(9 - abs(view.military.pawn))
    if name == "seven-wonders" and question.id == "trade":
        buyer = next(nth for nth, one in enumerate(people[: len(view.seats)]) if f", {one} does not" in question.text)
        return people[(buyer + 1) % len(view.seats)]
    return None


def test_quiz_answers_match_the_final_position(games):
    w, met, checked = words("en"), set(), set()
    for name, view, box in ended_games(games):
        people = PEOPLE[: len(view.seats)]
        for question in SAY[name].questions(w, view, box, people):
            assert question.right != question.wrong, question
            met.add((name, question.id))
            if (true := expected_answer(name, question, view, box, people)) is not None:
                assert question.right == true, question
                checked.add((name, question.id))
    assert {"blue", "conflict", "science", "wonder"} <= {id for name, id in met if name == "architects"}
    assert {"symbols", "price", "capital"} <= {id for name, id in met if name == "duel"}
    assert {"trade", "conflict", "treasury"} <= {id for name, id in met if name == "seven-wonders"}
    assert len(checked) >= 6


def test_equal_science_symbols_score_their_count_squared(games):
    view, box = play_to_end(games, "seven-wonders", HEADERS["seven-wonders"][0], 1)
    replace = msgspec.structs.replace
    for n in (2, 3, 4):
        second = replace(view.derived.standing[1], symbols={"gear": n, "any": 4})
        derived = replace(view.derived, standing=(view.derived.standing[0], second, *view.derived.standing[2:]))
        asked = SAY["seven-wonders"].questions(words("en"), replace(view, derived=derived), box, PEOPLE[:3])
        question = next(question for question in asked if question.id == "symbols")
        assert (question.right, "Ben" in question.text) == (f"{n * n} points", True)
        assert question.wrong != question.right


@pytest.mark.parametrize("lang", complete())
def test_lesson_ends_with_three_questions_of_two_answers(games, lang):
    w = words(lang)
    for name, view, box in ended_games(games, 3):
        end = lesson_end.summarise_lesson(w, SAY[name], ("red", "conflict"), view, box, PEOPLE[: len(view.seats)])
        assert len(end.asks) == lesson_end.MAX_QUESTIONS, (name, end)
        for _, answers in end.asks:
            assert sorted(each.right for each in answers) == [False, True]
            assert len({each.words for each in answers}) == 2
        assert len(end.says) == 2


def test_position_of_the_right_answer_is_balanced_and_stable(games):
    w, first = words("en"), []
    for name, view, box in ended_games(games):
        people = PEOPLE[: len(view.seats)]
        twice = [lesson_end.summarise_lesson(w, SAY[name], (), view, box, people) for _ in range(2)]
        assert twice[0] == twice[1]
        first += [answers[0].right for _, answers in twice[0].asks]
    assert 0.25 < sum(first) / len(first) < 0.75


def table(**facts):
    return stage.table(3, **{"phase": "over", "guided": True, **facts})


def test_quiz_follows_only_a_completed_guided_game():
    assert lesson_end.is_asked(table())
    for facts in ({"phase": "game"}, {"guided": False}, {"early": True}, {"mode": "track"}):
        assert not lesson_end.is_asked(table(**facts)), facts


def test_quiz_is_skipped_for_experienced_players():
    seats = stage.seats(3, "touch")
    seats = (msgspec.structs.replace(seats[0], knows=True), *seats[1:])
    assert [lesson_end.is_asked(table(seats=seats), seat) for seat in (1, 2, None)] == [False, True, True]


def test_quiz_shows_one_question_at_a_time_then_closes(games):
    w = words("en")
    name, view, box = random.Random(1).choice([*ended_games(games, 1)])
    end = lesson_end.summarise_lesson(w, SAY[name], (), view, box, PEOPLE[: len(view.seats)])
    first = lesson_end.page(w, end, "")
    assert [row.words for row in first.rows] == [*end.says, "3 questions about this game", "Skip"]
    at, seen = "0", 0
    while True:
        asked = lesson_end.page(w, end, at)
        ways = [row for row in asked.rows if row.kind == "link"]
        assert [row.words for row in ways][2] == "Skip"
        seen += 1
        answered = lesson_end.page(w, end, ways[seen % 2].to)
        assert any(row.words == end.asks[seen - 1][1][seen % 2].says for row in answered.rows)
        following = next(row for row in answered.rows if row.kind == "link")
        if following.to == "close":
            break
        at = following.to
    assert seen == lesson_end.MAX_QUESTIONS


def test_lesson_summary_lists_learned_and_missed_topics(games):
    w = words("en")
    _, view, box = next(ended_games(games, 1))
    came, missed = lesson_end.summarise_lesson(
        w, SAY["architects"], ("goal", "red", "horn"), view, box, PEOPLE[:2]
    ).says
    assert came == "Now you know 7 Wonders Architects: shields and horns."
    assert "the cat" in missed
    assert "shields" not in missed


def test_learned_topics_are_sent_until_return_to_lobby(tmp_path):
    from tests.app.games import taught
    from tests.app.games.courses import ARCHITECTS

    at, rng = taught.evening(tmp_path, ARCHITECTS, 2, by=("phone", "touch")), random.Random(11)
    assert at.at_table().met == ()
    while at.at_table().phase == "game":
        taught.turn(at, rng, 0.3)
    met = at.at_table().met
    assert len(met) == 2
    assert {"take", "red"} <= set(met[0]) & set(met[1])
    at.send(ReturnToLobby)
    assert at.at_table().met == ()
    at.close()
