"""The newest events: written at every edge in the language of its seat, with marks, until the next action."""

import dataclasses

import msgspec
import pytest

from app.games.architects import words_facade as architects
from app.games.architects.screen import change_marks
from app.games.seven_wonders.screen.touch_handlers import end_reveal
from app.looks.drawing_data import outlines, wonder
from app.protocol import table_log_events
from app.protocol.settings_messages import Settings
from app.protocol.teaching_messages import BotActionReasons, BotIntention, Reason
from app.screen.animation.stage_animation import RecordingPen
from app.screen.composition import compose
from app.screen.events import on_tick
from app.screen.paint.pen import Pen
from app.screen.paint.text_drawing import measure
from app.screen.state import recent_events
from app.screen.widgets.illustrations import built_stage, unbuilt_stage
from app.shown.machine.settings import PACES
from app.text.translation import words
from engine.architects import actions
from engine.duel import actions as duel
from engine.seven_wonders import actions as seven
from tests.app.screen import duels, scenes, sevens, stage
from tests.app.screen.layout_faults import apart, inside
from tests.app.screen.lettering import painted
from tests.app.screen.seven_scenes import happened_on_phones

SIZES = [(800, 480), (1280, 720), (1920, 1080)]
LONG = "A sentence about what has just happened that has more words than any place beside a roof has room for."
CARD_TAKEN = actions.CardTaken(seat=2, stack="2", card="gear", by="take")


def texts_by_key(room, size, key):
    """Return the words of each element whose key has this prefix."""
    return {
        part: " ".join(word.text for word in lines) for part, lines, _ in painted(room, size) if part.startswith(key)
    }


def view_of(room, key, size=SIZES[1]):
    return next(part.view for part in compose(room.control.scene, *size) if part.key == key)


# ---- at every edge -----------------------------------------------------------------------------------------


@pytest.mark.rotated
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("n", [2, 7])
def test_the_last_event_is_shown_at_every_edge(n, size):
    said = texts_by_key(scenes.add_events(scenes.play(n), CARD_TAKEN), size, "happened ")
    whole = {f"happened {seat}": "Idris takes a gear from the left." for seat in range(1, n + 1)}
    assert said == whole


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("n", [5, 7])
def test_last_event_is_legible_on_a_small_screen(n, lang):
    for part, lines, _ in painted(scenes.add_events(scenes.play(n, lang), CARD_TAKEN), SIZES[0]):
        assert all(word.size > 12.99 for word in lines if part.startswith("happened ")), part


@pytest.mark.parametrize("lang", ["en", "de", "nl", "fr"])
@pytest.mark.parametrize("n", [5, 7])
def test_long_name_is_shortened_before_its_event_is_cut(n, lang):
    said = texts_by_key(scenes.happened_long(n, lang), SIZES[0], "happened ")
    assert len(said) == n
    assert all("…" not in words and "4" in words for words in said.values()), said  # the stage that was built


class Plates(Pen):
    """A pen that records the corners of every plate that it draws."""

    def __init__(self):
        super().__init__(measure)
        self.plates = []

    def rect(self, x, y, w, h, r=0, fill=None, *rest, **finish):
        if fill == "plate":
            self.plates.append(tuple(self.place(a, b) for a, b in ((x, y), (x + w, y), (x + w, y + h), (x, y + h))))
        super().rect(x, y, w, h, r, fill, *rest, **finish)


@pytest.mark.rotated
@pytest.mark.sampled(4)
@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("scene", [scenes.happened_long, happened_on_phones], ids=["architects", "seven wonders"])
def test_last_event_covers_no_round_button_on_a_small_screen(scene, lang):
    for n in range(3, 8):
        room, pens = scene(n, lang), {}
        for part in compose(room.control.scene, *SIZES[0]):
            pens[part.key] = Plates()
            part.draw(pens[part.key], room.control)
        buttons = [area.corners for area in pens["buttons"].hit_areas]
        strips = [plate for key, pen in pens.items() if key.startswith("happened") for plate in pen.plates]
        assert strips
        assert [(n, one) for one in strips for round_ in buttons if not apart(one, round_, 4)] == []  # its corners


def test_last_event_is_shown_in_the_language_of_each_seat():
    langs = ("en", "de", "nl", "fr")
    chairs = tuple(msgspec.structs.replace(chair, lang=lang) for chair, lang in zip(stage.seats(4), langs, strict=True))
    room = stage.Room().hear(stage.table(4, seats=chairs), stage.view(4, active=3))
    said = texts_by_key(scenes.add_events(room, CARD_TAKEN), SIZES[1], "happened ")
    for seat, lang in enumerate(langs, start=1):
        assert said[f"happened {seat}"] == architects.event(words(lang), CARD_TAKEN, stage.NAMES[:4], stage.BOX)
    assert len({*said.values()}) == 4


@pytest.mark.parametrize("short", [False, True], ids=["long edges", "short edges"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_last_duel_event_is_shown_on_both_plates(size, short):
    room = duels.room(duels.in_age(3, 2))
    duels.settle(room, short_edges=short)
    scenes.add_events(room, duel.CardBuilt(seat=2, card="altar", paid=2, traded=0, chain=False))
    plates = texts_by_key(room, size, "plate ")
    assert all("Idris builds Altar for 2 coins." in text for text in plates.values()), plates
    assert len(plates) == 2


def test_seven_wonders_seats_are_shown_their_own_last_event():
    room = sevens.room(sevens.asking("play", 3, 500))
    scenes.add_events(
        room,
        seven.TurnBegan(age=1, turn=2),
        seven.CardBuilt(seat=1, card="altar", coins=0, left=2, right=0, bank=0, chain=False),
        seven.CardSold(seat=2, coins=3, leader=False),
        seven.StageBuilt(seat=3, stage=1, coins=0, left=0, right=0, bank=0),
        seven.TurnBegan(age=1, turn=3),
        seven.HasChosen(seat=1),
    )
    assert texts_by_key(room, SIZES[1], "happened ") == {
        "happened 1": "Nora builds Altar for 2 coins. Idris gets 2 coins of that.",
        "happened 2": "Idris sells a card for 3 coins.",
        "happened 3": "Mei builds stage 1.",
    }


# ---- until the next ----------------------------------------------------------------------------------------


def test_no_event_is_shown_before_the_first_action():
    room = scenes.add_events(scenes.play(4), actions.TurnBegan(seat=1, turn=1))
    assert texts_by_key(room, SIZES[1], "happened ") == {}
    assert view_of(room, "changed").stacks == frozenset()


def test_last_event_stays_after_a_tap_until_the_next_action():
    room = scenes.add_events(scenes.play(4), CARD_TAKEN)
    room.now += 60
    on_tick.tick(room.control, room.now)
    room.control.on_finger_down("")
    assert "takes a gear" in texts_by_key(room, SIZES[1], "happened 1")["happened 1"]
    scenes.add_events(room, actions.TurnBegan(seat=3, turn=13))
    assert "takes a gear" in texts_by_key(room, SIZES[1], "happened 1")["happened 1"], "a turn that begins is no action"
    scenes.add_events(room, actions.StageBuilt(seat=3, wonder="giza", stage=1, points=4, paid=("wood", "coin")))
    assert (
        texts_by_key(room, SIZES[1], "happened 1")["happened 1"] == "Mei builds stage 1 for 4 points (wood and coin)."
    )


def test_an_event_is_shown_with_its_consequences():
    room = scenes.add_events(scenes.play(2), CARD_TAKEN, actions.CatMoved(seat=2, before=1))
    told = texts_by_key(room, SIZES[2], "happened 1")["happened 1"]
    assert told == "Idris takes a gear from the left. The cat leaves Nora and comes to Idris."


def test_undo_names_the_undone_action_and_marks_nothing():
    room = scenes.add_events(scenes.play(4), CARD_TAKEN)
    assert view_of(room, "changed").stacks == {"2"}
    scenes.add_events(room, table_log_events.ActionUndone(seat=2, of=2, action="take left", more=0, card="gear"))
    assert all(text.startswith("Undone: ") for text in texts_by_key(room, SIZES[1], "happened ").values())
    assert view_of(room, "happened 1").back
    assert view_of(room, "changed").stacks == frozenset()
    scenes.add_events(room, actions.CardTaken(seat=3, stack="3", card="coin", by="take"))
    assert view_of(room, "changed").stacks == {"3"}


def test_table_log_lines_do_not_replace_the_last_event():
    room = scenes.add_events(
        scenes.play(4), CARD_TAKEN, table_log_events.SeatRenamed(seat=1, before="Nora", name="Nora")
    )
    assert "takes a gear" in texts_by_key(room, SIZES[1], "happened 1")["happened 1"]


def test_last_event_is_shown_with_less_motion():
    table = stage.table(4, settings=stage.settings(motion=False))
    room = scenes.add_events(stage.Room().hear(table, stage.view(4)), CARD_TAKEN)
    assert len(texts_by_key(room, SIZES[1], "happened ")) == 4
    assert view_of(room, "changed").stacks == {"2"}


# ---- what changed -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("events", "seats", "markers"),
    [
        pytest.param([CARD_TAKEN], {2: {"green"}}, set(), id="a card"),
        pytest.param([CARD_TAKEN, actions.CatMoved(seat=2, before=1)], {2: {"green", "cat"}}, set(), id="and the cat"),
        pytest.param(
            [CARD_TAKEN, actions.MarkersTurned(seat=2, count=2, flipped=3, tokens=4)],
            {2: {"green"}},
            {1, 2},
            id="horns",
        ),
        pytest.param(
            [actions.StageBuilt(seat=1, wonder="giza", stage=2, points=5, paid=())], {1: {"stage 2"}}, set(), id="stage"
        ),
        pytest.param(
            [actions.TokenTaken(seat=4, token="decor", hidden=False, spent=())], {4: {"decor"}}, set(), id="token"
        ),
        pytest.param(
            [CARD_TAKEN, actions.CardStolen(seat=2, of=3, card="red-1")],
            {2: {"green", "red"}, 3: {"red"}},
            set(),
            id="theft",
        ),
    ],
)
def test_changed_things_are_marked(events, seats, markers):
    room = scenes.add_events(scenes.play(4), *events)
    found = change_marks.collect_changes(stage.at(room.control))
    assert (found.seats, found.markers) == (seats, markers)
    for seat in (1, 2, 3, 4):
        assert view_of(room, f"zone {seat}").seat.fresh == seats.get(seat, set())


def test_duel_marks_the_changed_places_and_the_city_that_built():
    state = duels.in_age(3, 2)
    room = duels.room(state)
    gone = next(n for n in range(20) if str(n) not in state.view(None).structure)
    slug = next(slug for slug, card in duels.DATA.cards.items() if card.colour == "red")
    up = next(int(n) for n, slot_view in state.view(None).structure.items() if slot_view.accessible)
    scenes.add_events(
        room,
        duel.CardRevealed(slot=gone, card=slug, turned=False),
        duel.CardBuilt(seat=1, card=slug, paid=0, traded=0, chain=False),
        duel.PawnMoved(seat=1, spaces=1, pawn=1),
        duel.CardRevealed(slot=up, card="altar", turned=True),
    )
    assert len(view_of(room, "changed").boxes) == 3
    assert view_of(room, "city 1").fresh == {"red"}
    assert view_of(room, "city 2").fresh == set()


# ---- the last round -----------------------------------------------------------------------------------------


def a_round(room):
    """Seat 1 acts, then all the others."""
    for seat in (1, 2, 3, 4):
        scenes.add_events(
            room,
            actions.TurnBegan(seat=seat, turn=seat),
            actions.CardTaken(seat=seat, stack="center", card="coin", by="take"),
        )
    return scenes.add_events(room, actions.TurnBegan(seat=1, turn=5))


@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_one_touch_shows_every_event_since_the_seats_last_turn(seat):
    room = a_round(scenes.play(4))
    area = next(area for key, _, areas in painted(room, SIZES[1]) for area in areas if area.key == f"since {seat}")
    area.tap()
    ring = room.control.scene.ring(*SIZES[1])
    assert room.control.ui.edge == ring.zones[seat - 1].edge
    turns = view_of(room, f"panel since {seat}").turns
    assert [head for head, _ in turns] == [f"Turn {n}: {stage.NAMES[n - 1]}." for n in range(4, seat - 1, -1)]
    area.tap()
    assert room.control.ui.panel == ""


def test_reason_of_a_bot_follows_the_line_of_its_action():
    room = a_round(scenes.play(4))
    model = room.control.model
    told = [(line.row, bytes(line.event)) for line in model.lines.values()]
    rows = [row for row, event in told if b'"card-taken"' in event and b'"seat":3' in event]
    why = BotActionReasons(3, max(rows), (Reason("coin"),))
    stage.known(room, table=msgspec.structs.replace(model.table, whys=(why,)))
    said = [line for _, lines in recent_events.list_turns_since(room.control.scene, 1, architects) for line in lines]
    nth = said.index(f"Why? {stage.NAMES[2]}: A coin stands for any resource.")
    assert said[nth - 1] == f"{stage.NAMES[2]} takes a coin from the middle."


def test_intention_of_a_bot_is_first_at_its_own_edge_and_last_at_the_others():
    room = scenes.add_events(scenes.play(4), CARD_TAKEN)
    goal = BotIntention(CARD_TAKEN.seat, Reason("to-stage", {"stage": 2}))
    stage.known(room, table=msgspec.structs.replace(room.control.model.table, intentions=(goal,)))
    news = recent_events.find_newest_action(room.control.scene.model, architects)
    name, other = stage.NAMES[CARD_TAKEN.seat - 1], CARD_TAKEN.seat % 4 + 1
    said = f"{name}: “I want stage 2: one more card for it, and I build it.”"
    own, others = (recent_events.sentences_at_edge(room.control.scene, seat, news) for seat in (CARD_TAKEN.seat, other))
    assert own == (said, *others[:-1])
    assert others[-1] == said
    assert recent_events.sentences_at_edge(room.control.scene, other, ()) == ()


def test_a_seat_without_a_turn_sees_every_event():
    room = scenes.add_events(scenes.play(2), actions.TurnBegan(seat=2, turn=1), CARD_TAKEN)
    assert recent_events.list_turns_since(room.control.scene, 1, architects) == (
        ("Turn 1: Idris.", ("Idris takes a gear from the left.",)),
    )


def test_touching_the_last_event_reopens_the_seven_wonders_reveal():
    room = sevens.room(sevens.revealing(4))
    assert room.control.scene.model.view.derived.last is not None
    scenes.add_events(room, seven.TurnBegan(age=1, turn=1), seven.CardSold(seat=1, coins=3, leader=False))
    area = next(area for _, _, areas in painted(room, SIZES[1]) for area in areas if area.key == "since 1")
    area.tap()
    assert room.control.ui.game.reveal is not None
    end_reveal(room.control)
    assert room.control.ui.game.reveal is None


def test_secret_card_is_not_named_in_the_last_event():
    """A card that only one seat saw is not named to anybody."""
    room = scenes.add_events(
        scenes.play(4), actions.StackPeeked(seat=2), actions.CardSeen(seat=2, stack="center", card="red-2")
    )
    assert {*texts_by_key(room, SIZES[1], "happened ").values()} == {"Idris looks at the top card of the central deck."}


def test_default_pace_of_bots_is_one_of_the_choices():
    assert Settings().bot_pace in PACES


# ---- beside what it is about -------------------------------------------------------------------------------


@pytest.mark.rotated
@pytest.mark.sampled(8)
@pytest.mark.parametrize("size", [*SIZES, (1024, 600)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("n", [2, 4, 5, 7])
@pytest.mark.parametrize("long", [0, 45, 60, 75, 90])
@pytest.mark.parametrize("built", [1, 5])
def test_the_last_event_covers_no_wonder(n, size, long, built):
    """Wonders and outlines of unbuilt stages can be higher than their zones.

    A long sentence is cut to fit.
    """
    chairs = tuple(stage.seat_view(i, built=built) for i in range(n))
    room = stage.Room().hear(stage.table(n), stage.view(n, seats=chairs))
    scenes.add_events(room, CARD_TAKEN)
    ring, roofs, strips = room.control.scene.ring(*size), {}, {}
    for part in compose(room.control.scene, *size):
        kind, _, seat = part.key.partition(" ")
        if kind in ("zone", "happened"):
            pen = RecordingPen(Plates()) if kind == "zone" else Plates()
            if long and kind == "happened":
                part = dataclasses.replace(part, view=dataclasses.replace(part.view, brief=(), wordings=(LONG[:long],)))
            part.draw(pen, room.control)
            (roofs if kind == "zone" else strips)[int(seat)] = pen
    high = 0
    for seat, pen in strips.items():
        [plate] = pen.plates
        zone = ring.zones[seat - 1].rect
        for stamp in roofs[seat].stamps:
            if stamp.paint not in (built_stage, unbuilt_stage):
                continue
            name, number, *_ = stamp.what
            points = [stamp.point(*at) for line in outlines(wonder(name).stages[number].outline) for at in line]
            high += any(not (zone.x < x < zone.x + zone.w and zone.y < y < zone.y + zone.h) for x, y in points)
            assert not [at for at in points if inside(at, plate)], (seat, name)
    assert strips
    assert high or n == 2, "some break the frame"


@pytest.mark.parametrize("scene", [scenes.happened, happened_on_phones], ids=["architects", "seven wonders"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_no_event_covers_an_open_panel(scene, size):
    room = scene(4)
    assert texts_by_key(room, size, "happened ")
    room.control.open_panel("menu", 0)
    assert not texts_by_key(room, size, "happened ")
