"""Places in the hall: a switch moves nothing that stays.

What stands at the edges follows the seats; a finger that lies there then does nothing.
"""

from math import dist

import msgspec
import pytest

from app.protocol.client_rights import SCREEN
from app.protocol.network_messages import Network
from app.screen.composition import compose
from app.screen.control.controller import Controller
from app.screen.events import on_message
from app.screen.pages.lobby.lobby_layout import hall
from app.shown.lobby.seat_form import played_by_label
from app.text.translation import complete, words
from engine.players import PLAYERS
from tests.app.screen import scenes, sheets, stage
from tests.app.screen.finger import frames
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
    "daily",
    "code",
    "seat",
    "wonder",
    "rim",
    "history",
    "about",
    "close",
    "earlier",
    "later",
)


class Lobby:
    """A screen at a real table that applies each touch at once."""

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
        self.read_snapshot()
        self.edge = edge
        self.control.change(edge=edge)

    def read_snapshot(self):
        on_message.on_message(self.control, self.evening.snapshot(SCREEN))

    def areas(self):
        return {area.key: area for _, _, areas in painted(self, self.size) for area in areas if area.tap and area.rank}

    def press(self, key):
        self.areas()[key].tap()
        while self.sent:
            self.evening.table.handle(SCREEN, self.sent.pop(0))
        self.read_snapshot()

    def sit(self, seat, by="touch"):
        for key in (f"seat {seat} name", f"by {by}"):
            self.press(key)
        self.control.change(edge=self.edge)  # it faces who has touched last

    def play(self, game):
        """Choose a game by its window, or by the arrows."""
        while self.control.model.table.game != game:
            self.press(f"game {game}" if f"game {game}" in self.areas() else "game more")


@pytest.fixture
def lobby(tmp_path):
    made = []

    def make(*how):
        made.append(Lobby(tmp_path, *how))
        return made[-1]

    yield make
    for each in made:
        each.evening.close()


def press_all(room):
    """Press every switch; return what moved after each press, by the switch."""

    def places():
        return {
            key: area.corners for key, area in room.areas().items() if not key.startswith(("seat ", "wonder ", "rim "))
        }

    moved, done = {}, set()
    before = places()
    while left := [key for key in before if key not in done and key.split()[0] not in LEAVES]:
        key = min(left, key=lambda key: KINDS.find(key.split()[0]))  # another game comes last
        done.add(key)
        room.press(key)
        after = places()
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
    room.play(game)
    if room.control.model.table.mode != mode:
        room.press(f"mode {mode}")
    room.sit(1)
    room.sit(2, "bot" if mode == "play" else "touch")
    moved, done = press_all(room)
    assert moved == {}
    assert {f"game {slug}" for slug in SHELF} <= done or {"game less", "game more"} <= done
    assert {f"mode {each}" for each in MODES} <= done


@pytest.mark.parametrize(("size", "own", "chosen"), [((800, 480), 47, 120), ((1280, 720), 130, 250)], ids=str)
def test_lobby_wonders_have_their_minimum_size(size, own, chosen):
    """`own` and `chosen` are the smallest sizes, in pixels, of a seat's window and of the chosen game's."""
    room = scenes.lobby(4)
    areas = {area.key: area for _, _, areas in painted(room, size) for area in areas}
    for seat in (1, 2, 4):
        a, b, c, _ = areas[f"wonder {seat} choose"].corners
        assert min(dist(a, b), dist(b, c)) >= own * 0.8
    on = hall(room.control.scene.ring(*size), 0)
    assert on.windows().h * on.unit >= chosen


@pytest.mark.sampled(10)
@pytest.mark.parametrize("game", SHELF)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_switch_moves_nothing_else_on_the_settings_page(lobby, size, game):
    room = lobby(size, 0)
    room.play(game)
    room.sit(1)
    room.sit(2)
    room.press("more")
    moved, done = press_all(room)
    assert moved == {}
    assert {"keep", *(f"variant {slug}" for slug in SHELF[game].variants())} <= done
    assert game == "duel" or {"seats less", "seats more"} <= done
    assert game != "architects" or "first more" in done


@pytest.mark.parametrize("edge", [0, 1])
def test_one_touch_takes_the_deal_of_the_day_and_shows_its_page(lobby, edge):
    room = lobby((800, 480), edge)
    room.sit(1)
    before = room.areas()["daily"].corners
    room.press("daily")
    assert room.control.model.table.daily
    assert room.control.ui.panel == "day"
    room.press("close")
    assert room.areas()["daily"].corners == before
    for key in ("daily", "daily"):  # it opens the page again, where it is switched off
        room.press(key)
    assert not room.control.model.table.daily


def test_deal_of_the_day_is_off_with_two_players(lobby):
    room = lobby((1280, 720), 0)
    room.sit(1)
    room.sit(2)
    room.press("daily")
    assert not room.control.model.table.daily
    assert "daily" not in room.areas()
    page = next(one for one in compose(room.control.scene, *room.size) if one.key == "panel day")
    assert page.view.form.row("daily").off


@pytest.mark.rotated
def test_finger_on_a_seat_that_moves_away_does_nothing(show):
    room = scenes.lobby(4)
    seen = show(room)
    table = room.control.model.table
    finger = seen.touch("seat 3 name").down()
    seven = scenes.lobby(7).control.model.table
    stage.known(room, table=msgspec.structs.replace(table, seats=seven.seats))
    seen.surface.refresh()
    frames(2)
    finger.up()
    frames(2)
    assert (room.control.ui.panel, room.sent) == ("", [])


def start_line(room):
    return " ".join(word.text for key, words, _ in painted(room, room.size) if key == "lobby start" for word in words)


def test_start_button_lists_the_chosen_options(lobby):
    room = lobby((1920, 1080), 0)
    room.sit(1)
    room.sit(2)
    for key in ("more", "variant medals"):
        room.press(key)
    assert room.control.model.table.variant == ("medals", "medal-tokens")  # its rulebook adds both
    room.press("close")
    assert "Wondertable deals · Medals, More progress tokens · we teach Seat 1 and Seat 2" in start_line(room)
    for key in ("more", "variant medal-tokens", "close"):
        room.press(key)
    assert "Wondertable deals · Medals · we teach Seat 1 and Seat 2" in start_line(room)


def codes_of(room):
    return [one.view.way for one in compose(room.control.scene, *room.size) if one.key == "lobby code"]


def test_code_of_a_free_seat_is_enlarged_until_it_is_closed(lobby):
    room = lobby((800, 480), 0)
    assert codes_of(room) == []
    for key in ("seat 2 name", "by phone"):
        room.press(key)
    [shown] = codes_of(room)
    assert (shown.seat, shown.url) == (2, room.control.model.codes[2].url)
    room.press("code away")
    assert codes_of(room) == []


def test_bot_is_added_with_two_touches_and_the_lobby_turns_back(lobby):
    room = lobby((1280, 720), 0)
    room.sit(1)
    opposite = next(
        info.seat
        for info in room.control.model.table.seats
        if room.control.scene.ring(1280, 720).edge_of(info.seat) == 2
    )
    for key in (f"seat {opposite} name", "by bot"):
        room.press(key)
    assert room.control.model.info(opposite).by == "bot"
    assert (room.control.ui.panel, room.control.ui.edge) == ("", 0)


def test_wonder_on_the_horizon_is_explained_and_taken_there(lobby):
    room = lobby((1280, 720), 0)
    room.press("rim giza")
    assert not [key for key in room.areas() if key.startswith("take")], "nobody sits here"
    room.press("close")
    room.sit(2)
    before = {key: area.corners for key, area in room.areas().items()}
    for key in ("rim giza", "take 2 giza"):
        room.press(key)
    assert room.control.model.info(2).wonder == "giza"
    after = room.areas()
    assert "rim giza" not in after
    rim = [key for key in after.keys() & before.keys() if key.startswith("rim")]
    moved = [key for key in rim if after[key].corners != before[key]]
    assert len(moved) <= 1, "all others stay where they stand"


def test_wonder_page_faces_a_seat_that_can_take_it(lobby):
    room = lobby((1280, 720), 0)
    ring = room.control.scene.ring(1280, 720)
    for seat in (1, 2, 3, 4):
        room.sit(seat)
    horizon = next(part for part in compose(room.control.scene, *room.size) if part.key == "horizon").view
    for wonder in horizon.wonders:
        assert wonder.edge == ring.edge_of(ring.nearest_seat(wonder.spot.x, wonder.spot.y, (1, 2, 3, 4)))
    assert len(horizon.wonders) == len(SHELF["architects"].roles()) + 1, "all, and chance"
    for seat, wonder in ((1, "giza"), (2, "rome"), (4, "ur")):
        room.press(f"rim {wonder}")
        room.press(f"take {seat} {wonder}")
    room.press("rim rhodes")
    assert room.control.ui.edge == ring.edge_of(3)


def test_duel_with_four_people_asks_which_two_play(lobby):
    room = lobby((1280, 720), 0)
    for seat in (1, 2, 3, 4):
        room.sit(seat)
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


def test_switching_the_game_keeps_mode_expansions_and_bots(lobby):
    """Expansions and bots that the other game lacks return with the first game."""
    room = lobby((1280, 720), 0)
    for key in ("game seven-wonders", "more", "variant leaders", "close"):
        room.press(key)
    room.sit(1)
    for seat in (2, 3, 4):
        room.sit(seat, "bot")
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
def test_ways_to_play_are_legible_on_a_7_inch_screen(lang):
    room = scenes.lobby(5, lang)
    room.control.open_panel("seat 3", 0)
    ways = {played_by_label(words(lang), by) for by in ("touch", "bot")}
    said = [word for _, each, _ in painted(room, (800, 480)) for word in each if word.text in ways]
    assert len(said) == 2
    assert min(dist(word.corners[0], word.corners[3]) for word in said) >= 13
