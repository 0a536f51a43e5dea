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


def ended(games, name, header, seed):
    """A game that was played at random, as all see it, and its data."""
    game, rng = games[name], Rng(seed)
    state = game.start(game.setup({"game": name, **header}))
    while state.to_act:
        seat = state.to_act[0]
        state.apply(seat, state.deal(rng) if seat == CHANCE else rng.choice(state.legal(seat)))
    return state.view(None), game.data()


def some(games, count=8):
    """Games that have ended: what each is called, its view and its data."""
    for name, headers in HEADERS.items():
        for header in headers:
            for seed in range(count):
                yield name, *ended(games, name, header, seed)


def truth(name, it, view, box, people):
    """The right answer, found out a second time; None where only the rules say it."""
    if name == "architects" and it.id == "conflict":
        one, other = (seat for seat in view.seats if people[seat.seat - 1] in (it.right, it.wrong))
        return people[(one if one.shields > other.shields else other).seat - 1]
    if name == "architects" and it.id == "wonder":
        seat = next(seat for seat in view.seats if people[seat.seat - 1] in it.text)
        printed = box.wonders[seat.wonder].stages
        return f"{sum(printed[stage - 1].points for stage in seat.stages)} points"
    if name == "architects" and it.id == "blue":
        seat = next(seat for seat in view.seats if people[seat.seat - 1] in it.text)
        return "Sanctuary" if seat.cat else "Cat’s house"
    if name == "duel" and it.id == "symbols":
        seat = next(seat for seat in view.seats if people[seat.seat - 1] in it.text)
        held = {effect.symbol for slug in seat.cards for effect in box.cards[slug].effects if hasattr(effect, "symbol")}
        held |= {effect.symbol for slug in seat.progress for effect in box.tokens[slug].effects
                 if hasattr(effect, "symbol")}  # fmt: skip
        return str(6 - len(held))
    if name == "duel" and it.id == "capital":
        return str(9 - abs(view.military.pawn))
    if name == "seven-wonders" and it.id == "trade":
        buyer = next(nth for nth, one in enumerate(people[: len(view.seats)]) if f", {one} does not" in it.text)
        return people[(buyer + 1) % len(view.seats)]
    return None


def test_the_right_answer_is_right_and_the_other_is_not(games):
    w, met, checked = words("en"), set(), set()
    for name, view, box in some(games):
        people = PEOPLE[: len(view.seats)]
        for it in SAY[name].questions(w, view, box, people):
            assert it.right != it.wrong, it
            met.add((name, it.id))
            if (true := truth(name, it, view, box, people)) is not None:
                assert it.right == true, it
                checked.add((name, it.id))
    assert {"blue", "conflict", "science", "wonder"} <= {id for name, id in met if name == "architects"}
    assert {"symbols", "price", "capital"} <= {id for name, id in met if name == "duel"}
    assert {"trade", "conflict", "treasury"} <= {id for name, id in met if name == "seven-wonders"}
    assert len(checked) >= 6


def test_symbols_alike_count_their_number_times_itself(games):
    view, box = ended(games, "seven-wonders", HEADERS["seven-wonders"][0], 1)
    replace = msgspec.structs.replace
    for n in (2, 3, 4):
        second = replace(view.hints.standing[1], symbols={"gear": n, "any": 4})
        hints = replace(view.hints, standing=(view.hints.standing[0], second, *view.hints.standing[2:]))
        asked = SAY["seven-wonders"].questions(words("en"), replace(view, hints=hints), box, PEOPLE[:3])
        it = next(it for it in asked if it.id == "symbols")
        assert (it.right, "Ben" in it.text) == (f"{n * n} points", True)
        assert it.wrong != it.right


@pytest.mark.parametrize("lang", complete())
def test_each_ends_with_three_questions_of_two_answers(games, lang):
    w = words(lang)
    for name, view, box in some(games, 3):
        it = lesson_end.summarise_lesson(w, SAY[name], ("red", "conflict"), view, box, PEOPLE[: len(view.seats)])
        assert len(it.asks) == lesson_end.MAX_QUESTIONS, (name, it)
        for _, answers in it.asks:
            assert sorted(each.right for each in answers) == [False, True]
            assert len({each.words for each in answers}) == 2
        assert len(it.says) == 2


def test_the_place_of_the_right_answer_tells_nothing_and_stays(games):
    w, first = words("en"), []
    for name, view, box in some(games):
        people = PEOPLE[: len(view.seats)]
        twice = [lesson_end.summarise_lesson(w, SAY[name], (), view, box, people) for _ in range(2)]
        assert twice[0] == twice[1]
        first += [answers[0].right for _, answers in twice[0].asks]
    assert 0.25 < sum(first) / len(first) < 0.75


def table(**facts):
    return stage.table(3, **{"phase": "over", "guided": True, **facts})


def test_only_the_end_of_a_lesson_asks():
    assert lesson_end.is_asked(table())
    for facts in ({"phase": "game"}, {"guided": False}, {"early": True}, {"mode": "track"}):
        assert not lesson_end.is_asked(table(**facts)), facts


def test_who_knows_the_game_is_not_asked():
    seats = stage.seats(3, "touch")
    seats = (msgspec.structs.replace(seats[0], knows=True), *seats[1:])
    assert [lesson_end.is_asked(table(seats=seats), seat) for seat in (1, 2, None)] == [False, True, True]


def test_one_after_the_other_and_no_longer(games):
    w = words("en")
    name, view, box = random.Random(1).choice([*some(games, 1)])
    it = lesson_end.summarise_lesson(w, SAY[name], (), view, box, PEOPLE[: len(view.seats)])
    first = lesson_end.page(w, it, "")
    assert [row.words for row in first.rows] == [*it.says, "3 questions about this game", "Skip"]
    at, seen = "0", 0
    while True:
        asked = lesson_end.page(w, it, at)
        ways = [row for row in asked.rows if row.kind == "link"]
        assert [row.words for row in ways][2] == "Skip"
        seen += 1
        answered = lesson_end.page(w, it, ways[seen % 2].to)
        assert any(row.words == it.asks[seen - 1][1][seen % 2].says for row in answered.rows)
        following = next(row for row in answered.rows if row.kind == "link")
        if following.to == "close":
            break
        at = following.to
    assert seen == lesson_end.MAX_QUESTIONS


def test_what_was_met_and_what_was_not(games):
    w = words("en")
    _, view, box = next(some(games, 1))
    came, missed = lesson_end.summarise_lesson(
        w, SAY["architects"], ("goal", "red", "horn"), view, box, PEOPLE[:2]
    ).says
    assert came == "Now you know 7 Wonders Architects: shields and horns."
    assert "the cat" in missed
    assert "shields" not in missed


def test_a_table_tells_it_after_a_game_that_taught(tmp_path):
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
