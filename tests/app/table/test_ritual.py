"""Conflict markers turned by hand: who may turn them, for how long, and that the game does not wait for it."""

import itertools

import pytest

from app.protocol.base_messages import Accepted
from app.protocol.client_rights import ONLOOKER, PANEL, SCREEN, Actor
from app.protocol.game_lifecycle_messages import EndEarly, Rematch, Suspend
from app.protocol.play_messages import Look, Ritual, TurnMarker, Undo
from app.protocol.rejection import Rejection
from app.protocol.seat_messages import Rename
from app.protocol.settings_messages import SetTable
from app.table.cardboard.conflict_marker_turning import MARKER_SECONDS
from app.table.features.daily_deal import CHECK_SECONDS
from engine.architects.game_facade import Architects
from engine.players import PLAYERS
from tests.app.tables import Evening, phone


@pytest.fixture
def evening(tmp_path, facts):
    made = Evening(tmp_path, shelf={"architects": Architects(facts)}, players=PLAYERS, seed="horns")
    yield made
    made.close()


def play_on(evening: Evening) -> None:
    """Play one action of the seat to act, or the next tick if nobody is asked."""
    if not evening.snapshot().questions:
        evening.now = evening.table.next_tick()
        evening.table.tick(evening.now)
        return
    question = evening.snapshot().questions[0]
    legal = question.legal or evening.table.handle(SCREEN, Look("look", question.seat)).legal
    by = phone(question.seat) if question.seat in evening.keys else SCREEN
    evening.say(question.seat, legal[0], by)


def play_until_markers(evening: Evening, count: int = 1) -> Ritual:
    """Play until somebody has that many markers to turn."""
    for _ in range(2000):
        if evening.table.ritual and len(evening.table.ritual.open) == count:
            evening.cues.clear()
            return evening.table.ritual
        if evening.at_table().phase == "over":
            evening.send(Rematch)
        play_on(evening)
    raise AssertionError("no horn was taken")


def turn(evening: Evening, marker: int, who: Actor = SCREEN) -> None:
    evening.send(TurnMarker, who, marker=marker)


def list_turned_markers(evening: Evening) -> list[tuple[int, ...]]:
    return [cue.markers for cue in evening.cues if cue.what == "marker"]


def test_marker_ceremony_lists_open_markers_while_the_game_continues(evening):
    evening.start("touch", "touch", "touch")
    ritual = play_until_markers(evening)
    conflict = evening.view()["conflict"]
    assert (ritual.flipped, ritual.tokens) == (conflict["flipped"], conflict["tokens"])
    assert ritual.open == (ritual.flipped,)
    assert evening.at_table(ONLOOKER).ritual == ritual
    assert evening.snapshot().questions, "the next question is open already"


@pytest.mark.parametrize("who", ["screen", "panel", "phone"])
def test_marker_is_turned_from_screen_panel_or_phone(evening, who):
    evening.start("phone Ada", "phone Ben", "phone Cleo")
    ritual = play_until_markers(evening)
    stored = evening.store.highest_numbers()
    turn(evening, ritual.open[0], {"screen": SCREEN, "panel": PANEL, "phone": phone(ritual.seat)}[who])
    assert evening.at_table().ritual is None
    assert list_turned_markers(evening) == [ritual.open]
    assert evening.cues[0].seat == ritual.seat
    assert evening.store.highest_numbers() == stored


def test_repeated_turn_of_a_marker_is_accepted_after_a_restart(evening):
    evening.start("touch", "touch", "touch")
    said = TurnMarker("turned", marker=play_until_markers(evening).open[0])
    evening.table.handle(SCREEN, said)
    evening.restart()
    assert evening.table.handle(SCREEN, said) == Accepted("turned")


def test_marker_is_turned_even_if_the_disk_is_unwritable(evening):
    evening.start("touch", "touch", "touch")
    ritual = play_until_markers(evening)
    with evening.unwritable():
        turn(evening, ritual.open[0])
    assert list_turned_markers(evening) == [ritual.open]


def test_two_markers_are_turned_in_any_order_and_each_restarts_the_wait(evening):
    evening.start("touch", "touch", "touch")
    first, second = play_until_markers(evening, 2).open
    evening.now += 5
    turn(evening, second)
    assert evening.at_table().ritual.open == (first,)
    evening.now += 5
    evening.table.tick(evening.now)
    assert evening.table.ritual is not None
    turn(evening, first)
    assert list_turned_markers(evening) == [(second,), (first,)]


def test_the_table_turns_unturned_markers_after_some_seconds(evening):
    evening.start("touch", "touch", "touch")
    ritual = play_until_markers(evening, 2)
    rev, asked = evening.table.rev, evening.asked()
    assert evening.table.next_tick() == evening.now + 6
    evening.table.tick(evening.now + 5.9)
    assert evening.table.rev == rev
    evening.table.tick(evening.now + 6)
    assert evening.at_table().ritual is None
    assert list_turned_markers(evening) == [ritual.open]
    assert evening.table.rev == rev + 1
    assert evening.asked() == asked


def test_the_next_action_ends_the_marker_ceremony(evening):
    evening.start("touch", "touch", "touch")
    ritual = play_until_markers(evening, 2)
    turn(evening, ritual.open[1])
    rev = evening.table.rev
    play_on(evening)
    assert evening.table.ritual is None or evening.table.ritual.flipped > ritual.flipped
    assert list_turned_markers(evening) == [ritual.open[1:], ritual.open[:1]]
    assert evening.table.rev == rev + 1


def test_an_undo_removes_pending_markers(evening):
    evening.start("touch", "touch", "touch")
    evening.send(SetTable, undo="always")
    play_until_markers(evening)
    evening.send(Undo, row=evening.at_table().undo.row)
    assert evening.at_table().ritual is None
    assert list_turned_markers(evening) == []


@pytest.mark.parametrize("leave", [Suspend(id="aside"), EndEarly(id="early", sure=True)], ids=lambda intent: intent.id)
def test_the_marker_ceremony_ends_with_the_game(evening, leave):
    evening.start("touch", "touch", "touch")
    play_until_markers(evening)
    evening.table.handle(SCREEN, leave)
    assert evening.at_table().ritual is None
    assert evening.table.next_tick() in (None, evening.now + CHECK_SECONDS), "of a lobby, which looks at the calendar"


def test_unrelated_intents_leave_the_marker_ceremony_open(evening):
    evening.start("phone Ada", "touch", "touch")
    ritual = play_until_markers(evening)
    evening.send(SetTable, lang="de")
    evening.send(Rename, phone(1), name="Ada B", lang="fr")
    assert evening.at_table().ritual == ritual


def test_a_bots_markers_turn_at_once(evening):
    evening.start("bot", "bot", "bot")
    for _ in itertools.takewhile(lambda _: "markers-turned" not in evening.kinds(), range(300)):
        play_on(evening)
        assert evening.at_table().ritual is None
    assert "markers-turned" in evening.kinds()


def test_bots_wait_for_the_marker_ceremony_and_then_for_their_pace(evening):
    evening.start("touch", "bot", "bot")
    for _ in range(500):
        ritual = play_until_markers(evening)
        if not evening.snapshot().questions:
            break
        play_on(evening)
    rev = evening.table.rev
    assert evening.table.next_tick() == evening.now + MARKER_SECONDS, (
        "a horn that nobody turns stops bots no longer than people"
    )
    evening.now += MARKER_SECONDS - 0.1
    evening.table.tick(evening.now)
    assert evening.table.rev == rev
    turn(evening, ritual.open[0])
    assert list_turned_markers(evening) == [ritual.open]
    assert evening.table.next_tick() == evening.now + evening.settings.bot_pace


def test_bots_continue_after_the_marker_ceremony_times_out(evening):
    evening.start("touch", "bot", "bot")
    for _ in range(500):
        play_until_markers(evening)
        if not evening.snapshot().questions:
            break
        play_on(evening)
    evening.now += MARKER_SECONDS
    evening.table.tick(evening.now)
    assert evening.table.ritual is None
    assert evening.table.next_tick() == evening.now + evening.settings.bot_pace


def test_markers_turn_at_once_if_the_ceremony_is_off(evening):
    evening.start("touch", "touch", "touch")
    evening.send(SetTable, ritual=False)
    for _ in itertools.takewhile(lambda _: "markers-turned" not in evening.kinds(), range(300)):
        play_on(evening)
    assert evening.at_table().ritual is None
    assert evening.settings.ritual is False


@pytest.mark.sampled(2)
@pytest.mark.parametrize("marker", [0, -1, 7, 99], ids=str)
def test_turning_a_marker_that_is_not_open_is_refused(evening, marker):
    evening.start("touch", "touch", "touch")
    with pytest.raises(Rejection, match="no-marker"):
        turn(evening, 1)
    ritual = play_until_markers(evening)
    with pytest.raises(Rejection, match="no-marker"):
        turn(evening, marker, PANEL)
    assert evening.table.ritual == ritual


def test_phone_turns_only_its_own_markers(evening):
    evening.start("phone Ada", "phone Ben", "touch")
    ritual = play_until_markers(evening)
    other = next(seat for seat in (1, 2) if seat != ritual.seat)
    with pytest.raises(Rejection, match="not-your-seat"):
        turn(evening, ritual.open[0], phone(other))
    with pytest.raises(Rejection, match="rights"):
        turn(evening, ritual.open[0], ONLOOKER)
    assert evening.table.ritual == ritual


def test_repeated_intent_turns_the_marker_once(evening):
    evening.start("touch", "touch", "touch")
    ritual = play_until_markers(evening, 2)
    for _ in range(2):
        evening.send(TurnMarker, marker=ritual.open[0], id="twice")
    assert list_turned_markers(evening) == [ritual.open[:1]]


def test_a_restart_ends_the_marker_ceremony(evening):
    evening.start("touch", "touch", "touch")
    play_until_markers(evening)
    evening.restart()
    assert evening.at_table().ritual is None
