"""A sound device that records what it plays."""

import msgspec

from app.protocol.log_messages import Line
from app.protocol.settings_messages import Settings
from tests.app.screen import stage


class Device:
    def __init__(self):
        self.played = []
        self.loud = None
        self.hushed = 0
        self.ambience = 0.0

    def play(self, name, times, loud):
        self.played += [name] * times
        self.loud = loud
        return True

    def set_ambience(self, loud):
        self.ambience = loud

    def hush(self):
        self.hushed += 1

    def close(self):
        self.closed = True


class Ears:
    """A room with a sound device; its methods return the sounds since the last call."""

    def __init__(self, **settings):
        self.room, self.device = stage.Room(), Device()
        self.sound = self.room.control.sound
        self.sound.open_device(lambda: self.device)
        self.number = 0
        self.question = stage.question(1, "take left")
        self.settings = Settings(welcomed=True, **settings)
        self.see()

    def see(self, *events, undone=False, **table):
        """Show a snapshot with these events; return the sounds it plays."""
        lines = []
        for event in events:
            self.number += 1
            raw = msgspec.Raw(msgspec.json.encode(event))
            lines.append(Line(number=self.number, row=3, event=raw, undone=undone))
        shown = stage.table(2, settings=self.settings, **table)
        self.room.hear(shown, stage.view(2), self.question, lines)
        return self.take_sounds()

    def change(self, **settings):
        self.settings = msgspec.structs.replace(self.settings, **settings)
        return self.see()

    def wait_seconds(self, seconds):
        self.room.now += seconds
        self.room.control.sound.tick(self.room.now)
        return self.take_sounds()

    def take_sounds(self):
        played, self.device.played = self.device.played, []
        return played
