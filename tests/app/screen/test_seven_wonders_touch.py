"""7 Wonders by touch alone: hands lie face down, a face is there only under its finger, and three play it whole."""

import random
from math import inf

import pytest

from app.games.seven_wonders import action_text, effect_text
from app.games.seven_wonders.screen import hand_at_edge, touch_handlers
from app.games.seven_wonders.screen.typed_scene import SevenScene
from app.looks.symbols import draw
from app.protocol.play_messages import Act, Look
from app.screen.composition import compose
from app.screen.paint.pen import Pen
from app.screen.paint.text_drawing import measure
from app.text.translation import words
from engine.seven_wonders.data_schema import RESOURCES
from tests.app.screen import sevens
from tests.app.screen.layout_faults import inside
from tests.app.screen.lettering import painted
from tests.app.screen.seven_hands import SIZE, Table, faces
from tests.app.screen.seven_scenes import by_touch


@pytest.fixture
def table(tmp_path):
    made = []

    def make(*boards, **facts):
        made.append(Table(tmp_path, boards, **facts))
        return made[-1]

    yield make
    for each in made:
        each.evening.close()


def touch_for_seat(table, rng, seat, areas):
    """Touch something for a seat that has to act, preferring what continues its last touch. Return the kind of key."""
    mine = [key for key in areas if key.endswith(f" of {seat}")]
    backs = [key for key in mine if key.startswith("back")]
    uses = [key for key in mine if not key.startswith("back")]
    sells = [key for key in uses if key.startswith(("sell", "keep"))]
    if uses:  # a card that was refused before is sold
        refused = table.control.notices.pop(seat, None)
        key = sells[0] if refused and sells else rng.choice(uses)
    elif f"done hand {seat}" in areas and rng.random() < 0.4:
        key = f"done hand {seat}"
    else:
        key = rng.choice(backs)
    areas[key].tap()
    return key.split()[0]


@pytest.mark.rotated
@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.full) for seed in range(2, 8))])
def test_three_seats_play_a_whole_game_by_touch_alone(table, seed):
    shown, rng = table("halikarnassos-night", "roma-night", "abu-simbel-day", seed=seed), random.Random(seed)
    asked, done = set(), set()
    for _ in range(2000):
        if shown.view.over:
            break
        areas = shown.areas()
        if interlude := {"go on", "end age"} & areas.keys():
            areas[interlude.pop()].tap()
        else:
            seat = rng.choice(shown.view.to_act)
            asked.add(shown.view.asked)
            done.add(touch_for_seat(shown, rng, seat, areas))
        shown.hear()
    assert shown.view.over
    assert {"draft", "recruit", "play"} <= asked
    assert {"back", "keep", "build", "sell"} <= done
    assert "sheet" in [part.key for part in compose(shown.control.scene, *SIZE)] or "go on" in shown.areas()


SINGLE_SEAT_BOARDS = (
    "babylon-night",
    "roma-night",
    "abu-simbel-night",
    "halikarnassos-day",
)  # boards that put a question to a single seat


@pytest.mark.sampled(2)
@pytest.mark.parametrize("size", [(800, 480), SIZE, (1920, 1080)])
@pytest.mark.parametrize("asked", ["seventh", "extra", "rebuild", "bury", "lose"])
def test_a_seat_asked_alone_answers_by_touch(asked, size):
    state = sevens.asking(asked, 4, boards=SINGLE_SEAT_BOARDS)
    seat = state.to_act[0] + 1
    room = sevens.room(state, by="touch", questions=sevens.asked(state))
    looks, rng = 0, random.Random(3)
    for _ in range(40):
        said = [message for message in room.sent if isinstance(message, Act)]
        if said:
            break
        areas = {area.key: area for _, _, areas in painted(room, size) for area in areas if area.tap or area.hold}
        mine = sorted(key for key in areas if key.endswith(f" of {seat}"))
        uses = [key for key in mine if not key.startswith("back")]
        if not uses and not mine:
            areas[f"seat {seat} hand"].tap()
        elif rng.random() < 0.3 and f"other hand {seat}" in areas:
            areas[f"other hand {seat}"].tap()
        else:
            areas[rng.choice(uses or mine)].tap()
        asks = [message.id for message in room.sent if isinstance(message, Look)]
        if len(asks) > looks:
            looks = len(asks)
            sevens.answer_look(room, state, seat, asks[-1])
    assert said[0].action in map(str, state.legal(seat - 1))


def room_where_all_choose(n=4, nth=500):
    state = sevens.asking("play", n, nth)
    return state, sevens.room(state, by="touch", questions=sevens.asked(state))


def test_hand_card_is_visible_only_while_its_finger_is_down():
    state, room = room_where_all_choose()
    one, other = (seat + 1 for seat in state.to_act[:2])
    assert faces(room) == {}
    touch_handlers.hold(room.control, one, 2, True)
    assert faces(room) == {}, "until the table has answered"
    sevens.answer_look(room, state, one)
    touch_handlers.hold(room.control, other, 0, True)
    sevens.answer_look(room, state, other)
    hands = {seat: touch_handlers.things(state.view(seat - 1)) for seat in (one, other)}
    assert faces(room) == {one: hands[one][2], other: hands[other][0]}
    touch_handlers.hold(room.control, one, 2, False)
    assert faces(room) == {other: hands[other][0]}
    room.control.secrets.hide()
    assert faces(room) == {}


@pytest.mark.parametrize("size", [(800, 480), SIZE], ids=["on the middle", "at the edge"])
def test_tap_on_own_plate_opens_the_hand_during_a_reveal(size):
    state = sevens.revealing(4)
    seat, room = state.to_act[0] + 1, sevens.room(state, by="touch", questions=sevens.asked(state))
    room.control.change_game_ui(reveal=inf)
    next(area for _, _, areas in painted(room, size) for area in areas if area.key == f"seat {seat} hand").tap()
    assert f"back 0 of {seat}" in {area.key for _, _, areas in painted(room, size) for area in areas}


def test_secret_choice_is_not_stored_in_the_ui_state():
    state, room = room_where_all_choose()
    seat = state.to_act[0] + 1
    held = {*touch_handlers.things(state.view(seat - 1))} - {
        slug for chair in state.view(None).seats for slug in chair.cards
    }
    touch_handlers.pick(room.control, seat, 0)
    touch_handlers.use(room.control, seat, "build")
    sevens.answer_look(room, state, seat)
    assert held
    assert not [slug for slug in held if slug in repr(room.control.ui)]
    assert room.control.scene.secrets == {}


def is_bright(room, key, size=SIZE):
    """Return True if a button is painted in the bright colour of a candle."""
    found = []

    class CandlePen(Pen):
        def rect(self, x, y, w, h, r=0, fill=None, *rest, **finish):
            if fill == "candle" and not finish.get("opacity"):
                found.append(self.place(x + w / 2, y + h / 2))
            super().rect(x, y, w, h, r, fill, *rest, **finish)

    for part in compose(room.control.scene, *size):
        part.draw(pen := CandlePen(measure), room.control)
        if area := next((area for area in pen.hit_areas if area.key == key), None):
            return any(inside(at, area.corners) for at in found)
    raise LookupError(key)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("size", [(800, 480), SIZE], ids=["on the middle", "at the edge"])
def test_only_legal_actions_are_bright_and_a_held_card_shows_the_reason(size):
    reasons = {}
    for state in sevens.states(4)[::9]:
        for seat in state.to_act if state.view(None).asked == "play" else ():
            view, legal = state.view(seat), [str(line).split()[1:3] for line in state.legal(seat)]
            hand = touch_handlers.things(view)
            ways = {way.thing: way for way in view.derived.build_options}
            for nth, slug in enumerate(hand):
                w, can = sevens.room(state).control.model.words(), ["build", slug] in legal
                reason = action_text.explain_unavailable(w, ways[slug])
                assert can == (not reason)
                if reasons.setdefault(reason.split()[-1] if reason else "", state) is not state:
                    continue
                room = sevens.room(state, by="touch", questions=sevens.asked(state))
                touch_handlers.open_hand(room.control, seat + 1)
                touch_handlers.pick(room.control, seat + 1, nth)
                sevens.answer_look(room, state, seat + 1)
                assert is_bright(room, f"build of {seat + 1}", size) == can
                for way, verb in ((slug, "build"), ("stage", "stage")):
                    touch_handlers.use(room.control, seat + 1, verb)
                    if way in ways and [verb, slug] not in legal:
                        sevens.answer_look(room, state, seat + 1)
                        assert seat + 1 in room.control.notices
                touch_handlers.hold(room.control, seat + 1, nth, True)
                sevens.answer_look(room, state, seat + 1)
                said = " ".join(
                    word.text for key, run, _ in painted(room, size) if key == f"under {seat + 1}" for word in run
                )
                assert reason.lower() in said.lower()
    assert {"", "missing"} < {*reasons}, "coins, and resources, too"


def test_choice_can_be_taken_back_until_the_last_seat_has_chosen(table):
    shown = table("gizah-night", "roma-night", "olympia-day")
    before = shown.view.seats[0].hand
    for key in ("back 1 of 1", "keep of 1"):
        shown.tap(key)
    assert shown.view.seats[0].chosen
    assert "again 1" not in shown.areas()
    shown.tap("seat 1 hand")
    shown.tap("again 1")
    assert not shown.view.seats[0].chosen
    assert (shown.view.seats[0].hand, 1 in shown.view.to_act) == (before, True)
    assert f"back {before - 1} of 1" in shown.areas()


def test_hands_open_one_by_one_on_the_middle_if_edges_are_too_small(table):
    shown, size = table(*sevens.BOARDS), (800, 480)
    assert not [key for key in shown.areas(size) if key.startswith("back")]
    for seat in (1, 5):
        shown.tap(f"seat {seat} hand", size)
        assert {key.split()[-1] for key in shown.areas(size) if key.startswith("back")} == {str(seat)}
    shown.tap("close hand 5", size)
    assert not [key for key in shown.areas(size) if key.startswith("back")]


def test_dominated_payments_are_not_offered():
    assert touch_handlers.worth_asking([(4, 0, 0), (0, 4, 0), (2, 2, 0), (4, 1, 0), (6, 0, 0)]) == (
        (0, 4, 0),
        (2, 2, 0),
        (4, 0, 0),
    )
    assert touch_handlers.worth_asking([(2, 0, 0), (0, 3, 0)]) == ((2, 0, 0), (0, 3, 0))
    assert touch_handlers.worth_asking([(0, 0, 0), (2, 0, 0)]) == ((0, 0, 0),)


def position_with_several_payments():
    """Return a state in which a seat has several payments for a card, the seat, the card's index, and the payments."""
    for state in (state for seed in range(3, 9) for state in sevens.states(4, seed)):
        game = state.view(None)
        for seat in game.to_act if game.asked == "play" else ():
            lines = [str(line) for line in state.legal(seat - 1)]
            for nth, slug in enumerate(touch_handlers.things(state.view(seat - 1))):
                ways = [_coins(text) for text in lines if text.split()[1:3] == ["build", slug]]
                if len(found := touch_handlers.worth_asking(ways)) > 1:
                    return state, seat, nth, found
    raise LookupError


def test_payment_is_chosen_with_the_card_face_down():
    state, seat, nth, ways = position_with_several_payments()
    slug = touch_handlers.things(state.view(seat - 1))[nth]
    room = sevens.room(state, by="touch", questions=sevens.asked(state))
    touch_handlers.pick(room.control, seat, nth)
    touch_handlers.use(room.control, seat, "build")
    sevens.answer_look(room, state, seat)
    assert SevenScene.from_scene(room.control.scene).game_ui.holds(seat).ways == ways
    assert slug not in repr(room.control.ui)
    touch_handlers.pay(room.control, seat, 1)
    sevens.answer_look(room, state, seat)
    assert room.sent[-1].action.split()[:3] == ["choose", "build", slug]
    assert _coins(room.sent[-1].action) == ways[1]


def _coins(text):
    """Return the coins that an action pays to the left, to the right and to the bank."""
    said = text.split()[3:]
    paid = dict(zip(said[::2], map(int, said[1::2]), strict=True))
    return paid.get("left", 0), paid.get("right", 0), paid.get("bank", 0)


@pytest.mark.rotated
@pytest.mark.parametrize("ask", ["play", "draft", "recruit", "rebuild", "bury", "extra", "lose"])
@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (1920, 1080), (720, 1280)], ids=str)
def test_goods_below_a_hand_are_readable(size, ask, monkeypatch):
    """Signs of goods are at least 14 pixels wide as drawn, also on a page that offers a choice."""
    signs, paint = [], hand_at_edge.paint_pills

    def note(p, *what, **how):
        before = len(p.stamps)
        paint(p, *what, **how)
        signs.extend(
            stamp.scale * 100 for stamp in p.stamps[before:] if stamp.paint is draw and stamp.what[0] in RESOURCES
        )

    monkeypatch.setattr(hand_at_edge, "paint_pills", note)
    for seats in range(3, 8):
        room = by_touch(seats, ask=ask, nth=999)
        for part in compose(room.control.scene, *size):
            if part.key.startswith("hand "):
                part.draw(Pen(measure), room.control)
        assert signs, seats
        assert min(signs) >= 14, seats
        signs.clear()


@pytest.mark.parametrize("seats", [3, 7])
def test_held_leader_shows_its_effect_with_and_without_preview(seats):
    state = sevens.asking("recruit", seats)
    seat = state.to_act[0] + 1
    own, legal = state.view(seat - 1), [str(each) for each in state.legal(seat - 1)]
    for nth, slug in enumerate(own.mine.leaders):
        room = sevens.room(state, "en", "touch", questions=sevens.asked(state))
        touch_handlers.hold(room.control, seat, nth, True)
        sevens.answer_look(room, state, seat)
        does = effect_text.leader_says(words("en"), slug, SevenScene.from_scene(room.control.scene).data)
        for seen in (False, True):
            if seen and room.looked:
                room.foresee(state, seat - 1)
                assert room.control.scene.foreseen, slug
            [face] = [part.view for part in compose(room.control.scene, *SIZE) if part.key == f"under {seat}"]
            assert does.lower() in face.says.lower(), (slug, face.says)
    assert any(text.startswith("choose recruit") for text in legal)
