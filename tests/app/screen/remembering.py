"""A screen that counts what it repaints."""

import random
from copy import copy
from pathlib import Path

import msgspec

from app.protocol.base_messages import Accepted, Intent, Refusal
from app.protocol.cardboard_messages import Correct
from app.protocol.client_rights import SCREEN
from app.protocol.game_lifecycle_messages import Rematch, SetGame, Start
from app.protocol.history_messages import GetHistory
from app.protocol.machine_messages import Diagnose
from app.protocol.play_messages import Look, TurnMarker, Undo
from app.protocol.rejection import Rejection
from app.protocol.seat_messages import SetSeat
from app.protocol.settings_messages import SetTable
from app.screen.composition import compose
from app.screen.control.controller import Controller
from app.screen.events import on_message, on_tick
from app.screen.paint.element import Element
from app.screen.paint.pen import Pen
from app.screen.paint.text_drawing import measure
from app.text.translation import languages
from engine.players import PLAYERS
from tests.app.screen import stage
from tests.app.tables import Evening

SIZE = (1280, 720)
LEAVING = ("aside", "end", "off", "machine", "history", "position", "yes", "power")  # ways out of the game
CHANGES = (
    "act",
    "act",
    "act",
    "touch",
    "touch",
    "speak",
    "table speaks",
    "tick",
    "undo",
    "correct",
    "marker",
    "close",
    "close",
    "points",
    "time",
)


class Screen:
    """A controller at a real table, whose parts are painted only after their facts have changed."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.rng = random.Random(seed)
        shelf, modes = {"architects": stage.ARCHITECTS}, {"architects": ("play", "track")}
        self.evening = Evening(folder, shelf=shelf, players=PLAYERS, seed=seed, modes=modes)
        self.evening.settings = msgspec.structs.replace(self.evening.settings, welcomed=True, undo="always")
        self.evening.restart()
        self.sent: list[Intent] = []
        self.control = Controller(stage.screens(), self.sent.append, lambda: self.evening.now)
        self.painted: dict[str, tuple[Element[object], Pen]] = {}
        count = self.rng.randint(1, 4)
        if variants := self.rng.choice(((), ("medals", "expert", "medal-tokens"))):
            self.evening.send(SetGame, variant=variants)
        if seed % 3 == 2:  # people deal
            self.evening.sit("touch", *["touch"] * count).boards(*stage.WONDERS[: count + 1])
            self.evening.send(SetGame, mode="track", first=1)
            self.evening.send(Start)
        else:
            self.evening.start("touch", *(self.rng.choice(("touch", "touch", "bot")) for _ in range(count)))
        on_message.on_message(self.control, stage.HELLO)
        self.seen = 0
        self.show_snapshot()

    def show_snapshot(self) -> None:
        snapshot = self.evening.snapshot(SCREEN, self.seen)
        self.seen = self.evening.table.log_end
        on_message.on_message(self.control, snapshot)

    def carry_out(self) -> None:
        """Apply the intents sent by the screen."""
        for intent in self.sent[:]:
            try:
                if isinstance(intent, Look):
                    on_message.on_message(self.control, self.evening.table.handle(SCREEN, Look(intent.id, intent.seat)))
                elif not isinstance(intent, GetHistory | Diagnose):
                    self.evening.table.handle(SCREEN, intent)
                    on_message.on_message(self.control, Accepted(id=intent.id))
            except Rejection as no:
                on_message.on_message(self.control, Refusal(id=intent.id, rule=no.code, facts=no.params, text=no.code))
        self.sent.clear()

    def live(self) -> None:
        """Make one random change at the table or on the screen."""
        evening, rng = self.evening, self.rng
        view = evening.at_table()
        try:
            match rng.choice(CHANGES):
                case "act" if evening.asked() and evening.snapshot().questions:
                    question = rng.choice(evening.snapshot().questions)
                    hidden = () if question.legal else evening.table.handle(SCREEN, Look("look", question.seat)).legal
                    action = rng.choice(question.legal or hidden)
                    coming = question.then.get(action)
                    card = rng.choice(coming.legal) if coming and coming.legal else None
                    evening.say(question.seat, action, question=question.number, card=card)
                case "touch":
                    self.touch()
                case "speak":
                    seat = rng.randint(1, len(view.seats))
                    evening.send(SetSeat, seat=seat, lang=rng.choice([*languages()]))
                case "table speaks":
                    evening.send(SetTable, lang=rng.choice([*languages()]))
                case "tick":
                    evening.now = evening.table.next_tick() or evening.now
                    evening.table.tick(evening.now)
                case "undo" if view.undo and rng.random() < 0.5:
                    evening.send(Undo, row=view.undo.row)
                case "correct" if view.undo and view.mode == "track" and rng.random() < 0.5:
                    evening.send(Correct, row=rng.randint(1, view.undo.row), how=rng.choice(("ask", "off")))
                case "marker" if view.ritual:
                    evening.send(TurnMarker, marker=view.ritual.open[0])
                case "close" if self.control.ui.panel and rng.random() < 0.7:
                    self.control.open_panel("")
                case "points":
                    evening.send(SetTable, points=rng.random() < 0.5)
                case "time":
                    evening.now += rng.choice((1, 4, 9))
                    on_tick.tick(self.control, evening.now)
        except Rejection:
            pass  # that could not be
        if evening.at_table().phase == "over":
            evening.send(Rematch)
        self.carry_out()
        self.show_snapshot()

    def touch(self) -> None:
        """Tap anything, or hold it for a moment."""
        areas = [area for _, pen in self.painted.values() for area in pen.hit_areas if area.key not in LEAVING]
        area = self.rng.choice([area for area in areas if area.tap or area.hold])
        if area.tap:
            area.tap()
        elif area.hold:
            area.hold(True)
            self.carry_out()
            area.hold(False)

    def differences(self) -> list[str]:
        """Paint what has changed; return what differs from a full repaint."""
        found, parts = [], compose(self.control.scene, *SIZE)
        self.painted = {part.key: self.painted[part.key] for part in parts if part.key in self.painted}
        for part in parts:
            fresh = Pen(measure)
            part.draw(fresh, self.control)
            shown, kept = self.painted.get(part.key, (part, fresh))
            if kept is fresh or not shown.is_painted_like(part):
                self.painted[part.key] = (part, fresh)
                continue
            if _looks(kept) != _looks(fresh):
                found.append(f"{part.key} looks")
            if [(area.key, area.corners, area.rank) for area in kept.hit_areas] != [
                (area.key, area.corners, area.rank) for area in fresh.hit_areas
            ]:
                found.append(f"{part.key} is touched elsewhere")
                continue
            found += [
                f"{part.key}: {one.key} answers {_answer(self, one)}, not {_answer(self, other)}"
                for one, other in zip(kept.hit_areas, fresh.hit_areas, strict=True)
                if one.tap and other.tap and not one.is_same(other) and _answer(self, one) != _answer(self, other)
            ]
            found += [
                f"{part.key}: {one.key} may be touched"
                for one, other in zip(kept.hit_areas, fresh.hit_areas, strict=True)
                if (one.tap is None, one.hold is None) != (other.tap is None, other.hold is None)
            ]
        return found


def _looks(pen: Pen) -> object:
    return [(layer.vertices, layer.indices, layer.words, layer.pictures) for layer in pen.layers]


def _answer(screen: Screen, area) -> tuple[object, ...]:
    """Return the effect of a tap, and restore the state from before it."""
    control = screen.control
    memories = (control, control.sound)
    before = [{name: _copy_value(value) for name, value in vars(memory).items()} for memory in memories]
    sent = [*screen.sent]
    area.tap()
    wishes = [msgspec.structs.replace(intent, id="") for intent in screen.sent[len(sent) :]]
    notices = {seat: notice.text for seat, notice in control.notices.items()}
    answer = (wishes, notices, control.ui)
    for memory, values in zip(memories, before, strict=True):
        vars(memory).clear()
        vars(memory).update(values)
    screen.sent[:] = sent
    return answer


def _copy_value(value: object) -> object:
    return copy(value) if isinstance(value, dict | list | set) else value
