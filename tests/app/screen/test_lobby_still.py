"""Nothing of the lobby moves under a finger: whatever is switched, all that is still there lies where it lay."""

from math import dist

import msgspec
import pytest

from app.protocol.client_rights import SCREEN
from app.protocol.network_messages import Network
from app.screen.composition import compose
from app.screen.control.controller import Controller
from app.screen.events import on_message
from app.shown.lobby.seat_form import WAYS, played_by_label
from app.text.translation import complete, words
from engine.players import PLAYERS
from tests.app.screen import scenes, sheets, stage
from tests.app.screen.in_words import DUEL
from tests.app.screen.layout_faults import faults
from tests.app.screen.lettering import painted
from tests.app.screen.sevens import GAME as SEVEN_WONDERS
from tests.app.tables import Evening

SHELF = {"architects": stage.ARCHITECTS, "duel": DUEL, "seven-wonders": SEVEN_WONDERS}
MODES = ("play", "track", "tally")
SIZES = ((800, 480), (1280, 720), (1920, 1080))
KINDS = "mode game"  # of keys, that come after all others
LEAVES = (
    "start",
    "settings",
    "turn",
    "laid",
    "box",
    "more",
    "how",
    "seat",
    "wonder",
    "history",
    "about",
    "close",
    "later",
    "wonders",
)


class Lobby:
    """A screen at a real table, where each touch is carried out at once."""

    def __init__(self, folder, size, edge, lang="en", welcomed=True):
        self.size = size
        self.evening = Evening(
            folder,
            shelf=SHELF,
            players=PLAYERS,
            modes=dict.fromkeys(SHELF, MODES),
            sheets=sheets.TALLY,
            by_touch=frozenset(SHELF),
        )
        self.evening.settings = msgspec.structs.replace(self.evening.settings, welcomed=welcomed, lang=lang)
        self.evening.restart()
        self.evening.table.presence.set_network(
            Network("http://192.168.178.105:8080", "http://wondertable-4kq7.local:8080")
        )
        self.sent = []
        readers = {"duel": DUEL.data, "seven_wonders": SEVEN_WONDERS.data}
        self.control = Controller(stage.screens(**readers), self.sent.append, lambda: self.evening.now)
        on_message.on_message(self.control, stage.HELLO)
        self.hear()
        self.control.change(edge=edge)

    def hear(self):
        on_message.on_message(self.control, self.evening.snapshot(SCREEN))

    def areas(self):
        return {area.key: area for _, _, areas in painted(self, self.size) for area in areas if area.tap and area.rank}

    def press(self, key):
        self.areas()[key].tap()
        while self.sent:
            self.evening.table.handle(SCREEN, self.sent.pop(0))
        self.hear()


@pytest.fixture
def lobby(tmp_path):
    made = []

    def make(*how):
        made.append(Lobby(tmp_path, *how))
        return made[-1]

    yield make
    for each in made:
        each.evening.close()


def pressed_all(room):
    """Press each switch that there is, and those that come; what lies elsewhere after a press, by what was pressed."""
    moved, done = {}, set()
    before = {key: area.corners for key, area in room.areas().items()}
    while left := [key for key in before if key not in done and key.split()[0] not in LEAVES]:
        key = min(left, key=lambda key: KINDS.find(key.split()[0]))  # another game comes last
        done.add(key)
        room.press(key)
        after = {key: area.corners for key, area in room.areas().items()}
        if elsewhere := sorted(each for each in before.keys() & after.keys() if before[each] != after[each]):
            moved[key] = elsewhere
        before = after
    return moved, done


CASES = [
    pytest.param(size, edge, game, mode, id=f"{size[0]}x{size[1]} {'short' if edge else 'long'} {game} {mode}")
    for size in SIZES
    for edge in (0, 1)
    for game in SHELF
    for mode in MODES
]


@pytest.mark.sampled(56)
@pytest.mark.parametrize(("size", "edge", "game", "mode"), CASES)
def test_a_switch_moves_nothing_else_in_the_lobby(lobby, size, edge, game, mode):
    room = lobby(size, edge)
    for key in (f"game {game}", f"mode {mode}", "touch 1", "bot 2" if mode == "play" else "touch 2"):
        room.press(key)
    moved, done = pressed_all(room)
    assert moved == {}
    assert {f"game {slug}" for slug in SHELF} | {f"mode {each}" for each in MODES} <= done
    assert {"bot 1", "phone 1", "free 1"} <= done
    assert mode != "play" or any(key.startswith("level") for key in done)
    assert game != "architects" or "add 6" in done


@pytest.mark.parametrize(("size", "upper", "lower"), [((800, 480), 110, 85), ((1280, 720), 135, 85)], ids=str)
def test_wonders_are_the_largest_thing_of_a_place(size, upper, lower):
    """Pixels of their height, in both rows."""
    areas = {area.key: area for _, _, areas in painted(scenes.lobby(7), size) for area in areas}
    high = {
        seat: dist(corners[1], corners[2]) for seat in (1, 7) for corners in [areas[f"wonder {seat} choose"].corners]
    }
    assert high[1] >= upper
    assert high[7] >= lower


@pytest.mark.sampled(10)
@pytest.mark.parametrize("game", SHELF)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_switch_moves_nothing_else_on_the_settings_page(lobby, size, game):
    room = lobby(size, 0)
    for key in (f"game {game}", "touch 1", "touch 2", "more"):
        room.press(key)
    moved, done = pressed_all(room)
    assert moved == {}
    assert {"keep", *(f"variant {slug}" for slug in SHELF[game].variants())} <= done
    assert "daily" not in done, "it is for one"
    assert game == "duel" or {"seats less", "seats more"} <= done
    assert game != "architects" or "first more" in done


def test_the_deal_of_the_day_is_turned_by_one_who_sits_alone_and_moves_nothing(lobby):
    room = lobby((800, 480), 0)
    for key in ("touch 1", "more"):
        room.press(key)
    before = {key: area.corners for key, area in room.areas().items()}
    room.press("daily")
    assert room.control.model.table.daily
    after = {key: area.corners for key, area in room.areas().items()}
    assert [key for key in before.keys() & after.keys() if before[key] != after[key]] == []
    room.press("daily")
    assert not room.control.model.table.daily


def test_a_number_of_seats_moves_nothing_though_people_sit_elsewhere_then(lobby):
    """What does move is not to be touched: where each of them sits."""
    room = lobby((1280, 720), 0)
    at = [room.control.scene.ring(1280, 720).zones[0]]
    [add] = [key for key in room.areas() if key.startswith("add ")]
    room.press(add)
    at.append(room.control.scene.ring(1280, 720).zones[0])
    assert at[0] != at[1]
    assert not [key for part, _, areas in painted(room, room.size) if part.startswith("seat") for key in areas]


def test_the_start_says_what_is_chosen(lobby):
    room = lobby((1920, 1080), 0)
    for key in ("touch 1", "touch 2", "more", "variant medals"):
        room.press(key)
    assert room.control.model.table.variant == ("medals", "medal-tokens")  # its rulebook adds both
    for key in ("variant expert", "close"):
        room.press(key)
    said = [word.text for key, words, _ in painted(room, room.size) if key == "lobby start" for word in words]
    assert "Medals, Expert variant, More progress tokens · we teach Seat 1 and Seat 2" in said
    for key in ("more", "variant medal-tokens", "close"):
        room.press(key)
    said = [word.text for key, words, _ in painted(room, room.size) if key == "lobby start" for word in words]
    assert "7 Wonders Architects: Medals, Expert variant · we teach Seat 1 and Seat 2" in said


def way_of(room):
    [element] = [one for one in compose(room.control.scene, *room.size) if one.key == "lobby code"]
    return element.view.way


def test_after_the_first_start_the_lobby_has_the_tables_own_code(lobby):
    room = lobby((800, 480), 0, "en", False)
    while not room.control.model.table.settings.welcomed:
        room.press("next")
    assert not hasattr(way_of(room), "seat")
    room.press("phone 2")
    assert way_of(room).seat == 2


def test_a_free_seat_shows_its_code_on_the_page_until_it_is_put_away(lobby):
    room = lobby((800, 480), 0)
    room.press("phone 2")
    url = room.control.model.codes[2].url
    shown = way_of(room)
    assert (shown.seat, shown.url) == (2, url)
    room.press("code away")
    assert not hasattr(way_of(room), "seat")


def test_of_four_people_two_are_touched_who_play_a_duel_and_the_others_watch(lobby):
    room = lobby((1280, 720), 0)
    for seat in (1, 2, 3, 4):
        room.press(f"touch {seat}")
    room.press("game duel")
    assert room.control.model.table.game == "architects"
    words = " ".join(word.text for _, found, _ in painted(room, room.size) for word in found)
    assert "is for 2. Who plays? The others watch." in words
    assert faults(room, room.size) == []
    kept = [seat.badge for seat in room.control.model.table.seats]
    room.press("plays 4")
    room.press("plays 2")
    table = room.control.model.table
    assert (table.game, [seat.by for seat in table.seats]) == ("duel", ["touch", "touch"])
    assert [seat.badge for seat in table.seats] == [kept[1], kept[3]]


def test_who_deals_what_is_added_and_the_bots_stay_when_another_game_is_touched(lobby):
    """As far as it has them; and they are there again when one goes back."""
    room = lobby((1280, 720), 0)
    for key in ("game seven-wonders", "more", "variant leaders", "close", "touch 1", "bot 2", "bot 3", "bot 4"):
        room.press(key)
    room.press("game duel")
    assert [seat.by for seat in room.control.model.table.seats] == ["touch", "bot"]
    room.press("mode track")
    room.press("game architects")
    assert room.control.model.table.mode == "track"
    room.press("game seven-wonders")
    room.press("mode play")
    table = room.control.model.table
    assert table.variant == ("leaders",)
    assert [seat.by for seat in table.seats] == ["touch", "bot", "bot", "bot"]


@pytest.mark.parametrize("lang", complete())
def test_the_ways_to_play_can_be_read_on_seven_inches(lang):
    ways = {played_by_label(words(lang), by) for by in WAYS}
    said = [word for _, each, _ in painted(scenes.lobby(5, lang), (800, 480)) for word in each if word.text in ways]
    assert len(said) == 5 * len(ways)
    assert min(dist(word.corners[0], word.corners[3]) for word in said) >= 13
