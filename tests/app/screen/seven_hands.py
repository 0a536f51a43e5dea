"""Hands of 7 Wonders and touches on them."""

import msgspec

from app.protocol.game_lifecycle_messages import SetGame, Start
from app.protocol.play_messages import SkipOpening
from app.screen.composition import compose
from app.screen.events import on_message
from tests.app.screen import sevens, stage
from tests.app.screen.at_table import AtTable
from tests.app.screen.lettering import painted
from tests.app.tables import Evening

SIZE = (1280, 720)


class Table(AtTable):
    """A controller at a real table of 7 Wonders with all seats on the screen."""

    def __init__(self, folder, boards, seed=4):
        evening = Evening(folder, shelf={"seven-wonders": sevens.GAME}, seed=seed)
        evening.settings = msgspec.structs.replace(evening.settings, welcomed=True)
        evening.restart()
        self.look(stage.screens(seven_wonders=sevens.GAME.data), evening)
        self.evening.send(SetGame, game="seven-wonders", variant=("leaders", "experts"))
        self.evening.sit(*["touch"] * len(boards))
        self.evening.boards(*boards)
        self.evening.send(Start)
        self.evening.send(SkipOpening)
        on_message.on_message(self.control, stage.HELLO)
        self.hear()

    def areas(self, size=SIZE):
        """Return the touch areas by key, without those covered by a hand."""
        return {area.key: area for _, _, areas in painted(self, size) for area in areas if area.tap or area.hold}

    def tap(self, key, size=SIZE):
        self.areas(size)[key].tap()
        self.hear()

    @property
    def view(self):
        return self.control.model.view


def faces(room, size=SIZE):
    """Return the cards whose faces are in a frame, by seat."""
    parts = compose(room.control.scene, *size)
    return {part.view.seat: part.view.slug for part in parts if part.key.startswith("under ")}
