"""Lanterns on a table: its pack beside those of the house, its data, and a screen that shows it."""

from pathlib import Path

import msgspec

import main
from app.games import game_list
from app.games.screen_registry import Screens
from app.protocol.client_rights import SCREEN
from app.protocol.game_lifecycle_messages import SetGame, Start
from app.protocol.play_messages import SkipOpening
from app.screen.control.controller import Controller
from app.screen.events import on_message
from tests.app.screen import stage
from tests.app.tables import Evening
from tests.toy.app.lanterns.pack import PACK

PACKS = {**game_list.GAMES, PACK.slug: PACK}


def data():
    """Return every game's files, by name."""
    return {**main.read_game_data(), "lanterns": (Path(__file__).parent / "data" / "lanterns.toml").read_bytes()}


class Room:
    """A controller at a real table where Lanterns is played, all seats by touch."""

    def __init__(self, folder, seats, mode="play", lang="en"):
        texts = data()
        self.evening = Evening(
            folder,
            shelf=game_list.shelf(texts, PACKS),
            by_touch=game_list.by_touch(PACKS),
            modes=game_list.modes(PACKS),
        )
        self.evening.settings = msgspec.structs.replace(self.evening.settings, welcomed=True, lang=lang)
        self.evening.restart()
        self.sent, self.seen = [], 0
        self.control = Controller(
            Screens(game_list.readers(texts, PACKS), PACKS), self.sent.append, lambda: self.evening.now
        )
        self.evening.send(SetGame, game="lanterns")
        self.evening.send(SetGame, game="lanterns", mode=mode)
        self.evening.sit(*["touch"] * seats)
        on_message.on_message(self.control, stage.HELLO)
        self.hear()

    def hear(self):
        """Carry out what fingers wished, and hear what came of it."""
        while self.sent:
            answer = self.evening.table.handle(SCREEN, self.sent.pop(0))
            if answer is not None:
                on_message.on_message(self.control, answer)
        snapshot = self.evening.snapshot(SCREEN, self.seen)
        self.seen = self.evening.table.log_end
        on_message.on_message(self.control, snapshot)
        return self

    def start(self):
        self.evening.send(Start)
        self.evening.send(SkipOpening)
        return self.hear()

    @property
    def view(self):
        return self.control.model.view

    def line(self, text):
        """Send this action for the seat that is asked, or for chance."""
        question = next(q for q in self.control.model.questions.values())
        self.control.act(question.seat, text)
        return self.hear()

    def play(self, turns):
        """Play that many turns: the seat asked buys the dearest lantern it can afford, or works."""
        for _ in range(turns):
            legal = next(iter(self.control.model.questions.values())).legal
            self.line(next((text for text in legal if text.startswith("buy")), "work"))
        return self
