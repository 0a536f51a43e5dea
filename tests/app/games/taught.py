"""First games with a lesson, played; what is true of each game's sentences is said in a folder of its own."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from app.games import game_list
from app.protocol.client_rights import ONLOOKER, SCREEN
from app.protocol.game_lifecycle_messages import Resume, SetGame, Suspend
from app.protocol.play_messages import Undo
from app.protocol.settings_messages import SetTable, Settings
from app.text.lesson_tips import Facts, Ideas
from engine.game import Seat
from engine.players.baseline_players import greedy
from tests.app.tables import Evening, phone

LESSONS = game_list.lessons()
GRADES = ({"choice": "best"}, {"choice": "close"}, *({"choice": "worse", "lead": n} for n in (1, 12)))
DATA = Path(__file__).resolve().parents[3] / "data"


@dataclass(frozen=True)
class Course:
    """The parts of a game's lessons that tests need. Its fields are `Any`, as each game has its own data."""

    game: str
    seats: tuple[int, ...]
    is_true: Callable[..., bool]  # an idea, of which seat, its facts, the view beside it, who may say what, data, log
    examples: Mapping[str, Sequence[Facts]]  # of each idea, what it speaks of
    written: Sequence[tuple[str, Facts, str]]  # an idea, what it speaks of, and what it then says in English
    first: tuple[str, str]  # the two ideas before anybody acts
    often: frozenset[str]  # ideas that come in every game, be it short
    confirmed: frozenset[str]  # ideas that are there after sixty decisions, each taken back once
    variant: Callable[[int], tuple[str, ...]] = lambda nth: ()  # of the nth game that is played
    few: int = 1  # games that are played where it must not take long

    def about(self, n: int) -> int:
        """Return the playable number of seats that is nearest to `n`."""
        return min(self.seats, key=lambda seats: abs(seats - n))

    @property
    def ideas(self) -> Ideas:
        return LESSONS[self.game]

    @property
    def rules(self) -> Any:
        return _rules(self.game)

    @property
    def box(self) -> Any:
        return self.rules.data(None, "")


@cache
def _rules(game):
    data = {path.stem: path.read_bytes() for path in DATA.glob("*.toml")}
    return game_list.shelf(data, {game: game_list.GAMES[game]})[game]


def evening(folder, course, n, seed="lesson", by="touch", nth=0, ritual=False, opening=False, deals=None):
    """Open a guided game. `by`: how all seats, or each of them, are played; `nth`: its number among many games.

    `deals`: deal as lessons do, else by the seed.
    """
    ways = [by] * n if isinstance(by, str) else by
    at = Evening(folder, shelf={course.game: course.rules}, seed=None if deals else seed, lessons=LESSONS, deals=deals)
    at.settings = Settings(bot_pace=0)
    at.send(SetTable, bot_pace=0, ritual=ritual, undo="always")
    at.send(SetGame, game=course.game, guided=True, variant=course.variant(nth))
    seats = (how if how != "phone" else f"phone P{seat}" for seat, how in enumerate(ways, 1))
    return at.start(*seats, first=1 if at.at_table().first_seat else None, opening=opening)


def readers(at):
    """List all readers, each with its seat; None for the public."""
    seats = range(1, len(at.at_table().seats) + 1)
    return [(SCREEN, None), (ONLOOKER, None), *((phone(seat), seat) for seat in seats)]


def taught(at, who):
    """Return the lesson tips of a reader, with its view and the legal actions of each seat."""
    snapshot = at.snapshot(who)
    table = json.loads(bytes(snapshot.table))
    view = json.loads(bytes(snapshot.game)) if snapshot.game else None
    said = [_lesson(table["lesson"])] if table.get("lesson") else []
    legal = {question.seat: question.legal for question in snapshot.questions}
    return [*said, *((tip.id, tip.seat, dict(tip.facts)) for tip in snapshot.lessons)], view, legal


def _lesson(raw):
    return raw["id"], raw.get("seat", 0), raw.get("facts", {})


def turn(at, rng, careless):
    """Answer one question of a seat to act: at random, or well."""
    state, match = at.table.committed.state, at.table.committed.match
    asked = state.questions
    seat = (rng.choice(asked) if len(asked) > 1 else asked[0]).seat
    if state.chairs[seat].by == "bot":
        at.now += 30
        at.table.tick(at.now)
        return
    legal = match.position.legal(seat)
    good = str(greedy(match.state, seat, rng)) if rng.random() > careless else rng.choice(legal)
    at.say(seat + 1, good)


def taken_back(at):
    """Return what can be undone now: the last decision, or the secret choice of a seat while others still choose."""
    return at.at_table().undo or next(iter(at.snapshot().own), None)


def shown(at, who, seat):
    """Return the tip on each surface of a reader: a phone has one; the screen has its middle and each seat's edge."""
    snapshot, table = at.snapshot(who), at.at_table(who)
    own = {tip.seat: tip for tip in snapshot.lessons}
    if seat is not None:
        lesson = table.taught(seat, own.get(seat))
        return {} if lesson is None else {f"phone {seat}": lesson}
    if who != SCREEN:
        return {}
    found = {
        f"edge {nth}": lesson for nth, lesson in own.items() if not lesson.again and table.seats[nth - 1].by == "touch"
    }
    return found | ({"middle": table.lesson} if table.lesson and not table.lesson.again else {})


def away_and_back(at, rng, on_each):
    """Disconnect and reconnect a phone, or set the game aside and resume it."""
    phones = [info.seat for info in at.at_table().seats if info.by == "phone"]
    if phones and rng.random() < 0.7:
        seat = Seat(rng.choice(phones) - 1)
        for there in (False, True):
            at.table.presence.set_connected(seat, there)
            on_each()
        return
    number = at.at_table().game_id
    at.send(Suspend, SCREEN)
    at.send(Resume, game=number)


def played(at, rng, careless, on_each, undo=0.0, restart=0.0, most=2000, leave=0.0):
    """Play a game to its end, or for `most` decisions; call `on_each` after every one."""
    on_each()
    at.now += 10
    at.table.tick(at.now)
    on_each()
    for _ in range(most):
        if at.at_table().phase != "game":
            return
        if rng.random() < undo and (offer := taken_back(at)):
            at.send(Undo, row=offer.row)
        else:
            turn(at, rng, careless)
        if rng.random() < 0.1:
            at.now += 10
            at.table.tick(at.now)
        if rng.random() < restart:
            at.restart()
        if leave and at.at_table().phase == "game" and rng.random() < leave:
            away_and_back(at, rng, on_each)
        on_each()


class Log(dict):
    """Public events that stand, by kind, in order."""

    def __missing__(self, kind):
        return []


def log_of(at):
    found = Log()
    for event in at.log():
        if not event["undone"]:
            found.setdefault(event["type"], []).append(event)
    return found
