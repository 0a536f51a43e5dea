"""Random play as in test_memo.py, with score sheets, with other games, and while people enter a position."""

import random
from contextlib import suppress

import msgspec
import pytest

from app.games.tally.screen.typed_scene import fill_in
from app.protocol.cardboard_messages import Enter
from app.protocol.game_lifecycle_messages import Rematch, SetGame, Start
from app.protocol.play_messages import SkipOpening
from app.protocol.rejection import Rejection
from app.screen.control.controller import Controller
from app.screen.events import on_message
from engine.players import PLAYERS
from tests.app.screen import sheets, stage
from tests.app.screen.in_words import DUEL
from tests.app.screen.remembering import Screen
from tests.app.screen.sevens import GAME as SEVEN_WONDERS
from tests.app.tables import Evening

SHELF = {"architects": stage.ARCHITECTS, "duel": DUEL, "seven-wonders": SEVEN_WONDERS}


class Game(Screen):
    """A screen at a table that has chosen this game, in this mode."""

    panels = ("log", "undo", "menu", "seats")
    by = "phone {name}"

    def __init__(self, folder, seed, game, mode):
        self.rng = random.Random(seed)
        modes = {name: ("play", "track", "tally") if name == "architects" else ("play", "tally") for name in SHELF}
        self.evening = Evening(folder, shelf=SHELF, players=PLAYERS, seed=seed, modes=modes, sheets=sheets.TALLY)
        self.evening.settings = msgspec.structs.replace(self.evening.settings, welcomed=True, undo="always")
        self.evening.restart()
        self.sent, self.painted, self.seen = [], {}, 0
        readers = {"duel": DUEL.data, "seven_wonders": SEVEN_WONDERS.data}
        self.control = Controller(stage.screens(**readers), self.sent.append, lambda: self.evening.now)
        self.evening.send(SetGame, game=game, mode=mode)
        names = stage.NAMES[: 2 if game == "duel" else 3]
        self.evening.sit(*(self.by.format(name=name) if mode == "play" else "touch" for name in names))
        if mode == "track":
            self.evening.boards(*stage.WONDERS[:3])
            self.evening.send(SetGame, first=1)
        self.evening.send(Start)
        self.evening.send(SkipOpening)
        on_message.on_message(self.control, stage.HELLO)
        self.show_snapshot()

    def live(self):
        chance = self.rng.random()
        if chance < 0.1:
            self.control.open_panel(self.rng.choice(self.panels), self.rng.randrange(4))
        elif chance < 0.3:
            self.touch()
            self.carry_out()
            self.show_snapshot()
        else:
            super().live()


class TouchGame(Game):
    """A game that people play on the screen."""

    by = "touch"


class Sheet(Game):
    """A score sheet that is closed now and then, and replaced by a new one."""

    panels = ("score", "entry 1", "entry 2", "log", "undo", "menu")

    def live(self):
        if self.evening.at_table().phase == "lobby":
            self.evening.send(Start)
            self.show_snapshot()
        elif self.rng.random() < 0.03:
            over = self.evening.at_table().phase == "over"
            self.evening.send(Rematch if over else Enter, **({} if over else {"action": "end"}))
            self.show_snapshot()
        elif self.rng.random() < 0.2:
            fill_in(self.control, self.rng.randint(1, 2), stage.at(self.control).sheet.view.cells[0].id, typing=True)
        else:
            super().live()


class PositionEntry(Game):
    """A game in which somebody enters the position of the table now and then."""

    def live(self):
        if self.rng.random() < 0.2:
            self.control.open_panel("position", self.rng.randrange(4))
        elif self.control.ui.panel == "position" and self.rng.random() < 0.8:
            self.touch()
            self.carry_out()
            self.show_snapshot()
        else:
            super().live()


@pytest.mark.sampled(8)
@pytest.mark.parametrize(
    ("seed", "steps"), [(1, 35), *(pytest.param(seed, 60, marks=pytest.mark.full) for seed in range(1, 8))]
)
@pytest.mark.parametrize(
    ("kind", "game", "mode"),
    [
        pytest.param(Sheet, "architects", "tally", id="a sheet with markers"),
        pytest.param(Sheet, "seven-wonders", "tally", id="a sheet without markers"),
        pytest.param(Game, "duel", "play", id="Duel on phones"),
        pytest.param(TouchGame, "duel", "play", id="Duel on the screen"),
        pytest.param(Game, "seven-wonders", "play", id="7 Wonders on phones"),
        pytest.param(TouchGame, "seven-wonders", "play", id="7 Wonders on the screen"),
        pytest.param(PositionEntry, "architects", "track", id="a position is entered"),
    ],
)
def test_cached_painting_reacts_like_fresh_painting(tmp_path, kind, game, mode, seed, steps):
    screen = kind(tmp_path, seed, game, mode)
    try:
        for step in range(steps):
            assert screen.differences() == [], f"step {step}"
            with suppress(Rejection):  # the table refused a random touch
                screen.live()
    finally:
        screen.evening.close()
