"""Updates of the screen from the table's messages."""

import msgspec
import pytest

from app.games.architects.screen.table_elements import seat_facts
from app.protocol.base_messages import Accepted, Refusal
from app.protocol.game_lifecycle_messages import Suspend
from app.protocol.log_messages import Line
from app.protocol.machine_messages import Shutdown
from app.protocol.play_messages import Cue, Ritual, Secret
from app.screen.composition import compose
from app.screen.events import on_message, on_tick
from app.screen.input import history_browsing
from app.screen.state.ui_state import Scroll
from app.text.words_protocols import name_forms
from engine.architects.game_facade import Architects
from tests.app.screen import scenes, sheets, stage
from tests.corrected import corrected


def line(number, event, undone=False, row=3):
    return Line(number=number, row=row, event=msgspec.Raw(msgspec.json.encode(event)), undone=undone)


FIGHT = {"type": "conflict-fought", "shields": [1, 2], "won": [0, 2], "discarded": [[], []]}
CARD_TAKEN = {"type": "card-taken", "seat": 1, "stack": "1", "card": "wood", "by": "take"}


def game(room, *lines):
    return room.hear(stage.table(2), stage.view(2), stage.question(1, "take left"), lines)


def test_a_conflict_is_shown_until_its_time_is_over():
    room = game(game(stage.Room()), line(5, FIGHT))
    assert stage.at(room.control).fight is not None
    on_tick.tick(room.control, room.now + 7)
    assert stage.at(room.control).fight is not None
    on_tick.tick(room.control, room.now + 9)
    assert stage.at(room.control).fight is None


def test_next_action_ends_the_display_of_a_conflict():
    room = game(game(game(stage.Room()), line(5, FIGHT)), line(6, CARD_TAKEN))
    assert stage.at(room.control).fight is None


def test_medals_of_a_conflict_are_shown_with_it():
    medal = {"type": "medal-taken", "seat": 2, "medal": "two-military-one-conflict", "gap": "1"}
    spare = {"type": "medal-taken", "seat": 1, "medal": "three-red", "gap": "box"}
    other = {"type": "medal-taken", "seat": 1, "medal": "three-red", "gap": "2"}
    room = game(game(stage.Room()), line(5, FIGHT), line(6, medal), line(7, spare, row=4), line(8, other, row=5))
    assert stage.at(room.control).fight.medals == ((2, "two-military-one-conflict"), (1, "three-red"))


MARKERS = {"type": "markers-turned", "seat": 1, "count": 2, "flipped": 3, "tokens": 3}
WAITING_RITUAL = Ritual(seat=1, open=(2, 3), flipped=3, tokens=3)


def ritual(room, waits, *lines):
    return room.hear(stage.table(2, ritual=waits, fought=7), stage.view(2), stage.question(1, "take left"), lines)


@pytest.fixture
def conflict_room():
    """A room with a conflict that waits for its markers; `moved` lists the animated events."""
    room, seen = game(stage.Room()), []
    room.control.animate = seen.extend
    ritual(room, WAITING_RITUAL, line(5, CARD_TAKEN), line(6, MARKERS), line(7, FIGHT))
    assert stage.at(room.control).fight is None
    assert [type(event).__name__ for event in seen] == ["CardTaken"]
    room.moved = seen
    return room


def test_a_conflict_is_shown_once_its_markers_are_turned(conflict_room):
    ritual(conflict_room, msgspec.structs.replace(WAITING_RITUAL, open=(3,)))
    assert stage.at(conflict_room.control).fight is None
    conflict_room.now += 5
    game(conflict_room)
    assert stage.at(conflict_room.control).fight.until == conflict_room.now + 8
    assert [type(event).__name__ for event in conflict_room.moved[1:]] == ["ConflictFought"]


def test_an_early_action_still_shows_the_conflict(conflict_room):
    game(conflict_room, line(8, {**CARD_TAKEN, "seat": 2}))
    assert stage.at(conflict_room.control).fight is not None
    game(conflict_room, line(9, CARD_TAKEN))
    assert stage.at(conflict_room.control).fight is None


def test_conflict_undone_before_its_markers_are_turned_is_never_shown(conflict_room):
    game(conflict_room, line(6, MARKERS, undone=True), line(7, FIGHT, undone=True))
    assert stage.at(conflict_room.control).fight is None
    assert len(conflict_room.moved) == 1


def test_unrelated_intents_leave_a_conflict_pending(conflict_room):
    ritual(conflict_room, WAITING_RITUAL)
    assert stage.at(conflict_room.control).fight is None
    assert len(conflict_room.moved) == 1


def test_conflict_between_bots_is_shown_for_3_seconds():
    def bots(room, *lines):
        return room.hear(stage.table(2, seats=stage.seats(2, "bot")), stage.view(2), (), lines)

    room = bots(bots(bots(stage.Room()), line(5, FIGHT)), line(6, CARD_TAKEN))
    on_tick.tick(room.control, room.now + 2.9)
    assert stage.at(room.control).fight is not None
    on_tick.tick(room.control, room.now + 3.1)
    assert stage.at(room.control).fight is None


def test_undone_conflict_is_not_shown():
    room = game(game(game(stage.Room()), line(5, FIGHT)), line(5, FIGHT, undone=True))
    assert stage.at(room.control).fight is None


def test_reconnected_screen_shows_no_old_conflict():
    assert stage.at(game(stage.Room(), line(5, FIGHT)).control).fight is None


def test_repeated_log_line_replaces_the_earlier_one():
    room = game(game(stage.Room(), line(5, CARD_TAKEN)), line(5, CARD_TAKEN, undone=True))
    assert [entry.undone for entry in room.control.model.lines.values()] == [True]


def test_a_new_game_has_a_new_log():
    room = game(stage.Room(), line(5, CARD_TAKEN))
    room.hear(stage.table(2, game_id=8), stage.view(2), stage.question(1, "take left"))
    assert not room.control.model.lines


def test_refusal_is_shown_in_the_language_of_the_seat_that_tapped():
    room = stage.Room().hear(stage.table(2, lang="de"), stage.view(2), stage.question(1, "take left"))
    room.control.act(1, "take left")
    on_message.on_message(room.control, Refusal(id=room.sent[0].id, rule="stale", facts={}, text="in English"))
    assert room.control.notices[1].refused
    assert room.control.notices[1].text not in ("", "in English", "Something has changed. Look again.")


def test_new_question_clears_the_choice_for_the_old_one():
    room = scenes.pay(3)
    assert stage.at(room.control).game_ui.what == "build 2"
    room.hear(stage.table(3), stage.view(3, active=1, ask="main"), stage.question(1, "done", number=77))
    assert stage.at(room.control).game_ui.what == ""


def test_an_answer_names_the_question_it_answers():
    room = stage.Room().hear(stage.table(2), stage.view(2), stage.question(1, "take left", number=912))
    room.control.act(1, "take left")
    assert room.sent[0].question == 912


def test_action_of_a_seat_without_a_question_is_not_sent():
    room = game(stage.Room())
    room.control.act(2, "take left")
    assert room.sent == []


def test_every_intent_has_a_unique_id():
    room = game(stage.Room())
    for _ in range(50):
        room.control.submit(Suspend(id=scenes_id()))
    assert len({intent.id for intent in room.sent}) == 50


@pytest.mark.parametrize("name", ["-", "--", "- -"])
def test_name_of_dashes_has_itself_and_one_dash_as_short_forms(name):
    assert name_forms(name)[1:] == (name, name[:1])


def scenes_id():
    from app.screen.control.outbox import new_id

    return new_id()


def test_a_lost_link_hides_secrets():
    room = scenes.peek(2)
    assert room.control.scene.secrets
    on_message.on_disconnect(room.control)
    assert room.control.scene.secrets == {}


def test_unanswered_intents_are_sent_again_after_reconnecting():
    """The table may have received the intent or not; an answered one is not sent again."""
    room = scenes.play(2)
    seat = room.control.scene.acting
    history_browsing.recall(room.control)
    room.control.act(seat, room.control.model.legal(seat)[0])
    said = room.sent[-1]
    room.sent.clear()
    on_message.on_disconnect(room.control)
    assert room.control.scene.is_pending(seat), "nobody says a second thing meanwhile"
    on_message.on_message(room.control, stage.HELLO)
    assert room.sent == [said]
    on_message.on_message(room.control, Accepted(id=said.id))
    assert not room.control.scene.is_pending(seat)
    room.sent.clear()
    on_message.on_message(room.control, stage.HELLO)
    assert room.sent == []


def test_held_secret_is_shown_again_after_reconnecting():
    room = scenes.play(2)
    room.control.secrets.look(1, held=True)
    [look] = room.sent
    on_message.on_disconnect(room.control)
    on_message.on_message(room.control, stage.HELLO)
    assert room.sent == [look, look]
    on_message.on_message(room.control, Secret(id=look.id, seat=1, center="glass", draw=()))
    assert room.control.scene.secrets
    room.control.secrets.look(1, held=False)
    assert room.control.scene.secrets == {}


def test_intents_to_an_ended_table_are_not_sent_to_the_next_one():
    room = scenes.peek(2)
    room.control.submit(Shutdown(id="off"))
    on_message.on_message(room.control, Cue(what="bye"))
    room.sent.clear()
    on_message.on_disconnect(room.control)
    on_message.on_message(room.control, stage.HELLO)
    assert room.sent == []


@pytest.mark.parametrize("lang", ["en", "de", "nl", "fr"])
def test_every_line_of_the_log_has_a_sentence(lang):
    room = scenes.log(4, lang)
    w = room.control.model.words()
    assert all(len(room.control.scene.sentence(entry, w)) > 5 for entry in room.control.model.lines.values())


def test_cards_are_drawn_with_the_overrides_in_force():
    line = "wonders.giza.stages.1.points=9"
    room = stage.Room().hear(stage.table(2, facts=line), stage.view(2))
    assert stage.at(room.control).data.wonders["giza"].stages[0].points == 9
    room.hear(stage.table(2), stage.view(2))
    assert stage.at(room.control).data.wonders["giza"].stages[0].points == stage.BOX.wonders["giza"].stages[0].points


def test_cards_are_drawn_with_the_data_version_of_the_game():
    """A suspended game is resumed at a table whose data was corrected meanwhile; an override is laid over either."""
    room = stage.Room(Architects(corrected()["architects"]).data).hear(stage.table(2, data=2), stage.view(2))
    costs = [stage.at(room.control).data.wonders["giza"].stages[0].cost]
    for version, line in ((1, ""), (1, "wonders.giza.stages.1.points=9"), (2, "wonders.giza.stages.1.points=9")):
        room.hear(stage.table(2, data=version, facts=line), stage.view(2))
        costs.append(stage.at(room.control).data.wonders["giza"].stages[0].cost)
    assert costs == [1, 2, 2, 1]
    assert stage.at(room.control).data.wonders["giza"].stages[0].points == 9


def choose_wonder(wonder):
    seats = stage.seats(3)
    return stage.table(3, phase="lobby", seats=(msgspec.structs.replace(seats[0], wonder=wonder), *seats[1:]))


def test_assumed_values_are_mentioned_once_after_choosing_them():
    room = stage.Room().hear(choose_wonder("giza")).hear(choose_wonder("rome"))
    assert "Rome" in room.control.notices[1].text
    room.control.dismiss_notice(1)
    room.hear(choose_wonder("giza")).hear(choose_wonder("rome"))
    assert not room.control.notices


def test_reconnected_screen_does_not_mention_assumed_values():
    assert not stage.Room().hear(choose_wonder("rome")).control.notices


def test_corrected_values_are_not_reported_as_assumed():
    line = "wonders.rome.certainty=yours"
    room = stage.Room().hear(msgspec.structs.replace(choose_wonder("giza"), facts=line))
    assert not room.hear(msgspec.structs.replace(choose_wonder("rome"), facts=line)).control.notices


def test_theft_offers_seats_first_and_then_their_cards():
    from app.games.architects.screen.choices import things

    legal = ("steal 1 wood", "steal 1 red-2", "steal 3 wood")
    assert [thing.key for thing in things(legal)] == ["steal 1", "steal 3"]
    assert [thing.key for thing in things(legal, "steal 1")] == ["steal 1 wood", "steal 1 red-2"]
    assert [thing.key for thing in things(legal, "steal 3 wood")] == ["steal 3 wood"]


def test_stacks_are_lit_by_side_and_by_number():
    from app.games.architects.screen.stacks import list_offers

    room = stage.Room().hear(
        stage.table(3), stage.view(3, active=1), stage.question(1, "draw left", "draw 2", "draw center")
    )
    assert list_offers(stage.at(room.control)) == {
        "1": (1, "draw left"),
        "2": (1, "draw 2"),
        "center": (1, "draw center"),
    }
    room = stage.Room().hear(stage.table(3), stage.view(3, active=1), stage.question(1, "take left", "take right"))
    assert list_offers(stage.at(room.control)) == {"1": (1, "take left"), "3": (1, "take right")}


def test_lost_table_is_reported_missing_at_once():
    room = game(stage.Room())
    on_message.on_disconnect(room.control)
    assert room.control.scene.missing


@pytest.mark.parametrize("by", ["phone", "touch"])
def test_correction_in_progress_replaces_the_prompts_of_seats(by):
    room = scenes.repair(3)
    table = msgspec.structs.replace(room.control.model.table, seats=stage.seats(3, by))
    room.hear(table, room.control.model.view, stage.question(2, "take left"))
    assert (
        seat_facts(stage.at(room.control), room.control.model.view, 2).player.prompt[0] == "A correction is being made"
    )
    asked = stage.question(2, "take left", "take right", "take center")
    room.hear(msgspec.structs.replace(table, repair=None), room.control.model.view, asked)
    assert seat_facts(stage.at(room.control), room.control.model.view, 2).player.prompt[0] == "Take one of three"


def test_prompt_does_not_say_three_stacks_when_two_are_left():
    room = stage.Room().hear(stage.table(3), stage.view(3, active=2), stage.question(2, "take left", "take center"))
    assert seat_facts(stage.at(room.control), room.control.model.view, 2).player.prompt[0] == "Take one"


def bots_next(room, waits):
    seats = (stage.seats(2)[0], stage.seats(2, "bot")[1])
    return room.hear(stage.table(2, ritual=waits, seats=seats), stage.view(2, active=2))


def test_bot_has_no_candle_while_a_player_turns_markers():
    """Only one seat has a light: a waiting bot does not show that it is thinking."""
    room = bots_next(stage.Room(), WAITING_RITUAL)
    hand, bot = (seat_facts(stage.at(room.control), room.control.model.view, seat).player for seat in (1, 2))
    assert (hand.turn, hand.prompt[0]) == (True, "Turn 2 conflict tokens")
    assert (bot.turn, bot.prompt) == (False, ())
    room = bots_next(room, None)
    hand, bot = (seat_facts(stage.at(room.control), room.control.model.view, seat).player for seat in (1, 2))
    assert (hand.turn, hand.prompt) == (False, ())
    assert (bot.turn, bot.prompt) == (True, ("thinking",))


def test_choice_replaces_the_panel_of_join_codes_until_it_is_made():
    room = scenes.code(4)
    keys = lambda: {part.key for part in compose(room.control.scene, 1280, 720)}  # noqa: E731  # asked often
    assert {"panel code", "stack center"} <= keys()
    room.control.scroll(0, "", Scroll("#3"))
    asked = stage.question(2, "progress tactics with compass compass", "done", number=42)
    room.hear(stage.table(4), stage.view(4, active=2, ask="progress"), asked, the_codes=stage.codes())
    assert room.control.ui.scrolls == {}, "choices begin at the first"
    assert "choice" in " ".join(keys())
    assert not {"panel code", "stack center"} & keys()
    room.hear(stage.table(4), stage.view(4, active=3), stage.question(3, "take left", number=43))
    assert {"panel code", "stack center"} <= keys()


@pytest.mark.parametrize(
    ("event", "row", "stays"),
    [
        pytest.param({"type": "cell-set", "seat": 2, "cell": "shields", "value": 4, "before": 3}, 3, False, id="entry"),
        pytest.param({"type": "seated", "seat": 2, "by": "phone"}, 0, True, id="somebody sat down"),
    ],
)
def test_panel_of_join_codes_closes_with_the_first_score_sheet_entry(event, row, stays):
    room = sheets.counters(4)
    room.control.open_panel("code", 0)
    view = sheets.session("architects", 4, sheets.ARCHITECTS).view(None)
    on_message.on_message(
        room.control, stage.snapshot(2, room.control.model.table, view, (), (line(7, event, row=row),), stage.codes())
    )
    assert (room.control.ui.panel == "code") is stays
