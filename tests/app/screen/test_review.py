"""A review on the screen, by touch: from the menu once a game is over, and each person's moments behind a touch."""

import pytest

from app.protocol import messages
from app.screen import hearing, passing
from app.shown.review import RENEWS
from tests.app.screen import scenes, stage
from tests.app.screen.finger import Stage, frames
from tests.app.screen.lettering import painted

CHOICES = (
    messages.ReviewChoice("take left", (messages.Reason("coin"),)),
    messages.ReviewChoice("take right", (), worse=True),
)
MOMENT = messages.ReviewMoment("cost", 7, 3, "take right", "take left", CHOICES)


@pytest.fixture
def seen():
    shown = Stage(stage.Room().hear(stage.table(4, phase="lobby")))
    yield shown
    shown.close()


def asked(shown):
    return [(each.game, each.seat) for each in shown.room.sent if isinstance(each, messages.AskReview)]


def said(room):
    return {word.text for _, words, _ in painted(room, (1280, 720)) for word in words}


def reviewed(shown, seat=0, moments=()):
    """The table's answer to the last wish for one."""
    intent = [each for each in shown.room.sent if isinstance(each, messages.AskReview)][-1]
    seats = len(scenes.past_games(4)[0].result.seats)
    course = tuple(messages.Expected(turn, (0.4, 0.2, 0.2, 0.2)[:seats]) for turn in range(1, 4))
    answer = messages.Review(intent.id, intent.game, "ready", course, (80, 60, 70, None)[:seats], seat, moments)
    hearing.hear(shown.control, answer)
    frames(2)


def test_one_that_is_worked_out_is_asked_for_until_it_is_there(seen):
    seen.tap("more")
    seen.tap("history")
    hearing.hear(seen.control, scenes.recalled(scenes.past_games(4)))
    frames(2)
    seen.tap("past game m9")
    seen.tap("past review")
    for times in range(1, 4):
        assert len(asked(seen)) == times
        intent = [each for each in seen.room.sent if isinstance(each, messages.AskReview)][-1]
        hearing.hear(seen.control, messages.Review(intent.id, intent.game, "working"))
        assert any(text.startswith("The table is going through this game.") for text in said(seen.room))
        due = passing.tick(seen.control, seen.room.now)
        assert due <= seen.room.now + RENEWS
        seen.room.now = due + 0.01
        passing.tick(seen.control, seen.room.now)
    reviewed(seen)
    assert "Who was ahead" in said(seen.room)
    seen.room.now += 2 * RENEWS
    passing.tick(seen.control, seen.room.now)
    assert len(asked(seen)) == 4
    seen.tap("close")
    assert seen.control.opened.history.renews is None


def test_moments_are_behind_a_touch_and_first_a_question(seen):
    seen.tap("more")
    seen.tap("history")
    hearing.hear(seen.control, scenes.recalled(scenes.past_games(4)))
    frames(2)
    seen.tap("past game m9")
    seen.tap("past review")
    assert asked(seen) == [("m9", 0)]
    reviewed(seen)
    assert "past answer 0" not in seen.hit_areas()
    seen.tap("past moments 1")
    assert asked(seen) == [("m9", 0), ("m9", 1)]
    reviewed(seen, 1, (MOMENT,))
    seen.tap("past moment 0")
    assert {"Turn 3. Choose again.", "Take from the left", "Take from the right"} <= said(seen.room)
    assert "The table would do that, too." not in said(seen.room)
    seen.tap("past answer 0")
    assert "The table would do that, too." in said(seen.room)
    assert "A coin stands for any resource." in said(seen.room)
    seen.tap("past answer 1")
    assert "The table thinks that this costs much." in said(seen.room)
    seen.tap("past look back")
    assert [each.line for each in seen.room.sent if isinstance(each, messages.LookBack)] == [7]
