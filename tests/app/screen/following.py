"""A player who follows the comments of a guided game on the screen, and reads nothing else.

It finds what to touch by the name that a comment gives it: as a label that is drawn, or as what ? says. It remembers,
for each question as it stands at its edge, what kinds of thing it was told to touch. It reads no list of legal actions,
and no light.
"""

import random
import re

import stage
from lettering import painted

from app.games.screens import Screens
from app.games.shelf import by_touch, files, readers, shelf
from app.protocol import messages
from app.protocol.rights import SCREEN, Rejected
from app.screen import asking
from app.screen.controller import Controller
from app.text.guide import first_times
from tests.app.tables import Evening

SIZE = (1280, 720)
ROUNDS = 20  # comments, and touches they name, of one decision
GO_ON = ("go on", "end fight", "end age")  # what is shown for a moment
COMMENTS = ("comment", "no comments", "notice", "since", asking.KEY)  # what is only said


def middle(corners):
    return tuple(sum(each) / len(corners) for each in zip(*corners, strict=True))


def size(area):
    (ax, ay), (bx, by), _, (dx, dy) = area.corners
    return abs((bx - ax) * (dy - ay) - (dx - ax) * (by - ay))


def kind(key):
    """`thing build 2` and `thing build 3` are things of a kind, as people see; `discard`, a pile, is none of them."""
    first, *rest = key.split()
    return f"{first} {rest[0]}" if first == "thing" and rest else f"{first} …" if rest else first


class Table:
    """A table in this process, and a screen that hears it."""

    def __init__(self, folder, seed="guided"):
        texts = {name: (stage.ROOT / f"data/{name}.toml").read_bytes() for name in files()}
        self.evening = Evening(folder, shelf=shelf(texts), seed=seed, by_touch=by_touch())
        self.control = Controller(Screens(readers(texts)), self.send, lambda: self.evening.now)
        self.since = 0
        self.control.hear(stage.HELLO)

    def begin(self, game, variant, seats):
        """A first game, in which everybody plays here."""
        evening = self.evening
        evening.send(messages.SetGame, game=game, variant=variant)
        evening.send(messages.SetTable, ritual=True)
        evening.sit(*("touch",) * seats)
        evening.send(messages.Start)
        evening.send(messages.SkipOpening)
        self.see()

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
    """Follows comments, for everybody at the table.

    `prompt`: what stands at a seat's edge; `moments`: by what may come to a seat, an event or a question, the comments
    of which one has to be said before the seat decides again.
    """

    def __init__(self, table, prompt, moments):
        self.table, self.control = table, table.control
        self.prompt, self.moments = prompt, moments
        self.learned = {}  # by question: what it was told to touch, kinds of things one after the other
        self.commented = set()  # seats, and moments
        self.asked_before = set()  # seats, and what they were asked
        self.rng = random.Random(1)

    @property
    def said(self):
        return {moment for _, moment in self.commented}

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

    def named(self, name, seat):
        """The things that bear a name, the likeliest first; what is another seat's own is not meant."""
        name = name.lower()
        others = re.compile(rf" of [^{seat}]$")
        ours = {key: it for key, it in self.shown().items() if not key.startswith(COMMENTS) and not others.search(key)}
        drawn = sorted((key for key, (_, on) in ours.items() if name in on.lower()), key=lambda key: len(ours[key][1]))
        if [key for key in drawn if not key.endswith("name")]:  # at a name stands what is to be done, too
            return drawn
        said = {key: self.asked(key, area).lower() for key, (area, _) in ours.items()}
        spoken = [key for key in said if said[key].startswith(name)] + [key for key in said if name in said[key]]
        return spoken or drawn

    def comment(self, seat):
        scene = self.control.scene
        return scene.game.comment(scene, scene.ring(*SIZE), seat)

    def heard(self, seat, comment):
        """It was read, and is put away."""
        self.commented.add((seat, comment.moment))
        self.control.change(heard=self.control.opened.heard | {(seat, comment.moment)})

    def touch(self, key):
        """Touch it; whether the table has gone on."""
        area, _ = self.shown().get(key, (None, ""))
        if area is None or area.tap is None:
            return False
        before = self.moves()
        self.control.notices.clear()
        area.tap()
        return self.moves() > before

    def moves(self):
        model = self.control.model
        ritual = model.table.ritual
        return (max(model.lines, default=0), model.table.phase == "over", -len(ritual.open) if ritual else 0)

    def step(self):
        """One decision of whoever has it first."""
        scene = self.control.scene
        shown = next((key for key in GO_ON if key in self.shown()), "")
        if scene.game.interrupts(scene) or shown.startswith("end"):
            self.touch(shown)
            return
        table = scene.model.table
        deciding = (table.ritual.seat,) if table.ritual else scene.to_act
        for seat in range(1, len(table.seats) + 1):
            if seat not in deciding:
                self.read(seat)
        self.clear()
        seat, heard = deciding[0], self.control.opened.heard
        due = self.due(seat)
        self.read(seat)
        said = {moment for of, moment in self.commented if of == seat}
        assert all(said & each for each in due), (seat, due, said)
        self.control.change(heard=heard)
        self.decide(seat)

    def read(self, seat):
        """All that is said to a seat, each put away; what it names is there."""
        while comment := self.comment(seat):
            if (seat, comment.moment) not in self.commented:
                assert self.named(comment.touch, seat), (comment, sorted(self.shown()))
            self.heard(seat, comment)

    def due(self, seat):
        """Of what has come to a seat for the first time, the comments of which one must be said."""
        model = self.control.model
        _, came = first_times(model.past[seat - 1], model.game_words.DECIDED)
        asked = getattr(model.view, "asked", None) or model.view.hints.ask
        if not model.table.ritual and (seat, asked) not in self.asked_before:
            self.asked_before.add((seat, asked))
            came |= {f"asked {asked}"}
        return [self.moments[each] for each in came if each in self.moments]

    def decide(self, seat, done=()):
        """Touch what comments name, one after the other; without one, what they once named for such a question.

        `done`: the kinds of things that it has touched for it already.
        """
        ways = self.learned.setdefault(re.sub(r"\d+", "", self.prompt(self.control.scene, seat)), [])
        way, tried, touched = [*done], [], set()
        for _ in range(ROUNDS):
            comment = self.comment(seat)
            if comment is None:
                break
            tried.append(comment)
            self.commented.add((seat, comment.moment))
            named = sorted(self.named(comment.touch, seat), key=touched.__contains__)  # what is new comes first
            assert named, (comment, sorted(self.shown()))
            for key in named:
                touched.add(key)
                way.append(kind(key))
                if self.touch(key):
                    seen = [kind(other) for other in named if other != key]  # what bears that name, too
                    ways += [each for each in (way, *([other, way[-1]] for other in seen)) if each not in ways]
                    return
                if self.comment(seat) != comment or set(self.named(comment.touch, seat)) - set(named):
                    break
                self.clear()
            after = self.comment(seat)
            if after == comment and tried.count(comment) < 2:  # a choice, and the button that says it
                continue
            if after == comment:
                way = [*done]
            if after in (None, comment) or tried.count(comment) > 1:  # what was touched does not lead on
                self.heard(seat, comment)
                self.clear()
        for way in ways:
            if self.went(way, seat):
                return
            self.clear(seat)
        raise AssertionError((seat, ways, self.control.notices, self.control.model.questions, sorted(self.shown())))

    def went(self, way, seat, done=()):
        """Do again what once was told for such a question, with things of the same kinds. `done`: so far."""
        if not way:
            return False
        others = re.compile(rf" of [^{seat}]$")
        keys = [key for key in self.shown() if kind(key) == way[0] and not others.search(key)]
        self.rng.shuffle(keys)
        for key in keys:
            if self.touch(key):
                return True
            if self.comment(seat):  # something new is said of what was touched
                self.decide(seat, (*done, way[0]))
                return True
            if self.went(way[1:], seat, (*done, way[0])):
                return True
            if len(way) > 1:
                self.clear(seat)
        return False

    def clear(self, seat=0):
        """Put away what was opened to be read, and what a seat has picked."""
        shown = self.shown()
        for key in ("close", f"other hand {seat}"):
            if key in shown:
                shown[key][0].tap()


def play(player, decisions):
    """So many decisions, or until the end."""
    for _ in range(decisions):
        if player.control.model.table.phase == "over":
            return
        player.step()
