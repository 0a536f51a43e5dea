"""A review on the screen, by touch: from the menu once a game is over, and each person's moments behind a touch."""

from dataclasses import replace

import pytest
from msgspec.structs import replace as replaced

from app.protocol.history_messages import (
    AskReview,
    LookBack,
    PastPosition,
    Review,
    ReviewChoice,
    ReviewMoment,
    WinChances,
)
from app.protocol.teaching_messages import Reason
from app.screen.events import on_message, on_tick
from app.screen.input.history_browsing import look_at_moment
from app.screen.input.history_browsing import open_moment as open_moment_of_history
from app.shown.history.review import REFRESH_SECONDS
from tests.app.screen import duels, scenes, stage
from tests.app.screen.finger import Stage, frames
from tests.app.screen.painting import parts, text_of, texts, words
from tests.app.screen.rings import ringed

CHOICES = (
    ReviewChoice("take left", (Reason("coin"),)),
    ReviewChoice("take right", (), worse=True),
)
SIZE = (1280, 720)
COURSE = (WinChances(1, (0.5, 0.5)),)
MOMENT = ReviewMoment("cost", 7, 3, "take right", "take left", CHOICES)


@pytest.fixture
def lobby_stage():
    shown = Stage(stage.Room().hear(stage.table(4, phase="lobby")))
    yield shown
    shown.close()


def review_requests(shown):
    return [(each.game, each.seat) for each in shown.room.sent if isinstance(each, AskReview)]


def answer_review(shown, seat=0, moments=()):
    """Send the table's answer to the last request for a review."""
    intent = [each for each in shown.room.sent if isinstance(each, AskReview)][-1]
    seats = len(scenes.past_games(4)[0].result.seats)
    course = tuple(WinChances(turn, (0.4, 0.2, 0.2, 0.2)[:seats]) for turn in range(1, 4))
    answer = Review(intent.id, intent.game, "ready", course, (80, 60, 70, None)[:seats], seat, moments)
    on_message.on_message(shown.control, answer)
    frames(2)


@pytest.mark.rotated
def test_a_review_in_progress_is_requested_until_it_is_ready(lobby_stage):
    lobby_stage.tap("more")
    lobby_stage.tap("history")
    on_message.on_message(lobby_stage.control, scenes.recalled(scenes.past_games(4)))
    frames(2)
    lobby_stage.tap("past game m9")
    lobby_stage.tap("past review")
    for times in range(1, 4):
        assert len(review_requests(lobby_stage)) == times
        intent = [each for each in lobby_stage.room.sent if isinstance(each, AskReview)][-1]
        on_message.on_message(lobby_stage.control, Review(intent.id, intent.game, "working"))
        assert any(text.startswith("The table is reviewing this game.") for text in {*texts(lobby_stage.room)})
        due = on_tick.tick(lobby_stage.control, lobby_stage.room.now)
        assert due <= lobby_stage.room.now + REFRESH_SECONDS
        lobby_stage.room.now = due + 0.01
        on_tick.tick(lobby_stage.control, lobby_stage.room.now)
    answer_review(lobby_stage)
    assert "Who was ahead" in {*texts(lobby_stage.room)}
    lobby_stage.room.now += 2 * REFRESH_SECONDS
    on_tick.tick(lobby_stage.control, lobby_stage.room.now)
    assert len(review_requests(lobby_stage)) == 4
    lobby_stage.tap("close")
    assert lobby_stage.control.ui.history.renews is None


def open_moment(lobby_stage, moments=(MOMENT,)):
    """Open the first moment of the first seat."""
    lobby_stage.tap("more")
    lobby_stage.tap("history")
    on_message.on_message(lobby_stage.control, scenes.recalled(scenes.past_games(4)))
    frames(2)
    lobby_stage.tap("past game m9")
    lobby_stage.tap("past review")
    answer_review(lobby_stage)
    lobby_stage.tap("past moments 1")
    answer_review(lobby_stage, 1, moments)


@pytest.mark.rotated
def test_moments_open_by_touch_and_ask_before_they_answer(lobby_stage):
    lobby_stage.tap("more")
    lobby_stage.tap("history")
    on_message.on_message(lobby_stage.control, scenes.recalled(scenes.past_games(4)))
    frames(2)
    lobby_stage.tap("past game m9")
    lobby_stage.tap("past review")
    assert review_requests(lobby_stage) == [("m9", 0)]
    answer_review(lobby_stage)
    assert "past answer 0" not in lobby_stage.hit_areas()
    lobby_stage.tap("past moments 1")
    assert review_requests(lobby_stage) == [("m9", 0), ("m9", 1)]
    answer_review(lobby_stage, 1, (MOMENT,))
    assert {"Turn 3. Choose again.", "yours", "from Sam"} <= {*texts(lobby_stage.room)}
    assert "The table would do the same." not in text_of(lobby_stage.room)
    lobby_stage.tap("past answer 0")
    assert "The table would do the same. A coin stands for any resource." in text_of(lobby_stage.room)
    lobby_stage.tap("past answer 1")
    assert "That would have cost you a lot." in text_of(lobby_stage.room)


def requested_lines(room):
    return [each.line for each in room.sent if isinstance(each, LookBack)]


def test_moment_requests_past_position_and_shows_it_small_without_words(lobby_stage):
    open_moment(lobby_stage)
    assert requested_lines(lobby_stage.room) == [7]
    assert not any(key.startswith("small ") for key in parts(lobby_stage.room))
    show_past_position(lobby_stage.room, 7, stage.table(4), stage.view(4, active=1))
    frames(2)
    small = {key: pen for key, (_, pen) in parts(lobby_stage.room).items() if key.startswith("small ")}
    assert {"small zone 1", "small zone 4"} <= small.keys()
    assert not any(words(pen) or pen.hit_areas for pen in small.values())
    lobby_stage.tap("past answer 0")
    lobby_stage.tap("past look back")
    assert requested_lines(lobby_stage.room) == [7], "it is there"
    assert "back close" in lobby_stage.hit_areas()
    lobby_stage.tap("back close")
    open_moment_of_history(lobby_stage.control, 0)
    assert not any(key.startswith("small ") for key in parts(lobby_stage.room)), "not that of another moment"


def test_answers_to_moments_are_kept_while_paging(lobby_stage):
    open_moment(lobby_stage, (MOMENT, replaced(MOMENT, line=9), replaced(MOMENT, line=11)))
    lobby_stage.tap("past answer 1")
    lobby_stage.tap("past next")
    assert "That would have cost you a lot." not in text_of(lobby_stage.room)
    lobby_stage.tap("past answer 0")
    lobby_stage.tap("past moment 2")
    assert lobby_stage.control.ui.history.page == ("moment", "m9", "1", "2", "1", "0", "")
    lobby_stage.tap("past moment 0")
    assert requested_lines(lobby_stage.room) == [7, 9, 11, 7]
    assert "That would have cost you a lot." in text_of(lobby_stage.room)
    on_message.on_message(lobby_stage.control, stage.snapshot(2, stage.table(4, phase="lobby")))
    assert "That would have cost you a lot." in text_of(lobby_stage.room), "after a live update"


def test_person_without_moments_sees_a_message(lobby_stage):
    open_moment(lobby_stage, ())
    assert "You missed nothing large." in text_of(lobby_stage.room)


def show_past_position(room, line, table, view):
    """Send the table as it was after a line of the game whose review is open."""
    shown = stage.snapshot(1, table, view)
    on_message.on_message(room.control, PastPosition("x", "m9", line, 352, shown.table, shown.game, (), 3, 130, 5, 9))


def test_past_position_marks_things_named_by_the_moment(lobby_stage):
    open_moment(lobby_stage)
    table, view = stage.table(4), stage.view(4, active=1)
    show_past_position(lobby_stage.room, 7, table, view)
    frames(2)
    lobby_stage.tap("past look back")
    assert ringed(lobby_stage.room, SIZE) == {"4", "1"}, "the stacks at the left and at the right of the first seat"
    assert any("Take from the left · Take from the right" in text for text in {*texts(lobby_stage.room)})
    show_past_position(lobby_stage.room, 8, table, view)
    assert ringed(lobby_stage.room, SIZE) == set(), "another line"
    frames(2)
    lobby_stage.tap("back close")
    lobby_stage.tap("past answer 1")
    lobby_stage.tap("past look back")
    assert ringed(lobby_stage.room, SIZE) == {"4", "1"}
    assert any("That would have cost you a lot." in text for text in {*texts(lobby_stage.room)})


def test_past_duel_position_marks_the_choices_of_a_moment():
    state = duels.in_age(1, 1)
    duel, view = duels.room(state), state.view(None)
    card = str(state.legal(state.to_act[0])[0]).split()[1]
    wonder = next(iter(view.seats[0].wonders))
    choices = (ReviewChoice(f"build {card}"), ReviewChoice(f"discard {card}", worse=True),
               ReviewChoice(f"build {wonder} with {card}"))  # fmt: skip
    moment = ReviewMoment("cost", 12, 3, f"discard {card}", f"build {card}", choices)
    duel.control.ui = replace(
        duel.control.ui,
        panel="history",
        history=replace(
            duel.control.ui.history,
            games=(replaced(scenes.past_games(2)[0], mark="m9", kind="duel"),),
            trail=(("games",), ("moment", "m9", "1", "0")),
            review=Review("x", "m9", "ready", COURSE, (80, 60), 1, (moment,)),
        ),
    )
    show_past_position(duel, 12, duels.table(), view)
    look_at_moment(duel.control)
    assert ringed(duel, SIZE) == {card, wonder}
