"""The opening of a new game: its steps, who ends it, and bots that wait for it and for animations."""

import msgspec
import pytest

from app.protocol import ceremony_durations
from app.protocol.client_rights import ONLOOKER, SCREEN
from app.protocol.game_lifecycle_messages import EndEarly, Rematch, Resume, SetGame, Start, Suspend
from app.protocol.play_messages import SkipOpening
from app.protocol.rejection import Rejection
from app.protocol.settings_messages import SetTable
from engine.architects.game_facade import Architects
from engine.players import PLAYERS
from tests.app.tables import Evening, phone
from tests.seven_wonders_cities import GAME


@pytest.fixture
def evening(tmp_path, facts):
    shelf = {"architects": Architects(facts), GAME.name: GAME}
    made = Evening(tmp_path, shelf=shelf, players=PLAYERS, seed="opening")
    yield made
    made.close()


def opening(evening):
    return evening.at_table(ONLOOKER).opening


def pass_time(evening, seconds):
    evening.now += seconds
    evening.table.tick(evening.now)


def steps(evening):
    """List each step of the opening with its duration in seconds, and let them pass."""
    found = []
    while shown := opening(evening):
        until = evening.table.next_tick()
        found.append((shown.step, pytest.approx(until - evening.now)))
        pass_time(evening, until - evening.now)
    return found


def test_wonders_are_shown_then_the_pointer_turns_and_stops(evening):
    evening.start("touch", "phone Ada", "touch", first=2, opening=True)
    assert opening(evening).first == 2
    assert steps(evening) == list(ceremony_durations.OPENING_SECONDS.items())
    assert evening.table.next_tick() is None


def test_simultaneous_games_open_without_the_pointer(evening):
    evening.sit("phone Ada", "phone Ben", "phone Cleo")
    evening.send(SetGame, game=GAME.name)
    evening.send(Start)
    assert opening(evening).first == 0
    assert [step for step, _ in steps(evening)] == ["wonders", "found"]


def test_skipping_the_opening_ends_it_for_all_and_is_idempotent(evening):
    evening.start("phone Ada", "touch", opening=True)
    rev = evening.table.rev
    for who in (phone(1), phone(1)):
        evening.send(SkipOpening, who)
    assert opening(evening) is None
    assert evening.table.rev == rev + 1
    with pytest.raises(Rejection, match="rights"):
        evening.send(SkipOpening, ONLOOKER)


def test_the_first_action_ends_the_opening(evening):
    evening.start("touch", "touch", first=1, opening=True)
    evening.say(1, evening.snapshot().questions[0].legal[0])
    assert opening(evening) is None


@pytest.mark.parametrize(
    ("change", "lasts"),
    [
        pytest.param(SetTable(id="lang", lang="de"), True, id="settings leave it"),
        pytest.param(Suspend(id="aside"), False, id="it goes with the game"),
        pytest.param(EndEarly(id="early", sure=True), False, id="it goes with the end"),
    ],
)
def test_opening_survives_settings_and_ends_with_the_game(evening, change, lasts):
    evening.start("touch", "touch", opening=True)
    evening.table.handle(SCREEN, change)
    assert (opening(evening) is not None) is lasts


def test_resumed_game_has_no_opening(evening):
    evening.start("touch", "touch", opening=True)
    evening.restart()
    assert opening(evening) is None
    evening.send(Suspend)
    evening.send(Resume, game=1)
    assert opening(evening) is None


def test_rematch_has_an_opening(evening):
    evening.start("touch", "touch")
    evening.send(EndEarly, sure=True)
    evening.send(Rematch)
    assert opening(evening).step == "wonders"


def test_opening_is_not_stored(evening):
    evening.start("touch", "touch", opening=True)
    stored = evening.store.highest_numbers()
    evening.send(SkipOpening)
    assert evening.store.highest_numbers() == stored
    assert "opening" not in msgspec.json.encode(evening.log()).decode()


def test_bots_wait_for_the_opening_and_then_for_their_pace(evening):
    evening.start("bot", "touch", first=1, opening=True)
    asked = evening.asked()
    pass_time(evening, sum(ceremony_durations.OPENING_SECONDS.values()) - 0.1)  # more than their pace
    assert evening.asked() == asked
    steps(evening)
    assert evening.table.next_tick() == pytest.approx(evening.now + evening.settings.bot_pace)


def test_bots_without_a_pace_do_not_wait_for_the_opening(evening):
    evening.send(SetTable, bot_pace=0)
    evening.start("bot", "touch", first=1, opening=True)
    asked = evening.asked()
    evening.table.tick(evening.now)
    assert evening.asked() != asked
    assert opening(evening) is None


def test_bots_wait_for_the_animation_of_each_event(evening):
    """Between bots alone: the next one waits for the animations of all events."""
    evening.send(SetTable, bot_pace=0.1, ritual=False)
    evening.start("bot", "bot")
    seen = set()
    for _ in range(150):
        if evening.at_table().phase == "over":
            break
        known = evening.table.log_end
        evening.now = evening.table.next_tick()
        evening.table.tick(evening.now)
        kinds = {event["type"] for event in evening.log(since=known)} & ceremony_durations.CEREMONY_SECONDS.keys()
        until = evening.table.next_tick()
        if kinds and until is not None:
            seen |= kinds
            assert until - evening.now >= max(ceremony_durations.CEREMONY_SECONDS[kind] for kind in kinds) - 1e-6
    assert {"stage-built", "cat-moved"} <= seen
