"""What a conflict brought is seen once the last marker is turned: what lies there, what is said, all of it together."""

import random

import pytest

from app.games.screens import Screens
from app.games.shelf import by_touch, files, readers, shelf
from app.protocol import messages
from app.protocol.rights import SCREEN
from app.screen import hearing, passing
from app.screen.controller import Controller
from tests.app.screen import stage
from tests.app.screen.lettering import painted
from tests.app.tables import Evening

SIZE = (1280, 720)


class Table:
    """A table in this process, and a screen that hears it."""

    def __init__(self, folder, seed):
        texts = {name: (stage.ROOT / f"data/{name}.toml").read_bytes() for name in files()}
        self.evening = Evening(folder, shelf=shelf(texts), seed=seed, by_touch=by_touch())
        self.control = Controller(Screens(readers(texts)), self.send, lambda: self.evening.now)
        self.since = 0
        hearing.hear(self.control, stage.HELLO)

    def begin(self, seats):
        evening = self.evening
        evening.send(messages.SetGame, game="architects")
        evening.sit(*("touch",) * seats)
        evening.send(messages.Start)
        evening.send(messages.SkipOpening)
        self.see()

    def send(self, intent):
        hearing.hear(self.control, self.evening.table.handle(SCREEN, intent))
        self.see()

    def see(self):
        self.evening.now += 1
        snapshot = self.evening.table.snapshot(SCREEN, self.since)
        self.since = self.evening.table.log_end
        hearing.hear(self.control, snapshot)


@pytest.fixture
def table(tmp_path):
    made = Table(tmp_path, "conflict")
    made.begin(4)
    yield made
    made.evening.close()


def read(table):
    """All that is written."""
    return " ".join(word.text for _, words, _ in painted(table, SIZE) for word in words)


def lies(view):
    """What a conflict changes."""
    return [(chair.military, chair.shields, chair.score, chair.cards) for chair in view.seats]


def test_a_conflict_waits_for_the_last_marker_and_is_told_at_the_edges_then(table):
    control, rng, seen = table.control, random.Random(4), 0
    while seen < 2 and control.model.table.phase == "game":
        before = control.model.view
        seat = control.scene.to_act[0]
        question = control.model.questions[seat]
        look = messages.Look(id=f"l{control.model.rev}", seat=seat)
        legal = question.legal or table.evening.table.handle(SCREEN, look).legal
        table.send(
            messages.Act(id=f"x{control.model.rev}", seat=seat, question=question.number, action=rng.choice(legal))
        )
        ritual = control.model.table.ritual
        if ritual is None or ritual.flipped < ritual.tokens or not control.model.held:
            continue
        seen += 1
        now = control.model.view
        assert [chair.military for chair in now.seats] == [chair.military for chair in before.seats]
        assert [chair.score.military for chair in now.seats] == [chair.score.military for chair in before.seats]
        assert all(had.shields <= has.shields for had, has in zip(before.seats, now.seats, strict=True))
        assert "Conflict!" not in read(table)
        back = Controller(control.games, table.send, control.clock)
        hearing.hear(back, stage.HELLO)
        hearing.hear(back, table.evening.table.snapshot(SCREEN, 0))
        assert lies(back.model.view) != lies(now), "a screen that comes back shows it at once"
        for marker in ritual.open:
            table.send(messages.TurnMarker(id=f"m{marker}-{control.model.rev}", marker=marker))
        assert control.model.view == back.model.view
        assert control.model.held == ()
        control.finish()
        fight = stage.at(control).fight
        assert fight is not None, "the page of the conflict"
        table.evening.now = fight.until + 1
        passing.tick(control, table.evening.now)
        table.see()
        text = read(table)
        assert "Conflict! Military tokens" in text or "Conflict! All shields" in text
    assert seen == 2
