"""Lanterns on the screen: a game that says what lies on its table is drawn, touched, told, put right and looked back at.

It brings nothing that knows the screen; its folder is tests/toy/app/lanterns.
"""

from pathlib import Path

import msgspec
import pytest

import main
from app.games import shelf
from app.games.screens import Screens
from app.protocol import messages
from app.protocol.rights import SCREEN
from app.screen import hearing
from app.screen.compose import compose
from app.screen.controller import Controller
from app.screen.history import look_back, open_history
from tests.app.screen import stage  # first: it sets the surroundings up
from tests.app.screen.finger import Stage, frames
from tests.app.screen.test_layout import faults
from tests.app.tables import Evening
from tests.toy.app.lanterns.pack import PACK

PACKS = {**shelf.GAMES, PACK.slug: PACK}
SIZES = [(800, 480), (1280, 720), (1920, 1080)]


class Room:
    """A controller at a real table where Lanterns is played, all seats by touch."""

    def __init__(self, folder, seats, mode="play", lang="en"):
        data = {**main.data(), "lanterns": (Path(__file__).parent / "data" / "lanterns.toml").read_bytes()}
        self.evening = Evening(folder, shelf=shelf.shelf(data, PACKS), by_touch=shelf.by_touch(PACKS), modes=shelf.modes(PACKS))
        self.evening.settings = msgspec.structs.replace(self.evening.settings, welcomed=True, lang=lang)
        self.evening.restart()
        self.sent, self.seen = [], 0
        self.control = Controller(
            Screens(shelf.readers(data, PACKS), PACKS), self.sent.append, lambda: self.evening.now
        )
        self.evening.send(messages.SetGame, game="lanterns")
        self.evening.send(messages.SetGame, game="lanterns", mode=mode)
        self.evening.sit(*["touch"] * seats)
        hearing.hear(self.control, stage.HELLO)
        self.hear()

    def hear(self):
        """Carry out what fingers wished, and hear what came of it."""
        while self.sent:
            answer = self.evening.table.handle(SCREEN, self.sent.pop(0))
            if answer is not None:
                hearing.hear(self.control, answer)
        snapshot = self.evening.snapshot(SCREEN, self.seen)
        self.seen = self.evening.table.log_end
        hearing.hear(self.control, snapshot)
        return self

    def start(self):
        self.evening.send(messages.Start)
        self.evening.send(messages.SkipOpening)
        return self.hear()

    @property
    def view(self):
        return self.control.model.view
