"""A screen at a real table in this process: it sends intents and gets what the table makes of them."""

import msgspec

from app.protocol.client_rights import SCREEN
from app.protocol.table_client import read_message
from app.screen.control.controller import Controller
from app.screen.events import on_message


def as_read(message):
    """Return the message as the screen reads it from its socket."""
    return read_message(msgspec.json.encode(message))


class AtTable:
    """A controller, `control`, at the table of `evening`. Its intents wait in `sent` until `hear`."""

    def look(self, games, evening):
        self.evening, self.sent, self.seen = evening, [], 0
        self.control = Controller(games, self.sent.append, lambda: evening.now)

    def hear(self):
        """Apply the intents that touches sent, and give the controller the new snapshot."""
        while self.sent:
            on_message.on_message(self.control, as_read(self.evening.table.handle(SCREEN, self.sent.pop(0))))
        snapshot = self.evening.snapshot(SCREEN, self.seen)
        self.seen = self.evening.table.log_end
        on_message.on_message(self.control, as_read(snapshot))
