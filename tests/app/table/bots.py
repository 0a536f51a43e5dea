"""Bots by name, who plays for them, and a thinker that a test answers for."""

import itertools

import main
from app.commands.think import ThinkerWorker
from app.protocol.thinker_messages import TO_THINKER, ChosenAction, Ready, Think, line
from app.table.game.bot_definitions import parse_bots
from engine.players.bot_levels import Players

BOTS = parse_bots(main.read_bots())
PLAYERS = Players(main.read_players())


class ByHand:
    """A thinker that says what a test wants it to. `ready`: it has started at once."""

    def __init__(self, ready=True):
        self.heard, self.told, self.starts, self.ends, self.ready = None, [], 0, 0, ready

    def start(self, heard):
        self.heard, self.starts, self.told = heard, self.starts + 1, []
        if self.ready:
            heard(line(Ready()))

    def say(self, text):
        self.told.append(TO_THINKER.decode(text))

    def end(self):
        self.heard, self.ends = None, self.ends + 1

    @property
    def think_requests(self):
        return [each for each in self.told if isinstance(each, Think)]

    def answer(self, number, action):
        self.heard(line(ChosenAction(number, action)))


class AtHand(ByHand):
    """A thinker that thinks in the test, once it is told to."""

    def __init__(self, games, players):
        super().__init__()
        self.games, self.players, self.mind = games, players, None

    def start(self, heard):
        super().start(heard)
        passing = itertools.count(0.0, 0.05).__next__  # processor time: a few iterations for each decision
        self.mind = ThinkerWorker(self.games, self.players, lambda: 0.0, heard, lambda sentence: None, passing)

    def say(self, text):
        super().say(text)
        self.mind.receive(text)

    def think(self):
        while self.mind.is_busy:
            self.mind.step()
