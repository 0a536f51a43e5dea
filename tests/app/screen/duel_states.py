"""Every state of a game of Duel on the screen, reached by touches alone from a played game or a prepared record.

A table in this process answers: it applies the action of a touch, deals what is revealed, and updates the screen.
"""

from functools import cache

import msgspec

from app.games.duel import printed_names
from app.protocol.base_messages import Accepted
from app.protocol.game_lifecycle_messages import Rematch
from app.protocol.history_messages import PastPosition
from app.protocol.log_messages import Line
from app.protocol.play_messages import Act, Look, Question, Secret, UndoVote
from app.screen.composition import compose
from app.screen.events import on_message
from app.screen.input.history_browsing import open_history
from app.screen.paint.pen import Pen
from app.screen.paint.text_drawing import measure
from app.text.translation import words
from engine import record
from engine.game import CHANCE, Rng, Seat
from tests.app.screen import duels, stage
from tests.app.screen.lettering import Lettering

SIZE = (1280, 720)
RECORDS = stage.ROOT / "tests/records/duel"


@cache
def replay_record(name):
    """Return the positions of a record in which a seat is asked something, and the last one."""
    read = record.parse_record((RECORDS / f"{name}.wt").read_bytes(), {"duel": duels.DUEL})
    states = [state.copy() for _, state in record.replay(read)]
    return tuple(state for state in states if not state.to_act or state.to_act[0] != CHANCE)


class Game(duels.Room):
    """A controller and the game that it plays: every tap is answered at once."""

    def __init__(self, state, lang="en", by="touch", seed=0, **facts):
        super().__init__()
        self.state, self.lang, self.by, self.facts = state.copy(), lang, by, facts
        self.rng, self.log, self.said = Rng(seed), [], []
        self._painted = {}
        self.first = True
        self._deal()
        self._tell()

    # ---- the table -------------------------------------------------------------------------------------------

    def _emit(self, event, to):
        if to is None or not to:
            number = len(self.log) + 1
            self.log.append(Line(number, number, msgspec.Raw(msgspec.json.encode(event))))

    def _deal(self):
        while self.state.to_act and (said := self._unasked()) is not None:
            self.state.apply(self.state.to_act[0], said, self._emit)

    def _unasked(self):
        """Return the action that the table applies without asking a seat, or None."""
        return self.state.deal(self.rng) if self.state.to_act[0] == CHANCE else self.state.leftover_action()

    def _tell(self, since=0):
        state, seat = self.state, self.state.to_act[0] if self.state.to_act else None
        asked = ()
        if seat is not None:
            legal = tuple(map(str, state.legal(seat))) if state.is_public(seat) else ()
            asked = (Question(number=self.rev + 41, seat=seat + 1, legal=legal),)
        the_table = duels.table("over" if seat is None else "game", self.lang, self.by, **self.facts)
        self.hear(the_table, state.view(None), asked, tuple(self.log[since:]), stage.codes())

    def answer(self):
        """Apply every intent that was sent, and send the controller the result."""
        while self.sent:
            match self.sent.pop(0):
                case Act(seat=seat, action=text, id=id):
                    since = len(self.log)
                    self.said.append((seat, text))
                    self.state.apply(Seat(seat - 1), self.state.parse(text), self._emit)
                    self._deal()
                    on_message.on_message(self.control, Accepted(id=id))
                    self._tell(since)
                case Look(seat=seat, id=id):
                    drawn = self.state.view(Seat(seat - 1)).draw
                    draw = () if isinstance(drawn, msgspec.UnsetType) else drawn
                    on_message.on_message(self.control, Secret(id=id, seat=seat, center=None, draw=draw))

        if self.looked:
            self.foresee(self.state)

    # ---- fingers ---------------------------------------------------------------------------------------------

    def areas(self, size=SIZE):
        """List the touch areas of each element, lowest first; only elements that changed are painted again."""
        found = []
        for element in compose(self.control.scene, *size):
            known = self._painted.get((element.key, size))
            if known is None or not known[0].is_painted_like(element):
                pen = Lettering(measure)
                element.draw(pen, self.control)
                known = self._painted[element.key, size] = element, pen.hit_areas
            found.append(known[1])
        return found

    def under(self, x, y, size=SIZE):
        """Return the area that a finger at a point touches, as the surface finds it."""
        return self._under(x, y, self.areas(size))

    def _under(self, x, y, lying):
        for areas in reversed(lying):
            here = [area for area in areas if area.holds(x, y)]
            if here:
                most = max(area.rank for area in here)
                near = [area for area in here if area.rank == most]
                return min(near, key=lambda area: (area.centre[0] - x) ** 2 + (area.centre[1] - y) ** 2)
        return None

    def touchable(self, size=SIZE):
        """Return by key each area that a finger at its centre would touch."""
        lying = self.areas(size)
        every = {area.key: area for areas in lying for area in areas if area.tap or area.hold}
        return {key: area for key, area in every.items() if self._under(*area.centre, lying) is area}

    def tap(self, key, size=SIZE):
        area = self.touchable(size)[key]
        self.control.record_tap(*area.centre)
        area.tap()
        self.answer()
        return self

    def hold(self, key, size=SIZE):
        """Hold a finger on an area; return a function that lifts it."""
        area = self.touchable(size)[key]
        area.hold(True)
        self.answer()
        return lambda: area.hold(False)

    # ---- what is looked for ----------------------------------------------------------------------------------

    @property
    def view(self):
        return self.state.view(None)

    @property
    def seat(self):
        """The seat to act, from 1."""
        return self.state.to_act[0] + 1

    @property
    def elements(self):
        return {element.key: element for element in compose(self.control.scene, *SIZE)}

    def words(self, key):
        """List the words of an element."""
        pen = Pen(measure)
        self.elements[key].draw(pen, self.control)
        return [word.text for layer in pen.layers for word in layer.words]

    def open_cards(self):
        return [slot_view.card for slot_view in self.view.structure.values() if slot_view.accessible]

    def tap_at(self, point):
        area = self.under(*point)
        self.control.record_tap(*point)
        area.tap()
        self.answer()
        return self

    def empty_place(self):
        """Return a point that touches nothing but the table."""
        return next(
            (x, y) for y in range(4, SIZE[1], 8) for x in range(4, SIZE[0], 8)
            if (area := self.under(x, y)) is not None and area.key == "put away"
        )  # fmt: skip

    def slot_of(self, card):
        return next(int(slot) for slot, slot_view in self.view.structure.items() if slot_view.card == card)

    def slot(self, wanted):
        """Return the first slot for which `wanted` accepts its view and the acting seat's way to take its card."""
        ways = {way.thing: way for way in self.view.derived.standing[self.seat - 1].build_options}
        slots = sorted(self.view.structure.items(), key=lambda item: int(item[0]))
        return next(int(slot) for slot, slot_view in slots if wanted(slot_view, ways.get(slot_view.card)))

    def taps(self, text):
        """Return the keys to tap, in order, to choose an action of the seat to act."""
        match text.split():
            case ["build" | "discard", card]:
                return f"slot {self.slot_of(card)}", text
            case ["build", wonder, "with", card]:
                return f"slot {self.slot_of(card)}", f"wonder {self.seat} {wonder}"
            case ["progress", token]:
                return f"token {token}", text
            case ["draft" | "destroy" | "revive", _]:
                return f"choose {text}", "do it"
            case ["keep", token]:
                drawn = self.state.view(Seat(self.seat - 1)).draw
                return (f"keep {drawn.index(token)}",)
        return (text,)

    def say(self, text):
        """Choose an action by touches only, turning pages where necessary."""
        for key in self.taps(text):
            while key not in self.touchable() and "later" in self.touchable():
                self.tap("later")
            if key != "do it" or "do it" in self.touchable():
                self.tap(key)
        assert self.said[-1] == (self.said[-1][0], text)
        return self


# ---- positions -----------------------------------------------------------------------------------------------


@cache
def read_record(name):
    """Return the starting position of a record, and its lines."""
    read = record.parse_record((RECORDS / f"{name}.wt").read_bytes(), {"duel": duels.DUEL})
    return read.rules.start(read.setup), tuple(line for _, line in read.moves)


class Replayed(Game):
    """A game in which a record decides what is revealed."""

    def __init__(self, name, lang="en", by="touch", **facts):
        start, lines = read_record(name)
        self.lines = list(lines)
        super().__init__(start, lang, by, **facts)

    def _unasked(self):
        asked = self.state.to_act[0] == CHANCE or self.state.leftover_action()
        return record.parse_move(self.state, self.lines.pop(0))[1] if asked else None

    def play_until(self, wanted=lambda text: False):
        """Play the record by touches, up to the first line that `wanted` accepts."""
        while self.lines and not wanted(self.lines[0].partition(" ")[2]):
            _, _, text = self.lines.pop(0).partition(" ")
            self.say(text)
        return self


def token_name(slug):
    return printed_names.token(words("en"), slug)


# ---- every state ---------------------------------------------------------------------------------------------


def draft():
    return Game(duels.DUEL.start(duels.DUEL.setup({"game": "duel", "seats": "2"})))


def draft_second():
    """Draft the first two wonders, and choose the next one on offer."""
    game = draft()
    for nth in range(2):
        game.say(str(game.state.legal(game.state.to_act[0])[nth]))
    return game.tap(game.taps(str(game.state.legal(game.state.to_act[0])[0]))[0])


def draft_last():
    """Draft three wonders: the table assigns the fourth, and offers the next four."""
    game = draft()
    for _ in range(3):
        game.say(str(game.state.legal(game.state.to_act[0])[0]))
    return game


def first_game():
    return Game(duels.states(1)[0])


def card_open():
    game = Game(duels.in_age(1, 1))
    return game.tap(f"slot {game.slot(lambda slot_view, way: slot_view.accessible and way and way.cost)}")


def card_turned():
    return card_open().tap("turn")


def card_age_3():
    game = Game(duels.in_age(1, 3))
    return game.tap(f"slot {game.slot(lambda slot_view, way: slot_view.accessible and way)}")


def card_covered():
    game = Game(duels.in_age(1, 2, 3))
    return game.tap(f"slot {game.slot(lambda slot_view, way: not slot_view.accessible and slot_view.card)}")


def card_face_down():
    game = Game(duels.in_age(1, 3, 2))
    return game.tap(f"slot {game.slot(lambda slot_view, way: slot_view.card is None)}")


def touch_slot(wanted):
    """Touch the first slot in the random games that `wanted` accepts."""
    for seed in duels.SEEDS:
        for state in duels.states(seed):
            view = state.view(None)
            if view.derived.ask != "turn":
                continue
            ways = {way.thing: way for way in view.derived.standing[state.to_act[0]].build_options}
            for slot, slot_view in view.structure.items():
                if slot_view.accessible and slot_view.card and wanted(ways[slot_view.card], view):
                    return Game(state).tap(f"slot {slot}")
    raise LookupError


def too_dear():
    return touch_slot(lambda way, view: not way.can)


def chain():
    return touch_slot(lambda way, view: way.chain)


def pair():
    return touch_slot(lambda way, view: way.pair)


def token():
    game = Game(duels.asking("progress"))
    return game.tap(game.taps(str(game.state.legal(game.state.to_act[0])[0]))[0])


def wonder():
    game = Game(duels.in_age(1, 1))
    chair = game.view.seats[game.seat - 1]
    return game.tap(f"wonder {game.seat} {next(iter(chair.wonders))}")


def keep_held():
    game = Game(duels.asking("keep", False))
    game.hold("hidden 1")
    return game


def revive_chosen():
    game = Game(duels.asking("revive", False))
    return game.tap(game.taps(str(game.state.legal(game.state.to_act[0])[2]))[0])


def discard_pile():
    return Game(duels.in_age(1, 3)).tap("discard")


def at_the_end(name):
    """Play the last line of a record by touches."""
    start = replay_record(name)[-2]
    game = Game(start)
    return game.say(read_record(name)[1][-1].partition(" ")[2])


def sheet(name):
    """Show the score sheet of a record, after skipping the end sequence."""
    game = at_the_end(name)
    while game.control.ui.finale.left:
        game.tap("finale")
    return game


def apply_first(verb):
    """Apply the first legal action in the random games that begins with this verb."""
    for seed in duels.SEEDS:
        for state in duels.states(seed):
            if state.view(None).derived.ask == "turn":
                for text in map(str, state.legal(state.to_act[0])):
                    if text.startswith(verb) and (verb != "build" or " with " not in text):
                        return Game(state).say(text)
    raise LookupError(verb)


def wonders(wanted, name=""):
    """Build the first wonder in the random games (or a record) that `wanted` accepts."""
    games = [replay_record(name)] if name else (duels.states(seed) for seed in duels.SEEDS)
    for states in games:
        for state in states:
            view = state.view(None)
            if view.derived.ask != "turn":
                continue
            ways = {way.thing: way for way in view.derived.standing[state.to_act[0]].build_options}
            for text in map(str, state.legal(state.to_act[0])):
                if " with " in text and wanted(ways[text.split()[1]], view):
                    return Game(state).say(text)
    raise LookupError


def undo_asked():
    state = duels.in_age(1, 1)
    seat = 2 - state.to_act[0]  # the other one
    action = "build palisade"
    return Game(state, vote=UndoVote(row=5, seat=3 - seat, action=action, more=0, open=(seat,), seen=(), of=0))


def phone_away():
    """Open a card for a seat whose phone is disconnected: it plays on the table."""
    chairs = tuple(msgspec.structs.replace(chair, present=False) for chair in duels.table(by="phone").seats)
    game = Game(duels.in_age(1, 1), by="phone", seats=chairs)
    return game.tap(f"slot {game.slot(lambda slot_view, way: slot_view.accessible and way)}")


def looked_back():
    game = Game(duels.in_age(1, 3))
    open_history(game.control)
    shown = stage.snapshot(1, duels.table("over"), replay_record("first-game")[-1].view(None))
    on_message.on_message(game.control, PastPosition("x", "m9", 135, 135, shown.table, shown.game, (), 60, 60, 134))
    game.sent.clear()
    return game


def rematch():
    game = sheet("first-game")
    game.touchable()["corner turn"].tap()
    return game


def is_choosing(ask):
    return lambda game: game.view.derived.ask == ask and "choice" in game.elements


def age(number):
    return lambda game: game.view.age == number and any(key.startswith("slot") for key in game.touchable())


def large(*words):
    """Return a check that the touched thing is shown large, with words that begin like these."""

    def is_shown_large(game):
        told = game.words("touched") if "touched" in game.elements else []
        return bool(told) and all(any(text.startswith(word) for text in told) for word in words)

    return is_shown_large


def is_won_by(victory):
    return lambda game: game.view.victory == victory and "sheet" in game.elements


def sudden(game):
    return game.control.scene.ending.part == "moment" and "finale" in game.elements and "city 1" not in game.elements


def built_by(text):
    """Return a check that the last action begins with this text, and that the table has applied it."""
    return lambda game: game.said[-1][1].startswith(text) and "touched" not in game.elements


# By name: how it is reached, and how one sees that it is.
STATES = {
    "draft": (draft, lambda game: "draft" in game.elements and len(game.elements["draft"].view.offers) == 4),
    "draft second": (draft_second, lambda game: bool(game.elements["draft"].view.chosen)),
    "draft last": (draft_last, lambda game: len(game.elements["draft"].view.offers) == 4 and len(game.said) == 3),
    "first game": (first_game, lambda game: game.view.age == 1 and game.view.turn == 1),
    "age 1": (lambda: Game(duels.in_age(1, 1)), age(1)),
    "age 2": (lambda: Game(duels.in_age(1, 2)), age(2)),
    "age 3": (lambda: Game(duels.in_age(1, 3)), age(3)),
    "card open": (card_open, large("You", "Build it", "keep", "Discard it", "Uncovers")),
    "card turned": (card_turned, large("You", "Uncovers")),
    "card age 3": (card_age_3, large("You", "Uncovers")),
    "card covered": (card_covered, large("You", "Covered by")),
    "card face down": (card_face_down, large("Face down", "Covered by")),
    "build": (lambda: apply_first("build"), built_by("build")),
    "discard": (lambda: apply_first("discard"), built_by("discard")),
    "under a wonder": (lambda: wonders(lambda way, view: True), built_by("build")),
    "too dear": (too_dear, large("Build it")),
    "chain": (chain, large("free by its chain")),
    "pair": (pair, lambda game: any("akes a pair" in text for text in game.words("touched"))),
    "another turn": (
        lambda: wonders(lambda way, view: way.again),
        lambda game: game.said[-1][0] == game.seat and any(b'"again":true' in bytes(line.event) for line in game.log),
    ),
    "progress": (
        lambda: Game(duels.asking("progress")),
        lambda game: game.view.derived.ask == "progress" and f"token {game.view.tokens[0]}" in game.touchable(),
    ),
    "token": (token, large("Take")),
    "wonder": (wonder, large("printed cost", "You")),
    "destroy": (lambda: Game(duels.asking("destroy", False)), is_choosing("destroy")),
    "revive": (lambda: Game(duels.asking("revive", False)), is_choosing("revive")),
    "revive chosen": (revive_chosen, lambda game: "do it" in game.touchable()),
    "keep": (lambda: Game(duels.asking("keep", False)), is_choosing("keep")),
    "keep held": (keep_held, lambda game: game.elements["choice"].view.tokens.thing is not None),
    "start": (
        lambda: Game(duels.asking("start")),
        lambda game: is_choosing("start")(game) and sum(key.startswith("slot") for key in game.elements) == 20,
    ),
    "seventh wonder": (
        lambda: wonders(lambda way, view: view.derived.built == 6, "no-token-left"),
        lambda game: (
            game.view.derived.built == 7
            and any("goes back to the box" in notice.text for notice in game.control.notices.values())
        ),
    ),
    "discard pile": (discard_pile, lambda game: any(key.startswith("pile ") for key in game.touchable())),
    "sudden military": (lambda: at_the_end("capital-before-the-choice"), sudden),
    "sudden science": (lambda: at_the_end("six-symbols-with-law"), sudden),
    "end military": (lambda: sheet("capital-before-the-choice"), is_won_by("military")),
    "end science": (lambda: sheet("six-symbols-with-law"), is_won_by("science")),
    "end points": (lambda: sheet("first-game"), is_won_by("civilian")),
    "end shared": (lambda: sheet("shared-victory"), is_won_by("civilian")),
    "rematch": (rematch, lambda game: isinstance(game.sent[-1], Rematch)),
    "undo asked": (undo_asked, lambda game: any(key.endswith("yes") for key in game.touchable())),
    "phone away": (phone_away, large("Build it")),
    "looked back": (looked_back, lambda game: "back next" not in game.touchable() and "back sheet" in game.elements),
}
