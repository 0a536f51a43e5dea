"""Touches on the screen of a table in this process: the child of rows p1 to p3 and p9, with Kivy's null GL backend.

`python -m benchmarks.p_walk GAME TOUCHES` touches hit areas, the least touched kind first, and lets the table play an
action after each touch. It prints as JSON, for `touch`, `message` and `motion`, the reference seconds (p_time) of each
kind: from a finger put down or lifted, or from a received snapshot, to the frame handed to GL; or one frame of motion.
For `rest`: a `frame` in which the screen draws ahead, and the `whole` of a rest.
A touch's kind is the key of its hit area without numbers and names. The game is a lesson in French, with all seats.
"""

import json
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from tests.app.screen import finger  # first: prepares Kivy

from kivy.base import EventLoop  # isort: skip  # only now
from kivy.core.window import Window  # isort: skip

from app.protocol.base_messages import Intent, Refusal
from app.protocol.client_rights import SCREEN
from app.protocol.game_lifecycle_messages import EndEarly, Rematch, ReturnToLobby, SetGame, Start, Suspend
from app.protocol.play_messages import Act, Look, SkipOpening, Vote
from app.protocol.rejection import Rejection
from app.protocol.seat_messages import SetSeat, SetSeats
from app.protocol.settings_messages import Settings
from app.protocol.table_client import read_message
from app.screen.control.outbox import new_id
from app.screen.events import on_message, on_tick
from app.screen.events.event_animations import animate_events
from app.screen.paint.preparation import REST_SECONDS
from benchmarks.p_table import KINDS
from benchmarks.p_time import ReferenceClock
from hardware.machine.memory_tuning import freeze_lasting_objects
from tests.app.screen import stage
from tests.app.screen.in_process import AtTable
from tests.app.tables import Evening
from tests.same_games import parts_of_table

WARM_UP: Final = 100  # touches that fill caches
REPETITIONS: Final = 2  # of the same touches; the lower time counts
PANEL_TOUCHES: Final = 3  # until an opened panel is closed again
PREPARATION_SHARE: Final = 0.2  # reference seconds: what a Raspberry Pi 4 does in one second
BREAK_SECONDS: Final = 5.0  # before a game begins
MOTION_FRAMES: Final = 12  # of an animation, that are measured after a message
SEATS: Final = {"architects": 7, "duel": 2, "seven-wonders": 7}
ENDS_GAME: Final = (EndEarly, Rematch, ReturnToLobby, Suspend)
NAMES: Final = re.compile(r"[0-9]+|(?<= ).*")


class Player:
    """A player who touches what was touched least, with the processor time of each answer."""

    def __init__(self, folder: Path, game: str, clock: ReferenceClock) -> None:
        parts = parts_of_table()
        self.evening = Evening(folder, **parts)
        self.evening.settings = Settings(welcomed=True, lang="fr", bot_pace=0)
        self.evening.restart()
        self.game, self.rng = game, Random(1)
        screens = stage.screens(**{name.replace("-", "_"): parts["shelf"][name].data for name in SEATS})
        self.room = AtTable(self.evening, screens)
        self.room.hear = self.receive  # type: ignore[method-assign]
        self.shown = finger.Stage(self.room)
        self.control = self.room.control
        self.surface = self.shown.surface
        self.surface.preparation.is_still = lambda: self.is_resting
        self.control.animate = lambda happened: animate_events(self.control, self.surface, happened)
        Window.on_draw = finger._on_draw
        self.counts = Counter[str]()  # touches by kind
        self.pieces = Counter[str]()  # measured so far, by what and kind
        self.clock = clock
        self.in_panel = 0
        self.is_resting, self.rests, self.frames = False, count(), count()
        self.begin()

    def begin(self) -> None:
        """Seat everybody and begin a lesson."""
        send = self.evening.send
        if self.evening.table.phase == "lobby":
            send(SetGame, game=self.game, guided=True)
            send(SetSeats, count=SEATS[self.game])
            for seat in range(1, SEATS[self.game] + 1):
                send(SetSeat, seat=seat, by="touch")
            self.room.hear()
            self.rest(BREAK_SECONDS)
            send(Start)
        else:
            self.rest(BREAK_SECONDS)
            send(Rematch)
        self.room.hear()
        self.rest(1.0)

    def measure(self, what: str, kind: str, call: Callable[[], object]) -> None:
        """Add the time of a call and of the frame after it."""
        began = time.thread_time()
        call()
        EventLoop.idle()
        label = f"{what}:{kind}"
        self.pieces[label] += 1
        if self.counts.total() > WARM_UP:
            self.clock.add(label, time.thread_time() - began, self.pieces[label])

    def receive(self) -> None:
        """Receive a snapshot, as a screen does, and draw what changed."""
        evening = self.evening
        snapshot = evening.table.snapshot(SCREEN, self.room.since)
        text = msgspec.json.encode(snapshot)
        self.room.since = evening.table.log_end
        events = {json.loads(bytes(line.event))["type"] for line in snapshot.news}
        kind = next((kind for event, kind in KINDS.items() if event in events), "other" if events else "none")
        self.measure("message", kind, partial(self._receive_message, text))
        for _ in range(MOTION_FRAMES):
            if self.surface.motion.is_still:
                break
            self.measure("motion", kind, lambda: None)

    def settle(self) -> None:
        """Answer all intents of the screen in the table but those that end the game."""
        while self.room.wishes:
            intent = self.room.wishes.pop(0)
            if isinstance(intent, ENDS_GAME):
                answer: Any = Refusal(intent.id, "busy", {}, "busy")
            else:
                try:
                    answer = self.evening.table.handle(SCREEN, intent)
                except Rejection as no:
                    answer = Refusal(intent.id, no.code, dict(no.params), no.code)
            text = msgspec.json.encode(answer)
            self.measure("message", "answer", partial(self._receive_message, text))
        self.receive()

    def _receive_message(self, text: bytes) -> None:
        on_message.on_message(self.control, read_message(text))

    def touch(self) -> None:
        """Touch the kind of hit area that was touched least, and let a second pass."""
        if self.control.model.view is not None and self.evening.table.phase != "game":
            self.begin()
        areas = {key: area for key, area in self.shown.hit_areas().items() if area.tap or area.hold}
        self.in_panel = self.in_panel + 1 if self.control.ui.panel else 0
        if self.in_panel > PANEL_TOUCHES or not areas:
            self.control.open_panel("")
            EventLoop.idle()
            self.in_panel = 0
            return
        least = min(self.counts[NAMES.sub("#", key)] for key in areas)
        key = self.rng.choice(sorted(key for key in areas if self.counts[NAMES.sub("#", key)] == least))
        kind = NAMES.sub("#", key)
        self.counts[kind] += 1
        touch = finger.Finger(*areas[key].centre)
        self.measure("touch", f"{kind} down", touch.down)
        self.measure("touch", kind, touch.up)
        self.settle()
        self.pass_time(1.0)

    def play(self) -> None:
        """Answer one question at the table, as somebody at a phone does, or agree to what is asked."""
        table, rng = self.evening.at_table(), self.rng
        if table.vote is not None and table.vote.open:
            self.send(Vote(new_id(), row=table.vote.row, seat=table.vote.open[0], yes=True))
        for question in self.evening.snapshot().questions:
            legal = question.legal
            if not legal:
                looked = self.evening.table.handle(SCREEN, Look(new_id(), seat=question.seat))
                legal = getattr(looked, "legal", ())
            if legal:
                self.send(Act(new_id(), seat=question.seat, question=question.number, action=rng.choice(legal)))
                break
        else:
            self.send(SkipOpening(new_id()))
        self.receive()
        self.pass_time(1.0)

    def close(self) -> None:
        self.shown.close()
        self.evening.close()

    def send(self, intent: Intent) -> None:
        """Send an intent that nobody made on the screen."""
        with suppress(Rejection):
            self.evening.table.handle(SCREEN, intent)

    def pass_time(self, seconds: float) -> None:
        """Advance all clocks."""
        self.evening.now += seconds
        self.shown.now += seconds
        self.evening.table.tick(self.evening.now)
        on_tick.tick(self.control, self.evening.now)
        EventLoop.idle()
        self.settle()
        self.rest(seconds)

    def rest(self, seconds: float) -> None:
        """Prepare what may follow on the screen, as much as a Raspberry Pi 4 can in this time without a touch."""
        whole, self.is_resting = 0.0, True
        most = (seconds - REST_SECONDS) * PREPARATION_SHARE
        while self.is_resting and self.clock.to_reference(whole) < most:
            began = time.thread_time()
            self.is_resting = self.surface.preparation.step()
            spent = time.thread_time() - began
            whole += spent
            self.clock.add("rest:frame", spent, next(self.frames))
        self.is_resting = False
        self.clock.add("rest:whole", whole, next(self.rests))
        self.surface.preparation.restart(self.surface.elements)


def walk(game: str, touches: int) -> dict[str, list[float]]:
    """Return the reference seconds by what was measured and its kind."""
    clock = ReferenceClock()
    freeze_lasting_objects()  # as the program does after its first frame
    for _ in range(REPETITIONS):
        with tempfile.TemporaryDirectory() as folder:
            player = Player(Path(folder), game, clock)
            for _ in range(WARM_UP + touches):
                player.touch()
                player.play()
            player.close()
    return {label: clock.times(label) for label in clock.labels}


if __name__ == "__main__":
    print(json.dumps(walk(sys.argv[1], int(sys.argv[2]))))
