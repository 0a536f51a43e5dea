"""Touches on the screen of a table of a dealt game."""

import json
from collections import Counter

from app.protocol.game_lifecycle_messages import SetGame, Start
from app.protocol.log_messages import TURN
from app.protocol.play_messages import SkipOpening
from app.protocol.seat_messages import SetSeat
from app.protocol.settings_messages import SetTable
from app.screen.events import on_message
from app.screen.pages.play.seat_notices_and_votes import list_reminders
from app.text.cardboard_reminders import to_look_at
from tests.app.screen import stage
from tests.app.screen.at_table import AtTable
from tests.app.screen.lettering import painted
from tests.app.screen.seven_tellers import EDGES
from tests.app.tables import Evening

DIALOG_KEYS = ("shields right", "go on")
BEGINS = ("take", "turn")  # what is asked as a turn begins
REMINDED = ("all done ", "remind ")  # in this order: one touch for all, if several are asked


class Fingers(AtTable):
    """Fingers at the screen of a table of a dealt game; `turns`: number of touches by turn, `did`: their keys."""

    def __init__(self, folder, game, slug, seats, variant=(), first=1):
        self.look(
            stage.screens(**{slug.replace("-", "_"): game.data}),
            Evening(folder, shelf={slug: game}, modes={slug: ("play", "track")}),
        )
        self.turns, self.did = Counter(), {}
        self.evening.send(SetTable, welcomed=True, ritual=True)
        self.evening.send(SetGame, game=slug, mode="track", first=first, variant=variant)
        self.evening.sit(*["touch"] * seats)
        on_message.on_message(self.control, stage.HELLO)

    def start(self):
        self.evening.send(Start)
        self.evening.send(SkipOpening)
        self.hear()
        return self

    @property
    def view(self):
        return self.control.model.view

    def lying(self):
        return {area.key: area for _, _, areas in painted(self, EDGES) for area in areas if area.tap or area.hold}

    def touch(self, key, turn=None):
        turn = self.view.turn if turn is None else turn
        self.turns[turn] += 1
        self.did.setdefault(turn, []).append(key)
        self.lying()[key].tap()
        self.evening.now += 1
        self.hear()

    def handle(self, each):
        """Touch the dialogs on top until none is left, and (`each`) every reminder of a seat.

        A reminder is touched once a seat has told its whole turn. Each touch counts for the turn that caused it.
        """
        while found := [key for key in self.lying() if key in DIALOG_KEYS or (each and self.is_done(key))]:
            lines, conflict = self.control.model.lines, to_look_at(self.control.model.table, self.control.model.lines)
            came = (
                conflict.line
                if conflict
                else max(reminder.line for reminder in list_reminders(self.control.scene).values())
            )
            events = (json.loads(bytes(line.event)) for n, line in lines.items() if n <= came and not line.undone)
            turn = max((event["turn"] for event in events if event["type"] == TURN), default=1)
            self.touch(min(found), turn)

    def is_done(self, key):
        """Return True for a button that marks a reminder as done, once the whole turn has been told."""
        return key.startswith(REMINDED) and self.view.derived.ask in BEGINS

    def say(self, *keys):
        for key in keys:
            self.touch(key)


def two_who_deal(folder):
    """Start a game of Architects for two who deal; the three open tokens have been told."""
    made = Fingers(folder, stage.ARCHITECTS, "architects", 2)
    for seat, wonder in enumerate(("giza", "rhodes"), 1):
        made.evening.send(SetSeat, seat=seat, wonder=wonder)
    made.start()
    made.say("tell crafts", "tell jewellery", "tell urbanism")
    return made
