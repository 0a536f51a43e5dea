"""Random touches, like a child's: none of them changes anything permanently.

Up to five fingers touch the window at random places or on touch areas, stay for a random time, slip and lift; the clock
is simulated. The table is a real one with its games and bots, and its stored data is compared at the end.
"""

from contextlib import closing
from random import Random

import main
from app.games import game_list
from app.protocol.client_rights import SCREEN
from app.protocol.game_lifecycle_messages import EndEarly, ReturnToLobby, SetGame, Start, Suspend
from app.protocol.revertible_change_messages import PutBack
from app.protocol.seat_messages import SetSeat
from app.protocol.settings_messages import Settings
from app.screen.events import on_tick
from app.table.features import recent_changes
from tests.app.screen import SIZE, stage
from tests.app.screen.finger import Finger, Stage, frames
from tests.app.screen.in_process import AtTable
from tests.app.table.bots import BOTS, PLAYERS
from tests.app.tables import Evening

FINGERS = 5
AIMED = 0.7  # of all touches: on something
GAMES = ("architects", "duel", "seven-wonders")
DATA = main.read_game_data()
SHELF = game_list.shelf(DATA)
SCREENS = stage.screens(**{name.replace("-", "_"): SHELF[name].data for name in GAMES})
TOUCHES, FEW = 2000, 60


class Child:
    """Five random fingers. `meant`: how often the screen asked to confirm an irreversible action."""

    def __init__(self, evening, seed):
        self.evening, self.rng = evening, Random(seed)
        self.room = AtTable(evening, SCREENS)
        self.shown = Stage(self.room)
        self.fingers, self.meant, self.touches = [], 0, 0

    def goes_on(self, seconds):
        self.evening.now += seconds
        self.shown.now += seconds
        self.evening.table.tick(self.evening.now)
        self.room.settle()
        on_tick.tick(self.room.control, self.evening.now)
        self.room.settle()
        frames(1)

    def place(self):
        areas = [area for area in self.shown.hit_areas().values() if area.tap or area.hold]
        if areas and self.rng.random() < AIMED:
            x, y = self.rng.choice(areas).centre
            return x + self.rng.uniform(-5, 5), y + self.rng.uniform(-5, 5)
        return self.rng.uniform(0, SIZE[0] - 1), self.rng.uniform(0, SIZE[1] - 1)

    def touch(self):
        """Put one more finger down, or slip or lift one that is down."""
        rng = self.rng
        if len(self.fingers) == FINGERS or (self.fingers and rng.random() < 0.5):
            finger = self.fingers.pop(rng.randrange(len(self.fingers)))
            if rng.random() < 0.1:
                finger.move(*self.place())
            finger.up()
        else:
            self.touches += 1
            self.fingers.append(Finger(*self.place()).down())
        before = self.room.control.ui.panel
        self.goes_on(rng.choice((0.02, 0.1, 0.3, 0.5, 3.0)))
        self.meant += before != "meant" == self.room.control.ui.panel

    def lift_fingers(self):
        for finger in self.fingers:
            finger.up()
        self.shown.close()


def read_permanent_state(evening):
    """Return everything that random touches must not change, by what it is."""
    table = evening.table
    return {
        "the PIN": evening.pin,
        "the lock": table.locked,
        "the language": table.settings.lang,
        "games that were kept": [evening.store.game(number) is not None for number in evening.kept],
        "the history": {game.mark for game in table.finished.list_games()} >= evening.finished,
        "people": {person.name for person in table.finished.list_people()} >= {"Ada", "Ben"},
        "a phone's seat": any(table.joining.seat_of_key(key) is not None for key in evening.keys.values()),
        "the program": any(cue.what == "bye" for cue in evening.cues),
    }


def can_be_put_back(evening):
    """Return what random touches may change: each place with its occupant, and the settings.

    The start of a game removes free places without a line in *Changed today*, so these are left out.
    """
    chairs = [recent_changes.strip_chair(chair) for chair in evening.table.committed.state.chairs if chair.by != "free"]
    return sorted(chairs, key=lambda chair: chair.number), evening.table.settings


def put_back(evening, known):
    """Undo each line of *Changed today* with one touch, between games; return the number of touches."""
    if evening.table.committed.state.phase == "game":
        evening.send(Suspend)
    elif evening.table.committed.state.phase == "over":
        evening.send(ReturnToLobby)
    touches = 0
    for line in reversed([line for line in evening.table.committed.state.today if line.number not in known]):
        if any(
            entry.number == line.number for entry in evening.table.committed.state.today
        ):  # else it went with another
            touches += 1
            evening.table.handle(SCREEN, PutBack(f"back {touches}", line.number))
    return touches


def table(folder, game):
    """Make a table with a finished game, a suspended one and a connected phone; in a game, or (None) in the lobby."""
    evening = Evening(
        folder, shelf=SHELF, players=PLAYERS, bots=BOTS, by_touch=game_list.by_touch(), modes=game_list.modes(),
        sheets=game_list.tally(DATA), lessons=game_list.lessons(), deals=game_list.deals(), reasons=game_list.reasons(),
        installed=True,
    )  # fmt: skip
    evening.settings = Settings(welcomed=True, motion=False, bot_pace=0, power_off=True)
    evening.restart()
    evening.send(SetGame, game=game or "architects")
    seats = ("phone Ada", "touch", "touch")[: SHELF[game or "architects"].seats[-1]]
    evening.start(*seats, first=1 if evening.at_table().first_seat else None)
    evening.send(SetSeat, seat=2, name="Ben")
    evening.send(EndEarly, sure=True)
    evening.send(ReturnToLobby)
    evening.finished = {game.mark for game in evening.table.finished.list_games()}
    evening.send(Start)
    evening.send(Suspend)
    evening.kept = {game.game for game in evening.at_table().laid_aside}
    assert evening.finished
    assert evening.kept
    if game:
        evening.send(Start)
    evening.now += 3600
    return evening


def touch_at_random(folder, game, seed, touches):
    """Check that random touches change nothing permanently, and that everything else they changed can be put back."""
    with closing(table(folder, game)) as evening:
        child, before, was = Child(evening, seed), read_permanent_state(evening), can_be_put_back(evening)
        known = {line.number for line in evening.table.committed.state.today}
        while child.touches < touches:
            child.touch()
        child.lift_fingers()
        assert read_permanent_state(evening) == before
        back = put_back(evening, known)
        assert can_be_put_back(evening) == was
        print(f"{touches} touches, {child.meant} times asked whether it is meant; {back} touches put back the rest")
