"""A screen at a real table in this process: it wishes, the table carries out, and it hears what came of it."""

import msgspec

from app.protocol.client_rights import SCREEN
from app.protocol.table_client import read_message
from app.screen.control.controller import Controller
from app.screen.events import on_message


def as_read(message):
    """As the screen reads it from its socket."""
    return read_message(msgspec.json.encode(message))


class AtTable:
    """`control`: a controller at the table of `evening`. What it wishes waits in `sent` until `hear`."""

    def look(self, games, evening):
        self.evening, self.sent, self.seen = evening, [], 0
        self.control = Controller(games, self.sent.append, lambda: evening.now)

    def hear(self):
        """Carry out what fingers wished, and hear what came of it."""
        while self.sent:
            on_message.on_message(self.control, as_read(self.evening.table.handle(SCREEN, self.sent.pop(0))))
        snapshot = self.evening.snapshot(SCREEN, self.seen)
        self.seen = self.evening.table.log_end
        on_message.on_message(self.control, as_read(snapshot))
