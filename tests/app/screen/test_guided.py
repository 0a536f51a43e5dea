"""A guided first game: whoever follows the comments, and reads nothing else, gets to the end of it.

The player here finds what to touch by the name a comment gives it: as a label that is drawn, or as what ? says. It
remembers, for each question as it stands at its edge, what kind of thing it was told to touch. It reads no list of
legal actions, and no light.
"""

import random
import re

import pytest
import stage
from lettering import painted

from app.games.screens import Screens
from app.games.shelf import by_touch, files, readers, shelf
from app.protocol import messages
from app.protocol.rights import SCREEN, Rejected
from app.screen import asking
from app.screen.controller import Controller
from tests.app.tables import Evening

SIZE = (1280, 720)
# Of the first game below, which is the same in every run: what every one of its moments must have had a comment for.
MOMENTS = {"take", "build", "stage", "set", "token", "cat", "cat-looks", "horn", "conflict", "medal"}


def middle(corners):
    return tuple(sum(each) / len(corners) for each in zip(*corners, strict=True))


def size(area):
    (ax, ay), (bx, by), _, (dx, dy) = area.corners
    return abs((bx - ax) * (dy - ay) - (dx - ax) * (by - ay))


class Table:
    """A table in this process, and a screen that hears it."""

    def __init__(self, folder):
        texts = {name: (stage.ROOT / f"data/{name}.toml").read_bytes() for name in files()}
        self.evening = Evening(folder, shelf=shelf(texts), seed="guided", by_touch=by_touch())
        self.control = Controller(Screens(readers(texts)), self.send, lambda: self.evening.now)
        self.since = 0
        self.control.hear(stage.HELLO)

    def send(self, intent):
        try:
            answer = self.evening.table.handle(SCREEN, intent)
        except Rejected as no:
            answer = messages.Refused(id=intent.id, rule=no.code, facts=no.params, text=no.code, seat=None)
        self.control.hear(answer)
        self.see()

    def see(self):
        self.evening.now += 1
        snapshot = self.evening.table.snapshot(SCREEN, self.since)
        self.since = self.evening.table.log_end
        self.control.hear(snapshot)


class Follower:
    """Follows comments."""

    def __init__(self, table):
        self.table, self.control = table, table.control
        self.learned = {}  # by question: what it was told to touch, kinds of things one after the other
        self.commented = set()
        self.rng = random.Random(1)

    def shown(self):
        """What can be touched, and the words that are drawn on it; of things that lie on another, only on the upper."""
        found = {}
        for _, words, areas in painted(self.table, SIZE):
            areas = [area for area in areas if area.tap]
            on = {area.key: [] for area in areas}
            for word in words:
                under = [area for area in areas if area.holds(*middle(word.corners))]
                if under:
                    on[min(under, key=size).key].append(word.text)
            found |= {area.key: (area, " ".join(on[area.key])) for area in areas}
        return found

    def asked(self, key, area):
        """What ? says of it."""
        control = self.control
        control.notices.clear()
        before = control.opened
        control.change(asking=True)
        if not asking.answer(control, key, *SIZE) and area.tap:
            area.tap()
        said = " ".join(notice.text for notice in control.notices.values())
        control.notices.clear()
        control.change(**{"panel": before.panel, "game": before.game, "asking": False})
        return said

    def named(self, name):
        """The things that bear a name, the likeliest first."""
        shown, name = self.shown(), name.lower()
        ours = {key: it for key, it in shown.items() if not key.startswith(("comment", "no comments", asking.KEY))}
        drawn = sorted((key for key, (_, on) in ours.items() if name in on.lower()), key=lambda key: len(ours[key][1]))
        if [key for key in drawn if not key.endswith("name")]:  # at a name stands what is to be done, too
            return drawn
        said = {key: self.asked(key, area).lower() for key, (area, _) in ours.items()}
        return [key for key in said if said[key].startswith(name)] + [key for key in said if name in said[key]]

    def comment(self, seat):
        return self.control.scene.game.comment(self.control.scene, seat)

    def touch(self, key):
        """Touch it; whether the table has gone on."""
        area, _ = self.shown().get(key, (None, ""))
        if area is None or area.tap is None:
            return False
        self.control.notices.clear()
        area.tap()
        return self.moves() > self.before

    def moves(self):
        model = self.control.model
        ritual = model.table.ritual
        return (max(model.lines, default=0), model.table.phase == "over", -len(ritual.open) if ritual else 0)

    def question(self, seat):
        """What stands at its edge, without numbers."""
        from app.games.architects.screen import play
        from app.games.architects.screen.scene import ArchitectsScene

        scene = ArchitectsScene.of(self.control.scene)
        return re.sub(r"\d+", "", play.seat_facts(scene, scene.view, seat).player.prompt[-1])

    def step(self):
        """One decision of whoever has it."""
        scene = self.control.scene
        if scene.game.interrupts(scene):
            self.before = self.moves()
            self.touch("go on") or self.touch("end fight")
            return
        for seat in range(1, 5):  # they read what is said to them, and go on
            comment = self.comment(seat)
            if comment and not self.control.model.questions.get(seat) and not scene.model.table.ritual:
                assert self.named(comment.touch), comment
                self.commented.add(comment.moment)
                self.control.change(heard=self.control.opened.heard | {(seat, comment.moment)})
        self.clear()
        ritual = scene.model.table.ritual
        seat = ritual.seat if ritual else scene.acting
        comment, question = self.comment(seat), self.question(seat)
        ways = self.learned.setdefault(question, [])
        self.before = self.moves()
        if comment:
            self.commented.add(comment.moment)
            way = []
            for _ in range(2):  # a choice, and the button that says it
                named = self.named(comment.touch)
                for key in named:
                    way.append(kind(key))
                    if self.touch(key):
                        seen = [kind(other) for other in named if other != key]  # what bears that name, too
                        ways += [each for each in (way, *([other, way[-1]] for other in seen)) if each not in ways]
                        return
                    self.clear()
            self.clear()
            self.control.change(heard=self.control.opened.heard | {(seat, comment.moment)})
            if self.comment(seat):
                return  # another thing is said now
        for way in ways:
            if self.went(way):
                return
            self.clear()
        raise AssertionError(
            (question, comment, ways, self.control.notices, self.control.model.questions, sorted(self.shown()))
        )

    def went(self, way):
        """Do again what once was told for such a question, with things of the same kinds."""
        if not way:
            return False
        keys = [key for key in self.shown() if kind(key) == way[0]]
        self.rng.shuffle(keys)
        return any(self.touch(key) or self.went(way[1:]) for key in keys)

    def clear(self):
        """Put away what was opened to be read."""
        if self.control.opened.panel:
            self.shown()["close"][0].tap()


def kind(key):
    """`thing build 2` and `thing build 3` are things of a kind, as people see."""
    return " ".join(key.split()[:2] if key.startswith("thing") else key.split()[:1])


@pytest.mark.parametrize(
    "decisions", [pytest.param(12, id="its beginning"), pytest.param(1000, id="whole", marks=pytest.mark.full)]
)
def test_who_follows_the_comments_alone_plays_to_the_end(tmp_path, decisions):
    table = Table(tmp_path)
    evening = table.evening
    evening.send(messages.SetGame, game="architects", variant=("medals",))
    evening.send(messages.SetTable, ritual=True)
    evening.sit("touch", "touch", "touch", "touch")
    evening.send(messages.Start)
    evening.send(messages.SkipOpening)
    table.see()
    player = Follower(table)
    assert table.control.model.table.guided
    for _ in range(decisions):
        if table.control.model.table.phase == "over":
            break
        player.step()
    if decisions > 100:
        assert table.control.model.table.phase == "over"
        assert player.commented >= MOMENTS
    assert "take" in player.commented
