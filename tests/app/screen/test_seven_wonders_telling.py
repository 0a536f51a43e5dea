"""7 Wonders told on the screen where people deal: what each seat did, by touches alone; told otherwise; put right."""

import random
from collections import Counter
from statistics import median

import msgspec
import pytest
import sevens
import stage
from lettering import painted
from test_layout import faults
from test_seven_wonders_touch import as_read

from app.games.seven_wonders.screen.scene import SevenScene
from app.games.seven_wonders.screen.telling import Grid
from app.protocol import messages
from app.protocol.rights import SCREEN
from app.screen.compose import compose
from app.screen.controller import Controller
from tests.app.table.test_track_seven_wonders import FIRST, SECOND, said
from tests.app.tables import Evening, phone
from tests.whole_games import RECORDS, played

EDGES, MIDDLE = (1280, 720), (800, 480)  # where all tell at once, and where one after another does
RECORD = next(path for path in RECORDS["seven-wonders"] if path.stem == "three-seats")
THREE = [path for path in RECORDS["seven-wonders"] if played(path).told.setup.seats == 3 and path.stem != "three-lazy"]
LANGS = ("en", "de", "nl", "fr")
SAMPLE = 24  # lines of a recorded game that are told in the suite


class People:
    """Fingers at the screen of a real table where people deal."""

    def __init__(self, folder, boards, variant=(), rules=None, size=EDGES, by=(), lang="en"):
        self.evening = Evening(folder, shelf={"seven-wonders": sevens.GAME}, modes={"seven-wonders": ("play", "track")})
        self.evening.settings = msgspec.structs.replace(self.evening.settings, welcomed=True, lang=lang)
        self.evening.restart()
        self.sent, self.seen, self.size, self.taps = [], 0, size, 0
        games = stage.screens(seven_wonders=sevens.GAME.data)
        self.control = Controller(games, self.sent.append, lambda: self.evening.now)
        self.evening.send(messages.SetGame, game="seven-wonders", mode="track", variant=variant, rules=rules or {})
        self.evening.sit(*(by or ["touch"] * len(boards))).boards(*boards)
        self.evening.send(messages.Start)
        self.control.hear(stage.HELLO)
        self.hear()

    def hear(self):
        """Carry out what fingers wished, and hear what came of it."""
        while self.sent:
            wish = self.sent.pop(0)
            self.evening.table.handle(SCREEN, wish)
            self.control.hear(messages.Done(wish.id))
        snapshot = self.evening.snapshot(SCREEN, self.seen)
        self.seen = self.evening.table.log_end
        self.control.hear(as_read(snapshot))

    def grid(self, seat):
        """What a seat tells, as it lies there; None where it is not open."""
        found = (part.view for part in compose(self.control.scene, *self.size) if part.key == f"tells {seat}")
        return next((view for view in found if isinstance(view, Grid)), None)

    def keys(self):
        return {area.key: area for _, _, areas in painted(self, self.size) for area in areas if area.tap or area.hold}

    def touch(self, *keys):
        for key in keys:
            self.taps += 1
            self.keys()[key].tap()
            self.evening.now += 1
            self.hear()

    @property
    def model(self):
        return self.control.model

    @property
    def texts(self):
        return [f"{each.move.seat + 1} {each.move.text}" for each in self.evening.table._match.moves]

    def go_on(self):
        """Touch what is shown for a moment."""
        while found := {"go on", "end fight"} & self.keys().keys():
            self.touch(found.pop())

    def tell(self, line):
        """Tell a line by touching what lies there; how many touches that took."""
        seat, _, text = line.partition(" ")
        self.go_on()
        self.taps = 0
        if self.grid(seat) is None:
            self.touch(f"seat {seat} hand")
        thing = _thing(text)
        if f"tell {seat} {thing}" not in self.keys():
            kind = next(k for k in self.grid(seat).kinds if any(spot.slug == thing for spot in k.spots))
            self.touch(f"kind {seat} {kind.key}")
        ways = [each for each in self.model.questions[int(seat)].legal if _thing(each) == thing]
        self.touch(f"tell {seat} {thing}")
        if len(ways) > 1:
            nth = sorted(ways, key=lambda each: (sum(map(int, filter(str.isdecimal, each.split()))), each)).index(text)
            self.touch(f"pay {seat} {nth}")
        assert line in self.texts[-3:]
        return self.taps


def _thing(text):
    verb, *rest = text.removeprefix("choose ").split()
    if verb in ("build", "recruit", "rebuild", "bury"):
        return rest[0]
    return f"lose {rest[0]}" if verb == "lose" else verb


@pytest.fixture
def people(tmp_path):
    made = []

    def make(*boards, **facts):
        made.append(People(tmp_path, boards or ("gizah-day", "rhodos-day", "ephesos-day"), **facts))
        return made[-1]

    yield make
    for each in made:
        each.evening.close()


def retold(people, path, size, most=None):
    """A recorded game that fingers tell; by seat and turn, how many touches that took."""
    record = played(path).told
    at, taps, count = (
        people(*record.setup.boards, variant=record.setup.variant, rules=record.setup.rules, size=size),
        Counter(),
        0,
    )
    for line in said(record, random.Random(1)):
        seat, _, text = line.partition(" ")
        if text not in at.model.legal(int(seat)):
            assert line in at.texts[-2:], "the table knew"
            continue
        view = at.model.view
        taps[view.age, view.turn, seat] += at.tell(line)
        count += 1
        if count == most:
            break
    return at, taps


@pytest.mark.parametrize("size", [EDGES, MIDDLE], ids=["at their edges", "on the middle"])
def test_what_everybody_did_is_told_by_two_touches(people, size):
    at, taps = retold(people, RECORD, size, SAMPLE)
    assert len(at.texts) >= SAMPLE
    assert median(taps.values()) <= 2
    assert max(taps.values()) <= 5
