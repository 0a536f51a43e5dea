"""Tests of a person's goal on the screen: marked on its page, shown only under that person's finger."""

import msgspec
import pytest

from app.protocol.play_messages import Look, Secret
from app.protocol.teaching_messages import Plan
from app.screen.events import on_message
from app.screen.surface import HOLD_SECONDS
from tests.app.screen import SIZE, duels, sevens, stage
from tests.app.screen.duel_states import Game
from tests.app.screen.finger import frames, until
from tests.app.screen.layout_faults import apart
from tests.app.screen.lettering import painted
from tests.app.screen.painting import areas, text_of
from tests.app.screen.reading import Read
from tests.pictures.legible import cut, faint

SIZES = [(800, 480), (1280, 720), (720, 1280), (3840, 2160)]
HOLD_HINT = "Hold it near your name"


def sent_goals(room):
    return [(each.seat, each.thing) for each in room.sent if isinstance(each, Plan)]


def texts(room, element, size):
    return [word.text for key, words, _ in painted(room, size) if key == element for word in words]


def playing(n=4, lang="en", by="touch", medals=False):
    view = stage.view(n, active=2)
    view = stage.with_medals(view) if medals else view
    return stage.Room().hear(stage.table(n, lang=lang, by=by), view, stage.question(2, "take left", "take right"))


# ---- where one reads about it ----------------------------------------------------------------------------


def test_touched_token_can_be_marked_as_a_goal(show):
    seen = show(playing())
    seen.tap("token decor 0")
    seen.tap("save token decor")
    assert sent_goals(seen.room) == [(2, "token decor")]
    assert HOLD_HINT in text_of(seen.room)


def test_the_next_stage_and_a_medal_can_be_marked_as_a_goal(show):
    seen = show(playing(medals=True))
    goal = seen.control.model.view.derived.goals[2][0]
    needs = seen.control.model.view.derived.needs
    seat, stages = next((seat, found) for seat, found in enumerate(needs, 1) if len(found) == 1)
    own = (f"seat {seat} wonder", f"stage {stages[0].stage}")
    for key, thing in (own, (f"medal {goal.gap}", f"medal {goal.medal}")):
        seen.tap(key)
        seen.tap(f"save {thing}")
        assert sent_goals(seen.room)[-1][1] == thing


def test_seat_with_a_phone_has_no_goal_button_on_the_screen(show):
    seen = show(playing(by="phone"))
    seen.tap("token decor 0")
    assert not [key for key in seen.hit_areas() if key.startswith("save ")]


def test_enlarged_duel_wonder_offers_a_goal_button_to_its_owner_only():
    game = Game(next(state for state in duels.states(duels.SEEDS[0], False) if state.view(None).derived.ask == "turn"))
    card = game.open_cards()[0]
    game.tap(f"slot {game.slot_of(card)}").tap(f"save card {card}")
    assert sent_goals(game) == []  # the table has accepted it
    assert game.control.notices
    game.control.notices.clear()
    game.tap("close")
    wonder = next(key for key in game.touchable() if key.startswith(f"wonder {game.seat} "))
    game.tap(wonder)
    wonder = wonder.split()[2]
    assert f"save wonder {wonder}" in game.touchable()
    game.tap("turn")
    assert f"save wonder {wonder}" not in game.touchable(), "it is not theirs"


def test_an_unbuilt_stage_of_seven_wonders_can_be_marked_as_a_goal(show):
    state = sevens.asking("play", 4)
    room = sevens.room(state, by="touch", questions=sevens.asked(state))
    seen = show(room)
    seen.control.open_panel("zone 1", 0)
    frames(2)
    stages = room.control.model.view.derived.standing[0].stages
    seen.tap(f"in city stage {stages}")
    seen.tap(f"save stage {stages}")
    assert sent_goals(room) == [(1, f"stage {stages}")]


def test_a_goal_marked_in_the_reference_belongs_to_the_nearest_edge(show):
    seen = show(playing())
    number = next(
        nth for nth, chapter in enumerate(seen.control.scene.game.reference.chapters(stage.BOX, None, ()), 1)
        if chapter.slug == "tokens"
    )  # fmt: skip
    seen.control.open_panel(f"reference {number}", 0)
    frames(2)
    seen.tap("read token decor")
    seen.tap("save token decor")
    assert [thing for _, thing in sent_goals(seen.room)] == ["token decor"]
    assert "read military military" not in seen.hit_areas(), "nobody saves for that"


def test_goal_is_set_and_cleared_from_the_seat_panel(show):
    seen = show(playing())
    seen.control.open_panel("seat 2", 0)
    frames(2)
    seen.tap("plan 2")
    assert "plan nothing" not in seen.hit_areas()
    seen.tap("plan stage 2")
    assert sent_goals(seen.room) == [(2, "stage 2")]
    assert seen.control.ui.panel == ""
    stage.known(seen.room, planned=(2,))
    seen.control.open_panel("plan 2", 0)
    frames(2)
    seen.tap("plan nothing")
    assert sent_goals(seen.room)[-1] == (2, None)


# ---- what is read of it --------------------------------------------------------------------------------------


def playing_with_a_goal(**facts):
    made = playing(**facts)
    stage.known(made, planned=(2,))
    return made


def answer_look(seen, thing):
    """Send the table's answer to the secret look that a finger asked for, with `thing` as the goal."""
    look = seen.room.sent[-1]
    assert isinstance(look, Look)
    on_message.on_message(seen.control, Secret(look.id, look.seat, None, (), plan=thing))
    frames(2)


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("thing", "says"),
    [
        pytest.param("token decor", "Your plan: Decor lies open.", id="within reach"),
        pytest.param("token culture", "Your goal: Culture. You cannot reach it yet.", id="not yet"),
        pytest.param("stage 1", "Your goal is reached, or gone.", id="done"),
    ],
)
def test_a_goal_is_visible_only_while_its_finger_is_held(show, thing, says):
    seen = show(playing_with_a_goal())
    assert "My plan: hold" in text_of(seen.room)
    before = text_of(seen.room)
    finger = seen.touch("held 2").down()
    until(lambda: any(isinstance(each, Look) for each in seen.room.sent), HOLD_SECONDS * 100)
    answer_look(seen, thing)
    assert says in text_of(seen.room)
    finger.up()
    frames(2)
    assert text_of(seen.room) == before


def test_public_screen_is_the_same_for_every_goal():
    pictures = set()
    for thing in ("token decor", "token culture", "stage 1"):
        room = playing_with_a_goal()
        on_message.on_message(room.control, Secret("unasked", 2, None, (), plan=thing))
        room.control.open_panel("plan 2", 0)
        pictures.add(text_of(room))
    assert len(pictures) == 1


def test_goal_card_in_own_hand_is_announced_without_showing_the_hand():
    state = sevens.asking("play", 4)
    room = sevens.room(state, by="touch", questions=sevens.asked(state))
    stage.known(room, planned=(1,))
    own = state.view(0)
    areas(room)["held 1"].hold(True)
    secret = Secret(room.sent[-1].id, 1, None, (), view=msgspec.Raw(msgspec.json.encode(own)),
                             plan=f"card {own.mine.hand[0]}")  # fmt: skip
    on_message.on_message(room.control, secret)
    assert "is in your hand" in text_of(room)
    assert not [key for key, _, _ in painted(room, SIZE) if key.startswith("under ")], "and no card of it"


# ---- on every screen -----------------------------------------------------------------------------------------


@pytest.mark.sampled(4)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_goal_plate_and_button_cover_nothing(size):
    for n, lang in ((2, "fr"), (4, "de"), (7, "nl")):
        room = playing(n, lang)
        for seat in range(1, n + 1):
            room.control.notify(seat, "x", about="token propaganda")
        said = painted(room, size)
        for seat in range(1, n + 1):
            [(_, written, found)] = [part for part in said if part[0] == f"notice {seat}"]
            button = next(area for area in found if area.key == "save token propaganda")
            text = next(word for word in written if word.text == "x")
            assert apart(button.corners, text.corners)
        stage.known(room, planned=tuple(range(1, n + 1)))
        room.control.notices.clear()
        parts = painted(room, size)
        [plates] = [found for key, _, found in parts if key == "held"]
        others = [
            area for key, _, found in parts if key != "held" for area in found if area.rank and (area.tap or area.hold)
        ]
        met = [
            (plate.key, area.key) for plate in plates for area in others if not apart(plate.corners, area.corners, 1.0)
        ]
        assert met == [], (n, lang)
        assert len(plates) == n


@pytest.mark.sampled(2)
@pytest.mark.parametrize("size", [(1280, 720), (800, 480)], ids=str)
def test_goal_texts_are_readable(size):
    room = playing_with_a_goal(lang="de")
    room.control.notify(1, "Dekor: bringt Punkte.", about="token decor")
    room.control.secrets.shown[2] = Secret("look", 2, None, (), plan="token decor")
    read = Read(room, size)
    pictures = read.bare_and_marked()
    assert faint(read.words(), *pictures) == []
    own = {word for area in ("notice 1", "held") for word in texts(room, area, size)}
    assert own.isdisjoint(cut(read.words(), *pictures))
