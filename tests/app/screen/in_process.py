"""A controller at a real table in this process, and a finger on its screen."""

from app.protocol.base_messages import Refusal
from app.protocol.client_rights import SCREEN
from app.protocol.rejection import Rejection
from app.screen.control.controller import Controller
from app.screen.events import on_message
from tests.app.screen import stage
from tests.app.screen.at_table import as_read
from tests.app.screen.finger import Stage, frames


class AtTable:
    """A controller at a real table in this process: each intent is applied at once, and the answer is read."""

    def __init__(self, evening, games=None):
        self.evening, self.since, self.wishes = evening, 0, []
        self.control = Controller(games or stage.screens(), self.carry_out, lambda: evening.now)
        on_message.on_message(self.control, stage.HELLO)
        self.hear()

    def carry_out(self, intent):
        self.wishes.append(intent)

    def settle(self):
        """Apply intents until the screen sends no more; an answer to a look may trigger another one."""
        while self.wishes:
            intent = self.wishes.pop(0)
            try:
                answer = self.evening.table.handle(SCREEN, intent)
            except Rejection as no:
                answer = Refusal(intent.id, no.code, dict(no.params), no.code)
            on_message.on_message(self.control, as_read(answer))
        self.hear()

    def hear(self):
        on_message.on_message(self.control, self.evening.table.snapshot(SCREEN, self.since))
        self.since = self.evening.table.log_end


class Hand:
    """A person's finger on the screen; `touches` counts its touches."""

    def __init__(self, evening, games=None):
        self.room = AtTable(evening, games)
        self.shown = Stage(self.room)
        self.touches = 0

    @property
    def control(self):
        return self.room.control

    def tap(self, *keys):
        for key in keys:
            while key not in self.shown.hit_areas():
                self.touches += 1
                self.shown.tap("later")
            self.touches += 1
            self.shown.tap(key)
            self.room.settle()
            frames(2)
            assert not [notice for notice in self.control.notices.values() if notice.refused], key
