"""Painting only what has changed shows, and answers, what painting everything anew would.

A real table is played at random: people and bots act, take back, turn markers, speak other languages, and touch
anything that lies on the screen.
"""

import random
from copy import copy
from pathlib import Path

import msgspec
import pytest
import stage

from app.protocol import messages as said
from app.protocol.rights import SCREEN, Refusal
from app.screen.compose import compose
from app.screen.desk import Desk
from app.screen.draw import Pen
from app.screen.text import measure
from app.text.languages import LANGUAGES
from engine.game import Seat
from engine.players import PLAYERS
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
    """A desk at a real table, its parts painted only where their facts have changed."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.rng = random.Random(seed)
        shelf, modes = {"architects": stage.ARCHITECTS}, {"architects": ("play", "track")}
        self.evening = Evening(folder, shelf=shelf, players=PLAYERS, seed=seed, modes=modes)
        self.evening.settings = msgspec.structs.replace(self.evening.settings, welcomed=True, undo="always")
        self.evening.restart()
        self.sent: list[said.Intents] = []
        self.desk = Desk(stage.ARCHITECTS.data, self.sent.append, lambda: self.evening.now)
        self.painted: dict[str, tuple[object, Pen]] = {}
        count = self.rng.randint(1, 4)
        if variants := self.rng.choice(((), ("medals", "expert", "medal-tokens"))):
            self.evening.wish(said.SetGame, variant=variants)
        if seed % 3 == 2:  # people deal
            self.evening.sit("touch", *["touch"] * count).boards(*stage.WONDERS[: count + 1])
            self.evening.wish(said.SetGame, mode="track")
            self.evening.wish(said.Start)
        else:
            self.evening.start("touch", *(self.rng.choice(("touch", "touch", "bot")) for _ in range(count)))
        self.desk.hear(stage.HELLO)
        self.seen = 0
        self.hear()

    def hear(self) -> None:
        snapshot = self.evening.snapshot(SCREEN, self.seen)
        self.seen = self.evening.table.log_end
        self.desk.hear(snapshot)

    def carry_out(self) -> None:
        """What people wished on the screen."""
        for wish in self.sent[:]:
            try:
                if isinstance(wish, said.Look):
                    self.desk.hear(self.evening.table.look(SCREEN, Seat(wish.seat - 1), wish.id))
                elif not isinstance(wish, said.Recall | said.Diagnose):
                    self.evening.table.handle(SCREEN, wish)
                    self.desk.hear(said.Done(id=wish.id))
            except Refusal as no:
                self.desk.hear(said.Refused(id=wish.id, rule=no.rule, facts=no.facts, text=no.rule))
        self.sent.clear()

    def live(self) -> None:
        """Something happens, at the table or on the screen."""
        evening, rng = self.evening, self.rng
        view = evening.at_table()
        try:
            match rng.choice(CHANGES):
                case "act" if evening.asked() and evening.snapshot().questions:
                    question = rng.choice(evening.snapshot().questions)
                    hidden = () if question.legal else evening.table.look(SCREEN, Seat(question.seat - 1), "look").legal
                    action = rng.choice(question.legal or hidden)
                    coming = question.then.get(action)
                    card = rng.choice(coming.legal) if coming and coming.legal else None
                    evening.say(question.seat, action, question=question.number, card=card)
                case "touch":
                    self.touch()
                case "speak":
                    seat = rng.randint(1, len(view.seats))
                    evening.wish(said.SetSeat, seat=seat, lang=rng.choice([*LANGUAGES]))
                case "table speaks":
                    evening.wish(said.SetTable, lang=rng.choice([*LANGUAGES]))
                case "tick":
                    evening.now = evening.table.next_tick() or evening.now
                    evening.table.tick(evening.now)
                case "undo" if view.undo and rng.random() < 0.5:
                    evening.wish(said.Undo, row=view.undo.row)
                case "correct" if view.undo and view.mode == "track" and rng.random() < 0.5:
                    evening.wish(said.Correct, row=rng.randint(1, view.undo.row), how=rng.choice(("ask", "off")))
                case "marker" if view.ritual:
                    evening.wish(said.TurnMarker, marker=view.ritual.open[0])
                case "close" if self.desk.panel and rng.random() < 0.7:
                    self.desk.open("")
                case "points":
                    evening.wish(said.SetTable, points=rng.random() < 0.5)
                case "time":
                    evening.now += rng.choice((1, 4, 9))
                    self.desk.tick(evening.now)
        except Refusal:
            pass  # that could not be
        if evening.at_table().phase == "over":
            evening.wish(said.Rematch)
        self.carry_out()
        self.hear()

    def touch(self) -> None:
        """Tap anything, or hold it for a moment."""
        spots = [spot for _, pen in self.painted.values() for spot in pen.spots if spot.key not in LEAVING]
        spot = self.rng.choice([spot for spot in spots if spot.tap or spot.hold])
        if spot.tap:
            spot.tap()
        elif spot.hold:
            spot.hold(True)
            self.carry_out()
            spot.hold(False)

    def differences(self) -> list[str]:
        """Paint what has changed; what is not as if all had been painted anew."""
        found, parts = [], compose(self.desk, *SIZE)
        self.painted = {part.key: self.painted[part.key] for part in parts if part.key in self.painted}
        for part in parts:
            fresh = Pen(measure)
            part.paint(fresh)
            facts, kept = self.painted.get(part.key, (None, fresh))
            if kept is fresh or facts != part.facts:
                self.painted[part.key] = (part.facts, fresh)
                continue
            if _looks(kept) != _looks(fresh):
                found.append(f"{part.key} looks")
            if [(spot.key, spot.corners, spot.rank) for spot in kept.spots] != [
                (spot.key, spot.corners, spot.rank) for spot in fresh.spots
            ]:
                found.append(f"{part.key} is touched elsewhere")
                continue
            found += [
                f"{part.key}: {one.key} answers {_answer(self, one)}, not {_answer(self, other)}"
                for one, other in zip(kept.spots, fresh.spots, strict=True)
                if one.tap and other.tap and not one.is_same(other) and _answer(self, one) != _answer(self, other)
            ]
            found += [
                f"{part.key}: {one.key} may be touched"
                for one, other in zip(kept.spots, fresh.spots, strict=True)
                if (one.tap is None, one.hold is None) != (other.tap is None, other.hold is None)
            ]
        return found


def _looks(pen: Pen) -> object:
    return [(layer.vertices, layer.indices, layer.words, layer.pictures) for layer in pen.layers]


def _answer(screen: Screen, spot) -> tuple[object, ...]:
    """What a tap would do, without doing it."""
    desk = screen.desk
    memories = (desk, desk.track, desk.past, desk.bench, desk.sound)
    before = [{name: copy(value) for name, value in vars(memory).items()} for memory in memories]
    sent = [*screen.sent]
    spot.tap()
    wishes = [msgspec.structs.replace(wish, id="") for wish in screen.sent[len(sent) :]]
    notices = {seat: notice.text for seat, notice in desk.notices.items()}
    answer = (
        *(wishes, notices, desk.panel, desk.edge, desk.page, desk.sure, desk.what, desk.how, desk.typed),
        *(desk.fight is None, desk.track.picked, desk.past.shown is None, desk.asked_here, desk.sheet_edge),
    )
    for memory, values in zip(memories, before, strict=True):
        vars(memory).clear()
        vars(memory).update(values)
    screen.sent[:] = sent
    return answer


@pytest.mark.parametrize(
    "seed", [0, 2, 6, *(pytest.param(seed, marks=pytest.mark.full) for seed in range(60) if seed not in (0, 2, 6))]
)
def test_what_is_painted_once_answers_like_what_is_painted_anew(tmp_path, seed):
    screen = Screen(tmp_path, seed)
    try:
        for step in range(100):
            assert screen.differences() == [], f"step {step}"
            screen.live()
    finally:
        screen.evening.close()
