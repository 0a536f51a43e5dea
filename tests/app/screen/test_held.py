"""Hints and plans on the screen: a plate near the seat, on nothing else, with words only under a finger."""

import msgspec
import pytest

from app.protocol.play_messages import Look, Secret
from app.protocol.teaching_messages import AskHint, Gain, Hint, Reason
from app.screen.events import on_message
from app.screen.paint.text_pen import LEGIBLE_PX
from tests.app.screen import stage
from tests.app.screen.layout_faults import apart
from tests.app.screen.lettering import painted

SIZES = [(1280, 720), (1920, 1080), (3840, 2160)]
HINT = Hint(
    2,
    action="take left",
    because=(Reason("completes", {"card": "stone", "stage": 2, "points": 4}),),
    gains=(Gain(2, "wonder", 4), Gain(1, "military", -3)),
    other="take right",
    instead=(Reason("points", {"card": "blue-3", "points": 3}),),
)


def room(n=3, lang="en", hint=None, plan=False, **facts):
    table = stage.table(n, lang=lang, advises=True, coaches=True, **facts)
    made = stage.Room().hear(table, stage.view(n, active=2, ask="take"), stage.question(2, "take left", "take right"))
    stage.known(made, hints={2: hint} if hint else {}, planned=(2,) if plan else ())
    return made


def hold_hint(made, hint=HINT, plan=""):
    made.control.secrets.shown[2] = Secret("look", 2, None, (), hint=hint, plan=plan)
    return made


def words_of(made, size=(1280, 720)):
    return [word.text for key, words, _ in painted(made, size) if key == "held" for word in words]


def test_hint_plate_is_absent_until_a_hint_is_requested():
    made = room()
    assert words_of(made) == []
    made.control.open_panel("seat 2", 0)
    [panel] = [areas for key, _, areas in painted(made, (1280, 720)) if key == "panel seat 2"]
    next(area for area in panel if area.key == "hint 2").tap()
    [said] = [intent for intent in made.sent if isinstance(intent, AskHint)]
    assert said.seat == 2
    assert made.control.ui.panel == ""


def test_hint_is_not_offered_to_a_seat_without_a_question():
    made = room()
    made.control.open_panel("seat 1", 0)
    [panel] = [areas for key, _, areas in painted(made, (1280, 720)) if key == "panel seat 1"]
    assert not [area for area in panel if area.key.startswith("hint")]


def test_a_hint_is_readable_only_under_a_finger():
    made = room(hint=Hint(2, hidden=True))
    assert words_of(made) == ["Hint: hold"]
    [area] = [area for key, _, areas in painted(made, (1280, 720)) if key == "held" for area in areas]
    area.hold(True)
    assert isinstance(made.sent[-1], Look)
    said = " ".join(words_of(hold_hint(made)))
    assert "Take from the left." in said
    assert "Stone is all that stage 2 lacks: 4 points." in said
    assert "Next comes “Take from the right”. Sanctuary: 3 points, certain." in said


def test_better_hint_is_requested_under_a_finger_while_the_first_stays():
    made = room(hint=Hint(2, thinking=True, hidden=True))
    made.control.secrets.holding.add(2)
    hold_hint(made)
    view, question = stage.view(3, active=2, ask="take"), stage.question(2, "take left", "take right")
    for better, asks in ((Hint(2, thinking=True, hidden=True), 0), (Hint(2, hidden=True), 1)):
        told = stage.snapshot(made.rev + 1, made.control.model.table, view, question)
        made.rev += 1
        on_message.on_message(made.control, msgspec.structs.replace(told, hints=(better,)))
        assert sum(isinstance(intent, Look) for intent in made.sent) == asks
        assert "Take from the left." in " ".join(words_of(made))


def test_things_named_by_a_held_hint_get_a_ring():
    def rings(made):
        return [key for key, _, _ in painted(made, (1280, 720)) if key.startswith("ring ")]

    made = room(hint=Hint(2, hidden=True))
    assert rings(made) == []
    assert sorted(rings(hold_hint(made))) == ["ring 1", "ring 2"], "the stacks to the left and to the right"


def test_hint_and_plan_share_one_plate():
    made = room(hint=Hint(2, hidden=True), plan=True)
    assert words_of(made, (1080, 1920)) == ["Hint and plan: hold"]
    assert words_of(made) == [], "a sign, which has room"
    said = " ".join(words_of(hold_hint(made, plan="token decor")))
    assert "Take from the left." in said
    assert "Your plan: Decor lies open." in said


@pytest.mark.sampled(3)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_hint_plate_covers_no_touch_area_and_is_legible(size):
    for n, lang, plan in ((2, "fr", True), (4, "de", False), (7, "nl", True)):
        parts = painted(room(n, lang, Hint(2, hidden=True), plan), size)
        [[plate]] = [areas for key, _, areas in parts if key == "held"]
        others = [
            area for key, _, areas in parts if key != "held" for area in areas if area.rank and (area.tap or area.hold)
        ]
        met = [area.key for area in others if not apart(plate.corners, area.corners, 1.0)]
        assert met == [], (n, lang)
        lying = hold_hint(room(n, lang, Hint(2, hidden=True), plan), plan="token decor" if plan else "")
        said = [w for key, words, _ in painted(lying, size) if key == "held" for w in words]
        assert min(word.size for word in said) >= LEGIBLE_PX * 0.99
        width, height = size
        assert all(-1 <= x <= width + 1 and -1 <= y <= height + 1 for word in said for x, y in word.corners)
